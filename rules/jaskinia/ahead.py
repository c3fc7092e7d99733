"""The next move named ahead, while others play; done without asking unless something has happened [house]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from rules.jaskinia.events.course import WayNamed, WentAsNamed
from rules.jaskinia.glimpses import glimpse_inside
from rules.jaskinia.model import DECKS, Game, Named, Seeker
from rules.jaskinia.movement import move_to
from rules.jaskinia.places import area_facts, neighbours
from rules.jaskinia.seeker.values import has, power
from rules.kernel.ahead import AHEAD, ahead_option, none_option, offer_named
from rules.kernel.grid import distances
from rules.kernel.offers import Asking, Offer, Way, choice, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

MOVE = "move"
DECK = "deck"
AS_ORDERED = "ordered"
"""The deck goes by the standing orders."""
REACH = 6
"""So far a move can lead."""


class Wish(msgspec.Struct, frozen=True):
    """What the turn begins with: ``move`` is an offer's id; ``area``: of the step, or ``towards`` which one goes."""

    move: str
    area: str
    towards: bool = False


def ahead_offers(game: Game) -> Iterator[Offer[Filled]]:
    """For each player whose turn it is not: what the next turn shall begin with, and from which deck is drawn."""
    for one in game.seekers:
        if one.seat != game.active_seat and any(neighbours(game, one.at)):
            yield Asking(
                one.seat,
                ahead_option(game.players[one.seat].ahead),
                aside=True,
                secret=True,
                make=partial(_ask, game, one),
                do=does_with(name, game, one),
            )


def wishes(game: Game, one: Seeker) -> Iterator[Way[Wish | None]]:
    """Moves whose way the die decides; where the way is at choice, the area towards which one goes [4.4, 4.5, 4.11]."""
    free = power(game, one) >= game.tables.seekers.free_power
    if not one.slow and (free or has(game, one, "free_turn")):
        yield from (_towards(game, one, at) for at, far in _distances(game, one.at).items() if 0 < far <= REACH)
    for at in neighbours(game, one.at):
        if not one.slow and not free:
            yield _first(game, one, "roll", at)
        if one.slow or not free:
            yield _first(game, one, "go", at)


def _towards(game: Game, one: Seeker, at: str) -> Way[Wish | None]:
    facts: dict[str, Fact] = {**area_facts(game, at), "brief": glimpse_inside(game, one, at)}
    return Way(Option(f"to:{at}", "ahead.towards", "ahead.towards", facts), Wish("roll", at, towards=True))


def _first(game: Game, one: Seeker, verb: Literal["roll", "go"], at: str) -> Way[Wish | None]:
    option = move_to(game, one, verb, at).option
    return Way(option, Wish(option.id, at))


def _distances(game: Game, at: str) -> Mapping[str, int]:
    return distances(at, lambda here: neighbours(game, here))


def _ask(game: Game, one: Seeker) -> Form:
    none: Way[Wish | None] = Way(none_option(game.players[one.seat].ahead), None)
    move = choice(one.seat, "ahead.move", [*wishes(game, one), none])
    decks = tuple(Option(deck, f"ahead.deck.{deck}") for deck in (AS_ORDERED, *DECKS))
    deck = Choose(who=one.seat, why="ahead.deck", options=decks)
    fields: tuple[Field[Any], ...] = (
        Field(MOVE, move, Word("field.ahead.move")),
        Field(DECK, deck, Word("field.deck")),
    )
    return Form(who=one.seat, why=AHEAD, fields=fields, secret=True)


def name(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """What the form says."""
    keep(table, game, one, filled.values[MOVE], filled.values[DECK])


def keep(table: Table, game: Game, one: Seeker, wish: Wish | None, deck: str) -> None:
    """It is kept for the next turn, or None: taken back; nobody else is told."""
    game.players[one.seat].ahead = None if wish is None else _named(game, one, wish, deck)
    table.tell(WayNamed(one.seat, wish is None), to=(one.seat,))


def _named(game: Game, one: Seeker, wish: Wish, deck: str) -> Named:
    seen = _seen(game, one, wish.move)
    return Named(wish.move, seen, deck=deck, towards=wish.area if wish.towards else "")


def _seen(game: Game, one: Seeker, move: str) -> tuple[str, ...]:
    """Where the Seeker is, how it fares, what it carries; of a move of one area who is there, and what lies there."""
    own = (one.at, f"{one.endurance} {one.strength} {one.power} {one.gold} {one.slow} {one.lost}")
    to = move.removeprefix("go:")
    others = (other.seat for other in game.seekers if other is not one and other.at == to)
    return (*own, *one.items, *one.followers, *others, *game.lying.get(to, ()))


def take_ahead(table: Table, game: Game, one: Seeker, offers: Sequence[Offer[Any]]) -> bool:
    """Do what was named, if all is as it was; whether it was done. It is named for one turn only."""
    player = game.players[one.seat]
    named, player.ahead = player.ahead, None
    move = offer_named(named, offers, lambda offer: _seen(game, one, offer.option.id))
    if named is None or move is None:
        return False
    game.trip.deck, game.trip.towards = named.deck, named.towards
    table.tell(WentAsNamed(one.seat, one.name))
    move.done(table, None)
    return True
