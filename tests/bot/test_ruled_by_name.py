"""Rulings typed in one line: by a player's name, with words for death and return, and a character's other player."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.games import load
from tests.bot.a_channel import Channel, a_channel

MASTER = "Ala"


@contextlib.asynccontextmanager
async def a_real_table(folder: Path, game: str, *names: str) -> AsyncIterator[Channel]:
    """A real table that the bot has set up; each has one hero in the Labyrinth of Death."""
    more = {"options": f"heroes={len(names)} apprentices=0"} if game == "labirynt-smierci" else {}
    async with a_channel(folder, load(game)) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command(MASTER, "game new", table=True, players=", ".join(names), **more)
        await channel.command(MASTER, "table", **{"whose-dice": "bot"})
        await channel.press(MASTER, "Szybki start")
        yield channel


FOUR = ("Bolek", "Ewa", "Anna", "Fred")


async def ruled(channel: Channel, what: str, value: str = "", *, sure: bool = False) -> str:
    """What the game master reads after this line."""
    more = {"value": value} if value else {}
    return (await channel.command(MASTER, "gm set", what=what, **more, sure=sure)).text


# By a player's name ------------------------------------------------------------------------------------------


async def test_a_players_name_stands_for_the_only_hero(tmp_path: Path) -> None:
    """In one line or in two fields, and never for what the name of the player does not lead to."""
    async with a_real_table(tmp_path, "labirynt-smierci", *FOUR) as channel:
        line = await ruled(channel, "bolek siła 3")
        fields = await ruled(channel, "bolek siła", "3")
        halves = await ruled(channel, "bolek", "siła 3")

        assert "siła 10 → 3**" in line
        assert line == fields == halves


async def test_of_several_heroes_of_one_player_the_refusal_lists_all(tmp_path: Path) -> None:
    async with a_real_table(tmp_path, "labirynt-czarnoksieznika", "Bolek", "Ewa") as channel:
        for _ in range(4):
            await channel.command(MASTER, "gm skip", sure=True)
        heroes = [
            line.split("**")[1] for line in (await channel.command(MASTER, "party")).text.split("\n") if "❤" in line
        ]
        death = await ruled(channel, "bolek śmierć")
        all_of_them = await ruled(channel, "bolek kolczuga 3")

        assert all(f"{hero}: śmierć" in death for hero in heroes[:2])
        assert all(hero in all_of_them for hero in heroes[:2])
        assert "pasuje do kilku" in death


# Death and return --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "left", "line", "comes"),
    [
        ("labirynt-smierci", "W szyku szeregi się zwierają", "{hero} wróć 3", "Staje na końcu szyku"),
        ("labirynt-czarnoksieznika", "W Obozie wstaje za to ktoś ze śpiących", "{hero} wróć haldra", "Staje w Obozie"),
        (
            "jaskinia",
            "Czary i trofea wracają na stosy",
            "bolek wróć kartografka",
            "to, co zostawił poprzedni Poszukiwacz",
        ),
    ],
)
async def test_death_and_return_are_words_in_every_game(
    game: str, left: str, line: str, comes: str, tmp_path: Path
) -> None:
    """With what becomes of rank, gold and things; a player of the Cave comes back with another Seeker."""
    async with a_real_table(tmp_path, game, *FOUR) as channel:
        for _ in range(0 if game == "labirynt-smierci" else 16):
            await channel.command(MASTER, "gm skip", sure=True)
        who = "bolek"
        seen = await ruled(channel, f"{who} śmierć")
        if "pasuje do kilku" in seen:
            who = seen.partition("możliwości: ")[2].partition(":")[0]
            seen = await ruled(channel, f"{who} śmierć")
        hero = seen.partition("**")[2].partition(":")[0]
        await channel.press(MASTER, "Zrób to")
        back = await ruled(channel, line.format(hero=hero))

        assert left in seen
        assert comes in back


async def test_a_death_that_cannot_be_now_says_why(tmp_path: Path) -> None:
    """The last one of the party cannot be struck dead."""
    async with a_real_table(tmp_path, "labirynt-smierci", "Bolek") as channel:
        refused = await ruled(channel, "bolek śmierć")

        assert "Teraz nikt od tego nie zginie" in refused


# Another player ----------------------------------------------------------------------------------------------


async def test_a_hero_goes_to_another_name(tmp_path: Path) -> None:
    """With a preview, in public, and taken back like any ruling."""
    async with a_real_table(tmp_path, "labirynt-smierci", *FOUR) as channel:
        seen = await channel.command(MASTER, "gm set", what="bolek gracz Anna")
        assert seen.message is not None
        silent = next(button for button in seen.message.buttons if "Po cichu" in button.label)
        await channel.press(MASTER, "Zrób to")
        moved = (await channel.command(MASTER, "party")).text
        await channel.command(MASTER, "undo", what="1")
        await channel.press(MASTER, "Cofnij")
        back = (await channel.command(MASTER, "party")).text

        assert "gracz Bolek → Anna" in seen.text
        assert "o tym musi wiedzieć cały stół" in seen.text.lower()
        assert silent.disabled
        assert "zmienia gracza – teraz gra Anna (wcześniej Bolek)" in channel.story()
        assert ("(Bolek)" in moved, "(Bolek)" in back) == (False, True)
        assert moved.count("(Anna)") == 2


async def test_a_silent_change_of_the_player_is_refused(tmp_path: Path) -> None:
    async with a_real_table(tmp_path, "labirynt-smierci", *FOUR) as channel:
        told = await channel.command(MASTER, "gm set", what="bolek gracz Anna", whisper=True, sure=True)

        assert "o tym musi wiedzieć cały stół" in told.text
        assert "zmienia gracza" not in channel.story()


async def test_who_has_no_hero_left_is_not_waited_for(tmp_path: Path) -> None:
    """A question that is asked of each player is asked of the new one alone."""
    async with a_real_table(tmp_path, "labirynt-smierci", "Bolek", "Anna") as channel:
        await ruled(channel, "bolek gracz Anna", sure=True)
        await channel.command(MASTER, "gm now", what="walka 2 trolle")
        await channel.press(MASTER, "Zrób to")
        waited = (await channel.command(MASTER, "gm what")).text

        assert "czekamy na: Anna" in waited
        assert "Bolek" not in waited.splitlines()[0]


async def test_an_open_question_is_asked_anew_of_the_right_person(tmp_path: Path) -> None:
    """In a Discord channel: orders that both were asked for are asked of the one who leads both heroes now."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command("Ala", "game new", options="heroes=2 apprentices=0")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member="Celina")
        await channel.press("Ala", "Szybki start")
        await channel.command("Celina", "gm now", what="walka 8 trolli")
        await channel.press("Celina", "Zrób to")
        before = (await channel.command("Celina", "gm what")).text
        moved = await channel.command("Celina", "gm set", what="bartek gracz Ala", sure=True)
        after = (await channel.command("Celina", "gm what")).text

        assert "czekamy na: Ala i Bartek" in before
        assert moved.text.startswith("✍️ Gotowe")
        assert "czekamy na: Ala\n" in after


@pytest.mark.parametrize("game", ["labirynt-czarnoksieznika", "jaskinia"])
async def test_games_of_rivals_hand_over_whole_seats(game: str, tmp_path: Path) -> None:
    async with a_real_table(tmp_path, game, "Bolek", "Ewa") as channel:
        for _ in range(6):
            await channel.command(MASTER, "gm skip", sure=True)
        told = await ruled(channel, "bolek gracz Ewa")

        assert "W tej grze jednej postaci nie oddaje się" in told
        assert "`/gra oddaj" in told
