"""Events of a game master's corrections."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event, PlayerEvent
from rules.kernel.words import Term, Word

# Seekers ---------------------------------------------------------------------------------------------------------


class EnduranceSet(CharacterEvent):
    """A Seeker's Endurance is set to another value."""

    before: int
    now: int


class LevelSet(CharacterEvent):
    """The level up to which a Seeker's wounds heal is set to another value."""

    before: int
    now: int


class OwnValueSet(CharacterEvent):
    """A Seeker's own Strength or Power is set to another value."""

    stat: Word
    before: int
    now: int


class BagsSet(CharacterEvent):
    """A Seeker's number of bags of gold is set to another value."""

    before: int
    now: int


class CaveCardsSet(CharacterEvent):
    """The number of Cave cards that count towards the next own Power is set to another value."""

    before: int
    now: int


class SlownessSet(CharacterEvent):
    """The number of turns in which a Seeker moves one area only is set; 0: none."""

    now: int


class TurnsToMissSet(CharacterEvent):
    """The number of turns that a Seeker must miss is set; 0: none."""

    now: int


class SeekerPlaced(CharacterEvent):
    """A Seeker is put on another area."""

    where: Word
    at: str


class SeekerStruckDown(CharacterEvent):
    """A game master kills a Seeker; other events tell the consequences."""


class SeekerChosen(PlayerEvent):
    """A player whose Seeker died has a new one at the Entrance, without Spells."""

    who: Term


class PlayerRecalled(PlayerEvent):
    """A player who was out is in the game again, with a new Seeker from the next turn."""


class TrialGranted(CharacterEvent):
    """A trial counts as passed; ``left``: the number of trials still needed."""

    trial: Word
    left: int


class TrialUndone(CharacterEvent):
    """A trial no longer counts as passed."""

    trial: Word
    left: int


# Cards -----------------------------------------------------------------------------------------------------------


class CardGranted(CharacterEvent):
    """A Seeker is given an Item or a Follower."""

    card: Term


class CardVanished(CharacterEvent):
    """A Seeker loses an Item or a Follower."""

    card: Term


class TrophyGranted(CharacterEvent):
    """A Seeker is given an Enemy as a trophy, without a fight."""

    card: Term


class TrophyVanished(CharacterEvent):
    """A Seeker loses a trophy."""

    card: Term


class SpellsChanged(CharacterEvent):
    """A Seeker gains or loses a Spell; the other players see only the ``number`` now in hand."""

    number: int


class SpellGranted(CharacterEvent):
    """The name of the Spell given; told to its player alone."""

    spell: Term


class SpellVanished(CharacterEvent):
    """The name of the Spell taken; told to its player alone."""

    spell: Term


class CardLaidDown(Event):
    """A card is laid face up on an area."""

    card: Term
    where: Word
    at: str


class CardCleared(Event):
    """A card is removed from an area."""

    card: Term
    where: Word
    at: str


class BagsLaidDown(Event):
    """The number of bags of gold on an area is set; 0: none."""

    gold: int
    where: Word
    at: str


class CardReturned(Event):
    """A card goes from a used pile back into its deck."""

    card: Term
    deck: Word


# The cave --------------------------------------------------------------------------------------------------------


class GatesSet(Event):
    """Mighty Gates are opened or closed by a game master."""

    gate: str
    open: bool


class CrystalPlaced(Event):
    """A game master names this area the Crystal Chamber."""

    where: Word
    at: str


class CrystalHidden(Event):
    """The Crystal Chamber is unknown again."""

    where: Word
    at: str


# Called events ---------------------------------------------------------------------------------------------------


class CardCalled(CharacterEvent):
    """A Seeker meets this card at once."""

    card: Term


class FightCalledOff(CharacterEvent):
    """A Seeker's fight ends before its dice; nobody has won."""

    foes: tuple[Term, ...]


class OpponentCalled(CharacterEvent):
    """A Seeker fights a nameless opponent of this Strength or Power at once."""

    kind: Word
    value: int
