"""A game's tables in words: what is printed of them, and sentences that games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.words.narrator import Narrator, Said
from images.printing.shapes import Field, Part, Track
from rules.kernel.dice import is_code
from rules.kernel.lookups import Facts
from rules.kernel.words import Term, Word

Teller = Callable[[Narrator, Any], str | None]
"""A fact in words of its own; None: like any other."""


class TableWords:
    """The words of the tables of a game. As it stands here each fact is shown as it is; a game's own says what differs.

    Tables are named by their key, ``Lookup.key``; a table has its words in the catalogues under ``lookup.table.KEY``,
    its facts under ``lookup.fact.NAME`` or ``lookup.fact.KEY.NAME``, the columns of the whole table under
    ``lookup.column`` likewise, and what is asked for under ``lookup.asked``.
    """

    heads: Mapping[str, str] = {}
    """Which fact an entry of a table is called by."""
    notes: Mapping[str, tuple[str, str]] = {}
    """Where the catalogues tell what an entry of a table does, by one of its facts: the fact, the words before it."""
    folders: Mapping[str, str] = {}
    """Where the catalogues have the words for a fact, or for a fact of one table (``TABLE.FACT``)."""
    untold: Collection[str] = ()
    """Facts that are for the program alone."""
    tells_none: Collection[str] = ()
    """Facts of which it is told when there is none."""
    hides_zero: Collection[str] = ()
    """Facts that are not told when they are nought, empty or no, or such facts of one table (``TABLE.FACT``)."""
    hides_one: Collection[str] = ()
    """Facts that something is multiplied by: once is not worth telling."""
    signed: Collection[str] = ()
    """Numbers that are added to something: with their sign."""
    special: Mapping[str, Teller] = {}
    """Facts that an entry tells in a way of their own."""
    cells: Mapping[str, Teller] = {}
    """Facts that the whole table shows in a way of their own."""

    def row(self, found: Facts) -> Facts:
        """A row as the whole table shows it."""
        return found

    def column(self, narrator: Narrator, name: str) -> str:
        """The heading of a column that has no words under ``lookup.column``; '' where it is that of the fact."""
        return ""

    def effects(self, found: Facts) -> Sequence[str]:
        """Under which keys besides its own the catalogues may tell in a sentence what an entry does."""
        return ()

    def word(self, narrator: Narrator, table: str, name: str, value: str) -> str:
        """A value's word where there is one, else the value; dice as they are written in the language."""
        folder = self.folders.get(f"{table}.{name}") or self.folders.get(name)
        keys = (f"{folder}.{value}.full", f"{folder}.{value}", f"lookup.{folder}.{value}") if folder else ()
        if said := narrator.first_known(*keys) if keys else "":
            return said
        return self.number(narrator, value)

    def number(self, narrator: Narrator, value: Any) -> str:
        """A value that has no word: dice as they are written in the language, else as it is."""
        return narrator.dice_code(value) if is_code(str(value)) else str(narrator.term(value))


class Deck(NamedTuple):
    """A table whose rows are cards: its key, the folder of their drawings, and of which kinds they are (): all.

    ``otherwise``: the drawing of those that have none.
    """

    table: str
    drawings: str
    kinds: tuple[str, ...] = ()
    otherwise: str = "icons/manuscript"

    def holds(self, row: Facts) -> bool:
        """Whether a row of the table is one of these cards."""
        return not self.kinds or row.get("kind") in self.kinds


class Form:
    """The words of one sheet: labels of the catalogue, and values; without one a field is to be filled in by hand."""

    def __init__(self, narrator: Narrator) -> None:
        self._plain = narrator.plain

    def field(self, label: str, value: object = "") -> Field:
        """A field under the words ``print.LABEL``."""
        return Field(self._plain.say(f"print.{label}"), str(value))

    def track(self, label: str, boxes: int, ticked: int = 0) -> Track:
        """Boxes to tick."""
        return Track(self._plain.say(f"print.{label}"), boxes, ticked)

    def part(self, label: str, rows: int, *lines: str) -> Part:
        """Lines under a label."""
        return Part(self._plain.say(f"print.{label}"), tuple(filter(None, lines)), rows)


def list_with_counts(narrator: Narrator, words: Iterable[Term]) -> Said:
    """Names with how often each is there: "helmet, 2× dagger"."""
    return Said(", ".join(_counted_name(narrator, word, n) for word, n in Counter(words).items()))


def _counted_name(narrator: Narrator, word: Term, n: int) -> str:
    name = narrator.term(word)
    return f"{n}× {name}" if n > 1 else name


def orders_given(narrator: Narrator, head: str, values: Mapping[str, str], usual: msgspec.Struct) -> Said:
    """Standing orders that are not as when everybody begins, '' where all are; ``head``: that of their words."""
    begun: Mapping[str, Any] = msgspec.structs.asdict(usual)
    given = [
        f"{narrator.term(Word(f'{head}.{name}'))}: {narrator.say(f'option.{head}.{name}.{value}')}"
        for name, value in values.items()
        if value != begun[name]
    ]
    return Said("; ".join(given))


def join_sentences(*said: str) -> str:
    """Return these sentences as one text; empty ones are left out."""
    return " ".join(filter(None, said))
