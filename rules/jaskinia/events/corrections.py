"""What a game master set right or placed, as facts."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word

# Seekers ---------------------------------------------------------------------------------------------------------


class EnduranceSet(Event, frozen=True):
    """Somebody has another Endurance now."""

    who: Term
    before: int
    now: int


class LevelSet(Event, frozen=True):
    """Wounds heal up to another level now."""

    who: Term
    before: int
    now: int


class OwnValueSet(Event, frozen=True):
    """Somebody has another own Strength or Power now."""

    who: Term
    stat: Word
    before: int
    now: int


class BagsSet(Event, frozen=True):
    """Somebody has another number of bags of gold now."""

    who: Term
    before: int
    now: int


class CaveCardsSet(Event, frozen=True):
    """Another number of Cave cards counts towards the next own Power now."""

    who: Term
    before: int
    now: int


class SlownessSet(Event, frozen=True):
    """In so many turns to come somebody moves one area only; 0: in none."""

    who: Term
    now: int


class TurnsToMissSet(Event, frozen=True):
    """So many turns to come are missed; 0: none."""

    who: Term
    now: int


class SeekerPlaced(Event, frozen=True):
    """Somebody stands on another area at once."""

    who: Term
    where: Word
    at: str


class SeekerStruckDown(Event, frozen=True):
    """Somebody dies by a game master's hand; what comes of it is told beside it."""

    who: Term


class SeekerChosen(Event, frozen=True):
    """A player whose Seeker died has a new one at the Entrance, without Spells."""

    by: Seat
    who: Term


class PlayerRecalled(Event, frozen=True):
    """A player who was out is in the game again, and comes with a new Seeker in the next turn."""

    by: Seat


class TrialGranted(Event, frozen=True):
    """A trial counts as passed; ``left``: how many are still to be passed."""

    who: Term
    trial: Word
    left: int


class TrialUndone(Event, frozen=True):
    """A trial is still to be passed."""

    who: Term
    trial: Word
    left: int


# Cards -----------------------------------------------------------------------------------------------------------


class CardGranted(Event, frozen=True):
    """Somebody has an Item or a Follower that nobody found."""

    who: Term
    card: Term


class CardVanished(Event, frozen=True):
    """Somebody has an Item or a Follower no more."""

    who: Term
    card: Term


class TrophyGranted(Event, frozen=True):
    """An Enemy is somebody's trophy without a fight."""

    who: Term
    card: Term


class TrophyVanished(Event, frozen=True):
    """An Enemy is somebody's trophy no more."""

    who: Term
    card: Term


class SpellsChanged(Event, frozen=True):
    """Somebody holds a Spell more or less: what all others see; ``number``: how many there are."""

    who: Term
    number: int


class SpellGranted(Event, frozen=True):
    """Which Spell came; told to the player alone."""

    who: Term
    spell: Term


class SpellVanished(Event, frozen=True):
    """Which Spell went; told to the player alone."""

    who: Term
    spell: Term


class CardLaidDown(Event, frozen=True):
    """A card lies face up that nobody drew."""

    card: Term
    where: Word
    at: str


class CardCleared(Event, frozen=True):
    """A card lies there no more."""

    card: Term
    where: Word
    at: str


class BagsLaidDown(Event, frozen=True):
    """So many bags of gold lie on an area now; 0: none."""

    gold: int
    where: Word
    at: str


class CardReturned(Event, frozen=True):
    """A card of a used pile is in its deck again."""

    card: Term
    deck: Word


# The cave --------------------------------------------------------------------------------------------------------


class GatesSet(Event, frozen=True):
    """Mighty Gates are open now, or closed, without anybody's doing."""

    gate: str
    open: bool


class CrystalPlaced(Event, frozen=True):
    """This is the Crystal Chamber, though nobody found it."""

    where: Word
    at: str


class CrystalHidden(Event, frozen=True):
    """The Crystal Chamber is still to be found."""

    where: Word
    at: str
