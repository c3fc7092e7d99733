"""The ``/story`` command, which tells what happened since one's last action or a day, and ``/chronicle``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import partial

from discord import File
from discord.ui import LayoutView
from msgspec import Struct

from bot.acts.table_settings import lock_of
from bot.discord.chronicle import chronicle_within, lines_of
from bot.discord.commands import registering
from bot.discord.commands.finding import own_scene, way_back
from bot.discord.commands.service import TableService
from bot.discord.ladder import Form
from bot.discord.prompts import story
from bot.discord.prompts.components import CustomId, action_rows, page
from bot.discord.prompts.meanwhile import meanwhile
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import page_buttons
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import PAST
from bot.games.face import Picture
from bot.table.authority import seats_of
from bot.table.habits import Person
from bot.table.records import OutboxRow, Sitter
from bot.table.timekeeping import clock_of
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, Said, fold
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

VERB = "story"
LONGEST = 3200
"""Maximum characters of a page; Discord allows 4000, including the heading."""
DAY = 24 * 3600.0
ALL = ("all", "everything", "start", "wszystko", "calosc", "poczatek", "od poczatku")
NEAR = (("today", "dzis", "dzisiaj"), ("yesterday", "wczoraj"), ("przedwczoraj",))
"""The words for today, yesterday and the day before."""
AGO = re.compile(r"(\d{1,4}) ?(?:(h|hours?|godz|godzin[aey]?)|(d|days?|dni|dzien)|(w|weeks?|tyg|tydzien|tygodni[ae]?))")
UNITS = (3600.0, DAY, 7 * DAY)
PLACE = re.compile(r"(acted|day|since|all) ([0-9]{1,16}) ([0-9]{1,16}) ([0-9]{1,4})")
ACTED = "acted"
"""The option value for "since my last action", which is the default."""
OFFERS = (ACTED, "all", "today", "yesterday", "3d", "7d")


class Span(Struct, frozen=True):
    """A part of the story between two fixed times (milliseconds); ``why``: acted, day, since or all."""

    why: str
    after: int
    until: int

    @property
    def path(self) -> tuple[str, ...]:
        """Return the span as a path for custom ids."""
        return self.why, str(self.after), str(self.until)

    def head(self, narrator: Narrator) -> Said:
        """Return the heading; Discord shows the time in the reader's time zone."""
        style = "R" if self.why == "acted" else "f"
        return narrator.say(f"story.{self.why}", when=Said(f"<t:{self.after // 1000}:{style}>"))


async def _since_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    plain = (await service.voice(interaction)).plain
    return matching_offers([(str(plain.say(f"since.{offer}")), offer) for offer in OFFERS], begun) or [(begun, begun)]


# When --------------------------------------------------------------------------------------------------------


def parse_since(typed: str, person: Person, now: float) -> float:
    """Return the time meant by "all", "2h", "3 dni", "wczoraj", "2026-03-01" or "1.3.2026"; 0: the beginning.

    Raises ``Refused("since")`` for other texts and for future times.
    """
    words = fold(typed[:40])
    if words in ALL:
        return 0.0
    moment = _time_ago(words, now) or _start_of_day(words, person, now)
    if moment is None or moment > now:
        raise Refused("since", given=typed[:40])
    return max(moment, 0.0)


def _time_ago(words: str, now: float) -> float | None:
    match = AGO.fullmatch(words)
    if not match:
        return None
    return now - int(match[1]) * next(unit for unit, said in zip(UNITS, match.groups()[1:], strict=True) if said)


def _start_of_day(words: str, person: Person, now: float) -> float | None:
    clock = clock_of(person)
    today = datetime.fromtimestamp(now, clock).date()
    back = next((days for days, names in enumerate(NEAR) if words in names), None)
    day = _parse_date(words, today) if back is None else today - timedelta(days=back)
    return None if day is None else datetime.combine(day, time(), clock).timestamp()


def _parse_date(words: str, today: date) -> date | None:
    parts = [int(part) for part in re.split(r"\D", words) if part.isascii() and part.isdigit()]
    match re.sub(r"\d+", "0", words), parts:
        case "0-0-0", [year, month, day]:
            return _date_or_none(year, month, day)
        case "0.0.0", [day, month, year]:
            return _date_or_none(year, month, day)
        case (("0.0" | "0.0."), [day, month]):
            last = _date_or_none(today.year, month, day)
            return last if last and last <= today else _date_or_none(today.year - 1, month, day)
    return None


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year >= 1970 else None
    except (ValueError, OverflowError):  # no such day
        return None


# The story ---------------------------------------------------------------------------------------------------


async def _show_story(service: TableService, reply: Reply, since: registering.ShortText = "") -> None:
    scene = own_scene(_require_begun(await service.past(reply)), reply)
    now = service.sessions.clock()  # the clock that the stories were noted by
    span = await _wanted_span(service, scene, reply.user_id, since, now)
    await reply.acknowledge()
    await reply.page(*await _page(service, scene, span, 0, seats_of(scene.record, reply.user_id)))


