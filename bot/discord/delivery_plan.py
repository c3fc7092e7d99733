"""What is to be brought to a channel: stories and a question, where they stand, how they are known there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby

import msgspec

from bot.discord import sitting
from bot.discord.channels import Memory
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.sitting import Sitting
from bot.games.face import Picture
from bot.store.units import Placed
from bot.table.records import OutboxRow, Prompt

PARTING = -1
"""The page of a story that holds the last words of a game."""


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
    """A question on its way: what it says and shows, the stories in it, and whose press led to it."""

    scene: Scene
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


def is_told(scene: Scene, action: Sequence[OutboxRow], content: str) -> bool:
    """Whether a message says what this action told; whose answer it was is not known any more after a restart."""
    said = sitting.told(scene, [msgspec.structs.replace(row, lead="") for row in action])
    return bool(said) and said in content


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


def nonce_of_question(scene: Scene) -> str:
    """The same for the same question, so that Discord takes it once."""
    at, asked_at = scene.standing.address, int(scene.standing.asked_at * 1000)  # a table that moved asks anew
    return f"{scene.standing.record.id}q{at.epoch}.{at.stage}.{at.step}.{asked_at % 2**16:x}"
