"""A game's tables for people: a group's own tables, their words, and what is printed of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import rules
from bot.words.catalogues import LOCALES, Entry, adopt, entries_of
from bot.words.narrator import Narrator, Said
from images.artwork import FOLDER, BrokenArt, art, hang, known, stand_in, there_are
from images.printing.press import Field, Part, Track
from rules.games import all_games, load
from rules.kernel.dice import is_code
from rules.kernel.errors import BadTable
from rules.kernel.game import Rules
from rules.kernel.lookups import Facts
from rules.kernel.rulebook import Rulebook
from rules.kernel.tables import AllTables, Forms, NamedRow, named_rows, package_of, tells_apart
from rules.kernel.words import Term, Word

ART: Final = "art"
"""The folder of a group's own drawings, beside those of the games."""
CASES: Final = ("acc", "gen", "dat", "inst")
COUNTED: Final = {"pl": 3, "en": 2}
"""Forms of a noun with a number."""
GAMES: Final = Path(rules.__file__ or "").parent
LOOKED_AT: Final = 64
"""Pixels of a drawing that is only looked at to see whether it can be drawn."""


class Missing(msgspec.Struct, frozen=True):
    """Something that a group's tables lack: in which file, at which key, what was expected; ``grave``: or else nothing
    of it works."""

    file: str
    key: str
    expected: str
    grave: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.expected}" if self.key else f"{self.file}: {self.expected}"


def load_all_own(folder: Path | None) -> dict[str, Rules[Any]]:
    """Every game with a group's own tables, words and drawings, by name; raises ``BadTable``."""
    return {name: load_own(name, folder) for name in all_games()}


def load_own(name: str, folder: Path | None) -> Rules[Any]:
    """A game with a group's own tables, words and drawings; raises ``BadTable``."""
    playing = load(name, folder)
    if folder is not None and isinstance(playing, Rulebook):
        take_in(name, playing.tables, folder)
    return playing


def take_in(name: str, tables: AllTables, folder: Path) -> None:
    """Say and draw the rows of these tables as their group wants it."""
    rows = [row for _, row in named_rows(tables)]
    adopt(name, {locale: [entry for row in rows for entry in _catalogue_entries(row, locale)] for locale in LOCALES})
    stand_in({row.id: row.emblem for row in rows if row.emblem})
    if (folder / ART).is_dir():
        hang(folder / ART)


def _catalogue_entries(row: NamedRow, locale: str) -> Iterator[Entry]:
    forms = _forms_in_locale(row, locale)
    if forms is None:
        return
    counted = (forms.name, *forms.many)
    numbers = tuple(counted[min(n, len(counted) - 1)] for n in range(COUNTED[locale]))
    yield Entry(row.name, numbers, is_counted=True)
    yield Entry(row.name, (forms.name,), "one")
    yield from (Entry(row.name, (said,), case) for case in CASES if (said := getattr(forms, case)))
    if row.sentence:
        said = forms.text or next(form.text for form in _all_forms(row) if form.text)
        yield Entry(row.sentence, (said.replace("{", "{{").replace("}", "}}"),))


def _all_forms(row: NamedRow) -> list[Forms]:
    return [said for locale in LOCALES if (said := getattr(row.words, locale, None)) is not None]


def _forms_in_locale(row: NamedRow, locale: str) -> Forms | None:
    """What it is called in this language, or else in another one."""
    own = getattr(row.words, locale, None)
    return own if own is not None else next(iter(_all_forms(row)), None)


# What is missing ---------------------------------------------------------------------------------------------


def missing(folder: Path) -> Iterator[Missing]:
    """All that is wrong in a folder of own tables, and what it lacks."""
    for name in all_games():
        try:
            playing = load(name, folder)
        except BadTable as bad:
            yield Missing(f"{package_of(name)}/{bad.file}", bad.key, bad.expected, grave=True)
        else:
            yield from lacking(name, playing, folder)
    yield from astray(folder)


def lacking(name: str, playing: Rules[Any], folder: Path) -> Iterator[Missing]:
    """What the rows in a folder's tables of a game lack."""
    for file, row in named_rows(playing.tables) if isinstance(playing, Rulebook) else ():
        if (folder / package_of(name) / file).is_file():
            yield from _missing_words(f"{package_of(name)}/{file}", row)


def astray(folder: Path) -> Iterator[Missing]:
    """The files in a folder that nobody reads, and drawings that cannot be drawn."""
    yield from _unread_files(folder)
    yield from _drawing_faults(folder / ART)


