"""Chapters 9, 13, 16 and 17 as facts: the fight, standing orders, the Black Gate, how an adventure and a game end."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events.course import USUAL


class FightBegan(Event, frozen=True):
    """Blades are drawn."""

    monster: Word
    number: int
    monsters_first: bool
    mood: Word = USUAL


class RoundBegan(Event, frozen=True):
    """A round of combat begins."""

    round: int


class LifeAtRisk(Event, frozen=True):
    """Somebody may well fall in the round to come, who is badly hurt.

    ``strength`` of the ``full`` one is left; ``worst``: the most wounds there can be; ``percent``: the chance to fall.
    """

    who: Term
    strength: int
    full: int
    worst: int
    percent: int


class RoundRan(Event, frozen=True):
    """A round begins in which nobody is asked anything."""

    fold = "begins"

    round: int


class Blow(Event, frozen=True):
    """A character strikes, shoots or throws: the attack number, the wounds dealt, from which number they begin."""

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
    """A monster strikes: as above."""

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
    """Nobody was left for these to strike at; ``everybody``: they are the whole party."""

    fold = "routine"

    who: tuple[Term, ...]
    everybody: bool = False


class WeaponChanged(Event, frozen=True):
    """A character changed weapons instead of attacking."""

    fold = "routine"

    who: Term
    weapon: Word


class RanksChanged(Event, frozen=True):
    """A character moved to another rank between two rounds [9.8]."""

    who: Term
    rank: int


class MoveNotMade(Event, frozen=True):
    """Somebody stays in his rank: another left it, the other's player did not agree, or there is no room."""

    who: Term
    why: Word


class RankClosed(Event, frozen=True):
    """The first rank was empty; the second stepped up at once."""


class CharacterDied(Event, frozen=True):
    """A member of the party is dead: in which adventure, on which level, with how much experience.

    ``adventure`` 0: a charmed monster, of whom nobody keeps count. ``by``: who or what dealt the last wound ('': nobody
    knows); games begun before 1.1 name the monsters of the fight. ``cause``: how, where it was no blow. ``place``: the
    kind of segment. ``kills``, ``adventures``: how many monsters the dead had felled, and adventures they had been in.
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
    """So much gold and so many things of a dead member lie there for the living to divide; ``gold`` 0: things alone."""

    who: Term
    gold: int
    things: int


class FightCost(Event, frozen=True):
    """These have less strength after a fight than before it: what is ``left`` of the full one, as ``2/8``.

    ``badly``: those of them with no more than a third.
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
    """These rounds ran by themselves, so many."""

    fold = "sum"

    first: int
    last: int
    rounds: int


class BlowsSummed(Event, frozen=True):
    """In them the party's weapons dealt so many wounds, and monsters have so many more.

    ``marks``: these monsters', or the name of the one that stood alone.
    """

    fold = "sum"

    who: tuple[Term, ...]
    dealt: tuple[int, ...]
    marks: tuple[Term, ...]
    suffered: tuple[int, ...]


class WoundsSummed(Event, frozen=True):
    """In them these of the party were wounded."""

    fold = "sum"

    who: tuple[Term, ...]
    taken: tuple[int, ...]


class FoesFelled(Event, frozen=True):
    """In them these monsters fell, by their marks; ``monster``: the one that stood alone."""

    fold = "sum"

    marks: tuple[str, ...]
    monster: Term = ""


class BestBlow(Event, frozen=True):
    """In them this blow of those that did not kill was the heaviest; ``mark``: '' for a monster that stands alone."""

    fold = "sum"

    who: Term
    weapon: Word
    target: Term
    mark: str
    wounds: int
    round: int


class FoeSlain(Event, frozen=True):
    """In them somebody felled a monster, in this round; ``mark``: '' for one that stood alone."""

    fold = "sum"

    who: Term
    target: Term
    mark: str
    round: int


class FoesSlain(Event, frozen=True):
    """In them monsters fell, by their marks, in the order in which they fell, and by whom; ``last``: none is left."""

    fold = "sum"

    marks: tuple[str, ...]
    by: tuple[Term, ...]
    last: bool


# Standing orders -------------------------------------------------------------------------------------------------


class FightOrdersGiven(Event, frozen=True):
    """A player gave other standing orders."""

    player: Seat


class GateFound(Event, frozen=True):
    """The Black Gate stands here, on this level; ``below``: under a trap door [13, 16]."""

    level: int
    below: bool


class GateFires(Event, frozen=True):
    """The Gate casts a Blast at somebody."""

    target: Term


class GateHolds(Event, frozen=True):
    """Somebody tried to destroy the Gate by skill, and rolled above it."""

    who: Term
    rolled: int
    skill: int


class GateShattered(Event, frozen=True):
    """Somebody destroyed the Gate by skill."""

    who: Term
    rolled: int
    skill: int


class GateDestroyed(Event, frozen=True):
    """The Black Gate is destroyed; ``demons`` vanished with it."""

    demons: int


# The end ---------------------------------------------------------------------------------------------------------


class AlliesParted(Event, frozen=True):
    """The adventure is over, and with it the charm: these monsters go their way."""

    who: tuple[Term, ...]


class TeamVictory(Event, frozen=True):
    """The Black Gate is destroyed, and these left the labyrinth alive."""

    who: tuple[Term, ...]


class PersonalVictory(Event, frozen=True):
    """Somebody left alive with experience and wealth enough."""

    who: Term
    experience: int
    wealth: int


class Chronicle(Event, frozen=True):
    """The whole game in numbers: how long, and what was fought."""

    stages: int
    adventures: int
    fights: int
    rounds: int
    kills: int
    wounds_dealt: int
    wounds_taken: int


class ChronicleOfDeeds(Event, frozen=True):
    """The whole game in numbers: what was cast, sprung, found and learnt."""

    spells: int
    traps: int
    gold: int
    experience: int


class ChronicleOfFallen(Event, frozen=True):
    """Who died, or was lost."""

    who: tuple[Term, ...]


class ChronicleOfStone(Event, frozen=True):
    """Who still stands in the labyrinth, turned to stone."""

    who: tuple[Term, ...]


class ChronicleOfWinners(Event, frozen=True):
    """Who won a personal victory; each was told when it was won."""

    fold = "detail"

    who: tuple[Term, ...]
