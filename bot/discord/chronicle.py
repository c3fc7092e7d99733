"""The chronicle of a game as one HTML file that needs nothing else: prose, maps, sheets, the growth of the
labyrinth.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache, partial
from importlib import resources
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

import discord
import msgspec
import structlog
from babel.dates import format_date, format_time, get_timezone_name
from markupsafe import Markup

from bot.discord.prompts import story
from bot.discord.prompts.open_question import Scene
from bot.executors import WHOLE
from bot.games.face import SET_UP, Face, Grown, Happened, Member, Parts, Picture, best
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.records import GameRecord, OutboxRow, SeatRecord, Sitter
from bot.table.seat_names import Stay, player_name, stays, voice_at
from bot.table.timekeeping import clock_of
from bot.words.catalogues import keys
from bot.words.narrator import LISTS, Narrator, Said
from rules.kernel.advance import Snapshot
from rules.kernel.chance import commitment
from rules.kernel.errors import BadSave, Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.kernel.table import Event
from rules.kernel.words import Word

if TYPE_CHECKING:
    from jinja2 import Template
    from markdown_it import MarkdownIt


THROWN = "🎲 "
LAST_LINES = 4
"""Lines of the story that its last paragraph has at most."""
LIVELY = ("escape", "emphasis", "strikethrough", "backticks", "newline")
"""What is read of Markdown: no links, pictures, entities or HTML."""


class Stage(msgspec.Struct, frozen=True):
    """What was told in a stage, and when it began (seconds)."""

    number: int
    at: float
    lines: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True):
    """What the game calls a chapter, or the set-up: what everybody saw before it (None: nothing yet) and after it.

    ``done``: it is behind us; else the game goes on in it.
    """

    number: int
    stages: tuple[Stage, ...]
    before: Any
    after: Any
    done: bool


class Pictures(msgspec.Struct, frozen=True):
    """What was drawn for a chronicle; ``maps`` by chapter, ``cards`` by the character's id."""

    grown: Sequence[Grown] = ()
    maps: Mapping[int, Sequence[Picture]] = {}
    ending: Sequence[Picture] = ()
    cast: Sequence[Picture] = ()
    cards: Mapping[str, Sequence[Picture]] = {}


class Tale(msgspec.Struct, frozen=True):
    """A game as it is told: the table, its chapters, what everybody sees now, and the seeds once they may be known.

    ``face``: how the game shows itself; ``began``: what everybody saw when each stage began;
    ``sitters``: who sat where, oldest first. ``seals``: the hashes of the seeds, in the order in which they threw.
    ``happened``: what everybody was told, and what was not taken back. ``stages``: how many stages the proof has.
    """

    face: Face
    record: GameRecord
    chapters: Sequence[Chapter]
    began: Sequence[Any]
    now: Any
    seeds: Sequence[bytes] = ()
    sitters: Sequence[Sitter] = ()
    seals: Sequence[str] = ()
    happened: Sequence[Happened] = ()
    stages: int = 0


# Chapters ----------------------------------------------------------------------------------------------------


def chapters(
    face: Face,
    narrator: Narrator,
    rows: Iterable[OutboxRow],
    began: Mapping[int, Any],
    now: Any,
    over: bool,
    sitters: Sequence[Sitter] = (),
) -> list[Chapter]:
    """The stories in order; ``began``: what everybody saw when a stage began."""
    stages = list(_stages(narrator, rows, sitters))
    told = [
        (number, tuple(some))
        for number, some in groupby(stages, key=lambda stage: _chapter_number(face, stage.number, began))
    ]
    after = [*(began.get(some[0].number, now) for _, some in told[1:]), now]
    return [
        Chapter(number, some, before, seen, over or nth < len(told))
        for nth, ((number, some), before, seen) in enumerate(zip(told, [None, *after], after, strict=False), 1)
    ]


def _stages(narrator: Narrator, rows: Iterable[OutboxRow], sitters: Sequence[Sitter]) -> Iterator[Stage]:
    """The rows by the stage in which their answer was given; a row's address is where the table stood afterwards."""
    for number, some in groupby(_rows_by_stage(rows), key=lambda placed: placed[0]):
        told = [(row.at, lines) for _, row in some if (lines := lines_of(narrator, row, sitters))]
        if told:
            yield Stage(number, told[0][0], tuple(line for _, lines in told for line in lines))


def _rows_by_stage(rows: Iterable[OutboxRow]) -> Iterator[tuple[int, OutboxRow]]:
    before = 0
    for row in rows:
        yield min(before, row.address.stage), row
        before = row.address.stage


def lines_of(narrator: Narrator, row: OutboxRow, sitters: Sequence[Sitter] = ()) -> list[str]:
    """All that everybody may know of a row, with the dice of what was posted in short."""
    return story.lines(voice_at(narrator, sitters, row.at), row.told, row.address, whole=True)


