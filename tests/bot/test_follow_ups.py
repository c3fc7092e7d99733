"""While much is asked of Discord, what a press brings about follows it, uncounted, and stands there once."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.channels import Channels
from bot.discord.messages import plain_message
from bot.discord.requests import ALLOWED, LAST, FollowUps
from bot.playground.wire import COMPONENTS_V2
from tests.bot.a_busy_bot import make_busy
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount, everyones_form, heard

CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
FOLLOW = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
SEND = ("POST", "/channels/{channel_id}/messages")
LOOK = ("GET", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
TURNED = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
SUMMED_UP = "Heard ×"
"""Where a question repeats the end of a story that has messages of its own."""
FOLLOWING: dict[str, Any] = {"method": "POST", "route": FOLLOW[1]}


@contextlib.asynccontextmanager
async def a_busy_table(folder: Path, *people: str, rules: ParlourRules | None = None) -> AsyncIterator[Channel]:
    """A game that has begun, while the bot had time."""
    asks = rules or ParlourRules(a_choice, an_amount, a_choice)
    async with a_channel(folder, asks) as channel, channel.bot_up() as client:
        await channel.opened(*(people or ("Ala",)))
        client.posting.pauses = (0.0, 0.0)
        make_busy(client)
        yield channel


async def pressed_below_talk(channel: Channel, label: str = "A · oak") -> list[tuple[str, str]]:
    """What is asked of Discord when Ala presses and the question needs a message of its own."""
    await channel.talk()
    before = len(channel.posts())
    await channel.press("Ala", label)
    return channel.posts()[before:]


async def test_the_question_after_a_press_is_not_counted(tmp_path: Path) -> None:
    """Callback and follow-up; the line that says whom the game awaits can wait, too."""
    async with a_busy_table(tmp_path) as channel:
        calls = await pressed_below_talk(channel)

        assert calls == [CALLBACK, FOLLOW]
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


async def test_what_must_notify_is_created_and_turned_as_a_follow_up(tmp_path: Path) -> None:
    """Bartek is called by words that a telephone shows; neither they nor the layout count."""
    rules = ParlourRules(a_choice, everyones_form)
    async with a_busy_table(tmp_path, "Ala", "Bartek", rules=rules) as channel:
        before = len(channel.posts())
        await channel.press("Ala", AS_USUAL)
        (asking,) = channel.asking()
        bartek = channel.playground.world.person("Bartek")["user"]["id"]

        assert channel.posts()[before:] == [CALLBACK, FOLLOW, TURNED]
        assert [one["id"] for one in asking.data["mentions"]] == [bartek]
        assert f"<@{bartek}>" in asking.text
        assert asking.data["flags"] == COMPONENTS_V2


async def test_a_message_that_followed_goes_on_like_any_other(tmp_path: Path) -> None:
    """A typed answer closes it, which is not counted either, while Discord knows the interaction."""
    async with a_busy_table(tmp_path) as channel:
        await pressed_below_talk(channel)
        asked = channel.asking()[0].id
        before = len(channel.posts())
        await channel.answer("Ala", "7")

        assert TURNED in channel.posts()[before:]
        assert asked not in [one.id for one in channel.asking()]
        assert heard(channel.story()) == 2


async def test_a_long_story_follows_page_by_page_as_far_as_the_channel_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many a minute; the rest goes the counted way."""
    monkeypatch.setattr("bot.discord.requests.MOST", 2)
    async with a_busy_table(tmp_path, rules=ParlourRules(a_choice, an_amount, long=2000)) as channel:
        before = len(channel.posts())
        await channel.press("Ala", "A · oak")
        calls = channel.posts()[before:]

        assert calls.count(FOLLOW) == 2
        assert calls.count(SEND) > 0
        assert heard(channel.story().partition(SUMMED_UP)[0]) == 2000


async def test_a_typed_answer_is_told_by_the_channel(tmp_path: Path) -> None:
    """It may have been acknowledged by a word for one person, which the first follow-up would fill."""
    async with a_busy_table(tmp_path) as channel:
        await channel.talk()
        before = len(channel.posts())
        await channel.answer("Ala", "A")

        assert SEND in channel.posts()[before:]
        assert FOLLOW not in channel.posts()[before:]


# What goes wrong -------------------------------------------------------------------------------------------


async def test_a_lost_reply_to_a_follow_up_tells_nothing_twice(tmp_path: Path) -> None:
    """It stands in the channel: the second try looks for it, finds it, completes it, and goes on there."""
    async with a_busy_table(tmp_path) as channel:
        channel.playground.faults.add(**FOLLOWING, lost_reply=True)
        calls = await pressed_below_talk(channel)
        await channel.press("Ala", AS_USUAL)

        assert calls == [CALLBACK, FOLLOW, LOOK, EDIT, EDIT]
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 2


async def test_a_lost_reply_to_a_story_that_followed_tells_nothing_twice(tmp_path: Path) -> None:
    """It is found by its mark, and the question goes below it."""
    async with a_busy_table(tmp_path, rules=ParlourRules(a_choice, long=500)) as channel:
        channel.playground.faults.add(**FOLLOWING, lost_reply=True)
        before = len(channel.posts())
        await channel.press("Ala", "A · oak")

        assert LOOK in channel.posts()[before:]
        assert heard(channel.story()) == 500


