"""A group's own tables: load them from its folder, register their words and drawings, report what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

import rules
from bot.words.catalogues import LOCALES, Entry, adopt, entries_of
from bot.words.narrator import Narrator
from images.artwork import FOLDER, BrokenArt, art, hang, known, stand_in, there_are
from rules.games import all_games, load
from rules.kernel.errors import BadTable, expected
from rules.kernel.game import Rules
from rules.kernel.rulebook import Rulebook
from rules.kernel.table_types import meant_of
from rules.kernel.tables import AllTables, Forms, NamedRow, named_rows, package_of, tells_apart
from rules.tables.faults import Findings, line_of_field

ART = "art"
"""The folder of a group's own drawings, beside those of the games."""
CASES = ("acc", "gen", "dat", "inst")
COUNTED = {"pl": 3, "en": 2}
"""The number of counted noun forms in each language."""
GAMES = Path(rules.__file__ or "").parent
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif")
SIGNS = frozenset("%*_`~|<>[]\\#@")
"""Signs that Discord or a template may take for something else than letters of a name."""
MEETING = re.compile(r'\bmonster\s*=\s*"(\w+)"')
WRITTEN_ID = re.compile(r'\b(?:id|emblem)\s*=\s*"(\w+)"')
LOOKED_AT = 64
"""The pixel size at which a drawing is rendered only to test it."""


class Missing(Struct, frozen=True):
    """A gap in a group's tables: file, row and key, line, and what was expected; ``grave``: they cannot be used."""

    file: str
    key: str
    expected: str
    grave: bool = False
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.expected}" if self.key else f"{self.file}: {self.expected}"


def load_all_own(folder: Path | None) -> dict[str, Rules[Any]]:
    """Return every game by name, with a group's own tables, words and drawings; raises ``BadTable``."""
    return {name: load_own(name, folder) for name in all_games()}


def load_own(name: str, folder: Path | None) -> Rules[Any]:
    """Return a game with a group's own tables, words and drawings; raises ``BadTable``."""
    playing = load(name, folder)
    if folder and isinstance(playing, Rulebook):
        take_in(name, playing.tables, folder)
    return playing


def take_in(name: str, tables: AllTables, folder: Path) -> None:
    """Register the words and drawings of a group's own table rows."""
    rows = [row for _, _, row in named_rows(tables)]
    adopt(name, {locale: [entry for row in rows for entry in _catalogue_entries(row, locale)] for locale in LOCALES})
    stand_in({row.id: row.emblem for row in rows if row.emblem})
    if (folder / ART).is_dir():
        hang(folder / ART)


def _catalogue_entries(row: NamedRow, locale: str) -> Iterator[Entry]:
    forms = _forms_in_locale(row, locale)
    if not forms:
        return
    counted = (forms.name, *forms.many)
    numbers = tuple(counted[min(n, len(counted) - 1)] for n in range(COUNTED[locale]))
    yield Entry(row.name, numbers, is_counted=True)
    yield Entry(row.name, (forms.name,), "one")
    yield from (Entry(row.name, (said,), case) for case in CASES if (said := getattr(forms, case)))
    if row.sentence:
        said = forms.text or next(form.text for form in _all_forms(row) if form.text)
        yield Entry(row.sentence, (_without_full_stop(said).replace("{", "{{").replace("}", "}}"),))


def _without_full_stop(said: str) -> str:
    """Return a sentence without the full stop at its end, which the sentences around it have."""
    return said.rstrip() if said.rstrip().endswith("..") else said.rstrip().removesuffix(".")


def _all_forms(row: NamedRow) -> list[Forms]:
    return [said for locale in LOCALES if (said := getattr(row.words, locale, None)) is not None]


def _forms_in_locale(row: NamedRow, locale: str) -> Forms | None:
    """Return the noun forms in this language, else in another."""
    own = getattr(row.words, locale, None)
    return own if own is not None else next(iter(_all_forms(row)), None)


# What is missing ---------------------------------------------------------------------------------------------


def missing(folder: Path) -> Iterator[Missing]:
    """Yield all faults and gaps in a folder of own tables."""
    for name in all_games():
        faulty: list[Missing] = []
        try:
            playing = load(name, folder)
            tables = playing.tables if isinstance(playing, Rulebook) else None
        except BadTable as bad:
            findings = bad.find_all() if bad.find_all else None
            tables = findings.tables if findings else None
            faulty = faults_of(bad, findings)
        yield from faulty
        known = {(fault.file, *fault.key.split(".")[:2]) for fault in faulty}
        gaps = lacking(name, tables, folder) if tables is not None else ()
        yield from (gap for gap in gaps if (gap.file, *gap.key.split(".")[:2]) not in known)
    yield from astray(folder)


