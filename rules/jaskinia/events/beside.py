"""Beside the main board: guests come and go, the table says what happens outside, and exit cards."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word

# Coming and going ------------------------------------------------------------------------------------------------


class CaveLaidOut(Event, frozen=True):
    """The Cave lies beside the main board; everybody is outside, and this is the order of turns."""

    order: tuple[Seat, ...]


class GuestAnnounced(Event, frozen=True):
    """A Seeker of the main game will come in: its own values, all in all (``with_things``), and what it brings."""

    by: Seat
    who: Term
    kind: str
    align: Word
    came: Word
    strength: int
    strength_with_things: int
    power: int
    power_with_things: int
    endurance: int
    level: int
    gold: int
    things: tuple[Term, ...]
    spells: int


class GuestStayedOut(Event, frozen=True):
    """It does not come in after all."""

    by: Seat
    who: Term


class GuestEntered(Event, frozen=True):
    """It stands at the Entrance; that was its Move."""

    by: Seat
    who: Term
    came: Word
    at: str


class AbilityRecalled(Event, frozen=True):
    """What a guest's card says that no modifier does, as its player typed it: told when its turn begins [B11]."""

    who: Term
    said: str


class GuestTakenAway(Event, frozen=True):
    """Something of the main game takes it away at once; why, as somebody typed."""

    by: Seat
    who: Term
    reason: str


class GuestDiedOutside(Event, frozen=True):
    """A Seeker died on the main board."""

    by: Seat
    who: Term


class CrownSaid(Event, frozen=True):
    """Whether any Seeker stands on the Crown's area: of a death, or of those to come (``ahead``)."""

    stands: bool
    ahead: bool


class SeatWaitsOutside(Event, frozen=True):
    """Nobody stands on the Crown's area: the player may come with a new Seeker."""

    by: Seat


class SeatOut(Event, frozen=True):
    """Somebody stands on the Crown's area: the player is out."""

    by: Seat


class CardsOutGone(Event, frozen=True):
    """Cave cards that had been carried out are gone, and in their used pile again."""

    cards: tuple[Term, ...]


# What the table says ---------------------------------------------------------------------------------------------


class SpellsFromStack(Event, frozen=True):
    """So many Spells are to be taken from the table's stack; the bot keeps the number."""

    by: Seat
    who: Term
    number: int


class SpellsPut(Event, frozen=True):
    """So many Spells in hand went: what all others see."""

    who: Term
    number: int


class SpellNamed(Event, frozen=True):
    """What a Spell in hand is called; told to its player alone."""

    by: Seat
    spell: Term


class SpellSaid(Event, frozen=True):
    """A Spell of the main game is cast; the table does what it says."""

    who: Term
    spell: Term


class NumberNamed(Event, frozen=True):
    """So much is added to the next die of this Seeker, and why, as its player typed."""

    who: Term
    number: int
    reason: str


class NumberRefused(Event, frozen=True):
    """Nothing is added after all."""

    who: Term
    by: Seat


class SheetChanged(Event, frozen=True):
    """Something from outside has changed a sheet, and why, as its player typed."""

    who: Term
    what: Word
    before: int
    now: int
    reason: str


class TurnSkipped(Event, frozen=True):
    """The table skips this turn."""

    by: Seat
    who: Term


class TurnToRepeat(Event, frozen=True):
    """The table gives this Seeker another turn after this one."""

    by: Seat
    who: Term


class TableWon(Event, frozen=True):
    """The main game is over, and this player has won it; '' nobody."""

    by: Seat


# The Crystal -----------------------------------------------------------------------------------------------------


class CrystalCarried(Event, frozen=True):
    """All trials passed: a guest has the Crystal, and the game goes on."""

    by: Seat
    who: Term


class CrystalReturned(Event, frozen=True):
    """The Crystal is in its Chamber again, and must be earned anew."""

    card: Term
    where: Word
    at: str


# The exit card ---------------------------------------------------------------------------------------------------


class VisitEnded(Event, frozen=True):
    """The head of an exit card: who, whose, from where it came, and where it is now."""

    by: Seat
    who: Term
    came: Word
    place: Word
    at: str


class ExitValue(Event, frozen=True):
    """Own Strength or Power is another; ``causes``: what changed it."""

    stat: Word
    before: int
    now: int
    causes: tuple[Term, ...]


class ExitNumber(Event, frozen=True):
    """Endurance, its level, or gold is another."""

    what: Word
    before: int
    now: int


class ExitGained(Event, frozen=True):
    """A card that was not there before, and what it is."""

    card: Term
    kind: Word
    text: Word


class ExitGone(Event, frozen=True):
    """A card that is there no more: used up, lying on an area, or taken by somebody."""

    card: Term
    how: Word
    where: Term


class ExitTrophies(Event, frozen=True):
    """Trophies that came with it, were won, or were given up, each with its Strength."""

    what: Word
    cards: tuple[Term, ...]
    strengths: tuple[int, ...]


class ExitSpirits(Event, frozen=True):
    """Spirits that were beaten."""

    cards: tuple[Term, ...]
    powers: tuple[int, ...]


class ExitSpells(Event, frozen=True):
    """How many Spells there are, and which were cast."""

    before: int
    now: int
    cast: tuple[Term, ...]


class ExitCrystal(Event, frozen=True):
    """The Crystal is carried out; what it does there, as the group wrote it: '' where its card says it."""

    card: Term
    text: str


class ExitTrials(Event, frozen=True):
    """Trials that are passed."""

    trials: tuple[Word, ...]


class ExitTurns(Event, frozen=True):
    """Turns that are still lost are served outside; slow ones lapse."""

    lost: int
    slow: int


class ExitLeft(Event, frozen=True):
    """What was this Seeker's and lies in the Cave."""

    cards: tuple[Term, ...]


class ExitNothing(Event, frozen=True):
    """Nothing changed."""
