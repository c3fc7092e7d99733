"""The data that pictures need about a great moment. Imports nothing that draws, so that start-up is cheap."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """A player's score: the key of the badge, and a few figures."""

    badge: str
    figures: str


class Moment(NamedTuple):
    """A great moment: key of the portrait, the sign, one line, the standings; ``dead`` marks a death."""

    portrait: str
    sign: str
    words: str
    scores: tuple[Score, ...] = ()
    dead: bool = False
