"""What a chosen person, channel, role or file means: the `resolved` part of an interaction's data."""

from __future__ import annotations

from typing import Any

from bot.playground import shapes
from bot.playground.gateway import shown
from bot.playground.limits.numbers import FILE_BYTES
from bot.playground.messages import content_type_of
from bot.playground.seen import Refused
from bot.playground.wire import JSON, ApiError
from bot.playground.world import World

USERS, ROLES, MENTIONABLES, CHANNELS = "users", "roles", "mentionables", "channels"


class Resolver:
    """Turns names or ids into ids, and notes what they stand for."""

    def __init__(self, world: World, channel: JSON) -> None:
        self.world, self.channel = world, channel
        self.found: JSON = {}

    def _note(self, kind: str, thing_id: str, thing: JSON) -> str:
        self.found.setdefault(kind, {})[thing_id] = thing
        return thing_id

    def user(self, key: str) -> str:
        """The id of a person or of the bot, with user and member noted; raises `Refused` for an unknown name."""
        try:
            user = self.world.bot if key in (self.world.bot["id"], self.world.bot["username"]) else None
            user = user or self.world.person(key)["user"]
        except ApiError:
            raise Refused(f"Nobody here is called {key!r}.") from None
        if guild_id := self.channel.get("guild_id"):
            member = self.world.member(guild_id, user["id"])
            rights = str(self.world.rights(user["id"], self.channel))
            told = {name: value for name, value in member.items() if name not in ("user", "deaf", "mute")}
            self._note("members", user["id"], {**told, "permissions": rights})
        return self._note("users", user["id"], user)

    def channel_of(self, key: str, allowed: list[int] | None = None) -> str:
        """The id of a channel, which is noted; raises `Refused` if unknown or of a type that is not allowed."""
        try:
            channel = self.world.channel(key)
        except ApiError:
            raise Refused(f"There is no channel {key!r}.") from None
        if allowed and channel["type"] not in allowed:
            raise Refused("A channel of this type cannot be chosen here.")
        rights = str(self.world.rights(self.world.bot["id"], channel))
        return self._note("channels", channel["id"], {**shown(channel), "permissions": rights})

    def role(self, key: str) -> str:
        """The id of a role of this guild, which is noted; raises `Refused` for an unknown name."""
        guild = self.world.guilds.get(self.channel.get("guild_id", ""))
        for role in shapes.roles(guild, self.world.bot) if guild else []:
            if key in (role["id"], role["name"]):
                return self._note("roles", role["id"], role)
        raise Refused(f"There is no role {key!r}.")

    def mentionable(self, key: str) -> str:
        """The id of a person or else of a role; raises `Refused` if the name is neither's."""
        try:
            return self.user(key)
        except Refused:
            return self.role(key)

    def attachment(self, upload: Any) -> str:
        """An id from an earlier upload, or a pair of file name and content."""
        if not isinstance(upload, str):
            name, content = upload
            upload = keep_upload(self.world, name, content)["id"]
        about = self.world.files.get(upload)
        if about is None:
            raise Refused("That file was never uploaded.")
        return self._note("attachments", upload, {**about, "ephemeral": True})


def keep_upload(world: World, name: str, content: bytes) -> JSON:
    """Stores a file that a person uploads and gives its attachment object; raises `Refused` over 10 MiB."""
    if len(content) > FILE_BYTES:
        raise Refused("Your files are too powerful: 10 MiB is the most.")
    return world.keep_file(name.replace("/", "_"), content, content_type_of(name, None), "0")
