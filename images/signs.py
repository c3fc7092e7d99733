"""Draws small signs and icons: map features, emblems, belongings, states, Life Points."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image

from images.artwork import art, known, there_are
from images.canvas import Sketch, Sprite
from images.lettering import CAP_HEIGHT, width
from images.palette import DARK, FLOOR, PAPER, RED, RED_WINDOW, SHADE, ring

PALE = 0.42
"""Fraction of ink that an examined feature keeps."""


FEATURES = (
    "stairs",
    "mirror",
    "fountain",
    "statue",
    "trapdoor",
    "furniture",
    "altar",
    "art",
    "entrance",
    "gate",
)
UNLIKE = "signs/unlike"
"""A lozenge for features without a sign."""


@cache
def feature(kind: str, size: int, examined: bool = False) -> Sprite:
    """Return the pictogram of a feature, size × size pixels; pale and without colour if ``examined``."""
    sign = art(
        "monsters/gate" if kind == "gate" else known("signs", kind, UNLIKE) if kind in FEATURES else UNLIKE, size
    )
    return make_pale(sign) if examined else sign


def make_pale(sprite: Sprite) -> Sprite:
    """Return the sprite in thin ink on the bare floor."""
    thin = sprite.ink.point([round(level * PALE) for level in range(256)])
    return sprite._replace(ink=thin, ground=Image.new("L", sprite.ground.size, FLOOR))


def black_gate(size: int) -> Sprite:
    """Return the Black Gate, open."""
    return feature("gate", size)


def destroyed(size: int) -> Sprite:
    """Return the ruins of the Black Gate."""
    return art("signs/destroyed", size)


def tick(size: int) -> Sprite:
    """Return a tick with a halo, for what is done."""
    return art("signs/tick", size)


def stone(size: int) -> Sprite:
    """Return a cracked bust, for petrified members."""
    return art("plights/stone", size)


@lru_cache(maxsize=512)
def grave(mark: str, size: int) -> Sprite:
    """Return a tombstone with an initial or a number, or a cross if ``mark`` is ''."""
    if not mark:
        return plight("dead", size)
    sketch = Sketch(size, size, 100)
    stone = [(10, 92), (10, 36), (18, 16), (34, 4), (66, 4), (82, 16), (90, 36), (90, 92)]
    sketch.shape(stone, FLOOR)
    sketch.shape(stone, SHADE, line=7)
    sketch.line([(3, 95), (97, 95)], 8, 1)
    sketch.text(50, 53, mark, 92 if len(mark) < 2 else 62)
    return sketch.sprite()


@lru_cache(maxsize=512)
def party(living: int, size: int) -> Sprite:
    """Return the party's token: a red hexagon with the number of the living."""
    sketch = Sketch(size, size, 100)
    sketch.shape(ring(50, 50, 49, 6), FLOOR)
    sketch.shape(ring(50, 50, 47, 6), RED, line=6)
    _draw_number(sketch, living, 50, RED_WINDOW, 88 if living < 10 else 66)
    return sketch.sprite()


@lru_cache(maxsize=512)
def monsters(number: int, size: int) -> Sprite:
    """Return a dark triangle with the number of monsters left behind, on a plinth for two digits."""
    sketch = Sketch(size, size, 100)
    sketch.shape([(50, 0), (100, 94), (0, 94)], FLOOR)
    sketch.shape([(50, 5), (96, 91), (4, 91)], ink=1)
    if number > 9:
        sketch.shape([(8, 38), (92, 38), (96, 94), (4, 94)], ink=1)
    if number:
        _draw_number(sketch, number, 64, DARK, 80)
    return sketch.sprite()


def _draw_number(sketch: Sketch, number: int, y: float, ground: int, size: float) -> None:
    sketch.text(50, y, str(min(number, 99)), size, window=ground)


@lru_cache(maxsize=512)
def letter(sign: str, capital: float, radius: float) -> Sprite:
    """Return a letter on a disc with a halo; ``capital`` is its height and ``radius`` the disc's, in pixels.

    Radius 0 gives the letter alone.
    """
    if not radius:
        return _bare_sign(sign, capital)
    sketch, middle = _blank_disc(radius)
    sketch.circle(middle, middle, radius, FLOOR, line=2.2)
    _draw_sign_text(sketch, sign, middle, capital)
    return sketch.sprite().trimmed()


def _bare_sign(sign: str, capital: float) -> Sprite:
    side = 2 * round(capital * len(sign)) + 1
    sketch = Sketch(side, side)
    half = width(sign, "bold", round(capital / CAP_HEIGHT)) / 2, capital / 2
    left, top, right, bottom = (side / 2 + at for at in (-half[0], -half[1], *half))
    sketch.shape([(left, top), (right, top), (right, bottom), (left, bottom)])
    _draw_sign_text(sketch, sign, side / 2, capital)
    return sketch.sprite().trimmed()