def faults_of(bad: BadTable, findings: Findings | None = None) -> list[Missing]:
    """Return all faults of the files in which one was met."""
    findings = findings or (bad.find_all() if bad.find_all else None)
    if findings is None or not findings.faults:
        return [Missing(bad.file, bad.key, bad.expected, grave=True)]
    return [
        Missing(f"{findings.folder}/{fault.file}", fault.key, fault.expected, grave=True, line=fault.line)
        for fault in findings.faults
    ]


def lacking(name: str, tables: AllTables, folder: Path) -> Iterator[Missing]:
    """Yield the gaps in the rows of one game's own tables."""
    rows = list(named_rows(tables))
    names = [(locale, key, _shown_name(row, locale)) for _, key, row in rows for locale in LOCALES]
    met = MEETING.findall(_own_texts(folder / package_of(name)))
    for file, key, row in rows:
        path = folder / package_of(name) / file
        gaps = [*_missing_words(row)] if path.is_file() else []
        for locale in LOCALES:
            if (forms := getattr(row.words, locale, None)) and names.count((locale, key, _shown_name(row, locale))) > 1:
                template = "a name of its own: another row is called “{got}”, too"
                gaps.append((("words", locale, "name"), expected("name_twice", template, got=forms.name)))
        if key == "monster" and row.origin == "own" and row.id not in met:
            gaps.append(
                (
                    ("id",),
                    expected(
                        "unmet", "a meeting in wandering.toml or residents.toml, or else only a game master brings it"
                    ),
                )
            )
        for fields, said in gaps:
            if line := line_of_field(path, key, row.id, *fields):
                yield Missing(f"{package_of(name)}/{file}", ".".join((f"{key} {row.id}", *fields)), said, line=line)


def _shown_name(row: NamedRow, locale: str) -> str:
    forms = _forms_in_locale(row, locale)
    return (forms.name if forms else Narrator(locale).first_known(row.name)).casefold()


def astray(folder: Path) -> Iterator[Missing]:
    """Yield the files in a folder that nothing reads, and drawings that cannot be drawn."""
    yield from _unread_files(folder)
    yield from _drawing_faults(folder / ART)


class Shipped(NamedTuple):
    """A table shipped with the bot: package of its game, file name, text.

    ``is_named``: its rows have names; ``added_to``: the lists to which a group adds rows.
    """

    package: str
    name: str
    text: str
    is_named: bool
    added_to: frozenset[str]


def shipped_tables() -> Iterator[Shipped]:
    """Yield each table shipped with the bot."""
    for name in all_games():
        playing = load(name)
        assert isinstance(playing, Rulebook)
        named = {file for file, _, _ in named_rows(playing.tables)}
        for table in _table_names(name):
            file = GAMES / package_of(name) / "data" / f"{table}.toml"
            fields = msgspec.structs.fields(getattr(playing.tables, table))
            added_to = frozenset(field.name for field in fields if tells_apart(field.type))
            yield Shipped(package_of(name), table, file.read_text("utf-8"), file.name in named, added_to)


def _unread_files(folder: Path) -> Iterator[Missing]:
    games = {package_of(name): name for name in all_games()}
    folders = (*games, ART)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in folders and not path.name.startswith("."):
            template = "nobody reads this folder; there can be {allowed}"
            said = expected("folder", template, meant_of(path.name, folders), allowed=folders)
            yield Missing(path.name, "", said, grave=True)
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if (
            file.suffix not in (".toml", *PICTURES)
            or not file.is_file()
            or (len(parts) > 1 and parts[0] not in folders)
        ):
            continue
        if parts[0] == ART and file.suffix == ".svg":
            continue
        name = "/".join(parts)
        if parts[0] in games and file.suffix == ".toml":
            tables = tuple(f"{table}.toml" for table in _table_names(games[parts[0]]))
            if len(parts) > 2 or file.name not in tables:
                template = "nobody reads this file; there are {allowed}"
                said = expected("file", template, meant_of(file.name, tables), allowed=tables)
                yield Missing(name, "", said, grave=True)
        elif file.suffix == ".toml":
            template = "nobody reads a table here; tables stand in {allowed}"
            yield Missing(name, "", expected("table_place", template, allowed=tuple(games)), grave=True)
        else:
            yield Missing(name, "", expected("drawing", "a drawing is {art}/…/ID.svg", art=ART), grave=True)


