"""Every kind of question can be answered by component and by typed command."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import Message, Outcome
from tests.bot import parlour
from tests.bot.a_channel import AS_USUAL, HERE, UNSAID, Channel, a_table


async def test_a_choice_is_a_row_of_buttons(tmp_path: Path) -> None:
    """Pressing a door answers; the prompt then says who chose what and has no buttons left."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice)) as channel:
        await channel.press("Ala", "B · iron")
        await channel.hands.until(lambda: "Ziarno" in channel.story())

        proof = channel.hands.messages(HERE, "Ala")[-1]
        assert "**Ala** → B · iron" in channel.story()
        assert channel.asking() == []
        assert [file["filename"].rpartition(".")[2] for file in proof.attachments] == ["json", "html"]


async def test_many_options_become_selects(tmp_path: Path) -> None:
    """Sixty boxes do not fit on buttons; the menu's last entry opens all of them, the last in the third select."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_long_choice)) as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        assert [len(select.options) for select in prompt.selects] == [25]

        await channel.pick("Ala", prompt, 0, "Jeszcze więcej…")
        panel = next(channel.hands.newest_first(HERE, "Ala"))
        assert [len(select.options) for select in panel.selects] == [25, 25, 10]
        await channel.pick("Ala", panel, 2, "box-59")

        assert "**Ala** → box-59" in channel.story()


async def test_some_of_several_are_picked_in_a_select(tmp_path: Path) -> None:
    """A select lets as many be picked as the rules allow."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.some_choices)) as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        assert (prompt.selects[0].min_values, prompt.selects[0].max_values) == (1, 2)

        await channel.pick("Ala", prompt, 0, "A · oak", "C · glass")

        assert "A · oak i C · glass" in channel.story()


async def test_an_amount_is_a_button_or_a_number_typed_into_a_modal(tmp_path: Path) -> None:
    """A few amounts stand on buttons; any other goes into a modal."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_amount, parlour.an_amount)) as channel:
        await channel.press("Ala", "25")
        modal = await channel.press("Ala", "Inna liczba")
        await channel.submit("Ala", modal, "37")

        assert "→ 25" in channel.story()
        assert "→ 37" in channel.story()


async def test_words_are_typed_into_a_modal(tmp_path: Path) -> None:
    """A text's modal begins with the usual words."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_text)) as channel:
        modal = await channel.press("Ala", "Wpisz")
        assert modal.modal is not None
        assert modal.modal.fields[0].value == "Onwards"

        await channel.submit("Ala", modal, "Ni kroku wstecz")

        assert "→ Ni kroku wstecz" in channel.story()


async def test_a_formation_is_set_in_a_panel(tmp_path: Path) -> None:
    """Pick somebody, pick a rank, send; nobody else sees the panel."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_formation)) as channel:
        panel = await channel.press("Ala", "Wybierz po swojemu")
        assert panel.kind == "ephemeral"
        panel = await channel.pick("Ala", panel.message, 0, "Ala")
        await channel.press("Ala", "Do szeregu 2")
        await channel.press("Ala", "Gotowe")

        assert "**Ala** → Bob / Cyd, Ala" in channel.story()


async def test_what_a_formation_would_be_refused_for_is_said_before_it_is_sent(tmp_path: Path) -> None:
    """As it stands, and with one alone in front, it cannot be sent; with two again, and in another order, it can."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.another_formation)) as channel:
        first = (await channel.press("Ala", "Wybierz po swojemu")).message
        alone = (await _placed(channel, first, "Ala", "Do szeregu 2")).message
        other = (await _placed(channel, alone, "Cyd", "Do szeregu 1")).message

        assert first is not None
        assert alone is not None
        assert other is not None
        assert "Już idziecie w takim szyku." in first.text
        assert "-# W pierwszym szeregu" in alone.text
        assert "-# W pierwszym szeregu" not in other.text
        assert [_is_ready(one) for one in (first, alone, other)] == [False, False, True]
        assert "⭐ Ala, Bob / Cyd" not in [button.label for button in first.buttons]


async def _placed(channel: Channel, panel: Message | None, who: str, where: str) -> Outcome:
    await channel.pick("Ala", panel, 0, who)
    return await channel.press("Ala", where)


def _is_ready(panel: Message) -> bool:
    return next(not button.disabled for button in panel.buttons if button.label == "Gotowe")


