"""What a character is after, how many Moves away it is, and what fights are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from statistics import fmean

import msgspec

from rules.kernel.odds import Odds
from rules.labirynt_czarnoksieznika.forecast import Prospect, duel_odds, joint_odds, prospects_of
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables import sheets

CARRIED, ON_A_TASK, FREE = 12.0, 5.0, 2.5
"""What dying costs, in Moves: with a Crystal, with a Rune, with neither."""
HURT, KILLED = 0.6, 2.0
"""What a rival's wound is worth, and what its death is worth besides."""
ATTACKED = 0.5
"""How likely a rival who could come in with good odds does so."""


def fear_of(character: Character) -> float:
    """What a wound costs a character now, in Moves."""
    return fear(character, CARRIED if CRYSTAL in character.tokens else ON_A_TASK if character.rune else FREE)


def open_fear_of(character: Character) -> float:
    """The same as far as everybody knows: that a Rune is carried, not whether a Crystal is."""
    return fear(character, ON_A_TASK if character.rune else FREE)


def fear(character: Character, stake: float) -> float:
    """The same when so much is at stake: the more, the nearer a wound brings death."""
    return stake / max(1, character.life + len(character.worn))


def attack_worth(game: Game, character: Character, rival: Character, afraid: float | None = None) -> float:
    """What attacking a rival brings on average, if it defends itself as is best for it; above 0: good odds.

    ``afraid``: what a wound costs, where that is not all that is known.
    """
    afraid = fear_of(character) if afraid is None else afraid
    alone = _duel_worth(game, [rival], duel_odds(game, character, rival), afraid)
    mates = game.mates_of(rival)
    return min(
        [alone, *(_duel_worth(game, [rival, mate], joint_odds(game, character, rival, mate), afraid) for mate in mates)]
    )


def _duel_worth(game: Game, rivals: list[Character], chances: Odds, afraid: float) -> float:
    if chances.win <= chances.loss:
        return min(0.0, chances.win - chances.loss)
    wounds = game.tables.powers.glove.wounds if any(rival.hand == GLOVE for rival in rivals) else 1
    return (
        chances.win * sum(HURT + (KILLED if rival.life == 1 and not rival.worn else 0.0) for rival in rivals)
        - chances.loss * wounds * afraid
    )


def danger(game: Game, character: Character, where: sheets.Place) -> float:
    """What rivals beside a chamber could do to a character that stands there when their turn comes."""
    if game.kind_at(where) == "camp" or character.id == ZOMBIE:
        return 0.0
    beside = sheets.exits(game.face_at(where), sheets.chamber_of(where)).values()
    rivals = [other for other in game.characters.values() if other.active and other.seat != character.seat]
    near = [
        other
        for other in rivals
        if sheets.board_of(other.at) == sheets.board_of(where) and sheets.chamber_of(other.at) in beside
    ]
    chances = [duel_odds(game, other, character) for other in near]
    return ATTACKED * fear_of(character) * sum(chance.win for chance in chances if chance.win > chance.loss)


FIND, GEM = 0.4, 3.0
"""What a Find and a Gem are worth, in Moves."""
LEAST_TOLL = 0.3
"""However good a chamber is, a Move into it is a Move."""
TOKEN_TOLL = 0.8
BOUNCE = 2
"""Moves to leave a Teleport chamber and come back when the die led to the wrong board."""


class Plan(msgspec.Struct, frozen=True):
    """A goal on the board where the character stands, and the Moves that follow when it is reached.

    ``teleport``: the chamber that leads away from the board.
    """

    goal: str
    after: float
    tolls: tuple[float, ...]
    costs: Mapping[str, float]
    teleport: str

    def through(self, chamber: str) -> float:
        """All that is left when the next Move goes into this chamber; a Teleport that is no goal leads astray."""
        if chamber == self.teleport != self.goal:
            return FAR + self.after
        return self.tolls[AT[chamber]] + self.costs.get(chamber, FAR) + self.after

    def left(self, chamber: str) -> float:
        """All that is left from this chamber."""
        return self.costs.get(chamber, FAR) + self.after


