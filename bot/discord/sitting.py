"""A sitting: people at the table right now, and the one message that they and the bot go on writing.

A message tells what came of the answers that were given at it and, below, asks the next question. It goes on as long
as nobody need be pinged, nobody has written below it, and there is room; then a new one begins.
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
from bot.session.sessions import Sessions
from bot.table.authority import in_person_seats
from bot.table.events import HouseEvent
from bot.table.habits import Person
from bot.table.records import EpochRow, OutboxRow
from bot.table.seat_names import voice_at
from bot.table.timekeeping import awake_at
from bot.words.narrator import Said, fold
from rules.kernel.requests import Seat
from rules.kernel.table import Event

YOUNG = 50 * 60.0
"""Seconds for which a message goes on; Discord takes few edits of one older than an hour (error 30046)."""
BELOW = "\n\n"
"""Between what a message tells and what it asks."""
RESULT = 9
"""Lines of a telephone for the newest result."""
OPENING = 14
"""Lines for how a game begins: everybody's heroes or team."""
RECENT_LINES = 3
"""The last lines on people's own answers, which go after all that machines did."""
BESIDE = 2
"""Lines of a telephone more for the standings and what concerns whoever is asked."""
WORD = re.compile(r"\w+")
DICE = -1
"""Among lines that may be left out: the dice of all of them."""
FULL = 1_200
"""Characters after which a new message begins, so that what stands above can be read in a glance or two."""
APART, APART_IN_WORDS = 2_600, 1_700
"""Characters after which a story has messages of its own, as the message that asks, as a layout or in plain words,
could not end with all of it and the answer.
"""
LEFT_OUT = "…\n"
"""Instead of the older lines of a long sitting."""
KNOWN_CHANNELS = 10_000
"""Channels whose newest message is remembered."""


class Sitting(msgspec.Struct, frozen=True):
    """Somebody at the table: which seat acted, and the reply that can change the message they pressed, if they did.

    ``closing``: what that message says from now on where what came of it is told elsewhere; '' where it stays open.
    ``lead``: what they answered, in words, as the seat ``led``; '' where it goes without saying. ``aside``: they did
    something in secret, so not even an edit may show that they are here.
    """

    seat: Seat = ""
    reply: Reply | None = None
    closing: str = ""
    lead: str = ""
    led: Seat = ""
    aside: bool = False

    def leads(self, rows: Sequence[OutboxRow]) -> list[OutboxRow]:
        """These stories, the answer before the one that it led to; one that was told late may be another's."""
        answered = [row for row in rows if row.by is not None]
        begun = [next(action) for _, action in groupby(answered, key=lambda row: row.at)]
        mine = begun if len(begun) == 1 else [row for row in begun if row.by is not None and row.by[0] == self.led]
        return [msgspec.structs.replace(row, lead=self.lead) if row in mine[-1:] else row for row in rows]

    def changes(self, message_id: int) -> bool:
        """Whether this message can be changed by the reply, which Discord does not count."""
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
    """The newest message of each channel, as far as the bot knows: Discord says it with each interaction.

    discord.py keeps its own, older notion of a channel, as the bot is told of no messages.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, int] = OrderedDict()
        self._decode = msgspec.json.Decoder(_Event, strict=False).decode

    def of(self, channel_id: int) -> int:
        """The newest message's id; 0: unknown."""
        return self._known.get(channel_id, 0)

    def note(self, channel_id: int, message_id: int) -> None:
        """A message was seen, or written."""
        self._known[channel_id] = max(message_id, self.of(channel_id))
        self._known.move_to_end(channel_id)
        if len(self._known) > KNOWN_CHANNELS:
            self._known.popitem(last=False)

    def hear(self, event: str) -> None:
        """An event of the gateway as it came."""
        if '"INTERACTION_CREATE"' not in event:
            return
        with contextlib.suppress(msgspec.MsgspecError):  # discord.py reads it, too, and says what is wrong with it
            self._hear(self._decode(event).d)

    def _hear(self, heard: _Happened) -> None:
        if heard.channel is not None and heard.channel.last_message_id:
            self.note(heard.channel.id, heard.channel.last_message_id)


RECENT = 60
"""Stories of a table that are remembered, to tell whoever is asked what concerns them."""


