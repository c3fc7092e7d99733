"""A plain message becomes a Components V2 layout by its first edit, keeps its picture, and never goes back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.playground import Hands, Message, Playground
from bot.playground.wire import COMPONENTS_V2, JSON
from tests.playground.a_bot import ABot
from tests.playground.conftest import a_bot_at
from tests.playground.wires import Answer, ask, button, error_codes, gallery, layout, row, section, select, words

PICTURE = "f0.png"
"""The name that ``ask`` gives to the first uploaded file."""
MIXED = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


def turned(*parts: JSON, **more: Any) -> JSON:
    """The body of an edit that turns a plain message into this layout."""
    return layout(*parts, content=None, embeds=[], **more)


async def posted_plain(playground: Playground, body: JSON | None = None) -> tuple[str, JSON]:
    """The route and the JSON of a plain message with a picture and a button."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    _, message = await ask(playground, "POST", path, body or {"content": "stare", "components": [row(button())]}, (3,))
    return f"{path}/{message['id']}", message


async def test_an_edit_turns_a_plain_message_into_a_layout(plain: Playground) -> None:
    """The picture that is attached stays, and the gallery names it again by its file name."""
    route, before = await posted_plain(plain)

    status, now = await ask(plain, "PATCH", route, turned(words("wynik"), gallery(PICTURE), words("pytanie")))

    assert (status, now["flags"], now["content"], now["embeds"]) == (200, COMPONENTS_V2, "", [])
    assert now["attachments"] == before["attachments"]
    shown = now["components"][1]["items"][0]["media"]
    assert (shown["url"], shown["attachment_id"]) == (before["attachments"][0]["url"], before["attachments"][0]["id"])
    assert Message(now).text == "wynik\npytanie"
    assert Message(now).buttons == []


async def test_an_edit_with_attachments_keeps_only_those(plain: Playground) -> None:
    """A thumbnail or gallery that names a file which is gone is refused, and nothing changes."""
    route, _ = await posted_plain(plain)
    thumbnail = {"type": 11, "media": {"url": f"attachment://{PICTURE}"}}

    for part in (gallery(PICTURE), {"type": 9, "components": [words()], "accessory": thumbnail}):
        status, refused = await ask(plain, "PATCH", route, turned(part, attachments=[]))
        assert (status, refused["code"]) == (400, 50035)
    status, now = await ask(plain, "PATCH", route, turned(words(), attachments=[]))
    assert (status, now["attachments"]) == (200, [])


async def test_a_new_picture_replaces_the_old_one(plain: Playground) -> None:
    """Both have the same file name; the list of attachments says which is left."""
    route, before = await posted_plain(plain)

    edit = turned(gallery(PICTURE), attachments=[{"id": "0"}])
    status, now = await ask(plain, "PATCH", route, edit, (5,))

    assert (status, len(now["attachments"])) == (200, 1)
    assert now["attachments"][0]["id"] != before["attachments"][0]["id"]
    assert now["components"][0]["items"][0]["media"]["url"] == now["attachments"][0]["url"]


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (layout(words()), "content"),
        (layout(words(), content="nowe"), "content"),
        (layout(words(), content=None, embeds=[{"title": "x"}]), "embeds"),
    ],
)
async def test_content_and_embeds_have_to_go(plain: Playground, edit: JSON, place: str) -> None:
    """They go in the same edit that sets the flag; a refused edit changes nothing."""
    route, before = await posted_plain(plain)

    status, reply = await ask(plain, "PATCH", route, edit)

    assert (status, reply["code"], error_codes(reply)) == (400, 50035, {place: MIXED})
    assert (await ask(plain, "GET", route))[1] == before


async def test_the_flag_cannot_be_removed(plain: Playground) -> None:
    """An edit without the flag, or with other flags, edits a layout all the same."""
    route, _ = await posted_plain(plain)
    await ask(plain, "PATCH", route, turned(words("raz")))

    assert (await ask(plain, "PATCH", route, {"flags": 0}))[1]["flags"] == COMPONENTS_V2
    assert (await ask(plain, "PATCH", route, {"flags": 4}))[1]["flags"] == COMPONENTS_V2 | 4
    _, now = await ask(plain, "PATCH", route, {"flags": 0, "components": [words("dwa")]})
    assert (now["flags"], Message(now).text) == (COMPONENTS_V2, "dwa")
    for body in ({"content": "znowu"}, {"content": "znowu", "flags": 0}, {"embeds": [{"title": "x"}]}):
        assert (await ask(plain, "PATCH", route, body))[1]["code"] == 50035


