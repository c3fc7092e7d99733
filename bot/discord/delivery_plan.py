"""What is to be brought to a channel: stories and a question, where they stand, how they are known there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby

import msgspec

from bot.discord import sitting
from bot.discord.channels import Memory
from bot.discord.messages import Seen
from bot.discord.prompts import layout
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.sitting import Sitting
from bot.games.face import Picture
from bot.store.units import Placed
from bot.table.records import OutboxRow, Prompt

PARTING, PROVING = -1, -2
"""The pages of a story that hold the last words of a game, and its files."""


class Page(msgspec.Struct, frozen=True):
    """The message in which the table's question stands, or stood last, and the stories that it tells.

    ``recalled``: known from the store alone, as the process began after it was written.
    """

    message_id: int
    rows: tuple[OutboxRow, ...] = ()
    recalled: bool = False


class Step(msgspec.Struct, frozen=True):
    """What is to be brought to a channel: the stories, and the question as it is now."""

    scene: Scene
    page: Page | None
    rows: Sequence[OutboxRow]
    sitting: Sitting | None = None
    memory: Memory | None = None

    def placed(self, message_id: int | None) -> list[Placed]:
        """The stories, posted in this message."""
        return placed(self.rows, message_id)

    def without_leads(self) -> Step:
        """The same, with no answer before what came of it."""
        return msgspec.structs.replace(self, rows=[msgspec.structs.replace(row, lead="") for row in self.rows])

    @property
    def all_rows(self) -> tuple[OutboxRow, ...]:
        """The stories that the message tells already, and these."""
        return (*(self.page.rows if self.page else ()), *self.rows)

    @property
    def is_aside(self) -> bool:
        """Whether something was done in secret, so that not even an edit may show it."""
        return self.sitting is not None and self.sitting.aside

    @property
    def leaves_no_trace(self) -> bool:
        """Whether all that is to be told is for certain seats alone, and nobody was seen to act."""
        secret = bool(self.rows) and all(sitting.is_silent_ruling(row) for row in self.rows)
        return secret and (self.is_aside or (self.sitting is None and all(row.by is None for row in self.rows)))

    @property
    def reply(self) -> Reply | None:
        """To whose press this is the answer, if to anybody's."""
        return self.sitting.reply if self.sitting else None

    @property
    def game_id(self) -> str:
        """The table's id."""
        return self.scene.standing.record.id


class Posted(msgspec.Struct, frozen=True):
    """A question on its way: what is ``said`` above it, what it asks and shows, the stories, whose press led to it."""

    scene: Scene
    said: str
    shown: Shown
    pictures: Sequence[Picture]
    rows: tuple[OutboxRow, ...]
    reply: Reply | None = None


class Note(msgspec.Struct, frozen=True):
    """Where the open question stands now (None: where it stood), and which message tells each of these stories."""

    prompt: Prompt | None = None
    told: Sequence[Placed] = ()


def actions_of(rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
    """The stories of each action: a row that comes later never joins one, so a second try looks the same."""
    return [list(action) for _, action in groupby(rows, key=lambda row: row.at)]


def mark_of(rows: Sequence[OutboxRow]) -> int | None:
    """The component id of a text that tells these stories, by the last of them; None: there is none."""
    return layout.mark_of(f"row {rows[-1].id}") if rows else None


def is_told(scene: Scene, action: Sequence[OutboxRow], seen: Seen) -> bool:
    """Whether a message says what this action told; whose answer it was is not known any more after a restart."""
    if mark_of(action) in seen.marks:
        return True
    said = sitting.told_on_screen(scene, (), [msgspec.structs.replace(row, lead="") for row in action])
    words = [line for line in said.split("\n") if line and not line.startswith(layout.SMALL)]
    return bool(words) and all(line in seen.text for line in words)


def placed(rows: Sequence[OutboxRow], message_id: int | None) -> list[Placed]:
    """These stories as posted in this message (None: there was nothing to say)."""
    return [Placed(row.id, message_id, row.lead) for row in rows]


def id_of(page: Page | None) -> int:
    """The message's id; 0: there is none."""
    return page.message_id if page else 0


def nonce_of(scene: Scene, rows: Sequence[OutboxRow], nth: int) -> str:
    """The same for the same action, so that Discord takes each of its pages once."""
    said = f"{scene.standing.record.id}.{rows[0].id}.{rows[-1].id}.{nth}"
    return blake2b(said.encode(), digest_size=12).hexdigest()


def nonce_of_question(scene: Scene, rows: Sequence[OutboxRow]) -> str:
    """The same for the same question with the same stories above it, so that Discord takes it once."""
    at, asked_at = scene.standing.address, int(scene.standing.asked_at * 1000)  # a table that moved asks anew
    last = rows[-1].id if rows else 0
    said = f"{scene.standing.record.id}q{at.epoch}.{at.stage}.{at.step}.{asked_at}.{last}"
    return blake2b(said.encode(), digest_size=12).hexdigest()
