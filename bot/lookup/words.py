"""Words table entries and whole tables, and reads the values with which a table is queried."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar, cast

from bot.lookup.tables import MESSAGE, Paper, Table, game_title
from bot.words.catalogues import LOCALES
from bot.words.matching import Offer, find_matches, matching_offers, spend
from bot.words.narrator import Narrator, Said, clip, fold, fold_name
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Parameter, plain_name

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
        yield _fact_label(narrator, table.key, name), _value_in_words(narrator, table, name, value)


def _is_silent(table: Table, name: str, value: Any) -> bool:
    if value is None:
        return name not in table.words.tells_none
    hides_zero = {name, f"{table.key}.{name}"} & {*table.words.hides_zero}
    return value in ("", {}) or (not value and bool(hides_zero)) or (value == 1 and name in table.words.hides_one)


def _fact_label(narrator: Narrator, table: str, name: str) -> str:
    return narrator.first_known(f"lookup.fact.{table}.{name}", f"lookup.fact.{name}") or name


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


def _value_in_words(narrator: Narrator, table: Table, name: str, value: Any) -> str:
    words = table.words
    if (special := words.special.get(name)) and (said := special(narrator, value)) is not None:
        return said
    match value:
        case bool():
            return narrator.say("house.yes" if value else "house.no")
        case Mapping():
            return ", ".join(
                f"{words.word(narrator, table.key, name, key)} {words.number(narrator, of)}"
                for key, of in value.items()
            )
        case list() | tuple():
            listed = [words.word(narrator, table.key, name, str(item)) for item in value]
            return narrator.join_words(listed) or narrator.say("lookup.none")
        case int() if name in words.signed:
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


LONGEST = 100
"""Discord's maximum length of a completed value in characters."""
Asked = Parameter[Any]
Given = dict[str, Any]
T = TypeVar("T")
_remembered: dict[tuple[str, ...], tuple[Any, Any]] = {}
"""Cached names with their tables; a completion reads hundreds of them for each typed letter."""


def remember(key: tuple[str, ...], tables: Any, make: Callable[[], T]) -> T:
    """Return what was made of these tables under this key; make it if it is new, or if the tables are others."""
    of, known = _remembered.get(key, (None, None))
    if of is not tables:
        known = make()
        _remembered[key] = tables, known
    return cast("T", known)


# Possible values and entries -------------------------------------------------------------------------------


def values(narrator: Narrator, tables: Any, table: Table, asked: Asked) -> list[Offer]:
    """Return the possible values of a parameter with their names."""

    def named_values() -> list[Offer]:
        ids = asked.values(tables) if asked.values else ()
        return [(_named_value(narrator.plain, tables, table, asked, str(value)), str(value)) for value in ids]

    return remember((narrator.locale, table.key, asked.name), tables, named_values)


def _named_value(narrator: Narrator, tables: Any, table: Table, asked: Asked, id: str) -> str:
    """Return a value's name, with its id if people know both."""
    name = asked.called(tables, id) if asked.called else id
    said = capitalised(table.words.word(narrator, table.key, asked.name, name))
    return f"{id} · {said}" if asked.called else said


def entries(narrator: Narrator, tables: Any, table: Table, throw: bool) -> list[Offer]:
    """Return the possible queries of a table: their names and ids."""
    return [offer for asked in first_asked(table, throw) for offer in values(narrator, tables, table, asked)]


def entry_aliases(table: Table, id: str) -> list[str]:
    """Return other names under which people look for an entry, in every language."""
    said = (Narrator(locale, marked=False).first_known(f"lookup.called.{table.key}.{id}") for locale in LOCALES)
    return [name for names in said if names for name in names.split(", ")]


def first_asked(table: Table, throw: bool) -> list[Asked]:
    """Return the parameters that a single word may fill; ``throw``: those that the roll needs."""
    rolling = [asked for asked in table.lookup.parameters if asked.rolling]
    return rolling if throw and rolling else [asked for asked in table.lookup.parameters if not asked.rolling]


