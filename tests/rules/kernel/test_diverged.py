"""New code meets an old log: a row that answers another question is a divergence, never guessed at."""

from __future__ import annotations

import pytest

from rules.kernel.answers import Answer
from rules.kernel.errors import Diverged, RuleBroken
from rules.kernel.requests import CHANCE
from rules.kernel.table import Table
from tests.rules.kernel.toy import Camp, Plot, a_fork, a_march, a_price, no_dice, played, row, some

LEFT = row(0, "fork Choose s1", "s1", "left")
ALL_PAID = [row(0, f"price Amount {seat}", seat, 5, part=seat) for seat in ("s1", "s2")]


def fork(table: Table, camp: Camp) -> None:
    """Ala chooses a way, and goes to sleep."""
    camp.notes.append(table.ask(a_fork()))


def weather(table: Table, camp: Camp) -> None:
    """Two dice for the weather."""
    camp.notes.append(int(table.roll("2K6", "weather")))


def prices(table: Table, camp: Camp) -> None:
    """Ala and Bolek name a price."""
    camp.notes.append(dict(table.everyone("price", {"s1": a_price("s1"), "s2": a_price("s2")})))


def diverges(plot: Plot, *log: Answer) -> Diverged:
    """The divergence that this log leads to."""
    with pytest.raises(Diverged) as raised:
        played(plot, log, no_dice())
    return raised.value


@pytest.mark.parametrize(
    "old",
    [
        row(0, "bridge Choose s1", "s1", "left"),
        row(0, "fork Choose s2", "s2", "left"),
        row(0, "fork ChooseSome s1", "s1", ["left"]),
        row(0, "weather 2K6", CHANCE, [3, 4]),
        row(1, "fork Choose s1", "s1", "left"),
    ],
    ids=["another why", "another seat", "another kind", "dice", "another step"],
)
def test_an_answer_to_another_question_diverges(old: Answer) -> None:
    """The question's name, its kind, who is asked and its place must all be as recorded."""
    divergence = diverges(fork, old)

    assert (divergence.step, divergence.recorded, divergence.asked) == (old.step, old.asked, "fork Choose s1")


def test_an_answer_that_is_no_longer_legal_diverges() -> None:
    """The ladder was there yesterday; it is no player's mistake that it is gone today."""
    divergence = diverges(fork, row(0, "fork Choose s1", "s1", "ladder"))

    assert "ladder" in divergence.recorded
    assert "no_such_option" in divergence.asked


def test_another_dice_code_diverges() -> None:
    """One die was rolled where the rules now want two; impossible pips likewise."""
    assert diverges(weather, row(0, "weather 1K6", CHANCE, [3])).asked == "weather 2K6"
    assert "dice_pips" in diverges(weather, row(0, "weather 2K6", CHANCE, [3, 7])).asked


def test_a_marching_order_with_the_fallen_diverges() -> None:
    """Somebody died under the new rules: the recorded order is no longer one."""

    def plot(table: Table, camp: Camp) -> None:
        table.ask(a_march("s1", "ala", "bolek", "cela"))

    old = row(0, "march Formation s1", "s1", [["ala", "bolek"], ["cela", "dyzio"]])

    assert "formation_members" in diverges(plot, old).asked


def test_a_divergence_is_a_fault_of_ours() -> None:
    """It belongs to the family that is reported, not to the refusals shown to players."""
    assert issubclass(Diverged, RuleBroken)


def test_one_of_everybodys_answers_no_longer_fits() -> None:
    """Bolek's recorded price is above what he may offer now."""
    assert "amount_range" in diverges(prices, ALL_PAID[0], row(0, "price Amount s2", "s2", 11, part="s2")).asked


def test_everybody_is_asked_something_else() -> None:
    """A vote has become an auction."""
    old = row(0, "vote Choose s2", "s2", "left", part="s2")

    assert diverges(prices, old).recorded == "vote Choose s2"


@pytest.mark.parametrize(
    "old",
    [row(0, "price Amount s3", "s3", 5, part="s3"), row(0, "fork Choose s1", "s1", "left")],
    ids=["a seat that is not asked", "a single question of old"],
)
def test_a_row_that_nobody_was_asked_for_diverges(old: Answer) -> None:
    """Where everyone is asked now, an answer of somebody else must not vanish."""
    diverges(prices, old, *ALL_PAID)


def test_a_recorded_answer_is_not_exchanged_for_the_only_one() -> None:
    """Bolek said right; now only left is open to him, and the log must not say otherwise in silence."""

    def plot(table: Table, camp: Camp) -> None:
        camp.notes.append(dict(table.everyone("fork", {"s1": a_fork("s1"), "s2": a_fork("s2", ids=["left"])})))

    diverges(
        plot,
        row(0, "fork Choose s1", "s1", "left", part="s1"),
        row(0, "fork Choose s2", "s2", "right", part="s2"),
    )


def test_answers_left_over_at_the_end_diverge() -> None:
    """The stage is over after one question; the log has two answers."""
    diverges(fork, LEFT, row(1, "price Amount s2", "s2", 4))


def test_an_answer_after_an_unfinished_question_to_all_diverges() -> None:
    """Cela is asked now as well: what was answered after the vote cannot count before she has."""

    def plot(table: Table, camp: Camp) -> None:
        table.everyone("price", {seat: a_price(seat) for seat in camp.seats})
        table.ask(a_fork())

    divergence = diverges(plot, *ALL_PAID, row(1, "fork Choose s1", "s1", "left"))

    assert (divergence.step, divergence.recorded) == (1, "fork Choose s1")


def test_a_piece_drawn_by_a_human_hand_is_found_again() -> None:
    """A GM takes a real chit from a real cup: the answer to the question as it was put is good for ever."""

    def plot(table: Table, camp: Camp) -> None:
        camp.notes.append(table.draw({"carp": 1, "boot": 1}, "fish"))

    waiting = played(plot, chance=no_dice()).waiting
    assert waiting is not None
    position = played(plot, [row(0, waiting.asked, "s1", "boot")], no_dice())

    assert position.state.notes == ["boot"]


def test_the_options_may_grow() -> None:
    """A new way beside the old ones changes nothing for an old log."""

    def plot(table: Table, camp: Camp) -> None:
        camp.notes.append(table.choose("s1", "fork", some("up", "left", "right")))

    assert played(plot, [LEFT]).state.notes == ["left"]
