"""The stall meter itself: it sees what holds the loop, and changes nothing of what it looks at."""

from __future__ import annotations

import asyncio
import time

from tests.stalls import StallMeter


async def test_the_longest_step_is_named() -> None:
    """A task by its coroutine, a call by its function."""
    meter = StallMeter()

    def busy() -> None:
        sum(range(1_000_000))

    with meter.measuring():
        asyncio.get_running_loop().call_soon(busy)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    assert meter.longest[0].ran.endswith("busy")


async def test_nothing_is_asked_for_its_representation() -> None:
    """An object that notes how it is shown is not changed by the meter."""
    shown: list[str] = []

    class Callback:
        def __call__(self) -> None:
            """Do nothing."""

        def __repr__(self) -> str:
            shown.append("shown")
            return "shown"

    meter = StallMeter()
    with meter.measuring():
        asyncio.get_running_loop().call_soon(Callback())
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    assert "Callback" in [step.ran for step in meter.longest]
    assert not shown


def hold_the_interpreter() -> float:
    """Let no other thread run, and return the processor time that it took."""
    begun = time.thread_time()
    sum(range(20_000_000))
    return time.thread_time() - begun


async def test_a_thread_that_holds_the_interpreter_is_seen() -> None:
    """Apart from the steps of the loop, which are short meanwhile."""
    meter = StallMeter()
    with meter.measuring():
        held = await asyncio.to_thread(hold_the_interpreter)

    assert meter.held[0].seconds > held / 2
    assert meter.longest[0].seconds < held / 2


async def test_a_thread_that_waits_holds_nothing() -> None:
    """However long it waits, the loop goes on."""
    at_work, waiting = StallMeter(), StallMeter()
    with at_work.measuring():
        held = await asyncio.to_thread(hold_the_interpreter)
    with waiting.measuring():
        await asyncio.to_thread(time.sleep, 2 * held)

    assert waiting.held[0].seconds < at_work.held[0].seconds / 2
