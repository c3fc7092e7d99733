"""The messages that are posted into a table's channel: what each says, plainly too, and how it is recognised
there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b
from io import BytesIO
from typing import Any

import discord
import msgspec

from bot.discord.prompts import lobby as panel
from bot.discord.prompts.components import CONTENT, CustomId, file_of, page, pinging, read
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.games.face import Picture
from bot.words.narrator import clip

NONCE = 25
"""Signs of a nonce."""

Known = Callable[[discord.Message], bool]
"""Whether a message in the channel is this very one."""


class OutgoingMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message to post. ``plain`` is what is said instead where Discord refuses the rest; ``known`` recognises it."""

    kind: str
    nonce: str
    plain: str
    known: Known
    content: str | None = None
    view: Any = None
    files: Sequence[discord.File] = ()
    ping: Collection[int] = ()

    @property
    def whole(self) -> dict[str, Any]:
        """As discord.py sends it."""
        more: dict[str, Any] = {"view": self.view} if self.view is not None else {}
        more |= {"files": list(self.files)} if self.files else {}
        return {"content": self.content, "nonce": self.nonce[:NONCE], "allowed_mentions": pinging(self.ping), **more}

    @property
    def without_nonce(self) -> dict[str, Any]:
        """As discord.py sends it by a webhook, which knows no nonces; ``whole`` can be sent after it."""
        whole = self.whole
        del whole["nonce"]
        return {**whole, "files": [_copy(file) for file in self.files]} if self.files else whole

    @property
    def in_plain_words(self) -> dict[str, Any]:
        """Words alone: no controls, no pictures, no pings."""
        return {"content": clip(self.plain, CONTENT), "nonce": f"p{self.nonce}"[:NONCE]}


def _copy(file: discord.File) -> discord.File:
    """The same upload; whatever was sent is used up."""
    data = file.fp.read()
    file.reset()
    return discord.File(BytesIO(data), file.filename, spoiler=file.spoiler, description=file.description)


# What is posted --------------------------------------------------------------------------------------------


def plain_message(
    kind: str, said: str, nonce: str, *, files: Sequence[discord.File] = (), ping: Collection[int] = ()
) -> OutgoingMessage:
    """Plain words, with files or for somebody."""
    known = _matches_text(said)
    return OutgoingMessage(kind=kind, nonce=nonce, plain=said, known=known, content=said, files=files, ping=ping)


def story_message(told: str, pictures: Sequence[Picture], nonce: str) -> OutgoingMessage:
    """A page of a story; its component id says which one it is, for good."""
    mark = int.from_bytes(blake2b(nonce.encode(), digest_size=4).digest(), "big") >> 2 | 1 << 30
    layout, files = page(told, *pictures, mark=mark)
    known = _matches_either(
        lambda message: any(getattr(part, "id", None) == mark for part in message.components), _matches_text(told)
    )
    return OutgoingMessage(kind="story", nonce=nonce, plain=told, known=known, view=layout, files=files)


def question_message(scene: Scene, shown: Shown, pictures: Sequence[Picture], nonce: str) -> OutgoingMessage:
    """The open question; without its buttons it says which command answers it."""
    return OutgoingMessage(
        kind="question",
        nonce=nonce,
        plain=f"{shown.content}\n{scene.narrator.say('prompt.typed')}",
        known=_matches_question(scene.id("")),
        content=shown.content,
        view=shown.view,
        files=[file_of(picture) for picture in pictures],
        ping=shown.ping,
    )


def lobby_message(scene: Scene) -> OutgoingMessage:
    """The lobby with its buttons."""
    record, shown = scene.standing.record, panel.lobby(scene)
    return OutgoingMessage(
        kind="lobby",
        nonce=f"{record.id}l{int(record.created_at)}",
        plain=shown.content,
        known=_matches_verb(record.id, panel.VERB),
        content=shown.content,
        view=shown.view,
    )


# How a message is recognised -------------------------------------------------------------------------------


def _matches_text(text: str) -> Known:
    """A message of these very words."""
    return lambda message: bool(text) and message.content.strip() == text.strip()


def _matches_either(first: Known, other: Known) -> Known:
    return lambda message: first(message) or other(message)


def _matches_question(wanted: CustomId) -> Known:
    """A message with a control for the same question of the same table."""
    place = (wanted.game, wanted.address)
    return lambda message: any((id.game, id.address) == place for id in _custom_ids(message))


def _matches_verb(game_id: str, verb: str) -> Known:
    """A message with a control of this verb for this table."""
    return lambda message: any((id.game, id.verb) == (game_id, verb) for id in _custom_ids(message))


def _custom_ids(message: discord.Message) -> Iterator[CustomId]:
    for row in message.components:
        for part in getattr(row, "children", ()):
            if (id := read(getattr(part, "custom_id", None) or "")) is not None:
                yield id
