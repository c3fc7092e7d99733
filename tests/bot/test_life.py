"""A game's life in the log: what happened to it, in one line for each action, without people and words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import structlog
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.acts.archive import archive, resume_in_place
from bot.discord.clockwork import keep_time
from bot.discord.logs import where_it_broke
from bot.metrics import Metrics
from bot.session.transaction import Transaction
from bot.table.timekeeping import HOUR
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.bot.toy_game import equipped


def life(logs: list[Any]) -> list[Any]:
    """The lines of games."""
    return [line for line in logs if line["event"].startswith("game.")]


async def test_what_happens_to_a_game_is_logged(tmp_path: Path) -> None:
    """Begun, reminded, overdue with the autopilot's move, undone, put away, resumed, closed; each once."""
    metrics = Metrics()
    async with a_house(tmp_path / "db") as house:
        house.sessions.on_life = metrics.count_life

        async def hurried(turn: Transaction) -> None:
            turn.rewrite(habits=replace(turn.record.habits, deadline_after=48.0, deadline_then="autopilot"))

        with capture_logs() as logs:
            game = (await house.lobby(ALA, OLEK)).record.id
            begun = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
            await house.sessions.change(game, None, hurried)
            await house.press(begun, ALA, equipped("Ala"))
            while logs[-1]["event"] != "game.overdue":
                house.clock.now += 20 * HOUR
                await keep_time(house.sessions, game)
            await house.undo(game)
            await archive(house.sessions, game)
            await resume_in_place(house.sessions, game)
            await house.sessions.end(CHANNEL, ALA, an_interaction())

    lines = life(logs)
    assert [line["event"].removeprefix("game.") for line in lines] == [
        "began", "reminded", "overdue", "undone", "put_away", "resumed", "closed"
    ]  # fmt: skip
    assert {(line["game"], line["rules"], line["guild"]) for line in lines} == {(game, "toy", 1)}
    assert (lines[1]["seats"], lines[1]["autopilot"]) == (["s2"], [])
    assert (lines[2]["seats"], lines[2]["autopilot"], lines[2]["also"]) == (["s2"], ["s2"], ["autopilot"])
    assert all(str(user) not in str(lines) for user in ("Ala", "Olek"))
    text = metrics.text().decode()
    assert 'labirynt_games_begun_total{game="toy"} 1.0' in text
    assert 'labirynt_games_ended_total{game="toy",how="closed"} 1.0' in text
    assert "_created" not in text


async def test_a_lobby_that_is_left_and_moves_of_the_autopilot(tmp_path: Path) -> None:
    """A press after which the autopilot moves is one line; one after which nothing happens is none."""
    async with a_house(tmp_path / "db") as house:
        with capture_logs() as logs:
            seen = await house.mine(ALA)
            await house.press(seen, ALA, "dig-s1")
            await house.lobby(OLEK, channel=7)
            await house.sessions.leave(7, OLEK, an_interaction())

    assert [line["event"] for line in life(logs)] == ["game.began", "game.closed"]


def fault_of(cause: Any) -> str:
    """What the log says of the error that this raises."""
    try:
        cause()
    except Exception as error:
        return where_it_broke((type(error), error, error.__traceback__))
    return ""


def test_a_fault_has_the_words_that_name_the_program_alone() -> None:
    """Never what somebody typed."""

    def refuse(error: Exception) -> Any:
        def cause() -> None:
            raise error

        return cause

    assert fault_of(lambda: structlog.nothing).endswith("AttributeError: module structlog has no attribute nothing")
    assert fault_of(lambda: len(5)).endswith("TypeError: object of type 'int' has no len()")  # type: ignore[arg-type]
    assert fault_of(lambda: {}["troll"]).endswith("KeyError: 'troll'")
    assert fault_of(lambda: {}["Ala's secret"]).endswith("KeyError")
    assert fault_of(lambda: {}[("troll",)]).endswith("KeyError")
    assert fault_of(lambda: {}[None]).endswith("KeyError")
    assert fault_of(refuse(KeyError())).endswith("KeyError")
    assert fault_of(refuse(ValueError("typed"))).endswith("ValueError")
