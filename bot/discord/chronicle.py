"""Builds the chronicle of a game as one self-contained HTML file with prose, maps and sheets."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache, partial
from importlib import resources
from io import BytesIO
from itertools import chain, groupby, starmap
from typing import TYPE_CHECKING, Any

from babel.dates import format_date, format_time, get_timezone_name
from discord import File
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from structlog import get_logger

from bot.discord.prompts import story
from bot.discord.prompts.open_question import Scene
from bot.executors import WHOLE
from bot.games.face import SET_UP, Face, Grown, Happened, Member, Picture, best
from bot.session.history import pages_up_to
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.records import GameRecord, OutboxRow, Sitter
from bot.table.seat_names import Stay, player_name, stays, voice_at
from bot.table.timekeeping import clock_of
from bot.words.catalogues import keys
from bot.words.narrator import LISTS, Narrator, Said
from rules.kernel.advance import Snapshot
from rules.kernel.chance import commitment
from rules.kernel.errors import BadSave, Refused
from rules.kernel.events import Event
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.kernel.words import Word

if TYPE_CHECKING:
    from jinja2 import Template
    from markdown_it import MarkdownIt


THROWN = "🎲 "
LAST_LINES = 4
"""Maximum number of story lines in the last paragraph."""
LIVELY = ("escape", "emphasis", "strikethrough", "backticks", "newline")
"""The Markdown rules that are rendered: no links, images, entities or HTML."""


class Stage(Struct, frozen=True):
    """The lines told in a stage, and the time when it began (seconds)."""

    number: int
    at: float
    lines: tuple[str, ...]


class Chapter(Struct, frozen=True):
    """A chapter or the set-up, with the public view before (None: nothing yet) and after it; ``done``:
    it is finished.
    """

    number: int
    stages: tuple[Stage, ...]
    before: Any
    after: Any
    done: bool


class Pictures(Struct, frozen=True):
    """The pictures of a chronicle; ``maps`` by chapter, ``cards`` by character id."""

    grown: Sequence[Grown] = ()
    maps: Mapping[int, Sequence[Picture]] = {}
    ending: Sequence[Picture] = ()
    cast: Sequence[Picture] = ()
    cards: Mapping[str, Sequence[Picture]] = {}


class Tale(Struct, frozen=True):
    """The contents of a chronicle: the table, its chapters, the public view now, and the seeds once they are public.

    ``face``: how the game is shown. ``began``: the public view at the start of each stage. ``sitters``: the players of
    each seat, oldest first. ``seals``: the hashes of the seeds, in order of use. ``happened``: the public events that
    were not undone. ``stages``: number of stages in the proof.
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
    """Return the chapters in order; ``began``: the public view at the start of each stage."""
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
    """Group the rows by the stage of their answer; a row's address is the position after that answer."""
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
    """Return the public lines of a row in full, with the dice of shortened posts."""
    return story.lines(voice_at(narrator, sitters, row.at), row.told, row.address, whole=True)


def _chapter_number(face: Face, stage: int, began: Mapping[int, Any]) -> int:
    """Return the chapter of a stage; an unreadable stage counts to the chapter of the stage before it."""
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
    """Return a line of a story as HTML, with its dice in a span of their own."""
    words, _, dice = line.partition(THROWN)
    said = Markup(_markdown().renderInline(_visible_text(words)))  # nothing but escaped text and emphasis
    if not dice:
        return said
    thrown = Markup(_markdown().renderInline(_visible_text(dice)))  # likewise
    return said + Markup(' <span class="dice">{}</span>').format(Markup("{}{}").format(THROWN, thrown))


def _visible_text(words: str) -> str:
    """Remove spoiler marks, and the zero-width spaces that keep Discord from linking names."""
    return words.replace("\u200b", "").replace("||", "").strip()


def source(picture: Picture) -> str:
    """Return a picture as a ``data:`` URL."""
    kind = picture.name.rpartition(".")[2]
    return f"data:image/{kind};base64,{b64encode(picture.data).decode()}"


def happened(rows: Iterable[OutboxRow]) -> list[Happened]:
    """Return the public events of these stories."""
    turns = ((stage, *turn) for stage, row in _rows_by_stage(rows) for turn in story.turns(row.told, row.address))
    return list(starmap(Happened, turns))


