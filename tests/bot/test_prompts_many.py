"""Many choices: what may be done first stands in one menu, and long fields take several."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from bot.discord.commands.play import part_for
from bot.discord.prompts.choices import FORWARD
from bot.discord.prompts.components import ROWS
from bot.discord.prompts.panel import PER_PAGE, pages
from bot.discord.prompts.question_path import only_kind
from bot.discord.prompts.typed import complete_answer
from bot.games import face_of
from bot.playground import Message
from bot.words.narrator import Narrator
from rules.kernel.autopilot import plain
from rules.kernel.requests import PARTY, Action, Form, NextAction, Option
from tests.bot import parlour
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_table

EMPTY = parlour.Parlour({"s1": "Ala"})


def newest(channel: Channel, who: str = "Ala") -> Message:
    """The newest message that this person sees."""
    return channel.hands.messages(HERE, who)[-1]


def prompt_of(channel: Channel) -> Message:
    """The newest message for everybody that can be answered."""
    return [one for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral and one.buttons][-1]


# What may be done first ------------------------------------------------------------------------------------


async def test_asides_stand_in_one_menu_below_the_buttons(tmp_path: Path) -> None:
    """The ways are buttons, the usual one first; the rest is a menu that says what each costs."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_errand), "Ala", "Bartek") as channel:
        prompt = newest(channel)

        assert [button.label for button in prompt.buttons] == [f"{AS_USUAL} Wybieram", "south…", "?"]
        assert [select.placeholder for select in prompt.selects] == ["Inne możliwości…"]
        said = {option["label"]: option.get("description") for option in prompt.selects[0].options}
        assert said == {"polish": "zniesie o ranę więcej", "hand…": None, "pay…": None, "sharpen": None}
        north = prompt.beside(prompt.buttons[0].custom_id)
        assert north == "north\n-# elf: Negocjacje; krasnolud: Pułapki; człowiek: Czarne Wrota"
        assert "polish" not in prompt.text


async def test_of_many_ways_the_first_are_buttons_and_the_rest_a_menu(tmp_path: Path) -> None:
    """So that the picture above stays in sight; the menu says what each costs, and picks like a button."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.many_ways), "Ala") as channel:
        prompt = newest(channel)

        assert len(prompt.buttons) == FORWARD + 1
        assert prompt.selects[0].placeholder == "Inne możliwości…"
        assert [option["label"] for option in prompt.selects[0].options] == [f"way{n}" for n in range(FORWARD, 9)]


async def test_an_aside_is_picked_like_a_button(tmp_path: Path) -> None:
    """Nothing more to know: it is done, and told above the question, which offers it again."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_errand, parlour.an_errand)) as channel:
        first = newest(channel)
        await channel.pick("Ala", first, 0, "sharpen")

        assert "**Ala** → sharpen" in channel.story()
        assert prompt_of(channel).id == first.id
        assert "sharpen" in [option["label"] for option in prompt_of(channel).selects[0].options]


async def test_an_aside_that_asks_opens_a_panel_and_can_be_picked_again(tmp_path: Path) -> None:
    """A client sends the same pick of the same menu only once, so the menu is another one each time."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_errand)) as channel:
        before = newest(channel)
        await channel.pick("Ala", before, 0, "hand…")
        after = prompt_of(channel)

        assert newest(channel).ephemeral
        assert after.id == before.id
        assert after.text == before.text
        assert after.selects[0].custom_id != before.selects[0].custom_id

        await channel.pick("Ala", after, 0, "hand…")
        await channel.press("Ala", "mead")

        assert "**Ala** → hand: mead" in channel.story()
        assert not any(message.selects for message in channel.hands.messages(HERE, "Ala"))


async def test_an_aside_with_an_amount_offers_numbers_in_its_panel(tmp_path: Path) -> None:
    """From a menu never straight into a modal: one that is dismissed would leave the menu as it was picked."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_errand)) as channel:
        panel = await channel.pick("Ala", newest(channel), 0, "pay…")
        modal = await channel.press("Ala", "Inna liczba")
        await channel.submit("Ala", modal, "12")

        assert panel.modal is None
        assert "→ pay: 12" in channel.story()


