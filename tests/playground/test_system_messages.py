"""What Discord says by itself when the bot pins a message or opens a thread."""

from __future__ import annotations

from bot.playground import Playground
from tests.playground.wires import ask


def types(playground: Playground, channel: str = "lochy") -> list[int]:
    return [message.data["type"] for message in playground.hands.messages(channel, "Ala")]


async def test_a_pin_leaves_a_line(playground: Playground) -> None:
    """Once; to pin the same again, or to unpin it, says nothing."""
    channel = playground.world.channel("lochy")
    path = f"/channels/{channel['id']}/messages"
    _, posted = await ask(playground, "POST", path, {"content": "x"})

    for method in ("PUT", "PUT", "DELETE"):
        assert (await ask(playground, method, f"{path}/pins/{posted['id']}"))[0] == 204

    assert types(playground) == [0, 6]
    line = playground.hands.messages("lochy", "Ala")[-1].data
    assert (line["content"], line["author"]["id"]) == ("", playground.world.bot["id"])
    place = {"channel_id": channel["id"], "guild_id": channel["guild_id"]}
    assert line["message_reference"] == {"type": 0, "message_id": posted["id"], **place}
    assert "nonce" not in line


async def test_a_thread_leaves_a_line_unless_it_hangs_on_a_message(playground: Playground) -> None:
    """Its name, and where it is."""
    channel = playground.world.channel("lochy")
    _, posted = await ask(playground, "POST", f"/channels/{channel['id']}/messages", {"content": "x"})

    _, thread = await ask(playground, "POST", f"/channels/{channel['id']}/threads", {"name": "kronika", "type": 11})
    await ask(playground, "POST", f"/channels/{channel['id']}/messages/{posted['id']}/threads", {"name": "wątek"})

    assert types(playground) == [0, 18]
    line = playground.hands.messages("lochy", "Ala")[-1].data
    assert (line["content"], line["message_reference"]["channel_id"]) == ("kronika", thread["id"])
    assert types(playground, thread["id"]) == []


async def test_such_a_line_is_read_and_deleted_but_never_edited(playground: Playground) -> None:
    """docs: error 50021."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    _, posted = await ask(playground, "POST", path, {"content": "x"})
    await ask(playground, "PUT", f"{path}/pins/{posted['id']}")
    line = f"{path}/{playground.hands.messages('lochy', 'Ala')[-1].id}"

    assert (await ask(playground, "GET", path))[1][0]["type"] == 6
    assert (await ask(playground, "PATCH", line, {"content": "y"}))[1]["code"] == 50021
    assert (await ask(playground, "DELETE", line))[0] == 204
