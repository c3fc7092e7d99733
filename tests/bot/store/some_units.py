"""Units of work for the tests of the stores: a table of one that opens, and one answer at it."""

from __future__ import annotations

from bot.session import lobby
from bot.store.units import Logged, Story, Unit
from bot.table.records import Address, GameRecord, SeatRecord
from rules.kernel.answers import Answer

HERE = Address(1, 1, 4)


def a_record(name: str, channel: int = 1) -> GameRecord:
    """A table of one."""
    return GameRecord(
        name, "toy", channel, 1, "pl", "lobby", {}, 10, lobby.seats([SeatRecord("", 10, "Ala")]), 0, "", 5.0
    )


def an_opening(name: str, channel: int) -> Unit:
    """A new table."""
    return lobby.opening_unit(a_record(name, channel), interaction_id=channel)


def a_move(record: GameRecord, revision: int = 1, interaction: int | None = None, step: int = 3) -> Unit:
    """One answer, one story."""
    row = Answer(step, "", "dig", "s1", ["dig", 1])
    return Unit(
        record=record,
        revision=revision,
        at=6.0,
        address=HERE,
        interaction_id=interaction,
        answers=[Logged(1, row, 6.0, 10)],
        stories=[Story(HERE, b"\x90", ("s1", ["dig", 1]))],
    )
