"""Who may not hold a card of a group's own tables, in the words of a look-up."""

from __future__ import annotations

import pytest

from bot.games.jaskinia.tables import JaskiniaTables
from bot.words.narrator import Narrator

BARS = ["align:evil", "seeker:cannibal", "has:rope", "ability:no_spells", "ability:steal"]


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        (
            "en",
            "whoever is evil, the Cannibal, whoever has the Rope, whoever never uses Spells and Seekers with the "
            "ability steal",
        ),
        (
            "pl",
            "charakteru: Zły, Poszukiwacza: Kanibal, tego, kto ma Linę, tego, kto nigdy nie używa Czarów i tego, kto "
            "ma zdolność steal",
        ),
    ],
)
def test_each_condition_has_its_words(locale: str, expected: str) -> None:
    """By alignment, by who it is, by what it has, by an ability; the whole table says the same as an entry."""
    tables, narrator = JaskiniaTables(), Narrator(locale)

    assert tables.special["barred"](narrator, BARS) == expected
    assert tables.cells["barred"](narrator, BARS) == expected
