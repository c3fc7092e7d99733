"""Owners' consent for answers that concern their hero or gold beyond their standing orders."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from bot.table.authority import in_person_seats, present_seats
from bot.table.records import GameRecord
from rules.kernel.answers import Value, judge
from rules.kernel.offers import Pick
from rules.kernel.requests import Action, Consent, NextAction, Request, Seat


def missing_consents(
    request: Request[Any], value: Value, seat: Seat, record: GameRecord, mine: Collection[Seat]
) -> dict[Seat, Consent]:
    """Return the owners, except the seats in ``mine``, whose standing orders do not cover this answer.

    Each is to be ``asked``, or has ``refused``: by order, or because nobody can be asked. People at a real table are
    asked through the game master; computers are not. Raises ``Refused`` if the answer is not allowed.
    """
    if not isinstance(request, NextAction):
        return {}
    taken = judge(request, value, seat)
    action = next(each for each in request.of(seat) if each.option.id == taken.id)
    people = {row.seat for row in record.seats if row.user_id}.difference(mine, in_person_seats(record))
    there = present_seats(record)
    return {
        owner: consent if owner in there else "refused"
        for owner, consent in action.consents(taken.value).items()
        if owner in people and consent != "given"
    }


def seats_of_same_person(record: GameRecord, seat: Seat) -> tuple[Seat, ...]:
    """Return this seat and the other seats of its player."""
    user_id = next((row.user_id for row in record.seats if row.seat == seat), 0)
    return (seat, *(row.seat for row in record.seats if user_id and row.user_id == user_id and row.seat != seat))


def usual_with_consent(
    usual: Callable[[Request[Any]], Value],
    request: Request[Any],
    seat: Seat,
    record: GameRecord,
    mine: Collection[Seat],
) -> Value:
    """Return the usual answer that needs nobody's consent; the plain usual answer if all need some."""
    first = value = usual(request)
    while missing_consents(request, value, seat, record, mine):
        request = _without(request, value)
        if all(action.aside for action in request.actions):
            return first
        value = usual(request)
    return value


def _without(request: Request[Any], value: Value) -> NextAction:
    """Return the question without this answer, or without its action if the action has no list of choices."""
    assert isinstance(request, NextAction)
    id, *chosen = value if isinstance(value, list | tuple) else [value]
    actions = [_without_way(action, chosen) if action.option.id == id else action for action in request.actions]
    return msgspec.structs.replace(request, actions=tuple(action for action in actions if action is not None))


def _without_way(action: Action[Any], chosen: list[Value]) -> Action[Any] | None:
    if not (isinstance(action, Pick) and chosen):
        return None
    ways = tuple(way for way in action.ways if way.option.id != chosen[0])
    return msgspec.structs.replace(action, ways=ways, always=True) if ways else None
