"""Jaskinia beside the main board, in a channel: nobody is called while nobody is inside; in, out and in again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.table_words import status_line
from bot.discord.screen_story import told_on_screen
from bot.table.habits import Habits
from bot.table.records import OutboxRow
from bot.table.timekeeping import deadline_of, waited_at
from rules.games import load
from rules.jaskinia.events import beside
from rules.kernel.events import Event, Told
from rules.kernel.words import Word
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction

BOLEK = (
    "imię: Bolek; siła: 4/3; moc: 3; charakter: dobry; złoto: 2; przedmioty: Miecz (broń, siła +1 w walce), Latarnia"
)
WANDA = "imię: Wanda; siła: 3; moc: 6/5; charakter: neutralny; czary: 2; skąd: obszar karty"


@asynccontextmanager
async def a_cave(folder: Path) -> AsyncIterator[Channel]:
    """Ala and Bartek at a table beside the main board, and nobody inside."""
    async with a_channel(folder, load("jaskinia")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", game="jaskinia", options="board=table")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Zaczynamy")
        yield channel


def prompt(channel: Channel) -> str:
    """What everybody reads last."""
    return next(one.text for one in channel.hands.newest_first(HERE, "Ala") if not one.ephemeral)


async def test_nobody_is_called_and_nothing_is_due_while_nobody_is_inside(tmp_path: Path) -> None:
    """Whoever likes acts; the clock has nothing to look for, though this table is strict."""
    async with a_house(tmp_path / "db", load("jaskinia")) as house:
        await house.lobby(ALA, OLEK, board="table")
        there = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing

        assert there.waiting is not None
        assert there.waiting.why == "guest.outside"
        assert waited_at(there) == ()
        strict = msgspec.structs.replace(there.record, habits=Habits(deadline_after=1))
        assert deadline_of(msgspec.structs.replace(there, record=strict)) is None
        pinned = status_line(Scene(there, load("jaskinia")))
        assert "na nikogo nie czekamy, każdy może teraz działać" in pinned or "waiting for nobody" in pinned


async def test_two_guests_come_in_and_one_goes_out_and_in_again(tmp_path: Path) -> None:
    """The exit card says what to change outside; the second visit takes one press."""
    async with a_cave(tmp_path) as channel:
        assert "W Jaskini nikogo nie ma" in prompt(channel)
        assert "<@" not in prompt(channel)

        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.answer("Bartek", f"Wejdź do Jaskini: {WANDA}")
        for who in ("Ala", "Bartek"):
            await channel.press(who, "Wchodzi")
        await channel.answer("Bartek", "Zbadaj Obszar")
        await channel.press("Ala", "Wyjdź z Jaskini")
        await channel.answer("Bartek", "leave card")

        assert "📜 **Karta wyjścia: Bolek** (Ala) – przybycie ze Skał, odejście na Skały" in channel.story()
        assert "odejście na Obszar karty Jaskinia" in channel.story()
        assert "**Bolek** (Ala) przyjdzie ze Skał: Charakter Dobry, Siła 4 (z rzeczami 4)" in channel.story()
        assert "W Jaskini nikogo nie ma" in prompt(channel)
        assert "<@" not in prompt(channel)

        await channel.press("Ala", "Wejdź jak ostatnio")
        entering = [button.label for message in channel.asking() for button in message.buttons]
        assert "Wchodzi" in entering
        assert not any("⭐" in label for label in entering)  # whether a guest comes is no matter of advice
        await channel.press("Ala", "Wchodzi")
        hero = await channel.command("Ala", "hero")

        assert "Twój ruch" in prompt(channel)
        assert "- Miecz (Przedmiot): broń, siła +1 w walce" in hero.text
        assert "Nic się nie zmieniło." in hero.text


async def test_at_a_later_visit_only_what_has_changed_is_typed(tmp_path: Path) -> None:
    """The rest is as it was when the guest left."""
    async with a_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "Wyjdź z Jaskini")
        await channel.answer("Ala", "Wejdź do Jaskini: złoto: 7; wytrzymałość: 2")

        assert "Siła 4 (z rzeczami 4), Moc 3 (z rzeczami 3), Wytrzymałość 2/4, 7 mieszków złota" in channel.story()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "imię: X; siła: 3; moc: 3; charakter: dobry; przedmioty: A, B, C, D, E",
            "Przedmiotów jest 5, a wolno najwyżej 4",
        ),
        (
            "imię: X; siła: 3; moc: 3; charakter: dobry; czary: 3",
            "Czarów jest 3, a przy łącznej Mocy 3 wolno najwyżej 1",
        ),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; wytrzymałość: 0", "Wytrzymałość 0 to śmierć"),
        ("imię: X; siła: wiele; moc: 3; charakter: dobry", "„wiele” to nie liczba"),
        ("imię: X; siła: 2/3; moc: 3; charakter: dobry", "`2/3!`"),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; przedmioty: Miecz (ładny)", "Nie rozumiem znaku „ładny”"),
        ("imię: X; siła: 3; moc: 3; charakter: dobry; trofea: Ork", "Trofeum „Ork” potrzebuje Siły"),
        ("siła: 3; moc: 3; charakter: dobry", "Gość potrzebuje imienia"),
    ],
)
async def test_a_sheet_that_cannot_be_is_refused_in_words(typed: str, said: str, tmp_path: Path) -> None:
    """With the limit, and what would make it right."""
    async with a_cave(tmp_path) as channel:
        told = await channel.answer("Ala", f"Wejdź do Jaskini: {typed}")

        assert said in told.text
        assert "W Jaskini nikogo nie ma" in prompt(channel)


async def test_spells_are_named_for_their_player_alone(tmp_path: Path) -> None:
    """Others see how many there are; the four that do not reach into the Cave are refused by name."""
    async with a_cave(tmp_path) as channel:
        await channel.answer("Bartek", f"Wejdź do Jaskini: {WANDA}")
        await channel.press("Bartek", "Wchodzi")

        named = await channel.answer("Bartek", "say-name: spell: Zrost ran")
        refused = await channel.answer("Bartek", "say-cast: which: own::1; aloud: Blyskawica")

        assert "Błyskawica w Jaskini nie działa" in refused.text
        assert "Zrost ran" not in "\n".join(channel.texts("Ala"))
        assert "Zrost ran" in named.text
        assert "Zrost ran" in (await channel.command("Bartek", "hero")).text
        assert "Zrost ran" not in (await channel.command("Ala", "party")).text


# A real table ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def a_real_cave(folder: Path) -> AsyncIterator[Channel]:
    """Ala is the game master of Bolek and Lolek, who are outside."""
    async with a_channel(folder, load("jaskinia")) as channel, channel.bot_up():
        await channel.command(
            "Ala", "game new", game="jaskinia", options="board=table", table=True, players="Bolek, Lolek"
        )
        await channel.press("Ala", "Zaczynamy")
        yield channel


async def test_the_lobby_states_the_goal_beside_the_board(tmp_path: Path) -> None:
    """Nobody wins here by finding the Crystal Chamber."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        lobby = await channel.command("Ala", "game new", game="jaskinia", options="board=table")

        assert "wygrywa się tam" in lobby.text
        assert "Wygra, kto pierwszy" not in lobby.text


