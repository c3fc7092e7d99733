"""The catalogues of both languages, each read as one."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.plurals import get_plural

from bot.words.catalogues import LOCALES, catalogue, read_po

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


def test_what_is_fuzzy_empty_or_obsolete_is_no_word(tmp_path: Path) -> None:
    """Escapes, contexts, texts in several lines and plurals are words."""
    file = tmp_path / "words.po"
    file.write_text(EVERY_CASE, "utf-8")

    assert {entry.key + entry.context for entry in read_po(file, "en") if entry.key} == {"quoted", "quotedacc", "coin"}


def test_a_reading_does_not_state_its_time(tmp_path: Path) -> None:
    """Two readings are equal whenever they are made: of the header only the forms of plurals are kept."""
    file = tmp_path / "words.po"
    file.write_text(EVERY_CASE, "utf-8")

    assert next(read_po(file, "en")).forms == ("plural=(n != 1);",)
