"""A sitting: people at the table right now, and the one message that they and the bot keep extending.

The message tells the results of its answers and asks the next question below. A new one begins when somebody must be
pinged, others wrote below it, or it is full.
"""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import discord
import msgspec

from bot.discord.prompts import story
from bot.discord.prompts.components import CONTENT
from bot.discord.prompts.layout import SMALL, lines_of
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.table_words import any_one_may_answer
from bot.discord.retry_queue import LINE
from bot.session.asking import people_of
from bot.session.sessions import Sessions
from bot.table.authority import in_person_seats, present_seats
from bot.table.events import HouseEvent
from bot.table.habits import Person
from bot.table.records import EpochRow, OutboxRow
from bot.table.seat_names import voice_at
from bot.table.timekeeping import awake_at
from bot.words.narrator import Said, fold
from rules.kernel.events import DecidedUnasked, Event
from rules.kernel.requests import GM, Seat

YOUNG = 50 * 60.0
"""Seconds for which a message is extended; Discord limits edits of messages older than an hour (error 30046)."""
BELOW = "\n\n"
"""Separator between the story and the question."""
RESULT = 8
"""Maximum lines on a phone for the newest result."""
OPENING = 12
"""Lines for how a game begins: everybody's heroes or team."""
RECENT_LINES = 3
"""The last lines on people's own answers, which go after all that machines did."""
BESIDE = 2
"""Further lines on a phone for the standings and what concerns the asked player."""
WORD = re.compile(r"\w+")
DICE = -1
"""Marks the dice of all lines among the parts that may be left out."""
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


class Sitting(msgspec.Struct, frozen=True):
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
        return [msgspec.structs.replace(row, lead=self.lead) if row in mine[-1:] else row for row in rows]

    def changes(self, message_id: int) -> bool:
        """Whether the reply can edit this message, which Discord does not count as a request."""
        return self.reply is not None and self.reply.is_public and self.reply.message_id == message_id


# What stands below -----------------------------------------------------------------------------------------


class _Place(msgspec.Struct):
    id: int
    last_message_id: int | None = None


class _Happened(msgspec.Struct):
    channel: _Place | None = None


class _Event(msgspec.Struct):
    d: _Happened


class Newest:
    """The newest message of each channel, as Discord reports it with interactions.

    The bot receives no message events, so discord.py's own value is older.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, int] = OrderedDict()
        self._decode = msgspec.json.Decoder(_Event, strict=False).decode

    def of(self, channel_id: int) -> int:
        """Return the newest message's id; 0: unknown."""
        return self._known.get(channel_id, 0)

    def note(self, channel_id: int, message_id: int) -> None:
        """Note a message that was seen or posted."""
        self._known[channel_id] = max(message_id, self.of(channel_id))
        self._known.move_to_end(channel_id)
        if len(self._known) > KNOWN_CHANNELS:
            self._known.popitem(last=False)

    def hear(self, event: str) -> None:
        """Read the newest message from a raw gateway event."""
        if '"INTERACTION_CREATE"' not in event:
            return
        with contextlib.suppress(msgspec.MsgspecError):  # discord.py reads it, too, and says what is wrong with it
            self._hear(self._decode(event).d)

    def _hear(self, heard: _Happened) -> None:
        if heard.channel is not None and heard.channel.last_message_id:
            self.note(heard.channel.id, heard.channel.last_message_id)


RECENT = 60
"""Maximum number of remembered stories of a table, for lines that concern the asked player."""


class RecentStories:
    """The last stories of each table that this process told."""

    def __init__(self) -> None:
        self._known: dict[str, list[OutboxRow]] = {}

    def with_new(self, scene: Scene, rows: Iterable[OutboxRow]) -> list[OutboxRow]:
        """Remember these stories, and return the table's last ones that were not undone, oldest first."""
        record = scene.standing.record
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
    return "\n".join(_words(scene, line) for row_lines in _lines_of_rows(scene, rows, undone) for line in row_lines)


def _words(scene: Scene, line: story.Line) -> str:
    if _is_peak(scene, line):
        return f"**{line.words.replace('**', '')}**"
    return line.words or line.dice


def _lines_of_rows(scene: Scene, rows: Sequence[OutboxRow], undone: Collection[int]) -> Iterator[list[story.Line]]:
    for row in rows:
        yield list(_told_lines(scene, row, struck=row.id in undone))


