"""The ranks: a marching order of at most three abreast, two in front while two live [4.1]; opponents [9.1, 9.3]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.errors import RuleBroken
from rules.kernel.requests import PARTY, Formation, Member, Ranks, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.events.course import FormationSet
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.traits import spells_of

WIDEST = 3
FRONT_WIDTH = 2
DEEPEST = 4
MELEE = ("sword", "hammer", "axe", "dagger", "monsters")
"""Weapons of the first rank; ``monsters`` are claws and teeth of charmed monsters."""


def in_ranks(members: list[str]) -> Ranks:
    """Return these members in ranks of three from the front."""
    return tuple(tuple(members[n : n + WIDEST]) for n in range(0, len(members), WIDEST))


def ask_formation(game: Game, who: Seat = PARTY, *, change: bool = False) -> Formation:
    """Return the question for a marching order of the living; ``change``: it must differ from the present one."""
    return Formation(
        who=who,
        why="formation",
        members=tuple(Member(character.id, character.name) for character in game.living),
        now=game.formation,
        widest=WIDEST,
        front=FRONT_WIDTH,
        deepest=DEEPEST,
        change=change,
    )


FIT = 0.5
"""Characters need more than this part of their full strength to hold the first rank."""


def is_fit_for_front(game: Game, character: Character) -> bool:
    """Whether the first rank suits the character: a weapon for it, no spells, not badly hurt."""
    armed = any(weapon in MELEE for weapon in character.weapons)
    return armed and not spells_of(game, character) and character.strength_now > FIT * character.strength


def set_formation(table: Table, game: Game, ranks: Ranks) -> None:
    """Set the order of march and tell it."""
    game.formation = ranks
    names = [tuple(game.characters[member].name for member in rank) for rank in ranks]
    names.append(())  # a single rank has none behind it
    front, second, *rest = names
    table.tell(FormationSet(front, second, tuple(name for rank in rest for name in rank)))


def sensible_ranks(characters: list[Character]) -> Ranks:
    """Return an order of march: the best fighters in front (half of all, two at least), archers and casters behind."""
    by_worth = sorted(
        characters, key=lambda character: (behind_worth(character) - front_worth(character), character.id)
    )
    front = by_worth[: max(min(FRONT_WIDTH, len(by_worth)), min(WIDEST, (len(by_worth) + 1) // 2))]
    return in_front(front, [character for character in by_worth if character not in front])


def in_front(front: list[Character], behind: list[Character]) -> Ranks:
    """Return ranks with these in front and the others behind."""
    return (tuple(character.id for character in front), *in_ranks([character.id for character in behind]))


def with_newcomer(ranks: Ranks, member: str) -> Ranks:
    """Return the formation with a new member at the end of a first rank that lacks its two, else of the last rank.

    At the limit of ranks he joins the last one that has room.
    """
    if not ranks or (len(ranks) == 1 and len(ranks[0]) < FRONT_WIDTH):
        return ((*(ranks[0] if ranks else ()), member),)
    roomy = [n for n, rank in enumerate(ranks) if len(rank) < WIDEST]
    if (len(ranks) > 1 and len(ranks[-1]) < WIDEST) or (len(ranks) >= DEEPEST and roomy):
        at = roomy[-1]
        return (*ranks[:at], (*ranks[at], member), *ranks[at + 1 :])
    return (*ranks, (member,))


def front_worth(character: Character) -> int:
    """The worth in the first rank, by attacks and remaining strength."""
    blades = [character.weapon_skill.get(weapon, 0) for weapon in character.weapons if weapon in MELEE]
    return (character.dexterity + max(blades)) * 2 + character.strength_now if blades else -99


def behind_worth(character: Character) -> int:
    """The worth in the second rank, by a bow and spells."""
    bow = (character.dexterity + character.weapon_skill.get("bow", 0)) * 2 if "bow" in character.weapons else 0
    return bow + 2 * max(character.potential)


def close_ranks(game: Game) -> bool:
    """Remove the fallen from the ranks; return whether the second rank became the first."""
    ranks = [tuple(member for member in rank if game.characters[member].alive) for rank in game.formation]
    stepped_up = bool(ranks) and not ranks[0] and any(ranks)
    game.formation = tuple(rank for rank in ranks if rank)
    return stepped_up


def rank_of(game: Game, member: str) -> int:
    """Return a member's rank; 0 is the first. Raises ``RuleBroken`` if he is in none."""
    for n, rank in enumerate(game.formation):
        if member in rank:
            return n
    raise RuleBroken(f"{member} stands in no rank")


def first_through_the_door(game: Game) -> Character:
    """Return the leftmost of the first rank [5B, 7]; people go before charmed monsters."""
    return game.people[0]


def fill_front(game: Game) -> list[Character]:
    """Move the strongest from behind to the front until two stand there, casters last [9.2 phase 4]; return them."""
    moved = []
    while len(game.formation) > 1 and len(game.formation[0]) < min(FRONT_WIDTH, len(game.living)):
        strongest = next_in_front(game)
        behind = tuple(member for member in game.formation[1] if member != strongest)
        game.formation = tuple(rank for rank in ((*game.formation[0], strongest), behind, *game.formation[2:]) if rank)
        moved.append(game.characters[strongest])
    return moved


def next_in_front(game: Game) -> str:
    """Return the id of the second rank's member who steps up by default: the strongest, casters last."""
    behind_it = [game.characters[member] for member in game.formation[1]]
    return max(behind_it, key=lambda character: (not spells_of(game, character), character.strength_now)).id


# Opposite whom ---------------------------------------------------------------------------------------------------


def places_in(rank: tuple[str, ...]) -> dict[str, int]:
    """Return each place as the distance from the middle in half steps: three at −2, 0, 2; two at −1, 1; one at 0."""
    return {member: 2 * n - (len(rank) - 1) for n, member in enumerate(rank)}


def nearest_opponents(
    member: str, own: Mapping[str, int], opposite: Mapping[str, int], standing: list[str]
) -> list[str]:
    """Return the nearest opponents, from left to right; several are equally near.

    A lone fighter against three may attack any of them [9.3].
    """
    if not standing:
        return []
    if len(own) == 1 and len(opposite) == 3:
        return standing
    distance = {other: abs(opposite[other] - own[member]) for other in standing}
    least = min(distance.values())
    return [other for other in standing if distance[other] == least]