async def test_a_formation_is_completed_by_what_is_accepted(tmp_path: Path) -> None:
    """Not by the order as it stands; but by what is typed, in whatever short names, once it is an order."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.another_formation)) as channel:
        typed = {}
        for begun in ("", "Ala, Bob / Cyd", "cyd, al / b", "cyd / ala, bob"):
            offers = await channel.hands.complete("Ala", HERE, "answer", {"value": begun}, focused="value")
            typed[begun] = [one.name for one in offers]

        assert not any("Ala, Bob / Cyd" in offers for offers in typed.values())
        assert typed["cyd, al / b"][0] == "Cyd, Ala / Bob"
        assert "Cyd / Ala, Bob" not in typed["cyd / ala, bob"]


async def test_a_form_is_filled_page_by_page(tmp_path: Path) -> None:
    """Picks are kept while the panel is open; what nobody touched stays as usual."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_form)) as channel:
        panel = await channel.press("Ala", "Wybierz po swojemu")
        panel = await channel.pick("Ala", panel.message, 0, "mead")
        modal = await channel.press("Ala", ": 1")
        panel = await channel.submit("Ala", modal, "7")
        panel = await channel.press("Ala", "▶")
        panel = await channel.pick("Ala", panel.message, 0, "mead")
        await channel.press("Ala", "Gotowe")

        assert "Co wybieracie?: mead" in channel.story()
        assert ": 7; " in channel.story()
        assert ": Cheers; " in channel.story()


async def test_everyone_is_asked_at_once_and_sees_who_has_answered(tmp_path: Path) -> None:
    """The public prompt names who has answered, never what; the last answer closes it."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.everyones_secret), "Ala", "Bartek") as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        assert len(prompt.mentions) == 1, "the one who pressed Start is here anyway"

        await channel.press("Ala", AS_USUAL)
        half = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.press("Bartek", AS_USUAL)

        assert "Odpowiedzi: Ala" in half.text
        assert "Cheers" not in half.text
        assert half.buttons
        assert not channel.hands.messages(HERE, "Ala")[-3].buttons


async def test_an_open_question_to_everyone_says_what_as_usual_means(tmp_path: Path) -> None:
    """Where nothing is secret, the prompt shows for each who is asked what the autopilot would answer."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.everyones_form), "Ala", "Bartek") as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]

        assert "**Ala**, jak zwykle: " in prompt.text
        assert "**Bartek**, jak zwykle: " in prompt.text
        assert "Cheers" in prompt.text


async def test_an_action_that_needs_an_amount_opens_its_modal(tmp_path: Path) -> None:
    """Action and amount go in as one answer."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_action)) as channel:
        modal = await channel.press("Ala", "pay")
        await channel.submit("Ala", modal, "12")

        assert "→ pay: 12" in channel.story()


async def test_an_action_that_needs_a_choice_opens_a_panel(tmp_path: Path) -> None:
    """The panel is for the one who pressed; the story is for all."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_action)) as channel:
        panel = await channel.press("Ala", "drink")
        assert panel.kind == "ephemeral"
        await channel.press("Ala", "mead")

        assert "→ drink: mead" in channel.story()


async def test_an_action_of_another_seat_is_refused(tmp_path: Path) -> None:
    """Bartek may wait or pay; the drink is Ala's, pressed or typed."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_action), "Ala", "Bartek") as channel:
        pressed = await channel.press("Bartek", "drink")
        typed = [await channel.answer("Bartek", words) for words in ("drink", "drink mead")]

        assert pressed.kind == "ephemeral"
        assert [outcome.text for outcome in (pressed, *typed)] == ["Teraz może to zrobić tylko Ala."] * 3


async def test_an_action_of_several_others_names_them_all(tmp_path: Path) -> None:
    """Ala and Bartek can sing, Celina cannot."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_song), "Ala", "Bartek", "Celina") as channel:
        outcome = await channel.press("Celina", "sing")

        assert outcome.text == "Teraz może to zrobić tylko Ala i Bartek."


TYPED: list[tuple[parlour.Question, str, str]] = [
    (parlour.a_choice, "B", "B · iron"),
    (parlour.a_choice, "GLASS", "C · glass"),
    (parlour.a_long_choice, "box-59", "box-59"),
    (parlour.some_choices, "oak, C", "A · oak i C · glass"),
    (parlour.an_amount, "37", "37"),
    (parlour.a_text, "Ni kroku wstecz", "Ni kroku wstecz"),
    (parlour.a_formation, "Cyd / Ala, Bob", "Cyd / Ala, Bob"),
    (parlour.an_action, "wait", "wait"),
    (parlour.an_action, "pay 12", "pay: 12"),
    (parlour.an_action, "drink mead", "drink: mead"),
    (parlour.a_form, "drink: mead; sips: 2; toast: Hej; doors: A, B; second: tea", "mead"),
]


@pytest.mark.parametrize(("question", "typed", "chosen"), TYPED)
async def test_everything_can_be_typed(tmp_path: Path, question: parlour.Question, typed: str, chosen: str) -> None:
    """``/answer`` takes letters, names, numbers, lists, ranks and forms; the prompt closes as if pressed."""
    async with a_table(tmp_path, parlour.ParlourRules(question)) as channel:
        outcome = await channel.answer("Ala", typed)

        assert outcome.text.startswith("✔ Zapisane")
        assert chosen in channel.story()
        assert channel.asking() == []


