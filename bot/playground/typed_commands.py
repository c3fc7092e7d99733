"""Converts a typed slash command or a filled-in modal to interaction data, with the checks of Discord's client."""

from __future__ import annotations

from typing import Any

from bot.playground import wire
from bot.playground.discord_rules import FILE_BYTES
from bot.playground.gateway import shown
from bot.playground.messages import content_type_of
from bot.playground.seen import Refused
from bot.playground.wire import JSON, ApiError
from bot.playground.world import World

USERS, ROLES, MENTIONABLES, CHANNELS = "users", "roles", "mentionables", "channels"


class Resolver:
    """Converts names or ids to ids, and collects the objects for the interaction's resolved data."""

    def __init__(self, world: World, channel: JSON) -> None:
        self.world, self.channel = world, channel
        self.found: JSON = {}

    def _note(self, kind: str, thing_id: str, thing: JSON) -> str:
        self.found.setdefault(kind, {})[thing_id] = thing
        return thing_id

    def user(self, key: str) -> str:
        """Return the id of a person or the bot and collect user and member; raises `Refused` for an unknown name."""
        try:
            user = self.world.bot if key in (self.world.bot["id"], self.world.bot["username"]) else None
            user = user or self.world.person(key)["user"]
        except ApiError:
            raise Refused("Nobody here is called “{name}”.", name=key) from None
        if guild_id := self.channel.get("guild_id"):
            member = self.world.member(guild_id, user["id"])
            rights = str(self.world.rights(user["id"], self.channel))
            told = {name: value for name, value in member.items() if name not in ("user", "deaf", "mute")}
            self._note("members", user["id"], {**told, "permissions": rights})
        return self._note("users", user["id"], user)

    def channel_of(self, key: str, allowed: list[int] | None = None) -> str:
        """Return the id of a channel and collect it; raises `Refused` if it is unknown or its type is not allowed."""
        try:
            channel = self.world.channel(key)
        except ApiError:
            raise Refused("There is no channel “{name}”.", name=key) from None
        if allowed and channel["type"] not in allowed:
            raise Refused("A channel of this type cannot be chosen here.")
        rights = str(self.world.rights(self.world.bot["id"], channel))
        return self._note("channels", channel["id"], {**shown(channel), "permissions": rights})

    def role(self, key: str) -> str:
        """Return the id of a role of this guild and collect it; raises `Refused` for an unknown name."""
        guild = self.world.guilds.get(self.channel.get("guild_id", ""))
        for role in wire.roles(guild, self.world.bot) if guild else []:
            if key in (role["id"], role["name"]):
                return self._note("roles", role["id"], role)
        raise Refused("There is no role “{name}”.", name=key)

    def mentionable(self, key: str) -> str:
        """Return the id of a person or otherwise a role; raises `Refused` for an unknown name."""
        try:
            return self.user(key)
        except Refused:
            return self.role(key)

    def attachment(self, upload: Any) -> str:
        """Return the id of an upload and collect it; ``upload``: an earlier id, or a file name with content."""
        if not isinstance(upload, str):
            name, content = upload
            upload = keep_upload(self.world, name, content)["id"]
        about = self.world.files.get(upload)
        if about is None:
            raise Refused("That file was never uploaded.")
        return self._note("attachments", upload, {**about, "ephemeral": True})


def keep_upload(world: World, name: str, content: bytes) -> JSON:
    """Store a person's file and return its attachment object; raises `Refused` over 10 MiB."""
    if len(content) > FILE_BYTES:
        raise Refused("Your files are too powerful: 10 MiB is the most.")
    return world.keep_file(name.replace("/", "_"), content, content_type_of(name, None), "0")


def chosen_values(select: JSON, values: list[Any], resolver: Resolver) -> list[str]:
    """Return the values of a select as the bot gets them; raises `Refused` if Discord's client would refuse."""
    _check_count(select, len(values))
    if len(set(map(str, values))) != len(values):
        raise Refused("The same value is chosen twice.")
    match select["type"]:
        case wire.USER_SELECT:
            return [resolver.user(str(value)) for value in values]
        case wire.ROLE_SELECT:
            return [resolver.role(str(value)) for value in values]
        case wire.MENTIONABLE_SELECT:
            return [resolver.mentionable(str(value)) for value in values]
        case wire.CHANNEL_SELECT:
            return [resolver.channel_of(str(value), select.get("channel_types")) for value in values]
    return _values_among_options(select, values)


