"""What tests can make go wrong: each fault does what Discord's own trouble does to stock discord.py."""

from __future__ import annotations

import asyncio
import math

import aiohttp
import discord
import pytest

from bot.playground import Hands
from tests.discord_limits.faults import TOO_MANY_OLD_EDITS
from tests.discord_limits.strict_playground import StrictPlayground
from tests.playground.a_bot import ABot
from tests.playground.wires import ask

MESSAGES = "/channels/{channel_id}/messages"


def a_channel_of(bot: ABot, playground: StrictPlayground, name: str = "lochy") -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(playground.world.channel(name)["id"]))


def statuses(playground: StrictPlayground, route: str = MESSAGES) -> list[int]:
    return [call.status for call in playground.requests if call.route == route and call.method == "POST"]


async def test_a_refusal_has_discords_code_and_text(playground: StrictPlayground, bot: ABot) -> None:
    """As often as was said, and not once more."""
    fault = playground.faults.add(route="*/messages", status=400, code=50035, message="Invalid Form Body", times=2)

    for _ in range(2):
        with pytest.raises(discord.HTTPException) as refusal:
            await a_channel_of(bot, playground).send("x")
        assert (refusal.value.status, refusal.value.code, refusal.value.text) == (400, 50035, "Invalid Form Body")
    await a_channel_of(bot, playground).send("x")

    assert (statuses(playground), fault.times) == ([400, 400, 200], 0)


async def test_an_outage_of_one_channel_lasts_till_it_is_over(playground: StrictPlayground, bot: ABot) -> None:
    """A pattern may name a path, and the number of times be endless."""
    lochy, cave = a_channel_of(bot, playground), a_channel_of(bot, playground, "jaskinia")
    playground.faults.add(route=f"/channels/{lochy.id}/*", status=501, times=math.inf)

    for _ in range(3):
        with pytest.raises(discord.DiscordServerError):
            await lochy.send("x")
    await cave.send("elsewhere")
    playground.faults.clear()
    await lochy.send("again")

    assert statuses(playground) == [501, 501, 501, 200, 200]


async def test_the_global_limit_keeps_every_route_waiting(playground: StrictPlayground, bot: ABot) -> None:
    """discord.py stops all calls until it is over."""
    playground.faults.add(route="*/messages", status=429, everywhere=True, retry_after=0.2)

    sending = asyncio.create_task(a_channel_of(bot, playground).send("x"))
    await playground.hands.until(lambda: statuses(playground) == [429])
    await a_channel_of(bot, playground, "jaskinia").send("later")
    await sending

    assert statuses(playground) == [429, 200, 200]


async def test_a_429_of_cloudflare_is_not_waited_out(playground: StrictPlayground, bot: ABot) -> None:
    """Without Via discord.py gives up at once."""
    playground.faults.add(route="*/messages", status=429, via=False)

    with pytest.raises(discord.HTTPException):
        await a_channel_of(bot, playground).send("x")

    assert statuses(playground) == [429]


async def test_too_many_edits_of_an_old_message(playground: StrictPlayground, bot: ABot) -> None:
    """30046 comes as a 429, with its code in the body."""
    posted = await a_channel_of(bot, playground).send("x")
    path = f"/channels/{posted.channel.id}/messages/{posted.id}"
    playground.faults.add(method="PATCH", route="*/messages/*", status=429, code=TOO_MANY_OLD_EDITS, retry_after=9.0)

    status, reply = await ask(playground, "PATCH", path, {"content": "y"})

    assert (status, reply["code"], reply["retry_after"], reply["global"]) == (429, 30046, 9.0, False)


async def test_a_late_reply_is_of_work_that_was_done(playground: StrictPlayground, bot: ABot) -> None:
    """The message stands there before the bot knows."""
    playground.faults.add(route="*/messages", delay=0.2)

    sending = asyncio.create_task(a_channel_of(bot, playground).send("x"))
    await playground.hands.until(lambda: playground.hands.messages("lochy", "Ala"))

    assert not sending.done()
    await sending


