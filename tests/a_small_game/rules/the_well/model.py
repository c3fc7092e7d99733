"""The state of the game, and what can happen in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from rules.the_well.tables import Tables

from rules.kernel.events import Event
from rules.kernel.game import chosen
from rules.kernel.requests import Seat
from rules.kernel.saving import State


class Options(msgspec.Struct, kw_only=True, frozen=True):
    """``coins``: how many win."""

    coins: Literal[12, 6] = 12


CHOICES: Mapping[str, tuple[str, ...]] = {"coins": ("12", "6")}


def read(given: Mapping[str, str]) -> Options:
    """The options from their written form; refuses unknown names and values."""
    return chosen(Options, CHOICES, given)


class Game(State[Tables]):
    """Whose turn it is follows from the stage. ``bucket``: what was drawn in this turn."""

    seats: tuple[Seat, ...]
    options: Options
    stage: int = 0
    bucket: int = 0
    coins: dict[Seat, int] = {}
    outcome: str = ""

    @property
    def active(self) -> Seat:
        """Whose turn it is; stage 0 is the set-up."""
        return self.seats[max(self.stage - 1, 0) % len(self.seats)]


class BucketUp(Event):
    """A bucket came up with coins; how many there are in this turn now."""

    who: Seat
    coins: int
    bucket: int


class BucketTipped(Event):
    """The bucket tipped over, and the coins of this turn are gone."""

    who: Seat


class CoinsKept(Event):
    """A player stopped in time, and has so many coins now."""

    who: Seat
    coins: int


class WellWon(Event):
    """A player has enough."""

    who: Seat


EVENTS: tuple[type[Event], ...] = (BucketUp, BucketTipped, CoinsKept, WellWon)