async def test_sheet_and_exit_card_of_a_guest_outside_can_be_called(tmp_path: Path) -> None:
    """By the name, and among one's own things; the party shows the sheet, too."""
    async with a_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "Wyjdź z Jaskini")
        own = next(message for message in channel.hands.newest_first(HERE, "Ala") if message.ephemeral)
        await channel.hands.slash("Bartek", HERE, "hero", {"name": "Bolek"})
        await channel.hands.settled()
        pages = [message.text for message in channel.hands.newest_first(HERE, "Bartek")][:2]
        things = await channel.press("Ala", "🎒")
        party = await channel.command("Bartek", "party")

        assert own.text.startswith("📜 **Karta wyjścia: Bolek**")
        assert any("Karta wyjścia: Bolek" in page for page in pages)
        assert any("na zewnątrz" in page and "Miecz" in page for page in pages)
        assert "Karta wyjścia: Bolek" in things.text
        assert "Siła 4" in party.text


async def test_a_death_by_ruling_leaves_right_numbers_on_the_exit_card(tmp_path: Path) -> None:
    """Endurance is 0, and the gold that lies in the Cave is told."""
    async with a_real_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Wejdź do Jaskini: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        ruled = await channel.command("Ala", "gm set", what="slay:s1", sure=True)

        assert "📜 **Karta wyjścia: Bolek**" in ruled.text
        await channel.hands.slash("Bartek", HERE, "hero", {"name": "Bolek"})
        await channel.hands.settled()

        assert "Wytrzymałość: 4 → **0**" in next(channel.hands.newest_first(HERE, "Bartek")).text
        assert "Wytrzymałość: 4 → **0**" in channel.story()
        assert "Zostaje w Jaskini: 2 " in channel.story()


