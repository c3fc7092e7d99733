"""What goes without saying: quiet events and their dice are told to nobody, and one line stands for them."""

from __future__ import annotations

from rules.kernel.chance import Scripted
from rules.kernel.events import NOBODY, DiceRolled, Event
from rules.kernel.table import Table


class Step(Event, frozen=True):
    """A quiet step."""


class Growl(Event, frozen=True):
    """Something that everybody hears."""


class Walked(Event, frozen=True):
    """How many steps were taken."""

    steps: int


def a_walk(steps: list[int]) -> Table:
    """A table that tells nobody of steps; ``steps`` counts them."""
    table = Table((), Scripted({"look": [[3], [3], [1]]}))
    table.story.hush((Step,), lambda: Walked(len(steps)) if steps else None)
    return table


def heard(table: Table) -> list[str]:
    """What everybody learnt, by name."""
    return [type(one.event).__name__ for one in table.story.told if one.to is None]


def test_quiet_events_and_the_dice_before_them_reach_nobody() -> None:
    """They are told all the same, so that whoever counts events finds them."""
    table = a_walk([1])

    table.roll("1K6", "look")
    table.tell(Step())

    assert [(type(one.event), one.to) for one in table.story.told] == [(DiceRolled, NOBODY), (Step, NOBODY)]


def test_anything_else_is_told_after_the_line_and_its_own_dice() -> None:
    """The die that brought it is no quiet one; from here on everything is told."""
    steps = [1, 2]
    table = a_walk(steps)
    for _ in steps:
        table.roll("1K6", "look")
        table.tell(Step())

    table.roll("1K6", "look")
    table.tell(Growl())
    table.tell(Step())

    assert heard(table) == ["Walked", "DiceRolled", "Growl", "Step"]
    assert table.story.told[4].event == Walked(2)


def test_the_line_can_be_told_though_nothing_happened() -> None:
    """Where the walk is over; twice says no more."""
    table = a_walk([1])
    table.tell(Step())

    table.story.speak_up()
    table.story.speak_up()

    assert heard(table) == ["Walked"]


def test_there_may_be_nothing_to_say() -> None:
    """Before the first step there is no line."""
    table = a_walk([])

    table.tell(Growl())

    assert heard(table) == ["Growl"]
