"""Fights: who stands where, who has changed sides, and the states that a round depends on."""

from __future__ import annotations

from io import BytesIO

import msgspec
from PIL import Image

from images.labirynt_smierci.battle import draw_battle
from images.layout import WIDTH
from rules.kernel.words import Word
from rules.labirynt_smierci.view import BattleView, FighterView
from tests.images.looking import asked_by
from tests.images.mazes import a_battle, a_battle_at_the_gate, a_fighter, a_great_battle, words
from tests.images.tidings import A_DEATH


def duel(ours: FighterView, theirs: FighterView) -> bytes:
    return draw_battle(BattleView(1, ((ours,),), ((theirs,),)), words)


def test_each_state_of_a_fighter_shows() -> None:
    """Awake, asleep, shielded, both: four pictures."""
    states = [{"asleep": asleep, "shielded": shielded} for asleep in (False, True) for shielded in (False, True)]
    elf, orc = a_fighter("1", "Gwaigilion", "elf"), a_fighter("A", "ork", "orc")

    assert len({duel(msgspec.structs.replace(elf, **state), orc) for state in states}) == 4
    assert len({duel(elf, msgspec.structs.replace(orc, **state)) for state in states}) == 4


def explained(ours: FighterView, theirs: FighterView) -> set[str]:
    """The states that a fight between these two explains."""
    battle = BattleView(1, ((ours,),), ((theirs,),))
    return {key for key in asked_by(lambda say: draw_battle(battle, say)) if key in ("battle.charmed", "battle.turned")}


def test_who_changed_sides_is_marked_and_explained() -> None:
    """A monster with the party, a member with the monsters: each brings its sign and its words."""
    elf, orc = a_fighter("1", "Gwaigilion", "elf"), a_fighter("A", "ork", "orc")

    assert [explained(*pair) for pair in ((elf, orc), (orc, orc), (elf, elf))] == [
        set(),
        {"battle.charmed"},
        {"battle.turned"},
    ]
    assert len({duel(*pair) for pair in ((elf, orc), (orc, orc), (elf, elf))}) == 3


def test_a_monster_of_a_table_of_one_s_own_is_known_by_its_name() -> None:
    """It is at home among the monsters and charmed among the party; a hero of an own race the other way round."""
    spider, swan = a_fighter("A", Word("monster.spider"), "spider"), a_fighter("1", Word("hero.odile"), "swan")

    assert explained(swan, spider) == set()
    assert explained(spider, swan) == {"battle.charmed", "battle.turned"}


def test_who_has_just_fallen_is_named() -> None:
    """Between the formations, by a candle."""
    assert draw_battle(a_battle(), words, A_DEATH) != draw_battle(a_battle(), words)


def test_the_greatest_fight_is_still_a_picture() -> None:
    """Four ranks of three against eighteen, on low cards."""
    picture = Image.open(BytesIO(draw_battle(a_great_battle(), words)))

    assert picture.width == WIDTH


def test_fights_of_any_size() -> None:
    """An empty side, and ranks wider than a line of cards."""
    crowd = tuple(a_fighter(str(n), "ork", "orc") for n in range(7))

    assert draw_battle(BattleView(1, (), ()), words)
    assert draw_battle(BattleView(1, (crowd, crowd), (crowd,)), words)
    assert draw_battle(a_battle_at_the_gate(), words) != draw_battle(a_battle(), words)
