"""The catalogues are read as Babel reads them."""

from __future__ import annotations

from gettext import c2py

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.words.catalogues import LOCALES, Entry, catalogue, files_of, messages_of, read_entries

SMALL = r"""
# A comment.
#, c-format
msgctxt "acc"
msgid "one"
msgstr ""
"A \"quoted\" word,\n"
"and another line"
msgid "two"
msgid_plural "two"
msgstr[0] "two"
msgstr[1] "twos"

#~ msgid "gone"
#~ msgstr "gone"
"""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_entry_is_read_as_babel_reads_it(locale: str) -> None:
    """In the same order, with the same forms."""
    for path in files_of(locale):
        with path.open("rb") as file:
            known = [one for one in read_po(file, locale=locale) if one.id]
        assert not any(one.fuzzy for one in known)
        assert [one for one in read_entries(path.read_text("utf-8")) if one.key] == [
            Entry(
                one.id if isinstance(one.id, str) else one.id[0],
                one.context or "",
                not isinstance(one.id, str),
                (one.string,) if isinstance(one.string, str) else tuple(one.string),
            )
            for one in known
        ]


def test_entries_in_every_shape() -> None:
    """With a case, over several lines, with signs that are escaped, counted; what is commented out is nothing."""
    assert list(read_entries(SMALL)) == [
        Entry("one", "acc", False, ('A "quoted" word,\nand another line',)),
        Entry("two", "", True, ("two", "twos")),
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers_have_the_forms_of_the_language(locale: str) -> None:
    """As the head of the catalogues says, and Babel for every language."""
    form, words = c2py(get_plural(locale).plural_expr), catalogue(locale)
    alike = {number: next(other for other in range(200) if form(other) == form(number)) for number in range(200)}

    assert all(words.ngettext("wounds", "", n) == words.ngettext("wounds", "", other) for n, other in alike.items())
    assert len({words.ngettext("wounds", "", n) for n in range(200)}) == get_plural(locale).num_plurals


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_missing_is_no_word(locale: str) -> None:
    """Neither an entry that is nowhere, nor one of another case or number."""
    words = catalogue(locale)

    for missing in (lambda: words.gettext("no.such"), lambda: words.pgettext("acc", "no.such")):
        with pytest.raises(LookupError):
            missing()
    with pytest.raises(LookupError):
        words.npgettext("acc", "no.such", "no.such", 2)
    assert any(messages_of(locale))
