"""The monsters' line-up and targets [9.1, 9.3], and charmed monsters in the party's ranks [10]."""

from __future__ import annotations

from rules.kernel.odds import FACES, faces_said
from rules.kernel.requests import Ranks, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word, phrase
from rules.labirynt_smierci.events.magic import AllyPlaced
from rules.labirynt_smierci.exploration import mark_in_words
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.belongings import FRONT_RANK
from rules.labirynt_smierci.party.formation import DEEPEST, WIDEST, in_ranks, nearest_opponents, rank_of
from rules.labirynt_smierci.party.losses import leave_group
from rules.labirynt_smierci.party.traits import GATE, combat_column
from rules.labirynt_smierci.treasure.items import roll_hoard


def awake(game: Game, group: Group) -> list[Monster]:
    """Return the living monsters of the group who are not asleep."""
    asleep = game.fight.asleep if game.fight else []
    return [monster for monster in group.living if monster.id not in asleep]


def line_up(game: Game, group: Group, ours: Ranks = ()) -> Ranks:
    """Return the monsters' ranks: the three strongest in front, as the party chose or opposite its strongest [9.1].

    ``ours``: the order of march, empty for the present one.
    """
    if any(monster.kind == GATE for monster in group.living):
        return guards_line_up(group)
    by_strength = sorted(group.living, key=lambda monster: -monster.strength)
    front = by_strength[:WIDEST]
    chosen = group.front if sorted(group.front) == sorted(monster.id for monster in front) else None
    return (
        chosen or _lineup_against_party(game, front, ours or game.formation),
        *in_ranks([monster.id for monster in by_strength[WIDEST:]]),
    )


def guards_line_up(group: Group) -> Ranks:
    """Return the ranks of the Gate's guards: Demon, Gate, Nameless in front; the other Demons behind [16]."""
    middle = [monster.id for kind in (GATE, "nameless") for monster in group.living if monster.kind == kind]
    demons = [monster.id for monster in group.living if monster.id not in middle]
    return ((*demons[:1], *middle), *in_ranks(demons[1:]))


def _lineup_against_party(game: Game, front: list[Monster], ranks: Ranks) -> tuple[str, ...]:
    """Put strongest opposite strongest; if the ranks differ in number, the strongest takes the middle."""
    ours = ranks[0]
    if len(front) == len(ours):
        spots = sorted(range(len(ours)), key=lambda at: -game.characters[ours[at]].strength_now)
    else:
        spots = sorted(range(len(front)), key=lambda at: (abs(2 * at - len(front) + 1), at))
    lined = dict(zip(spots, front, strict=True))
    return tuple(lined[at].id for at in range(len(front)))


# Whom they attack ------------------------------------------------------------------------------------------------


def choose_victim(table: Table, game: Game, monster: Monster, rank: int = FRONT_RANK) -> Character:
    """Return the nearest in the party's first rank; ties are diced: 1–3/4–6, or 1–2/3–4/5–6 [9.3].

    A caster of the second rank dices among the whole first rank.
    """
    assert game.fight
    near = list(game.formation[0])
    if rank == FRONT_RANK:
        near = nearest_opponents(monster.id, game.fight.monster_places, game.fight.party_places, near)
    if len(near) == 1:
        return game.characters[near[0]]
    hit = {face: game.characters[near[(face - 1) * len(near) // 6]] for face in FACES}
    whom = tuple(
        phrase(
            "dice.face",
            on=faces_said(face for face in FACES if hit[face].id == member),
            what=game.characters[member].name,
        )
        for member in near
    )
    mark = mark_in_words(game, monster.id)
    return hit[int(table.roll("1K6", "combat.target", monster=monster.name, mark=mark, whom=whom))]


MOST_ALLIES = WIDEST * DEEPEST - MOST_CHARACTERS


def may_come(game: Game) -> bool:
    """Whether one more charmed monster finds a place; room is kept for members who may come back."""
    allies = sum(bool(character.ally) for character in game.living)
    return allies < MOST_ALLIES and place_for(game.formation) is not None


def place_for(ranks: Ranks) -> int | None:
    """Return the last rank with room, never the first; a new rank if all are full, None at the limit [9.2, 10]."""
    roomy = [n for n, rank in enumerate(ranks) if n and len(rank) < WIDEST]
    return max(roomy, default=len(ranks) if len(ranks) < DEEPEST else None)


def enlist(table: Table, game: Game, group: Group, monster: Monster, seat: Seat) -> None:
    """Add a charmed monster to the party at once, in the last rank with room [10]."""
    ally = as_ally(game, group, monster, seat)
    place = place_for(game.formation)
    assert place is not None  # Charm is not offered without a place
    game.characters[ally.id] = ally
    ranks = [*game.formation, ()]
    ranks[place] += (ally.id,)
    game.formation = tuple(rank for rank in ranks if rank)
    if len(group.living) == 1:
        roll_hoard(table, game, group)  # what it guarded stays behind [14.9]
    leave_group(game, group, monster)  # an ally wakes up
    if game.fight:  # a Magic Shield stays on it
        game.fight.shielded = [ally.id if member == monster.id else member for member in game.fight.shielded]
    table.tell(AllyPlaced(ally.name, rank_of(game, ally.id) + 1))


def as_ally(game: Game, group: Group, monster: Monster, seat: Seat) -> Character:
    """Return the monster as a member with its present strength; a Hydra's dexterity follows its heads [6.7, 15.6]."""
    sheet = game.tables.monsters.of(monster.kind)
    weapon = combat_column(game, monster)
    return Character(
        id=f"ally{sum(bool(character.ally) for character in game.characters.values()) + 1}",
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


def dismiss_allies(game: Game) -> None:
    """Remove charmed monsters from the party at the end of the adventure."""
    for character in [character for character in game.characters.values() if character.ally]:
        del game.characters[character.id]
    game.formation = tuple(
        rank
        for rank in (tuple(member for member in rank if member in game.characters) for rank in game.formation)
        if rank
    )
