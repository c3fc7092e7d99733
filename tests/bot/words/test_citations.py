"""Where texts for players cite a rulebook, the place is one that the printed rulebook has."""

from __future__ import annotations

import re

import pytest

from bot.discord.prompts.words import reason
from bot.words.catalogues import FOLDERS, LOCALES, read_po
from bot.words.narrator import Narrator
from rules.games import book
from rules.kernel.requests import Text

CAVE_SECTIONS = frozenset(
    [
        *("1", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"),
        *("2", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8"),
        *("3", "3.1", "4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6"),
        *("5", "5.1", "5.2", "5.3", "5.4", "5.5", "6", "6.1", "6.2", "6.3", "6.4"),
        *("7", "8", "9", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7"),
        *("10", "11", "11.1", "11.2", "11.3", "11.4", "12", "12.1", "12.2", "12.3", "12.4", "12.5"),
    ]
)
"""The sections of Jaskinia's printed rulebook."""
CITED = re.compile(r"§\s?([\d.]*\d)")


def _texts(game: str, locale: str) -> list[tuple[str, str]]:
    file = FOLDERS[0] / locale / "LC_MESSAGES" / f"{game}.po"
    return [(entry.key, form) for entry in read_po(file, locale) for form in entry.forms]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rulebook_without_numbers_is_cited_by_chapter(locale: str) -> None:
    """The rulebook of Labirynt Czarnoksiężnika numbers nothing."""
    texts = _texts("labirynt_czarnoksieznika", locale)
    assert [key for key, text in texts if "§" in text] == []
    assert any("Walka”" in text for _, text in texts)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_cave_is_cited_by_the_numbers_of_its_rulebook(locale: str) -> None:
    cited = {(key, number) for key, text in _texts("jaskinia", locale) for number in CITED.findall(text)}
    assert len(cited) > 10
    assert {(key, number) for key, number in cited if number not in CAVE_SECTIONS} == set()


@pytest.mark.parametrize(("game", "numbered"), [("jaskinia", CAVE_SECTIONS), ("labirynt-czarnoksieznika", frozenset())])
def test_each_row_of_a_table_names_a_place_in_the_rulebook(game: str, numbered: frozenset[str]) -> None:
    """A number of the rulebook, or a chapter that has a name in each language."""
    tables = book(game).tables()
    places = {row["section"] for lookup in book(game).lookups for row in lookup.rows(tables)}
    for locale in LOCALES:
        chapters = {key.removeprefix("lookup.chapter.") for key, _ in _texts("bot", locale)}
        assert places <= numbered | chapters


def test_the_limit_of_spells_is_where_the_rulebook_has_it() -> None:
    cave = book("jaskinia")
    found = cave.lookup("limit").answer(cave.tables(), {"power": "5"})
    assert isinstance(found, dict)
    assert (found["section"], found["origin"]) == ("2.6", "rulebook")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_section_stands_only_behind_the_question_mark(locale: str) -> None:
    """A panel says why it asks without the number that `?` has."""
    request = Text(who="s1", why="apprentice.name", longest=20)
    narrator = Narrator(locale)

    assert "§4.1 B" in reason(narrator, request, openly=True)
    assert "§" not in reason(narrator, request)
    assert reason(narrator, request).endswith(".")
