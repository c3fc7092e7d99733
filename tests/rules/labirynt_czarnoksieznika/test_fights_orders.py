"""Wounds and standing orders: what a player need not be asked, and what is done in their place."""

from __future__ import annotations

import pytest

from rules.labirynt_czarnoksieznika.characters.wounds import wound
from rules.labirynt_czarnoksieznika.events import fights
from tests.rules.labirynt_czarnoksieznika.builders import Play, a_game, attacks, finds, meets, ordered, play, put

SHIELD = "wound.shield"

# Joint defence ---------------------------------------------------------------------------------------------------


def test_always_together() -> None:
    """Nobody is asked; both defend."""
    game = a_game()
    ordered(game, "s2", joint="always")
    put(game, "taelin"), put(game, "velsa"), put(game, "osten")

    played = attacks(game, "taelin", "velsa", [2], [2])

    assert (played.asked, len(played.all(fights.JointDefence)), played.one(fights.ClashLost).theirs) == ([], 1, 9)


def test_never_together() -> None:
    """Nobody is asked; the attacked defends alone."""
    game = a_game()
    ordered(game, "s2", joint="never")
    put(game, "taelin"), put(game, "velsa"), put(game, "osten")

    played = attacks(game, "taelin", "velsa", [2], [2])

    assert (played.asked, played.all(fights.JointDefence), played.one(fights.ClashWon).theirs) == ([], [], 5)


def test_always_alone_is_always_without_a_mate() -> None:
    """There is nobody to defend with."""
    game = a_game()
    ordered(game, "s2", joint="always")
    put(game, "taelin"), put(game, "velsa")

    assert attacks(game, "taelin", "velsa", [2], [2]).all(fights.JointDefence) == []


# Scrolls when attacked -------------------------------------------------------------------------------------------


def test_never_cast() -> None:
    """The fireball stays where it is, and the attacker sees nothing of it."""
    game = a_game()
    ordered(game, "s2", scrolls="never")
    put(game, "taelin")
    azghul = put(game, "azghul", pack=["fireball"])

    assert attacks(game, "taelin", "azghul", [3], [2]).asked == []
    assert azghul.pack == ["fireball"]


def test_cast_when_not_ahead_the_least_that_is_enough() -> None:
    """3 against 4: Weakness makes it 3 to 2; the fireball is spared."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin")
    azghul = put(game, "azghul", pack=["fireball", "weakness"])

    played = attacks(game, "taelin", "azghul", [3], [2])

    assert (played.asked, azghul.pack) == ([], ["fireball"])
    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (5, 5)


def test_a_tie_is_not_enough() -> None:
    """3 against 5: Weakness would make them equal, the fireball is better."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin", hand="dagger")
    azghul = put(game, "azghul", pack=["weakness", "fireball"])

    attacks(game, "taelin", "azghul", [3], [4])

    assert azghul.pack == ["weakness"]


def test_cast_one_after_the_other_while_not_ahead() -> None:
    """3 against 7: the fireball, then Weakness, then it is ahead and the Rust is spared."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin", hand="axe")
    azghul = put(game, "azghul", pack=["weakness", "fireball", "fireball"])

    played = attacks(game, "taelin", "azghul", [3], [3])

    assert [cast.scroll.key for cast in played.all(fights.ScrollCast)] == ["loot.fireball", "loot.weakness"]
    assert (azghul.pack, played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs) == (["fireball"], 8, 9)


def test_rust_counts_what_the_weapon_does() -> None:
    """Velsa's 3 against 4 and a dagger: Weakness is enough for a tie only, Rust for less; the most is cast first."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin", hand="dagger")
    velsa = put(game, "velsa", pack=["rust", "weakness"])

    played = attacks(game, "taelin", "velsa", [3], [2])

    assert ([cast.scroll.key for cast in played.all(fights.ScrollCast)], velsa.pack) == (
        ["loot.weakness", "loot.rust"],
        [],
    )


def test_who_is_ahead_casts_nothing() -> None:
    """Azghul with an axe is 6 to 4."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin")
    azghul = put(game, "azghul", hand="axe", pack=["fireball"])

    attacks(game, "taelin", "azghul", [3], [3])

    assert azghul.pack == ["fireball"]


def test_standing_orders_do_not_flee() -> None:
    """A Teleport scroll is never read unasked."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin")
    azghul = put(game, "azghul", pack=["teleport"])

    attacks(game, "taelin", "azghul", [3], [2])

    assert (azghul.at, azghul.pack) == ("A3@0", ["teleport"])


