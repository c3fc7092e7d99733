"""Words table entries and whole tables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bot.lookup.tables import MESSAGE, Library, Paper, Table, game_title, tables_of, title_of
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.lookups import Book, Facts

SOURCE = ("section", "origin", "rolled")
NOT_TOLD = (*SOURCE, "id")


def entry(narrator: Narrator, table: Table, found: Facts) -> str:
    """Return an entry of a table in words."""
    title = narrator.say(f"lookup.table.{table.key}")
    called = name_of(narrator, table, found)
    lines = [
        (f"**{called}** · {title}" if called else f"**{title}**"),
        *(
            f"{label}: **{said}**" if "\n" not in said else f"{label}:{said}"
            for label, said in facts(narrator, table, found)
        ),
    ]
    does = effect(narrator, table, found)
    full_stop = "" if does.endswith((".", "!", "?", "…")) else "."  # the group's own sentences have none
    lines += [f"*{capitalised(does)}{full_stop}*" if does else "", dice(narrator, found.get("rolled", ()))]
    lines += [source(narrator, [found])]
    return "\n".join(line for line in lines if line)


def name_of(narrator: Narrator, table: Table, found: Facts) -> str:
    """Return the name of an entry; '' if it has no name."""
    name = table.words.heads.get(table.key, "")
    return capitalised(table.words.word(narrator, table.key, name, str(found[name]))) if name in found else ""


def facts(narrator: Narrator, table: Table, found: Facts) -> Iterator[tuple[str, str]]:
    """Yield the label and text of each fact of an entry, without its name."""
    untold = (*NOT_TOLD, *table.words.untold, table.words.heads.get(table.key, ""))
    for name, value in found.items():
        if name in untold or _is_silent(table, name, value):
            continue
        label = narrator.first_known(f"lookup.fact.{table.key}.{name}", f"lookup.fact.{name}") or name
        yield label, _value_in_words(narrator, table, name, value)


def _is_silent(table: Table, name: str, value: Any) -> bool:
    if value is None:
        return name not in table.words.tells_none
    hides_zero = {name, f"{table.key}.{name}"} & {*table.words.hides_zero}
    return value in ("", {}) or (not value and bool(hides_zero)) or (value == 1 and name in table.words.hides_one)


def effect(narrator: Narrator, table: Table, found: Facts) -> str:
    """Return one sentence on an entry's effect, such as that of a weapon's kind or a monster's power."""
    key = f"lookup.effect.{table.key}.{found.get(table.words.heads.get(table.key, ''), '')}".rstrip(".")
    said: str = narrator.first_known(key, key.rpartition(".")[0], *table.words.effects(found))
    return said or _note_in_words(narrator, table, found)


def _note_in_words(narrator: Narrator, table: Table, found: Facts) -> str:
    """Return the sentences on the fact that describes the effect; for a monster one on each of its powers."""
    name, folder = table.words.notes.get(table.key, ("", ""))
    value = found.get(name, ())
    return " ".join(narrator.first_known(f"{folder}.{each}") for each in ([value] if isinstance(value, str) else value))


def source(narrator: Narrator, rows: Sequence[Facts]) -> str:
    """Return the rulebook sections and the origin of these rows in small print."""
    places: dict[str, list[Facts]] = {}
    for row in rows:
        places.setdefault(row["origin"], []).append(row)
    said = [
        narrator.say(
            "lookup.source", place=Said(_places(narrator, of)), origin=Said(narrator.say(f"lookup.origin.{origin}"))
        )
        for origin, of in places.items()
    ]
    return f"-# {'; '.join(said)}"


def _places(narrator: Narrator, rows: Sequence[Facts]) -> str:
    """Return the rulebook sections of these rows: by number, or by chapter if there is no number."""
    return ", ".join(dict.fromkeys(_place(narrator, row["section"]) for row in rows))


def _place(narrator: Narrator, section: str) -> str:
    return str(narrator.first_known(f"lookup.chapter.{section}") or f"§{section}")


# Values ----------------------------------------------------------------------------------------------------


