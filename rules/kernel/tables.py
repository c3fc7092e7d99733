"""Rulebook tables from TOML files, checked against their types; each row has a section and an origin."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, dataclass_transform, get_args

from msgspec import Meta, Struct, convert, inspect
from msgspec.structs import asdict, fields

from rules.kernel.answers import JOINER
from rules.kernel.dice import parse
from rules.kernel.errors import BadTable, Expected, Refused, expected
from rules.kernel.table_types import key_at, value_faults
from rules.kernel.text_files import blaming, parse_toml, read_text

K = TypeVar("K")
V = TypeVar("V")
Fault = tuple[str, Expected]
"""A key of a file and what was expected there."""

DIE = range(1, 7)
PLAIN = re.compile("[a-z][a-z0-9_]*")
ID = re.compile("[A-Za-z0-9_]+")
SENTENCES = ("text", "text_pl", "text_en")
"""Keys of sentences, which may contain braces and line breaks; all other words fill templates unchanged."""
UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of controls, formats, surrogates and line separators."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and symbols that look blank."""


def harmless_words(value: Any, key: str = "") -> Iterator[Fault]:
    """Check all words of a file: no template signs, no control characters, no path signs in ids."""
    match value:
        case dict():
            for name, inner in value.items():
                yield from harmless_words(inner, f"{key}.{name}" if key else name)
        case list():
            for n, inner in enumerate(value):
                yield from harmless_words(inner, f"{key}[{n}]")
        case str():
            yield from _text_faults(key, value)
        case _:
            pass


def _text_faults(key: str, words: str) -> Iterator[Fault]:
    name = key.rpartition(".")[2].partition("[")[0]
    may_have = JOINER + "\n" if name in SENTENCES else JOINER
    if name == "id" and not ID.fullmatch(words):
        yield key, expected("id", "an id of letters, digits and _, got {got!r}", got=words)
    elif any(unicodedata.category(sign) in UNPRINTABLE and sign not in may_have for sign in words):
        yield key, expected("controls", "words without control characters and invisible signs, got {got!r}", got=words)
    elif words and not is_visible(words):
        yield key, expected("visible", "words that can be seen, got {got!r}", got=words)
    elif name not in SENTENCES and ("{" in words or "}" in words):
        yield key, expected("braces", "words without {{ and }}, got {got!r}", got=words)


def is_visible(words: str) -> bool:
    """Whether any character is visible by itself, which spaces and combining marks are not."""
    return any(sign not in BLANKS and unicodedata.category(sign)[0] not in "CMZ" for sign in words)


def fault_unless(reason: str, template: str, is_right: Callable[[str], bool]) -> Callable[[str], Expected | None]:
    """Return what a type says of a text that is not right."""
    return lambda text: None if is_right(text) else expected(reason, template, got=text)


def _least(code: str) -> float:
    """Return the smallest result of dice; minus infinity if the code is invalid."""
    try:
        return parse(code).least
    except Refused:
        return -math.inf


def repeated(values: Iterable[tuple[K, V]]) -> Iterator[tuple[K, V]]:
    """Return the values that occurred before, with their row or key."""
    seen: list[V] = []
    for n, value in values:
        if value in seen:
            yield n, value
        seen.append(value)


T = TypeVar("T")
R = TypeVar("R")

LONGEST_NAME, LONGEST_FORM, LONGEST_TEXT = 40, 60, 300
"""Greatest lengths, in characters, of a custom row's name, its other forms and its sentence."""

