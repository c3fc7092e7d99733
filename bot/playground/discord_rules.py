"""Discord's refusals and rate limits as hooks, and the open interactions with their deadlines."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from aiohttp.web import Request, Response

from bot.playground.wire import COMPONENTS_V2, JSON, invalid_form, too_large
from bot.playground.world import Posted, World

COMMAND, COMPONENT, COMPLETION, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

CHAT_INPUT_REPLY, CONTEXT_MENU_REPLY, REPLY = 20, 23, 19


@dataclass(eq=False)
class Interaction:
    """An interaction; `answered` gets the callback {type, data}."""

    payload: JSON
    user_id: str
    source: Posted | None = None
    born: float = field(default_factory=monotonic)
    answered: asyncio.Future[JSON] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    original: Posted | None = None
    followups: list[Posted] = field(default_factory=list)
    edited: bool = False
    closed: bool = False  # the form it opened has been submitted
    touched: bool = False  # the bot has done something since the acknowledgement

    @property
    def id(self) -> str:
        """The interaction's snowflake as text."""
        return str(self.payload["id"])

    @property
    def kind(self) -> int:
        """The type: COMMAND, COMPONENT, COMPLETION or MODAL_SUBMIT (docs: interactions/receiving-and-responding)."""
        return int(self.payload["type"])

    @property
    def age(self) -> float:
        """Return the seconds since the person acted; the deadlines of `Patience` begin at that time."""
        return monotonic() - self.born

    @property
    def callback_type(self) -> int | None:
        """The type of the bot's answer (docs: …#interaction-callback-type); None before the answer."""
        return int(self.answered.result()["type"]) if self.answered.done() else None

    @property
    def modal(self) -> JSON | None:
        """The modal that the bot answered with; None for any other answer and before the answer."""
        if self.callback_type != MODAL:
            return None
        data: JSON = self.answered.result()["data"]
        return data


def new_token() -> str:
    """Return a random token for one interaction (docs: interactions/receiving-and-responding)."""
    return secrets.token_urlsafe(96)


CONTENT_LENGTH = 2000
FILE_BYTES = 10 * 1024 * 1024
LEGACY_FIELDS = ("content", "embeds", "sticker_ids", "poll")  # never beside Components V2

Files = dict[str, tuple[str, bytes, str]]  # field number → file name, content, content type


def legacy_field_beside_v2(field: str) -> tuple[str, str]:
    """Return the error code and message for such a field in a Components V2 message."""
    message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    return "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message


class DiscordRules:
    """The basic checks: texts and files that are too long, and mixed message formats; checks raise `ApiError`."""

    # -- bodies ---------------------------------------------------------------

    def check_message(self, body: JSON, files: Files, *, flags: int) -> None:
        """Check a new message or an edit; `flags` are the flags after it."""
        content = body.get("content")
        if content is not None and not (isinstance(content, str) and len(content) <= CONTENT_LENGTH):
            raise invalid_form(("content",), "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT_LENGTH} or fewer in length.")
        for name in LEGACY_FIELDS if flags & COMPONENTS_V2 else ():
            if body.get(name):
                raise invalid_form((name,), *legacy_field_beside_v2(name))
        if any(len(data) > FILE_BYTES for _, data, _ in files.values()):
            raise too_large()

    def check_edit(self, world: World, posted: Posted) -> None:
        """Check whether this message may be edited now."""

    def check_thread(self, body: JSON) -> None:
        """Check a new thread, or the new state of a changed thread."""

    def check_callback(self, interaction: Interaction, body: JSON) -> None:
        """Check the first answer to an interaction: its type, and its modal or its choices."""

    def check_commands(self, commands: list[JSON]) -> None:
        """Check the new state of all commands of a scope."""

    # -- calls ----------------------------------------------------------------

    async def before_request(self, request: Request, interaction: Interaction | None) -> None:
        """Delay or refuse a call before it is handled; ``interaction`` belongs to the webhook's token, or is None."""

    async def after_response(self, request: Request, response: Response) -> None:
        """Add headers to the response, delay it, or break the connection."""

    def find_repeated(self, world: World, channel_id: str, body: JSON) -> Posted | None:
        """Return the earlier message if this body repeats its request, else None."""
        return None

    def note_posted(self, world: World, posted: Posted) -> None:
        """Remember a new message for `find_repeated`."""

    # -- events ---------------------------------------------------------------

    @property
    def holds_events(self) -> bool:
        """Whether an event is being held back."""
        return False

    async def deliver(self, event: str, data: JSON, send: Callable[[str, JSON], Awaitable[Any]]) -> None:
        """Send an event over the gateway."""
        await send(event, data)
