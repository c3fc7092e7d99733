"""Standing orders: what a player wants done without being asked, changed in anybody's turn.

A game's orders are a frozen Struct whose fields are literals, each with its usual value. What somebody may do in
another's turn with what is hidden is a *window*: as usual it is done for them when it helps, so that nobody is waited
for; who wants to be asked is asked in every window, whatever they hold, so that being asked does not tell what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

Given = TypeVar("Given", bound=msgspec.Struct)
W = TypeVar("W")
ORDERS = "orders"
"""What the action is called by which they are changed, in every game."""
NOTHING = "window.nothing"
"""The note for who can only say no, and why they are asked nevertheless."""


@cache
def names(orders: type[msgspec.Struct]) -> tuple[str, ...]:
    """The orders there are."""
    return tuple(field.name for field in msgspec.structs.fields(orders))


@cache
def values_of(orders: type[msgspec.Struct], name: str) -> tuple[str, ...]:
    """What may be ordered under this name."""
    kind = get_type_hints(orders)[name]
    assert get_origin(kind) is Literal
    values: tuple[str, ...] = get_args(kind)
    return values


def window(seat: Seat, why: str, no: Option, uses: Sequence[Way[W]], facts: Mapping[str, Fact]) -> Choose[W | None]:
    """What to use of what is hidden, or ``no`` (None): asked, too, of who has nothing to use, with the same facts."""
    shown = no if uses else msgspec.structs.replace(no, note=no.note or NOTHING)
    options = (shown, *(way.option for way in uses))
    means = {no.id: None, **{way.option.id: way.meant for way in uses}}
    return Choose(who=seat, why=why, options=options, facts=facts, secret=True, always=True, means=means)


def order_offers(
    orders: type[Given],
    seats: Iterable[Seat],
    words: str,
    keep: Callable[[Table, Seat, Given], None],
    *,
    secret: bool = True,
) -> list[Offer[Filled]]:
    """For each of these players: to change their own, whoever's turn it is. ``words``: the head of the words' keys."""

    def kept(table: Table, seat: Seat, filled: Filled) -> None:
        keep(table, seat, msgspec.convert(dict(filled.values), orders))

    option = Option(ORDERS, "orders.change")
    return [
        Offer(seat, option, _ask(orders, seat, words, secret), aside=True, secret=secret, do=does_with(kept, seat))
        for seat in seats
    ]


@cache
def _ask(orders: type[msgspec.Struct], seat: Seat, words: str, secret: bool) -> Form:
    fields = tuple(order_field(orders, seat, words, name) for name in names(orders))
    return Form(who=seat, why=ORDERS, fields=fields, secret=secret)


def order_field(orders: type[msgspec.Struct], seat: Seat, words: str, name: str, now: str | None = None) -> Field[str]:
    """One of the orders as a part of a form; ``now``: what holds where an answer leaves it out."""
    options = tuple(Option(value, f"{words}.{name}.{value}") for value in values_of(orders, name))
    return Field(name, Choose(who=seat, why=f"{words}.{name}", options=options), Word(f"{words}.{name}"), now)


def written(orders: msgspec.Struct) -> dict[str, str]:
    """Each order by its name."""
    return {name: str(value) for name, value in msgspec.structs.asdict(orders).items()}


def ordered_anew(state: dict[str, Any], players: str, changes: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """For migrations: an encoded state in which orders that had one value have another; ``players``: who has them."""
    for player in state[players].values():
        for name, (before, after) in changes.items():
            if player["orders"][name] == before:
                player["orders"][name] = after
    return state
