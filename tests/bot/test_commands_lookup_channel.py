"""``/lookup`` in a channel: who reads it, in which language, and what is completed while somebody types."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules.jaskinia import lookups as cave
from rules.labirynt_czarnoksieznika import lookups as sorcerer
from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika
from rules.labirynt_smierci.lookups import LOOKUPS
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_lookup import OfGame, ask, listed, offered, rows_of, whole
from tests.bot.parlour import ParlourRules, a_choice

CAVE, SORCERER = OfGame(cave.BOOK), OfGame(sorcerer.BOOK)
LARGEST_COMMAND = 8000


@pytest.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    """A channel without a game, and not even with this game's rules."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        yield channel


async def test_a_game_master_looks_something_up(channel: Channel) -> None:
    """For the asker's eyes, without any game."""
    outcome = await ask(channel, "monster", name="troll, 2")

    assert outcome.kind == "ephemeral"
    assert outcome.text.startswith("**Troll** · Potwory\nPoziom: **2**\nSiła: **2K6+5**")


async def test_where_people_speak_english(channel: Channel) -> None:
    """To who has an English Discord the answer, the names and the refusals are English."""

    async def erin(table: str, **options: object) -> str:
        return (await channel.hands.slash("Erin", "the-pit", "lookup", {"table": table, **options})).text

    asked = {"table": "spell", "name": "hea"}
    names = await channel.hands.complete("Erin", "the-pit", "lookup", asked, focused="name")

    assert (await erin("monster", name="troll")).startswith("**Troll** · Monsters\nLevel: **1**")
    assert [choice.name for choice in names] == ["Heal"]
    assert "It can be: Charm, Blast," in await erin("spell", name="fireball")
    for one in LOOKUPS:
        assert rows_of(await erin(one.key))


async def test_ones_own_language_counts_and_not_the_guilds(channel: Channel) -> None:
    """A guild that is no community says en-US of itself: its Polish people read Polish, its German ones English."""
    for name, locale in (("Ola", "pl"), ("Jürgen", "de")):
        channel.playground.add_person(name, locale=locale, guild="The Other Cellar")
    channel.playground.add_person("Tom", locale="en-GB", guild="Piwnica u Ali")
    channel.playground.add_person("Heidi", locale="de", guild="Piwnica u Ali")

    async def troll(who: str, where: str) -> str:
        return (await channel.hands.slash(who, where, "lookup", {"table": "monster", "name": "troll"})).text

    assert "Potwory" in await troll("Ola", "the-pit")
    assert "Monsters" in await troll("Jürgen", "the-pit")
    assert "Monsters" in await troll("Tom", HERE)
    assert "Potwory" in await troll("Heidi", HERE)


async def test_for_everybody(channel: Channel) -> None:
    """With ``public`` the whole channel reads it."""
    await ask(channel, "spell", name="heal", public=True)

    assert "**Uzdrowienie** · Czary" in channel.story()


async def test_dice_are_shown(channel: Channel) -> None:
    """With ``roll`` the dice are thrown, and each can be seen."""
    outcome = await ask(channel, "trap", roll=True)

    assert "🎲 wynik 1K6: **" in outcome.text


async def test_every_table_answers(channel: Channel) -> None:
    """Without a name it is shown whole; never silence."""
    for one in LOOKUPS:
        outcome = await ask(channel, one.key)
        assert outcome.kind == "ephemeral"
        assert rows_of(outcome.text), one.key


async def test_a_wrong_name(channel: Channel) -> None:
    """One sentence with what exists."""
    monster = await ask(channel, "monster", name="smok")
    table = await ask(channel, "smoki", game="śmierci")
    missing = await ask(channel, "bribe", name="złoto 60")
    game = await ask(channel, game="szachy")

    assert "Do wyboru: Bezimienny, Chimera," in monster.text
    assert "Nie ma tabeli „smoki”. Są: Segmenty," in table.text
    assert missing.text == "Wykup: w opcji „nazwa” brakuje: suma. Bez niej i bez rzutu pokażę całą tabelę."
    assert game.text.startswith("Nie ma gry „szachy”. Są: Labirynt Śmierci, ")


