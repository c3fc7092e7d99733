"""The fields of every request body and their kinds, as Discord's OpenAPI document lists them.

Lengths and what depends on other fields stand with the checks of each part.
"""

from __future__ import annotations

from typing import Any

from bot.playground.limits.form import Form, Path
from bot.playground.limits.kinds import (
    Kind,
    boolean,
    by_locale,
    list_of,
    number,
    one_of,
    snowflake,
    some_text,
    text,
    text_of,
    text_or_float,
    text_or_number,
    there,
    thing,
    timestamp,
    url,
    whole,
)

EMOJI = thing({"id": snowflake, "name": text_of(1, 32)}, "name")
PICTURE = thing({"url": url})
EMBED = thing({
    "type": text, "title": text, "description": text, "url": url, "timestamp": timestamp, "color": whole(),
    "author": thing({"name": text, "url": url, "icon_url": url}), "footer": thing({"text": text, "icon_url": url}),
    "image": PICTURE, "thumbnail": PICTURE, "video": PICTURE, "provider": thing({"name": text, "url": url}),
    "fields": list_of(there(thing({"name": text, "value": text, "inline": boolean}, "name", "value"))),
})  # fmt: skip
MENTIONS = thing({
    "parse": list_of(text, alone=True), "users": list_of(snowflake, alone=True),
    "roles": list_of(snowflake, alone=True), "replied_user": boolean,
})  # fmt: skip
REFERENCE = thing(
    {"message_id": snowflake, "channel_id": snowflake, "guild_id": snowflake, "fail_if_not_exists": boolean,
     "type": whole(0, 1)}, "message_id",
)  # fmt: skip
ATTACHMENT = thing({"id": snowflake, "filename": text_of(1, 1024), "description": text, "title": text}, "id")
MEDIA = thing({"url": url}, "url")
CHOICE = thing({"label": text, "value": text, "description": text, "default": boolean, "emoji": EMOJI})


def component(form: Form, path: Path, value: Any) -> None:
    """Of any type, with whatever is inside it."""
    PART(form, path, value)


def inner(form: Form, path: Path, value: Any) -> None:
    """What a label or a section may hold."""
    if value is not None:
        PART(form, path, value)


PART = there(thing({
    "type": there(whole()), "id": whole(0), "custom_id": text, "label": text, "description": some_text,
    "style": whole(), "disabled": boolean, "url": url, "sku_id": snowflake, "emoji": EMOJI, "placeholder": text,
    "value": text, "min_values": whole(), "max_values": whole(), "min_length": whole(), "max_length": whole(),
    "required": boolean, "default": boolean, "spoiler": boolean, "divider": boolean, "spacing": whole(),
    "accent_color": whole(), "content": text, "media": MEDIA, "file": MEDIA, "options": list_of(there(CHOICE)),
    "channel_types": list_of(whole(0, 15), alone=True),
    "default_values": list_of(there(thing({"id": snowflake, "type": one_of("user", "role", "channel")}, "id", "type"))),
    "items": list_of(there(thing({"media": MEDIA, "description": some_text, "spoiler": boolean}, "media"))),
    "components": list_of(component), "component": inner, "accessory": inner,
}))  # fmt: skip


COMPONENTS = list_of(component)
MESSAGE = there(thing({
    "content": text, "nonce": text_or_number, "enforce_nonce": boolean, "tts": boolean, "flags": whole(0, 1 << 53),
    "embeds": list_of(there(EMBED)), "allowed_mentions": MENTIONS, "attachments": list_of(there(ATTACHMENT)),
    "message_reference": REFERENCE, "components": COMPONENTS, "sticker_ids": list_of(snowflake),
}))  # fmt: skip
MODAL = there(thing({"custom_id": text, "title": text, "components": COMPONENTS}))
COMPLETION = list_of(there(thing({"name": text, "name_localizations": by_locale(text), "value": there(text_or_float)})))
CALLBACK = there(thing({"type": there(whole()), "data": thing({})}))
THREAD = there(thing({
    "name": text, "auto_archive_duration": whole(), "rate_limit_per_user": whole(0, 21600), "type": whole(),
    "invitable": boolean, "archived": boolean, "locked": boolean,
}))  # fmt: skip

NAMED: dict[str, Kind] = {
    "name": text, "description": text, "name_localizations": by_locale(text),
    "description_localizations": by_locale(text),
}  # fmt: skip


def option(form: Form, path: Path, value: Any) -> None:
    """Of a command, or of a sub-command."""
    OPTION(form, path, value)


OPTION = there(thing({
    **NAMED, "type": whole(), "required": boolean, "autocomplete": boolean, "min_length": whole(),
    "max_length": whole(), "min_value": number, "max_value": number, "choices": COMPLETION,
    "channel_types": list_of(whole(0, 15), alone=True), "options": list_of(option),
}))  # fmt: skip


def rights(form: Form, path: Path, value: Any) -> None:
    """A set of permissions, as a number or as a text of digits."""
    snowflake(form, path, value)
    if value is not None and str(value).isdecimal() and int(value) >= 1 << 54:
        form.refuse(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {(1 << 54) - 1}.")


COMMAND = there(thing({
    **NAMED, "type": whole(), "id": snowflake, "default_member_permissions": rights, "dm_permission": boolean,
    "nsfw": boolean, "contexts": list_of(whole(), alone=True, least=1),
    "integration_types": list_of(whole(), alone=True, least=1), "options": list_of(option),
}))  # fmt: skip


def check_shape(kind: Kind, body: Any, path: Path = ()) -> None:
    """Refuses what is of the wrong kind, so that all further checks may rely on it."""
    form = Form()
    kind(form, path, body)
    form.finish()
