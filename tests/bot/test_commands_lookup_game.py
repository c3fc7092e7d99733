"""``/lookup``: the tables of Labirynt Czarnoksiężnika."""

from __future__ import annotations

from typing import Any

import pytest

from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.kernel.chance import thrower
from rules.kernel.lookups import Lookup
from rules.labirynt_czarnoksieznika.lookups import BOOK, LOOKUPS
from rules.labirynt_czarnoksieznika.tables import Tables, load
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, kind_of
from tests.bot.a_lookup import OfGame, without_cases

TABLES = load()
SORCERER = OfGame(BOOK)
say = SORCERER.say


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("one", [one for one in LOOKUPS if one.roll], ids=lambda one: str(one.key))
def test_every_result_has_words(one: Lookup[Tables], locale: str) -> None:
    """Whatever a die of a token or an ability decides."""
    narrator = Narrator(locale)
    given: dict[str, list[dict[str, Any]]] = {
        "encounter": [{"digit": digit} for digit in range(7)],
        "ability": [{"name": name} for name in ("raise_zombie", "trap", "acid_cloud", "tree_of_life")],
        "token": [{"name": name} for name in ("trap", "cloud")],
    }

    for seed in range(20):
        for asked in given[one.key]:
            found = one.answer(TABLES, asked, thrower(f"{seed}".encode()))
            assert isinstance(found, dict)
            assert len(found["rolled"]) == 1
            assert narrator.has_words(f"lookup.token.{found.get('result', 'nothing')}")


def test_rolling_needs_the_digit() -> None:
    """With dice an encounter's entry is the chamber's digit."""
    assert "Cyfra komnaty: **4**" in say("Spotkania", "4", throw=True)
    assert "🎲 spotkanie 2K6: **" in say("Spotkania", "4", throw=True)
    assert say("Spotkania", throw=True).startswith("Spotkania: w opcji „nazwa” brakuje: cyfra komnaty.")
    assert "Do wyboru: 0, 1, 2, 3, 4, 5 i 6." in say("Spotkania", "9", throw=True)
    assert say("Znaleziska", "miecz", throw=True) == "Znaleziska: tu nie ma o co rzucać."


def test_what_does_not_exist() -> None:
    """One sentence with what exists."""
    assert say("smoki") == (
        "Nie ma tabeli „smoki”. Są: Spotkania, Znaleziska, Postacie, Zdolności, Żetony specjalne, Plansze, Runy "
        "i Klejnoty."
    )
    assert "„kobold” nie pasuje do opcji „nazwa”. Do wyboru: Zapomniana skrytka," in say("Spotkania", "kobold")
    assert "It can be: Dagger, Sword," in say("Finds", "wand", "en")
    assert say("", "kobold") == (
        "W tabelach gry Labirynt Czarnoksiężnika nic nie nazywa się „kobold”. Które są: `/sprawdź`."
    )


def test_an_entry_whose_table_nobody_named() -> None:
    """It is sought in all of them; a name that several tables have brings all its entries, dice those with dice."""
    both = say("", "trap")

    assert say("", "Velsa") == say("Postacie", "velsa")
    assert say("", "velsa", "en").startswith("**Velsa the Wraith** · Characters")
    assert say("", "bazyl") == f"-# bazyl → Bazyliszek?\n\n{say('Spotkania', 'basilisk')}"
    assert both == f"{say('ability', 'trap')}\n\n{say('token', 'trap')}"
    assert "🎲 spotkanie 2K6: **" in say("", "4", throw=True)


# Names -----------------------------------------------------------------------------------------------------------


def names() -> list[str]:
    """The key of everything that the tables name."""
    found = [f"loot.{row.id}" for row in TABLES.finds.find] + ["loot.crystal", "loot.glove"]
    found += [f"foe.{row.id}" for row in TABLES.encounters.encounter]
    found += [f"character.{one.id}" for one in TABLES.characters.character] + ["character.zombie"]
    found += [f"team.{team}" for team in TABLES.characters.teams]
    found += [f"rune.{row.id}" for row in TABLES.runes.rune]
    return [*found, "token.trap", "token.cloud", "token.tree", "magic.spell", "magic.incantation"]


def test_everything_has_a_name_in_every_case() -> None:
    """Nominative, accusative, genitive, dative, instrumental; English names stand bare and with their article."""
    assert without_cases(names()) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_explained(locale: str) -> None:
    """Each token, ability and special power has a sentence on what it does; boards and chambers have names."""
    narrator = Narrator(locale)
    keys = [f"note.loot.{row.id}" for row in TABLES.finds.find] + ["note.loot.crystal", "note.loot.glove"]
    for one in TABLES.characters.character:
        keys += [f"character.{one.id}.full", f"ability.{one.ability}", f"note.ability.{one.ability}"]
    for trick in dict.fromkeys(trick for row in TABLES.encounters.encounter for trick in row.special):
        keys += [f"trick.{trick}", f"note.trick.{trick}"]
    for face in TABLES.boards.board:
        keys += [f"board.{face.id.lower()}", f"board.{face.board}", f"board.side.{face.side}"]
        keys += [f"chamber.{kind_of(face, chamber)}" for chamber in CHAMBERS]

    assert [key for key in keys if not narrator.has_words(key)] == []
