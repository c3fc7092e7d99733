"""What pictures know of a great moment: data alone, so that it costs no start of a program."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """Where a player stands: the key of the badge, and a few figures."""

    badge: str
    figures: str


class Moment(NamedTuple):
    """A great moment: whose portrait, the sign of the thing, one line, the standings; ``dead``: of a death."""

    portrait: str
    sign: str
    words: str
    scores: tuple[Score, ...] = ()
    dead: bool = False
