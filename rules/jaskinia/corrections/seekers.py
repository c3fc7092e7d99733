"""Setting right where Seekers stand, who dies, who comes anew, and who is in the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.jaskinia.corrections.moments import areas, calm
from rules.jaskinia.events.corrections import PlayerRecalled, SeekerChosen, SeekerPlaced, SeekerStruckDown
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.movement import area_options
from rules.jaskinia.places import area_facts, area_word
from rules.jaskinia.seeker.dying import die, new_seeker, unused_seekers
from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

ENOUGH = 2
"""So many players must be left that nobody is the last one."""


def offers(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """Where a Seeker stands, and its death; neither in the middle of a fight."""
    if not calm(game):
        return
    facts: dict[str, Fact] = {"who": one.name, **area_facts(game, one.at)}
    elsewhere = [at for at in areas(game) if at != one.at]
    yield action(
        "area", one.seat, Choose(who=GM, why="gm.area", options=area_options(game, elsewhere), facts=facts), **facts
    )
    if not _would_end(game, one):
        yield action("slay", one.seat, who=one.name)


def _would_end(game: Game, one: Seeker) -> bool:
    """Whether a death would end the game: who dies is out once the Crystal Chamber is found [8.5, 10.9]."""
    others = [player for player in game.players.values() if not player.out and player.seat != one.seat]
    return game.beside is None and bool(game.crystal) and len(others) < ENOUGH


def player_offers(game: Game) -> Iterator[Action[Any]]:
    """For each player without a Seeker: a new one at once; or to be in the game again."""
    for player in game.players.values():
        facts: dict[str, Fact] = {"player": player.seat}
        if player.out:
            yield action("return", player.seat, None, **facts)
        elif player.seeker is None and calm(game) and game.beside is None:
            options = tuple(
                Option(id, "seeker.at", f"seeker.{id}", {"seeker": Word(f"seeker.{id}")}) for id in unused_seekers(game)
            )
            ask = Choose(who=GM, why="gm.seeker", options=options, facts=facts)
            yield action("seeker", player.seat, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def put_on_area(table: Table, game: Game, about: Seat, at: str) -> None:
    """It stands there; in its turn it goes on from there, and may meet anew whoever it meets."""
    one = game.seeker_of(about)
    one.at = at
    if one.seat == game.active_seat:
        game.trip.path, game.trip.evaded = [at], []
    table.tell(SeekerPlaced(one.name, area_word(game, at), at))


def slay(table: Table, game: Game, about: Seat, _: None) -> None:
    """It dies as of its last wound [8.4]."""
    one = game.seeker_of(about)
    table.tell(SeekerStruckDown(one.name))
    die(table, game, one)


def bring_in(table: Table, game: Game, about: Seat, id: str) -> None:
    """A Seeker at the Entrance before its player's turn; Spells are given by a correction of their own."""
    one = new_seeker(game, about, id)
    table.tell(SeekerChosen(about, one.name))


def recall(table: Table, game: Game, about: Seat, _: None) -> None:
    """The player comes with a new Seeker in the next turn, as ever [8.5]."""
    game.players[about].out = False
    table.tell(PlayerRecalled(about))


DEEDS: Mapping[str, Deed[Game]] = {"area": put_on_area, "slay": slay, "seeker": bring_in, "return": recall}
