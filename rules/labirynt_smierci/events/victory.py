"""How an adventure and a game end, as facts [17]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term


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