def _check_count(part: JSON, count: int) -> None:
    least = 1 if part.get("min_values") is None else part["min_values"]
    most = 1 if part.get("max_values") is None else part["max_values"]
    if part["type"] == wire.CHECKBOX_GROUP and part.get("max_values") is None:
        most = len(part["options"])
    if part.get("required") is False and count == 0:
        return
    if not least <= count <= most:
        raise Refused("Choose {least} to {most}." if least != most else "Choose {least}.", least=least, most=most)


def _values_among_options(part: JSON, values: list[Any]) -> list[str]:
    known = [option["value"] for option in part.get("options") or []]
    for value in values:
        if value not in known:
            raise Refused("“{value}” is not among the options.", value=value)
    return [value for value in known if value in values]


def submitted(modal: JSON, values: JSON, resolver: Resolver) -> JSON:
    """Return the data of a modal submission (docs: components/reference, each component's interaction response)."""
    fields = {part["custom_id"] for _, part in wire.walk(modal["components"]) if "custom_id" in part}
    if unknown := set(values) - fields:
        raise Refused(f"The form has no field {', '.join(sorted(unknown))}.")
    data: JSON = {"custom_id": modal["custom_id"], "components": []}
    for place, top in enumerate(modal["components"], start=1):
        data["components"].append(_answer_top_component(top, values, resolver, 2 * place - 1))
    if resolver.found:
        data["resolved"] = resolver.found
    return data


def _answer_top_component(top: JSON, values: JSON, resolver: Resolver, number: int) -> JSON:
    shape = {"type": top["type"], "id": top.get("id") or number}
    if top["type"] == wire.TEXT:
        return shape
    if top["type"] == wire.LABEL:
        return {**shape, "component": _answer_component(top["component"], values, resolver, number + 1)}
    return {
        **shape,
        "components": [_answer_component(part, values, resolver, number + 1) for part in top["components"]],
    }


def _answer_component(part: JSON, values: JSON, resolver: Resolver, number: int) -> JSON:
    given = values.get(part["custom_id"])
    shape: JSON = {"type": part["type"], "id": part.get("id") or number, "custom_id": part["custom_id"]}
    match part["type"]:
        case wire.TEXT_INPUT:
            return {**shape, "value": _checked_text(part, part.get("value") or "" if given is None else str(given))}
        case wire.CHECKBOX:
            return {**shape, "value": bool(part.get("default") if given is None else given)}
        case wire.RADIO_GROUP:
            return {**shape, "value": _radio_value(part, given)}
    wanted = _defaults(part) if given is None else [given] if isinstance(given, str) else list(given)
    return {**shape, "values": _several_values(part, wanted, resolver)}


def _several_values(part: JSON, wanted: list[Any], resolver: Resolver) -> list[str]:
    match part["type"]:
        case wire.FILE_UPLOAD:
            _check_count(part, len(wanted))
            return [resolver.attachment(upload) for upload in wanted]
        case wire.CHECKBOX_GROUP:
            _check_count(part, len(wanted))
            return _values_among_options(part, wanted)
    return chosen_values(part, wanted, resolver)


def _defaults(part: JSON) -> list[Any]:
    chosen = [option["value"] for option in part.get("options") or [] if option.get("default")]
    return chosen + [default["id"] for default in part.get("default_values") or []]


def _checked_text(part: JSON, text: str) -> str:
    if not text and part.get("required") is not False:
        raise Refused("{field}: this field is required.", field=part.get("label") or part["custom_id"])
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise Refused(
            "{field}: {least} to {most} characters.",
            field=part.get("label") or part["custom_id"],
            least=least,
            most=most,
        )
    return text


def _radio_value(part: JSON, given: Any) -> str | None:
    value = next(iter(_defaults(part)), None) if given is None else given
    if value is None:
        if part.get("required") is not False:
            raise Refused("Choose one.")
        return None
    return _values_among_options(part, [value])[0]


STILL_STARTING = "Bot dopiero wstaje: spróbuj za chwilę. · The bot is still getting up: try again in a moment."
"""The message before the bot has sent its commands; it is bilingual because the language is not yet known."""