async def test_an_aside_in_ones_own_panel_opens_there(tmp_path: Path) -> None:
    """``/game status`` shows the question to its reader alone; what is picked there goes on there."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_errand)) as channel:
        own = await channel.command("Ala", "game status")
        panel = await channel.pick("Ala", own.message, 0, "hand…")
        await channel.press("Ala", "mead")

        assert panel.kind == "update"
        assert "→ hand: mead" in channel.story()


async def test_more_than_25_asides_take_a_second_menu(tmp_path: Path) -> None:
    """The last entry opens a panel in which each menu says which of them it holds."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_busy_errand)) as channel:
        prompt = newest(channel)
        assert [len(select.options) for select in prompt.selects] == [25]
        await channel.pick("Ala", prompt, 0, "Jeszcze więcej…")
        panel = newest(channel)
        assert [len(select.options) for select in panel.selects] == [25, 5]
        assert [select.placeholder for select in panel.selects] == ["Najpierw… 1–25", "Najpierw… 26–30"]

        await channel.pick("Ala", panel, 1, "task-29")

        assert "→ task-29" in channel.story()


async def test_many_free_actions_of_a_kind_are_one_entry_of_the_menu(tmp_path: Path) -> None:
    """It opens one's own of this kind, in a panel; few stand in the menu one by one."""
    rules = parlour.ParlourRules(parlour.a_full_pack, parlour.an_errand)
    async with a_table(tmp_path, rules, "Ala", "Bartek") as channel:
        prompt = newest(channel)
        assert [option["label"] for option in prompt.selects[0].options] == ["Oddaj rzecz lub złoto…", "Rzuć czar…"]

        await channel.pick("Bartek", prompt, 0, "Oddaj rzecz lub złoto…")
        panel = newest(channel, "Bartek")
        assert panel.ephemeral
        assert [button.label for button in panel.buttons] == ["hero of s2: oddaj rzecz", "hero of s2: oddaj złoto (5)"]
        assert not panel.selects

        await channel.press("Bartek", "hero of s2: oddaj złoto (5)")
        assert "**Bartek** → hero of s2: oddaj złoto (5)" in channel.story()


async def test_a_kind_that_only_others_have_names_them(tmp_path: Path) -> None:
    """Whoever has nothing to give reads who has."""

    def only_mine(state: parlour.Parlour) -> NextAction:
        whole = parlour.a_full_pack(state)
        assert isinstance(whole, NextAction)
        kept = [action for action in whole.actions if action.who != "s2"]
        more = [Action(PARTY, Option(f"task-{n}", f"task-{n}"), aside=True) for n in range(3)]
        return NextAction(who=PARTY, why="errand", actions=(*more, *kept))

    async with a_table(tmp_path, parlour.ParlourRules(only_mine), "Ala", "Bartek") as channel:
        await channel.pick("Bartek", newest(channel), 0, "Oddaj rzecz lub złoto…")
        assert newest(channel, "Bartek").text == "Teraz może to zrobić tylko Ala."


def test_who_answers_for_several_sees_what_all_of_them_can_do() -> None:
    """As at a real table, where the game master picks for everybody; what others have is not there."""
    asked = parlour.a_full_pack(parlour.Parlour({"s1": "Fred", "s2": "Ewa", "s3": "Ola"}))
    assert isinstance(asked, NextAction)
    offered = only_kind(asked, Narrator("pl"), "@give", ["s1", "s2"])

    assert [action.option.id for action in offered.of(PARTY)] == ["give:s1", "pay:s1", "give:s2", "pay:s2"]


