"""The gettext catalogues of the bot and of each game, and the keys under which words for certain facts may stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.kernel.words import Word

if TYPE_CHECKING:
    from babel.messages.catalog import Message


LOCALES = ("pl", "en")
FOLDERS = [Path(__file__).parents[1] / "locale"]
"""Where catalogues are looked for: in ``LOCALE/LC_MESSAGES/*.po`` of each."""
_own: dict[str, Mapping[str, Sequence[Message]]] = {}


class _Missing(NullTranslations):
    """What answers for an entry that a catalogue has not."""

    def gettext(self, message: str) -> str:
        raise LookupError(message)

    def pgettext(self, context: str, message: str) -> str:
        raise LookupError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise LookupError(msgid1)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        raise LookupError(msgid1)


@lru_cache(maxsize=len(LOCALES))
def catalogue(locale: str) -> NullTranslations:
    """The words of a language, of every game and of the bot, as one; who asks for others gets a ``LookupError``."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    words = Catalog(locale)
    for one in (*messages_of(locale), *(one for source in _own.values() for one in source.get(locale, ()))):
        words[one.id] = one
    compiled = BytesIO()
    write_mo(compiled, words)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    return translations


def adopt(source: str, words: Mapping[str, Sequence[Message]]) -> None:
    """Say these words, by language, besides those of the catalogues; they stand instead of the source's last ones."""
    if words == _own.get(source, {}):
        return
    _own[source] = words
    catalogue.cache_clear()


def messages_of(locale: str) -> Iterator[Message]:
    """Every entry of a language's catalogues, file by file."""
    from babel.messages.pofile import read_po

    for path in sorted(path for folder in FOLDERS for path in (folder / locale / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            yield from read_po(file, locale=locale)


MOOD = "mood"
"""The fact that only adds words to those that fit the others."""


def keys(base: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """The most particular first: by single facts (true, empty, one), then by a word among them, at last the base alone.

    So ``event.PartyLeft`` with the fact ``gold=0`` may have words of its own under ``event.PartyLeft.no_gold``.
    """
    for name, fact in facts.items():
        if fact is True:
            yield f"{base}.{name}"
        elif fact is not False and fact in (0, "", ()):
            yield f"{base}.no_{name}"
        elif fact == 1 and fact is not True:
            yield f"{base}.one_{name}"
    yield from (f"{base}.{fact.key}" for name, fact in facts.items() if isinstance(fact, Word) and name != MOOD)
    yield base
