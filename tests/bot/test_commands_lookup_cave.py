"""``/lookup``: the tables of Jaskinia; and the words of everything that they name."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.games.jaskinia.tables import JaskiniaTables
from bot.lookup.words import SOURCE
from bot.words.catalogues import LOCALES, catalogue
from bot.words.narrator import Narrator
from rules.jaskinia.lookups import BOOK, LOOKUPS
from rules.jaskinia.model import DECKS, SPELLS, TRIALS
from rules.jaskinia.tables import Tables, load
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.checks_cards import OF_SPELLS, ORDER
from rules.jaskinia.tables.effects import Label
from rules.kernel.lookups import Lookup
from tests.bot.a_lookup import OfGame, without_cases

TABLES = load()
CAVE = OfGame(BOOK)
say = CAVE.say


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
