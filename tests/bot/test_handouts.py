"""``/gm tell`` to one player, and pictures: who finds what, and which files are taken."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.playground.seen import Message
from images.handouts import MOST_PIXELS, redrawn
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_mastered_channel import MASTER, a_mine
from tests.bot.toy_game import ToyRules

TEXT = "Ołtarz szepcze twoje imię."


def a_picture(kind: str = "PNG", size: tuple[int, int] = (4, 3), **how: Any) -> bytes:
    """A red picture."""
    made = BytesIO()
    Image.new("RGB", size, "red").save(made, kind, **how)
    return made.getvalue()


async def tell(channel: Channel, data: bytes = b"", name: str = "mapa.png", **options: str) -> str:
    """What the game master is answered."""
    given: dict[str, Any] = {"text": TEXT, **options}
    if data:
        given["picture"] = channel.hands.upload(name, data)["id"]
    return (await channel.command(MASTER, "gm tell", **given)).text


def nudge(channel: Channel, who: str) -> Message:
    """The public message with the button."""
    return next(one for one in channel.hands.messages(HERE, who) if ":handout:" in str(one.data))


def pixels(channel: Channel, message: Message | None) -> Image.Image:
    """The picture of a message."""
    assert message is not None
    return Image.open(BytesIO(channel.playground.world.store.file(message.attachments[0]["id"])))


async def test_one_player_alone_finds_it(tmp_path: Path) -> None:
    """The channel sees that there is something; the story, the chronicle and the others have nothing of it."""
    async with a_mine(tmp_path) as channel:
        said = await tell(channel, player="Bartek")
        asking = nudge(channel, "Ala")
        other = await channel.hands.press("Ala", asking, asking.buttons[0].custom_id)
        own = await channel.hands.press("Bartek", asking, asking.buttons[0].custom_id)
        things = await channel.command("Bartek", "things")
        elsewhere = [await channel.command("Ala", name) for name in ("things", "story")]
        sent = [(await channel.command(who, "chronicle")).message for who in ("Ala", "Bartek")]
        files = [channel.playground.world.store.file(one.attachments[0]["id"]).decode() for one in sent if one]

    assert said == "Opowiedziane."
    assert asking.buttons[0].label == "Bartek: przeczytaj"
    assert asking.text.endswith(">: wiadomość od mistrza gry, tylko dla ciebie.")
    assert (own.kind, TEXT in own.text, TEXT in things.text) == ("ephemeral", True, True)
    assert other.text == "Teraz może to zrobić tylko Bartek."
    assert [one.text for one in elsewhere if TEXT in one.text] == []
    assert TEXT not in channel.story()
    assert [TEXT in file for file in files] == [False, False]


async def test_what_is_told_to_one_survives_a_restart_and_other_games_have_none_of_it(tmp_path: Path) -> None:
    """The button still shows text and picture; the button of another table is refused."""
    async with a_channel(tmp_path, ToyRules()) as channel:
        async with channel.bot_up():
            await channel.command("Ala", "game new")
            await channel.command("Ala", "gm appoint", member=MASTER)
            await channel.press("Ala", "Zaczynamy")
            await tell(channel, a_picture(), player="Ala")
        async with channel.bot_up():
            asking = nudge(channel, "Ala")
            own = await channel.hands.press("Ala", asking, asking.buttons[0].custom_id)
            await channel.hands.settled()

            assert TEXT in own.text
            assert pixels(channel, own.message).size == (4, 3)


async def test_everybody_sees_a_picture_below_the_line(tmp_path: Path) -> None:
    """The line stands in the story as ever; the picture has it as its description."""
    async with a_mine(tmp_path) as channel:
        await tell(channel, a_picture("JPEG"))
        shown = next(one for one in channel.hands.messages(HERE, "Ala") if one.attachments)
        story = channel.story()

        assert TEXT in story
        assert pixels(channel, shown).size == (4, 3)
    assert (shown.attachments[0]["description"], shown.ephemeral) == (TEXT, False)


async def test_an_unknown_player_is_nobody(tmp_path: Path) -> None:
    """Nothing is told, to nobody."""
    async with a_mine(tmp_path) as channel:
        refused = await tell(channel, player="Zenek")
        offered = await channel.hands.complete(MASTER, HERE, "gm tell", {"text": "x", "player": ""}, focused="player")

    assert "Zenek" in refused
    assert TEXT not in channel.story()
    assert [choice.name for choice in offered] == ["Ala", "Bartek"]


def an_animation(kind: str) -> bytes:
    """Two frames."""
    frames = [Image.new("RGB", (4, 3), colour) for colour in ("red", "blue")]
    made = BytesIO()
    frames[0].save(made, kind, save_all=True, append_images=frames[1:])
    return made.getvalue()


def a_bomb() -> bytes:
    """A small file whose header claims a picture of 60000 × 60000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(9))) + chunk(b"IEND", b"")


REFUSED = {
    "too wide": a_picture(size=(MOST_PIXELS + 1, 1)),
    "too high": a_picture("JPEG", (1, MOST_PIXELS + 1)),
    "a bomb": a_bomb(),
    "moving": an_animation("PNG"),
    "a GIF": a_picture("GIF"),
    "no picture": b"<svg onload='alert(1)'/>",
    "cut off": a_picture(size=(900, 900))[:200],
    "too heavy": a_picture() + bytes(2**20),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
async def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    """With the bounds, whatever the name says; nothing is told."""
    async with a_mine(tmp_path) as channel:
        refused = await tell(channel, data)

    assert refused.startswith("Tego obrazka nie przyjmę")
    assert TEXT not in channel.story()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_nothing_is_left_but_the_pixels(kind: str) -> None:
    """Neither where it was taken nor a comment; a photograph that was held upright stays upright."""
    notes = Image.Exif()
    notes[0x0112], notes[0x010F] = 6, "SECRET"
    data = a_picture(kind, exif=notes, **({"comment": b"SECRET"} if kind == "JPEG" else {}))
    made = redrawn(data)

    assert b"SECRET" in data
    assert b"SECRET" not in made
    assert b"EXIF" not in made
    assert (Image.open(BytesIO(made)).size, Image.open(BytesIO(made)).format) == ((3, 4), "WEBP")
    assert Image.open(BytesIO(redrawn(a_picture(kind, (MOST_PIXELS, 1))))).size == (MOST_PIXELS, 1)


async def test_who_wants_direct_messages_is_called_by_one_that_holds_nothing(tmp_path: Path) -> None:
    """The channel's message stands there all the same, without a ping."""
    async with a_mine(tmp_path) as channel:
        await tell(channel, player="Bartek")
        pinged = nudge(channel, "Bartek").data["mentions"]
        await channel.command("Bartek", "quiet", where="dm")
        await channel.command(MASTER, "gm tell", text=TEXT, player="Bartek")
        silent = [one for one in channel.hands.messages(HERE, "Bartek") if ":handout:" in str(one.data)][-1]
        direct = [one.text for one in channel.hands.messages("@bot", "Bartek")]

    assert [len(pinged), len(silent.data["mentions"])] == [1, 0]
    assert any("wiadomość od mistrza gry" in text for text in direct)
    assert [text for text in direct if TEXT in text] == []
