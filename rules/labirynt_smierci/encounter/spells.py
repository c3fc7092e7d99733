"""Spells in an encounter [10]: beside talks and bribes [10.7], Hesitate before a fight, Lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.kernel.grid import OPPOSITE
from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, does_with, ends
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.encounter.talks import bribe_limit, intimidate
from rules.labirynt_smierci.events.magic import DauntFailed, DoorLocked, MonstersCowed, MonstersDaunted
from rules.labirynt_smierci.exploration import Spot, entrance_in, keep_open, reach, wall_up
from rules.labirynt_smierci.magic.casting import Cast, bare_cast_offers, pay_for, roll_amount
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import reluctance
from rules.labirynt_smierci.treasure.items import hand_over
from rules.labirynt_smierci.treasure.loot import divide

# Beside talks and bribes -----------------------------------------------------------------------------------------


MOST = 6


def talking_offers(game: Game, group: Group) -> list[Offer]:
    """Return the spells that help with talks and bribes now [10.7]; the monsters must be able to talk.

    Oratory works once per encounter; Sway and Cajole as long as they can raise the limit of a bribe [house].
    """
    spells: list[str] = []
    if not group.negotiated and not group.bribed:
        spells += ["cow", "daunt"] if group.persuasion else ["oratory", "cow", "daunt"]
    if not group.bribed and can_be_swayed(game, group):
        spells += ["sway", "cajole"]
    do = does_with(talk_by_magic, game, group)
    return [offer for spell in spells for offer in bare_cast_offers(game, spell, do)]


def can_be_swayed(game: Game, group: Group) -> bool:
    """Whether an affordable bribe has a limit between 1 and 5; a limit of 0 stays 0 [10]."""
    purse = game.purse
    return any(row.gold <= purse and 0 < bribe_limit(game, group, row.gold) < MOST for row in game.tables.bribe.row)


def talk_by_magic(table: Table, game: Game, group: Group, cast: Cast[None]) -> None:
    """Cast a spell beside talks and bribes."""
    spell = TALKING[cast.spell]
    pay_for(table, game, cast, group.name if spell.at_them else "")
    spell.effect(table, game, group, cast.spell)


def persuade(table: Table, game: Game, group: Group, spell: str) -> None:
    """Add the spell's amount to the talks."""
    group.persuasion += roll_amount(table, game, spell, group.name)


def appeal(table: Table, game: Game, group: Group, spell: str) -> None:
    """Add the spell's amount to the limit of a bribe."""
    group.appeal += roll_amount(table, game, spell, group.name)


def cow(table: Table, game: Game, group: Group, spell: str) -> None:
    """Intimidate the monsters without talks [10]."""
    del spell  # the only one of its kind
    group.negotiated = True
    table.tell(MonstersCowed(group.name, len(group.living)))
    intimidate(table, game, group)


def daunt(table: Table, game: Game, group: Group, spell: str) -> None:
    """Intimidate the monsters for half the gold and all magic items, once; reluctant ones only by die [10]."""
    del spell  # the only one of its kind
    spells = game.tables.spells
    if reluctance(game, group) >= spells.reluctant:
        rolled = int(table.roll("1K6", "spells.daunt", group=group.name, on=faces_said(spells.daunted)))
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


class Talking(Struct, frozen=True):
    """A spell beside talks and bribes; ``at_them``: it is told as cast at the monsters."""

    effect: Callable[[Table, Game, Group, str], None]
    at_them: bool = False


TALKING: Mapping[str, Talking] = {
    "oratory": Talking(persuade),
    "cow": Talking(cow, at_them=True),
    "daunt": Talking(daunt, at_them=True),
    "sway": Talking(appeal),
    "cajole": Talking(appeal),
}

HESITATING = "hesitating"


def hesitation(game: Game) -> list[Offer]:
    """Return the offer of the spell Hesitate."""
    return [*bare_cast_offers(game, "hesitate", does_with(hesitate, game))]


def hesitate(table: Table, game: Game, cast: Cast[None]) -> str:
    """Make the monsters hesitate, so that the party may heal and drink before the fight [10]."""
    pay_for(table, game, cast, game.met.name if game.met else "")
    return HESITATING


# Lock: a door closes for ever on the monsters behind it ----------------------------------------------------------


def lock_offers(game: Game) -> list[Offer]:
    """Return the offer of Lock if the monsters were met behind a door just opened and the party can still go on."""
    group = game.met
    if not group or group.negotiated or group.bribed or not game.door_open:
        return []
    offers = list(bare_cast_offers(game, "lock", ends(does_with(lock, game))))
    return [*offers] if offers and can_go_back(game) else []


def can_go_back(game: Game) -> bool:
    """Whether the party can reach the entrance, and a found Gate, without this door [house]."""
    back = before_the_door(game)
    if back is None:
        return False
    known = list(reach(game, back, (game.level, game.square)))
    return entrance_in(game, known) and gate_in(game, known)


def gate_in(game: Game, known: list[Spot]) -> bool:
    """Whether the Gate is among these segments, or need not be reached."""
    gate = game.gate
    if not gate or not gate.found or gate.destroyed or not gate.square:
        return True
    return (gate.level, gate.square) in known


def before_the_door(game: Game) -> Spot | None:
    """Return the segment from which the party came; None if it came through no door."""
    if game.entered_by is None:
        return None
    square = game.square.beyond(game.entered_by)
    return (game.level, square) if square in game.levels[game.level] else None


def lock(table: Table, game: Game, cast: Cast[None]) -> None:
    """Move the party back through the door and lock it for ever; the monsters stay behind it [10]."""
    assert game.entered_by is not None
    assert game.met
    pay_for(table, game, cast)
    level, door = game.levels[game.level], game.entered_by
    locked, group = game.here, game.met
    game.square = game.square.beyond(door)
    game.entered_by, game.left_by = game.left_by, None
    wall_up(locked, door)
    wall_up(level[game.square], OPPOSITE[door])
    table.tell(DoorLocked(group.name, len(group.living), Word(f"side.{OPPOSITE[door]}")))
    for event in keep_open(game):
        table.tell(event)