async def test_a_lost_reply_may_be_late_as_well(playground: StrictPlayground, bot: ABot) -> None:
    """The line breaks after a while."""
    playground.faults.add(route="*/messages", delay=0.05, lost_reply=True)

    with pytest.raises(aiohttp.ClientError):
        await a_channel_of(bot, playground).send("x")

    assert [message.content for message in playground.hands.messages("lochy", "Ala")] == ["x"]


async def test_events_come_twice_late_or_never(playground: StrictPlayground, bot: ABot, hands: Hands) -> None:
    """A second INTERACTION_CREATE of the same press; the first press after the second; none."""
    board = (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).message
    assert board is not None

    playground.faults.event("INTERACTION_CREATE", copies=2)
    await hands.press("Ala", board, "secret")
    await hands.until(lambda: bot.pressed == ["secret", "secret"])
    playground.faults.event("INTERACTION_CREATE", delay=0.1)
    await asyncio.gather(hands.press("Ala", board, "later"), hands.press("Bartek", board, "secret"))
    assert bot.pressed[2:] == ["secret", "later"]
    playground.faults.event("INTERACTION_CREATE", copies=0)
    playground.patience.acknowledge = 0.05
    assert (await hands.press("Ala", board, "roll")).kind == "failed"


async def test_opcode_7_is_followed_by_a_resume(playground: StrictPlayground, bot: ABot, hands: Hands) -> None:
    """The session goes on."""
    await playground.ask_to_reconnect()
    await hands.until(lambda: bot.resumed == 1)

    assert len(playground.core.gateway.identified) == 1
    assert (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).kind == "message"


@pytest.mark.parametrize(("resumable", "resumed", "logins"), [(True, 1, 1), (False, 0, 2)])
async def test_opcode_9(
    playground: StrictPlayground, bot: ABot, hands: Hands, resumable: bool, resumed: int, logins: int
) -> None:
    """A session that is no good any more is begun anew."""
    await playground.invalidate_session(resumable=resumable)
    await hands.until(lambda: (bot.resumed, len(playground.core.gateway.identified)) == (resumed, logins))

    assert (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).kind == "message"


async def test_a_line_closed_for_good(playground: StrictPlayground) -> None:
    """4011 in the middle, 4004 at the next login: discord.py gives up with that code."""
    for code, refused_at_once in ((4011, False), (4004, True)):
        if refused_at_once:
            playground.refuse_identify(code)
        client = ABot(playground.connector())
        life = asyncio.create_task(client.start(playground.token))
        if not refused_at_once:
            await playground.ready()
            await client.wait_until_ready()
            await playground.cut_gateway(code)
        with pytest.raises(discord.ConnectionClosed) as closed:
            await asyncio.wait_for(life, 10)
        assert closed.value.code == code
        await client.close()


async def test_a_right_taken_in_the_whole_guild(playground: StrictPlayground, bot: ABot, hands: Hands) -> None:
    """The bot hears of it, and of its being given back."""
    guild = bot.get_guild(int(playground.world.guild("Piwnica u Ali")["id"]))
    assert guild is not None

    await playground.permit_everywhere("Piwnica u Ali", send_messages=False)
    await hands.until(lambda: not guild.me.guild_permissions.send_messages)
    with pytest.raises(discord.Forbidden):
        await a_channel_of(bot, playground).send("x")
    await playground.permit_everywhere("Piwnica u Ali", send_messages=True)
    await hands.until(lambda: guild.me.guild_permissions.send_messages)
    await a_channel_of(bot, playground).send("x")


async def test_a_moderator_deletes_a_message(playground: StrictPlayground, bot: ABot) -> None:
    """An edit of it is answered with 10008."""
    posted = await a_channel_of(bot, playground).send("x")

    await playground.remove_message(str(posted.id))

    with pytest.raises(discord.NotFound) as refusal:
        await posted.edit(content="y")
    assert refusal.value.code == 10008
