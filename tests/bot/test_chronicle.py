"""The chronicle: one file that tells a whole game, safe to open and small enough to send."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from bot.discord import chronicle
from bot.discord.chronicle import Chapter, Pictures, Tale, chapters, html, prose
from bot.discord.commands.story import parse_since
from bot.discord.prompts import story
from bot.games import face_of
from bot.games.face import SET_UP
from bot.games.labirynt_smierci.pictures import changed_levels
from bot.table.events import Reminded, SeatTaken, Stories, TakenBack
from bot.table.habits import Person
from bot.table.records import Address, GameRecord, OutboxRow, Phase, SeatRecord, Sitter
from bot.table.seat_names import Stay, names_at, stays
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.advance import Snapshot, cut, run
from rules.kernel.chance import Sealed
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.game import seat_ids
from rules.kernel.requests import Request, Seat
from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import ApprenticeJoined, PartyMoved
from rules.labirynt_smierci.view import MapView
from rules.simulation import seed_of

RULES = load("labirynt-smierci")
FACE = face_of(RULES.name)
WARSAW = ZoneInfo("Europe/Warsaw")
NOON = 1_800_010_800.0
"""15 January 2027, 12:00 in Warsaw."""
NAMES = ("Ala", "<script>alert(1)</script>", 'Ola "&lt;img src=x onerror=alert(1)>')
TWO_HUNDRED_STAGES = 5 * 1024 * 1024
INLINE = ("data:image/png;base64,", "data:image/gif;base64,")
EMPTY = ("meta", "img", "source")


class Played(msgspec.Struct, frozen=True):
    """A game by the autopilot: each stage's snapshot with what was told in it, and the state it came to."""

    stages: list[tuple[Snapshot, list[Told]]]
    state: Any


def played(seed: bytes, stages: int = 400) -> Played:
    """Three seats by the autopilot, to the end or so far."""
    state, chance, done = RULES.begin(seat_ids(3), {}), Sealed(seed), []

    def answer(request: Request[Any], seat: Seat) -> Any:
        return RULES.autopilot(state, request, seat)

    for stage in range(stages):
        snapshot = cut(RULES, state, stage)
        done.append((snapshot, list(run(RULES, state, (), chance, answer, speaker=f"s{1 + stage % 3}").told)))
        if RULES.over(state):
            break
    return Played(done, state)


@cache
def a_long_game() -> Played:
    """A game that ends in its second adventure, with more of the first level explored, and the party inside.

    Where a change of the rules makes it another one, look for the next number with such a game.
    """
    game = played(seed_of(5, 30))
    assert _grew_twice(game)
    assert _is_inside(game)
    return game


def _is_inside(game: Played) -> bool:
    """Whether a party is still in the labyrinth: the newest level shows where it stands."""
    here = RULES.view(game.state, None).here
    return here is not None and here.party is not None


def _grew_twice(game: Played) -> bool:
    states = [RULES.decode(snapshot.state, snapshot.schema) for snapshot, _ in game.stages]
    known = [len(state.levels.get(1, {})) for state in states if state.adventure == 1]
    return game.state.adventure == 2 and known[-1] < len(game.state.levels[1])


@cache
def seen() -> dict[int, Any]:
    """What everybody saw when each stage of it began."""
    return chronicle.views_at_stages(RULES, [snapshot for snapshot, _ in a_long_game().stages])


def a_row(n: int, at: Address, *told: Told) -> OutboxRow:
    """Something told three hours after what was told before it."""
    return OutboxRow(n, "abcdefgh", 1, at, tuple(told), None, NOON + n * 3 * 3600)


def rows(game: Played) -> list[OutboxRow]:
    """What the store would give back: a story for each stage, ending where the next one begins."""
    stories = Stories(RULES.events)
    return [
        a_row(n, Address(0, min(n + 1, len(game.stages) - 1), 0), *stories.decode(stories.encode(told)))
        for n, (_, told) in enumerate(game.stages)
    ]


def a_narrator(locale: str = "pl") -> Narrator:
    """The voice at a table with hostile names."""
    return Narrator(locale, dict(zip(seat_ids(3), NAMES, strict=True)))


def a_tale(told: list[OutboxRow] | None = None, locale: str = "pl", over: bool = True) -> Tale:
    """The long game with all that is told of it, or this."""
    game = a_long_game()
    seats = tuple(SeatRecord(seat, n, name) for n, (seat, name) in enumerate(zip(seat_ids(3), NAMES, strict=True), 1))
    phase: Phase = "ended" if over else "playing"
    record = GameRecord("abcdefgh", RULES.name, 1, 1, locale, phase, {}, 1, seats, 0, "5ea1" * 16, NOON)
    began, now = seen(), RULES.view(game.state, None)
    made = chapters(FACE, a_narrator(locale), rows(game) if told is None else told, began, now, over)
    return Tale(FACE, record, made, tuple(began.values()), now, [b"\x07" * 32] if over else [], (), [record.commitment])


