"""What the tests have to say of each game in a module of its own, found as the games are."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from rules.games import all_games


def of_each_game(name: str) -> dict[str, ModuleType]:
    """The modules of this name, ``{}`` standing for a game's package, by the game; a game without one is left out."""
    named = {game: name.format(game.replace("-", "_")) for game in all_games()}
    return {game: import_module(one) for game, one in named.items() if find_spec(one)}
