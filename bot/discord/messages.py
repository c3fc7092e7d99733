"""The messages posted into a table's channel: their content, their plain form, and how to recognise them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Any

import discord
from discord import File, Message
from discord.ui import View
from msgspec import Struct

from bot.discord.ladder import Form
from bot.discord.prompts import lobby as panel
from bot.discord.prompts.components import CONTENT, WHY, CustomId, page, pinging, read
from bot.discord.prompts.layout import SMALL, arrange, arrange_plain, mark_of
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.sitting import BELOW, compose
from bot.games.face import Picture
from bot.words.narrator import clip
from rules.kernel.game import Rules

NONCE = 25
"""Maximum characters of a nonce."""

Known = Callable[[Message], bool]
"""Whether a message in the channel is the one meant."""


class OutgoingMessage(Struct, frozen=True, kw_only=True):
    """A message to post, in its ``forms``, the richest first; ``known`` recognises it in the channel."""

    kind: str
    nonce: str
    known: Known
    forms: Sequence[Form]
    ping: Collection[int] = ()

    @property
    def how(self) -> dict[str, Any]:
        """Return discord.py's arguments for any form: who is pinged; a message that pings nobody makes no sound."""
        return {"allowed_mentions": pinging(self.ping), "silent": not self.ping}


def plain_form(said: str, controls: View | None = None) -> Form:
    """Return plain content with controls."""
    return Form(clip(said, CONTENT), lambda: (controls, ()))


# What is posted --------------------------------------------------------------------------------------------


def plain_message(
    kind: str, said: str, nonce: str, *, ping: Collection[int] = (), forms: Sequence[Form] = ()
) -> OutgoingMessage:
    """Return a message of plain content; ``forms``: the same with controls or files."""
    return OutgoingMessage(
        kind=kind, nonce=nonce, known=_matches_text(said), forms=forms or [plain_form(said)], ping=ping
    )


def files_message(
    kind: str,
    said: str,
    nonce: str,
    files: Sequence[File],
    refused: str,
    controls: View | None = None,
) -> OutgoingMessage:
    """Return a message with files; ``refused``: what stands below the words where Discord does not take the files."""
    if not files:
        return plain_message(kind, said, nonce, forms=[plain_form(said, controls)])
    whole = Form(clip(said, CONTENT), lambda: (controls, [_copy(file) for file in files]), has_files=True)
    return plain_message(kind, said, nonce, forms=[whole, plain_form(f"{said}\n{refused}", controls)])


def _copy(file: File) -> File:
    """Copy an upload; a sent file cannot be sent again."""
    data = file.fp.read()
    file.reset()
    return File(BytesIO(data), file.filename, spoiler=file.spoiler, description=file.description)


def story_message(told: str, pictures: Sequence[Picture], nonce: str, *, may_attach: bool) -> OutgoingMessage:
    """Return a page of a story, with a component id by which it is recognised."""
    mark = mark_of(nonce)
    forms = [Form(None, partial(page, told, *pictures, mark=mark), has_files=True)] if pictures and may_attach else []
    forms += [Form(None, partial(page, told, mark=mark)), plain_form(told)]
    return OutgoingMessage(kind="story", nonce=nonce, known=_matches_page(told, mark), forms=forms)


def ending_message(told: str, nonce: str, mark: int | None, ping: Collection[int]) -> OutgoingMessage:
    """Return the end of a game as plain lines with pings; an edit turns it into a page with this component id."""
    known = _matches_page(told, mark)
    return OutgoingMessage(kind="story", nonce=nonce, known=known, forms=[plain_form(told)], ping=ping)


def question_message(scene: Scene, shown: Shown, forms: Sequence[Form], nonce: str) -> OutgoingMessage:
    """Return the open question; the last form has no controls, and names the command that answers it."""
    typed = scene.narrator.say("prompt.typed")
    bare = plain_form(f"{clip(forms[-1].content or '', CONTENT - len(typed) - 1)}\n{typed}")
    known = _matches_question(scene.id(""))
    return OutgoingMessage(kind="question", nonce=nonce, known=known, forms=[*forms, bare], ping=shown.ping)


def question_forms(
    scene: Scene,
    said: str,
    shown: Shown | None,
    pictures: Sequence[Picture],
    mark: int | None,
    *,
    layouts: bool,
    may_attach: bool,
    keeps: bool = False,
) -> list[Form]:
    """Return the forms of a story with the question below it: as a layout, then plain; each without pictures, too.

    ``shown`` None: no question. ``mark``: of the last story, by which the message is recognised. ``keeps``: the
    pictures hang there already.
    """
    without = said
    if pictures:
        sorry = scene.narrator.say("picture.refused" if may_attach else "picture.forbidden")
        without = f"{said}\n{SMALL}{sorry}".lstrip("\n")
    ways = [(pictures, said)] if pictures and may_attach else []
    ways.append(((), without))
    choices = shown.choices if shown else None
    of_layout = [Form(None, partial(arrange, text, some, choices, mark), has_files=bool(some)) for some, text in ways]
    plain = [
        Form(
            content := _plain_content(text, shown),
            partial(arrange_plain, content, some, choices, mark),
            has_files=bool(some) and not keeps,
            keeps=bool(some) and keeps,
        )
        for some, text in ways
    ]
    if layouts:
        return [*of_layout, *plain]
    return plain if shown else [*plain, of_layout[-1]]  # a message that is a layout rejects plain content


def _plain_content(said: str, shown: Shown | None) -> str:
    if not shown:
        return compose(said, "")
    if not shown.call:
        return compose(said, shown.content)
    rest = "\n".join(line for line in shown.content.split("\n")[1:] if line.removeprefix(SMALL) not in shown.call)
    return f"{shown.call}{BELOW}{compose(said, rest, CONTENT - len(shown.call) - len(BELOW))}"


def lobby_message(scene: Scene, games: Mapping[str, Rules]) -> OutgoingMessage:
    """Return the lobby with its buttons, and a menu of the ``games`` if there are several."""
    record, shown = scene.record, panel.lobby(scene, games)
    return OutgoingMessage(
        kind="lobby",
        nonce=f"{record.id}l{int(record.created_at)}",
        known=_matches_verb(record.id, panel.VERB),
        forms=[plain_form(shown.content, shown.view), plain_form(shown.content)],
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


def _custom_ids(message: Message) -> Iterator[CustomId]:
    for part in parts_of(message.components):
        if id := read(getattr(part, "custom_id", None) or ""):
            yield id


def marks_in(message: Message) -> frozenset[int]:
    """Return the marks of the stories that a message tells: component ids of a layout, a custom id of plain content."""
    texts = [part.id for part in parts_of(message.components) if isinstance(part, discord.TextDisplay) and part.id]
    plain = [int(id.option) for id in _custom_ids(message) if id.verb == WHY and id.option.isdecimal()]
    return frozenset([*texts, *plain])


def parts_of(components: Iterable[Any]) -> Iterator[Any]:
    """Yield all components of a message, nested ones too."""
    for part in components:
        yield part
        yield from parts_of(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield accessory
