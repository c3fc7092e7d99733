"""Votes: majorities, ties, the leader's word, and a decision that comes as soon as it is certain."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.votes import Outcome, Vote, consent, find_winner, find_winner_at_deadline, latest_votes, majority, tally
from rules.kernel.answers import Value
from rules.kernel.requests import Seat

PARTY = ("s1", "s2", "s3", "s4")
LEADER = "s1"
USERS = {"s1": 101, "s2": 102, "s3": 103, "s4": 104}


def votes(*cast: tuple[Seat, Value]) -> list[Vote]:
    """One vote a minute, in this order."""
    return [Vote(seat, value, 60.0 * minute, USERS.get(seat, 0)) for minute, (seat, value) in enumerate(cast)]


def test_the_third_of_four_equal_votes_decides() -> None:
    """Nobody has to wait for the fourth; the first of them carries it."""
    north = votes(("s2", "north"), ("s3", "north"), ("s4", "north"))

    assert find_winner(north[:2], PARTY, LEADER) is None
    assert find_winner(north, PARTY, LEADER) == Outcome("north", "s2", 102)


def test_two_of_four_wait_while_the_leader_may_still_tie_it() -> None:
    """Two for north, one for south: the leader, going south, would take the tie along; anybody else would not."""
    cast = votes(("s2", "north"), ("s3", "north"), ("s4", "south"))

    assert find_winner(cast, PARTY, LEADER) is None
    assert find_winner(cast, PARTY, "nobody") == Outcome("north", "s2", 102)


def test_the_leader_and_one_more_decide_before_the_fourth_speaks() -> None:
    """South may draw level, but a tie is the leader's."""
    cast = votes(("s2", "south"), ("s3", "north"), ("s1", "north"))

    assert find_winner(cast, PARTY, LEADER) == Outcome("north", "s1", 101)


def test_a_tie_goes_to_the_leader() -> None:
    """Even if the other answer was voted first; the leader's own vote carries it."""
    cast = votes(("s2", "north"), ("s3", "north"), ("s4", "south"), ("s1", "south"))

    assert find_winner(cast, PARTY, LEADER) == Outcome("south", "s1", 101)


def test_a_tie_without_the_leader_goes_to_the_first_voice() -> None:
    """The leader wanted something else altogether."""
    cast = votes(("s1", "wait"), ("s2", "south"), ("s3", "north"), ("s4", "north"), ("s5", "south"))

    assert find_winner(cast, (*PARTY, "s5"), LEADER) == Outcome("south", "s2", 102)


def test_a_mind_can_be_changed_until_it_is_decided() -> None:
    """Only the last vote of a seat counts, and by its own time: whoever comes round is no longer the first."""
    cast = votes(("s2", "north"), ("s3", "south"), ("s4", "north"), ("s2", "south"))

    assert [(vote.seat, vote.value) for vote in latest_votes(cast)] == [
        ("s3", "south"),
        ("s4", "north"),
        ("s2", "south"),
    ]
    assert tally(cast) == [("south", ("s3", "s2")), ("north", ("s4",))]


def test_who_has_left_the_table_does_not_vote() -> None:
    """Two votes of seats that are gone weigh nothing."""
    cast = votes(("s8", "north"), ("s9", "north"), ("s2", "south"), ("s3", "south"))

    assert find_winner(cast, ("s2", "s3"), LEADER) == Outcome("south", "s2", 102)
    assert find_winner_at_deadline(cast[:2], PARTY, LEADER) is None


def test_the_deadline_takes_what_there_is() -> None:
    """One vote of four decides if nobody else spoke; a tie goes as ever."""
    cast = votes(("s2", "north"), ("s1", "south"))

    assert find_winner_at_deadline(cast[:1], PARTY, LEADER) == Outcome("north", "s2", 102)
    assert find_winner_at_deadline(cast, PARTY, LEADER) == Outcome("south", "s1", 101)
    assert find_winner_at_deadline([], PARTY, LEADER) is None
    assert find_winner([], (), LEADER) is None


def test_answers_of_many_parts_are_compared_as_a_whole() -> None:
    """A formation is a map of lists; two equal ones are one answer."""
    cast = votes(("s2", {"front": ["a", "b"]}), ("s3", {"front": ["a", "b"]}), ("s4", {"front": ["b", "a"]}))

    assert tally(cast) == [({"front": ["a", "b"]}, ("s2", "s3")), ({"front": ["b", "a"]}, ("s4",))]


@pytest.mark.parametrize(
    ("cast", "all_agree", "most_agree"),
    [
        ([], None, None),
        ([True], None, None),
        ([True, True], None, None),
        ([True, True, True], None, True),
        ([True, True, True, True], True, True),
        ([False], False, None),
        ([True, False], False, None),
        ([False, False], False, False),
        ([True, True, False, False], False, False),
        ([True, True, True, False], False, True),
    ],
)
def test_yes_and_no(cast: list[bool], all_agree: bool | None, most_agree: bool | None) -> None:
    """One no ends a consent; a majority is more than half of those who may vote, so that two of four are none."""
    spoken = votes(*zip(PARTY, cast, strict=False))

    assert consent(spoken, PARTY) is all_agree
    assert majority(spoken, PARTY) is most_agree


