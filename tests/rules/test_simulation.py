"""Simulated games: the same seed gives the same games everywhere."""

from __future__ import annotations

import pytest

from rules.games import all_games, load
from rules.kernel.errors import Refused
from rules.kernel.game import seat_ids
from rules.simulation import OUT_OF_BUDGET, Played, Report, seed_of, share
from tests.rules.simulating import simulate


def test_the_same_seed_gives_the_same_report() -> None:
    """Two simulations of three games each, word for word."""
    first, second = (simulate(load("labirynt-smierci"), 3, 7, 20, players=2) for _ in range(2))

    assert first == second
    assert first.facts() == second.facts()


def test_another_seed_gives_other_games() -> None:
    """Seven and eight meet other monsters."""
    seven, eight = (simulate(load("labirynt-smierci"), 2, seed, 10) for seed in (7, 8))

    assert seven.games != eight.games


def test_a_longer_simulation_begins_with_the_same_games() -> None:
    """The n-th game depends on n, not on how many follow."""
    short, long = (simulate(load("labirynt-smierci"), count, 7, 20) for count in (2, 3))

    assert long.games[:2] == short.games


def test_a_game_that_runs_out_of_stages_says_so() -> None:
    """One stage is the set-up only."""
    report = simulate(load("labirynt-smierci"), 1, 7, 1)

    assert report.games[0].outcome == OUT_OF_BUDGET
    assert report.facts()["outcomes"] == {OUT_OF_BUDGET: 1}
    assert report.facts()["told_per_game"]["PartySetOut"] == 1


def test_progress_is_told_game_by_game() -> None:
    """Whoever waits sees it grow."""
    done: list[int] = []

    simulate(load("labirynt-smierci"), 3, 7, 1, progress=done.append)

    assert done == [1, 2, 3]


@pytest.mark.parametrize("name", all_games())
def test_without_numbers_the_fewest_play_to_the_end(name: str) -> None:
    """Players and stages are the game's own matter unless somebody says otherwise."""
    rules = load(name)

    report = simulate(rules, 1, 7)

    assert report.budget == rules.budget
    assert report.games[0].outcome != OUT_OF_BUDGET


def test_who_plays_labirynt_czarnoksieznika_is_counted_by_team_and_board() -> None:
    """Two players: two teams, two seats and two own boards, and one of each has won."""
    game = simulate(load("labirynt-czarnoksieznika"), 1, 7).games[0]

    for head in ("rate.won.", "rate.seat.", "rate.face."):
        shares = [number for name, number in game.figures.items() if name.startswith(head)]
        assert sorted(shares) == [0, 1]


def test_a_game_of_jaskinia_counts_its_winner_among_all_seekers_and_how_the_crystal_was_found() -> None:
    """Five games of two: in each one Seeker of eight has won, and the Crystal was found by a map or by a search."""
    for game in simulate(load("jaskinia"), 5, 7, players=2).games:
        for head, many in {"rate.won.": 8, "rate.seat.": 2, "rate.found.": 2}.items():
            shares = [number for name, number in game.figures.items() if name.startswith(head)]
            assert sorted(shares) == [0] * (many - 1) + [1]
        assert 1 <= game.figures["spread.found_in_round"] <= game.figures["spread.rounds"]
        assert ("spread.own_power_of_winner" in game.figures) == (game.outcome == "crystal")


def test_shares_are_of_the_games_that_have_the_figure_and_spreads_are_percentiles() -> None:
    """The elves won one of two games in which they were; the rounds were 1 to 11."""
    figures = [{"spread.rounds": n, "duels": 2} for n in range(1, 12)]
    figures[0]["rate.won.elves"], figures[1]["rate.won.elves"] = 1, 0
    games = tuple(Played("gems", 9, 9, {}, numbers) for numbers in figures)

    facts = Report("a game", 1, 9, games).facts()

    assert facts["won_share"] == {"elves": "50.0 ± 70.7 % of 2"}
    assert facts["shares"] == {"gems": "100.0 ± 0.0 %"}
    assert facts["stages"] == {"gems": {"p10": 9, "p50": 9, "p90": 9}}
    assert facts["rounds"] == {"p10": 2, "p50": 6, "p90": 10}
    assert facts["duels_per_game"] == 2
    assert "spread_per_game" not in facts


def test_a_share_is_told_with_two_standard_errors() -> None:
    """A hundred games tell a half to ten points, ten thousand to one."""
    assert share(50, 100) == "50.0 ± 10.0 %"
    assert share(5000, 10000) == "50.0 ± 1.0 %"


@pytest.mark.parametrize("seed", [0, 1, -1, 2**128, 10**60])
def test_any_number_is_a_seed(seed: int) -> None:
    """Seeds are 32 bytes, each game its own."""
    assert len(seed_of(seed, 0)) == 32
    assert seed_of(seed, 0) != seed_of(seed, 1)


@pytest.mark.parametrize("name", ["", "Labirynt", "labirynt-śmierci", "x" * 1000, "../labirynt_smierci"])
def test_a_game_that_nobody_knows_is_refused(name: str) -> None:
    """The refusal names the games that there are."""
    with pytest.raises(Refused) as refusal:
        load(name)

    assert refusal.value.reason == "no_such_game"
    assert refusal.value.facts["games"] == tuple(all_games())


@pytest.mark.parametrize("name", all_games())
def test_every_game_that_is_offered_can_be_begun_by_its_fewest_and_its_most(name: str) -> None:
    """The registry's promise: seats, a digest of the tables, events, a state that can be saved."""
    rules = load(name)
    for seats in rules.seats:
        state = rules.begin(seat_ids(seats), {})

        assert not rules.over(state)
        assert rules.encode(rules.decode(rules.encode(state), rules.schema)) == rules.encode(state)
    assert rules.name == name
    assert len(rules.digest) == 16
    assert len(dict.fromkeys(event.__name__ for event in rules.events)) == len(rules.events)
