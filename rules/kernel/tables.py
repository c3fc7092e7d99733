"""Rulebook tables as data: TOML files checked against their type, each with its section and origin.

A folder given by whoever runs the game goes before them. A file of a group's own stands instead of ours, so that it can
enter its own sheet; where it says ``extends = true``, ours holds and its rows are added, or stand instead of those rows
of ours that they are another form of.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

import msgspec

from rules.kernel.checks import harmless_words
from rules.kernel.errors import BadTable
from rules.kernel.text_files import parse_toml, read_text

T = TypeVar("T")

LONGEST_NAME, LONGEST_FORM, LONGEST_TEXT = 40, 60, 300
"""Signs of a name, of its other forms, and of a sentence that a group gives a row of its own."""

Origin = Literal["rulebook", "published", "house"]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Form = Annotated[str, msgspec.Meta(max_length=LONGEST_FORM)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every table file says of itself: the rulebook's section and where the values come from."""

    section: str
    origin: Origin


class Forms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a group calls a row of its own in one language; what is left out is said in the first form.

    ``many``: the forms with a number, in Polish of 2 and of 5, in English of 2. ``text``: a sentence on what it does.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    many: Annotated[tuple[Form, ...], msgspec.Meta(max_length=2)] = ()
    acc: Form = ""
    gen: Form = ""
    dat: Form = ""
    inst: Form = ""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a group calls a row of its own; where a language is left out, the other stands in."""

    pl: Forms | None = None
    en: Forms | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a table; it may name an origin or a section of its own when they differ from the sheet's.

    ``told_by``: the fields that tell one row of its table from another, if not its id; with neither the rows are one
    thing.
    """

    told_by: ClassVar[tuple[str, ...]] = ()

    origin: Origin | None = None
    section: str | None = None


class NamedRow(Row, frozen=True, kw_only=True):
    """A line of which people see the name, and a group may make its own.

    ``words``: what a group calls it; ``emblem``: the row whose drawing stands for it. ``kind_of_name``: what the names
    of such rows stand under in the catalogues.
    """

    kind_of_name: ClassVar[str]

    id: str
    words: Words | None = None
    emblem: str = ""

    @property
    def name(self) -> str:
        """The key of its name."""
        return f"{self.kind_of_name}.{self.id}"

    @property
    def sentence(self) -> str:
        """The key of what a group says of it; '' where it says nothing."""
        said = self.words is not None and any(one is not None and one.text for one in (self.words.pl, self.words.en))
        return f"note.{self.name}" if said else ""


def package_of(game: str) -> str:
    """The package of a game by its name; a group's folder for its tables is called so, too."""
    return game.replace("-", "_")


class Shelf:
    """A folder of table files, and a folder of the group's own that goes before it."""

    def __init__(self, folder: Path, own: Path | None = None) -> None:
        self._folder = folder
        self._own = own
        self._digest = blake2b(digest_size=8)

    def read(self, name: str, kind: type[T]) -> T:
        """One table by its file name without ending; raises ``BadTable`` with file, key and what was expected."""
        file = self._find(name)
        try:
            values = self._values(name, file, kind)
            for key, expected in harmless_words(values):
                raise BadTable(file.name, key, expected)
            table = msgspec.convert(values, kind)
        except OSError as error:
            raise BadTable(file.name, "", f"cannot be read: {error.strerror}") from error
        except msgspec.ValidationError as error:
            message, _, key = str(error).partition(" - at `")
            raise BadTable(file.name, key.strip("`").removeprefix("$."), message) from error
        except ValueError as error:
            raise BadTable(file.name, "", str(error)) from error
        return table

    def _values(self, name: str, file: Path, kind: type[Any]) -> dict[str, Any]:
        values = self._parsed(file)
        if values.pop("extends", False) is not True:
            return values
        return extended(self._parsed(self._folder / f"{name}.toml"), values, kind)

    def _parsed(self, file: Path) -> dict[str, Any]:
        written = read_text(file)  # with the same line ends everywhere, so that the digest is the same
        self._digest.update(written.encode())
        return parse_toml(written)

    @property
    def digest(self) -> str:
        """A short hash of everything read so far."""
        return self._digest.hexdigest()

    def _find(self, name: str) -> Path:
        if self._own is not None and (own := self._own / f"{name}.toml").is_file():
            return own
        return self._folder / f"{name}.toml"


def extended(ours: Mapping[str, Any], own: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """A sheet of ours with the values of a group's own, row by row where there are rows; those are of the house."""
    tells = {field.name: tells_apart(field.type) for field in msgspec.structs.fields(kind)}
    return {**ours, **{key: _merged(ours.get(key), value, tells.get(key, ())) for key, value in own.items()}}


def tells_apart(kind: Any) -> tuple[str, ...]:
    """What tells the rows of a field of this type from each other; nothing where it has none, or they are one thing."""
    row = next(iter(get_args(kind)), None)
    if not (isinstance(row, type) and issubclass(row, Row)):
        return ()
    return row.told_by or tuple(field.name for field in msgspec.structs.fields(row) if field.name == "id")


def _merged(ours: Any, own: Any, told_by: tuple[str, ...]) -> Any:
    """Each row of the group's own in the place of the one that it is another form of, else at the end."""
    if not told_by or not isinstance(own, list) or not all(isinstance(row, dict) for row in own):
        return own
    rows = {repr([row.get(field) for field in told_by]): row for row in ours}
    rows.update({repr([row.get(field) for field in told_by]): {"origin": "house", **row} for row in own})
    return list(rows.values())


class AllTables(msgspec.Struct, frozen=True):
    """All tables of a game in force; a game adds a field for each file. ``digest``: a short hash of them."""

    digest: str


A = TypeVar("A", bound=AllTables)


def named_rows(tables: AllTables) -> Iterator[tuple[str, NamedRow]]:
    """Every row that has a name, with the name of its file; the sheets in their order."""
    for field in msgspec.structs.fields(tables):
        sheet = getattr(tables, field.name)
        for rows in msgspec.structs.astuple(sheet) if isinstance(sheet, Sheet) else ():
            yield from ((f"{field.name}.toml", row) for row in _named(rows))


def _named(rows: Any) -> Iterator[NamedRow]:
    return (row for row in rows if isinstance(row, NamedRow)) if isinstance(rows, tuple) else iter(())


def read_all(kind: type[A], folder: Path, own: Path | None, faults: Callable[[A], Iterator[BadTable]]) -> A:
    """All tables of a game, each from the file of its field's name, a group's own folder first.

    Raises ``BadTable`` with file, key and what was expected; of the ``faults`` of tables which are well-formed each for
    itself the first.
    """
    shelf = Shelf(folder, own)
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind) if field.name != "digest"}
    sheets = {name: shelf.read(name, sheet) for name, sheet in kinds.items()}
    tables = kind(**sheets, digest=shelf.digest)
    for fault in faults(tables):
        raise fault
    return tables


def band(bounds: Sequence[int], value: int) -> int | None:
    """The index of the highest of ascending bounds that ``value`` reaches; None below the first."""
    at = bisect_right(bounds, value)
    return at - 1 if at else None
