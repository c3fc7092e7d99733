"""The fast simulator of fights goes by the rules of the real ones; ``make soak`` compares a whole grid of them."""

from __future__ import annotations

from itertools import cycle

import pytest

from rules.labirynt_smierci.combat import fight_simulator
from rules.labirynt_smierci.combat.fight_simulator import Foe, Ours, PaperFight, Powers
from tests.soak.fights import compare

POWERS = Powers(shows=3, casts=3, fire=(1,), regeneration=0, blasts=0, blast=0, gate_any=False)
HARMLESS = (0,) * 52


@pytest.mark.parametrize("name", ["5 cronks, three", "3 orcs, three", "gargoyle, four"])
def test_the_odds_shown_are_near_those_of_the_real_rule(name: str) -> None:
    """Of 40 real fights and 400 simulated ones; five Cronks were told to kill nobody, and kill in every fourth."""
    row = compare(name, 40, 400)

    assert abs(row.told.wiped - row.real.wiped) <= 0.1
    assert abs(row.told.fallen - row.real.fallen) <= 0.25
    assert abs(row.told.loss - row.real.loss) <= 2.0


def paper_fight(*ours: Ours, foes: tuple[int, ...]) -> PaperFight:
    """A fight against harmless foes of these strengths; the last of ours stands in the second rank."""
    ranks = (tuple(range(len(ours) - 1)), (len(ours) - 1,))
    against = tuple(Foe(strength=strength, numbers=HARMLESS) for strength in foes)
    return PaperFight(ours, ranks, against, POWERS, cycle([0]))


BYSTANDER = Ours(strength=9)


def test_orders_are_given_before_the_first_blow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two aim at the weakest foe; it falls, and the arrow goes to the nearest, not to the weakest that is left."""
    monkeypatch.setattr(fight_simulator, "LONGEST", 1)
    fight = paper_fight(Ours(strength=9, strike=(1,) * 6), BYSTANDER, Ours(strength=9, shot=(3,) * 6), foes=(6, 1, 4))

    fight.fought()

    assert fight.hp == [3, 0, 4]


@pytest.mark.parametrize(("strength", "left"), [(2, 0), (3, 1)])
def test_two_knives_are_two_throws(strength: int, left: int) -> None:
    """After them the thrower's hands are empty [9.5]."""
    fight = paper_fight(BYSTANDER, BYSTANDER, Ours(strength=9, shot=(1,) * 6, throws=2), foes=(strength,))

    fight.fought()

    assert fight.hp == [left]


def test_who_steps_up_with_a_bow_draws_a_sword_first() -> None:
    """A round without a blow, in which the foe strikes once more."""
    foes, rounds = (4,), []
    for draws in (False, True):
        archer = Ours(strength=9, shot=(0,) * 6, strike=(2,) * 6, draws=draws)
        rounds.append(paper_fight(BYSTANDER, archer, foes=foes).fought().rounds)

    assert rounds == [3, 4]
