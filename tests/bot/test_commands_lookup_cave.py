"""``/lookup``: the tables of Jaskinia; and the words of everything that they name."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import get_args

import pytest

from bot.games.jaskinia.tables import JaskiniaTables
from bot.lookup.tables import Table
from bot.lookup.words import SOURCE, entry
from bot.words.catalogues import LOCALES, catalogue
from bot.words.narrator import Narrator
from rules.jaskinia.lookups import BOOK, LOOKUPS
from rules.jaskinia.model import DECKS, SPELLS, TRIALS
from rules.jaskinia.tables import Tables, load
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.checks_cards import OF_SPELLS, ORDER
from rules.jaskinia.tables.effects import Label
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup
from tests.bot.a_lookup import MOST, OfGame, without_cases

TABLES = load()
CAVE = OfGame(BOOK)
say = CAVE.say

ENTRIES = [
    ("Karty", "Podziemny smok", "**Podziemny smok** · Karty", "**Cave dragon** · Cards"),
    ("card", "wilk", "Talia: **Przygód**", "Deck: **Adventure**"),
    ("card", "Wolf", "*Zwierzę o Sile 2.*", "*An Animal with Strength 2.*"),
    ("card", "pict", "Odłożone na bok: **tak**", "from the rulebook"),
    (
        "Rodzaje Komnat",
        "6",
        "**Otchłań Nicości** · Rodzaje Komnat",
        "It is, when a second roll shows: **3, 4, 5 and 6**",
    ),
    ("chamber", "temple", "Wynik 1K6: **2**", "**Temple of Melkart** · Kinds of Chambers"),
    ("Komnata Kryształu", "Próba Mocy", "Moc Strażnika: **7**", "Guardian's Power: **7**"),
    ("crystal", "map", "Karta: **Fragment mapy**", "How many of them: **2**"),
    ("Obszary", "b4", "Przejścia: **wschód C4 i zachód A4**", "*You heal 1 wound.*"),
    ("area", "A3", "Strefa: **za Wrotami**", "Cards to draw: **2**"),
    ("Wrota", "W1", "Między Obszarami: **A4 i A3**", "Die + Strength or Power, at least: **8**"),
    ("Obszary specjalne", "Jama wróżki", "Obszary: **H4**", "**Seer's hollow** · Special areas"),
    ("Czary Jaskini", "Bezruch", "Kiedy: **przed walką**", "At whom or what: **one opponent**"),
    ("Poszukiwacze", "Kanibal", "Charakter: **Zły**", "*Never uses Spells."),
    ("Liczby wspólne", "trophies", "Wartość: **7**", "**Trophies' Strength for 1 own Strength** · Shared numbers"),
    ("Ile Czarów można mieć", "4", "Czary: **2**", "Total Power: **4**"),
]


@pytest.mark.parametrize(("table", "entry", "polish", "english"), ENTRIES)
def test_an_entry_in_words(table: str, entry: str, polish: str, english: str) -> None:
    """Tables and entries under their names in either language or by their keys; title, facts, section and origin."""
    found = [say(table, entry, locale) for locale in LOCALES]

    assert polish in found[0]
    assert english in found[1]
    assert all(re.search("\n-# [§„“]", said) for said in found)


def test_a_roll_in_words() -> None:
    """What the dice bring, in a sentence; what has no dice, and what does not exist, is refused."""
    assert "🎲 rodzaj komnaty 1K6: **" in say("chamber", throw=True)
    assert "Razem z kością: **" in say("card", "goblin", throw=True)
    assert "Skutek: **" in say("area", "E5", throw=True)
    assert "Enough with: **" in say("gate", "W1", "en", throw=True)
    assert say("card", "rope", throw=True) == "Karty: tu nie ma o co rzucać."
    assert say("", "kobza") == "W tabelach gry Jaskinia nic nie nazywa się „kobza”. Które są: `/sprawdź`."
    assert say("", "Ork") == say("Karty", "orc")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("one", [one for one in LOOKUPS if one.roll], ids=lambda one: str(one.key))
def test_every_roll_has_words(one: Lookup[Tables], locale: str) -> None:
    """Dice are named by what they decided, every result has words, and no fact shows its key."""
    narrator = Narrator(locale)
    found = results(one)

    assert found
    for each in found:
        said = entry(narrator, Table(BOOK, one), each)
        told = [line.partition(": **")[0] for line in said.split("\n") if ": **" in line]
        assert all(narrator.has_words(f"lookup.dice.{rolled['for']}") for rolled in each["rolled"])
        assert not any(label in each for label in told)
        assert len(said) <= MOST


def results(one: Lookup[Tables]) -> list[Facts]:
    """Every entry of a table on which dice can be thrown, thrown for a few times."""
    found = []
    for value in one.parameters[0].values(TABLES) if one.parameters[0].values else ():
        for seed in range(6):
            with suppress(Refused):
                found.append(one.answer(TABLES, {one.parameters[0].name: value}, thrower(f"{seed}".encode())))
    return [each for each in found if isinstance(each, dict)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: str(one.key))
def test_no_column_shows_its_key(one: Lookup[Tables], locale: str) -> None:
    """Whole tables have words for everything in them."""
    narrator = Narrator(locale)

    keys = [f"lookup.table.{one.key}"]
    for row in one.rows(TABLES):
        keys += [name for name in row if name not in JaskiniaTables.untold and not _has_words(narrator, one.key, name)]

    assert narrator.has_words(keys[0])
    assert keys[1:] == []


def _has_words(narrator: Narrator, table: str, name: str) -> bool:
    keys = (
        f"lookup.column.{table}.{name}",
        f"lookup.column.{name}",
        f"lookup.fact.{table}.{name}",
        f"lookup.fact.{name}",
    )
    return name in SOURCE or any(narrator.has_words(key) for key in keys)


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_that_can_come_of_a_roll_has_words(locale: str) -> None:
    """Each operation of the tables, and each place to which one may lead."""
    narrator = Narrator(locale)
    ops = [kind for kind in e.Operation.__subclasses__() if kind not in OF_SPELLS]
    ways = ["move_to.entrance", "move_to.random_chamber", "move_to.choice_chamber", "move_to.choice_zone"]
    ways += ["lose_item.random", "lose_item.choice", "gold.lost", "nothing"]
    found = [str(kind.__struct_config__.tag) for kind in ops if kind not in (e.MoveTo, e.LoseItem)]

    assert "heal" in found
    assert [key for key in (*found, *ways) if not narrator.has_words(f"lookup.deed.{key}")] == []


# Names -----------------------------------------------------------------------------------------------------------


def names() -> list[str]:
    """The key of everything that an event may name in any case."""
    found = [f"cavecard.{card.id}" for card in TABLES.cards.card]
    found += [f"cavespell.{spell.id}" for spell in TABLES.spells.spell]
    found += [f"seeker.{one.id}" for one in TABLES.seekers.seeker]
    found += [f"chamberkind.{row.id}" for row in TABLES.chambers.chamber]
    found += [f"cavespecial.{row.id}" for row in TABLES.board.special]
    found += [f"cavestat.{stat}" for stat in ("strength", "power", "endurance")]
    found += [f"cavedeck.{deck}" for deck in (*DECKS, SPELLS)] + ["cavefight.fight", "cavefight.psychic", "cavegate"]
    found += [f"cavetrial.{trial}" for trial in TRIALS]
    found += [f"cavemeans.{means}" for means in ("force", "magic", "key", "word", "map", "search")]
    found += [f"caveguardian.{who}" for who in ("crystal_strength", "crystal_power", "gladiators", "demons")]
    return [*found, *(f"cavetype.{kind}" for kind in ORDER)]


def test_everything_has_a_name_in_every_case() -> None:
    """Nominative, accusative, genitive, dative, instrumental; English names stand at least bare."""
    assert without_cases(names()) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_areas_say_where_and_where_to(locale: str) -> None:
    """Every name of the board, and every kind of Chamber, «in» and «into»."""
    words_of = catalogue(locale)
    keys = [f"cavearea.{area.name}" for area in TABLES.board.area]
    keys += [f"chamberkind.{row.id}" for row in TABLES.chambers.chamber]

    for key in dict.fromkeys(keys):
        assert all(words_of.pgettext(case, key) for case in ("acc", "in", "to"))


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_explained(locale: str) -> None:
    """Each card, Spell, Seeker, kind of Chamber, special area and trial has a sentence; ways to choose have words."""
    narrator = Narrator(locale)
    keys = [f"note.{key}" for key in names() if key.startswith(("cavecard", "cavespell", "seeker", "chamberkind"))]
    keys += [f"note.cavespecial.{row.id}" for row in TABLES.board.special]
    keys += [f"note.cavetrial.{part}" for part in (*TRIALS, "search", "map")]
    keys += [f"caveway.{label}" for label in get_args(Label)]
    keys += [f"alignment.{one.align}" for one in TABLES.seekers.seeker]

    assert [key for key in keys if not narrator.has_words(key)] == []