def _require_begun(scene: Scene) -> Scene:
    if scene.state is None:
        raise Refused("not_started")
    return scene


async def _wanted_span(service: TableService, scene: Scene, user_id: int, typed: str, now: float) -> Span:
    if typed and typed != ACTED:
        people = await service.store.people([user_id])
        after = parse_since(typed, people.get(user_id, Person(user_id)), now)
        return Span("since" if after else "all", _milliseconds(after), _milliseconds(now))
    acted = await service.store.last_acted(scene.game_id, user_id)
    after = acted or now - DAY
    return Span("acted" if acted else "day", _milliseconds(after), _milliseconds(now))


def _milliseconds(at: float) -> int:
    return round(at * 1000)


async def on_page_turned(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Show another page, without what was undone since."""
    span, wanted = wanted_page(id)
    scene = own_scene(await registering.table_of(service, reply, id), reply)
    if scene.state is None:
        raise Refused("stale")
    await reply.acknowledge()
    await reply.page(*await _page(service, scene, span, wanted))


def wanted_page(id: CustomId) -> tuple[Span, int]:
    """Return the span and page of a custom id; refuses an invalid one."""
    match = PLACE.fullmatch(" ".join((*id.path, id.option)))
    if not match:
        raise Refused("stale")
    return Span(match[1], int(match[2]), int(match[3])), int(match[4])


async def _page(
    service: TableService, scene: Scene, span: Span, wanted: int, reader: Sequence[Seat] = ()
) -> list[Form]:
    """Return the forms of a page with its buttons; the last one also shows the map and links to the question.

    The first page of missed events begins with a summary for the seats in ``reader``.
    """
    rows = await service.sessions.chronicle(scene.game_id)
    sitters = await service.store.sitters(scene.game_id)
    pages = await PAST.do(_story_pages, scene.narrator, rows, span, sitters)
    head: list[str] = [span.head(scene.narrator)]
    if wanted == 0 and span.why == "acted":
        since = [row for row in rows if span.after < _milliseconds(row.at) <= span.until]
        head += await PAST.do(meanwhile, scene, since, reader)
    nth = min(wanted, len(pages) - 1)
    pictures = await _first_map(scene) if nth == len(pages) - 1 else []
    back = await way_back(service.sessions, scene) if nth == len(pages) - 1 else ""
    buttons = page_buttons(scene.narrator, scene.id(VERB, span.path), nth, len(pages))

    def made(*shown: Picture) -> tuple[LayoutView, list[File]]:
        layout, files = page("\n".join([*head, pages[nth]]), *shown, *([back] if back else []))
        for row in action_rows(buttons):
            layout.add_item(row)
        layout.stop()  # or discord.py would keep it
        return layout, files

    with_map = [Form(None, partial(made, *pictures), has_files=True)] if pictures else []
    return [*with_map, Form(None, made)]


def _story_pages(narrator: Narrator, rows: Iterable[OutboxRow], span: Span, sitters: Sequence[Sitter]) -> list[str]:
    """Return the story of a span as pages, or one page that says that nothing happened.

    For "acted" it starts with the results of the person's last action, or with the last told lines before it if it had
    none.
    """
    told = [(_milliseconds(row.at), lines_of(narrator, row, sitters)) for row in rows]
    acted = [at for at, said in told if said and at <= span.after] if span.why == "acted" else []
    first = acted[-1] if acted else span.after + 1
    lines = [line for at, said in told if first <= at <= span.until for line in said]
    return list(story.pages(lines, LONGEST)) or [narrator.say("story.nothing")]


async def _first_map(scene: Scene) -> list[Picture]:
    face, seen = scene.face, scene.rules.view(scene.state, None)
    first = next((id for id, _ in face.maps(scene.narrator, seen)), None)
    parts = [] if first is None else await face.map(scene.narrator, seen, first)
    return [part for part in parts if isinstance(part, Picture)]


# The chronicle -----------------------------------------------------------------------------------------------


async def _send_chronicle(service: TableService, reply: Reply, public: bool = False) -> None:
    scene = _require_begun(await service.past(reply))
    reader = 0 if public else reply.user_id
    await reply.acknowledge()
    async with lock_of("chronicle", 0):  # drawing a whole game is the most work that anybody can ask for
        made = await chronicle_within(service.sessions, service.games, scene.game_id, reader=reader)
        said = scene.narrator.say("chronicle.sent" if made.entire else "chronicle.sent.less")
        if public:
            await reply.post(Shown(said), [made.file()])
        else:
            await reply.whisper(said, [made.file()])


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_page_turned}

COMMANDS = (
    registering.command("story", _show_story, share="picture", since=_since_offers),
    registering.command("chronicle", _send_chronicle, public="public", share="copy"),
)
"""The commands ``/story`` and ``/chronicle``."""
