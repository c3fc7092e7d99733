"""What a Seeker is after, as everybody can tell: said with the question what to do [3.2, 10]."""

from __future__ import annotations

from rules.jaskinia.exploration.trials import trial_offers
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.trophies import gain
from rules.jaskinia.seeker.values import bonus
from rules.kernel.words import Word


def aim_of(game: Game, one: Seeker) -> Word:
    """The next thing on the way to the Crystal."""
    return Word(f"caveaim.{_next(game, one)}")


def _next(game: Game, one: Seeker) -> str:
    if gain(game, one.trophies):
        return "trade"
    if game.beside is not None and game.beside.taken:
        return "taken"
    if game.crystal:
        if one.at != game.crystal:
            return "trials"
        return "here" if any(trial_offers(game, one)) else "wealth"
    if has_map(game, one):
        return "map"
    board, inner = game.tables.board, game.tables.crystal.search_zone
    way_in = game.area(one.at).zone == inner or len(game.gates) > 0 or not board.gate
    return "search" if way_in else "gates"


def has_map(game: Game, one: Seeker) -> bool:
    """Whether enough Map fragments are at hand [10.2]."""
    crystal = game.tables.crystal
    return one.items.count(crystal.map_card) >= max(1, crystal.map_fragments - bonus(game, one, "map_need"))
