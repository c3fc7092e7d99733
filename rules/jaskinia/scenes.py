"""What scenario files can set up and play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.model import Game
from rules.jaskinia.tables import Tables
from rules.kernel.errors import BadTable
from rules.kernel.table import Table


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """The position, and the rule to be played on it; raises ``BadTable``."""
    raise BadTable("scenario", "rule", "nothing yet")
