"""What rows of any table have to be: complete, in order, once each, dice that can be thrown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeVar

from rules.kernel.answers import JOINER
from rules.kernel.dice import Dice, parse
from rules.kernel.errors import Refused

V = TypeVar("V", bound=Hashable)
Fault = tuple[str, str]
"""A key of the file, and what was expected there."""

DIE = range(1, 7)
PLAIN = re.compile("[a-z][a-z0-9_]*")
ID = re.compile("[A-Za-z0-9_]+")
SENTENCES = ("text", "text_pl", "text_en")
"""Keys of sentences, which may have braces and several lines; all other words fill templates as they are."""
UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of controls, formats, halves of pairs and separators of lines."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and symbols that have no ink."""


def harmless_words(value: Any, key: str = "") -> Iterator[Fault]:
    """Words that break neither template nor terminal, and ids without signs of a path, anywhere in a file's values."""
    match value:
        case dict():
            for name, inner in value.items():
                yield from harmless_words(inner, f"{key}.{name}" if key else name)
        case list():
            for n, inner in enumerate(value):
                yield from harmless_words(inner, f"{key}[{n}]")
        case str():
            yield from _harmless(key, value)


def _harmless(key: str, words: str) -> Iterator[Fault]:
    name = key.rpartition(".")[2].partition("[")[0]
    may_have = JOINER + "\n" if name in SENTENCES else JOINER
    if name == "id" and not ID.fullmatch(words):
        yield key, f"an id of letters, digits and _, got {words!r}"
    elif any(unicodedata.category(sign) in UNPRINTABLE and sign not in may_have for sign in words):
        yield key, f"words without control characters and invisible signs, got {words!r}"
    elif words and not is_visible(words):
        yield key, f"words that can be seen, got {words!r}"
    elif name not in SENTENCES and ("{" in words or "}" in words):
        yield key, f"words without {{ and }}, got {words!r}"


def is_visible(words: str) -> bool:
    """Whether any sign has ink of its own: no space, no mark on another sign."""
    return any(sign not in BLANKS and unicodedata.category(sign)[0] not in "CMZ" for sign in words)


def dice_code(key: str, code: str) -> Iterator[Fault]:
    """Dice that can be thrown."""
    if dice_of(code) is None:
        yield key, f"dice such as 1K6+2, got {code!r}"


def number_or_dice(key: str, code: str) -> Iterator[Fault]:
    """How many: a number, or dice, and never less than one."""
    dice = dice_of(code)
    if not (dice.least >= 1 if dice else code.isdecimal() and int(code) >= 1):
        yield key, f"a number from 1 upwards, or dice such as 1K3+2, got {code!r}"


def many_dice(key: str, code: str) -> Iterator[Fault]:
    """Dice that never show less than one."""
    dice = dice_of(code)
    if dice is None or dice.least < 1:
        yield key, f"dice such as 1K6+2, never below 1, got {code!r}"


def dice_of(code: str) -> Dice | None:
    """The dice of a code, or None where it is none."""
    try:
        return parse(code)
    except Refused:
        return None


def every_roll(key: str, rows: Sequence[Sequence[int]]) -> Iterator[Fault]:
    """Each result of one die belongs to exactly one row."""
    return every_roll_of(key, "", list(enumerate(rows)))


def every_roll_of(key: str, what: str, rows: Sequence[tuple[int, Sequence[int]]]) -> Iterator[Fault]:
    """The same among the rows of one kind, each with its place in the file."""
    expected = f"each of 1 to 6 once for {what}" if what else "each of 1 to 6 once"
    rolls = [(n, roll) for n, row in rows for roll in row]
    for n, roll in repeated(rolls):
        yield f"{key}[{n}].rolls", f"{expected}, got {roll} twice"
    taken = [roll for _, roll in rolls]
    for roll in (roll for roll in DIE if roll not in taken):
        yield key, f"{expected}, {roll} is missing"


def some_results(key: str, faces: Sequence[int]) -> Iterator[Fault]:
    """Results of one die on which something happens: at least one, none of them twice."""
    if not faces:
        yield key, "at least one result of 1K6"
    yield from unique(key, faces)


def plain_keys(key: str, ids: Sequence[str]) -> Iterator[Fault]:
    """Ids that can stand behind a colon, each once."""
    yield from unique(key, ids)
    for n, id in enumerate(ids):
        if not PLAIN.fullmatch(id):
            yield key.format(n), f"an id of small letters, digits and _, got {id!r}"


def once_each(key: str, found: Sequence[Hashable], whole: str, wanted: Sequence[Hashable]) -> Iterator[Fault]:
    """Each of the wanted, none of them twice."""
    yield from unique(key, found)
    for missing in (value for value in wanted if value not in found):
        yield whole, f"each of {', '.join(map(str, wanted))} once, {missing} is missing"


def unique(key: str, values: Sequence[Hashable]) -> Iterator[Fault]:
    """None of the values twice."""
    for n, value in repeated(list(enumerate(values))):
        yield key.format(n), f"each once, got {value!r} twice"


def repeated(values: Sequence[tuple[int, V]]) -> Iterator[tuple[int, V]]:
    """Those that came before, with the row where they come again."""
    seen: list[V] = []
    for n, value in values:
        if value in seen:
            yield n, value
        seen.append(value)


def among(key: str, names: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    """Only names that are known."""
    for name in names:
        if name not in known:
            yield key, f"one of {', '.join(known)}, got {name!r}"


def ascending(key: str, bounds: Sequence[int]) -> Iterator[Fault]:
    """Each bound is higher than the one before."""
    for n in range(1, len(bounds)):
        if bounds[n] <= bounds[n - 1]:
            yield key.format(n), f"more than {bounds[n - 1]} (rows ascend), got {bounds[n]}"


def as_wide(key: str, rows: Sequence[Sequence[int]], width: int, columns: str) -> Iterator[Fault]:
    """Each row has a cell for each column."""
    for n, row in enumerate(rows):
        if len(row) != width:
            yield key.format(n), f"{width} numbers, one for each of {columns}, got {len(row)}"
