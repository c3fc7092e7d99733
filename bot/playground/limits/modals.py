"""Modals and what stands in them (docs: interactions/receiving-and-responding, components/reference)."""

from __future__ import annotations

from collections.abc import Callable

from bot.playground.limits import fields, numbers
from bot.playground.limits.components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    TEXT,
    TEXT_INPUT,
    check_custom_ids,
    walk,
)
from bot.playground.limits.form import Form, Path
from bot.playground.limits.selects import SELECTS, check_options, check_select
from bot.playground.wire import JSON


def check_modal(modal: JSON) -> None:
    """Raises `ApiError` 50035 if Discord would refuse this modal (docs: …#interaction-response-object-modal)."""
    fields.check_shape(fields.MODAL, modal)
    form = Form()
    form.text(("custom_id",), modal.get("custom_id"), numbers.CUSTOM_ID, required=True)
    form.text(("title",), modal.get("title"), numbers.MODAL_TITLE, required=True)
    components = form.count(("components",), modal.get("components"), numbers.MODAL_COMPONENTS)
    for place, component in enumerate(components):
        _check_top(form, ("components", place), component if isinstance(component, dict) else {})
    check_custom_ids(form, components)
    if sum(len(part.get("content") or "") for _, part in walk(components)) > numbers.TEXT_V2:
        message = f"The total displayable text cannot exceed {numbers.TEXT_V2} characters."
        form.refuse(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    form.finish()


def _check_top(form: Form, path: Path, component: JSON) -> None:
    kind = component.get("type")
    if kind == LABEL:
        _check_label(form, path, component)
    elif kind == ROW:
        _check_row(form, path, component)
    elif kind == TEXT:
        form.text((*path, "content"), component.get("content"), (1, numbers.TEXT_V2), required=True)
    else:
        form.bad_choice((*path, "type"), f"{ROW}, {TEXT}, {LABEL}")


def _check_row(form: Form, path: Path, row: JSON) -> None:
    """The old way: a row with one text input, which carries its own label."""
    inside = (*path, "components")
    for place, child in enumerate(form.count(inside, row.get("components"), (1, 1))):
        if not isinstance(child, dict) or child.get("type") != TEXT_INPUT:
            form.bad_choice((*inside, place, "type"), str(TEXT_INPUT))
        else:
            form.text((*inside, place, "label"), child.get("label"), numbers.TEXT_INPUT["label"], required=True)
            _check_text_input(form, (*inside, place), child)


def _check_label(form: Form, path: Path, label: JSON) -> None:
    form.texts(path, label, numbers.LABEL, frozenset({"label"}))
    inner = label.get("component")
    kind = inner.get("type") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or kind not in IN_LABEL:
        form.bad_choice((*path, "component", "type"), ", ".join(map(str, IN_LABEL)))
        return
    IN_LABEL[kind](form, (*path, "component"), inner)


def _check_text_input(form: Form, path: Path, field: JSON) -> None:
    form.text((*path, "custom_id"), field.get("custom_id"), numbers.CUSTOM_ID, required=True)
    form.texts(path, field, {key: numbers.TEXT_INPUT[key] for key in ("placeholder", "value")})
    if field.get("style") not in (1, 2):
        form.bad_choice((*path, "style"), "1, 2")
    least, most = field.get("min_length"), field.get("max_length")
    form.number((*path, "min_length"), least, numbers.TEXT_INPUT_MIN)
    form.number((*path, "max_length"), most, numbers.TEXT_INPUT_MAX)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        form.refuse((*path, "max_length"), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")


def _check_modal_select(form: Form, path: Path, select: JSON) -> None:
    check_select(form, path, select, in_modal=True)


def _check_group(form: Form, path: Path, group: JSON, span: numbers.Span) -> None:
    form.text((*path, "custom_id"), group.get("custom_id"), numbers.CUSTOM_ID, required=True)
    check_options(form, path, group, span)


def _check_radio_group(form: Form, path: Path, group: JSON) -> None:
    _check_group(form, path, group, numbers.RADIO_OPTIONS)
    if sum(bool(option.get("default")) for option in group.get("options") or [] if isinstance(option, dict)) > 1:
        message = "Only one option may be chosen by default"
        form.refuse((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def _check_checkbox_group(form: Form, path: Path, group: JSON) -> None:
    _check_group(form, path, group, numbers.CHECKBOX_OPTIONS)
    form.number((*path, "min_values"), group.get("min_values"), (0, numbers.CHECKBOX_OPTIONS[1]))
    form.number((*path, "max_values"), group.get("max_values"), numbers.CHECKBOX_OPTIONS)


def _check_checkbox(form: Form, path: Path, box: JSON) -> None:
    form.text((*path, "custom_id"), box.get("custom_id"), numbers.CUSTOM_ID, required=True)


def _check_file_upload(form: Form, path: Path, upload: JSON) -> None:
    form.text((*path, "custom_id"), upload.get("custom_id"), numbers.CUSTOM_ID, required=True)
    form.number((*path, "min_values"), upload.get("min_values"), numbers.UPLOADS_MIN)
    form.number((*path, "max_values"), upload.get("max_values"), numbers.UPLOADS_MAX)


IN_LABEL: dict[int, Callable[[Form, Path, JSON], None]] = {
    **dict.fromkeys(SELECTS, _check_modal_select),
    TEXT_INPUT: _check_text_input,
    FILE_UPLOAD: _check_file_upload,
    RADIO_GROUP: _check_radio_group,
    CHECKBOX_GROUP: _check_checkbox_group,
    CHECKBOX: _check_checkbox,
}
