"""Rulings typed in one line: by a player's name, with words for death and return, and a character's other player."""

from __future__ import annotations

import contextlib
import re
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


async def test_one_monster_of_a_group_is_struck_dead_and_not_all_sent_away(tmp_path: Path) -> None:
    """What is typed behind a ruling that takes nothing is never left out in silence."""
    async with a_real_table(tmp_path, "labirynt-smierci", "Marek", "Bolek") as channel:
        await channel.command(MASTER, "gm now", what="walka 2 harpie, poziom 1, siła 5", sure=True)

        assert "„harpię B” tu nie pasuje" in await ruled(channel, "odeślij harpię B")
        for line in ("odeślij harpie", "odchodzą", "potwory odchodzą", "przerwij", "przerwij walkę"):
            assert "Potwory: odeślij (2 harpie)" in await ruled(channel, line)
        killed = await ruled(channel, "zabij harpię")
        assert "Harpia A: śmierć i Harpia B: śmierć" in killed
        assert "harpia B pada" in await ruled(channel, "zabij harpię B")
        assert "Harpia A: odchodzi i Harpia B: odchodzi" in await ruled(channel, "harpia odchodzi")
        assert "odsyła w ciemność: **harpia A**" in await ruled(channel, "harpia A odchodzi")
        for line in ("harpia B śmierć", "harpia 2 śmierć", "harpia 2 ginie", "harpia 2 siła 0"):
            assert "harpia B pada" in await ruled(channel, line)


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


async def test_a_number_at_the_end_is_a_value_not_one_of_several_monsters(tmp_path: Path) -> None:
    """«Troll strength 1» asks which troll, and keeps the 1; «troll 1» names one."""
    async with a_real_table(tmp_path, "labirynt-smierci", *FOUR) as channel:
        await channel.command(MASTER, "gm now", what="2 trolle, poziom 2")
        await channel.press(MASTER, "Zrób to")
        asked = await channel.command(MASTER, "gm set", what="troll siła 1")
        preview = await channel.pick(MASTER, asked.message, 0, "Troll B: siła")
        named = await ruled(channel, "troll 2 siła 1")

        assert "pasuje do kilku możliwości" in asked.text
        for text in (preview.text, named):
            assert re.search(r"Troll B: siła \d+ → 1\*\*", text)


async def test_one_of_several_is_chosen_and_the_rest_of_the_line_is_kept(tmp_path: Path) -> None:
    """A menu with those that may be meant; the value, the reason and the way are as they were typed."""
    async with a_real_table(tmp_path, "labirynt-smierci", *FOUR) as channel:
        asked = await channel.command(MASTER, "gm set", what="siła 3", reason="zła karta", whisper=True)
        [menu] = asked.message.selects  # type: ignore[union-attr]  # it is there
        labels = [option["label"] for option in menu.options]
        preview = await channel.pick(MASTER, asked.message, 0, labels[1])

        assert "pasuje do kilku możliwości" in asked.text
        assert f"{labels[1]}" in preview.text
        assert "→ 3**" in preview.text
        assert "Po cichu" in preview.text


async def test_a_typing_error_is_asked_about(tmp_path: Path) -> None:
    """Nothing is changed by a name that is only like one; choosing it goes on with the value."""
    async with a_real_table(tmp_path, "labirynt-smierci", "Mira", "Larraka") as channel:
        asked = await channel.command(MASTER, "gm set", what="Larrraka złoto 40", sure=True)
        [option] = asked.message.selects[0].options  # type: ignore[union-attr]  # it is there
        preview = await channel.pick(MASTER, asked.message, 0, option["label"])

        assert asked.text.startswith(f"Nie rozumiem „Larrraka złoto”. Chodzi o: {option['label']}?")
        assert "złoto 0 → 40**" in preview.text


# Present values and other words ------------------------------------------------------------------------------