def plan_of(game: Game, character: Character) -> Plan:
    """The best plan for a character: its errand, or a Crystal that lies about."""
    board = sheets.board_of(character.at)
    face, tolls = game.face(board), tolls_of(game, character)
    home, ghost = _is_home_board(game, character, board), is_ghost(game, character)
    plans = [
        Plan(goal, after, tolls, costs(face, goal, tolls, home=home, ghost=ghost), face.teleport)
        for goal, after in _goals_with_cost(game, character, board)
    ]
    return min(plans, key=lambda plan: plan.left(sheets.chamber_of(character.at)))


def crystals_of(character: Character) -> int:
    """How many Crystals a character carries."""
    return character.tokens.count(CRYSTAL)


def spare(game: Game, character: Character) -> int:
    """Gems that are not needed any more once what it carries is home; below 0: that does not win yet."""
    coming = game.teams[character.seat].gems + crystals_of(character) * game.tables.gems.crystal
    return coming - game.options.gems


# Goals ---------------------------------------------------------------------------------------------------------


def _goals_with_cost(game: Game, character: Character, board: int) -> Iterator[tuple[str, float]]:
    yield _main_goal_with_cost(game, character, board)
    if CRYSTAL not in character.tokens:
        for where, tokens in game.floor.items():
            if CRYSTAL in tokens and sheets.board_of(where) == board:
                yield sheets.chamber_of(where), _cost_home(game, character, board, sheets.chamber_of(where))


def _main_goal_with_cost(game: Game, character: Character, board: int) -> tuple[str, float]:
    """Home with a Crystal, to the element with a Rune, else for a Rune; from elsewhere by the Teleport."""
    face, at_home = game.face(board), _is_home_board(game, character, board)
    if CRYSTAL in character.tokens:
        return (
            (face.camp, 0.0)
            if at_home
            else (face.teleport, _cost_of_teleport_rolls(game, character) + _cost_teleport_to_camp(game, character))
        )
    if character.rune and at_home:
        return face.teleport, task_left(game, character, character.rune)
    if character.rune:
        goal: str = getattr(face, character.rune)
        return goal, _cost_home(game, character, board, goal)
    mine = game.teams[character.seat].board
    own = game.face(mine)
    rest = _walk_cost(game, character, mine, ON_A_TASK, own.runes, own.teleport)
    rest += fmean(task_left(game, character, rune) for rune in sheets.ELEMENTS)
    if at_home:
        return face.runes, rest
    return face.teleport, _cost_of_teleport_rolls(game, character) + _walk_cost(
        game, character, mine, FREE, own.teleport, own.runes
    ) + rest


def _is_home_board(game: Game, character: Character, board: int) -> bool:
    return game.teams[character.seat].board == board


def is_ghost(game: Game, character: Character) -> bool:
    """Whether walls are no hindrance."""
    return game.card(character.id).ability == "walk_through_walls"


def _walk_cost(game: Game, character: Character, board: int, stake: float, start: str, goal: str) -> float:
    """What the way between two chambers of a board costs, as long as so much is at stake, whoever stands there now."""
    face, tolls = game.face(board), _chamber_tolls(game, character, board, fear(character, stake))
    home, ghost = _is_home_board(game, character, board), is_ghost(game, character)
    return costs(face, goal, tolls, home=home, ghost=ghost).get(start, FAR)


def _cost_home(game: Game, character: Character, board: int, chamber: str) -> float:
    """From a chamber with a Crystal into the own Camp."""
    face = game.face(board)
    if _is_home_board(game, character, board):
        return _walk_cost(game, character, board, CARRIED, chamber, face.camp)
    back = _walk_cost(game, character, board, CARRIED, chamber, face.teleport)
    return back + _cost_of_teleport_rolls(game, character) + _cost_teleport_to_camp(game, character)


def _cost_teleport_to_camp(game: Game, character: Character) -> float:
    mine = game.teams[character.seat].board
    own = game.face(mine)
    return _walk_cost(game, character, mine, CARRIED, own.teleport, own.camp)


def _cost_of_teleport_rolls(game: Game, character: Character) -> float:
    """What the die costs until it leads home from another board, unless Gems are spare."""
    return 0 if spare(game, character) >= game.tables.gems.choose_board else BOUNCE * (len(game.boards) - 2)


