"""The ``/gm`` commands: the game master's tools and screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ButtonStyle, app_commands, ui
from discord.app_commands import Choice

from bot.acts import rulings as mastery
from bot.acts import undo_points
from bot.acts.game_master import step_down
from bot.acts.rulings import must_master
from bot.acts.table_settings import settings_of
from bot.acts.undo_points import dice_of, is_roll
from bot.discord.commands import gm_rulings, registering, status, undo_words
from bot.discord.commands.gm_now import NOW_VERB as RULINGS
from bot.discord.commands.gm_now import OPEN, now, show_what, take_typed_roll, with_way_out
from bot.discord.commands.lookup import library_of
from bot.discord.commands.proposals import name_master
from bot.discord.commands.service import TableService
from bot.discord.prompts import components, story, table_words, typed
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown, answers_line
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import PAST, run_replay
from bot.games.face import Picture
from bot.lookup.asking import look_up
from bot.lookup.tables import Table, tables_of, title_of
from bot.store import Store
from bot.store.units import Page
from bot.table.records import Note
from bot.words.narrator import LONGEST_PASSAGE, Said, clip
from rules.games import book
from rules.kernel.advance import advance
from rules.kernel.chance import Scripted
from rules.kernel.errors import BadSave, Refused, RuleBroken
from rules.kernel.events import DiceRolled
from rules.kernel.game import Rules
from rules.kernel.requests import GM

VERB, TABLE = "screen", "table"
PARTY, NEAR, ASKED, BELOW = 2100, 500, 600, 700
"""Maximum characters of each part of the page; together they fit into a Discord message (4000)."""
DICE, NOTES = 6, 4
STAGES = 3
"""Number of earlier stages that are searched for the last dice."""


class Seen(msgspec.Struct, frozen=True):
    """The contents of the screen: text cards and a picture of the surroundings."""

    cards: Sequence[str]
    pictures: Sequence[Picture]


async def show_screen(service: TableService, reply: Reply) -> None:
    """Show the screen to the game master alone."""
    await _show_screen(service, reply, await service.here(reply.interaction))


async def on_press(service: TableService, reply: Reply, id: components.CustomId, values: Sequence[str]) -> None:
    """Refresh the screen or open a table; the buttons work as long as the game goes on."""
    scene = await service.game(id.game)
    if scene.standing.record.channel_id != reply.interaction.channel_id:
        raise Refused("stale")
    must_master(scene.standing.record, reply.interaction.user.id)
    if id.option == TABLE:
        await _show_whole_table(service, reply, scene, values[0] if values else "".join(id.path))
    else:
        await _show_screen(service, reply, scene)


async def _show_screen(service: TableService, reply: Reply, scene: Scene) -> None:
    must_master(scene.standing.record, reply.interaction.user.id)
    if scene.standing.state is None:
        raise Refused("not_started")
    layout, files = _page(
        scene, await _game_master_screen(service, scene), _tables_by_use(service, scene, reply.interaction.user.id)
    )
    await reply.page(layout, files)


# What it shows ---------------------------------------------------------------------------------------------


async def _game_master_screen(service: TableService, scene: Scene) -> Seen:
    view = scene.rules.view(scene.standing.state, GM)
    pictures = await scene.face.story(scene.narrator, view, (), False)
    said = clip("\n".join(dict.fromkeys(picture.alt for picture in pictures)), NEAR)
    cards = [
        clip("\n".join(_question_lines(scene, view)), ASKED),
        clip(await _party_lines(scene, view), PARTY),
        said,
        clip("\n".join([line async for line in _dice_and_note_lines(service.sessions.store, scene)]), BELOW),
    ]
    return Seen([card for card in cards if card], pictures)


def _question_lines(scene: Scene, view: Any) -> Iterator[str]:
    narrator, standing = scene.narrator, scene.standing
    yield narrator.say("screen.head", game=narrator.say(f"game.{standing.record.game}"), stage=standing.address.stage)
    if standing.waiting is not None:
        yield f"### {gm_rulings.asked_in_words(scene)}"
        yield from filter(None, (answers_line(scene), table_words.times(scene)))
    yield from scene.face.course(narrator, scene.face.weighed(standing.state, view))


async def _party_lines(scene: Scene, view: Any) -> str:
    if scene.has_secrets and (hidden := list(gm_rulings.hidden_things(scene))):
        return "\n".join(hidden)
    return "\n".join(part for part in await scene.face.overview(scene.narrator, view) if isinstance(part, str))


async def _dice_and_note_lines(store: Store, scene: Scene) -> Any:
    narrator = scene.narrator
    if rolled := (await last_dice(store, scene))[:DICE]:
        yield narrator.say("screen.dice")
        for dice_rolled in rolled:
            yield f"- {story.dice(narrator, dice_rolled)}"
    yield narrator.say("gm.see.notes")
    notes = list(gm_rulings.note_lines(await store.notes(scene.standing.record.id)))[-NOTES:]
    for line in notes or [narrator.say("gm.no_notes")]:
        yield line


async def last_dice(store: Store, scene: Scene) -> list[DiceRolled]:
    """Return the dice of this stage and of the ``STAGES`` before it, newest first."""
    at, found = scene.standing.address, list[DiceRolled]()
    for stage in range(at.stage, max(at.stage - STAGES, -1), -1):
        page = await store.page(scene.standing.record.id, at.epoch, stage)
        if page is not None:
            found += reversed(await _dice_of_stage(scene.rules, page))
        if len(found) >= DICE:
            break
    return found


async def _dice_of_stage(rules: Rules[Any], page: Page) -> list[DiceRolled]:
    """Return the dice of a stage as they were told, with what the rules added; bare where the rules have changed."""
    rows = [row.answer for row in page.answers]
    try:
        position = await run_replay(len(rows), advance, rules, page.snapshot, rows, Scripted({}))
    except (RuleBroken, BadSave, KeyError):  # a name that the tables of today do not have
        return [dice_of(row) for row in page.answers if is_roll(row)]
    return [fact.event for fact in position.told if isinstance(fact.event, DiceRolled)]


# How it stands there ---------------------------------------------------------------------------------------


def _page(scene: Scene, seen: Seen, tables: Sequence[Table]) -> tuple[ui.LayoutView, list[discord.File]]:
    layout, files = ui.LayoutView(timeout=None), [components.file_of(picture) for picture in seen.pictures]
    for card in seen.cards:
        layout.add_item(ui.Container[ui.LayoutView](ui.TextDisplay(card)))
    if files:
        shown = zip(files, seen.pictures, strict=True)
        layout.add_item(
            ui.MediaGallery(
                *(discord.MediaGalleryItem(file, description=picture.alt[: components.ALT]) for file, picture in shown)
            )
        )
    for row in components.action_rows(_buttons(scene, tables), _menus(scene, tables)):
        layout.add_item(row)
    layout.stop()
    return layout, files


def _buttons(scene: Scene, tables: Sequence[Table]) -> list[components.Press]:
    plain = scene.narrator.plain
    again = components.Press(scene.id(VERB), plain.say("screen.again"), ButtonStyle.primary, emoji="🔄")
    ruling = components.Press(scene.id(RULINGS, (), OPEN), plain.say("screen.rule"), emoji="✍️")
    near = tables[: components.PER_ROW - 2]
    return [
        again,
        ruling,
        *(components.Press(scene.id(VERB, (table.key,), TABLE), title_of(plain, table), emoji="📖") for table in near),
    ]


def _menus(scene: Scene, tables: Sequence[Table]) -> list[components.Menu]:
    plain = scene.narrator.plain
    picks = [components.Pick(table.key, title_of(plain, table)) for table in tables[: components.PER_SELECT]]
    return [components.Menu(scene.id(VERB, (), TABLE), plain.say("screen.tables"), picks)] if picks else []


def _tables_by_use(service: TableService, scene: Scene, user_id: int) -> list[Table]:
    def rank(table: Table) -> tuple[int, bool, int]:
        return -service.favourites.times(user_id, table.key), table.lookup.roll is None, -len(table.lookup.parameters)

    return sorted(tables_of([book(scene.rules.name)]), key=rank)


async def _show_whole_table(service: TableService, reply: Reply, scene: Scene, table: str) -> None:
    here = book(scene.rules.name)
    said = look_up(scene.narrator, library_of(service, here, here), table, "")
    service.favourites.note(reply.interaction.user.id, table)
    await reply.whisper(said)


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_press}


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
        await self._service.posting.deliver(_game_id(scene))

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
            return registering.choices(
                gm_rulings.offered_words(scene, gm_rulings.offers_of(scene, placing=placing)), begun
            )
        except Refused:
            return []

    @set_right.autocomplete("value")
    @place.autocomplete("value")
    async def _values(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene = await self._ruling(interaction)
            action, _ = gm_rulings.find_correction(
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
    async def skip(self, interaction: Interaction) -> None:
        """Continue the game without waiting for the seats that are asked."""

        async def work(reply: Reply) -> None:
            async def go_on(scene: Scene) -> None:
                user_id, game_id = interaction.user.id, _game_id(scene)
                accepted = await mastery.skip(self._service.sessions, game_id, user_id, interaction.id)
                secrets = story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
                async with self._service.best_effort(game_id):
                    await reply.whisper(
                        clip("\n".join([scene.narrator.say("gm.skipped"), *secrets]), components.CONTENT)
                    )
                await self._service.posting.deliver(game_id)

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
            await self._service.posting.deliver(_game_id(scene))

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
        return scene, await self._service.sessions.store.notes(_game_id(scene))

    @app_commands.command(
        name=registering.localised_name("gm.screen"), description=registering.localised_description("gm.screen")
    )
    async def screen(self, interaction: Interaction) -> None:
        """Show the game master's screen."""
        await registering.serve(
            self._service, interaction, lambda reply: show_screen(self._service, reply), share="picture"
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
