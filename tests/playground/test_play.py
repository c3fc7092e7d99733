"""People play with a bot on stock discord.py: every part of the conversation once."""

from __future__ import annotations

import pytest

from bot.playground import Hands, Playground, Refused
from tests.playground.a_bot import PNG, ABot

LOCHY = "lochy"


async def test_a_command_is_answered_with_embed_picture_and_buttons(hands: Hands, playground: Playground) -> None:
    """What the bot uploads comes out of the attachment byte by byte."""
    outcome = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "północ", "steps": 3})

    assert outcome.kind == "message"
    assert outcome.message is not None
    assert outcome.text == "Idziesz: północ 3"
    assert [button.label for button in outcome.message.buttons] == ["Roll", "Secret", "Later", "Hero"]
    assert outcome.message.data["interaction"]["name"] == "gra ruch"
    attachment = outcome.message.attachments[0]
    assert playground.world.store.file(attachment["id"]) == PNG
    assert attachment["description"] == "mapa"
    assert outcome.message.data["embeds"][0]["image"]["url"] == attachment["url"]


async def test_completion_offers_what_fits(hands: Hands) -> None:
    """Completion sends what has been typed so far and gets choices."""
    choices = await hands.complete("Ala", LOCHY, "gra ruch", {"way": "po"}, focused="way")

    assert [choice.name for choice in choices] == ["południe"]


async def test_a_modal_takes_text_choice_and_file(hands: Hands) -> None:
    """A button opens a form; what is filled in reaches the bot, the file with its size."""
    board = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})
    assert board.message is not None

    opened = await hands.press("Ala", board.message, "roll")
    assert opened.kind == "modal"
    assert opened.modal is not None
    assert [field.label for field in opened.modal.fields] == ["Wynik", "Tryb", "Zdjęcie"]
    answer = await hands.submit("Ala", opened.modal, {"roll": "5", "how": "hand", "proof": [("k6.jpg", b"123")]})

    assert (answer.kind, answer.text) == ("ephemeral", "rzut=5 tryb=hand pliki=[3]")
    with pytest.raises(Refused, match="no such form"):
        await hands.submit("Ala", opened.modal, {"roll": "5", "how": "hand"})


async def test_a_form_with_the_other_fields(hands: Hands) -> None:
    """Paragraph, people, ticks; what is left out has its default."""
    board = (await hands.slash("Ala", LOCHY, "gra ruch", {"way": "x"})).message or ""

    first = (await hands.press("Ala", board, "hero")).modal
    assert first is not None
    full = await hands.submit("Ala", first, {"story": "Dawno", "friend": ["Celina"], "things": ["chleb", "lina"]})
    second = (await hands.press("Ala", board, "hero")).modal
    assert second is not None
    with pytest.raises(Refused):
        await hands.submit("Ala", second, {"things": ["lina", "lampa", "chleb"]})
    bare = await hands.submit("Ala", second, {"things": ["lina"], "brave": False})

    assert full.text == "Dawno ['Celina'] ['chleb', 'lina'] True"
    assert bare.text == "[] ['lina'] False"
    assert [field.label for field in second.fields] == ["Dzieje", "Towarzysz", "Rzeczy", "Odwaga"]


async def test_a_form_is_checked_before_it_is_sent(hands: Hands) -> None:
    """Required fields, lengths and options are the client's business."""
    board = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})
    opened = await hands.press("Ala", board.message or "", "roll")
    assert opened.modal is not None

    for values in (
        {"how": "hand"},
        {"roll": "1234", "how": "hand"},
        {"roll": "1"},
        {"roll": "1", "how": "x"},
        {"a": 1},
    ):
        with pytest.raises(Refused):
            await hands.submit("Ala", opened.modal, values)
    with pytest.raises(Refused):
        await hands.submit("Bartek", opened.modal, {"roll": "1", "how": "hand"})


async def test_a_select_is_deferred_and_followed_up_in_secret(hands: Hands) -> None:
    """The first follow-up fills the waiting message and stays ephemeral; others do not see it."""
    board = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})
    assert board.message is not None

    outcome = await hands.follow(await hands.select("Bartek", board.message, "pick", ["lina", "miecz"]))

    assert (outcome.kind, outcome.text) == ("ephemeral", "wybrano miecz, lina")
    assert [message.text for message in hands.messages(LOCHY, "Bartek")][-1] == "wybrano miecz, lina"
    assert "wybrano miecz, lina" not in [message.text for message in hands.messages(LOCHY, "Ala")]


async def test_a_layout_is_edited_by_its_own_buttons(hands: Hands, bot: ABot) -> None:
    """Components V2 in a deferred follow-up; the gallery's picture is resolved; a press edits the message."""
    outcome = await hands.follow(await hands.slash("Celina", "jaskinia", "gra komnata"))
    assert outcome.message is not None
    assert outcome.text == "## Komnata 7"
    gallery = outcome.message.data["components"][0]["components"][1]
    assert gallery["items"][0]["media"]["url"] == outcome.message.attachments[0]["url"]

    changed = await hands.press_label("Celina", "jaskinia", "Południe")

    assert (changed.kind, changed.text) == ("update", "## drzwi s")
    assert bot.pressed == ["door:s"]


