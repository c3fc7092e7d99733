"""What import-linter is asked to check that it does not know by itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from importlinter import Contract, ContractCheck, output
from importlinter.contracts.layers import LayersContract

RULES = Path(__file__).parent / "rules"
LAYERS = ("rules", "images", "bot.games")
"""Where each game has a folder of its own, of the same name in each."""


class GamesApart(Contract):  # type: ignore[misc]  # import-linter is not typed
    """A game's modules are imported by that game's alone: in its own folders, whatever the layer.

    What has a view beside its rules is a game, so that nobody has to list them.
    """

    type_name = "games_apart"

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Look at every import of a module of a game."""
        games = _games(graph)
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


class GameLayers(Contract):  # type: ignore[misc]  # import-linter is not typed
    """The layers of each game, kept in its own ``layers.toml``, so that no shared line names a game."""

    type_name = "game_layers"

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Check every game as import-linter's own contract of layers does."""
        missing = [game for game in sorted(_games(graph)) if not _layers_file(game).exists()]
        contracts = [self._layers_of(game) for game in sorted(_games(graph)) if game not in missing]
        checks = [(contract, contract.check(graph, verbose)) for contract in contracts]
        broken = [(contract, check) for contract, check in checks if not check.kept]
        kept = bool(checks) and not (missing or broken)
        return ContractCheck(kept=kept, metadata={"missing": missing, "broken": broken})

    def _layers_of(self, game: str) -> Any:
        layers = tomllib.loads(_layers_file(game).read_text("utf-8"))["layers"]
        wanted = {"layers": layers, "containers": [f"rules.{game}"], "exhaustive": "true"}
        return LayersContract(name=game, session_options=self.session_options, contract_options=wanted)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what each game breaks, and which game has no layers."""
        for game in check.metadata["missing"]:
            output.print_error(f"{_layers_file(game)} is missing")
        for contract, broken in check.metadata["broken"]:
            contract.render_broken_contract(broken)


def _layers_file(game: str) -> Path:
    return RULES / game / "layers.toml"


def _games(graph: Any) -> set[str]:
    return {name.split(".")[1] for name in graph.modules if re.fullmatch(r"rules\.\w+\.view", name)}


def _game_of(module: str, games: set[str]) -> str:
    """The game in whose folders a module lies; '' where it is everybody's."""
    for layer in LAYERS:
        name = module.removeprefix(f"{layer}.").partition(".")[0] if module.startswith(f"{layer}.") else ""
        if name in games:
            return name
    return ""
