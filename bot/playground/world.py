"""The playground's stored state: guilds, channels, people, messages and commands."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.playground import wire


class Store:
    """Stores JSON objects by kind and id; each change is on disk when the call returns, so a crash loses nothing."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "attachments"
        self.files.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(folder / "playground.sqlite3", isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS things (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id))")

    def load(self, kind: str) -> dict[str, wire.JSON]:
        """Return all objects of a kind by id, oldest first."""
        rows = self._db.execute("SELECT id, body FROM things WHERE kind = ? ORDER BY CAST(id AS INTEGER)", (kind,))
        return {thing_id: json.loads(body) for thing_id, body in rows}

    def save(self, kind: str, thing_id: str, body: wire.JSON) -> None:
        """Store an object; it replaces one with the same kind and id."""
        text = json.dumps(body, ensure_ascii=False)
        self._db.execute("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, thing_id, text))

    def delete(self, kind: str, thing_id: str) -> None:
        """Delete an object, if it exists."""
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, thing_id))

    def keep_file(self, file_id: str, content: bytes) -> None:
        """Store an uploaded file; after a crash it is there whole or not at all."""
        partial = self.files / f"{file_id}.part"
        partial.write_bytes(content)
        partial.replace(self.files / file_id)

    def file(self, file_id: str) -> bytes:
        """Return the content of an uploaded file."""
        return (self.files / file_id).read_bytes()

    def close(self) -> None:
        """Close the SQLite file; the store cannot be used after that."""
        self._db.close()


# The world to begin with: guild, locale, its people (the first owns it), their locale, its channels.
BEGINNING = (
    ("Piwnica u Ali", "pl", ("Ala", "Bartek", "Celina", "Darek"), ("labirynt-śmierci", "lochy", "jaskinia")),
    ("The Other Cellar", "en-US", ("Erin", "Finn", "Gwen"), ("the-maze", "the-pit", "the-cave")),
)
BOT_NAME = "Mistrz Labiryntu"


@dataclass
class Posted:
    """A message with its JSON; ``only_for``: the only person who sees it (ephemeral), or None."""

    data: wire.JSON
    only_for: str | None = None

    @property
    def id(self) -> str:
        """The message's snowflake as text."""
        return str(self.data["id"])

    def visible_to(self, user_id: str) -> bool:
        """Whether this person sees the message, apart from the channel's rights; see `World.can_see`."""
        return self.only_for in (None, user_id)


