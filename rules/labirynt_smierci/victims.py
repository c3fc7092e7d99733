"""Chapter 9.3: whom a monster attacks."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.model import Character, Game, Monster
from rules.labirynt_smierci.places import nearest
from rules.labirynt_smierci.weapons import FRONT_RANK


def choose_victim(table: Table, game: Game, monster: Monster, rank: int = FRONT_RANK) -> Character:
    """The nearest in the party's first rank; equal distances are diced: 1–3/4–6, or 1–2/3–4/5–6 [9.3].

    A caster of the second rank dices among the whole first rank.
    """
    assert game.fight is not None
    near = list(game.formation[0])
    if rank == FRONT_RANK:
        near = nearest(monster.id, game.fight.monster_places, game.fight.party_places, near)
    if len(near) == 1:
        return game.characters[near[0]]
    die = int(table.roll("1K6", "combat.target", monster=monster.name))
    return game.characters[near[(die - 1) * len(near) // 6]]
