"""REST: messages in channels and DMs (docs: resources/message)."""

from __future__ import annotations

from aiohttp import web
from aiohttp.web import Request, Response

from bot.playground import wire
from bot.playground.core import Core
from bot.playground.discord_rules import Files
from bot.playground.gateway import shown
from bot.playground.messages import compose, revise, system_message
from bot.playground.rest import API, read_object
from bot.playground.wire import PINNED_MESSAGE, SYSTEM_MESSAGES, THREAD_CREATED
from bot.playground.world import Posted

REPLY = 19
PINS = 250


class Channels:
    """The endpoints for the bot's messages in channels outside interactions."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint of this class with its method and path; pins have an old path and a new one."""
        channel = f"{API}/channels/{{channel_id}}"
        message = f"{channel}/messages/{{message_id}}"
        found = [
            web.post(f"{channel}/typing", self.typing),
            web.get(f"{channel}/messages", self.history),
            web.post(f"{channel}/messages", self.send),
            web.post(f"{channel}/messages/bulk-delete", self.bulk_delete),
            web.get(f"{channel}/messages/pins", self.pins),
            web.get(f"{channel}/pins", self.pins),
            web.get(message, self.read),
            web.patch(message, self.edit),
            web.delete(message, self.remove),
        ]
        for pin in (f"{channel}/messages/pins/{{message_id}}", f"{channel}/pins/{{message_id}}"):
            found += [web.put(pin, self.pin), web.delete(pin, self.pin)]
        return found

    # -- rights -------------------------------------------------------------

    def require(self, request: Request, *rights: str) -> wire.JSON:
        """Return the channel; raises `ApiError` if the bot may not see it or lacks these rights in it."""
        channel = self.world.channels.get(request.match_info["channel_id"])
        if channel is None:
            raise wire.unknown_channel()
        if not self.world.can_see(self.world.bot["id"], channel):
            raise wire.missing_access()
        if rights and not wire.may(self.world.rights(self.world.bot["id"], channel), *rights):
            raise wire.missing_permissions()
        return channel

    def _posted(self, request: Request) -> Posted:
        posted = self.world.message(request.match_info["message_id"], request.match_info["channel_id"])
        return posted if posted.only_for is None else self.world.message("0", "0")

    def _check_may_send(self, request: Request, body: wire.JSON, files: Files) -> wire.JSON:
        channel = self.require(request)
        in_thread = channel["type"] in wire.THREADS
        wanted = ["send_messages_in_threads" if in_thread else "send_messages"]
        wanted += ["attach_files"] if files else []
        wanted += ["embed_links"] if body.get("embeds") else []
        return self.require(request, *wanted)

    # -- sending --------------------------------------------------------------

    async def send(self, request: Request) -> Response:
        """Post a message, or return the earlier one with the same nonce (docs: resources/message#create-message)."""
        body, files = await read_object(request)
        channel = self._check_may_send(request, body, files)
        if channel["type"] == wire.DM and not self.world.person(channel["recipients"][0]["id"])["open_dms"]:
            raise wire.closed_dms()
        before = self.core.rules.find_repeated(self.world, channel["id"], body)
        if before:
            return wire.reply(before.data)
        await self.wake(channel)
        posted = compose(self.core, channel["id"], body, files, **self._reference(channel, body))
        self.core.rules.note_posted(self.world, posted)
        await self.core.announce("MESSAGE_CREATE", posted)
        return wire.reply(posted.data)

    def _reference(self, channel: wire.JSON, body: wire.JSON) -> wire.JSON:
        reference = body.get("message_reference")
        if not reference:
            return {}
        found = self.world.messages.get(channel["id"], {}).get(str(reference.get("message_id")))
        if found:
            return reply_to(found)
        if reference.get("fail_if_not_exists", True):
            raise wire.invalid_form(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        return {}

    async def wake(self, channel: wire.JSON) -> None:
        """Take a thread out of the archive for a new message; raises `ApiError` 50083 if it is locked."""
        archive = channel.get("thread_metadata")
        if archive and archive["archived"]:
            if archive["locked"]:
                raise wire.archived_thread()
            archive.update(archived=False, archive_timestamp=self.world.clock.stamp())
            channel["_changed_at"] = self.world.clock()
            self.world.keep_channel(channel)
            await self.core.announce_channel("THREAD_UPDATE", channel)

    async def typing(self, request: Request) -> Response:
        """Show on the pages that the bot is typing (docs: resources/channel#trigger-typing-indicator)."""
        channel = self.require(request)
        self.core.feed.publish("typing", {"channel_id": channel["id"]}, lambda who: self.world.can_see(who, channel))
        return wire.no_content()

    # -- reading, editing, deleting ---------------------------------------------

    async def history(self, request: Request) -> Response:
        """Return messages of a channel, newest first (docs: resources/message#get-channel-messages)."""
        channel = self.require(request)
        rights = self.world.rights(self.world.bot["id"], channel)
        known = [p for p in self.world.messages.get(channel["id"], {}).values() if p.only_for is None]
        if not wire.may(rights, "read_message_history"):
            known = []
        return wire.reply([posted.data for posted in _messages_in_window(known, dict(request.query))])

    async def read(self, request: Request) -> Response:
        """Return one message (docs: resources/message#get-channel-message)."""
        self.require(request, "read_message_history")
        return wire.reply(self._posted(request).data)

    async def edit(self, request: Request) -> Response:
        """Edit one of the bot's own messages (docs: resources/message#edit-message)."""
        channel = self.require(request)
        posted = self._posted(request)
        body, files = await read_object(request)
        if posted.data["author"]["id"] != self.world.bot["id"]:
            raise wire.not_the_author()
        if posted.data["type"] in SYSTEM_MESSAGES:
            raise wire.system_message_stays()
        if channel.get("thread_metadata", {}).get("archived"):
            raise wire.archived_thread()
        self.core.rules.check_edit(self.world, posted)
        revise(self.core, posted, body, files)
        await self.core.announce("MESSAGE_UPDATE", posted)
        return wire.reply(posted.data)

    async def remove(self, request: Request) -> Response:
        """Delete a message; others' need the right to manage messages (docs: resources/message#delete-message)."""
        self.require(request)
        posted = self._posted(request)
        if posted.data["author"]["id"] != self.world.bot["id"]:
            self.require(request, "manage_messages")
        await self._drop(posted)
        return wire.no_content()

    async def bulk_delete(self, request: Request) -> Response:
        """Delete several messages at once (docs: resources/message#bulk-delete-messages)."""
        channel = self.require(request, "manage_messages")
        body, _ = await read_object(request)
        for message_id in body.get("messages") or []:
            await self._drop(self.world.message(message_id, channel["id"]))
        return wire.no_content()

    async def _drop(self, posted: Posted) -> None:
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)

    # -- pins ---------------------------------------------------------------------

    async def pins(self, request: Request) -> Response:
        """Return the pinned messages, newest first; the two paths differ in form (docs: …#get-channel-pins)."""
        channel = self.require(request, "read_message_history")
        pinned = self._pinned(channel)
        if request.path.endswith("/messages/pins"):
            items = [{"pinned_at": data["timestamp"], "message": data} for data in reversed(pinned)]
            return wire.reply({"items": items, "has_more": False})
        return wire.reply(pinned[::-1])

    def _pinned(self, channel: wire.JSON) -> list[wire.JSON]:
        return [p.data for p in self.world.messages.get(channel["id"], {}).values() if p.data["pinned"]]

    async def pin(self, request: Request) -> Response:
        """Pin a message on PUT and post a system message; unpin it on DELETE (docs: resources/message#pin-message)."""
        channel = self.require(request, "pin_messages")
        posted = self._posted(request)
        if request.method == "PUT" and len(self._pinned(channel)) >= PINS:
            raise wire.too_many_pins(PINS)
        before, posted.data["pinned"] = posted.data["pinned"], request.method == "PUT"
        self.world.keep_message(posted)
        await self.core.announce("MESSAGE_UPDATE", posted)
        news = {"channel_id": channel["id"], "last_pin_timestamp": self.world.clock.stamp()}
        guild = {"guild_id": channel["guild_id"]} if channel.get("guild_id") else {}
        await self.core.gateway.dispatch("CHANNEL_PINS_UPDATE", {**news, **guild})
        if posted.data["pinned"] and not before:
            about = {"channel_id": channel["id"], "message_id": posted.id}
            said = system_message(self.world, channel["id"], PINNED_MESSAGE, about)
            await self.core.announce("MESSAGE_CREATE", said)
        return wire.no_content()


