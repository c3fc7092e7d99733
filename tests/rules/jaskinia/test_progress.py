"""The question of a turn says what Strength a fight counts, where Items make it another one [6.2]."""

from __future__ import annotations

import pytest

from rules.jaskinia.seeker.values import might, strength
from rules.jaskinia.turn import set_out
from tests.rules.jaskinia.builders import a_game
from tests.rules.playing import question


@pytest.mark.parametrize("items", [(), ("sword",)])
def test_the_strength_of_a_fight_is_told_where_it_is_another(items: tuple[str, ...]) -> None:
    """With a sword; without, there is nothing to add."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    one.items.extend(items)

    facts = question(lambda table: set_out(table, game, one)).facts

    assert facts["strength"] == strength(game, one)
    assert facts["armed"] == (might(game, one, "fight", ()) if items else 0)
