"""What import-linter is asked to check that it does not know by itself."""

from __future__ import annotations

import re
from typing import Any

from importlinter import Contract, ContractCheck, output

LAYERS = ("rules", "images", "bot.games")
"""Where each game has a folder of its own, of the same name in each."""


class GamesApart(Contract):  # type: ignore[misc]  # import-linter is not typed
    """A game's modules are imported by that game's alone: in its own folders, whatever the layer.

    What has a view beside its rules is a game, so that nobody has to list them.
    """

    type_name = "games_apart"

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Look at every import of a module of a game."""
        games = {name.split(".")[1] for name in graph.modules if re.fullmatch(r"rules\.\w+\.view", name)}
        strangers = [
            f"{importer} imports {module}"
            for module in sorted(graph.modules)
            if (game := _game_of(module, games))
            for importer in sorted(graph.find_modules_that_directly_import(module))
            if _game_of(importer, games) != game
        ]
        return ContractCheck(kept=bool(games) and not strangers, metadata={"strangers": strangers})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Each import that should not be."""
        for line in check.metadata["strangers"] or ["no game was found"]:
            output.print_error(line)


def _game_of(module: str, games: set[str]) -> str:
    """The game in whose folders a module lies; '' where it is everybody's."""
    for layer in LAYERS:
        name = module.removeprefix(f"{layer}.").partition(".")[0] if module.startswith(f"{layer}.") else ""
        if name in games:
            return name
    return ""
