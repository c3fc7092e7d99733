"""The record of the bot's REST calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Recorded:
    """One REST call; `route` is named as in Discord's OpenAPI document."""

    method: str
    route: str
    path: str
    body: Any = None
    files: list[str] = field(default_factory=list)
    status: int = 0
    reply: Any = None
