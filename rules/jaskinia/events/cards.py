"""Events of cards, Spells, gold and their effects [7, 12]."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event, PlayerEvent
from rules.kernel.words import Term, Word


class DeckKept(CharacterEvent):
    """From now on cards are drawn from the deck just named, without a question."""

    deck: Word


class CardDrawn(CharacterEvent):
    """A card was drawn and lies face up on the area."""

    card: Term
    deck: Word


class DeckReshuffled(Event):
    """A deck was empty; its used pile is the deck now."""

    deck: Word


class NothingMet(CharacterEvent):
    """There is nothing on this area."""


class CardPower(CharacterEvent):
    """Enough Cave cards were drawn for one point of own Power; ``power``: the value now."""

    power: int


class CardsTaken(CharacterEvent):
    """A Seeker takes Items and Followers; ``joined``: Followers only."""

    cards: tuple[Term, ...]
    joined: bool = False


class CardsLeft(CharacterEvent):
    """A Seeker leaves Items or Followers behind: Items lie on the area, Followers are gone."""

    cards: tuple[Term, ...]


class ItemLost(CharacterEvent):
    """An Item goes to its used pile; ``paid``: it was a price."""

    item: Term
    paid: bool = False


class CardGone(Event):
    """A card leaves the area for its used pile."""

    card: Term


class PurseFilled(CharacterEvent):
    """A Seeker gains ``gold`` bags; ``total`` now."""

    gold: int
    total: int


class PurseEmptied(CharacterEvent, kw_only=True):
    """A Seeker loses ``gold`` bags; ``total`` now.

    ``paid``: the gold was a price; ``spent``: it was also the last; ``where``: the card or place that took it.
    """

    gold: int
    spent: bool = False
    paid: bool = False
    where: Term = ""
    total: int


class SpellsDrawn(CharacterEvent):
    """A Seeker draws a number of Spells; the other players see only the number."""

    number: int


class SpellsSeen(PlayerEvent):
    """The names of the Spells drawn; told to their player alone."""

    spells: tuple[Term, ...]


class NoRoomForSpell(CharacterEvent):
    """A Seeker gets no Spell; the reason is given."""

    why: Word = Word("nospell.full")


class SpellsGone(CharacterEvent):
    """Spells go to the used pile, face up."""

    spells: tuple[Term, ...]


class TrophiesTraded(CharacterEvent):
    """Trophies are traded; own Strength is ``strength`` now, and ``lost`` points of the exchange are lost."""

    cards: tuple[Term, ...]
    gained: int
    strength: int
    lost: int


class ItemTurnedToGold(CharacterEvent):
    """A Seeker turns an Item into gold; ``total`` now."""

    item: Term
    gold: int
    total: int


HARM = Word("caveharm")
"""The cause of lost Endurance outside fights."""
NOTHING = Word("cavenothing")
"""The usual reason why nothing happens: the die or the card says so; other reasons follow after a dot."""


class EffectBegan(CharacterEvent):
    """An Event, a Stranger, a Place or an instruction takes effect; ``source`` names it."""

    source: Term


class ValueGained(CharacterEvent):
    """Own Strength or Power rises; ``now``: the own value."""

    stat: Word
    n: int
    now: int


class PowerSapped(CharacterEvent):
    """Own Power falls; ``now``: the own value."""

    n: int
    now: int


class EnduranceLost(CharacterEvent):
    """Endurance falls to ``left``; ``by``: the kind of fight, or another cause."""

    n: int
    left: int
    by: Word = HARM


class EnduranceGained(CharacterEvent):
    """Endurance rises to ``now``, perhaps above the level."""

    n: int
    now: int


class LevelRaised(CharacterEvent):
    """The level up to which wounds heal rises, and Endurance with it."""

    level: int
    now: int


class WoundsHealed(CharacterEvent):
    """Wounds heal; ``now``: the Endurance."""

    n: int
    now: int


class TurnsLost(CharacterEvent):
    """A Seeker loses a number of turns; ``at_once``: this turn is the first."""

    n: int
    at_once: bool


class SlowedDown(CharacterEvent):
    """A Seeker moves one area only for a number of turns."""

    n: int


class ProtectedBy(CharacterEvent):
    """Something protects the Seeker; ``what``: its name."""

    what: Term


class TestPassed(CharacterEvent):
    """The test was passed: ``total`` against ``target``."""

    total: int
    target: int


class TestFailed(CharacterEvent):
    """The test was not passed: ``total`` against ``target``."""

    total: int
    target: int


class NothingHappens(CharacterEvent):
    """An effect does nothing; ``why``: the die, or nothing to lose, to heal or to pay with."""

    why: Word = NOTHING


class RollHelped(CharacterEvent):
    """An ability adds ``n`` to the die, which counts as ``result``."""

    n: int
    result: int


# Spells that are cast ------------------------------------------------------------------------------------------


class SpellAnnounced(CharacterEvent):
    """A Seeker casts a Spell; ``target``: the name of its target, if it has one."""

    spell: Term
    target: tuple[Term, ...]


class SpellCancelled(CharacterEvent):
    """A Spell of ``who`` cancels another one."""

    spell: Term


class BonusGained(CharacterEvent):
    """A Seeker gains Strength or Power in this fight."""

    stat: Word
    n: int
