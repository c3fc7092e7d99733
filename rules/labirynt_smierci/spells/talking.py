"""Chapter 10.7: spells beside talks and bribes, and Hesitate before the fight."""

from __future__ import annotations

from typing import Any

from rules.kernel.requests import Action
from rules.kernel.table import Table
from rules.labirynt_smierci.bribe import bribe_limit
from rules.labirynt_smierci.events.magic import DauntFailed, MonstersCowed, MonstersDaunted
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.negotiation import intimidate
from rules.labirynt_smierci.spells.casting import Cast, cast_actions, pay, roll_amount
from rules.labirynt_smierci.traits import reluctance
from rules.labirynt_smierci.treasure.hoards import hand_over
from rules.labirynt_smierci.treasure.loot import divide

TALKING = ("oratory", "cow", "daunt", "sway", "cajole")
MOST = 6


def talking_actions(game: Game, group: Group) -> list[Action[Any]]:
    """Spells that help to talk and to bribe now [10.7]; these monsters do talk.

    Oratory once in an encounter; Sway and Cajole as long as they can raise the number of some bribe [house].
    """
    spells: list[str] = []
    if not group.negotiated and not group.bribed:
        spells += ["cow", "daunt"] if group.persuasion else ["oratory", "cow", "daunt"]
    if not group.bribed and can_be_swayed(game, group):
        spells += ["sway", "cajole"]
    return [action for spell in spells for action in cast_actions(game, spell)]


def can_be_swayed(game: Game, group: Group) -> bool:
    """Whether the number for some bribe that the party can pay is neither 0, which stays 0, nor six already [10]."""
    offers = [row.gold for row in game.tables.bribe.row if row.gold <= game.purse]
    return any(0 < bribe_limit(game, group, gold) < MOST for gold in offers)


def talk_by_magic(table: Table, game: Game, group: Group, cast: Cast) -> None:
    """Cast one of them."""
    pay(table, game, cast, group.name if cast.spell in ("cow", "daunt") else "")
    match cast.spell:
        case "oratory":
            group.persuasion += roll_amount(table, game, cast.spell)
        case "cow":
            group.negotiated = True
            table.tell(MonstersCowed(group.name, len(group.living)))
            intimidate(table, game, group)
        case "daunt":
            daunt(table, game, group)
        case _:
            group.appeal += roll_amount(table, game, cast.spell)


def daunt(table: Table, game: Game, group: Group) -> None:
    """Intimidation for half the gold and all magic items, once; the reluctant are daunted by die only [10]."""
    spells = game.tables.spells
    if reluctance(game, group) >= spells.reluctant:
        rolled = int(table.roll("1K6", "spells.daunt"))
        if rolled not in spells.daunted:
            table.tell(DauntFailed(group.name, len(group.living), rolled))
            return
    group.negotiated = True
    group.stance = "truce"
    table.tell(MonstersDaunted(group.name, len(group.living)))
    if not group.paid:
        group.paid = True
        hand_over(table, game, group, gold=2, jewels=0, items=1)
        divide(table, game)


def hesitate(table: Table, game: Game, cast: Cast) -> None:
    """The monsters hesitate: the party may heal and drink before the fight [10]."""
    pay(table, game, cast, game.met.name if game.met else "")
