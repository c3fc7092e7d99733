"""How it is with a Seeker, for the words of the story."""

from __future__ import annotations

from rules.jaskinia.events.moods import DEEP, FIRST, HURT, LADEN, NEAR, RACE, USUAL
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.places import neighbours
from rules.kernel.grid import distances
from rules.kernel.words import Word

FAR = 99
"""The distance of where no way leads."""
CLOSE = 3
"""So many areas from the Entrance, or fewer, daylight is near."""


def mood(game: Game, one: Seeker, came_from: str) -> Word:
    """The most telling thing that everybody sees of a Seeker on its way; a race is only what leads to the Crystal."""
    if game.tables.cards.goal in one.items:
        return NEAR if _way_out(game, one) <= CLOSE else LADEN
    if one.endurance == 1:
        return HURT
    if game.tally.rounds == 1 and game.beside is None:
        return FIRST
    if game.crystal and _is_nearer(game, one.at, came_from):
        return RACE
    return DEEP if game.area(one.at).zone == game.tables.crystal.search_zone else USUAL


def _is_nearer(game: Game, at: str, came_from: str) -> bool:
    """Whether the Crystal Chamber is nearer than where the move began."""
    far = distances(game.crystal, lambda here: neighbours(game, here))
    return far.get(at, FAR) < far.get(came_from, FAR)


def _way_out(game: Game, one: Seeker) -> int:
    return distances(one.at, lambda at: neighbours(game, at)).get(game.tables.board.entrance, CLOSE + 1)
