"""The stand-in refuses what Discord refuses, in Discord's error shape, at the place where the mistake is."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.wire import JSON, ApiError
from tests.discord_limits.commands import check_choices
from tests.discord_limits.messages import check_modal
from tests.discord_limits.strict_playground import StrictPlayground
from tests.playground.wires import (
    ask,
    button,
    command,
    error_codes,
    label,
    layout,
    modal,
    option,
    row,
    section,
    select,
    text_input,
    words,
)

GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}
CHOICE = {"name": "n", "value": "v"}
CROWD = [words() for _ in range(41)]
SECTIONS = [section(button(str(number)), "x") for number in range(13)]
"""39 components: a section is three, with its text and its button."""
BOX: JSON = {"type": 17, "components": [section(button("b"), "x" * 2000), section(button("c"), "x" * 1000, "x" * 1000)]}
"""A container with all the text that a layout may have, in sections."""

MESSAGES: list[tuple[JSON, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"image": {"url": "ftp://x"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
    ({"content": "x", "components": [row(button("b" * 101))]}, "components.0.components.0.custom_id",
     "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(button(""))]}, "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    ({"content": "x", "components": [row(button(), button())]}, "components.0.components.1.custom_id",
     "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"content": "x", "components": [row(button(label="x" * 81))]}, "components.0.components.0.label",
     "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "components": [row(button(label=None))]}, "components.0.components.0",
     "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"content": "x", "components": [row(button(emoji={"name": "sword"}))]}, "components.0.components.0.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"content": "x", "components": [row(button(emoji={"name": "✗"}))]}, "components.0.components.0.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"content": "x", "components": [row(button(emoji={"name": "→"}))]}, "components.0.components.0.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"content": "x", "components": [row(button(emoji={"name": "🎒🎒"}))]}, "components.0.components.0.emoji.name",
     "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"content": "x", "components": [row(select(options=[{"label": "a", "value": "1", "emoji": {"name": "x️⃣"}}]))]},
     "components.0.components.0.options.0.emoji.name", "COMPONENT_INVALID_EMOJI"),
    ({"content": "x", "components": [row(button(style=5, url="https://a.pl"))]}, "components.0.components.0.custom_id",
     "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    ({"content": "x", "components": [row(button(style=5, custom_id=None))]}, "components.0.components.0.url",
     "BASE_TYPE_REQUIRED"),
    ({"content": "x", "components": [row(*[button(str(n)) for n in range(6)])]}, "components.0.components",
     "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(button(str(n))) for n in range(6)]}, "components", "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(button(), select())]}, "components.0.components",
     "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"content": "x", "components": [row(select(26))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(select(2, max_values=3))]}, "components.0.components.0.options",
     "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(select(3, min_values=3))]}, "components.0.components.0.max_values",
     "NUMBER_TYPE_MIN"),
    ({"content": "x", "components": [row(select(options=[{"label": "a", "value": "1"}] * 2))]},
     "components.0.components.0.options.1", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ({"content": "x", "components": [row(select(placeholder="x" * 151))]}, "components.0.components.0.placeholder",
     "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "components": [words()]}, "components.0.type", "BASE_TYPE_CHOICES"),
    (layout(words(), content="x"), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (layout(words(), embeds=[{"title": "x"}]), "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (layout(*CROWD), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (layout(words("x" * 2001), words("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (layout(button()), "components.0.type", "BASE_TYPE_CHOICES"),
    (layout({"type": 17, "components": [{"type": 17, "components": [words()]}]}), "components.0.components.0.type",
     "BASE_TYPE_CHOICES"),
    (layout({"type": 9, "components": [words()] * 4, "accessory": button()}), "components.0.components",
     "BASE_TYPE_BAD_LENGTH"),
    (layout({"type": 9, "components": [words()]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (layout(section(row(button()), "x")), "components.0.accessory.type", "BASE_TYPE_CHOICES"),
    (layout(section(select(), "x")), "components.0.accessory.type", "BASE_TYPE_CHOICES"),
    (layout({"type": 9, "components": [button()], "accessory": button("c")}), "components.0.components.0.type",
     "BASE_TYPE_CHOICES"),
    (layout(section(button())), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (layout(section(button(label="x" * 81), "x")), "components.0.accessory.label", "BASE_TYPE_MAX_LENGTH"),
    (layout(section(button(), "x"), row(button())), "components.1.components.0.custom_id",
     "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (layout(BOX, row(select(custom_id="b"))), "components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (layout(*SECTIONS, row(select())), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (layout(BOX, words()), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (layout({"type": 12, "items": []}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (layout(GALLERY), "components.0.items.0.media", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    (layout({"type": 12, "items": [{"media": {"url": "https://a.pl/x"}, "description": "x" * 1025}]}),
     "components.0.items.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions",
     "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    ({"content": "x", "allowed_mentions": {"users": ["1", "2", 1]}}, "allowed_mentions.users.2",
     "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    ({"content": "x", "allowed_mentions": {"roles": ["1", "1"]}}, "allowed_mentions.roles.1",
     "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    ({"content": "x", "allowed_mentions": {"parse": ["users", "users"]}}, "allowed_mentions.parse.1",
     "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    ({"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}}, "allowed_mentions.users",
     "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "attachments": [{"id": 7}]}, "attachments",
     "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "place", "code"), MESSAGES)
async def test_a_message_out_of_bounds(playground: StrictPlayground, body: JSON, place: str, code: str) -> None:
    """50035 with the path of the mistake; nothing is posted."""
    channel = playground.world.channel("lochy")["id"]

    status, reply = await ask(playground, "POST", f"/channels/{channel}/messages", body)

    assert (status, reply["code"], reply["message"]) == (400, 50035, "Invalid Form Body")
    assert error_codes(reply).get(place) == code, error_codes(reply)
    assert playground.hands.messages("lochy", "Ala") == []


@pytest.mark.parametrize("body", [layout(*SECTIONS, words()), layout(BOX), layout(section(button(), "1", "2", "3"))])
async def test_the_largest_layouts(playground: StrictPlayground, body: JSON) -> None:
    """40 components and 4,000 characters, everything nested counted; three texts in a section."""
    channel = playground.world.channel("lochy")["id"]

    assert (await ask(playground, "POST", f"/channels/{channel}/messages", body))[0] == 200


COMMANDS: list[tuple[list[JSON], str, str]] = [
    ([command("Ruch")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("dwa słowa")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("x" * 33)], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(description="x" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(description=None)], "0.description", "BASE_TYPE_REQUIRED"),
    ([command("gra", *[option(f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_BAD_LENGTH"),
    ([command("gra", option(), option())], "0.options.1", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"),
    ([command("gra", option("a"), option("b", required=True))], "0.options.1",
     "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
    ([command("gra", option("a", 1), option("b"))], "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ([command("gra", option("a", 1, options=[option("b", 1)]))], "0.options.0.options.0.type", "BASE_TYPE_CHOICES"),
    ([command("gra", option(choices=[CHOICE] * 26))], "0.options.0.choices", "BASE_TYPE_BAD_LENGTH"),
    ([command("gra", option(choices=[CHOICE], autocomplete=True))], "0.options.0.choices",
     "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"),
    ([command("gra", option(choices=[{"name": "n", "value": 1}]))], "0.options.0.choices.0.value",
     "STRING_TYPE_CONVERT"),
    ([command(name_localizations={"xx": "gra"})], "0.name_localizations.xx", "BASE_TYPE_CHOICES"),
    ([command(name_localizations={"pl": "Gra"})], "0.name_localizations.pl", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("gra", *[option(f"o{n}", choices=[{"name": str(m), "value": f"{m:0100}"} for m in range(25)])
                       for n in range(4)])], "0", "APPLICATION_COMMAND_TOO_LARGE"),
    ([command(), command()], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([{"name": "Menu", "type": 3, "description": "x"}], "0.description",
     "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION"),
    ([command("gra", option(min_value=1))], "0.options.0.min_value", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "place", "code"), COMMANDS)
async def test_a_command_out_of_bounds(playground: StrictPlayground, body: list[JSON], place: str, code: str) -> None:
    """A sync is refused as a whole."""
    path = f"/applications/{playground.world.bot['id']}/commands"

    status, reply = await ask(playground, "PUT", path, body)

    assert (status, reply["code"]) == (400, 50035)
    assert error_codes(reply).get(place) == code, error_codes(reply)
    assert (await ask(playground, "GET", path))[1] == []


@pytest.mark.parametrize("name", ["rzuć", "rzuć-kością", "żółć", "źdźbło", "d_6", "o'neil", "123"])
async def test_polish_command_names_are_fine(playground: StrictPlayground, name: str) -> None:
    """Letters of any script will do, as long as they are small ones."""
    path = f"/applications/{playground.world.bot['id']}/guilds/{playground.world.guild('Piwnica u Ali')['id']}/commands"

    status, reply = await ask(playground, "PUT", path, [command(name)])

    assert (status, reply[0]["name"]) == (200, name)


async def test_commands_come_without_their_other_languages(playground: StrictPlayground) -> None:
    """Unless one asks for them."""
    path = f"/applications/{playground.world.bot['id']}/commands"
    localised = option(name_localizations={"pl": "o"}, choices=[{**CHOICE, "name_localizations": {"pl": "n"}}])
    await ask(playground, "PUT", path, [command("gra", localised, description_localizations={"pl": "opis"})])

    (plain,) = (await ask(playground, "GET", path))[1]
    (whole,) = (await ask(playground, "GET", f"{path}?with_localizations=true"))[1]

    assert "localizations" not in str(plain)
    assert whole["description_localizations"] == {"pl": "opis"}
    assert whole["options"][0]["choices"][0]["name_localizations"] == {"pl": "n"}


async def test_too_many_commands(playground: StrictPlayground) -> None:
    """A hundred typed ones and fifteen in each menu."""
    path = f"/applications/{playground.world.bot['id']}/commands"
    typed = [command(f"c{number}") for number in range(101)]
    menus: list[JSON] = [{"name": f"M {number}", "type": 2} for number in range(16)]

    assert (await ask(playground, "PUT", path, typed))[1]["code"] == 30032
    assert (await ask(playground, "PUT", path, menus))[1]["code"] == 30032
    assert (await ask(playground, "PUT", path, [*typed[:100], *menus[:15]]))[0] == 200


MODALS: list[tuple[JSON, str, str]] = [
    (modal(label(text_input()), title="x" * 46), "title", "BASE_TYPE_BAD_LENGTH"),
    (modal(*[label(text_input(str(n))) for n in range(6)]), "components", "BASE_TYPE_BAD_LENGTH"),
    (modal(), "components", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(text_input()), custom_id="x" * 101), "custom_id", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(text_input(), label="x" * 46)), "components.0.label", "BASE_TYPE_BAD_LENGTH"),
    (modal(label(text_input(), description="x" * 101)), "components.0.description", "BASE_TYPE_MAX_LENGTH"),
    (modal(label(text_input(max_length=4001))), "components.0.component.max_length", "NUMBER_TYPE_MAX"),
    (modal(label(text_input(min_length=5, max_length=4))), "components.0.component.max_length", "NUMBER_TYPE_MIN"),
    (modal(label(text_input(placeholder="x" * 101))), "components.0.component.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (modal(label(text_input()), label(text_input())), "components.1.component.custom_id",
     "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (modal(label(button())), "components.0.component.type", "BASE_TYPE_CHOICES"),
    (modal(label(select(disabled=True))), "components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL"),
    (modal(label({"type": 21, "custom_id": "r", "options": [{"label": "a", "value": "a"}]})),
     "components.0.component.options", "BASE_TYPE_BAD_LENGTH"),
    (modal(row(text_input())), "components.0.components.0.label", "BASE_TYPE_REQUIRED"),
    (modal(text_input()), "components.0.type", "BASE_TYPE_CHOICES"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "place", "code"), MODALS)
def test_a_modal_out_of_bounds(data: JSON, place: str, code: str) -> None:
    """Discord opens no form that breaks its rules."""
    with pytest.raises(ApiError) as refusal:
        check_modal(data)

    assert error_codes(refusal.value.body()).get(place) == code, refusal.value.errors


@pytest.mark.parametrize("emoji", ["🎒", "➡️", "➡", "⚔️", "1️⃣", "🇵🇱", "🧙‍♀️", "✔️", "©️"])
async def test_emoji_of_all_kinds_are_fine(playground: StrictPlayground, emoji: str) -> None:
    """Arrows with their variation selector, digits in boxes, flags, people of several signs."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"

    assert (await ask(playground, "POST", path, {"content": "x", "components": [row(button(emoji={"name": emoji}))]}))[
        0
    ] == 200


