"""Whoever has one Endurance left is told how likely the cards of a deck are death, by what is left in it [5.5, 6.2]."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import sqrt

import pytest

from rules.jaskinia.autopilot import answer
from rules.jaskinia.exploration.arriving import arrive, what_exploring_brings
from rules.jaskinia.forecast import death_by_cards, glimpse_inside
from rules.jaskinia.model import Game
from rules.kernel.chance import Sealed
from rules.kernel.table import Table
from rules.kernel.words import Word, phrase
from tests.rules.jaskinia.builders import a_game, lay, ordered


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


RUNS = 400
DEEP = "A3"
"""Two cards are drawn here."""


def share_of_deaths(seeker: str, cards: dict[str, int]) -> float:
    """How often a Seeker with one Endurance dies of an exploration by the real rules."""
    deaths = 0
    for run in range(RUNS):
        game = a_deep_game(seeker, cards)
        one = game.seeker_of("s1")
        table = Table((), Sealed(b"perils", run.to_bytes(16)), people=partial(answer, game))
        arrive(table, game, one)
        deaths += not game.alive(one)
    return deaths / RUNS


def a_deep_game(seeker: str, cards: dict[str, int]) -> Game:
    """A Seeker with one Endurance before two cards, of this Cave deck or of the whole one."""
    game = a_game(seeker, at=DEEP)
    game.seeker_of("s1").endurance = 1
    game.players["s1"].deck = "cave"
    ordered(game, "s1", deck="cave")
    if cards:
        game.decks["cave"] = Counter(cards)
    return game


@pytest.mark.parametrize("seeker", ["miner", "alchemist"])
@pytest.mark.parametrize(
    ("cards", "exact"),
    [
        ({"goblin": 1, "kobold": 1}, True),
        ({"wisp": 1, "shade": 1}, True),
        ({"orc": 1, "phantom": 1}, True),
        ({"poison_gas": 1, "cave_dragon": 1}, True),
        ({"trapdoor": 1, "gold_vein": 1}, False),
        ({}, False),
    ],
)
def test_the_told_risk_of_two_cards_is_not_exceeded(seeker: str, cards: dict[str, int], exact: bool) -> None:
    """[5.6–5.8, 6.2] Enemies of one kind add up, Spirits come after a won fight, a Trapdoor leads into a Chamber."""
    game = a_deep_game(seeker, cards)
    told = death_by_cards(game, game.seeker_of("s1"), 2)
    error = 3 * sqrt(told * (1 - told) / RUNS)
    happened = share_of_deaths(seeker, cards)

    assert happened <= told + error
    assert happened >= told - error or not exact
