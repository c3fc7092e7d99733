"""Import a game from an untrusted file: parse it, replay it in full, and only then store it.

Everything must follow from the seeds and the rules; names, times and notes are bounded and sanitised.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import MsgspecError, Struct, ValidationError
from msgspec.structs import replace

from bot.acts.copies import formats, replaying
from bot.acts.rulings import LONGEST_NOTE
from bot.executors import WHOLE
from bot.games import face_of
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY
from bot.store.units import Logged, Story, Unit, numbered_lines
from bot.table.events import DiceResealed, GameBrought, HouseEvent, Stories
from bot.table.habits import keepable, unknown_by_hand
from bot.table.records import Address, GameRecord, Note, SeatRecord, Standing, new_id
from bot.table.stage_limits import LONGEST
from bot.table.timekeeping import earliest
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator, Said, tame
from rules.kernel.answers import Value
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from rules.kernel.events import Event, Told
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Seat
from rules.kernel.text_files import as_utf8

GZIP = b"\x1f\x8b"
SQLITE = b"SQLite format 3\0"
"""The first bytes of a packed file."""
SOMEBODY = -1
"""The user id of answers given by unknown persons."""
EPOCH = 1
LONGEST_NAME = 100
RETOLD_STAGES, RETOLD_STORIES, RETOLD_EVENTS = 2, 30, 300
"""The most stages before the open one, stories and events that are told again on request."""
HOUSE_EVENTS_PER_ANSWER = 3
"""The most bot events accepted per answer of a file; the newest are kept."""
HOUSE_EVENTS_ANYWAY = 30
"""Further bot events accepted, as people come and go before the first answer."""
TURN_SECONDS = 0.05
"""Seconds after which a check yields to others."""
LONG_COPY = 2000
"""Answers from which a copy counts as long; usual games have some hundreds."""
AHEAD = 24 * 3600.0
"""The most seconds that the exporter's clock may have been ahead."""
STORIES_PER_ANSWER, STORIES_ANYWAY = 10, 2000
"""The most stories of a copy for each answer, and further ones: reminders of a table that sleeps."""
MOST_PIECE = 2**20
"""The largest stage or story in bytes; usual ones have at most some ten thousand."""
MOST_LISTS = 500_000
"""The most lists and maps in a copy, which bounds memory; usual copies have at most one in 100 bytes."""
PIECE = 64 * 1024
"""Bytes scanned at once."""
_AT = re.compile(r"at `(\$[\w.\[\]]*)`$")
_MISSING = re.compile(r"missing required field `(\w+)`")

_outline: msgspec.json.Decoder[formats.Outline | formats.OwnCopy] = msgspec.json.Decoder(
    formats.Outline | formats.OwnCopy
)
_stage = msgspec.json.Decoder(formats.Stage)
_tale = msgspec.json.Decoder(formats.Tale)


T = TypeVar("T")


class Checked(Struct, frozen=True):
    """A verified copy: the replay and the stories told on the way."""

    copy: formats.FullCopy
    replayed: replaying.Replayed
    chronicle: list[tuple[float, Story]]


# Reading ---------------------------------------------------------------------------------------------------


def read_copy(data: bytes) -> formats.FullCopy:
    """Parse a full copy from a file, packed or not; raises ``BadImport``."""
    return replaying.run_all(_read_in_steps(data))


def _read_in_steps(data: bytes) -> replaying.Steps[formats.FullCopy]:
    """Parse a copy in pieces, because decoding holds the interpreter, also beside the event loop."""
    unpacked = as_utf8(_decompress(data))
    _require_plain_values(unpacked)
    outline = _decoded(_outline, unpacked, "$")
    if isinstance(outline, formats.OwnCopy):
        raise replaying.BadImport("own")
    stages: list[formats.Stage] = []
    answers = 0
    for number, raw in enumerate(outline.stages):
        yield
        if len(memoryview(raw)) > MOST_PIECE:
            raise replaying.BadImport("stage_long", number, most=LONGEST)
        stage = _decoded(_stage, raw, f"$.stages[{number}]")
        answers += len(stage.answers)
        if len(stage.answers) > LONGEST:
            raise replaying.BadImport("stage_long", stage.stage, most=LONGEST)
        if answers > formats.MOST_ANSWERS:
            raise replaying.BadImport("long", most=formats.MOST_ANSWERS)
        stages.append(stage)
    if len(outline.chronicle) > STORIES_PER_ANSWER * answers + STORIES_ANYWAY:
        raise replaying.BadImport("stories")
    chronicle: list[formats.Tale] = []
    for number, raw in enumerate(outline.chronicle):
        yield
        if len(memoryview(raw)) > MOST_PIECE:
            raise replaying.BadImport("stories")
        chronicle.append(_decoded(_tale, raw, f"$.chronicle[{number}]"))
    head = {field: getattr(outline, field) for field in formats.FullCopy.__struct_fields__}
    return formats.FullCopy(**{**head, "stages": stages, "chronicle": chronicle})


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw, place: str) -> T:
    """Decode a piece of a copy; ``place``: its path in the file."""
    try:
        return decoder.decode(data)
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _error_for_bad_shape(bytes(data), error, place) from error


