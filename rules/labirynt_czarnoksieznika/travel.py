"""Scrolls that are read instead of a step, or at its start: Teleport and Haste [7, scrolls]."""

from __future__ import annotations

from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.arriving import appear, enter
from rules.labirynt_czarnoksieznika.events.course import BoardPaid
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.places import Place, board_of, place
from rules.labirynt_czarnoksieznika.scrolls import can_cast, cast
from rules.labirynt_czarnoksieznika.steps import BY_DIE, ask_board, chamber_option
from rules.labirynt_czarnoksieznika.ways import havens, steps

STOP = "stop"


def havens_of(game: Game, one: Character) -> list[Place]:
    """Where a Teleport scroll could take a character that carries one and can cast it."""
    return list(havens(game, one)) if can_cast(game, one, "teleport") else []


def jump(table: Table, game: Game, one: Character, where: Place) -> None:
    """Instead of the Move to any chamber of the same board, Teleport chambers excluded."""
    cast(table, game, one, "teleport")
    appear(table, game, one, where)


def haste(table: Table, game: Game, one: Character) -> None:
    """Up to three chambers in one Move; special tokens act in each, a Teleport chamber ends it."""
    cast(table, game, one, "haste")
    board, most = board_of(one.at), game.tables.finds.of("haste").steps
    for nth in range(most):
        table.set_right()
        if not one.active or game.outcome or board_of(one.at) != board:
            return
        ways = [where for _, where in steps(game, one)]
        if not ways:
            return
        options = [chamber_option(game, one, where, "haste.step") for where in ways]
        stops = [Option(STOP, "haste.stop")] if nth else []
        ways_on, step = [*options, *stops], nth + 1
        chosen = table.choose(one.seat, "turn.haste", ways_on, character=one.name, number=step, most=most)
        if chosen == STOP:
            return
        enter(table, game, one, place(chosen, board), _board_of_choice(table, game, one, place(chosen, board)))


def _board_of_choice(table: Table, game: Game, one: Character, where: Place) -> int | None:
    ask = ask_board(game, one, where)
    return paid_board(table, game, one, table.ask(ask)) if ask is not None else None


def paid_board(table: Table, game: Game, one: Character, answer: str | None) -> int | None:
    """The board that Gems choose for the Teleport chamber; None: the die decides [4.6]."""
    if answer is None or answer == BY_DIE:
        return None
    team, board = game.teams[one.seat], int(answer)
    team.gems -= game.tables.gems.choose_board
    table.tell(BoardPaid(one.seat, game.board_name(board), team.gems))
    return board
