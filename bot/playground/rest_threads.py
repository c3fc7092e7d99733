"""REST: channels themselves and threads (docs: resources/channel, topics/threads)."""

from __future__ import annotations

from aiohttp import web

from bot.playground import shapes
from bot.playground.core import Core
from bot.playground.gateway import shown
from bot.playground.limits.messages import THREAD_CREATED, check_thread
from bot.playground.messages import system_message
from bot.playground.rest import API, read_object
from bot.playground.rest_channels import Channels
from bot.playground.wire import JSON, ApiError, missing_permissions, no_content, reply

HAS_THREAD = 1 << 5


class Threads(Channels):
    """Opening, changing and closing; the rights are those of `Channels`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)

    def routes(self) -> list[web.RouteDef]:
        """Every endpoint of this part with its method and path."""
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

    async def read_channel(self, request: web.Request) -> web.Response:
        """One channel or thread (docs: resources/channel#get-channel)."""
        return reply(shown(self.require(request)))

    async def change_channel(self, request: web.Request) -> web.Response:
        """Renames a channel; archives, locks or renames a thread (docs: resources/channel#modify-channel)."""
        channel = self.require(request)
        body, _ = await read_object(request)
        if channel["type"] in shapes.THREADS:
            self._change_thread(request, channel, body)
        else:
            self.require(request, "manage_channels")
            channel.update({key: body[key] for key in ("name", "topic") if key in body})
        self.world.keep_channel(channel)
        kind = "THREAD_UPDATE" if channel["type"] in shapes.THREADS else "CHANNEL_UPDATE"
        await self.core.announce_channel(kind, channel)
        return reply(shown(channel))

    def _change_thread(self, request: web.Request, thread: JSON, body: JSON) -> None:
        if thread["owner_id"] != self.world.bot["id"] or "locked" in body:
            self.require(request, "manage_threads")
        check_thread({"name": thread["name"], **body, "type": None})
        state = ("archived", "locked", "auto_archive_duration", "invitable")
        thread["thread_metadata"].update({key: body[key] for key in state if key in body})
        thread.update({key: body[key] for key in ("name", "rate_limit_per_user") if key in body})

    async def delete_channel(self, request: web.Request) -> web.Response:
        """Deletes a channel or a thread; of a DM nothing is deleted (docs: resources/channel#deleteclose-channel)."""
        channel = self.require(request)
        if channel["type"] != shapes.DM:
            in_thread = channel["type"] in shapes.THREADS
            self.require(request, "manage_threads" if in_thread else "manage_channels")
            self.world.drop_channel(channel["id"])
            await self.core.announce_channel("THREAD_DELETE" if in_thread else "CHANNEL_DELETE", channel)
        return reply(shown(channel))

    async def open_thread(self, request: web.Request) -> web.Response:
        """Opens a thread of its own in a channel (docs: resources/channel#start-thread-without-message)."""
        body, _ = await read_object(request)
        # Without a type Discord opens a private thread (docs: resources/channel#start-thread-without-message).
        kind = body.get("type") or shapes.PRIVATE_THREAD
        private = kind == shapes.PRIVATE_THREAD
        parent = self.require(request, "create_private_threads" if private else "create_public_threads")
        thread_id = self.world.snowflakes.new()
        answer = await self._open(thread_id, parent, {**body, "type": kind})
        if not private:
            said = system_message(self.world, parent["id"], THREAD_CREATED, {"channel_id": thread_id}, body["name"])
            await self.core.announce("MESSAGE_CREATE", said)
        return answer

    async def open_thread_at(self, request: web.Request) -> web.Response:
        """Opens a thread under a message, one at most (docs: resources/channel#start-thread-from-message)."""
        body, _ = await read_object(request)
        parent = self.require(request, "create_public_threads")
        posted = self._posted(request)
        if posted.data["flags"] & HAS_THREAD:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        answer = await self._open(posted.id, parent, {**body, "type": shapes.PUBLIC_THREAD})
        posted.data["flags"] |= HAS_THREAD
        posted.data["thread"] = shown(self.world.channels[posted.id])
        self.world.keep_message(posted)
        await self.core.announce("MESSAGE_UPDATE", posted)
        return answer

    async def _open(self, thread_id: str, parent: JSON, body: JSON) -> web.Response:
        check_thread(body)
        if parent["type"] != shapes.GUILD_TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        thread = shapes.thread(thread_id, parent, self.world.bot["id"], body, self.world.clock.stamp())
        thread["_members"] = [self.world.bot["id"]]
        self.world.keep_channel(thread)
        await self.core.announce_channel("THREAD_CREATE", {**thread, "newly_created": True})
        return reply(shown(thread), 201)

    async def members(self, request: web.Request) -> web.Response:
        """Who is in a thread (docs: resources/channel#list-thread-members)."""
        thread = self.require(request)
        joined = thread["thread_metadata"]["create_timestamp"]
        about = {"id": thread["id"], "join_timestamp": joined, "flags": 0}
        return reply([{**about, "user_id": user_id} for user_id in self.world.thread_members(thread)])

    def _member_id(self, request: web.Request) -> str:
        user_id = request.match_info["user_id"]
        return str(self.world.bot["id"] if user_id == "@me" else self.world.user(user_id)["id"])

    async def join(self, request: web.Request) -> web.Response:
        """Puts a person, or the bot as @me, into a thread (docs: resources/channel#add-thread-member)."""
        thread, user_id = self.require(request), self._member_id(request)
        if thread["type"] not in shapes.THREADS:
            raise missing_permissions()
        if user_id not in self.world.thread_members(thread):
            thread["_members"] = [*self.world.thread_members(thread), user_id]
            thread["member_count"] = len(thread["_members"])
            self.world.keep_channel(thread)
            await self.core.announce_channel("THREAD_UPDATE", thread)
        return no_content()

    async def leave(self, request: web.Request) -> web.Response:
        """Takes a person, or the bot as @me, out of a thread (docs: resources/channel#remove-thread-member)."""
        thread, user_id = self.require(request), self._member_id(request)
        thread["_members"] = [member for member in self.world.thread_members(thread) if member != user_id]
        self.world.keep_channel(thread)
        await self.core.announce_channel("THREAD_UPDATE", thread)
        return no_content()
