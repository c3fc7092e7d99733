"""The catalogues: standard ``.po`` files, one of the bot and one of each game, read as one when a language is first
spoken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel.messages.catalog import Message

LOCALES = ("pl", "en")
FOLDERS = [Path(__file__).parents[1] / "locale"]
"""Where catalogues are looked for: in ``LOCALE/LC_MESSAGES/*.po`` of each."""
_FIELD = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.MULTILINE)
"""A field of an entry, over one line or several."""


class Entry(NamedTuple):
    """An entry: the key, in which case, whether it is counted, its forms."""

    key: str
    case: str
    counted: bool
    forms: tuple[str, ...]


class Words(NullTranslations):
    """The words of a language; whoever asks for an entry that is not there gets a ``LookupError``."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        super().__init__()
        known = {(one.case, one.key, one.counted): one.forms for one in entries if any(one.forms)}
        [head] = known.pop(("", "", False))
        self._single = {(case, key): forms[0] for (case, key, counted), forms in known.items() if not counted}
        self._forms = {(case, key): forms for (case, key, counted), forms in known.items() if counted}
        self._form = c2py(head.partition("plural=")[2].partition(";")[0])

    def gettext(self, message: str) -> str:
        """The words under a key."""
        return self._single["", message]

    def pgettext(self, context: str, message: str) -> str:
        """The words under a key in a case."""
        return self._single[context, message]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a number."""
        return self._forms["", msgid1][self._form(n)]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a number in a case."""
        return self._forms[context, msgid1][self._form(n)]


@lru_cache(maxsize=len(LOCALES))
def catalogue(locale: str) -> NullTranslations:
    """The words of a language, of every game and of the bot, as one; read when it is first spoken."""
    return Words(entry for path in files_of(locale) for entry in read_entries(path.read_text("utf-8")))


def files_of(locale: str) -> list[Path]:
    """A language's catalogues in the order of their names: of what two have, the later one counts."""
    return sorted(path for folder in FOLDERS for path in (folder / locale / "LC_MESSAGES").glob("*.po"))


def read_entries(text: str) -> Iterator[Entry]:
    """The entries of a ``.po`` file. Babel reads more of them, but takes three times as long, and a terminal waits."""
    head: dict[str, str] = {}
    forms: list[str] = []
    for found in _FIELD.finditer(text):
        name, said = found[1], _unquoted(found[2])
        if forms and name != "msgstr":
            yield _entry(head, forms)
            head, forms = {}, []
        if name == "msgstr":
            forms.append(said)
        else:
            head[name] = said
    if forms:
        yield _entry(head, forms)


def _entry(head: dict[str, str], forms: list[str]) -> Entry:
    return Entry(head["msgid"], head.get("msgctxt", ""), "msgid_plural" in head, tuple(forms))


def _unquoted(lines: str) -> str:
    pieces = (line.strip() for line in lines.splitlines())
    return "".join(json.loads(piece, strict=False) if "\\" in piece else piece[1:-1] for piece in pieces)


def messages_of(locale: str) -> Iterator[Message]:
    """Every entry of a language's catalogues, file by file, as Babel has it."""
    from babel.messages.pofile import read_po

    for path in files_of(locale):
        with path.open("rb") as file:
            yield from read_po(file, locale=locale)
