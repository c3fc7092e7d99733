"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

# Seekers ---------------------------------------------------------------------------------------------------------


class EnduranceSet(Event, frozen=True):
    """A Seeker's Endurance is set to another value."""

    who: Term
    before: int
    now: int


class LevelSet(Event, frozen=True):
    """The level up to which a Seeker's wounds heal is set to another value."""

    who: Term
    before: int
    now: int


class OwnValueSet(Event, frozen=True):
    """A Seeker's own Strength or Power is set to another value."""

    who: Term
    stat: Word
    before: int
    now: int


class BagsSet(Event, frozen=True):
    """A Seeker's number of bags of gold is set to another value."""

    who: Term
    before: int
    now: int


class CaveCardsSet(Event, frozen=True):
    """The number of Cave cards that count towards the next own Power is set to another value."""

    who: Term
    before: int
    now: int


class SlownessSet(Event, frozen=True):
    """The number of turns in which a Seeker moves one area only is set; 0: none."""

    who: Term
    now: int


class TurnsToMissSet(Event, frozen=True):
    """The number of turns that a Seeker must miss is set; 0: none."""

    who: Term
    now: int


class SeekerPlaced(Event, frozen=True):
    """A Seeker is put on another area."""

    who: Term
    where: Word
    at: str


class SeekerStruckDown(Event, frozen=True):
    """A game master kills a Seeker; other events tell the consequences."""

    who: Term


class SeekerChosen(Event, frozen=True):
    """A player whose Seeker died has a new one at the Entrance, without Spells."""

    by: Seat
    who: Term


class PlayerRecalled(Event, frozen=True):
    """A player who was out is in the game again, with a new Seeker from the next turn."""

    by: Seat


class TrialGranted(Event, frozen=True):
    """A trial counts as passed; ``left``: the number of trials still needed."""

    who: Term
    trial: Word
    left: int


class TrialUndone(Event, frozen=True):
    """A trial no longer counts as passed."""

    who: Term
    trial: Word
    left: int


# Cards -----------------------------------------------------------------------------------------------------------


class CardGranted(Event, frozen=True):
    """A Seeker is given an Item or a Follower."""

    who: Term
    card: Term


class CardVanished(Event, frozen=True):
    """A Seeker loses an Item or a Follower."""

    who: Term
    card: Term


class TrophyGranted(Event, frozen=True):
    """A Seeker is given an Enemy as a trophy, without a fight."""

    who: Term
    card: Term


class TrophyVanished(Event, frozen=True):
    """A Seeker loses a trophy."""

    who: Term
    card: Term


class SpellsChanged(Event, frozen=True):
    """A Seeker gains or loses a Spell; the other players see only the ``number`` now in hand."""

    who: Term
    number: int


class SpellGranted(Event, frozen=True):
    """The name of the Spell given; told to its player alone."""

    who: Term
    spell: Term


class SpellVanished(Event, frozen=True):
    """The name of the Spell taken; told to its player alone."""

    who: Term
    spell: Term


class CardLaidDown(Event, frozen=True):
    """A card is laid face up on an area."""

    card: Term
    where: Word
    at: str


class CardCleared(Event, frozen=True):
    """A card is removed from an area."""

    card: Term
    where: Word
    at: str


class BagsLaidDown(Event, frozen=True):
    """The number of bags of gold on an area is set; 0: none."""

    gold: int
    where: Word
    at: str


class CardReturned(Event, frozen=True):
    """A card goes from a used pile back into its deck."""

    card: Term
    deck: Word


# The cave --------------------------------------------------------------------------------------------------------


class GatesSet(Event, frozen=True):
    """Mighty Gates are opened or closed by a game master."""

    gate: str
    open: bool


class CrystalPlaced(Event, frozen=True):
    """A game master names this area the Crystal Chamber."""

    where: Word
    at: str


class CrystalHidden(Event, frozen=True):
    """The Crystal Chamber is unknown again."""

    where: Word
    at: str


# Called events ---------------------------------------------------------------------------------------------------


class CardCalled(Event, frozen=True):
    """A Seeker meets this card at once."""

    who: Term
    card: Term


class OpponentCalled(Event, frozen=True):
    """A Seeker fights a nameless opponent of this Strength or Power at once."""

    who: Term
    kind: Word
    value: int
