"""Cards drawn, taken, dropped and traded; Spells; gold."""

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


class PurseEmptied(Event, frozen=True):
    """Gold went: ``gold`` less, ``total`` now; ``paid``: it was given for something."""

    who: Term
    gold: int
    total: int
    paid: bool = False


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