@pytest.mark.parametrize("choices", [[{"name": "n", "value": "v"}] * 26, [{"name": "n" * 101, "value": "v"}], "x",
                                     [{"name": "n", "value": "v" * 101}], [{"name": "", "value": "v"}]])  # fmt: skip
def test_choices_out_of_bounds(choices: Any) -> None:
    """25 choices of 100 characters."""
    with pytest.raises(ApiError):
        check_choices(choices)


async def test_uploads_out_of_bounds(playground: StrictPlayground) -> None:
    """Ten files of 10 MiB each, 25 MiB together; a message of nothing is none."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    mebi = 1024 * 1024

    too_big = await ask(playground, "POST", path, {"content": "x"}, (10 * mebi + 1,))
    too_many = await ask(playground, "POST", path, {"content": "x"}, (1,) * 11)
    alt = await ask(playground, "POST", path, {"attachments": [{"id": 0, "description": "x" * 1025}]}, (1,))
    fine = await ask(playground, "POST", path, {"attachments": [{"id": 0, "description": "x" * 1024}]}, (1,))

    assert (too_big[0], too_big[1]["code"]) == (413, 40005)
    assert too_many[1]["code"] == 50035
    assert error_codes(alt[1]) == {"attachments.0.description": "BASE_TYPE_MAX_LENGTH"}
    assert fine[0] == 200
    assert len(fine[1]["attachments"]) == 1


@pytest.mark.parametrize("body", [{}, {"content": "  "}, {"content": "", "components": [row(button())]}, layout()])
async def test_a_message_of_nothing(playground: StrictPlayground, body: JSON) -> None:
    """Buttons alone are not a message, unless they are a layout."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"

    assert (await ask(playground, "POST", path, body))[1]["code"] == 50006


