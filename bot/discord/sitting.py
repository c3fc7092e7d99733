"""A sitting: people at the table right now, and the one message that they and the bot keep extending.

The message tells the results of its answers and asks the next question below. A new one begins when somebody must be
pinged, others wrote below it, or it is full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

import discord
import msgspec
from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from bot.bounded import Bounded
from bot.discord.prompts.components import CONTENT
from bot.discord.prompts.layout import SMALL
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.table_words import any_one_may_answer
from bot.discord.retry_queue import LINE
from bot.discord.screen_story import lines_of_row, words_of
from bot.session.asking import people_of
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.records import EpochRow, OutboxRow
from bot.table.timekeeping import awake_at
from bot.words.narrator import Said
from rules.kernel.events import Event
from rules.kernel.requests import Seat

YOUNG = 50 * 60.0
"""Seconds for which a message is extended; Discord limits edits of messages older than an hour (error 30046)."""
BELOW = "\n\n"
"""Separator between the story and the question."""
FULL = 1_200
"""Characters above which a new message begins, so that the old one stays quick to read."""
APART, APART_IN_WORDS = 2_600, 1_700
"""Characters above which a story gets messages of its own, for a layout and for plain content.

A longer story would not fit into the message of the question together with the answer.
"""
LEFT_OUT = "…\n"
"""Replaces the older lines of a long sitting."""
KNOWN_CHANNELS = 10_000
"""Maximum number of channels whose newest message is remembered."""
UNKNOWN_MEMBER = 10007
"""Discord's error code for a user who is not in the server."""


class Sitting(Struct, frozen=True):
    """Somebody at the table: the seat that acted, and the reply that can edit the pressed message, if any.

    ``closing``: that message's text if the result is told elsewhere; '' if it stays open. ``lead``: the answer in
    words, given by the seat ``led``; '' if it is obvious. ``aside``: the action was secret, so not even an edit may
    show the person's presence.
    """

    seat: Seat = ""
    reply: Reply | None = None
    closing: str = ""
    lead: str = ""
    led: Seat = ""
    aside: bool = False

    def leads(self, rows: Sequence[OutboxRow]) -> list[OutboxRow]:
        """Return these stories with the answer before its own result; a late story may belong to another answer."""
        answered = [row for row in rows if row.by is not None]
        begun = [next(action) for _, action in groupby(answered, key=lambda row: row.at)]
        mine = begun if len(begun) == 1 else [row for row in begun if row.by is not None and row.by[0] == self.led]
        return [replace(row, lead=self.lead) if row in mine[-1:] else row for row in rows]

    def changes(self, message_id: int) -> bool:
        """Whether the reply can edit this message, which Discord does not count as a request."""
        return self.reply is not None and self.reply.is_public and self.reply.message_id == message_id


# What stands below -----------------------------------------------------------------------------------------


class _Place(Struct):
    id: int
    last_message_id: int | None = None


class _Happened(Struct):
    channel: _Place | None = None


class _Event(Struct):
    d: _Happened


class Newest:
    """The newest message of each channel, as Discord reports it with interactions.

    The bot receives no message events, so discord.py's own value is older.
    """

    def __init__(self) -> None:
        self._known = Bounded[int, int](KNOWN_CHANNELS)
        self._decode = msgspec.json.Decoder(_Event, strict=False).decode

    def of(self, channel_id: int) -> int:
        """Return the newest message's id; 0: unknown."""
        return self._known.get(channel_id, 0)

    def note(self, channel_id: int, message_id: int) -> None:
        """Note a message that was seen or posted."""
        self._known[channel_id] = max(message_id, self.of(channel_id))

    def hear(self, event: str) -> None:
        """Read the newest message from a raw gateway event."""
        if '"INTERACTION_CREATE"' not in event:
            return
        with suppress(MsgspecError):  # discord.py reads it, too, and says what is wrong with it
            self._hear(self._decode(event).d)

    def _hear(self, heard: _Happened) -> None:
        if heard.channel and heard.channel.last_message_id:
            self.note(heard.channel.id, heard.channel.last_message_id)


RECENT = 60
"""Maximum number of remembered stories of a table, for lines that concern the asked player."""


class RecentStories:
    """The last stories of each table that this process told."""

    def __init__(self) -> None:
        self._known: dict[str, list[OutboxRow]] = {}

    def with_new(self, scene: Scene, rows: Iterable[OutboxRow]) -> list[OutboxRow]:
        """Remember these stories, and return the table's last ones that were not undone, oldest first."""
        record = scene.record
        known = {row.id: row for row in [*self._known.get(record.id, ()), *rows] if row.address.epoch == record.epoch}
        self._known[record.id] = [row for _, row in sorted(known.items())][-RECENT:]
        return self._known[record.id]

    def forget(self, game_id: str) -> None:
        """Forget a table that has left its channel."""
        self._known.pop(game_id, None)


# What a message tells --------------------------------------------------------------------------------------


