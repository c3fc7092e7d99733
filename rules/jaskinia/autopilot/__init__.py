"""A sensible answer to anything this game asks."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.model import Game
from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import Request, Seat


def answer(game: Game, request: Request[Any], seat: Seat) -> Value:
    """What a careful player would answer for this seat."""
    return plain(request, seat)
