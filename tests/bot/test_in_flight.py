"""What is under way, and that whoever waits until all is settled waits for all of it and for nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

import pytest

from bot.discord.in_flight import InFlight
from bot.executors import DRAWING
from tests.bot.a_channel import HERE, a_channel, a_table
from tests.bot.parlour import ParlourRules, a_choice, an_amount, heard


async def test_a_work_is_under_way_until_its_end() -> None:
    """A work that is begun beside, and one that is part of another; whoever waits goes on when both are over."""
    in_flight, gate = InFlight(), asyncio.Event()
    with in_flight.track():
        in_flight.begin(passes(gate))
    waiting = asyncio.create_task(in_flight.idle())
    await asyncio.sleep(0)
    early = waiting.done()
    gate.set()
    await waiting

    assert not early
    assert not in_flight.is_busy


async def passes(gate: asyncio.Event) -> None:
    """Nothing but waiting."""
    await gate.wait()


async def test_a_work_that_fails_or_is_called_off_is_over() -> None:
    """Neither keeps anybody waiting."""
    in_flight = InFlight()
    with contextlib.suppress(ZeroDivisionError), in_flight.track():
        raise ZeroDivisionError
    in_flight.begin(passes(asyncio.Event())).cancel()
    await in_flight.idle()

    assert not in_flight.is_busy


async def test_who_sleeps_till_a_later_round_is_not_under_way() -> None:
    """The clock rests for an hour: nobody waits for it; when it is called off, it is over."""
    in_flight = InFlight()
    clock = in_flight.begin(in_flight.rest(3600.0))
    await in_flight.idle()
    clock.cancel()
    await asyncio.gather(clock, return_exceptions=True)
    await in_flight.idle()

    assert not in_flight.is_busy


async def test_who_comes_while_the_bot_leaves_is_told_before_it_has_left() -> None:
    """Bo comes while Ala is being answered, and hears of it more slowly than she: the bot stays until Bo has heard."""
    in_flight, first, later = InFlight(), asyncio.Event(), asyncio.Event()

    async def answer(until: asyncio.Event) -> None:
        with in_flight.answering():
            await until.wait()

    ala = asyncio.create_task(answer(first))
    await asyncio.sleep(0)
    leaving = asyncio.create_task(in_flight.leave(3600.0))
    await asyncio.sleep(0)
    bo = asyncio.create_task(answer(later))
    first.set()
    await ala
    done, _ = await asyncio.wait([leaving], timeout=0.01)
    assert not done
    later.set()
    await asyncio.gather(leaving, bo)


async def test_who_is_never_answered_keeps_nobody() -> None:
    """The bot leaves when its patience is at an end."""
    in_flight = InFlight()

    async def answer() -> None:
        with in_flight.answering():
            await asyncio.Event().wait()

    stuck = asyncio.create_task(answer())
    await asyncio.sleep(0)
    await in_flight.leave(0.01)

    assert not stuck.done()
    stuck.cancel()


async def test_an_event_that_is_late_is_waited_for(tmp_path: Path) -> None:
    """Ala's press is held up on its way to the bot: nothing is settled before it has come and been answered."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        channel.playground.faults.event("INTERACTION_CREATE", delay=0.3)
        pressed = asyncio.create_task(channel.hands.press_label("Ala", HERE, "A · oak"))
        await asyncio.sleep(0)
        await channel.hands.settled()

        assert heard(channel.story()) == 1
        assert channel.is_asked()
        assert (await pressed).kind == "update"


@pytest.mark.parametrize("route", ["*/messages", "*/callback"])
async def test_a_slow_discord_is_waited_for(tmp_path: Path, route: str) -> None:
    """Discord takes its time with an answer or a story; what follows it has been said, too."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        channel.playground.faults.add(method="POST", route=route, delay=0.3, times=1)
        await channel.press("Ala", "A · oak")

        assert heard(channel.story()) == 1
        assert channel.is_asked()


async def test_work_in_a_thread_is_waited_for(tmp_path: Path) -> None:
    """The bot says nothing to anybody while a thread works for it; still it is not done."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        work = client.in_flight.begin(DRAWING.do(time.sleep, 0.3))
        await channel.hands.settled()

        assert work.done()


async def test_what_never_ends_is_named(tmp_path: Path) -> None:
    """Whoever waits in vain reads why."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        with client.in_flight.track(), pytest.raises(TimeoutError, match="1 of 1 bots in this process are busy"):
            await channel.hands.settled(timeout=0.05)


async def test_what_is_done_beside_can_be_dropped() -> None:
    """Whether it rests or works: nothing of it is under way any more."""
    in_flight = InFlight()
    works = [in_flight.begin(in_flight.rest(60)), in_flight.begin(asyncio.sleep(60))]
    await asyncio.sleep(0)
    in_flight.drop()
    await asyncio.wait_for(asyncio.wait(works), 5)

    assert [one.cancelled() for one in works] == [True, True]
    assert not in_flight.is_busy
