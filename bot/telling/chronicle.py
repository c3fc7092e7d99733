"""The chronicle of a game as one HTML file that needs nothing else: prose, maps, sheets, how the labyrinth grew.

Pure: from what was told, and from what everybody could see when each stage began. Names that people typed are hostile
here, too: words come from the narrator, their Markdown is read without HTML and links, and the template escapes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from babel.dates import format_date, format_time
from markupsafe import Markup

from bot.narrator import Narrator, Said
from bot.prompts import story
from bot.prompts.pictures import Picture
from bot.records import GameRecord, OutboxRow, SeatRecord, Sitter
from bot.seats.sitting import Stay, named, stays, voice_at
from rules.kernel.requests import Seat
from rules.labirynt_smierci.view import CharacterView, MapView, View

if TYPE_CHECKING:
    from jinja2 import Template
    from markdown_it import MarkdownIt

SET_UP = 0
"""The chapter before the first adventure."""
THROWN = "🎲 "
LIVELY = ("escape", "emphasis", "strikethrough", "backticks", "newline")
"""What is read of Markdown: no links, pictures, entities or HTML."""


class Stage(msgspec.Struct, frozen=True):
    """What was told in a stage, and when it began (seconds)."""

    number: int
    at: float
    lines: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True):
    """An adventure, or the set-up; ``maps`` are the levels that were explored in it, as they were in the end."""

    number: int
    stages: tuple[Stage, ...]
    maps: tuple[MapView, ...] = ()


class Grown(msgspec.Struct, frozen=True):
    """How a level grew: the animated picture, the finished map for those who want no motion, from when to when."""

    level: int
    moving: Picture
    still: Picture | None
    first: int
    last: int


class Pictures(msgspec.Struct, frozen=True):
    """What was drawn for a chronicle; ``maps`` by chapter."""

    grown: Sequence[Grown] = ()
    maps: Mapping[int, Sequence[Picture]] = {}
    party: Picture | None = None
    cards: Sequence[Picture] = ()


class Tale(msgspec.Struct, frozen=True):
    """A game as it is told: the table, its chapters, what everybody sees now, and the seed once it may be known.

    ``levels``: each level from its first sight to the present; ``sitters``: who sat where, oldest first.
    """

    record: GameRecord
    chapters: Sequence[Chapter]
    levels: Mapping[int, Sequence[MapView]]
    now: Any
    seed: bytes | None = None
    sitters: Sequence[Sitter] = ()


# Chapters ----------------------------------------------------------------------------------------------------


def chapters(
    narrator: Narrator,
    rows: Iterable[OutboxRow],
    began: Mapping[int, Any],
    now: Any,
    over: bool,
    sitters: Sequence[Sitter] = (),
) -> list[Chapter]:
    """The stories in order; ``began``: what everybody saw when a stage began. The last map shows the party, if any."""
    stages = list(_stages(narrator, rows, sitters))
    told = [(number, tuple(some)) for number, some in groupby(stages, key=lambda one: _adventure(one.number, began))]
    made: list[Chapter] = []
    known: dict[int, MapView] = {}
    for nth, (number, some) in enumerate(told):
        last = nth == len(told) - 1
        seen = now if last else began.get(told[nth + 1][1][0].number, now)
        maps = [one for one in levels(seen) if one.level not in known or one.segments != known[one.level].segments]
        known |= {one.level: one for one in maps}
        shown = maps if last and not over else [whole(one) for one in maps]
        made.append(Chapter(number, some, tuple(shown) if number != SET_UP else ()))
    return made


def _stages(narrator: Narrator, rows: Iterable[OutboxRow], sitters: Sequence[Sitter]) -> Iterator[Stage]:
    """The rows by the stage in which their answer was given; a row's address is where the table stood afterwards."""
    for number, some in groupby(_placed(rows), key=lambda placed: placed[0]):
        actions = [row for _, row in some]
        lines = tuple(line for row in actions for line in lines_of(narrator, row, sitters))
        if lines:
            yield Stage(number, actions[0].at, lines)


def _placed(rows: Iterable[OutboxRow]) -> Iterator[tuple[int, OutboxRow]]:
    before = 0
    for row in rows:
        yield min(before, row.address.stage), row
        before = row.address.stage


def lines_of(narrator: Narrator, row: OutboxRow, sitters: Sequence[Sitter] = ()) -> list[str]:
    """What everybody may know of a row, in the words in which it was posted."""
    return story.lines(voice_at(narrator, sitters, row.at), row.told, row.address)


def _adventure(stage: int, began: Mapping[int, Any]) -> int:
    """In which adventure a stage was played; of a stage that cannot be read, that of the stage before."""
    if stage == 0:
        return SET_UP
    seen = next((began[one] for one in range(stage, 0, -1) if one in began), None)
    return seen.party.adventure if isinstance(seen, View) else 1


def levels(seen: Any) -> list[MapView]:
    """The levels that are known, from the uppermost."""
    if not isinstance(seen, View):
        return []
    return sorted((one for one in (seen.here, *seen.levels) if one is not None), key=lambda one: one.level)


