"""Chapter 10 in an encounter: spells beside talks and bribes [10.7], Hesitate before a fight, Lock."""

from __future__ import annotations

from typing import Any

from rules.kernel.grid import OPPOSITE
from rules.kernel.requests import Action
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.encounter.bribe import bribe_limit
from rules.labirynt_smierci.encounter.negotiation import intimidate
from rules.labirynt_smierci.events.magic import DauntFailed, DoorLocked, MonstersCowed, MonstersDaunted
from rules.labirynt_smierci.exploration import Spot, entrance_in, keep_open, reach, wall_up
from rules.labirynt_smierci.magic.casting import Cast, cast_actions, pay_for, roll_amount
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import reluctance
from rules.labirynt_smierci.treasure.hoards import hand_over
from rules.labirynt_smierci.treasure.loot import divide

# Beside talks and bribes -----------------------------------------------------------------------------------------


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
    pay_for(table, game, cast, group.name if cast.spell in ("cow", "daunt") else "")
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
    pay_for(table, game, cast, game.met.name if game.met else "")


# Lock: a door closes for ever on the monsters behind it ----------------------------------------------------------


def lock_actions(game: Game) -> list[Action[Any]]:
    """Lock, when the monsters were met behind a door just opened and the party can still go on."""
    group = game.met
    if group is None or group.negotiated or group.bribed or not game.door_open:
        return []
    actions = list(cast_actions(game, "lock"))
    return actions if actions and can_go_back(game) else []


def can_go_back(game: Game) -> bool:
    """Whether the way to the entrance, and to the Gate once it is found, does not lead through this door [house]."""
    back = before_the_door(game)
    if back is None:
        return False
    known = reach(game, back, (game.level, game.square))
    return entrance_in(game, known) and gate_in(game, known)


def gate_in(game: Game, known: list[Spot]) -> bool:
    """Whether the Gate is among these, or there is no need of it."""
    gate = game.gate
    if gate is None or not gate.found or gate.destroyed or gate.square is None:
        return True
    return (gate.level, gate.square) in known


def before_the_door(game: Game) -> Spot | None:
    """The segment that the party came from."""
    if game.entered_by is None:
        return None
    square = game.square.beyond(game.entered_by)
    return (game.level, square) if square in game.levels[game.level] else None


def lock(table: Table, game: Game, cast: Cast) -> None:
    """Back through the door, which never opens again; the monsters stay behind it [10]."""
    assert game.entered_by is not None
    assert game.met is not None
    pay_for(table, game, cast)
    level, door = game.levels[game.level], game.entered_by
    locked, group = game.here, game.met
    game.square = game.square.beyond(door)
    game.entered_by, game.left_by = game.left_by, None
    wall_up(locked, door)
    wall_up(level[game.square], OPPOSITE[door])
    table.tell(DoorLocked(group.name, len(group.living), Word(f"side.{OPPOSITE[door]}")))
    keep_open(table, game)
