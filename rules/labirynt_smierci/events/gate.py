"""The Black Gate, and how a game ends, as facts [16, 17]."""

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