async def test_a_deferred_update_changes_the_message_later(hands: Hands) -> None:
    """Acknowledged at once, edited afterwards: the person sees the message change."""
    board = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})

    outcome = await hands.press("Ala", board.message or "", "later")
    after = await hands.follow(outcome)

    assert after.kind == "update"
    assert after.message is not None
    assert after.message.content == "po namyśle"
    assert after.message.data["edited_timestamp"] is not None


async def test_an_ephemeral_message_has_live_buttons_and_can_be_dismissed(hands: Hands) -> None:
    """Only its addressee can press or dismiss it."""
    board = await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})
    secret = (await hands.press("Bartek", board.message or "", "secret")).message
    assert secret is not None
    assert secret.ephemeral

    with pytest.raises(Refused):
        await hands.press("Ala", secret, "whisper")
    whisper = await hands.press("Bartek", secret, "whisper")
    assert (whisper.kind, whisper.text) == ("update", "szept")
    await hands.dismiss("Bartek", secret)

    assert secret.id not in [message.id for message in hands.messages(LOCHY, "Bartek")]


async def test_threads_and_direct_messages(hands: Hands, playground: Playground) -> None:
    """A thread hangs under its channel; a button in a DM works as well."""
    await hands.slash("Ala", LOCHY, "gra kronika")
    await hands.settled()

    thread = playground.world.channel("kronika")
    assert thread["parent_id"] == playground.world.channel(LOCHY)["id"]
    assert [message.text for message in hands.messages("kronika", "Darek")] == ["wpis w kronice"]
    private = hands.direct_messages("Ala")[-1]
    assert private.text == "Twoja kolej!"
    assert (await hands.follow(await hands.press("Ala", private, "later"))).text == "po namyśle"
    assert hands.direct_messages("Bartek") == []


async def test_commands_in_a_direct_message(hands: Hands) -> None:
    """The DM with the bot is a channel like others: no guild, no member."""
    outcome = await hands.slash("Darek", "@bot", "gra ruch", {"way": "zachód"})

    assert outcome.text == "Idziesz: zachód 1"
    assert (await hands.press_label("Darek", "@bot", "Roll")).kind == "modal"
    assert hands.direct_messages("Ala") == []


async def test_a_ping_reaches_only_whom_it_is_allowed_to(hands: Hands, playground: Playground) -> None:
    """allowed_mentions decides who is notified, not the words."""
    other = playground.world.person("Celina")["user"]["id"]
    outcome = await hands.follow(
        await hands.slash("Ala", LOCHY, "gra ogłoś", {"who": "Bartek", "words": f"i <@{other}>"})
    )

    assert outcome.text == "poszło"
    announced = hands.messages(LOCHY, "Celina")[-1]
    assert announced.mentions == [playground.world.person("Bartek")["user"]["id"]]


async def test_menus_on_messages_and_people(hands: Hands) -> None:
    """Context-menu commands get their target."""
    said = await hands.say("Ala", LOCHY, "ważne słowa")

    answer = await hands.menu("Bartek", LOCHY, "Przypnij", said)
    await hands.settled()

    assert answer.text == "przypinam ważne słowa"
    assert hands.messages(LOCHY, "Ala")[0].data["pinned"]
    assert (await hands.menu("Bartek", LOCHY, "Kto to?", "Darek")).text == "to Darek"


async def test_silence_is_shown_as_discord_shows_it(hands: Hands, playground: Playground) -> None:
    """No acknowledgement in time: the person reads so, in their language."""
    playground.patience.acknowledge = 0.05

    polish = await hands.slash("Ala", LOCHY, "gra milcz")
    english = await hands.slash("Erin", "the-pit", "gra milcz")

    assert (polish.kind, polish.text) == ("failed", "Aplikacja nie odpowiedziała")
    assert english.text == "The application did not respond"


async def test_the_client_checks_what_is_typed(hands: Hands) -> None:
    """Unknown commands and options, missing and wrong values never reach the bot."""
    wrong = [("gra", {}), ("gra skok", {}), ("nic", {}), ("gra ruch", {}), ("gra ruch", {"way": "x", "steps": 7})]
    wrong += [("gra ruch", {"way": "x", "steps": "dwa"}), ("gra ruch", {"way": "x", "color": 1})]
    wrong += [("gra ogłoś", {"who": "Nikt", "words": "x"})]

    for command, options in wrong:
        with pytest.raises(Refused):
            await hands.slash("Ala", LOCHY, command, options)


async def test_a_component_must_be_there_and_switched_on(hands: Hands) -> None:
    """Invented buttons, values and other guilds' channels are refused before the bot hears of them."""
    board = (await hands.slash("Ala", LOCHY, "gra ruch", {"way": "wschód"})).message
    assert board is not None

    with pytest.raises(Refused):
        await hands.press("Ala", board, "invented")
    for values in ([], ["młot"], ["miecz", "lina", "tarcza"], ["miecz", "miecz"]):
        with pytest.raises(Refused):
            await hands.select("Ala", board, "pick", values)
    with pytest.raises(Refused):
        await hands.slash("Erin", LOCHY, "gra milcz")
    with pytest.raises(Refused):
        await hands.press("Erin", board, "roll")
