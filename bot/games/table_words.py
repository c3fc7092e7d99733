"""The wording of a game's tables for look-up and print, and helpers that games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from bot.words.narrator import Narrator, Said
from images.printing.shapes import Field, Part, Sheet, Track
from rules.kernel.dice import is_code
from rules.kernel.lookups import Facts
from rules.kernel.words import Term, Word

Teller = Callable[[Narrator, Any], str | None]
"""A function that says a value in its own way; None: use the default."""


class TableWords:
    """The wording of a game's tables; this base class shows each fact as it is and games override what differs.

    Tables are named by ``Lookup.key``. The catalogues hold a table's words under ``lookup.table.KEY``, facts under
    ``lookup.fact.NAME`` or ``lookup.fact.KEY.NAME``, column heads likewise under ``lookup.column``, and questions under
    ``lookup.asked``.
    """

    heads: Mapping[str, str] = {}
    """The fact that names an entry, per table."""
    row_names: Mapping[str, str] = {}
    """The field that names a row, per table whose entries are found by other values."""
    notes: Mapping[str, tuple[str, str]] = {}
    """The fact and the key prefix of the sentence on what an entry does, per table."""
    folders: Mapping[str, str] = {}
    """The catalogue folder of the words of a fact, or of a fact of one table (``TABLE.FACT``)."""
    untold: Collection[str] = ()
    """Facts that are for the program only."""
    tells_none: Collection[str] = ()
    """Facts whose absence is stated."""
    hides_zero: Collection[str] = ()
    """Facts, or facts of one table (``TABLE.FACT``), that are hidden if 0, empty or false."""
    hides_one: Collection[str] = ()
    """Multipliers that are hidden if 1."""
    signed: Collection[str] = ()
    """Numbers that are shown with their sign."""
    special: Mapping[str, Teller] = {}
    """Facts that an entry says in its own way."""
    cells: Mapping[str, Teller] = {}
    """Facts that the whole table shows in its own way."""

    def row(self, found: Facts) -> Facts:
        """Return a row as the whole table shows it."""
        return found

    def column(self, narrator: Narrator, name: str) -> str:
        """Say the heading of a column without words under ``lookup.column``; '' for the fact's own heading."""
        return ""

    def effects(self, found: Facts) -> Sequence[str]:
        """Return further catalogue keys of the sentence on what an entry does."""
        return ()

    def word(self, narrator: Narrator, table: str, name: str, value: str) -> str:
        """Return a value's word, else the value; dice as the language writes them."""
        folder = self.folders.get(f"{table}.{name}") or self.folders.get(name)
        keys = (f"{folder}.{value}.full", f"{folder}.{value}", f"lookup.{folder}.{value}") if folder else ()
        if said := narrator.first_known(*keys) if keys else "":
            return said
        return self.number(narrator, value)

    def number(self, narrator: Narrator, value: Any) -> str:
        """Return a value without a word; dice as the language writes them."""
        return narrator.dice_code(value) if is_code(str(value)) else str(narrator.term(value))


class Deck(NamedTuple):
    """A table whose rows are cards: its key, the folder of the drawings, and the kinds of cards; () for all."""

    table: str
    drawings: str
    kinds: tuple[str, ...] = ()

    def holds(self, row: Facts) -> bool:
        """Whether a row of the table is a card of this deck."""
        return not self.kinds or row.get("kind") in self.kinds


NOTHING: Mapping[str, Any] = {}


class Form(NamedTuple):
    """The printed sheet of a game: labels of names, of numbers in boxes, of boxes to tick and of written parts.

    ``tracks`` have so many boxes and ``parts`` so many rows on an empty sheet.
    """

    names: Sequence[str]
    figures: Sequence[str]
    tracks: Mapping[str, int]
    parts: Mapping[str, int]
    labels: str = "print"
    """The prefix of the labels' catalogue keys."""

    def fill(
        self,
        narrator: Narrator,
        values: Mapping[str, Any] = NOTHING,
        art: str = "",
        *,
        fresh: bool = False,
    ) -> Sheet:
        """Return a sheet with these values; what has none is filled in by hand.

        The value of a track is its number of boxes and of ticks; each line of a part's value is a line there.
        """
        say = narrator.plain.say

        def field(label: str) -> Field:
            return Field(say(f"{self.labels}.{label}"), str(values.get(label, "")))

        written = {label: field(label) for label in self.parts}
        return Sheet(
            tuple(map(field, self.names)),
            tuple(map(field, self.figures)),
            tuple(Track(field(label).label, *values.get(label, (boxes,))) for label, boxes in self.tracks.items()),
            tuple(
                Part(field.label, tuple(filter(None, field.value.split("\n"))), self.parts[label])
                for label, field in written.items()
            ),
            art,
            fresh,
        )


def list_with_counts(narrator: Narrator, words: Iterable[Term]) -> Said:
    """Say names with counts: "helmet, 2× dagger"."""
    return Said(", ".join(_counted_name(narrator, word, n) for word, n in Counter(words).items()))


def _counted_name(narrator: Narrator, word: Term, n: int) -> str:
    name = narrator.term(word)
    return f"{n}× {name}" if n > 1 else name


def orders_given(narrator: Narrator, head: str, values: Mapping[str, str], usual: Struct) -> Said:
    """Say the standing orders that differ from the default, '' if none do; ``head``: the prefix of their keys."""
    begun = asdict(usual)
    given = [
        f"{narrator.term(Word(f'{head}.{name}'))}: {narrator.say(f'option.{head}.{name}.{value}')}"
        for name, value in values.items()
        if value != begun[name]
    ]
    return Said("; ".join(given))


def join_sentences(*said: str) -> str:
    """Join sentences into one text, without empty ones."""
    return " ".join(filter(None, said))
