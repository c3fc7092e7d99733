"""Chapter 16: the Black Gate among its guards, its Blasts, and who tries to shut it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel.offers import Way
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.ending import GateFires, GateHolds, GateShattered
from rules.labirynt_smierci.events.magic import ShieldHeld, SpellStruck
from rules.labirynt_smierci.magic.casting import resists, roll_amount
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.losses import gate_falls, wound
from rules.labirynt_smierci.party.traits import DEMON, GATE, skill

BLAST = "blast"
BLAST_WOUNDS = 2
"""The wounds of a Blast in a game without that spell [16]."""


def gate_of(group: Group) -> Monster | None:
    """The Black Gate, while it stands in this group."""
    return next((one for one in group.living if one.kind == GATE), None)


# By skill --------------------------------------------------------------------------------------------------------


class TryGate(msgspec.Struct, frozen=True):
    """The order to shut the Gate."""


def gate_orders(game: Game, group: Group, one: Character) -> Iterator[Way[TryGate]]:
    """The order ``gate`` for a character of the first rank with the skill [16].

    Whether a guard stands in the way shows at his turn: comrades before him may clear it in the same round.
    """
    own = 0 if one.ally else skill(game, one, "gate")
    if own and one.id in game.formation[0] and gate_of(group):
        note = "gate.try.odds" if way_is_clear(game, group) else "gate.try.blocked"
        yield Way(Option("gate", "gate.try", note, {"skill": own}), TryGate())


def way_is_clear(game: Game, group: Group) -> bool:
    """Whether no awake guard stands in the monsters' first rank, or by option none need be looked at [16]."""
    assert game.fight is not None
    front, asleep = game.fight.monsters[0], game.fight.asleep
    guards = (one.id for one in group.living if one.kind != GATE)
    return game.options.gate_front == "any" or not any(one in front and one not in asleep for one in guards)


def try_skill(table: Table, game: Game, group: Group, one: Character) -> bool:
    """1K6 up to the skill destroys the Gate [16]; False when it cannot be tried any more."""
    gate, own = gate_of(group), skill(game, one, "gate")
    if gate is None:
        return False
    rolled = int(table.roll("1K6", "gate.skill", who=one.name))
    if rolled > own:
        table.tell(GateHolds(one.name, rolled, own))
        return True
    gate.wounds = gate.full
    table.tell(GateShattered(one.name, rolled, own))
    gate_falls(table, game, group)
    return True


# Its Blasts ------------------------------------------------------------------------------------------------------


def gate_blasts(table: Table, game: Game, group: Group) -> None:
    """Phase 3: three Blasts at random living members [9.2, 16]."""
    if gate_of(group) is None:
        return
    for _ in range(game.tables.gate.blasts):
        if game.people:
            blast(table, game, random_target(table, game))


def random_target(table: Table, game: Game) -> Character:
    """Any living member, charmed monsters too; whoever draws by hand is told whose the ids are."""
    living = game.living
    ids: Any = tuple(one.id for one in living)
    names: Any = tuple(one.name for one in living)
    return game.characters[table.draw(dict.fromkeys(ids, 1), "gate.target", ids=ids, names=names)]


def blast(table: Table, game: Game, target: Character) -> None:
    """Two wounds, unless a Magic Shield stops it or the target resists [16]."""
    assert game.fight is not None
    table.tell(GateFires(target.name))
    if target.id in game.fight.shielded:
        table.tell(ShieldHeld(target.name, ""))
    elif not resists(table, game, target):
        wounds = blast_wounds(table, game)
        killed = target.strength_now + target.absorbs <= wounds
        table.tell(SpellStruck(Word(f"spell.{BLAST}"), target.name, killed, "", wounds))
        wound(table, game, target, wounds)


def blast_wounds(table: Table, game: Game) -> int:
    """As many as the spell Blast does."""
    known = any(spell.id == BLAST and spell.amount for spell in game.tables.spells.spell)
    return roll_amount(table, game, BLAST) if known else BLAST_WOUNDS


# Its guards ------------------------------------------------------------------------------------------------------


NAMELESS = "nameless"
GUARDS = "gate_guards"
"""The title of the Gate and its guards together."""


def guards(table: Table, game: Game) -> Group:
    """Strengths rolled one by one, with the level's addition but not its multiplier; the Gate has its own [16]."""
    sheet = game.tables.gate
    demons = int(table.roll(sheet.demons, "gate.demons"))
    group = Group(kind=DEMON, title=GUARDS, level=game.level, resident=True, monsters=[], mute=True)
    for number, kind in enumerate([*[DEMON] * demons, NAMELESS], start=1):
        group.monsters.append(_guard(table, game, kind, number))
    group.monsters.append(Monster(id=f"{GATE}-{demons + 2}", kind=GATE, full=sheet.strength))
    return group


def _guard(table: Table, game: Game, kind: str, number: int) -> Monster:
    guard = Monster(id=f"{kind}-{number}", kind=kind, full=0)
    added, code = game.tables.levels.of(game.level).strength, game.tables.monsters.of(kind).strength
    guard.full = int(table.roll(code, "monsters.strength", monster=guard.name, plus=added)) + added
    return guard
