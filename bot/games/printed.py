"""What a game puts on paper: words on sheets, and which of its tables are cards."""

from __future__ import annotations

from typing import NamedTuple

from bot.words.narrator import Narrator
from images.printing.shapes import Field, Part, Track
from rules.kernel.lookups import Facts


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
