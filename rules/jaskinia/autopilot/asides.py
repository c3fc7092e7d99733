"""What is done beside the turn's course: trophies, own-turn Spells, Items turned to gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.asides import Aimed
from rules.jaskinia.autopilot.worth import ITEM, LIFE, gain, use_of
from rules.jaskinia.cards import Held
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.trophies import Set, waste
from rules.kernel.answers import Value
from rules.kernel.offers import Pick, Way
from rules.kernel.requests import Choose, NextAction, Seat
from rules.kernel.taking import ids, meanings

WASTE = 1
"""Trophies are traded in when no more points than this are lost."""
FAINT = 1
"""With no more Endurance than this whatever there is is traded in at once: the dead keep no trophies."""
WORTH_A_SPELL = 2.0
"""What a Spell on the own Seeker has to bring."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next thing worth doing before going on; None: nothing. Each changes what makes it worth doing."""
    for action in request.of(seat):
        if isinstance(action, Pick) and action.why in WISHES:
            way = WISHES[action.why](game, game.seeker_of(seat), action)
            if way is not None:
                return action.answer(way)
    return None


def _trade(game: Game, one: Seeker, offer: Pick[Set]) -> Way[Set] | None:
    """The least wasteful set, where it cannot wait for the question at the end of the turn, or that is over."""
    first, waits = offer.ways[0], one.seat == game.active_seat
    return first if _is_urgent(game, one) or (not waits and waste(game, first.meant) <= WASTE) else None


def _is_urgent(game: Game, one: Seeker) -> bool:
    """Before the trials, and before death."""
    return one.endurance <= FAINT or one.at == game.crystal


def choose_trophies(game: Game, request: Choose[Set | None], seat: Seat) -> str:
    """The least wasteful set, if it wastes little or is urgent."""
    first, last = ids(request)[0], ids(request)[-1]
    some = meanings(request)[first]
    assert some is not None  # to keep them is the last option
    return first if waste(game, some) <= WASTE or _is_urgent(game, game.seeker_of(seat)) else last


def _turn_to_gold(game: Game, one: Seeker, offer: Pick[Held]) -> Way[Held] | None:
    """Only what is of no use at all: what is sold does not come back."""
    least = min(offer.ways, key=lambda way: use_of(game, one, way.meant.id))
    return least if use_of(game, one, least.meant.id) <= ITEM else None


# Spells ----------------------------------------------------------------------------------------------------------


def _cast(game: Game, one: Seeker, offer: Pick[Aimed]) -> Way[Aimed] | None:
    """At whom it is best cast, if that is worth it."""
    best = max(offer.ways, key=lambda way: _worth(game, one, way.meant))
    return best if _worth(game, one, best.meant) >= WORTH_A_SPELL else None


def _worth(game: Game, one: Seeker, aimed: Aimed) -> float:
    """What is good for the own Seeker, or bad for another: each as in the state that one may see."""
    other = game.seeker_of(aimed.at.seat)
    brings = gain(game, other, game.spell(aimed.spell).do)
    if other is one:
        return brings
    return -brings + LIFE * len(other.trials) if brings < 0 else -brings


WISHES: Mapping[str, Callable[[Game, Seeker, Pick[Any]], Way[Any] | None]] = {
    "turn.trade": _trade,
    "turn.alchemy": _turn_to_gold,
    "spell.target": _cast,
}
"""In which way each is done now, if in any."""
