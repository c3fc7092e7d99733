"""The catalogues of both languages, each read as one."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po as read_with_babel

from bot.words.catalogues import FOLDERS, LOCALES, Entry, catalogue, read_po

EVERY_CASE = """\
# A comment of the translator.
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: somewhere.py:7
msgid "quoted"
msgstr "a \\"quote\\", a \\\\ and\\ta tab\\n"
#, python-brace-format
msgctxt "acc"
msgid "quoted"
msgstr   ""
"in two "
"lines"
msgid "coin"
msgid_plural "coins"
msgstr[0] "{n} coin"
msgstr[1] "{n} coins"

#, fuzzy
msgid "guessed"
msgstr "a guess"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "long ago"
"""


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers_have_the_forms_of_the_language(locale: str) -> None:
    """One for each plural form that the language has."""
    assert len({catalogue(locale).ngettext("wounds", "", n) for n in range(200)}) == get_plural(locale).num_plurals


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_missing_is_no_word(locale: str) -> None:
    """Neither an entry that is nowhere, nor one of another case or number."""
    words = catalogue(locale)

    for missing in (lambda: words.gettext("no.such"), lambda: words.pgettext("acc", "no.such")):
        with pytest.raises(LookupError):
            missing()
    with pytest.raises(LookupError):
        words.npgettext("acc", "no.such", "no.such", 2)


def with_babel(file: Path, locale: str) -> list[Entry]:
    """The entries of a file that have words, read by the library."""
    with file.open("rb") as source:
        return [
            entry_of(message)
            for message in read_with_babel(source, locale=locale)
            if not message.fuzzy or not message.id
        ]


def entry_of(message: Message) -> Entry:
    """An entry of the library as one of ours."""
    key = message.id if isinstance(message.id, str) else message.id[0]
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return Entry(key, forms, message.context or "", message.pluralizable)


@pytest.mark.parametrize("file", [file for folder in FOLDERS for file in sorted(folder.rglob("*.po"))], ids=str)
def test_a_catalogue_is_read_as_by_babel(file: Path) -> None:
    """Not an entry, form or sign is another."""
    ours, theirs = ([entry for entry in entries if entry.key] for entries in (read_po(file), with_babel(file, "pl")))

    assert ours == theirs
    assert len(ours) > 1000


def test_every_case_of_the_format_is_read_as_by_babel(tmp_path: Path) -> None:
    """Escapes, contexts, texts in several lines, plurals; what is fuzzy, empty or obsolete is no word."""
    file = tmp_path / "words.po"
    file.write_text(EVERY_CASE, "utf-8")
    ours = {entry.key + entry.context: entry.forms for entry in read_po(file) if entry.key}

    assert ours == {
        entry.key + entry.context: entry.forms for entry in with_babel(file, "en") if any(entry.forms) and entry.key
    }
    assert set(ours) == {"quoted", "quotedacc", "coin"}


@pytest.mark.parametrize("line", ['msgid "open', "msgid without quotes", 'msgword "no keyword"', '"continues nothing"'])
def test_a_line_that_is_none_of_a_catalogue_is_named(line: str, tmp_path: Path) -> None:
    """A slip must not lose the words around it in silence."""
    file = tmp_path / "words.po"
    file.write_text(f"# words\n\n{line}\n", "utf-8")

    with pytest.raises(ValueError, match="line 3"):
        list(read_po(file))
