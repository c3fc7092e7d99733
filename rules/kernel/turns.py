"""Turns of one player after the other, and standing orders: what a player wants done without being asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from rules.kernel.events import DecidedUnasked
from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


class InTurns(Protocol):
    """The state of a game played in turns. ``order``: the seats; ``turn``: the index of the active seat in it."""

    stage: int
    order: list[Seat]
    turn: int

    @property
    def outcome(self) -> str:
        """The result of the game; '' while it goes on."""

    @property
    def tally(self) -> Any:
        """Counts for reports, among them the rounds."""

    @property
    def active_seat(self) -> Seat:
        """The seat whose turn it is."""


G = TypeVar("G", bound=InTurns)


def highest_begins(table: Table, seats: Sequence[Seat], why: str) -> list[Seat]:
    """Return the seats in order of play: the highest 1K6 begins, ties roll again, the others follow clockwise."""
    tied = list(seats)
    while len(tied) > 1:
        rolled = {seat: int(table.roll("1K6", why, player=seat)) for seat in tied}
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    first = seats.index(tied[0])
    return [*seats[first:], *seats[:first]]


def in_turns(
    set_up: Callable[[Table, G], None], play_turn: Callable[[Table, G], None], lives: Callable[[G, Seat], bool]
) -> Callable[[Table, G], None]:
    """Return a stage function: stage 0 is the set-up, every other stage the turn of a player who ``lives``."""

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
    """Give the turn to the next player who is still in the game; the first seat's turn begins a round."""
    for _ in game.order if not game.outcome else ():
        game.turn = (game.turn + 1) % len(game.order)
        if game.turn == 0:
            game.tally.rounds += 1
        if lives(game, game.active_seat):
            return


Given = TypeVar("Given", bound=Struct)
W = TypeVar("W")
ORDERS = "orders"
"""The id of the action that changes standing orders."""
Pace = Literal["brisk", "book"]
"""How much a game decides by itself: ``brisk`` what few players miss, ``book`` nothing that the rulebook leaves to a
player.
"""
PACE, BRISK, BOOK = "pace", "brisk", "book"
NOTHING = "window.nothing"
"""The note that explains why a player with nothing to use is asked nevertheless."""


class AtPace(Protocol):
    """The state of a game with a pace; ``decided``: for each seat, the orders of which it was told."""

    pace: Pace
    decided: dict[Seat, list[str]]


def tell_decided(table: Table, game: AtPace, seats: Iterable[Seat], words: str, order: str) -> bool:
    """Tell, once for each of the seats, that brisk pace decides by this order; return whether it was told.

    Among rivals, whether to call this may depend on public facts only.
    """
    new = [seat for seat in seats if order not in game.decided.get(seat, ())] if game.pace == BRISK else []
    for seat in new:
        game.decided[seat] = [*game.decided.get(seat, ()), order]
    if new:
        table.tell(DecidedUnasked(tuple(new), Word(f"{words}.{order}")))
    return bool(new)


@cache
def names(orders: type[Struct]) -> tuple[str, ...]:
    """Return the names of the standing orders."""
    return tuple(field.name for field in msgspec.structs.fields(orders))


@cache
def values_of(orders: type[Struct], name: str) -> tuple[str, ...]:
    """Return the possible values of a standing order."""
    kind = get_type_hints(orders)[name]
    assert get_origin(kind) is Literal
    values: tuple[str, ...] = get_args(kind)
    return values


def window(seat: Seat, why: str, no: Option, uses: Sequence[Way[W]], facts: Mapping[str, Fact]) -> Choose[W | None]:
    """Return a secret question that asks which hidden thing to use, or ``no`` (None).

    A player with nothing to use is asked, too, with equal facts, so that the question reveals nothing.
    """
    shown = no if uses else replace(no, note=no.note or NOTHING)
    options = (shown, *(way.option for way in uses))
    means = {no.id: None, **{way.option.id: way.meant for way in uses}}
    return Choose(who=seat, why=why, options=options, facts=facts, secret=True, always=True, means=means)


def pace_of(options: Mapping[str, str], now: Pace = "brisk") -> Pace:
    """Return the pace in these house rules, or ``now`` if they have none."""
    return "book" if options.get(PACE, now) == BOOK else "brisk"


def orders_at_pace(given: Given, before: Given, after: Given) -> Given:
    """Return a player's orders after a change of pace: defaults of ``before`` become defaults of ``after``."""
    changed = {
        name: getattr(after, name) for name in names(type(given)) if getattr(given, name) == getattr(before, name)
    }
    return replace(given, **changed)


def order_offers(
    usual: Given,
    seats: Iterable[Seat],
    words: str,
    keep: Callable[[Table, Seat, Given], None],
    left_out: tuple[str, ...] = (),
    *,
    secret: bool = True,
) -> list[Offer[Filled]]:
    """Return an offer for each seat to change its standing orders at any time.

    ``words``: the prefix of the catalogue keys. ``usual``: the values of orders that an answer leaves out.
    ``left_out``: orders that are not asked for.
    """

    def kept(table: Table, seat: Seat, filled: Filled) -> None:
        keep(table, seat, convert(dict(filled.values), type(usual)))

    option = Option(ORDERS, "orders.change")
    return [
        Offer(
            seat,
            option,
            _standing_orders_form(usual, seat, words, secret, left_out),
            aside=True,
            secret=secret,
            do=does_with(kept, seat),
        )
        for seat in seats
    ]


@cache
def _standing_orders_form(usual: Struct, seat: Seat, words: str, secret: bool, left_out: tuple[str, ...]) -> Form:
    asked = {name: value for name, value in written(usual).items() if name not in left_out}
    fields = tuple(order_field(type(usual), seat, words, name, value) for name, value in asked.items())
    return Form(who=seat, why=ORDERS, fields=fields, secret=secret)


def order_field(orders: type[Struct], seat: Seat, words: str, name: str, now: str | None = None) -> Field[str]:
    """Return the form field of one standing order; ``now``: its default."""
    options = tuple(Option(value, f"{words}.{name}.{value}") for value in values_of(orders, name))
    return Field(name, Choose(who=seat, why=f"{words}.{name}", options=options), Word(f"{words}.{name}"), now)


def written(orders: Struct) -> dict[str, str]:
    """Return the value of each order by name."""
    return {name: str(value) for name, value in asdict(orders).items()}


def ordered_anew(state: dict[str, Any], players: str, changes: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """For migrations: replace values of orders in an encoded state; ``players``: the key of the players."""
    for player in state[players].values():
        for name, (before, after) in changes.items():
            if player["orders"][name] == before:
                player["orders"][name] = after
    return state
