"""The interpreter: runs a list of operations of a card, a Chamber, an area or a Spell [12].

What each operation does is a function of a few lines that returns the operations to be run next, if it leads to any (a
roll, a condition, a choice, a fight). The chapter of an operation registers that function here, as it is imported: a
fight is begun by ``fight.enemies``, a Seeker is moved by ``movement``; what belongs to no chapter is in ``primitives``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from rules.jaskinia.cards import card_word
from rules.jaskinia.events.effects import ProtectedBy
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.values import holds
from rules.jaskinia.tables.effects import Do, DrawCards, Effect, Fight, Operation, Psychic
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term

ENDING = (DrawCards, Fight, Psychic)
"""Operations after which nothing more happens when a fight was not won [5.8]."""


Deed: TypeAlias = Callable[[Table, Game, "Work", Any], Do]
"""What an operation does; it returns what is to be done next."""
OPERATIONS: dict[type[Operation], Deed] = {}
"""What each operation does; each chapter registers its own."""
ODDS: dict[type[Operation], Callable[[Game, Seeker, Any], dict[str, Fact]]] = {}
"""The odds of an operation, as facts of the option that leads to it; registered by the chapter of fights."""


class Work(msgspec.Struct, frozen=True):
    """What is at work on whom. ``card``: the id of the card, if it is one; ``target``: what a Spell was aimed at."""

    one: Seeker
    source: Term
    card: str = ""
    target: str = ""


def run(table: Table, game: Game, work: Work, do: Do) -> None:
    """All operations, as long as the Seeker lives, is where it was, and the game goes on."""
    for op in do:
        for one in _affected(game, work.one, op):
            if _goes_on(game, one):
                _run_one(table, game, msgspec.structs.replace(work, one=one), op)
        if isinstance(op, ENDING) and game.trip.over:
            return


def _affected(game: Game, one: Seeker, op: Effect) -> list[Seeker]:
    """``all``: everybody who is not at the Entrance, and who drew the card, in the order of play from there [12]."""
    if op.who == "self":
        return [one]
    entrance, first = game.tables.board.entrance, game.order.index(one.seat)
    there = [game.players[seat].seeker for seat in (*game.order[first:], *game.order[:first])]
    return [other for other in there if other is not None and (other is one or other.at != entrance)]


def _goes_on(game: Game, one: Seeker) -> bool:
    """What moved the Seeker at turn, or killed anybody, lets nothing of the rest happen to them."""
    moved = game.trip.moved and one.seat == game.active_seat
    return game.alive(one) and not game.outcome and not moved


def _run_one(table: Table, game: Game, work: Work, op: Effect) -> None:
    if holds(game, work.one, op.unless):
        table.tell(ProtectedBy(work.one.name, card_word(op.unless.partition(":")[2])))
    else:
        run(table, game, work, OPERATIONS[type(op)](table, game, work, op))
