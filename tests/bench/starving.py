"""Whether anybody can starve the others: the longest stage that may be, and sixty maps at once.

A stall is the longest time in which the loop did not come round: for so long nobody in any guild was heard. Bot and
stand-in share a process here, so that what the stand-in does counts as well; the garbage collector leaves alone what
stays, as in a process that is a bot.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import structlog

from bot.discord import limits
from bot.discord.client import Labirynt
from bot.discord.limits import Limits, Share
from bot.games.drawing import KEPT
from bot.playground import Refused
from bot.run.start import leave_alone_what_stays
from bot.session.asking import first_asked, part
from bot.session.transaction import Transaction
from bot.store.units import Logged
from bot.table.stage_limits import LONGEST
from rules.games import load
from rules.kernel.advance import run
from rules.kernel.answers import Answer
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.requests import NextAction, Request, Seat
from tests.bench.report import Figure, at
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.short_form import sized, typed

LONG = (("labirynt-smierci", "formation"), ("jaskinia", "orders"))
"""Games, and what can be done there for ever without going on."""
MAPS = sized(60, 4)
ROUNDS = sized(10, 2)
PRESSES = sized(20, 16)
OPTIONS = sized({"heroes": "1", "apprentices": "2"}, {"heroes": "0", "apprentices": "2"})
"""In the short form a round is longer than many a game."""
ROWS = sized(LONGEST, 40)
"""Of the longest stage; more than ``LONGEST`` there cannot be."""
ENDLESS = Share(10**9, 0.0)


async def figures() -> list[Figure]:
    """Stalls at the longest table, and acknowledgements beside a flood of maps."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    stalls = [figure for game, aside in LONG for figure in await _longest(game, aside)]
    return [*stalls, *await _flood()]


# The longest stage -----------------------------------------------------------------------------------------


async def _longest(game: str, aside: str) -> list[Figure]:
    with TemporaryDirectory() as name:
        async with a_channel(Path(name), load(game)) as channel, channel.bot_up() as client:
            leave_alone_what_stays()
            await channel.hands.slash("Ala", HERE, "game new")
            await channel.press("Bartek", "Dołącz")
            await channel.press("Ala", "Szybki start")
            rows = await _stretched(channel, client, aside)
            return [await _touched(channel, client, f"{game}: {what}", work, rows) for what, work in TOUCHES.items()]


async def _stretched(channel: Channel, client: Labirynt, aside: str) -> int:
    """The open stage gets as many rows as a copy may bring, so many of which lead nowhere."""
    sessions = client.service.sessions
    standing = await sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
    assert standing is not None
    while not _offers(standing.waiting, aside):
        await sessions.change(standing.record.id, None, _usual)
        standing = await sessions.standing_of(standing.record.id)
        assert standing is not None

    async def stretch(turn: Transaction) -> None:
        for row in _asides(turn, aside):
            turn._add(Logged(turn.address.stage, row, turn.at, 1))
        await turn.look()

    after = await sessions.change(standing.record.id, None, stretch)
    await client.posting.deliver(standing.record.id)  # what was told at once, as never happens in play
    await channel.hands.settled(timeout=60)
    return after.address.step


def _offers(request: Request[Any] | None, aside: str) -> bool:
    return isinstance(request, NextAction) and any(one.option.id.startswith(aside) for one in request.actions)


async def _usual(turn: Transaction) -> None:
    seat = first_asked(turn.waiting, [one.seat for one in turn.record.seats])
    assert seat is not None
    part(turn.waiting, seat)
    await turn.give_usual(seat, 1)


class _Enough(Exception):
    """The stage is long."""


def _asides(turn: Transaction, aside: str) -> list[Answer]:
    """The rows that are missing in the stage, all of them the same aside."""
    snapshot, seed = turn._open()
    state, have = turn.rules.decode(snapshot.state, snapshot.schema), len(turn.now.answers)
    rows: list[Answer] = []

    def people(request: Request[Any], seat: Seat) -> Any:
        if have + len(rows) >= ROWS or not isinstance(request, NextAction):
            raise _Enough
        action = next(one for one in request.actions if one.option.id.startswith(aside))
        by = seat if action.who == "party" else action.who
        value = [action.option.id] if action.ask is None else [action.option.id, anything(action.ask, by, lambda _: 0)]
        rows.append(Answer(have + len(rows), "", request.asked, by, value))
        return value

    with suppress(_Enough):
        run(turn.rules, state, list(turn.now.answers), Sealed(seed, snapshot.chain), people, turn.record.seats[0].seat)
    return rows


async def _wake(channel: Channel, client: Labirynt) -> None:
    standing = await client.service.sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
    assert standing is not None
    client.service.sessions._actors.forget(standing.record.id)
    await client.service.sessions.standing_of(standing.record.id)