def label(narrator: Narrator, table: Table, asked: Asked) -> str:
    """Return the label of a parameter; '' if it needs none."""
    return narrator.plain.first_known(f"lookup.asked.{table.key}.{asked.name}", f"lookup.asked.{asked.name}")


def complete_entry(narrator: Narrator, tables: Any, table: Table, begun: str, throw: bool) -> list[Offer]:
    """Return completions of a query: an entry, and after a comma the other parameters."""
    if not throw and (pairs := _pairs_of_dice(tables, table)):
        return [
            offer for offer in pairs if offer[0].replace(",", "").startswith(" ".join(begun.replace(",", " ").split()))
        ]
    head, comma, last = begun.rpartition(",")
    if not comma:
        return matching_offers(entries(narrator, tables, table, throw), begun)
    filled = parse_values(tables, table, head, throw)
    others = [asked for asked in table.lookup.parameters if asked.name not in filled]
    offers = [offer for asked in others for offer in _labelled_values(narrator, tables, table, asked)]
    whole = [(f"{head.strip()}, {said}", f"{head.strip()}, {value}") for said, value in matching_offers(offers, last)]
    return [offer for offer in whole if len(offer[1]) <= LONGEST]


def _pairs_of_dice(tables: Any, table: Table) -> list[Offer]:
    """Return all results of a table that needs two dice, «4, 2»; none for other tables."""
    needed = [asked for asked in table.lookup.parameters if asked.required and not asked.rolling]
    if len(needed) != 2 or not all(asked.dice and asked.values for asked in needed):
        return []
    first, second = (tuple(asked.values(tables)) for asked in needed if asked.values)
    return [(f"{red}, {blue}", f"{red}, {blue}") for red in first for blue in second]


def _labelled_values(narrator: Narrator, tables: Any, table: Table, asked: Asked) -> list[Offer]:
    what = label(narrator, table, asked)
    known = values(narrator, tables, table, asked)
    return [(f"{what} {said}".strip(), f"{asked.name} {value}") for said, value in known]


# Reading typed values --------------------------------------------------------------------------------------


def parse_values(tables: Any, table: Table, typed: str, throw: bool) -> Given:
    """Return the values in the typed words by parameter: one value if all the words fit it, else several."""
    if not typed.strip():
        return {}
    if fitting := [asked for asked in _completed_parameters(table, throw) if is_value(tables, table, asked, typed)]:
        return {fitting[0].name: id_of(tables, table, fitting[0], typed)}
    pieces, filled = list(_split_values(tables, table, typed)), Given()
    for piece in pieces:
        alone = len(pieces) == 1
        first = first_asked(table, throw)[0] if alone else _first_open_parameter(tables, table, piece, filled, throw)
        asked, value = _labelled_parameter(table, piece) or (first, piece)
        filled[asked.name] = id_of(tables, table, asked, value)
    return filled


def _completed_parameters(table: Table, throw: bool) -> list[Asked]:
    first = first_asked(table, throw)
    return [*first, *(asked for asked in table.lookup.parameters if asked not in first and asked.type == "choice")]


def _split_values(tables: Any, table: Table, typed: str) -> Iterator[str]:
    """Yield the values in the words, separated by commas or by the longest matches; the last has all the rest."""
    most = len(table.lookup.parameters)
    if "," in typed or ";" in typed or most == 1:
        pieces = [piece for piece in map(str.strip, typed.replace(";", ",").split(",")) if piece]
        yield from [*pieces[:most], *[", ".join(pieces[most:])] * (len(pieces) > most)]
        return
    words, longest = typed.split(), longest_value(tables, table)
    for _ in range(most):
        ends = range(min(len(words), longest), 0, -1)
        end = next((end for end in ends if _means_something(tables, table, " ".join(words[:end]))), len(words))
        yield " ".join(words[:end])
        words = words[end:]
        if not words:
            return
    yield " ".join(words)


def _means_something(tables: Any, table: Table, piece: str) -> bool:
    return _labelled_parameter(table, piece) is not None or any(
        is_value(tables, table, parameter, piece) for parameter in table.lookup.parameters
    )


