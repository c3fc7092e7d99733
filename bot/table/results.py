"""What remains of a finished game for the statistics: one result for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from rules.kernel.requests import Seat

Mark = Literal["", "alone", "room"]
"""Why a game is in no record: one person against computers, or people at a real table."""


class Tally(Struct, frozen=True):
    """Counts for the statistics, by the name of a character or by seat: the numbers thrown, the longest row of blows
    without a wound. ``owners``: the seat of each character; ``depth``: the deepest level.
    """

    faces: Mapping[Any, Sequence[int]] = {}
    owners: Mapping[Any, Seat] = {}
    misses: Mapping[Any, int] = {}
    depth: int = 0


class Feats(Struct, frozen=True, omit_defaults=True):
    """What a seat did in a finished game, as the channel saw it. Names are terms in JSON.

    ``depth``: the deepest level, 0 if the game has none. ``lost``: the dead, each with the killer ('': unknown).
    ``felled``: the Strength and name of the strongest enemy felled. ``misses``: the longest row of blows without a
    wound. ``lasted``: seconds from the start of the game to its end.
    """

    won: bool = False
    depth: int = 0
    lost: Sequence[tuple[str, str]] = ()
    felled: tuple[int, str] = (0, "")
    misses: int = 0
    lasted: float = 0.0


class Luck(Struct, frozen=True, omit_defaults=True):
    """What only the person may see: how often the bot threw each number, and the median seconds to answer.

    ``wait`` None: the person never answered.
    """

    dice: Mapping[int, int] = {}
    wait: float | None = None


class Result(Struct, frozen=True):
    """How a game ended for a seat; ``user_id`` 0: nobody known. ``ended_at``: seconds."""

    seat: Seat
    user_id: int
    ended_at: float
    mark: Mark = ""
    feats: Feats = Feats()
    luck: Luck = Luck()
    game_id: str = ""
    game: str = ""
    channel_id: int = 0
