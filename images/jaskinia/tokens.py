"""Draws emblems of cards, pieces on the map, special areas and the values of a Seeker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from images import cards, palette, signs
from images.artwork import STRANGER, art, carve, known
from images.canvas import Canvas, Sketch, Sprite
from images.cards import Fit
from images.layout import TYPE
from images.lettering import Say, width
from images.palette import DARK, FLOOR, GOLD, SHADE, ring
from rules.jaskinia.view import SeekerView

SHARED: Mapping[str, str] = {
    "tunnel_spider": "monsters/spider",
    "wolf": "monsters/dire_wolf",
    "orc": "monsters/orc",
    "gargoyle": "monsters/gargoyle",
    "ogre": "monsters/ogre",
    "deep_troll": "monsters/troll",
    "cave_dragon": "monsters/dragon",
    "bandit": "monsters/robber",
    "spectre": "monsters/wraith",
    "deep_demon": "monsters/demon",
    "king_wraith": "monsters/wight",
    "purse": "icons/wealth",
    "helmet": "icons/helmet",
    "sword": "icons/sword",
    "armour": "icons/armour",
    "ring_of_strength": "icons/ring",
    "dwarf_pathfinder": "races/dwarf",
}
"""Cards that use a drawing of another game."""
DEMONS = SHARED["deep_demon"]


def card(id: str, size: int, type: str = "") -> Sprite:
    """Return the emblem of a card, or of its type, size × size pixels; a shield if both are unknown."""
    return art(of_card(id, type), size)


def of_card(id: str, type: str = "") -> str:
    """Return the path of the drawing of a card, or of its type."""
    return SHARED.get(id) or known("jaskinia/cards", id, known("jaskinia/types", type))


def type_sign(type: str, size: int) -> Sprite:
    """Return the sign of a card type, size × size pixels."""
    return art(known("jaskinia/types", type), size)


def spell(id: str, size: int) -> Sprite:
    """Return the emblem of a Spell, size × size pixels."""
    return art(known("jaskinia/spells", id, "jaskinia/types/spell"), size)


def seeker(id: str, size: int) -> Sprite:
    """Return the portrait of a Seeker, size × size pixels; a shield for an unknown id."""
    return art(known("jaskinia/seekers", id), size)


def guardian(key: str, size: int) -> Sprite:
    """Return the portrait of an opponent without a card, by its name's key; a shield if unknown."""
    what = key.rpartition(".")[2]
    return art(known("jaskinia/guardians", what, DEMONS if what == "demons" else STRANGER), size)


def sight(name: str, size: int) -> Sprite:
    """Return the picture of a special area or the Entrance, size × size pixels; a shield if unknown."""
    return art("signs/entrance" if name == "entrance" else known("jaskinia/sights", name), size)


_SQUARE = "M9 9 L91 9 L91 91 L9 91"
_TRIANGLE = "M50 2 L99 92 L1 92"
_DIAMOND = "M50 -2 L102 50 L50 102 L-2 50"
_CROSS = "M28 3 L72 3 L72 28 L97 28 L97 72 L72 72 L72 97 L28 97 L28 72 L3 72 L3 28 L28 28"
_OUTER, _INNER = ring(50, 50, 51, 8), ring(50, 50, 36, 8, 0.0625)
_STAR = [point for pair in zip(_OUTER, _INNER, strict=True) for point in pair]

PAWNS = (
    Fit(ring(50, 50, 48, 40), palette.UNDEAD, 50, 66),
    Fit(_SQUARE, palette.DWARVES, 50, 70),
    Fit(_TRIANGLE, palette.RATMEN, 64, 56),
    Fit(_DIAMOND, palette.ELVES, 50, 58),
    Fit(_CROSS, palette.ROSE, 50, 66),
    Fit(_STAR, palette.AZURE, 50, 60),
)
"""Shapes of pawns by player number, from 1."""
LEAF = 79
"""Size of the emblem on a small card, in percent of the card."""

TRIALS = ("strength", "power", "wealth")
NOBODY = Fit("M10 4 L90 4 L90 66 L50 98 L10 66", FLOOR, 46, 60)


