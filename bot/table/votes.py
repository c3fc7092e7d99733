"""Counting votes on one question, and when the result is final.

A seat's last vote counts. Votes are ordered by time, and equal times by their order in the argument.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.requests import Seat

OBJECTION = "objection"
"""The key of the vote that marks the last objection to ending a game of rivals."""
FREED = "freed"
"""The key of the vote that marks where a seat of rivals was freed last: stage and step, and when."""
MARKS = (OBJECTION, FREED)
"""Keys of votes on which nobody votes; a restored game keeps them."""


class Vote(Struct, frozen=True):
    """A seat's vote: the wanted answer, the time (seconds), and the user."""

    seat: Seat
    value: Value
    at: float
    user_id: int


class Outcome(Struct, frozen=True):
    """The winning answer and the vote that carries it: the leader's if it is among them, else the first."""

    value: Value
    seat: Seat
    user_id: int


def latest_votes(votes: Sequence[Vote]) -> list[Vote]:
    """Return the last vote of each seat, the oldest first."""
    last = {vote.seat: vote for vote in _votes_by_time(votes)}
    return _votes_by_time(list(last.values()))


def seats_of_votes(votes: Sequence[Vote]) -> tuple[Seat, ...]:
    """Return the seats that have voted, in the order of their last votes."""
    return tuple(vote.seat for vote in latest_votes(votes))


def counting_votes(votes: Sequence[Vote], voters: Sequence[Seat]) -> list[Vote]:
    """Return the votes that count: the last of each seat that may still vote, the oldest first."""
    return [vote for vote in latest_votes(votes) if vote.seat in voters]


def tally(votes: Sequence[Vote]) -> list[tuple[Value, tuple[Seat, ...]]]:
    """Return each answer with its seats, most votes first; among equals the one voted first."""
    answers: list[tuple[Value, list[Seat]]] = []
    for vote in latest_votes(votes):
        seats = next((seats for value, seats in answers if value == vote.value), None)
        if seats is None:
            answers.append((vote.value, [vote.seat]))
        else:
            seats.append(vote.seat)
    return sorted(((value, tuple(seats)) for value, seats in answers), key=lambda answer: -len(answer[1]))


def find_winner(votes: Sequence[Vote], voters: Sequence[Seat], leader: Seat) -> Outcome | None:
    """Return the winner once no missing vote can change it; None while it is open.

    Most votes win. A tie goes to the leader's choice among the tied answers, else to the answer voted first.
    """
    given = counting_votes(votes, voters)
    best = _leading_outcome(given, leader)
    missing = [seat for seat in voters if seat not in [vote.seat for vote in given]]
    # The missing votes may all go to one answer, known or new.
    return (
        best
        if best
        and all(
            _is_lead_safe(best, given, missing, leader, rival)
            for rival in [*(value for value, _ in tally(given)), object()]
        )
        else None
    )


def find_winner_at_deadline(votes: Sequence[Vote], voters: Sequence[Seat], leader: Seat) -> Outcome | None:
    """Return the winner of the given votes, ties as in ``find_winner``; None if nobody voted."""
    return _leading_outcome(counting_votes(votes, voters), leader)


def consent(votes: Sequence[Vote], voters: Sequence[Seat]) -> bool | None:
    """Return True once all voters say yes, False once one says anything else, None while votes are missing."""
    given = counting_votes(votes, voters)
    if any(vote.value is not True for vote in given):
        return False
    return True if voters and len(given) == len(voters) else None


def majority(votes: Sequence[Vote], voters: Sequence[Seat]) -> bool | None:
    """Return True once more than half of the voters say yes, False once they cannot, None while it is open."""
    given = counting_votes(votes, voters)
    yes = sum(vote.value is True for vote in given)
    if 2 * yes > len(voters):
        return True
    return False if 2 * (yes + len(voters) - len(given)) <= len(voters) else None


def _votes_by_time(votes: Sequence[Vote]) -> list[Vote]:
    return sorted(votes, key=lambda vote: vote.at)


def _leading_outcome(given: Sequence[Vote], leader: Seat) -> Outcome | None:
    answers = tally(given)
    if not answers:
        return None
    tied = [answer for answer in answers if len(answer[1]) == len(answers[0][1])]
    value, seats = next((answer for answer in tied if leader in answer[1]), tied[0])
    carrier = leader if leader in seats else seats[0]
    return next(Outcome(value, vote.seat, vote.user_id) for vote in given if vote.seat == carrier)


def _is_lead_safe(best: Outcome, given: Sequence[Vote], missing: Sequence[Seat], leader: Seat, rival: Value) -> bool:
    """Whether the best answer wins even if all missing votes go to the rival."""
    rest = [Vote(seat, rival, math.inf, 0) for seat in missing]
    worst = _leading_outcome([*given, *rest], leader)
    return worst is not None and worst.value == best.value
