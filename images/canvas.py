"""Drawing primitives of all pictures: a canvas, and sprites that are sketched large and reduced.

A picture has two planes: the ground of each pixel and the ink on it. Their sum is the index of the colour, so edges are
smooth on any ground within the palette's few flat colours.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageDraw, ImageMath, _imaging

from images import packing, palette
from images.cache import Kept
from images.lettering import Face, fit_line, font, print_mask, width
from images.packing import Strip
from images.palette import FULL, Box, Point, outline

OVERSAMPLING = 4
"""How many times larger than their final size sprites are sketched."""
_SHADES = [min(255, round(255 * level / FULL)) for level in range(256)]
ROWS = 64
"""Pixel rows in one packed strip."""
# Planes come and go all the time: Pillow keeps the memory of some, at most 8 MiB, instead of giving it back.
_imaging.set_block_size(2**20)
_imaging.set_blocks_max(8)


class Sprite(NamedTuple):
    """A prepared drawing, width × height pixels, positioned by its ``middle``."""

    ink: Image.Image
    """Ink levels 0–7."""
    cover: Image.Image
    """How much of each pixel the sprite covers, 0–255."""
    ground: Image.Image
    solid: Image.Image
    """Where the sprite has its own ground, 0 or 255."""
    middle: tuple[int, int]
    """The anchor point, in pixels from the upper left corner."""

    def box(self, x: int, y: int) -> Box:
        """Return the box covered with the middle at (x, y).

        The box is left, top, right, bottom; right and bottom are exclusive.
        """
        left, top = x - self.middle[0], y - self.middle[1]
        width, height = self.ink.size
        return left, top, left + width, top + height

    def trimmed(self) -> Sprite:
        """Return the sprite without transparent borders, so that repeated stamping is cheaper."""
        box = self.cover.getbbox() or (0, 0, 1, 1)
        ink, cover, ground, solid = (plane.crop(box) for plane in self[:4])
        return Sprite(ink, cover, ground, solid, (self.middle[0] - box[0], self.middle[1] - box[1]))

    def under(self, other: Sprite) -> Sprite:
        """Return this sprite with another of equal size laid on it."""
        ink, cover, ground, solid = (plane.copy() for plane in self[:4])
        ink.paste(other.ink, mask=other.cover)
        ground.paste(other.ground, mask=other.solid)
        cover, solid = ImageChops.lighter(cover, other.cover), ImageChops.lighter(solid, other.solid)
        return Sprite(ink, cover, ground, solid, self.middle)


class Canvas:
    """A drawing surface, width × height pixels."""

    def __init__(self, width: int, height: int, ground: int = palette.PAPER) -> None:
        self.size = (width, height)
        self.ground = Image.new("L", self.size, ground)
        self.ink = Image.new("L", self.size, 0)
        # What Image.paste ends with: of its questions beforehand, asked of each small piece, none is open here.
        self._on_ground, self._on_ink = self.ground.im.paste, self.ink.im.paste

    @cached_property
    def _pen(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.ink)

    @cached_property
    def _brush(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.ground)

    def copy(self) -> Canvas:
        """Return a copy of the canvas."""
        other = Canvas(*self.size)
        other.plate(self, 0, 0)
        return other

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Draw a sprite with its middle at (x, y)."""
        box = sprite.box(x, y)
        self._on_ground(sprite.ground.im, box, sprite.solid.im)
        self._on_ink(sprite.ink.im, box, sprite.cover.im)

    def ink_only(self, sprite: Sprite, x: int, y: int) -> None:
        """Draw a sprite's ink with its middle at (x, y); the ground stays."""
        self._on_ink(sprite.ink.im, sprite.box(x, y), sprite.cover.im)

    def block(self, box: Box, ground: int | None = None, ink: int | None = 0) -> None:
        """Fill a box with a ground and a level of ink; None leaves either as it is.

        ``box`` is left, top, right, bottom; right and bottom are exclusive.
        """
        inner = (box[0], box[1], box[2] - 1, box[3] - 1)
        if ground is not None:
            self._brush.rectangle(inner, ground)
        if ink is not None:
            self._pen.rectangle(inner, ink)

    def frame(self, box: Box, line: int = 2, ink: int = FULL) -> None:
        """Draw a frame just inside a box (left, top, right, bottom)."""
        self._pen.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), outline=ink, width=line)

    def neat_line(self, top: int, bottom: int) -> None:
        """Draw the standard double frame around a sheet that spans these heights, possibly outside this part of it."""
        width = self.size[0]
        self.frame((7, top + 7, width - 7, bottom - 7), 3)
        self.frame((13, top + 13, width - 13, bottom - 13), 1)

    def rule(self, x: int, y: int, length: int, line: int = 2, ink: int = FULL) -> None:
        """Draw a horizontal line from (x, y) to the right."""
        self.block((x, y, x + length, y + line), ink=ink)

    def text(
        self, x: int, y: int, words: str, face: Face = "text", size: int = 22, centred: bool = False, ink: int = FULL
    ) -> None:
        """Write one line; (x, y) is the left end of its base line, or its centre if ``centred``."""
        mask, (left, top) = print_mask(words, face, size)
        start = x - round(width(words, face, size) / 2) if centred else x
        self._on_ink(ink, (start + left, y + top, start + left + mask.size[0], y + top + mask.size[1]), mask)

    def fitted_text(self, x: int, y: int, words: str, room: int, face: Face, size: int, centred: bool = False) -> None:
        """Write one line as ``text``, shortened to ``room`` pixels."""
        self.text(x, y, fit_line(words, face, size, room), face, size, centred)

    def plate(self, other: Canvas, x: int, y: int) -> None:
        """Draw another canvas with its upper left corner at (x, y)."""
        box = (x, y, x + other.size[0], y + other.size[1])
        self._on_ground(other.ground.im, box)
        self._on_ink(other.ink.im, box)

    def picture(self) -> Image.Image:
        """Return the finished picture in palette mode."""
        image = self.plate_of_indices()
        image.putpalette(palette.flat())
        return image

    def plate_of_indices(self) -> Image.Image:
        """Return the palette index of each pixel."""
        return ImageChops.add_modulo(self.ground, self.ink)

    def png(self) -> bytes:
        """Return the finished picture as a PNG file."""
        return packing.png(self.size[0], self.strips())

    def strips(self) -> list[Strip]:
        """Return the finished picture as packed strips."""
        return packing.pack_plate(self.plate_of_indices(), ROWS)