def _told_lines(scene: Scene, row: OutboxRow, *, struck: bool) -> Iterable[story.Line]:
    narrator = voice_at(scene.narrator, scene.sitters, row.at)
    lines = story.told_lines(narrator, row.told, row.address)
    if row.lead and row.by is not None:
        by_hand = row.by[0] in in_person_seats(scene.standing.record)
        key = "story.lead_in_person" if by_hand else "story.lead"
        if lines and lines[0].words and says_no_more(lines[0].words, row.lead):
            lines[0] = lines[0]._replace(words=narrator.say(key, who=row.by[0], what=Said(lines[0].words)))
        else:
            lines.insert(0, story.Line(narrator.say(key, who=row.by[0], what=Said(row.lead)), "", None))
    return (story.Line(f"~~{line.words or line.dice}~~", "", None) if struck and line.whole else line for line in lines)


def says_no_more(line: str, lead: str) -> bool:
    """Whether a line has no word beyond the answer above it, and so replaces it."""
    return set(WORD.findall(fold(line))) <= set(WORD.findall(fold(lead)))


def told_on_screen(
    scene: Scene,
    before: Sequence[OutboxRow],
    new: Sequence[OutboxRow],
    undone: Collection[int] = (),
    below: Sequence[str] = (),
) -> str:
    """Return the story above an open question: at most eight phone lines in the order of events.

    ``below``: lines that follow; beyond two lines they reduce the room. Important events are bold; the dice of ``new``
    are small lines. If there is too much, the lines of ``_expendable`` are left out in its order; one line sums them
    up. A list that may not be cut becomes one line. The opening of a game has more room.
    """
    rows = [*before, *new]
    told_rows = [list(lines) for lines in _lines_of_rows(scene, rows, undone)]
    shown = [line for lines in told_rows for line in lines]
    early = sum(map(len, told_rows[: len(before)]))
    without_dice = [_words(scene, line) for line in shown]
    said = [
        f"{words}\n{SMALL}{line.dice}" if nth >= early and line.words and line.dice else words
        for nth, (words, line) in enumerate(zip(without_dice, shown, strict=True))
    ]
    heights = [lines_of(text) for text in said]
    people = (*present_seats(scene.standing.record), GM)
    machines = [row.by is not None and row.by[0] not in people for row in rows]
    by_machine = [by for by, lines in zip(machines, told_rows, strict=True) for _ in lines]
    headings: list[int] = []  # of each line: the line above a list, or the line itself
    for place, line in enumerate(said):
        headings.append(headings[-1] if headings and line.startswith("- ") else place)
    elsewhere = {nth: short for nth in {*headings} if (short := _list_elsewhere(scene, shown[nth]))}
    expendable = iter(_expendable(scene, shown, early, by_machine, headings, elsewhere))
    kept, left_out, total = set(range(len(shown))), list[int](), sum(heights)
    begins = any(row.by is None and not all(isinstance(fact.event, HouseEvent) for fact in row.told) for row in new)
    room = (OPENING if begins else RESULT) - max(0, sum(lines_of(line) for line in below) - BESIDE)
    room += sum(height for line, height in zip(shown, heights, strict=True) if isinstance(line.event, DecidedUnasked))
    while total > room or total + lines_of(_sum_up(scene, shown, left_out, early)) > room:
        nth = next(expendable, None)
        if nth is None:
            break
        if nth == DICE:
            said, heights = without_dice, [lines_of(text) for text in without_dice]
            total = sum(heights[place] for place in kept)
        elif nth in kept:
            whole = headings[nth] if headings[nth] in elsewhere else None
            gone = {nth, *(place for place in kept if headings[place] == whole != place)}
            kept -= gone
            left_out += gone
            total -= sum(heights[place] for place in gone)
    said = [elsewhere[nth] if nth + 1 in left_out and nth in elsewhere else line for nth, line in enumerate(said)]
    text = [_sum_up(scene, shown, left_out, early), *(said[nth] for nth in sorted(kept)), *below]
    return "\n".join(line for line in text if line)


def _list_elsewhere(scene: Scene, heading: story.Line) -> str:
    """Return the line that replaces a list which is shown as a whole or not at all; '' if it may be cut."""
    if heading.event is None:
        return ""
    facts = msgspec.structs.asdict(heading.event)
    return scene.narrator.first_known(f"elsewhere.{type(heading.event).__name__}", **facts)