async def test_what_a_bot_cannot_set_stays(plain: Playground) -> None:
    """A message with a thread keeps the flag that says so."""
    route, message = await posted_plain(plain)
    await ask(plain, "POST", f"/channels/{message['channel_id']}/messages/{message['id']}/threads", {"name": "wątek"})

    _, now = await ask(plain, "PATCH", route, turned(words()))

    assert now["flags"] == COMPONENTS_V2 | 1 << 5


async def test_sections_are_read_and_pressed_like_rows(plain: Playground) -> None:
    """Their texts, buttons and ids are those of the message, in the order in which they are seen."""
    path = f"/channels/{plain.world.channel('lochy')['id']}/messages"
    body = layout(
        words("pytanie"),
        section(button("a", label="A ↑"), "na północ", "-# 48%"),
        {"type": 17, "components": [section(button("b", label="B"), "na wschód")]},
        row(button("c", label="?")),
        row(select()),
    )

    _, data = await ask(plain, "POST", path, body)
    message = Message(data)

    assert message.text == "pytanie\nna północ\n-# 48%\nna wschód"
    assert [one.label for one in message.buttons] == ["A ↑", "B", "?"]
    assert [one.custom_id for one in message.selects] == ["s"]
    ids = [part["id"] for part in message.parts(1, 2, 3, 9, 10, 17)]
    assert len(set(ids)) == len(ids)
    assert plain.hands.find_button("lochy", "Ala", "A ↑")[1].custom_id == "a"


async def callback(playground: Playground, custom_id: str, body: JSON, files: tuple[int, ...] = ()) -> Answer:
    """Press a button of the newest message and answer in the bot's place."""
    known = len(playground.core.interactions)
    message = next(playground.hands.newest_first("lochy", "Ala"))
    doing = asyncio.create_task(playground.hands.press("Ala", message, custom_id))
    await playground.hands.until(lambda: len(playground.core.interactions) > known)
    interaction = list(playground.core.interactions.values())[-1]
    path = f"/interactions/{interaction.id}/{interaction.payload['token']}/callback?with_response=true"
    answer = await ask(playground, "POST", path, body, files)
    if answer[0] >= 400:
        doing.cancel()
    else:
        await doing
    return answer


async def test_a_press_turns_its_message(plain: Playground) -> None:
    """By the callback itself (type 7), and by an edit of @original after a deferred one (type 6)."""
    async with a_bot_at(plain):
        await posted_plain(plain)
        refused = await callback(plain, "b", {"type": 7, "data": layout(words("x"))})
        assert (refused[0], error_codes(refused[1])) == (400, {"content": MIXED})
        assert refused[1]["code"] == 50035

        parts = (words("wynik"), gallery(PICTURE), section(button("dalej"), "Dalej"))
        status, _ = await callback(plain, "b", {"type": 7, "data": turned(*parts)})
        assert status == 200
        message = next(plain.hands.newest_first("lochy", "Ala"))
        assert (message.text, message.data["flags"], len(message.attachments)) == ("wynik\nDalej", COMPONENTS_V2, 1)

        await callback(plain, "dalej", {"type": 6})
        interaction = list(plain.core.interactions.values())[-1]
        original = f"/webhooks/{plain.world.bot['id']}/{interaction.payload['token']}/messages/@original"
        _, now = await ask(plain, "PATCH", original, {"components": [gallery(PICTURE), words("koniec")]})
        assert (Message(now).text, now["flags"], len(now["attachments"])) == ("koniec", COMPONENTS_V2, 1)


async def test_a_stock_client_turns_a_message(hands: Hands, bot: ABot) -> None:
    """discord.py's own edit does it, under the strict rules: a button, then a button beside a text."""
    await hands.slash("Ala", "lochy", "gra tablica")
    plain = next(hands.newest_first("lochy", "Ala"))

    turned = (await hands.press("Ala", plain, "turn")).message
    assert turned is not None
    assert (turned.id, turned.content, turned.data["flags"]) == (plain.id, "", COMPONENTS_V2)
    assert turned.attachments == plain.attachments

    again = (await hands.press_label("Ala", "lochy", "Obrót")).message
    assert again is not None
    assert (again.text, again.data["flags"]) == (turned.text, COMPONENTS_V2)
