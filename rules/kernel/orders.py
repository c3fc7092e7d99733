"""Standing orders: what a player wants done without being asked, changed in anybody's turn.

A game's orders are a frozen Struct whose fields are literals; its first value of each is the usual one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.requests import Action, Choose, Field, Form, Option, Seat, Taken
from rules.kernel.words import Word

Given = TypeVar("Given", bound=msgspec.Struct)


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


def changing(orders: type[msgspec.Struct], seats: Iterable[Seat], words: str) -> list[Action[Any]]:
    """For each of these players: to change their own, whoever's turn it is. ``words``: the head of the words' keys."""
    option = Option("orders", "orders.change")
    return [Action(seat, option, _ask(orders, seat, words), aside=True, secret=True) for seat in seats]


@cache
def _ask(orders: type[msgspec.Struct], seat: Seat, words: str) -> Form:
    fields = tuple(_field(orders, seat, words, name) for name in names(orders))
    return Form(who=seat, why="orders", fields=fields, secret=True)


def _field(orders: type[msgspec.Struct], seat: Seat, words: str, name: str) -> Field[str]:
    options = tuple(Option(value, f"{words}.{name}.{value}") for value in values_of(orders, name))
    return Field(name, Choose(who=seat, why=f"{words}.{name}", options=options), Word(f"{words}.{name}"))


def given(orders: type[Given], taken: Taken) -> Given:
    """What a player ordered."""
    return msgspec.convert(dict(taken.value.values), orders)


def written(orders: msgspec.Struct) -> dict[str, str]:
    """Each order by its name."""
    return {name: str(value) for name, value in msgspec.structs.asdict(orders).items()}
