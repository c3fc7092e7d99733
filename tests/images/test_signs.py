"""Signs and emblems: each has a shape of its own, whatever its colour."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import ImageStat

from images import palette
from images import signs as marks
from images.artwork import STRANGER, art, there_are
from images.jaskinia import tokens as cave_emblems
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.pieces import pictogram, portrait
from images.signs import (
    FEATURES,
    destroyed,
    emblem_of,
    feature,
    icon,
    icon_path,
    monsters,
    opening,
    party,
    plight,
    sealed,
    stone,
    tick,
)
from images.versus import die, draw_dice
from tests.images.caves import tables as cave_tables
from tests.images.dungeons import tables
from tests.images.looking import difference, grey

SMALL = 24
EMBLEMS = [kind for folder in ("races", "monsters") for kind in there_are(folder)]
TYPES = there_are("jaskinia/types")
BOLD = 88


def test_features_differ_at_24_pixels() -> None:
    """Without colour, and at the size of a thumbnail's sign."""
    signs = {kind: grey(feature(kind, SMALL), SMALL) for kind in FEATURES}
    signs |= {"party": grey(party(6, SMALL), SMALL), "monsters": grey(monsters(3, SMALL), SMALL)}
    signs |= {"destroyed": grey(destroyed(SMALL), SMALL), "stone": grey(stone(SMALL), SMALL)}
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
    signs = {what: grey(icon(what, 32), 32) for what in (*there_are("icons"), "art", "a wand")}
    signs |= {what: grey(plight(what, 32), 32) for what in there_are("plights")}

    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 12, (one, other)


def test_a_found_weapon_looks_like_its_kind() -> None:
    """An axe is an axe; a weapon nobody knows is a sword; other finds go by their kind."""
    assert icon_path("item.weapon.axe") == "icons/axe"
    assert icon_path("item.weapon") == "icons/sword"
    assert icon_path("item.ring.sleep") == "icons/ring"


def test_emblems_differ() -> None:
    """Every race and monster can be told from every other."""
    cut = {kind: grey(art(emblem_of(kind), BOLD), BOLD) for kind in [*EMBLEMS, "somebody nobody knows"]}

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
]


@pytest.mark.parametrize("kind", CAST)
def test_everybody_has_an_emblem(kind: str) -> None:
    """Nobody of the game goes as a stranger."""
    assert kind in EMBLEMS
    assert emblem_of(kind) != STRANGER


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


def test_the_palette_has_112_colours() -> None:
    """Fourteen grounds, eight levels of ink."""
    assert len(palette.colours()) == 112
    assert len(palette.flat()) == 336


def test_dice_show_their_faces() -> None:
    """Six different faces; more than a row of dice is more than a row high."""
    faces = [grey(die(face, 64), 64) for face in range(1, 7)]

    assert all(difference(one, other) > 2 for one, other in combinations(faces, 2))
    assert len(draw_dice((1, 2, 3))) < len(draw_dice(range(1, 25)))
    assert draw_dice(())


