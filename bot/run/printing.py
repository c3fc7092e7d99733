"""``labirynt print`` and ``pictures``: PDF files of a game, and contact sheets of artwork and pictures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from bot.acts.copies.formats import SeatLine
from bot.acts.copies.importing import check_copy, place_of, read_copy, why_of
from bot.acts.copies.replaying import BadImport
from bot.games import face_of
from bot.games.face import Face, Parts, Picture
from bot.games.own_tables import load_all_own, load_own
from bot.lookup.tables import Library, find_game, game_in_front
from bot.printing import SIZES, WHAT, Order, print_order
from bot.run.inspecting import REFUSALS, is_file, open_games, read_channel
from bot.run.terminal import kindly, own_tables, read_tables
from bot.session.sessions import Sessions
from bot.table.records import SeatRecord, Standing
from bot.table.seat_names import seat_names
from bot.words.matching import find_matches
from bot.words.narrator import Narrator, Said, tame
from images.artwork import FOLDER, art, there_are
from images.canvas import Canvas
from images.lettering import shrink_to_fit
from rules.games import all_games, load
from rules.games import book as book_of
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.errors import Refused
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from rules.simulation import by_stages, seed_of

PHONE = 400
"""Width at which a phone shows a picture, in pixels."""
ACROSS = 6
SIDE = 116
PITCH = 132
TALL = 146
MARGIN = 8
HEADING = 50
NAME = 22
NAME_LEAST = 12


def draw_artwork() -> Iterator[tuple[str, bytes]]:
    """Return each artwork folder's name with a PNG, 808 px wide, that shows and names each drawing."""
    for folder in sorted({file.parent.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.svg")}):
        yield folder.replace("/", "-"), _draw_contact_sheet(folder)


def _draw_contact_sheet(folder: str) -> bytes:
    names = there_are(folder)
    rows = -(-len(names) // ACROSS)
    canvas = Canvas(2 * MARGIN + ACROSS * PITCH, HEADING + rows * TALL + MARGIN)
    canvas.text(canvas.size[0] // 2, 36, folder, "bold-italic", 30, True)
    for number, name in enumerate(names):
        row, column = divmod(number, ACROSS)
        x, y = MARGIN + column * PITCH + PITCH // 2, HEADING + row * TALL
        canvas.stamp(art(f"{folder}/{name}", SIDE), x, y + SIDE // 2)
        words, size = shrink_to_fit(name, "text", NAME, NAME_LEAST, PITCH - 8)
        canvas.text(x, y + SIDE + 20, words, "text", size, True)
    return canvas.png()


def at_phone_width(png: bytes) -> bytes:
    """Return the picture scaled to 400 px, as a phone shows it; a narrower one unchanged."""
    image = Image.open(BytesIO(png)).convert("RGB")
    if image.width <= PHONE:
        return png
    small = image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)
    written = BytesIO()
    small.save(written, "PNG")
    return written.getvalue()


class Wanted(NamedTuple):
    """What was typed: the game, the content, the paper, the output file, the data folder, and whose view."""

    game: str
    what: str
    paper: str
    to: Path | None = None
    data: Path | None = None
    seat: str | None = None


class Played(NamedTuple):
    """A running game: its rules, its state and its seats."""

    rules: Rules
    state: Any
    seats: Sequence[SeatRecord | SeatLine]


def print_to(wanted: Wanted, tables: Path | None, narrator: Narrator) -> str:
    """Write the PDF and return its name; exits with code 2 and a sentence if that is impossible."""
    with kindly(*REFUSALS, narrator=narrator):
        own = own_tables(tables)
        what, size = _pick_option("--what", WHAT, wanted.what), _pick_option("--paper", SIZES, wanted.paper)
        played = _load_played_game(narrator, wanted, own)
        game = played.rules.name if played else _find_game_name(wanted.game)
        if played is None and wanted.seat:
            raise Refused("print_seat")
        book = book_of(game)
        in_force = read_tables(book, own)
        order = Order(
            book,
            what,
            size,
            Library(lambda _: in_force),
            played.rules.view(played.state, _find_seat(played, wanted.seat)) if played else None,
        )
        names = _names(played) if played else {}
        file = print_order(Narrator(narrator.locale, names, marked=False), order)
        return _write_file(wanted.to, file.name, file.data)


def _pick_option(option: str, known: Sequence[Any], typed: str) -> Any:
    if typed.lower() not in known:
        raise Refused("print_option", option=Said(option), got=Said(typed[:40]), values=Said(", ".join(known)))
    return typed.lower()


def _find_game_name(typed: str) -> str:
    """Return the game with this name, title or initials; raises ``Refused`` for an unknown one."""
    book, rest = game_in_front(typed)
    return book.game if book and not rest else find_game(typed).game


def _names(played: Played) -> dict[Seat, str]:
    records = [seat for seat in played.seats if isinstance(seat, SeatRecord)]
    return {**{seat.seat: seat.name for seat in played.seats}, **seat_names(records)}


def _find_seat(played: Played, typed: str | None) -> Seat | None:
    if typed is None:
        return None
    names = _names(played)
    found = find_matches({seat: [seat, name] for seat, name in names.items()}, typed)
    if len(found) != 1:
        there = Said(", ".join(tame(name) for name in names.values()))
        raise Refused("print_seats", got=Said(typed[:40]), names=there)
    return found[0]


def _write_file(to: Path | None, name: str, data: bytes) -> str:
    file = (to / name if to.is_dir() else to) if to else Path(name)
    try:
        file.write_bytes(data)
    except OSError as trouble:
        raise Refused("print_unwritten", file=Said(file), why=Said(trouble.strerror or trouble)) from trouble
    return str(file)


# A game that is played -----------------------------------------------------------------------------------------


def _load_played_game(narrator: Narrator, wanted: Wanted, own: Path | None) -> Played | None:
    """Return the game of an exported file, a channel or an id; None for the name of a game."""
    if is_file(wanted.game):
        return _load_game_from_file(narrator, Path(wanted.game), own)
    if wanted.game.isdecimal() or wanted.data:
        return _load_game_from_folder(wanted, own)
    return None


def _load_game_from_file(narrator: Narrator, file: Path, own: Path | None) -> Played:
    try:
        copy = read_copy(file.read_bytes())
        if copy.game not in all_games():
            raise BadImport("game", game=copy.game[:40])
        rules = load_own(copy.game, own)
        return Played(rules, check_copy(copy, rules, time.time()).replayed.position.state, copy.seats)
    except OSError as error:
        raise Refused("print_unread", file=Said(file.name), why=Said(error.strerror)) from error
    except BadImport as bad:
        place = f" ({place_of(narrator, bad)})" if bad.stage is not None else ""
        raise Refused("print_damaged", file=Said(f"{file.name}{place}"), why=Said(why_of(narrator, bad))) from bad


def _load_game_from_folder(wanted: Wanted, own: Path | None) -> Played:
    """Return the game of a channel or an id from a copy of the database, because a bot may be using it."""
    found = asyncio.run(_read_standing(wanted.data, wanted.game, own))
    if not found:
        raise Refused("print_no_game", got=Said(wanted.game[:40]), folder=Said(wanted.data or "LABIRYNT_DATA"))
    if found.state is None:
        raise Refused("not_started")
    return Played(load_own(found.record.game, own), found.state, found.record.seats)


async def _read_standing(data: Path | None, wanted: str, own: Path | None) -> Standing | None:
    async with open_games(data) as store:
        sessions = Sessions(store, load_all_own(own), time.time)
        await sessions.open()
        channel = read_channel(wanted)
        return (await sessions.standing(channel) if channel else None) or await sessions.standing_of(wanted)


STAGES = 40
"""So far a sample game goes, if it is not over before."""
SEED = 6
PLAYERS = {"s1": "Ala", "s2": "Ola"}


def write_sheets(folder: Path, language: str) -> list[Path]:
    """Write the contact sheets into a folder, each at full size and as on a phone; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, png in _all_pictures(language):
        for file, data in ((f"{name}.png", png), (f"{name}.phone.png", at_phone_width(png))):
            (folder / file).write_bytes(data)
            written.append(folder / file)
    return written


def _all_pictures(language: str) -> Iterator[tuple[str, bytes]]:
    yield from ((f"art-{name}", png) for name, png in draw_artwork())
    for game in all_games():
        shown = asyncio.run(
            _pictures_of_views(face_of(game), Narrator(language, PLAYERS), _views_by_question(load(game)))
        )
        seen: set[bytes] = set()
        for name, picture in shown:
            if picture.data not in seen:
                seen.add(picture.data)
                yield f"{game}-{name}-{picture.name.removesuffix('.png')}", picture.data


def _views_by_question(rules: Rules) -> dict[str, Any]:
    """Return the public view at the last question of each kind, and at the end of the game."""
    players = rules.seats[0] if rules.seats[0] > 1 else min(2, rules.seats[1])
    state = rules.begin(seat_ids(players), {})
    chance, views = Sealed(seed_of(SEED, 0)), dict[str, Any]()

    def answer(request: Request, seat: Seat) -> Value:
        views[request.why] = rules.view(state, None)
        return rules.autopilot(state, request, seat)

    for _ in by_stages(rules, state, chance, answer, players, STAGES):
        pass
    return {**views, "end": rules.view(state, None)}


async def _pictures_of_views(face: Face, narrator: Narrator, views: dict[str, Any]) -> list[tuple[str, Picture]]:
    """Return the pictures of each view: those of its question, at the end those of everybody, all sheets and maps."""
    found: list[tuple[str, Picture]] = []
    for why, view in views.items():
        asked = await face.question_picture(narrator, view)
        below = await face.story(narrator, view, (), False)
        found += [(why, picture) for picture in (*below, asked) if picture]
    pages = await _pages_at_end(face, narrator, views["end"])
    pictures = [part for page in pages for part in page if isinstance(part, Picture)]
    return found + [(f"{number:02}", picture) for number, picture in enumerate(pictures, 1)]


async def _pages_at_end(face: Face, narrator: Narrator, view: Any) -> list[Parts]:
    """Return everybody at a glance, all sheets and all maps."""
    pages = [await face.overview(narrator, view)]
    pages += await face.sheets(narrator, view, [character.id for character in face.characters(narrator, view)])
    return pages + [await face.map(narrator, view, id) for id, _ in face.maps(narrator, view)]