async def test_tables(channel: Channel) -> None:
    """Their list, one of them, and its second page; by its title or by its key."""
    tables = await ask(channel, game="labirynt-smierci")
    monsters = await ask(channel, "monster")
    more = await ask(channel, "Potwory", page=2)

    assert "- Potwory wędrowne (§" in tables.text
    assert "`/sprawdź gra:Labirynt Śmierci tabela:Potwory strona:2`" in monsters.text
    assert "zły duch" in more.text
    assert "chimera" not in more.text


async def test_what_is_completed_is_near_what_is_typed(channel: Channel) -> None:
    """Names in the reader's language, at most 25, those that begin alike first, without accents and with a slip."""
    death = {"game": "labirynt-smierci"}
    spells = await offered(channel, "name", table="spell", name="")
    tables = await offered(channel, "table", table="potw", **death)

    assert len(spells) == 25
    assert await offered(channel, "name", table="spell", name="uz") == [("Uzdrowienie", "heal")]
    assert (await offered(channel, "name", table="monster", name="tr"))[0] == ("Troll", "troll")
    assert await offered(channel, "name", table="monster", name="wilkolk") == [("Wilkołak", "dire_wolf")]
    assert [value for _, value in tables][:3] == ["monster", "resident", "wandering"]
    assert await offered(channel, "game", game="smierci") == [("Labirynt Śmierci", "labirynt-smierci")]
    assert await offered(channel, "table", table="x", game="szachy") == []


async def test_tables_are_named_with_their_game_where_none_is_played(channel: Channel) -> None:
    """A game that is chosen offers its own alone."""
    finds = await offered(channel, "table", table="znaleziska")

    assert [value for _, value in finds] == ["find", "sorcerer_find"]
    assert await offered(channel, "table", table="znalez", game="smierci") == [("Znaleziska", "find")]


async def test_what_else_matters_is_completed_after_a_comma(channel: Channel) -> None:
    """The level of a monster, the weapon of an attack."""
    levels = await offered(channel, "name", table="monster", name="Troll, ")
    second = await offered(channel, "name", table="monster", name="Troll, poz 2")

    assert ("Troll, poziom 3", "Troll, level 3") in levels
    assert ("Troll, poziom 2", "Troll, level 2") in second
    assert "Poziom: **2**" in (await ask(channel, "monster", name=second[0][1])).text


async def test_the_command_is_within_discords_limits(channel: Channel) -> None:
    """25 options, 8000 characters over all in the longest language."""
    [command] = [one for one in channel.hands.commands("Ala", HERE) if one["name"] == "lookup"]

    assert [one["name"] for one in command["options"]] == ["name", "table", "game", "roll", "page", "public"]
    assert letters(command) <= LARGEST_COMMAND


def letters(command: dict[str, Any]) -> int:
    """Characters of a command as Discord counts them."""
    own = sum(
        max(len(command[name]), *(map(len, command.get(f"{name}_localizations", {"": ""}).values())))
        for name in ("name", "description")
    )
    return own + sum(letters(option) for option in command.get("options", []))


# Tables of rivals --------------------------------------------------------------------------------------------


CARDBOARD = [
    (
        CAVE,
        "cave_chamber",
        6,
        ("seeker", "rogue"),
        "",
        "**Tabele Jaskini**\n- Liczby wspólne (§4.1, §5.3, ",
        "**Łotrzyk** · Poszukiwacze\nCharakter: **Zły**",
        "🎲 rodzaj komnaty 1K6: **",
    ),
    (
        SORCERER,
        "encounter",
        11,
        ("encounter", "minotaur"),
        "0",
        "**Tabele Labiryntu Czarnoksiężnika**\n- Spotkania („Spotkanie”)",
        "**Minotaur** · Spotkania\nSuma z cyfrą komnaty: **12**",
        "🎲 spotkanie 2K6: **",
    ),
]


