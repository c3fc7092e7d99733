"""What is taken, given up, and chosen from what a card or an area offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.jaskinia.autopilot.moving import outlook
from rules.jaskinia.autopilot.worth import use_of, way_gain
from rules.jaskinia.cards import Held
from rules.jaskinia.model import ADVENTURE, CAVE, Game
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do
from rules.jaskinia.tables.sheets import Window
from rules.kernel.answers import Value
from rules.kernel.requests import Choose, ChooseSome, NextAction, Seat
from rules.kernel.taking import best, ids, meanings, take
from rules.kernel.words import Fact, Word

TIRED = 2
"""With no more Endurance than this cards are drawn from the milder deck."""
KEPT: tuple[Window, ...] = (
    "before_fight", "own_turn", "before_psychic", "instead_of_move", "when_spell_cast", "gate",
)  # fmt: skip
"""Spells by their windows, those first that are kept longest."""


def best_seeker(game: Game, offered: list[str]) -> str:
    """The one with the highest values, and Spells."""
    sheets = {id: game.tables.seekers.of(id) for id in offered}
    return max(
        offered, key=lambda id: (sheets[id].strength + sheets[id].power + sheets[id].spells, sheets[id].strength)
    )


def choose_deck(game: Game, request: NextAction, seat: Seat) -> Value:
    """The Cave deck, which gives Power; the milder one as long as wounds are many."""
    wanted = ADVENTURE if game.seeker_of(seat).endurance <= TIRED else CAVE
    return take(next(action for action in request.of(seat) if action.option.id == wanted))


def least_useful(game: Game, request: ChooseSome[Held], seat: Seat) -> list[str]:
    """Of Items as many as have to go."""
    one, items = game.seeker_of(seat), meanings(request)
    return sorted(items, key=lambda id: use_of(game, one, items[id].id))[: request.least]


def spells_given_up(game: Game, request: ChooseSome[Held]) -> list[str]:
    """Of Spells as many as have to go."""
    spells = meanings(request)
    return sorted(spells, key=lambda id: -KEPT.index(game.tables.spells.of(spells[id].id).window))[: request.least]


def spared_item(game: Game, request: Choose[Held], seat: Seat) -> str:
    """The Item that is of least use."""
    one = game.seeker_of(seat)
    return best(request, lambda item: -use_of(game, one, item.id))


# Effects ---------------------------------------------------------------------------------------------------------


def choose_place(game: Game, request: Choose, seat: Seat) -> str:
    """The area from which it goes on best."""
    return max(ids(request), key=outlook(game, game.seeker_of(seat)).at)


def choose_way(game: Game, request: Choose, seat: Seat) -> str:
    """The way that brings most; one that leads elsewhere when it is better there."""
    one, source = game.seeker_of(seat), request.facts.get("source", "")
    asked = [option.facts.get("way") for option in request.options]
    ways = next((op.options for op in _choices(_done_by(game, source)) if _offers(op, asked)), ())
    gains = {str(nth): way_gain(game, one, way) + _elsewhere(game, seat, way.do) for nth, way in enumerate(ways)}
    return max(ids(request), key=lambda id: gains.get(id, 0.0))


def _offers(op: e.ChooseWay, asked: Sequence[Fact | None]) -> bool:
    labels = [Word(f"caveway.{way.label}") for way in op.options]
    return all(label in labels for label in asked)


def _elsewhere(game: Game, seat: Seat, do: Do) -> float:
    """What it is worth to be moved to the best Chamber."""
    if not any(isinstance(op, e.MoveTo) for op in do):
        return 0.0
    seen = outlook(game, game.seeker_of(seat))
    return max(map(seen.at, game.tables.board.chambers)) - seen.at(seen.one.at)


def _done_by(game: Game, source: Fact) -> Do:
    """The operations of a card, a kind of Chamber, or a special area."""
    head, _, id = source.key.partition(".") if isinstance(source, Word) else ("", "", "")
    tables: Mapping[str, Mapping[str, Do]] = {
        "cavecard": {card.id: card.do for card in game.tables.cards.card},
        "chamberkind": {kind.id: kind.do for kind in game.tables.chambers.chamber},
        "cavespecial": {special.id: special.do for special in game.tables.board.special},
    }
    return tables.get(head, {}).get(id, ())


def _choices(do: Do) -> Iterator[e.ChooseWay]:
    """Every choice that a list of operations can come to."""
    for op in do:
        if isinstance(op, e.ChooseWay):
            yield op
        for inner in _parts(op):
            yield from _choices(inner)


def _parts(op: e.Effect) -> tuple[Do, ...]:
    match op:
        case e.RollTable(table=table):
            return tuple(table.values())
        case e.If(then=one, otherwise=other) | e.Test(passed=one, fail=other):
            return (one, other)
        case e.Fight(win=one, lose=other) | e.Psychic(win=one, lose=other):
            return (one, other)
        case e.ChooseWay(options=ways):
            return tuple(way.do for way in ways)
    return ()
