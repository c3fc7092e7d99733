"""The adversary's judge sees what is wrong: each fault is planted by hand, after a short run that found none."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.playground.messages import compose
from tests.bot.told_in_channel import lines_of
from tests.soak.adversary.adversary import Adversary, Wrong, an_adversary
from tests.soak.adversary.ledger import Given
from tests.soak.adversary.mischiefs import MISCHIEFS, NONE
from tests.soak.adversary.tables import Table

FEW = ("interactions twice", "outage longer than the retries", "permission lost")


async def test_the_judge_finds_what_is_planted(tmp_path: Path) -> None:
    """Nothing after three mischiefs; then a call refused, stories, a prompt, answers that are not as they should be."""
    async with an_adversary(tmp_path, "judge", kills=False) as adversary:
        for one in MISCHIEFS:
            if one.name in FEW:
                await adversary.step(one)
        assert set(adversary.done) == set(FEW)
        assert adversary.judge.wrong(adversary.tables) == []

        await a_refusal_is_found(adversary)
        stories_are_found(adversary, adversary.tables[0])
        answers_are_found(adversary)


async def a_refusal_is_found(adversary: Adversary) -> None:
    """A 4xx that nobody injected fails the run; the report has the seed and the last steps."""
    table = adversary.tables[1]
    await table.delete(table.live()[0])
    await table.command("Ala", "game status")

    with pytest.raises(Wrong, match="404") as told:
        await adversary.rest(NONE)

    assert "seed 'judge'" in str(told.value)
    assert "-- permission lost" in str(told.value)


def stories_are_found(adversary: Adversary, table: Table) -> None:
    """A story that is there twice, one that an edit left out, a message that is gone, a prompt that is gone."""
    core, world = adversary.playground.core, adversary.playground.world
    telling = {message for message, lines in adversary.judge.rows(table.record[0]) if lines}
    story = next(one for one in table.posted() if int(one.id) in telling)
    whole = {"content": "\n".join(lines_of(story))}
    again = compose(core, table.id, whole, {}, author=story.data["author"])
    assert told(adversary, table, "twice")
    world.drop_message(again)
    assert not told(adversary, table)
    before, story.data["content"], story.data["components"] = dict(story.data), "", []
    assert told(adversary, table, "missing")
    story.data.update(before)
    assert not told(adversary, table)
    world.drop_message(story)
    assert told(adversary, table, "missing")
    for one in table.live():
        world.drop_message(one)
    assert found(adversary, "should stand in one message")


def answers_are_found(adversary: Adversary) -> None:
    """Acknowledged and not stored, in either table; stored and never given."""
    given = adversary.ledger.acknowledged[-1]
    adversary.ledger.note(Given(given.game, given.user, given.address, 7, True))
    assert found(adversary, "lost: interaction 7")
    write(adversary, "DELETE FROM answers WHERE user_id = ? AND game = ?", given.user, given.game)
    assert found(adversary, "was acknowledged")
    adversary.ledger.given[:] = [given]
    write(adversary, "UPDATE answers SET user_id = ? WHERE user_id <> 0", given.user)
    assert found(adversary, "twice or by nobody")


def write(adversary: Adversary, change: str, *values: object) -> None:
    """Damage the file."""
    with contextlib.closing(sqlite3.connect(adversary.file.path)) as file, file:
        file.execute(change, values)


def told(adversary: Adversary, table: Table, words: str = "") -> bool:
    """Whether the judge says so of the stories of this table."""
    return any(words in one for one in adversary.judge.told(table))


def found(adversary: Adversary, words: str) -> bool:
    """Whether the judge says so."""
    return any(words in one for one in adversary.judge.wrong(adversary.tables))