@cache
def pawn(mark: int, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """Return a player's pawn, size × size pixels, larger with a red ring if ``moving``.

    ``least`` is the minimum type size of its number; 0 omits the number.
    """
    fit = PAWNS[mark - 1] if 0 < mark <= len(PAWNS) else NOBODY
    return cards.pawn(fit, str(mark) if mark and least else "", size, moving, least)


@cache
def cards_on_floor(size: int) -> Sprite:
    """Return small card backs for cards lying on an area."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M16 0 L100 0 L100 84 L84 84 L84 100 L0 100 L0 16 L16 16", FLOOR)
    sketch.shape("M24 6 L94 6 L94 78 L24 78", SHADE, line=7)
    sketch.shape("M6 22 L76 22 L76 94 L6 94", DARK)
    sketch.line("M16 32 L66 32 L66 84 L16 84 L16 32", 4, 0)
    return sketch.sprite()


@cache
def gold_piece(size: int) -> Sprite:
    """Return a coin for gold."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 50, FLOOR)
    sketch.circle(50, 50, 45, GOLD, line=7)
    sketch.circle(50, 50, 30, GOLD, line=4)
    return sketch.sprite()


def step(size: int) -> Sprite:
    """Return a dot of this turn's path."""
    return art("jaskinia/pieces/step", size)


def gate(is_open: bool, size: int) -> Sprite:
    """Return a Mighty Gate: a stone arch behind bars, or with its grating raised."""
    return art("jaskinia/pieces/gate-open" if is_open else "jaskinia/pieces/gate-shut", size)


def crystal(size: int) -> Sprite:
    """Return the Magic Crystal: three points of a shining stone among rays."""
    return art("jaskinia/pieces/crystal", size)


@lru_cache(maxsize=512)
def written(words: str, size: int) -> Sprite:
    """Return a digit or letter on the floor, for the legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.text(50, 50, words, 92)
    return sketch.sprite()


def power(size: int) -> Sprite:
    """Return the sign of Power: an eye under a flame."""
    return art("jaskinia/pieces/power", size)


def back(deck: str, size: int) -> Sprite:
    """Return a card back: a crystal on Cave cards, a compass rose on Adventures, a star on Spells."""
    return art(known("jaskinia/pieces", f"back-{deck}", "jaskinia/pieces/back-spells"), size * 5 // 7, size)


@cache
def trial(what: str, passed: bool, size: int) -> Sprite:
    """Return the sign of a trial on a disc: golden once passed, pale before."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 49, GOLD if passed else SHADE, line=9 if passed else 3)
    if what in TRIALS:
        carve(sketch, f"jaskinia/trials/{what}")
    return sketch.sprite()


@cache
def face_up(id: str, type: str, size: int) -> Sprite:
    """Return a single open card: its emblem on a small card."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.shape("M5 5 L95 5 L95 95 L5 95", FLOOR, line=5)
    carve(sketch, of_card(id, type), LEAF)
    return sketch.sprite()


HEARTS = 7
"""Maximum number of hearts drawn; more are written as a number."""
LARGE = 42
APART = 46
"""Distance between lines, in pixels."""
OWN = 170
"""Width of the own value in words, in pixels."""


def large(canvas: Canvas, seeker: SeekerView, corner: tuple[int, int], say: Say) -> None:
    """Draw Strength and Power with the own values, then Endurance and gold, on three lines."""
    left, top = corner
    for row, (sign, total, own) in enumerate(
        (
            (signs.blades(LARGE - 6), seeker.strength, seeker.own_strength),
            (power(LARGE), seeker.power, seeker.own_power),
        )
    ):
        middle = top + row * APART
        canvas.stamp(sign, left + LARGE // 2, middle)
        after = figure(canvas, str(total), left + LARGE + 8, middle, LARGE)
        canvas.fitted_text(after + 10, middle + 12, say("cavepic.sheet.own", own=own), OWN, "italic", TYPE)
    purse(canvas, seeker.gold, left + LARGE + OWN + 60, top, 36)
    hearts(canvas, seeker, left, top + 2 * APART, 34)


def hearts(canvas: Canvas, seeker: SeekerView, left: int, middle: int, size: int) -> int:
    """Draw a heart per point of Endurance, light ones for healable losses; return the right edge in pixels."""
    most = max(seeker.endurance, seeker.level)
    if most <= HEARTS:
        return cards.hearts(canvas, seeker.endurance, most, left, middle, size)
    large = max(TYPE, size - 6)
    words = f"{seeker.endurance}/{seeker.level}"
    return cards.signed(canvas, signs.heart(size), words, left, middle, large // 3, size=large)


def purse(canvas: Canvas, gold: int, left: int, middle: int, size: int) -> int:
    """Draw a coin and the amount of gold; return the right edge in pixels."""
    large = max(TYPE, size - 4)
    return cards.signed(canvas, gold_piece(size), str(gold), left, middle, large // 3, size=large)


def figure(canvas: Canvas, words: str, left: int, middle: int, size: int) -> int:
    """Write a number in bold; return the right edge in pixels."""
    canvas.text(left, middle + size // 3, words, "bold", size)
    return left + round(width(words, "bold", size))
