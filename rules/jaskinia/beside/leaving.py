"""Out of the Cave, with an exit card [4.4–4.7]; and death, after which the Crown decides [6.3, 6.4]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.jaskinia.beside.sheets import CAME, annex_of
from rules.jaskinia.cards import card_word, discard
from rules.jaskinia.events.beside import CardsOutGone, CrownSaid, GuestDiedOutside, SeatOut, SeatWaitsOutside
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.names import is_own, named
from rules.jaskinia.seeker.exit_card import die_outside, end_visit
from rules.kernel.offers import Offer, Pick, Way, does_with, ends
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word

YES, NO = "yes", "no"


def leave_offers(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """Who begins the turn at the Entrance may go out instead of walking, to where it came in [B5, B6]."""
    guest = game.visitor(one)
    if guest is None or one.at != game.tables.board.entrance:
        return
    places = CAME[:1] if guest.came == CAME[0] else (CAME[1], CAME[0])
    ways = tuple(Way(Option(place, f"guest.leave.{place}"), place) for place in places)
    facts = {"character": one.name}
    option, do = Option("leave", "guest.leave", facts=facts), ends(does_with(leave, game, one))
    yield Pick(one.seat, option, ways=ways, why="guest.leave", facts=facts, do=do)


def leave(table: Table, game: Game, one: Seeker, place: str) -> None:
    """It stands outside again; what it carries goes with it, and slow turns lapse [B29]."""
    guest = annex_of(game).visitors[one.seat]
    end_visit(table, game, one, Word(f"exitto.{place}"))
    one.at, one.slow = game.tables.board.entrance, 0
    guest.kept, guest.before, guest.notes = one, None, []
    game.players[one.seat].seeker = None
    annex_of(game).numbers.pop(one.seat, None)
    if one.seat == game.active_seat:
        game.trip.over = True


def died_outside(table: Table, game: Game, seat: Seat) -> None:
    """A death on the main board is the table's; Cave cards that were carried out are gone [6.4]."""
    guest = annex_of(game).visitors[seat]
    player, one = game.players[seat], guest.kept
    table.tell(GuestDiedOutside(seat, named("seeker", guest.id)))
    player.last, player.deaths = guest.id, player.deaths + 1
    out = [card for card in (*one.items, *one.followers, *one.trophies) if not is_own(card)] if one is not None else []
    for card in out:
        discard(game, card)
    if out:
        table.tell(CardsOutGone(tuple(map(card_word, out))))
    die_outside(game, seat)


def look_at_the_crown(table: Table, game: Game) -> None:
    """Of each death: does any Seeker stand on the Crown's area? Who died is out if one does [6.3]."""
    annex = annex_of(game)
    while annex.unasked and not game.outcome:
        seat = annex.unasked[0]
        stands = annex.crown or table.choose(
            seat, "crown", [Option(NO, "crown.no"), Option(YES, "crown.yes")], player=seat
        )
        annex.unasked.remove(seat)
        table.tell(CrownSaid(stands == YES, ahead=False))
        game.players[seat].out = stands == YES
        table.tell(SeatOut(seat) if stands == YES else SeatWaitsOutside(seat))
