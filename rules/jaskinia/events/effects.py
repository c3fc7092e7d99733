"""What the primitives and Spells do [7, 12]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word

HARM = Word("caveharm")
"""What costs Endurance where it is no fight."""
NOTHING = Word("cavenothing")
"""Why nothing happens: the die, or the card, says so. What else there may be stands behind a point."""


class EffectBegan(Event, frozen=True):
    """An Event, a Stranger, a Place or an instruction takes effect; ``source`` names it."""

    who: Term
    source: Term


class ValueGained(Event, frozen=True):
    """Own Strength or Power rose; ``now`` the own value."""

    who: Term
    stat: Word
    n: int
    now: int


class PowerSapped(Event, frozen=True):
    """Own Power fell; ``now`` the own value."""

    who: Term
    n: int
    now: int


class EnduranceLost(Event, frozen=True):
    """Endurance fell; ``left``; ``by``: in what kind of fight, or otherwise."""

    who: Term
    n: int
    left: int
    by: Word = HARM


class EnduranceGained(Event, frozen=True):
    """Endurance rose, perhaps over the level; ``now``."""

    who: Term
    n: int
    now: int


class LevelRaised(Event, frozen=True):
    """The level up to which wounds heal rose, and Endurance with it."""

    who: Term
    level: int
    now: int


class WoundsHealed(Event, frozen=True):
    """Wounds healed; ``now``."""

    who: Term
    n: int
    now: int


class TurnsLost(Event, frozen=True):
    """So many turns are lost; ``at_once``: this one is the first of them."""

    who: Term
    n: int
    at_once: bool


class SlowedDown(Event, frozen=True):
    """So many turns with a move of one area only."""

    who: Term
    n: int


class ProtectedBy(Event, frozen=True):
    """Something protects the Seeker; ``what`` names it."""

    who: Term
    what: Term


class TestPassed(Event, frozen=True):
    """The test was passed: ``total`` against ``target``."""

    who: Term
    total: int
    target: int


class TestFailed(Event, frozen=True):
    """The test was not passed: ``total`` against ``target``."""

    who: Term
    total: int
    target: int


class NothingHappens(Event, frozen=True):
    """It has no effect this time; ``why``: the die says so, or there is nothing to lose, to heal, to pay with."""

    who: Term
    why: Word = NOTHING


class RollHelped(Event, frozen=True):
    """An ability adds ``n`` to the die: it counts as ``result``."""

    who: Term
    n: int
    result: int


# Spells that are cast ------------------------------------------------------------------------------------------


class SpellAnnounced(Event, frozen=True):
    """A Spell is cast; ``target``: at whom or what, where it needs any."""

    who: Term
    spell: Term
    target: tuple[Term, ...]


class SpellCancelled(Event, frozen=True):
    """A Spell of ``who`` made another one come to nothing."""

    who: Term
    spell: Term


class BonusGained(Event, frozen=True):
    """So much more Strength or Power in this fight."""

    who: Term
    stat: Word
    n: int