async def test_the_game_master_lets_anybody_in_by_name(tmp_path: Path) -> None:
    """One button has the names; each guest's ways are told apart, while somebody else walks, too."""
    async with a_real_cave(tmp_path) as channel:
        assert "🚪 Kto wchodzi? Bolek i Lolek" in labels(channel)
        await channel.press("Ala", "🚪 Kto wchodzi?")
        form = await channel.press("Ala", "Lolek: Wejdź do Jaskini…")
        line = await channel.press("Ala", "W jednym wierszu…")
        short = await channel.submit("Ala", line, "Imię: Gotfryd; Charakter: dobry; Siła: 5/4")
        assert "brakuje: Moc" in short.text
        assert "Gotfryd" in short.text
        field = await channel.press("Ala", "Imię")
        unclear = await channel.submit("Ala", field, "Imię: Gotfryd; odwaga: 5")
        assert "odwaga" in unclear.text
        field = await channel.press("Ala", "Imię")
        await channel.submit("Ala", field, "Imię: Gotfryd; Charakter: dobry; Siła: 5/4; Moc: 2")

        assert "Lolek" in form.text
        assert "**Gotfryd** (Lolek) przyjdzie" in channel.story()
        await channel.press("Ala", "Wchodzi")
        whose = await channel.answer("Ala", BOLEK)
        await channel.answer("Ala", f"bolek: {BOLEK}")
        assert "**Bolek** (Bolek) przyjdzie" in channel.story()
        assert whose.kind == "ephemeral"


async def test_a_guest_comes_in_again_by_one_press(tmp_path: Path) -> None:
    """The button of the question says whose guest it is, and so does the death on the board."""
    async with a_real_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Lolek: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "Wyjdź z Jaskini")
        offered = labels(channel)
        await channel.press("Ala", "🚪 Kto wchodzi?")
        ways = labels(channel)
        await channel.press("Ala", "Lolek: Wejdź jak ostatnio")
        screen = await channel.command("Ala", "gm screen")

        assert "Siła 4 · Moc 3" in screen.text
        assert "Lolek: Wejdź jak ostatnio" in offered
        assert "Lolek: Bolek ginie na planszy" in ways
        assert "Bolek: Wejdź do Jaskini…" in ways
        assert channel.story().count("(Lolek) przyjdzie") == 2


async def test_a_dead_guest_leaves_a_whole_exit_card_and_its_things(tmp_path: Path) -> None:
    """Called by its name, too; no line of the card stands without its heading, and its things are seen from afar."""
    async with a_real_cave(tmp_path) as channel:
        await channel.command("Ala", "table", **{"whose-dice": "bot"})
        await channel.answer("Ala", f"Lolek: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.answer(
            "Ala", "Bolek: Imię: Berta; Siła: 3; Moc: 3; Charakter: zły; Złoto: 2; Przedmioty: Hak, Lina"
        )
        for _ in range(3):
            await channel.command("Ala", "gm skip", sure=True)
        await channel.command("Ala", "gm set", what="berta śmierć", sure=True)
        died = prompt(channel)
        await channel.press("Ala", "⭐")
        await channel.hands.slash("Bartek", HERE, "hero", {"name": "Berta"})
        await channel.hands.settled()

        card = next(channel.hands.newest_first(HERE, "Bartek")).text
        assert card.startswith("📜 **Karta wyjścia: Berta** (Bolek)")
        assert "złoto 2 · trofea 0/7\n" in prompt(channel)
        assert "Wytrzymałość: 4 → **0**" in card
        assert "Karta wyjścia: Berta" in died.partition("\n- ")[0]
        assert "\n- " not in prompt(channel) or "📜" in prompt(channel)
        assert "**🕯️" in died  # later the newest answer has the room
        assert "-# . Potem" not in prompt(channel)


