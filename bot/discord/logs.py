"""The log: events with facts, for people or machines; never tokens, never what people wrote.

Each line caused by an interaction has its id, its command or control, and the table's ``game``, ``epoch``, ``stage``
and ``step``.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars, merge_contextvars
from structlog.stdlib import ProcessorFormatter
from structlog.typing import ExcInfo

from bot.discord.prompts.components import CustomId, read
from bot.discord.prompts.reply import Interaction
from bot.settings import Settings
from bot.table.records import Address

SECRET = frozenset({"token", "content", "text", "typed", "name", "names"})
"""Keys, or last parts of keys, whose values are never logged."""
BLANK = "…"
BOT_TOKEN = r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}"
TOKENS = re.compile(rf"{BOT_TOKEN}|[\w-]{{60,}}|\b[0-9a-f]{{32}}\b", re.ASCII)
"""Matches bot tokens (three parts), interaction tokens (one long word) and gateway session ids (32 hex digits)."""

Event = MutableMapping[str, Any]


def set_up(settings: Settings, out: TextIO | None = None) -> None:
    """Send all events, including those of discord.py, to standard error or ``out``."""
    level = logging.getLevelName(settings.log_level.upper())
    stream = out or sys.stderr
    last = _final_renderer(settings, stream)
    shared: list[Any] = [
        merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(where_it_broke),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    foreign = [structlog.stdlib.add_logger_name, as_library_event, *shared]
    heard = ProcessorFormatter(processors=[ProcessorFormatter.remove_processors_meta, last], foreign_pre_chain=foreign)
    _configure_library_logs(level, stream, heard)


def is_token(word: str) -> bool:
    """Whether a word has the form of a bot token."""
    return re.fullmatch(BOT_TOKEN, word, re.ASCII) is not None


def _final_renderer(settings: Settings, stream: TextIO) -> Any:
    if settings.log_format == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback)


def _configure_library_logs(level: int, stream: TextIO, formatter: ProcessorFormatter) -> None:
    """Format the logs and warnings of all libraries, without debug lines, because discord.py's hold payloads."""
    root, heard = logging.getLogger(), logging.StreamHandler(stream)
    heard.setFormatter(formatter)
    root.handlers = [handler for handler in root.handlers if not isinstance(handler.formatter, ProcessorFormatter)]
    root.addHandler(heard)
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    logging.getLogger("discord.client").addFilter(without_what_is_told)


def as_library_event(logger: Any, method: str, event: Event) -> Event:
    """Name a library's line ``library.logged``, with its text as ``why``, so that filters by event find it."""
    return {**event, "event": "library.logged", "why": str(event["event"]).strip()}


def without_what_is_told(record: logging.LogRecord) -> bool:
    """Whether to log a library record: no reconnect attempts, which ``discord.lost`` and ``discord.back`` report."""
    return not str(record.msg).startswith("Attempting a reconnect")


# What stands in every line of an interaction ---------------------------------------------------------------


def bind_interaction(interaction: Interaction) -> None:
    """Add the interaction, its command or control, and its table to each further log line of this task."""
    data: Mapping[str, Any] = interaction.data or {}
    id = read(str(data.get("custom_id", "")))
    clear_contextvars()
    where = {"guild": interaction.guild_id, "channel": interaction.channel_id}
    bind_contextvars(interaction=str(interaction.id), command=_used_command(interaction, id), **where)
    if id:
        bind_table(id.game, id.address)


def _used_command(interaction: Interaction, id: CustomId | None) -> str:
    if interaction.command is not None:
        return interaction.command.qualified_name
    return id.verb if id else "unknown"


def bind_table(game_id: str, address: Address) -> None:
    """Add the first table found for this interaction to its log lines; do nothing outside of an interaction."""
    bound = get_contextvars()
    if "interaction" in bound and "game" not in bound:
        bind_contextvars(game=game_id, epoch=address.epoch, stage=address.stage, step=address.step)


def bind_reason(reason: str) -> None:
    """Add a failure's reason to each further log line of this task."""
    bind_contextvars(reason=reason)


# What stands in none ---------------------------------------------------------------------------------------


def without_secrets(logger: Any, method: str, event: Event) -> Event:
    """Blank possible tokens and people's texts, also in nested lists and records."""
    for key, value in event.items():
        event[key] = BLANK if _is_secret_key(key) else _redacted(value)
    return event


def _is_secret_key(key: object) -> bool:
    return str(key).rsplit("_", 1)[-1] in SECRET


def _redacted(value: Any, deep: bool = True) -> Any:
    if isinstance(value, str):
        return TOKENS.sub(BLANK, value)
    if deep and isinstance(value, Mapping):
        return {key: BLANK if _is_secret_key(key) else _redacted(item, False) for key, item in value.items()}
    if deep and isinstance(value, list | tuple | set | frozenset):
        return [_redacted(item, False) for item in value]
    return value


def where_it_broke(exc_info: ExcInfo) -> str:
    """Return tracebacks and error types, the cause first; without most messages, which may quote typed text."""
    error: BaseException | None = exc_info[1]
    told: list[str] = []
    while error is not None and len(told) < 5:
        frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
        told.append("".join([*frames, type(error).__name__, *_harmless_words(error)]))
        error = error.__cause__ or error.__context__
    return "\n".join(reversed(told))


HARMLESS = (AttributeError, NameError, UnboundLocalError, ImportError, ModuleNotFoundError, TypeError)
"""Errors of Python itself, whose messages name pieces of the program."""


def _harmless_words(error: BaseException) -> list[str]:
    """Return an error's message if it speaks of the program alone, or names a row of the shipped tables."""
    from bot.games.own_tables import shipped_ids  # it reads what draws pictures

    known = type(error) in HARMLESS or (
        type(error) is KeyError and shipped_ids().issuperset(error.args[:1]) and error.args
    )
    return [f": {error}"] if known else []
