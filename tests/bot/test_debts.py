"""What channels are owed: found by rounds, tried ever more rarely, never given up."""

from __future__ import annotations

from bot.discord.debts import LONGEST_WAIT, Debt, Debts

NOW = {"a": 100.0, "b": 200.0}


def test_a_table_between_its_commit_and_its_post_is_left_alone() -> None:
    """Only who is unfinished in two rounds running is owed something."""
    debts = Debts()

    assert debts.round({"a": 100.0}) == []
    assert debts.round(NOW) == ["a"]
    assert list(debts.since) == [100.0]
    assert debts.round({}) == []
    assert list(debts.since) == []


def test_what_fails_again_is_tried_ever_more_rarely() -> None:
    """After one round, then two, then four … and at last every so many rounds, for ever."""
    debts, waits, last = Debts(), [], 0
    debts.note("a", Debt("line"))
    for nth in range(1, 200):
        if debts.round({"a": 100.0}):
            waits.append(nth - last)
            last = nth
            debts.note("a", Debt("line"))

    assert waits[:6] == [1, 2, 4, 8, 16, LONGEST_WAIT]
    assert set(waits[5:]) == {LONGEST_WAIT}


def test_another_reason_is_a_new_beginning() -> None:
    """The line is back and the permission is not: that is tried soon."""
    debts = Debts()
    for _ in range(5):
        debts.note("a", Debt("line"))

    assert debts.note("a", Debt("shut")).wait == 1


def test_what_stood_in_the_way_of_one_guild_is_gone() -> None:
    """A permission comes back: the tables of that guild are tried at once, the others wait."""
    debts = Debts()
    for _ in range(4):
        debts.note("a", Debt("shut", 1))
        debts.note("b", Debt("shut", 2))

    assert debts.held_by("shut", 2) == ["b"]
    assert debts.held_by("shut") == ["a", "b"]
    assert debts.held_by("line") == []
    assert debts.round(NOW) == []
    debts.mark_paid("b")
    assert debts.held_by("shut", 2) == []