def _value_in_words(narrator: Narrator, table: Table, name: str, value: Any, *, cell: bool = False) -> str:
    words = table.words
    if cell and str(value) in EMPTY:
        return NOTHING
    special = (words.cells if cell else words.special).get(name)
    if special and (said := special(narrator, value)) is not None:
        return said
    match value:
        case bool():
            return "+" if cell else narrator.say("house.yes" if value else "house.no")
        case Mapping():
            pairs = [
                f"{words.word(narrator, table.key, name, key)} {words.number(narrator, of)}"
                for key, of in value.items()
            ]
            return ", ".join(pairs)
        case list() | tuple():
            listed = [words.word(narrator, table.key, name, str(item)) for item in value]
            if cell:
                return ("," if all(isinstance(item, int) for item in value) else ", ").join(listed)
            return narrator.join_words(listed) or narrator.say("lookup.none")
        case int() if name in words.signed and not cell:
            return f"{value:+d}"
        case _:
            return words.word(narrator, table.key, name, str(value))


# Dice ------------------------------------------------------------------------------------------------------


def dice(narrator: Narrator, rolled: Sequence[Facts]) -> str:
    """Return all dice in one line; throws for one thing are joined."""
    said = []
    for (what, code), same in groupby(rolled, key=lambda entry: (entry["for"], entry["code"])):
        throws = list(same)
        label = narrator.first_known(f"lookup.dice.{what}", f"lookup.fact.{what}").lower()
        times = f"{len(throws)}× " if len(throws) > 1 else ""
        said.append(f"{label} {times}{narrator.dice_code(code)}: **{', '.join(map(_dice_in_words, throws))}**".strip())
    return f"🎲 {'; '.join(said)}" if said else ""


def _dice_in_words(entry: Facts) -> str:
    shown = " + ".join(map(str, entry["dice"]))
    return shown if shown == str(entry["total"]) else f"{shown} → {entry['total']}"


def capitalised(said: str) -> str:
    """Return the text with a capital first letter."""
    return said[:1].upper() + said[1:]


GAP = "  "
NOTHING = "–"
EMPTY = ("None", "", "()", "[]", "{}", "False")
MOST_IN_HEAD = 3

Cells = Sequence[Sequence[str]]


def table(narrator: Narrator, of: Table, rows: Sequence[Facts], page: int = 1, paper: Paper = MESSAGE) -> str:
    """Return a page of a table, with as many rows as the paper allows."""
    title, legend = f"**{narrator.say(f'lookup.table.{of.key}')}**", narrator.first_known(f"lookup.legend.{of.key}")
    frame = [title, *[f"-# {legend}"] * bool(legend), source(narrator, rows)]
    taken = len("\n".join([*frame, _more_rows_line(narrator, of, page, len(rows)), ""]))
    pages = _page_bodies(*columns(narrator, of, rows), paper, taken)
    page = min(page, len(pages))
    more = _more_rows_line(narrator, of, page, sum(size for size, _ in pages[page:]))
    return "\n".join(line for line in (title, pages[page - 1][1], *frame[1:-1], more, frame[-1]) if line)


def columns(narrator: Narrator, of: Table, rows: Sequence[Facts]) -> tuple[Sequence[str], Cells]:
    """Return the headings of a table's columns, and the cells of each row."""
    plain = narrator.plain
    rows = [of.words.row(row) for row in rows]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _has_column(of, name, rows)]
    return [_column_title(plain, of, name) for name in names], [
        [_value_in_words(plain, of, name, row.get(name), cell=True) for name in names] for row in rows
    ]


def _page_bodies(heading: Sequence[str], cells: Cells, paper: Paper, taken: int) -> list[tuple[int, str]]:
    """Return the number of rows and the text of each page; ``taken``: the characters used around the rows."""
    first, *lines = align([heading, *cells])
    room = paper.room - taken
    if max(map(len, (first, *lines))) > paper.width:
        return [(len(page), "\n".join(page)) for page in even_pages(row_lines(heading, cells), room)]
    frame = ["```", first, "```"]
    pages = even_pages(lines, room - len("\n".join(frame)) - 1)
    return [(len(page), "\n".join([*frame[:2], *page, frame[2]])) for page in pages]


