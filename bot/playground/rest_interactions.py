"""REST: answers to interactions, follow-ups, and commands (docs: interactions/receiving-and-responding)."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from aiohttp.web import Request, Response

from bot.playground import discord_rules, wire
from bot.playground.core import Core
from bot.playground.discord_rules import Files
from bot.playground.messages import compose, revise, waiting
from bot.playground.rest import API, read_body, read_object
from bot.playground.rest_channels import reply_to
from bot.playground.wire import CHAT_INPUT, EPHEMERAL, LOADING
from bot.playground.world import Posted


class Answers:
    """The endpoints for the bot's answers to interactions."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint of this class with its method and path."""
        webhook = f"{API}/webhooks/{{webhook_id}}/{{webhook_token}}"
        found = [
            web.post(f"{API}/interactions/{{interaction_id}}/{{interaction_token}}/callback", self.callback),
            web.post(webhook, self.followup),
        ]
        for message in (f"{webhook}/messages/@original", f"{webhook}/messages/{{message_id}}"):
            found += [web.get(message, self.read), web.patch(message, self.edit), web.delete(message, self.remove)]
        return found

    # -- the callback ---------------------------------------------------------

    async def callback(self, request: Request) -> Response:
        """Take the first answer; a second is refused with 40060 (docs: …#create-interaction-response)."""
        body, files = await read_object(request)
        interaction = self._waiting(request)
        self.core.rules.check_callback(interaction, body)
        kind, data = body.get("type"), body.get("data") or {}
        news = self._act(interaction, int(kind or 0), data, files)
        # No await between the check and this line: of two processes only the first can answer.
        interaction.answered.set_result({"type": kind, "data": data})
        if news and interaction.original:
            await self.core.announce(news, interaction.original)
        if request.query.get("with_response") in ("1", "true"):
            return wire.reply(_callback_reply(interaction))
        return wire.no_content()

    def _waiting(self, request: Request) -> discord_rules.Interaction:
        interaction = self.core.interactions.get(request.match_info["interaction_token"])
        if not interaction or interaction.id != request.match_info["interaction_id"]:
            raise wire.unknown_interaction()
        if interaction.answered.done():
            raise wire.already_acknowledged()
        if interaction.age > self.core.patience.acknowledge:
            raise wire.unknown_interaction()
        return interaction

    def _act(self, interaction: discord_rules.Interaction, kind: int, data: wire.JSON, files: Files) -> str | None:
        """Carry out a callback and return the event to announce, or None."""
        if kind == discord_rules.UPDATE and interaction.source:
            self.world.message(interaction.source.id)  # gone in the meantime: 10008
            interaction.edited = True
            interaction.original = revise(self.core, interaction.source, data, files)
            return "MESSAGE_UPDATE"
        if kind == discord_rules.DEFERRED_UPDATE:
            interaction.original = interaction.source
        elif kind in (discord_rules.MESSAGE, discord_rules.DEFERRED_MESSAGE):
            interaction.original = self._post(interaction, kind, data, files)
            return "MESSAGE_CREATE"
        return None

    def _post(self, interaction: discord_rules.Interaction, kind: int, data: wire.JSON, files: Files) -> Posted:
        only_for = interaction.user_id if (data.get("flags") or 0) & EPHEMERAL else None
        channel_id = interaction.payload["channel_id"]
        about = self._provenance(interaction)
        if kind == discord_rules.DEFERRED_MESSAGE:
            return waiting(self.world, channel_id, only_for=only_for, **about)
        return compose(self.core, channel_id, data, files, only_for=only_for, **about)

    def _provenance(self, interaction: discord_rules.Interaction) -> wire.JSON:
        """Return the message fields that name its cause, such as the line "Ala used /game new" above it."""
        payload = interaction.payload
        user = self.world.user(interaction.user_id)
        owners = payload["authorizing_integration_owners"]
        about = {"id": interaction.id, "type": interaction.kind, "user": user, "authorizing_integration_owners": owners}
        bot_id = self.world.bot["id"]
        extra: wire.JSON = {"application_id": bot_id, "webhook_id": bot_id, "interaction_metadata": about}
        if interaction.kind == discord_rules.COMMAND:
            menu = payload["data"]["type"] != 1
            about |= {"name": payload["data"]["name"], "command_type": payload["data"]["type"]}
            named = {
                "id": interaction.id,
                "type": discord_rules.COMMAND,
                "name": command_words(payload["data"]),
                "user": user,
            }
            return extra | {
                "type": discord_rules.CONTEXT_MENU_REPLY if menu else discord_rules.CHAT_INPUT_REPLY,
                "interaction": named,
            }
        if interaction.source and interaction.kind == discord_rules.COMPONENT:
            about["interacted_message_id"] = interaction.source.id
            return extra | reply_to(interaction.source)
        trigger = {
            "id": interaction.id,
            "type": discord_rules.COMPONENT,
            "user": user,
            "authorizing_integration_owners": owners,
        }
        trigger["interacted_message_id"] = interaction.source.id if interaction.source else interaction.id
        about["triggering_interaction_metadata"] = trigger
        return extra

    # -- follow-ups and edits by the interaction's token -------------------------

    def _by_token(self, request: Request) -> discord_rules.Interaction:
        interaction = self.core.interactions.get(request.match_info["webhook_token"])
        if not interaction or request.match_info["webhook_id"] != self.world.bot["id"]:
            raise wire.unknown_webhook()
        if interaction.age > self.core.patience.token:
            raise wire.expired_token()
        if not interaction.answered.done():
            raise wire.unknown_webhook()
        return interaction

    async def followup(self, request: Request) -> Response:
        """Post a follow-up message, or fill in the deferred answer (docs: …#create-followup-message)."""
        body, files = await read_object(request)
        interaction = self._by_token(request)
        interaction.touched = True
        first = interaction.original
        if first and first.data["flags"] & LOADING:
            # docs: the first follow-up to a deferred answer is that answer and keeps its flag
            posted = await self._edit(interaction, first, body, files)
        else:
            posted = self._follow(interaction, body, files)
            await self.core.announce("MESSAGE_CREATE", posted)
        return wire.reply(posted.data) if request.query.get("wait") in ("1", "true") else wire.no_content()

    def _follow(self, interaction: discord_rules.Interaction, body: wire.JSON, files: Files) -> Posted:
        body = {key: value for key, value in body.items() if key != "nonce"}  # webhooks know none
        only_for = interaction.user_id if (body.get("flags") or 0) & EPHEMERAL else None
        about: wire.JSON = {"application_id": self.world.bot["id"], "webhook_id": self.world.bot["id"]}
        if interaction.original:
            about |= reply_to(interaction.original)
        posted = compose(self.core, interaction.payload["channel_id"], body, files, only_for=only_for, **about)
        interaction.followups.append(posted)
        return posted

    def _message(self, interaction: discord_rules.Interaction, request: Request) -> Posted:
        message_id = request.match_info.get("message_id", "@original")
        mine = [posted for posted in (interaction.original, *interaction.followups) if posted]
        for posted in mine:
            alive = posted.id in self.world.messages.get(posted.data["channel_id"], {})
            if alive and message_id in (posted.id, "@original" if posted is interaction.original else ""):
                return posted
        raise wire.unknown_message()

    async def read(self, request: Request) -> Response:
        """Return the original answer or a follow-up (docs: …#get-original-interaction-response)."""
        return wire.reply(self._message(self._by_token(request), request).data)

    async def edit(self, request: Request) -> Response:
        """Edit the original answer or a follow-up (docs: …#edit-original-interaction-response)."""
        body, files = await read_object(request)
        interaction = self._by_token(request)
        interaction.touched = True
        posted = await self._edit(interaction, self._message(interaction, request), body, files)
        return wire.reply(posted.data)

    async def _edit(
        self, interaction: discord_rules.Interaction, posted: Posted, body: wire.JSON, files: Files
    ) -> Posted:
        revise(self.core, posted, body, files)
        interaction.edited = interaction.edited or posted is interaction.source
        await self.core.announce("MESSAGE_UPDATE", posted)
        return posted

    async def remove(self, request: Request) -> Response:
        """Delete the original answer or a follow-up (docs: …#delete-original-interaction-response)."""
        interaction = self._by_token(request)
        interaction.touched = True
        posted = self._message(interaction, request)
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)
        return wire.no_content()


