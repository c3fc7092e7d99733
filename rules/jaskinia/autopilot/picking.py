"""What is taken, given up, and chosen from what a card or an area offers."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.autopilot.moving import hopes, outlook
from rules.jaskinia.autopilot.worth import deck_worth, use_of, way_gain
from rules.jaskinia.cards import Held
from rules.jaskinia.model import DECKS, Game, Seeker
from rules.jaskinia.places import gates_at
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Way
from rules.jaskinia.tables.sheets import Window
from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, ChooseSome, Form, NextAction, Seat
from rules.kernel.taking import best, ids, meanings, take

KEPT: tuple[Window, ...] = (
    "table",
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
    """The deck whose cards bring most."""
    wanted = _deck_for(game, game.seeker_of(seat))
    return take(next(action for action in request.of(seat) if action.option.id == wanted))


def _deck_for(game: Game, one: Seeker) -> str:
    return max(DECKS, key=lambda deck: deck_worth(game, one, deck))


def name_move(game: Game, naming: Action[Any], seat: Seat) -> Value:
    """The move that promises most as things are; None where something else than a move may be better."""
    one, ask = game.seeker_of(seat), naming.ask
    assert isinstance(ask, Form)
    if (
        one.at == game.crystal
        or _can_heal(game, one)
        or any(gate.id not in game.gates for gate in gates_at(game, one.at))
    ):
        return None
    seen, move = outlook(game, one), ask.fields[0].ask
    assert isinstance(move, Choose)
    worth = hopes(seen, {id: wish for id, wish in meanings(move).items() if wish is not None})
    return take(naming, {"move": max(worth, key=lambda id: worth[id]), "deck": _deck_for(game, one)})


def _can_heal(game: Game, one: Seeker) -> bool:
    return one.at == game.tables.board.entrance and one.endurance < one.level and one.gold > 0


def least_useful(game: Game, request: ChooseSome[Held], seat: Seat) -> list[str]:
    """Of Items as many as have to go."""
    one, items = game.seeker_of(seat), meanings(request)
    return sorted(items, key=lambda id: use_of(game, one, items[id].id))[: request.least]


def spells_given_up(game: Game, request: ChooseSome[Held]) -> list[str]:
    """Of Spells as many as have to go."""
    spells = meanings(request)
    return sorted(spells, key=lambda id: -KEPT.index(game.spell(spells[id].id).window))[: request.least]


def spared_item(game: Game, request: Choose[Held], seat: Seat) -> str:
    """The Item that is of least use."""
    one = game.seeker_of(seat)
    return best(request, lambda item: -use_of(game, one, item.id))


# Effects ---------------------------------------------------------------------------------------------------------


def choose_place(game: Game, request: Choose, seat: Seat) -> str:
    """The area from which it goes on best."""
    return max(ids(request), key=outlook(game, game.seeker_of(seat)).at)


def choose_way(game: Game, request: Choose[Way], seat: Seat) -> str:
    """The way that brings most; one that leads elsewhere when it is better there."""
    one = game.seeker_of(seat)
    return best(request, lambda way: way_gain(game, one, way) + _elsewhere(game, seat, way.do))


def _elsewhere(game: Game, seat: Seat, do: Do) -> float:
    """What it is worth to be moved to the best Chamber."""
    if not any(isinstance(op, e.MoveTo) for op in do):
        return 0.0
    seen = outlook(game, game.seeker_of(seat))
    return max(map(seen.at, game.tables.board.chambers)) - seen.at(seen.one.at)
