"""A slash command as a person types it: found by its words, its values checked as Discord's client checks them."""

from __future__ import annotations

from typing import Any

from bot.playground.limits import commands as kinds
from bot.playground.resolved import Resolver
from bot.playground.seen import Refused
from bot.playground.wire import JSON

STILL_STARTING = "Bot dopiero wstaje: spróbuj za chwilę. · The bot is still getting up: try again in a moment."
"""Of a page that is open before the bot has sent its commands; it does not know yet in which language."""


def find_command(known: list[JSON], words: str) -> tuple[JSON, list[JSON]]:
    """The command, and the chain of its sub-command group and sub-command that the words name."""
    if not known:
        raise Refused(STILL_STARTING)
    names = words.removeprefix("/").split()
    command = next((c for c in known if c["type"] == kinds.CHAT_INPUT and names and c["name"] == names[0]), None)
    if command is None:
        raise Refused(f"There is no command /{words}.")
    chain: list[JSON] = []
    inner = command.get("options") or []
    for name in names[1:]:
        step = next((o for o in inner if o["type"] in kinds.INSIDE and o["name"] == name), None)
        if step is None:
            raise Refused(f"/{names[0]} has no sub-command {name!r}.")
        chain.append(step)
        inner = step.get("options") or []
    if any(option["type"] in kinds.INSIDE for option in inner):
        raise Refused(f"/{words} needs a sub-command: {', '.join(option['name'] for option in inner)}.")
    return command, chain


def command_data(
    command: JSON, chain: list[JSON], values: dict[str, Any], resolver: Resolver, focused: str | None = None
) -> JSON:
    """The interaction's data; with `focused` it is an unfinished command that asks for completion."""
    leaf = (chain[-1] if chain else command).get("options") or []
    unknown = set(values) - {option["name"] for option in leaf}
    if unknown:
        raise Refused(f"There is no option {', '.join(sorted(unknown))}.")
    given = [_given(option, values, resolver, focused) for option in leaf]
    options = [option for option in given if option is not None]
    for step in reversed(chain):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data: JSON = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return {**data, "resolved": resolver.found} if resolver.found else data


def _given(option: JSON, values: dict[str, Any], resolver: Resolver, focused: str | None) -> JSON | None:
    name, value = option["name"], values.get(option["name"])
    if name == focused:
        return _unfinished(option, value)
    if value is None:
        if option.get("required") and focused is None:
            raise Refused(f"The option {name} is required.")
        return None
    try:
        return {"type": option["type"], "name": name, "value": checked(option, value, resolver)}
    except Refused:
        if focused is None:
            raise
        return None  # what is still wrong elsewhere does not keep the client from asking


def _unfinished(option: JSON, value: Any) -> JSON:
    """Discord sends the half-typed value as text even for numbers (docs: ...#autocomplete)."""
    if not option.get("autocomplete"):
        raise Refused(f"The option {option['name']} has no completion.")
    return {
        "type": option["type"],
        "name": option["name"],
        "value": "" if value is None else str(value),
        "focused": True,
    }


def checked(option: JSON, value: Any, resolver: Resolver) -> Any:
    """An option's value as the bot gets it; raises `Refused` where Discord's client would not accept it."""
    match option["type"]:
        case kinds.USER:
            return resolver.user(str(value))
        case kinds.CHANNEL:
            return resolver.channel_of(str(value), option.get("channel_types"))
        case kinds.ROLE:
            return resolver.role(str(value))
        case kinds.MENTIONABLE:
            return resolver.mentionable(str(value))
        case kinds.ATTACHMENT:
            return resolver.attachment(value)
        case kinds.BOOLEAN:
            return _boolean(option, value)
        case kinds.STRING:
            return _within(option, _chosen(option, str(value)))
    return _within(option, _number(option, _chosen(option, value)))


def _boolean(option: JSON, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise Refused(f"{option['name']}: true or false.")
    return str(value).lower() == "true"


def _chosen(option: JSON, value: Any) -> Any:
    """With choices only they are possible; their shown names do as well as their values."""
    choices = option.get("choices") or []
    for choice in choices:
        shown = {choice["name"], *(choice.get("name_localizations") or {}).values()}
        if str(value) == str(choice["value"]) or value in shown:
            return choice["value"]
    if choices:
        raise Refused(f"{option['name']}: choose one of {', '.join(choice['name'] for choice in choices)}.")
    return value


def _number(option: JSON, value: Any) -> int | float:
    try:
        return int(str(value)) if option["type"] == kinds.INTEGER else float(str(value))
    except ValueError:
        raise Refused(f"{option['name']}: {value!r} is not a number.") from None


def _within(option: JSON, value: Any) -> Any:
    size = len(value) if isinstance(value, str) else value
    suffix = "length" if isinstance(value, str) else "value"
    least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if isinstance(value, str) and not value:
        raise Refused(f"{option['name']} is empty.")
    if least is not None and size < least:
        raise Refused(f"{option['name']}: at least {least}.")
    if most is not None and size > most:
        raise Refused(f"{option['name']}: at most {most}.")
    return value