class Shipped(NamedTuple):
    """A table of ours: its game's package, its file's name and text.

    ``is_named``: its rows have names; ``added_to``: its lists to which a group adds rows.
    """

    package: str
    name: str
    text: str
    is_named: bool
    added_to: frozenset[str]


def shipped_tables() -> Iterator[Shipped]:
    """Each table of ours."""
    for name in all_games():
        playing = load(name)
        assert isinstance(playing, Rulebook)
        named = {file for file, _ in named_rows(playing.tables)}
        for table in _table_names(name):
            file = GAMES / package_of(name) / "data" / f"{table}.toml"
            fields = msgspec.structs.fields(getattr(playing.tables, table))
            added_to = frozenset(field.name for field in fields if tells_apart(field.type))
            yield Shipped(package_of(name), table, file.read_text("utf-8"), file.name in named, added_to)


def _unread_files(folder: Path) -> Iterator[Missing]:
    """Files and folders that nobody reads."""
    games = [package_of(name) for name in all_games()]
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in (*games, ART):
            yield Missing(
                path.name, "", f"nobody reads this folder; there can be {', '.join((*games, ART))}", grave=True
            )
    for name in all_games():
        tables = _table_names(name)
        for file in sorted((folder / package_of(name)).glob("*.toml")):
            if file.stem not in tables:
                there = ", ".join(f"{table}.toml" for table in tables)
                yield Missing(
                    f"{package_of(name)}/{file.name}", "", f"nobody reads this file; there are {there}", grave=True
                )


@cache
def _table_names(name: str) -> tuple[str, ...]:
    playing = load(name)
    fields = msgspec.structs.fields(playing.tables) if isinstance(playing, Rulebook) else ()
    return tuple(field.name for field in fields if field.name != "digest")


def _missing_words(file: str, row: NamedRow) -> Iterator[Missing]:
    """The words that a row of the group's own has not, and a drawing that is not there."""
    key = f"{row.name.partition('.')[0]} {row.id}"
    for locale in LOCALES:
        forms = getattr(row.words, locale, None)
        if forms is None:
            if not Narrator(locale).has_words(row.name):
                yield Missing(
                    file, f"{key}.words.{locale}", f"a name, or else people see {_fallback_name(row, locale)}"
                )
            continue
        # The forms of a name that sentences of this language ask for; English has no cases but an article.
        asked = _forms_by_kind().get((locale, row.kind_of_name), ())
        for part in asked if locale == "pl" else tuple(form for form in asked if form == "many"):
            if not getattr(forms, part):
                yield Missing(file, f"{key}.words.{locale}.{part}", f"a form, or else people read “{forms.name}” there")
    if row.emblem and not any(row.emblem in there_are(place) for place in _artwork_folders()):
        yield Missing(file, f"{key}.emblem", f"a drawing of that name in {ART}/ or in ours, got {row.emblem!r}")


def _fallback_name(row: NamedRow, locale: str) -> str:
    forms = _forms_in_locale(row, locale)
    return f"“{forms.name}”" if forms else f"“{row.id}”"


@cache
def _forms_by_kind() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Which forms our own names of each kind have."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for locale in LOCALES:
        for entry in entries_of(locale):
            kind = entry.key.partition(".")[0]
            form = "many" if entry.is_counted else entry.context
            if form in (*CASES, "many"):
                found.setdefault((locale, kind), {})[form] = None
    return {key: tuple(forms) for key, forms in found.items()}


@cache
def _artwork_folders() -> tuple[str, ...]:
    """The folders of artwork in which rows have drawings."""
    return tuple(str(place.relative_to(FOLDER)) for place in FOLDER.rglob("*") if place.is_dir())


def _drawing_faults(folder: Path) -> Iterator[Missing]:
    """Drawings that cannot be drawn, or that nobody looks for."""
    if not folder.is_dir():
        return
    hang(folder)
    for file in sorted(folder.rglob("*.svg")):
        place = str(file.parent.relative_to(folder))
        name = f"{ART}/{file.relative_to(folder)}"
        if place not in _artwork_folders():
            yield Missing(
                name, "", f"nobody looks there; there are {', '.join(sorted(_artwork_folders()))}", grave=True
            )
            continue
        try:
            art(known(place, file.stem), LOOKED_AT)
        except BrokenArt as broken:
            yield Missing(name, "", str(broken), grave=True)


Teller = Callable[[Narrator, Any], str | None]
"""A fact in words of its own; None: like any other."""


