"""REST: answering interactions, their original message and follow-ups (docs: interactions/receiving-and-responding)."""

from __future__ import annotations

from aiohttp import web

from bot.playground.core import Core
from bot.playground.interactions import (
    CHAT_INPUT_REPLY,
    CHOICES,
    COMMAND,
    COMPONENT,
    CONTEXT_MENU_REPLY,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    UPDATE,
    Interaction,
)
from bot.playground.limits.fields import CALLBACK, check_shape
from bot.playground.limits.form import Form
from bot.playground.limits.messages import EPHEMERAL, LOADING, check_choices
from bot.playground.limits.modals import check_modal
from bot.playground.messages import Files, compose, revise, waiting
from bot.playground.rest import API, read_object
from bot.playground.rest_channels import reply_to
from bot.playground.wire import (
    JSON,
    already_acknowledged,
    expired_token,
    no_content,
    reply,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from bot.playground.world import Posted


class Answers:
    """The bot's side of an interaction."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world

    def routes(self) -> list[web.RouteDef]:
        """Every endpoint of this part with its method and path."""
        webhook = f"{API}/webhooks/{{webhook_id}}/{{webhook_token}}"
        found = [
            web.post(f"{API}/interactions/{{interaction_id}}/{{interaction_token}}/callback", self.callback),
            web.post(webhook, self.followup),
        ]
        for message in (f"{webhook}/messages/@original", f"{webhook}/messages/{{message_id}}"):
            found += [web.get(message, self.read), web.patch(message, self.edit), web.delete(message, self.remove)]
        return found

    # -- the callback ---------------------------------------------------------

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer to an interaction; a second is refused with 40060 (docs: …#create-interaction-response)."""
        body, files = await read_object(request)
        interaction = self._waiting(request)
        check_shape(CALLBACK, body)
        kind, data = body.get("type"), body.get("data") or {}
        self._check_kind(interaction, kind)
        news = self._act(interaction, int(kind or 0), data, files)
        # No await between the check and this line: of two processes only the first can answer.
        interaction.answered.set_result({"type": kind, "data": data})
        if news and interaction.original is not None:
            await self.core.announce(news, interaction.original)
        if request.query.get("with_response") in ("1", "true"):
            return reply(_callback_reply(interaction))
        return no_content()

    def _waiting(self, request: web.Request) -> Interaction:
        interaction = self.core.interactions.get(request.match_info["interaction_token"])
        if interaction is None or interaction.id != request.match_info["interaction_id"]:
            raise unknown_interaction()
        if interaction.answered.done():
            raise already_acknowledged()
        if interaction.age > self.core.patience.acknowledge:
            raise unknown_interaction()
        return interaction

    def _check_kind(self, interaction: Interaction, kind: object) -> None:
        allowed = interaction.allowed_callbacks()
        if kind not in allowed:
            form = Form()
            form.bad_choice(("type",), ", ".join(map(str, allowed)))
            form.finish()

    def _act(self, interaction: Interaction, kind: int, data: JSON, files: Files) -> str | None:
        """Does what the callback asks for; the answer is the event to be told."""
        if kind == CHOICES:
            check_choices(data.get("choices"))
        elif kind == MODAL:
            check_modal(data)
        elif kind == UPDATE and interaction.source is not None:
            self.world.message(interaction.source.id)  # gone in the meantime: 10008
            interaction.edited = True
            interaction.original = revise(self.world, interaction.source, data, files)
            return "MESSAGE_UPDATE"
        elif kind == DEFERRED_UPDATE:
            interaction.original = interaction.source
        elif kind in (MESSAGE, DEFERRED_MESSAGE):
            interaction.original = self._post(interaction, kind, data, files)
            return "MESSAGE_CREATE"
        return None

    def _post(self, interaction: Interaction, kind: int, data: JSON, files: Files) -> Posted:
        only_for = interaction.user_id if (data.get("flags") or 0) & EPHEMERAL else None
        channel_id = interaction.payload["channel_id"]
        about = self._provenance(interaction)
        if kind == DEFERRED_MESSAGE:
            return waiting(self.world, channel_id, only_for=only_for, **about)
        return compose(self.world, channel_id, data, files, only_for=only_for, **about)

    def _provenance(self, interaction: Interaction) -> JSON:
        """Whose doing this message is: the line "Ala used /game new" above it comes from here."""
        payload = interaction.payload
        user = self.world.user(interaction.user_id)
        owners = payload["authorizing_integration_owners"]
        about = {"id": interaction.id, "type": interaction.kind, "user": user, "authorizing_integration_owners": owners}
        bot_id = self.world.bot["id"]
        extra: JSON = {"application_id": bot_id, "webhook_id": bot_id, "interaction_metadata": about}
        if interaction.kind == COMMAND:
            menu = payload["data"]["type"] != 1
            about |= {"name": payload["data"]["name"], "command_type": payload["data"]["type"]}
            named = {"id": interaction.id, "type": COMMAND, "name": command_words(payload["data"]), "user": user}
            return extra | {"type": CONTEXT_MENU_REPLY if menu else CHAT_INPUT_REPLY, "interaction": named}
        if interaction.source is not None and interaction.kind == COMPONENT:
            about["interacted_message_id"] = interaction.source.id
            return extra | reply_to(interaction.source)
        trigger = {"id": interaction.id, "type": COMPONENT, "user": user, "authorizing_integration_owners": owners}
        trigger["interacted_message_id"] = interaction.source.id if interaction.source else interaction.id
        about["triggering_interaction_metadata"] = trigger
        return extra

    # -- follow-ups and edits by the interaction's token -------------------------

    def _by_token(self, request: web.Request) -> Interaction:
        interaction = self.core.interactions.get(request.match_info["webhook_token"])
        if interaction is None or request.match_info["webhook_id"] != self.world.bot["id"]:
            raise unknown_webhook()
        if interaction.age > self.core.patience.token:
            raise expired_token()
        if not interaction.answered.done():
            raise unknown_webhook()
        return interaction

    async def followup(self, request: web.Request) -> web.Response:
        """A further message, or the deferred answer itself (docs: …#create-followup-message)."""
        body, files = await read_object(request)
        interaction = self._by_token(request)
        interaction.touched = True
        first = interaction.original
        if first is not None and first.data["flags"] & LOADING:
            # docs: the first follow-up to a deferred answer is that answer and keeps its flag
            posted = await self._edit(interaction, first, body, files)
        else:
            posted = self._follow(interaction, body, files)
            await self.core.announce("MESSAGE_CREATE", posted)
        return reply(posted.data) if request.query.get("wait") in ("1", "true") else no_content()

    def _follow(self, interaction: Interaction, body: JSON, files: Files) -> Posted:
        body = {key: value for key, value in body.items() if key != "nonce"}  # webhooks know none
        only_for = interaction.user_id if (body.get("flags") or 0) & EPHEMERAL else None
        about: JSON = {"application_id": self.world.bot["id"], "webhook_id": self.world.bot["id"]}
        if interaction.original is not None:
            about |= reply_to(interaction.original)
        posted = compose(self.world, interaction.payload["channel_id"], body, files, only_for=only_for, **about)
        interaction.followups.append(posted)
        return posted

    def _message(self, interaction: Interaction, request: web.Request) -> Posted:
        message_id = request.match_info.get("message_id", "@original")
        mine = [posted for posted in (interaction.original, *interaction.followups) if posted is not None]
        for posted in mine:
            alive = posted.id in self.world.messages.get(posted.data["channel_id"], {})
            if alive and message_id in (posted.id, "@original" if posted is interaction.original else ""):
                return posted
        raise unknown_message()

    async def read(self, request: web.Request) -> web.Response:
        """The original answer or a follow-up (docs: …#get-original-interaction-response)."""
        return reply(self._message(self._by_token(request), request).data)

    async def edit(self, request: web.Request) -> web.Response:
        """Changes the original answer or a follow-up (docs: …#edit-original-interaction-response)."""
        body, files = await read_object(request)
        interaction = self._by_token(request)
        interaction.touched = True
        posted = await self._edit(interaction, self._message(interaction, request), body, files)
        return reply(posted.data)

    async def _edit(self, interaction: Interaction, posted: Posted, body: JSON, files: Files) -> Posted:
        revise(self.world, posted, body, files)
        interaction.edited = interaction.edited or posted is interaction.source
        await self.core.announce("MESSAGE_UPDATE", posted)
        return posted

    async def remove(self, request: web.Request) -> web.Response:
        """Deletes the original answer or a follow-up (docs: …#delete-original-interaction-response)."""
        interaction = self._by_token(request)
        interaction.touched = True
        posted = self._message(interaction, request)
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)
        return no_content()


def command_words(data: JSON) -> str:
    """The command as it is typed, sub-commands included."""
    words, inner = [data["name"]], data.get("options") or []
    while inner and inner[0]["type"] in (1, 2):
        words.append(inner[0]["name"])
        inner = inner[0].get("options") or []
    return " ".join(words)


def _callback_reply(interaction: Interaction) -> JSON:
    answer = interaction.answered.result()
    about: JSON = {"id": interaction.id, "type": interaction.kind, "activity_instance_id": None}
    about |= {key: interaction.payload[key] for key in ("channel_id", "guild_id") if key in interaction.payload}
    if interaction.original is None:
        return {"interaction": about}
    flags = interaction.original.data["flags"]
    about |= {"response_message_id": interaction.original.id, "response_message_loading": bool(flags & LOADING)}
    about["response_message_ephemeral"] = bool(flags & EPHEMERAL)
    message = interaction.original.data if answer["type"] in (MESSAGE, UPDATE) else None
    resource = {"resource": {"type": answer["type"], "message": message}} if message else {}
    return {"interaction": about, **resource}
