"""Questions counted: how often each is asked, and whether one answer is always given."""

from __future__ import annotations

import pytest

from bot.run.simulating import Asked, hear, question_facts, said_by
from rules.games import load
from rules.kernel.requests import Action, Choose, NextAction, Option
from rules.simulation import play_one, seed_of
from tests.rules.same_games import GAMES

STAGES = 12


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_of_a_game_is_counted_once(game: str) -> None:
    """As many as the simulation's decisions, each under what was asked."""
    rules = load(game)

    heard = hear(rules, 3, 1, STAGES, 2, {})

    assert sum(one.times for one in heard.values()) == play_one(rules, seed_of(3, 1), STAGES, 2).decisions
    assert all(sum(one.given.values()) == one.times >= one.first for one in heard.values())


def test_a_row_says_how_often_and_what_is_answered_most() -> None:
    """The most frequent question first."""
    one = {"way": Asked(times=4, options=12, first=1, given={"n": 3, "s": 1})}
    other = {"way": Asked(times=2, options=6, first=0, given={"s": 2}), "loot": Asked(1, 3, 1, {"fair": 1})}

    facts = question_facts("labirynt-smierci", 2, [one, other])

    assert facts["asked_per_game"] == 3.5
    assert [row["question"] for row in facts["questions"]] == ["way", "loot"]
    assert facts["questions"][0] == {
        "question": "way",
        "per game": 3.0,
        "options": 3.0,
        "first": "17%",
        "commonest": "50%",
        "answer": "n",
    }


def test_answers_go_by_their_kind() -> None:
    """An action by what it does, an option by its words, or by its place where all have the same."""
    alike = Choose(who="s1", why="who", options=(Option("c1", "somebody"), Option("c2", "somebody")))
    unlike = Choose(who="s1", why="whether", options=(Option("c1", "yes"), Option("c2", "no")))
    acts = NextAction(who="party", why="way", actions=(Action("party", Option("n", "way.n")),))

    assert said_by(alike, "s1", "c2") == "#2"
    assert said_by(unlike, "s1", "c2") == "no"
    assert said_by(acts, "s1", ["n"]) == "n"
