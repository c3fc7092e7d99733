"""Poison, and what is done against it before the die is thrown [7, 10, 13, 14]."""

from __future__ import annotations

from rules.kernel.requests import Action, Option
from rules.kernel.table import Table
from rules.labirynt_smierci.amounts import amount
from rules.labirynt_smierci.events.magic import PoisonNeutralized
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.spells.casting import NONE, Cast, casters, pay, spell_facts, volunteer

SPELL = "neutralize_poison"


def poison_wounds(table: Table, game: Game, victim: Character, code: str, why: str) -> int:
    """Wounds by poison: none with the medallion or when somebody neutralizes it at once, else by the dice [10]."""
    if victim.wears("medallion", "neutralize_poison"):
        table.tell(PoisonNeutralized(victim.name, medallion=True))
        return 0
    if neutralize(table, game, victim):
        table.tell(PoisonNeutralized(victim.name, medallion=False))
        return 0
    return amount(table, code, why)


def neutralize(table: Table, game: Game, victim: Character) -> bool:
    """Whether somebody who can casts the spell: all owners are asked at once, until one casts or all refuse."""
    actions = neutralizing_actions(game, victim)
    taken = volunteer(table, "poison", lambda: actions, [], victim=victim.name, strength=victim.strength_now)
    if taken:
        caster = game.characters[taken.partition(":")[2]]
        pay(table, game, Cast(caster, SPELL, victim.id), victim.name)
    return bool(taken)


def neutralizing_actions(game: Game, victim: Character) -> list[Action[None]]:
    """For each seat its casters, and the refusal."""
    actions: list[Action[None]] = []
    able = casters(game, SPELL)
    for seat in game.seats:
        own = [one for one in able if one.seat == seat]
        for one in own:
            facts = {**spell_facts(game, SPELL), "who": one.name, "strength": one.strength_now, "victim": victim.name}
            actions.append(Action(seat, Option(f"neutralize:{one.id}", "poison.neutralize", "poison.cost", facts)))
        actions += [Action(seat, Option(NONE, "poison.none"))] if own else []
    return actions
