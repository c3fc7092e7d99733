"""An evening at a real table: twelve stages with the group's own tiles, dice and monster, ruled by its game master."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from bot.games.own_tables import load_own
from bot.playground import Message
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.sampled import first_of

pytestmark = pytest.mark.usefixtures("nothing_stays")

MASTER, FRIEND = "Ala", "Bartek"
OWN = Path(__file__).parents[2] / "docs" / "own-tables"
STAGES = (6, 12)
"""So many in `make test` and in `make soak`."""
PATIENCE = 600
"""Presses of an evening, at most."""

FACES = cycle("352")
"""What a single die of the table shows."""


class Evening(Channel):
    """The table of Fred, Anna and Tom, whose game master throws what they throw and draws what they draw."""

    async def begins(self) -> None:
        """Names are written down; dice and segments are theirs."""
        await self.command(MASTER, "game new", table=True, players="Fred, Anna, Tom")
        panel = (await self.command(MASTER, "table")).message
        await self.pick(MASTER, panel, 5, "prawdziwe, wszystkie rzuty", "segmenty losujecie sami")
        await self.press(MASTER, "Szybki start")

    def question(self) -> Message:
        """What is asked, as everybody sees it."""
        return next(one for one in self.hands.newest_first(HERE, MASTER) if one.buttons and not one.ephemeral)

    async def stage(self) -> int:
        """How many stages there were; not counting the set-up."""
        sessions = self.client.service.sessions  # type: ignore[attr-defined]  # set by the test
        standing = await sessions.standing_of(sessions.live()[0].id)
        return int(standing.address.stage)

    async def goes_on(self) -> None:
        """One answer: a tile that fits, dice, or what a careful player would do."""
        labels = [button.label for button in self.question().buttons]
        if "🎴 Niech losuje bot" in labels:
            offered = await self.hands.complete(MASTER, HERE, "answer", {"value": ""}, focused="value")
            await self.command(MASTER, "answer", value=offered[-1].value)
        elif "🎲 Niech rzuci bot" in labels:
            single = self.press(MASTER, next(FACES)) if "3" in labels else None  # equal dice would be thrown again
            await (single or self.command(MASTER, "dice", what="34"))
        else:
            await self.press(MASTER, labels[0])


@pytest.mark.parametrize("stages", first_of(STAGES, 1))
async def test_an_evening_of_many_stages(tmp_path: Path, stages: int) -> None:
    """Nobody else has an account, nobody is called; what the master does beside the rules is told."""
    async with (
        a_channel(tmp_path, load_own("labirynt-smierci", OWN), kind=Evening) as evening,
        evening.bot_up(lambda: bytes(32)) as client,
    ):
        evening.client = client  # type: ignore[attr-defined]
        await evening.begins()
        await reach(evening, stages // 4)
        await rule(evening)
        await call(evening, "walka 2 utopce i ork, poziom 1", "utopce")
        await reach(evening, stages * 2 // 3)
        await call(evening, "pułapka 2", "pułapk")
        await reach(evening, stages)
        printed = await evening.command(MASTER, "print", what="sheets")

        assert await evening.stage() >= stages
        assert printed.message is not None
        assert printed.message.attachments[0]["filename"].endswith(".pdf")
        assert not any(message.data.get("mentions") for message in evening.hands.messages(HERE, MASTER))
        assert "✍️ **" in evening.story()
        assert "🎲" in evening.story()


async def reach(evening: Evening, stage: int) -> None:
    """Play on to a stage whose first question is where to go."""
    for _ in range(PATIENCE):
        if await evening.stage() >= stage and "Dokąd" in evening.question().text:
            return
        await evening.goes_on()
    raise AssertionError(f"the evening ended at stage {await evening.stage()}: {evening.question().text}")


async def rule(evening: Evening) -> None:
    """Two rulings and a whisper, of which a guest learns nothing."""
    await evening.command(MASTER, "gm set", what="gold", value="200", sure=True)
    before = [message.text for message in evening.hands.messages(HERE, FRIEND)]
    offered = await evening.hands.complete(MASTER, HERE, "gm set", {"what": "doświadczenie"}, focused="what")
    whispered = offered[0]
    done = await evening.command(MASTER, "gm set", what=whispered.value, value="9", whisper=True, sure=True)

    assert "ani słowa" in done.text
    assert [message.text for message in evening.hands.messages(HERE, FRIEND)] == before


async def call(evening: Evening, line: str, told: str) -> None:
    """Only a part by the bot, from where the party stands and back to it."""
    done = await evening.command(MASTER, "gm now", what=line, sure=True)

    assert done.kind != "failed"
    assert told in evening.story().casefold()
