"""The actions of people at Discord's client, for the page and for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from bot.playground import discord_rules, wire
from bot.playground.core import Core
from bot.playground.discord_rules import FILE_BYTES
from bot.playground.gateway import shown
from bot.playground.messages import compose
from bot.playground.rest_interactions import GLOBAL
from bot.playground.seen import Button, Choice, Kind, Message, Modal, Outcome, Refused, Unknown
from bot.playground.typed_commands import Resolver, chosen_values, command_data, find_command, keep_upload, submitted
from bot.playground.wire import JSON, LOADING, SELECTS, ApiError, copy, walk
from bot.playground.world import Posted

PATIENCE_WITH_DEFERRED_UPDATES = 2.0
SOON = 0.002


class Guest(Protocol):
    """A bot in this process that reports whether it is busy."""

    @property
    def heard(self) -> tuple[str, int]:
        """Return the bot's session id and the number of the last event that it received."""

    @property
    def busy(self) -> bool:
        """Whether the bot is working."""

    async def idle(self) -> None:
        """Wait until the bot is idle."""


class Stillness:
    """Waits for an idle bot: it asks the guests, or without guests waits for a pause in the REST calls."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.guests: list[Guest] = []

    async def settled(self, quiet: float, timeout: float) -> None:  # noqa: ASYNC109  # read by asyncio.timeout
        """Wait until the bot has handled all events; raises ``TimeoutError``.

        ``quiet``: the pause in seconds that counts as idle for a bot in another process.
        """
        try:
            async with asyncio.timeout(timeout):
                await (self._all_idle() if self.guests else self._silent(quiet))
        except TimeoutError as late:
            raise TimeoutError(f"After {timeout:g} s {self._described()}") from late

    async def _all_idle(self) -> None:
        """Wait until the guests are idle twice in a row; between the checks the work of a received event can begin."""
        while True:
            for guest in self.guests:
                await guest.idle()
            if self._still():
                await asyncio.sleep(0)
                if self._still():
                    return
            else:
                await asyncio.sleep(SOON)

    def _still(self) -> bool:
        return not self._unheard() and not self.core.activity.in_flight and not any(guest.busy for guest in self.guests)

    def _unheard(self) -> bool:
        behind = self.core.gateway.is_behind
        return self.core.rules.holds_events or any(behind(*guest.heard) for guest in self.guests)

    def _described(self) -> str:
        busy = sum(guest.busy for guest in self.guests)
        return (
            f"{busy} of {len(self.guests)} bots in this process are busy, {self.core.activity.in_flight} calls are in "
            f"flight, {'some' if self._unheard() else 'no'} event is on its way."
        )

    # -- a bot somewhere else -------------------------------------------------

    async def _silent(self, quiet: float) -> None:
        await asyncio.sleep(0)  # whoever asks again and again, with nothing to do between, holds nobody up
        while self._pending() or self.core.activity.quiet_for() < quiet:  # noqa: ASYNC110  # silence is no event
            await asyncio.sleep(SOON)

    def _pending(self) -> bool:
        return any(map(self._is_open, list(self.core.interactions.values())[-50:]))

    def _is_open(self, interaction: discord_rules.Interaction) -> bool:
        if not interaction.answered.done():
            return interaction.age < self.core.patience.acknowledge
        if interaction.callback_type == discord_rules.DEFERRED_UPDATE:
            done = interaction.touched or self.core.activity.wrote > interaction.born
            return not done and interaction.age < PATIENCE_WITH_DEFERRED_UPDATES
        thinking = interaction.original is not None and bool(interaction.original.data["flags"] & LOADING)
        still_there = self.core.world.still_has(interaction.original)
        return thinking and still_there and interaction.age < self.core.patience.token


T = TypeVar("T")

SENTENCES = {
    "en": {
        discord_rules.COMMAND: "The application did not respond",
        discord_rules.COMPONENT: "This interaction failed",
        discord_rules.MODAL_SUBMIT: "Something went wrong. Try again.",
    },
    "pl": {
        discord_rules.COMMAND: "Aplikacja nie odpowiedziała",
        discord_rules.COMPONENT: "Ta interakcja nie powiodła się",
        discord_rules.MODAL_SUBMIT: "Coś poszło nie tak. Spróbuj ponownie.",
    },
}
KINDS: dict[int, Kind] = {
    discord_rules.DEFERRED_UPDATE: "nothing",
    discord_rules.UPDATE: "update",
    discord_rules.MODAL: "modal",
}


class Hands:
    """The actions of people. People and channels are given by name or id ("@bot" is the DM with the bot)."""

    def __init__(self, core: Core) -> None:
        self.core, self.world = core, core.world
        self.stillness = Stillness(core)

    # -- looking ------------------------------------------------------------

    def messages(self, channel: str, user: str) -> list[Message]:
        """Return the messages that this person sees in the channel, oldest first."""
        return [*self.newest_first(channel, user)][::-1]

    def newest_first(self, channel: str, user: str) -> Iterator[Message]:
        """Yield the messages that this person sees in the channel, newest first, reading no more than is taken."""
        who, place = self._who(user), self._place(user, channel)
        known = self.world.messages.get(place["id"], {})
        there = sorted(known.items(), key=lambda item: int(item[0]), reverse=True)
        return (self._see(posted) for _, posted in there if posted.visible_to(who))

    def direct_messages(self, user: str) -> list[Message]:
        """Return the messages of the person's DM with the bot, oldest first."""
        return self.messages("@bot", user)

    def find_button(self, channel: str, user: str, label: str) -> tuple[Message, Button]:
        """Return the newest live button with this text, exact matches first; the text beside it counts, too."""
        for message in self.newest_first(channel, user):
            live = [button for button in message.buttons if not button.disabled]
            for button in live:
                if label in (button.emoji, button.label):
                    return message, button
            for button in live:
                if label in f"{button.emoji} {button.label} {message.beside(button.custom_id)}":
                    return message, button
        raise Refused(f"{user} sees no live button {label!r} in {channel}.")

    def commands(self, user: str, channel: str) -> list[JSON]:
        """Return the commands that this person may use there; a guild command hides a global one of the same name."""
        who, place = self._who(user), self._place(user, channel)
        guild_id = place.get("guild_id")
        if guild_id and not self.world.bot_is_in(guild_id):
            return []
        found: dict[tuple[int, str], JSON] = {}
        for scope in (GLOBAL, guild_id or ""):
            for command in self.world.commands.get(scope, []):
                found[command["type"], command["name"]] = command
        return [command for command in found.values() if self._may_use(command, who, place)]

    def _may_use(self, command: JSON, user_id: str, place: JSON) -> bool:
        context = 0 if place.get("guild_id") else 1
        if command.get("contexts") is not None and context not in command["contexts"]:
            return False
        wanted = command.get("default_member_permissions")
        rights = self.world.rights(user_id, place)
        return wanted is None or context == 1 or rights & int(wanted) == int(wanted) != 0 or self._owns(user_id, place)

    def _owns(self, user_id: str, place: JSON) -> bool:
        return bool(self.world.rights(user_id, place) & wire.bits("administrator")) and place["type"] != wire.DM

    # -- doing ----------------------------------------------------------------

    async def slash(self, user: str, channel: str, command: str, options: dict[str, Any] | None = None) -> Outcome:
        """Send a slash command; `options` by name, with people, channels and roles by name or id."""
        place = self._place(user, channel)
        found, chain = find_command(self.commands(user, channel), command)
        data = command_data(found, chain, options or {}, Resolver(self.world, place))
        return await self._do(discord_rules.COMMAND, user, place, data)

    async def complete(
        self, user: str, channel: str, command: str, options: dict[str, Any], *, focused: str
    ) -> list[Choice]:
        """Return the bot's suggestions for the option `focused`; empty if it does not answer in time."""
        place = self._place(user, channel)
        found, chain = find_command(self.commands(user, channel), command)
        data = command_data(found, chain, options, Resolver(self.world, place), focused)
        interaction = await self._begin(discord_rules.COMPLETION, user, place, data)
        if not await self._answered(interaction):
            return []
        choices = interaction.answered.result()["data"]["choices"]
        return [Choice(choice["name"], choice["value"]) for choice in choices]

    async def menu(self, user: str, channel: str, command: str, target: Message | str) -> Outcome:
        """Use a context-menu command on a message or on a person."""
        place = self._place(user, channel)
        kind = 3 if isinstance(target, Message) or target in self.world.messages.get(place["id"], {}) else 2
        named = [c for c in self.commands(user, channel) if c["type"] == kind and c["name"] == command]
        if not named:
            raise Refused(f"There is no command {command!r} in this menu.")
        data = {key: named[0][key] for key in ("id", "name", "type")}
        data |= self._target(kind, user, place, target)
        return await self._do(discord_rules.COMMAND, user, place, data)

    def _target(self, kind: int, user: str, place: JSON, target: Message | str) -> JSON:
        if kind == 3:
            posted = self._posted(user, target)
            return {"target_id": posted.id, "resolved": {"messages": {posted.id: posted.data}}}
        resolver = Resolver(self.world, place)
        return {"target_id": resolver.user(str(target)), "resolved": resolver.found}

    async def press(self, user: str, message: Message | str, custom_id: str) -> Outcome:
        """Press a button; raises `Refused` if it is disabled or no longer in the message."""
        posted, button = self._part(user, message, custom_id, wire.BUTTON)
        data = {"component_type": wire.BUTTON, "custom_id": custom_id, "id": button["id"]}
        return await self._do(discord_rules.COMPONENT, user, self._channel_of(posted), data, posted)

    async def press_label(self, user: str, channel: str, label: str) -> Outcome:
        """Press the newest live button whose label contains the text."""
        message, button = self.find_button(channel, user, label)
        return await self.press(user, message, button.custom_id)

    async def select(self, user: str, message: Message | str, custom_id: str, values: list[Any]) -> Outcome:
        """Choose values of a select menu: the options' values, or people, roles and channels by name or id."""
        posted, select = self._part(user, message, custom_id, *SELECTS)
        place = self._channel_of(posted)
        resolver = Resolver(self.world, place)
        data = {"component_type": select["type"], "custom_id": custom_id, "id": select["id"]}
        data["values"] = chosen_values(select, values, resolver)
        if resolver.found:
            data["resolved"] = resolver.found
        return await self._do(discord_rules.COMPONENT, user, place, data, posted)

    async def submit(self, user: str, modal: Modal | str, values: dict[str, Any]) -> Outcome:
        """Submit a modal, given as object or `interaction_id`; `values` by custom_id, missing ones get defaults."""
        opened = self._interaction(modal if isinstance(modal, str) else modal.interaction_id)
        if opened.modal is None or opened.closed or opened.user_id != self._who(user):
            raise Refused("There is no such form before you.")
        place = self.world.channel(opened.payload["channel_id"])
        data = submitted(opened.modal, values, Resolver(self.world, place))
        outcome = await self._do(discord_rules.MODAL_SUBMIT, user, place, data, opened.source)
        opened.closed = outcome.kind != "failed"  # after a failure the form stays open
        return outcome

    async def say(self, user: str, channel: str, text: str) -> Message:
        """Post an ordinary message of 1 to 2000 characters; raises `Refused` for any other length."""
        who, place = self._who(user), self._place(user, channel)
        try:
            posted = compose(self.core, place["id"], {"content": text}, {}, author=self.world.user(who))
        except ApiError as refusal:
            raise Refused("A message has 1 to 2000 characters.") from refusal
        await self.core.announce("MESSAGE_CREATE", posted)
        return self._see(posted)

    async def dismiss(self, user: str, message: Message | str) -> None:
        """Hide an ephemeral message, as its "Dismiss message" link does."""
        posted = self._posted(user, message)
        if posted.only_for != self._who(user):
            raise Refused("Only what you alone see can be dismissed.")
        self.world.drop_message(posted)
        await self.core.announce("MESSAGE_DELETE", posted)

    def upload(self, name: str, content: bytes) -> JSON:
        """Store a file; its id is the value of an attachment option or of a file upload in a modal."""
        return keep_upload(self.world, name, content)

    def close_dms(self, user: str, *, closed: bool = True) -> None:
        """Refuse the bot's direct messages to this person with error 50007; ``closed`` False: accept them again."""
        person = _look_up_or_unknown(lambda: self.world.person(user))
        person["open_dms"] = not closed
        self.world.store.save("person", person["user"]["id"], person)

    # -- waiting ----------------------------------------------------------------

    async def until(self, condition: Callable[[], T], timeout: float = 30.0) -> T:  # noqa: ASYNC109  # read by asyncio.timeout
        """Call the function every few ms until it returns a true value; return it or raise ``TimeoutError``."""
        async with asyncio.timeout(timeout):
            while not (found := condition()):  # noqa: ASYNC110  # any condition: none has an event of its own
                await asyncio.sleep(0.005)
        return found

    async def settled(self, quiet: float = 0.05, timeout: float = 30.0) -> None:  # noqa: ASYNC109
        """Wait until the bot is idle; a bot in another process counts as idle after `quiet` seconds without a call."""
        await self.stillness.settled(quiet, timeout)

    async def follow(self, outcome: Outcome | str, timeout: float = 30.0) -> Outcome:  # noqa: ASYNC109
        """Wait until the bot is idle, and return what the person sees then in place of "thinking…"."""
        interaction = self._interaction(outcome if isinstance(outcome, str) else outcome.interaction_id)
        await self.settled(timeout=timeout)
        return self._outcome(interaction)

    # -- inside -----------------------------------------------------------------

    def _who(self, user: str) -> str:
        return str(_look_up_or_unknown(lambda: self.world.person(user))["user"]["id"])

    def _place(self, user: str, channel: str) -> JSON:
        who = self._who(user)
        place = (
            self.world.direct_channel(who)
            if channel == "@bot"
            else _look_up_or_unknown(lambda: self.world.channel(channel))
        )
        if not self.world.can_see(who, place):
            raise Refused(f"{user} cannot see {channel}.")
        return place

    def _channel_of(self, posted: Posted) -> JSON:
        return self.world.channel(posted.data["channel_id"])

    def _see(self, posted: Posted) -> Message:
        return Message(copy(posted.data))

    def _posted(self, user: str, message: Message | str) -> Posted:
        posted = _look_up_or_unknown(lambda: self.world.message(message if isinstance(message, str) else message.id))
        who = self._who(user)
        if not posted.visible_to(who) or not self.world.can_see(who, self._channel_of(posted)):
            raise Refused(f"{user} does not see that message.")
        return posted

    def _part(self, user: str, message: Message | str, custom_id: str, *kinds: int) -> tuple[Posted, JSON]:
        """Return the component of the message in its present state; raises `Refused` if the person cannot use it."""
        posted = self._posted(user, message)
        for _, part in walk(posted.data["components"]):
            if part.get("custom_id") == custom_id and part["type"] in kinds:
                if part.get("disabled"):
                    raise Refused("That is switched off.")
                return posted, part
        raise Refused("That is not in the message (any more).")

    def _interaction(self, interaction_id: str) -> discord_rules.Interaction:
        for interaction in reversed(self.core.interactions.values()):
            if interaction.id == interaction_id:
                return interaction
        raise Unknown("That was too long ago.")

    async def _do(self, kind: int, user: str, place: JSON, data: JSON, source: Posted | None = None) -> Outcome:
        interaction = await self._begin(kind, user, place, data, source)
        await self._answered(interaction)
        return self._outcome(interaction)

    async def _begin(
        self, kind: int, user: str, place: JSON, data: JSON, source: Posted | None = None
    ) -> discord_rules.Interaction:
        if place.get("thread_metadata", {}).get("archived"):
            raise Refused("This thread is archived; write something to wake it.")
        who = self._who(user)
        payload = self._payload(kind, who, place, data)
        if source:
            payload["message"] = copy(source.data)
        interaction = discord_rules.Interaction(payload, who, source)
        self.core.interactions[payload["token"]] = interaction
        self._forget_old()
        await self.core.gateway.dispatch("INTERACTION_CREATE", payload)
        return interaction

    def _forget_old(self) -> None:
        too_old = self.core.patience.token + 60
        for token, interaction in list(self.core.interactions.items()):
            if interaction.age <= too_old:
                break
            del self.core.interactions[token]

    def _payload(self, kind: int, who: str, place: JSON, data: JSON) -> JSON:
        world, guild_id = self.world, place.get("guild_id")
        rights = str(world.rights(who, place))
        payload: JSON = {
            "id": world.snowflakes.new(), "application_id": world.bot["id"], "type": kind, "data": data,
            "token": discord_rules.new_token(), "version": 1, "channel_id": place["id"], "entitlements": [],
            "channel": {**shown(place), "permissions": rights},
            "app_permissions": str(world.rights(world.bot["id"], place)), "locale": world.people[who]["locale"],
            "attachment_size_limit": FILE_BYTES, "context": 0 if guild_id else 1,
            "authorizing_integration_owners": {"0": guild_id or "0"},
        }  # fmt: skip
        if not guild_id:
            return {**payload, "user": world.user(who)}
        guild = {"id": guild_id, "locale": world.guilds[guild_id]["locale"], "features": []}
        member = {**world.member(guild_id, who), "permissions": rights}
        return {**payload, "guild_id": guild_id, "guild_locale": guild["locale"], "guild": guild, "member": member}

    async def _answered(self, interaction: discord_rules.Interaction) -> bool:
        """Whether the bot answers within Discord's three seconds; without a bot it does not wait."""
        wait = self.core.patience.acknowledge if self.core.gateway.sessions else 0.0
        await asyncio.wait([interaction.answered], timeout=wait)
        return interaction.answered.done()

    def _outcome(self, interaction: discord_rules.Interaction) -> Outcome:
        if not interaction.answered.done():
            locale = "pl" if interaction.payload["locale"] == "pl" else "en"
            return Outcome("failed", interaction.id, failure=SENTENCES[locale][interaction.kind])
        original = interaction.original
        message = self._see(original) if original and self.world.still_has(original) else None
        modal = Modal(copy(interaction.modal), interaction.id) if interaction.modal else None
        followups = [self._see(posted) for posted in interaction.followups if self.world.still_has(posted)]
        return Outcome(self._kind(interaction), interaction.id, message, modal, followups)

    def _kind(self, interaction: discord_rules.Interaction) -> Kind:
        callback, original = interaction.callback_type, interaction.original
        if callback in (discord_rules.MESSAGE, discord_rules.DEFERRED_MESSAGE) and original:
            if original.data["flags"] & LOADING:
                return "thinking"
            return "ephemeral" if original.only_for else "message"
        if callback == discord_rules.DEFERRED_UPDATE and interaction.edited:
            return "update"
        return KINDS.get(callback or 0, "nothing")


def _look_up_or_unknown(look: Callable[[], T]) -> T:
    try:
        return look()
    except ApiError as error:
        raise Unknown(f"{error.message}: nothing here has that name.") from error
