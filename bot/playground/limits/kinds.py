"""Kinds of values in request bodies: what is no boolean, number, id, list or object is refused before its limits count.

A kind is a function of form, path and value.  Null passes everywhere; what must be there is said by `thing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from bot.playground.limits.form import Form, Path

Kind = Callable[[Form, Path, Any], None]
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