Origin = Literal["rulebook", "published", "house", "own", "changed"]
"""Where a value is from; ``own`` and ``changed``: a row that a group adds, or has in place of a printed one."""
Pips = Annotated[int, Meta(ge=1, le=6)]
Form = Annotated[str, Meta(max_length=LONGEST_FORM)]
Small = Annotated[int, Meta(ge=0, le=99)]
dice_fault = fault_unless("dice", "dice such as 1K6+2, got {got!r}", lambda code: _least(code) > -math.inf)
number_or_dice_fault = fault_unless(
    "number_or_dice",
    "a number from 1 upwards, or dice such as 1K3+2, got {got!r}",
    lambda code: max(_least(code), int(code) if code.isdecimal() else 0) >= 1,
)
_many_dice_fault = fault_unless(
    "many_dice", "dice such as 1K6+2, never below 1, got {got!r}", lambda code: _least(code) >= 1
)
_plain_dice_fault = fault_unless(
    "plain_dice",
    "dice such as 2K6+3, never below 1 and without x, got {got!r}",
    lambda code: _least(code) >= 1 and parse(code).times == 1,
)
_plain_id_fault = fault_unless(
    "plain_id", "an id of small letters, digits and _, got {got!r}", lambda id: bool(PLAIN.fullmatch(id))
)
DiceCode = Annotated[str, Meta(extra={"fault": dice_fault})]
NumberOrDice = Annotated[str, Meta(extra={"fault": number_or_dice_fault})]
ManyDice = Annotated[str, Meta(extra={"fault": _many_dice_fault})]
"""Dice that never give less than 1."""
PlainDice = Annotated[str, Meta(extra={"fault": _plain_dice_fault})]
"""The same without a factor: nothing can be added behind ``x3``."""
PlainId = Annotated[str, Meta(extra={"fault": _plain_id_fault})]


@dataclass_transform(frozen_default=True)
class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of a table file, with the rulebook's section and the origin of its values."""

    section: str
    origin: Origin


@dataclass_transform(frozen_default=True)
class SheetById(Sheet, Generic[R], dict=True):
    """A table file whose rows are found by id; ``rows_of``: the field that holds them."""

    rows_of: ClassVar[str]

    def of(self, id: str) -> R:
        """Return the row with this id."""
        return self._by_id[id]

    def has(self, id: str) -> bool:
        """Whether the table has a row with this id; a group may remove rows."""
        return id in self._by_id

    @cached_property
    def _by_id(self) -> dict[str, R]:
        return {str(row.id): row for row in getattr(self, self.rows_of)}


class Forms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group's own name for a row in one language; missing forms default to the first.

    ``many``: the forms with a number, in Polish with 2 and 5, in English with 2. ``text``: a sentence on its effect.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    many: Annotated[tuple[Form, ...], Meta(max_length=2)] = ()
    acc: Form = ""
    gen: Form = ""
    dat: Form = ""
    inst: Form = ""
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group's own names for a row; a missing language uses the other one."""

    pl: Forms | None = None
    en: Forms | None = None


@dataclass_transform(frozen_default=True)
class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table; it may have an origin or a section that differ from the sheet's.

    ``told_by``: the fields that identify a row, if not its id; without either the rows are replaced as a whole.
    """

    told_by: ClassVar[tuple[str, ...]] = ()

    origin: Origin | None = None
    section: str | None = None


class NamedRow(Row, kw_only=True):
    """A row with a name that people see, which a group may change.

    ``words``: the group's own names; ``emblem``: the row whose drawing is used. ``kind_of_name``: the prefix of its
    catalogue key.
    """

    kind_of_name: ClassVar[str]

    id: str
    words: Words | None = None
    emblem: str = ""

    @property
    def name(self) -> str:
        """The catalogue key of the name."""
        return f"{self.kind_of_name}.{self.id}"

    @property
    def sentence(self) -> str:
        """The catalogue key of the group's own sentence, or ''."""
        said = self.words is not None and any(
            forms is not None and forms.text for forms in (self.words.pl, self.words.en)
        )
        return f"note.{self.name}" if said else ""


def package_of(game: str) -> str:
    """Return the package of a game, which is also the name of a group's folder for its tables."""
    return game.replace("-", "_")


class Shelf:
    """A folder of table files, with a group's own folder that takes precedence."""

    def __init__(self, folder: Path, own: Path | None = None) -> None:
        self._folder = folder
        self._own = own
        self._digest = blake2b(digest_size=8)

    def read(self, name: str, kind: type[T]) -> T:
        """Return a table by its file name without suffix; raises ``BadTable`` with file, key and what was expected."""
        file = self._find(name)
        with blaming(file):
            values = self._values(name, file, kind)
            for key, said in harmless_words(values):
                raise BadTable(file.name, key, said)
            table = convert(values, kind)
            for place, fault in value_faults(values, inspect.type_info(kind), ()):
                raise BadTable(file.name, key_at(place), fault)
        return table

    def _values(self, name: str, file: Path, kind: type[Any]) -> dict[str, Any]:
        values = self._parsed(file)
        if values.pop("extends", False) is not True:
            return values
        for key, said in double_rows(values, kind):
            raise BadTable(file.name, key, said)
        return extended(self._parsed(self._folder / f"{name}.toml"), values, kind)

    def _parsed(self, file: Path) -> dict[str, Any]:
        written = read_text(file)  # with the same line ends everywhere, so that the digest is the same
        self._digest.update(written.encode())
        return parse_toml(written)

    @property
    def digest(self) -> str:
        """A short hash of all that was read so far."""
        return self._digest.hexdigest()

    def _find(self, name: str) -> Path:
        if self._own and (own := self._own / f"{name}.toml").is_file():
            return own
        return self._folder / f"{name}.toml"


