"""How a game reads the scene of a scenario file: its position, and rules by name with what stands behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from rules.kernel.errors import BadTable
from rules.kernel.table import Table

G = TypeVar("G")
P = TypeVar("P")
Rule = Callable[[Table, G, list[str]], object]
"""A rule of a game with what stands behind its name."""
Known = Callable[[G, str], bool]
"""Whether a position has such a thing."""


def read_position(raw: Mapping[str, Any], kind: type[P]) -> P:
    """The position as a game describes one; raises ``BadTable`` with what is wrong."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadTable("scenario", "setup", str(error)) from error


def among(key: str, given: str, known: Iterable[str]) -> str:
    """What is given, if it is known; else raises ``BadTable`` with the key and all that would do."""
    allowed = list(known)
    if given not in allowed:
        raise BadTable("scenario", key, f"Expected one of {', '.join(allowed)}, got {given!r}")
    return given


def played(
    game: G,
    written: str,
    rules: Mapping[str, Rule[G]],
    needs: Mapping[str, str],
    kinds: Mapping[str, Known[G]],
) -> Callable[[Table], None]:
    """The rule that is written, or several, ``a, b``; raises ``BadTable`` for what is unknown.

    ``needs``: what stands behind a name, ``WHO:[NUMBER]``, in brackets what may be left out; ``kinds``: what that is.
    """
    steps = [_read(game, one.strip(), [*rules], needs, kinds) for one in written.split(",")]

    def play(table: Table) -> None:
        for name, about in steps:
            rules[name](table, game, about)

    return play


def _read(
    game: G, written: str, names: list[str], needs: Mapping[str, str], kinds: Mapping[str, Known[G]]
) -> tuple[str, list[str]]:
    """A rule's name, and as many words behind it as it needs, of things that the position has."""
    name, *about = written.split(":")
    if name not in names:
        raise _unknown(f"one of {', '.join(sorted(names))}, got {name!r}")
    needed = needs[name].split(":") if name in needs else []
    if not len([word for word in needed if not word.startswith("[")]) <= len(about) <= len(needed):
        raise _unknown(f"{':'.join([name, *needed])}, got {written!r}")
    for word, kind in zip(about, needed, strict=False):
        known = kinds.get(kind.strip("[]"))
        if known is not None and not known(game, word):
            raise _unknown(f"{_spoken(kind)} that the position has, got {word!r}")
    return name, about


def _spoken(kind: str) -> str:
    plain = kind.strip("[]").lower()
    return f"{'an' if plain[0] in 'aeiou' else 'a'} {plain}"


def _unknown(expected: str) -> BadTable:
    return BadTable("scenario", "rule", expected)