def protanopic(colour: palette.RGB) -> tuple[float, float, float]:
    """What is left of a colour for an eye without red cones (Viénot 1999, linear light)."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in colour)
    mixed = 0.11238 * red + 0.88762 * green
    return mixed, mixed, 0.00401 * red - 0.00401 * green + blue


TEAM_COLOURS = (palette.UNDEAD_RGB, palette.DWARVES_RGB, palette.RATMEN_RGB, palette.ELVES_RGB)


@pytest.mark.parametrize("eye", [deuteranopic, protanopic])
def test_teams_can_be_told_apart_by_every_eye(eye: Callable[[palette.RGB], tuple[float, float, float]]) -> None:
    """Their colours stay different from each other and from the floor."""
    for one, other in combinations(map(eye, (*TEAM_COLOURS, palette.FLOOR_RGB)), 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.06


@pytest.mark.parametrize("colour", TEAM_COLOURS)
def test_marks_stay_readable_on_pawns(colour: palette.RGB) -> None:
    """Ink on the colour of a team has the contrast that small type needs (WCAG 2: 4.5)."""
    light, dark = (
        sum(part * (channel / 255) ** 2.2 for part, channel in zip((0.2126, 0.7152, 0.0722), one, strict=True))
        for one in (colour, palette.INK)
    )
    assert (light + 0.05) / (dark + 0.05) > 4.5


def test_pieces_and_chambers_differ_at_24_pixels() -> None:
    """Without colour: the shapes of the teams, special tokens, Camps, elements, Runes."""
    signs = {team: grey(pieces.badge(team, SMALL), SMALL) for team in pieces.TEAMS}
    signs |= {kind: grey(pieces.special(kind, "", SMALL), SMALL) for kind in pieces.SPECIAL}
    signs |= {kind: grey(pieces.sign(kind, SMALL), SMALL) for kind in pieces.SIGNS}
    signs |= {"camp": grey(pieces.camp("", SMALL), SMALL), "pile": grey(pieces.pile(SMALL), SMALL)}
    signs |= {"crystal": grey(pieces.crystal(SMALL), SMALL), "stunned": grey(marks.stunned(SMALL), SMALL)}

    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 12, (one, other)


def test_every_find_has_a_pictogram_of_its_own() -> None:
    """All kinds of the bag, the Crystal, the Glove; what nobody knows goes by its kind."""
    ids = [*(find.id for find in tables().finds.find), "crystal", "glove", "gem", "covered"]
    signs = {id: grey(pictogram(id, 32), 32) for id in ids}

    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 8, (one, other)
    assert pictogram("club", 32, "weapon") == pictogram("sword", 32) != pictogram("club", 32)


def test_everybody_of_labirynt_czarnoksieznika_has_a_portrait() -> None:
    """Characters, the Zombie and every monster of the table; no two look alike."""
    monsters = [row.id for row in tables().encounters.encounter if row.kind == "monster"]
    ids = [*(one.id for one in tables().characters.character), "zombie", *monsters]

    assert not [id for id in ids if portrait(id, BOLD) == art(STRANGER, BOLD)]
    cut = {id: grey(portrait(id, BOLD), BOLD) for id in [*ids, "somebody nobody knows"]}
    for one, other in combinations(cut, 2):
        assert difference(cut[one], cut[other]) > 20, (one, other)


def test_every_card_of_the_cave_has_an_emblem_of_its_own() -> None:
    """No card, Spell or Seeker goes as a stranger, and no two look alike, even at the size of a list."""
    cut = {f"card {one.id}": cave_emblems.card(one.id, 32, one.type) for one in cave_tables().cards.card}
    cut |= {f"spell {one.id}": cave_emblems.spell(one.id, 32) for one in cave_tables().spells.spell}
    cut |= {f"seeker {one.id}": cave_emblems.seeker(one.id, 32) for one in cave_tables().seekers.seeker}
    cut |= {f"guardian {id}": cave_emblems.guardian(id, 32) for id in there_are("jaskinia/guardians")}
    cut |= {f"type {type}": cave_emblems.type_sign(type, 32) for type in TYPES}
    cut |= {"stranger": cave_emblems.card("nobody knows", 32)}

    signs = {what: grey(sprite, 32) for what, sprite in cut.items()}
    for one, other in combinations(signs, 2):
        assert difference(signs[one], signs[other]) > 9, (one, other)


def test_every_type_of_card_has_a_sign() -> None:
    """A card that nobody has drawn yet goes by its type."""
    assert {card.type for card in cave_tables().cards.card} <= {*TYPES}
    assert grey(cave_emblems.card("new", 32, "event"), 32) == grey(cave_emblems.type_sign("event", 32), 32)
    assert cave_emblems.guardian("caveguardian.demons", 32) != cave_emblems.guardian("caveguardian.else", 32)


def test_pieces_of_the_cave_differ_at_24_pixels() -> None:
    """Without colour: six pawns, Gates shut and open, the Crystal, what lies about, special areas, trials, backs."""
    signs = {f"pawn {mark}": cave_emblems.pawn(mark, SMALL) for mark in range(7)}
    signs |= {f"gate {shown}": cave_emblems.gate(shown, SMALL) for shown in (False, True)}
    signs |= {name: cave_emblems.sight(name, SMALL) for name in (*there_are("jaskinia/sights"), "entrance", "unknown")}
    signs |= {f"trial {what}": cave_emblems.trial(what, True, SMALL) for what in cave_emblems.TRIALS}
    signs |= {"cards": cave_emblems.cards_on_floor(SMALL), "gold": cave_emblems.gold_piece(SMALL)}
    signs |= {"crystal": cave_emblems.crystal(SMALL), "power": cave_emblems.power(SMALL)}

    drawn = {what: grey(sprite, SMALL) for what, sprite in signs.items()}
    for one, other in combinations(drawn, 2):
        assert difference(drawn[one], drawn[other]) > 8, (one, other)


def test_backs_tell_the_decks_apart() -> None:
    """By the sign on them."""
    backs = [grey(cave_emblems.back(deck, 34), 34) for deck in ("cave", "adventure", "spells")]

    assert all(difference(one, other) > 4 for one, other in combinations(backs, 2))


PAWN_COLOURS = (*TEAM_COLOURS, palette.AZURE_RGB, palette.ROSE_RGB)


@pytest.mark.parametrize("colour", PAWN_COLOURS)
def test_numbers_stay_readable_on_six_pawns(colour: palette.RGB) -> None:
    """The contrast that large bold type needs (WCAG 2: 3)."""
    light, dark = (
        sum(part * (channel / 255) ** 2.2 for part, channel in zip((0.2126, 0.7152, 0.0722), one, strict=True))
        for one in (colour, palette.INK)
    )
    assert (light + 0.05) / (dark + 0.05) > 3