def _members_by_seat(
    face: Face, narrator: Narrator, tale: Tale, clock: tzinfo
) -> list[tuple[list[Said], list[Member]]]:
    everybody = face.members(narrator, tale.now)
    return [
        (
            [_player(narrator, seat.seat, stay, clock) for stay in stays(tale.sitters, seat.seat) or [Stay(seat.name)]],
            [who for who in everybody if who.seat == seat.seat],
        )
        for seat in tale.record.seats
        if seat.name
    ]


def _player(narrator: Narrator, seat: Seat, stay: Stay, clock: tzinfo) -> Said:
    spans = {"since": stay.since, "until": stay.until}
    days = {word: Said(day(narrator, at, clock)) for word, at in spans.items() if at is not None}
    who = player_name(narrator, seat, stay.name)
    return narrator.say(".".join(["chronicle.player", *days]), who=who, **days) if days else who


def _ending_lines(narrator: Narrator, tale: Tale) -> list[str]:
    last = next((stage.lines for chapter in reversed(tale.chapters) for stage in reversed(chapter.stages)), ())
    return [*last[-LAST_LINES:], *tale.face.epilogue(narrator, tale.now, tale.happened)]


def _folded_chapter_title(narrator: Narrator, face: Face, chapter: Chapter) -> Said:
    first, last = chapter.stages[0].number, chapter.stages[-1].number
    key = "set_up" if chapter.number == SET_UP else "one" if first == last else "many"
    facts = {"stage": Word(face.stage), "first": first, "last": last}
    return narrator.first_known(*keys(f"chronicle.log.{key}", facts), **facts)


class _Anchors:
    """Unique anchor names in the file; after an undo a stage may be told again."""

    def __init__(self) -> None:
        self._known = Counter[int]()

    def __call__(self, stage: int) -> str:
        self._known[stage] += 1
        nth = self._known[stage]
        return f"stage-{stage}" if nth == 1 else f"stage-{stage}-{nth}"