def test_an_order_answers_again_after_the_attackers_cast() -> None:
    """Ahead at first, it casts when the attacker's fireball changed that."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "liriel", pack=["fireball"])
    azghul = put(game, "azghul", pack=["fireball"])

    played = attacks(game, "liriel", "azghul", [3], [3], fight__magic=["fireball:liriel"])

    assert (azghul.pack, played.one(fights.ClashLost).theirs) == ([], 9)


def test_orders_about_scrolls_leave_only_joint_defence_to_ask() -> None:
    """No form: one choice that all may see; then the order casts."""
    game = a_game()
    ordered(game, "s2", scrolls="losing")
    put(game, "taelin", hand="axe"), put(game, "osten")
    azghul = put(game, "azghul", pack=["fireball"])

    played = attacks(game, "taelin", "osten", [3], [3], fight__joint=["joint"])

    assert (played.asked, azghul.pack, played.one(fights.ClashLost).theirs) == ([("s2", "fight.joint")], [], 13)


def test_orders_for_scrolls_hold_in_every_fight() -> None:
    """Against monsters, too: who carries a scroll for another day is not asked each time."""
    game = a_game()
    ordered(game, "s1", scrolls="never")
    put(game, "liriel", pack=["fireball"])

    assert meets(game, "liriel", "dragon", [2], [2]).asked == []


# Force shield ----------------------------------------------------------------------------------------------------


def shielded(
    order: str, *answers: str, pack: tuple[str, ...] = ("shield",), life: int = 3
) -> tuple[Play, int, list[str]]:
    """Azghul is beaten by Taelin: the play, Life Points, Backpack."""
    game = a_game()
    ordered(game, "s2", shield=order)
    put(game, "taelin")
    azghul = put(game, "azghul", pack=pack, life=life)
    played = attacks(game, "taelin", "azghul", [4], [2], **({"wound__shield": answers} if answers else {}))
    assert finds(game) == 88
    return played, azghul.life, azghul.pack


def test_a_shield_always() -> None:
    """Nobody is asked; the wound is ignored."""
    played, life, pack = shielded("always")

    assert (played.asked, life, pack, len(played.all(fights.WoundShielded))) == ([], 3, [], 1)


def test_a_shield_as_usual_when_a_wound_would_cost_life() -> None:
    """Nobody is asked; under Armour it is spared."""
    played, life, pack = shielded("life")
    armoured = a_game("dwarves", "elves")
    haldra = put(armoured, "haldra", worn=["helmet"], pack=["shield"])
    meets(armoured, "haldra", "sentry", [2], [5])

    assert (played.asked, life, pack) == ([], 3, [])
    assert (haldra.pack, haldra.worn) == (["shield"], [])


@pytest.mark.parametrize("pack", [("dagger",), ()])
def test_who_wants_to_be_asked_about_a_shield_is_asked_without_one(pack: tuple[str, ...]) -> None:
    """The same question; there is nothing but to take the wound."""
    played, life, _ = shielded("ask", "take", pack=pack)

    assert (played.asked, played.options(SHIELD), life) == ([("s2", SHIELD)], ["take"], 2)


def test_a_shield_never() -> None:
    """The scroll is spared."""
    played, life, pack = shielded("never")

    assert (played.asked, life, pack) == ([], 2, ["shield"])


@pytest.mark.parametrize(("answer", "life", "pack"), [("shield", 3, []), ("take", 2, ["shield"])])
def test_a_shield_if_asked_for(answer: str, life: int, pack: list[str]) -> None:
    """A secret question when the wound would fall."""
    played, left, carried = shielded("ask", answer)

    assert (played.asked, played.requests[0].secret, left, carried) == ([("s2", SHIELD)], True, life, pack)


@pytest.mark.parametrize(("foe", "worn"), [("sentry", ["helmet"]), ("dragon", [])])
def test_a_shield_takes_one_wound_and_comes_before_armour(foe: str, worn: list[str]) -> None:
    """The sentry's only wound, or the dragon's first; the helmet breaks by the second."""
    game = a_game("dwarves", "elves")
    ordered(game, "s1", shield="always")
    haldra = put(game, "haldra", worn=["helmet"], pack=["shield"])

    meets(game, "haldra", foe, [2], [5])

    assert (haldra.pack, haldra.worn, haldra.life) == ([], worn, 4)


def test_nobody_else_can_shield() -> None:
    """Liriel carries a shield, but Eriald is wounded; and he could not cast it himself."""
    game = a_game()
    ordered(game, "s1", shield="always")
    eriald = put(game, "eriald", pack=["shield"])
    put(game, "liriel", pack=["shield"])

    meets(game, "eriald", "dragon", [2], [5])

    assert eriald.life == 1


def test_a_wound_in_anothers_turn_is_shielded_only_when_attacked() -> None:
    """Azghul is hurt in the elves' turn without a fight."""
    game = a_game()
    ordered(game, "s2", shield="always")
    azghul = put(game, "azghul", pack=["shield"])

    play(lambda table: wound(table, game, azghul, 1))

    assert (azghul.life, azghul.pack) == (2, ["shield"])


