"""Character cards and the party: what is on them, how they grow, and how much can be on them."""

from __future__ import annotations

from functools import partial
from io import BytesIO

import msgspec
import pytest
from PIL import Image

from images.cards import WIDTH
from images.labirynt_smierci.description import plights_of
from images.labirynt_smierci.faces import of_character
from images.labirynt_smierci.sheets import draw_card, draw_party, marks_of
from rules.labirynt_smierci.view import CharacterView, GateView
from tests.images import looking, mazes
from tests.images.polish import polish


def size(png: bytes) -> tuple[int, int]:
    image = Image.open(BytesIO(png))
    assert image.mode == "P"
    return image.size


def asked_by(one: CharacterView) -> list[str]:
    """The keys of all words that a character's card asks for."""
    return looking.asked_by(partial(draw_card, one))


def test_a_card_says_everything_about_its_character() -> None:
    """Race, weapons, skills, spells, finds, treasure, experience."""
    asked = asked_by(mazes.a_full_sheet())

    assert {"race.elf", "weapon.bow", "skill.gate", "spell.resurrection", "item.ring.heal"} <= {*asked}
    assert {"card.wounds", "card.spent", "card.absorbs", "card.might", "card.wealth", "card.improvements"} <= {*asked}


def test_a_card_tells_what_the_words_tell() -> None:
    """Skill with a weapon that is not there, and between adventures all known spells."""
    asked = asked_by(msgspec.structs.replace(mazes.a_full_sheet(), weapon_skill={"sword": 1}, spells=(), usable=()))

    assert {"weapon.sword", "spell.charm", "spell.blast", "spell.heal"} <= {*asked}


def test_a_card_leaves_out_what_is_not_there() -> None:
    """No spells, no finds, no armour: no lines for them."""
    asked = asked_by(mazes.an_apprentice())

    assert not {"card.spells", "card.worn", "card.carried", "card.armour", "card.wounds", "card.wealth"} & {*asked}


@pytest.mark.parametrize("fate", ["stone", "turned", "lost"])
def test_each_fate_is_told(fate: str) -> None:
    """In words, and with a sign on the portrait."""
    one = mazes.an_apprentice("human", fate)

    assert plights_of(one) == [fate]
    assert f"card.{fate}" in asked_by(one)
    assert "card.dead" in asked_by(mazes.a_character("ala", "Gislan", "dwarf", alive=False))


def test_a_charmed_monster_has_a_card_too() -> None:
    """Its own emblem with a heart; no race, no purse, no experience."""
    asked = asked_by(mazes.an_ally())

    assert of_character(mazes.an_ally()) == "monsters/ogre"
    assert marks_of(mazes.an_ally()) == ["charmed"]
    assert {"monster.ogre", "card.ally", "weapon.monsters"} <= {*asked}
    assert not {"race.ogre", "card.purse", "card.experience"} & {*asked}


def test_a_card_is_as_wide_as_a_phone_shows_well() -> None:
    """Whoever has more to show has a taller one."""
    sizes = [size(draw_card(one, mazes.words)) for one in mazes.a_hand()]

    assert {width for width, _ in sizes} == {WIDTH}
    assert len({height for _, height in sizes}) > 1


def test_anybody_has_a_card() -> None:
    """No strength at all, a hundred finds of kinds that nobody knows."""
    odd = [mazes.an_item("wand", f"w{number}", 99, 99_999) for number in range(100)]
    one = msgspec.structs.replace(mazes.a_full_sheet(), items=tuple(odd), full=0, strength=-3, race="swan", skills={})

    assert size(draw_card(one, mazes.words))[1] > size(draw_card(mazes.a_full_sheet(), mazes.words))[1]


def test_the_party_s_picture_tells_of_the_gate() -> None:
    """As soon as anything is known of it."""
    party = msgspec.structs.replace(mazes.a_late_party(), gate=None)
    known = (GateView(2, None, False, False), GateView(2, 3, False, False), GateView(2, 0, True, True))

    assert len({draw_party(msgspec.structs.replace(party, gate=gate), polish) for gate in (None, *known)}) == 4


def test_who_is_out_of_play_takes_less_room() -> None:
    """Three of the party lie in one row of small cards."""
    out = [msgspec.structs.replace(one, alive=False, fate="stone") for one in mazes.a_hand()[:3]]
    alive = [msgspec.structs.replace(one, alive=True, fate="") for one in out]
    lying, standing = (
        msgspec.structs.replace(mazes.a_party(), characters=tuple(who), formation=()) for who in (out, alive)
    )

    assert size(draw_party(lying, mazes.words))[1] < size(draw_party(standing, mazes.words))[1]


def test_a_weapon_of_its_kind_in_hand_is_in_use_on_the_card_too() -> None:
    """As the words below the card tell it: a found bow of an archer; of who has none it is in the pack."""
    bow = mazes.an_item("weapon", "bow")
    archer = msgspec.structs.replace(mazes.a_full_sheet(), items=(bow,), weapons=("bow",))
    other = msgspec.structs.replace(archer, weapons=("sword",))

    assert ("card.worn" in asked_by(archer), "card.carried" in asked_by(archer)) == (True, False)
    assert ("card.worn" in asked_by(other), "card.carried" in asked_by(other)) == (False, True)
