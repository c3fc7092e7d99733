"""Runes and Tasks [9]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.piles import put, take
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, receive
from rules.labirynt_czarnoksieznika.events.finds import NoRuneLeft, RuneDrawn, RuneSeen, TaskDone
from rules.labirynt_czarnoksieznika.exploration.penetration import pack
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import CHAMBERS, Place, board_of, chamber_of, place


def do_tasks(table: Table, game: Game, one: Character) -> None:
    """A Rune on the own board, its Crystal on another; whoever lives does it, fight or no fight [9.1–9.4]."""
    if one.id == ZOMBIE:
        return
    at_home = board_of(one.at) == game.teams[one.seat].board
    kind = game.kind_at(one.at)
    if kind == "runes" and at_home and not one.rune:
        draw_rune(table, game, one)
    elif kind == one.rune and not at_home and game.crystals:
        fulfil(table, game, one)


def draw_rune(table: Table, game: Game, one: Character) -> None:
    """One, or for the reader of runes the better of two [9.1, 11]."""
    number = 2 if game.card(one.id).ability == "pick_rune" else 1
    drawn: list[str] = []
    while len(drawn) < number and game.runes:
        rune = table.draw(game.runes, "runes.draw", who=one.name)
        take(game.runes, rune)
        drawn.append(rune)
    if not drawn:
        table.tell(NoRuneLeft(one.name))
        return
    one.rune = _kept(table, game, one, drawn)
    drawn.remove(one.rune)
    for rune in drawn:
        put(game.runes, rune)
    seen = RuneSeen(one.name, Word(f"rune.{one.rune}"), *_named(game, goals_of(game, one.seat, one.rune)))
    table.tell(seen, to=(one.seat,), shadow=RuneDrawn(one.name))


def goals_of(game: Game, seat: Seat, rune: str) -> list[Place]:
    """Where a team can lay this Rune down: the chambers of its element on the boards of others [9.2]."""
    boards = (board for board in range(len(game.boards)) if board != game.teams[seat].board)
    places = (place(chamber, board) for board in boards for chamber in CHAMBERS)
    return [where for where in places if game.kind_at(where) == rune]


def _named(game: Game, places: Sequence[Place]) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """The boards of some places, and their chambers."""
    return tuple(game.board_name(board_of(where)) for where in places), tuple(map(chamber_of, places))


def _kept(table: Table, game: Game, one: Character, drawn: list[str]) -> str:
    options = tuple(_option(game, one, rune) for rune in dict.fromkeys(drawn))
    return table.ask(Choose(who=one.seat, why="runes.pick", options=options, secret=True, facts={"who": one.name}))


def _option(game: Game, one: Character, rune: str) -> Option:
    """A Rune, with where it would have to go."""
    goals = goals_of(game, one.seat, rune)
    boards, chambers = _named(game, goals)
    facts: dict[str, Fact] = {"rune": Word(f"rune.{rune}"), "boards": boards, "chambers": chambers}
    return Option(rune, "rune.keep", "rune.keep" if goals else "", facts)


def fulfil(table: Table, game: Game, one: Character) -> None:
    """The Rune returns to the pool, a Crystal goes into the Backpack, if need be in a token's place [9.3]."""
    table.tell(TaskDone(one.name, Word(f"rune.{one.rune}")))
    put(game.runes, one.rune)
    one.rune = ""
    game.teams[one.seat].crystal = one.id
    game.crystals -= 1
    game.tally.crystals += 1
    full = not boxes_left(game, one)
    receive(game, one, CRYSTAL)
    if full:
        pack(table, game, one, penetrating=True)
