"""Wounds and deaths: strength at 0 or less is death [9, house]."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.events.course import CharacterDied, RankClosed
from rules.labirynt_smierci.events.magic import ArmorAbsorbed
from rules.labirynt_smierci.formation import close_ranks, fill_front
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.places import places
from rules.labirynt_smierci.treasure.carrying import arm


def wound(table: Table, game: Game, victim: Character, wounds: int) -> None:
    """Note the wounds at once, after what Mage Armor takes; the dead leave the ranks."""
    absorbed = min(victim.absorbs, wounds)
    if absorbed:
        victim.absorbs -= absorbed
        table.tell(ArmorAbsorbed(victim.name, absorbed, victim.absorbs))
    victim.wounds += wounds - absorbed
    game.tally.wounds_taken += wounds - absorbed
    if not victim.alive:
        bury(table, game, victim)


def wound_everybody(table: Table, game: Game, wounds: int) -> None:
    """The same wounds to each living member."""
    for one in game.living:
        wound(table, game, one, wounds)


def cure(one: Character, wounds: int) -> int:
    """Cure wounds, never strength spent on spells [10]; how many there were to cure."""
    cured = min(wounds, one.wounds)
    one.wounds -= cured
    return cured


def bury(table: Table, game: Game, victim: Character) -> None:
    """Somebody fell: the comrades may call him back, or take what he carried [10, house]."""
    table.tell(CharacterDied(victim.name))
    if not victim.ally:
        game.fallen.append(victim.id)
        killer = game.met.kind if game.fight and game.met else "perils"
        game.tally.killers[killer] = game.tally.killers.get(killer, 0) + 1
    drop(game, victim)
    leave_ranks(table, game)


def drop(game: Game, victim: Character) -> None:
    """All that somebody carried lies on the floor."""
    for item in victim.items:
        item.worn = False
    game.heap.items += victim.items
    game.heap.gold += victim.gold
    victim.items, victim.gold = [], 0
    arm(victim)


def leave_ranks(table: Table, game: Game) -> None:
    """Whoever fights no more leaves the formation; in a fight the gap stays until the ranks are changed."""
    if close_ranks(game):
        table.tell(RankClosed())
        if game.fight is not None:
            game.fight.party_places = places(game.formation[0])
    if game.fight is None:
        fill_front(game)
