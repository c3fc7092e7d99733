"""Signs and emblems: each has a shape of its own, whatever its colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from images import palette
from images.belongings import ICONS, icon, icon_of
from images.canvas import Canvas, Sprite
from images.dice import die, draw_dice
from images.emblems import EMBLEMS, emblem
from images.pictograms import FEATURES, destroyed, feature, monsters, opening, party, sealed, stone, tick
from images.plights import SIGNS, plight

SMALL = 24
BOLD = 88


def grey(sprite: Sprite, size: int) -> Image.Image:
    """How the sprite looks on paper without any colour."""
    canvas = Canvas(size, size)
    canvas.stamp(sprite, size // 2, size // 2)
    return canvas.picture().convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of brightness, 0–255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def test_features_differ_at_24_pixels() -> None:
    """Without colour, and at the size of a thumbnail's sign."""
    signs = {kind: grey(feature(kind, SMALL), SMALL) for kind in FEATURES}
    signs |= {"party": grey(party(6, SMALL), SMALL), "monsters": grey(monsters(3, SMALL), SMALL)}
    signs |= {"destroyed": grey(destroyed(SMALL), SMALL), "stone": grey(stone(2, SMALL), SMALL)}
    signs |= {"sealed": grey(sealed(SMALL), SMALL), "opening": grey(opening(6), SMALL)}

    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 20, (one, other)


@pytest.mark.parametrize("kind", FEATURES)
def test_an_examined_feature_is_fainter_and_still_itself(kind: str) -> None:
    """Paler than before, and darker than the bare floor."""
    fresh, done = (ImageStat.Stat(grey(feature(kind, 44, seen), 44)).mean[0] for seen in (False, True))

    assert fresh < done < 240
    assert difference(grey(tick(44), 44), grey(feature(kind, 44, True), 44)) > 20


def test_icons_and_plights_differ_on_a_card() -> None:
    """At the 32 pixels of a card, without colour."""
    signs = {what: grey(icon(what, 32), 32) for what in (*ICONS, "art", "a wand")}
    signs |= {what: grey(plight(what, 32), 32) for what in SIGNS}

    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 12, (one, other)


def test_a_found_weapon_looks_like_its_kind() -> None:
    """An axe is an axe; a weapon nobody knows is a sword; other finds go by their kind."""
    assert icon_of("weapon", "axe", 32) is icon("axe", 32)
    assert icon_of("weapon", "", 32) is icon("sword", 32)
    assert icon_of("ring", "sleep", 32) is icon("ring", 32)


def test_emblems_differ() -> None:
    """Every race and monster can be told from every other."""
    cut = {kind: grey(emblem(kind, BOLD), BOLD) for kind in [*EMBLEMS, "somebody nobody knows"]}

    for one, other in combinations(cut, 2):
        assert difference(cut[one], cut[other]) > 20, (one, other)


CAST = [
    "chimera",
    "evil_mage",
    "evil_hero",
    "demon",
    "gargoyle",
    "harpy",
    "hydra",
    "skeleton",
    "cronk",
    "medusa",
    "minotaur",
    "ogre",
    "orc",
    "troll",
    "wight",
    "vampire",
    "warg",
    "dire_wolf",
    "wraith",
    "nameless",
    "human",
    "elf",
    "dwarf",
    "halfcronk",
    "swamp_creature",
    "gate",
    "human-apprentice",
    "elf-apprentice",
    "dwarf-apprentice",
]


@pytest.mark.parametrize("kind", CAST)
def test_everybody_has_an_emblem(kind: str) -> None:
    """Nobody of the game goes as a stranger."""
    assert kind in EMBLEMS
    assert emblem(kind, BOLD) is emblem(kind, BOLD)


def deuteranopic(colour: palette.RGB) -> tuple[float, float, float]:
    """What is left of a colour for an eye without green cones (Viénot 1999, linear light)."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in colour)
    mixed = 0.29275 * red + 0.70725 * green
    return mixed, mixed, -0.02234 * red + 0.02234 * green + blue


def test_grounds_can_be_told_apart_without_green() -> None:
    """Red, gold, blue, paper and ink stay different for the colour-blind; signs have their own shapes besides."""
    strong = [palette.INK, palette.PAPER_RGB, palette.WATER_RGB, palette.GOLD_RGB, palette.RED_RGB]

    for one, other in combinations(map(deuteranopic, strong), 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.03


def test_the_palette_has_64_colours() -> None:
    """Eight grounds, eight levels of ink."""
    assert len(palette.colours()) == 64
    assert len(palette.flat()) == 192


def test_dice_show_their_faces() -> None:
    """Six different faces; more than a row of dice is more than a row high."""
    faces = [grey(die(face, 64), 64) for face in range(1, 7)]

    assert all(difference(one, other) > 2 for one, other in combinations(faces, 2))
    assert len(draw_dice((1, 2, 3))) < len(draw_dice(range(1, 25)))
    assert draw_dice(())
