"""The page's HTTP door: the verbs as JSON, live news, and nobody else's page or name may use it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import aiohttp.web
import pytest
from aiohttp.test_utils import TestServer

from bot.playground import Hands, Playground
from bot.playground.gateway import Viewer
from bot.playground.page_api import tell
from tests.playground.a_bot import ABot


@pytest.fixture
async def web(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(base_url=playground.address) as session:
        yield session


async def post(web: aiohttp.ClientSession, verb: str, **body: Any) -> tuple[int, Any]:
    async with web.post(f"/api/{verb}", json=body) as response:
        return response.status, await response.json()


async def test_a_whole_turn_over_http(web: aiohttp.ClientSession, bot: ABot) -> None:
    """Slash, completion, press, form, select, follow: as in process."""
    place = {"user": "Ala", "channel": "lochy"}
    _, choices = await post(web, "complete", **place, command="gra ruch", options={"way": "w"}, focused="way")
    assert choices == {"choices": [{"name": "wschód", "value": "wschód"}]}
    _, moved = await post(web, "slash", **place, command="gra ruch", options={"way": "wschód"})
    message = moved["message"]["id"]
    _, opened = await post(web, "press", user="Ala", message=message, custom_id="roll")
    values = {"roll": "6", "how": "bot"}
    _, rolled = await post(web, "submit", user="Ala", modal=opened["modal"]["interaction_id"], values=values)
    assert (rolled["kind"], rolled["text"]) == ("ephemeral", "rzut=6 tryb=bot pliki=[]")
    _, chosen = await post(web, "select", user="Ala", message=message, custom_id="pick", values=["lina"])
    _, after = await post(web, "follow", user="Ala", interaction=chosen["interaction_id"])
    assert after["text"] == "wybrano lina"
    assert (await post(web, "settled"))[0] == 200
    async with web.get("/api/messages", params=place) as response:
        assert len((await response.json())["messages"]) == 3
    async with web.get("/api/requests") as response:
        assert any(call["route"].endswith("/callback") for call in (await response.json())["requests"])


BAD_BODIES = [
    b"[" * 60_000 + b"]" * 60_000,
    b'{"a":' * 60_000 + b"1" + b"}" * 60_000,
    b'{"name": ' + b"[" * 200 + b"]" * 200 + b"}",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe\xfa",
    b'{"name": "\\ud800"}',
    b'{"name": ' + b"1" * 5_000 + b"}",
]


@pytest.mark.parametrize("body", BAD_BODIES)
@pytest.mark.parametrize("verb", ["settled", "people", "permissions", "slash"])
async def test_a_body_that_is_no_object_is_refused(web: aiohttp.ClientSession, verb: str, body: bytes) -> None:
    """400 with one sentence, whatever the bytes and the charset that they claim."""
    kind = {"Content-Type": "application/json; charset=nonsense"}
    async with web.post(f"/api/{verb}", data=body, headers=kind) as response:
        assert (response.status, await response.json()) == (
            400,
            {"error": "Send one JSON object, nested 64 deep at most."},
        )
    async with web.get("/api/world") as response:
        assert response.status == 200


@pytest.mark.parametrize("body", BAD_BODIES)
async def test_a_bad_body_of_the_bot_is_refused(playground: Playground, body: bytes) -> None:
    """With Discord's error for it, in a plain request and in a form."""
    channel = next(key for key, channel in playground.core.world.channels.items() if channel["type"] == 0)
    to = f"https://discord.com/api/v10/channels/{channel}/messages"
    rights = {"Authorization": f"Bot {playground.token}"}
    form = aiohttp.FormData()
    form.add_field("payload_json", body, content_type="application/json")
    form.add_field("files[0]", b"", filename="a.txt")
    async with aiohttp.ClientSession(connector=playground.connector()) as bot:
        for data in (aiohttp.BytesPayload(body, content_type="application/json"), form):
            async with bot.post(to, data=data, headers=rights) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50109)


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data", "multipart/form-data; boundary=x"])
async def test_a_form_that_cannot_be_read_is_refused(web: aiohttp.ClientSession, kind: str) -> None:
    """Of an upload, without a boundary or without parts."""
    async with web.post("/api/upload", data=b"[", headers={"Content-Type": kind}) as response:
        assert response.status == 400


async def test_a_limit_that_is_no_number_shows_all(web: aiohttp.ClientSession, bot: ABot) -> None:
    """Too many digits for Python are none."""
    query = {"user": "Ala", "channel": "lochy", "limit": "9" * 5_000}
    async with web.get("/api/messages", params=query) as response:
        assert (response.status, (await response.json())["more"]) == (200, False)


@pytest.mark.parametrize("body", [BAD_BODIES[0].decode(), "{", "[]", "null"])
async def test_a_bad_packet_closes_the_line(playground: Playground, body: str) -> None:
    """With Discord's code for what cannot be decoded."""
    async with (
        aiohttp.ClientSession(connector=playground.connector()) as bot,
        bot.ws_connect("wss://gateway.discord.gg/") as line,
    ):
        await line.receive_json()
        await line.send_str(body)
        message = await line.receive(timeout=10)

    assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 4002)


