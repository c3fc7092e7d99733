"""``/lookup``: places that people know by an id of the map and by a name are found by both."""

from __future__ import annotations

import contextlib

import pytest

from bot.lookup.asking import complete_lookup, look_up
from bot.lookup.reading import MOST_COMPARISONS
from bot.lookup.tables import Library
from bot.words.matching import Budget
from bot.words.narrator import Narrator
from rules.jaskinia.lookups import BOOK
from rules.kernel.errors import Refused

CAVE = Library(chosen=BOOK)


def say(table: str, entry: str, locale: str = "pl") -> str:
    """What ``/lookup`` answers."""
    return look_up(Narrator(locale), CAVE, table, entry)


@pytest.mark.parametrize("entry", ["K5", "k5", "Komnata K5", "Chamber K5", "A2 · Komnata K5"])
@pytest.mark.parametrize("table", ["area", ""])
def test_a_chamber_is_found_by_its_name(table: str, entry: str) -> None:
    """In either language, with or without the table, and as completion shows it."""
    assert say(table, entry) == say("area", "A2")


def test_an_id_goes_before_any_name() -> None:
    """B4 is one area, whatever others are called."""
    assert "**B4**" in say("area", "b4")


@pytest.mark.parametrize(("locale", "shown"), [("pl", "A2 · Komnata K5"), ("en", "A2 · Chamber K5")])
def test_completion_shows_the_name_beside_the_id(locale: str, shown: str) -> None:
    """Either finds it."""
    narrator = Narrator(locale, marked=False)

    assert complete_lookup(narrator, CAVE, "area", "k5") == [(shown, "A2")]
    assert (shown, "A2") in complete_lookup(narrator, CAVE, "area", "a2")


@pytest.mark.parametrize(
    ("locale", "said"),
    [("pl", "Przejścia: **północ E5, wschód F6, południe E7 i zachód D6**"), ("en", "Ways: **north E5, east F6,")],
)
def test_sides_are_said(locale: str, said: str) -> None:
    """By their names, not by letters."""
    assert said in say("area", "E6", locale)


def test_a_name_of_many_places_is_refused_with_their_ids() -> None:
    """There are corridors everywhere."""
    with pytest.raises(Refused) as refused:
        say("area", "Korytarz")

    values = refused.value.facts["values"]
    assert isinstance(values, tuple)
    assert "A2" in values
    assert not any("·" in str(value) for value in values)


def test_at_a_terminal_the_name_is_found_too() -> None:
    """As the tables write it."""
    assert BOOK.lookup("area").answer(BOOK.tables(), {"id": "K5"}) == BOOK.lookup("area").answer(
        BOOK.tables(), {"id": "A2"}
    )


# Work ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("throw", [False, True])
@pytest.mark.parametrize("word", ["e", "i", "n e", "ą", "po", "mi", "1", "e,", "Korytarzx", "ж"])
def test_many_short_words_are_compared_with_few_names(word: str, *, throw: bool, counted: list[Budget]) -> None:
    """However often they are repeated, and refused or read as they would be if they were few."""
    for count in (3, 12, 50, 100):
        with contextlib.suppress(Refused):
            look_up(Narrator("pl"), Library(), "", " ".join([word] * count), throw=throw)

    assert len(counted) == 4
    assert max(budget.spent for budget in counted) < MOST_COMPARISONS * 1.1


@pytest.mark.parametrize(
    "typed", ["troll 2", "trol", "bribe 9 60", "monster troll, level 2", "C2 · Fork in the Corridor", "miecz", "g"]
)
def test_ordinary_look_ups_need_few_comparisons(typed: str, counted: list[Budget]) -> None:
    """The budget is for what nobody means."""
    with contextlib.suppress(Refused):
        look_up(Narrator("pl"), Library(), "", typed)

    assert max(budget.spent for budget in counted) < MOST_COMPARISONS / 5


def test_values_beyond_those_of_a_table_are_not_read(counted: list[Budget]) -> None:
    """A hundred commas are one value too many."""
    with Budget(2_000) as budget:
        complete_lookup(Narrator("pl"), CAVE, "card", "e," * 100)

    assert counted == [budget]
