"""What people do: press twice, press late, press without a seat, type nonsense, come with strange names."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bot.a_channel import AS_USUAL, HERE, a_channel, a_table
from tests.bot.parlour import ParlourRules, a_choice, a_text, an_action, an_amount, everyones_form, heard

STRANGE = "**Zażółć**\n@everyone <@1> `x` [tu](http://zlo.example) 🐉\u202e " + "ź" * 300


async def test_a_stale_button_is_refused_kindly(tmp_path: Path) -> None:
    """Bartek's panel is from before Ala's answer; it changes nothing and says so to him alone."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        panel = await channel.command("Bartek", "game status")
        await channel.press("Ala", "A · oak")
        assert panel.message is not None
        late = await channel.hands.press("Bartek", panel.message, panel.message.buttons[-1].custom_id)
        await channel.hands.settled()

        assert late.kind == "ephemeral"
        assert "ten przycisk jest już nieaktualny" in late.text
        assert heard(channel.story()) == 1


async def test_of_two_people_at_once_the_first_counts(tmp_path: Path) -> None:
    """Both press the same prompt in the same moment: one answer, one kind sentence."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        message, button = channel.hands.find_button(HERE, "Ala", "A · oak")
        both = await asyncio.gather(*(channel.hands.press(who, message, button.custom_id) for who in ("Ala", "Bartek")))
        await channel.hands.settled()

        assert sorted(one.kind for one in both) == ["ephemeral", "update"]
        assert heard(channel.story()) == 1


async def test_a_double_click_counts_once(tmp_path: Path) -> None:
    """Two presses of the same button by the same person: one answer, one kind sentence."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        message, button = channel.hands.find_button(HERE, "Ala", "A · oak")
        both = await asyncio.gather(*(channel.hands.press("Ala", message, button.custom_id) for _ in range(2)))
        await channel.hands.settled()

        assert sorted(one.kind for one in both) == ["ephemeral", "update"]
        assert heard(channel.story()) == 1


async def test_whoever_has_answered_is_told_so(tmp_path: Path) -> None:
    """In a question to everyone the first answer counts."""
    async with a_table(tmp_path, ParlourRules(everyones_form), "Ala", "Bartek") as channel:
        await channel.press("Ala", AS_USUAL)
        again = await channel.press("Ala", AS_USUAL)

        assert again.kind == "ephemeral"
        assert "liczy się pierwsza" in again.text


async def test_a_stranger_has_no_seat(tmp_path: Path) -> None:
    """Somebody who has not joined may look, but not press or type."""
    async with a_table(tmp_path, ParlourRules(a_choice)) as channel:
        pressed = await channel.press("Celina", "A · oak")
        typed = await channel.answer("Celina", "A")

        assert pressed.kind == typed.kind == "ephemeral"
        assert "nie ma dla ciebie miejsca" in pressed.text
        assert channel.hands.messages(HERE, "Ala")[-1].buttons


async def test_a_wrong_number_changes_nothing(tmp_path: Path) -> None:
    """Too much, and no number at all: one sentence each, and the question stays."""
    async with a_table(tmp_path, ParlourRules(an_amount)) as channel:
        modal = await channel.press("Ala", "Inna liczba")
        much = await channel.submit("Ala", modal, "101")
        none = await channel.answer("Ala", "dużo")

        assert much.text == "To musi być liczba od 0 do 100."
        assert none.text == "„dużo” to nie jest liczba całkowita."
        assert channel.hands.find_button(HERE, "Ala", "Inna liczba")


async def test_an_unknown_dice_code_is_explained(tmp_path: Path) -> None:
    """``/roll`` says how codes are written; a good code is rolled for all to see."""
    async with a_table(tmp_path, ParlourRules(a_choice)) as channel:
        bad = await channel.command("Ala", "roll", code="7Z")
        good = await channel.command("Ala", "roll", code="2k6+1")

        assert bad.kind == "ephemeral"
        assert "1K6, 2K6+1" in bad.text
        assert good.kind == "message"
        assert "2K6+1: **" in good.text


