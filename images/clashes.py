"""The data that pictures need about a decided clash. Imports nothing that draws, so that start-up is cheap."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from images.moments import Moment
from rules.kernel.words import Term


class Side(NamedTuple):
    """One side of a decided clash; ``die``: its natural face, 0 if none is known; ``fallen``: somebody died of it."""

    names: tuple[Term, ...]
    total: int
    won: bool = False
    hurt: bool = False
    psychic: bool = False
    die: int = 0
    fallen: bool = False


class Outcome(NamedTuple):
    """The side that began the clash, and the other side."""

    own: Side
    other: Side

    def wounded(self, who: Term, fallen: bool) -> Outcome:
        """Return this outcome with a wound, or a death, on the side of ``who``."""
        return Outcome(
            *(side._replace(hurt=True, fallen=side.fallen or fallen) if who in side.names else side for side in self)
        )


def last_great(clashes: Iterable[Outcome | None], people: str, weak: Container[Term] = ()) -> Outcome | None:
    """Return the last clash between players, with a death, or with one of the ``weak``; None without any.

    ``people``: how the keys of players' characters begin; a name without a key is a player's, too.
    """
    great = None
    for ended in filter(None, clashes):
        names = [name for side in ended for name in side.names]
        duel = all(isinstance(name, str) or name.key.startswith(people) for name in names)
        if duel or any(side.fallen for side in ended) or any(name in weak for name in names):
            great = ended
    return great


def headline(moment: Moment | None, ended: Outcome | None) -> Moment | Outcome | None:
    """Return what stands above a picture: a great moment, but of a death by the dice the clash itself."""
    fatal = any(side.fallen for side in ended or ())
    return ended if not moment or (moment.dead and fatal) else moment
