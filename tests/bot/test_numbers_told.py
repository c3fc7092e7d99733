"""Each event knows how many of its kind the game has told: its words are chosen by that, in the channel and later."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from bot.table.events import HouseEvent
from bot.table.records import OutboxRow
from rules.games import all_games, load
from rules.kernel.events import DecidedUnasked, Event
from tests.bot.a_rival_game import played
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction

UNNUMBERED = (HouseEvent, DecidedUnasked)


def numbers(rows: list[OutboxRow]) -> dict[type[Event], list[int]]:
    """The numbers of all events of the rules, in the order in which they were told."""
    found = defaultdict[type[Event], list[int]](list)
    for fact in (fact for row in rows for fact in row.told if not isinstance(fact.event, UNNUMBERED)):
        found[type(fact.event)].append(fact.nth)
    return found


@pytest.mark.parametrize("game", all_games())
async def test_events_are_numbered_through_all_stages(tmp_path: Path, game: str) -> None:
    """Also after an undo, which takes the numbers back with the stories."""
    async with a_house(tmp_path / "db", load(game)) as house:
        await house.lobby(ALA, OLEK)
        begun = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        standing = await played(house, begun, 25)
        await house.undo(standing.record.id, 2)
        found = await house.sessions.standing_of(standing.record.id)
        assert found is not None
        await played(house, found, 6)

        told = numbers(await house.sessions.chronicle(standing.record.id))

    assert len(told) > 10
    assert max(map(len, told.values())) > 10
    assert {kind.__name__: of for kind, of in told.items() if of != list(range(1, len(of) + 1))} == {}
