"""States of older schemas, step by step up to today's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.orders import ordered_anew
from rules.kernel.saving import Migration


def _asked_in_every_window(state: dict[str, Any]) -> dict[str, Any]:
    """1 → 2: to be asked was usual for Dispel and Spells in defence, and meant with such a Spell in hand only."""
    return ordered_anew(state, "players", {"dispel": ("ask", "aimed"), "defence": ("ask", "losing")})


MIGRATIONS: Mapping[int, Migration] = {1: _asked_in_every_window}