class RecentStories:
    """The last stories of each table, as far as this process told them."""

    def __init__(self) -> None:
        self._known: dict[str, list[OutboxRow]] = {}

    def with_new(self, scene: Scene, rows: Iterable[OutboxRow]) -> list[OutboxRow]:
        """Return the last stories of the present line, oldest first, these among them, and remember them."""
        record = scene.standing.record
        known = {row.id: row for row in [*self._known.get(record.id, ()), *rows] if row.address.epoch == record.epoch}
        self._known[record.id] = [row for _, row in sorted(known.items())][-RECENT:]
        return self._known[record.id]

    def forget(self, game_id: str) -> None:
        """The table has left its channel."""
        self._known.pop(game_id, None)


# What a message tells --------------------------------------------------------------------------------------


def told(scene: Scene, rows: Sequence[OutboxRow], undone: Collection[int] = ()) -> str:
    """The public lines of these stories without their dice, which ``/story`` keeps; those in ``undone`` struck out.

    Each line is as it stood on the screen while the message asked, so that nothing is to be read twice.
    """
    return "\n".join(_words(scene, line) for row_lines in _lines_of_rows(scene, rows, undone) for line in row_lines)


def _words(scene: Scene, line: story.Line) -> str:
    """A line without its dice, in bold if it is a peak; dice that decided nothing yet are all that it says."""
    if _is_peak(scene, line):
        return f"**{line.words.replace('**', '')}**"
    return line.words or line.dice


def _lines_of_rows(scene: Scene, rows: Sequence[OutboxRow], undone: Collection[int]) -> Iterator[list[story.Line]]:
    """The lines of each row."""
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
    """Whether a line of a story has no word that the answer above it does not have: it is told in its place."""
    return set(WORD.findall(fold(line))) <= set(WORD.findall(fold(lead)))


