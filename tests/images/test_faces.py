"""Faces of Labirynt Śmierci: everybody of a party has one, and it stays."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from images.artwork import there_are
from images.labirynt_smierci.faces import APPRENTICES, HEROES, IN_HAND, face, is_a_woman, of_character, of_fighter
from rules.kernel.words import Word
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.view import CharacterView
from tests.images.looking import difference, grey
from tests.images.mazes import a_character, a_fighter, an_ally, an_apprentice

TABLES = load()
SMALL = 44
"""The side of a face on a battle card, on a phone, in pixels."""


def apprentice(race: str, name: str, number: int) -> CharacterView:
    return replace(an_apprentice(race), id=f"c{number}", name=name)


def test_every_hero_of_the_table_has_a_face_of_their_own() -> None:
    """And nobody else has one."""
    assert {one.id for one in TABLES.heroes.hero} == {*there_are(HEROES)}


def test_every_weapon_can_be_in_a_hand() -> None:
    """Of heroes and of apprentices."""
    assert {weapon for one in TABLES.heroes.hero for weapon in one.weapons} == {*there_are(IN_HAND)}


def test_nobody_looks_like_another() -> None:
    """At the size of a card on a phone, without colour, all with the same in their hands."""
    drawings = [f"{folder}/{one}" for folder in (HEROES, APPRENTICES) for one in there_are(folder)]
    seen = {drawing: grey(face(drawing, "sword", SMALL), SMALL) for drawing in drawings}

    for one, other in combinations(seen, 2):
        assert difference(seen[one], seen[other]) > 4, (one, other)


@pytest.mark.parametrize("race", [row.race for row in TABLES.apprentices.apprentice])
@pytest.mark.parametrize("names", [("Bran", "Wit", "Jaro", "Odo"), ("Iskra", "Mira", "Lena", "Nela")])
def test_four_apprentices_of_one_race_have_four_faces(race: str, names: tuple[str, ...]) -> None:
    """Who came one after the other."""
    seen = {of_character(apprentice(race, name, number)) for number, name in enumerate(names, 5)}

    assert len(seen) == 4
    assert all(one.startswith(f"{APPRENTICES}/{race}-") for one in seen)


def test_a_face_is_the_same_on_the_sheet_and_in_battle() -> None:
    """Whatever is in the hand, and also of a member who turned on the party."""
    iskra = apprentice("elf", "Iskra", 7)
    fighting = replace(a_fighter("7", "Iskra", "elf-apprentice"), person="c7")
    turned = replace(fighting, id="m2", mark="B")
    hero = a_character("s1", Word("hero.zurik"), "dwarf")

    assert of_character(iskra) == of_fighter(fighting) == of_fighter(turned)
    assert of_character(hero) == of_fighter(a_fighter("1", Word("hero.zurik"), "dwarf")) == f"{HEROES}/zurik"


def test_women_and_men_by_their_names() -> None:
    """As Polish names end; a second Mira is a woman, too."""
    assert [name for name in TABLES.apprentices.names if is_a_woman(name)] == [
        *("Iskra", "Mira", "Lena", "Zora", "Halszka", "Nela")
    ]
    assert is_a_woman("Mira II")
    assert not is_a_woman("Kuba")
    assert not is_a_woman("")


def test_who_has_no_face_goes_by_the_race_or_the_kind() -> None:
    """A hero of the group's own table, an apprentice of a race that has none, a charmed monster, a stranger."""
    assert of_character(a_character("s1", "Ktoś", "elf")) == "races/elf"
    assert of_character(apprentice("halfcronk", "Bran", 3)) == "races/halfcronk"
    assert of_character(an_ally()) == "monsters/ogre"
    assert of_character(apprentice("swan", "Bran", 3)) == "signs/stranger"
    assert face("races/elf", "sword", 40) is face("races/elf", "sword", 40)
    assert face("races/elf", "sword", 40) == face("races/elf", "", 40) != face(f"{HEROES}/zurik", "sword", 40)
