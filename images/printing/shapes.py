"""What is printed, as data: sheets, tables, plans, cards. Drawings are named by their path in the artwork."""

from __future__ import annotations

from typing import Literal

import msgspec

Room = Literal["room", "passage"]
Side = Literal["wall", "open", "door", "gate", "gate_open"]


class Field(msgspec.Struct, frozen=True):
    """Something written on a line, with what it is below; '' leaves the line to be written on."""

    label: str
    value: str = ""


class Track(msgspec.Struct, frozen=True):
    """Boxes to tick, ``ticked`` of them already."""

    label: str
    boxes: int
    ticked: int = 0


class Part(msgspec.Struct, frozen=True):
    """Lines under a label, and at least so many ``rows``, so that more can be written."""

    label: str
    lines: tuple[str, ...] = ()
    rows: int = 2


class Sheet(msgspec.Struct, frozen=True):
    """A sheet: who it is, numbers in boxes, boxes to tick, what is written in lines.

    ``fresh``: it begins a page; ``art``: '' leaves room for a drawing by hand.
    """

    names: tuple[Field, ...]
    figures: tuple[Field, ...] = ()
    tracks: tuple[Track, ...] = ()
    parts: tuple[Part, ...] = ()
    art: str = ""
    fresh: bool = False


class Table(msgspec.Struct, frozen=True):
    """A table of the rules; ``note`` says how it is read."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Card(msgspec.Struct, frozen=True):
    """A card to be cut out: its name, its kind, a drawing, facts, what it does."""

    title: str
    kind: str
    art: str
    facts: tuple[Field, ...] = ()
    text: str = ""


class Mark(msgspec.Struct, frozen=True):
    """A sign on a plan: a drawing, or a few letters in a circle, ``solid`` white on black."""

    said: str = ""
    art: str = ""
    solid: bool = False


class Cell(msgspec.Struct, frozen=True):
    """One square of a plan, column ``x`` and row ``y`` from the north-west; ``sides``: N, E, S, W."""

    x: int
    y: int
    sides: tuple[Side, Side, Side, Side]
    room: Room = "room"
    name: str = ""
    said: str = ""
    art: str = ""
    marks: tuple[Mark, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """A map as squares, what its signs mean, and in words what is on it. ``half``: two stand side by side."""

    title: str
    cells: tuple[Cell, ...]
    legend: tuple[tuple[Mark, str], ...] = ()
    notes: tuple[str, ...] = ()
    half: bool = False