async def test_refusals_are_sentences(web: aiohttp.ClientSession, bot: ABot) -> None:
    """400 with one sentence; unknown things 404; no JSON 415."""
    refusal = {"template": "There is no command /{words}.", "values": {"words": "nic"}}
    assert await post(web, "slash", user="Ala", channel="lochy", command="nic") == (
        400, {"error": "There is no command /nic.", **refusal})  # fmt: skip
    assert (await post(web, "slash", user="Nikt", channel="lochy", command="gra milcz"))[0] == 404
    assert (await post(web, "slash", user="Ala"))[0] == 400
    assert (await post(web, "permissions", channel="lochy", fly=True))[0] == 400
    async with web.post("/api/settled", data="{}") as response:
        assert response.status == 415


async def test_people_channels_rights_and_files(web: aiohttp.ClientSession, hands: Hands) -> None:
    """The page can make more of the world."""
    status, person = await post(web, "people", name="Zofia", locale="pl", guild="Piwnica u Ali")
    assert status == 200
    await post(web, "channels", name="Wysoka Wieża", guild="Piwnica u Ali")
    await post(web, "permissions", channel="wysoka-wieża", send_messages=False)
    async with web.get("/api/world", params={"user": person["id"]}) as response:
        world = await response.json()
    tower = next(channel for channel in world["channels"] if channel.get("name") == "wysoka-wieża")
    assert tower["bot_may"] == {"view_channel": True, "send_messages": False, "attach_files": True}
    form = aiohttp.FormData()
    form.add_field("file", b"<script>", filename="a.html", content_type="text/html")
    async with web.post("/api/upload", data=form) as response:
        kept = await response.json()
    async with web.get(f"/attachments/0/{kept['id']}/a.html") as response:
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert "sandbox" in response.headers["Content-Security-Policy"]


async def test_live_news_reach_only_whom_they_concern(web: aiohttp.ClientSession, hands: Hands) -> None:
    """An ephemeral message is news for its addressee alone; another guild's for nobody here."""
    board = (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).message
    async with (
        web.ws_connect("/api/live", params={"user": "Ala"}) as ala,
        web.ws_connect("/api/live", params={"user": "Bartek"}) as bartek,
    ):
        await hands.press("Bartek", board or "", "secret")
        await hands.say("Erin", "the-pit", "elsewhere")
        await hands.say("Ala", "lochy", "koniec")

        assert (await ala.receive_json())["data"]["message"]["content"] == "koniec"
        assert (await bartek.receive_json())["data"]["message"]["content"] == "tylko dla ciebie"


EVIL = [
    {"Host": "evil.example"},
    {"Host": "evil.example:{port}"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", EVIL)
@pytest.mark.parametrize("path", ["/", "/page/main.js", "/api/world", "/api/live?user=Ala", "/attachments/0/1/x"])
async def test_other_sites_are_kept_out(
    playground: Playground, web: aiohttp.ClientSession, path: str, headers: dict[str, str]
) -> None:
    """Another Host (DNS rebinding) or Origin gets 403 everywhere, the websocket included."""
    told = {key: value.format(port=playground.port) for key, value in headers.items()}
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} if "live" in path else {}  # fmt: skip

    async with web.get(path, headers={**told, **upgrade}) as response:
        assert response.status == 403


async def test_the_page_is_strict_about_itself(playground: Playground, web: aiohttp.ClientSession) -> None:
    """Own origin is welcome; no inline script, no foreign source, no frame; no file but the page's."""
    async with web.get("/", headers={"Origin": f"http://localhost:{playground.port}"}) as response:
        policy = response.headers["Content-Security-Policy"]
        assert response.status == 200
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "http" not in (await response.text()).replace(playground.address, "")
    for name in ("..%2f__init__.py", "nothing.js", "%2e%2e/server.py"):
        async with web.get(f"/page/{name}") as response:
            assert response.status == 404


async def test_a_tab_that_is_closed_in_the_middle_of_a_word_is_no_fault() -> None:
    """The line is torn down while news are on their way: nothing is raised, as nobody listens any more."""
    told: list[bool] = []

    async def live(request: aiohttp.web.Request) -> aiohttp.web.WebSocketResponse:
        line, viewer = aiohttp.web.WebSocketResponse(), Viewer("1")
        await line.prepare(request)
        assert request.transport is not None
        request.transport.abort()
        viewer.news.put_nowait({"event": "MESSAGE_CREATE", "data": {}})
        await tell(viewer, line)
        told.append(True)
        return line

    app = aiohttp.web.Application()
    app.router.add_get("/live", live)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession() as session,
        session.ws_connect(server.make_url("/live")) as line,
    ):
        await line.receive()

    assert told == [True]


@pytest.mark.parametrize(("language", "name"), [("pl", "Ala"), ("en", "Erin"), ("fi", "Ala")])
async def test_whoever_comes_first_reads_their_own_language(
    web: aiohttp.ClientSession, bot: ABot, language: str, name: str
) -> None:
    """A browser that speaks English begins in the English guild, one of neither language as the first of all."""
    async with web.get("/api/world", params={"language": language}) as response:
        seen = await response.json()

    assert next(one["name"] for one in seen["people"] if one["id"] == seen["me"]) == name
