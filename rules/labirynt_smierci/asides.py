"""What may be done first, in any order, without moving the game on [5 A]: the order of march, magic, things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.requests import Action, Taken
from rules.kernel.table import Table
from rules.labirynt_smierci.magic.rescue import call_back
from rules.labirynt_smierci.magic.wayside import cast_wayside, healing_actions, wayside_actions
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.belongings import hand_over_gold, hand_over_item, handing_actions
from rules.labirynt_smierci.party.experience import improve, improvement_actions
from rules.labirynt_smierci.treasure.items import appraise, drink, potion_actions, put_on, wearing_actions
from rules.labirynt_smierci.treasure.loot import divide

Deed = Callable[[Table, Game, Taken], None]

DEEDS: Mapping[str, Deed] = {
    "cast": cast_wayside,
    "drink": drink,
    "appraise": appraise,
    "wear": put_on,
    "give": hand_over_item,
    "pay": hand_over_gold,
    "improve": improve,
}
"""Each deed by the first word of its action's id."""


def act_aside(table: Table, game: Game, taken: Taken) -> None:
    """Do what was taken, and whatever follows from it."""
    DEEDS[taken.id.partition(":")[0]](table, game, taken)
    settle(table, game)


def settle(table: Table, game: Game) -> None:
    """After anything that may have killed or brought something: the dead are called back, what lies there is shared."""
    call_back(table, game)
    divide(table, game)


def aside_actions(game: Game) -> list[Action[Any]]:
    """Inside the labyrinth, between two fights: everything."""
    return [*wayside_actions(game), *potion_actions(game), *outside_actions(game)]


def outside_actions(game: Game) -> list[Action[Any]]:
    """Outside the labyrinth too: what is worn, handed over, and learnt."""
    return [*wearing_actions(game), *handing_actions(game), *improvement_actions(game)]


def hesitation_actions(game: Game) -> list[Action[Any]]:
    """While monsters hesitate: healing and potions [10]."""
    return [*healing_actions(game), *potion_actions(game)]
