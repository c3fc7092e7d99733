"""All that discord.py sends, and all that the stand-in answers, stands up to Discord's own description."""

from __future__ import annotations

import json

from bot.playground import Hands, Playground
from tests.playground.a_bot import ABot
from tests.playground.cut_spec import CUT, cut, references, served_routes, shape_of, text_of
from tests.playground.spec import document, faults
from tests.playground.wires import ask, command


async def test_a_whole_evening_by_the_document(hands: Hands, playground: Playground, bot: ABot) -> None:
    """Every kind of request once, request and reply both checked."""
    board = (await hands.slash("Ala", "lochy", "gra ruch", {"way": "wschód"})).message
    assert board is not None
    await hands.complete("Ala", "lochy", "gra ruch", {"way": "w"}, focused="way")
    opened = await hands.press("Ala", board, "roll")
    assert opened.modal is not None
    await hands.submit("Ala", opened.modal, {"roll": "1", "how": "bot"})
    await hands.press("Ala", board, "secret")
    await hands.follow(await hands.press("Ala", board, "later"))
    await hands.follow(await hands.select("Bartek", board, "pick", ["lina"]))
    await hands.follow(await hands.slash("Celina", "jaskinia", "gra komnata"))
    await hands.press_label("Celina", "jaskinia", "Południe")
    await hands.follow(await hands.slash("Ala", "lochy", "gra kronika"))
    await hands.follow(await hands.slash("Ala", "lochy", "gra ogłoś", {"who": "Bartek", "words": "ho"}))
    await hands.menu("Bartek", "lochy", "Przypnij", board)
    await hands.settled()

    assert [fault for call in playground.requests for fault in faults(call)] == []
    assert len({call.route for call in playground.requests}) >= 10


async def test_what_can_be_looked_up(playground: Playground) -> None:
    """Replies about guilds, members, channels and commands have all fields that Discord promises."""
    guild = playground.world.guild("Piwnica u Ali")["id"]
    ala, bot = playground.world.person("Ala")["user"]["id"], playground.world.bot["id"]
    lochy = playground.world.channel("lochy")["id"]
    await playground.hands.say("Ala", "lochy", "x")
    await ask(playground, "PUT", f"/applications/{bot}/guilds/{guild}/commands", [command()])
    paths = [
        "/users/@me",
        f"/users/{ala}",
        "/applications/@me",
        "/gateway/bot",
        f"/guilds/{guild}",
        "/users/@me/guilds",
    ]
    paths += [f"/guilds/{guild}/{what}" for what in ("channels", "roles", f"members/{ala}", "threads/active")]
    paths += [f"/channels/{lochy}{what}" for what in ("", "/messages", "/messages/pins")]
    paths += [f"/applications/{bot}/guilds/{guild}/commands"]

    for path in paths:
        status, _ = await ask(playground, "GET", path)
        assert status == 200, path

    assert [fault for call in playground.requests for fault in faults(call)] == []


def test_the_document_knows_every_request_that_is_served() -> None:
    known = {
        (method.upper(), shape_of(path)) for path, operations in document()["paths"].items() for method in operations
    }
    served = {(method, shape_of(path)) for method, path in served_routes() if method != "HEAD"}

    assert served - known == set()


def test_the_kept_document_is_whole() -> None:
    """It has every schema that it refers to, and nothing that another cut would drop."""
    kept = json.loads(CUT.read_text("utf-8"))

    assert set(references(kept)) - kept["components"]["schemas"].keys() == set()
    assert text_of(cut(kept)) == CUT.read_text("utf-8")
