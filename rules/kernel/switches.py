"""House rules as named switches: their written form, which there are, and which stand once the game has begun.

A game's options are a frozen Struct; its choices name each switch with its possible values in writing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.words import Word

Chosen = TypeVar("Chosen", bound=msgspec.Struct)
YES, NO = "yes", "no"


def chosen(options: type[Chosen], choices: Mapping[str, tuple[str, ...]], given: Mapping[str, str]) -> Chosen:
    """The options from their written form; raises ``Refused("option")`` for names and values that do not exist."""
    for name, value in given.items():
        if name not in choices or value not in choices[name]:
            raise Refused("option", name=name[:40], values=choices.get(name, tuple(choices)))
    plain = {name: value == YES if value in (YES, NO) else value for name, value in given.items()}
    return msgspec.convert(plain, options, strict=False)


def written(options: msgspec.Struct) -> dict[str, str]:
    """Options in their written form."""
    plain = msgspec.structs.asdict(options)
    return {
        name: {True: YES, False: NO}[value] if isinstance(value, bool) else str(value) for name, value in plain.items()
    }


def rewritten(now: msgspec.Struct, given: Mapping[str, str], fixed: Sequence[str]) -> dict[str, str]:
    """Options with some of them changed; raises ``Refused("option_fixed")`` when one of the ``fixed`` would change."""
    before = written(now)
    for name in fixed:
        if given.get(name, before[name]) != before[name]:
            raise Refused("option_fixed", name=Word(f"house.{name}"))
    return {**before, **given}
