"""The life of an interaction's token, seen from a bot that answers late, twice or wrongly."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.playground import Hands, Outcome, Playground
from bot.playground.discord_rules import Interaction
from bot.playground.wire import JSON
from tests.playground.a_bot import ABot
from tests.playground.conftest import a_bot_at
from tests.playground.wires import Answer, ask, button, row


async def a_silent_command(playground: Playground) -> tuple[Interaction, asyncio.Task[Outcome]]:
    """A command that the bot leaves unanswered, so that the test answers it."""
    known = len(playground.core.interactions)
    task = asyncio.create_task(playground.hands.slash("Ala", "lochy", "gra milcz"))
    await playground.hands.until(lambda: len(playground.core.interactions) > known)
    return list(playground.core.interactions.values())[-1], task


async def answer(playground: Playground, interaction: Interaction, body: JSON) -> Answer:
    path = f"/interactions/{interaction.id}/{interaction.payload['token']}/callback"
    return await ask(playground, "POST", path, body)


def webhook(playground: Playground, interaction: Interaction, rest: str = "") -> str:
    return f"/webhooks/{playground.world.bot['id']}/{interaction.payload['token']}{rest}"


def message(content: str = "x", **more: Any) -> JSON:
    return {"type": 4, "data": {"content": content, **more}}


async def test_the_second_answer_is_refused(playground: Playground, bot: ABot) -> None:
    """40060, and the person sees the first."""
    interaction, doing = await a_silent_command(playground)

    assert (await answer(playground, interaction, message("pierwsza")))[0] == 204
    assert (await answer(playground, interaction, message("druga")))[1]["code"] == 40060
    assert (await doing).text == "pierwsza"


async def test_a_late_answer_is_unknown(playground: Playground, bot: ABot) -> None:
    """After three seconds (here: fewer) 10062, and no message."""
    playground.patience.acknowledge = 0.05
    interaction, doing = await a_silent_command(playground)
    assert (await doing).kind == "failed"

    assert (await answer(playground, interaction, message()))[1]["code"] == 10062
    assert playground.hands.messages("lochy", "Ala") == []


async def test_a_wrong_answer_leaves_the_interaction_open(playground: Playground, bot: ABot) -> None:
    """What is refused has not acknowledged anything."""
    interaction, doing = await a_silent_command(playground)

    assert (await answer(playground, interaction, {"type": 7, "data": {"content": "x"}}))[1]["code"] == 50035
    assert (await answer(playground, interaction, {"type": 8, "data": {"choices": []}}))[1]["code"] == 50035
    assert (await answer(playground, interaction, message("x" * 2001)))[1]["code"] == 50035
    assert (await answer(playground, interaction, message("")))[1]["code"] == 50006
    assert (await answer(playground, interaction, message("teraz")))[0] == 204
    assert (await doing).text == "teraz"


async def test_the_token_is_good_for_a_quarter_of_an_hour(playground: Playground, bot: ABot) -> None:
    """Before the acknowledgement there is no webhook, after the deadline the token is void."""
    interaction, doing = await a_silent_command(playground)
    assert (await ask(playground, "POST", webhook(playground, interaction), {"content": "x"}))[1]["code"] == 10015
    await answer(playground, interaction, message())
    await doing

    assert (await ask(playground, "POST", webhook(playground, interaction), {"content": "x"}))[0] == 204
    playground.patience.token = 0.0
    late = await ask(playground, "PATCH", webhook(playground, interaction, "/messages/@original"), {"content": "y"})
    assert (late[0], late[1]["code"]) == (401, 50027)


async def test_original_and_followups_by_token(playground: Playground, bot: ABot) -> None:
    """They can be read, changed and deleted; other messages are out of the token's reach."""
    interaction, doing = await a_silent_command(playground)
    await answer(playground, interaction, message("pierwotna", flags=64))
    outcome = await doing
    original = webhook(playground, interaction, "/messages/@original")
    said = await playground.hands.say("Ala", "lochy", "obce")

    assert (await ask(playground, "GET", original))[1]["id"] == outcome.message.id if outcome.message else None
    assert (await ask(playground, "PATCH", original, {"content": "zmieniona"}))[1]["content"] == "zmieniona"
    foreign = webhook(playground, interaction, f"/messages/{said.id}")
    assert (await ask(playground, "PATCH", foreign, {"content": "x"}))[1]["code"] == 10008
    assert (await ask(playground, "DELETE", original))[0] == 204
    assert (await ask(playground, "GET", original))[1]["code"] == 10008