@cache
def _table_names(name: str) -> tuple[str, ...]:
    playing = load(name)
    fields = msgspec.structs.fields(playing.tables) if isinstance(playing, Rulebook) else ()
    return tuple(field.name for field in fields if field.name != "digest")


def _missing_words(row: NamedRow) -> Iterator[tuple[tuple[str, ...], str]]:
    for locale in LOCALES:
        forms = getattr(row.words, locale, None)
        if forms is None:
            if not Narrator(locale).has_words(row.name):
                said = expected("name", "a name, or else people see “{got}”", got=_fallback_name(row, locale))
                yield ("words", locale), said
            continue
        # English names have no cases, but an article.
        asked = _forms_by_kind().get((locale, row.name.rpartition(".")[0]), ())
        for part in asked if locale == "pl" else tuple(form for form in asked if form == "many"):
            if not getattr(forms, part):
                said = expected("form", "a form, or else people read “{got}” there", got=forms.name)
                yield ("words", locale, part), said
        for part in ("name", "many", *CASES):
            written = getattr(forms, part)
            signs = sorted(SIGNS & set("".join(written)))
            if signs:
                template = "a name without {signs}: Discord takes such signs for format"
                yield ("words", locale, part), expected("signs", template, signs=" ".join(signs))
    known = [name for place in _artwork_folders() for name in there_are(place)]
    if row.emblem and row.emblem not in known:
        template = "a drawing of that name in {art}/ or in ours, got {got!r}"
        said = expected("emblem", template, meant_of(row.emblem, known), art=ART, got=row.emblem)
        yield ("emblem",), said


def _fallback_name(row: NamedRow, locale: str) -> str:
    forms = _forms_in_locale(row, locale)
    return forms.name if forms else row.id


@cache
def _forms_by_kind() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the noun forms that the shipped names of each kind have."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for locale in LOCALES:
        for entry in entries_of(locale):
            kind = entry.key.rpartition(".")[0]
            form = "many" if entry.is_counted else entry.context
            if form in (*CASES, "many"):
                found.setdefault((locale, kind), {})[form] = None
    return {key: tuple(forms) for key, forms in found.items()}


@cache
def _artwork_folders() -> tuple[str, ...]:
    return tuple(str(place.relative_to(FOLDER)) for place in FOLDER.rglob("*") if place.is_dir())


def _ids_in_files(folder: Path) -> frozenset[str]:
    """Return the ids that a group's files and the shipped tables write, even in files with faults."""
    return shipped_ids().union(WRITTEN_ID.findall(_own_texts(folder)))


def _own_texts(folder: Path) -> str:
    return "\n".join(file.read_bytes().decode(errors="replace") for file in folder.rglob("*.toml"))


@cache
def shipped_ids() -> frozenset[str]:
    """Return the ids that the shipped tables write."""
    return frozenset(id for table in shipped_tables() for id in WRITTEN_ID.findall(table.text))


def _drawing_faults(folder: Path) -> Iterator[Missing]:
    """Yield drawings that cannot be drawn or that no row uses."""
    if not folder.is_dir():
        return
    hang(folder)
    for file in sorted(folder.rglob("*.svg")):
        place = str(file.parent.relative_to(folder))
        name = f"{ART}/{file.relative_to(folder)}"
        if place not in _artwork_folders():
            places = tuple(sorted(_artwork_folders()))
            meant = next((each for each in places if each.split("/")[-1] == file.parent.name), meant_of(place, places))
            said = expected("art_place", "nobody looks there; there are {allowed}", meant, allowed=places)
            yield Missing(name, "", said, grave=True)
            continue
        named = _ids_in_files(folder.parent) | {shipped.stem for shipped in (FOLDER / place).glob("*.svg")}
        if file.stem not in named:
            said = expected(
                "art_name", "a drawing of something: nothing has this id", meant_of(file.stem, sorted(named))
            )
            yield Missing(name, "", said)
        try:
            art(known(place, file.stem), LOOKED_AT)
        except BrokenArt as broken:
            yield Missing(name, "", str(broken), grave=True)