class _Head(Struct):
    format: int = formats.FORMAT


def _error_for_bad_shape(unpacked: bytes, error: Exception, place: str) -> replaying.BadImport:
    """Return why a file is no copy: truncated, from a later bot, or with invalid content."""
    try:
        head = msgspec.json.decode(unpacked, type=_Head)
    except ValidationError:
        head = _Head()
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return replaying.BadImport("torn")
    if head.format > formats.FORMAT:
        return replaying.BadImport("newer")
    path = _path_in_error(str(error), place)
    return replaying.BadImport("shape", path=Said(f"`{path}`")) if path else replaying.BadImport("no_copy")


def _path_in_error(error: str, piece: str) -> str:
    """Return the path and missing field that a schema error in a piece names; '' for the file as a whole."""
    found, missing = _AT.search(error), _MISSING.search(error)
    place = piece + found[1].removeprefix("$") if found else piece
    if missing:
        return f"{place}.{missing[1]}"
    return place if found or piece != "$" else ""


def _decompress(data: bytes) -> bytes:
    if not data.startswith(GZIP):
        unpacked = data
    else:
        inflating = zlib.decompressobj(wbits=31)
        try:
            unpacked = inflating.decompress(data, formats.MOST_BYTES + 1)
        except zlib.error as error:
            raise replaying.BadImport("packed") from error
        if len(unpacked) <= formats.MOST_BYTES and (not inflating.eof or inflating.unused_data):
            raise replaying.BadImport("packed")
    if len(unpacked) > formats.MOST_BYTES:
        raise replaying.BadImport("large", most=formats.MOST_BYTES // 2**20)
    return unpacked


def _require_plain_values(json: bytes) -> None:
    """Raise ``BadImport`` if lists and maps are nested too deep or too many."""
    bare = json.replace(b"\\\\", b"").replace(b'\\"', b"")
    depth = opened = inside = 0
    for at in range(0, len(bare), PIECE):
        parts = bare[at : at + PIECE].split(b'"')
        for bracket in b"".join(parts[inside::2]).translate(None, delete=_NO_BRACKETS):
            depth += 1 if bracket in b"[{" else -1
            opened += bracket in b"[{"
            if depth > formats.DEEPEST:
                raise replaying.BadImport("deep", most=formats.DEEPEST)
            if opened > MOST_LISTS:
                raise replaying.BadImport("no_copy")
        inside ^= len(parts) % 2 == 0


_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


# Checking --------------------------------------------------------------------------------------------------


def check_copy(copy: formats.FullCopy, rules: Rules, now: float) -> Checked:
    """Replay the copy and compare its stories; raises ``BadImport``. ``now``: seconds."""
    return replaying.run_all(_check_in_steps(copy, rules, now))


def _check_in_steps(copy: formats.FullCopy, rules: Rules, now: float) -> replaying.Steps[Checked]:
    try:
        pieces = []
        for piece in formats.sealed_pieces(copy):
            pieces.append(piece)
            yield
        seal = formats.digest_of(pieces)
    except (OverflowError, RecursionError) as error:  # a number that could not be stored either
        raise replaying.BadImport("number") from error
    replayed = yield from replaying.replay_in_steps(rules, copy)
    _require_keepable_settings(copy, rules)
    _require_past_times(copy, now)
    chronicle = yield from _checked_stories(copy, rules, replayed)
    if seal != copy.seal:
        raise replaying.BadImport("seal")
    return Checked(copy, replayed, chronicle)


def _require_keepable_settings(copy: formats.FullCopy, rules: Rules) -> None:
    try:
        keepable(copy.habits)
    except Refused as refusal:
        raise replaying.BadImport("habits") from refusal
    if copy.locale not in LOCALES or unknown_by_hand(copy.habits, rules):
        raise replaying.BadImport("habits")


def _require_past_times(copy: formats.FullCopy, now: float) -> None:
    """Raise ``BadImport`` for times in the future."""
    for stage in copy.stages:
        for line in stage.answers:
            if line.at > now + AHEAD:
                raise replaying.BadImport("future", stage.stage, line.step)
    latest = [tale.at for tale in copy.chronicle] + [note.at for note in copy.notes]
    if max(latest, default=0.0) > now + AHEAD:
        raise replaying.BadImport("future")


def _checked_stories(
    copy: formats.FullCopy, rules: Rules, replayed: replaying.Replayed
) -> replaying.Steps[list[tuple[float, Story]]]:
    """Return the stories with their times; raises ``BadImport`` if one tells what the replay did not.

    Bot events, which no replay tells, need only be possible at this table. The newest of them are kept, and the newest
    empty stories, one per answer. An answer missing from the log has no author.
    """
    stories = Stories(rules.events)
    given = {_answer_key(line.seat, line.value) for lines in replayed.answers for line in lines}
    left = replaying.numbers_by_key(stories, replayed.told)
    last = replayed.snapshots[-1].stage, replayed.position.step
    silent = sum(map(len, replayed.answers))
    house = HOUSE_EVENTS_PER_ANSWER * silent + HOUSE_EVENTS_ANYWAY
    chronicle: list[tuple[float, Story]] = []
    for tale in reversed(copy.chronicle):
        yield
        kept: list[Told] = []
        for fact in reversed(_decode_story(stories, tale)):
            if numbers := left.get(stories.key(fact)):
                kept.append(replace(fact, nth=numbers.pop()))
            elif not _can_be_told(rules, copy, fact):
                raise replaying.BadImport("story", tale.stage, tale.step)
            elif house:
                house -= 1
                kept.append(replace(fact, event=replace(fact.event, from_file=True)))
        if (tale.stage, tale.step) > last:
            raise replaying.BadImport("story", tale.stage, tale.step)
        by = tale.by if tale.by and _answer_key(*tale.by) in given else None
        if kept or silent:
            silent -= not kept
            chronicle.append((tale.at, Story(Address(EPOCH, tale.stage, tale.step), stories.encode(kept[::-1]), by)))
    return chronicle[::-1]


def _can_be_told(rules: Rules, copy: formats.FullCopy, fact: Told) -> bool:
    seats, event = [seat.seat for seat in copy.seats], fact.event
    heard = {*seats, GM}.issuperset(fact.to or ())
    return heard and isinstance(event, HouseEvent) and replaying.can_be_told(rules, seats, event)


def _answer_key(seat: Seat, value: Value) -> bytes:
    return msgspec.json.encode((seat, value))


def _decode_story(stories: Stories, tale: formats.Tale) -> tuple[Told, ...]:
    try:
        told = stories.from_plain(tale.told)
        stories.encode(told)
        return told
    except (MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise replaying.BadImport("story", tale.stage, tale.step) from error


# Taking in -------------------------------------------------------------------------------------------------


class Lanes:
    """Limits concurrent checks, with separate slots for long and short files."""

    def __init__(self) -> None:
        self._long, self._short = asyncio.Semaphore(2), asyncio.Semaphore(3)

    def of(self, copy: formats.FullCopy) -> asyncio.Semaphore:
        """Return the semaphore for this copy."""
        return self._long if sum(len(stage.answers) for stage in copy.stages) > LONG_COPY else self._short


async def read_and_check(sessions: Sessions, data: bytes, lanes: Lanes | None = None) -> Checked:
    """Parse and replay a file outside the event loop; raises ``BadImport``.

    Files checked at the same time take turns.
    """
    reading = _read_in_steps(data)
    while not (copy := await WHOLE.do(replaying.run_for, reading, TURN_SECONDS)):
        pass
    rules = sessions.games.get(copy.game)
    if not rules:
        raise replaying.BadImport("game", game=copy.game[:40])
    async with (lanes or Lanes()).of(copy):
        steps = _check_in_steps(copy, rules, sessions.clock())
        while not (checked := await WHOLE.do(replaying.run_for, steps, TURN_SECONDS)):
            pass
        return checked


async def import_into(
    sessions: Sessions,
    found: Checked,
    channel_id: int,
    guild_id: int,
    user_id: int,
    name: str,
    interaction_id: int,
    *,
    retell: bool = False,
) -> Standing:
    """Start the imported game in a channel, led by the importer; raises ``Refused("channel_taken")``.

    A fresh seed takes over. All seats are free except one with the importer's name. ``retell``: tell the stories of the
    last stages again.
    """
    seeds = list(found.copy.seeds)
    if found.copy.phase == "playing":  # whoever has the file knows those in it
        seeds.append(sessions.fresh_seed())
    record = GameRecord(
        id=new_id(),
        game=found.copy.game,
        channel_id=channel_id,
        guild_id=guild_id,
        locale=found.copy.locale,
        phase=found.copy.phase,
        options=found.replayed.options,
        leader_id=user_id,
        seats=tuple(_seat_records(found.copy.seats, user_id, name)),
        epoch=EPOCH,
        commitment=commitment(seeds[-1]),
        created_at=sessions.clock(),
        habits=found.copy.habits,
    ).of_rules(rivals=sessions.games[found.copy.game].rivals)
    unit = await WHOLE.do(_import_unit, sessions, record, found, seeds, interaction_id)
    return await sessions.adopt(replace(unit, retold=_retold_story_count(record, found)) if retell else unit)


def _seat_records(lines: Sequence[formats.SeatLine], user_id: int, name: str) -> Iterator[SeatRecord]:
    mine = next(
        (
            seat_line.seat
            for seat_line in lines
            if seat_line.name.casefold() == name.casefold() and not seat_line.computer
        ),
        None,
    )
    for line in lines:
        if line.seat == mine:
            yield SeatRecord(line.seat, user_id, name)
        else:
            plays = bool(line.computer)
            yield SeatRecord(line.seat, 0, tame(line.name, LONGEST_NAME), autopilot=plays, computer=line.computer)


def _import_unit(
    sessions: Sessions, record: GameRecord, found: Checked, seeds: Sequence[bytes], interaction_id: int
) -> Unit:
    replayed, now = found.replayed, sessions.clock()
    snapshots = replayed.snapshots
    story = Stories(sessions.games[record.game].events).encode([*map(Told, _import_events(record, found))])
    address = Address(EPOCH, snapshots[-1].stage, replayed.position.step)
    return Unit(
        record=record,
        revision=0,
        at=now,
        address=address,
        told=len(replayed.position.told),
        rewritten=True,
        interaction_id=interaction_id,
        seeds=list(enumerate(seeds)),
        snapshots=snapshots,
        answers=[
            Logged(snapshot.stage, line.answer, line.at, SOMEBODY if line.person else NOBODY, line.seal)
            for snapshot, lines in zip(snapshots, replayed.answers, strict=True)
            for line in lines
        ],
        proof=[
            line
            for snapshot, lines in zip(snapshots, replayed.proof, strict=True)
            for line in numbered_lines(snapshot.stage, lines)
        ],
        stories=[Story(address, story, None)],
        chronicle=found.chronicle,
        asked_at=now,
        due_at=earliest(record.habits, now, ()) if record.phase == "playing" else None,
        notes=[Note(0, note.at, NOBODY, note.text[:LONGEST_NOTE]) for note in found.copy.notes],
    )


def _import_events(record: GameRecord, found: Checked) -> Iterator[Event]:
    free = tuple(seat.seat for seat in record.seats if not (seat.user_id or seat.computer))
    replayed = found.replayed
    yield GameBrought(free, len(replayed.snapshots), replayed.fair, replayed.human, replayed.corrections)
    if record.phase == "playing":
        yield DiceResealed(record.commitment)


def _retold_story_count(record: GameRecord, found: Checked) -> int:
    """Return the number of last stories to tell again; 0 for finished games and games with secrets."""
    if record.phase != "playing" or face_of(record.game).has_secrets:
        return 0
    first, stories, events = found.replayed.snapshots[-1].stage - RETOLD_STAGES, 0, 0
    for _, story in reversed(found.chronicle):
        events += len(msgspec.msgpack.decode(story.told))
        if story.address.stage < first or events > RETOLD_EVENTS or stories == RETOLD_STORIES:
            break
        stories += 1
    return stories


# What to say of a bad one ----------------------------------------------------------------------------------


def place_of(voice: Narrator, bad: replaying.BadImport) -> Said:
    """Say where a file is wrong."""
    if bad.stage is None:
        return voice.say("import.place.file")
    if bad.step is None:
        return voice.say("import.place.stage", stage=bad.stage)
    return voice.say("import.place.step", stage=bad.stage, step=bad.step)


def why_of(voice: Narrator, bad: replaying.BadImport) -> Said:
    """Say what is wrong with a file."""
    return voice.say(f"import.why.{bad.why}", **bad.facts)
