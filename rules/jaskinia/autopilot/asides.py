"""What is done beside the turn's course: trophies, own-turn Spells, Items turned to gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.autopilot.worth import GOLD, LIFE, gain, use_of
from rules.jaskinia.cards import cards_chosen
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.values import bonus
from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, NextAction, Seat
from rules.kernel.taking import about, ids, take, verb_of

WASTE = 1
"""Trophies are traded in when no more points than this are lost."""
FAINT = 1
"""With no more Endurance than this whatever there is is traded in at once: the dead keep no trophies."""
WORTH_A_SPELL = 2.0
"""What a Spell on the own Seeker has to bring."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next thing worth doing before going on; None: nothing. Each changes what makes it worth doing."""
    for action in request.of(seat):
        wish = WISHES.get(verb_of(action)) if action.aside else None
        answer = wish(game, game.seeker_of(seat), action) if wish is not None else None
        if answer is not None:
            return answer
    return None


def _trade(game: Game, one: Seeker, action: Action[Any]) -> Value:
    """The least wasteful set, if it wastes little, or before the trials."""
    assert isinstance(action.ask, Choose)  # it asks which
    first = action.ask.options[0]
    lost, now = first.facts["lost"], one.endurance <= FAINT or one.at == game.crystal
    assert isinstance(lost, int)  # points
    return take(action, first.id) if now or lost <= WASTE else None


def _turn_to_gold(game: Game, one: Seeker, action: Action[Any]) -> Value:
    """What is of less use than the gold."""
    assert isinstance(action.ask, Choose)  # it asks which
    item = min(ids(action.ask), key=lambda id: use_of(game, one, cards_chosen([id])[0]))
    worth = use_of(game, one, cards_chosen([item])[0])
    return take(action, item) if worth < GOLD * bonus(game, one, "item_to_gold") else None


# Spells ----------------------------------------------------------------------------------------------------------


def _cast(game: Game, one: Seeker, action: Action[Any]) -> Value:
    """At whom it is best cast, if that is worth it."""
    spell, _, only = about(action).partition(":")
    people = ids(action.ask) if isinstance(action.ask, Choose) else [only]
    best = max(people, key=lambda seat: _aimed(game, one, spell, game.seeker_of(seat)))
    if _aimed(game, one, spell, game.seeker_of(best)) < WORTH_A_SPELL:
        return None
    return take(action, best if action.ask is not None else None)


def _aimed(game: Game, one: Seeker, spell: str, other: Seeker) -> float:
    """What is good for the own Seeker, or bad for another."""
    brings = gain(game, other, game.tables.spells.of(spell).do)
    if other is one:
        return brings
    return -brings + LIFE * len(other.trials) if brings < 0 else -brings


WISHES: Mapping[str, Callable[[Game, Seeker, Action[Any]], Value]] = {
    "trade": _trade,
    "alchemy": _turn_to_gold,
    "cast": _cast,
}