def _more_rows_line(narrator: Narrator, of: Table, page: int, left: int) -> str:
    if not left:
        return ""
    plain = narrator.plain
    game, title = game_title(plain, of.book), plain.say(f"lookup.table.{of.key}")
    return narrator.say("lookup.more", left=left, game=Said(game), table=Said(title), page=page + 1)


def tables(narrator: Narrator, library: Library) -> str:
    """Return the list of the tables in words; those of one game stand below each other."""
    alone = len(library.books) == 1
    first, between = ("\n- ", "\n- ") if alone else ("\n", ", ")
    lines = [
        f"**{narrator.say(f'lookup.tables.{book.game}')}**{first}{between.join(_table_titles(narrator, library, book))}"
        for book in library.books
    ]
    how = narrator.say(f"lookup.tables_how.{library.books[0].game}" if alone else "lookup.how")
    return clip("\n".join([*lines, *[how] * library.paper.options]), library.paper.room)


def _table_titles(narrator: Narrator, library: Library, book: Book) -> list[str]:
    return [
        f"{title_of(narrator, table)} ({_places(narrator, table.lookup.rows(library.tables(book)))})"
        for table in tables_of([book])
    ]


def _has_column(of: Table, name: str, rows: Sequence[Facts]) -> bool:
    if name in SOURCE or name in of.words.untold:
        return False
    return any(row.get(name) not in (None, "", {}, (), [], False) and row.get(name) != 0 for row in rows)


def _column_title(narrator: Narrator, of: Table, name: str) -> str:
    named = narrator.first_known(f"lookup.column.{of.key}.{name}", f"lookup.column.{name}")
    return named or of.words.column(narrator, name) or narrator.first_known(f"lookup.fact.{name}") or name


# Rows under each other -------------------------------------------------------------------------------------


def align(cells: Cells) -> list[str]:
    """Return the rows as lines with aligned columns."""
    widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
    return [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


# A paragraph for each row ----------------------------------------------------------------------------------


def row_lines(heading: Sequence[str], cells: Cells) -> list[str]:
    """Return each row as a line of text: the cells that identify it first, then each fact with its label."""
    first = _distinguishing_columns(cells)
    return [_entry_line(heading, row, first) for row in cells]


def _distinguishing_columns(cells: Cells) -> int:
    """Return how many first columns identify a row; 1 if it takes too many, 0 if the first column is constant."""
    if len({row[0] for row in cells}) < 2:
        return 0
    many = range(1, min(MOST_IN_HEAD, len(cells[0])) + 1)
    return next((n for n in many if len({tuple(row[:n]) for row in cells}) == len(cells)), 1)


def _entry_line(heading: Sequence[str], row: Sequence[str], first: int) -> str:
    named = list(zip(heading, row, strict=True))
    # A bare number needs its heading.
    head = " · ".join(
        cell if any(sign.isalpha() for sign in cell) else f"{name} {cell}"
        for name, cell in named[:first]
        if cell != NOTHING
    )
    rest = " · ".join(f"{name}: {cell}" for name, cell in named[first:] if cell != NOTHING)
    return " – ".join([f"**{head}**"] * bool(head) + [rest] * bool(rest)) or NOTHING


# Pages -----------------------------------------------------------------------------------------------------


def even_pages(rows: Sequence[str], room: int) -> list[list[str]]:
    """Divide the rows into as few pages of ``room`` characters as possible, all about equally full."""
    fewest = len(_filled_pages(rows, room))
    if fewest == 1:
        return [list(rows)]
    longest = max(map(len, rows))
    least = bisect_left(
        range(room), True, lo=min(longest, room), key=lambda each: len(_filled_pages(rows, each)) <= fewest
    )
    return _filled_pages(rows, least)


def _filled_pages(rows: Sequence[str], room: int) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for row in rows:
        if pages[-1] and len("\n".join([*pages[-1], row])) > room:
            pages.append([])
        pages[-1].append(row)
    return pages
