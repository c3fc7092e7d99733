"""What a game master sets right in the party: strength and death, sheets, things, spells, and the house rules."""

from __future__ import annotations

import pytest

from rules.kernel.errors import Refused
from rules.kernel.grid import Square
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.events.corrections import MemberReturned, StrengthSet, TraitSet
from rules.labirynt_smierci.model import Game
from tests.rules.labirynt_smierci.set_right import PARTY, RULES, a_game, of, orcs, question, set_right
from tests.rules.labirynt_smierci.witness import impossible

# Strength and death ----------------------------------------------------------------------------------------------


def test_strength_is_set_by_healing_and_wounding() -> None:
    """Wounds go before strength that was spent on spells; the full strength stays."""
    game = a_game(party=[{"hero": "almuric", "wounds": 5, "spent": 1}, {"hero": "gislan"}])
    full = of(game, "almuric").strength

    told = set_right(game, "strength:almuric", full - 3)

    almuric = of(game, "almuric")
    assert (almuric.strength, almuric.wounds, almuric.spent) == (full, 2, 1)
    assert told == [StrengthSet(Word("hero.almuric"), full - 6, full - 3)]


def test_strength_goes_from_death_to_the_full_strength() -> None:
    """A slip of the finger does not make a giant: the full strength is a number of its own."""
    game = a_game(party=[{"hero": "almuric", "wounds": 5}, {"hero": "gislan"}])
    full = of(game, "almuric").strength

    asked_for = question(game, "strength:almuric")

    assert (asked_for.least, asked_for.most) == (0, full)
    with pytest.raises(Refused):
        set_right(game, "strength:almuric", full + 1)


def test_strength_0_is_death_like_any_other() -> None:
    """He leaves the ranks, what he carried lies on the floor, and his comrades may call him back."""
    game = a_game()
    of(game, "almuric").gold, game.tally.gold = 7, 7

    told = set_right(game, "strength:almuric", 0)

    experience = of(game, "almuric").experience
    where = Word("segment.corridor")
    assert CharacterDied(Word("hero.almuric"), 1, 1, experience, place=where, adventures=1) in told
    assert (game.fallen, game.heap.gold, of(game, "almuric").gold) == (["almuric"], 7, 0)
    assert game.formation == (("gislan", "zareth"),)


def test_the_last_one_cannot_be_struck_down() -> None:
    """A game does not end by a correction."""
    assert question(a_game(party=[{"hero": "almuric"}]), "strength:almuric").least == 1


def test_nobody_is_struck_down_where_monsters_wait() -> None:
    """There is no time to mourn."""
    assert question(a_game(monsters=orcs(3)), "strength:almuric").least == 1
    assert question(a_game(monsters=orcs(3, stance="truce")), "strength:almuric").least == 0


def test_the_dead_come_back_with_the_strength_that_is_set() -> None:
    """To the end of the formation."""
    game = a_game(party=[*PARTY[:2], {"hero": "zareth", "wounds": 99}])

    told = set_right(game, "strength:zareth", 4)

    assert told == [MemberReturned(Word("hero.zareth"), 4)]
    assert [one for rank in game.formation for one in rank] == ["almuric", "gislan", "zareth"]
    assert impossible_party(game) == []


def test_who_was_lost_in_a_pit_can_come_back() -> None:
    """Not even a bottomless one is beyond a game master."""
    game = a_game(party=[*PARTY[:2], {"hero": "zareth", "fate": "lost"}])

    set_right(game, "strength:zareth", 4)

    assert of(game, "zareth").alive


def test_a_stone_is_flesh_again() -> None:
    """With the strength that he had, wherever the party is now."""
    game = a_game(party=[*PARTY[:2], {"hero": "zareth", "fate": "stone"}])
    of(game, "zareth").stone_at = (1, Square(-1, -1))

    set_right(game, "flesh:zareth")

    assert of(game, "zareth").alive
    assert of(game, "zareth").stone_at is None


def impossible_party(game: Game) -> list[str]:
    """What is wrong with the party; mazes of a test are shorter than the bag has it."""
    return [wrong for wrong in impossible(game) if not wrong.startswith(("chits", "levels", "entrances", "level"))]


# The sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "now"), [("full", 30), ("resistance", 4), ("dexterity", 9), ("gold", 250), ("experience", 800)]
)
def test_a_number_of_a_sheet_is_set(what: str, now: int) -> None:
    """Full strength, resistance, dexterity, gold, experience."""
    game = a_game()

    set_right(game, f"{what}:gislan", now)

    assert getattr(of(game, "gislan"), "strength" if what == "full" else what) == now


@pytest.mark.parametrize(
    ("wounds", "now", "left"), [(0, 30, 30), (3, 30, 27), (0, 4, 4), (3, 4, 4), (7, 10, 3), (7, 5, 1), (2, 7, 6)]
)
def test_the_full_strength_takes_along_what_is_left(wounds: int, now: int, left: int) -> None:
    """Wounds stay where there is room for them; lowered, only what would be above it is lost, and nobody dies."""
    game = a_game(party=[{"hero": "almuric", "wounds": wounds}, {"hero": "gislan"}])
    before = of(game, "almuric").strength

    [told] = set_right(game, "full:almuric", now)

    assert (before, of(game, "almuric").strength, of(game, "almuric").strength_now) == (8, now, left)
    assert told == TraitSet(Word("hero.almuric"), Word("trait.full"), 8, now)


