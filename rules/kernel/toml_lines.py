"""Finds the line of each value in a TOML text, which ``tomllib`` does not tell; the text must be valid."""

from __future__ import annotations

import re
from collections.abc import Mapping

Place = tuple[str | int, ...]
"""Keys and row numbers that lead to a value."""
_HEADER = re.compile(r"[ \t]*(\[\[?)([^\]\n]*)\]\]?[^\n]*")
_KEY = re.compile(r"""[ \t]*((?:"[^"\n]*"|'[^'\n]*'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))*)[ \t]*=""")
_PART = re.compile(r"""["']?([^."'\s]+)["']?""")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_GAP = re.compile(r"(?:\s|#[^\n]*)*")
_SCALAR = re.compile(r"[^,\]}\n#]+")


def find_lines(text: str) -> Mapping[Place, int]:
    """Return the line number, from 1, of each table, row and value of a valid TOML text."""
    return _LineFinder(text).lines


def line_of(lines: Mapping[Place, int], path: Place) -> int | None:
    """Return the line of a value, else of the nearest table or row around it."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), None)


class _LineFinder:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.lines: dict[Place, int] = {}
        self._rows: dict[Place, int] = {}
        table: Place = ()
        while self._skip_gap() < len(text):
            if header := _HEADER.match(text, self._at):
                table = self._find_table(header[1] == "[[", header[2])
                self._at = header.end()
            elif not self._find_pair(table):
                self._at = (text.find("\n", self._at) + 1) or len(text)

    def _skip_gap(self) -> int:
        gap = _GAP.match(self._text, self._at)
        self._at = gap.end() if gap else self._at
        return self._at

    def _note(self, path: Place) -> None:
        self.lines.setdefault(path, self._text.count("\n", 0, self._at) + 1)

    def _find_table(self, is_row: bool, name: str) -> Place:
        parts = _PART.findall(name)
        path: Place = ()
        for n, part in enumerate(parts, 1):
            path = (*path, part)
            if n == len(parts):
                self._note(path)
            if is_row and n == len(parts):
                self._rows[path] = self._rows.get(path, -1) + 1
            if path in self._rows:
                path = (*path, self._rows[path])
        self._note(path)
        return path

    def _find_pair(self, table: Place) -> bool:
        key = _KEY.match(self._text, self._at)
        if not key:
            return False
        path = (*table, *_PART.findall(key[1]))
        self._note(path)
        self._at = key.end()
        self._find_value(path)
        return True

    def _find_value(self, path: Place) -> None:
        self._skip_gap()
        match self._text[self._at : self._at + 1]:
            case "[":
                self._find_items(path, "]")
            case "{":
                self._find_items(path, "}")
            case _:
                found = _STRING.match(self._text, self._at) or _SCALAR.match(self._text, self._at)
                self._at = found.end() if found else self._at + 1

    def _find_items(self, path: Place, end: str) -> None:
        self._at += 1
        number = 0
        while self._skip_gap() < len(self._text):
            sign = self._text[self._at]
            if sign == end:
                self._at += 1
                return
            if sign == ",":
                self._at += 1
            elif end == "]":
                self._note((*path, number))
                self._find_value((*path, number))
                number += 1
            elif not self._find_pair(path):
                self._at += 1
