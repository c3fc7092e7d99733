"""Pictures are drawn once: an equal view in the same words gives the bytes that were drawn before."""

from __future__ import annotations

import msgspec
import pytest

from bot.discord.delivery_plan import Delivery
from bot.discord.gallery import Gallery
from bot.discord.prompts.open_question import Scene
from bot.games import face_of
from bot.games.drawing import KEPT, draw_view
from bot.games.face import Picture, draw_picture
from bot.games.labirynt_smierci.pictures import map_picture
from bot.table.events import HabitChanged
from bot.table.records import Address, OutboxRow, Standing
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.events import Told
from rules.kernel.words import Word
from tests.bot.store.some_units import a_record
from tests.images import caves, dungeons
from tests.images.mazes import a_maze

ENGLISH = Narrator("en", {"ala": "Ala"})


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """As after a start."""
    KEPT.clear()


def data(picture: Picture | None) -> bytes:
    """The bytes of a picture that could be drawn."""
    assert picture is not None
    return picture.data


@pytest.mark.parametrize("game", all_games())
async def test_a_lobby_has_no_picture(game: str) -> None:
    """Where nothing has begun there is nothing to draw of what was told, such as a new habit of the table."""
    record = msgspec.structs.replace(a_record("abc"), game=game)
    changed = HabitChanged(Word("habit.pace"), (Word("habit.pace.brisk"),))
    row = OutboxRow(1, record.id, 1, Address(0, 0, 0), (Told(changed),))
    lobby = Scene(Standing(record, row.address, None, (), None), load(game))

    assert await Gallery().of(Delivery(lobby, None, [row])) == []


class Draughtsman:
    """Draws another picture each time."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self, *_shown: object) -> bytes:
        """Another picture."""
        self.drawn += 1
        return b"%d" % self.drawn


async def test_an_equal_view_gives_the_kept_bytes() -> None:
    """Views are made anew for each question; equal is enough."""
    first, again = [data(await map_picture(ENGLISH, a_maze(14))) for _ in range(2)]

    assert first is again


async def test_another_view_language_or_name_is_another_picture() -> None:
    """As the words on it may differ."""
    hand = Draughtsman()
    kinds = [(ENGLISH, 1), (ENGLISH, 2), (Narrator("pl", {"ala": "Ala"}), 1), (Narrator("en", {"ala": "Ola"}), 1)]

    drawn = [await draw_view("a.png", hand.draw, "a picture", *kind) for kind in (*kinds, *kinds)]

    assert [*map(data, drawn)] == [b"1", b"2", b"3", b"4"] * 2


async def test_what_is_no_view_is_not_kept() -> None:
    """Nothing is known of what such a picture depends on."""
    hand = Draughtsman()

    assert [data(await draw_picture("a.png", hand.draw, "a picture")) for _ in range(2)] == [b"1", b"2"]


async def test_a_picture_that_failed_is_tried_again() -> None:
    """Only pictures are kept."""

    def broken(*_shown: object) -> bytes:
        raise OSError("no paper")

    assert [await draw_view("a.png", broken, "", ENGLISH, 1) for _ in range(2)] == [None, None]
    assert KEPT.size == 0


@pytest.mark.parametrize(
    ("game", "view"),
    [("jaskinia", caves.a_crowded_cave()), ("labirynt-czarnoksieznika", dungeons.a_crowded_game())],
)
async def test_pictures_of_rivals_are_kept_as_well(game: str, view: object) -> None:
    """Their maps, all of them; those around two who stand together are one."""
    face = face_of(game)
    ids = [id for id, _ in face.maps(ENGLISH, view)]

    first, again = [[(await face.map(ENGLISH, view, id))[0] for id in ids] for _ in range(2)]

    assert [id(one.data) for one in first] == [id(one.data) for one in again]
    assert len({id(one.data) for one in first}) == len({one.data for one in first}) > 1
