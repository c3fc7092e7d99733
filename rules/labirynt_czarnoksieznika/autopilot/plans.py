"""The autopilot's plans: a character's goal, its distance in Moves, and the worth of fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from statistics import fmean

from msgspec import Struct

from rules.kernel.odds import Odds
from rules.labirynt_czarnoksieznika.forecast import Prospect, duel_odds, joint_odds, prospects_of
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables import sheets

CARRIED, ON_A_TASK, FREE = 12.0, 8.0, 2.5
"""The cost of death, in Moves: with a Crystal, with a Rune, with neither."""
HURT, KILLED = 0.6, 2.0
"""The worth of a rival's wound, and the additional worth of its death."""
ATTACKED = 0.5
"""The probability that a rival in reach with good odds attacks."""


def fear_of(character: Character) -> float:
    """Return the cost of a wound to a character, in Moves."""
    return fear(character, CARRIED if CRYSTAL in character.tokens else ON_A_TASK if character.rune else FREE)


def open_fear_of(character: Character) -> float:
    """Return the cost of a wound by public facts: Runes count, Crystals do not."""
    return fear(character, ON_A_TASK if character.rune else FREE)


def fear(character: Character, stake: float) -> float:
    """Return the cost of a wound for this stake, which rises as death comes nearer."""
    return stake / max(1, character.life + len(character.worn))


def attack_worth(game: Game, character: Character, rival: Character, afraid: float | None = None) -> float:
    """Return the expected gain of an attack against the rival's best defence; above 0 it pays.

    ``afraid``: the cost of a wound, if not ``fear_of``.
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
    """Return the expected cost of attacks by rivals near a chamber."""
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
"""The worth of a Find and a Gem, in Moves."""
LEAST_TOLL = 0.3
"""The least cost of a Move into a chamber."""
TOKEN_TOLL = 0.8
BOUNCE = 2
"""Moves to leave a Teleport chamber and come back after the die led to the wrong board."""


class Plan(Struct, frozen=True):
    """A goal on the character's board, and the Moves that follow it.

    ``teleport``: the chamber that leads away from the board.
    """

    goal: str
    after: float
    tolls: tuple[float, ...]
    costs: Mapping[str, float]
    teleport: str

    def through(self, chamber: str) -> float:
        """Return the remaining cost of a Move into this chamber; a Teleport chamber that is no goal is too dear."""
        if chamber == self.teleport != self.goal:
            return FAR + self.after
        return self.tolls[AT[chamber]] + self.costs.get(chamber, FAR) + self.after

    def left(self, chamber: str) -> float:
        """Return the remaining cost from this chamber."""
        return self.costs.get(chamber, FAR) + self.after


def plan_of(game: Game, character: Character) -> Plan:
    """Return the character's best plan: its errand, or a Crystal lying in a chamber."""
    board = sheets.board_of(character.at)
    face, tolls = game.face(board), tolls_of(game, character)
    home, ghost = _is_home_board(game, character, board), is_ghost(game, character)
    plans = [
        Plan(goal, after, tolls, costs(face, goal, tolls, home=home, ghost=ghost), face.teleport)
        for goal, after in _goals_with_cost(game, character, board)
    ]
    return min(plans, key=lambda plan: plan.left(sheets.chamber_of(character.at)))


def crystals_of(character: Character) -> int:
    """Return the number of Crystals that a character carries."""
    return character.tokens.count(CRYSTAL)


def spare(game: Game, character: Character) -> int:
    """Return the Gems left over for victory once the character's Crystals are home; below 0 they do not win yet."""
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
    """Return the main goal: home with a Crystal, the element with a Rune, else a Rune; by Teleport
    from other boards.
    """
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
    """Whether the character walks through walls."""
    return game.card(character.id).ability == "walk_through_walls"


def _walk_cost(game: Game, character: Character, board: int, stake: float, start: str, goal: str) -> float:
    """Return the cost of the way between two chambers of a board at this stake, whatever chamber the
    character is in.
    """
    face, tolls = game.face(board), _chamber_tolls(game, character, board, fear(character, stake))
    home, ghost = _is_home_board(game, character, board), is_ghost(game, character)
    return costs(face, goal, tolls, home=home, ghost=ghost).get(start, FAR)


def _cost_home(game: Game, character: Character, board: int, chamber: str) -> float:
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
    """Return the expected cost of Teleport rolls until one leads home; none if Gems are spare."""
    return 0 if spare(game, character) >= game.tables.gems.choose_board else BOUNCE * (len(game.boards) - 2)


def task_left(game: Game, character: Character, rune: str) -> float:
    """Return the average cost from the own Teleport chamber to the element on another board, and home."""
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
    """Return the cost of entering each chamber of the character's board, in Moves."""
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
    """Return the entry costs of a board without counting characters; the Zombie never rolls on the table."""
    if character.id == ZOMBIE:
        return FLAT
    digits = game.face(board).digits
    tolls = _tolls_by_digit(prospects_of(game, character), fear)
    return tuple([tolls[digits[chamber]] if chamber in digits else 1.0 for chamber in sheets.CHAMBERS])


@lru_cache(maxsize=1024)
def _tolls_by_digit(prospects: tuple[Prospect, ...], fear: float) -> tuple[float, ...]:
    return tuple(toll(prospect, fear) for prospect in prospects)


def toll(prospect: Prospect, fear: float) -> float:
    """Return the cost of a Move into a chamber with this expected Encounter."""
    return max(LEAST_TOLL, 1 + fear * prospect.wounds - FIND * prospect.finds - GEM * prospect.gems)


# Ways over a board, and what walking them costs, in Moves ------------------------------------------------------

FAR = 99.0
FLAT = (1.0,) * len(sheets.CHAMBERS)
AT: Mapping[str, int] = {chamber: n for n, chamber in enumerate(sheets.CHAMBERS)}


def costs(
    face: sheets.BoardFace, goal: str, tolls: tuple[float, ...] = FLAT, *, home: bool = False, ghost: bool = False
) -> Mapping[str, float]:
    """Return the cost from each chamber to the goal by these tolls; no way leads through a Teleport chamber.

    ``home``: the own board, whose Camp is open; ``ghost``: walls do not count.
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
    return (
        dict(sheets.neighbours(chamber)).values() if passages is None else sheets.exits_by(passages, chamber).values()
    )


def distance(face: sheets.BoardFace, start: str, goal: str, *, home: bool = False) -> float:
    """Return the number of Moves from one chamber to another."""
    return costs(face, goal, home=home).get(start, FAR)
