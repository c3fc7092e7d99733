"""Charmed monsters march and fight with the party until death or the adventure's end [10]."""

from __future__ import annotations

from rules.kernel.requests import Ranks, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.magic import AllyPlaced
from rules.labirynt_smierci.fights import Fight
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.formation import DEEPEST, WIDEST, rank_of
from rules.labirynt_smierci.party.traits import combat_column
from rules.labirynt_smierci.treasure.hoards import roll_hoard

MOST_ALLIES = WIDEST * DEEPEST - MOST_CHARACTERS


def may_come(game: Game) -> bool:
    """Whether one more charmed monster finds a place; so many that every member could still come back beside them."""
    allies = sum(bool(one.ally) for one in game.living)
    return allies < MOST_ALLIES and place_for(game.formation) is not None


def place_for(ranks: Ranks) -> int | None:
    """The last rank with room, never the first; a new one behind all, or None where even that is full [9.2, 10]."""
    roomy = [n for n, rank in enumerate(ranks) if n and len(rank) < WIDEST]
    return max(roomy, default=len(ranks) if len(ranks) < DEEPEST else None)


def enlist(table: Table, game: Game, group: Group, monster: Monster, seat: Seat) -> None:
    """A charmed monster joins the party at once, in the last rank with room [10]."""
    ally = as_ally(game, group, monster, seat)
    place = place_for(game.formation)
    assert place is not None  # Charm is not offered without a place
    game.characters[ally.id] = ally
    ranks = [*game.formation, ()]
    ranks[place] += (ally.id,)
    game.formation = tuple(rank for rank in ranks if rank)
    if len(group.living) == 1:
        roll_hoard(table, game, group)  # what it guarded stays behind [14.9]
    group.monsters.remove(monster)
    if game.fight is not None:
        _change_sides(game.fight, monster.id, ally.id)
    table.tell(AllyPlaced(ally.name, rank_of(game, ally.id) + 1))


def as_ally(game: Game, group: Group, monster: Monster, seat: Seat) -> Character:
    """The monster as a member: what it is and has left; a Hydra's dexterity grows on its heads [6.7, 15.6]."""
    sheet = game.tables.monsters.of(monster.kind)
    weapon = combat_column(game, monster)
    return Character(
        id=f"ally{sum(bool(one.ally) for one in game.characters.values()) + 1}",
        seat=seat,
        name=Word(f"monster.{monster.kind}"),
        race=monster.kind,
        ally=monster.kind,
        strength=monster.full,
        wounds=monster.wounds,
        resistance=sheet.resistance,
        dexterity=(0 if sheet.heads else sheet.dexterity) + game.tables.levels.of(group.level).dexterity,
        weapons=[weapon],
        in_hand=weapon,
        weapon_skill={weapon: monster.skill} if monster.skill else {},
    )


def _change_sides(fight: Fight, monster: str, ally: str) -> None:
    """Out of the monsters' ranks, awake; a Magic Shield stays on whom it lies on."""
    fight.monsters = tuple(tuple(one for one in rank if one != monster) for rank in fight.monsters)
    fight.asleep = [one for one in fight.asleep if one != monster]
    fight.shielded = [ally if one == monster else one for one in fight.shielded]


def dismiss_allies(game: Game) -> None:
    """The adventure is over: charmed monsters go their way."""
    for one in [one for one in game.characters.values() if one.ally]:
        del game.characters[one.id]
    game.formation = tuple(
        rank for rank in (tuple(one for one in rank if one in game.characters) for rank in game.formation) if rank
    )
