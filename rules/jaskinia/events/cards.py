"""Cards, Spells and gold as facts: drawn, taken, traded, and what their effects do [7, 12]."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word


class DeckKept(Event, frozen=True):
    """Cards are drawn from the deck that was just named, from now on unasked."""

    who: Term
    deck: Word


class CardDrawn(Event, frozen=True):
    """A card was drawn and lies face up on the area."""

    who: Term
    card: Term
    deck: Word


class DeckReshuffled(Event, frozen=True):
    """A deck was empty; its used pile is the deck now."""

    deck: Word


class NothingMet(Event, frozen=True):
    """There is nothing on this area."""

    who: Term


class CardPower(Event, frozen=True):
    """Enough Cave cards were drawn for one own Power; ``power`` now."""

    who: Term
    power: int


class CardsTaken(Event, frozen=True):
    """Items and Followers are with the Seeker now; ``joined``: nothing but Followers."""

    who: Term
    cards: tuple[Term, ...]
    joined: bool = False


class CardsLeft(Event, frozen=True):
    """Items or Followers were left behind: Items lie on the area, Followers are gone."""

    who: Term
    cards: tuple[Term, ...]


class ItemLost(Event, frozen=True):
    """An Item went to its used pile; ``paid``: it was given for something."""

    who: Term
    item: Term
    paid: bool = False


class CardGone(Event, frozen=True):
    """A card leaves the area for its used pile."""

    card: Term


class PurseFilled(Event, frozen=True):
    """Gold came in: ``gold`` more, ``total`` now."""

    who: Term
    gold: int
    total: int


class PurseEmptied(Event, frozen=True, kw_only=True):
    """Gold went: ``gold`` less, ``total`` now.

    ``paid``: it was given for something, ``spent``: and it was the last; ``where``: the card or the place that took it.
    """

    who: Term
    gold: int
    spent: bool = False
    paid: bool = False
    where: Term = ""
    total: int


class SpellsDrawn(Event, frozen=True):
    """So many Spells were drawn: what all others see."""

    who: Term
    number: int


class SpellsSeen(Event, frozen=True):
    """Which Spells they are; told to the player alone."""

    by: Seat
    spells: tuple[Term, ...]


class NoRoomForSpell(Event, frozen=True):
    """No Spell comes, and why."""

    who: Term
    why: Word = Word("nospell.full")


class SpellsGone(Event, frozen=True):
    """Spells went to the used pile, face up."""

    who: Term
    spells: tuple[Term, ...]


class TrophiesTraded(Event, frozen=True):
    """Trophies were given up; own Strength is ``strength`` now, ``lost`` points of the exchange are lost."""

    who: Term
    cards: tuple[Term, ...]
    gained: int
    strength: int
    lost: int


class ItemTurnedToGold(Event, frozen=True):
    """An Item became gold; ``total`` now."""

    who: Term
    item: Term
    gold: int
    total: int


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
