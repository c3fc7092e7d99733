"""What was told, as bytes for the outbox and back."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import structlog

from bot.table.events import HOUSE_EVENTS
from rules.kernel.table import DiceRolled, Event, Told

log = structlog.get_logger(__name__)


def _plain(value: Any) -> Any:
    """A roll is kept as its total; its dice are in ``DiceRolled``."""
    if isinstance(value, int):
        return int(value)
    raise NotImplementedError(f"no way to keep a {type(value).__name__}")


class Stories:
    """Encodes and decodes the events of one game."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        kinds: Any = functools.reduce(operator.or_, dict.fromkeys((*events, DiceRolled, *HOUSE_EVENTS)))
        self._encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
        self._kind: Any = list[tuple[kinds, tuple[str, ...] | None]]
        self._decoder = msgspec.msgpack.Decoder(self._kind)

    def encode(self, told: Sequence[Told]) -> bytes:
        """The events as bytes."""
        return self._encoder.encode([(one.event, one.to) for one in told])

    def decode(self, kept: bytes) -> tuple[Told, ...]:
        """The events that these bytes hold; none if this version cannot read them, so that nothing else is held up."""
        try:
            return tuple(Told(event, to) for event, to in self._decoder.decode(kept))
        except msgspec.MsgspecError:
            log.error("story.unreadable", size=len(kept))
            return ()

    def plain(self, told: Sequence[Told]) -> list[Any]:
        """The events as plain JSON values, for a copy."""
        facts: list[Any] = msgspec.to_builtins([(one.event, one.to) for one in told], str_keys=True, enc_hook=_plain)
        return facts

    def from_plain(self, facts: Sequence[Any]) -> tuple[Told, ...]:
        """The events that these JSON values hold; raises ``ValidationError`` for one that this game does not tell."""
        return tuple(Told(event, to) for event, to in msgspec.convert(list(facts), self._kind, str_keys=True))
