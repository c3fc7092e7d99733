"""A bot of which much is asked: it spares requests that Discord counts."""

from __future__ import annotations

from bot.discord.client import Labirynt


def make_busy(client: Labirynt) -> None:
    """From now on all that it may ask of Discord is asked elsewhere, as far as it knows."""
    client.load.of_share = lambda: 1.0  # type: ignore[method-assign]
