"""The log: events with facts, for eyes or for machines; never a token, never what people wrote."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from bot.settings import Settings

SECRET = ("token", "content", "text", "typed", "name")


def set_up(settings: Settings) -> None:
    """Send all events to standard error, those of discord.py with them."""
    level = logging.getLevelName(settings.log_level.upper())
    last: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, last]
        if settings.log_format == "json"
        else [*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    _others(level)


def _others(level: int) -> None:
    """discord.py and aiohttp speak through the standard library; their debug lines hold payloads, so never those."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("discord").setLevel(max(level, logging.INFO))


def without_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank whatever could be a token or somebody's words."""
    for key in SECRET:
        if key in event:
            event[key] = "…"
    return event