def told_on_screen(
    scene: Scene,
    before: Sequence[OutboxRow],
    new: Sequence[OutboxRow],
    undone: Collection[int] = (),
    below: Sequence[str] = (),
) -> str:
    """What a message tells while it asks: at most nine lines of a telephone, in the order of events.

    ``below``: lines that follow; what they need beyond two lines is taken from the room. Peaks are bold; the dice of
    what is ``new`` stand in small lines of their own. Where all is too long, the lines of ``_expendable`` are left out
    in that order, and become one line of sums. The opening of a game has more room.
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
    by_machine = [_is_machines(scene, row) for row, lines in zip(rows, told_rows, strict=True) for _ in lines]
    expendable = iter(_expendable(scene, shown, early, by_machine))
    kept, left_out, total = set(range(len(shown))), list[int](), sum(heights)
    begins = any(row.by is None and not all(isinstance(fact.event, HouseEvent) for fact in row.told) for row in new)
    room = (OPENING if begins else RESULT) - max(0, sum(lines_of(line) for line in below) - BESIDE)
    while total > room or total + lines_of(_sum_up(scene, shown, left_out, early)) > room:
        nth = next(expendable, None)
        if nth is None:
            break
        if nth == DICE:
            said, heights = without_dice, [lines_of(text) for text in without_dice]
            total = sum(heights[place] for place in kept)
        else:
            kept.remove(nth)
            left_out.append(nth)
            total -= heights[nth]
    text = [_sum_up(scene, shown, left_out, early), *(said[nth] for nth in sorted(kept)), *below]
    return "\n".join(line for line in text if line)


def _is_machines(scene: Scene, row: OutboxRow) -> bool:
    """Whether a computer player or the autopilot of somebody who is away gave the answer of this story."""
    seats = {seat.seat for seat in scene.standing.record.seats if seat.computer or seat.autopilot or seat.away_until}
    return row.by is not None and row.by[0] in seats


def _expendable(scene: Scene, shown: Sequence[story.Line], early: int, by_machine: Sequence[bool]) -> Iterator[int]:
    """Yield the places of lines that may be left out, those that are missed least first; ``DICE``: all dice.

    First go the lines before the newest action, then the dice, then what machines did, then what people did. The last
    lines of people and the peaks go late; what the bot itself announces and the newest line stay.
    """
    yield from range(early)
    yield DICE
    new = [nth for nth in range(early, len(shown)) if not isinstance(shown[nth].event, HouseEvent)]
    people = [nth for nth in new if not by_machine[nth] and not _is_peak(scene, shown[nth])]
    newest = {len(shown) - 1, *people[-1:]}
    recent = set(people[-RECENT_LINES:])

    def rank(nth: int) -> tuple[int, int]:
        if by_machine[nth]:
            return (2 if _is_peak(scene, shown[nth]) else 0), nth
        return (4 if _is_peak(scene, shown[nth]) else 3 if nth in recent else 1), nth

    yield from (nth for nth in sorted(new, key=rank) if nth not in newest)


def lines_below(scene: Scene, new: Sequence[OutboxRow], recent: Sequence[OutboxRow]) -> list[str]:
    """How the race stands after what is new, and what in the ``recent`` stories concerns the one seat that is asked."""
    standing = scene.standing
    if standing.state is None or standing.waiting is None:
        return []
    lines = [f"{SMALL}{line}" for line in scene.face.standings(scene.narrator, scene.view, _public_events(new))]
    asked = scene.asked_seats()
    if len(asked) == 1 and len(standing.record.seats) > 1:
        events = _public_events(_since_last_answer(recent, asked[0]))
        concerns = scene.face.for_you(scene.narrator, scene.view, events, asked[0])
        lines += [concerns] if concerns else []
    return lines


def _public_events(rows: Iterable[OutboxRow]) -> list[Event]:
    return [fact.event for row in rows for fact in row.told if fact.to is None]


def _since_last_answer(rows: Sequence[OutboxRow], seat: Seat) -> Sequence[OutboxRow]:
    """The stories since a seat answered last: that to which its answer led, and all after it."""
    own = [nth for nth, row in enumerate(rows) if row.by is not None and row.by[0] == seat]
    return rows[own[-1] if own else 0 :]


def _is_peak(scene: Scene, line: story.Line) -> bool:
    return line.event is not None and scene.face.is_peak(line.event)


def _sum_up(scene: Scene, shown: Sequence[story.Line], left_out: Collection[int], early: int) -> str:
    """One line on what is not told in full; '' where all is told."""
    if not left_out:
        return ""
    command = scene.narrator.say("command.story.name")
    said = story.sums(scene.narrator, [event for nth in sorted(left_out) if (event := shown[nth].event) is not None])
    if not said:
        return scene.narrator.say("prompt.earlier_untold", command=command)
    key = "prompt.earlier" if all(nth < early for nth in left_out) else "prompt.besides"
    return scene.narrator.say(key, what=said, command=command)


def has_peak(scene: Scene, rows: Sequence[OutboxRow]) -> bool:
    """Whether something great or grave happened, so that it is told in a message of its own."""
    return any(scene.face.is_peak(fact.event) for row in rows for fact in row.told if fact.to is None)


def is_silent_ruling(row: OutboxRow) -> bool:
    """Whether all that a story tells is for certain seats alone."""
    return bool(row.told) and all(fact.to is not None for fact in row.told)


def compose(said: str, asked: str, room: int = CONTENT) -> str:
    """What is told and what is asked as one message; of a long sitting the older lines are left out."""
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
    """The ids of the rows that are not of the present line, as an undo took them back."""
    until = _last_steps_by_epoch(epoch, {epoch_row.epoch: epoch_row for epoch_row in epochs})
    return {
        row.id
        for row in rows
        if row.address.epoch not in until or (row.address.stage, row.address.step) > until[row.address.epoch]
    }


def _last_steps_by_epoch(epoch: int, begun: Mapping[int, EpochRow]) -> dict[int, tuple[float, float]]:
    """Of each epoch on the present line the last stage and step that still counts."""
    until: dict[int, tuple[float, float]] = {epoch: (float("inf"), 0)}
    while (row := begun.get(epoch)) is not None and row.parent not in until:
        until[row.parent] = min(until[epoch], (row.address.stage, row.address.step))
        epoch = row.parent
    return until


# Who is called ---------------------------------------------------------------------------------------------


def spared(scene: Scene, sitting: Sitting | None) -> frozenset[Seat]:
    """The seats of a party that somebody is sitting for, and any one of which may answer.

    The others are called when nobody has answered for some hours (``bot.table.timekeeping``).
    """
    if sitting is None or not any_one_may_answer(scene):
        return frozenset()
    asked = scene.asked_seats()
    return frozenset(asked) if sitting.seat in asked else frozenset()


async def awake_users(sessions: Sessions, users: Collection[int]) -> list[int]:
    """Those of the users whom a ping does not wake, and who want any."""
    people, now = await sessions.store.people(users), sessions.clock()
    known = [people.get(user) or Person(user) for user in users]
    return [person.user_id for person in known if person.pings != "never" and awake_at(person, now) == now]


def is_young(message_id: int, now: float) -> bool:
    """Whether a message may still be changed as often as one likes; ``now``: the time by Discord's clock (seconds)."""
    return now - discord.utils.snowflake_time(message_id).timestamp() < YOUNG
