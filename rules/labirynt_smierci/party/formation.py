"""The ranks: the marching order of at most three abreast, two in front while two live [4.1]; who stands opposite
whom [9.1, 9.3]; who may change ranks between two rounds [9.2 phase 4, 9.8].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import PARTY, Formation, Member, Option, Ranks, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term
from rules.labirynt_smierci.events.course import FormationSet, RanksChanged
from rules.labirynt_smierci.model import Character, Game

WIDEST = 3
FRONT = 2
DEEPEST = 4
MELEE = ("sword", "hammer", "axe", "dagger", "monsters")
"""Weapons of the first rank; the last are claws and teeth of charmed monsters."""


def in_ranks(members: list[str]) -> Ranks:
    """These members in ranks of three from the front."""
    return tuple(tuple(members[n : n + WIDEST]) for n in range(0, len(members), WIDEST))


def ask_formation(game: Game, who: Seat = PARTY, *, change: bool = False) -> Formation:
    """The question for a marching order of all living members; ``change``: for another one than now."""
    return Formation(
        who=who,
        why="formation",
        members=tuple(Member(one.id, one.name) for one in game.living),
        now=game.formation,
        widest=WIDEST,
        front=FRONT,
        deepest=DEEPEST,
        change=change,
    )


def marching_offers(game: Game, *, aside: bool = True) -> Iterator[Offer[Ranks]]:
    """To change the order of march, where more than one marches."""
    if len(game.living) > 1:
        option = Option("formation", "formation.change")
        yield Offer(PARTY, option, ask_formation(game, change=True), aside=aside, do=does_with(set_formation, game))


def set_formation(table: Table, game: Game, ranks: Ranks) -> None:
    """Put the party into this order."""
    game.formation = ranks
    names: list[tuple[Term, ...]] = [tuple(game.characters[one].name for one in rank) for rank in ranks]
    names.append(())  # a single rank has none behind it
    front, second, *rest = names
    table.tell(FormationSet(front, second, tuple(name for rank in rest for name in rank)))


def sensible_ranks(characters: list[Character]) -> Ranks:
    """The best fighters at hand-to-hand in front, archers and casters behind, half of all in front (two at least)."""
    by_worth = sorted(characters, key=lambda one: (behind_worth(one) - front_worth(one), one.id))
    front = by_worth[: max(min(FRONT, len(by_worth)), min(WIDEST, (len(by_worth) + 1) // 2))]
    return in_front(front, [one for one in by_worth if one not in front])


def in_front(front: list[Character], behind: list[Character]) -> Ranks:
    """Ranks with these in front and the others behind."""
    return (tuple(one.id for one in front), *in_ranks([one.id for one in behind]))


def with_newcomer(ranks: Ranks, one: str) -> Ranks:
    """The formation with somebody more: at the end of the first rank that lacks its two, else of the last one.

    With as many ranks as can be, in the last one that has room.
    """
    if not ranks or (len(ranks) == 1 and len(ranks[0]) < FRONT):
        return ((*(ranks[0] if ranks else ()), one),)
    roomy = [n for n, rank in enumerate(ranks) if len(rank) < WIDEST]
    if (len(ranks) > 1 and len(ranks[-1]) < WIDEST) or (len(ranks) >= DEEPEST and roomy):
        at = roomy[-1]
        return (*ranks[:at], (*ranks[at], one), *ranks[at + 1 :])
    return (*ranks, (one,))


def front_worth(one: Character) -> int:
    """How well a character stands in front: what he hits with, and what he can take."""
    blades = [one.weapon_skill.get(weapon, 0) for weapon in one.weapons if weapon in MELEE]
    return (one.dexterity + max(blades)) * 2 + one.strength_now if blades else -99


def behind_worth(one: Character) -> int:
    """How much a character can do from the second rank: with a bow, and by spells."""
    bow = (one.dexterity + one.weapon_skill.get("bow", 0)) * 2 if "bow" in one.weapons else 0
    return bow + 2 * max(one.potential)


def close_ranks(game: Game) -> bool:
    """Strike the fallen from the ranks; when the first rank is empty, the next one is the first at once."""
    ranks = [tuple(one for one in rank if game.characters[one].alive) for rank in game.formation]
    stepped_up = bool(ranks) and not ranks[0] and any(ranks)
    game.formation = tuple(rank for rank in ranks if rank)
    return stepped_up


def rank_of(game: Game, one: str) -> int:
    """The rank in which somebody stands; 0 is the first."""
    return next(n for n, rank in enumerate(game.formation) if one in rank)


def first_through_the_door(game: Game) -> Character:
    """The left one of the first rank [5B, 7]; people go before charmed monsters."""
    return game.people[0]


def fill_front(game: Game) -> None:
    """While two live, two stand in front: the strongest of those behind step up."""
    while len(game.formation) > 1 and len(game.formation[0]) < min(FRONT, len(game.living)):
        strongest = max(game.formation[1], key=lambda one: game.characters[one].strength_now)
        behind = tuple(one for one in game.formation[1] if one != strongest)
        game.formation = tuple(rank for rank in ((*game.formation[0], strongest), behind, *game.formation[2:]) if rank)


# Opposite whom ---------------------------------------------------------------------------------------------------


def places_in(rank: tuple[str, ...]) -> dict[str, int]:
    """Distance from the middle in half steps: three at −2, 0, 2; two at −1, 1; one at 0."""
    return {one: 2 * n - (len(rank) - 1) for n, one in enumerate(rank)}


def nearest_opponents(one: str, own: Mapping[str, int], opposite: Mapping[str, int], standing: list[str]) -> list[str]:
    """The opponents straight ahead or nearest, from left to right; several: equally near.

    Somebody alone in his rank against three may meet any of the three [9.3].
    """
    if not standing:
        return []
    if len(own) == 1 and len(opposite) == 3:
        return standing
    distance = {other: abs(opposite[other] - own[one]) for other in standing}
    least = min(distance.values())
    return [other for other in standing if distance[other] == least]


# Between two rounds ----------------------------------------------------------------------------------------------


class Stay(msgspec.Struct, frozen=True):
    """Nobody of the seat's moves."""


