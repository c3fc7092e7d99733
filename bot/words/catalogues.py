"""The gettext catalogues of the bot and of each game, and the order of keys for a set of facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import Any, NamedTuple

from rules.kernel.words import Word

LOCALES = ("pl", "en")
FOLDERS = [Path(__file__).parents[1] / "locale"]
"""The folders of the catalogues, which are the files ``LOCALE/LC_MESSAGES/*.po`` in each."""


class Entry(NamedTuple):
    """An entry of a catalogue; a counted noun has one form per plural form of its language."""

    key: str
    forms: tuple[str, ...]
    context: str = ""
    is_counted: bool = False


_own: dict[str, Mapping[str, Sequence[Entry]]] = {}


class _Catalogue(NullTranslations):
    """The texts of a language; a missing entry raises ``LookupError``."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        super().__init__()
        self._entries: dict[tuple[str, str], Entry] = {}
        for entry in entries:
            known = self._entries.setdefault((entry.context, entry.key), entry)
            if entry.is_counted and not known.is_counted:
                self._entries[entry.context, entry.key] = entry
        self._plural = c2py(re.findall(r"plural=([^;]+);", self._entries["", ""].forms[0])[0])

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        entry = self._entries[context, message]
        return entry.forms[self._plural(1)] if entry.is_counted else entry.forms[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        entry = self._entries[context, msgid1]
        if not entry.is_counted:
            raise LookupError(msgid1)
        return entry.forms[self._plural(n)]


@lru_cache(maxsize=len(LOCALES))
def catalogue(locale: str) -> NullTranslations:
    """Return the texts of a language, of the bot and all games, as one catalogue."""
    own = (entry for words in _own.values() for entry in words.get(locale, ()))
    return _Catalogue((*entries_of(locale), *own))


def adopt(source: str, words: Mapping[str, Sequence[Entry]]) -> None:
    """Add texts, by language, to the catalogues; they replace the earlier texts of this source."""
    if words == _own.get(source, {}):
        return
    _own[source] = words
    catalogue.cache_clear()


def entries_of(locale: str) -> Iterator[Entry]:
    """Yield every entry of a language's catalogues, file by file; each file's header has the empty key."""
    for path in sorted(path for folder in FOLDERS for path in (folder / locale / "LC_MESSAGES").glob("*.po")):
        yield from read_po(path, locale)


def read_po(path: Path, locale: str) -> Iterator[Entry]:
    """Yield the header and the translated entries of a file, without obsolete and fuzzy ones."""
    from babel.messages.pofile import read_po as parse

    with path.open("rb") as file:
        catalog = parse(file, locale=locale)
    # The header that Babel yields states the time of reading, so that two readings would differ.
    yield Entry("", (f"plural={catalog.plural_expr};",))
    for message in catalog:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if key and all(forms) and forms and not message.fuzzy:
            yield Entry(key, forms, message.context or "", message.pluralizable)


MOOD = "mood"
"""The fact that ``keys`` skips; its texts are added to the variants of the chosen key."""


def keys(base: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys for a text, the most specific first, the base last.

    First what is true, empty or 1, in the order of the facts, then each fact that is a word: ``gold=0`` gives
    ``event.PartyLeft.no_gold``, a Blow that killed the Gate ``event.Blow.killed.monster.gate``, a death by gas
    ``event.CharacterDied.trap.gas``.
    """
    words = [fact.key for name, fact in facts.items() if isinstance(fact, Word) and name != MOOD]
    for name, fact in facts.items():
        if fact is True:
            yield from (f"{base}.{name}.{word}" for word in words)
            yield f"{base}.{name}"
        elif fact is not False and fact in (0, "", ()):
            yield f"{base}.no_{name}"
        elif fact == 1 and fact is not True:
            yield f"{base}.one_{name}"
    yield from (f"{base}.{word}" for word in words)
    yield base
