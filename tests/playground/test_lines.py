"""Lines that break, servers that stumble, processes that restart: nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.playground import FolderTaken, Hands, PortTaken, point_discord_at
from bot.playground.core import TOKEN
from tests.discord_limits.strict_playground import StrictPlayground
from tests.playground.a_bot import ABot, board
from tests.playground.conftest import a_bot_at, a_playground


async def test_a_cut_line_is_resumed(playground: StrictPlayground, bot: ABot, hands: Hands) -> None:
    """What happens while the line is down reaches the bot with RESUME."""
    await playground.cut_gateway()

    outcome = await hands.slash("Ala", "lochy", "gra ruch", {"way": "wschód"})

    assert outcome.kind == "message"
    assert (bot.resumed, len(playground.core.gateway.identified)) == (1, 1)


async def test_who_sends_no_heartbeat_is_sent_away(playground: StrictPlayground) -> None:
    """After one and a half intervals; who sends them stays."""
    playground.core.gateway.heartbeat = 0.5
    async with (
        aiohttp.ClientSession(connector=playground.connector()) as session,
        session.ws_connect("wss://gateway.discord.gg/") as silent,
        session.ws_connect("wss://gateway.discord.gg/") as alive,
    ):
        assert (await alive.receive_json())["d"]["heartbeat_interval"] == 500
        assert (await silent.receive_json())["op"] == 10
        closing = asyncio.create_task(silent.receive())
        while not closing.done():
            await alive.send_json({"op": 1, "d": None})
            assert (await alive.receive_json())["op"] == 11
        assert (closing.result().type, silent.close_code) == (aiohttp.WSMsgType.CLOSE, 4009)
        assert not alive.closed


async def test_a_429_and_a_5xx_are_waited_out(playground: StrictPlayground, bot: ABot) -> None:
    """discord.py tries again by itself, once the stand-in is as kind as Discord."""
    lochy = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
    playground.faults.add(method="POST", route="*/messages", status=429, retry_after=0.01)

    await lochy.send("jednak")

    statuses = [call.status for call in playground.requests if call.route == "/channels/{channel_id}/messages"]
    assert statuses == [429, 200]


async def test_a_lost_reply_posts_once(playground: StrictPlayground, bot: ABot) -> None:
    """The work was done, the reply lost: the same nonce does not post again."""
    lochy = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
    playground.faults.add(method="POST", route="*/messages", lost_reply=True)

    with pytest.raises(aiohttp.ClientError):
        await lochy.send("raz", nonce=77)
    await lochy.send("raz", nonce=77)

    assert [message.content for message in playground.hands.messages("lochy", "Ala")] == ["raz"]


async def test_a_slow_line_only_takes_longer(playground: StrictPlayground, bot: ABot, hands: Hands) -> None:
    """Latency delays every answer and changes none."""
    playground.faults.latency = 0.02

    assert (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).kind == "message"


async def test_old_buttons_work_after_both_restart(tmp_path: Path) -> None:
    """Messages, files, commands, people and ids are kept in the folder."""
    async with a_playground(tmp_path) as playground, a_bot_at(playground):
        first = await playground.hands.follow(await playground.hands.slash("Ala", "lochy", "gra komnata"))
        playground.add_person("Zofia", locale="pl", guild="Piwnica u Ali")
        await playground.add_channel("wieża", guild="Piwnica u Ali")
        commands = playground.hands.commands("Ala", "lochy")

    async with a_playground(tmp_path) as playground, a_bot_at(playground) as bot:
        message = playground.hands.messages("lochy", "Zofia")[0]
        assert first.message is not None
        assert message.data == first.message.data
        assert (await playground.hands.press("Zofia", message, "door:n")).text == "## drzwi n"
        assert bot.pressed == ["door:n"]
        assert [c["id"] for c in playground.hands.commands("Ala", "lochy")] == [c["id"] for c in commands]
        later = await playground.hands.say("Zofia", "wieża", "nowe")
        assert int(later.id) > int(message.id)
        assert playground.world.store.file(message.attachments[0]["id"])


async def test_without_a_bot_commands_fail(playground: StrictPlayground) -> None:
    """The commands of the last sync are there; a bot that could still RESUME has its three seconds."""
    async with a_bot_at(playground):
        pass

    playground.patience.acknowledge = 0.05
    assert (await playground.hands.slash("Ala", "lochy", "gra milcz")).kind == "failed"
    assert not playground.connected


async def test_a_taken_port_is_said_kindly(tmp_path: Path) -> None:
    """The sentence names the port and what to do."""
    async with a_playground(tmp_path / "one") as first:
        second = StrictPlayground(tmp_path / "two", first.port)
        with pytest.raises(PortTaken, match=f"Port {first.port} is already in use.*another port"):
            await second.start()


async def test_a_folder_belongs_to_one_playground(tmp_path: Path) -> None:
    """Nobody takes the socket of a running playground away; a dead one's is swept up."""
    async with a_playground(tmp_path):
        with pytest.raises(FolderTaken):
            await StrictPlayground(tmp_path).start()
    (tmp_path / "discord.sock").touch()
    async with a_playground(tmp_path) as playground, a_bot_at(playground):
        assert playground.connected