async def test_layouts_cannot_go_back(playground: StrictPlayground) -> None:
    """The V2 flag stays once set; to set it the old content has to go in the same edit."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    _, posted = await ask(playground, "POST", path, {"content": "stare"})
    message = f"{path}/{posted['id']}"

    assert (await ask(playground, "PATCH", message, layout(words())))[1]["code"] == 50035
    status, now = await ask(playground, "PATCH", message, layout(words(), content=None))
    assert (status, now["flags"], now["content"]) == (200, 1 << 15, "")
    assert (await ask(playground, "PATCH", message, {"content": "znowu", "flags": 0}))[1]["code"] == 50035
    crowd = {"flags": 0, "components": CROWD}
    assert (await ask(playground, "PATCH", message, crowd))[1]["code"] == 50035
    kept = await ask(playground, "PATCH", message, {"flags": 0, "components": CROWD[:40]})
    assert (kept[0], kept[1]["flags"]) == (200, 1 << 15)


async def test_strangers_and_wrong_places(playground: StrictPlayground) -> None:
    """No token, unknown things, other people's messages."""
    lochy = playground.world.channel("lochy")["id"]
    said = await playground.hands.say("Ala", "lochy", "moje")

    assert (await ask(playground, "GET", "/channels/1"))[1]["code"] == 10003
    assert (await ask(playground, "GET", f"/channels/{lochy}/messages/1"))[1]["code"] == 10008
    assert (await ask(playground, "PATCH", f"/channels/{lochy}/messages/{said.id}", {"content": "x"}))[1][
        "code"
    ] == 50005
    assert (await ask(playground, "DELETE", f"/channels/{lochy}/messages/{said.id}"))[1]["code"] == 50013
    assert (await ask(playground, "GET", "/guilds/1"))[1]["code"] == 50001
    assert (await ask(playground, "POST", "/webhooks/1/x", {"content": "x"}))[1]["code"] == 10015
    assert (await ask(playground, "POST", "/interactions/1/x/callback", {"type": 4}))[1]["code"] == 10062
    assert (await ask(playground, "GET", "/nothing/here"))[0] == 404


