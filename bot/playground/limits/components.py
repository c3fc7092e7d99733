"""Message components, V1 rows and V2 layouts (docs: components/reference)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import emoji

from bot.playground.limits import numbers
from bot.playground.limits.form import Form, Path
from bot.playground.limits.selects import SELECTS, check_select
from bot.playground.wire import JSON

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK, PREMIUM = 5, 6


def walk(components: list[JSON], path: Path = ("components",)) -> Iterator[tuple[Path, JSON]]:
    """Every component with its place, the nested ones too."""
    for place, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_one(component, (*path, place))


def _walk_one(component: JSON, path: Path) -> Iterator[tuple[Path, JSON]]:
    yield path, component
    yield from walk(component.get("components") or [], (*path, "components"))
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield from _walk_one(component[key], (*path, key))


def check_components(form: Form, components: Any, *, v2: bool) -> None:
    """Notes in the form what Discord would refuse in a message's components; `v2`: a Components V2 layout."""
    if not isinstance(components, list):
        form.refuse(("components",), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    _check_tree(form, components, v2=v2)
    check_custom_ids(form, components)
    _check_component_ids(form, components)
    if v2:
        _check_totals(form, components)
    elif len(components) > numbers.ROWS[1]:
        form.bad_length(("components",), numbers.ROWS)


def _check_tree(form: Form, components: list[JSON], *, v2: bool) -> None:
    allowed = TOP_V2 if v2 else (ROW,)
    for place, component in enumerate(components):
        check_child(form, ("components", place), component, allowed)


def check_child(form: Form, path: Path, component: Any, allowed: tuple[int, ...]) -> None:
    """Notes in the form what is wrong with one component; its type has to be among the allowed ones."""
    kind = component.get("type") if isinstance(component, dict) else None
    if kind not in allowed:
        form.bad_choice((*path, "type"), ", ".join(map(str, allowed)))
        return
    CHECKS[kind](form, path, component)


def check_custom_ids(form: Form, components: list[JSON]) -> None:
    """A custom_id is 1 to 100 characters and alone of its name in the message."""
    seen: set[str] = set()
    for path, component in walk(components):
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            if custom_id in seen:
                message = "Component custom id cannot be duplicated"
                form.refuse((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
            seen.add(custom_id)


def _check_component_ids(form: Form, components: list[JSON]) -> None:
    seen: set[int] = set()
    for path, component in walk(components):
        component_id = component.get("id")
        if component_id:
            if component_id in seen:
                form.refuse((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            seen.add(component_id)


def _check_totals(form: Form, components: list[JSON]) -> None:
    everything = [component for _, component in walk(components)]
    if len(everything) > numbers.COMPONENTS_V2:
        message = f"The total number of components cannot exceed {numbers.COMPONENTS_V2}."
        form.refuse(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(len(c.get("content") or "") for c in everything if c.get("type") == TEXT) > numbers.TEXT_V2:
        message = f"The total displayable text cannot exceed {numbers.TEXT_V2} characters."
        form.refuse(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def _check_row(form: Form, path: Path, row: JSON) -> None:
    path = (*path, "components")
    children = form.count(path, row.get("components"), numbers.BUTTONS_IN_ROW)
    for place, child in enumerate(children):
        check_child(form, (*path, place), child, (BUTTON, *SELECTS))
    kinds = [child.get("type") for child in children if isinstance(child, dict)]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        message = "A select stands alone in its row"
        form.refuse(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _check_button(form: Form, path: Path, button: JSON) -> None:
    style = button.get("style")
    form.text((*path, "label"), button.get("label"), numbers.BUTTON_LABEL)
    if style not in range(1, 7) or isinstance(style, bool):
        form.bad_choice((*path, "style"), "1, 2, 3, 4, 5, 6")
    elif style == LINK:
        _check_link(form, path, button)
    elif style != PREMIUM:
        form.text((*path, "custom_id"), button.get("custom_id"), numbers.CUSTOM_ID, required=True)
        if button.get("url"):
            form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A url is for link buttons only")
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        form.refuse(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    check_emoji(form, (*path, "emoji"), button.get("emoji"), "BUTTON_COMPONENT_INVALID_EMOJI")


def _check_link(form: Form, path: Path, button: JSON) -> None:
    form.text((*path, "url"), button.get("url"), numbers.BUTTON_URL, required=True)
    if isinstance(button.get("url"), str) and not button["url"].startswith(("http://", "https://", "discord://")):
        form.refuse((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('discord', 'http', 'https').")
    if button.get("custom_id"):
        message = "A custom id and url cannot both be specified"
        form.refuse((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)


def check_emoji(form: Form, path: Path, given: Any, code: str = "COMPONENT_INVALID_EMOJI") -> None:
    """A Unicode emoji is its own name; custom ones have an id, and this guild has none of them."""
    if given is None:
        return
    name = given.get("name") if isinstance(given, dict) else None
    if not isinstance(name, str) or not emoji.is_emoji(name) or given.get("id"):
        form.refuse((*path, "name"), code, "Invalid emoji")


def _check_text(form: Form, path: Path, component: JSON) -> None:
    form.text((*path, "content"), component.get("content"), (1, numbers.TEXT_V2), required=True)


def _check_section(form: Form, path: Path, component: JSON) -> None:
    inside = (*path, "components")
    for place, child in enumerate(form.count(inside, component.get("components"), numbers.SECTION_TEXTS)):
        check_child(form, (*inside, place), child, (TEXT,))
    if component.get("accessory") is None:
        form.required((*path, "accessory"))
    else:
        check_child(form, (*path, "accessory"), component["accessory"], (BUTTON, THUMBNAIL))


def _check_media(form: Form, path: Path, media: Any, schemes: tuple[str, ...]) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if not isinstance(url, str) or not url:
        form.required((*path, "url"))
    elif not url.startswith(schemes):
        names = ", ".join(repr(scheme.removesuffix("://")) for scheme in schemes)
        form.refuse((*path, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of ({names}).")


def _check_thumbnail(form: Form, path: Path, component: JSON) -> None:
    _check_media(form, (*path, "media"), component.get("media"), ("http://", "https://", "attachment://"))
    form.text((*path, "description"), component.get("description"), numbers.ALT_TEXT)


def _check_gallery(form: Form, path: Path, component: JSON) -> None:
    inside = (*path, "items")
    for place, item in enumerate(form.count(inside, component.get("items"), numbers.GALLERY_ITEMS)):
        if isinstance(item, dict):
            _check_thumbnail(form, (*inside, place), item)
        else:
            form.required((*inside, place))


def _check_file(form: Form, path: Path, component: JSON) -> None:
    # An edit hands back the address that the attachment got, so that is accepted too.
    _check_media(form, (*path, "file"), component.get("file"), ("attachment://", "https://", "http://"))


def _check_separator(form: Form, path: Path, component: JSON) -> None:
    if component.get("spacing") not in (None, 1, 2):
        form.bad_choice((*path, "spacing"), "1, 2")


def _check_container(form: Form, path: Path, component: JSON) -> None:
    inside = (*path, "components")
    for place, child in enumerate(form.count(inside, component.get("components"), numbers.CONTAINER_CHILDREN)):
        check_child(form, (*inside, place), child, IN_CONTAINER)
    form.number((*path, "accent_color"), component.get("accent_color"), (0, 0xFFFFFF))


def _check_message_select(form: Form, path: Path, component: JSON) -> None:
    check_select(form, path, component)
    for place, option in enumerate(component.get("options") or []):
        if isinstance(option, dict):
            check_emoji(form, (*path, "options", place, "emoji"), option.get("emoji"))


CHECKS: dict[int, Callable[[Form, Path, JSON], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    SECTION: _check_section,
    TEXT: _check_text,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _check_separator,
    CONTAINER: _check_container,
    **dict.fromkeys(SELECTS, _check_message_select),
}