def command_words(data: wire.JSON) -> str:
    """Return the full name of a command as typed, with its sub-commands."""
    words, inner = [data["name"]], data.get("options") or []
    while inner and inner[0]["type"] in (1, 2):
        words.append(inner[0]["name"])
        inner = inner[0].get("options") or []
    return " ".join(words)


def _callback_reply(interaction: discord_rules.Interaction) -> wire.JSON:
    answer = interaction.answered.result()
    about: wire.JSON = {"id": interaction.id, "type": interaction.kind, "activity_instance_id": None}
    about |= {key: interaction.payload[key] for key in ("channel_id", "guild_id") if key in interaction.payload}
    if not interaction.original:
        return {"interaction": about}
    flags = interaction.original.data["flags"]
    about |= {"response_message_id": interaction.original.id, "response_message_loading": bool(flags & LOADING)}
    about["response_message_ephemeral"] = bool(flags & EPHEMERAL)
    message = interaction.original.data if answer["type"] in (discord_rules.MESSAGE, discord_rules.UPDATE) else None
    resource = {"resource": {"type": answer["type"], "message": message}} if message else {}
    return {"interaction": about, **resource}


GLOBAL = "global"


class Commands:
    """The endpoints for the application's commands by scope: global, or one guild."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Return every endpoint of this class with its method and path, for global and for guild commands."""
        found: list[web.RouteDef] = []
        for scope in ("", "/guilds/{guild_id}"):
            many = f"{API}/applications/{{application_id}}{scope}/commands"
            found += [web.get(many, self.read_all), web.put(many, self.replace), web.post(many, self.create)]
            name = f"{many}/{{command_id}}"
            found += [web.get(name, self.read), web.patch(name, self.change), web.delete(name, self.remove)]
        return found

    def _scope(self, request: Request) -> str:
        guild_id = request.match_info.get("guild_id")
        if request.match_info["application_id"] != self.world.bot["id"]:
            raise wire.missing_access()
        if guild_id is not None and guild_id not in self.world.guilds:
            raise wire.missing_access()
        return guild_id or GLOBAL

    def _known(self, scope: str) -> list[wire.JSON]:
        return self.world.commands.get(scope, [])

    def _keep(self, scope: str, commands: list[wire.JSON]) -> None:
        self.world.keep_commands(scope, commands)
        self.core.feed.publish("commands", {})

    async def read_all(self, request: Request) -> Response:
        """Return all commands of a scope (docs: interactions/application-commands#get-global-application-commands)."""
        known = self._known(self._scope(request))
        if request.query.get("with_localizations", "").lower() in ("1", "true"):
            return wire.reply(known)
        return wire.reply([_without_localizations(command) for command in known])

    async def replace(self, request: Request) -> Response:
        """Replace all commands of the scope by this list (docs: …#bulk-overwrite-global-application-commands)."""
        scope, wanted = self._scope(request), (await read_body(request))[0]
        if not isinstance(wanted, list):
            raise wire.invalid_json()
        self.core.rules.check_commands(wanted)
        commands = [self._register(scope, command) for command in wanted]
        self._keep(scope, commands)
        return wire.reply(commands)

    async def create(self, request: Request) -> Response:
        """Create a command; as on Discord, it overwrites one of the same type and name."""
        scope, body = self._scope(request), (await read_body(request))[0]
        others = [c for c in self._known(scope) if _key(c) != _key(body)]
        self.core.rules.check_commands([*others, body])
        command = self._register(scope, body)
        self._keep(scope, [*others, command])
        return wire.reply(command, 201 if len(others) == len(self._known(scope)) - 1 else 200)

    def _register(self, scope: str, body: wire.JSON) -> wire.JSON:
        """Return the command with its id; a command that is known keeps its id over a new sync."""
        before = next((known for known in self._known(scope) if _key(known) == _key(body)), None)
        command: wire.JSON = {"id": before["id"] if before else self.world.snowflakes.new(), "type": CHAT_INPUT}
        command |= {"application_id": self.world.bot["id"], "version": self.world.snowflakes.new()}
        command |= {"default_member_permissions": None, "description": "", "nsfw": False, "dm_permission": True}
        command |= {"name_localizations": None, "description_localizations": None}
        command |= {"contexts": None, "integration_types": [0]}
        command |= {"guild_id": scope} if scope != GLOBAL else {}
        command |= {key: value for key, value in body.items() if value is not None}
        rights = body.get("default_member_permissions")
        return command | {"default_member_permissions": None if rights is None else str(rights)}

    def _find(self, request: Request) -> tuple[str, wire.JSON]:
        scope = self._scope(request)
        for command in self._known(scope):
            if command["id"] == request.match_info["command_id"]:
                return scope, command
        raise wire.unknown_command()

    async def read(self, request: Request) -> Response:
        """Return one command (docs: interactions/application-commands#get-global-application-command)."""
        return wire.reply(self._find(request)[1])

    async def change(self, request: Request) -> Response:
        """Change the fields of a command that the body names (docs: …#edit-global-application-command)."""
        scope, command = self._find(request)
        changed = {**command, **(await read_body(request))[0]}
        commands = [changed if known is command else known for known in self._known(scope)]
        self.core.rules.check_commands(commands)
        self._keep(scope, commands)
        return wire.reply(changed)

    async def remove(self, request: Request) -> Response:
        """Delete a command (docs: interactions/application-commands#delete-global-application-command)."""
        scope, command = self._find(request)
        self._keep(scope, [known for known in self._known(scope) if known is not command])
        return wire.no_content()


def _without_localizations(thing: wire.JSON) -> wire.JSON:
    """Remove the localizations, which a list omits by default (docs: …#retrieving-localized-commands)."""
    left = {key: value for key, value in thing.items() if not key.endswith("_localizations")}
    for inside in ("options", "choices"):
        if inside in left:
            left[inside] = [_without_localizations(inner) for inner in left[inside]]
    return left


def _key(command: wire.JSON) -> tuple[Any, Any]:
    return command.get("type", CHAT_INPUT), command.get("name")
