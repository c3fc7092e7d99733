"""Standing orders about the roll on the Encounter Table [8.3]."""

from __future__ import annotations

import pytest

from rules.labirynt_czarnoksieznika.throws import throw_table
from tests.rules.labirynt_czarnoksieznika.builders import a_game, ordered, play, put


@pytest.mark.parametrize(
    ("order", "value", "asked"),
    [
        ("encounter", "fate", ["roll.fate"]),
        ("encounter", "ask", ["roll.reroll", "roll.fate"]),
        ("encounter", "never", []),
        ("encounter", "13", []),
        ("fate", "never", []),
    ],
)
def test_who_can_cast_fate_is_asked_as_ordered(order: str, value: str, asked: list[str]) -> None:
    """As usual about the scroll, not about the Gems; not whoever never wants to cast it, or lets the roll stand."""
    game = a_game()
    game.teams["s1"].gems = 6
    ordered(game, "s1", **{order: value})
    liriel = put(game, "liriel", pack=["fate"])

    answers = {why: ["keep"] for why in asked}
    played = play(lambda table: throw_table(table, game, liriel, 5), {"encounter.table": [(2, 3)]}, answers)

    assert [why for _, why in played.asked] == asked
