"""How a fight is likely to end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.values import might, mods

FACES = range(1, 7)
THROWS = len(FACES) ** 2
RIVAL = ("seeker",)


class Odds(msgspec.Struct, frozen=True):
    """The chances to win and to lose; the rest are ties."""

    win: float
    loss: float


@lru_cache(maxsize=256)
def odds(lead: int) -> Odds:
    """The chances with this lead before the dice [6.2]."""
    ends = [lead + own - other for own in FACES for other in FACES]
    return Odds(sum(end > 0 for end in ends) / THROWS, sum(end < 0 for end in ends) / THROWS)


def against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Odds:
    """The chances against so much Strength or Power."""
    return odds(might(game, one, kind, types) - value)


def duel(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> Odds:
    """The chances of one Seeker against another, without Spells."""
    return against(game, one, kind, might(game, other, kind, RIVAL), RIVAL)


def escape(game: Game, one: Seeker, types: Sequence[str]) -> float:
    """The chance to evade opponents of these types by an ability; one that leaves some to be fought does not count."""
    ways = [len(mod.faces) for mod in mods(game, one, "evade") if all(type in mod.types for type in types)]
    return max(ways, default=0) / len(FACES)


def at_least(needed: int) -> float:
    """The chance that a die shows so much."""
    return min(1.0, max(0.0, (len(FACES) + 1 - needed) / len(FACES)))
