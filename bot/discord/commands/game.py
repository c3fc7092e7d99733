"""The ``/game`` commands: open, start, close, resume, export and import a game."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from itertools import chain, count, islice
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import accountless_seats, archive
from bot.acts.accountless_seats import read_names
from bot.acts.copies.exporting import compress_for_discord, export_all, export_own, must_be_entitled, viewer_of
from bot.acts.copies.formats import MOST_BYTES
from bot.acts.copies.importing import Checked, Lanes, import_into, place_of, read_and_check, why_of
from bot.acts.copies.replaying import BadImport
from bot.acts.proposals import END
from bot.acts.table_settings import lock_of, settings_of
from bot.discord.channels import must_have_permissions
from bot.discord.commands import registering
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.seats import Seats
from bot.discord.commands.service import TableService, language_of
from bot.discord.commands.status import resting_in_words, status, table_label
from bot.discord.prompts.components import CONTENT, view
from bot.discord.prompts.lobby import COMPUTERS
from bot.discord.prompts.meanwhile import introduction
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.threads import WEEK_MINUTES
from bot.executors import PAST, WHOLE
from bot.session.lobby import PLACE, THREAD, Opening, new_record, no_such_game
from bot.table.habits import of_a_real_table
from bot.table.records import Standing
from bot.words import house_rules
from bot.words.catalogues import LOCALES
from bot.words.matching import find_matches
from bot.words.narrator import Narrator, Said, clip, tame
from rules.kernel.errors import Refused
from rules.kernel.requests import GM
from rules.kernel.turns import BOOK, PACE

Command = app_commands.Command[Any, ..., None]
DOWNLOAD = 20.0
"""Seconds for downloading a file from Discord."""


def copies(service: TableService) -> Iterator[Command]:
    """Return the export and import commands of the group ``/game``."""
    lanes = Lanes()

    @app_commands.rename(everything=registering.localised_name("option.everything"))
    @app_commands.describe(everything=registering.localised_description("option.everything"))
    async def give(interaction: Interaction, everything: bool = False) -> None:
        await registering.serve(
            service, interaction, lambda reply: _export_game(service, reply, everything), share="copy"
        )

    @app_commands.rename(
        file=registering.localised_name("option.file"), retell=registering.localised_name("option.retell")
    )
    @app_commands.describe(
        file=registering.localised_description("option.file"), retell=registering.localised_description("option.retell")
    )
    async def take(interaction: Interaction, file: discord.Attachment, retell: bool = False) -> None:
        async def work(reply: Reply) -> None:
            await _check_upload(service, reply, file)
            async with lock_of("import", interaction.user.id):
                await _import_game(service, reply, file, retell, lanes)

        await registering.serve(service, interaction, work, share="copy")

    yield Command(
        name=registering.localised_name("game.export"),
        description=registering.localised_description("game.export"),
        callback=give,
    )
    yield Command(
        name=registering.localised_name("game.import"),
        description=registering.localised_description("game.import"),
        callback=take,
    )


async def _export_game(service: TableService, reply: Reply, everything: bool) -> None:
    scene, user_id = await service.past(reply.interaction), reply.interaction.user.id
    record, sessions = scene.standing.record, service.sessions
    viewer = viewer_of(record, user_id, everything)
    if viewer == GM:
        must_be_entitled(scene.rules, record, user_id)
    await reply.acknowledge()
    if viewer == GM:
        copy = await export_all(sessions, record.id, user_id, reply.interaction.id)
        async with service.best_effort(record.id):
            await service.deliver(reply, record.id)
    else:
        copy = await export_own(sessions, record.id, viewer)
    data, suffix = await WHOLE.do(compress_for_discord, copy)
    file = discord.File(BytesIO(data), f"labirynt-{record.id}-{'gm' if viewer == GM else viewer}{suffix}")
    await reply.whisper(scene.narrator.say("export.full" if viewer == GM else "export.own"), [file])


async def _check_upload(service: TableService, reply: Reply, file: discord.Attachment) -> None:
    """Refuse an upload for reasons that do not depend on its content."""
    must_have_permissions(reply.interaction)
    if file.size > MOST_BYTES:
        raise Refused("copy_heavy", most=MOST_BYTES // 2**20)
    here = await service.sessions.standing(reply.interaction.channel_id or 0)
    if here is not None and here.record.phase != "ended":
        raise Refused("channel_taken")
    service.limits.table(reply.interaction.user.id, reply.interaction.guild_id or 0, service.sessions.live())
    await reply.acknowledge()


async def _import_game(
    service: TableService, reply: Reply, file: discord.Attachment, retell: bool, lanes: Lanes
) -> None:
    interaction, voice = reply.interaction, await service.voice(reply.interaction)
    await reply.whisper(voice.say("import.checking"))
    found = await _check_copy(service, voice, await _download(file), lanes)
    user, channel_id = interaction.user, interaction.channel_id or 0
    place = (channel_id, interaction.guild_id or 0, user.id, user.display_name, interaction.id)
    standing = await import_into(service.sessions, found, *place, retell=retell)
    dice = found.replayed
    said = voice.say("import.done", stages=len(dice.snapshots), fair=dice.fair, human=dice.human)
    async with service.best_effort(standing.record.id):
        first = await _introduce_game(service, standing, user.id) if retell else []
        await reply.whisper(clip("\n".join([*first, f"-# {said}" if first else said]), CONTENT))
    await service.deliver(reply, standing.record.id)


async def _introduce_game(service: TableService, standing: Standing, user_id: int) -> list[str]:
    rows = await service.sessions.chronicle(standing.record.id)
    return await PAST.do(lambda: introduction(service.scene(standing), rows, user_id))


async def _download(file: discord.Attachment) -> bytes:
    """Download an attachment; raises ``Refused("copy_unread")`` if Discord does not deliver it in time."""
    try:
        async with asyncio.timeout(DOWNLOAD):
            return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as failure:
        raise Refused("copy_unread") from failure


async def _check_copy(service: TableService, voice: Narrator, data: bytes, lanes: Lanes) -> Checked:
    try:
        return await read_and_check(service.sessions, data, lanes)
    except BadImport as bad:
        why = why_of(voice, bad)
        if bad.stage is None:
            raise Refused("bad_copy", why=why) from bad
        raise Refused("bad_import", place=place_of(voice, bad), why=why) from bad


THREAD_NAME_LENGTH = 100
THREAD_REFUSALS: Mapping[int, str] = {
    160006: "threads_full",  # the server's active threads
    200000: "thread_blocked",  # AutoMod
    40058: "no_thread_here",
    50024: "no_thread_here",
}
"""Reasons why Discord opens no thread, by its error codes (topics/opcodes-and-status-codes#json)."""


class GameCommands(app_commands.Group):
    """The command group ``/game``."""

    def __init__(self, service: TableService) -> None:
        super().__init__(
            name=registering.localised_name("game"),
            description=registering.localised_description("game"),
            allowed_contexts=registering.IN_GUILDS,
            allowed_installs=registering.FOR_GUILDS,
        )
        self._service = service
        self._lobby = Lobby(service)
        for command in (*Seats(service).commands(), *copies(service)):
            self.add_command(command)

    @app_commands.command(
        name=registering.localised_name("game.new"), description=registering.localised_description("game.new")
    )
    @app_commands.rename(
        game=registering.localised_name("option.game"),
        language=registering.localised_name("option.language"),
        options=registering.localised_name("option.options"),
        thread=registering.localised_name("option.thread"),
        computers=registering.localised_name("option.computers"),
        level=registering.localised_name("option.level"),
        table=registering.localised_name("option.real.table"),
        players=registering.localised_name("option.players"),
    )
    @app_commands.describe(
        game=registering.localised_description("option.game"),
        language=registering.localised_description("option.language"),
        options=registering.localised_description("option.options"),
        thread=registering.localised_description("option.thread"),
        computers=registering.localised_description("option.computers"),
        level=registering.localised_description("option.level"),
        table=registering.localised_description("option.real.table"),
        players=registering.localised_description("option.players"),
    )
    @app_commands.choices(
        language=[Choice(name="polski", value="pl"), Choice(name="English", value="en")],
        level=[registering.localised_choice(f"level.{name}", name) for name in COMPUTERS],
    )
    async def new(
        self,
        interaction: Interaction,
        game: registering.ShortText = "",
        language: Choice[str] | None = None,
        options: registering.ShortText = "",
        thread: bool = False,
        computers: app_commands.Range[int, 0, accountless_seats.MOST] = 0,
        level: Choice[str] | None = None,
        table: bool = False,
        players: registering.ShortText = "",
    ) -> None:
        """Open a table in this channel or in a new thread; at a real table the players are only names."""

        async def work(reply: Reply) -> None:
            must_have_permissions(interaction, thread=thread)
            chosen = await self._chosen(interaction, game)
            agreed, rules = house_rules.parse_rules(options), self._service.games[chosen]
            rules.begin(["s1"], agreed)  # refuses house rules that do not exist
            preset = await settings_of(self._service.sessions.store, interaction.guild_id or 0)
            locale = language.value if language else preset.language or language_of(interaction)
            self._service.limits.table(interaction.user.id, interaction.guild_id or 0, self._service.sessions.live())
            people = read_names(players)
            names = list(islice(accountless_seats.names(locale, people or [interaction.user.display_name]), computers))
            wanted = Opening(
                game=chosen,
                channel_id=interaction.channel_id or 0,
                guild_id=interaction.guild_id or 0,
                locale=locale,
                leader_id=interaction.user.id,
                leader_name=interaction.user.display_name,
                leader_username=interaction.user.name,
                options={PACE: BOOK, **agreed} if PACE in rules.switches and (table or people) else agreed,
                habits=of_a_real_table(preset.habits) if table or people else preset.habits,
                in_person=people,
                computers=[(name, "easy" if level and level.value == "easy" else "careful") for name in names],
            )
            new_record(0, wanted, rules.seats)  # what has no room is refused before a thread is made
            place = await self._thread(interaction, chosen, locale) if thread else None
            if place is not None:
                wanted["channel_id"] = place.id
            standing = await self._service.sessions.new(interaction_id=interaction.id, **wanted)
            if place is None:
                await self._lobby.post(reply, standing)
            else:
                await self._lobby.post_in(place, standing)
                said = Narrator(locale).say("game.in_thread", thread=Said(place.mention))
                message_id = await reply.post(Shown(said, view()))
                await self._service.sessions.note_prompt(standing.record.id, PLACE, THREAD, message_id)
            if resting := await resting_in_words(self._service, interaction):
                await reply.whisper(resting)

        await registering.serve(self._service, interaction, work, public=True)

    async def _chosen(self, interaction: Interaction, typed: str) -> str:
        """Return the game with this name in either language; '' means the last game of this channel, else the first
        game.

        Raises ``Refused("no_such_game")``.
        """
        games = self._service.games
        if not typed:
            last = await self._service.sessions.standing(interaction.channel_id or 0)
            return last.record.game if last and last.record.game in games else next(iter(games))
        languages = [Narrator(language, marked=False) for language in LOCALES]
        names = {game: [game, *(str(language.say(f"game.{game}")) for language in languages)] for game in games}
        found = find_matches(names, typed, slips=False)
        if len(found) != 1:
            raise no_such_game(games)
        return found[0]

    async def _thread(self, interaction: Interaction, game: str, locale: str) -> discord.Thread:
        """Open a thread of this channel for a table.

        Raises ``Refused`` with no_thread_here, threads_full or thread_blocked, or with channel_taken if the interaction
        was redelivered.
        """
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel):
            raise Refused("no_thread_here")
        if await self._service.sessions.store.has_interaction(interaction.id):
            raise Refused("channel_taken")  # the interaction was redelivered; its thread is there
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        title = str(Narrator(locale, marked=False).say(f"game.{game}"))
        name = _thread_name(title, interaction.user.display_name, {thread.name for thread in channel.threads})
        try:
            return await channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK_MINUTES)
        except discord.HTTPException as refusal:
            if refusal.code not in THREAD_REFUSALS:
                raise
            raise Refused(THREAD_REFUSALS[refusal.code]) from refusal

    @new.autocomplete("game")
    async def _games(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        offers = [(str(narrator.say(f"game.{name}")), name) for name in self._service.games]
        return registering.choices(offers, begun)

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        try:
            game = await self._chosen(interaction, getattr(interaction.namespace, "game", ""))
        except Refused:
            return []
        return registering.choices(house_rules.complete_rules(narrator, self._service.games[game].switches, begun))

    @app_commands.command(
        name=registering.localised_name("game.start"), description=registering.localised_description("game.start")
    )
    @app_commands.rename(quick=registering.localised_name("option.quick"))
    @app_commands.describe(quick=registering.localised_description("option.quick"))
    async def start(self, interaction: Interaction, quick: bool = False) -> None:
        """Start the game."""

        async def work(reply: Reply) -> None:
            must_have_permissions(interaction)
            await self._lobby.start(reply, quick=quick)

        await registering.serve(self._service, interaction, work, public=True)

    @app_commands.command(
        name=registering.localised_name("game.status"), description=registering.localised_description("game.status")
    )
    async def status(self, interaction: Interaction) -> None:
        """Show the state of the table and whom it waits for."""
        await registering.serve(self._service, interaction, lambda reply: status(self._service, reply), share="look")

    @app_commands.command(
        name=registering.localised_name("game.end"), description=registering.localised_description("game.end")
    )
    @app_commands.rename(sure=registering.localised_name("option.sure"))
    @app_commands.describe(sure=registering.localised_description("option.sure"))
    async def end(self, interaction: Interaction, sure: bool) -> None:
        """Close the table for good."""

        async def work(reply: Reply) -> None:
            if not sure:
                raise Refused("not_sure")
            channel, user = interaction.channel_id or 0, interaction.user.id
            may = interaction.permissions.manage_channels
            name = await self._service.person(interaction)
            try:
                standing = await self._service.sessions.end(channel, user, interaction.id, may=may)
            except Refused as refusal:
                if refusal.reason != "end_ballot":
                    raise
                await open_ballot(self._service, reply, END)
                return
            said = self._service.scene(standing).narrator.say("game.ended_by", name=name)
            async with self._service.best_effort(standing.record.id):
                await (reply.whisper(said) if standing.record.commitment else reply.post(Shown(said, view())))
            await self._lobby.close(reply, standing)
            await self._service.deliver(reply, standing.record.id)

        await registering.serve(self._service, interaction, work)

    @app_commands.command(
        name=registering.localised_name("game.resume"), description=registering.localised_description("game.resume")
    )
    @app_commands.rename(game=registering.localised_name("option.table"))
    @app_commands.describe(game=registering.localised_description("option.table"))
    async def resume(self, interaction: Interaction, game: registering.ShortText = "") -> None:
        """Resume a table that has lost its channel."""

        async def work(reply: Reply) -> None:
            must_have_permissions(interaction)
            self._service.limits.table(interaction.user.id, interaction.guild_id or 0, self._service.sessions.live())
            mine = await archive.archived_tables(self._service.sessions, interaction.user.id)
            if not game and len(mine) != 1:
                raise Refused("which_table" if mine else "nothing_to_resume")
            standing = await archive.resume(
                self._service.sessions,
                game or mine[0].id,
                interaction.channel_id or 0,
                interaction.guild_id or 0,
                interaction.user.id,
                interaction.id,
            )
            await self._resumed(reply, standing)

        await registering.serve(self._service, interaction, work, public=True)

    async def _resumed(self, reply: Reply, standing: Standing) -> None:
        if standing.record.phase == "lobby":
            await self._lobby.post(reply, standing)
            return
        scene = self._service.scene(standing)
        async with self._service.best_effort(standing.record.id):
            game = scene.narrator.say(f"game.{standing.record.game}")
            await reply.post(Shown(scene.narrator.say("game.resumed", game=game), view()))
        await self._service.posting.begin_anew(standing.record.id)
        await self._service.deliver(reply, standing.record.id)

    @resume.autocomplete("game")
    async def _archived(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        mine = await archive.archived_tables(self._service.sessions, interaction.user.id)
        narrator = Narrator(language_of(interaction), marked=False)
        offers = [(table_label(narrator, record), record.id) for record in mine]
        return registering.choices(offers, begun)


def _thread_name(title: str, leader: str, taken: Collection[str]) -> str:
    name = f"{title} · {tame(leader)}"
    numbered = (clip(name, THREAD_NAME_LENGTH - len(end)) + end for end in chain([""], map(" ({})".format, count(2))))
    return next(name for name in numbered if name not in taken)


def commands(service: TableService) -> Iterator[registering.AnyCommand]:
    """Yield the command group."""
    yield GameCommands(service)
