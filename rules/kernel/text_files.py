"""Decodes text and TOML files that people wrote on any system.

Callers add the file's name to error messages, for which there is ``blaming``.
"""

from __future__ import annotations

import codecs
import tomllib
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import ValidationError

from rules.kernel.errors import BadTable, Expected, expected

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is its beginning
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte-order marks with the codecs that remove them."""
MAX_DEPTH = 64
"""The greatest nesting depth of a TOML file."""
TOML_ERRORS = (
    ("Illegal character '\\n'", "quote", "a quote is missing at the end of the text."),
    ("Unterminated string", "quote", "a quote is missing at the end of the text."),
    ("Expected newline or end of document", "statement", "a quote or a comma is missing, or two things share a line."),
    ("Expected ']", "heading", "a heading stands in [ ], one of a row in [[ ]]."),
    ("Expected '=' after a key", "equals", "each line is KEY = VALUE."),
    ("Invalid statement", "statement", "each line is KEY = VALUE, a [heading], or a comment behind #."),
    ("Invalid value", "value", "text stands in quotes; true, false and numbers do not."),
    ("Unclosed array", "bracket", "a ] or a comma is missing."),
    ("Unclosed inline table", "bracket", "a } or a comma is missing."),
    ("Cannot overwrite a value", "twice", "the same key stands there twice."),
    ("twice", "twice", "the same heading stands there twice."),
    ("Duplicate inline table key", "twice", "the same key stands there twice."),
)
"""Parts of the parser's messages, with the kind of fault and a hint."""


class NotUnicode(ValueError):
    """Raised for bytes in an old code page, or for no text at all."""

    def __init__(self) -> None:
        super().__init__(expected("unicode", "is not written in Unicode: save it as UTF-8"))


def find_encoding(data: bytes, otherwise: str = "utf-8") -> str:
    """Return the codec of the byte-order mark, or ``otherwise`` without one."""
    return next((encoding for mark, encoding in MARKS if data.startswith(mark)), otherwise)


def as_utf8(data: bytes) -> bytes:
    """Return text with a byte-order mark as UTF-8 without one; other bytes, and broken text, stay as they are."""
    try:
        return data.decode(find_encoding(data)).encode() if data.startswith(tuple(mark for mark, _ in MARKS)) else data
    except UnicodeDecodeError:
        return data


def decode_text(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 and UTF-32 with a byte-order mark; line ends become ``\\n``. Raises ``NotUnicode``.

    A code page such as CP1250 is never guessed, as a wrong guess would change letters in silence.
    """
    try:
        text = data.decode(find_encoding(data))
    except UnicodeDecodeError as error:
        raise NotUnicode from error
    if "\0" in text:  # UTF-16 without a mark
        raise NotUnicode
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(file: Path) -> str:
    """Read a text file as ``decode_text`` does; raises ``OSError`` and ``NotUnicode``."""
    return decode_text(file.read_bytes())


@contextmanager
def blaming(file: Path) -> Iterator[None]:
    """Raise ``BadTable`` with the file's name for one that cannot be read, or whose values have the wrong type."""
    try:
        yield
    except OSError as error:
        raise BadTable(file.name, "", f"cannot be read: {error.strerror}") from error
    except ValidationError as error:
        message, _, key = str(error).partition(" - at `")
        raise BadTable(file.name, key.strip("`").removeprefix("$."), message) from error
    except ValueError as error:
        raise BadTable(file.name, "", str(error)) from error


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML with composed letters; raises ``ValueError`` with a sentence that a file's name can precede."""
    try:
        values = tomllib.loads(unicodedata.normalize("NFC", text))
    except RecursionError:
        raise ValueError(_too_deep_message()) from None
    except ValueError as error:
        raise ValueError(_describe_toml_error(str(error), text)) from error
    if is_deeper_than(values, MAX_DEPTH):
        raise ValueError(_too_deep_message())
    return values


def _too_deep_message() -> Expected:
    template = "is not valid TOML for this program: expected at most {most} lists and tables inside each other"
    return expected("too_deep", template, most=MAX_DEPTH)


def _describe_toml_error(message: str, text: str) -> Expected:
    """Return what is wrong in the words of an editor of tables, where they are known."""
    kind, hint = next(((kind, hint) for text, kind, hint in TOML_ERRORS if text in message), ("toml", ""))
    what, _, place = message.partition(" (at ")
    line = place.partition(",")[0].removeprefix("line ")
    number = int(line) if line.isdecimal() else text.rstrip().count("\n") + 1
    said = expected(f"toml_{kind}", "is not valid TOML: {hint}{why}", hint=f"{hint} " * bool(hint), why=message)
    said.facts = {"why": what, "line": number}
    return said


def is_deeper_than(value: Any, limit: int) -> bool:
    """Whether a parsed file has more than so many lists and objects inside each other."""
    level = [value]
    for _ in range(limit + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)
