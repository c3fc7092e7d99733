"""The forms that request bodies are checked by: Discord's numbers, the kinds of values, the fields of every body.

Lengths and what depends on other fields stand with the checks of messages and commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from bot.playground.wire import JSON, ApiError

# Numbers: (least, most) pairs of characters or of items (docs: resources/message).

Span = tuple[int, int]

CONTENT = (0, 2000)
NONCE = (0, 25)
ALLOWED_MENTIONS = (0, 100)
EMBEDS = (0, 10)
EMBED_TOTAL = 6000
EMBED_FIELDS = (0, 25)
EMBED_TEXTS: dict[str, Span] = {"title": (0, 256), "description": (0, 4096), "url": (0, 2048)}
EMBED_PARTS: dict[str, dict[str, Span]] = {
    "footer": {"text": (1, 2048), "icon_url": (0, 2048)},
    "author": {"name": (1, 256), "url": (0, 2048), "icon_url": (0, 2048)},
}
EMBED_FIELD: dict[str, Span] = {"name": (1, 256), "value": (1, 1024)}

ATTACHMENTS = (0, 10)
FILE_BYTES = 10 * 1024 * 1024
REQUEST_BYTES = 25 * 1024 * 1024
ALT_TEXT = (0, 1024)

CUSTOM_ID = (1, 100)
ROWS = (1, 5)
BUTTONS_IN_ROW = (1, 5)
BUTTON_LABEL = (0, 80)
BUTTON_URL = (1, 512)
COMPONENTS_V2 = 40
TEXT_V2 = 4000
SECTION_TEXTS = (1, 3)
GALLERY_ITEMS = (1, 10)
CONTAINER_CHILDREN = (1, 40)

SELECT_OPTIONS = (1, 25)
SELECT_OPTION: dict[str, Span] = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
PLACEHOLDER = (0, 150)
MIN_VALUES = (0, 25)
MAX_VALUES = (1, 25)

MODAL_TITLE = (1, 45)
MODAL_COMPONENTS = (1, 5)
LABEL: dict[str, Span] = {"label": (1, 45), "description": (0, 100)}
TEXT_INPUT: dict[str, Span] = {"label": (1, 45), "placeholder": (0, 100), "value": (0, 4000)}
TEXT_INPUT_MIN = (0, 4000)
TEXT_INPUT_MAX = (1, 4000)
RADIO_OPTIONS = (2, 10)
CHECKBOX_OPTIONS = (1, 10)
UPLOADS_MIN = (0, 10)
UPLOADS_MAX = (1, 10)

CHOICES = (0, 25)
CHOICE_NAME = (1, 100)
CHOICE_TEXT = (0, 100)

# docs: interactions/application-commands
COMMANDS_BY_TYPE = {1: 100, 2: 15, 3: 15}
COMMAND_NAME = (1, 32)
COMMAND_DESCRIPTION = (1, 100)
COMMAND_OPTIONS = (0, 25)
COMMAND_TOTAL = 8000
INT53 = (1 - (1 << 53), (1 << 53) - 1)
OPTION_MIN_LENGTH = (0, 6000)
OPTION_MAX_LENGTH = (1, 6000)

CHANNEL_NAME = (1, 100)
# docs: reference#locales
LOCALES = frozenset([
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
])  # fmt: skip

# The body under inspection (docs: reference#error-messages).

Path = tuple[str | int, ...]


class Form:
    """One request body under inspection."""

    def __init__(self) -> None:
        self.errors: JSON = {}

    def refuse(self, path: Path, code: str, message: str) -> None:
        """Notes one error at this place of the body; nothing is raised before `finish`."""
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raises `ApiError` 50035 "Invalid Form Body" with all errors noted so far; without any does nothing."""
        if self.errors:
            raise ApiError(400, 50035, "Invalid Form Body", self.errors)

    def required(self, path: Path) -> None:
        """Notes that a value is missing at this place."""
        self.refuse(path, "BASE_TYPE_REQUIRED", "This field is required")

    def bad_choice(self, path: Path, allowed: str) -> None:
        """Notes that the value is none of the allowed ones, which are given as Discord words them."""
        self.refuse(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")

    def text(self, path: Path, value: Any, span: Span, *, required: bool = False) -> None:
        """Absent and null texts are fine unless required; what is there must be a string of allowed length."""
        if value is None:
            if required:
                self.required(path)
        elif not isinstance(value, str):
            self.refuse(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif required and not value:
            self.required(path)
        elif len(value) > span[1] and span[0] == 0:
            self.refuse(path, "BASE_TYPE_MAX_LENGTH", f"Must be {span[1]} or fewer in length.")
        elif not span[0] <= len(value) <= span[1]:
            self.bad_length(path, span)

    def texts(self, path: Path, owner: JSON, table: Mapping[str, Span], required: frozenset[str] = frozenset()) -> None:
        """Checks several texts of one object at once; `table` gives the allowed length of each by its key."""
        for key, span in table.items():
            self.text((*path, key), owner.get(key), span, required=key in required)

    def bad_length(self, path: Path, span: Span) -> None:
        """Notes that a text or a list is too short or too long."""
        self.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {span[0]} and {span[1]} in length.")

    def count(self, path: Path, value: Any, span: Span) -> list[Any]:
        """The list itself, so that the caller can go on inspecting its members."""
        if not isinstance(value, list):
            self.refuse(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not span[0] <= len(value) <= span[1]:
            self.bad_length(path, span)
        return value

    def number(self, path: Path, value: Any, span: Span) -> None:
        """Notes what is no whole number or lies outside the span; absent and null are fine."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < span[0]:
            self.refuse(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {span[0]}.")
        elif value > span[1]:
            self.refuse(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {span[1]}.")

    def set_of(self, path: Path, value: Any, span: Span) -> list[Any]:
        """A list in which nothing may stand twice; ids are the same as numbers and as texts."""
        listed = self.count(path, value, span)
        self.unique(
            path, list(map(str, listed)), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
        )
        return listed

    def unique(self, path: Path, values: list[Any], code: str, message: str) -> None:
        """Points at each value that was there before."""
        seen = set()
        for place, value in enumerate(values):
            if value in seen:
                self.refuse((*path, place), code, message)
            seen.add(value)


# Kinds of values.

Kind = Callable[[Form, Path, Any], None]
"""Notes in the form what is wrong with a value. Null passes everywhere; what must be there is said by `thing`."""
ID = re.compile(r"0|[1-9][0-9]{0,19}")
INT32 = (-(1 << 31), (1 << 31) - 1)


def boolean(form: Form, path: Path, value: Any) -> None:
    """True or false, and no text or number in their place."""
    if value is not None and not isinstance(value, bool):
        form.refuse(path, "BOOLEAN_TYPE_CHOICES", "Must be either true or false.")


def whole(least: int = INT32[0], most: int = INT32[1]) -> Kind:
    """A kind for whole numbers from `least` to `most`, both allowed; 32 bits unless told otherwise."""
    return lambda form, path, value: form.number(path, value, (least, most))


def number(form: Form, path: Path, value: Any) -> None:
    """Any number, whole or not; booleans do not count as numbers."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        form.refuse(path, "FLOAT_TYPE_COERCE", f'Value "{value}" is not float.')


def text(form: Form, path: Path, value: Any) -> None:
    """Any string, the empty one too."""
    if value is not None and not isinstance(value, str):
        form.refuse(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')


def text_of(least: int, most: int) -> Kind:
    """A kind for strings of `least` to `most` characters."""
    return lambda form, path, value: form.text(path, value, (least, most))


def some_text(form: Form, path: Path, value: Any) -> None:
    """Not the empty one; how long it may be is said elsewhere."""
    form.text(path, value, (1, 1 << 31))


def one_of(*known: str) -> Kind:
    """A kind for values out of a fixed list."""

    def check(form: Form, path: Path, value: Any) -> None:
        if value is not None and value not in known:
            form.bad_choice(path, ", ".join(map(repr, known)))

    return check


def text_or_number(form: Form, path: Path, value: Any) -> None:
    """A string or a whole number, as a nonce may be."""
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        text(form, path, value)


def text_or_float(form: Form, path: Path, value: Any) -> None:
    """A string or any number, as the value of a command's choice may be."""
    if not isinstance(value, str):
        number(form, path, value)


def snowflake(form: Form, path: Path, value: Any) -> None:
    """A Discord id, as text or as number (docs: reference#snowflakes)."""
    if value is not None and (isinstance(value, bool) or not ID.fullmatch(str(value))):
        form.refuse(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def timestamp(form: Form, path: Path, value: Any) -> None:
    """A moment in ISO 8601 (docs: reference#iso8601-datetime)."""
    try:
        datetime.fromisoformat(value if value is not None else "2020-01-01")
    except (TypeError, ValueError):
        form.refuse(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def url(form: Form, path: Path, value: Any) -> None:
    """An address with a scheme, such as https:// or attachment://; the empty text passes."""
    text(form, path, value)
    if isinstance(value, str) and value and not re.match(r"[a-z][a-z0-9+.-]*://\S", value):
        form.refuse(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def list_of(kind: Kind, *, alone: bool = False, least: int = 0) -> Kind:
    """``alone``: nothing stands twice in it."""

    def check(form: Form, path: Path, value: Any) -> None:
        if value is None:
            return
        span = (least, 1 << 31)
        for place, item in enumerate(form.set_of(path, value, span) if alone else form.count(path, value, span)):
            kind(form, (*path, place), item)

    return check


def thing(fields: Mapping[str, Kind], *required: str) -> Kind:
    """An object with these fields; others are passed over, as Discord does."""

    def check(form: Form, path: Path, value: Any) -> None:
        if value is None:
            return
        if not isinstance(value, dict):
            form.refuse(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for key in required:
            if value.get(key) is None:
                form.required((*path, key))
        for key, kind in fields.items():
            kind(form, (*path, key), value.get(key))

    return check


def by_locale(kind: Kind) -> Kind:
    """A kind for objects that hold one value of the given kind for each locale (docs: reference#locales)."""

    def check(form: Form, path: Path, value: Any) -> None:
        thing({})(form, path, value)
        for locale, inner in value.items() if isinstance(value, dict) else ():
            kind(form, (*path, locale), inner)

    return check


def there(kind: Kind) -> Kind:
    """Not even null will do."""

    def check(form: Form, path: Path, value: Any) -> None:
        if value is None:
            form.required(path)
        kind(form, path, value)

    return check


# The fields of every request body, as Discord's OpenAPI document lists them.

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
