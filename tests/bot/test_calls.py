"""A call is created as two plain lines, which are its push, and turned into the layout: one message, one ping."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.discord.client import Labirynt
from bot.discord.gallery import Gallery
from bot.games.face import Picture
from bot.playground.wire import COMPONENTS_V2
from rules.games import load
from tests.bot.a_busy_bot import make_busy
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, everyones_form, heard
from tests.short_form import sized

SEND: dict[str, Any] = {"method": "POST", "route": "/channels/{channel_id}/messages"}
EDIT: dict[str, Any] = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
SILENT = 1 << 12
"""The flag SUPPRESS_NOTIFICATIONS (Discord: resources/message#message-object-message-flags)."""
PRESSES = sized(40, 12)
LATER = 301.0
"""Seconds after which Discord knows no nonce any more."""
CREATED = ("POST", SEND["route"])
RULES = ParlourRules(a_choice, everyones_form, a_choice)


@pytest.fixture(autouse=True)
def _pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message has a picture."""

    async def of(*_: object) -> list[Picture]:
        return [Picture("mapa.png", b"png", "mapa z komnatą")]

    monkeypatch.setattr(Gallery, "of", of)


@contextlib.asynccontextmanager
async def before_a_call(folder: Path, **more: Any) -> AsyncIterator[tuple[Channel, Labirynt]]:
    """Ala and Bartek play; the answer to the open question calls Bartek."""
    async with a_channel(folder, RULES) as channel, channel.bot_up(**more) as client:
        await channel.opened("Ala", "Bartek")
        client.posting.pauses = ()
        yield channel, client


async def call(channel: Channel, before: Callable[[], None] = lambda: None) -> list[Any]:
    """Ala answers, and Bartek is called; return the calls of Discord's that create messages."""
    since = len(channel.playground.requests)
    before()
    await channel.press("Ala", AS_USUAL)
    return list(channel.playground.requests)[since:]


WHOLE = {"layout": True, "mentioned": True, "named": True, "told": 1, "rung": 1}
"""One message asks: a layout that names Bartek, tells the story once, and was the only one that rang for him."""


def seen(channel: Channel) -> dict[str, Any]:
    """What stands in the channel after the call."""
    (asked,) = channel.asking()
    bartek = channel.playground.world.person("Bartek")["user"]["id"]
    return {
        "layout": bool(asked.data["flags"] & COMPONENTS_V2),
        "mentioned": bartek in [one["id"] for one in asked.data["mentions"]],
        "named": f"<@{bartek}>" in asked.text,
        "told": heard(channel.story()),
        "rung": rings(channel).count([bartek]),
    }


def rings(channel: Channel) -> list[list[str]]:
    """Whom each message that Discord created was allowed to ping, oldest first; a repeated nonce creates none."""
    posts = [one for one in channel.playground.requests if (one.method, one.route) == CREATED and one.status == 200]
    return [list(map(str, named)) for named in {one.reply["id"]: users(one) for one in posts}.values()]


async def test_the_push_is_who_is_called_and_what_is_asked(tmp_path: Path) -> None:
    """Two lines without Markdown at most, the mention first; the layout that follows names the same person."""
    async with before_a_call(tmp_path) as (channel, _):
        calls = await call(channel)
        (created,) = [one for one in calls if (one.method, one.route) == CREATED]
        turned = next(one for one in calls if one.method == "PATCH" and one.body.get("components"))
        bartek = channel.playground.world.person("Bartek")["user"]["id"]

        assert created.body["content"].startswith(f"<@{bartek}> ")
        assert len(created.body["content"].splitlines()) <= 2
        assert not {"**", "-#"} & {created.body["content"][nth : nth + 2] for nth in range(400)}
        assert created.body["components"]
        assert not created.body.get("attachments")
        assert created.body["allowed_mentions"]["users"] == turned.body["allowed_mentions"]["users"] == [int(bartek)]
        assert len(channel.asking()[0].attachments) == 1
        assert seen(channel) == WHOLE


async def test_killed_before_it_is_turned_it_is_turned_by_the_next_life(tmp_path: Path) -> None:
    """Nobody is called twice."""
    async with a_channel(tmp_path, RULES) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala", "Bartek")
            client.posting.pauses = ()
            await call(channel, lambda: channel.playground.faults.add(**EDIT, status=503, times=math.inf) and None)
            assert channel.asking()[-1].content
        channel.playground.faults.clear()
        async with channel.bot_up():
            await channel.hands.until(lambda: len(channel.asking()) == 1 and not channel.asking()[0].content)

            assert seen(channel) == WHOLE


@pytest.mark.parametrize("fault", [{**SEND, "lost_reply": True, "times": 5}, {**EDIT, "lost_reply": True, "times": 5}])
@pytest.mark.parametrize("late", [False, True])
async def test_a_lost_reply_calls_nobody_twice(tmp_path: Path, fault: dict[str, Any], *, late: bool) -> None:
    """Of the creation or of the edit; also where the next try comes after the nonce has been forgotten."""
    ahead = [0.0]
    async with before_a_call(tmp_path, clock=lambda: time.time() + ahead[0]) as (channel, client):
        await call(channel, lambda: channel.playground.faults.add(**fault) and None)
        channel.playground.faults.clear()
        if late:
            channel.playground.forget_nonces()
            ahead[0] = channel.playground.clock.ahead = LATER
        (game,) = client.service.sessions.live()
        await client.posting.deliver(game.id)
        await channel.hands.settled()

        assert seen(channel) == WHOLE


@pytest.mark.parametrize(
    ("fault", "layout", "pictures"),
    [
        ({"status": 413, "code": 40005, "files": True, "times": math.inf}, True, 0),
        ({"status": 500, "files": True, "times": math.inf}, True, 0),
        ({"status": 403, "code": 50013, "files": True, "times": math.inf}, True, 0),
        ({"status": 400, "code": 50035, "times": 2}, False, 1),
    ],
    ids=["large", "media", "right", "layout"],
)
async def test_what_discord_refuses_of_the_layout_is_left_out(
    tmp_path: Path, fault: dict[str, Any], pictures: int, *, layout: bool
) -> None:
    """A file: the layout without it, and a line why; the layout: plain words in the same message, from now on."""
    async with before_a_call(tmp_path) as (channel, client):
        await call(channel, lambda: channel.playground.faults.add(**EDIT, **fault) and None)
        (asked,) = channel.asking()
        (game,) = client.service.sessions.live()

        assert seen(channel) == {**WHOLE, "layout": layout}
        assert len(asked.attachments) == pictures
        assert ("Obrazka" in asked.text or "obrazka" in asked.text) is not pictures
        assert client.posting.live.writer.takes_layout(game.id) is layout
        channel.playground.faults.clear()
        await channel.press("Bartek", AS_USUAL)
        await channel.press("Ala", AS_USUAL)
        assert [len(one.attachments) for one in channel.asking()] == [1]  # the next question tries it again


async def test_a_call_that_somebody_deletes_comes_anew_without_a_ping(tmp_path: Path) -> None:
    """Between the two calls; who was called has been."""
    async with before_a_call(tmp_path) as (channel, _):
        await call(channel, lambda: channel.playground.faults.add(**EDIT, status=404, code=10008) and None)
        bartek = channel.playground.world.person("Bartek")["user"]["id"]
        first, second = [one for one in channel.hands.messages(HERE, "Ala") if f"<@{bartek}>" in one.text][-2:]

        assert first.content
        assert second.data["flags"] & COMPONENTS_V2
        assert rings(channel)[-2:] == [[bartek], []]


async def test_a_press_between_the_two_calls_counts(tmp_path: Path) -> None:
    """The question can be answered as soon as it rings; the edit is late, and fails once."""
    async with before_a_call(tmp_path) as (channel, _):
        await call(channel, lambda: channel.playground.faults.add(**EDIT, status=503, times=math.inf) and None)
        channel.playground.faults.clear()
        await channel.press("Bartek", AS_USUAL)
        (asked,) = channel.asking()

        assert "Bartek ✔" in asked.text
        assert heard(channel.story()) == 1


async def test_whoever_is_still_called_stays_called_when_another_answers(tmp_path: Path) -> None:
    """Ala answers her part: the edit that shows it allows the mention of Bartek, or his inbox would lose it."""
    async with before_a_call(tmp_path) as (channel, _):
        await call(channel)
        since = len(channel.playground.requests)
        await channel.press("Ala", AS_USUAL)
        (asked,) = channel.asking()
        bartek = channel.playground.world.person("Bartek")["user"]["id"]

        assert "Ala ✔" in asked.text
        assert [one["id"] for one in asked.data["mentions"]] == [bartek]
        assert not [one for one in list(channel.playground.requests)[since:] if (one.method, one.route) == CREATED]


async def test_near_the_limit_the_call_and_its_edit_are_not_counted(tmp_path: Path) -> None:
    """Both go by the interaction that led to them; a lost reply of the first rings nobody twice."""
    async with before_a_call(tmp_path) as (channel, client):
        make_busy(client)
        calls = await call(channel)

        assert not [one for one in calls if one.route.startswith("/channels") and one.method != "GET"]
        assert channel.asking()[0].data["flags"] & COMPONENTS_V2


async def test_without_the_right_to_attach_no_file_is_tried(tmp_path: Path) -> None:
    """It is looked up, not learnt from a refusal; every question comes, with a line about the picture."""
    async with before_a_call(tmp_path) as (channel, _):
        await channel.playground.permit(HERE, attach_files=False)
        calls = await call(channel)

        assert seen(channel) == WHOLE
        assert "Załączanie plików" in channel.asking()[0].text
        assert not [one for one in calls if one.status >= 400]


async def test_a_call_can_stay_plain(tmp_path: Path) -> None:
    """One setting: a single request, in which the same two lines stand first, and the picture hangs."""
    async with a_channel(tmp_path, RULES, calls="plain") as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        calls = await call(channel)
        (asked,) = channel.asking()
        (game,) = client.service.sessions.live()

        assert seen(channel) == {**WHOLE, "layout": False}
        assert asked.content.startswith("<@")
        assert len(asked.attachments) == 1
        assert EDIT["method"] not in [one.method for one in calls if one.body.get("components")]
        assert client.posting.live.writer.takes_layout(game.id)


@pytest.mark.parametrize("game", ["labirynt-smierci", "labirynt-czarnoksieznika", "jaskinia"])
async def test_whoever_rings_says_first_whom_and_then_what(tmp_path: Path, game: str) -> None:
    """In real games: the mention at sign 0, the layout names the same people; what rings nobody makes no sound."""
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Bartek", "Dołącz")
        before = len(channel.playground.requests)
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        for _ in range(PRESSES):
            if (await channel.press("Ala", AS_USUAL)).kind == "ephemeral":
                await channel.press("Bartek", AS_USUAL)
        calls = list(channel.playground.requests)[before:]
        created = [one for one in calls if (one.method, one.route) == CREATED]
        ringing = [one for one in created if users(one)]

        assert ringing
        assert [one.body["content"][:2] for one in ringing] == ["<@"] * len(ringing)
        assert not [one for one in ringing if "**" in one.body["content"] or "-#" in one.body["content"]]
        for one in ringing:
            turned = next(each for each in calls[calls.index(one) :] if each.method == "PATCH" and users(each))
            assert users(turned) == users(one)
            assert all(f"<@{user}>" in str(turned.body["components"]) for user in users(one))
        assert [one for one in created if one not in ringing and not one.body.get("flags", 0) & SILENT] == []


def users(call: Any) -> list[int]:
    """Whom a call to Discord allows to be pinged."""
    return list((call.body.get("allowed_mentions") or {}).get("users", []))


async def test_a_slow_upload_keeps_no_press_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three presses, each upload later than Discord waits for an answer: none fails."""
    monkeypatch.setattr("bot.discord.prompts.reply.PATIENCE", 0.2)
    monkeypatch.setattr("bot.discord.channels.SLOW", 0.2)
    async with a_channel(tmp_path, ParlourRules(*[a_choice] * 4)) as channel, channel.bot_up():
        await channel.opened("Ala")
        channel.playground.patience.acknowledge = 1.5
        channel.playground.faults.add(delay=1.8, files=True, times=math.inf)
        outcomes = [await channel.press("Ala", AS_USUAL) for _ in range(3)]

        assert [one.kind for one in outcomes if one.kind == "failed"] == []
        assert heard(channel.story()) == 3