def shown(chapter: Chapter) -> list[MapView]:
    """The levels of a chapter's pictures."""
    return changed_levels(chapter.before, chapter.after, done=chapter.done)


def text_only(tale: Tale, locale: str = "pl") -> str:
    """The file without pictures."""
    return html(a_narrator(locale), tale, Pictures(), WARSAW).decode()


class Read(HTMLParser):
    """What a browser finds in a file: its elements with their attributes, and the words."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(file)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of this kind."""
        return [attributes for found, attributes in self.elements if found == tag]


# Chapters ----------------------------------------------------------------------------------------------------


def test_the_set_up_and_each_adventure_are_chapters() -> None:
    """Every stage is told once, in order, in the chapter of the adventure that it was played in."""
    game = a_long_game()

    made = a_tale().chapters

    told = [stage.number for chapter in made for stage in chapter.stages]
    assert [chapter.number for chapter in made] == [SET_UP, *range(1, game.state.adventure + 1)]
    assert [stage.number for stage in made[0].stages] == [0]
    assert told == sorted(set(told))
    assert told[-1] == len(game.stages) - 1


def test_an_adventure_shows_the_levels_that_it_changed_as_it_left_them() -> None:
    """Whole levels, each time larger; but in a game that goes on the newest one shows the party where it stands."""
    now = RULES.view(a_long_game().state, None).here

    over, open_ = ([shown(one) for one in a_tale(over=over).chapters[1:]] for over in (True, False))

    entrances = [len(level.segments) for levels in over for level in levels if level.level == 1]
    assert len(entrances) == 2
    assert entrances == sorted(entrances)
    assert all(level.party is None for levels in (*over, *open_[:-1]) for level in levels)
    assert now in open_[-1]
    assert now.party is not None


def test_after_an_undo_the_story_goes_on_in_the_earlier_stage() -> None:
    """A row's address is where the table stood after it; what is told then belongs to the stage before that address."""
    moved = Told(PartyMoved(Word("segment.corridor"), Word("side.n"), False))
    told = [
        a_row(1, Address(0, 1, 0), moved),
        a_row(2, Address(0, 2, 3), moved),
        a_row(3, Address(1, 1, 4), Told(TakenBack(1))),
        a_row(4, Address(1, 2, 0), moved),
        a_row(5, Address(1, 2, 5), moved),
    ]

    made = a_tale(told).chapters

    assert [(stage.number, len(stage.lines)) for chapter in made for stage in chapter.stages] == [
        (0, 1),
        (1, 3),
        (2, 1),
    ]


def test_a_place_is_told_in_the_words_of_the_channel() -> None:
    """Whatever stands above it there: whoever quotes a line to friends finds it again."""
    moved = Told(PartyMoved(Word("segment.corridor"), Word("side.n"), False))
    rows = [a_row(nth, Address(0, 1 + 5 * nth, nth), moved) for nth in range(1, 40)]

    told = [line for chapter in a_tale(rows).chapters for stage in chapter.stages for line in stage.lines]

    assert told == [line for row in rows for line in story.lines(a_narrator("pl"), row.told, row.address)]
    assert len(set(told)) > 3


def test_secrets_and_reminders_are_no_part_of_it() -> None:
    """What was whispered to a seat stays there; that somebody was waited for is no story."""
    whispered = Told(ApprenticeJoined("s1", "Cichosza", Word("race.elf"), 1, 2, 3), ("s1",))
    aloud = Told(ApprenticeJoined("s1", "Jawnuta", Word("race.elf"), 1, 2, 3))
    told = [a_row(1, Address(0, 1, 0), whispered, aloud), a_row(2, Address(0, 1, 0), Told(Reminded(("s1",), 0)))]

    tale = a_tale(told)

    assert [len(stage.lines) for chapter in tale.chapters for stage in chapter.stages] == [1]
    assert "Jawnuta" in text_only(tale)
    assert "Cichosza" not in text_only(tale)


# Who sat there ---------------------------------------------------------------------------------------------


DAY = 24 * 3600.0
HANDED_ON = (
    Sitter("s1", NOON - DAY, 1, "Bartek"),
    Sitter("s2", NOON - DAY, 2, "Ala"),
    Sitter("s1", NOON + DAY, 3, "Ewa"),
)
"""Bartek began the game, a day later Ewa took the seat over."""


def test_every_deed_keeps_the_name_of_whoever_did_it() -> None:
    """Also what an imported game tells of the time before; whoever sits there now has other deeds."""
    moments = (0.0, NOON, NOON + DAY, NOON + 9 * DAY)

    names = [names_at(HANDED_ON, at) for at in moments]

    assert [one["s1"] for one in names] == ["Bartek", "Bartek", "Ewa", "Ewa"]
    assert {one["s2"] for one in names} == {"Ala"}


