"""Standing orders in fights: who ordered something is not asked, and who has nothing to do never is [6.5, 6.7]."""

from __future__ import annotations

import pytest

from rules.jaskinia.cards import spell_word
from rules.jaskinia.events.cards import SpellAnnounced, SpellCancelled
from rules.jaskinia.events.fights import DuelDieRethrown, Evaded, RivalBeaten, RivalsEven
from rules.jaskinia.model import Seeker
from rules.jaskinia.tables.effects import FightBonus
from rules.jaskinia.tables.sheets import Spell
from tests.rules.jaskinia.builders import a_game, attacks, faces, give, guarded, ordered, with_spell


def test_evade_always_throws_the_die_unasked() -> None:
    """And fights when it falls badly."""
    game = a_game("miner", "rogue")
    ordered(game, "s2", evade="always")

    assert attacks(game, evade__roll=[5]).came_of_it is True
    assert len(attacks(game, 1, 2, evade__roll=[1]).all(RivalsEven)) == 1


def test_evade_never_stands() -> None:
    """No die, no question."""
    game = a_game("miner", "rogue")
    ordered(game, "s2", evade="never")

    assert attacks(game, 1, 2).asked == []


def test_an_order_about_abilities_leaves_spells_to_be_asked_for() -> None:
    """The ability is tried first, then the Rogue is asked about Stillness [6.1]."""
    game = a_game("miner", "rogue")
    ordered(game, "s2", evade="always", defence="ask")
    give(game, "s2", "stillness")

    fought = attacks(game, evade__roll=[1], duel__evade=["cast:stillness"])

    assert (fought.options("duel.evade"), len(fought.all(Evaded))) == (["stand", "cast:stillness"], 1)


def test_defence_never_casts_nothing() -> None:
    """Neither to evade nor to help."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="never")
    alchemist = give(game, "s2", "stillness", "giant_might")

    attacks(game, 1, 2)

    assert alchemist.spells == ["stillness", "giant_might"]


def test_defence_when_losing_helps_who_is_not_ahead() -> None:
    """Against the Miner's 4 the Alchemist's 3 is not; with three more it is."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="losing")
    alchemist = give(game, "s2", "giant_might")

    fought = attacks(game, 1, 1, duel__spoils=["wound"])

    assert (len(fought.all(SpellAnnounced)), alchemist.spells) == (1, [])
    assert fought.one(RivalBeaten).own == 7


def test_defence_when_losing_helps_who_is_even() -> None:
    """4 and 4: a Spell brings the Gladiatrix ahead."""
    game = a_game("miner", "gladiatrix")
    ordered(game, "s2", defence="losing")
    gladiatrix = give(game, "s2", "giant_might")

    attacks(game, 3, 1, duel__spoils=["wound"])

    assert gladiatrix.spells == []


@pytest.mark.parametrize(
    ("strength", "cast"),
    [(4, ["trifle"]), (5, ["giant_might"]), (7, ["giant_might", "trifle"]), (9, ["giant_might", "trifle"])],
)
def test_defence_when_losing_casts_the_least_that_brings_ahead(strength: int, cast: list[str]) -> None:
    """The Alchemist's 4 with a Spell of 3 and a group's own one of 1; where none is enough the most, then the rest."""
    game = a_game("miner", "alchemist")
    bonus = FightBonus(stat="strength", n=1)
    with_spell(game, Spell(id="trifle", origin="house", section="7", window="before_fight", do=(bonus,)))
    game.seekers[0].strength, game.seekers[1].strength = strength, 4
    ordered(game, "s2", defence="losing")
    give(game, "s2", "giant_might", "trifle")

    fought = attacks(game, 1, 1, duel__spoils=["wound"])

    assert [event.spell for event in fought.all(SpellAnnounced)] == [spell_word(spell) for spell in cast]


def test_defence_when_losing_saves_spells_of_who_is_ahead() -> None:
    """The Miner's 4 against 3, evading Spells too."""
    game = a_game("alchemist", "miner")
    ordered(game, "s2", defence="losing")
    miner = give(game, "s2", "giant_might", "stillness")

    attacks(game, 2, 1)

    assert miner.spells == ["giant_might", "stillness"]


