"""Whoever has one Endurance left is told how likely the cards of a deck are death, by what is left in it [5.5, 6.2]."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.jaskinia.exploration.arriving import what_exploring_brings
from rules.jaskinia.forecast import death_by_cards, glimpse_inside
from rules.kernel.words import Word, phrase
from tests.rules.jaskinia.builders import a_game, lay


@pytest.mark.parametrize(
    ("cards", "chance"),
    [
        ({"poison_gas": 1, "gold_vein": 3}, 25),
        ({"tremor": 1}, 17),
        ({"gold_vein": 1}, 0),
    ],
)
def test_harmful_events_of_the_deck_count_among_the_risk_of_death(cards: dict[str, int], chance: int) -> None:
    """[5.8] Poisonous gas for certain, a tremor by one face: of the deck that was named aloud."""
    game = a_game("miner", at="B6")
    one = game.seeker_of("s1")
    game.decks["cave"] = Counter(cards)
    game.players["s1"].deck = "cave"
    assert game.area("B6").draw == 1

    one.endurance = 1
    assert death_by_cards(game, one, 1) == pytest.approx(chance / 100, abs=0.01)
    said = what_exploring_brings(game, one)[1]["stake"]
    assert said == phrase("cavestake.cards", chance=chance, end=False)

    one.endurance = 2
    assert death_by_cards(game, one, 1) == 0
    assert what_exploring_brings(game, one)[1]["stake"] == Word("cavestake.usual")


def test_a_step_is_marked_where_the_last_endurance_may_go() -> None:
    """[5.4, 9] Cards to be drawn, the Bridge, a Chamber, an altar that lies there; not with two left."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    lay(game, "C6", "dark_altar")
    for endurance in (1, 2):
        one.endurance = endurance
        for at in ("B6", "C6", "E5", "I6"):
            seen = dict(glimpse_inside(game, one, at).facts)["seen"]
            assert any(dict(said.facts).get("deadly", False) for said in seen) is (endurance == 1), at
