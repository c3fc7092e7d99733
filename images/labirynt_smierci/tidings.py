"""What stands above a picture of what has just happened: data alone, so that it costs no start of a program."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.kernel.words import Term, Word
from rules.labirynt_smierci.view import CharacterView, GroupView


class Fallen(NamedTuple):
    """Somebody who died, or is lost: in which adventure, on which level."""

    who: CharacterView
    adventure: int
    level: int


class Sprung(NamedTuple):
    """A trap that went off, and how much it wounded whom; None: everybody."""

    trap: Word
    wounds: int
    who: CharacterView | None = None


class Find(NamedTuple):
    """A treasure: a jewel or a work of art with its worth in gold pieces, or a magic thing with its bonus.

    ``who``: found or took it; '' where it lies before everybody.
    """

    item: Word
    worth: int = 0
    plus: int = 0
    who: Term = ""


class Grown(NamedTuple):
    """Somebody became better at something, and how good it is now."""

    who: CharacterView
    what: Word
    now: int


class GateNews(NamedTuple):
    """The Black Gate is found on this level, or destroyed."""

    level: int
    destroyed: bool


class Tidings(NamedTuple):
    """Who died, who stands before the party, which traps went off, what was found, what became of the Black Gate, who
    learnt something; none of it where all is quiet.
    """

    fallen: tuple[Fallen, ...] = ()
    met: GroupView | None = None
    sprung: tuple[Sprung, ...] = ()
    found: tuple[Find, ...] = ()
    gate: GateNews | None = None
    grown: tuple[Grown, ...] = ()


QUIET: Final = Tidings()
