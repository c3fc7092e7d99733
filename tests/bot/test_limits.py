"""Everybody has their share: of pictures, copies and tables; answers alone are always taken."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.discord.client import Labirynt
from bot.discord.commands.registering import merged
from bot.discord.limits import GUILD, PERSON, Limits, Share
from bot.executors import DRAWING, Beside, behalf
from bot.metrics import Metrics
from rules.games import load
from rules.kernel.errors import Refused
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount, an_errand

ALA, OLEK, HERE_GUILD, ELSEWHERE = 1, 2, 10, 11


class Hand:
    """A clock that is moved by hand (seconds)."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hand:
    """It stands."""
    return Hand()


@pytest.fixture
def limits(clock: Hand) -> Limits:
    """As they are in force, by that clock."""
    return Limits(Metrics(), clock)


def _taken(limits: Limits, what: str, user: int, guild: int, times: int) -> int:
    """How many of so many were allowed."""
    allowed = 0
    for _ in range(times):
        try:
            limits.take(what, user, guild)
        except Refused:
            continue
        allowed += 1
    return allowed


# Shares ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", PERSON)
def test_so_much_at_once_and_then_one_after_the_other(limits: Limits, clock: Hand, what: str) -> None:
    share = PERSON[what]

    assert _taken(limits, what, ALA, HERE_GUILD, 100) == share.at_once
    clock.now += share.every
    assert _taken(limits, what, ALA, HERE_GUILD, 100) == 1
    clock.now += share.every * share.at_once
    assert _taken(limits, what, ALA, HERE_GUILD, 100) == share.at_once


def test_it_says_when_one_may_go_on(limits: Limits, clock: Hand) -> None:
    """And then one may."""
    _taken(limits, "picture", ALA, HERE_GUILD, PERSON["picture"].at_once)
    clock.now += 0.5

    with pytest.raises(Refused) as refused:
        limits.take("picture", ALA, HERE_GUILD)

    assert (refused.value.reason, refused.value.facts) == ("too_fast", {"seconds": 3})
    clock.now += 3
    limits.take("picture", ALA, HERE_GUILD)


def test_one_persons_hurry_is_no_other_persons(limits: Limits) -> None:
    _taken(limits, "picture", ALA, HERE_GUILD, 100)

    assert _taken(limits, "picture", OLEK, HERE_GUILD, 1) == 1


@pytest.mark.parametrize("what", GUILD)
def test_many_people_of_one_guild_leave_the_others_their_share(limits: Limits, what: str) -> None:
    allowed = sum(_taken(limits, what, user, HERE_GUILD, PERSON[what].at_once) for user in range(1, 200))

    assert allowed == GUILD[what].at_once
    assert _taken(limits, what, ALA + 1000, ELSEWHERE, 1) == 1


@pytest.mark.parametrize("what", GUILD)
def test_a_guild_bears_several_people_at_their_limit(what: str) -> None:
    """A server with many channels is not hampered by one of its own."""
    assert GUILD[what].at_once >= 4 * PERSON[what].at_once
    assert GUILD[what].every <= PERSON[what].every / 4


def test_a_refused_try_costs_nothing(limits: Limits, clock: Hand) -> None:
    """Who keeps trying does not wait the longer for it; nor does the guild."""
    share = PERSON["picture"]
    _taken(limits, "picture", ALA, HERE_GUILD, 1000)
    clock.now += share.every

    assert _taken(limits, "picture", ALA, HERE_GUILD, 1) == 1
    assert _taken(limits, "picture", OLEK, HERE_GUILD, share.at_once) == share.at_once


def test_who_has_waited_is_forgotten(limits: Limits, clock: Hand) -> None:
    """A million visitors leave nothing behind."""
    for user in range(30_000):
        limits.take("press", user, of="button")
        clock.now += 1

    assert limits.known < 15_000


def test_what_was_refused_is_counted(clock: Hand) -> None:
    metrics = Metrics()
    _taken(Limits(metrics, clock), "copy", ALA, HERE_GUILD, 10)

    refused = metrics.registry.get_sample_value("labirynt_limited_total", {"share": "copy"})

    assert refused == 10 - PERSON["copy"].at_once


