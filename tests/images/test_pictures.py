"""What is true of every picture of every game of rivals: its size, its words, and that nothing about it is luck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from images.lettering import Say
from tests.images import caves, dungeons
from tests.images.looking import Pictures, asked_by, opened
from tests.images.mazes import words

of_each_game = pytest.mark.parametrize("pictures", [dungeons.every_picture, caves.every_picture], ids=["plan", "cave"])


@pytest.mark.parametrize(("pictures", "limit"), [(dungeons.every_picture, 500_000), (caves.every_picture, 300_000)])
def test_pictures_are_palette_pictures_of_modest_size(pictures: Pictures, limit: int) -> None:
    """Whatever is on them."""
    for draw in pictures(words):
        png = draw()
        picture = opened(png)
        assert picture.mode == "P"
        assert "transparency" not in picture.info
        assert len(png) <= limit


@of_each_game
def test_pictures_do_not_depend_on_what_was_drawn_before(pictures: Pictures) -> None:
    """Nor on how many are drawn at the same time."""
    alone = [draw() for draw in pictures(words)]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda draw: draw(), reversed([*pictures(words)])))
    assert together == alone[::-1]


WORDS = [
    (dungeons.every_picture, {"plan.title", "plan.card.at", "character.liriel.full", "loot.fate"}),
    (caves.everything, {"cavepic.title", "cavepic.sheet.own", "seeker.rogue", "cavecard.wolf"}),
]


@pytest.mark.parametrize(("pictures", "some"), WORDS)
def test_pictures_have_their_words(pictures: Pictures, some: set[str]) -> None:
    """Every key that a picture asks for is in the catalogues of both languages."""

    def all_of_them(say: Say) -> None:
        for draw in pictures(say):
            draw()

    keys = {*asked_by(all_of_them)}

    assert some <= keys
    for narrator in map(Narrator, LOCALES):
        assert [key for key in sorted(keys) if not narrator.has_words(key)] == []
