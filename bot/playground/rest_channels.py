"""REST: messages in channels and DMs (docs: resources/message)."""

from __future__ import annotations

from datetime import datetime

from aiohttp import web

from bot.playground import permissions, shapes
from bot.playground.core import Core
from bot.playground.limits.form import Form
from bot.playground.limits.messages import PINNED_MESSAGE, SYSTEM_MESSAGES
from bot.playground.messages import Files, compose, revise, system_message
from bot.playground.rest import API, read_object
from bot.playground.wire import (
    JSON,
    archived_thread,
    closed_dms,
    missing_access,
    missing_permissions,
    no_content,
    not_the_author,
    reply,
    system_message_stays,
    too_many_pins,
    unknown_channel,
)
from bot.playground.world import Posted

REPLY = 19
PINS = 250
HOUR = 3600.0


class Channels:
    """What the bot does in a channel by itself, without an interaction."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Every endpoint of this part with its method and path; pins have an old path and a new one."""
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

    def require(self, request: web.Request, *rights: str) -> JSON:
        """The channel, if the bot may see it and has these rights in it."""
        channel = self.world.channels.get(request.match_info["channel_id"])
        if channel is None:
            raise unknown_channel()
        if not self.world.can_see(self.world.bot["id"], channel):
            raise missing_access()
        if rights and not permissions.may(self.world.rights(self.world.bot["id"], channel), *rights):
            raise missing_permissions()
        return channel

    def _posted(self, request: web.Request) -> Posted:
        posted = self.world.message(request.match_info["message_id"], request.match_info["channel_id"])
        return posted if posted.only_for is None else self.world.message("0", "0")

    def _check_may_send(self, request: web.Request, body: JSON, files: Files) -> JSON:
        channel = self.require(request)
        in_thread = channel["type"] in shapes.THREADS
        wanted = ["send_messages_in_threads" if in_thread else "send_messages"]
        wanted += ["attach_files"] if files else []
        wanted += ["embed_links"] if body.get("embeds") else []
        return self.require(request, *wanted)

    # -- sending --------------------------------------------------------------

    async def send(self, request: web.Request) -> web.Response:
        """Posts a message, or gives the earlier one of the same nonce (docs: resources/message#create-message)."""
        body, files = await read_object(request)
        channel = self._check_may_send(request, body, files)
        self._check_dm(channel)
        before = self._sent_before(channel, body)
        if before is not None:
            return reply(before.data)
        await self.wake(channel)
        posted = compose(self.world, channel["id"], body, files, **self._reference(channel, body))
        self.core.nonces.remember(posted)
        await self.core.announce("MESSAGE_CREATE", posted)
        return reply(posted.data)

    def _check_dm(self, channel: JSON) -> None:
        if channel["type"] == shapes.DM and not self.world.person(channel["recipients"][0]["id"])["open_dms"]:
            raise closed_dms()

    def _sent_before(self, channel: JSON, body: JSON) -> Posted | None:
        """With enforce_nonce a repeated request is answered with the message it made the first time."""
        nonce = body.get("nonce")
        if not body.get("enforce_nonce") or nonce is None:
            return None
        return self.core.nonces.find(channel["id"], str(nonce))

    def _reference(self, channel: JSON, body: JSON) -> JSON:
        reference = body.get("message_reference")
        if not reference:
            return {}
        found = self.world.messages.get(channel["id"], {}).get(str(reference.get("message_id")))
        if found is not None:
            return reply_to(found)
        if reference.get("fail_if_not_exists", True):
            form = Form()
            form.refuse(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            form.finish()
        return {}

    async def wake(self, channel: JSON) -> None:
        """A message takes a thread out of the archive, unless it is locked."""
        archive = channel.get("thread_metadata")
        if archive and archive["archived"]:
            if archive["locked"]:
                raise archived_thread()
            archive.update(archived=False, archive_timestamp=self.world.clock.stamp())
            self.world.keep_channel(channel)
            await self.core.announce_channel("THREAD_UPDATE", channel)

    async def typing(self, request: web.Request) -> web.Response:
        """Shows on the pages that the bot is typing (docs: resources/channel#trigger-typing-indicator)."""
        channel = self.require(request)
        self.core.feed.publish("typing", {"channel_id": channel["id"]}, lambda who: self.world.can_see(who, channel))
        return no_content()

    # -- reading, editing, deleting ---------------------------------------------

    async def history(self, request: web.Request) -> web.Response:
        """Messages of a channel, newest first (docs: resources/message#get-channel-messages)."""
        channel = self.require(request)
        rights = self.world.rights(self.world.bot["id"], channel)
        known = [p for p in self.world.messages.get(channel["id"], {}).values() if p.only_for is None]
        if not permissions.may(rights, "read_message_history"):
            known = []
        return reply([posted.data for posted in _window(known, dict(request.query))])

    async def read(self, request: web.Request) -> web.Response:
        """One message (docs: resources/message#get-channel-message)."""
        self.require(request, "read_message_history")
        return reply(self._posted(request).data)

    async def edit(self, request: web.Request) -> web.Response:
        """Changes a message of the bot's own (docs: resources/message#edit-message)."""
        channel = self.require(request)
        posted = self._posted(request)
        body, files = await read_object(request)
        if posted.data["author"]["id"] != self.world.bot["id"]:
            raise not_the_author()
        if posted.data["type"] in SYSTEM_MESSAGES:
            raise system_message_stays()
        if channel.get("thread_metadata", {}).get("archived"):
            raise archived_thread()
        if self.world.clock() - posted_at(posted) > HOUR:
            self.core.rate_limiter.admit_old_edit(channel["id"])
        revise(self.world, posted, body, files)
        await self.core.announce("MESSAGE_UPDATE", posted)
        return reply(posted.data)

    async def remove(self, request: web.Request) -> web.Response:
        """Deletes a message; another's needs the right to manage messages (docs: resources/message#delete-message)."""
        self.require(request)
        posted = self._posted(request)
        if posted.data["author"]["id"] != self.world.bot["id"]:
            self.require(request, "manage_messages")
        await self._drop(posted)
        return no_content()

    async def bulk_delete(self, request: web.Request) -> web.Response:
        """Deletes several messages at once (docs: resources/message#bulk-delete-messages)."""
        channel = self.require(request, "manage_messages")
        body, _ = await read_object(request)
        for message_id in body.get("messages") or []:
            await self._drop(self.world.message(message_id, channel["id"]))
        return no_content()

    async def _drop(self, posted: Posted) -> None:
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)

    # -- pins ---------------------------------------------------------------------

    async def pins(self, request: web.Request) -> web.Response:
        """The pinned messages, the last posted first; each path has its own shape (docs: …#get-channel-pins)."""
        channel = self.require(request, "read_message_history")
        pinned = self._pinned(channel)
        if request.path.endswith("/messages/pins"):
            items = [{"pinned_at": data["timestamp"], "message": data} for data in reversed(pinned)]
            return reply({"items": items, "has_more": False})
        return reply(pinned[::-1])

    def _pinned(self, channel: JSON) -> list[JSON]:
        return [p.data for p in self.world.messages.get(channel["id"], {}).values() if p.data["pinned"]]

    async def pin(self, request: web.Request) -> web.Response:
        """Pins a message on PUT and tells the channel so; unpins it on DELETE (docs: resources/message#pin-message)."""
        channel = self.require(request, "pin_messages")
        posted = self._posted(request)
        if request.method == "PUT" and len(self._pinned(channel)) >= PINS:
            raise too_many_pins(PINS)
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
        return no_content()


def posted_at(posted: Posted) -> float:
    """Seconds since 1970."""
    return datetime.fromisoformat(posted.data["timestamp"]).timestamp()


def reply_to(posted: Posted) -> JSON:
    """What makes a message a reply to another."""
    reference = {"type": 0, "message_id": posted.id, "channel_id": posted.data["channel_id"]}
    quoted = {key: value for key, value in posted.data.items() if key != "referenced_message"}
    return {"type": REPLY, "message_reference": reference, "referenced_message": quoted}


def _window(known: list[Posted], query: dict[str, str]) -> list[Posted]:
    """Newest first, as `before`, `after` and `limit` ask (docs: resources/message#get-channel-messages)."""
    limit = max(1, min(100, int(query.get("limit", 50))))
    if "after" in query:
        later = [posted for posted in known if int(posted.id) > int(query["after"])]
        return later[:limit][::-1]
    if "around" in query:
        near = sorted(known, key=lambda posted: abs(int(posted.id) - int(query["around"])))[:limit]
        return sorted(near, key=lambda posted: -int(posted.id))
    earlier = [posted for posted in known if int(posted.id) < int(query.get("before", 1 << 63))]
    return earlier[-limit:][::-1]
