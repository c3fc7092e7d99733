"""Chapters 10 and 11: who can cast what now, what it costs, how a cast is offered as an action; who resists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.kernel.requests import PARTY, Action, Choose, NextAction, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term, Word
from rules.labirynt_smierci.events.magic import Resisted, SpellCast, UsesCounted
from rules.labirynt_smierci.model import Character, Game, Monster, mark_of
from rules.labirynt_smierci.party.traits import resistance
from rules.labirynt_smierci.tables import amount

NONE = "none"
"""The refusal among the actions of those who are asked for a spell."""
RING_SPELLS = ("sleep", "neutralize_poison", "heal", "resurrection")
"""What a worn ring of this name lets its bearer cast [14]."""

Targets = Callable[[Character], list[Option]]
"""The targets that a caster can choose among, by the target's id; labels begin with ``cast.``."""


class Cast(msgspec.Struct, frozen=True):
    """A spell as it was ordered: who casts it, and at what ('' : it needs no target)."""

    caster: Character
    spell: str
    target: str = ""


def spells_of(game: Game, one: Character) -> list[str]:
    """What a character can cast in this adventure: the usable spells, those of rings, Wrath of God with the script."""
    rings = [item.name for item in one.items if item.kind == "ring" and item.worn and item.name in RING_SPELLS]
    script = ["wrath_of_god"] if any(item.kind == "manuscript" for item in one.items) else []
    return [spell for spell in dict.fromkeys([*one.usable, *rings, *script]) if in_force(game, spell)]


def in_force(game: Game, spell: str) -> bool:
    """Whether the table of spells has it: a group may take spells away."""
    return any(sheet.id == spell for sheet in game.tables.spells.spell)


def uses_left(game: Game, one: Character, spell: str) -> int | None:
    """How often a spell can still be cast in this adventure; None: as often as strength lasts [10, house]."""
    if game.options.spells == "once":
        return 1 - one.cast.get(spell, 0)
    uses = game.tables.spells.of(spell).uses
    if not uses:
        return None
    if uses.isdecimal():  # a fixed number goes with the thing that lets one cast it, whoever holds it
        return int(uses) - sum(other.cast.get(spell, 0) for other in game.characters.values())
    return one.uses.get(spell, 0) - one.cast.get(spell, 0)


def can_cast(game: Game, one: Character, spell: str) -> bool:
    """Whether a living member knows it, has a use left, and would keep some strength after the cost [10]."""
    if not one.alive or spell not in spells_of(game, one) or uses_left(game, one, spell) == 0:
        return False
    return game.tables.spells.of(spell).cost < one.strength_now


def casters(game: Game, spell: str) -> list[Character]:
    """Everybody who can cast it now."""
    return [one for one in game.people if can_cast(game, one, spell)]


def pay_for(table: Table, game: Game, cast: Cast, target: Term = "") -> None:
    """The cost is taken from the caster's strength; it is told who casts what at whom [10]."""
    one = cast.caster
    one.spent += game.tables.spells.of(cast.spell).cost
    one.cast[cast.spell] = one.cast.get(cast.spell, 0) + 1
    game.tally.spells += 1
    table.tell(SpellCast(one.name, Word(f"spell.{cast.spell}"), target))


def spell_facts(game: Game, spell: str) -> dict[str, Fact]:
    """What the words ``note.spell.ID`` are filled with: the spell, its cost, how much it does."""
    sheet = game.tables.spells.of(spell)
    return {"spell": Word(f"spell.{spell}"), "cost": sheet.cost, "amount": sheet.amount, "uses": sheet.uses}


def roll_amount(table: Table, game: Game, spell: str) -> int:
    """How much a spell does: its dice, or its number."""
    return amount(table, game.tables.spells.of(spell).amount, f"spell.{spell}")


def count_uses(table: Table, game: Game, one: Character) -> None:
    """The uses of limited spells are diced once in an adventure, when they can first be cast [10]."""
    for spell in spells_of(game, one):
        uses = game.tables.spells.of(spell).uses
        if uses and not uses.isdecimal() and spell not in one.uses:
            one.uses[spell] = int(table.roll(uses, "spells.uses", who=one.name, spell=Word(f"spell.{spell}")))
            table.tell(UsesCounted(one.name, Word(f"spell.{spell}"), one.uses[spell]))


def volunteer(
    table: Table, why: str, offers: Callable[[], list[Action[None]]], refused: list[Seat], **facts: Fact
) -> str:
    """What one of the owners of casters is ready to do, all asked at once; '' when nobody can or all refused.

    ``refused``: the seats that will not, kept from call to call.
    """
    while actions := [action for action in offers() if action.who not in refused]:
        taken = table.ask(NextAction(who=PARTY, why=why, actions=tuple(actions), facts=facts))
        if taken.id != NONE:
            return taken.id
        refused.append(taken.seat)
    return ""


# As actions ------------------------------------------------------------------------------------------------------


def cast_actions(game: Game, spell: str, targets: Targets | None = None) -> Iterator[Action[Any]]:
    """For each seat that can cast it the action ``cast:SPELL``; with one way only it carries no question."""
    for seat in game.seats:
        if ways := [way for one in game.of_seat(seat) if can_cast(game, one, spell) for way in _ways(one, targets)]:
            yield _cast_action(game, seat, spell, ways)


def _ways(one: Character, targets: Targets | None) -> list[Option]:
    if targets is None:
        return [Option(one.id, "cast.by", facts={"who": one.name, "strength": one.strength_now})]
    return [
        Option(f"{one.id}>{target.id}", target.label, target.note, {**target.facts, "who": one.name})
        for target in targets(one)
    ]


def _cast_action(game: Game, seat: Seat, spell: str, ways: list[Option]) -> Action[Any]:
    facts = spell_facts(game, spell)
    if len(ways) == 1:
        only = ways[0]
        label = f"cast.alone.{only.label.removeprefix('cast.')}"
        option = Option(f"cast:{spell}:{only.id}", label, f"spell.{spell}", {**only.facts, **facts})
        return Action(seat, option, aside=True)
    option = Option(f"cast:{spell}", "cast", f"spell.{spell}", facts)
    return Action(seat, option, Choose(who=seat, why="cast", options=tuple(ways), facts=facts), aside=True)


def cast_of(game: Game, taken: Taken) -> Cast:
    """The cast that a taken action means."""
    _, spell, *pair = taken.id.split(":", 2)
    caster, _, target = (pair[0] if pair else taken.value).partition(">")
    return Cast(game.characters[caster], spell, target)


# Resisting [11] --------------------------------------------------------------------------------------------------


def resists(table: Table, game: Game, target: Character | Monster) -> bool:
    """1K6 up to the resistance, which is five at most, so a 6 always fails [11]."""
    if not game.options.resistance:
        return False
    limit = resistance(game, target)
    rolled = int(table.roll("1K6", "resist.roll", who=target.name))
    if rolled <= limit:
        mark = mark_of(target.id) if isinstance(target, Monster) else ""
        table.tell(Resisted(target.name, mark, rolled, limit))
    return rolled <= limit
