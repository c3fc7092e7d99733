"""What a character is after, and how many Moves it is away from a Crystal brought home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from statistics import fmean

import msgspec

from rules.labirynt_czarnoksieznika.autopilot.odds import Prospect, duel_odds, prospects_of
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import CHAMBERS, board_of, chamber_of, exits_by, neighbours
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, BoardFace

CARRIED, ON_A_TASK, FREE = 12.0, 5.0, 2.5
"""What dying costs, in Moves: with a Crystal, with a Rune, with neither."""
FIND, GEM = 0.4, 3.0
"""What a Find and a Gem are worth, in Moves."""
LEAST_TOLL = 0.3
"""However good a chamber is, a Move into it is a Move."""
TOKEN_TOLL = 0.8
RIVAL = 0.6
"""How much a won fight with a character is worth, in Moves."""
BOUNCE = 2
"""Moves to leave a Teleport chamber and come back when the die led to the wrong board."""


class Plan(msgspec.Struct, frozen=True):
    """A goal on the board where the character stands, and the Moves that follow when it is reached."""

    goal: str
    after: float
    tolls: tuple[float, ...]
    costs: Mapping[str, float]

    def through(self, chamber: str) -> float:
        """All that is left when the next Move goes into this chamber."""
        return self.tolls[AT[chamber]] + self.costs.get(chamber, FAR) + self.after


def plan_of(game: Game, one: Character) -> Plan:
    """The best plan for a character: its errand, or a Crystal that lies about."""
    board = board_of(one.at)
    face, tolls = game.face(board), tolls_of(game, one)
    home, ghost = game.teams[one.seat].board == board, is_ghost(game, one)
    plans = [
        Plan(goal, after, tolls, costs(face, goal, tolls, home=home, ghost=ghost))
        for goal, after in _aims(game, one, board)
    ]
    return min(plans, key=lambda plan: plan.costs.get(chamber_of(one.at), FAR) + plan.after)


def crystals_of(one: Character) -> int:
    """How many Crystals a character carries."""
    return one.tokens.count(CRYSTAL)


def spare(game: Game, one: Character) -> int:
    """Gems that are not needed any more once what it carries is home; below 0: that does not win yet."""
    coming = game.teams[one.seat].gems + crystals_of(one) * game.tables.gems.crystal
    return coming - game.options.gems


# Goals ---------------------------------------------------------------------------------------------------------


def _aims(game: Game, one: Character, board: int) -> Iterator[tuple[str, float]]:
    yield _errand(game, one, board)
    if CRYSTAL not in one.tokens:
        for where, tokens in game.floor.items():
            if CRYSTAL in tokens and board_of(where) == board:
                yield chamber_of(where), _home(game, one, board, chamber_of(where))


def _errand(game: Game, one: Character, board: int) -> tuple[str, float]:
    """Home with a Crystal, to the element with a Rune, else for a Rune; from elsewhere by the Teleport."""
    face, at_home = game.face(board), game.teams[one.seat].board == board
    if CRYSTAL in one.tokens:
        return (face.camp, 0) if at_home else (face.teleport, _arrival(game, one) + _from_teleport(game, one))
    if one.rune and at_home:
        return face.teleport, _task(game, one, one.rune)
    if one.rune:
        goal: str = getattr(face, one.rune)
        return goal, _home(game, one, board, goal)
    own = game.face(game.teams[one.seat].board)
    task = fmean(_task(game, one, rune) for rune in ELEMENTS)
    rest = _far(game, one, own, own.runes, own.teleport) + task
    if at_home:
        return face.runes, rest
    return face.teleport, _arrival(game, one) + _far(game, one, own, own.teleport, own.runes) + rest


def _far(game: Game, one: Character, face: BoardFace, start: str, goal: str) -> float:
    """Moves that a character needs, by passages or through walls."""
    home = game.boards[game.teams[one.seat].board] == face.id
    return distance(face, start, goal, home=home, ghost=is_ghost(game, one))


def is_ghost(game: Game, one: Character) -> bool:
    """Whether walls are no hindrance."""
    return game.card(one.id).ability == "walk_through_walls"


def _home(game: Game, one: Character, board: int, chamber: str) -> float:
    """From a chamber with a Crystal into the own Camp."""
    face = game.face(board)
    if game.teams[one.seat].board == board:
        return _far(game, one, face, chamber, face.camp)
    return _far(game, one, face, chamber, face.teleport) + _arrival(game, one) + _from_teleport(game, one)


def _from_teleport(game: Game, one: Character) -> float:
    own = game.face(game.teams[one.seat].board)
    return _far(game, one, own, own.teleport, own.camp)


def _arrival(game: Game, one: Character) -> float:
    """What the die costs until it leads home from another board, unless Gems are spare."""
    return 0 if spare(game, one) >= game.tables.gems.choose_board else BOUNCE * (len(game.boards) - 2)


def _task(game: Game, one: Character, rune: str) -> float:
    """From the own Teleport chamber to the element on another board, and home."""
    own = game.teams[one.seat].board
    faces = [game.face(board) for board in range(len(game.boards)) if board != own]
    ways = [2 * _far(game, one, face, face.teleport, getattr(face, rune)) for face in faces]
    return fmean(ways) + BOUNCE * (len(game.boards) - 2) + _from_teleport(game, one)


# Tolls ---------------------------------------------------------------------------------------------------------


def tolls_of(game: Game, one: Character) -> tuple[float, ...]:
    """What it costs a character to enter each chamber of its board: the Move, and what waits there."""
    board = board_of(one.at)
    digits, fear = game.face(board).digits, fear_of(one)
    rolls = [toll(prospect, fear) for prospect in prospects_of(game, one)]
    tolls = [rolls[digits[chamber]] if chamber in digits and one.id != ZOMBIE else 1.0 for chamber in CHAMBERS]
    for other in game.characters.values():
        if other.active and other.id != one.id and board_of(other.at) == board:
            tolls[AT[chamber_of(other.at)]] = _company(game, one, other)
    for where, token in game.tokens.items():
        if token.seat != one.seat and token.kind != "tree" and board_of(where) == board:
            tolls[AT[chamber_of(where)]] += TOKEN_TOLL
    return tuple(tolls)


def fear_of(one: Character) -> float:
    """What a wound costs a character, in Moves: the more, the nearer it brings death."""
    stake = CARRIED if CRYSTAL in one.tokens else ON_A_TASK if one.rune else FREE
    return stake / (one.life + len(one.worn))


def toll(prospect: Prospect, fear: float) -> float:
    """What a roll on the Encounter Table makes of the Move into its chamber."""
    return max(LEAST_TOLL, 1 + fear * prospect.wounds - FIND * prospect.finds - GEM * prospect.gems)


def _company(game: Game, one: Character, other: Character) -> float:
    """Where somebody stands nothing else is met; a rival who can be beaten is worth a visit."""
    if other.seat == one.seat:
        return 1.0
    chances = duel_odds(game, one, other)
    return 1.0 - RIVAL * max(0.0, chances.win - chances.loss)


# Ways over a board, and what walking them costs, in Moves ------------------------------------------------------

FAR = 99.0
"""The cost of where no way leads."""
FLAT = (1.0,) * len(CHAMBERS)
"""Each chamber costs the Move into it and no more."""
AT: Mapping[str, int] = {chamber: n for n, chamber in enumerate(CHAMBERS)}
"""The place of each chamber in a row of costs."""


def costs(
    face: BoardFace, goal: str, tolls: tuple[float, ...] = FLAT, *, home: bool = False, ghost: bool = False
) -> Mapping[str, float]:
    """From each chamber to the goal, by what it costs to enter each on the way; nobody walks on through a Teleport.

    ``home``: the board is the walker's own, whose Camp is open to it; ``ghost``: walls are no hindrance.
    """
    return _costs(None if ghost else face.passages, face.teleport, "" if home else face.camp, goal, tolls)


@lru_cache(maxsize=8192)
def _costs(
    passages: tuple[str, ...] | None, teleport: str, closed: str, goal: str, tolls: tuple[float, ...]
) -> Mapping[str, float]:
    found: dict[str, float] = {}
    queue = [(0.0, goal)]
    while queue:
        cost, here = heappop(queue)
        if here in found:
            continue
        found[here] = cost
        if here == teleport and here != goal:
            continue
        for there in _beside(passages, here):
            if there not in found and there != closed:
                heappush(queue, (cost + tolls[AT[here]], there))
    return found


def _beside(passages: tuple[str, ...] | None, chamber: str) -> Iterable[str]:
    """The neighbouring chambers; without passages through all walls."""
    return dict(neighbours(chamber)).values() if passages is None else exits_by(passages, chamber).values()


def distance(face: BoardFace, start: str, goal: str, *, home: bool = False, ghost: bool = False) -> float:
    """Moves from one chamber to another."""
    return costs(face, goal, home=home, ghost=ghost).get(start, FAR)
