"""The course of a game beside the main board: everybody begins outside; turns are of who is inside or comes [2]."""

from __future__ import annotations

import msgspec

from rules.jaskinia.beside.leaving import look_at_the_crown
from rules.jaskinia.beside.outside import guest_of, has_turn, outside_offers, sheet_offer, stay_offer, wait_outside
from rules.jaskinia.beside.sayings import table_offers
from rules.jaskinia.beside.sheets import annex_of
from rules.jaskinia.cards import card_word, fill_decks
from rules.jaskinia.events.beside import CaveLaidOut, GuestEntered
from rules.jaskinia.exploration.arriving import arrive
from rules.jaskinia.model import Game, Player, Seeker, Trip
from rules.jaskinia.seeker.values import item_limit, power, spell_limit, strength
from rules.jaskinia.turn import finish, take_turn
from rules.kernel.offers import Offer, does, take
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


def set_up_beside(table: Table, game: Game) -> None:
    """The Cave deck, the Gates; Seekers are dealt at the table, and all are outside [2.1, 2.2]."""
    fill_decks(game)
    gates = game.tables.board.gate
    game.gates = [gate.id for gate in gates if gate.open or game.options.gates == "open"]
    game.players = {seat: Player(seat=seat) for seat in game.seats}
    game.order = list(game.seats)
    game.tally.rounds = 1
    table.tell(CaveLaidOut(tuple(game.order)))


def play_turn_beside(table: Table, game: Game) -> None:
    """A turn of somebody inside, or of somebody who comes in; before that, if need be, all the time in the world."""
    wait_outside(table, game)
    if game.outcome:
        return
    while not has_turn(game, game.active_seat):
        game.turn = (game.turn + 1) % len(game.order)
    seat, annex = game.active_seat, annex_of(game)
    one = game.players[seat].seeker
    if one is None:
        come_in(table, game, seat)
    else:
        take_turn(table, game, one)
    annex.numbers = {}
    look_at_the_crown(table, game)
    if annex.again == seat and has_turn(game, seat):
        game.turn = (game.turn - 1) % len(game.order)
    annex.again = ""


def come_in(table: Table, game: Game, seat: Seat) -> None:
    """From outside onto the Entrance: that is the Move; somebody who stands there may be met [4.1, 4.2]."""
    game.trip = Trip()
    if not _is_sure(table, game, seat):
        return
    guest, one = guest_of(game, seat)
    guest.before = msgspec.convert(msgspec.to_builtins(one), Seeker)
    guest.kept, guest.coming, guest.notes = None, False, []
    game.players[seat].seeker = one
    one.at = game.tables.board.entrance
    game.trip = Trip(power=power(game, one), path=[one.at])
    table.tell(GuestEntered(seat, one.name, Word(f"exitfrom.{guest.came}"), one.at))
    arrive(table, game, one)
    finish(table, game, one)


def _is_sure(table: Table, game: Game, seat: Seat) -> bool:
    """The sheet is shown, with what it adds up to, before it counts [3]."""
    while guest_of(game, seat)[0].coming and not game.outcome:
        table.set_right()
        enter = Offer(seat, Option("enter", "guest.enter"), do=does(_enters))
        own = [enter, stay_offer(game, seat, aside=False), sheet_offer(game, seat)]
        offers = [*own, *outside_offers(game, but=seat), *table_offers(game)]
        if take(table, "guest.enter", offers, secret=True, **_sheet_facts(game, guest_of(game, seat)[1])):
            return True
    return False


def _enters(_: Table) -> bool:
    return True


def _sheet_facts(game: Game, one: Seeker) -> dict[str, Fact]:
    values: dict[str, Fact] = {"strength": strength(game, one), "power": power(game, one), "endurance": one.endurance}
    limits: dict[str, Fact] = {"room": item_limit(game, one), "limit": spell_limit(game, one)}
    things = tuple(map(card_word, (*one.items, *one.followers)))
    more: dict[str, Fact] = {"level": one.level, "gold": one.gold, "spells": len(one.spells), "things": things}
    return {"character": one.name, **values, **limits, **more}