def day(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """Return a date in the reader's language."""
    return str(format_date(datetime.fromtimestamp(at, clock), "long", locale=LISTS[narrator.locale]))


def _time_zone_name(narrator: Narrator, clock: tzinfo) -> str:
    """Return the common name of a time zone, such as "Central European Time"; UTC and the like keep their names."""
    name = str(clock)
    return str(get_timezone_name(clock, locale=LISTS[narrator.locale])) if "/" in name else name


def moment(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """Return a date and time of day with its time zone."""
    then = datetime.fromtimestamp(at, clock)
    hour = format_time(then.time(), "short", locale=LISTS[narrator.locale])
    return f"{day(narrator, at, clock)}, {hour} {then.tzname()}"


def _event_prose(narrator: Narrator, turns: Mapping[int, int], event: Event, nth: int) -> Markup:
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
    """Render the chronicle as HTML; ``clock`` is the time zone of its times."""
    plain, record, face = narrator.plain, tale.record, tale.face
    began = {stage.number: stage.at for chapter in tale.chapters for stage in chapter.stages}
    times = list(began.values()) or [record.created_at]
    bouts, graves = [*face.bouts(plain, tale.happened)], [*face.graves(plain, tale.happened)]
    turns = {id(event.event): event.turn for event in tale.happened}

    def stages(number: int) -> dict[str, Any]:
        """Return the facts for a number of stages, with this game's word for a stage."""
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
"""Maximum size of an attachment in bytes, less 64 KiB for the rest of the message."""

Games = Mapping[str, Rules]
_binding_log = get_logger(__name__)


class Bound(Struct, frozen=True):
    """A chronicle as a file, with the growth of its maps; ``entire``: no picture was left out because of the size."""

    name: str
    data: bytes
    entire: bool
    grown: Sequence[Grown] = ()

    def file(self) -> File:
        """Return the chronicle as a Discord upload."""
        return File(BytesIO(self.data), self.name)


async def chronicle_within(
    sessions: Sessions, games: Games, game_id: str, largest: int = LARGEST, reader: int = 0
) -> Bound:
    """Return the chronicle of a table as spectators may see it; raises ``Refused`` if the game has not begun.

    ``reader``: the user in whose time zone the times are shown; 0: the leader's time zone.
    """
    standing = await sessions.standing_of(game_id)
    if not standing:
        raise Refused("no_game")
    if standing.state is None:
        raise Refused("not_started")
    scene = Scene(standing, games[standing.record.game])
    tale = await _load_tale(sessions, scene)
    clock = await _clock_for(sessions, standing.record, reader)
    return await bind_within(scene.narrator, tale, clock, largest)


async def _clock_for(sessions: Sessions, record: GameRecord, reader: int = 0) -> tzinfo:
    people = await sessions.store.people([reader, record.leader_id])
    return clock_of(people.get(reader) or people.get(record.leader_id) or Person(record.leader_id))


async def epilogue_of(sessions: Sessions, scene: Scene, view: Any) -> list[str]:
    """Return the epilogue of a game: the fate of each character, the honours, and the number of days.

    Nothing if the set-up never ended.
    """
    record, narrator = scene.record, scene.narrator
    rows = await sessions.chronicle(record.id)
    told = await WHOLE.do(happened, rows)
    if not (lines := await WHOLE.do(scene.face.epilogue, narrator, view, told)):
        return []
    clock = await _clock_for(sessions, record)
    times = [row.at for row in rows] or [record.created_at]
    first, last = (datetime.fromtimestamp(at, clock).date() for at in (times[0], times[-1]))
    spoken = {"first": Said(day(narrator, times[0], clock)), "last": Said(day(narrator, times[-1], clock))}
    facts = {"days": (last - first).days + 1, **spoken}
    return [*lines, narrator.first_known(*keys("farewell.days", facts), **facts)]


async def bind_within(narrator: Narrator, tale: Tale, clock: tzinfo, largest: int) -> Bound:
    """Return the chronicle within ``largest`` bytes, if necessary without animations, then without any pictures.

    Raises ``Refused`` if it does not fit even then.
    """
    pictures = await draw_pictures(narrator, tale)
    for shown in (pictures, replace(pictures, grown=()), Pictures()):
        data = await WHOLE.do(html, narrator, tale, shown, clock)
        if len(data) <= largest:
            return Bound(f"labirynt-{tale.record.id}.html", data, shown is pictures, pictures.grown)
    raise Refused("chronicle_too_large")


# What was told and seen ----------------------------------------------------------------------------------------


async def _load_tale(sessions: Sessions, scene: Scene) -> Tale:
    record, now = scene.record, scene.rules.view(scene.state, None)
    over = record.phase == "ended"
    pages = await pages_up_to(sessions.store, record.id, scene.address)
    began = await WHOLE.do(views_at_stages, scene.rules, [page.snapshot for page in pages])
    rows = await sessions.chronicle(record.id)
    sitters = await sessions.store.sitters(record.id)
    told = await WHOLE.do(chapters, scene.face, scene.narrator, rows, began, now, over, sitters)
    deeds = await WHOLE.do(happened, rows)
    seals = [commitment(seed) for seed in await sessions.store.seeds(record.id)]
    seeds = await _seeds_if_revealed(sessions, record.id) if over else []
    stages = scene.address.stage + 1
    return Tale(scene.face, record, told, tuple(began.values()), now, seeds, sitters, seals, deeds, stages)


async def _seeds_if_revealed(sessions: Sessions, game_id: str) -> list[bytes]:
    """Return the seeds, or nothing while another table still uses them."""
    try:
        return await sessions.revealed_seeds(game_id)
    except Refused:
        return []


def views_at_stages(rules: Rules, snapshots: Iterable[Snapshot]) -> dict[int, Any]:
    """Return the public view at the start of each stage, without stages whose save is too old to read."""
    seen: dict[int, Any] = {}
    for snapshot in snapshots:
        try:
            seen[snapshot.stage] = rules.view(rules.decode(snapshot.state, snapshot.schema), None)
        except BadSave:  # its words are there, its map is not
            _binding_log.warning("chronicle.stage_unreadable", stage=snapshot.stage, schema=snapshot.schema)
    return seen


# Pictures ------------------------------------------------------------------------------------------------------


async def draw_pictures(narrator: Narrator, tale: Tale) -> Pictures:
    """Draw the growth of the maps, the map at the end of each chapter, the cast and its cards."""
    face = tale.face
    return Pictures(
        grown=await face.growth(narrator, (*tale.began, tale.now)),
        maps={
            chapter.number: await face.changed_maps(narrator, chapter.before, chapter.after, done=chapter.done)
            for chapter in tale.chapters
            if chapter.number != SET_UP
        },
        ending=await face.ending(narrator, tale.now),
        cast=_pictures_in(await face.overview(narrator, tale.now)),
        cards={
            character.id: _pictures_in(chain.from_iterable(await face.sheets(narrator, tale.now, [character.id])))
            for character in face.characters(narrator, tale.now)
        },
    )


def _pictures_in(parts: Iterable[str | Picture]) -> list[Picture]:
    return [part for part in parts if isinstance(part, Picture)]
