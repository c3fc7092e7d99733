"""Being put somewhere else by an effect [5.7]."""

from __future__ import annotations

from rules.jaskinia.events.ways import Transported
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.places import area_word, spoken
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


def transport(table: Table, game: Game, one: Seeker, at: str) -> None:
    """The Seeker is there now; in its own turn it explores there as if the move had ended there [5.7]."""
    one.at = at
    table.tell(Transported(one.name, area_word(game, at), at))
    if one.seat == game.active_seat:
        game.trip.moved, game.trip.evaded = True, []


def where_to(table: Table, game: Game, one: Seeker, to: str, source: Word) -> str:
    """The area that an effect means: a fixed one, one by chance, or one that the player chooses."""
    board = game.tables.board
    if to == "entrance":
        return board.entrance
    facts: dict[str, Fact] = {"character": one.name, "source": source}
    if to == "random_chamber":
        return table.draw(dict.fromkeys(board.chambers, 1), "effect.chamber", **facts)
    areas = [at for at in board.chambers if at != one.at] if to == "choice_chamber" else zone_of(game, one)
    return table.ask(Choose(who=one.seat, why="effect.where", options=area_options(game, areas), facts=facts))


def zone_of(game: Game, one: Seeker) -> list[str]:
    """All other areas of a Seeker's zone."""
    zone = game.area(one.at).zone
    return [area.id for area in game.tables.board.area if area.zone == zone and area.id != one.at]


def area_options(game: Game, areas: list[str]) -> tuple[Option, ...]:
    """Areas to choose from."""
    return tuple(Option(at, "area.pick", facts=spoken(game, at)) for at in areas)
