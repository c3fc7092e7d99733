"""Cases that are more of the same: ``make test`` runs the first few of them, ``make soak`` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(cases: Iterable[Any], count: int) -> list[Any]:
    """Return the parameters of a test, those after the first ``count`` marked ``soak``; a tuple is several values."""
    values = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*value, marks=() if number < count else pytest.mark.soak) for number, value in enumerate(values)
    ]
