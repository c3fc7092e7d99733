"""Turns the ``.svg`` drawings of images/art into sprites when they are first needed.

A drawing may use only these colours: ink; white, which clears the ink and shows the ground below; the flat grounds of
the palette. Its look on a dark card follows from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import resvg_py
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from images import palette
from images.canvas import Sketch, Sprite
from images.palette import FULL
from rules.kernel.text_files import NotUnicode, read_text

FOLDER = Path(__file__).parent / "art"
STRANGER = "signs/stranger"
"""The shield of an unknown figure."""
_stand_ins: dict[str, str] = {}
_hung: list[Path] = []


class Meaning(NamedTuple):
    """The meaning of a colour: a ground (None keeps the ground below) and ink, 0–1."""

    ground: int | None
    ink: float


def _hex_colour(colour: palette.RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


COLOURS: Mapping[str, Meaning] = {
    _hex_colour(palette.INK): Meaning(None, 1),
    "#ffffff": Meaning(None, 0),
    "#7c746c": Meaning(None, 0.6),
    "#6c1e1c": Meaning(palette.RED, 0.5),
    _hex_colour(palette.FLOOR_RGB): Meaning(palette.FLOOR, 0),
    _hex_colour(palette.PAPER_RGB): Meaning(palette.PAPER, 0),
    _hex_colour(palette.SHADE_RGB): Meaning(palette.SHADE, 0),
    _hex_colour(palette.WATER_RGB): Meaning(palette.WATER, 0),
    _hex_colour(palette.GOLD_RGB): Meaning(palette.GOLD, 0),
    _hex_colour(palette.RED_RGB): Meaning(palette.RED, 0),
    _hex_colour(palette.ROSE_RGB): Meaning(palette.ROSE, 0),
}
"""Meanings of the allowed colours: ink, cleared, grey ink (smoke), dark red (embers) and the grounds."""
SHAPES = (
    *("svg", "g", "defs", "use", "title", "desc", "metadata"),
    *("path", "circle", "ellipse", "rect", "line", "polyline", "polygon"),
)
"""SVG elements that a drawing may use: no text, no bitmaps, no gradients, no style sheets."""
_SVG = "http://www.w3.org/2000/svg"
_INK = _hex_colour(palette.INK)
_NO_PAINT = ("none", "inherit")
_PAINTS = ("fill", "stroke")
_STYLED = re.compile(r"(?<![\w-])(fill|stroke)\s*:\s*([^;]+)")
_LEVELS = [round(FULL * value / 255) for value in range(256)]
_SOLID = [0] * 255 + [255]

ElementTree.register_namespace("", _SVG)


class BrokenArt(ValueError):
    """A drawing cannot be used; the message names the file, the fault and what is expected."""


@cache
def there_are(folder: str) -> tuple[str, ...]:
    """Return the names of the drawings in a folder of artwork."""
    return tuple(sorted({file.stem for root in _artwork_folders() for file in (root / folder).glob("*.svg")}))


@cache
def art(name: str, width: int, height: int = 0) -> Sprite:
    """Return a drawing, ``width`` × ``height`` pixels, or a square without ``height``.

    ``name`` is its path without ``.svg``. Raises BrokenArt.
    """
    return _draw_sprite(name, width, height or width)


def known(folder: str, name: str, otherwise: str = STRANGER) -> str:
    """Return the path of a name's drawing in this folder, or of its stand-in; ``otherwise`` if neither is drawn."""
    there = there_are(folder)
    drawn = next((each_name for each_name in (name, _stand_ins.get(name, "")) if each_name in there), "")
    return f"{folder}/{drawn}" if drawn else otherwise


def stand_in(emblems: Mapping[str, str]) -> None:
    """Register substitutes for names without a drawing: name to the name of another drawing."""
    _stand_ins.update(emblems)


def hang(folder: Path) -> None:
    """Add a folder of drawings that takes precedence over images/art."""
    if folder not in _hung:
        _hung.append(folder)
    for kept in (there_are, art, _sources):
        kept.cache_clear()


def _artwork_folders() -> tuple[Path, ...]:
    return (*_hung, FOLDER)


def _drawing_file(name: str) -> Path:
    files = [folder / f"{name}.svg" for folder in _artwork_folders()]
    return next((file for file in files if file.is_file()), files[-1])