class World:
    """The state of the playground; every change through its methods is stored in the folder at once."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.cdn = "https://cdn.discordapp.com"
        self.clock = wire.Clock()
        self.snowflakes = wire.Snowflakes(self.clock)
        self.guilds = self.store.load("guild")
        self.people = self.store.load("person")
        self.channels = self.store.load("channel")
        self.files = self.store.load("file")
        self.commands = {scope: list(row["commands"]) for scope, row in self.store.load("commands").items()}
        self.messages: dict[str, dict[str, Posted]] = {}
        for message_id, data in self.store.load("message").items():
            self.messages.setdefault(data["channel_id"], {})[message_id] = Posted(data)
            self.snowflakes.seen(message_id)
        self.bot = self._load_bot()
        if not self.guilds:
            self._begin()

    # -- the beginning ----------------------------------------------------

    def _load_bot(self) -> wire.JSON:
        known = self.store.load("bot")
        if known:
            return next(iter(known.values()))
        bot = wire.user(self.snowflakes.new(), BOT_NAME, is_bot=True)
        self.store.save("bot", bot["id"], bot)
        return bot

    def _begin(self) -> None:
        for name, locale, people, channels in BEGINNING:
            guild = self.add_guild(name, locale)
            for person in people:
                self.add_person(person, locale=locale, guild=name)
            guild["owner_id"] = next(
                p["user"]["id"] for p in self.people.values() if p["user"]["global_name"] == people[0]
            )
            self.store.save("guild", guild["id"], guild)
            for channel in channels:
                self.add_channel(channel, guild=name)

    def add_guild(self, name: str, locale: str = "pl") -> wire.JSON:
        """Add a guild of nobody, for its caller to give an owner and to store, and return it."""
        new = self.snowflakes.new
        guild = {"id": new(), "name": name, "locale": locale, "bot_role": new(), "owner_role": new(), "owner_id": "0"}
        self.guilds[guild["id"]] = guild
        return guild

    def add_person(self, name: str, *, locale: str = "pl", guild: str | None = None) -> wire.JSON:
        """Add a person to a guild (by default the first one) and return the user object."""
        guild_id = self.guild(guild)["id"] if guild else next(iter(self.guilds))
        who = wire.user(self.snowflakes.new(), name)
        self.people[who["id"]] = {"user": who, "locale": locale, "guilds": [guild_id], "open_dms": True}
        self.store.save("person", who["id"], self.people[who["id"]])
        return who

    def add_channel(self, name: str, *, guild: str | None = None) -> wire.JSON:
        """Add a text channel to a guild (by default the first one) and return the channel object."""
        guild_id = self.guild(guild)["id"] if guild else next(iter(self.guilds))
        channel = wire.channel(self.snowflakes.new(), guild_id, name, len(self.channels))
        return self.keep_channel(channel)

    # -- looking up, by id or by name --------------------------------------

    def guild(self, key: str) -> wire.JSON:
        """Return the guild with this id or name; raises `ApiError` 10004."""
        for guild in self.guilds.values():
            if key in (guild["id"], guild["name"]):
                return guild
        raise wire.unknown_guild()

    def person(self, key: str) -> wire.JSON:
        """Return a person's record {user, locale, guilds, open_dms} by id or name; raises `ApiError` 10013."""
        for person in self.people.values():
            if key in (person["user"]["id"], person["user"]["global_name"], person["user"]["username"]):
                return person
        raise wire.unknown_account()

    def user(self, user_id: str) -> wire.JSON:
        """Return the user object of a person or the bot; raises `ApiError` 10013."""
        user: wire.JSON = self.bot if user_id == self.bot["id"] else self.person(user_id)["user"]
        return user

    def channel(self, key: str) -> wire.JSON:
        """Return the newest channel or thread with this id or name; raises `ApiError` 10003."""
        if key in self.channels:
            return self.channels[key]
        named = [c for c in self.channels.values() if c.get("name") == key.removeprefix("#")]
        if named:
            return named[-1]
        raise wire.unknown_channel()

    def message(self, message_id: str, channel_id: str | None = None) -> Posted:
        """Return the message with this id, from one channel or from any; raises `ApiError` 10008."""
        places = self.messages.values() if channel_id is None else [self.messages.get(channel_id, {})]
        for place in places:
            if message_id in place:
                return place[message_id]
        raise wire.unknown_message()

    def direct_channel(self, user_id: str) -> wire.JSON:
        """Return the bot's DM with this person, and create it if necessary."""
        who = self.person(user_id)["user"]
        for channel in self.channels.values():
            if channel["type"] == wire.DM and channel["recipients"][0]["id"] == who["id"]:
                return channel
        return self.keep_channel(wire.direct_channel(self.snowflakes.new(), who))

    # -- members and rights ------------------------------------------------

    def people_in(self, guild_id: str) -> Iterator[wire.JSON]:
        """Return the user objects of all people in a guild, without the bot."""
        return (person["user"] for person in self.people.values() if guild_id in person["guilds"])

    def member(self, guild_id: str, user_id: str) -> wire.JSON:
        """Return a user as member of a guild; the bot and the owner have their roles."""
        guild = self.guild(guild_id)
        roles = [guild["bot_role"]] if user_id == self.bot["id"] else []
        return wire.member(self.user(user_id), [guild["owner_role"]] if user_id == guild["owner_id"] else roles)

    def rights(self, user_id: str, channel: wire.JSON) -> int:
        """Return this user's permission bits in this channel; a thread has the overwrites of its parent."""
        if channel["type"] == wire.DM:
            return wire.PEOPLE | wire.BOT
        if user_id == self.bot["id"] and not self.bot_is_in(channel["guild_id"]):
            return 0
        guild = self.guilds[channel["guild_id"]]
        if user_id == guild["owner_id"]:
            return wire.EVERYTHING
        ruling = self.channels.get(channel.get("parent_id") or "", channel)
        base = wire.PEOPLE | (wire.BOT if user_id == self.bot["id"] else 0)
        base &= ~guild.get("_taken", 0)
        return wire.in_channel(base, user_id, ruling["permission_overwrites"])

    def can_see(self, user_id: str, channel: wire.JSON) -> bool:
        """Whether this user may see the channel, thread or DM."""
        if channel["type"] == wire.DM:
            return user_id in (self.bot["id"], channel["recipients"][0]["id"])
        if user_id == self.bot["id"]:
            return wire.may(self.rights(user_id, channel), "view_channel")
        if channel["type"] == wire.PRIVATE_THREAD and user_id not in self.thread_members(channel):
            return False
        return channel["guild_id"] in self.people.get(user_id, {"guilds": ()})["guilds"]

    def bot_is_in(self, guild_id: str) -> bool:
        """Whether the bot is in this guild."""
        return guild_id in self.guilds and not self.guilds[guild_id].get("_without_bot")

    def thread_members(self, thread: wire.JSON) -> list[str]:
        """Return the user ids of a thread's members."""
        members: list[str] = thread.get("_members", [])
        return members

    # -- keeping -----------------------------------------------------------

    def keep_channel(self, channel: wire.JSON) -> wire.JSON:
        """Store and return a new or changed channel or thread."""
        self.channels[channel["id"]] = channel
        self.store.save("channel", channel["id"], channel)
        return channel

    def drop_channel(self, channel_id: str) -> None:
        """Delete a channel or thread with its messages."""
        del self.channels[channel_id]
        self.store.delete("channel", channel_id)
        for message_id in self.messages.pop(channel_id, {}):
            self.store.delete("message", message_id)

    def keep_message(self, posted: Posted) -> None:
        """Store a message. Ephemeral messages stay in memory, because Discord forgets them, too."""
        channel_id = posted.data["channel_id"]
        self.messages.setdefault(channel_id, {})[posted.id] = posted
        if posted.only_for is None:
            self.store.save("message", posted.id, posted.data)
            channel = self.channels.get(channel_id)
            if channel and int(channel.get("last_message_id") or 0) < int(posted.id):
                channel["last_message_id"] = posted.id
                self.keep_channel(channel)

    def still_has(self, posted: Posted | None) -> bool:
        """Whether the message exists and has not been deleted."""
        return posted is not None and posted.id in self.messages.get(posted.data["channel_id"], {})

    def drop_message(self, posted: Posted) -> None:
        """Delete a message, if it exists."""
        self.messages.get(posted.data["channel_id"], {}).pop(posted.id, None)
        self.store.delete("message", posted.id)

    def keep_commands(self, scope: str, commands: list[wire.JSON]) -> None:
        """Replace a scope's commands; the scope is "global" or a guild's id."""
        self.commands[scope] = commands
        self.store.save("commands", scope, {"commands": commands})

    def keep_file(self, name: str, content: bytes, content_type: str, channel_id: str) -> wire.JSON:
        """Store an upload and return its attachment object (docs: resources/message#attachment-object)."""
        file_id = self.snowflakes.new()
        self.store.keep_file(file_id, content)
        # Shaped like Discord's signed addresses: nobody may store one (docs: reference#signed-attachment-cdn-urls).
        signature = f"ex={int(file_id) >> 22:x}&is={int(file_id) >> 22:x}&hm={secrets.token_hex(16)}"
        url = f"{self.cdn}/attachments/{channel_id}/{file_id}/{name}?{signature}"
        about: wire.JSON = {"id": file_id, "filename": name, "size": len(content), "url": url, "proxy_url": url}
        about |= {"content_type": content_type, **_png_dimensions(content)}
        self.files[file_id] = about
        self.store.save("file", file_id, about)
        return about


def _png_dimensions(content: bytes) -> dict[str, Any]:
    """Read width and height (px) from a PNG's header, as Discord sends them for pictures; empty for other files."""
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        return {}
    return {"width": int.from_bytes(content[16:20], "big"), "height": int.from_bytes(content[20:24], "big")}
