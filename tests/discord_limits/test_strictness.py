"""What Discord's own description of its API calls a mistake, the stand-in refuses: every limit of every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.playground.wire import ApiError
from tests.discord_limits.commands import check_choices, check_commands
from tests.discord_limits.messages import check_message, check_modal, check_thread
from tests.discord_limits.mutants import mutants
from tests.playground.wires import button, command, label, modal, option, row, select, text_input, words

EMOJI = {"name": "🎒"}
OPTION = {"label": "a", "value": "a", "description": "d", "default": True, "emoji": EMOJI}
EMBED = {
    "title": "t", "description": "d", "url": "https://a.pl", "color": 1, "timestamp": "2026-01-01T00:00:00+00:00",
    "author": {"name": "a", "url": "https://a.pl", "icon_url": "https://a.pl/x.png"},
    "footer": {"text": "f", "icon_url": "https://a.pl/x.png"}, "image": {"url": "https://a.pl/x.png"},
    "thumbnail": {"url": "https://a.pl/x.png"}, "fields": [{"name": "n", "value": "v", "inline": True}],
}  # fmt: skip
PLAIN = {
    "content": "x", "nonce": "n", "enforce_nonce": True, "tts": False, "flags": 4, "embeds": [EMBED],
    "allowed_mentions": {"parse": ["everyone"], "users": ["1"], "roles": ["2"], "replied_user": False},
    "attachments": [{"id": "0", "filename": "f.png", "description": "d"}],
    "message_reference": {"message_id": "1", "channel_id": "2", "guild_id": "3", "fail_if_not_exists": False},
    "components": [
        row(button(id=1, emoji=EMOJI, disabled=False), button(style=5, custom_id=None, url="https://a.pl")),
        row(select(options=[OPTION], placeholder="p", min_values=1, max_values=1, disabled=False)),
        row({"type": 8, "custom_id": "c", "channel_types": [0], "default_values": [{"type": "channel", "id": "1"}]}),
    ],
}  # fmt: skip
MEDIA = {"media": {"url": "https://a.pl/x.png"}, "description": "d", "spoiler": False}
LAYOUT = {
    "flags": 1 << 15,
    "components": [
        {"type": 17, "accent_color": 1, "spoiler": False, "components": [
            {"type": 9, "components": [words()], "accessory": {"type": 11, **MEDIA}},
            {"type": 12, "items": [MEDIA]}, {"type": 14, "divider": True, "spacing": 1},
            {"type": 13, "file": {"url": "attachment://a.txt"}, "spoiler": False},
        ]},
        {"type": 9, "components": [words()], "accessory": button()},
    ],
}  # fmt: skip
CHECKED = {"label": "a", "value": "a", "description": "d", "default": False}
FORM = modal(
    label(text_input(value="v", placeholder="p", min_length=1, max_length=2, required=True), description="d", id=3),
    label(select(options=[OPTION], required=False, min_values=0, max_values=1)),
    label({"type": 21, "custom_id": "r", "options": [CHECKED, {**CHECKED, "value": "b"}], "required": True}),
    label({"type": 22, "custom_id": "g", "options": [CHECKED], "min_values": 0, "max_values": 1, "required": False}),
    label({"type": 19, "custom_id": "u", "min_values": 0, "max_values": 1, "required": False}),
)
CHECKBOX = modal(words(), label({"type": 23, "custom_id": "c", "default": True}))
CHOICES = [{"name": "n", "value": "v", "name_localizations": {"pl": "p"}}]
COMMAND = command(
    "gra",
    option("s", 3, required=True, min_length=1, max_length=2, autocomplete=True, description_localizations={"pl": "d"}),
    option("c", 3, choices=CHOICES), option("i", 4, min_value=1, max_value=2), option("n", 10, min_value=1.5),
    option("ch", 7, channel_types=[0], name_localizations={"pl": "k"}),
    name_localizations={"pl": "g"}, description_localizations={"pl": "d"}, default_member_permissions=8,
    dm_permission=False, contexts=[0], integration_types=[0],
)  # fmt: skip
GROUPS = command("gra", option("g", 2, options=[option("s", 1, options=[option("b", 5)])]))
THREAD = {"name": "n", "auto_archive_duration": 60, "rate_limit_per_user": 0, "type": 11, "invitable": True}

Check = Callable[[Any], None]


def message(body: Any) -> None:
    flags = body.get("flags") if isinstance(body, dict) else 0
    check_message(body, flags=flags if isinstance(flags, int) else 0)


def one_command(body: Any) -> None:
    check_commands([body])


def choices(body: Any) -> None:
    """The type and the place of the data are the callback's own business."""
    data = body.get("data") if isinstance(body, dict) and body.get("type") == 8 else None
    check_choices(data.get("choices") if isinstance(data, dict) else "none")


REQUESTS: dict[str, tuple[str, Any, Check]] = {
    "message": ("MessageCreateRequest", PLAIN, message),
    "layout": ("MessageCreateRequest", LAYOUT, message),
    "edit": ("MessageEditRequestPartial", {key: PLAIN[key] for key in ("content", "allowed_mentions")}, message),
    "follow-up": ("IncomingWebhookRequestPartial", {"content": "x", "tts": False, "embeds": [EMBED]}, message),
    "modal": ("ModalInteractionCallbackRequestData", FORM, check_modal),
    "checkbox": ("ModalInteractionCallbackRequestData", CHECKBOX, check_modal),
    "command": ("ApplicationCommandUpdateRequest", COMMAND, one_command),
    "sub-commands": ("ApplicationCommandUpdateRequest", GROUPS, one_command),
    "completion": ("ApplicationCommandAutocompleteCallbackRequest", {"type": 8, "data": {"choices": CHOICES}}, choices),
    "thread": ("CreateTextThreadWithoutMessageRequest", THREAD, check_thread),
}
"""The schema, a sound body with everything in it, and who judges it here."""


@pytest.mark.parametrize("kind", REQUESTS)
def test_every_mistake_that_the_document_knows(kind: str) -> None:
    """The sound body passes, each of its mutants is refused in Discord's error shape."""
    schema, sound, check = REQUESTS[kind]
    sound = {**sound, "allowed_mentions": {"users": ["1"]}} if kind == "message" else sound
    check(sound)

    passed = [
        f"{mutant.place} {mutant.mistake}" for mutant in mutants(schema, sound) if not _refused(check, mutant.body)
    ]

    assert passed == []


def _refused(check: Check, body: Any) -> bool:
    try:
        check(body)
    except ApiError as refusal:
        return refusal.status == 400
    return False
