"""What a game master set right."""

from __future__ import annotations

from rules.kernel.table import Event  # noqa: F401