def _first_open_parameter(tables: Any, table: Table, piece: str, filled: Given, throw: bool) -> Asked:
    """Return the first open parameter that the piece fits, else the first, which refuses it; rolled ones come last."""
    first = first_asked(table, throw)
    still_open = [
        asked for asked in table.lookup.parameters if asked.name not in filled and (throw or not asked.rolling)
    ]
    still_open.sort(key=lambda asked: throw and bool(asked.dice or asked.rolled))
    fitting = [asked for asked in still_open if is_value(tables, table, asked, piece)]
    return (fitting or [asked for asked in first if asked.name not in filled] or first)[0]


def _labelled_parameter(table: Table, piece: str) -> tuple[Asked, str] | None:
    """Return the parameter and the value of a labelled piece: «poziom 2», «level: 2»."""
    words = piece.replace(":", " ").replace("=", " ").split()
    for asked in table.lookup.parameters:
        for name in _label_names(table, asked):
            size = len(name.split())
            if words[size:] and fold(" ".join(words[:size])) == fold_name(name):
                return asked, " ".join(words[size:])
    return None


def _label_names(table: Table, asked: Asked) -> tuple[str, ...]:
    """Return the labels of a parameter: its name, and its label in every language."""
    return remember(
        ("labels", table.key, asked.name),
        table.book,
        lambda: tuple(filter(None, (asked.name, *(label(Narrator(locale), table, asked) for locale in LOCALES)))),
    )


def is_value(tables: Any, table: Table, asked: Asked, typed: str) -> bool:
    """Whether the words are a value of this parameter."""
    spend(1)
    if asked.type == "choice":
        return _is_choice(_value_names(tables, table, asked), typed)
    return _is_read(tables, asked, typed)


def _is_read(tables: Any, asked: Asked, value: str) -> bool:
    try:
        asked.read(tables, value)
    except Refused:
        return False
    return True


@dataclass(frozen=True, eq=False)  # each is its own cache key
class ValueNames:
    """The values of a parameter: normalized ids, the value of each folded name, and all names of each value."""

    tables: Any
    asked: Asked
    ids: frozenset[str]
    exact: Mapping[str, str]
    names: Mapping[str, Sequence[str]]


def _value_names(tables: Any, table: Table, asked: Asked) -> ValueNames:
    """Return the names of a parameter's values in every language, with their aliases."""

    def collected() -> ValueNames:
        known = [offer for locale in LOCALES for offer in values(Narrator(locale, marked=False), tables, table, asked)]
        known += [(alias, id) for id in dict.fromkeys(id for _, id in known) for alias in entry_aliases(table, id)]
        names: dict[str, list[str]] = {}
        for said, value in known:
            names.setdefault(value, []).append(said)
        exact = {fold_name(said): value for said, value in reversed(known)}
        return ValueNames(tables, asked, frozenset(map(plain_name, names)), exact, names)

    return remember(("names", table.key, asked.name), tables, collected)


def id_of(tables: Any, table: Table, asked: Asked, typed: str) -> str:
    """Return the id of the value with this name in any language; the typed words if none or several fit."""
    if asked.type != "choice":
        return typed
    return _choice_meant(_value_names(tables, table, asked), typed)


def _choice_meant(known: ValueNames, typed: str) -> str:
    if plain_name(typed) in known.ids:
        return typed
    if exact := known.exact.get(fold(typed)):
        return exact
    near = find_matches(known.names, typed)
    return near[0] if len(near) == 1 else typed


@lru_cache(maxsize=256)  # the readings of one line share their values
def _is_choice(known: ValueNames, typed: str) -> bool:
    spend(len(known.ids))
    return _is_read(known.tables, known.asked, _choice_meant(known, typed))


def longest_value(tables: Any, table: Table) -> int:
    """Return the number of words of the longest value of a table, with the longest label in front of it."""

    def longest() -> int:
        labels = [name for asked in table.lookup.parameters for name in _label_names(table, asked)]
        names = [
            name
            for asked in table.lookup.parameters
            if asked.type == "choice"
            for known in _value_names(tables, table, asked).names.values()
            for name in known
        ]
        return sum(max((len(name.split()) for name in some), default=1) for some in (labels, names))

    return remember(("longest", table.key), tables, longest)


