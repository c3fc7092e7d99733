"""Signs on a map: features, the party, monsters, letters. Each has a shape of its own, readable at 24 pixels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from images import palette
from images.canvas import Sketch, Sprite
from images.emblem_paths import BROKEN_GATE, MONSTERS
from images.emblems import carve
from images.lettering import CAP_HEIGHT, width
from images.palette import DARK, FLOOR, GOLD, PAPER, RED, RED_WINDOW, SHADE, WATER
from images.paths import mirror_path, ring

LINE: Final = 5.0
"""A strong line, in parts of 100 of the sign."""
PALE: Final = 0.42
"""How much ink is left of a feature that was examined."""


def stairs(sketch: Sketch) -> None:
    """Steps that narrow into the depth."""
    for number in range(6):
        half, y = 44 - 6.6 * number, 10 + number * 16
        sketch.line([(50 - half, y), (50 + half, y)], 6.5)


def mirror(sketch: Sketch) -> None:
    """An oval hand mirror with a glint."""
    sketch.line("M50 62 L50 97", 9)
    sketch.shape("M50 3 C78 3 80 30 76 42 C72 60 62 68 50 68 C38 68 28 60 24 42 C20 30 22 3 50 3", WATER, line=6)
    sketch.line("M40 34 L56 18", 4)
    sketch.line("M42 48 L62 28", 4)


def fountain(sketch: Sketch) -> None:
    """A round basin seen from above, jets from its middle."""
    sketch.circle(50, 50, 48, FLOOR, line=6)
    sketch.circle(50, 50, 37, WATER, line=4)
    for x, y in ring(50, 50, 26, 6):
        sketch.line([(50, 50), (x, y)], 4)
        sketch.circle(x, y, 5, ink=1)
    sketch.circle(50, 50, 10, FLOOR, line=4)


def statue(sketch: Sketch) -> None:
    """A crested bust on a plinth."""
    sketch.shape("M20 97 L20 85 L30 85 L34 76 L66 76 L70 85 L80 85 L80 97", ink=1)
    sketch.shape(
        "M16 72 C16 52 32 50 42 46 L42 40 C30 34 30 12 50 10 C70 12 70 34 58 40 L58 46 C68 50 84 52 84 72", ink=1
    )
    sketch.shape("M30 14 Q50 -6 70 14 Q60 6 50 7 Q40 6 30 14", ink=1)
    sketch.line("M38 24 L62 24", 4, ink=0)
    sketch.line("M50 24 L50 36", 4, ink=0)
    sketch.line("M30 62 Q50 74 70 62", 3.5, ink=0)
    sketch.line("M30 91 L70 91", 3, ink=0)


def trapdoor(sketch: Sketch) -> None:
    """A hatch in the floor, its lid thrown back, a ladder leading into the dark."""
    sketch.shape([(4, 68), (50, 46), (98, 68), (52, 94)], ink=1, line=4)
    sketch.shape([(4, 66), (4, 20), (50, 2), (50, 45)], FLOOR, line=6)
    sketch.line([(19, 15), (19, 58)], 4)
    sketch.line([(35, 9), (35, 51)], 4)
    for x in (58, 82):
        sketch.line([(x, 20), (x - 4, 56)], 7)
        sketch.line([(x - 4, 60), (x - 6, 76)], 7, 0)
    for y, ink in ((34, 1), (48, 1), (66, 0)):
        sketch.line([(57, y), (79, y)], 6, ink)


def furniture(sketch: Sketch) -> None:
    """A table with a chair on either side and a candle on it."""
    sketch.shape([(22, 46), (78, 46), (78, 57), (22, 57)], ink=1)
    for x in (32, 68):
        sketch.line([(x, 54), (x, 92)], 8)
    for flip in (False, True):
        for line in ("M6 20 L6 92", "M6 66 L19 66 L19 92"):
            sketch.line(mirror_path(line) if flip else line, 8)
    sketch.line("M50 44 L50 30", 9)
    sketch.shape("M50 4 Q62 16 50 28 Q38 16 50 4", GOLD, line=4)


def altar(sketch: Sketch) -> None:
    """A slab on a block, two candles burning."""
    sketch.shape([(6, 50), (94, 50), (94, 62), (6, 62)], ink=1)
    sketch.shape([(18, 62), (82, 62), (86, 95), (14, 95)], FLOOR, line=6)
    sketch.line("M50 68 L50 90", 5)
    sketch.line("M41 76 L59 76", 5)
    for x in (24, 76):
        sketch.line([(x, 50), (x, 32)], 9)
        sketch.shape([(x, 6), (x + 7, 20), (x, 29), (x - 7, 20)], GOLD, line=4)


def art(sketch: Sketch) -> None:
    """A framed picture: a mountain and a sun."""
    sketch.shape([(4, 12), (96, 12), (96, 88), (4, 88)], GOLD, line=6)
    sketch.shape([(18, 25), (82, 25), (82, 75), (18, 75)], FLOOR, line=5)
    sketch.shape([(20, 74), (42, 42), (54, 58), (64, 48), (80, 74)], ink=1)
    sketch.circle(66, 37, 6, GOLD, line=3)


def entrance(sketch: Sketch) -> None:
    """An open arch of stones: the way in."""
    sketch.shape("M8 96 L8 48 C8 18 28 5 50 5 C72 5 92 18 92 48 L92 96", FLOOR, line=5)
    sketch.shape("M26 96 L26 50 C26 32 36 23 50 23 C64 23 74 32 74 50 L74 96", ink=1)
    for x, y, u, v in ((8, 72, 26, 72), (8, 48, 26, 50), (20, 21, 34, 33), (50, 5, 50, 23)):
        sketch.line([(x, y), (u, v)], 4)
        sketch.line([(100 - x, y), (100 - u, v)], 4)


def gate(sketch: Sketch) -> None:
    """The Black Gate: a spiked ring of black stones, a rift in the red glow within."""
    carve(sketch, MONSTERS["gate"])


def ruin(sketch: Sketch) -> None:
    """The Black Gate destroyed: the ring broken, its stones fallen, no glow."""
    carve(sketch, BROKEN_GATE)


def unlike(sketch: Sketch) -> None:
    """A feature that has no sign yet: a lozenge."""
    sketch.shape([(50, 8), (92, 50), (50, 92), (8, 50)], FLOOR, line=7)
    sketch.circle(50, 50, 12, ink=1)


FEATURES: Final[dict[str, Callable[[Sketch], None]]] = {
    sign.__name__: sign for sign in (stairs, mirror, fountain, statue, trapdoor, furniture, altar, art, entrance, gate)
}


@cache
def feature(kind: str, size: int, examined: bool = False) -> Sprite:
    """The pictogram of a feature, size × size pixels; of an examined one, pale and without colour."""
    sketch = Sketch(size, size, 100)
    FEATURES.get(kind, unlike)(sketch)
    return make_pale(sketch.sprite()) if examined else sketch.sprite()


def make_pale(sprite: Sprite) -> Sprite:
    """The sprite in thin ink on the bare floor."""
    thin = sprite.ink.point([round(level * PALE) for level in range(256)])
    return sprite._replace(ink=thin, ground=Image.new("L", sprite.ground.size, FLOOR))


def black_gate(size: int) -> Sprite:
    """The Black Gate, open."""
    return feature("gate", size)


@cache
def destroyed(size: int) -> Sprite:
    """What is left of the Black Gate."""
    sketch = Sketch(size, size, 100)
    ruin(sketch)
    return sketch.sprite()


@cache
def tick(size: int) -> Sprite:
    """Done: a tick with a halo."""
    sketch = Sketch(size, size, 100)
    for line, ink in ((44, 0), (20, 1)):
        sketch.line("M22 54 L42 76 L78 26", line, ink)
    return sketch.sprite()


@cache
def stone(number: int, size: int) -> Sprite:
    """Members turned to stone, with their number."""
    sketch = Sketch(size, size, 100)
    draw_stone(sketch, number)
    return sketch.sprite()


def draw_stone(sketch: Sketch, number: int) -> None:
    """A cracked bust, on its plinth a number unless it is 0."""
    sketch.shape([(2, 54), (98, 54), (98, 100), (2, 100)], FLOOR)
    sketch.shape("M16 62 C14 40 30 38 40 36 L60 36 C70 38 86 40 84 62", SHADE, line=6)
    sketch.circle(50, 22, 20, SHADE, line=6)
    sketch.line("M60 8 L50 20 L57 28 L46 40 L52 52", 4)
    sketch.shape([(6, 57), (94, 57), (94, 98), (6, 98)], ink=1)
    if number:
        sketch.text(50, 78, str(min(number, 99)), 44, window=DARK)


@cache
def party(living: int, size: int) -> Sprite:
    """The party: a red hexagon with the number of the living."""
    sketch = Sketch(size, size, 100)
    sketch.shape(ring(50, 50, 49, 6), FLOOR)
    sketch.shape(ring(50, 50, 47, 6), RED, line=6)
    _number(sketch, living, 50, RED_WINDOW, 86 if living < 10 else 66)
    return sketch.sprite()


@cache
def monsters(number: int, size: int) -> Sprite:
    """Monsters left behind: a dark triangle with their number, on a plinth where that has two digits."""
    sketch = Sketch(size, size, 100)
    sketch.shape([(50, 0), (100, 94), (0, 94)], FLOOR)
    sketch.shape([(50, 5), (96, 91), (4, 91)], ink=1)
    if number > 9:
        sketch.shape([(8, 38), (92, 38), (96, 94), (4, 94)], ink=1)
    if number:
        _number(sketch, number, 64, DARK, 76)
    return sketch.sprite()


def _number(sketch: Sketch, number: int, y: float, ground: int, size: float) -> None:
    sketch.text(50, y, str(min(number, 99)), size, window=ground)


@cache
def letter(sign: str, capital: float, radius: float) -> Sprite:
    """A letter on a disc with a halo of paper; ``capital`` is its height and ``radius`` the disc's, in pixels.

    Without a radius it is the letter alone, on whatever is below it.
    """
    if not radius:
        return _bare(sign, capital)
    sketch, middle = _disc(radius)
    sketch.circle(middle, middle, radius, FLOOR, line=2.2)
    _sign(sketch, sign, middle, capital)
    return sketch.sprite().trimmed()


def _bare(sign: str, capital: float) -> Sprite:
    side = 2 * round(capital * len(sign)) + 1
    sketch = Sketch(side, side)
    half = width(sign, "bold", round(capital / CAP_HEIGHT)) / 2, capital / 2
    left, top, right, bottom = (side / 2 + at for at in (-half[0], -half[1], *half))
    sketch.shape([(left, top), (right, top), (right, bottom), (left, bottom)])
    _sign(sketch, sign, side / 2, capital)
    return sketch.sprite().trimmed()


@cache
def arrowed(sign: str, capital: float, radius: float, toward: str) -> Sprite:
    """A letter's disc drawn out into a dark point towards a side of the picture (n, e, s, w)."""
    sketch, middle = _disc(radius)
    turn = "nesw".index(toward) / 4
    corners = ring(middle, middle, radius, 8, turn)
    point = [corners[-1], ring(middle, middle, radius * 1.6, 1, turn)[0], corners[1]]
    sketch.line([*point, point[0]], 6, 0)
    sketch.shape(point, ink=1)
    sketch.circle(middle, middle, radius, FLOOR, line=2.2)
    _sign(sketch, sign, middle, capital)
    return sketch.sprite().trimmed()


