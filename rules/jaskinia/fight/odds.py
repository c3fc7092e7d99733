"""How a fight is likely to end, as everybody can work it out: Spells in hand do not count [6.2]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.fight.scores import RIVAL_TYPES
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import might
from rules.kernel.odds import Odds, odds, odds_facts
from rules.kernel.words import Fact


def odds_against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> Odds:
    """The chances against so much Strength or Power."""
    return odds(might(game, one, kind, types) - value)


def duel_odds(game: Game, one: Seeker, other: Seeker, kind: FightKind) -> Odds:
    """The chances of one Seeker against another, without Spells."""
    return odds_against(game, one, kind, might(game, other, kind, RIVAL_TYPES), RIVAL_TYPES)


# As facts of options -------------------------------------------------------------------------------------------


def facts_against(game: Game, one: Seeker, kind: FightKind, value: int, types: Sequence[str] = ()) -> dict[str, Fact]:
    """Both sides' Strength or Power, and how many of the 36 throws are won, tied and lost."""
    own = might(game, one, kind, types)
    return odds_facts(own, value, odds(own - value))