async def test_a_refused_line_opens_again_as_it_was_typed(tmp_path: Path) -> None:
    """Whatever was wrong with it; what was typed as an answer is quoted."""
    async with a_real_cave(tmp_path) as channel:
        await channel.press("Ala", "🚪 Kto wchodzi?")
        await channel.press("Ala", "Lolek: Wejdź do Jaskini…")
        for typed, wrong in (("Imię: Gotfryd; odwaga: 5", "odwaga"), ("Imię: Gotfryd; Siła: dużo; Moc: 2", "dużo")):
            line = await channel.press("Ala", "W jednym wierszu…")
            refused = await channel.submit("Ala", line, typed)
            again = await channel.press("Ala", "W jednym wierszu…")

            assert wrong in refused.text
            assert f"'{typed}'" in str(again.modal)
            await channel.submit("Ala", again, typed)
        wrong_line = BOLEK.replace("4/3", "wiele")
        quoted = await channel.answer("Ala", f"lolek: {wrong_line}")

        assert f"```\n{wrong_line}\n```" in quoted.text


async def test_who_comes_in_is_a_button_while_somebody_walks(tmp_path: Path) -> None:
    async with a_real_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Lolek: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "🚪")

        assert labels(channel) == ["Bolek: Wejdź do Jaskini…"]


async def test_nobody_lets_in_who_does_not_play_tonight(tmp_path: Path) -> None:
    """Neither the question nor the door has a way in for an absent player."""
    async with a_real_cave(tmp_path) as channel:
        await channel.command("Ala", "game hand", seat="Bolek", tonight=False)
        asked = next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons and not one.ephemeral)

        offered = [button.label for button in asked.buttons]
        assert "🚪 Kto wchodzi? Lolek" in offered
        assert not any(label.startswith("Wejdź do Jaskini") for label in offered)


async def test_a_death_on_the_board_is_confirmed(tmp_path: Path) -> None:
    """The button says whose it is, and does nothing by itself."""
    async with a_real_cave(tmp_path) as channel:
        await channel.answer("Ala", f"Lolek: {BOLEK}")
        await channel.press("Ala", "Wchodzi")
        await channel.press("Ala", "Wyjdź z Jaskini")
        await channel.press("Ala", "🚪 Kto wchodzi?")
        asked = await channel.press("Ala", "Lolek: Bolek ginie na planszy")
        before = channel.story()
        await channel.press("Ala", "Tak, na pewno")

        assert "**Bolek** (Lolek) ginie na głównej planszy?" in asked.text
        assert "Bolek** (Lolek) ginie" not in before
        assert "ginie" in channel.story()


def labels(channel: Channel) -> list[str]:
    """The buttons of the newest message that Ala can press."""
    shown = next(message for message in channel.hands.newest_first(HERE, "Ala") if message.buttons)
    return [button.label for button in shown.buttons]


async def test_an_exit_card_that_does_not_fit_becomes_one_line(tmp_path: Path) -> None:
    """Its last line does not stand alone below the death, though the newest line of a story always stays."""
    left: list[Event] = [beside.ExitNumber(Word("cave.gold"), lost, 0) for lost in range(12)]
    head = beside.VisitEnded("s2", "Gotfryd", Word("exitfrom.rocks"), Word("exitto.died"), "E6")
    gold = beside.ExitGoldLeft(3, Word("area.corridor"), "F6")
    async with a_house(tmp_path / "db", load("jaskinia")) as house:
        await house.lobby(ALA, OLEK, board="table")
        there = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
    told = [Told(event) for event in (head, *left, gold)]
    row = OutboxRow(1, there.record.id, CHANNEL, there.address, tuple(told), ("s2", "x"))

    said = told_on_screen(Scene(there, load("jaskinia")), (), [row]).split("\n")

    assert [line for line in said if line.startswith("- ")] == []
    assert [line for line in said if "Gotfryd" in line] == [said[-1]]
    assert said[-1].endswith("`/bohater`") or said[-1].endswith("`/hero`")