def told(scene: Scene, rows: Sequence[OutboxRow], undone: Collection[int] = ()) -> str:
    """Return the public lines of these stories without dice, which ``/story`` shows; ``undone`` rows are struck out.

    Each line reads as it did above the open question.
    """
    return "\n".join(
        words_of(scene, line) for row in rows for line in lines_of_row(scene, row, struck=row.id in undone)
    )


def lines_below(scene: Scene, new: Sequence[OutboxRow], recent: Sequence[OutboxRow]) -> list[str]:
    """Return the standings after ``new``, and what in the ``recent`` stories concerns the one asked seat."""
    standing = scene.standing
    if standing.state is None or not standing.waiting:
        return []
    lines = [f"{SMALL}{line}" for line in scene.face.standings(scene.narrator, scene.view, _public_events(new))]
    asked = scene.asked_seats()
    if len(asked) == 1 and len(standing.record.seats) > 1:
        events = _public_events(_since_last_answer(recent, asked[0]))
        concerns = scene.face.for_you(scene.narrator, scene.view, events, asked[0])
        lines += [scene.narrator.say("prompt.for_one", who=asked[0], what=Said(concerns))] if concerns else []
    return lines


def _public_events(rows: Iterable[OutboxRow]) -> list[Event]:
    return [fact.event for row in rows for fact in row.told if fact.to is None]


def _since_last_answer(rows: Sequence[OutboxRow], seat: Seat) -> Sequence[OutboxRow]:
    own = [nth for nth, row in enumerate(rows) if row.by is not None and row.by[0] == seat]
    return rows[own[-1] if own else 0 :]


def has_great_moment(scene: Scene, rows: Sequence[OutboxRow]) -> bool:
    """Whether a great event happened, which gets a message of its own."""
    return any(scene.face.is_great(fact.event) for row in rows for fact in row.told if fact.to is None)


def is_silent_ruling(row: OutboxRow) -> bool:
    """Whether everything in a row is for certain seats alone."""
    return bool(row.told) and all(fact.to is not None for fact in row.told)


def compose(said: str, asked: str, room: int = CONTENT) -> str:
    """Join story and question in one message; a long story loses its older lines."""
    if not asked:
        return _shorten_story(said, room)
    kept = _shorten_story(said, room - len(asked) - len(BELOW))
    return f"{kept}{BELOW}{asked}" if kept else asked


def _shorten_story(said: str, room: int) -> str:
    if len(said) <= room:
        return said
    lines = said.split("\n")
    while lines and sum(len(line) + 1 for line in lines) + len(LEFT_OUT) > room:
        lines.pop(0)
    return LEFT_OUT + "\n".join(lines) if lines else ""


def taken_back(rows: Iterable[OutboxRow], epoch: int, epochs: Sequence[EpochRow]) -> set[int]:
    """Return the ids of the rows that were undone."""
    until = _last_steps_by_epoch(epoch, {epoch_row.epoch: epoch_row for epoch_row in epochs})
    return {
        row.id
        for row in rows
        if row.address.epoch not in until or (row.address.stage, row.address.step) > until[row.address.epoch]
    }


def _last_steps_by_epoch(epoch: int, begun: Mapping[int, EpochRow]) -> dict[int, tuple[float, float]]:
    """Return for each epoch of the present line the last stage and step that still count."""
    until: dict[int, tuple[float, float]] = {epoch: (float("inf"), 0)}
    while (row := begun.get(epoch)) and row.parent not in until:
        until[row.parent] = min(until[epoch], (row.address.stage, row.address.step))
        epoch = row.parent
    return until


# Who is called ---------------------------------------------------------------------------------------------


def spared(scene: Scene, sitting: Sitting | None) -> frozenset[Seat]:
    """Return the asked seats that need no ping, because one of them is at the table and any may answer.

    The others are pinged after some hours without an answer (``bot.table.timekeeping``).
    """
    if not sitting or not any_one_may_answer(scene):
        return frozenset()
    asked = scene.asked_seats()
    return frozenset(asked) if sitting.seat in asked else frozenset()


async def awake_people(sessions: Sessions, users: Collection[int]) -> list[Person]:
    """Return those of the users who want pings and are outside their quiet hours."""
    people, now = await people_of(sessions.store, users), sessions.clock()
    return [person for person in people if person.pings != "never" and awake_at(person, now) == now]


async def people_gone(guild: discord.Guild | None, users: Collection[int]) -> set[int]:
    """Return those of these users who have left the server; who Discord says nothing of counts as present."""
    if not guild:
        return set()
    gone = set[int]()
    for user_id in users:
        try:
            await guild.fetch_member(user_id)
        except LINE as failure:
            if getattr(failure, "code", 0) == UNKNOWN_MEMBER:
                gone.add(user_id)
    return gone


def is_young(message_id: int, now: float) -> bool:
    """Whether a message may still be edited freely; ``now``: the time by Discord's clock (seconds)."""
    return now - discord.utils.snowflake_time(message_id).timestamp() < YOUNG