def _typed(command: str) -> Callable[[Channel, Labirynt], Awaitable[object]]:
    async def type_it(channel: Channel, client: Labirynt) -> None:
        await channel.hands.slash("Ala", HERE, command)
        await channel.hands.settled(timeout=120)

    return type_it


async def _press(channel: Channel, client: Labirynt) -> None:
    await channel.hands.press_label("Ala", HERE, AS_USUAL)
    await channel.hands.settled(timeout=60)


TOUCHES: dict[str, Callable[[Channel, Labirynt], Awaitable[object]]] = {
    "waking": _wake,
    "/game status": _typed("game status"),
    "the undo list": _typed("undo"),
    "own export": _typed("game export"),
    "/chronicle": _typed("chronicle"),
    "a press": _press,
}


async def _touched(
    channel: Channel, client: Labirynt, name: str, work: Callable[[Channel, Labirynt], Awaitable[object]], rows: int
) -> Figure:
    begin = time.perf_counter()
    async with _watched() as gaps:
        await work(channel, client)
    spent = time.perf_counter() - begin
    detail = f"a stage of {rows} rows; it took {spent * 1000:.0f} ms in all"
    return Figure(f"longest stall, {name}", max(gaps) * 1000, "ms", detail, most=100)


@asynccontextmanager
async def _watched() -> AsyncIterator[list[float]]:
    """How long the loop was away, time after time (seconds); not while other programs had the processor."""
    gaps = [0.0]

    async def look() -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        while True:
            await asyncio.sleep(0.001)
            now, worked = time.perf_counter(), time.process_time()
            gaps.append(min(now - wall, worked - cpu))
            wall, cpu = now, worked

    watch = asyncio.create_task(look())
    await asyncio.sleep(0)
    yield gaps
    watch.cancel()


# Sixty maps ------------------------------------------------------------------------------------------------


async def _flood() -> list[Figure]:
    """One person wants sixty maps at once, time and again, while another plays; each of them is drawn."""
    KEPT.room = 0
    with TemporaryDirectory() as name:
        async with a_channel(Path(name), load("labirynt-smierci")) as channel, channel.bot_up() as client:
            client.service.limits = Limits(client.metrics)
            quiet = await _presses(channel, 0)
            flooded = await _presses(channel, MAPS)
            unlimited, limits.PERSON, limits.UNDER_WAY = limits.PERSON, dict.fromkeys(limits.PERSON, ENDLESS), {}  # type: ignore[misc,assignment]  # for comparison
            limits.GUILD, guild = dict.fromkeys(limits.GUILD, ENDLESS), limits.GUILD  # type: ignore[misc]
            wild = await _presses(channel, MAPS)
            limits.PERSON, limits.GUILD = unlimited, guild  # type: ignore[misc]
    return [
        _figure("alone", quiet),
        _figure(f"beside {MAPS} × /map by another", flooded, more=(at(quiet, 0.99)), most=300),
        _figure("the same if nobody's share were limited", wild),
    ]


def _figure(name: str, times: list[float], more: float | None = None, most: float | None = None) -> Figure:
    p99 = at(times, 0.99)
    detail = f"p50 {at(times, 0.5):.1f} ms, p99 {p99:.1f} ms, most {max(times):.1f} ms of {len(times)} presses"
    if more is None:
        return Figure(f"p99 of an acknowledgement, {name}", p99, "ms", detail)
    return Figure(f"p99 of an acknowledgement, {name}: so much later", p99 - more, "ms", detail, most=most)


async def _presses(channel: Channel, maps: int) -> list[float]:
    """A round ends with its game, and the next one begins another."""
    times: list[float] = []
    for _ in range(ROUNDS):
        if not channel.is_playing():
            await _begin(channel)
        flood = [asyncio.create_task(channel.hands.slash("Ala", HERE, "map")) for _ in range(maps)]
        for _ in range(PRESSES):
            await channel.hands.until(lambda: _is_asked(channel) or not channel.is_playing())
            if not _is_asked(channel):
                break
            times.append(await _acknowledged(channel))
        await asyncio.gather(*flood)
        await channel.hands.settled(timeout=120)
    return times


async def _begin(channel: Channel) -> None:
    await channel.command("Ala", "game new", **typed(OPTIONS))
    await channel.press("Bartek", "Dołącz")
    await channel.press("Ala", "Szybki start")


def _is_asked(channel: Channel) -> bool:
    with suppress(Refused):
        return bool(channel.hands.find_button(HERE, "Bartek", AS_USUAL))
    return False


async def _acknowledged(channel: Channel) -> float:
    """Milliseconds until a press is acknowledged."""
    message, button = channel.hands.find_button(HERE, "Bartek", AS_USUAL)
    begin = time.perf_counter()
    await channel.hands.press("Bartek", message, button.custom_id)
    return (time.perf_counter() - begin) * 1000
