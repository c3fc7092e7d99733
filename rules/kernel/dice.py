"""Dice codes as the rulebooks write them: ``1K6``, ``2K6+1``, ``1K3``, ``1K6x4``, and ``½+m`` of the counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from rules.kernel.errors import Refused

MOST_DICE = 20
_CODE = re.compile(r"(?P<dice>[1-9][0-9]?)[Kk](?P<faces>[36])(?:(?P<sign>[-+x×*])(?P<shift>[0-9]{1,3}))?")
_ASCII_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2013\u2012\u2011\ufe63\uff0d", "-") | {"\uff0b": "+"})
_TYPED = re.compile(r"([0-9]*)[DdKk]")
_COUNTER = re.compile(r"(?P<dice>½|[1-9])\+(?P<shift>[0-9]{1,2})")


class Dice(Struct, frozen=True):
    """A parsed dice code: the sum of ``count`` dice of ``faces``, times ``times``, plus ``plus``."""

    count: int
    faces: int
    plus: int = 0
    times: int = 1

    def __str__(self) -> str:
        tail = f"x{self.times}" if self.times != 1 else f"{self.plus:+d}" if self.plus else ""
        return f"{self.count}K{self.faces}{tail}"

    def shown(self, pips: Sequence[int]) -> tuple[int, ...]:
        """Return the value of each die; a 1K3 is half of a six-sided die, rounded up [§3]."""
        return tuple((pip + 1) // 2 for pip in pips) if self.faces == 3 else tuple(pips)

    def total(self, pips: Sequence[int]) -> int:
        """Return the result for these natural pips (1–6 each)."""
        return sum(self.shown(pips)) * self.times + self.plus

    @property
    def least(self) -> int:
        """Return the smallest possible result."""
        return self.total((1,) * self.count)

    @property
    def most(self) -> int:
        """Return the largest possible result."""
        return self.total((6,) * self.count)


def use_ascii_signs(typed: str) -> str:
    """Replace typographic minus and plus signs by ASCII ones."""
    return typed.translate(_ASCII_SIGNS)


@lru_cache(maxsize=512)
def parse(code: str) -> Dice:
    """Parse a dice code; raises ``Refused`` when it is invalid or has more than twenty dice."""
    text = "".join(use_ascii_signs(code).split())
    if found := _CODE.fullmatch(text):
        return _dice_from_match(found, code)
    if found := _COUNTER.fullmatch(text):
        half = found["dice"] == "½"
        return Dice(1 if half else int(found["dice"]), 3 if half else 6, plus=int(found["shift"]))
    raise Refused("dice_code", code=code[:40], most=MOST_DICE)


def typed_code(typed: str) -> str:
    """Return the normalized form of a typed dice code, also of ``d6`` and the like; raises ``Refused`` when it is
    invalid.
    """
    first = _TYPED.match(typed.strip())
    code = f"{first[1] or 1}K{typed.strip()[first.end() :]}" if first else typed
    try:
        return str(parse(code))
    except Refused as refusal:
        raise Refused(refusal.reason, **{**refusal.facts, "code": typed.strip()[:40]}) from refusal


def _dice_from_match(found: re.Match[str], code: str) -> Dice:
    count, shift = int(found["dice"]), int(found["shift"] or 0)
    multiplies = found["sign"] in ("x", "×", "*")
    if count > MOST_DICE or (multiplies and shift == 0):
        raise Refused("dice_code", code=code[:40], most=MOST_DICE)
    if multiplies:
        return Dice(count, int(found["faces"]), times=shift)
    return Dice(count, int(found["faces"]), plus=-shift if found["sign"] == "-" else shift)


class Rolled(int):
    """The result of a roll, which also keeps its dice code and natural pips."""

    code: str
    pips: tuple[int, ...]

    def __new__(cls, code: str, pips: Sequence[int]) -> Rolled:
        """Return the total of these natural dice by the code."""
        rolled = super().__new__(cls, parse(code).total(pips))
        rolled.code = code
        rolled.pips = tuple(pips)
        return rolled

    @property
    def dice(self) -> tuple[int, ...]:
        """Return the value of each die (1–3 for a 1K3)."""
        return parse(self.code).shown(self.pips)


@lru_cache(maxsize=64)
def odds(code: str) -> Mapping[int, float]:
    """Return the probability of each result of a dice code."""
    dice = parse(code)
    sums = Counter({0: 1})
    for _ in range(dice.count):
        following: Counter[int] = Counter()
        for so_far, ways in sums.items():
            for face in range(1, dice.faces + 1):
                following[so_far + face] += ways
        sums = following
    return {so_far * dice.times + dice.plus: ways / dice.faces**dice.count for so_far, ways in sorted(sums.items())}


def is_code(text: str) -> bool:
    """Whether the text is a valid dice code."""
    try:
        parse(text)
    except Refused:
        return False
    return True