def whole(level: MapView) -> MapView:
    """A level without the party, so that all of it is shown."""
    ways = tuple(msgspec.structs.replace(way, letter="") for way in level.exits)
    return msgspec.structs.replace(level, party=None, exits=ways)


def history(began: Iterable[Any], now: Any) -> dict[int, list[MapView]]:
    """Each level from its first sight to the present."""
    seen: dict[int, list[MapView]] = {}
    for view in (*began, now):
        for level in levels(view):
            seen.setdefault(level.level, []).append(level)
    return dict(sorted(seen.items()))


# Words -------------------------------------------------------------------------------------------------------


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero", {"html": False, "breaks": True}).enable(list(LIVELY))


def prose(line: str) -> Markup:
    """A line of a story as HTML; its dice are set apart."""
    words, _, dice = line.partition(THROWN)
    said = Markup(_markdown().renderInline(_shown(words)))  # nothing but escaped text and emphasis
    if not dice:
        return said
    thrown = Markup(_markdown().renderInline(_shown(dice)))  # likewise
    return said + Markup(' <span class="dice">{}</span>').format(Markup("{}{}").format(THROWN, thrown))


def _shown(words: str) -> str:
    """Without the invisible signs that keep Discord from linking names."""
    return words.replace("\u200b", "").strip()


def source(picture: Picture) -> str:
    """A picture as an address that needs no network."""
    return f"data:image/png;base64,{b64encode(picture.data).decode()}"


class _Member(msgspec.Struct, frozen=True):
    name: Said
    race: Said
    fate: Said


def _members(narrator: Narrator, tale: Tale, clock: tzinfo) -> list[tuple[list[Said], list[_Member]]]:
    """Who played whom: for each seat all who had it, one after the other."""
    everybody = tale.now.party.characters if isinstance(tale.now, View) else ()
    return [
        (
            _players(narrator, one, tale.sitters, clock),
            [_member(narrator, who) for who in everybody if who.seat == one.seat],
        )
        for one in tale.record.seats
        if one.name
    ]


def _players(narrator: Narrator, seat: SeatRecord, sitters: Sequence[Sitter], clock: tzinfo) -> list[Said]:
    return [_player(narrator, seat.seat, one, clock) for one in stays(sitters, seat.seat) or [Stay(seat.name)]]


def _player(narrator: Narrator, seat: Seat, stay: Stay, clock: tzinfo) -> Said:
    """A name, and from when to when where the seat changed hands."""
    spans = {"since": stay.since, "until": stay.until}
    days = {word: Said(day(narrator, at, clock)) for word, at in spans.items() if at is not None}
    who = named(narrator, seat, stay.name)
    return narrator.say(".".join(["chronicle.player", *days]), who=who, **days) if days else who


def _member(narrator: Narrator, who: CharacterView) -> _Member:
    fate = "" if who.alive else who.fate or "dead"
    return _Member(
        narrator.term(who.name), narrator.say(f"race.{who.race}"), narrator.say(f"plight.{fate}") if fate else Said()
    )


def _chapter_title(narrator: Narrator, number: int) -> Said:
    return narrator.say("chronicle.set_up") if number == SET_UP else narrator.say("chronicle.adventure", number=number)


def day(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """A date as people write it."""
    return str(format_date(datetime.fromtimestamp(at, clock), "long", locale=narrator.locale))


def moment(narrator: Narrator, at: float, clock: tzinfo) -> str:
    """A date and a time of day."""
    hour = format_time(datetime.fromtimestamp(at, clock).time(), "short", locale=narrator.locale)
    return f"{day(narrator, at, clock)}, {hour}"


# The file ----------------------------------------------------------------------------------------------------


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    text = resources.files("bot.telling").joinpath("chronicle.html.j2").read_text("utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        text
    )


def html(narrator: Narrator, tale: Tale, pictures: Pictures, clock: tzinfo) -> bytes:
    """The whole chronicle; ``clock``: in whose time its hours are."""
    plain, record = narrator.plain, tale.record
    times = [stage.at for chapter in tale.chapters for stage in chapter.stages] or [record.created_at]
    outcome = getattr(tale.now, "outcome", "")
    made = _template().render(
        say=plain.say,
        language=plain.locale,
        game=plain.say(f"game.{record.game}"),
        days=list(dict.fromkeys(day(plain, at, clock) for at in (times[0], times[-1]))),
        outcome=plain.say(f"farewell.{outcome}") if outcome else "",
        members=_members(plain, tale, clock),
        chapters=tale.chapters,
        pictures=pictures,
        title_of=lambda number: _chapter_title(plain, number),
        at=lambda seconds: moment(plain, seconds, clock),
        iso=lambda seconds: datetime.fromtimestamp(seconds, clock).isoformat(timespec="seconds"),
        zone=str(clock),
        prose=prose,
        source=source,
        commitment=record.commitment,
        seed=tale.seed.hex() if tale.seed else "",
    )
    return made.encode()
