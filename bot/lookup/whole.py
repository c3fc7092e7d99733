"""Whole tables in words: rows under each other where a phone can show them, else an entry to each paragraph."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from bot.lookup.entry import SOURCE, source
from bot.lookup.library import MESSAGE, Paper
from bot.lookup.titles import Table, game_title
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said
from rules.kernel.lookups import Book, Facts

GAP = "  "
NOTHING = "–"
MOST_IN_HEAD = 3

Cells = Sequence[Sequence[str]]


def table(narrator: Narrator, of: Table, rows: Sequence[Facts], page: int = 1, paper: Paper = MESSAGE) -> str:
    """A table, as many rows as the paper bears; the rest is on later pages."""
    heading, cells = columns(narrator, of, rows)
    title, legend = f"**{narrator.say(f'lookup.table.{of.key}')}**", narrator.first_known(f"lookup.legend.{of.key}")
    frame = [title, *[f"-# {legend}"] * bool(legend), source(narrator, rows[0])]
    pages = _bodies(heading, cells, paper, len("\n".join([*frame, _more(narrator, of, page, len(rows)), ""])))
    page = min(page, len(pages))
    more = _more(narrator, of, page, sum(size for size, _ in pages[page:]))
    return "\n".join(line for line in (title, pages[page - 1][1], *frame[1:-1], more, frame[-1]) if line)


def columns(narrator: Narrator, of: Table, rows: Sequence[Facts]) -> tuple[Sequence[str], Cells]:
    """The headings of a table's columns, and the cells of each row."""
    plain = narrator.plain
    rows = [of.words.row(row) for row in rows]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _has_column(of, name, rows)]
    return [_column(plain, of, name) for name in names], [
        [_cell(plain, of, name, row.get(name)) for name in names] for row in rows
    ]


def _bodies(heading: Sequence[str], cells: Cells, paper: Paper, taken: int) -> list[tuple[int, str]]:
    """How many rows each page shows, and the page; so many signs are ``taken`` by what stands around the rows."""
    first, *lines = align([heading, *cells])
    room = paper.room - taken
    if max(map(len, (first, *lines))) > paper.width:
        return [(len(page), "\n".join(page)) for page in even_pages(row_lines(heading, cells), room)]
    frame = ["```", first, "```"]
    pages = even_pages(lines, room - len("\n".join(frame)) - 1)
    return [(len(page), "\n".join([*frame[:2], *page, frame[2]])) for page in pages]


def _more(narrator: Narrator, of: Table, page: int, left: int) -> str:
    """How many rows are left, and how to see them."""
    if not left:
        return ""
    plain = narrator.plain
    game, title = game_title(plain, of.book), plain.say(f"lookup.table.{of.key}")
    return narrator.say("lookup.more", left=left, game=Said(game), table=Said(title), page=page + 1)


def tables(narrator: Narrator, book: Book[Any], in_force: Any, paper: Paper = MESSAGE) -> str:
    """The tables that a game has."""
    sections = {row["table"]: row["section"] for row in book.listed(in_force)}
    lines = [f"- {narrator.say(f'lookup.table.{one.key}')} (§{sections[one.name]})" for one in book.lookups]
    head = narrator.say(f"lookup.tables.{book.game}")
    how = [narrator.say(f"lookup.tables_how.{book.game}")] * paper.options
    return clip("\n".join([f"**{head}**", *lines, *how]), paper.room)


def games(narrator: Narrator, books: Sequence[Book[Any]], paper: Paper = MESSAGE) -> str:
    """The tables of several games."""
    lines = [f"**{narrator.say(f'lookup.tables.{book.game}')}**\n{_listed(narrator, book)}" for book in books]
    return clip("\n".join([*lines, *[narrator.say("lookup.how")] * paper.options]), paper.room)


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
                ", ".join(
                    f"{words.word(narrator, of.key, name, key)} {words.number(narrator, one)}"
                    for key, one in value.items()
                )
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


# Pages -----------------------------------------------------------------------------------------------------


def even_pages(rows: Sequence[str], room: int) -> list[list[str]]:
    """The rows on as few pages of so many signs as they need, and each page as full as the others."""
    fewest = len(_filled(rows, room))
    if fewest == 1:
        return [list(rows)]
    longest = max(map(len, rows))
    least = bisect_left(range(room), True, lo=min(longest, room), key=lambda each: len(_filled(rows, each)) <= fewest)
    return _filled(rows, least)


def _filled(rows: Sequence[str], room: int) -> list[list[str]]:
    """Page after page, each filled as far as it goes; a row of itself is never broken."""
    pages: list[list[str]] = [[]]
    for row in rows:
        if pages[-1] and len("\n".join([*pages[-1], row])) > room:
            pages.append([])
        pages[-1].append(row)
    return pages
