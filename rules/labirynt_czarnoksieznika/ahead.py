"""The next Move named ahead, while others play; done without asking unless something has happened [house]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel.ahead import AHEAD, Ahead, ahead_option, none_option, offer_named
from rules.kernel.offers import Offer, Pick, Way, does_with
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.events.course import MovedAsNamed, MoveNamed
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import Place, chamber_of
from rules.labirynt_czarnoksieznika.ways import step_id, steps


class Naming(Pick[tuple[Character, Place] | None], frozen=True, eq=False, kw_only=True):
    """To name the next Move, or to be asked."""


def ahead_offers(game: Game) -> Iterator[Naming]:
    """For each player whose turn it is not: which step the next turn shall begin with."""
    for seat in game.order:
        if ways := list(_ways(game, seat)) if seat != game.active_seat else []:
            none: Way[tuple[Character, Place] | None] = Way(none_option(game.teams[seat].ahead), None)
            yield Naming(
                seat,
                ahead_option(game.teams[seat].ahead),
                ways=(*ways, none),
                why=AHEAD,
                always=True,
                aside=True,
                secret=True,
                do=does_with(name, game, seat),
            )


def _ways(game: Game, seat: Seat) -> Iterator[Way[tuple[Character, Place] | None]]:
    """The steps that are open as things are; who was stunned will be held."""
    for one in game.people_of(seat):
        for side, where in steps(game, one) if one.id != ZOMBIE and not one.stunned else ():
            facts: dict[str, Fact] = {"who": one.name, "side": Word(f"side.{side}"), "where": chamber_of(where)}
            facts["chamber"] = Word(f"chamber.{game.kind_at(where)}")
            yield Way(Option(step_id(one, where), "ahead.step", facts=facts), (one, where))


def name(table: Table, game: Game, seat: Seat, step: tuple[Character, Place] | None) -> None:
    """Keep it; nobody else is told."""
    game.teams[seat].ahead = None if step is None else Ahead(step_id(*step), _seen(game, seat, step[1]))
    table.tell(MoveNamed(seat, step is None), to=(seat,))


def _seen(game: Game, seat: Seat, where: Place) -> tuple[str, ...]:
    """Where the own people are and how they fare; who stands in the chamber named, and what lies in wait there."""
    own = [f"{one.id} {one.at} {one.life} {one.stunned or one.held}" for one in game.people_of(seat)]
    token = game.tokens.get(where)
    return (*own, *(one.id for one in game.inside(where)), token.kind if token else "")


def take_ahead(table: Table, game: Game, seat: Seat, offers: Sequence[Offer[Any]]) -> bool:
    """Do what was named, if all is as it was; whether it was done. It is named for one turn only."""
    team = game.teams[seat]
    named, team.ahead = team.ahead, None
    move = offer_named(named, offers, lambda offer: _seen(game, seat, where_to(offer)))
    if move is None:
        return False
    game.ahead = True
    table.tell(MovedAsNamed(seat))
    move.done(table, None)
    return True


def where_to(step: Any) -> Place:
    """The chamber into which a step goes."""
    where: Place = step.where
    return where
