"""The catalogues of both languages, each read as one."""

from __future__ import annotations

import pytest
from babel.messages.plurals import get_plural

from bot.words.catalogues import LOCALES, catalogue


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
