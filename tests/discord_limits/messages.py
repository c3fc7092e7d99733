"""Messages and modals with all that stands in them (docs: resources/message, components/reference)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import emoji

from bot.playground.discord_rules import LEGACY_FIELDS, legacy_field_beside_v2
from bot.playground.wire import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    COMPONENTS_V2,
    CONTAINER,
    FILE,
    FILE_UPLOAD,
    GALLERY,
    JSON,
    LABEL,
    RADIO_GROUP,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    too_large,
    walk,
)
from tests.discord_limits import forms
from tests.discord_limits.forms import Form, Path

TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK, PREMIUM = 5, 6


def check_message(body: JSON, *, flags: int) -> None:
    """`flags` are those the message will have, its present ones included."""
    forms.check_shape(forms.MESSAGE, body)
    form = Form()
    form.text(("content",), body.get("content"), forms.CONTENT)
    nonce = body.get("nonce")
    form.text(("nonce",), str(nonce) if isinstance(nonce, int) else nonce, forms.NONCE)
    _check_embeds(form, body.get("embeds"))
    _check_attachments(form, body.get("attachments"))
    _check_allowed_mentions(form, body.get("allowed_mentions"))
    v2 = bool(flags & COMPONENTS_V2)
    if v2:
        _check_no_legacy(form, body)
    if body.get("components") is not None:
        check_components(form, body["components"], v2=v2)
    form.finish()


def _check_no_legacy(form: Form, body: JSON) -> None:
    for field in LEGACY_FIELDS:
        if body.get(field):
            form.refuse((field,), *legacy_field_beside_v2(field))


def _check_embeds(form: Form, embeds: Any) -> None:
    if embeds is None:
        return
    parts = [part for part in form.count(("embeds",), embeds, forms.EMBEDS) if isinstance(part, dict)]
    for place, embed in enumerate(parts):
        _check_embed(form, ("embeds", place), embed)
    if sum(map(embed_length, parts)) > forms.EMBED_TOTAL:
        message = f"Embed size exceeds maximum size of {forms.EMBED_TOTAL}"
        form.refuse(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(form: Form, path: Path, embed: JSON) -> None:
    form.texts(path, embed, forms.EMBED_TEXTS)
    for part, table in forms.EMBED_PARTS.items():
        if embed.get(part):
            form.texts((*path, part), embed[part], table, frozenset({next(iter(table))}))
    inside = (*path, "fields")
    for place, field in enumerate(form.count(inside, embed.get("fields") or [], forms.EMBED_FIELDS)):
        form.texts((*inside, place), field, forms.EMBED_FIELD, frozenset(forms.EMBED_FIELD))
    form.number((*path, "color"), embed.get("color"), (0, 0xFFFFFF))
    for part in ("image", "thumbnail"):
        _check_embed_url(form, (*path, part, "url"), (embed.get(part) or {}).get("url"))


def _check_embed_url(form: Form, path: Path, url: Any) -> None:
    if isinstance(url, str) and url and not url.startswith(("http://", "https://", "attachment://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        form.refuse(path, "URL_TYPE_INVALID_SCHEME", message)


def embed_length(embed: JSON) -> int:
    """The characters that count towards the 6000 of all embeds together."""
    words = [embed.get("title"), embed.get("description")]
    words += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        words += [field.get("name"), field.get("value")]
    return sum(len(word.strip()) for word in words if isinstance(word, str))


def _check_attachments(form: Form, attachments: Any) -> None:
    if attachments is None:
        return
    listed = form.count(("attachments",), attachments, forms.ATTACHMENTS)
    for place, item in enumerate(listed):
        form.text(("attachments", place, "description"), item.get("description"), forms.ALT_TEXT)
    ids = [str(item.get("id")) for item in listed]
    form.unique(("attachments",), ids, "ATTACHMENT_ID_DUPLICATED", "Attachment id cannot be duplicated")


def check_files(files: Mapping[str, tuple[str, bytes, str]]) -> None:
    """Uploaded files: ten at most, each within the guild's limit, the request within Discord's."""
    form = Form()
    if len(files) > forms.ATTACHMENTS[1]:
        form.bad_length(("attachments",), forms.ATTACHMENTS)
    form.finish()
    sizes = [len(content) for _, content, _ in files.values()]
    if sum(sizes) > forms.REQUEST_BYTES or any(size > forms.FILE_BYTES for size in sizes):
        raise too_large()


def _check_allowed_mentions(form: Form, allowed: Any) -> None:
    if not allowed:
        return
    for kind in ("users", "roles"):
        listed = form.set_of(("allowed_mentions", kind), allowed.get(kind) or [], forms.ALLOWED_MENTIONS)
        if listed and kind in (allowed.get("parse") or []):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.refuse(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    parse = form.set_of(("allowed_mentions", "parse"), allowed.get("parse") or [], forms.ALLOWED_MENTIONS)
    for place, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form.bad_choice(("allowed_mentions", "parse", place), "'users', 'roles', 'everyone'")


def check_thread(body: JSON) -> None:
    """Raises `ApiError` 50035 if Discord would refuse this thread (docs: …#start-thread-from-message)."""
    forms.check_shape(forms.THREAD, body)
    form = Form()
    form.text(("name",), body.get("name"), forms.CHANNEL_NAME, required=True)
    if body.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        form.bad_choice(("auto_archive_duration",), "60, 1440, 4320, 10080")
    if body.get("type") not in (None, 10, 11, 12):
        form.bad_choice(("type",), "10, 11, 12")
    form.finish()


# Components of messages: V1 rows and V2 layouts.


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
    elif len(components) > forms.ROWS[1]:
        form.bad_length(("components",), forms.ROWS)


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
    if len(everything) > forms.COMPONENTS_V2:
        message = f"The total number of components cannot exceed {forms.COMPONENTS_V2}."
        form.refuse(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(len(c.get("content") or "") for c in everything if c.get("type") == TEXT) > forms.TEXT_V2:
        message = f"The total displayable text cannot exceed {forms.TEXT_V2} characters."
        form.refuse(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def _check_row(form: Form, path: Path, row: JSON) -> None:
    path = (*path, "components")
    children = form.count(path, row.get("components"), forms.BUTTONS_IN_ROW)
    for place, child in enumerate(children):
        check_child(form, (*path, place), child, (BUTTON, *SELECTS))
    kinds = [child.get("type") for child in children if isinstance(child, dict)]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        message = "A select stands alone in its row"
        form.refuse(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _check_button(form: Form, path: Path, button: JSON) -> None:
    style = button.get("style")
    form.text((*path, "label"), button.get("label"), forms.BUTTON_LABEL)
    if style not in range(1, 7) or isinstance(style, bool):
        form.bad_choice((*path, "style"), "1, 2, 3, 4, 5, 6")
    elif style == LINK:
        _check_link(form, path, button)
    elif style != PREMIUM:
        form.text((*path, "custom_id"), button.get("custom_id"), forms.CUSTOM_ID, required=True)
        if button.get("url"):
            form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A url is for link buttons only")
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        form.refuse(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    check_emoji(form, (*path, "emoji"), button.get("emoji"), "BUTTON_COMPONENT_INVALID_EMOJI")


def _check_link(form: Form, path: Path, button: JSON) -> None:
    form.text((*path, "url"), button.get("url"), forms.BUTTON_URL, required=True)
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
    form.text((*path, "content"), component.get("content"), (1, forms.TEXT_V2), required=True)


def _check_section(form: Form, path: Path, component: JSON) -> None:
    inside = (*path, "components")
    for place, child in enumerate(form.count(inside, component.get("components"), forms.SECTION_TEXTS)):
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
    form.text((*path, "description"), component.get("description"), forms.ALT_TEXT)


def _check_gallery(form: Form, path: Path, component: JSON) -> None:
    inside = (*path, "items")
    for place, item in enumerate(form.count(inside, component.get("items"), forms.GALLERY_ITEMS)):
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
    for place, child in enumerate(form.count(inside, component.get("components"), forms.CONTAINER_CHILDREN)):
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


# Select menus, in messages and in modals.


def check_select(form: Form, path: Path, select: JSON, *, in_modal: bool = False) -> None:
    """Notes in the form what Discord would refuse in one select menu of any type, in a message or in a modal."""
    form.text((*path, "custom_id"), select.get("custom_id"), forms.CUSTOM_ID, required=True)
    form.text((*path, "placeholder"), select.get("placeholder"), forms.PLACEHOLDER)
    _check_bounds(form, path, select)
    if select["type"] == STRING_SELECT:
        check_options(form, path, select, forms.SELECT_OPTIONS)
        _check_reach(form, path, select)
    else:
        _check_default_values(form, path, select)
    if in_modal and select.get("disabled"):
        form.refuse((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled")
    if in_modal and select.get("required", True) and select.get("min_values") == 0:
        form.refuse((*path, "min_values"), "COMPONENT_REQUIRED_MIN_VALUES", "min_values 0 needs required false")


def _check_bounds(form: Form, path: Path, select: JSON) -> None:
    least, most = select.get("min_values"), select.get("max_values")
    form.number((*path, "min_values"), least, forms.MIN_VALUES)
    form.number((*path, "max_values"), most, forms.MAX_VALUES)
    least, most = 1 if least is None else least, 1 if most is None else most
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"int value should be greater than or equal to {least}."
        form.refuse((*path, "max_values"), "NUMBER_TYPE_MIN", message)


def _check_reach(form: Form, path: Path, select: JSON) -> None:
    """More values asked for than there are options: Discord complains about the number of options."""
    wanted = max(select.get("min_values") or 0, select.get("max_values") or 1)
    options = select.get("options")
    if isinstance(options, list) and options and len(options) < wanted:
        form.bad_length((*path, "options"), (wanted, forms.SELECT_OPTIONS[1]))
    defaults = [option for option in options or [] if isinstance(option, dict) and option.get("default")]
    if len(defaults) > (select.get("max_values") or 1):
        message = "More options are chosen by default than may be chosen"
        form.refuse((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def check_options(form: Form, path: Path, owner: JSON, span: forms.Span) -> None:
    """The options of a select, radio group or checkbox group."""
    path = (*path, "options")
    options = form.count(path, owner.get("options"), span)
    for place, option in enumerate(options):
        if isinstance(option, dict):
            form.texts((*path, place), option, forms.SELECT_OPTION, frozenset({"label", "value"}))
        else:
            form.required((*path, place))
    values = [option.get("value") for option in options if isinstance(option, dict)]
    message = "The specified option value is already used"
    form.unique(path, values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)


def _check_default_values(form: Form, path: Path, select: JSON) -> None:
    if len(select.get("default_values") or []) > (select.get("max_values") or 1):
        message = "More values are chosen by default than may be chosen"
        form.refuse((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


# Modals.


def check_modal(modal: JSON) -> None:
    """Raises `ApiError` 50035 if Discord would refuse this modal (docs: …#interaction-response-object-modal)."""
    forms.check_shape(forms.MODAL, modal)
    form = Form()
    form.text(("custom_id",), modal.get("custom_id"), forms.CUSTOM_ID, required=True)
    form.text(("title",), modal.get("title"), forms.MODAL_TITLE, required=True)
    components = form.count(("components",), modal.get("components"), forms.MODAL_COMPONENTS)
    for place, component in enumerate(components):
        _check_modal_top(form, ("components", place), component if isinstance(component, dict) else {})
    check_custom_ids(form, components)
    if sum(len(part.get("content") or "") for _, part in walk(components)) > forms.TEXT_V2:
        message = f"The total displayable text cannot exceed {forms.TEXT_V2} characters."
        form.refuse(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    form.finish()


def _check_modal_top(form: Form, path: Path, component: JSON) -> None:
    kind = component.get("type")
    if kind == LABEL:
        _check_label(form, path, component)
    elif kind == ROW:
        _check_modal_row(form, path, component)
    elif kind == TEXT:
        form.text((*path, "content"), component.get("content"), (1, forms.TEXT_V2), required=True)
    else:
        form.bad_choice((*path, "type"), f"{ROW}, {TEXT}, {LABEL}")


def _check_modal_row(form: Form, path: Path, row: JSON) -> None:
    """The old way: a row with one text input, which carries its own label."""
    inside = (*path, "components")
    for place, child in enumerate(form.count(inside, row.get("components"), (1, 1))):
        if not isinstance(child, dict) or child.get("type") != TEXT_INPUT:
            form.bad_choice((*inside, place, "type"), str(TEXT_INPUT))
        else:
            form.text((*inside, place, "label"), child.get("label"), forms.TEXT_INPUT["label"], required=True)
            _check_text_input(form, (*inside, place), child)


def _check_label(form: Form, path: Path, label: JSON) -> None:
    form.texts(path, label, forms.LABEL, frozenset({"label"}))
    inner = label.get("component")
    kind = inner.get("type") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or kind not in IN_LABEL:
        form.bad_choice((*path, "component", "type"), ", ".join(map(str, IN_LABEL)))
        return
    IN_LABEL[kind](form, (*path, "component"), inner)


def _check_text_input(form: Form, path: Path, field: JSON) -> None:
    form.text((*path, "custom_id"), field.get("custom_id"), forms.CUSTOM_ID, required=True)
    form.texts(path, field, {key: forms.TEXT_INPUT[key] for key in ("placeholder", "value")})
    if field.get("style") not in (1, 2):
        form.bad_choice((*path, "style"), "1, 2")
    least, most = field.get("min_length"), field.get("max_length")
    form.number((*path, "min_length"), least, forms.TEXT_INPUT_MIN)
    form.number((*path, "max_length"), most, forms.TEXT_INPUT_MAX)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        form.refuse((*path, "max_length"), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")


def _check_modal_select(form: Form, path: Path, select: JSON) -> None:
    check_select(form, path, select, in_modal=True)


def _check_group(form: Form, path: Path, group: JSON, span: forms.Span) -> None:
    form.text((*path, "custom_id"), group.get("custom_id"), forms.CUSTOM_ID, required=True)
    check_options(form, path, group, span)


def _check_radio_group(form: Form, path: Path, group: JSON) -> None:
    _check_group(form, path, group, forms.RADIO_OPTIONS)
    if sum(bool(option.get("default")) for option in group.get("options") or [] if isinstance(option, dict)) > 1:
        message = "Only one option may be chosen by default"
        form.refuse((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def _check_checkbox_group(form: Form, path: Path, group: JSON) -> None:
    _check_group(form, path, group, forms.CHECKBOX_OPTIONS)
    form.number((*path, "min_values"), group.get("min_values"), (0, forms.CHECKBOX_OPTIONS[1]))
    form.number((*path, "max_values"), group.get("max_values"), forms.CHECKBOX_OPTIONS)


def _check_checkbox(form: Form, path: Path, box: JSON) -> None:
    form.text((*path, "custom_id"), box.get("custom_id"), forms.CUSTOM_ID, required=True)


def _check_file_upload(form: Form, path: Path, upload: JSON) -> None:
    form.text((*path, "custom_id"), upload.get("custom_id"), forms.CUSTOM_ID, required=True)
    form.number((*path, "min_values"), upload.get("min_values"), forms.UPLOADS_MIN)
    form.number((*path, "max_values"), upload.get("max_values"), forms.UPLOADS_MAX)


IN_LABEL: dict[int, Callable[[Form, Path, JSON], None]] = {
    **dict.fromkeys(SELECTS, _check_modal_select),
    TEXT_INPUT: _check_text_input,
    FILE_UPLOAD: _check_file_upload,
    RADIO_GROUP: _check_radio_group,
    CHECKBOX_GROUP: _check_checkbox_group,
    CHECKBOX: _check_checkbox,
}