def _expendable(
    scene: Scene,
    shown: Sequence[story.Line],
    early: int,
    by_machine: Sequence[bool],
    headings: Sequence[int],
    elsewhere: Collection[int],
) -> Iterator[int]:
    """Yield the places of lines that may be left out, those that are missed least first; ``DICE``: all dice.

    First go the lines before the newest action, then the dice, then what machines did, then what people did. The last
    lines of people and the peaks go late; what the bot itself announces or decides and the newest line stay. A list
    loses its last item first and its heading last; of those in ``elsewhere`` the heading stands for the newest line.
    """
    place = sorted(range(len(shown)), key=lambda nth: (headings[nth], -nth)).index
    yield from sorted(range(early), key=place)
    yield DICE
    new = [nth for nth in range(early, len(shown)) if not isinstance(shown[nth].event, HouseEvent | DecidedUnasked)]
    people = [nth for nth in new if not by_machine[nth] and not _is_peak(scene, shown[nth])]
    newest = {headings[nth] if headings[nth] in elsewhere else nth for nth in (len(shown) - 1, *people[-1:])}
    recent = {line for nth in people[-RECENT_LINES:] for line in (nth, headings[nth])}

    def rank(nth: int) -> tuple[int, int]:
        if by_machine[nth]:
            return (2 if _is_peak(scene, shown[nth]) else 0), place(nth)
        return (4 if _is_peak(scene, shown[nth]) else 3 if nth in recent else 1), place(nth)

    yield from (nth for nth in sorted(new, key=rank) if nth not in newest)


def lines_below(scene: Scene, new: Sequence[OutboxRow], recent: Sequence[OutboxRow]) -> list[str]:
    """Return the standings after ``new``, and what in the ``recent`` stories concerns the one asked seat."""
    standing = scene.standing
    if standing.state is None or standing.waiting is None:
        return []
    lines = [f"{SMALL}{line}" for line in scene.face.standings(scene.narrator, scene.view, _public_events(new))]
    asked = scene.asked_seats()
    if len(asked) == 1 and len(standing.record.seats) > 1:
        events = _public_events(_since_last_answer(recent, asked[0]))
        concerns = scene.face.for_you(scene.narrator, scene.view, events, asked[0])
        key = "prompt.for_one" if asked[0] in in_person_seats(standing.record) else "prompt.for_you"
        lines += [scene.narrator.say(key, who=asked[0], what=Said(concerns))] if concerns else []
    return lines


def _public_events(rows: Iterable[OutboxRow]) -> list[Event]:
    return [fact.event for row in rows for fact in row.told if fact.to is None]


def _since_last_answer(rows: Sequence[OutboxRow], seat: Seat) -> Sequence[OutboxRow]:
    own = [nth for nth, row in enumerate(rows) if row.by is not None and row.by[0] == seat]
    return rows[own[-1] if own else 0 :]


def _is_peak(scene: Scene, line: story.Line) -> bool:
    return line.event is not None and scene.face.is_peak(line.event)


def _sum_up(scene: Scene, shown: Sequence[story.Line], left_out: Collection[int], early: int) -> str:
    if not left_out:
        return ""
    command = scene.narrator.say("command.story.name")
    said = story.sums(scene.narrator, [event for nth in sorted(left_out) if (event := shown[nth].event) is not None])
    if not said:
        return scene.narrator.say("prompt.earlier_untold", command=command)
    key = "prompt.earlier" if all(nth < early for nth in left_out) else "prompt.besides"
    return scene.narrator.say(key, what=said, command=command)


def has_peak(scene: Scene, rows: Sequence[OutboxRow]) -> bool:
    """Whether an important event happened, which gets a message of its own."""
    return any(scene.face.is_peak(fact.event) for row in rows for fact in row.told if fact.to is None)


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
    while (row := begun.get(epoch)) is not None and row.parent not in until:
        until[row.parent] = min(until[epoch], (row.address.stage, row.address.step))
        epoch = row.parent
    return until


# Who is called ---------------------------------------------------------------------------------------------


def spared(scene: Scene, sitting: Sitting | None) -> frozenset[Seat]:
    """Return the asked seats that need no ping, because one of them is at the table and any may answer.

    The others are pinged after some hours without an answer (``bot.table.timekeeping``).
    """
    if sitting is None or not any_one_may_answer(scene):
        return frozenset()
    asked = scene.asked_seats()
    return frozenset(asked) if sitting.seat in asked else frozenset()


async def awake_people(sessions: Sessions, users: Collection[int]) -> list[Person]:
    """Return those of the users who want pings and are outside their quiet hours."""
    people, now = await people_of(sessions.store, users), sessions.clock()
    return [person for person in people if person.pings != "never" and awake_at(person, now) == now]


async def awake_users(sessions: Sessions, users: Collection[int]) -> list[int]:
    """Return the ids of ``awake_people``."""
    return [person.user_id for person in await awake_people(sessions, users)]


async def people_gone(guild: discord.Guild | None, users: Collection[int]) -> set[int]:
    """Return those of these users who have left the server; who Discord says nothing of counts as present."""
    if guild is None:
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
