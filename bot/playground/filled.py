"""Chosen values of selects and filled-in modals, checked as Discord's client checks them."""

from __future__ import annotations

from typing import Any

from bot.playground.limits import components as parts
from bot.playground.limits import selects
from bot.playground.resolved import Resolver
from bot.playground.seen import Refused
from bot.playground.wire import JSON


def chosen_values(select: JSON, values: list[Any], resolver: Resolver) -> list[str]:
    """The values of a select, as the bot will get them."""
    _check_count(select, len(values))
    if len(set(map(str, values))) != len(values):
        raise Refused("The same value is chosen twice.")
    match select["type"]:
        case selects.USER_SELECT:
            return [resolver.user(str(value)) for value in values]
        case selects.ROLE_SELECT:
            return [resolver.role(str(value)) for value in values]
        case selects.MENTIONABLE_SELECT:
            return [resolver.mentionable(str(value)) for value in values]
        case selects.CHANNEL_SELECT:
            return [resolver.channel_of(str(value), select.get("channel_types")) for value in values]
    return _from_options(select, values)


def _check_count(part: JSON, count: int) -> None:
    least = 1 if part.get("min_values") is None else part["min_values"]
    most = 1 if part.get("max_values") is None else part["max_values"]
    if part["type"] == parts.CHECKBOX_GROUP and part.get("max_values") is None:
        most = len(part["options"])
    if part.get("required") is False and count == 0:
        return
    if not least <= count <= most:
        raise Refused(f"Choose {least} to {most}." if least != most else f"Choose {least}.")


def _from_options(part: JSON, values: list[Any]) -> list[str]:
    known = [option["value"] for option in part.get("options") or []]
    for value in values:
        if value not in known:
            raise Refused(f"{value!r} is not among the options.")
    return [value for value in known if value in values]


def submitted(modal: JSON, values: dict[str, Any], resolver: Resolver) -> JSON:
    """The data of a modal submission (docs: components/reference, each component's interaction response)."""
    fields = {part["custom_id"] for _, part in parts.walk(modal["components"]) if "custom_id" in part}
    if unknown := set(values) - fields:
        raise Refused(f"The form has no field {', '.join(sorted(unknown))}.")
    data: JSON = {"custom_id": modal["custom_id"], "components": []}
    for place, top in enumerate(modal["components"], start=1):
        data["components"].append(_top(top, values, resolver, 2 * place - 1))
    if resolver.found:
        data["resolved"] = resolver.found
    return data


def _top(top: JSON, values: dict[str, Any], resolver: Resolver, number: int) -> JSON:
    shape = {"type": top["type"], "id": top.get("id") or number}
    if top["type"] == parts.TEXT:
        return shape
    if top["type"] == parts.LABEL:
        return {**shape, "component": _answer(top["component"], values, resolver, number + 1)}
    return {**shape, "components": [_answer(part, values, resolver, number + 1) for part in top["components"]]}


def _answer(part: JSON, values: dict[str, Any], resolver: Resolver, number: int) -> JSON:
    given = values.get(part["custom_id"])
    shape: JSON = {"type": part["type"], "id": part.get("id") or number, "custom_id": part["custom_id"]}
    match part["type"]:
        case parts.TEXT_INPUT:
            return {**shape, "value": _text(part, part.get("value") or "" if given is None else str(given))}
        case parts.CHECKBOX:
            return {**shape, "value": bool(part.get("default") if given is None else given)}
        case parts.RADIO_GROUP:
            return {**shape, "value": _radio(part, given)}
    wanted = _defaults(part) if given is None else [given] if isinstance(given, str) else list(given)
    return {**shape, "values": _several(part, wanted, resolver)}


def _several(part: JSON, wanted: list[Any], resolver: Resolver) -> list[str]:
    match part["type"]:
        case parts.FILE_UPLOAD:
            _check_count(part, len(wanted))
            return [resolver.attachment(upload) for upload in wanted]
        case parts.CHECKBOX_GROUP:
            _check_count(part, len(wanted))
            return _from_options(part, wanted)
    return chosen_values(part, wanted, resolver)


def _defaults(part: JSON) -> list[Any]:
    chosen = [option["value"] for option in part.get("options") or [] if option.get("default")]
    return chosen + [default["id"] for default in part.get("default_values") or []]


def _text(part: JSON, text: str) -> str:
    if not text and part.get("required") is not False:
        raise Refused(f"{part.get('label') or part['custom_id']}: this field is required.")
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise Refused(f"{part.get('label') or part['custom_id']}: {least} to {most} characters.")
    return text


def _radio(part: JSON, given: Any) -> str | None:
    value = next(iter(_defaults(part)), None) if given is None else given
    if value is None:
        if part.get("required") is not False:
            raise Refused("Choose one.")
        return None
    return _from_options(part, [value])[0]
