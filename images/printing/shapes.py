"""The data of printed pages: sheets, tables, plans, cards. Drawings are named by their path in the artwork."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Room = Literal["room", "passage", "blank"]
Side = Literal["wall", "open", "door", "gate", "gate_open"]


class Field(Struct, frozen=True):
    """Text on a line with its label below; '' leaves the line blank for writing."""

    label: str
    value: str = ""


class Track(Struct, frozen=True):
    """Boxes to tick, of which ``ticked`` are already ticked."""

    label: str
    boxes: int
    ticked: int = 0


class Part(Struct, frozen=True):
    """Lines under a label; at least ``rows`` rows, so that more can be written."""

    label: str
    lines: tuple[str, ...] = ()
    rows: int = 2


class Sheet(Struct, frozen=True):
    """A character sheet: names, numbers in boxes, boxes to tick, written parts.

    ``fresh``: it begins a page. ``art``: '' leaves room for a drawing by hand.
    """

    names: tuple[Field, ...]
    figures: tuple[Field, ...] = ()
    tracks: tuple[Track, ...] = ()
    parts: tuple[Part, ...] = ()
    art: str = ""
    fresh: bool = False


class Table(Struct, frozen=True):
    """A table of the rules; ``note`` explains how to read it."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Card(Struct, frozen=True):
    """A card to cut out: name, kind, drawing, facts and text."""

    title: str
    kind: str
    art: str
    facts: tuple[Field, ...] = ()
    text: str = ""


class Mark(Struct, frozen=True):
    """A sign on a plan: a drawing, or a few letters in a circle; ``solid`` is white on black.

    ``way``: in a legend, a passage that ends so.
    """

    said: str = ""
    art: str = ""
    solid: bool = False
    way: Side | None = None


class Cell(Struct, frozen=True):
    """One square of a plan, column ``x`` and row ``y`` from the north-west; ``sides``: N, E, S, W."""

    x: int
    y: int
    sides: tuple[Side, Side, Side, Side]
    room: Room = "room"
    name: str = ""
    said: str = ""
    art: str = ""
    marks: tuple[Mark, ...] = ()


class Plan(Struct, frozen=True):
    """A map of squares with its legend and notes; ``half``: two plans are printed side by side."""

    title: str
    cells: tuple[Cell, ...]
    legend: tuple[tuple[Mark, str], ...] = ()
    notes: tuple[str, ...] = ()
    half: bool = False