def _chapter_number(face: Face, stage: int, began: Mapping[int, Any]) -> int:
    """In which chapter a stage was played; of a stage that cannot be read, that of the stage before."""
    if stage == 0:
        return SET_UP
    seen = next((began[number] for number in range(stage, 0, -1) if number in began), None)
    return 1 if seen is None else face.chapter(seen)


# Words -------------------------------------------------------------------------------------------------------


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero", {"html": False, "breaks": True}).enable(list(LIVELY))


def prose(line: str) -> Markup:
    """A line of a story as HTML; its dice are set apart."""
    words, _, dice = line.partition(THROWN)
    said = Markup(_markdown().renderInline(_visible_text(words)))  # nothing but escaped text and emphasis
    if not dice:
        return said
    thrown = Markup(_markdown().renderInline(_visible_text(dice)))  # likewise
    return said + Markup(' <span class="dice">{}</span>').format(Markup("{}{}").format(THROWN, thrown))


def _visible_text(words: str) -> str:
    """Without the invisible signs that keep Discord from linking names, and without covers of what is folded."""
    return words.replace("\u200b", "").replace("||", "").strip()


def source(picture: Picture) -> str:
    """A picture as an address that needs no network."""
    kind = picture.name.rpartition(".")[2]
    return f"data:image/{kind};base64,{b64encode(picture.data).decode()}"


def happened(rows: Iterable[OutboxRow]) -> list[Happened]:
    """What everybody was told on the line that led to the present: without what was taken back."""
    kept: list[tuple[int, OutboxRow]] = []
    for stage, row in _rows_by_stage(rows):
        at = row.address
        if kept and at.epoch > kept[-1][1].address.epoch:
            kept = [pair for pair in kept if (pair[1].address.stage, pair[1].address.step) <= (at.stage, at.step)]
        kept.append((stage, row))
    return [Happened(stage, event, turn) for stage, row in kept for event, turn in story.turns(row.told, row.address)]


def _members_by_seat(
    face: Face, narrator: Narrator, tale: Tale, clock: tzinfo
) -> list[tuple[list[Said], list[Member]]]:
    """Who played whom: for each seat all who had it, one after the other."""
    everybody = face.members(narrator, tale.now)
    return [
        (_players(narrator, seat, tale.sitters, clock), [who for who in everybody if who.seat == seat.seat])
        for seat in tale.record.seats
        if seat.name
    ]


def _players(narrator: Narrator, seat: SeatRecord, sitters: Sequence[Sitter], clock: tzinfo) -> list[Said]:
    return [_player(narrator, seat.seat, stay, clock) for stay in stays(sitters, seat.seat) or [Stay(seat.name)]]


def _player(narrator: Narrator, seat: Seat, stay: Stay, clock: tzinfo) -> Said:
    """A name, and from when to when where the seat changed hands."""
    spans = {"since": stay.since, "until": stay.until}
    days = {word: Said(day(narrator, at, clock)) for word, at in spans.items() if at is not None}
    who = player_name(narrator, seat, stay.name)
    return narrator.say(".".join(["chronicle.player", *days]), who=who, **days) if days else who


def _ending_lines(narrator: Narrator, tale: Tale) -> list[str]:
    """The last paragraph of the story, and what became of everybody."""
    last = next((stage.lines for chapter in reversed(tale.chapters) for stage in reversed(chapter.stages)), ())
    return [*last[-LAST_LINES:], *tale.face.epilogue(narrator, tale.now, tale.happened)]


def _folded_chapter_title(narrator: Narrator, face: Face, chapter: Chapter) -> Said:
    """What a folded chapter is called."""
    first, last = chapter.stages[0].number, chapter.stages[-1].number
    key = "set_up" if chapter.number == SET_UP else "one" if first == last else "many"
    facts = {"stage": Word(face.stage), "first": first, "last": last}
    return narrator.first_known(*keys(f"chronicle.log.{key}", facts), **facts)


class _Anchors:
    """Names for places in the file, each once: after an undo a stage may be told again."""

    def __init__(self) -> None:
        self._known = Counter[int]()

    def __call__(self, stage: int) -> str:
        """The name of the next place where this stage is told."""
        self._known[stage] += 1
        nth = self._known[stage]
        return f"stage-{stage}" if nth == 1 else f"stage-{stage}-{nth}"


