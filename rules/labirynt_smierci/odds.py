"""A rough forecast of a fight: who wears down whom first, by the mean wounds of a round."""

from __future__ import annotations

from rules.labirynt_smierci.formation import rank_of
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.traits import dexterity
from rules.labirynt_smierci.weapons import attack_bonus, best_for, expected_wounds

FRONT_AT_MOST = 3
ACCEPTABLE_LOSS = 0.5


def wounds_per_round(game: Game) -> float:
    """What the party deals in a round, each with the best weapon for the rank."""
    total = 0.0
    for one in game.living:
        weapon = best_for(game, one, rank_of(game, one.id))
        if weapon is not None:
            total += expected_wounds(game.tables.combat, weapon, attack_bonus(one, weapon))
    return total


def wounds_taken(game: Game, group: Group) -> float:
    """What the monsters' first rank deals in a round."""
    column = game.tables.monsters.of(group.kind).weapon
    front = sorted(group.living, key=lambda monster: -monster.strength)[:FRONT_AT_MOST]
    return sum(
        expected_wounds(game.tables.combat, column, dexterity(game, group, monster) + monster.skill)
        for monster in front
    )


def party_would_win(game: Game, group: Group) -> bool:
    """Whether the fight should cost less than half of what the first rank can take."""
    dealt, taken = wounds_per_round(game), wounds_taken(game, group)
    if dealt == 0:
        return False
    front = sum(game.characters[one].strength_now for one in game.formation[0])
    rounds = sum(monster.strength for monster in group.living) / dealt
    return rounds * taken < ACCEPTABLE_LOSS * front
