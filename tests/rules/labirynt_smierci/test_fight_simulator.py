"""The fast simulator of fights goes by the rules of the real ones; ``make soak`` compares a whole grid of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from rules.labirynt_smierci.combat import fight_simulator, odds
from rules.labirynt_smierci.combat.fight_simulator import FACES, Foe, Ours, PaperFight, Powers
from tests.soak.fights import compare

POWERS = Powers(shows=3, casts=3, fire=(1,), regeneration=0, blasts=0, blast=0, gate_any=False)
HARMLESS = (0,) * 52


@pytest.mark.parametrize("name", ["5 cronks, three", "3 orcs, three", "gargoyle, four"])
def test_the_odds_shown_are_near_those_of_the_real_rule(name: str) -> None:
    """Of 40 real fights; ``make soak`` compares thirty match-ups by 2,000."""
    row = compare(name, 40)

    assert abs(row.told.wiped - row.real.wiped) <= 0.1
    assert abs(row.told.fallen - row.real.fallen) <= 0.25
    assert abs(row.told.loss - row.real.loss) <= 2.0


def paper_fight(*ours: Ours, foes: tuple[int, ...]) -> PaperFight:
    """A fight against harmless foes of these strengths; the last of ours stands in the second rank."""
    ranks = (tuple(range(len(ours) - 1)), (len(ours) - 1,))
    against = tuple(Foe(strength=strength, numbers=HARMLESS) for strength in foes)
    return PaperFight((ours, ranks, against, POWERS))


BYSTANDER = Ours(strength=9)


def test_orders_are_given_before_the_first_blow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two aim at the weakest foe; it falls, and the arrow goes to the nearest, not to the weakest that is left."""
    monkeypatch.setattr(fight_simulator, "LONGEST", 1)
    fight = paper_fight(Ours(strength=9, strike=(1,) * 6), BYSTANDER, Ours(strength=9, shot=(3,) * 6), foes=(6, 1, 4))

    fight.fought(cycle([0]))

    assert fight.hp == [3, 0, 4]


@pytest.mark.parametrize(("strength", "left"), [(2, 0), (3, 1)])
def test_two_knives_are_two_throws(strength: int, left: int) -> None:
    """After them the thrower's hands are empty [9.5]."""
    fight = paper_fight(BYSTANDER, BYSTANDER, Ours(strength=9, shot=(1,) * 6, throws=2), foes=(strength,))

    fight.fought(cycle([0]))

    assert fight.hp == [left]


def test_who_steps_up_with_a_bow_draws_a_sword_first() -> None:
    """A round without a blow, in which the foe strikes once more."""
    foes, rounds = (4,), []
    for draws in (False, True):
        archer = Ours(strength=9, shot=(0,) * 6, strike=(2,) * 6, draws=draws)
        rounds.append(paper_fight(BYSTANDER, archer, foes=foes).fought(cycle([0])).rounds)

    assert rounds == [3, 4]


def test_the_dice_of_a_block_of_fights_show_each_face_once() -> None:
    """So that few fights come near the mean of many."""
    assert len(odds.DICE) == FACES
    assert all(sorted(faces) == list(range(FACES)) for faces in zip(*odds.DICE, strict=True))
    assert odds.SHORT % FACES == odds.LONG % FACES == 0


@pytest.mark.parametrize(("strength", "fights"), [(1, odds.SHORT), (7, odds.LONG), (90, odds.SHORT)])
def test_a_doubtful_fight_is_simulated_more_often(monkeypatch: pytest.MonkeyPatch, strength: int, fights: int) -> None:
    """One that is always won or always lost costs no more than it must."""
    made: list[PaperFight] = []

    class Noted(PaperFight):
        def fought(self, dice: Iterator[int], *, monsters_first: bool = False) -> fight_simulator.Ended:
            made.append(self)
            return super().fought(dice, monsters_first=monsters_first)

    monkeypatch.setattr(fight_simulator, "PaperFight", Noted)
    ours, foe = (
        Ours(strength=7, strike=(0, 0, 0, 1, 1, 1)),
        Foe(strength=strength, numbers=(*HARMLESS[:16], *(1,) * 36)),
    )

    told = odds.fought(((ours,), ((0,),), (foe,), POWERS), False, odds.LONG)

    assert len(made) == fights
    assert (0 < told.wiped < 1) is (fights == odds.LONG)


def test_a_long_fight_is_told_to_its_end() -> None:
    """It was broken off after twenty rounds and counted as won."""
    fight = PaperFight(((Ours(strength=30, strike=(0,) * 6),), ((0,),), (Foe(strength=1, numbers=(1,) * 52),), POWERS))

    ended = fight.fought(cycle([0]))

    assert (ended.rounds, ended.lost) == (30, True)


def test_a_weapon_skill_is_rolled_for_each_fight() -> None:
    """Its mean, rounded up, told an Evil Hero too strong."""
    wounds, foe = [], Foe(strength=1, numbers=tuple(range(-12, 40)), skills=(1, 2, 3, 4, 5, 6))
    for face in (0, 5):
        fight = PaperFight(((Ours(strength=99),), ((0,),), (foe,), POWERS))
        fight._begin(cycle([face]))
        fight._take_places()
        fight._monsters()
        wounds.append(99 - fight.left[0])

    assert wounds == [1 + 1, 6 + 6]


def test_no_foes_are_a_fight_without_a_round() -> None:
    """A game master has taken them all away."""
    assert odds.fought(((BYSTANDER,), ((0,),), (), POWERS), False, odds.LONG) == odds.Odds(0.0, 0.0, 0.0, 0.0)


def test_more_of_the_same_fights_do_not_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few fights tell that the odds are doubtful; the others are added to them."""
    sides = (Ours(strength=7, strike=(0, 0, 0, 1, 1, 1)),), ((0,),), (Foe(strength=7, numbers=(1,) * 52),), POWERS
    few = odds.fought(sides, False, 18)
    told = odds.fought(sides, False, odds.SHORT)
    made, fought = [], PaperFight.fought
    monkeypatch.setattr(PaperFight, "fought", lambda *args, **kwargs: made.append(1) or fought(*args, **kwargs))
    odds.fought.cache_clear()
    odds._begun.cache_clear()

    assert odds.fought(sides, False, 18) == few
    assert odds.fought(sides, False, odds.SHORT) == told
    assert len(made) == odds.SHORT


def test_several_threads_may_ask_for_the_same_fight() -> None:
    """As a long replay beside a press of the same table does: each gets the odds that one alone gets."""
    sides = (Ours(strength=7, strike=(0, 0, 0, 1, 1, 1)),), ((0,),), (Foe(strength=7, numbers=(1,) * 52),), POWERS
    alone, interval = odds.fought(sides, False, odds.SHORT), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for _ in range(20):
                odds._begun.cache_clear()
                told = threads.map(lambda _: odds.fought.__wrapped__(sides, False, odds.SHORT), range(4))

                assert set(told) == {alone}
    finally:
        sys.setswitchinterval(interval)
