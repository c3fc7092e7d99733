"""Events beside the main board: guests come and go, the table reports, exit cards are written."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event, PlayerEvent
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word

# Coming and going ------------------------------------------------------------------------------------------------


class CaveLaidOut(Event):
    """The Cave lies beside the main board; everybody is outside, and the order of turns is set."""

    order: tuple[Seat, ...]


class GuestAnnounced(PlayerEvent):
    """A Seeker of the main game will come in: its own values, totals (``with_things``) and belongings."""

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


class GuestStayedOut(PlayerEvent):
    """A guest stays outside after all."""

    who: Term


class GuestEntered(PlayerEvent):
    """A guest enters the Cave at the Entrance; that was its Move."""

    who: Term
    came: Word
    at: str


class AbilityRecalled(CharacterEvent):
    """A guest's turn begins with a reminder of its typed abilities that no modifier expresses [B11]."""

    said: str


class GuestTakenAway(PlayerEvent):
    """An effect of the main game takes a guest out of the Cave at once; the reason is as typed."""

    who: Term
    reason: str


class GuestDiedOutside(PlayerEvent):
    """A Seeker died on the main board."""

    who: Term


class CrownSaid(Event):
    """The table says whether a Seeker stands on the Crown's area: for one death, or for later ones (``ahead``)."""

    stands: bool
    ahead: bool


class SeatWaitsOutside(PlayerEvent):
    """Nobody stands on the Crown's area: the player may come with a new Seeker."""


class SeatOut(PlayerEvent):
    """Somebody stands on the Crown's area: the player is out."""


class CardsOutGone(Event):
    """Cave cards that had been carried out return to their used pile."""

    cards: tuple[Term, ...]


# What the table says ---------------------------------------------------------------------------------------------


class SpellsFromStack(PlayerEvent):
    """The player takes a number of Spells from the table's stack; the bot keeps the number."""

    who: Term
    number: int


class SpellsPut(CharacterEvent):
    """A Seeker loses a number of Spells; the other players see only the number."""

    number: int


class SpellNamed(PlayerEvent):
    """A player names a Spell in hand; told to that player alone."""

    spell: Term


class SpellSaid(CharacterEvent):
    """A guest casts a Spell of the main game; the table applies its effect."""

    spell: Term


class NumberNamed(CharacterEvent):
    """A number is added to this Seeker's next die; the reason is as typed."""

    number: int
    reason: str


class NumberRefused(CharacterEvent):
    """A number that was named is refused: nothing is added."""

    by: Seat


class SheetChanged(CharacterEvent):
    """Something from outside changes a sheet; the reason is as typed."""

    what: Word
    before: int
    now: int
    reason: str


class TurnSkipped(PlayerEvent):
    """The table skips this turn."""

    who: Term


class TurnToRepeat(PlayerEvent):
    """The table gives this Seeker another turn after this one."""

    who: Term


class TableWon(PlayerEvent):
    """The main game is over and this player has won it; '' for nobody."""


# The Crystal -----------------------------------------------------------------------------------------------------


class CrystalCarried(PlayerEvent):
    """All trials are passed: a guest has the Crystal, and the game goes on."""

    who: Term


class CrystalReturned(Event):
    """The Crystal is back in its Chamber, and must be earned anew."""

    card: Term
    where: Word
    at: str


# The exit card ---------------------------------------------------------------------------------------------------


class VisitEnded(PlayerEvent):
    """The head of an exit card: the Seeker, its player, its way in, and where it is now."""

    who: Term
    came: Word
    place: Word
    at: str


class ExitValue(Event):
    """On an exit card: own Strength or Power has changed; ``causes``: the reasons."""

    stat: Word
    before: int
    now: int
    causes: tuple[Term, ...]


class ExitNumber(Event):
    """On an exit card: Endurance, its level, or gold has changed."""

    what: Word
    before: int
    now: int


class ExitGained(Event):
    """On an exit card: a new card, and its effect."""

    card: Term
    kind: Word
    text: Word


class ExitGone(Event):
    """On an exit card: a lost card: used up, left on an area, or taken by somebody."""

    card: Term
    how: Word
    where: Term


class ExitTrophies(Event):
    """On an exit card: trophies that were brought, won, or given up, each with its Strength."""

    what: Word
    cards: tuple[Term, ...]
    strengths: tuple[int, ...]


class ExitSpirits(Event):
    """On an exit card: Spirits that were beaten."""

    cards: tuple[Term, ...]
    powers: tuple[int, ...]


class ExitSpells(Event):
    """On an exit card: the number of Spells in hand, and those that were cast."""

    before: int
    now: int
    cast: tuple[Term, ...]


class ExitCrystal(Event):
    """On an exit card: the Crystal is carried out, with the group's text of its effect; '' for the text of its card."""

    card: Term
    text: str


class ExitTrials(Event):
    """On an exit card: trials that are passed."""

    trials: tuple[Word, ...]


class ExitTurns(Event):
    """On an exit card: lost turns are served outside; slow turns lapse."""

    lost: int
    slow: int


class ExitLeft(Event):
    """On an exit card: belongings that lie in the Cave."""

    cards: tuple[Term, ...]


class ExitGoldLeft(Event):
    """On an exit card of a dead Seeker: its gold lies in the Cave."""

    gold: int
    where: Word
    at: str


class ExitNothing(Event):
    """On an exit card: nothing changed."""


EXIT_LINES = (
    ExitValue,
    ExitNumber,
    ExitGained,
    ExitGone,
    ExitTrophies,
    ExitSpirits,
    ExitSpells,
    ExitCrystal,
    ExitTrials,
    ExitTurns,
    ExitLeft,
    ExitGoldLeft,
    ExitNothing,
)
"""The lines of an exit card, which follow ``VisitEnded``."""