def test_nobody_consents_for_an_empty_table() -> None:
    """Where no one may vote nothing is agreed."""
    assert consent([], ()) is None
    assert majority([], ()) is False


# Whatever people vote --------------------------------------------------------------------------------------------

ANSWERS = ("north", "south", ["east"])
SEATS = ("s1", "s2", "s3", "s4", "s5")
CAST = st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(ANSWERS)), max_size=8)
VOTERS = st.lists(st.sampled_from(SEATS), unique=True, min_size=1)
LEADERS = st.sampled_from((*SEATS, "nobody"))
steady = settings(deadline=None, derandomize=True)


def completions(cast: list[Vote], voters: list[Seat]) -> list[list[Vote]]:
    """Every way in which those who have not voted may vote, one of the answers being new."""
    missing = [seat for seat in voters if seat not in {vote.seat for vote in cast}]
    return [
        [*cast, *(Vote(seat, value, 1e6 + n, 0) for n, (seat, value) in enumerate(zip(missing, rest, strict=True)))]
        for rest in product((*ANSWERS, "new"), repeat=len(missing))
    ]


@steady
@given(CAST, VOTERS, LEADERS)
def test_a_decision_comes_exactly_when_nothing_can_change_it(
    cast: list[tuple[Seat, Value]], voters: list[Seat], leader: Seat
) -> None:
    """Early decisions are those that every completion confirms, and none of these is missed."""
    given_votes = votes(*cast)
    outcome = find_winner(given_votes, voters, leader)

    ends = [find_winner_at_deadline(completed, voters, leader) for completed in completions(given_votes, voters)]
    certain = all(end is not None and ends[0] is not None and end.value == ends[0].value for end in ends)
    assert (outcome is not None) == certain
    assert outcome is None or all(end is not None and end.value == outcome.value for end in ends)


@steady
@given(CAST, VOTERS, LEADERS)
def test_whoever_carries_the_answer_voted_for_it(
    cast: list[tuple[Seat, Value]], voters: list[Seat], leader: Seat
) -> None:
    """A voter, whose standing vote it is; the leader if the leader is among them."""
    outcome = find_winner_at_deadline(votes(*cast), voters, leader)
    last = {seat: value for seat, value in cast if seat in voters}

    assert (outcome is None) == (not last)
    if outcome is not None:
        agreeing = [seat for seat, value in last.items() if value == outcome.value]
        assert outcome.seat in agreeing
        assert outcome.seat == leader or leader not in agreeing
        assert outcome.user_id == USERS.get(outcome.seat, 0)


@steady
@given(CAST, VOTERS, LEADERS, st.randoms(use_true_random=False))
def test_rows_may_come_in_any_order(cast: list[tuple[Seat, Value]], voters: list[Seat], leader: Seat, chance) -> None:  # type: ignore[no-untyped-def]  # hypothesis' own Random
    """The times of the votes order them, not the rows of a query."""
    given_votes = votes(*cast)
    mixed = chance.sample(given_votes, len(given_votes))

    assert find_winner(mixed, voters, leader) == find_winner(given_votes, voters, leader)
    assert tally(mixed) == tally(given_votes)


@steady
@given(st.lists(st.sampled_from(ANSWERS), min_size=5, max_size=5), st.permutations(SEATS), LEADERS)
def test_who_spoke_first_matters_in_a_tie_only(values: list[Value], order: list[Seat], leader: Seat) -> None:
    """Any other order of the same votes gives the same answer, unless two answers have most votes and no leader."""
    wanted = dict(zip(SEATS, values, strict=True))
    one = find_winner_at_deadline(votes(*wanted.items()), SEATS, leader)
    other = find_winner_at_deadline(votes(*((seat, wanted[seat]) for seat in order)), SEATS, leader)

    sizes = [(len(seats), leader in seats) for _, seats in tally(votes(*wanted.items()))]
    tied = [led for size, led in sizes if size == sizes[0][0]]
    assert one is not None
    assert other is not None
    assert one.value == other.value or (len(tied) > 1 and not any(tied))


@steady
@given(st.lists(st.booleans(), max_size=5))
def test_yes_and_no_never_take_back_what_they_said(cast: list[bool]) -> None:
    """Once consent or majority is clear, further votes do not turn it."""
    for judge in (consent, majority):
        course = [judge(votes(*zip(SEATS, cast[:n], strict=False)), SEATS) for n in range(len(cast) + 1)]
        clear = [said for said in course if said is not None]
        assert len(set(clear)) <= 1
        assert course[len(course) - len(clear) :] == clear