class Step(msgspec.Struct, frozen=True):
    """Somebody goes to the end of another rank (0: the first)."""

    who: str
    rank: int


class Swap(msgspec.Struct, frozen=True):
    """Two of different ranks change places."""

    who: str
    other: str


Move = Stay | Step | Swap
STAY = Stay()


def possible_moves(game: Game, seat: Seat) -> list[Way[Move]]:
    """Stay, or move one of the seat's characters to another rank, or change places with somebody there."""
    rank = {one: n for n, rank in enumerate(game.formation) for one in rank}
    own = [one for one in rank if game.characters[one].seat == seat]
    return [Way(Option("stay", "combat.stay"), STAY), *_steps(game, rank, own), *_swaps(game, rank, own)]


def _steps(game: Game, rank: Mapping[str, int], own: list[str]) -> Iterator[Way[Move]]:
    for one in own:
        for other in range(len(game.formation) + 1):
            step = Step(one, other)
            if other != rank[one] and ranks_after(game, step) not in (None, game.formation):
                facts: dict[str, Fact] = {"who": game.characters[one].name, "rank": other + 1}
                yield Way(Option(f"{one}>{other}", "combat.step", facts=facts), step)


def _swaps(game: Game, rank: Mapping[str, int], own: list[str]) -> Iterator[Way[Move]]:
    """With anybody in another rank: always possible, as the ranks keep their sizes."""
    for one in own:
        for other in rank:
            named_before = other in own and other < one
            if rank[one] != rank[other] and not named_before:
                facts: dict[str, Fact] = {"who": game.characters[one].name, "other": game.characters[other].name}
                yield Way(Option(f"{one}={other}", "combat.swap", facts=facts), Swap(one, other))


def ranks_after(game: Game, move: Move) -> Ranks | None:
    """The formation after a move; None when it is not possible (any more)."""
    ranks = [list(rank) for rank in game.formation]
    match move:
        case Swap(who=one, other=other):
            return _swapped(ranks, one, other)
        case Step(who=one, rank=to):
            return _stepped(ranks, one, to)
    return None


def movers(move: Move) -> tuple[str, ...]:
    """Who leaves a rank by it."""
    match move:
        case Swap(who=one, other=other):
            return one, other
        case Step(who=one):
            return (one,)
    return ()


def _swapped(ranks: list[list[str]], one: str, other: str) -> Ranks | None:
    spots = {who: (n, rank.index(who)) for n, rank in enumerate(ranks) for who in rank}
    if one not in spots or other not in spots or spots[one][0] == spots[other][0]:
        return None
    (n, at), (m, there) = spots[one], spots[other]
    ranks[n][at], ranks[m][there] = other, one
    return tuple(tuple(rank) for rank in ranks)


def _stepped(ranks: list[list[str]], one: str, to: int) -> Ranks | None:
    everybody = sum(len(rank) for rank in ranks)
    if not 0 <= to <= len(ranks) or not any(one in rank for rank in ranks):
        return None
    ranks = [*ranks, []]
    for rank in ranks:
        if one in rank:
            rank.remove(one)
    ranks[to].append(one)
    moved = tuple(tuple(rank) for rank in ranks if rank)
    legal = len(ranks[to]) <= WIDEST and len(ranks[0]) >= min(FRONT, everybody) and len(moved) <= DEEPEST
    return moved if legal else None


def party_reorganises(table: Table, game: Game, moves: Mapping[Seat, Move]) -> None:
    """Phase 4: the ordered moves, in seat order, at most one out of each rank; then two stand in front again."""
    start = {one: n for n, rank in enumerate(game.formation) for one in rank}
    left: list[int] = []
    for move in moves.values():
        leaving = [start[one] for one in movers(move) if one in start]
        ranks = ranks_after(game, move)
        if ranks is not None and not any(rank in left for rank in leaving):
            game.formation = ranks
            left += leaving
    fill_front(game)
    for one in game.living:
        if rank_of(game, one.id) != start[one.id]:
            table.tell(RanksChanged(one.name, rank_of(game, one.id) + 1))