QUESTIONS = (
    parlour.a_choice,
    parlour.some_choices,
    parlour.an_amount,
    parlour.a_text,
    parlour.a_formation,
    parlour.a_form,
    parlour.everyones_form,
    parlour.an_action,
)


@pytest.mark.parametrize("question", QUESTIONS)
async def test_as_usual_is_always_the_first_button(tmp_path: Path, question: parlour.Question) -> None:
    """One press answers as a careful player would."""
    async with a_table(tmp_path, parlour.ParlourRules(question)) as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        assert prompt.buttons[0].label.startswith(AS_USUAL)

        await channel.press("Ala", AS_USUAL)

        assert "Heard" in channel.story()


@pytest.mark.parametrize("question", QUESTIONS)
async def test_as_usual_can_be_typed(tmp_path: Path, question: parlour.Question) -> None:
    """Its words in ``/answer`` do what its button does."""
    async with a_table(tmp_path, parlour.ParlourRules(question)) as channel:
        await channel.answer("Ala", "Jak zwykle")

        assert "Heard" in channel.story()


async def test_autocomplete_offers_what_is_legal_now(tmp_path: Path) -> None:
    """While typing, the options of the open question are offered, by what they hold."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_long_choice)) as channel:
        everything = await channel.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
        few = await channel.hands.complete("Ala", HERE, "answer", {"value": "box-5"}, focused="value")

        assert len(everything) == 25
        assert [choice.value for choice in few] == ["box-5", *(f"box-5{n}" for n in range(10))]


async def test_completion_offers_what_is_ones_own(tmp_path: Path) -> None:
    """The drink is Ala's, so Bartek is not offered it."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.an_action), "Ala", "Bartek") as channel:
        offers = await channel.hands.complete("Bartek", HERE, "answer", {"value": ""}, focused="value")

        assert "wait" in [choice.value for choice in offers]
        assert not any(choice.value.startswith("drink") for choice in offers)


async def test_a_single_way_is_offered_once(tmp_path: Path) -> None:
    """One button would do what «as usual» does, so there is only the usual one, beside what may be done first."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_corridor), "Ala", "Bartek") as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        await channel.press("Bartek", AS_USUAL)

        assert [button.label for button in prompt.buttons] == [f"{AS_USUAL} north", "?"]
        assert [option["label"] for option in prompt.selects[0].options] == ["polish"]
        assert "**Bartek** → north" in channel.story()


async def test_as_usual_says_what_its_button_would(tmp_path: Path) -> None:
    """It stands in the place of the button, so the chances on it stand on «as usual»."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_fight)) as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        first, *_ = prompt.buttons

        assert first.label.startswith(AS_USUAL)
        assert "58% (21/36)" in prompt.beside(first.custom_id)


async def test_a_single_way_that_somebody_would_not_go_has_its_button(tmp_path: Path) -> None:
    """For Bartek «as usual» is to drink first, so the button names neither, and the way has one of its own."""
    async with a_table(tmp_path, parlour.Thirsty(parlour.a_corridor), "Ala", "Bartek") as channel:
        prompt = channel.hands.messages(HERE, "Ala")[-1]

        assert [button.label for button in prompt.buttons] == [UNSAID, "north", "?"]


async def test_many_notes_stand_in_the_menu_alone(tmp_path: Path) -> None:
    """Spells that are no buttons say in the menu what they do, and nowhere else."""
    shown = {}
    for number in (6, 7):
        async with a_table(tmp_path / str(number), parlour.ParlourRules(parlour.spells(number))) as channel:
            shown[number] = channel.hands.messages(HERE, "Ala")[-1]

    assert [text.text.count("- **spell-") for text in shown.values()] == [0, 0]
    assert all(option["description"] for option in shown[7].selects[0].options)


async def test_a_rank_is_named_as_it_was_typed(tmp_path: Path) -> None:
    """A name with signs of Markdown is made harmless once, in the panel as in the story."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_decorated_formation)) as channel:
        panel = await channel.press("Ala", "Wybierz po swojemu")

        assert r"**Szereg 1:** Wit\_\*Mądry\*" in panel.text
        assert r"\\" not in panel.text


async def test_a_question_is_explained_to_whoever_asks(tmp_path: Path) -> None:
    """What the prompt leaves out stands behind its last button: how it is decided, since when it is open, where."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice, parlour.a_choice), "Ala", "Bartek") as channel:
        prompt = next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons)
        told = await channel.press("Bartek", "?")
        stranger = await channel.press("Darek", "?")

        assert "Wystarczy jedna odpowiedź" not in prompt.text
        assert (told.kind, stranger.kind) == ("ephemeral", "ephemeral")
        assert "**Co wybieracie?**\n-# Wystarczy jedna odpowiedź." in told.text
        assert "Pytanie padło <t:" in told.text
        assert "[Wróć do pytania](https://discord.com/channels/" in told.text
        assert told.text.endswith(f"/{prompt.id})")
        assert prompt.buttons