@pytest.mark.parametrize(("game", "table", "least_rows", "entry", "thrown_for", "titles", "row", "dice"), CARDBOARD)
async def test_a_game_master_with_nothing_but_the_cardboard(
    channel: Channel,
    game: OfGame,
    table: str,
    least_rows: int,
    entry: tuple[str, str],
    thrown_for: str,
    titles: str,
    row: str,
    dice: str,
) -> None:
    """Which tables there are, one of them, one row of it, and dice thrown on it."""
    answers = [
        await game.ask(channel),
        await game.ask(channel, table=table),
        await game.ask(channel, table=entry[0], name=entry[1]),
        await game.ask(channel, table=table, roll=True, **({"name": thrown_for} if thrown_for else {})),
    ]

    assert answers[0].text.startswith(titles)
    assert len(rows_of(answers[1].text)) >= least_rows
    assert answers[2].text.startswith(row)
    assert dice in answers[3].text
    assert {answer.kind for answer in answers} == {"ephemeral"}


async def test_completion(channel: Channel) -> None:
    """Tables by their titles; entries of the table that was chosen; with dice what the dice need."""

    async def names(game: OfGame, table: str, name: str, **roll: bool) -> list[str]:
        return await game.offered(channel, "name", table=table, name=name, **roll)

    for game, lookups in ((CAVE, cave.LOOKUPS), (SORCERER, sorcerer.LOOKUPS)):
        assert await game.offered(channel, "table", table="") == [lookup.key for lookup in lookups]
    assert await names(CAVE, "seeker", "kart") == ["cartographer"]
    assert await names(CAVE, "Obszary", "e7") == ["E7"]
    assert await names(CAVE, "", "pochod") == ["torch"]
    assert await names(SORCERER, "character", "el") == ["velsa", "liriel", "taelin"]
    assert await names(SORCERER, "Znaleziska", "zmi") == ["fate"]
    assert await names(SORCERER, "encounter", "4", roll=True) == ["4"]
    assert await names(SORCERER, "dragons", "x") == []
    assert await names(SORCERER, "", "vel") == ["velsa"]
    assert await names(SORCERER, "", "pułap") == ["trap", "trap"]
    assert not any(value.isdecimal() for value in await names(SORCERER, "", "1"))
    assert "4" in await names(SORCERER, "", "", roll=True)


async def test_whole_tables_of_all_games(channel: Channel) -> None:
    """``/lookup table`` knows every game's, page by page; a title of two games is the first's unless one is named."""
    assert "**Tabele Labiryntu Czarnoksiężnika**\nSpotkania („Spotkanie”), Znaleziska (" in await listed(channel)
    assert "**Tabele Jaskini**\nLiczby wspólne (" in await listed(channel)
    assert "skarabeuszy" in await whole(channel, "Spotkania")
    assert "fontanna" in await whole(channel, "Znaleziska")
    assert "Tarcza mocy" in await whole(channel, "Znaleziska (Labirynt Czarnoksiężnika)")
    assert "Tarcza mocy" in await whole(channel, "sorcerer_find")
    assert "Zawał" in await whole(channel, "Karty")
    assert "Kapliczka" in await whole(channel, "cave_card", page=4)
    assert "Łotrzyk" in await whole(channel, "Seekers")


async def test_a_title_of_both_games_means_the_one_that_is_played(tmp_path: Path) -> None:
    """Where rivals sit, «Finds» are theirs; the other game's are still there under their key or full title."""
    async with a_channel(tmp_path, LabiryntCzarnoksieznika.with_tables()) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        assert "Tarcza mocy" in await whole(channel, "Finds")
        assert "Tarcza mocy" in await whole(channel, "znaleziska")
        assert "fontanna" in await whole(channel, "Znaleziska (Labirynt Śmierci)")
        assert "fontanna" in await whole(channel, "find")
        assert "Bezimienny" in await whole(channel, "Potwory")
