"""REST: who am I, the application, guilds, members, the gateway's address (docs: resources/*)."""

from __future__ import annotations

from aiohttp import web

from bot.playground import shapes
from bot.playground.core import Core
from bot.playground.gateway import shown
from bot.playground.rest import API, read_object
from bot.playground.wire import JSON, ApiError, missing_access, reply, unknown_member


class Accounts:
    """The bot's own account and the guilds it is in."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Every endpoint of this part with its method and path."""
        return [
            web.get(f"{API}/users/@me", self.me),
            web.get(f"{API}/users/{{user_id}}", self.user),
            web.post(f"{API}/users/@me/channels", self.open_dm),
            web.get(f"{API}/oauth2/applications/@me", self.application),
            web.get(f"{API}/applications/@me", self.application),
            web.get(f"{API}/gateway", self.gateway),
            web.get(f"{API}/gateway/bot", self.gateway),
            web.get(f"{API}/users/@me/guilds", self.guilds),
            web.get(f"{API}/guilds/{{guild_id}}", self.guild),
            web.get(f"{API}/guilds/{{guild_id}}/channels", self.guild_channels),
            web.get(f"{API}/guilds/{{guild_id}}/roles", self.roles),
            web.get(f"{API}/guilds/{{guild_id}}/threads/active", self.active_threads),
            web.get(f"{API}/guilds/{{guild_id}}/members/{{user_id}}", self.member),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """The bot's own user (docs: resources/user#get-current-user)."""
        return reply({**self.world.bot, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None})

    async def user(self, request: web.Request) -> web.Response:
        """A user by id (docs: resources/user#get-user)."""
        return reply(self.world.user(request.match_info["user_id"]))

    async def open_dm(self, request: web.Request) -> web.Response:
        """The bot's DM with a person, made if there is none yet (docs: resources/user#create-dm)."""
        body, _ = await read_object(request)
        return reply(shown(self.world.direct_channel(str(body.get("recipient_id")))))

    async def application(self, request: web.Request) -> web.Response:
        """The bot's application (docs: resources/application#get-current-application)."""
        owner = next(iter(self.world.people.values()))["user"]
        return reply(shapes.application(self.world.bot, owner))

    async def gateway(self, request: web.Request) -> web.Response:
        """Where to connect, and how many logins are left (docs: events/gateway#get-gateway-bot)."""
        gateway = self.core.gateway
        told = {"shards": gateway.logins.shards, "session_start_limit": gateway.logins.limit()}
        return reply({"url": gateway.address, **told})

    async def guilds(self, request: web.Request) -> web.Response:
        """The guilds of the world, in short form (docs: resources/user#get-current-user-guilds)."""
        known = [shapes.guild(guild, self.world.bot) for guild in self.world.guilds.values()]
        return reply([{**guild, "owner": False, "permissions": "0"} for guild in known])

    def _guild(self, request: web.Request) -> JSON:
        guild_id = request.match_info["guild_id"]
        if guild_id not in self.world.guilds:
            raise missing_access()  # of guilds it is not in the bot learns no more
        return self.world.guilds[guild_id]

    async def guild(self, request: web.Request) -> web.Response:
        """A guild with its roles (docs: resources/guild#get-guild)."""
        return reply(shapes.guild(self._guild(request), self.world.bot))

    async def guild_channels(self, request: web.Request) -> web.Response:
        """A guild's channels without its threads (docs: resources/guild#get-guild-channels)."""
        guild_id = self._guild(request)["id"]
        channels = [shown(c) for c in self.world.channels.values() if c.get("guild_id") == guild_id]
        return reply([channel for channel in channels if channel["type"] not in shapes.THREADS])

    async def roles(self, request: web.Request) -> web.Response:
        """A guild's roles (docs: resources/guild#get-guild-roles)."""
        return reply(shapes.roles(self._guild(request), self.world.bot))

    async def active_threads(self, request: web.Request) -> web.Response:
        """A guild's threads that are not archived (docs: resources/guild#list-active-guild-threads)."""
        guild_id = self._guild(request)["id"]
        channels = [shown(c) for c in self.world.channels.values() if c.get("guild_id") == guild_id]
        threads = [c for c in channels if c["type"] in shapes.THREADS and not c["thread_metadata"]["archived"]]
        return reply({"threads": threads, "members": [], "has_more": False})

    async def member(self, request: web.Request) -> web.Response:
        """One member of a guild (docs: resources/guild#get-guild-member)."""
        guild_id, user_id = self._guild(request)["id"], request.match_info["user_id"]
        try:
            user = self.world.user(user_id)
        except ApiError:
            raise unknown_member() from None
        if user is not self.world.bot and guild_id not in self.world.people[user_id]["guilds"]:
            raise unknown_member()
        return reply(self.world.member(guild_id, user_id))