async def test_rights_taken_in_one_channel(playground: StrictPlayground) -> None:
    """50013 for a missing right, 50001 where the bot sees nothing; elsewhere all is as before."""
    lochy, cave = (f"/channels/{playground.world.channel(name)['id']}/messages" for name in ("lochy", "jaskinia"))

    await playground.permit("lochy", attach_files=False)
    assert (await ask(playground, "POST", lochy, {"content": "x"}))[0] == 200
    assert (await ask(playground, "POST", lochy, {"content": "x"}, (1,)))[1]["code"] == 50013
    await playground.permit("lochy", send_messages=False)
    assert (await ask(playground, "POST", lochy, {"content": "x"}))[1]["code"] == 50013
    await playground.permit("lochy", view_channel=False)
    assert (await ask(playground, "POST", lochy, {"content": "x"}))[1]["code"] == 50001
    assert (await ask(playground, "POST", cave, {"content": "x"}))[0] == 200
    await playground.permit("lochy", view_channel=True, send_messages=True, attach_files=True)
    assert (await ask(playground, "POST", lochy, {"content": "x"}, (1,)))[0] == 200


async def test_threads_out_of_bounds(playground: StrictPlayground) -> None:
    """One thread per message; in an archived one only a new message works, in a locked one nothing."""
    lochy = f"/channels/{playground.world.channel('lochy')['id']}"
    _, posted = await ask(playground, "POST", f"{lochy}/messages", {"content": "start"})
    at_message = f"{lochy}/messages/{posted['id']}/threads"

    assert (await ask(playground, "POST", at_message, {"name": ""}))[1]["code"] == 50035
    assert (await ask(playground, "POST", at_message, {"name": "wątek"}))[0] == 201
    assert (await ask(playground, "POST", at_message, {"name": "wątek"}))[1]["code"] == 160004
    thread = f"/channels/{posted['id']}"
    _, inside = await ask(playground, "POST", f"{thread}/messages", {"content": "x"})
    await ask(playground, "PATCH", thread, {"archived": True})
    edit = f"{thread}/messages/{inside['id']}"
    assert (await ask(playground, "PATCH", edit, {"content": "y"}))[1]["code"] == 50083
    assert (await ask(playground, "POST", f"{thread}/messages", {"content": "wake up"}))[0] == 200
    assert (await ask(playground, "PATCH", edit, {"content": "y"}))[0] == 200
    locked = {"archived": True, "locked": True}
    assert (await ask(playground, "PATCH", thread, locked))[1]["code"] == 50013
    await playground.permit("lochy", manage_threads=True)
    assert (await ask(playground, "PATCH", thread, locked))[0] == 200
    assert (await ask(playground, "POST", f"{thread}/messages", {"content": "x"}))[1]["code"] == 50083


