"""REST: registering application commands, globally and by guild (docs: interactions/application-commands)."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from bot.playground.core import Core
from bot.playground.limits.commands import CHAT_INPUT, check_commands
from bot.playground.rest import API, read_body
from bot.playground.wire import JSON, invalid_json, missing_access, no_content, reply, unknown_command

GLOBAL = "global"


class Commands:
    """The application's commands by scope: global, or one guild."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Every endpoint of this part with its method and path, once for global commands and once for a guild's."""
        found: list[web.RouteDef] = []
        for scope in ("", "/guilds/{guild_id}"):
            many = f"{API}/applications/{{application_id}}{scope}/commands"
            found += [web.get(many, self.read_all), web.put(many, self.replace), web.post(many, self.create)]
            one = f"{many}/{{command_id}}"
            found += [web.get(one, self.read), web.patch(one, self.change), web.delete(one, self.remove)]
        return found

    def _scope(self, request: web.Request) -> str:
        guild_id = request.match_info.get("guild_id")
        if request.match_info["application_id"] != self.world.bot["id"]:
            raise missing_access()
        if guild_id is not None and guild_id not in self.world.guilds:
            raise missing_access()
        return guild_id or GLOBAL

    def _known(self, scope: str) -> list[JSON]:
        return self.world.commands.get(scope, [])

    def _keep(self, scope: str, commands: list[JSON]) -> None:
        self.world.keep_commands(scope, commands)
        self.core.feed.publish("commands", {})

    async def read_all(self, request: web.Request) -> web.Response:
        """All commands of a scope (docs: interactions/application-commands#get-global-application-commands)."""
        known = self._known(self._scope(request))
        if request.query.get("with_localizations", "").lower() in ("1", "true"):
            return reply(known)
        return reply([_without_localizations(command) for command in known])

    async def replace(self, request: web.Request) -> web.Response:
        """Puts this list in place of the scope's commands (docs: …#bulk-overwrite-global-application-commands)."""
        scope, wanted = self._scope(request), (await read_body(request))[0]
        if not isinstance(wanted, list):
            raise invalid_json()
        check_commands(wanted)
        commands = [self._register(scope, command) for command in wanted]
        self._keep(scope, commands)
        return reply(commands)

    async def create(self, request: web.Request) -> web.Response:
        """A command of the same type and name is overwritten, as Discord does."""
        scope, body = self._scope(request), (await read_body(request))[0]
        others = [c for c in self._known(scope) if _key(c) != _key(body)]
        check_commands([*others, body])
        command = self._register(scope, body)
        self._keep(scope, [*others, command])
        return reply(command, 201 if len(others) == len(self._known(scope)) - 1 else 200)

    def _register(self, scope: str, body: JSON) -> JSON:
        """The same command keeps its id over a new sync."""
        before = next((known for known in self._known(scope) if _key(known) == _key(body)), None)
        command: JSON = {"id": before["id"] if before else self.world.snowflakes.new(), "type": CHAT_INPUT}
        command |= {"application_id": self.world.bot["id"], "version": self.world.snowflakes.new()}
        command |= {"default_member_permissions": None, "description": "", "nsfw": False, "dm_permission": True}
        command |= {"name_localizations": None, "description_localizations": None}
        command |= {"contexts": None, "integration_types": [0]}
        command |= {"guild_id": scope} if scope != GLOBAL else {}
        command |= {key: value for key, value in body.items() if value is not None}
        rights = body.get("default_member_permissions")
        return command | {"default_member_permissions": None if rights is None else str(rights)}

    def _find(self, request: web.Request) -> tuple[str, JSON]:
        scope = self._scope(request)
        for command in self._known(scope):
            if command["id"] == request.match_info["command_id"]:
                return scope, command
        raise unknown_command()

    async def read(self, request: web.Request) -> web.Response:
        """One command (docs: interactions/application-commands#get-global-application-command)."""
        return reply(self._find(request)[1])

    async def change(self, request: web.Request) -> web.Response:
        """Changes what the body names of a command (docs: …#edit-global-application-command)."""
        scope, command = self._find(request)
        changed = {**command, **(await read_body(request))[0]}
        commands = [changed if known is command else known for known in self._known(scope)]
        check_commands(commands)
        self._keep(scope, commands)
        return reply(changed)

    async def remove(self, request: web.Request) -> web.Response:
        """Deletes a command (docs: interactions/application-commands#delete-global-application-command)."""
        scope, command = self._find(request)
        self._keep(scope, [known for known in self._known(scope) if known is not command])
        return no_content()


def _without_localizations(thing: JSON) -> JSON:
    """What a list of commands leaves out unless it is asked for (docs: …#retrieving-localized-commands)."""
    left = {key: value for key, value in thing.items() if not key.endswith("_localizations")}
    for inside in ("options", "choices"):
        if inside in left:
            left[inside] = [_without_localizations(inner) for inner in left[inside]]
    return left


def _key(command: JSON) -> tuple[Any, Any]:
    return command.get("type", CHAT_INPUT), command.get("name")