def find_command(known: list[JSON], words: str) -> tuple[JSON, list[JSON]]:
    """Return the command with these words, and its sub-command group and sub-command."""
    if not known:
        raise Refused(STILL_STARTING)
    names = words.removeprefix("/").split()
    command = next((c for c in known if c["type"] == wire.CHAT_INPUT and names and c["name"] == names[0]), None)
    if command is None:
        raise Refused("There is no command /{words}.", words=words)
    chain: list[JSON] = []
    inner = command.get("options") or []
    for name in names[1:]:
        step = next((o for o in inner if o["type"] in wire.INSIDE and o["name"] == name), None)
        if step is None:
            raise Refused("/{command} has no sub-command “{name}”.", command=names[0], name=name)
        chain.append(step)
        inner = step.get("options") or []
    if any(option["type"] in wire.INSIDE for option in inner):
        raise Refused("/{words} needs a sub-command: {names}.", words=words, names=_listed(inner))
    return command, chain


def _listed(things: list[JSON]) -> str:
    return ", ".join(thing["name"] for thing in things)


def command_data(
    command: JSON, chain: list[JSON], values: JSON, resolver: Resolver, focused: str | None = None
) -> JSON:
    """Return the interaction's data; with `focused` the command is unfinished and asks for completion."""
    leaf = (chain[-1] if chain else command).get("options") or []
    unknown = set(values) - {option["name"] for option in leaf}
    if unknown:
        raise Refused("There is no option {names}.", names=", ".join(sorted(unknown)))
    given = [_option_payload(option, values, resolver, focused) for option in leaf]
    options = [option for option in given if option is not None]
    for step in reversed(chain):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data: JSON = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return {**data, "resolved": resolver.found} if resolver.found else data


def _option_payload(option: JSON, values: JSON, resolver: Resolver, focused: str | None) -> JSON | None:
    name, value = option["name"], values.get(option["name"])
    if name == focused:
        return _focused_option_payload(option, value)
    if value is None:
        if option.get("required") and focused is None:
            raise Refused("The option {name} is required.", name=name)
        return None
    try:
        return {"type": option["type"], "name": name, "value": checked(option, value, resolver)}
    except Refused:
        if focused is None:
            raise
        return None  # what is still wrong elsewhere does not keep the client from asking


def _focused_option_payload(option: JSON, value: Any) -> JSON:
    """Return the half-typed option; Discord sends its value as text even for numbers (docs: ...#autocomplete)."""
    if not option.get("autocomplete"):
        raise Refused(f"The option {option['name']} has no completion.")
    return {
        "type": option["type"],
        "name": option["name"],
        "value": "" if value is None else str(value),
        "focused": True,
    }


def checked(option: JSON, value: Any, resolver: Resolver) -> Any:
    """Return an option's value as the bot gets it; raises `Refused` if Discord's client would not accept it."""
    match option["type"]:
        case wire.USER:
            return resolver.user(str(value))
        case wire.CHANNEL:
            return resolver.channel_of(str(value), option.get("channel_types"))
        case wire.ROLE:
            return resolver.role(str(value))
        case wire.MENTIONABLE:
            return resolver.mentionable(str(value))
        case wire.ATTACHMENT:
            return resolver.attachment(value)
        case wire.BOOLEAN:
            return _boolean_value(option, value)
        case wire.STRING:
            return _value_within_limits(option, _value_of_choice(option, str(value)))
    return _value_within_limits(option, _number_value(option, _value_of_choice(option, value)))


def _boolean_value(option: JSON, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise Refused("{option}: true or false.", option=option["name"])
    return str(value).lower() == "true"


def _value_of_choice(option: JSON, value: Any) -> Any:
    """Return the choice's value for its value or name; if the option has choices, other values are refused."""
    choices = option.get("choices") or []
    for choice in choices:
        shown = {choice["name"], *(choice.get("name_localizations") or {}).values()}
        if str(value) == str(choice["value"]) or value in shown:
            return choice["value"]
    if choices:
        raise Refused("{option}: choose one of {names}.", option=option["name"], names=_listed(choices))
    return value


def _number_value(option: JSON, value: Any) -> int | float:
    try:
        return int(str(value)) if option["type"] == wire.INTEGER else float(str(value))
    except ValueError:
        raise Refused("{option}: “{value}” is not a number.", option=option["name"], value=value) from None


def _value_within_limits(option: JSON, value: Any) -> Any:
    size = len(value) if isinstance(value, str) else value
    suffix = "length" if isinstance(value, str) else "value"
    least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if isinstance(value, str) and not value:
        raise Refused("{option} is empty.", option=option["name"])
    if least is not None and size < least:
        raise Refused("{option}: at least {least}.", option=option["name"], least=least)
    if most is not None and size > most:
        raise Refused("{option}: at most {most}.", option=option["name"], most=most)
    return value