def test_the_same_line_is_told_with_the_names_of_its_time() -> None:
    """A seat changed hands between two equal lines: by the first Bartek sits down, by the second Ewa."""
    began = Told(SeatTaken("s1"))
    told = [a_row(0, Address(0, 1, 0), began), a_row(8, Address(0, 2, 0), began)]

    made = chapters(FACE, a_narrator(), told, {}, None, False, HANDED_ON)

    lines = [line for chapter in made for stage in chapter.stages for line in stage.lines]
    assert [("Bartek" in line, "Ewa" in line) for line in lines] == [(True, False), (False, True)]


def test_all_who_played_are_listed_with_their_days() -> None:
    """Where a seat changed hands both stand there; where it did not, no day is needed."""
    tale = msgspec.structs.replace(a_tale(), sitters=HANDED_ON)

    words = Read(text_only(tale)).words

    assert "Bartek – do 16 stycznia 2027" in words
    assert "Ewa – od 16 stycznia 2027" in words
    assert "Ala –" not in words


def test_who_only_came_by_name_with_an_imported_game_and_sat_down_again_played_once() -> None:
    """A free seat of a copy has a name and no user; Ala takes it, and is not two people."""
    sitters = (Sitter("s1", 1.0, 0, "Ala"), Sitter("s1", 5.0, 7, "Ala"), Sitter("s1", 9.0, 8, "Ala"))

    assert stays(sitters, "s1") == [Stay("Ala", None, 9.0), Stay("Ala", 9.0, None)]


# The file ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_names_are_shown_as_typed_and_nothing_else_comes_of_them(locale: str) -> None:
    """Scripts, pictures with alarms, entities, Markdown and links in names of players and characters are mere words."""
    typed = ["<script>x()</script>", "<img src=y onerror=x()>", "&lt;b&gt;", "*Zły* [tu](http://zly.example)"]
    joined = [Told(ApprenticeJoined("s2", name, Word("race.elf"), 1, 2, 3)) for name in typed]

    read = Read(text_only(a_tale([a_row(1, Address(0, 1, 0), *joined)], locale), locale))

    assert {tag for tag, _ in read.elements}.isdisjoint({"script", "img", "b", "em"})
    assert all(link["href"] and link["href"].startswith("#") for link in read.all("a"))
    assert all(name in read.words for name in (*typed, *NAMES))
    assert not read.open


def test_what_is_folded_in_the_channel_can_be_read_in_the_file() -> None:
    """A file has no covers; strokes that somebody typed stay."""
    assert prose(r"Z pliku. ||Etapy: 67|| a \|b") == "Z pliku. Etapy: 67 a |b"


def test_the_words_of_a_story_keep_their_emphasis_and_their_dice_are_set_apart() -> None:
    """Discord's Markdown becomes HTML; the same line in the channel and in the file."""
    shown = prose(r"**Ala** idzie *w mrok* \*sama\*.  🎲 2K6: **3 + 4 → 7**")

    assert shown == (
        "<strong>Ala</strong> idzie <em>w mrok</em> *sama*."
        ' <span class="dice">🎲 2K6: <strong>3 + 4 → 7</strong></span>'
    )


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_whole_game_with_all_its_pictures_is_one_file_that_needs_no_other(locale: str) -> None:
    """Everything is inside, everything has words, nothing may be loaded; two hundred stages fit into five megabytes."""
    game = a_long_game()

    made = await chronicle.bind_within(a_narrator(locale), a_tale(locale=locale), WARSAW, chronicle.LARGEST)

    read = Read(made.data.decode())
    pictures = [*read.all("img"), *({"src": one["srcset"], "alt": "-"} for one in read.all("source"))]
    assert made.entire
    assert len(read.all("img")) > len(RULES.view(game.state, None).party.characters)
    assert all((one["src"] or "").startswith(INLINE) and one["alt"] for one in pictures)
    assert {tag for tag, _ in read.elements}.isdisjoint({"link", "script", "iframe", "object", "form"})
    assert any("default-src 'none'" in (meta.get("content") or "") for meta in read.all("meta"))
    assert len(made.data) <= TWO_HUNDRED_STAGES * max(1, len(game.stages) / 200)


async def test_a_file_that_would_be_too_large_leaves_pictures_out() -> None:
    """First the animated maps go, then all pictures; words are never cut."""
    tale, voice = a_tale(), a_narrator()
    entire = await chronicle.bind_within(voice, tale, WARSAW, chronicle.LARGEST)

    still = await chronicle.bind_within(voice, tale, WARSAW, len(entire.data) - 1)
    bare = await chronicle.bind_within(voice, tale, WARSAW, len(text_only(tale).encode()))

    assert [one.entire for one in (entire, still, bare)] == [True, False, False]
    assert [len(Read(one.data.decode()).all("source")) > 0 for one in (entire, still, bare)] == [True, False, False]
    assert [len(Read(one.data.decode()).all("img")) > 0 for one in (entire, still, bare)] == [True, True, False]
    with pytest.raises(Refused, match="chronicle_too_large"):
        await chronicle.bind_within(voice, tale, WARSAW, 1000)