def carve(sketch: Sketch, name: str, size: float = 100, x: float = 50, y: float = 50) -> None:
    """Lay a drawing into a sketch, ``size`` units wide and centred on (x, y).

    Raises BrokenArt.
    """
    side = round(size * sketch.scale)
    sketch.lay(_draw_sprite(name, side, side), x, y)


def _draw_sprite(name: str, width: int, height: int) -> Sprite:
    """Render twice: the ink with its cover, and the grounds without smooth edges."""
    inked, grounded = _sources(name)
    ink, _, _, cover = _render_svg(name, inked, width, height).split()
    ground = solid = Image.new("L", (width, height), 0)
    if grounded:
        ground, _, _, alpha = _render_svg(name, grounded, width, height).split()
        solid = alpha.point(_SOLID)
    return Sprite(ink.point(_LEVELS), cover, ground, solid, (width // 2, height // 2))


def _render_svg(name: str, source: str, width: int, height: int) -> Image.Image:
    try:
        png = resvg_py.svg_to_bytes(svg_string=source, width=width, height=height, skip_system_fonts=True)
    except ValueError as fault:
        raise _broken_art_error(name, str(fault), "a drawing in SVG") from fault
    # Image.open would load every other format first.
    return PngImageFile(BytesIO(png)).convert("RGBA")


@cache
def _sources(name: str) -> tuple[str, str]:
    """Return a drawing as SVG in shades of ink, and its grounds alone ('' if it has none)."""
    whole = _read_drawing(name)
    return _repaint_svg(name, whole, _ink_colour), _repaint_svg(name, whole, _ground_colour) if _has_grounds(
        whole
    ) else ""


def _read_drawing(name: str) -> str:
    try:
        return read_text(_drawing_file(name))
    except NotUnicode as fault:
        raise BrokenArt(f"{_drawing_file(name)}: {fault}") from fault
    except OSError as fault:
        raise _broken_art_error(name, str(fault), "a drawing in SVG") from fault


def _has_grounds(whole: str) -> bool:
    written = whole.lower()
    return any(meaning.ground is not None and colour in written for colour, meaning in COLOURS.items())


def _repaint_svg(name: str, whole: str, paint: Callable[[Meaning], str]) -> str:
    """Replace the colours of a drawing; a shape without a colour counts as ink."""
    try:
        root = ElementTree.fromstring(whole)
    except ElementTree.ParseError as fault:
        raise _broken_art_error(name, str(fault), "a drawing in SVG") from fault
    if root.tag != f"{{{_SVG}}}svg" or not root.get("viewBox"):
        raise _broken_art_error(
            name, "no <svg> with a viewBox", f'for instance <svg xmlns="{_SVG}" viewBox="0 0 100 100">'
        )
    root.set("fill", root.get("fill", _INK))
    for element in root.iter():
        space, _, tag = element.tag.rpartition("}")
        if space == f"{{{_SVG}" and tag not in SHAPES:
            raise _broken_art_error(name, f"there is a <{tag}>", f"only {', '.join(SHAPES)}")
        for what in _PAINTS:
            if what in element.attrib:
                element.set(what, _repaint_value(name, element.attrib[what], paint))
        if "style" in element.attrib:
            element.set(
                "style",
                _STYLED.sub(
                    lambda match: f"{match[1]}:{_repaint_value(name, match[2], paint)}", element.attrib["style"]
                ),
            )
    if paint is _ground_colour:
        root.set("shape-rendering", "crispEdges")
    try:
        return ElementTree.tostring(root, "unicode")
    except RecursionError as fault:
        raise _broken_art_error(name, "its groups are nested too deeply", "fewer groups inside each other") from fault


def _repaint_value(name: str, value: str, paint: Callable[[Meaning], str]) -> str:
    colour = value.strip().lower()
    if colour in _NO_PAINT:
        return colour
    if colour not in COLOURS:
        raise _broken_art_error(name, f"the colour {colour}", f"one of {', '.join(COLOURS)}")
    return paint(COLOURS[colour])


def _ink_colour(meaning: Meaning) -> str:
    return "#{0:02x}{0:02x}{0:02x}".format(round(255 * meaning.ink))


def _ground_colour(meaning: Meaning) -> str:
    """Encode the number of a ground as a shade of red, to read it back from the rendered pixels."""
    return "none" if meaning.ground is None else f"#{meaning.ground:02x}0000"


def _broken_art_error(name: str, wrong: str, expected: str) -> BrokenArt:
    return BrokenArt(f"{_drawing_file(name)}: {wrong}; expected {expected}")
