"""Owners' consent for answers that concern their hero or gold beyond their standing orders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.table.authority import in_person_seats, leader_seat, present_seats, seats_of
from bot.table.records import GameRecord, Standing
from bot.table.timekeeping import players
from rules.kernel import requests
from rules.kernel.answers import Value, judge
from rules.kernel.offers import Pick


def missing_consents(
    request: requests.Request, value: Value, seat: requests.Seat, record: GameRecord, mine: Collection[requests.Seat]
) -> dict[requests.Seat, requests.Consent]:
    """Return the owners, except the seats in ``mine``, whose standing orders do not cover this answer.

    Each is to be ``asked``, or has ``refused``: by order, or because nobody can be asked. People at a real table are
    asked through the game master; computers are not. Raises ``Refused`` if the answer is not allowed.
    The last resort needs nobody if every other answer of those who are there is refused.
    """
    if not isinstance(request, requests.NextAction):
        return {}
    action, answer = _taken(request, value, seat)
    missing = _missing(action, answer, record, mine)
    if action.last_resort and "refused" in missing.values() and not _has_free_answer(request, record):
        return {}
    return missing


def with_helpers(
    request: requests.Request | None,
    value: Value,
    seat: requests.Seat,
    record: GameRecord,
    mine: Collection[requests.Seat],
    agreed: Collection[requests.Seat] = (),
) -> Value:
    """Return the answer with the seats that help to pay a sum above the giver's purse.

    They are those who need not be asked, and those who have ``agreed``.
    """
    match value:
        case [_, int()] if isinstance(request, requests.NextAction):
            action, paid = _taken(request, value, seat)
        case _:
            return value
    if (
        not isinstance(paid, requests.Paid)
        or not isinstance(action.ask, requests.Amount)
        or action.ask.purses.get(seat, 0) >= paid
    ):
        return value
    asked = _without_consent(action, paid, record, mine).keys() - agreed
    return [value[0], [value[1], *(helper for helper in action.ask.purses if helper not in (*asked, seat))]]


def _taken(request: requests.NextAction, value: Value, seat: requests.Seat) -> tuple[requests.Action, Any]:
    """Return the action that a legal answer takes, and the answer to its question."""
    taken = judge(request, value, seat)
    return next(each for each in request.of(seat) if each.option.id == taken.id), taken.value


def _missing(
    action: requests.Action, answer: Any, record: GameRecord, mine: Collection[requests.Seat]
) -> dict[requests.Seat, requests.Consent]:
    """Return the owners who are to be asked or refuse; for a sum of money only those without whom it is not paid."""
    missing = _without_consent(action, answer, record, mine)
    if not isinstance(answer, requests.Paid) or not isinstance(action.ask, requests.Amount):
        return missing
    purses = action.ask.purses
    left = answer - sum(gold for seat, gold in purses.items() if seat not in missing)
    asked: dict[requests.Seat, requests.Consent] = {
        owner: "asked" for owner, consent in missing.items() if consent == "asked"
    }
    if left <= 0:
        return {}
    return asked if sum(purses[owner] for owner in asked) >= left else missing


def _without_consent(
    action: requests.Action, answer: Any, record: GameRecord, mine: Collection[requests.Seat]
) -> dict[requests.Seat, requests.Consent]:
    people = {row.seat for row in record.seats if row.user_id}.difference(mine, in_person_seats(record))
    there = present_seats(record)
    return {
        owner: consent if owner in there else "refused"
        for owner, consent in action.consents(answer).items()
        if owner in people and consent != "given"
    }


def _has_free_answer(request: requests.NextAction, record: GameRecord) -> bool:
    """Whether somebody who decides has another answer than free actions that no owner refuses."""
    there = present_seats(record)
    leader = leader_seat(record) if record.habits.deciding == "leader" else ""
    for seat in (leader,) if leader in there else there:
        mine = (seat, *seats_of(record, players(record).get(seat, 0)))
        for action in request.of(seat):
            if not action.aside and any(
                "refused" not in _missing(action, answer, record, mine).values() for answer in _answers(action)
            ):
                return True
    return False


def _answers(action: requests.Action) -> Iterable[Any]:
    """Return the answers to an action without a question or with a list of choices; of another question none."""
    if isinstance(action, Pick):
        return [way.meant for way in action.ways]
    return () if action.asks and action.owners else (None,)


def seats_of_same_person(record: GameRecord, seat: requests.Seat) -> tuple[requests.Seat, ...]:
    """Return this seat and the other seats of its player."""
    user_id = next((row.user_id for row in record.seats if row.seat == seat), 0)
    return (seat, *(row.seat for row in record.seats if user_id and row.user_id == user_id and row.seat != seat))


def usual_with_consent(
    usual: Callable[[requests.Request], Value],
    request: requests.Request,
    seat: requests.Seat,
    record: GameRecord,
    mine: Collection[requests.Seat],
) -> Value:
    """Return the usual answer that needs nobody's consent.

    If all need some: one that nobody refuses, else the last resort, else the plain usual answer.
    """
    first = value = usual(request)
    missing = missing_consents(request, value, seat, record, mine)
    whole = request
    asking: Value = None
    while missing:
        if asking is None and "refused" not in missing.values():
            asking = value
        request = _without(request, value)
        if all(action.aside for action in request.of(seat)):
            assert isinstance(whole, requests.NextAction)
            resort = [[action.option.id] for action in whole.of(seat) if action.last_resort]
            return next(iter(resort), first) if asking is None else asking
        value = usual(request)
        missing = missing_consents(whole, value, seat, record, mine)
    return value


PREPARE = "@prepare"
"""The answer that takes all advised preparations of a seat, one after another."""


def open_preparations(
    advised: Callable[..., Sequence[Value]], standing: Standing, request: requests.Request | None, seat: requests.Seat
) -> list[Value]:
    """Return the advised preparations of a seat that need nobody's vote or consent."""
    if not isinstance(request, requests.NextAction):
        return []
    record = standing.record
    own = (seat, requests.PARTY if record.habits.deciding == "anyone" else seat)
    actions = tuple(action for action in request.actions if action.aside and action.who in own)
    asked, mine = replace(request, actions=actions), seats_of_same_person(record, seat)
    values = advised(standing.state, asked, seat)
    return [value for value in values if not missing_consents(asked, value, seat, record, mine)]


def _without(request: requests.Request, value: Value) -> requests.NextAction:
    """Return the question without this answer, or without its action if the action has no list of choices."""
    assert isinstance(request, requests.NextAction)
    id, *chosen = value if isinstance(value, list | tuple) else [value]
    actions = [_without_way(action, chosen) if action.option.id == id else action for action in request.actions]
    return replace(request, actions=tuple(action for action in actions if action))


def _without_way(action: requests.Action, chosen: list[Value]) -> requests.Action | None:
    if not (isinstance(action, Pick) and chosen):
        return None
    ways = tuple(way for way in action.ways if way.option.id != chosen[0])
    return replace(action, ways=ways, always=True) if ways else None
