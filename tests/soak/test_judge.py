"""The adversary's judge sees what is wrong: each fault is planted by hand, after a short run that found none."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.messages import compose
from tests.soak.adversary.adversary import Adversary, Wrong, an_adversary
from tests.soak.adversary.ledger import Given
from tests.soak.adversary.mischiefs import MISCHIEFS, NONE

FEW = ("interactions twice", "outage longer than the retries", "permission lost")


@pytest.fixture
async def adversary(tmp_path: Path) -> AsyncIterator[Adversary]:
    """A run of three mischiefs, in this process."""
    async with an_adversary(tmp_path, "judge", kills=False) as made:
        for one in MISCHIEFS:
            if one.name in FEW:
                await made.step(one)
        yield made


async def test_the_judge_finds_what_is_planted(adversary: Adversary) -> None:
    """Nothing before; then a story twice, a story less, a prompt less, answers lost and made up, a call refused."""
    assert set(adversary.done) == set(FEW)
    assert adversary.judge.wrong(adversary.tables) == []
    table = adversary.tables[0]

    story = next(one for one in table.posted() if int(one.id) > table.since and one.data["flags"] & 1 << 15)
    adversary.playground.world.drop_message(story)
    assert found(adversary, "missing")
    for _ in range(2):
        again = {"flags": story.data["flags"], "components": story.data["components"][:1]}
        compose(adversary.playground.world, table.id, again, {}, author=story.data["author"])
    assert found(adversary, "twice")

    adversary.playground.world.drop_message(table.live()[0])
    assert found(adversary, "should stand in one message")

    given = adversary.ledger.acknowledged[-1]
    adversary.ledger.note(Given(given.game, given.user, given.address, 7, True))
    assert found(adversary, "lost: interaction 7")
    with contextlib.closing(sqlite3.connect(adversary.file.path)) as file, file:
        file.execute("DELETE FROM answers WHERE user_id = ? AND game = ?", (given.user, given.game))
    assert found(adversary, "was acknowledged")
    adversary.ledger.given.clear()
    adversary.ledger.note(given)
    with contextlib.closing(sqlite3.connect(adversary.file.path)) as file, file:
        file.execute("UPDATE answers SET user_id = ? WHERE user_id <> 0", (given.user,))
    assert found(adversary, "twice or by nobody")


def found(adversary: Adversary, words: str) -> bool:
    """Whether the judge says so."""
    return any(words in one for one in adversary.judge.wrong(adversary.tables))


async def test_a_refusal_that_nobody_provoked_fails_the_run(adversary: Adversary) -> None:
    """A 4xx of Discord's own; one that was injected is none, and the report has the seed and the last steps."""
    adversary.fault(method="GET", route="/users/@me", status=418)
    adversary.playground.requests.clear()
    client = adversary.playground.hands
    await adversary.playground.remove_message(adversary.tables[1].live()[0].id)
    await client.slash("Ala", adversary.tables[1].channel, "game status")

    with pytest.raises(Wrong, match="404") as told:
        await adversary.rest(NONE)

    assert "seed 'judge'" in str(told.value)
    assert "permission lost" in str(told.value)
