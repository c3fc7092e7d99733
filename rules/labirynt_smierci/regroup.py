"""Between two rounds one character may leave each rank for another [9.2 phase 4, 9.8]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.requests import Option, Ranks, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.events.course import RanksChanged
from rules.labirynt_smierci.formation import DEEPEST, FRONT, WIDEST, fill_front, rank_of
from rules.labirynt_smierci.model import Game

STAY = "stay"


def possible_moves(game: Game, seat: Seat) -> list[Option]:
    """Stay, or move one of the seat's characters to another rank, or change places with somebody there."""
    rank = {one: n for n, rank in enumerate(game.formation) for one in rank}
    own = [one for one in rank if game.characters[one].seat == seat]
    return [Option(STAY, "combat.stay"), *_steps(game, rank, own), *_swaps(game, rank, own)]


def _steps(game: Game, rank: Mapping[str, int], own: list[str]) -> Iterator[Option]:
    for one in own:
        for other in range(len(game.formation) + 1):
            move = f"{one}>{other}"
            if other != rank[one] and after(game, move) not in (None, game.formation):
                yield Option(move, "combat.step", facts={"who": game.characters[one].name, "rank": other + 1})


def _swaps(game: Game, rank: Mapping[str, int], own: list[str]) -> Iterator[Option]:
    """With anybody in another rank: always possible, as the ranks keep their sizes."""
    for one in own:
        for other in rank:
            named_before = other in own and other < one
            if rank[one] != rank[other] and not named_before:
                facts = {"who": game.characters[one].name, "other": game.characters[other].name}
                yield Option(f"{one}={other}", "combat.swap", facts=facts)


def after(game: Game, move: str) -> Ranks | None:
    """The formation after a move; None when it is not possible (any more)."""
    ranks = [list(rank) for rank in game.formation]
    if "=" in move:
        return _swapped(ranks, *move.split("="))
    if ">" in move:
        one, _, rank = move.partition(">")
        return _stepped(ranks, one, int(rank))
    return None


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


def party_reorganises(table: Table, game: Game, moves: Mapping[Seat, str]) -> None:
    """Phase 4: the ordered moves, in seat order, at most one out of each rank; then two stand in front again."""
    start = {one: n for n, rank in enumerate(game.formation) for one in rank}
    left: list[int] = []
    for move in moves.values():
        leaving = [start[one] for one in move.replace(">", "=").split("=") if one in start]
        ranks = after(game, move)
        if ranks is not None and not any(rank in left for rank in leaving):
            game.formation = ranks
            left += leaving
    fill_front(game)
    for one in game.living:
        if rank_of(game, one.id) != start[one.id]:
            table.tell(RanksChanged(one.name, rank_of(game, one.id) + 1))