GAP = "  "
NOTHING = "–"
MOST_IN_HEAD = 3

Cells = Sequence[Sequence[str]]


def table(narrator: Narrator, of: Table, rows: Sequence[Facts], page: int = 1, paper: Paper = MESSAGE) -> str:
    """Return a page of a table, with as many rows as the paper allows."""
    heading, cells = columns(narrator, of, rows)
    title, legend = f"**{narrator.say(f'lookup.table.{of.key}')}**", narrator.first_known(f"lookup.legend.{of.key}")
    frame = [title, *[f"-# {legend}"] * bool(legend), source(narrator, rows)]
    pages = _page_bodies(
        heading, cells, paper, len("\n".join([*frame, _more_rows_line(narrator, of, page, len(rows)), ""]))
    )
    page = min(page, len(pages))
    more = _more_rows_line(narrator, of, page, sum(size for size, _ in pages[page:]))
    return "\n".join(line for line in (title, pages[page - 1][1], *frame[1:-1], more, frame[-1]) if line)


def columns(narrator: Narrator, of: Table, rows: Sequence[Facts]) -> tuple[Sequence[str], Cells]:
    """Return the headings of a table's columns, and the cells of each row."""
    plain = narrator.plain
    rows = [of.words.row(row) for row in rows]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _has_column(of, name, rows)]
    return [_column_title(plain, of, name) for name in names], [
        [_cell_in_words(plain, of, name, row.get(name)) for name in names] for row in rows
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


def tables(narrator: Narrator, book: Book[Any], in_force: Any, paper: Paper = MESSAGE) -> str:
    """Return the list of a game's tables in words."""
    lines = [
        f"- {narrator.say(f'lookup.table.{lookup.key}')} ({_places(narrator, lookup.rows(in_force))})"
        for lookup in book.lookups
    ]
    head = narrator.say(f"lookup.tables.{book.game}")
    how = [narrator.say(f"lookup.tables_how.{book.game}")] * paper.options
    return clip("\n".join([f"**{head}**", *lines, *how]), paper.room)


def games(narrator: Narrator, books: Sequence[Book[Any]], paper: Paper = MESSAGE) -> str:
    """Return the list of the tables of several games in words."""
    lines = [f"**{narrator.say(f'lookup.tables.{book.game}')}**\n{_table_names(narrator, book)}" for book in books]
    return clip("\n".join([*lines, *[narrator.say("lookup.how")] * paper.options]), paper.room)


def _table_names(narrator: Narrator, book: Book[Any]) -> str:
    return ", ".join(narrator.say(f"lookup.table.{lookup.key}") for lookup in book.lookups)


def _has_column(of: Table, name: str, rows: Sequence[Facts]) -> bool:
    if name in SOURCE or name in of.words.untold:
        return False
    return any(row.get(name) not in (None, "", {}, (), [], False) and row.get(name) != 0 for row in rows)


def _column_title(narrator: Narrator, of: Table, name: str) -> str:
    named = narrator.first_known(f"lookup.column.{of.key}.{name}", f"lookup.column.{name}")
    return named or of.words.column(narrator, name) or narrator.first_known(f"lookup.fact.{name}") or name


def _cell_in_words(narrator: Narrator, of: Table, name: str, value: Any) -> str:
    words = of.words
    if (special := words.cells.get(name)) and value not in (None, "") and (said := special(narrator, value)):
        return said
    match value:
        case None | "" | () | []:
            return NOTHING
        case Mapping():
            return (
                ", ".join(
                    f"{words.word(narrator, of.key, name, key)} {words.number(narrator, item)}"
                    for key, item in value.items()
                )
                or NOTHING
            )
        case list() | tuple():
            joiner = "," if all(isinstance(item, int) for item in value) else ", "
            return joiner.join(words.word(narrator, of.key, name, str(item)) for item in value)
        case bool():
            return "+" if value else NOTHING
        case _:
            return words.word(narrator, of.key, name, str(value))


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
