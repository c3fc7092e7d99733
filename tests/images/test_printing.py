"""Printed pages: whatever stands on them, nothing leaves the page or gets lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import pytest

from images.printing.plans import print_cards, print_plans
from images.printing.press import Paper
from images.printing.shapes import Card, Cell, Field, Mark, Part, Plan, Sheet, Side, Table, Track
from images.printing.sheets import print_sheets, print_tables
from tests.images.paper import UNPRINTABLE, is_grey, pages, smallest_type, words_of
from tests.sampled import first_of

PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES = {"a4": (210, 297), "letter": (216, 279)}
ENDLESS = "Zażółć gęślą jaźń " * 230
BARE = "W" * 4000
EMOJI = "🐉🔥👩‍👩‍👧"
ANYBODY = ("Mira", ENDLESS, BARE, EMOJI, "", "שלום")
Print = Callable[[Sequence[Sheet], Paper, str, str], bytes]


def a_sheet(name: str = "Mira", lines: Sequence[str] = ("sword",), **more: object) -> Sheet:
    """A sheet with one of everything."""
    names = (Field("name", name), Field("player", name))
    return Sheet(
        names, (Field("strength", "7"),), (Track("wounds", 7, 2),), (Part("things", tuple(lines), 3),), "", False
    )


def a_plan(across: int, down: int, title: str = "Level", half: bool = False) -> Plan:
    """A level of rooms, each open to the east and with a door to the south."""
    sides: tuple[Side, Side, Side, Side] = ("door", "open", "door", "open")
    places = [(x, y) for y in range(down) for x in range(across)]
    cells = [Cell(x, y, sides, name=f"{x},{y}", marks=(Mark("12", "icons/monsters"),)) for x, y in places]
    return Plan(title, tuple(cells), ((Mark("1", solid=True), title),), (title,), half)


@pytest.mark.parametrize(
    ("words", "paper"),
    first_of(zip(ANYBODY * 2, PAPERS * 3 + PAPERS[::-1] * 3, strict=True), len(ANYBODY)),
)
def test_whatever_somebody_is_called_stays_on_the_page(paper: Paper, words: str) -> None:
    """Sheets, cards, tables and plans with endless names, one endless word, emoji, a script we have no type for."""
    table = Table(words, (words, "b"), ((words, "1"), ("c", words)), words)
    card = Card(words, words, "icons/sword", (Field(words, words),), words)
    printed = [
        print_sheets([a_sheet(words, [words] * 3)], paper, words, "pl"),
        print_tables([table], paper, words, "pl"),
        print_plans([a_plan(2, 2, words)], paper, words, "pl"),
        print_cards([card], paper, words, "pl"),
    ]

    for page in (page for data in printed for page in pages(data)):
        assert page.size in (SIZES[paper], SIZES[paper][::-1])
        assert page.nearest > UNPRINTABLE
        assert is_grey(page)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_with_more_than_a_page_goes_on(paper: Paper) -> None:
    """A hundred things, none of them lost, under the same name."""
    printed = print_sheets([a_sheet("Mira", [f"thing-{n:03}" for n in range(100)])], paper, "foot", "en")

    assert len(pages(printed)) == 2
    assert all("Mira" in page.words for page in pages(printed))  # a page says whose things these are
    assert all(f"thing-{n:03}" in words_of(printed) for n in range(100))


def test_two_sheets_go_on_a_page_and_one_that_begins_a_team_on_a_fresh_one() -> None:
    """Twelve players' sheets are six pages."""
    rows = [Part("things", (), 6), Part("more", (), 6)]
    sheet = Sheet((Field("name"),), tuple(Field(str(n)) for n in range(7)), (Track("wounds", 9),), tuple(rows))
    fresh = Sheet(sheet.names, sheet.figures, sheet.tracks, sheet.parts, fresh=True)

    assert len(pages(print_sheets([sheet] * 12, "a4", "foot", "en"))) == 6
    assert len(pages(print_sheets([fresh] * 3, "a4", "foot", "en"))) == 3


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("across", "down", "number"), [(15, 10, 1), (10, 15, 1), (50, 3, 2), (3, 50, 2), (40, 40, 4)])
def test_a_large_level_is_legible(paper: Paper, across: int, down: int, number: int) -> None:
    """150 segments on a page; what would be too small goes on on the next one, every segment on one of them."""
    printed = print_plans([a_plan(across, down)], paper, "foot", "en")

    assert len(pages(printed)) in (number, number + 1)
    assert {f"{across - 1},{down - 1}", "0,0"} < set(words_of(printed).split())
    assert all(page.nearest > UNPRINTABLE for page in pages(printed))


def test_many_rows_take_few_pages_and_none_is_lost() -> None:
    """Two hundred and fifty rows of a table, in type of 8 points at least."""
    rows = tuple((f"row-{n:03}", str(n), "some words") for n in range(250))
    printed = print_tables([Table("Rows", ("name", "number", "what"), rows)], "a4", "foot", "en")

    assert len(pages(printed)) <= 2
    assert smallest_type(printed) > 7.99
    assert all(f"row-{n:03}" in words_of(printed) for n in range(250))


def test_nine_cards_are_on_a_page() -> None:
    """As large as playing cards, also on Letter."""
    card = Card("Sleep", "Spell", "icons/sword", (Field("cost", "2"),), "Somebody sleeps.")

    for paper in PAPERS:
        assert [page.words.count("Sleep") for page in pages(print_cards([card] * 10, paper, "foot", "en"))] == [9, 1]