def test_so_many_are_under_way_and_no_more(limits: Limits) -> None:
    """What is under way is never more than can be borne; the next one is refused, and taken when there is room."""
    with (
        limits.room("copy", most=2),
        limits.room("copy", most=2),
        pytest.raises(Refused, match="busy"),
        limits.room("copy", most=2),
    ):
        pass
    with limits.room("copy", most=2):
        pass


# Threads -----------------------------------------------------------------------------------------------------


async def test_one_persons_drawings_come_one_after_the_other() -> None:
    """So that somebody else's is drawn meanwhile."""
    gate, order, kind = threading.Event(), list[str](), Beside("test", 2)

    def slow(name: str) -> None:
        gate.wait(30)
        order.append(name)

    async def ask(user: int, name: str) -> None:
        behalf.set(user)
        await kind.do(slow if user == ALA else order.append, name)

    many = [asyncio.create_task(ask(ALA, f"Ala {nth}")) for nth in range(20)]
    other = asyncio.create_task(ask(OLEK, "Olek"))
    await other
    first = list(order)
    gate.set()
    await asyncio.gather(*many)

    assert first == ["Olek"]
    assert order[1:] == [f"Ala {nth}" for nth in range(20)]


async def test_the_threads_for_pictures_are_nobody_elses() -> None:
    """Names are looked up and files are read although all pictures wait."""
    gate = threading.Event()
    drawing = [asyncio.create_task(DRAWING.do(gate.wait, 30)) for _ in range(8)]

    assert await asyncio.to_thread(lambda: "read") == "read"
    assert DRAWING.is_busy

    gate.set()
    await asyncio.gather(*drawing)
    assert not DRAWING.is_busy


def test_no_two_serve_the_same_controls() -> None:
    """A verb that two modules claim is noticed when the program starts, not by whoever presses it."""

    async def serve(*_: object) -> None:
        """Nothing."""

    with pytest.raises(ValueError, match="served twice: vote"):
        merged({"vote": serve}, {"vote": serve, "seat": serve})


# At the table ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _hurried(channel: Channel) -> AsyncIterator[Labirynt]:
    """A life of the bot in which no time passes."""
    async with channel.bot_up() as client:
        client.service.limits.clock = Hand()
        yield client


@pytest.fixture
def labyrinth() -> LabiryntSmierci:
    """A game with pictures."""
    return load("labirynt-smierci")


async def test_who_asks_for_sixty_maps_gets_six_and_is_told_how_long_to_wait(
    tmp_path: Path, labyrinth: LabiryntSmierci
) -> None:
    """Somebody else gets theirs, and everybody may answer."""
    async with a_channel(tmp_path, labyrinth) as channel, _hurried(channel) as client:
        await channel.hands.slash("Ala", HERE, "game new", {"options": "heroes=1 apprentices=2"})
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)

        await channel.hands.settled()
        maps = [await channel.hands.slash("Ala", HERE, "map") for _ in range(20)]
        others = await channel.command("Bartek", "map")
        pressed = await channel.press("Ala", "⭐")
        sample = client.metrics.registry.get_sample_value("labirynt_limited_total", {"share": "picture"})

    drawn = [one for one in maps if one.kind == "thinking"]
    assert len(drawn) == PERSON["picture"].at_once
    assert all("Za 3 s" in one.text for one in maps if one not in drawn)
    assert others.message is not None
    assert others.message.attachments
    assert pressed.kind != "failed"
    assert sample == 20 - PERSON["picture"].at_once


async def test_an_answer_is_acknowledged_while_all_pictures_wait(tmp_path: Path, labyrinth: LabiryntSmierci) -> None:
    """Both threads are drawing for others: presses and even commands that draw are acknowledged at once."""
    gate = threading.Event()
    async with a_channel(tmp_path, labyrinth) as channel, _hurried(channel):
        await channel.hands.slash("Ala", HERE, "game new", {"options": "heroes=1 apprentices=2"})
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        drawing = [asyncio.create_task(DRAWING.do(gate.wait, 60)) for _ in range(8)]

        rolled = await channel.hands.slash("Ala", HERE, "roll", {"code": "2k6"})
        shown = await channel.hands.slash("Ala", HERE, "map")
        pressed = await channel.hands.press_label("Ala", HERE, "⭐")
        waiting = not any(one.done() for one in drawing)
        gate.set()
        await asyncio.gather(*drawing)

    assert waiting
    assert rolled.kind == shown.kind == "thinking"
    assert pressed.kind == "update"


