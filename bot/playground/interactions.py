"""An interaction: what a person did, and what the bot has answered so far (docs: interactions/*)."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field

from bot.playground.wire import JSON
from bot.playground.world import Posted

COMMAND, COMPONENT, COMPLETION, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

CHAT_INPUT_REPLY, CONTEXT_MENU_REPLY, REPLY = 20, 23, 19


@dataclass(eq=False)
class Interaction:
    """`answered` holds the callback {type, data} once there is one."""

    payload: JSON
    user_id: str
    source: Posted | None = None
    born: float = field(default_factory=time.monotonic)
    answered: asyncio.Future[JSON] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    original: Posted | None = None
    followups: list[Posted] = field(default_factory=list)
    edited: bool = False
    closed: bool = False  # the form it opened has been submitted
    touched: bool = False  # the bot has done something since the acknowledgement

    @property
    def id(self) -> str:
        """Its snowflake, as text."""
        return str(self.payload["id"])

    @property
    def kind(self) -> int:
        """COMMAND, COMPONENT, COMPLETION or MODAL_SUBMIT (docs: interactions/receiving-and-responding)."""
        return int(self.payload["type"])

    @property
    def age(self) -> float:
        """Seconds since the person did it; the deadlines of `Patience` count from there."""
        return time.monotonic() - self.born

    @property
    def callback_type(self) -> int | None:
        """The type of the bot's answer (docs: …#interaction-callback-type); None while there is none."""
        return int(self.answered.result()["type"]) if self.answered.done() else None

    @property
    def modal(self) -> JSON | None:
        """The form that the bot answered with; None if it answered otherwise or not yet."""
        if self.callback_type != MODAL:
            return None
        data: JSON = self.answered.result()["data"]
        return data


def new_token() -> str:
    """A fresh secret by which the bot may answer one interaction (docs: interactions/receiving-and-responding)."""
    return secrets.token_urlsafe(96)