def task_left(game: Game, character: Character, rune: str) -> float:
    """From the own Teleport chamber to the element on another board, and home."""
    return fmean(
        _task_cost(game, character, board, rune)
        for board in range(len(game.boards))
        if not _is_home_board(game, character, board)
    )


def _task_cost(game: Game, character: Character, board: int, rune: str) -> float:
    face = game.face(board)
    goal: str = getattr(face, rune)
    return _walk_cost(game, character, board, ON_A_TASK, face.teleport, goal) + _cost_home(game, character, board, goal)


# Tolls ---------------------------------------------------------------------------------------------------------


def tolls_of(game: Game, character: Character) -> tuple[float, ...]:
    """What it costs a character to enter each chamber of its board: the Move, and what waits there."""
    board = sheets.board_of(character.at)
    tolls = list(_chamber_tolls(game, character, board, fear_of(character)))
    for other in game.characters.values():
        if other.active and other.id != character.id and sheets.board_of(other.at) == board:
            # An occupied chamber has no other Encounter; a rival who can be beaten is worth a visit.
            tolls[AT[sheets.chamber_of(other.at)]] = (
                1.0
                if other.seat == character.seat
                else max(LEAST_TOLL, 1.0 - max(0.0, attack_worth(game, character, other)))
            )
    for where, token in game.tokens.items():
        if token.seat != character.seat and token.kind != "tree" and sheets.board_of(where) == board:
            tolls[AT[sheets.chamber_of(where)]] += TOKEN_TOLL
    return tuple(tolls)


def _chamber_tolls(game: Game, character: Character, board: int, fear: float) -> tuple[float, ...]:
    """The same of a board on which nobody stands; the Zombie never rolls on the table."""
    if character.id == ZOMBIE:
        return FLAT
    digits = game.face(board).digits
    tolls = _tolls_by_digit(prospects_of(game, character), fear)
    return tuple([tolls[digits[chamber]] if chamber in digits else 1.0 for chamber in sheets.CHAMBERS])


@lru_cache(maxsize=1024)
def _tolls_by_digit(prospects: tuple[Prospect, ...], fear: float) -> tuple[float, ...]:
    return tuple(toll(prospect, fear) for prospect in prospects)


def toll(prospect: Prospect, fear: float) -> float:
    """What a roll on the Encounter Table makes of the Move into its chamber."""
    return max(LEAST_TOLL, 1 + fear * prospect.wounds - FIND * prospect.finds - GEM * prospect.gems)


# Ways over a board, and what walking them costs, in Moves ------------------------------------------------------

FAR = 99.0
"""The cost of where no way leads."""
FLAT = (1.0,) * len(sheets.CHAMBERS)
"""Each chamber costs the Move into it and no more."""
AT: Mapping[str, int] = {chamber: n for n, chamber in enumerate(sheets.CHAMBERS)}
"""The place of each chamber in a row of costs."""


def costs(
    face: sheets.BoardFace, goal: str, tolls: tuple[float, ...] = FLAT, *, home: bool = False, ghost: bool = False
) -> Mapping[str, float]:
    """From each chamber to the goal, by what it costs to enter each on the way; nobody walks on through a Teleport.

    ``home``: the board is the walker's own, whose Camp is open to it; ``ghost``: walls are no hindrance.
    """
    return _costs_to_goal(None if ghost else face.passages, face.teleport, "" if home else face.camp, goal, tolls)


@lru_cache(maxsize=8192)
def _costs_to_goal(
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
        for there in _neighbour_chambers(passages, here):
            if there not in found and there != closed:
                heappush(queue, (cost + tolls[AT[here]], there))
    return found


def _neighbour_chambers(passages: tuple[str, ...] | None, chamber: str) -> Iterable[str]:
    """The neighbouring chambers; without passages through all walls."""
    return (
        dict(sheets.neighbours(chamber)).values() if passages is None else sheets.exits_by(passages, chamber).values()
    )


def distance(face: sheets.BoardFace, start: str, goal: str, *, home: bool = False, ghost: bool = False) -> float:
    """Moves from one chamber to another."""
    return costs(face, goal, home=home, ghost=ghost).get(start, FAR)