async def test_the_same_button_over_and_over_is_held_back_other_answers_never(tmp_path: Path) -> None:
    async with a_channel(tmp_path, ParlourRules(*[an_errand] * 40)) as channel, _hurried(channel):
        await channel.opened("Ala")
        message, button = channel.hands.find_button(HERE, "Ala", "⭐")
        told = await asyncio.gather(*(channel.hands.press("Ala", message, button.custom_id) for _ in range(30)))
        await channel.hands.settled()
        answered = []
        for _ in range(20):
            await channel.hands.until(lambda: _can_go_on(channel))
            answered.append(await channel.press("Ala", "⭐"))

    assert sum("Za 1 s" in one.text for one in told) == 30 - PERSON["press"].at_once
    assert not any("Za 1 s" in one.text for one in answered)


def _can_go_on(channel: Channel) -> bool:
    """What was whispered stands below the prompt."""
    public = [message for message in channel.hands.messages(HERE, "Ala") if not message.ephemeral]
    return any(button.label.startswith("⭐") for button in public[-1].buttons)


async def test_nobody_calls_the_others_without_end(tmp_path: Path) -> None:
    """Ballots, game masters, seats handed on and who decides are one share: it ends the same for all of them."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, _hurried(channel):
        await channel.opened("Ala", "Bartek")
        taken = [await channel.command("Ala", "gm take") for _ in range(PERSON["call"].at_once)]
        late = [
            await channel.command("Ala", "gm take"),
            await channel.command("Ala", "gm appoint", member="Bartek"),
            await channel.command("Ala", "game hand", to="Celina"),
            await channel.command("Ala", "game kick", player="s2"),
            await channel.command("Ala", "away", until="jutro", stand_in="Bartek"),
            await channel.command("Ala", "table", deciding="vote"),
        ]

    assert not any("Za 30 s" in one.text for one in taken)
    assert ["Za 30 s" in one.text for one in late] == [True] * 6


@pytest.mark.parametrize("what", ["mine", "game status"])
async def test_whoever_looks_has_looked_enough(tmp_path: Path, what: str) -> None:
    """What waits for oneself, and where the table stands, are looks like any other."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, _hurried(channel):
        await channel.opened("Ala")
        told = [await channel.hands.slash("Ala", HERE, what) for _ in range(PERSON["look"].at_once + 1)]

    assert ["Za 1 s" in one.text for one in told] == [False] * PERSON["look"].at_once + [True]


async def test_what_is_typed_is_not_kept_for_the_count(tmp_path: Path) -> None:
    """The same form over and over is counted without its words."""
    async with a_channel(tmp_path, ParlourRules(an_amount)) as channel, _hurried(channel) as client:
        await channel.opened("Ala")
        form = await channel.press("Ala", "Inna liczba")
        await channel.submit("Ala", form, "tajemnica")
        known = repr(client.service.limits._whole_again)

    assert "press" in known
    assert "tajemnica" not in known


async def test_tables_are_opened_one_after_the_other(tmp_path: Path) -> None:
    """The eleventh within minutes has to wait, and no thread is made for it."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, _hurried(channel):
        opened = [await channel.hands.slash("Ala", HERE, "game new", {"thread": True}) for _ in range(11)]
        threads = [route for method, route in channel.posts() if method == "POST" and route.endswith("/threads")]

    assert "za 120 min" in opened[-1].text
    assert len(threads) == 10


async def test_completion_falls_silent_for_who_types_too_fast(tmp_path: Path) -> None:
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, _hurried(channel):
        offered = [
            await channel.hands.complete("Ala", HERE, "lookup", {"table": "p"}, focused="table")
            for _ in range(PERSON["completion"].at_once + 1)
        ]

    assert all(offered[:-1])
    assert offered[-1] == []


def test_a_share_reads_as_it_is_meant() -> None:
    assert Share(6, 3.0) == PERSON["picture"]