# Armour ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "left"), [("helmet", "breastplate"), ("breastplate", "helmet")])
def test_the_ordered_part_breaks_first(order: str, left: str) -> None:
    """The owner's choice, given beforehand [7.1]."""
    game = a_game("dwarves", "elves")
    ordered(game, "s1", armour=order)
    borgrim = put(game, "borgrim", worn=["helmet", "breastplate"])
    game.entered = "borgrim"

    played = play(lambda table: wound(table, game, borgrim, 1))

    assert (played.asked, borgrim.worn, borgrim.life, game.rearrange) == ([], [left], 4, True)
    assert played.one(fights.ArmourBroke).armour.key == f"loot.{order}"
    assert finds(game) == 88


def test_who_wants_to_choose_the_part_is_asked() -> None:
    """Only as long as there is a choice: the second wound takes what is left, the third a Life Point."""
    game = a_game("dwarves", "elves")
    ordered(game, "s1", armour="ask")
    borgrim = put(game, "borgrim", worn=["helmet", "breastplate"])

    played = play(lambda table: wound(table, game, borgrim, 3), answers={"wound.armour": ["breastplate"]})

    assert ([broke.armour.key for broke in played.all(fights.ArmourBroke)], borgrim.life) == (
        ["loot.breastplate", "loot.helmet"],
        3,
    )


def test_the_only_part_breaks_whatever_the_order() -> None:
    """A helmet was ordered, a breastplate is worn."""
    game = a_game("dwarves", "elves")
    borgrim = put(game, "borgrim", worn=["breastplate"])

    play(lambda table: wound(table, game, borgrim, 1))

    assert (borgrim.worn, borgrim.life) == ([], 4)


def test_armour_in_the_backpack_does_not_help() -> None:
    """Only what is worn [A5]."""
    game = a_game("dwarves", "elves")
    borgrim = put(game, "borgrim", pack=["helmet"])

    play(lambda table: wound(table, game, borgrim, 1))

    assert (borgrim.pack, borgrim.life) == (["helmet"], 3)


def test_the_dead_take_no_more_wounds() -> None:
    """Two wounds, one Life Point."""
    game = a_game("dwarves", "elves")
    borgrim = put(game, "borgrim", life=1)

    played = play(lambda table: wound(table, game, borgrim, 2))

    assert (len(played.all(fights.Wounded)), borgrim.active) == (1, False)


# A bony body -----------------------------------------------------------------------------------------------------


def test_a_bony_body_ignores_a_wound_with_a_six() -> None:
    """Example 13: Osten loses 6 to 10 to the minotaur, and throws a six."""
    game = a_game("undead", "elves")
    osten = put(game, "osten")

    played = meets(game, "osten", "minotaur", [2], [5], bones__roll=[6])

    assert (played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs) == (6, 10)
    assert (osten.life, len(played.all(fights.WoundIgnored))) == (3, 1)


def test_each_of_the_dragons_wounds_is_thrown_for() -> None:
    """A six before Armour, then a five, and the helmet breaks."""
    game = a_game("undead", "elves")
    osten = put(game, "osten", worn=["helmet"])

    meets(game, "osten", "dragon", [2], [5], bones__roll=[6, 5])

    assert (osten.life, osten.worn) == (3, [])


# Dice ------------------------------------------------------------------------------------------------------------


def duel_of_the_rich(orders: dict[str, str], *dice: int, **answers: list[str]) -> Play:
    """Liriel attacks Azghul, who has four Gems and a Change of Fate, and these orders."""
    game = a_game()
    game.teams["s2"].gems = 4
    ordered(game, "s2", **orders)
    put(game, "liriel"), put(game, "azghul", pack=["fate"])
    return attacks(game, "liriel", "azghul", [dice[0]], [*dice[1:]], **answers)


def test_losing_is_asked_about_as_far_as_everybody_sees_what_with() -> None:
    """2 and a six against 3 and a four: the Gems are no secret; the scroll turns it unasked."""
    played = duel_of_the_rich({}, 6, 4, fight__reroll=["keep"])

    assert played.asked == [("s2", "fight.reroll")]
    assert (played.one(fights.ClashLost).theirs, len(played.all(fights.ScrollCast))) == (9, 1)


def test_a_tie_is_not_won() -> None:
    """2 and a five against 3 and a four: as if it were lost."""
    assert len(duel_of_the_rich({}, 5, 4, fight__reroll=["keep"]).all(fights.ScrollCast)) == 1


def test_a_won_clash_is_not_asked_about() -> None:
    """3 and a five against 2 and a two."""
    assert duel_of_the_rich({}, 2, 5).asked == []


def test_never_is_never() -> None:
    """Lost, and not asked."""
    assert duel_of_the_rich({"reroll": "never", "fate": "never"}, 6, 4).asked == []


def test_who_wants_to_be_asked_is_asked_even_about_a_won_clash() -> None:
    """Both questions."""
    orders = {"reroll": "ask", "fate": "ask"}

    played = duel_of_the_rich(orders, 2, 5, fight__reroll=["keep"], fight__fate=["keep"])

    assert [why for _, why in played.asked] == ["fight.reroll", "fight.fate"]
