"""Single cards and nameless opponents that a game master calls for a Seeker; then the turn goes on [5, 6, 12.3]."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rules.jaskinia.exploration.arriving import arrive
from rules.jaskinia.exploration.exploring import meet_card
from rules.jaskinia.fight.clash import fight_guardian, take_wound
from rules.jaskinia.model import FightKind, Game, Seeker, Trip
from rules.jaskinia.seeker.values import power
from rules.kernel.corrections import set_right_and_run_calls
from rules.kernel.requests import Seat
from rules.kernel.table import Table

NAMELESS = "nameless"


class CalledCard(Struct, frozen=True):
    """A card that lies on the Seeker's area and is met at once."""

    seat: Seat
    card: str


class CalledFight(Struct, frozen=True):
    """A fight against a nameless opponent of this Strength or Power."""

    seat: Seat
    kind: FightKind
    value: int


Called: TypeAlias = CalledCard | CalledFight


def set_right(table: Table, game: Game) -> None:
    """Apply the game master's corrections and run what is called."""
    set_right_and_run_calls(table, game, _run_called_event)


def _run_called_event(table: Table, game: Game, called: Called) -> None:
    seeker, turn, trip = game.seeker_of(called.seat), game.turn, game.trip
    game.turn, game.trip = game.order.index(called.seat), Trip(power=power(game, seeker), path=[seeker.at])
    _run(table, game, seeker, called)
    over, game.turn, game.trip = game.trip.over, turn, trip
    if called.seat == game.active_seat:
        trip.over |= over  # a tie or a defeat ends the turn [5.8]
    if game.active and game.active.at != trip.path[-1]:
        trip.path = [game.active.at]


def _run(table: Table, game: Game, seeker: Seeker, called: Called) -> None:
    if isinstance(called, CalledFight):
        result = fight_guardian(table, game, seeker, called.kind, called.value, NAMELESS)
        if result == "lost":
            take_wound(table, game, seeker, called.kind)
        game.trip.over |= result != "won"
        return
    meet_card(table, game, seeker, called.card)
    if game.trip.moved and game.alive(seeker) and not (game.trip.over or game.outcome):
        arrive(table, game, seeker)