async def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    """Unix sockets have short names; the folder may have a long one."""
    folder = tmp_path / ("bardzo-długa-nazwa-" * 6)
    async with a_playground(folder) as playground:
        assert playground.socket is not None
        assert len(bytes(playground.socket)) < 100


@pytest.mark.parametrize(("token", "intents", "error"), [
    ("MTIz.wrong.token", discord.Intents(guilds=True), discord.LoginFailure),
    (None, discord.Intents(guilds=True, message_content=True), discord.PrivilegedIntentsRequired),
])  # fmt: skip
async def test_who_may_not_log_in(
    playground: StrictPlayground, token: str | None, intents: discord.Intents, error: type[Exception]
) -> None:
    """A wrong token, and intents that nobody granted."""
    client = discord.Client(intents=intents, connector=playground.connector())

    with pytest.raises(error):
        await asyncio.wait_for(client.start(token or playground.token), 10)
    await client.close()


async def test_shards_get_their_own_guilds(playground: StrictPlayground) -> None:
    """A guild's events go only to its shard, (id >> 22) % count."""
    here = {guild["id"]: (int(guild["id"]) >> 22) % 2 for guild in playground.world.guilds.values()}
    clients = [
        discord.Client(intents=discord.Intents(guilds=True), connector=playground.connector(), shard_id=number,
                       shard_count=2, guild_ready_timeout=0.1)
        for number in (0, 1)
    ]  # fmt: skip
    lives = [asyncio.create_task(client.start(playground.token)) for client in clients]
    await asyncio.gather(*(playground.hands.until(client.is_ready) for client in clients))

    for number, client in enumerate(clients):
        assert {str(guild.id) for guild in client.guilds} == {key for key, shard in here.items() if shard == number}
        await client.close()
    await asyncio.gather(*lives, return_exceptions=True)


async def test_over_tcp_where_there_are_no_unix_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three class attributes lead discord.py to the stand-in; pictures come from there, too."""
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (Asset, "BASE")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    async with a_playground(tmp_path, tcp=True) as playground:
        point_discord_at(playground.api_address)
        async with a_bot_at(playground) as bot:
            channel = bot.get_partial_messageable(int(playground.world.channel("lochy")["id"]))
            sent = await channel.send("x", view=board(), file=discord.File(tmp_path / "playground.sqlite3", "a.bin"))
            assert (await sent.attachments[0].read())[:6] == b"SQLite"


async def test_over_tcp_only_who_knows_the_token_is_let_in(tmp_path: Path) -> None:
    """Everybody on this machine can reach the door, so its token is a fresh one at each start."""
    async with a_playground(tmp_path / "a", tcp=True) as one, a_playground(tmp_path / "b", tcp=True) as other:
        assert len({one.token, other.token, TOKEN}) == 3
        async with aiohttp.ClientSession(one.api_address) as session:
            for token, expected in ((one.token, 200), (other.token, 401), (TOKEN, 401)):
                async with session.get("/api/v10/users/@me", headers={"Authorization": f"Bot {token}"}) as answer:
                    assert answer.status == expected
