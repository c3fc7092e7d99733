"""The games that the contract is held against: all that there are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.of_each_game import of_each_game
from tests.rules.contract.witness import GameWitness

WITNESSES: Mapping[str, GameWitness] = {
    game: module.WITNESS for game, module in of_each_game("tests.rules.{}.witness").items()
}
each_game = pytest.mark.parametrize("witness", WITNESSES.values(), ids=WITNESSES)