@pytest.mark.parametrize(("what", "now"), [("strength", 10), ("full", 7)])
def test_a_ruling_gives_back_spent_strength_and_leaves_no_negative_wounds(what: str, now: int) -> None:
    """Gislan has spent 3 of his 10 on spells and has no wounds; at 10 of 10 or 7 of 7 nothing counts as spent."""
    game = a_game(party=[{"hero": "almuric"}, {"hero": "gislan", "spent": 3}])
    gislan = of(game, "gislan")

    set_right(game, f"{what}:gislan", now)

    assert (gislan.strength_now, gislan.wounds, gislan.spent) == (now, 0, 0)


def test_the_full_strength_is_any_number() -> None:
    """Wounds do not bound it; death has an entry of its own."""
    full = question(a_game(party=[{"hero": "almuric", "wounds": 3}]), "full:almuric")

    assert (full.least, full.most) == (1, 99)


def test_experience_never_falls_below_what_was_spent() -> None:
    """Two improvements were bought."""
    game = a_game(party=[{"hero": "almuric", "experience": 900, "bought": 2}])

    assert question(game, "experience:almuric").least == 2 * RULES.tables.experience.price


def test_gold_from_nowhere_counts_as_found() -> None:
    """The chronicle still adds up."""
    game = a_game()

    set_right(game, "gold:almuric", 30)

    assert (game.purse, game.tally.gold) == (30, 30)


def test_the_order_of_march_is_set() -> None:
    """By the same question as the party's own."""
    game = a_game()

    set_right(game, "formation", [["zareth", "gislan"], ["almuric"]])

    assert game.formation == (("zareth", "gislan"), ("almuric",))


# Things and spells -----------------------------------------------------------------------------------------------


def test_a_ring_is_given_and_taken_away() -> None:
    """Its nature is known; whoever wants to wear it puts it on."""
    game = a_game()

    set_right(game, "give:gislan", "ring.resurrection")
    [ring] = of(game, "gislan").items
    set_right(game, "take:gislan", ring.id)

    assert (ring.title.key, ring.worn) == ("item.ring.resurrection", False)
    assert of(game, "gislan").items == []


def test_a_magic_weapon_can_be_used_by_whoever_is_given_it() -> None:
    """And no more when it is taken away again, even out of his hand."""
    game = a_game()
    gislan = of(game, "gislan")
    own = list(gislan.weapons)

    set_right(game, "arm:gislan", {"what": "weapon.axe", "plus": 3})
    gislan.in_hand = "axe"
    held = list(gislan.weapons)
    set_right(game, "take:gislan", gislan.items[0].id)

    assert "axe" in held
    assert (gislan.weapons, gislan.in_hand) == (own, own[0])


@pytest.mark.parametrize("what", ["jewel", "art.icon"])
def test_a_valuable_counts_as_wealth(what: str) -> None:
    """At the price that is set."""
    game = a_game()

    set_right(game, "valuable:zareth", {"what": what, "worth": 500})

    assert of(game, "zareth").wealth == 500


def test_a_spell_is_taught_and_forgotten() -> None:
    """What is known no more is not usable either."""
    game = a_game()

    set_right(game, "learn:gislan", "lock")
    set_right(game, "forget:gislan", "sleep")

    assert (of(game, "gislan").known, of(game, "gislan").usable) == (["heal", "lock"], [])


def test_usable_spells_are_as_many_as_the_sun_allows() -> None:
    """Two under the red sun; a spell with limited uses has the usual number of them."""
    game = a_game()

    set_right(game, "usable:gislan", ["sleep", "heal"])

    assert of(game, "gislan").usable == ["sleep", "heal"]
    assert of(game, "gislan").uses == {"heal": 2}
    assert question(game, "usable:gislan").most == 2


def test_another_sun_leaves_what_it_allows() -> None:
    """One spell under the blue sun."""
    game = a_game()
    of(game, "gislan").usable = ["sleep", "heal"]

    set_right(game, "sun", "blue")

    assert (game.sun, of(game, "gislan").usable) == ("blue", ["sleep"])


def test_the_adventure_is_set_within_the_house_rules() -> None:
    """Outside one more is still to come."""
    game = a_game(options={"adventures": "4"})

    set_right(game, "adventure", 3)

    assert game.adventure == 3
    assert question(game, "adventure").most == 4
    assert question(a_game(options={"adventures": "4"}, outside=True, at=[0, 0]), "adventure").most == 3


# House rules -----------------------------------------------------------------------------------------------------


def test_house_rules_change_but_for_those_that_made_the_party() -> None:
    """Heroes and apprentices are there already."""
    game = a_game()

    RULES.agree(game, {"resistance": "no", "heroes": "3", "experience": "six"})
    with pytest.raises(Refused, match="option_fixed"):
        RULES.agree(game, {"heroes": "2"})
    with pytest.raises(Refused, match="option"):
        RULES.agree(game, {"dragons": "yes"})

    assert (game.options.resistance, game.options.experience, game.options.heroes) == (False, "six", 3)


@pytest.mark.parametrize(("outside", "last"), [(False, 3), (True, 4)])
def test_fewer_adventures_than_there_were_make_the_next_end_the_last(outside: bool, last: int) -> None:
    """In the third one inside this is the last, outside the one to come."""
    game = a_game(adventure=3, outside=outside, at=[0, 0])

    RULES.agree(game, {"adventures": "1"})

    assert game.options.adventures == last


def test_spells_that_were_cast_more_often_than_once_are_used_up() -> None:
    """From now on each can be cast but once in an adventure."""
    game = a_game(party=[{**PARTY[1], "cast": {"sleep": 3}}, PARTY[0]])

    RULES.agree(game, {"spells": "once"})

    assert of(game, "gislan").cast == {"sleep": 1}