def day(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """A date as people write it."""
    return str(format_date(datetime.fromtimestamp(at, clock), "long", locale=LISTS[narrator.locale]))


def _time_zone_name(narrator: Narrator, clock: tzinfo) -> str:
    """What people call a time zone: "Central European Time"; one that belongs to no place by its own name."""
    name = str(clock)
    return str(get_timezone_name(clock, locale=LISTS[narrator.locale])) if "/" in name else name


def moment(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """A date and a time of day with its zone."""
    then = datetime.fromtimestamp(at, clock)
    hour = format_time(then.time(), "short", locale=LISTS[narrator.locale])
    return f"{day(narrator, at, clock)}, {hour} {then.tzname()}"


def _event_prose(narrator: Narrator, turns: Mapping[int, int], event: Event, nth: int) -> Markup:
    """What was told, in the words of its place in the game."""
    return prose(story.words(narrator, event, turns.get(id(event), nth)))


# The file ----------------------------------------------------------------------------------------------------


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    text = resources.files("bot.discord.telling").joinpath("chronicle.html.j2").read_text("utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        text
    )


def html(narrator: Narrator, tale: Tale, pictures: Pictures, clock: tzinfo) -> bytes:
    """The whole chronicle; ``clock``: in whose time its hours are."""
    plain, record, face = narrator.plain, tale.record, tale.face
    began = {stage.number: stage.at for chapter in tale.chapters for stage in chapter.stages}
    times = list(began.values()) or [record.created_at]
    bouts, graves = face.bouts(plain, tale.happened), face.graves(plain, tale.happened)
    turns: dict[int, int] = {id(event.event): event.turn for event in tale.happened}

    def stages(number: int) -> dict[str, Any]:
        """So many of them, with what this game calls them."""
        return {"stages": number, "stage": Word(face.stage)}

    made = _template().render(
        say=plain.say,
        language=plain.locale,
        game=plain.say(f"game.{record.game}"),
        days=list(dict.fromkeys(day(plain, at, clock) for at in (times[0], times[-1]))),
        outcome=face.outcome(plain, tale.now),
        members=_members_by_seat(face, plain, tale, clock),
        sum=plain.say("chronicle.sum", **stages(max(began, default=0)), fights=len(bouts), fallen=len(graves)),
        stages=stages,
        graves=graves,
        retold=partial(_event_prose, narrator, turns),
        best=best(bouts),
        began=began,
        anchor=_Anchors(),
        cast=plain.say(face.cast),
        subtitle=plain.first_known(f"chronicle.subtitle.{record.game}", "chronicle.subtitle"),
        ending=_ending_lines(narrator, tale) if face.outcome(plain, tale.now) else [],
        chapters=tale.chapters,
        pictures=pictures,
        title_of=lambda number: face.title(plain, number),
        log_of=lambda chapter: _folded_chapter_title(plain, face, chapter),
        at=lambda seconds: moment(plain, seconds, clock),
        iso=lambda seconds: datetime.fromtimestamp(seconds, clock).isoformat(timespec="seconds"),
        zone=_time_zone_name(plain, clock),
        grown_title=plain.first_known(f"chronicle.grown.title.{record.game}", "chronicle.grown.title"),
        prose=prose,
        source=source,
        seals=tale.seals,
        seeds=[seed.hex() for seed in tale.seeds],
        proof_stages=tale.stages,
    )
    return made.encode()


LARGEST = 10 * 1024 * 1024 - 64 * 1024
"""Bytes that Discord takes as an attachment, with something to spare for the rest of the message."""

Games = Mapping[str, Rules[Any]]
_binding_log = structlog.get_logger(__name__)


class Bound(msgspec.Struct, frozen=True):
    """The chronicle as a file, and how the maps in it grew.

    ``entire``: no picture had to be left out because it would have become too large.
    """

    name: str
    data: bytes
    entire: bool
    grown: Sequence[Grown] = ()

    def file(self) -> discord.File:
        """The chronicle as an upload."""
        return discord.File(BytesIO(self.data), self.name)


async def chronicle_within(
    sessions: Sessions, games: Games, game_id: str, largest: int = LARGEST, reader: int = 0
) -> Bound:
    """The chronicle of a table as spectators may know it; raises ``Refused`` when it has not begun.

    ``reader``: the person in whose time its hours are; 0: in the table's, as many read it.
    """
    standing = await sessions.standing_of(game_id)
    if standing is None:
        raise Refused("no_game")
    if standing.state is None:
        raise Refused("not_started")
    scene = Scene(standing, games[standing.record.game])
    tale = await _load_tale(sessions, scene)
    clock = await _clock_for(sessions, standing.record, reader)
    return await bind_within(scene.narrator, tale, clock, largest)


async def _clock_for(sessions: Sessions, record: GameRecord, reader: int = 0) -> tzinfo:
    """Return the reader's time zone if it is known, else the leader's."""
    people = await sessions.store.people([reader, record.leader_id])
    return clock_of(people.get(reader) or people.get(record.leader_id) or Person(record.leader_id))


async def epilogue_of(sessions: Sessions, scene: Scene, view: Any) -> list[str]:
    """Return what became of everybody in a game that ended, the honours, and how many days it lasted."""
    record, narrator = scene.standing.record, scene.narrator
    rows = await sessions.chronicle(record.id)
    told = await WHOLE.do(happened, rows)
    lines = await WHOLE.do(scene.face.epilogue, narrator, view, told)
    clock = await _clock_for(sessions, record)
    times = [row.at for row in rows] or [record.created_at]
    first, last = (datetime.fromtimestamp(at, clock).date() for at in (times[0], times[-1]))
    spoken = {"first": Said(day(narrator, times[0], clock)), "last": Said(day(narrator, times[-1], clock))}
    facts = {"days": (last - first).days + 1, **spoken}
    return [*lines, narrator.first_known(*keys("farewell.days", facts), **facts)]


async def bind_within(narrator: Narrator, tale: Tale, clock: tzinfo, largest: int) -> Bound:
    """With all its pictures, else without those that move, else without any."""
    pictures = await draw_pictures(narrator, tale)
    for shown in (pictures, msgspec.structs.replace(pictures, grown=()), Pictures()):
        data = await WHOLE.do(html, narrator, tale, shown, clock)
        if len(data) <= largest:
            return Bound(f"labirynt-{tale.record.id}.html", data, shown is pictures, pictures.grown)
    raise Refused("chronicle_too_large")


# What was told and seen ----------------------------------------------------------------------------------------


async def _load_tale(sessions: Sessions, scene: Scene) -> Tale:
    record, now = scene.standing.record, scene.rules.view(scene.standing.state, None)
    over = record.phase == "ended"
    at = scene.standing.address
    pages = [await sessions.store.page(scene.standing.record.id, at.epoch, stage) for stage in range(at.stage + 1)]
    began = await WHOLE.do(views_at_stages, scene.rules, [page.snapshot for page in pages if page is not None])
    rows = await sessions.chronicle(record.id)
    sitters = await sessions.store.sitters(record.id)
    told = await WHOLE.do(chapters, scene.face, scene.narrator, rows, began, now, over, sitters)
    deeds = await WHOLE.do(happened, rows)
    seals = [commitment(seed) for seed in await sessions.store.seeds(record.id)]
    seeds = await _seeds_if_revealed(sessions, record.id) if over else []
    stages = scene.standing.address.stage + 1
    return Tale(scene.face, record, told, tuple(began.values()), now, seeds, sitters, seals, deeds, stages)


async def _seeds_if_revealed(sessions: Sessions, game_id: str) -> list[bytes]:
    """The seeds, unless the same dice are still to fall at another table."""
    try:
        return await sessions.revealed_seeds(game_id)
    except Refused:
        return []


def views_at_stages(rules: Rules[Any], snapshots: Iterable[Snapshot]) -> dict[int, Any]:
    """What everybody saw when each of these stages began; a stage of too old a game is left out."""
    seen: dict[int, Any] = {}
    for snapshot in snapshots:
        try:
            seen[snapshot.stage] = rules.view(rules.decode(snapshot.state, snapshot.schema), None)
        except BadSave:  # its words are there, its map is not
            _binding_log.warning("chronicle.stage_unreadable", stage=snapshot.stage, schema=snapshot.schema)
    return seen


# Pictures ------------------------------------------------------------------------------------------------------


async def draw_pictures(narrator: Narrator, tale: Tale) -> Pictures:
    """What is worth a picture: how maps grew, the maps as each chapter left them, the whole cast and its cards."""
    face = tale.face
    return Pictures(
        grown=await face.growth(narrator, (*tale.began, tale.now)),
        maps={
            chapter.number: await _changed_map_pictures(face, narrator, chapter)
            for chapter in tale.chapters
            if chapter.number != SET_UP
        },
        ending=await face.ending(narrator, tale.now),
        cast=_pictures_in(await face.overview(narrator, tale.now)),
        cards={
            character.id: await _sheet_pictures(face, narrator, tale.now, character.id)
            for character in face.characters(narrator, tale.now)
        },
    )


async def _changed_map_pictures(face: Face, narrator: Narrator, chapter: Chapter) -> list[Picture]:
    return await face.changed_maps(narrator, chapter.before, chapter.after, done=chapter.done)


async def _sheet_pictures(face: Face, narrator: Narrator, now: Any, id: str) -> list[Picture]:
    return [picture for parts in await face.sheets(narrator, now, [id]) for picture in _pictures_in(parts)]


def _pictures_in(parts: Parts) -> list[Picture]:
    return [part for part in parts if isinstance(part, Picture)]