def reply_to(posted: Posted) -> wire.JSON:
    """Return the message fields that make a message a reply to this one."""
    reference = {"type": 0, "message_id": posted.id, "channel_id": posted.data["channel_id"]}
    quoted = {key: value for key, value in posted.data.items() if key != "referenced_message"}
    return {"type": REPLY, "message_reference": reference, "referenced_message": quoted}


def _messages_in_window(known: list[Posted], query: dict[str, str]) -> list[Posted]:
    """Filter by `before`, `after` and `limit`, newest first (docs: resources/message#get-channel-messages)."""
    limit = max(1, min(100, int(query.get("limit", 50))))
    if "after" in query:
        later = [posted for posted in known if int(posted.id) > int(query["after"])]
        return later[:limit][::-1]
    if "around" in query:
        near = sorted(known, key=lambda posted: abs(int(posted.id) - int(query["around"])))[:limit]
        return sorted(near, key=lambda posted: -int(posted.id))
    earlier = [posted for posted in known if int(posted.id) < int(query.get("before", 1 << 63))]
    return earlier[-limit:][::-1]


HAS_THREAD = 1 << 5


class Threads(Channels):
    """The endpoints that open, change and close threads and channels."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint of this class with its method and path."""
        channel = f"{API}/channels/{{channel_id}}"
        member = f"{channel}/thread-members"
        return [
            web.get(channel, self.read_channel),
            web.patch(channel, self.change_channel),
            web.delete(channel, self.delete_channel),
            web.post(f"{channel}/threads", self.open_thread),
            web.post(f"{channel}/messages/{{message_id}}/threads", self.open_thread_at),
            web.get(member, self.members),
            web.put(f"{member}/{{user_id}}", self.join),
            web.delete(f"{member}/{{user_id}}", self.leave),
        ]

    async def read_channel(self, request: Request) -> Response:
        """Return one channel or thread (docs: resources/channel#get-channel)."""
        return wire.reply(shown(self.require(request)))

    async def change_channel(self, request: Request) -> Response:
        """Rename a channel; archive, lock or rename a thread (docs: resources/channel#modify-channel)."""
        channel = self.require(request)
        body, _ = await read_object(request)
        if channel["type"] in wire.THREADS:
            self._change_thread(request, channel, body)
        else:
            self.require(request, "manage_channels")
            channel.update({key: body[key] for key in ("name", "topic") if key in body})
        self.world.keep_channel(channel)
        kind = "THREAD_UPDATE" if channel["type"] in wire.THREADS else "CHANNEL_UPDATE"
        await self.core.announce_channel(kind, channel)
        return wire.reply(shown(channel))

    def _change_thread(self, request: Request, thread: wire.JSON, body: wire.JSON) -> None:
        if thread["owner_id"] != self.world.bot["id"] or "locked" in body:
            self.require(request, "manage_threads")
        self.core.rules.check_thread({"name": thread["name"], **body, "type": None})
        state = ("archived", "locked", "auto_archive_duration", "invitable")
        changes = {key: body[key] for key in state if body.get(key) not in (None, thread["thread_metadata"].get(key))}
        if changes:
            thread["_changed_at"] = self.world.clock()
        if "archived" in changes:
            changes["archive_timestamp"] = self.world.clock.stamp()
        thread["thread_metadata"].update(changes)
        thread.update({key: body[key] for key in ("name", "rate_limit_per_user") if key in body})

    async def delete_channel(self, request: Request) -> Response:
        """Delete a channel or a thread; a DM is not deleted (docs: resources/channel#deleteclose-channel)."""
        channel = self.require(request)
        if channel["type"] != wire.DM:
            in_thread = channel["type"] in wire.THREADS
            self.require(request, "manage_threads" if in_thread else "manage_channels")
            self.world.drop_channel(channel["id"])
            await self.core.announce_channel("THREAD_DELETE" if in_thread else "CHANNEL_DELETE", channel)
        return wire.reply(shown(channel))

    async def open_thread(self, request: Request) -> Response:
        """Open a thread without a message in a channel (docs: resources/channel#start-thread-without-message)."""
        body, _ = await read_object(request)
        # Without a type Discord opens a private thread (docs: resources/channel#start-thread-without-message).
        kind = body.get("type") or wire.PRIVATE_THREAD
        private = kind == wire.PRIVATE_THREAD
        parent = self.require(request, "create_private_threads" if private else "create_public_threads")
        thread_id = self.world.snowflakes.new()
        answer = await self._open(thread_id, parent, {**body, "type": kind})
        if not private:
            said = system_message(self.world, parent["id"], THREAD_CREATED, {"channel_id": thread_id}, body["name"])
            await self.core.announce("MESSAGE_CREATE", said)
        return answer

    async def open_thread_at(self, request: Request) -> Response:
        """Open the only thread under a message (docs: resources/channel#start-thread-from-message)."""
        body, _ = await read_object(request)
        parent = self.require(request, "create_public_threads")
        posted = self._posted(request)
        if posted.data["flags"] & HAS_THREAD:
            raise wire.ApiError(400, 160004, "A thread has already been created for this message")
        answer = await self._open(posted.id, parent, {**body, "type": wire.PUBLIC_THREAD})
        posted.data["flags"] |= HAS_THREAD
        posted.data["thread"] = shown(self.world.channels[posted.id])
        self.world.keep_message(posted)
        await self.core.announce("MESSAGE_UPDATE", posted)
        return answer

    async def _open(self, thread_id: str, parent: wire.JSON, body: wire.JSON) -> Response:
        self.core.rules.check_thread(body)
        if parent["type"] != wire.GUILD_TEXT:
            raise wire.ApiError(400, 50024, "Cannot execute action on this channel type")
        thread = wire.thread(thread_id, parent, self.world.bot["id"], body, self.world.clock.stamp())
        thread["_members"] = [self.world.bot["id"]]
        self.world.keep_channel(thread)
        await self.core.announce_channel("THREAD_CREATE", {**thread, "newly_created": True})
        return wire.reply(shown(thread), 201)

    async def members(self, request: Request) -> Response:
        """Return the members of a thread (docs: resources/channel#list-thread-members)."""
        thread = self.require(request)
        joined = thread["thread_metadata"]["create_timestamp"]
        about = {"id": thread["id"], "join_timestamp": joined, "flags": 0}
        return wire.reply([{**about, "user_id": user_id} for user_id in self.world.thread_members(thread)])

    def _member_id(self, request: Request) -> str:
        user_id = request.match_info["user_id"]
        return str(self.world.bot["id"] if user_id == "@me" else self.world.user(user_id)["id"])

    async def join(self, request: Request) -> Response:
        """Add a person, or the bot as @me, to a thread (docs: resources/channel#add-thread-member)."""
        thread, user_id = self.require(request), self._member_id(request)
        if thread["type"] not in wire.THREADS:
            raise wire.missing_permissions()
        if user_id not in self.world.thread_members(thread):
            thread["_members"] = [*self.world.thread_members(thread), user_id]
            thread["member_count"] = len(thread["_members"])
            self.world.keep_channel(thread)
            await self.core.announce_channel("THREAD_UPDATE", thread)
        return wire.no_content()

    async def leave(self, request: Request) -> Response:
        """Remove a person, or the bot as @me, from a thread (docs: resources/channel#remove-thread-member)."""
        thread, user_id = self.require(request), self._member_id(request)
        thread["_members"] = [member for member in self.world.thread_members(thread) if member != user_id]
        self.world.keep_channel(thread)
        await self.core.announce_channel("THREAD_UPDATE", thread)
        return wire.no_content()
