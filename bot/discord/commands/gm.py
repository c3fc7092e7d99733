"""``/gm``: what the table's game master can do, and who that is."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import rulings as mastery
from bot.acts import undo_points
from bot.acts.appointing import step_down
from bot.acts.guild_settings import settings_of
from bot.discord.commands import rulings, status, undo_words
from bot.discord.commands.ballots import name_master
from bot.discord.commands.dice_rulings import take_typed_roll
from bot.discord.commands.encounters import now
from bot.discord.commands.gm_words import hidden_things, newest, note_lines
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import FOR_GUILDS, IN_GUILDS, AnyCommand, ShortText, TextOption, choices, serve
from bot.discord.commands.ruling_previews import Typed, take_typed
from bot.discord.commands.rulings import Ruling, offers_of
from bot.discord.commands.rulings_now import show_what, with_way_out
from bot.discord.commands.screen import show_screen
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, typed
from bot.discord.prompts.controls import CONTENT, view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.executors import PAST
from bot.table.records import Note
from bot.words.clip import clip
from bot.words.narrator import Said
from rules.kernel.errors import Refused
from rules.kernel.requests import GM

RULINGS_SHOWN = 5
NoteText = app_commands.Transform[str, TextOption(mastery.LONGEST_NOTE)]
OPTIONS = {"what": "ruling", "value": "value", "whisper": "whisper", "sure": "ruling_sure"}
"""The options of a ruling, each with the key of its description."""
NAMES = {name: localised_name(f"option.{name}") for name in OPTIONS}
DESCRIPTIONS = {name: localised_description(f"option.{key}") for name, key in OPTIONS.items()}
FREE = {name: NAMES[name] for name in ("whisper", "sure")}
FREE_DESCRIBED = {name: DESCRIPTIONS[name] for name in FREE}


class MasterCommands(app_commands.Group):
    """The game master's commands; others get a kind sentence."""

    def __init__(self, service: TableService) -> None:
        super().__init__(
            name=localised_name("gm"),
            description=localised_description("gm"),
            allowed_contexts=IN_GUILDS,
            allowed_installs=FOR_GUILDS,
        )
        self._service = service

    # Who it is ---------------------------------------------------------------------------------------------

    @app_commands.command(name=localised_name("gm.take"), description=localised_description("gm.take"))
    async def take(self, interaction: Interaction) -> None:
        """Become the game master."""
        await serve(self._service, interaction, lambda reply: self._appoint(reply, interaction.user.id), public=True)

    @app_commands.command(name=localised_name("gm.appoint"), description=localised_description("gm.appoint"))
    @app_commands.rename(member=localised_name("option.member"))
    @app_commands.describe(member=localised_description("option.member"))
    async def appoint(self, interaction: Interaction, member: discord.Member) -> None:
        """Make somebody else the game master."""
        await serve(self._service, interaction, lambda reply: self._appoint(reply, member.id), public=True)

    async def _appoint(self, reply: Reply, user_id: int) -> None:
        may = await _may_master(self._service, reply.interaction)
        await name_master(self._service, reply, user_id, may=may)

    @app_commands.command(name=localised_name("gm.resign"), description=localised_description("gm.resign"))
    async def resign(self, interaction: Interaction) -> None:
        """Stop being the game master."""
        await serve(self._service, interaction, self._resign, public=True)

    async def _resign(self, reply: Reply) -> None:
        scene, interaction = await self._service.here(reply.interaction), reply.interaction
        await step_down(self._service.sessions, _id(scene), interaction.user.id, interaction.id)
        said = scene.narrator.say("gm.resigned", who=Said(f"<@{interaction.user.id}>"))
        async with self._service.best_effort(_id(scene)):
            await reply.post(Shown(said, view()))
        await self._service.posting.deliver(_id(scene))

    # Setting right -----------------------------------------------------------------------------------------

    @app_commands.command(name=localised_name("gm.what"), description=localised_description("gm.what"))
    async def what(self, interaction: Interaction) -> None:
        """Everything that can be ruled now."""
        await serve(
            self._service,
            interaction,
            lambda reply: with_way_out(self._service, reply, lambda _: show_what(self._service, reply)),
        )

    @app_commands.command(name=localised_name("gm.set"), description=localised_description("gm.set"))
    @app_commands.rename(**NAMES)
    @app_commands.describe(**DESCRIPTIONS)
    async def set_right(
        self,
        interaction: Interaction,
        what: ShortText = "",
        value: ShortText = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        """Set something right."""
        await self._rule(interaction, Typed(what, value, whisper, sure, placing=False))

    @app_commands.command(name=localised_name("gm.place"), description=localised_description("gm.place"))
    @app_commands.rename(**NAMES)
    @app_commands.describe(**DESCRIPTIONS)
    async def place(
        self,
        interaction: Interaction,
        what: ShortText = "",
        value: ShortText = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        """Put something on the table."""
        await self._rule(interaction, Typed(what, value, whisper, sure, placing=True))

    async def _rule(self, interaction: Interaction, typed: Typed) -> None:
        async def work(reply: Reply) -> None:
            await with_way_out(self._service, reply, lambda scene: take_typed(self._service, reply, scene, typed))

        await serve(self._service, interaction, work)

    @set_right.autocomplete("what")
    async def _settable(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        return await self._whats(interaction, begun, placing=False)

    @place.autocomplete("what")
    async def _placeable(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        return await self._whats(interaction, begun, placing=True)

    async def _whats(self, interaction: Interaction, begun: str, *, placing: bool) -> list[Choice[str]]:
        try:
            scene = await self._ruling(interaction)
            return choices(rulings.offered_words(scene, offers_of(scene, placing=placing)), begun)
        except Refused:
            return []

    @set_right.autocomplete("value")
    @place.autocomplete("value")
    async def _values(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene = await self._ruling(interaction)
            action, _ = rulings.find_correction(
                scene, offers_of(scene), str(getattr(interaction.namespace, "what", "") or "")
            )
        except Refused:
            return []
        return choices(typed.complete_answer(scene.narrator, action.ask, begun) if action.ask is not None else [])

    async def _ruling(self, interaction: Interaction) -> Ruling:
        return rulings.ruling(await self._service.here(interaction), interaction.user.id)

    # Dice and going on -------------------------------------------------------------------------------------

    @app_commands.command(name=localised_name("gm.roll"), description=localised_description("gm.roll"))
    @app_commands.rename(dice=localised_name("option.dice"), **FREE)
    @app_commands.describe(dice=localised_description("option.pips"), **FREE_DESCRIBED)
    async def roll(
        self, interaction: Interaction, dice: ShortText = "", whisper: bool = False, sure: bool = False
    ) -> None:
        """Have the last dice thrown anew, or say what they show."""

        async def work(reply: Reply) -> None:
            async def throw(scene: Scene) -> None:
                await take_typed_roll(self._service, reply, scene, dice, whispered=whisper, sure=sure)

            await with_way_out(self._service, reply, throw)

        await serve(self._service, interaction, work)

    @app_commands.command(name=localised_name("gm.skip"), description=localised_description("gm.skip"))
    async def skip(self, interaction: Interaction) -> None:
        """Go on without waiting."""

        async def work(reply: Reply) -> None:
            async def go_on(scene: Scene) -> None:
                user_id, game_id = interaction.user.id, _id(scene)
                accepted = await mastery.skip(self._service.sessions, game_id, user_id, interaction.id)
                secrets = story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
                async with self._service.best_effort(game_id):
                    await reply.whisper(clip("\n".join([scene.narrator.say("gm.skipped"), *secrets]), CONTENT))
                await self._service.posting.deliver(game_id)

            await with_way_out(self._service, reply, go_on)

        await serve(self._service, interaction, work)

    # Notes and sight ---------------------------------------------------------------------------------------

    @app_commands.command(name=localised_name("gm.note"), description=localised_description("gm.note"))
    @app_commands.rename(text=localised_name("option.text"))
    @app_commands.describe(text=localised_description("option.text"))
    async def note(self, interaction: Interaction, text: NoteText) -> None:
        """Keep a private note."""

        async def work(reply: Reply) -> None:
            scene = await self._service.here(interaction)
            await mastery.note(self._service.sessions, _id(scene), interaction.user.id, interaction.id, text)
            await reply.whisper(scene.narrator.say("gm.noted"))

        await serve(self._service, interaction, work)

    @app_commands.command(name=localised_name("gm.notes"), description=localised_description("gm.notes"))
    async def notes(self, interaction: Interaction) -> None:
        """The notes."""

        async def work(reply: Reply) -> None:
            scene, notes = await self._kept(interaction)
            lines = list(note_lines(notes)) or [scene.narrator.say("gm.no_notes")]
            await reply.whisper(newest(lines))

        await serve(self._service, interaction, work)

    async def _kept(self, interaction: Interaction) -> tuple[Scene, list[Note]]:
        scene = await self._service.here(interaction)
        mastery.must_master(scene.standing.record, interaction.user.id)
        return scene, await self._service.sessions.store.notes(_id(scene))

    @app_commands.command(name=localised_name("gm.screen"), description=localised_description("gm.screen"))
    async def screen(self, interaction: Interaction) -> None:
        """All that a game master has an eye on, on one page."""
        await serve(self._service, interaction, lambda reply: show_screen(self._service, reply), share="picture")

    @app_commands.command(name=localised_name("gm.see"), description=localised_description("gm.see"))
    async def see(self, interaction: Interaction) -> None:
        """All that the game master may know."""

        async def work(reply: Reply) -> None:
            scene, notes = await self._kept(interaction)
            lines = [status.table_in_words(scene), *await self._last_rulings(scene)]
            if notes:
                lines += [scene.narrator.say("gm.see.notes"), *list(note_lines(notes))[-RULINGS_SHOWN:]]
            lines += hidden_things(scene)
            await reply.whisper(clip("\n".join(lines), CONTENT))

        await serve(self._service, interaction, work)

    async def _last_rulings(self, scene: Scene) -> list[str]:
        standing = scene.standing
        found = await undo_points.points(self._service.sessions.store, standing.record.id, standing.address)
        last = [one for one in found if undo_points.is_ruling(one.answer)][:RULINGS_SHOWN]
        sitters = await self._service.sessions.store.sitters(standing.record.id)
        master = undo_words.Reader(standing.record.gm_id, True)
        said = await PAST.do(
            lambda: [undo_words.place_in_words(scene, scene.narrator, one, master, sitters) for one in last]
        )
        return [scene.narrator.say("gm.see.rulings"), *(f"- {one}" for one in said)] if said else []


async def _may_master(service: TableService, interaction: Interaction) -> bool:
    """Whether the guild gave the person a role that masters games."""
    agreed = await settings_of(service.sessions.store, interaction.guild_id or 0)
    return agreed.has_master_role([role.id for role in getattr(interaction.user, "roles", ())])


def _id(scene: Scene) -> str:
    return scene.standing.record.id


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The group."""
    group = MasterCommands(service)
    group.add_command(now(service))
    yield group
