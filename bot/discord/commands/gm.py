"""The ``/gm`` commands: the game master's tools."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import rulings as mastery
from bot.acts import undo_points
from bot.acts.game_master import own_notes, step_down
from bot.acts.table_settings import settings_of
from bot.discord.commands import gm_rulings, gm_screen, gm_skip, registering, status, undo_words
from bot.discord.commands.gm_now import now, show_what, take_typed_roll, with_way_out
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.proposals import disable_master_ballots, name_master
from bot.discord.commands.ruling_lines import find_correction
from bot.discord.commands.service import TableService
from bot.discord.prompts import components, typed
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import PAST
from bot.table.records import Note
from bot.words.narrator import LONGEST_PASSAGE, Said, clip
from rules.kernel.errors import Refused

RULINGS_SHOWN = 5
NoteText = app_commands.Transform[str, registering.TextOption(mastery.LONGEST_NOTE)]
Line = app_commands.Transform[str, registering.TextOption(LONGEST_PASSAGE)]
OPTIONS = {"what": "ruling", "value": "value", "reason": "reason", "whisper": "whisper", "sure": "ruling_sure"}
"""The options of a ruling and the catalogue keys of their descriptions."""
NAMES = {name: registering.localised_name(f"option.{name}") for name in OPTIONS}
DESCRIPTIONS = {name: registering.localised_description(f"option.{key}") for name, key in OPTIONS.items()}
FREE = {name: NAMES[name] for name in ("reason", "whisper", "sure")}
FREE_DESCRIBED = {name: DESCRIPTIONS[name] for name in FREE}


class MasterCommands(app_commands.Group):
    """The game master's commands; other people are refused politely."""

    def __init__(self, service: TableService) -> None:
        super().__init__(
            name=registering.localised_name("gm"),
            description=registering.localised_description("gm"),
            allowed_contexts=registering.IN_GUILDS,
            allowed_installs=registering.FOR_GUILDS,
        )
        self._service = service

    @app_commands.command(
        name=registering.localised_name("gm.take"), description=registering.localised_description("gm.take")
    )
    async def take(self, interaction: Interaction) -> None:
        """Make the caller the game master, at once or by a vote."""
        await registering.serve(
            self._service, interaction, lambda reply: self._appoint(reply, interaction.user.id), public=True
        )

    @app_commands.command(
        name=registering.localised_name("gm.appoint"), description=registering.localised_description("gm.appoint")
    )
    @app_commands.rename(member=registering.localised_name("option.member"))
    @app_commands.describe(member=registering.localised_description("option.member"))
    async def appoint(self, interaction: Interaction, member: discord.Member) -> None:
        """Make somebody else the game master, at once or by a vote."""
        await registering.serve(self._service, interaction, lambda reply: self._appoint(reply, member.id), public=True)

    async def _appoint(self, reply: Reply, user_id: int) -> None:
        agreed = await settings_of(self._service.sessions.store, reply.interaction.guild_id or 0)
        may = agreed.has_master_role([role.id for role in getattr(reply.interaction.user, "roles", ())])
        await name_master(self._service, reply, user_id, may=may)
        await Lobby(self._service).redraw(_game_id(await self._service.here(reply.interaction)))

    @app_commands.command(
        name=registering.localised_name("gm.resign"), description=registering.localised_description("gm.resign")
    )
    async def resign(self, interaction: Interaction) -> None:
        """Stop being the game master."""
        await registering.serve(self._service, interaction, self._resign, public=True)

    async def _resign(self, reply: Reply) -> None:
        scene, interaction = await self._service.here(reply.interaction), reply.interaction
        await step_down(self._service.sessions, _game_id(scene), interaction.user.id, interaction.id)
        said = scene.narrator.say("gm.resigned", who=Said(f"<@{interaction.user.id}>"))
        async with self._service.best_effort(_game_id(scene)):
            await reply.post(Shown(said, components.view()))
            await disable_master_ballots(self._service, scene)
        await self._service.deliver(reply, _game_id(scene))
        await Lobby(self._service).redraw(_game_id(scene))

    # Setting right -----------------------------------------------------------------------------------------

    @app_commands.command(
        name=registering.localised_name("gm.what"), description=registering.localised_description("gm.what")
    )
    async def what(self, interaction: Interaction) -> None:
        """Show everything that can be ruled now."""
        await registering.serve(
            self._service,
            interaction,
            lambda reply: with_way_out(self._service, reply, lambda _: show_what(self._service, reply)),
        )

    @app_commands.command(
        name=registering.localised_name("gm.set"), description=registering.localised_description("gm.set")
    )
    @app_commands.rename(**NAMES)
    @app_commands.describe(**DESCRIPTIONS)
    async def set_right(
        self,
        interaction: Interaction,
        what: registering.ShortText = "",
        value: registering.ShortText = "",
        reason: Line = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        """Correct something in the game."""
        await self._rule(interaction, gm_rulings.Typed(what, value, whisper, sure, placing=False, reason=reason))

    @app_commands.command(
        name=registering.localised_name("gm.place"), description=registering.localised_description("gm.place")
    )
    @app_commands.rename(**NAMES)
    @app_commands.describe(**DESCRIPTIONS)
    async def place(
        self,
        interaction: Interaction,
        what: registering.ShortText = "",
        value: registering.ShortText = "",
        reason: Line = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        """Put something on the table."""
        await self._rule(interaction, gm_rulings.Typed(what, value, whisper, sure, placing=True, reason=reason))

    async def _rule(self, interaction: Interaction, typed: gm_rulings.Typed) -> None:
        async def work(reply: Reply) -> None:
            await with_way_out(
                self._service, reply, lambda scene: gm_rulings.take_typed(self._service, reply, scene, typed)
            )

        await registering.serve(self._service, interaction, work)

    @set_right.autocomplete("what")
    async def _settable(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        return await self._whats(interaction, begun, placing=False)

    @place.autocomplete("what")
    async def _placeable(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        return await self._whats(interaction, begun, placing=True)

    async def _whats(self, interaction: Interaction, begun: str, *, placing: bool) -> list[Choice[str]]:
        try:
            scene = await self._ruling(interaction)
            offers = gm_rulings.offers_of(scene, placing=placing)
        except Refused:
            return []
        found = registering.choices(gm_rulings.offered_words(scene, offers), begun)
        calls = {action.option.id: action for action in offers.actions if action.option.id in scene.face.calls}
        called = scene.face.complete_call(scene.narrator.plain, calls, begun) if calls and begun.strip() else []
        return [*found, *registering.choices(called)][: components.PER_SELECT]

    @set_right.autocomplete("value")
    @place.autocomplete("value")
    async def _values(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene = await self._ruling(interaction)
            action, _ = find_correction(
                scene, gm_rulings.offers_of(scene), str(getattr(interaction.namespace, "what", "") or "")
            )
        except Refused:
            return []
        return registering.choices(
            typed.complete_answer(scene.narrator, action.ask, begun) if action.ask is not None else []
        )

    async def _ruling(self, interaction: Interaction) -> gm_rulings.Ruling:
        return gm_rulings.ruling(await self._service.here(interaction), interaction.user.id)

    # Dice and going on -------------------------------------------------------------------------------------

    @app_commands.command(
        name=registering.localised_name("gm.roll"), description=registering.localised_description("gm.roll")
    )
    @app_commands.rename(dice=registering.localised_name("option.dice"), **FREE)
    @app_commands.describe(dice=registering.localised_description("option.pips"), **FREE_DESCRIBED)
    async def roll(
        self,
        interaction: Interaction,
        dice: registering.ShortText = "",
        reason: Line = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        """Re-roll the last dice, or set what they show."""

        async def work(reply: Reply) -> None:
            async def throw(scene: Scene) -> None:
                await take_typed_roll(self._service, reply, scene, dice, reason, whispered=whisper, sure=sure)

            await with_way_out(self._service, reply, throw)

        await registering.serve(self._service, interaction, work)

    @app_commands.command(
        name=registering.localised_name("gm.skip"), description=registering.localised_description("gm.skip")
    )
    @app_commands.rename(sure=NAMES["sure"])
    @app_commands.describe(sure=DESCRIPTIONS["sure"])
    async def skip(self, interaction: Interaction, sure: bool = False) -> None:
        """Continue the game without waiting for the seats that are asked."""

        async def work(reply: Reply) -> None:
            async def go_on(scene: Scene) -> None:
                await (gm_skip.skip(self._service, reply, scene) if sure else gm_skip.propose_skip(reply, scene))

            await with_way_out(self._service, reply, go_on)

        await registering.serve(self._service, interaction, work)

    @app_commands.command(
        name=registering.localised_name("gm.tell"), description=registering.localised_description("gm.tell")
    )
    @app_commands.rename(text=registering.localised_name("option.text"))
    @app_commands.describe(text=registering.localised_description("option.line"))
    async def tell(self, interaction: Interaction, text: Line) -> None:
        """Add a line of the game master's own to the story."""

        async def work(reply: Reply) -> None:
            scene = await self._service.here(interaction)
            await mastery.tell(self._service.sessions, _game_id(scene), interaction.user.id, interaction.id, text)
            async with self._service.best_effort(_game_id(scene)):
                await reply.whisper(scene.narrator.say("gm.told"))
            await self._service.deliver(reply, _game_id(scene))

        await registering.serve(self._service, interaction, work)

    # Notes and sight ---------------------------------------------------------------------------------------

    @app_commands.command(
        name=registering.localised_name("gm.note"), description=registering.localised_description("gm.note")
    )
    @app_commands.rename(text=registering.localised_name("option.text"))
    @app_commands.describe(text=registering.localised_description("option.text"))
    async def note(self, interaction: Interaction, text: NoteText) -> None:
        """Store a private note."""

        async def work(reply: Reply) -> None:
            scene = await self._service.here(interaction)
            await mastery.note(self._service.sessions, _game_id(scene), interaction.user.id, interaction.id, text)
            await reply.whisper(scene.narrator.say("gm.noted"))

        await registering.serve(self._service, interaction, work)

    @app_commands.command(
        name=registering.localised_name("gm.notes"), description=registering.localised_description("gm.notes")
    )
    async def notes(self, interaction: Interaction) -> None:
        """Show the game master's notes."""

        async def work(reply: Reply) -> None:
            scene, notes = await self._kept(interaction)
            lines = list(gm_rulings.note_lines(notes)) or [scene.narrator.say("gm.no_notes")]
            await reply.whisper(gm_rulings.newest(lines))

        await registering.serve(self._service, interaction, work)

    async def _kept(self, interaction: Interaction) -> tuple[Scene, list[Note]]:
        scene = await self._service.here(interaction)
        mastery.must_master(scene.standing.record, interaction.user.id)
        return scene, await own_notes(self._service.sessions.store, _game_id(scene), interaction.user.id)

    @app_commands.command(
        name=registering.localised_name("gm.screen"), description=registering.localised_description("gm.screen")
    )
    async def screen(self, interaction: Interaction) -> None:
        """Show the game master's screen."""
        await registering.serve(
            self._service, interaction, lambda reply: gm_screen.show_screen(self._service, reply), share="picture"
        )

    @app_commands.command(
        name=registering.localised_name("gm.see"), description=registering.localised_description("gm.see")
    )
    async def see(self, interaction: Interaction) -> None:
        """Show everything that the game master may know."""

        async def work(reply: Reply) -> None:
            scene, notes = await self._kept(interaction)
            lines = [status.table_in_words(scene), *await self._last_rulings(scene)]
            if notes:
                lines += [scene.narrator.say("gm.see.notes"), *list(gm_rulings.note_lines(notes))[-RULINGS_SHOWN:]]
            lines += gm_rulings.hidden_things(scene)
            await reply.whisper(clip("\n".join(lines), components.CONTENT))

        await registering.serve(self._service, interaction, work)

    async def _last_rulings(self, scene: Scene) -> list[str]:
        standing = scene.standing
        found = await undo_points.points(self._service.sessions.store, standing.record.id, standing.address)
        last = [point for point in found if undo_points.is_ruling(point.answer)][:RULINGS_SHOWN]
        sitters = await self._service.sessions.store.sitters(standing.record.id)
        master = undo_words.Reader(standing.record.gm_id, True)
        said = await PAST.do(
            lambda: [undo_words.place_in_words(scene, scene.narrator, point, master, sitters) for point in last]
        )
        return [scene.narrator.say("gm.see.rulings"), *(f"- {said_line}" for said_line in said)] if said else []


def _game_id(scene: Scene) -> str:
    return scene.standing.record.id


def commands(service: TableService) -> Iterator[registering.AnyCommand]:
    """Yield the command group."""
    group = MasterCommands(service)
    group.add_command(now(service))
    yield group
