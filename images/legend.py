"""The legend under a map: only the signs that are on it."""

from __future__ import annotations

from typing import Final, NamedTuple

from images import pictograms, stonework
from images.canvas import Canvas, Sprite
from images.chart import gate_of
from images.lettering import Say, fitted, width
from rules.labirynt_smierci.view import MapView

SIGN: Final = 30
"""Size of a sign in the legend, in pixels."""


class Form(NamedTuple):
    """Sizes of signs and type, height of a line, room between columns and beside a sign, in pixels."""

    sign: int
    text: int
    line: int
    gap: int
    beside: int


USUAL: Final = Form(SIGN, 22, 40, 18, 9)


class Entry(NamedTuple):
    """A sign and its meaning."""

    sign: Sprite
    words: str


def entries(level: MapView, whole: MapView, say: Say) -> list[Entry]:
    """What the map shows, the party first, then what waits, features and ways on; the inset shows the ``whole``."""
    found: list[Entry] = []
    if level.party is not None:
        found.append(Entry(pictograms.party(level.living, SIGN), say("legend.party")))
    if any(segment.monsters for segment in level.segments):
        found.append(Entry(pictograms.monsters(0, SIGN), say("legend.monsters")))
    if any(segment.stone for segment in level.segments):
        found.append(Entry(pictograms.stone(0, SIGN), say("legend.stone")))
    return found + _gate(whole, say) + _features(level, say) + _ways(level, say)


def _gate(level: MapView, say: Say) -> list[Entry]:
    states = {gate_of(segment) for segment in level.segments}
    shown: list[Entry] = []
    if "open" in states:
        shown.append(Entry(pictograms.black_gate(SIGN), say("legend.gate")))
    if "destroyed" in states:
        shown.append(Entry(pictograms.destroyed(SIGN), say("legend.gate.destroyed")))
    return shown


def _features(level: MapView, say: Say) -> list[Entry]:
    kinds = {segment.kind for segment in level.segments} - {"gate"}
    present = [kind for kind in pictograms.FEATURES if kind in kinds]
    shown = [Entry(pictograms.feature(kind, SIGN), say(f"legend.{kind}")) for kind in present]
    if any(segment.examined for segment in level.segments):
        shown.append(Entry(pictograms.tick(SIGN - 6), say("legend.examined")))
    return shown


def _ways(level: MapView, say: Say) -> list[Entry]:
    ways: list[Entry] = []
    if any("D" in segment.sides for segment in level.segments):
        ways.append(Entry(stonework.door(90, False), say("legend.door")))
    if any(not way.letter and not way.known for way in level.exits):
        ways.append(Entry(pictograms.opening(6.0), say("legend.opening")))
    if any(segment.sealed for segment in level.segments):
        ways.append(Entry(pictograms.sealed(22), say("legend.sealed")))
    return ways


def laid(found: list[Entry], room: int, form: Form = USUAL) -> Canvas | None:
    """The entries in as many columns as fit ``room`` pixels of width; None without any."""
    if not found:
        return None
    longest = room - form.sign - form.beside
    lines = [Entry(entry.sign, fitted(entry.words, "text", form.text, longest)) for entry in found]
    tables = (_columns(lines, count) for count in (4, 3, 2, 1))
    columns = next(table for table in tables if _breadth(table, form) <= room or len(table) == 1)
    canvas = Canvas(room, max(map(len, columns)) * form.line)
    left = 0
    for column in columns:
        for row, entry in enumerate(column):
            middle = row * form.line + form.line // 2
            canvas.stamp(entry.sign, left + form.sign // 2, middle)
            canvas.text(left + form.sign + form.beside, middle + form.text * 3 // 8, entry.words, "text", form.text)
        left += _breadth([column], form) + form.gap
    return canvas


def _columns(lines: list[Entry], count: int) -> list[list[Entry]]:
    rows = -(-len(lines) // count)
    return [lines[start : start + rows] for start in range(0, len(lines), rows)]


def _breadth(columns: list[list[Entry]], form: Form) -> int:
    """How wide the columns are side by side, in pixels."""
    lead = form.sign + form.beside
    widths = (max(lead + round(width(entry.words, "text", form.text)) for entry in column) for column in columns)
    return sum(widths) + form.gap * (len(columns) - 1)