async def test_a_strange_name_breaks_nothing(tmp_path: Path) -> None:
    """Three hundred letters, Markdown, a mention, a link and a reversing sign come out short and harmless."""
    async with a_table(tmp_path, ParlourRules(a_text, a_text)) as channel:
        refused = await channel.answer("Ala", STRANGE)
        await channel.answer("Ala", "**@everyone** 🐉")

        assert refused.text == "Najwyżej 20 znaków."
        assert "→ \\*\\*@\u200beveryone\\*\\* 🐉" in channel.story()
        assert all(not message.data["mention_everyone"] for message in channel.hands.messages(HERE, "Ala"))


async def test_a_command_that_does_not_fit_says_what_is_asked(tmp_path: Path) -> None:
    """``/fight`` without an enemy: who is being asked what."""
    async with a_table(tmp_path, ParlourRules(an_action)) as channel:
        outcome = await channel.command("Ala", "fight")

        assert outcome.kind == "ephemeral"
        assert "To nie ten moment." in outcome.text
        assert "czekamy na: Ala" in outcome.text


async def test_missing_permissions_are_named(tmp_path: Path) -> None:
    """Where the bot may not send files, no table is opened and the caller learns why."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.playground.permit(HERE, attach_files=False)
        refused = await channel.command("Ala", "game new")
        await channel.playground.permit(HERE, attach_files=True)
        opened = await channel.command("Ala", "game new")

        assert refused.kind == "ephemeral"
        assert "Załączanie plików" in refused.text
        assert opened.kind == "message"


async def test_buttons_survive_a_restart(tmp_path: Path) -> None:
    """The bot goes and comes back; the buttons that were there before still answer, forms keep their picks."""
    async with a_channel(tmp_path, ParlourRules(everyones_form, a_choice)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala")
            panel = await channel.press("Ala", "Wybierz po swojemu")
            await channel.pick("Ala", panel.message, 0, "mead")
        async with channel.bot_up():
            await channel.hands.settled()
            await channel.press("Ala", "Gotowe")
            await channel.press("Ala", "C · glass")

        assert any("✔ Zapisane" in text and "mead" in text for text in channel.texts("Ala"))
        assert "→ C · glass" in channel.story()


async def test_the_lobby_fills_and_empties(tmp_path: Path) -> None:
    """Whoever presses Join sits at the table; the last one to leave closes it."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        joined = await channel.press("Bartek", "Dołącz")
        twice = await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Wstań")
        empty = await channel.press("Bartek", "Wstań")

        assert "Ala i Bartek" in joined.text
        assert twice.text == "Masz już miejsce przy tym stole."
        assert "stół zamknięty" in empty.text


async def test_nobody_closes_the_game_of_others(tmp_path: Path) -> None:
    """Celina sits at Bartek's table: she is told who may, and the game goes on; Ala looks after the channel."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Bartek", "Celina") as channel:
        refused = await channel.command("Celina", "game end", sure=True)
        live = channel.hands.messages(HERE, "Ala")[-1].buttons
        await channel.command("Ala", "game end", sure=True)

        assert refused.kind == "ephemeral"
        assert refused.text.startswith("Ten stół może zamknąć tylko Bartek (kto go prowadzi) albo opiekun kanału.")
        assert live
        assert "Ziarno losowania" in channel.story()


async def test_a_dice_code_is_refused_as_it_was_typed(tmp_path: Path) -> None:
    """Whatever the bot makes of ``2d6``, what it does not understand it repeats letter by letter."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        refused = await channel.command("Ala", "roll", code="Dwie Kości d6")
        rolled = await channel.command("Ala", "roll", code="2d6")

        assert refused.text.startswith("„Dwie Kości d6” nie wygląda na kod rzutu.")
        assert "2K6: **" in rolled.text