async def test_follow_ups_know_no_nonce(playground: Playground, bot: ABot) -> None:
    """The same one twice is two messages, both the bot's; it may change them by the channel's way, too."""
    interaction, doing = await a_silent_command(playground)
    await answer(playground, interaction, message())
    await doing
    path, body = f"{webhook(playground, interaction)}?wait=1", {"content": "x", "nonce": "1", "enforce_nonce": True}
    first, second = [(await ask(playground, "POST", path, body))[1] for _ in range(2)]
    changed = await ask(
        playground, "PATCH", f"/channels/{first['channel_id']}/messages/{first['id']}", {"content": "y"}
    )

    assert first["id"] != second["id"]
    assert "nonce" not in first
    assert {first["author"]["id"], first["webhook_id"], first["application_id"]} == {playground.world.bot["id"]}
    assert (changed[0], changed[1]["content"]) == (200, "y")


async def test_a_pressed_message_may_be_gone(playground: Playground, bot: ABot) -> None:
    """Updating a message that was deleted meanwhile: 10008."""
    lochy = playground.world.channel("lochy")["id"]
    board: JSON = {"content": "x", "components": [row(button("nobody-answers"))]}
    _, posted = await ask(playground, "POST", f"/channels/{lochy}/messages", board)
    doing = asyncio.create_task(playground.hands.press("Ala", posted["id"], "nobody-answers"))
    await playground.hands.until(lambda: playground.core.interactions)
    interaction = list(playground.core.interactions.values())[-1]

    await ask(playground, "DELETE", f"/channels/{lochy}/messages/{posted['id']}")

    assert (await answer(playground, interaction, {"type": 7, "data": {"content": "y"}}))[1]["code"] == 10008
    assert (await answer(playground, interaction, {"type": 6}))[0] == 204
    assert (await doing).kind == "nothing"


async def test_two_processes_with_one_token(playground: Playground, bot: ABot, hands: Hands) -> None:
    """Both get the event, only one answer counts."""
    async with a_bot_at(playground) as second:
        board = (await hands.slash("Ala", "lochy", "gra ruch", {"way": "x"})).message
        assert board is not None
        await hands.press("Ala", board, "roll")

        def statuses() -> list[int]:
            return sorted(call.status for call in playground.requests if call.route.endswith("/callback"))

        await hands.until(lambda: statuses()[-2:] == [400, 400])
        assert bot.pressed == second.pressed == ["roll"]


async def test_what_the_bot_learns_of_its_rights(playground: Playground, bot: ABot) -> None:
    """Interactions carry true rights, languages and limits."""
    await playground.permit("lochy", attach_files=False)
    interaction, doing = await a_silent_command(playground)
    await answer(playground, interaction, message())
    await doing

    payload = interaction.payload
    assert not int(payload["app_permissions"]) & 1 << 15
    assert int(payload["app_permissions"]) & 1 << 11
    assert (payload["locale"], payload["guild_locale"], payload["context"]) == ("pl", "pl", 0)
    assert payload["attachment_size_limit"] == 10 * 1024 * 1024
    assert payload["authorizing_integration_owners"] == {"0": payload["guild_id"]}
    channel = bot.get_channel(int(payload["channel_id"]))
    assert not channel.permissions_for(channel.guild.me).attach_files  # type: ignore[union-attr]
