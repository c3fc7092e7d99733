"""Whole tables in words: rows under each other where a phone can show them, else an entry to each paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.discord.commands.lookup.entry import SOURCE, source
from bot.discord.commands.lookup.titles import Table, game_title
from bot.discord.prompts.controls import CONTENT
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said
from rules.kernel.lookups import Book, Facts

PHONE = 36
"""Signs of a line in a block of code that a phone shows without breaking it."""
GAP = "  "
NOTHING = "–"
MOST_IN_HEAD = 3
MOST_ON_PAGE = CONTENT - 400
"""Signs of the rows of a page; the rest is for title, heading and source."""

Cells = Sequence[Sequence[str]]


def table(narrator: Narrator, of: Table, rows: Sequence[Facts], page: int = 1) -> str:
    """A table, as many rows as a message bears; the rest is on later pages."""
    plain = narrator.plain
    rows = [of.words.row(row) for row in rows]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _has_column(of, name, rows)]
    heading = [_column(plain, of, name) for name in names]
    cells = [[_cell(plain, of, name, row.get(name)) for name in names] for row in rows]
    pages = _bodies(heading, cells)
    page = min(page, len(pages))
    more = _more(narrator, of, page, sum(size for size, _ in pages[page:]))
    title = f"**{narrator.say(f'lookup.table.{of.key}')}**"
    return "\n".join(line for line in (title, pages[page - 1][1], more, source(narrator, rows[0])) if line)


def _bodies(heading: Sequence[str], cells: Cells) -> list[tuple[int, str]]:
    """How many rows each page shows, and the page."""
    first, *lines = align([heading, *cells])
    if max(map(len, (first, *lines))) > PHONE:
        return [(len(page), "\n".join(page)) for page in _pages(row_lines(heading, cells))]
    return [(len(page), "\n".join(["```", first, *page, "```"])) for page in _pages(lines)]


def _more(narrator: Narrator, of: Table, page: int, left: int) -> str:
    """How many rows are left, and how to see them."""
    if not left:
        return ""
    plain = narrator.plain
    game, title = game_title(plain, of.book), plain.say(f"lookup.table.{of.key}")
    return narrator.say("lookup.more", left=left, game=Said(game), table=Said(title), page=page + 1)


def tables(narrator: Narrator, book: Book[Any], in_force: Any) -> str:
    """The tables that a game has."""
    sections = {row["table"]: row["section"] for row in book.listed(in_force)}
    lines = [f"- {narrator.say(f'lookup.table.{one.key}')} (§{sections[one.name]})" for one in book.lookups]
    head, how = (narrator.say(f"lookup.{key}.{book.game}") for key in ("tables", "tables_how"))
    return clip("\n".join([f"**{head}**", *lines, how]), CONTENT)


def games(narrator: Narrator, books: Sequence[Book[Any]]) -> str:
    """The tables of several games."""
    lines = [f"**{narrator.say(f'lookup.tables.{book.game}')}**\n{_listed(narrator, book)}" for book in books]
    return clip("\n".join([*lines, narrator.say("lookup.how")]), CONTENT)


def _listed(narrator: Narrator, book: Book[Any]) -> str:
    return ", ".join(narrator.say(f"lookup.table.{one.key}") for one in book.lookups)


def _has_column(of: Table, name: str, rows: Sequence[Facts]) -> bool:
    if name in SOURCE or name in of.words.untold:
        return False
    return any(row.get(name) not in (None, "", {}, (), [], False) and row.get(name) != 0 for row in rows)


def _column(narrator: Narrator, of: Table, name: str) -> str:
    named = narrator.first_known(f"lookup.column.{of.key}.{name}", f"lookup.column.{name}")
    return named or of.words.column(narrator, name) or narrator.first_known(f"lookup.fact.{name}") or name


def _cell(narrator: Narrator, of: Table, name: str, value: Any) -> str:
    words = of.words
    if (special := words.cells.get(name)) and value not in (None, "") and (said := special(narrator, value)):
        return said
    match value:
        case None | "" | () | []:
            return NOTHING
        case Mapping():
            return (
                ", ".join(f"{words.word(narrator, of.key, name, key)} {of_it}" for key, of_it in value.items())
                or NOTHING
            )
        case list() | tuple():
            return ",".join(words.word(narrator, of.key, name, str(one)) for one in value)
        case bool():
            return "+" if value else NOTHING
        case _:
            return words.word(narrator, of.key, name, str(value))


# Rows under each other -------------------------------------------------------------------------------------


def align(cells: Cells) -> list[str]:
    """Columns under each other."""
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    return [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


# A paragraph for each row ----------------------------------------------------------------------------------


def row_lines(heading: Sequence[str], cells: Cells) -> list[str]:
    """Each row as a line that may break anywhere: what tells it from the others first, then each fact by its name."""
    first = _telling(cells)
    return [_entry(heading, row, first) for row in cells]


def _telling(cells: Cells) -> int:
    """How many of the first columns tell the rows apart; the first alone when it takes too many, or none."""
    if len({row[0] for row in cells}) < 2:
        return 0
    many = range(1, min(MOST_IN_HEAD, len(cells[0])) + 1)
    return next((n for n in many if len({tuple(row[:n]) for row in cells}) == len(cells)), 1)


def _entry(heading: Sequence[str], row: Sequence[str], first: int) -> str:
    named = list(zip(heading, row, strict=True))
    head = " · ".join(_short(name, cell) for name, cell in named[:first] if cell != NOTHING)
    rest = " · ".join(f"{name}: {cell}" for name, cell in named[first:] if cell != NOTHING)
    return " – ".join([f"**{head}**"] * bool(head) + [rest] * bool(rest)) or NOTHING


def _short(name: str, cell: str) -> str:
    """A name speaks for itself, a number says what it counts."""
    return cell if any(sign.isalpha() for sign in cell) else f"{name} {cell}"


def _pages(rows: Sequence[str]) -> Iterator[list[str]]:
    page: list[str] = []
    for row in rows:
        if page and sum(map(len, page)) + len(page) + len(row) > MOST_ON_PAGE:
            yield page
            page = []
        page.append(row)
    yield page