def _disc(radius: float) -> tuple[Sketch, float]:
    side = 2 * round(radius * 1.75) + 1
    sketch = Sketch(side, side)
    sketch.circle(side / 2, side / 2, radius + 2, PAPER)
    return sketch, side / 2


def _sign(sketch: Sketch, sign: str, middle: float, capital: float) -> None:
    size = capital / CAP_HEIGHT * (1 if len(sign) < 2 else 0.72)
    sketch.text(middle, middle, sign[:3], size)


@cache
def opening(radius: float) -> Sprite:
    """An unexplored opening: a small empty ring."""
    side = 2 * round(radius + 3) + 1
    sketch = Sketch(side, side)
    sketch.circle(side / 2, side / 2, radius + 2, PAPER)
    sketch.circle(side / 2, side / 2, radius, FLOOR, line=2)
    return sketch.sprite().trimmed()


@cache
def sealed(size: int) -> Sprite:
    """A side that is sealed for good: two crossed bars."""
    sketch = Sketch(size, size, 100)
    for path in ("M16 16 L84 84", "M84 16 L16 84"):
        sketch.line(path, 38, 0)
    for path in ("M16 16 L84 84", "M84 16 L16 84"):
        sketch.line(path, 18)
    return sketch.sprite()


@cache
def compass(size: int) -> Sprite:
    """A small rose whose dark point is north."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 54, 30, palette.PAPER, line=3)
    for path in ("M2 54 L42 46 L42 62", "M98 54 L58 62 L58 46", "M50 100 L42 62 L58 62"):
        sketch.shape(path, FLOOR, line=3)
    sketch.shape("M50 0 L61 48 L50 60 L39 48", ink=1)
    sketch.line("M50 14 L50 50", 3, 0)
    return sketch.sprite()


@cache
def token(size: int) -> Sprite:
    """The party without a number, for a map too small for digits."""
    sketch = Sketch(size, size, 100)
    sketch.shape(ring(50, 50, 49, 6), FLOOR)
    sketch.shape(ring(50, 50, 42, 6), RED, line=14)
    return sketch.sprite()


@cache
def swords(size: int) -> Sprite:
    """Two crossed swords on a clearing of paper."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 49, PAPER)
    for flip in (False, True):
        for path, line in (("M12 8 L76 78", 8.0), ("M60 84 L84 62", 7.0), ("M72 73 L90 92", 8.0)):
            points = mirror_path(path) if flip else path
            if flip and line == 8.0:
                sketch.line(points, 14, 0)
            sketch.line(points, line)
    return sketch.sprite()


@cache
def coin(size: int) -> Sprite:
    """A gold piece."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 48, GOLD, line=8)
    sketch.circle(50, 50, 32, GOLD, line=4)
    sketch.line("M50 34 L50 66", 8)
    return sketch.sprite()


@cache
def sun(colour: str, size: int) -> Sprite:
    """One of the three suns: rays around a disc, with one, two or three strokes so that colour is not needed."""
    order = ("red", "yellow", "blue").index(colour) if colour in ("red", "yellow", "blue") else 0
    sketch = Sketch(size, size, 100)
    rays, feet = ring(50, 50, 49, 12), ring(50, 50, 36, 12)
    for ray, foot in zip(rays, feet, strict=True):
        sketch.line([foot, ray], 6)
    sketch.circle(50, 50, 32, (RED, GOLD, WATER)[order], line=6)
    for number in range(order + 1):
        x = 50 + 13 * (number - order / 2)
        sketch.line([(x, 38), (x, 62)], 6)
    return sketch.sprite()