class Sketch:
    """A sprite being drawn: ``width`` × ``height`` pixels, in units of ``width / units`` pixels."""

    def __init__(self, width: int, height: int, units: float | None = None) -> None:
        self.size = (width, height)
        self.scale = OVERSAMPLING * width / (units or width)
        large = (width * OVERSAMPLING, height * OVERSAMPLING)
        self._planes = [Image.new("L", large, 0) for _ in range(4)]
        self._ink, self._cover, self._ground, self._solid = map(ImageDraw.Draw, self._planes)
        self._spills = False
        self._pen = ImageDraw.Draw(self._planes[0])
        self._pen.draw = _BothPlanes(self._ink.draw, self._cover.draw)

    def shape(self, path: str | Sequence[Point], ground: int | None = None, ink: float = 0.0, line: float = 0) -> None:
        """Fill a closed path with a ground (None keeps the ground below) and ink 0–1, and outline it."""
        points = self._points(path)
        self._ink.polygon(points, round(255 * ink))
        self._cover.polygon(points, 255)
        if ground is not None:
            self._ground.polygon(points, ground)
            self._solid.polygon(points, 255)
        if line:
            self._stroke([*points, points[0], points[1]], line, 255)

    def line(self, path: str | Sequence[Point], line: float = 2, ink: float = 1.0) -> None:
        """Draw an open path with a round pen ``line`` units wide."""
        self._stroke(self._points(path), line, round(255 * ink))

    def circle(
        self, x: float, y: float, radius: float, ground: int | None = None, ink: float = 0.0, line: float = 0
    ) -> None:
        """Fill a circle and outline it on the inside."""
        box = self._box(x, y, radius)
        self._cover.ellipse(box, 255)
        if ground is not None:
            self._ground.ellipse(box, ground)
            self._solid.ellipse(box, 255)
        if line:
            self._ink.ellipse(box, 255)
            box = self._box(x, y, radius - line)
        self._ink.ellipse(box, round(255 * ink))

    def lay(self, sprite: Sprite, x: float, y: float) -> None:
        """Draw a sprite of OVERSAMPLING times its final size with its middle at (x, y)."""
        ink, cover, ground, solid = self._planes
        self._spills = True
        box = sprite.box(round(x * self.scale), round(y * self.scale))
        ink.paste(sprite.ink.point(_SHADES), box, sprite.cover)
        cover.paste(255, box, sprite.cover)
        ground.paste(sprite.ground, box, sprite.solid)
        solid.paste(255, box, sprite.solid)

    def text(self, x: float, y: float, words: str, size: float, face: Face = "bold", window: int | None = None) -> None:
        """Write words centred on (x, y) by the height of capitals; ``size`` is in units.

        ``window`` is a ground on which ink is light, put behind the words on a dark token.
        """
        type_face = font(face, max(4, round(size * self.scale)))
        box = self._ink.textbbox((0, 0), words, font=type_face, anchor="ls")
        rise = -self._ink.textbbox((0, 0), "H", font=type_face, anchor="ls")[1] / 2
        left = x * self.scale - (box[0] + box[2]) / 2
        self._spills = True
        if window is not None:
            self._open(
                left + box[0], y * self.scale + rise + box[1], left + box[2], y * self.scale + rise + box[3], window
            )
        self._ink.text((left, y * self.scale + rise), words, fill=255, font=type_face, anchor="ls")

    def _open(self, left: float, top: float, right: float, bottom: float, ground: int) -> None:
        """Set the ground of a box, rounded outwards to whole final pixels, and clear its ink."""
        step = OVERSAMPLING
        box = (left // step * step, top // step * step, -(-right // step) * step - 1, -(-bottom // step) * step - 1)
        self._ground.rectangle(box, ground)
        self._ink.rectangle(box, 0)

    def sprite(self, middle: tuple[int, int] | None = None) -> Sprite:
        """Return the sprite, reduced to its final size; ``middle`` is its anchor, by default the centre."""
        ink, cover, ground, solid = self._planes
        covered = cover.reduce(OVERSAMPLING)
        dark = (ImageChops.multiply(ink, cover) if self._spills else ink).reduce(OVERSAMPLING)
        # The ink of the covered part of each pixel, so that edges are not lightened twice.
        levels = ImageMath.lambda_eval(
            lambda plane: plane["dark"] * float(FULL) / plane["covered"] + _TO_WHOLE - _TO_WHOLE,
            dark=dark,
            covered=covered,
        )
        return Sprite(
            levels.convert("L"),
            covered,
            ground.resize(self.size, Image.Resampling.NEAREST),
            solid.resize(self.size, Image.Resampling.NEAREST),
            middle or (self.size[0] // 2, self.size[1] // 2),
        )

    def _points(self, path: str | Sequence[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in outline(path)]

    def _box(self, x: float, y: float, radius: float) -> list[float]:
        return [value * self.scale for value in (x - radius, y - radius, x + radius, y + radius)]

    def _stroke(self, points: list[Point], line: float, ink: int) -> None:
        pen = max(1, round(line * self.scale))
        self._pen.line(points, ink, pen, joint="curve")
        for x, y in (points[0], points[-1]):
            self._pen.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), ink)


class _BothPlanes:
    """The end of Pillow's drawing of lines: what it has reckoned once is drawn as ink and as full cover."""

    def __init__(self, ink: Any, cover: Any) -> None:
        self._ink, self._cover = ink, cover
        self.draw_ink = ink.draw_ink
        self._full = cover.draw_ink(255)

    def draw_lines(self, points: list[Point], ink: int, width: int) -> None:
        self._ink.draw_lines(points, ink, width)
        self._cover.draw_lines(points, self._full, width)

    def draw_pieslice(self, box: list[Point], start: float, end: float, ink: int, fill: int) -> None:
        self._ink.draw_pieslice(box, start, end, ink, fill)
        self._cover.draw_pieslice(box, start, end, self._full, fill)

    def draw_ellipse(self, box: list[float], ink: int, fill: int) -> None:
        self._ink.draw_ellipse(box, ink, fill)
        self._cover.draw_ellipse(box, self._full, fill)


_TO_WHOLE = 1.5 * 2**23
"""Added to a 32-bit float and taken off again, it rounds the float to a whole number."""


GROUNDS: Kept[Hashable, Canvas] = Kept(4 * 2**20)
"""Cache of what is below everything on a map: half a dozen parts of boards and caves."""

Name = TypeVar("Name")
"""The identifier of a square in a game."""
Cell = tuple[int, int]
LEAST = 5
"""The minimum size of a sign, in pixels."""


class Squares(Generic[Name]):
    """A grid of squares, ``cell`` pixels wide; ``origin`` is the pixel of the corner of column 0, row 0."""

    def __init__(self, canvas: Canvas, cell: int, origin: Cell, place_of: Callable[[Name], Cell]) -> None:
        self.canvas, self.cell, self.origin = canvas, cell, origin
        self._place_of = place_of

    def spot(self, square: Name, across: float = 0.0, down: float = 0.0) -> Cell:
        """Return the pixel at the middle of a square, shifted by fractions of the square."""
        column, row = self._place_of(square)
        x, y = self.origin[0] + column * self.cell, self.origin[1] + row * self.cell
        return round(x + self.cell * (0.5 + across)), round(y + self.cell * (0.5 + down))

    def stamp(self, sprite: Sprite, square: Name, across: float = 0.0, down: float = 0.0) -> None:
        """Draw a sprite in a square, shifted by fractions of the square."""
        self.canvas.stamp(sprite, *self.spot(square, across, down))

    def lay(self, key: Hashable, draw: Callable[[], None]) -> None:
        """Draw the stone of all squares on a blank canvas, from the cache if possible; ``key``: how they look."""
        whole = (self.canvas.size, self.cell, self.origin, key)
        kept = GROUNDS.get(whole)
        if not kept:
            draw()
            kept = self.canvas.copy()
            GROUNDS.put(whole, kept, 2 * kept.size[0] * kept.size[1])
        self.canvas.plate(kept, 0, 0)

    def size(self, part: float) -> int:
        """Return a fraction of a square in pixels, at least LEAST."""
        return max(LEAST, round(self.cell * part))