class TableWords:
    """The words of the tables of a game. As it stands here each fact is shown as it is; a game's own says what differs.

    Tables are named by their key, ``Lookup.key``; a table has its words in the catalogues under ``lookup.table.KEY``,
    its facts under ``lookup.fact.NAME`` or ``lookup.fact.KEY.NAME``, the columns of the whole table under
    ``lookup.column`` likewise, and what is asked for under ``lookup.asked``.
    """

    heads: Mapping[str, str] = {}
    """Which fact an entry of a table is called by."""
    notes: Mapping[str, tuple[str, str]] = {}
    """Where the catalogues tell what an entry of a table does, by one of its facts: the fact, the words before it."""
    folders: Mapping[str, str] = {}
    """Where the catalogues have the words for a fact, or for a fact of one table (``TABLE.FACT``)."""
    untold: Collection[str] = ()
    """Facts that are for the program alone."""
    tells_none: Collection[str] = ()
    """Facts of which it is told when there is none."""
    hides_zero: Collection[str] = ()
    """Facts that are not told when they are nought, empty or no, or such facts of one table (``TABLE.FACT``)."""
    hides_one: Collection[str] = ()
    """Facts that something is multiplied by: once is not worth telling."""
    signed: Collection[str] = ()
    """Numbers that are added to something: with their sign."""
    special: Mapping[str, Teller] = {}
    """Facts that an entry tells in a way of their own."""
    cells: Mapping[str, Teller] = {}
    """Facts that the whole table shows in a way of their own."""

    def row(self, found: Facts) -> Facts:
        """A row as the whole table shows it."""
        return found

    def column(self, narrator: Narrator, name: str) -> str:
        """The heading of a column that has no words under ``lookup.column``; '' where it is that of the fact."""
        return ""

    def effects(self, found: Facts) -> Sequence[str]:
        """Under which keys besides its own the catalogues may tell in a sentence what an entry does."""
        return ()

    def word(self, narrator: Narrator, table: str, name: str, value: str) -> str:
        """A value's word where there is one, else the value; dice as they are written in the language."""
        folder = self.folders.get(f"{table}.{name}") or self.folders.get(name)
        keys = (f"{folder}.{value}.full", f"{folder}.{value}", f"lookup.{folder}.{value}") if folder else ()
        if said := narrator.first_known(*keys) if keys else "":
            return said
        return self.number(narrator, value)

    def number(self, narrator: Narrator, value: Any) -> str:
        """A value that has no word: dice as they are written in the language, else as it is."""
        return narrator.dice_code(value) if is_code(str(value)) else str(narrator.term(value))


class Deck(NamedTuple):
    """A table whose rows are cards: its key, the folder of their drawings, and of which kinds they are (): all.

    ``otherwise``: the drawing of those that have none.
    """

    table: str
    drawings: str
    kinds: tuple[str, ...] = ()
    otherwise: str = "icons/manuscript"

    def holds(self, row: Facts) -> bool:
        """Whether a row of the table is one of these cards."""
        return not self.kinds or row.get("kind") in self.kinds


class Form:
    """The words of one sheet: labels of the catalogue, and values; without one a field is to be filled in by hand."""

    def __init__(self, narrator: Narrator) -> None:
        self._plain = narrator.plain

    def field(self, label: str, value: object = "") -> Field:
        """A field under the words ``print.LABEL``."""
        return Field(self._plain.say(f"print.{label}"), str(value))

    def track(self, label: str, boxes: int, ticked: int = 0) -> Track:
        """Boxes to tick."""
        return Track(self._plain.say(f"print.{label}"), boxes, ticked)

    def part(self, label: str, rows: int, *lines: str) -> Part:
        """Lines under a label."""
        return Part(self._plain.say(f"print.{label}"), tuple(filter(None, lines)), rows)


def list_with_counts(narrator: Narrator, words: Iterable[Term]) -> Said:
    """Names with how often each is there: "helmet, 2× dagger"."""
    return Said(", ".join(_counted_name(narrator, word, n) for word, n in Counter(words).items()))


def _counted_name(narrator: Narrator, word: Term, n: int) -> str:
    name = narrator.term(word)
    return f"{n}× {name}" if n > 1 else name


def orders_given(narrator: Narrator, head: str, values: Mapping[str, str], usual: msgspec.Struct) -> Said:
    """Standing orders that are not as when everybody begins, '' where all are; ``head``: that of their words."""
    begun: Mapping[str, Any] = msgspec.structs.asdict(usual)
    given = [
        f"{narrator.term(Word(f'{head}.{name}'))}: {narrator.say(f'option.{head}.{name}.{value}')}"
        for name, value in values.items()
        if value != begun[name]
    ]
    return Said("; ".join(given))
