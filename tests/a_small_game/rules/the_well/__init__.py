"""The Well: who first has drawn enough coins out of a well wins; but buckets tip over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.kernel.game import Manifest, Rules
from rules.kernel.lookups import Book


def _rules(own: Path | None) -> Rules[Any]:
    from rules.the_well.rulebook import TheWell

    return TheWell.with_tables(own)


def _book() -> Book[Any]:
    from rules.the_well.lookups import BOOK

    return BOOK


GAME = Manifest("the-well", _rules, _book)