def extended(ours: Mapping[str, Any], own: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return a sheet merged with a group's own values, row by row where rows have ids, with the rows' origin."""
    types = {field.encode_name: field.type for field in fields(kind)}
    return {**ours, **{key: _merge_rows(ours.get(key, ()), value, types.get(key)) for key, value in own.items()}}


def tells_apart(kind: Any) -> tuple[str, ...]:
    """Return the fields that identify the rows of a field of this type; empty if they are replaced as a whole."""
    row = _row_type(kind)
    if row is None:
        return ()
    return row.told_by or tuple(field.name for field in fields(row) if field.name == "id")


def _row_type(kind: Any) -> type[Row] | None:
    row = next(iter(get_args(kind)), None)
    return row if isinstance(row, type) and issubclass(row, Row) else None


def identity_of(row: Any, told_by: Sequence[str]) -> str:
    """Return what tells a row from the others; '' for a row that lacks some of it."""
    is_told = bool(told_by) and isinstance(row, dict) and all(field in row for field in told_by)
    return repr([row[field] for field in told_by]) if is_told else ""


def double_rows(values: Mapping[str, Any], kind: type[Any]) -> Iterator[Fault]:
    """Yield each row of a file that has the identity of a row above it."""
    for field in fields(kind):
        told_by, rows = tells_apart(field.type), values.get(field.encode_name)
        found = [(n, identity_of(row, told_by)) for n, row in enumerate(rows if isinstance(rows, list) else ())]
        for n, identity in repeated([row for row in found if row[1]]):
            template = "each {field} once, got {got!r} twice"
            key = f"{field.encode_name}[{n}]"
            yield key, expected("doubled", template, field=" + ".join(told_by), got=identity[1:-1].replace("'", ""))


def _merge_rows(ours: Any, own: Any, kind: Any) -> Any:
    """Replace rows by the group's rows with equal identity and append the others; without identities replace all."""
    told_by = tells_apart(kind)
    if _row_type(kind) is None or not isinstance(own, list) or not all(isinstance(row, dict) for row in own):
        return own
    if not told_by:
        return [{"origin": "changed", **row} for row in own]
    rows = {identity_of(row, told_by): row for row in ours}
    for row in own:
        identity = identity_of(row, told_by)
        rows[identity] = {"origin": "changed" if identity in rows else "own", **row}
    return list(rows.values())


@dataclass_transform(frozen_default=True)
class AllTables(Struct, frozen=True):
    """All tables of a game in force, a field for each file. ``digest``: a short hash of them."""

    digest: str


A = TypeVar("A", bound=AllTables)


def named_rows(tables: AllTables) -> Iterator[tuple[str, str, NamedRow]]:
    """Return every row with a name, together with its file name and its list, in the order of the sheets."""
    for field in fields(tables):
        sheet = getattr(tables, field.name)
        for key, rows in asdict(sheet).items() if isinstance(sheet, Sheet) else ():
            if isinstance(rows, tuple):
                yield from ((f"{field.name}.toml", key, row) for row in rows if isinstance(row, NamedRow))


def sheet_types(kind: type[AllTables]) -> dict[str, Any]:
    """Return the type of each file of a game's tables, by its name without suffix."""
    return {field.name: field.type for field in fields(kind) if field.name != "digest"}


def band(bounds: Sequence[int], value: int) -> int | None:
    """Return the index of the highest of ascending bounds that ``value`` reaches; None below the first."""
    at = bisect_right(bounds, value)
    return at - 1 if at else None
