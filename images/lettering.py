"""Sets type: faces with all Polish letters, words fitted to a width, characters missing from a face."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from math import ceil
from typing import Any, Literal, Protocol

from PIL import ImageFont

from rules.kernel.words import Fact, Term

Face = Literal["text", "bold", "italic", "bold-italic"]
Font = ImageFont.FreeTypeFont

FILES: dict[Face, str] = {
    "text": "LinLibertine_RZ.otf",
    "bold": "LinLibertine_RB.otf",
    "italic": "LinLibertine_RZI.otf",
    "bold-italic": "LinLibertine_RBI.otf",
}
CAP_HEIGHT = 0.645
"""Height of a capital letter as a fraction of the type size."""
PHONE = 400
"""Width to which a phone scales down wider pictures, in pixels."""
LEGIBLE = 11
"""Minimum legible height of a capital on a phone, in pixels."""
ELLIPSIS = "…"
UNKNOWN = "□"
"""Replacement for a run of characters missing from the face."""
LONGEST = 160
"""Maximum number of characters of a name to process; no line of a picture holds more."""


class Say(Protocol):
    """Translates catalogue keys into the table's language."""

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """Return the text of this key with the facts filled in."""


def display_name(term: Term, say: Say) -> str:
    """Return a typed name as it is, or the text of a catalogue word."""
    return term if isinstance(term, str) else say(term.key)


@cache
def _font_bytes(face: Face) -> bytes:
    return resources.files("images").joinpath("fonts", FILES[face]).read_bytes()


@cache
def font(face: Face, size: int) -> Font:
    """Return a face at a size in pixels."""
    return ImageFont.truetype(BytesIO(_font_bytes(face)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing_glyph(face: Face) -> bytes:
    return _glyph_shape(face, "\U0010fffe")


def _glyph_shape(face: Face, sign: str) -> bytes:
    return bytes(font(face, 32).getmask(sign))


@lru_cache(maxsize=4096)
def has_sign(face: Face, sign: str) -> bool:
    """Whether the face has a glyph for the character."""
    return _glyph_shape(face, sign) != _missing_glyph(face)


def _character_category(sign: str) -> str:
    return unicodedata.category(sign)[0]


def clean_line(words: str, face: Face = "text", longest: int = LONGEST) -> str:
    """Return one drawable line: no control characters, no stacked accents, one mark for each unknown run.

    Unknown symbols, such as emoji, are dropped unless nothing else is left.
    """
    line: list[str] = []
    for sign in unicodedata.normalize("NFC", words[:longest]):
        if _character_category(sign) == "Z" or sign in "\n\t\r":
            sign = " "
        elif _character_category(sign) in "CM":
            continue
        elif not has_sign(face, sign):
            sign = " " if _character_category(sign) == "S" else UNKNOWN
        if not (line and sign == line[-1] and sign in (" ", UNKNOWN)):
            line.append(sign)
    return "".join(line).strip() or UNKNOWN * any(_character_category(sign) == "S" for sign in words)


@lru_cache(maxsize=4096)
def width(words: str, face: Face, size: int) -> float:
    """Return the width of the words in pixels."""
    return font(face, size).getlength(words)


@lru_cache(maxsize=2048)
def fit_line(words: str, face: Face, size: int, room: int) -> str:
    """Return the words on one line of at most ``room`` pixels, shortened with an ellipsis if necessary."""
    line = clean_line(words, face)
    if width(line, face, size) <= room:
        return line
    most = bisect_right(
        range(1, len(line) + 1), float(room), key=lambda kept: width(line[:kept] + ELLIPSIS, face, size)
    )
    return line[:most].rstrip() + ELLIPSIS


def shrink_to_fit(words: str, face: Face, size: int, least: int, room: int) -> tuple[str, int]:
    """Return the words and the largest size from ``size`` down to ``least`` at which they fit.

    At ``least`` words that are still too long are shortened.
    """
    line = clean_line(words, face)
    while size > least and width(line, face, size) > room:
        size -= 1
    return fit_line(line, face, size, room), size


def wrap_words(words: str, face: Face, size: int, room: int, longest: int = LONGEST) -> list[str]:
    """Wrap the words to lines of ``room`` pixels."""
    lines = [""]
    for word in clean_line(words, face, longest).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, face, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fit_line(line, face, size, room) for line in lines]


def size_for_capitals(height: float) -> int:
    """Return the type size whose capitals are ``height`` pixels high."""
    return round(height / CAP_HEIGHT)


def least_type(wide: int) -> int:
    """Return the smallest type size legible on a phone in a picture of this width, in pixels."""
    return ceil(LEGIBLE * max(wide, PHONE) / PHONE / CAP_HEIGHT)


@lru_cache(maxsize=512)
def print_mask(words: str, face: Face, size: int) -> tuple[Any, tuple[int, int]]:
    """Return the words as a mask (0–255, as Pillow's core has it), and its upper left corner from the base line's."""
    return font(face, size).getmask2(words, "L", anchor="ls")