def test_the_seed_is_told_only_when_the_game_is_over() -> None:
    """The seal stands there from the beginning."""
    over, open_ = text_only(a_tale()), text_only(a_tale(over=False))

    assert "5ea1" * 16 in over
    assert "5ea1" * 16 in open_
    assert "07" * 32 in over
    assert "07" * 32 not in open_


@pytest.mark.browser
@pytest.mark.parametrize("width", [400, 1200])
async def test_it_reads_well_in_a_browser(tmp_path: Path, browser: Any, width: int) -> None:
    """Every picture is shown, nothing sticks out, nothing is complained about or asked of the network."""
    file = tmp_path / "chronicle.html"
    file.write_bytes((await chronicle.bind_within(a_narrator(), a_tale(), WARSAW, chronicle.LARGEST)).data)
    page, heard = await browser.new_page(), list[str]()
    page.on("console", lambda said: heard.append(said.text))
    page.on("request", lambda asked: heard.append(asked.url) if asked.url.startswith("http") else None)
    await page.set_viewport_size({"width": width, "height": 900})

    await page.goto(file.as_uri())

    pictures = await page.evaluate("Promise.all([...document.images].map(one => one.decode().then(() => one.width)))")
    assert len(pictures) > 5
    assert all(0 < wide <= width for wide in pictures)
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert heard == []


# /story ------------------------------------------------------------------------------------------------------


def ago(typed: str) -> float:
    """How many hours before noon this is, in Warsaw."""
    return (NOON - parse_since(typed, Person(1), NOON)) / 3600


def test_a_moment_can_be_typed_in_many_ways() -> None:
    """Spans, near days and dates; a day begins at midnight where the person is."""
    assert [ago(typed) for typed in ("2h", "3 dni", "1 tydzień", "12 GODZIN")] == [2, 72, 168, 12]
    assert [ago(typed) for typed in ("dziś", "today", "wczoraj", "yesterday")] == [12, 12, 36, 36]
    assert [ago(typed) for typed in ("2027-01-13", "13.1.2027", "13.01")] == [60, 60, 60]
    assert ago("20.12") == 12 + 26 * 24
    assert parse_since("WSZYSTKO", Person(1), NOON) == 0.0
    assert parse_since("yesterday", Person(1, "America/New_York"), NOON) == NOON - 30 * 3600


@pytest.mark.parametrize("typed", ["", "jutro", "2027-01-16", "31.2.2027", "0001-01-01", "99", "d", "9999999d"])
def test_what_is_no_past_moment_is_refused(typed: str) -> None:
    """With what was typed, so that the person sees it."""
    with pytest.raises(Refused, match="since"):
        parse_since(typed, Person(1), NOON)


# The end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_game_that_ended_has_a_chapter_of_its_end(locale: str) -> None:
    """With the picture, the last paragraph and everybody's fate; the contents lead there."""
    tale, narrator = a_tale(locale=locale), a_narrator(locale)

    pictures = await chronicle.draw_pictures(narrator, tale)
    file = html(narrator, tale, pictures, WARSAW).decode()

    end = Read(file.partition('<section id="ending">')[2].partition("</section>")[0])
    assert {"href": "#ending"} in Read(file).all("a")
    assert len(end.all("img")) == 1
    assert narrator.say("farewell.defeat") in end.words
    for hero in tale.now.party.characters:
        assert narrator.plain.term(hero.name) in end.words


def test_a_game_that_goes_on_has_no_such_chapter() -> None:
    """Nor has one that was closed before its end."""
    tale = a_tale()
    tale = msgspec.structs.replace(tale, now=msgspec.structs.replace(tale.now, outcome=""))

    assert 'id="ending"' not in text_only(tale)


def test_times_carry_their_zone() -> None:
    """So that a file read elsewhere tells the same hour."""
    assert " CET</time>" in text_only(a_tale())


@pytest.mark.parametrize(
    ("game", "title"), [("labirynt-smierci", "wyprawy"), ("labirynt-czarnoksieznika", "wojny"), ("jaskinia", "Jaskini")]
)
def test_each_game_has_its_own_chronicle(game: str, title: str) -> None:
    """Of an expedition, of a war, of the Cave."""
    tale = a_tale()
    tale = msgspec.structs.replace(tale, record=msgspec.structs.replace(tale.record, game=game))

    assert f"Kronika {title}" in text_only(tale)
