"""Events of the fight, standing orders, the Black Gate, and the end of an adventure or game [9, 13, 16, 17]."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events.course import USUAL


class FightBegan(Event, frozen=True):
    """A fight begins."""

    monster: Word
    number: int
    monsters_first: bool
    mood: Word = USUAL


class RoundBegan(Event, frozen=True):
    """A round of combat begins."""

    round: int


class LifeAtRisk(Event, frozen=True):
    """A badly hurt character may fall in the coming round.

    ``strength`` of ``full`` is left; ``worst``: the highest possible number of wounds; ``percent``: the chance to fall.
    """

    who: Term
    strength: int
    full: int
    worst: int
    percent: int


class RoundRan(Event, frozen=True):
    """A round begins without a question."""

    fold = "begins"

    round: int


class Blow(Event, frozen=True):
    """A character strikes, shoots or throws: the attack number, the wounds, the number from which wounds begin."""

    fold = "routine"

    who: Term
    weapon: Word
    target: Term
    mark: str
    number: int
    wounds: int
    killed: bool
    needed: int = 0


class MonsterBlow(Event, frozen=True):
    """A monster strikes: the attack number, the wounds, the number from which wounds begin."""

    fold = "routine"

    monster: Term
    mark: str
    weapon: Word
    target: Term
    number: int
    wounds: int
    killed: bool
    needed: int = 0


class NoTarget(Event, frozen=True):
    """These characters have nobody left to attack; ``everybody``: they are the whole party."""

    fold = "routine"

    who: tuple[Term, ...]
    everybody: bool = False


class WeaponChanged(Event, frozen=True):
    """A character changed weapons instead of attacking."""

    fold = "routine"

    who: Term
    weapon: Word


class RanksChanged(Event, frozen=True):
    """A character moved to another rank between two rounds [9.8], or stepped up where two were missing in front."""

    who: Term
    rank: int


class MoveNotMade(Event, frozen=True):
    """A character stays in his rank: another left it, the other's player did not agree, or there is no room."""

    who: Term
    why: Word


class RankClosed(Event, frozen=True):
    """The first rank was empty, so the second stepped up at once."""


class CharacterDied(Event, frozen=True):
    """A member of the party died: the adventure, the level, the experience.

    ``adventure`` 0: a charmed monster, which is not counted. ``by``: the killer ('': unknown); games begun before 1.1
    name the monsters of the fight. ``cause``: the cause, if it was no blow. ``place``: the kind of segment. ``kills``,
    ``adventures``: the monsters that the dead had felled and his adventures.
    """

    who: Term
    adventure: int = 0
    level: int = 0
    experience: int = 0
    by: Term = ""
    cause: Term = ""
    place: Term = ""
    kills: int = 0
    adventures: int = 0


class BelongingsLeft(Event, frozen=True):
    """A dead member's gold and things lie here for the living to divide; ``gold`` 0: only things."""

    who: Term
    gold: int
    things: int


class FightCost(Event, frozen=True):
    """These characters have less strength than before the fight: what is ``left`` of the full one, as ``2/8``.

    ``badly``: those with no more than a third.
    """

    who: tuple[Term, ...]
    left: tuple[str, ...]
    badly: tuple[Term, ...]


class FightWon(Event, frozen=True):
    """The last monster fell."""

    monster: Word
    number: int
    rounds: int
    mood: Word = USUAL


# Rounds that ran by themselves, in short -------------------------------------------------------------------------


class RoundsFought(Event, frozen=True):
    """These rounds ran without a question."""

    fold = "sum"

    first: int
    last: int
    rounds: int


class BlowsSummed(Event, frozen=True):
    """In these rounds the party's weapons dealt these wounds, and these monsters suffered these wounds.

    ``marks``: the monsters' letters, or the name of a single monster.
    """

    fold = "sum"

    who: tuple[Term, ...]
    dealt: tuple[int, ...]
    marks: tuple[Term, ...]
    suffered: tuple[int, ...]


class WoundsSummed(Event, frozen=True):
    """In these rounds these members were wounded."""

    fold = "sum"

    who: tuple[Term, ...]
    taken: tuple[int, ...]


class FoesFelled(Event, frozen=True):
    """In these rounds these monsters fell, by their marks; ``monster``: the name of a single monster."""

    fold = "sum"

    marks: tuple[str, ...]
    monster: Term = ""


class BestBlow(Event, frozen=True):
    """The heaviest blow of these rounds that did not kill; ``mark``: '' for a single monster."""

    fold = "sum"

    who: Term
    weapon: Word
    target: Term
    mark: str
    wounds: int
    round: int


class FoeSlain(Event, frozen=True):
    """In these rounds a character felled a monster in this round; ``mark``: '' for a single monster."""

    fold = "sum"

    who: Term
    target: Term
    mark: str
    round: int


class FoesSlain(Event, frozen=True):
    """In these rounds monsters fell, by marks in the order of falling, with killers; ``last``: none is left."""

    fold = "sum"

    marks: tuple[str, ...]
    by: tuple[Term, ...]
    last: bool


# Standing orders -------------------------------------------------------------------------------------------------


class FightOrdersGiven(Event, frozen=True):
    """A player changed the standing orders."""

    player: Seat


class GateFound(Event, frozen=True):
    """The Black Gate is found on this level; ``below``: under a trap door [13, 16]."""

    level: int
    below: bool


class GateFires(Event, frozen=True):
    """The Gate casts a Blast at a character."""

    target: Term


class GateHolds(Event, frozen=True):
    """A character tried to destroy the Gate by skill and rolled too high."""

    who: Term
    rolled: int
    skill: int


class GateShattered(Event, frozen=True):
    """A character destroyed the Gate by skill."""

    who: Term
    rolled: int
    skill: int


class GateDestroyed(Event, frozen=True):
    """The Black Gate is destroyed; ``demons`` vanished with it."""

    demons: int


# The end ---------------------------------------------------------------------------------------------------------


class AlliesParted(Event, frozen=True):
    """The adventure is over, and these charmed monsters leave."""

    who: tuple[Term, ...]


class TeamVictory(Event, frozen=True):
    """The Black Gate is destroyed, and these members left the labyrinth alive."""

    who: tuple[Term, ...]


class PersonalVictory(Event, frozen=True):
    """A character left alive with enough experience and wealth."""

    who: Term
    experience: int
    wealth: int


class Chronicle(Event, frozen=True):
    """The whole game in numbers: its length and its fights."""

    stages: int
    adventures: int
    fights: int
    rounds: int
    kills: int
    wounds_dealt: int
    wounds_taken: int


class ChronicleOfDeeds(Event, frozen=True):
    """The whole game in numbers: spells, traps, finds and improvements."""

    spells: int
    traps: int
    gold: int
    experience: int


class ChronicleOfFallen(Event, frozen=True):
    """The members who died or were lost."""

    who: tuple[Term, ...]


class ChronicleOfStone(Event, frozen=True):
    """The members who remain in the labyrinth, turned to stone."""

    who: tuple[Term, ...]


class ChronicleOfWinners(Event, frozen=True):
    """The members who won a personal victory; each victory was told when it was won."""

    fold = "detail"

    who: tuple[Term, ...]
