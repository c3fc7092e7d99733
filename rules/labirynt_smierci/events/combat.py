"""Events of the fight, standing orders, the Black Gate, and the end of an adventure or game [9, 13, 16, 17]."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event
from rules.kernel.requests import Seat
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events.course import USUAL


class FightBegan(Event):
    """A fight begins."""

    monster: Word
    number: int
    monsters_first: bool
    mood: Word = USUAL


class RoundBegan(Event):
    """A round of combat begins."""

    round: int


class LifeAtRisk(CharacterEvent):
    """A badly hurt character may fall in the coming round.

    ``strength`` of ``full`` is left; ``worst``: the highest possible number of wounds; ``percent``: the chance to fall.
    """

    strength: int
    full: int
    worst: int
    percent: int


class RoundRan(Event):
    """A round begins without a question."""

    fold = "begins"

    round: int


class Blow(Event):
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


class MonsterBlow(Event):
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


class NoTarget(Event):
    """These characters have nobody left to attack; ``everybody``: they are the whole party."""

    fold = "routine"

    who: tuple[Term, ...]
    everybody: bool = False


class WeaponChanged(Event):
    """A character changed weapons instead of attacking."""

    fold = "routine"

    who: Term
    weapon: Word


class RanksChanged(CharacterEvent):
    """A character moved to another rank between two rounds [9.8], or stepped up where two were missing in front."""

    rank: int


class MoveNotMade(CharacterEvent):
    """A character stays in his rank: another left it, the other's player did not agree, or there is no room."""

    why: Word


class RankClosed(Event):
    """The first rank was empty, so the second stepped up at once."""


class CharacterDied(CharacterEvent):
    """A member of the party died: the adventure, the level, the experience.

    ``adventure`` 0: a charmed monster, which is not counted. ``by``: the killer ('': unknown); games begun before 1.1
    name the monsters of the fight. ``cause``: the cause, if it was no blow. ``place``: the kind of segment. ``kills``,
    ``adventures``: the monsters that the dead had felled and his adventures.
    """

    adventure: int = 0
    level: int = 0
    experience: int = 0
    by: Term = ""
    cause: Term = ""
    place: Term = ""
    kills: int = 0
    adventures: int = 0


class BelongingsLeft(CharacterEvent):
    """A dead member's gold and things lie here for the living to divide; ``gold`` 0: only things."""

    gold: int
    things: int


class FightCost(Event):
    """These characters have less strength than before the fight: what is ``left`` of the full one, as ``2/8``.

    ``badly``: those with no more than a third.
    """

    who: tuple[Term, ...]
    left: tuple[str, ...]
    badly: tuple[Term, ...]


class FightWon(Event):
    """The last monster fell."""

    monster: Word
    number: int
    rounds: int
    mood: Word = USUAL


# Rounds that ran by themselves, in short -------------------------------------------------------------------------


class RoundsFought(Event):
    """These rounds ran without a question."""

    fold = "sum"

    first: int
    last: int
    rounds: int


class BlowsSummed(Event):
    """In these rounds the party's weapons dealt these wounds, and these monsters suffered these wounds.

    ``marks``: the monsters' letters, or the name of a single monster.
    """

    fold = "sum"

    who: tuple[Term, ...]
    dealt: tuple[int, ...]
    marks: tuple[Term, ...]
    suffered: tuple[int, ...]


class WoundsSummed(Event):
    """In these rounds these members were wounded."""

    fold = "sum"

    who: tuple[Term, ...]
    taken: tuple[int, ...]


class FoesFelled(Event):
    """In these rounds these monsters fell, by their marks; ``monster``: the name of a single monster."""

    fold = "sum"

    marks: tuple[str, ...]
    monster: Term = ""


class BestBlow(Event):
    """The heaviest blow of these rounds that did not kill; ``mark``: '' for a single monster."""

    fold = "sum"

    who: Term
    weapon: Word
    target: Term
    mark: str
    wounds: int
    round: int


class FoeSlain(Event):
    """In these rounds a character felled a monster in this round; ``mark``: '' for a single monster."""

    fold = "sum"

    who: Term
    target: Term
    mark: str
    round: int


class FoesSlain(Event):
    """In these rounds monsters fell, by marks in the order of falling, with killers; ``last``: none is left."""

    fold = "sum"

    marks: tuple[str, ...]
    by: tuple[Term, ...]
    last: bool


# Standing orders -------------------------------------------------------------------------------------------------


class FightOrdersGiven(Event):
    """A player changed the standing orders."""

    player: Seat


class GateFound(Event):
    """The Black Gate is found on this level; ``below``: under a trap door [13, 16]."""

    level: int
    below: bool


class GateFires(Event):
    """The Gate casts a Blast at a character."""

    target: Term


class GateHolds(CharacterEvent):
    """A character tried to destroy the Gate by skill and rolled too high."""

    rolled: int
    skill: int


class GateShattered(CharacterEvent):
    """A character destroyed the Gate by skill."""

    rolled: int
    skill: int


class GateDestroyed(Event):
    """The Black Gate is destroyed; ``demons`` vanished with it."""

    demons: int


# The end ---------------------------------------------------------------------------------------------------------


class AlliesParted(Event):
    """The adventure is over, and these charmed monsters leave."""

    who: tuple[Term, ...]


class TeamVictory(Event):
    """The Black Gate is destroyed, and these members left the labyrinth alive."""

    who: tuple[Term, ...]


class PersonalVictory(CharacterEvent):
    """A character left alive with enough experience and wealth."""

    experience: int
    wealth: int


class Chronicle(Event):
    """The whole game in numbers: its length and its fights."""

    stages: int
    adventures: int
    fights: int
    rounds: int
    kills: int
    wounds_dealt: int
    wounds_taken: int


class ChronicleOfDeeds(Event):
    """The whole game in numbers: spells, traps, finds and improvements."""

    spells: int
    traps: int
    gold: int
    experience: int


class ChronicleOfFallen(Event):
    """The members who died or were lost."""

    who: tuple[Term, ...]


class ChronicleOfStone(Event):
    """The members who remain in the labyrinth, turned to stone."""

    who: tuple[Term, ...]


class ChronicleOfWinners(Event):
    """The members who won a personal victory; each victory was told when it was won."""

    fold = "detail"

    who: tuple[Term, ...]
