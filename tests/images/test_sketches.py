"""Sprites as they are sketched: large, then reduced to their size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops, ImageDraw

from images import palette
from images.canvas import OVERSAMPLING, Canvas, Sketch, Sprite
from images.lettering import font
from images.palette import FULL

SIDE = 24
BENT = [(2.0, 3.0), (20.0, 5.0), (6.0, 21.0)]


def round_sprite() -> Sprite:
    """Return a sprite with edges that cover pixels in part."""
    sketch = Sketch(SIDE, SIDE)
    sketch.circle(12, 12, 10, palette.GOLD, 0.5, 3)
    return sketch.sprite()


def draw_lines(sketch: Sketch) -> None:
    """Draw two lines across each other."""
    sketch.line(BENT, 3, 0.74)
    sketch.line(BENT[::-1], 1)


def draw_shapes(sketch: Sketch) -> None:
    """Draw an outlined shape and a circle."""
    sketch.shape(BENT, palette.FLOOR, 0.3, 2)
    sketch.circle(15, 15, 6, ink=0.4, line=1)


def draw_letters(sketch: Sketch) -> None:
    """Draw a letter that reaches beyond its disc."""
    sketch.circle(9, 9, 5, palette.FLOOR)
    sketch.text(14, 14, "Ż", 14)


def lay_sprite(sketch: Sketch) -> None:
    """Lay a sprite between two lines."""
    sketch.line(BENT)
    sketch.lay(round_sprite(), 10, 14)
    sketch.line(BENT[1:])


@pytest.mark.parametrize("draw", [draw_lines, draw_shapes, draw_letters, lay_sprite])
def test_the_ink_of_a_pixel_is_that_of_its_covered_part(draw: Callable[[Sketch], None]) -> None:
    """Reckoned pixel by pixel."""
    sketch = Sketch(SIDE, SIDE)
    draw(sketch)
    ink, cover = sketch._planes[:2]

    dark = ImageChops.multiply(ink, cover).reduce(OVERSAMPLING).tobytes()
    covered = cover.reduce(OVERSAMPLING).tobytes()
    expected = [round(FULL * shade / part) if part else 0 for shade, part in zip(dark, covered, strict=True)]

    sprite = sketch.sprite()
    assert list(sprite.ink.tobytes()) == expected
    assert sprite.cover.tobytes() == covered
    assert len({*expected}) > 3


def test_a_line_covers_what_it_inks() -> None:
    """Its joints and ends, too, however light its ink."""
    sketch = Sketch(SIDE, SIDE)
    sketch.line(BENT, 3, 0.2)
    ink, cover = sketch._planes[:2]

    assert cover.tobytes() == ink.point(lambda value: 255 if value else 0).tobytes()


def test_words_stand_where_pillow_writes_them() -> None:
    """With the left end of the base line at the place that is named."""
    canvas, plain = Canvas(120, 40), Image.new("L", (120, 40), 0)
    canvas.text(7, 30, "Żółw i jaźń", "italic", 24, ink=255)

    ImageDraw.Draw(plain).text((7, 30), "Żółw i jaźń", fill=255, font=font("italic", 24), anchor="ls")
    assert canvas.ink.tobytes() == plain.tobytes()
