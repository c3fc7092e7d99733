"""The Black Gate, and how an adventure and a game end, as facts [13, 16, 17]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term


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
    """Who won a personal victory."""

    who: tuple[Term, ...]
