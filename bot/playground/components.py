"""Kinds of message components, and how to walk through a tree of them (docs: components/reference)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.playground.wire import JSON

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

Path = tuple[str | int, ...]


def walk(components: list[JSON], path: Path = ("components",)) -> Iterator[tuple[Path, JSON]]:
    """Yield every component with its place in the body, nested ones after their parents."""
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_into(component, (*path, index))


def _walk_into(component: JSON, path: Path) -> Iterator[tuple[Path, JSON]]:
    yield path, component
    yield from walk(component.get("components") or [], (*path, "components"))
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield from _walk_into(component[key], (*path, key))
