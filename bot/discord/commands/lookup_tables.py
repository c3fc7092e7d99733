"""Whole tables in words: rows under each other where a phone can show them, else an entry to each paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.discord.commands.lookup_titles import called, has_command
from bot.discord.commands.lookup_words import SOURCE, dexterity, source, word
from bot.discord.prompts.controls import CONTENT
from bot.words.clip import clip
from bot.words.narrator import Narrator
from rules.kernel.lookups import Book, Facts, Lookup

PHONE = 36
"""Signs of a line in a block of code that a phone shows without breaking it."""
GAP = "  "
NOTHING = "–"
MOST_IN_HEAD = 3
MOST_ON_PAGE = CONTENT - 400
"""Signs of the rows of a page; the rest is for title, heading and source."""

Cells = Sequence[Sequence[str]]


def table(narrator: Narrator, one: Lookup[Any], rows: Sequence[Facts], page: int = 1) -> str:
    """A table, as many rows as a message bears; the rest is on later pages."""
    plain = narrator.plain
    rows = [row | {"dexterity": "strength/2"} if row.get("heads") else row for row in rows]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _has_column(name, rows)]
    heading = [_column(plain, one.key, name) for name in names]
    cells = [[_cell(plain, one.key, name, row.get(name)) for name in names] for row in rows]
    pages = _bodies(heading, cells)
    page = min(page, len(pages))
    more = _more(narrator, one.key, page, sum(size for size, _ in pages[page:]))
    title = f"**{narrator.say(f'lookup.table.{one.key}')}**"
    return "\n".join(line for line in (title, pages[page - 1][1], more, source(narrator, rows[0])) if line)


def _bodies(heading: Sequence[str], cells: Cells) -> list[tuple[int, str]]:
    """How many rows each page shows, and the page."""
    first, *lines = aligned([heading, *cells])
    if max(map(len, (first, *lines))) > PHONE:
        return [(len(page), "\n".join(page)) for page in _pages(entries(heading, cells))]
    return [(len(page), "\n".join(["```", first, *page, "```"])) for page in _pages(lines)]


def _more(narrator: Narrator, name: str, page: int, left: int) -> str:
    """How many rows are left, and how to see them."""
    if not left:
        return ""
    return narrator.say("lookup.more", left=left, name=called(narrator, name), page=page + 1)


def tables(narrator: Narrator, book: Book[Any], in_force: Any) -> str:
    """The tables that a game has."""
    sections = {row["table"]: row["section"] for row in book.listed(in_force)}
    lines = [_listed(narrator, one, sections[one.name]) for one in book.lookups]
    head, how = (narrator.say(f"lookup.{key}.{book.game}") for key in ("tables", "tables_how"))
    return clip("\n".join([f"**{head}**", *lines, how]), CONTENT)


def _listed(narrator: Narrator, one: Lookup[Any], section: str) -> str:
    command = f"`{called(narrator, one.key)}` – " if has_command(narrator, one.key) else ""
    return f"- {command}{narrator.say(f'lookup.table.{one.key}')} (§{section})"


def _has_column(name: str, rows: Sequence[Facts]) -> bool:
    if name in (*SOURCE, "heads", "side"):
        return False
    return any(row.get(name) not in (None, "", {}, (), [], False) and row.get(name) != 0 for row in rows)


def _column(narrator: Narrator, table: str, name: str) -> str:
    if name.startswith("sum "):
        return name.removeprefix("sum ")
    keys = (f"lookup.column.{table}.{name}", f"lookup.column.{name}", f"weapon.{name}", f"lookup.fact.{name}")
    return narrator.first_known(*keys) or name


def _cell(narrator: Narrator, table: str, name: str, value: Any) -> str:
    match value:
        case None | "" | () | []:
            return NOTHING
        case {"chance": chance, "amount": amount}:
            return f"{chance}: {amount}"
        case Mapping():
            of = "monster" if name == "guards" else "weapon"
            return ", ".join(f"{word(narrator, table, of, key)} {inner}" for key, inner in value.items()) or NOTHING
        case str() if name == "dexterity":
            return dexterity(narrator, value) or value
        case list() | tuple():
            return ("/" if name == "potential" else ",").join(word(narrator, table, name, str(one)) for one in value)
        case bool():
            return "+" if value else NOTHING
        case _:
            return word(narrator, table, name, str(value))


# Rows under each other -------------------------------------------------------------------------------------


def aligned(cells: Cells) -> list[str]:
    """Columns under each other."""
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    return [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


# A paragraph for each row ----------------------------------------------------------------------------------


def entries(heading: Sequence[str], cells: Cells) -> list[str]:
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