@lru_cache(maxsize=512)
def arrowed(sign: str, capital: float, radius: float, toward: str) -> Sprite:
    """Return a letter's disc with a dark point towards a side of the picture (n, e, s, w)."""
    sketch, middle = _blank_disc(radius)
    turn = "nesw".index(toward) / 4
    corners = ring(middle, middle, radius, 8, turn)
    point = [corners[-1], ring(middle, middle, radius * 1.6, 1, turn)[0], corners[1]]
    sketch.line([*point, point[0]], 6, 0)
    sketch.shape(point, ink=1)
    sketch.circle(middle, middle, radius, FLOOR, line=2.2)
    _draw_sign_text(sketch, sign, middle, capital)
    return sketch.sprite().trimmed()


def _blank_disc(radius: float) -> tuple[Sketch, float]:
    side = 2 * round(radius * 1.75) + 1
    sketch = Sketch(side, side)
    sketch.circle(side / 2, side / 2, radius + 2, PAPER)
    return sketch, side / 2


def _draw_sign_text(sketch: Sketch, sign: str, middle: float, capital: float) -> None:
    size = capital / CAP_HEIGHT * (1 if len(sign) < 2 else 0.72)
    sketch.text(middle, middle, sign[:3], size)


@lru_cache(maxsize=512)
def opening(radius: float) -> Sprite:
    """Return a small empty ring, for an unexplored opening."""
    side = 2 * round(radius + 3) + 1
    sketch = Sketch(side, side)
    sketch.circle(side / 2, side / 2, radius + 2, PAPER)
    sketch.circle(side / 2, side / 2, radius, FLOOR, line=2)
    return sketch.sprite().trimmed()


def sealed(size: int) -> Sprite:
    """Return two crossed bars, for a permanently sealed side."""
    return art("signs/sealed", size)


def compass(size: int) -> Sprite:
    """Return a small compass rose; its dark point is north."""
    return art("signs/compass", size)


def token(size: int) -> Sprite:
    """Return the party's token without a number, for maps too small for digits."""
    return art("signs/token", size)


def swords(size: int) -> Sprite:
    """Return two crossed swords on a cleared ground."""
    return art("signs/swords", size)


def coin(size: int) -> Sprite:
    """Return a gold piece."""
    return art("signs/coin", size)


def sun(colour: str, size: int) -> Sprite:
    """Return one of the three suns; one, two or three strokes tell them apart without colour."""
    return art(known("signs", f"sun-{colour}", "signs/sun-red"), size)


def heart(size: int, full: bool = True) -> Sprite:
    """Return a Life Point, full or lost, size × size pixels."""
    return art("signs/heart" if full else "signs/heart-lost", size)


def blades(size: int) -> Sprite:
    """Return the sign of Strength: two crossed blades on a transparent ground."""
    return art("signs/blades", size)


def stunned(size: int) -> Sprite:
    """Return three stars in a ring, for a stunned character, who may not move."""
    return art("signs/stunned", size)


@cache
def blank_die(size: int) -> Sprite:
    """Return a die not yet rolled, size × size pixels."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M18 4 L82 4 Q96 4 96 18 L96 82 Q96 96 82 96 L18 96 Q4 96 4 82 L4 18 Q4 4 18 4", SHADE, line=4)
    sketch.text(50, 50, "?", 58, "italic")
    return sketch.sprite()


@lru_cache(maxsize=512)
def tab(words: str, size: int, dark: bool = False) -> Sprite:
    """Return the name of a place on a small tab; ``dark`` is for the place in question."""
    wide, high = round(width(words, "bold", size)) + 12, size * 9 // 10
    sketch = Sketch(wide, high)
    sketch.shape([(0, 0), (wide, 0), (wide, high), (0, high)], DARK if dark else PAPER, line=0 if dark else 3)
    sketch.text(wide / 2, high / 2, words, size, window=DARK if dark else None)
    return sketch.sprite()


def emblem_of(kind: str) -> str:
    """Return the path of the drawing of a race or monster; a stranger's shield if unknown."""
    return known("races", kind, known("monsters", kind))


def is_monster(kind: str) -> bool:
    """Whether this kind is a monster with a drawing."""
    return kind in there_are("monsters")


def icon(what: str, size: int) -> Sprite:
    """Return the icon of a kind of weapon or item, experience or wealth, size × size pixels; a shield if unknown."""
    return art(_kind_path(what), size)


def icon_path(title: str) -> str:
    """Return the path of an item's icon by the catalogue key of its name: its own drawing, else that of its kind."""
    _, kind, name = f"{title}..".split(".")[:3]
    return known("icons", name, _kind_path("sword" if kind == "weapon" else kind))


def _kind_path(kind: str) -> str:
    return "signs/art" if kind == "art" else known("icons", kind)


def plight(what: str, size: int) -> Sprite:
    """Return the sign of a misfortune, size × size pixels; a lozenge if unknown."""
    return art(known("plights", what, UNLIKE), size)


def shield_ring(size: int) -> Sprite:
    """Return a glass ring around an emblem, size × size pixels."""
    return art("signs/shield_ring", size)
