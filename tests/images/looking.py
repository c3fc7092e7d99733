"""How a test looks at pictures: opened, and by the words that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops, ImageStat

from images.canvas import Canvas, Sprite
from images.lettering import Say
from rules.kernel.words import Fact, Word
from tests.images.mazes import words

PHONE: Final = 400
"""Width at which a phone shows a picture, in pixels."""
LEGIBLE: Final = 11
"""Height of a capital that can be read, in pixels."""

Pictures = Callable[[Say], Iterator[Callable[[], bytes]]]
"""Draws many pictures, one after the other, in somebody's words."""


def opened(png: bytes) -> Image.Image:
    """A picture with everything on it."""
    image = Image.open(BytesIO(png))
    image.load()
    return image


def asked_by(draw: Callable[[Say], object]) -> list[str]:
    """The keys of all words that a picture asks for."""
    keys: list[str] = []

    def say(key: str, /, **facts: Fact) -> str:
        keys.extend([key, *(fact.key for fact in facts.values() if isinstance(fact, Word))])
        return words(key, **facts)

    draw(say)
    return keys


def grey(sprite: Sprite, size: int) -> Image.Image:
    """How the sprite looks on paper without any colour."""
    canvas = Canvas(size, size)
    canvas.stamp(sprite, size // 2, size // 2)
    return canvas.picture().convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of brightness, 0–255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]
