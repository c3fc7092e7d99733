"""Who is outside: coming in as one was or with a sheet, and waiting for nobody while the Cave is empty [2.3, 4.1]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.jaskinia.beside.leaving import died_outside, look_at_the_crown
from rules.jaskinia.beside.sayings import table_offers
from rules.jaskinia.beside.sheets import annex_of, put_down, sheet_form
from rules.jaskinia.cards import card_word
from rules.jaskinia.events.beside import GuestAnnounced, GuestStayedOut, TableWon
from rules.jaskinia.model import Game, Seeker, Visitor
from rules.jaskinia.names import named
from rules.jaskinia.seeker.values import power, strength
from rules.kernel.offers import Asking, Offer, does, does_with, take_if_ever
from rules.kernel.requests import Filled, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word


def has_turn(game: Game, seat: Seat) -> bool:
    """Whether a seat has turns: its Seeker is inside, or comes in."""
    guest = annex_of(game).visitors.get(seat)
    return game.players[seat].seeker is not None or (guest is not None and guest.coming)


def wait_outside(table: Table, game: Game) -> None:
    """As long as nobody is inside, and nobody comes; nobody is waited for."""
    while not game.outcome and not any(has_turn(game, seat) for seat in game.order):
        table.set_right()
        if all(game.players[seat].out for seat in game.order):
            game.outcome = "table"
            table.tell(TableWon(""))
            return
        take_if_ever(table, "guest.outside", [*outside_offers(game, aside=False), *table_offers(game)], secret=True)
        look_at_the_crown(table, game)


def outside_offers(game: Game, *, aside: bool = True, but: Seat = "") -> Iterator[Offer[Any]]:
    """Of every seat that is outside, and not out of the game, ``but`` one; in others' turns among the own things."""
    for seat in game.order:
        if seat != but:
            yield from _of_seat(game, seat, aside=aside)


def _of_seat(game: Game, seat: Seat, *, aside: bool) -> Iterator[Offer[Any]]:
    player, guest = game.players[seat], annex_of(game).visitors.get(seat)
    if player.out or player.seeker is not None or seat in annex_of(game).unasked:
        return
    if guest is not None and guest.coming:
        yield stay_offer(game, seat)
    elif guest is not None:
        again, died = (Option(what, f"guest.{what}") for what in ("again", "died"))
        yield Offer(seat, again, aside=aside, secret=aside, do=does(come_again, game, seat))
        yield Offer(seat, died, aside=True, secret=aside, do=does(died_outside, game, seat))
    yield sheet_offer(game, seat, aside=aside, secret=aside)


def sheet_offer(game: Game, seat: Seat, *, aside: bool = True, secret: bool = False) -> Offer[Filled]:
    """To come in with a sheet; or to set right what was typed."""
    guest = annex_of(game).visitors.get(seat)
    label = "guest.change" if guest is not None and guest.coming else "guest.come"
    make, do = partial(sheet_form, game, seat), does_with(announce, game, seat)
    return Asking(seat, Option("come", label), aside=aside, secret=secret, make=make, do=do)


def stay_offer(game: Game, seat: Seat, *, aside: bool = True) -> Offer[Any]:
    """Not to come in after all."""
    return Offer(seat, Option("stay", "guest.stay"), aside=aside, secret=aside, do=does(stay_out, game, seat))


def announce(table: Table, game: Game, seat: Seat, filled: Filled) -> None:
    """Its next turn is to come in, with this sheet."""
    put_down(table, game, seat, filled.values)
    _tell(table, game, seat)


def come_again(table: Table, game: Game, seat: Seat) -> None:
    """As it was when it went out."""
    annex_of(game).visitors[seat].coming = True
    _tell(table, game, seat)


def stay_out(table: Table, game: Game, seat: Seat) -> None:
    """It stays outside; its sheet is kept."""
    guest = annex_of(game).visitors[seat]
    guest.coming = False
    table.tell(GuestStayedOut(seat, named("seeker", guest.id)))


def _tell(table: Table, game: Game, seat: Seat) -> None:
    guest, one = guest_of(game, seat)
    all_strength, all_power = strength(game, one), power(game, one)
    things = tuple(map(card_word, (*one.items, *one.followers, *one.trophies)))
    table.tell(
        GuestAnnounced(
            seat,
            one.name,
            guest.kind,
            Word(f"alignment.{guest.align}"),
            Word(f"exitfrom.{guest.came}"),
            one.strength,
            all_strength,
            one.power,
            all_power,
            one.endurance,
            one.level,
            one.gold,
            things or (Word("exit.nothing"),),
            len(one.spells),
        )
    )


def guest_of(game: Game, seat: Seat) -> tuple[Visitor, Seeker]:
    """A guest who is outside, and its Seeker."""
    guest = annex_of(game).visitors[seat]
    assert guest.kept is not None
    return guest, guest.kept