async def test_a_follow_up_over_which_discord_broke_is_not_repeated_unseen(tmp_path: Path) -> None:
    """It has not arrived, and nobody knows: after a look the question is put by the channel."""
    async with a_busy_table(tmp_path) as channel:
        channel.playground.faults.add(**FOLLOWING, status=502)
        calls = await pressed_below_talk(channel)

        assert calls == [CALLBACK, FOLLOW, LOOK, SEND, EDIT]
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


@pytest.mark.parametrize(
    ("status", "code"),
    [(401, 50027), (404, 10015), (400, 50035), (403, 50013)],
    ids=["old", "unknown", "form", "right"],
)
async def test_a_refused_follow_up_goes_by_the_channel(tmp_path: Path, status: int, code: int) -> None:
    """Whole, with its picture and its buttons."""
    async with a_busy_table(tmp_path) as channel:
        channel.playground.faults.add(**FOLLOWING, status=status, code=code)
        calls = await pressed_below_talk(channel)

        assert calls == [CALLBACK, FOLLOW, SEND]
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


async def test_after_a_quarter_of_an_hour_nothing_follows(tmp_path: Path) -> None:
    """The token is void, as Discord has it."""
    async with a_busy_table(tmp_path) as channel:
        channel.playground.patience.token = -1.0
        calls = await pressed_below_talk(channel)

        assert calls == [CALLBACK, FOLLOW, SEND]
        assert len(channel.asking()) == 1


async def test_a_channel_that_has_had_enough_is_not_waited_for(tmp_path: Path) -> None:
    """Discord says 429, for a minute: the question goes by the channel at once, and so does the next one."""
    async with a_busy_table(tmp_path) as channel:
        channel.playground.faults.add(**FOLLOWING, status=429, retry_after=60.0)
        first = await pressed_below_talk(channel)
        second = await pressed_below_talk(channel, AS_USUAL)

        assert (first, second) == ([CALLBACK, FOLLOW, SEND], [CALLBACK, SEND])
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 2


async def test_what_may_have_arrived_by_the_channel_does_not_follow(tmp_path: Path) -> None:
    """The reply was lost while the bot had time; now it is busy, and a follow-up would be a second question."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        client.posting.pauses = ()
        await channel.talk()
        channel.playground.faults.add(method="POST", route=SEND[1], lost_reply=True, times=5)
        await channel.press("Ala", "A · oak")
        channel.playground.faults.clear()
        make_busy(client)
        before = len(channel.posts())
        (game,) = client.service.sessions.live()
        await client.posting.deliver(game.id)

        assert FOLLOW not in channel.posts()[before:]
        assert len(channel.asking()) == 1
        assert heard(channel.story()) == 1


async def test_where_the_bot_may_not_look_back_nothing_follows(tmp_path: Path) -> None:
    """It could not find out whether its message has arrived."""
    async with a_busy_table(tmp_path) as channel:
        await channel.playground.permit(HERE, read_message_history=False)
        calls = await pressed_below_talk(channel)

        assert FOLLOW not in calls
        assert len(channel.asking()) == 1


async def test_a_press_elsewhere_brings_no_follow_up(tmp_path: Path) -> None:
    """The table has moved to another channel since: what follows the press would stand in the old one."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        make_busy(client)
        here = int(channel.playground.world.channel(HERE)["id"])
        standing = await client.service.sessions.standing(here)
        assert standing is not None
        elsewhere: Any = SimpleNamespace(interaction=SimpleNamespace(channel_id=here + 1), can_be_followed=True)
        before = len(channel.posts())
        letter = plain_message("call", "hej", "nonce")
        await Channels(client, client.metrics, FollowUps(client.load)).send(
            client.service.scene(standing), letter, None, elsewhere
        )

        assert channel.posts()[before:] == [SEND]


@pytest.mark.parametrize("long", [1, 500], ids=["question", "story"])
async def test_a_bot_killed_after_a_follow_up_finds_it(tmp_path: Path, long: int) -> None:
    """Nobody noted that it was sent, and there is no nonce: whatever an earlier life owed is looked for first."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, long=long)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala")
            client.posting.pauses = ()
            make_busy(client)
            channel.playground.faults.add(**FOLLOWING, lost_reply=True)
            await pressed_below_talk(channel)
            owed = await client.service.sessions.store.unfinished()
        async with channel.bot_up() as client:
            await channel.hands.until(lambda: len(channel.asking()) == 1)
            await channel.hands.settled()

        assert owed
        assert len(channel.asking()) == 1
        assert heard(channel.story().partition(SUMMED_UP)[0]) == long


async def test_what_is_counted_makes_the_load(tmp_path: Path) -> None:
    """The question by the channel is; the callback is not."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        client.posting.status.between = 3600.0
        client.load.clock = lambda: 0.0
        before = client.load.of_share()
        calls = await pressed_below_talk(channel)

        counted = [call for call in calls if call != CALLBACK]
        assert SEND in counted
        assert client.load.of_share() - before == pytest.approx(len(counted) / (ALLOWED * LAST))
