"""The messages posted into a table's channel: their content, their plain form, and how to recognise them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

import discord
import msgspec

from bot.discord.prompts import lobby as panel
from bot.discord.prompts.components import CONTENT, CustomId, file_of, page, pinging, read
from bot.discord.prompts.layout import mark_of
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.games.face import Picture
from bot.words.narrator import clip

NONCE = 25
"""Maximum characters of a nonce."""

Known = Callable[[discord.Message], bool]
"""Whether a message in the channel is the one meant."""


class OutgoingMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message to post. ``plain`` is sent if Discord refuses the rest; ``known`` recognises the message.

    ``has_other_form``: the sender has another form to try, so a refusal is raised.
    """

    kind: str
    nonce: str
    plain: str
    known: Known
    content: str | None = None
    view: Any = None
    files: Sequence[discord.File] = ()
    ping: Collection[int] = ()
    has_other_form: bool = False

    @property
    def whole(self) -> dict[str, Any]:
        """Return the arguments for discord.py's ``send``."""
        more: dict[str, Any] = {"view": self.view} if self.view is not None else {}
        more |= {"files": list(self.files)} if self.files else {}
        return {"content": self.content, "nonce": self.nonce[:NONCE], "allowed_mentions": pinging(self.ping), **more}

    @property
    def without_nonce(self) -> dict[str, Any]:
        """Return the arguments for a webhook, which has no nonces; files are copied, so that ``whole`` can be sent
        later.
        """
        whole = self.whole
        del whole["nonce"]
        return {**whole, "files": [_copy(file) for file in self.files]} if self.files else whole

    @property
    def in_plain_words(self) -> dict[str, Any]:
        """Return the plain text alone: no controls, pictures or pings."""
        return {"content": clip(self.plain, CONTENT), "nonce": f"p{self.nonce}"[:NONCE]}


def _copy(file: discord.File) -> discord.File:
    """Copy an upload; a sent file cannot be sent again."""
    data = file.fp.read()
    file.reset()
    return discord.File(BytesIO(data), file.filename, spoiler=file.spoiler, description=file.description)


# What is posted --------------------------------------------------------------------------------------------


def plain_message(
    kind: str,
    said: str,
    nonce: str,
    *,
    files: Sequence[discord.File] = (),
    ping: Collection[int] = (),
    controls: discord.ui.View | None = None,
) -> OutgoingMessage:
    """Return a message of plain content, optionally with files, controls or pings."""
    known = _matches_text(said)
    return OutgoingMessage(
        kind=kind, nonce=nonce, plain=said, known=known, content=said, files=files, ping=ping, view=controls
    )


def story_message(told: str, pictures: Sequence[Picture], nonce: str) -> OutgoingMessage:
    """Return a page of a story, with a component id by which it is recognised."""
    mark = mark_of(nonce)
    layout, files = page(told, *pictures, mark=mark)
    known = _matches_page(told, mark)
    return OutgoingMessage(kind="story", nonce=nonce, plain=told, known=known, view=layout, files=files)


def ending_message(told: str, nonce: str, mark: int | None, ping: Collection[int]) -> OutgoingMessage:
    """Return the end of a game as plain content with pings; an edit may turn it into a page with this component id."""
    known = _matches_page(told, mark)
    return OutgoingMessage(kind="story", nonce=nonce, plain=told, known=known, content=told, ping=ping)


def question_message(
    scene: Scene,
    said: str,
    shown: Shown,
    pictures: Sequence[Picture],
    nonce: str,
    layout: tuple[discord.ui.LayoutView, list[discord.File]] | None = None,
) -> OutgoingMessage:
    """Return the open question below its stories, as plain content; its plain form names the command that answers it.

    ``said``: story and question. ``layout``: the same as Components V2, sent instead; it pings nobody, because its push
    would be empty.
    """
    view, files = layout or (shown.view, [file_of(picture) for picture in pictures])
    return OutgoingMessage(
        kind="question",
        nonce=nonce,
        plain=f"{said}\n{scene.narrator.say('prompt.typed')}",
        known=_matches_question(scene.id("")),
        content=None if layout else said,
        view=view,
        files=files,
        ping=() if layout else shown.ping,
        has_other_form=layout is not None,
    )


def lobby_message(scene: Scene) -> OutgoingMessage:
    """Return the lobby with its buttons."""
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
    return lambda message: bool(text) and message.content.strip() == text.strip()


def _matches_page(text: str, mark: int | None) -> Known:
    is_text = _matches_text(text)
    return lambda message: is_text(message) or any(getattr(part, "id", None) == mark for part in message.components)


def _matches_question(wanted: CustomId) -> Known:
    place = (wanted.game, wanted.address)
    return lambda message: any((id.game, id.address) == place for id in _custom_ids(message))


def matches_older_question(wanted: CustomId) -> Known:
    """Match a message with controls of another question of the same table."""
    return lambda message: any(
        id.game == wanted.game and id.verb == wanted.verb and id.address != wanted.address
        for id in _custom_ids(message)
    )


def _matches_verb(game_id: str, verb: str) -> Known:
    return lambda message: any((id.game, id.verb) == (game_id, verb) for id in _custom_ids(message))


def _custom_ids(message: discord.Message) -> Iterator[CustomId]:
    for part in parts_of(message.components):
        if (id := read(getattr(part, "custom_id", None) or "")) is not None:
            yield id


class Seen(msgspec.Struct, frozen=True):
    """The text of a message in a channel, and the component ids of its texts."""

    text: str = ""
    marks: frozenset[int] = frozenset()


def what_it_says(message: discord.Message) -> Seen:
    """Return the text of a message, whether plain or a layout."""
    texts = [part for part in parts_of(message.components) if isinstance(part, discord.TextDisplay)]
    said = "\n".join([message.content, *(text.content for text in texts)])
    return Seen(said, frozenset(text.id for text in texts if text.id))


def parts_of(components: Iterable[Any]) -> Iterator[Any]:
    """Yield all components of a message, nested ones too."""
    for part in components:
        yield part
        yield from parts_of(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield accessory