def test_defence_when_losing_evades_who_is_stronger() -> None:
    """With Stillness in hand there is no fight."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="losing")
    give(game, "s2", "stillness")

    fought = attacks(game)

    assert (fought.came_of_it, fought.asked) == (True, [])


def test_defence_when_losing_evades_who_is_even() -> None:
    """4 and 4 is not ahead."""
    game = a_game("miner", "gladiatrix")
    ordered(game, "s2", defence="losing")
    give(game, "s2", "stillness")

    assert attacks(game).came_of_it is True


@pytest.mark.parametrize(("answer", "evaded"), [("stand", False), ("evade", True)])
def test_who_asks_about_the_ability_is_asked_before_a_spell_is_spent(answer: str, evaded: bool) -> None:
    """The Rogue stands fast, and Stillness stays in hand; or the ability fails, and it is cast."""
    game = a_game("miner", "rogue")
    rogue = give(game, "s2", "stillness")
    dice = {"evade__roll": [1]} if evaded else {"duel__own": [1], "duel__foe": [2]}

    fought = attacks(game, duel__evade=[answer], **dice)

    assert (fought.options("duel.evade"), bool(fought.came_of_it)) == (["stand", "evade"], evaded)
    assert rogue.spells == ([] if evaded else ["stillness"])


@pytest.mark.parametrize("spells", [["knit_wounds"], []])
def test_an_attacked_who_wants_to_be_asked_is_asked_without_a_spell(spells: list[str]) -> None:
    """Whether to evade, and whether to cast: with nothing but to stand fast, and to pass [6.1, 6.7]."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="ask")
    give(game, "s2", *spells)

    fought = attacks(game, 1, 2, duel__evade=["stand"], duel__defence=["pass"])

    assert (fought.options("duel.evade"), fought.options("duel.defence")) == (["stand"], ["pass"])
    assert [request.secret for request in fought.requests] == [True, True]


def test_who_can_hold_no_spell_is_not_asked_for_one() -> None:
    """Everybody sees the Cannibal's Power [3.4]."""
    game = a_game("miner", "cannibal")
    ordered(game, "s2", defence="ask", dispel="ask")

    assert attacks(game, 4, 1, duel__spoils=["wound"]).asked == [("s1", "duel.spoils")]


@pytest.mark.parametrize(("order", "asked"), [("always", []), ("ask", [("s1", "duel.reroll")])])
def test_a_second_throw_by_order(order: str, asked: list[tuple[str, str]]) -> None:
    """``always`` when not won, without a question."""
    game = a_game("gladiatrix", "miner")
    ordered(game, "s1", reroll=order)
    answers = {"duel__reroll": ["reroll"]} if asked else {}

    fought = attacks(game, duel__own=[1, 3], duel__foe=[3], **answers)

    assert (len(fought.all(DuelDieRethrown)), fought.asked) == (1, asked)


def test_never_a_second_throw() -> None:
    """The one stands: 5 to 7."""
    game = a_game("gladiatrix", "miner")
    ordered(game, "s1", reroll="never")

    assert attacks(game, 1, 3, duel__spoils=["wound"]).asked == [("s2", "duel.spoils")]


@pytest.mark.parametrize(("order", "gold", "left"), [("wound", 2, (3, 2)), ("gold", 2, (4, 1)), ("gold", 0, (3, 0))])
def test_what_a_beaten_attacker_pays(order: str, gold: int, left: tuple[int, int]) -> None:
    """Endurance where there is no gold; the attacked is not asked."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", spoils=order)
    miner = game.seekers[0]
    miner.gold = gold

    fought = attacks(game, 1, 6)

    assert ((miner.endurance, miner.gold), fought.asked) == (left, [])


def test_who_attacks_is_asked_what_to_take() -> None:
    """The order is for the attacked."""
    game = a_game("miner", "alchemist")
    ordered(game, "s1", spoils="wound")

    assert attacks(game, 6, 1, duel__spoils=["gold"]).asked == [("s1", "duel.spoils")]


def test_dispel_when_aimed_cancels_stillness_at_the_attacker() -> None:
    """It is aimed at who attacks; a bonus is aimed at nobody."""
    game = a_game("friar", "alchemist")
    ordered(game, "s1", dispel="aimed")
    friar: Seeker = give(game, "s1", "dispel")
    give(game, "s2", "stillness", "giant_might")

    fought = attacks(game, 1, 1, duel__spoils=["gold"])

    assert (len(fought.all(SpellCancelled)), friar.spells) == (1, [])
    assert (len(fought.all(Evaded)), fought.one(RivalBeaten).own) == (0, 7)


def test_who_can_do_nothing_before_the_dice_is_not_asked() -> None:
    """Neither in a fight with Enemies, nor with a guardian, nor between Seekers."""
    assert faces(a_game("miner"), "goblin", own=6, foe=1).asked == []
    assert guarded(a_game("miner"), "fight", 5, 6, 1).asked == []
    assert attacks(a_game("miner", "friar"), 1, 2).asked == []