async def test_a_present_value_in_a_label_is_no_part_of_a_name(tmp_path: Path) -> None:
    """A wounded hero's full strength is 7; «siła 7» is its strength now, and its label may be typed as it is shown."""
    async with a_real_table(tmp_path, "labirynt-smierci", "Mira", "Ola", "Bolek") as channel:
        await ruled(channel, "mira siła 5", sure=True)

        assert "siła 5 → 7**" in await ruled(channel, "mira siła 7")
        assert "pełna siła 7 → 5**" in await ruled(channel, "mira pełna siła 5")
        assert "siła 5 → 6**" in await ruled(channel, "mira: siła (5 z 7) 6")


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("jaskinia", "bolek złoto 5", "mieszki złota 1 → 5"),
        ("jaskinia", "bolek moc 5", "własna Moc 4 → 5"),
        ("jaskinia", "bolek siła +1", "własna Siła 3 → 4"),
        ("jaskinia", "bolek siła -1", "To musi być liczba od 3 do 30"),
        ("jaskinia", "bolek życie 3", "Wytrzymałość 4 → 3"),
        ("jaskinia", "ewa miejsce E7", "Wejście do Jaskini (E7)"),
        ("jaskinia", "ewa na E7", "Wejście do Jaskini (E7)"),
        ("jaskinia", "Wrota W1 otwarte", "Otwórz Wrota → Wrota W1"),
        ("labirynt-czarnoksieznika", "borgrim zdrowie 2", "Punkty Życia 4 → 2"),
        ("labirynt-czarnoksieznika", "borgrim życie -1", "Punkty Życia 4 → 3"),
        ("labirynt-czarnoksieznika", "borgrim w D4", "→ D4 (komnata Teleportu), Krypta"),
        ("labirynt-smierci", "bolek zdrowie 3", "siła 5 → 3"),
        ("labirynt-smierci", "bolek pieniądze +10", "złoto 0 → 10"),
    ],
)
async def test_natural_words_name_a_correction(game: str, line: str, told: str, tmp_path: Path) -> None:
    """Beside the label; a sign means more or less than now."""
    async with a_real_table(tmp_path, game, "Marek", "Bolek", "Ewa") as channel:
        for _ in range(0 if game == "labirynt-smierci" else 6):
            await channel.command(MASTER, "gm skip", sure=True)

        assert told in await ruled(channel, line)


async def test_the_value_tells_which_of_several_corrections_is_meant(tmp_path: Path) -> None:
    """«Odbierz amulet» of who has a trophy, too."""
    async with a_real_table(tmp_path, "jaskinia", "Marek", "Bolek", "Ewa") as channel:
        for _ in range(6):
            await channel.command(MASTER, "gm skip", sure=True)
        await ruled(channel, "bolek daj amulet", sure=True)
        await ruled(channel, "bolek daj orka", sure=True)

        assert "odbierz Przedmiot lub Przyjaciela → Amulet cieni" in await ruled(channel, "bolek odbierz amulet")
        assert "odbierz trofeum → Ork" in await ruled(channel, "bolek odbierz orka")
        assert "„miecz” nie pasuje do żadnej z możliwości: odbierz" in await ruled(channel, "bolek odbierz miecz")


async def test_an_unknown_word_behind_a_clear_name_is_named(tmp_path: Path) -> None:
    """The refusal does not blame the name."""
    async with a_real_table(tmp_path, "jaskinia", "Marek", "Bolek", "Ewa") as channel:
        for _ in range(6):
            await channel.command(MASTER, "gm skip", sure=True)
        unknown = await ruled(channel, "bolek kasa 5")
        alive = await ruled(channel, "bolek wróć")
        nothing = await ruled(channel, "bolek")

        assert unknown.startswith("Zakonnik: nie znam „kasa”. Jest: Wytrzymałość, do ilu leczy rany, własna Siła")
        assert alive == "Zakonnik: „wróć” jest teraz niemożliwe."
        assert nothing.startswith("„bolek” pasuje do kilku możliwości: Zakonnik: Wytrzymałość, ")


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

        assert "To ostatni żywy bohater." in refused


async def test_in_a_fight_deaths_returns_and_moves_wait(tmp_path: Path) -> None:
    """Nobody else returns instead, and «w» is no beginning of another word."""
    async with a_real_table(tmp_path, "labirynt-czarnoksieznika", "Bolek", "Ewa") as channel:
        for _ in range(6):
            await channel.command(MASTER, "gm skip", sure=True)
        await channel.command(MASTER, "table", **{"whose-dice": "hand"})
        while "Gotowe" not in (await channel.command(MASTER, "gm now", what="minotaur dla Haldry", sure=True)).text:
            await channel.command(MASTER, "gm skip", sure=True)

        assert "⏳" in (await ruled(channel, "haldra śmierć"))
        assert "Eriald: śmierć i Taelin: śmierć" in (await ruled(channel, "ewa śmierć"))
        assert (await ruled(channel, "borgrim wróć")).startswith("Borgrim: „wróć” jest teraz niemożliwe.")
        assert (await ruled(channel, "haldra w D2")).startswith("Haldra: komnata (D2, Krypta)")


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
