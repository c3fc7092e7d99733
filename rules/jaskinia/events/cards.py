"""Events of cards, Spells, gold and their effects [7, 12]."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word


class DeckKept(Event, frozen=True):
    """From now on cards are drawn from the deck just named, without a question."""

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
    """Enough Cave cards were drawn for one point of own Power; ``power``: the value now."""

    who: Term
    power: int


class CardsTaken(Event, frozen=True):
    """A Seeker takes Items and Followers; ``joined``: Followers only."""

    who: Term
    cards: tuple[Term, ...]
    joined: bool = False


class CardsLeft(Event, frozen=True):
    """A Seeker leaves Items or Followers behind: Items lie on the area, Followers are gone."""

    who: Term
    cards: tuple[Term, ...]


class ItemLost(Event, frozen=True):
    """An Item goes to its used pile; ``paid``: it was a price."""

    who: Term
    item: Term
    paid: bool = False


class CardGone(Event, frozen=True):
    """A card leaves the area for its used pile."""

    card: Term


class PurseFilled(Event, frozen=True):
    """A Seeker gains ``gold`` bags; ``total`` now."""

    who: Term
    gold: int
    total: int


class PurseEmptied(Event, frozen=True, kw_only=True):
    """A Seeker loses ``gold`` bags; ``total`` now.

    ``paid``: the gold was a price; ``spent``: it was also the last; ``where``: the card or place that took it.
    """

    who: Term
    gold: int
    spent: bool = False
    paid: bool = False
    where: Term = ""
    total: int


class SpellsDrawn(Event, frozen=True):
    """A Seeker draws a number of Spells; the other players see only the number."""

    who: Term
    number: int


class SpellsSeen(Event, frozen=True):
    """The names of the Spells drawn; told to their player alone."""

    by: Seat
    spells: tuple[Term, ...]


class NoRoomForSpell(Event, frozen=True):
    """A Seeker gets no Spell; the reason is given."""

    who: Term
    why: Word = Word("nospell.full")


class SpellsGone(Event, frozen=True):
    """Spells go to the used pile, face up."""

    who: Term
    spells: tuple[Term, ...]


class TrophiesTraded(Event, frozen=True):
    """Trophies are traded; own Strength is ``strength`` now, and ``lost`` points of the exchange are lost."""

    who: Term
    cards: tuple[Term, ...]
    gained: int
    strength: int
    lost: int


class ItemTurnedToGold(Event, frozen=True):
    """A Seeker turns an Item into gold; ``total`` now."""

    who: Term
    item: Term
    gold: int
    total: int


HARM = Word("caveharm")
"""The cause of lost Endurance outside fights."""
NOTHING = Word("cavenothing")
"""The usual reason why nothing happens: the die or the card says so; other reasons follow after a dot."""


class EffectBegan(Event, frozen=True):
    """An Event, a Stranger, a Place or an instruction takes effect; ``source`` names it."""

    who: Term
    source: Term


class ValueGained(Event, frozen=True):
    """Own Strength or Power rises; ``now``: the own value."""

    who: Term
    stat: Word
    n: int
    now: int


class PowerSapped(Event, frozen=True):
    """Own Power falls; ``now``: the own value."""

    who: Term
    n: int
    now: int


class EnduranceLost(Event, frozen=True):
    """Endurance falls to ``left``; ``by``: the kind of fight, or another cause."""

    who: Term
    n: int
    left: int
    by: Word = HARM


class EnduranceGained(Event, frozen=True):
    """Endurance rises to ``now``, perhaps above the level."""

    who: Term
    n: int
    now: int


class LevelRaised(Event, frozen=True):
    """The level up to which wounds heal rises, and Endurance with it."""

    who: Term
    level: int
    now: int


class WoundsHealed(Event, frozen=True):
    """Wounds heal; ``now``: the Endurance."""

    who: Term
    n: int
    now: int


class TurnsLost(Event, frozen=True):
    """A Seeker loses a number of turns; ``at_once``: this turn is the first."""

    who: Term
    n: int
    at_once: bool


class SlowedDown(Event, frozen=True):
    """A Seeker moves one area only for a number of turns."""

    who: Term
    n: int


class ProtectedBy(Event, frozen=True):
    """Something protects the Seeker; ``what``: its name."""

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
    """An effect does nothing; ``why``: the die, or nothing to lose, to heal or to pay with."""

    who: Term
    why: Word = NOTHING


class RollHelped(Event, frozen=True):
    """An ability adds ``n`` to the die, which counts as ``result``."""

    who: Term
    n: int
    result: int


# Spells that are cast ------------------------------------------------------------------------------------------


class SpellAnnounced(Event, frozen=True):
    """A Seeker casts a Spell; ``target``: the name of its target, if it has one."""

    who: Term
    spell: Term
    target: tuple[Term, ...]


class SpellCancelled(Event, frozen=True):
    """A Spell of ``who`` cancels another one."""

    who: Term
    spell: Term


class BonusGained(Event, frozen=True):
    """A Seeker gains Strength or Power in this fight."""

    who: Term
    stat: Word
    n: int