async def test_improvements_that_are_ready_are_a_button_and_no_entry(tmp_path: Path) -> None:
    """It says how many, and opens what the entry would open."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_full_pack), "Ala", "Bartek") as channel:
        prompt = newest(channel)
        assert "📈 2" in [button.label for button in prompt.buttons]
        assert "Wydaj doświadczenie…" not in [option["label"] for option in prompt.selects[0].options]

        await channel.press("Ala", "📈 2")
        assert newest(channel).ephemeral
        await channel.press("Ala", "mead")
        assert "**Ala** → Wydaj doświadczenie: mead" in channel.story()


def test_while_typing_asides_come_after_the_ways() -> None:
    """Completion has room for 25: the ways are never crowded out."""
    offers = [value for _, value in complete_answer(Narrator("pl"), parlour.a_busy_errand(EMPTY), "")]

    assert offers[:5] == ["north", "south oak", "south iron", "south glass", "task-0"]
    assert len(offers) == 25


def test_the_plain_autopilot_leaves_asides_alone() -> None:
    """Where the game can go on, it goes on."""
    assert plain(parlour.an_errand(EMPTY), "s1") == ["north"]


def test_move_completes_ways_and_no_asides() -> None:
    """What is done on the spot is no move, whatever its words are called."""
    ways = tuple(Action(PARTY, Option(id, f"way.{id}"), aside=id == "examine") for id in ("examine", "up", "down"))

    part = part_for(face_of("labirynt-smierci"), NextAction(who=PARTY, why="way", actions=ways), "move", "s1")

    assert part is not None
    assert [action.option.id for action in part.request.actions] == ["up", "down"]


# Long fields -----------------------------------------------------------------------------------------------


async def test_a_long_field_takes_several_menus(tmp_path: Path) -> None:
    """Sixty orders of one caster fill a page; the fighter shares a page with the other caster."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_long_form)) as channel:
        first = await channel.press("Ala", "Wybierz po swojemu")
        assert first.message is not None
        titles = [select.placeholder for select in first.message.selects]
        first = await channel.pick("Ala", first.message, 2, "box-59")
        second = await channel.press("Ala", "▶")
        assert second.message is not None
        await channel.pick("Ala", second.message, 1, "box-30")
        third = await channel.press("Ala", "▶")
        await channel.press("Ala", "Gotowe")

        assert titles == ["Ann 1–25", "Ann 26–50", "Ann 51–60"]
        assert [len(select.options) for select in second.message.selects] == [25, 25, 10, 3]
        assert third.message is not None
        assert [button.label for button in third.message.buttons] == ["Motto: Onwards", "◀ Wstecz", "Gotowe"]
        assert "Ann: box-59; Bob: box-30; Cid: A · oak; Motto: Onwards" in channel.story()


async def test_a_panel_says_why_each_kind_of_field_is_asked(tmp_path: Path) -> None:
    """Below the first field of a kind stands its reason, without a section; not again below the second."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_form_with_reasons)) as channel:
        panel = await channel.press("Ala", "Wybierz po swojemu")

        assert panel.text.count("-# Rasa daje siłę") == 1
        assert panel.text.count("-# Dowolne; na zasady nie wpływa.") == 1


async def test_picks_from_several_menus_of_a_field_add_up(tmp_path: Path) -> None:
    """Two or three boxes of forty, from both menus; how many there must be is judged when all is sent."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_form_of_many)) as channel:
        panel = await channel.press("Ala", "Wybierz po swojemu")
        panel = await channel.pick("Ala", panel.message, 0, "Boxes: box-0")
        early = await channel.press("Ala", "Gotowe")
        panel = await channel.pick("Ala", panel.message, 1, "box-31", "box-39")
        await channel.press("Ala", "Gotowe")

        assert early.text == "Wybierz co najmniej 2, najwyżej 3."
        assert "Boxes: box-0, box-31 i box-39" in channel.story()


def test_no_option_of_a_form_is_left_out() -> None:
    """However long a field, each of its options stands on some page, and no page has too many rows."""
    form = parlour.a_long_form(EMPTY)
    assert isinstance(form, Form)

    leaves = pages(form)

    rows = list(chain.from_iterable(leaves))
    assert [len(leaf) for leaf in leaves] == [3, 4, 1]
    assert max(map(len, leaves)) <= PER_PAGE < ROWS
    assert [(row.field.name, row.start) for row in rows][:3] == [("ann", 0), ("ann", 25), ("ann", 50)]


async def test_what_no_menu_holds_can_be_typed(tmp_path: Path) -> None:
    """A hundred boxes stand in the panel's menus; the prompt says that the others can be typed."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_huge_choice)) as channel:
        prompt = newest(channel)
        await channel.pick("Ala", prompt, 0, "Jeszcze więcej…")
        panel = newest(channel)
        await channel.answer("Ala", parlour.boxes(130)[-1].id)

        assert [len(select.options) for select in panel.selects] == [25, 25, 25, 25]
        assert prompt.buttons[0].label.startswith(AS_USUAL)
        assert "W menu mieści się tylko pierwszych 100; pozostałe można wpisać: `/odpowiedz`." in panel.text
        assert "**Ala** → box-129" in channel.story()