async def test_closed_direct_messages(playground: StrictPlayground) -> None:
    """50007 when the person has closed them."""
    celina = playground.world.person("Celina")["user"]["id"]
    _, channel = await ask(playground, "POST", "/users/@me/channels", {"recipient_id": celina})
    path = f"/channels/{channel['id']}/messages"

    playground.hands.close_dms("Celina")
    assert (await ask(playground, "POST", path, {"content": "x"}))[1]["code"] == 50007
    playground.hands.close_dms("Celina", closed=False)
    assert (await ask(playground, "POST", path, {"content": "x"}))[0] == 200


async def test_the_same_nonce_posts_once(playground: StrictPlayground) -> None:
    """A repeated send is answered with the first message."""
    path = f"/channels/{playground.world.channel('lochy')['id']}/messages"
    body = {"content": "raz", "nonce": "123", "enforce_nonce": True}

    first, again = await ask(playground, "POST", path, body), await ask(playground, "POST", path, body)

    assert first[1]["id"] == again[1]["id"]
    assert len(playground.hands.messages("lochy", "Ala")) == 1


async def test_a_nonce_is_remembered_for_minutes_only(playground: StrictPlayground) -> None:
    """After five minutes, or when a test wants it so, the same request posts again; elsewhere it does so at once."""
    path, elsewhere = (f"/channels/{playground.world.channel(name)['id']}/messages" for name in ("lochy", "jaskinia"))
    body = {"content": "raz", "nonce": "123", "enforce_nonce": True}

    async def posted(path: str = path) -> str:
        return str((await ask(playground, "POST", path, body))[1]["id"])

    first = await posted()
    assert await posted(elsewhere) != first
    playground.clock.ahead += 299
    assert await posted() == first
    playground.clock.ahead += 2
    second = await posted()
    assert (second != first, await posted() == second) == (True, True)
    playground.forget_nonces()
    assert await posted() not in (first, second)
