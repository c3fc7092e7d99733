"""The usual answer does not contradict the odds beside it, or its button says why."""

from __future__ import annotations

import pytest

from rules.kernel.requests import PARTY, Action, Choose, NextAction, Option, Request
from tests.bot.usual_answers import compare, unexplained, worse_answers

GAMES = {"labirynt-smierci": (1, 6), "labirynt-czarnoksieznika": (0, 1), "jaskinia": (0, 1)}
"""Games in which the known traps of a counsel lie open."""
TRAPS = {
    "labirynt-smierci": {"gate", "friend", "sword"},
    "labirynt-czarnoksieznika": {"odds"},
    "jaskinia": {"odds"},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_usual_answer_against_its_odds_tells_its_reason(game: str) -> None:
    """``python -m tests.bot.usual_answers`` prints them all; nobody is ever led into a known trap."""
    counted = worse_answers(game, GAMES[game])

    assert set(counted.traps) >= TRAPS[game]
    assert unexplained(counted) == []


FIGHT = {"won": 40, "fights": 40, "loss": 1, "fallen": 0}
MEETING = NextAction(
    who=PARTY,
    why="encounter",
    actions=(
        Action(PARTY, Option("fight", "encounter.fight", facts=FIGHT)),
        Action(PARTY, Option("negotiate", "encounter.negotiate", facts={"peace": 3})),
    ),
)
ALTAR = Choose(
    who=PARTY,
    why="finds.tester",
    options=(
        Option("weak", "finds.tester", "finds.tester.altar", {"who": "Dalmilandril", "worst": 4, "percent": 3}),
        Option("hale", "finds.tester", "finds.tester.altar", {"who": "Almuryk", "worst": 4}),
    ),
)
ATTACK = NextAction(
    who="s1",
    why="encounter.attack",
    actions=(
        Action("s1", Option("osten", "encounter.attack", facts={"wins": 14, "losses": 81})),
        Action("s1", Option("peace", "peace")),
    ),
)


@pytest.mark.parametrize(
    ("request_", "bad", "good"),
    [(MEETING, ["negotiate"], ["fight"]), (ALTAR, "weak", "hale"), (ATTACK, ["osten"], ["peace"])],
)
def test_contradictions_are_found(request_: Request[object], bad: object, good: object) -> None:
    """Talks at 3 of 36 before a sure fight, a death that another does not risk, an attack that is likely lost."""
    assert len(list(compare(request_, "s1", bad))) == 1
    assert not list(compare(request_, "s1", good))
