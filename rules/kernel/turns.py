"""Turns of one player after the other, and standing orders: what a player wants done without being asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


class InTurns(Protocol):
    """The state of a game played in turns. ``order``: the seats; ``turn``: the place in it of who is at turn."""

    stage: int
    order: list[Seat]
    turn: int

    @property
    def outcome(self) -> str:
        """'' while it goes on."""

    @property
    def tally(self) -> Any:
        """Numbers for reports, the rounds among them."""

    @property
    def active_seat(self) -> Seat:
        """Whose turn it is."""


G = TypeVar("G", bound=InTurns)


def highest_begins(table: Table, seats: Sequence[Seat], why: str) -> list[Seat]:
    """The seats in order of play: the highest 1K6 begins, ties roll again, the others follow clockwise."""
    tied = list(seats)
    while len(tied) > 1:
        rolled = {seat: int(table.roll("1K6", why, player=seat)) for seat in tied}
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    first = seats.index(tied[0])
    return [*seats[first:], *seats[:first]]


def in_turns(
    set_up: Callable[[Table, G], None], play_turn: Callable[[Table, G], None], lives: Callable[[G, Seat], bool]
) -> Callable[[Table, G], None]:
    """The stages of a game: stage 0 is the set-up, every other the turn of one player who ``lives``."""

    def play_stage(table: Table, game: G) -> None:
        if game.stage == 0:
            set_up(table, game)
        else:
            play_turn(table, game)
            pass_on(game, lives)
        if not game.outcome:
            game.stage += 1

    return play_stage


def pass_on(game: G, lives: Callable[[G, Seat], bool]) -> None:
    """The next player who is still in the game is at turn; the first one's turn begins a round."""
    for _ in game.order if not game.outcome else ():
        game.turn = (game.turn + 1) % len(game.order)
        if game.turn == 0:
            game.tally.rounds += 1
        if lives(game, game.active_seat):
            return


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
        Offer(
            seat,
            option,
            _standing_orders_form(orders, seat, words, secret),
            aside=True,
            secret=secret,
            do=does_with(kept, seat),
        )
        for seat in seats
    ]


@cache
def _standing_orders_form(orders: type[msgspec.Struct], seat: Seat, words: str, secret: bool) -> Form:
    fresh = written(orders())
    fields = tuple(order_field(orders, seat, words, name, fresh[name]) for name in names(orders))
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
