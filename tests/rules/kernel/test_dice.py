"""Dice codes as the rulebooks write them, and what they can show."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.dice import Dice, Rolled, odds, parse, typed_code
from rules.kernel.errors import Refused


@pytest.mark.parametrize(
    ("code", "least", "most"),
    [
        ("1K6", 1, 6),
        ("2K6", 2, 12),
        ("20K6", 20, 120),
        ("1K3", 1, 3),
        ("2K3+2", 4, 8),
        ("1K6+4", 5, 10),
        ("2K6-1", 1, 11),
        ("1K6x4", 4, 24),
        ("1K6×10", 10, 60),
        ("1K6*10", 10, 60),
        ("1k6", 1, 6),
        (" 1 K 6 + 2 ", 3, 8),
        ("½+2", 3, 5),
        ("½+0", 1, 3),
        ("3+2", 5, 20),
        ("1+12", 13, 18),
    ],
)
def test_a_code_has_a_smallest_and_a_largest_result(code: str, least: int, most: int) -> None:
    """Each form of the rulebook's codes, those of the counters too, can be read."""
    dice = parse(code)

    assert (dice.least, dice.most) == (least, most)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("d6", "1K6"),
        ("2d6+1", "2K6+1"),
        (" D3 ", "1K3"),
        ("k6", "1K6"),
        *((f"2d6{minus}1", "2K6-1") for minus in "\u2212\u2013\u2012\u2011\ufe63\uff0d"),
        ("2d6\u00a0+\u202f1", "2K6+1"),
        ("2d6\uff0b1", "2K6+1"),
        ("4d6 x2", "4K6x2"),
        ("1K6x4", "1K6x4"),
    ],
)
def test_dice_may_be_typed_as_outside_poland(typed: str, code: str) -> None:
    """With a d, and one die without its number."""
    assert typed_code(typed) == code


@pytest.mark.parametrize("typed", ["d", "dd6", "6d", "d20", "21d6", "", "die"])
def test_what_was_typed_wrong_is_repeated(typed: str) -> None:
    """The refusal names it as it was typed."""
    with pytest.raises(Refused) as refusal:
        typed_code(f" {typed}")

    assert (refusal.value.reason, refusal.value.facts["code"]) == ("dice_code", typed)


@pytest.mark.parametrize(
    "code",
    [
        "", " ", "K6", "0K6", "-1K6", "1K", "1K4", "1K20", "1D6", "1K6;DROP", "1K6+", "1K6++1", "1K6+1+1", "1K6+1000",
        "21K6", "99K6", "999999K6", "1.5K6", "½", "½K6", "½+", "¾+1", "0+2", "10+2", "7", "one die", "1K6 # comment",
        "1K6\x00", "١K6", "1Κ6", "１K6", "🎲", "1K6x0", "2K3×000", "1K6" * 1000,
    ],
    ids=lambda code: ascii(code[:12]),
)  # fmt: skip
def test_what_is_no_code_is_refused_in_one_sentence(code: str) -> None:
    """A player who types nonsense hears what dice look like, and at most forty characters of the nonsense."""
    with pytest.raises(Refused) as refusal:
        parse(code)

    assert refusal.value.reason == "dice_code"
    assert refusal.value.facts == {"code": code[:40], "most": 20}


@pytest.mark.parametrize("code", ["1٠K6", "1K6+٣", "½+２"])
def test_digits_of_other_scripts_are_no_dice(code: str) -> None:
    """Ten dice written half in Arabic digits are nothing that the rulebook writes."""
    with pytest.raises(Refused):
        parse(code)


@pytest.mark.parametrize(
    ("code", "pip", "result"), [("1K6x4", 5, 20), ("1K3+2", 1, 3), ("1K3+2", 4, 4), ("1K3+2", 5, 5)]
)
def test_the_worked_example_of_chapter_three(code: str, pip: int, result: int) -> None:
    """1K6x4 with a five is twenty; 1K3+2 with one, four and five is three, four and five."""
    assert Rolled(code, (pip,)) == result


@pytest.mark.parametrize(("pip", "shown"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_three_sided_die_is_half_of_a_six_sided_one(pip: int, shown: int) -> None:
    """1K3: 1–2 count one, 3–4 two, 5–6 three; the counter ½+m likewise."""
    assert Rolled("1K3", (pip,)) == shown
    assert Rolled("½+2", (pip,)) == shown + 2


def test_a_result_keeps_its_dice() -> None:
    """Whoever draws or checks a roll finds the natural pips and what each die shows, and counts with the number."""
    rolled = Rolled("2K3x10", (1, 6))

    assert rolled == 40
    assert rolled + 2 == 42
    assert rolled.pips == (1, 6)
    assert rolled.dice == (1, 3)


def test_two_dice_make_a_seven_once_in_six() -> None:
    """The odds that a prompt shows are those of the dice."""
    chances = odds("2K6")

    assert isclose(chances[7], 1 / 6)
    assert isclose(chances[2], 1 / 36)
    assert sorted(chances) == list(range(2, 13))


codes = st.builds(
    Dice,
    count=st.integers(1, 20),
    faces=st.sampled_from([3, 6]),
    plus=st.integers(-999, 999),
) | st.builds(Dice, count=st.integers(1, 20), faces=st.sampled_from([3, 6]), times=st.integers(1, 999))


@given(codes)
def test_a_code_reads_back_as_it_is_written(dice: Dice) -> None:
    """Writing dice down and reading them gives the same dice."""
    assert parse(str(dice)) == dice


@given(codes)
def test_the_chances_of_all_results_make_one(dice: Dice) -> None:
    """Something always falls, and never less than the least or more than the most."""
    chances = odds(str(dice))

    assert isclose(sum(chances.values()), 1)
    assert (min(chances), max(chances)) == (dice.least, dice.most)


@given(codes, st.data())
def test_every_throw_lies_within_the_odds(dice: Dice, data: st.DataObject) -> None:
    """No throw of legal pips gives a result that the odds do not know."""
    pips = data.draw(st.tuples(*[st.integers(1, 6)] * dice.count))

    assert int(Rolled(str(dice), pips)) in odds(str(dice))


@given(st.text(max_size=12))
def test_whatever_is_typed_is_dice_or_is_refused(code: str) -> None:
    """No typed text does anything but make dice or be refused."""
    try:
        count = parse(code).count
    except Refused:
        count = None

    assert count is None or 1 <= count <= 20
