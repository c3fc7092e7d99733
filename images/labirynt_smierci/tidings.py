"""The data of the latest news shown above a picture. Imports nothing that draws, so that start-up is cheap."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.words import Term, Word
from rules.labirynt_smierci.view import CharacterView, GroupView


class Fallen(NamedTuple):
    """A member who died or is lost, with the adventure and the level."""

    who: CharacterView
    adventure: int
    level: int


class Sprung(NamedTuple):
    """A sprung trap, its wounds and its victim; None for everybody."""

    trap: Word
    wounds: int
    who: CharacterView | None = None


class Find(NamedTuple):
    """A treasure: a jewel or work of art with its worth in gold pieces, or a magic item with its bonus.

    ``who`` found or took it; '' if it is not yet taken.
    """

    item: Word
    worth: int = 0
    plus: int = 0
    who: Term = ""


class Grown(NamedTuple):
    """A member's improvement with its new value."""

    who: CharacterView
    what: Word
    now: int


class GateNews(NamedTuple):
    """The Black Gate was found on this level, or destroyed."""

    level: int
    destroyed: bool


class Tidings(NamedTuple):
    """The latest news: deaths, the encounter, sprung traps, finds, the Black Gate and improvements."""

    fallen: tuple[Fallen, ...] = ()
    met: GroupView | None = None
    sprung: tuple[Sprung, ...] = ()
    found: tuple[Find, ...] = ()
    gate: GateNews | None = None
    grown: tuple[Grown, ...] = ()


QUIET = Tidings()
