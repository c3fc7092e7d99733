"""Describes what to deliver to a channel: stories and a question, their messages, and how to recognise them there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from bot.discord import sitting
from bot.discord.channels import Memory
from bot.discord.prompts import layout
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.sitting import Sitting
from bot.games.face import Picture
from bot.store.units import Placed
from bot.table.records import OutboxRow, Prompt

PARTING, PROVING = -1, -2
"""Page numbers of the last words of a game and of its files, for their nonces."""


class QuestionMessage(Struct, frozen=True):
    """The message with the newest question, and the stories told in it; ``recalled``: an earlier process wrote it."""

    message_id: int
    rows: tuple[OutboxRow, ...] = ()
    recalled: bool = False


class Delivery(Struct, frozen=True):
    """One delivery to a channel: the stories, and the question as it is now."""

    scene: Scene
    page: QuestionMessage | None
    rows: Sequence[OutboxRow]
    sitting: Sitting | None = None
    memory: Memory | None = None

    def placed(self, message_id: int | None) -> list[Placed]:
        """Return the stories as posted in this message."""
        return placed(self.rows, message_id)

    def without_leads(self) -> Delivery:
        """Return this delivery without the answers that introduce the stories."""
        return replace(self, rows=[replace(row, lead="") for row in self.rows])

    @property
    def all_rows(self) -> tuple[OutboxRow, ...]:
        """Return the stories already told in the message, followed by the new ones."""
        return (*(self.page.rows if self.page else ()), *self.rows)

    @property
    def is_aside(self) -> bool:
        """Whether this follows a secret action, which not even an edit may reveal."""
        return self.sitting is not None and self.sitting.aside

    @property
    def leaves_no_trace(self) -> bool:
        """Whether all stories are for certain seats alone, and nobody acted publicly."""
        secret = bool(self.rows) and all(sitting.is_silent_ruling(row) for row in self.rows)
        return secret and (self.is_aside or (self.sitting is None and all(row.by is None for row in self.rows)))

    @property
    def reply(self) -> Reply | None:
        """Return the reply to the interaction that caused this delivery, or None."""
        return self.sitting.reply if self.sitting else None

    @property
    def game_id(self) -> str:
        """Return the table's id."""
        return self.scene.game_id


class Posted(Struct, frozen=True):
    """A question to post: the text above it, its controls and pictures, the stories, and the reply that caused it."""

    scene: Scene
    said: str
    shown: Shown
    pictures: Sequence[Picture]
    rows: tuple[OutboxRow, ...]
    reply: Reply | None = None


class Note(Struct, frozen=True):
    """What to store after a delivery: the question's new message (None: unchanged) and the message of each story."""

    prompt: Prompt | None = None
    told: Sequence[Placed] = ()


def actions_of(rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
    """Group the stories by action; later rows never join an earlier group, so a retry looks the same."""
    return [list(action) for _, action in groupby(rows, key=lambda row: row.at)]


def mark_of(rows: Sequence[OutboxRow]) -> int | None:
    """Return the component id of a text with these stories, taken from the last one; None if there are none."""
    return layout.mark_of(f"row {rows[-1].id}") if rows else None


def placed(rows: Sequence[OutboxRow], message_id: int | None) -> list[Placed]:
    """Return these stories as posted in this message (None: there was nothing to say)."""
    return [Placed(row.id, message_id, row.lead) for row in rows if not row.is_newer]


def id_of(page: QuestionMessage | None) -> int:
    """Return the id of the page's message, or 0."""
    return page.message_id if page else 0


def nonce_of(scene: Scene, rows: Sequence[OutboxRow], nth: int) -> str:
    """Return a nonce that depends only on the action and page, so that Discord accepts each page once."""
    said = f"{scene.game_id}.{rows[0].id}.{rows[-1].id}.{nth}"
    return blake2b(said.encode(), digest_size=12).hexdigest()


def nonce_of_question(scene: Scene, rows: Sequence[OutboxRow]) -> str:
    """Return a nonce that depends only on the question and the stories above it, so that Discord accepts it once."""
    at, asked_at = scene.address, int(scene.standing.asked_at * 1000)  # a moved table asks again
    last = rows[-1].id if rows else 0
    said = f"{scene.game_id}q{at.epoch}.{at.stage}.{at.step}.{asked_at}.{last}"
    return blake2b(said.encode(), digest_size=12).hexdigest()
