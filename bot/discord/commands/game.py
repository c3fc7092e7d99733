"""The ``/game`` commands: open, start, close, resume, export and import a game."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO
from itertools import chain, count, islice

import aiohttp
import discord
from discord import File, HTTPException, Thread, app_commands

from bot.acts import accountless_seats, archive
from bot.acts.accountless_seats import read_names
from bot.acts.copies.exporting import compress_for_discord, export_all, export_own, must_be_entitled, viewer_of
from bot.acts.copies.formats import MOST_BYTES
from bot.acts.copies.importing import Checked, import_into, place_of, read_and_check, why_of
from bot.acts.copies.replaying import BadImport
from bot.acts.proposals import END
from bot.acts.table_settings import lock_of, settings_of
from bot.discord.channels import must_have_permissions
from bot.discord.commands import lobby, registering, seats
from bot.discord.commands.finding import language_of
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.service import TableService
from bot.discord.commands.settings import LANGUAGES
from bot.discord.commands.status import resting_in_words, status, table_label
from bot.discord.commands.zones import ask_zone
from bot.discord.prompts.components import fit_lines
from bot.discord.prompts.lobby import COMPUTERS
from bot.discord.prompts.meanwhile import introduction
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.threads import WEEK_MINUTES
from bot.executors import PAST, WHOLE
from bot.session.lobby import PLACE, THREAD, Opening, new_record, no_such_game
from bot.table.habits import of_a_real_table
from bot.table.records import Computer, Standing
from bot.words import house_rules
from bot.words.catalogues import LOCALES
from bot.words.matching import Offer, find_matches, matching_offers
from bot.words.narrator import Narrator, Said, clip, fold, tame
from rules.kernel.errors import Refused
from rules.kernel.requests import GM
from rules.kernel.turns import BOOK, PACE

DOWNLOAD = 20.0
"""Seconds for downloading a file from Discord."""


async def _export_game(service: TableService, reply: Reply, everything: bool = False) -> None:
    scene, user_id = await service.past(reply), reply.user_id
    record, sessions = scene.record, service.sessions
    viewer = viewer_of(record, user_id, everything)
    if viewer == GM:
        must_be_entitled(scene.rules, record, user_id)
    await reply.acknowledge()
    if viewer == GM:
        copy = await export_all(sessions, record.id, user_id, reply.interaction_id)
        async with service.best_effort(record.id):
            await service.deliver(reply, record.id)
    else:
        copy = await export_own(sessions, record.id, viewer)
    data, suffix = await WHOLE.do(compress_for_discord, copy)
    file = File(BytesIO(data), f"labirynt-{record.id}-{'gm' if viewer == GM else viewer}{suffix}")
    await reply.whisper(scene.narrator.say("export.full" if viewer == GM else "export.own"), [file])


async def _import_file(service: TableService, reply: Reply, file: discord.Attachment, retell: bool = False) -> None:
    await _check_upload(service, reply, file)
    async with lock_of("import", reply.user_id):
        await _import_game(service, reply, file, retell)


async def _check_upload(service: TableService, reply: Reply, file: discord.Attachment) -> None:
    """Refuse an upload for reasons that do not depend on its content."""
    must_have_permissions(reply.interaction)
    if file.size > MOST_BYTES:
        raise Refused("copy_heavy", most=MOST_BYTES // 2**20)
    here = await service.sessions.standing(reply.channel_id)
    if here and here.record.phase != "ended":
        raise Refused("channel_taken")
    service.limits.table(reply.user_id, reply.guild_id, service.sessions.live())
    await reply.acknowledge()


async def _import_game(service: TableService, reply: Reply, file: discord.Attachment, retell: bool) -> None:
    voice = await service.voice(reply.interaction)
    await reply.whisper(voice.say("import.checking"))
    found = await _check_copy(service, voice, await _download(file))
    user, channel_id = reply.interaction.user, reply.channel_id
    place = (channel_id, reply.guild_id, user.id, user.display_name, reply.interaction_id)
    standing = await import_into(service.sessions, found, *place, retell=retell)
    dice = found.replayed
    said = voice.say("import.done", stages=len(dice.snapshots), fair=dice.fair, human=dice.human)
    async with service.best_effort(standing.record.id):
        first = await _introduce_game(service, standing, user.id) if retell else []
        await reply.whisper(fit_lines([*first, f"-# {said}" if first else said]))
    await service.deliver(reply, standing.record.id)


async def _introduce_game(service: TableService, standing: Standing, user_id: int) -> list[str]:
    rows = await service.sessions.chronicle(standing.record.id)
    return await PAST.do(lambda: introduction(service.scene(standing), rows, user_id))


async def _download(file: discord.Attachment) -> bytes:
    """Download an attachment; raises ``Refused("copy_unread")`` if Discord does not deliver it in time."""
    try:
        async with asyncio.timeout(DOWNLOAD):
            return await file.read()
    except (HTTPException, aiohttp.ClientError, TimeoutError) as failure:
        raise Refused("copy_unread") from failure


async def _check_copy(service: TableService, voice: Narrator, data: bytes) -> Checked:
    try:
        return await read_and_check(service.sessions, data, service.lanes)
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


@app_commands.choices(
    language=LANGUAGES, level=[registering.localised_choice(f"level.{name}", name) for name in COMPUTERS]
)
async def _open(
    service: TableService,
    reply: Reply,
    game: registering.ShortText = "",
    language: registering.Picked = "",
    options: registering.ShortText = "",
    thread: bool = False,
    computers: app_commands.Range[int, 0, accountless_seats.MOST] = 0,
    level: registering.Picked = "",
    table: bool = False,
    players: registering.ShortText = "",
) -> None:
    """Open a table in this channel or in a new thread; at a real table the players are only names."""
    interaction = reply.interaction
    must_have_permissions(interaction, thread=thread)
    chosen = await _chosen(service, interaction, game)
    agreed, rules = house_rules.parse_rules(options), service.games[chosen]
    rules.begin(["s1"], agreed)  # refuses house rules that do not exist
    preset = await settings_of(service.store, reply.guild_id)
    locale = language or preset.language or language_of(interaction)
    service.limits.table(reply.user_id, reply.guild_id, service.sessions.live())
    people = read_names(players)
    wanted = Opening(
        game=chosen,
        channel_id=reply.channel_id,
        guild_id=reply.guild_id,
        locale=locale,
        leader_id=reply.user_id,
        leader_name=interaction.user.display_name,
        leader_username=interaction.user.name,
        options={PACE: BOOK, **agreed} if PACE in rules.switches and (table or people) else agreed,
        habits=of_a_real_table(preset.habits) if table or people else preset.habits,
        in_person=people,
        computers=_computers(locale, people or [interaction.user.display_name], computers, level),
    )
    new_record(0, wanted, rules.seats)  # what has no room is refused before a thread is made
    await _post_lobby(service, reply, wanted, await _thread(service, interaction, chosen, locale) if thread else None)
    if resting := await resting_in_words(service, interaction):
        await reply.whisper(resting)
    await ask_zone(service, reply)


def _computers(locale: str, taken: Collection[str], number: int, level: str) -> list[tuple[str, Computer]]:
    """Return the names and levels of so many computer players."""
    names = accountless_seats.names(locale, taken)
    return [(name, "easy" if level == "easy" else "careful") for name in islice(names, number)]


async def _post_lobby(service: TableService, reply: Reply, wanted: Opening, thread: Thread | None) -> None:
    """Store the table and post its lobby in this channel or in the thread, with a link to it here."""
    if not thread:
        await lobby.post(service, reply, await service.sessions.new(interaction_id=reply.interaction_id, **wanted))
        return
    wanted["channel_id"] = thread.id
    standing = await service.sessions.new(interaction_id=reply.interaction_id, **wanted)
    await lobby.post_in(service, thread, standing)
    said = Narrator(wanted["locale"]).say("game.in_thread", thread=Said(thread.mention))
    message_id = await reply.post(Shown(said))
    await service.sessions.note_prompt(standing.record.id, PLACE, THREAD, message_id)


async def _chosen(service: TableService, interaction: Interaction, typed: str) -> str:
    """Return the game with this name or these initials in either language, the first if several have it.

    '' means the last game of this channel, else the game that the channel's name names, else the first game.
    Raises ``Refused("no_such_game")``.
    """
    games = service.games
    if not typed:
        last = await service.sessions.standing(interaction.channel_id or 0)
        here = fold(getattr(interaction.channel, "name", ""))
        if last and last.record.game in games:
            return last.record.game
        return next((game for game in games if game.rpartition("-")[2] in here), next(iter(games)))
    languages = [Narrator(language, marked=False) for language in LOCALES]
    titles = {game: [str(language.say(f"game.{game}")) for language in languages] for game in games}
    initials = {game: ["".join(word[0] for word in title.split()) for title in titles[game]] for game in games}
    found = find_matches({game: [game, *titles[game], *initials[game]] for game in games}, typed, slips=False)
    if not found:
        raise no_such_game(games)
    return found[0]


async def _thread(service: TableService, interaction: Interaction, game: str, locale: str) -> Thread:
    """Open a thread of this channel for a table.

    Raises ``Refused`` with no_thread_here, threads_full or thread_blocked, or with channel_taken if the interaction
    was redelivered.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused("no_thread_here")
    if await service.store.has_interaction(interaction.id):
        raise Refused("channel_taken")  # the interaction was redelivered; its thread is there
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    title = str(Narrator(locale, marked=False).say(f"game.{game}"))
    name = _thread_name(title, interaction.user.display_name, {thread.name for thread in channel.threads})
    try:
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK_MINUTES)
    except HTTPException as refusal:
        if refusal.code not in THREAD_REFUSALS:
            raise
        raise Refused(THREAD_REFUSALS[refusal.code]) from refusal


async def _game_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    narrator = Narrator(language_of(interaction), marked=False)
    return matching_offers([(narrator.say(f"game.{name}"), name) for name in service.games], begun)


async def _rule_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    narrator = Narrator(language_of(interaction), marked=False)
    game = await _chosen(service, interaction, registering.other_option(interaction, "game"))
    return house_rules.complete_rules(narrator, service.games[game].switches, begun)


async def _start(service: TableService, reply: Reply, quick: bool = False) -> None:
    must_have_permissions(reply.interaction)
    await lobby.start(service, reply, quick=quick)


async def _end(service: TableService, reply: Reply, sure: bool) -> None:
    """Close the table for good."""
    if not sure:
        raise Refused("not_sure")
    may = reply.interaction.permissions.manage_channels
    name = await service.person(reply.interaction)
    try:
        standing = await service.sessions.end(reply.channel_id, reply.user_id, reply.interaction_id, may=may)
    except Refused as refusal:
        if refusal.reason != "end_ballot":
            raise
        await open_ballot(service, reply, END)
        return
    said = service.scene(standing).narrator.say("game.ended_by", name=name)
    async with service.best_effort(standing.record.id):
        await (reply.whisper(said) if standing.record.commitment else reply.post(Shown(said)))
    await lobby.close(service, reply, standing)
    await service.deliver(reply, standing.record.id)


async def _resume(service: TableService, reply: Reply, table: registering.ShortText = "") -> None:
    """Resume a table that has lost its channel."""
    must_have_permissions(reply.interaction)
    service.limits.table(reply.user_id, reply.guild_id, service.sessions.live())
    mine = await archive.archived_tables(service.sessions, reply.user_id)
    if not table and len(mine) != 1:
        raise Refused("which_table" if mine else "nothing_to_resume")
    standing = await archive.resume(
        service.sessions,
        table or mine[0].id,
        reply.channel_id,
        reply.guild_id,
        reply.user_id,
        reply.interaction_id,
    )
    if standing.record.phase == "lobby":
        await lobby.post(service, reply, standing)
        return
    scene = service.scene(standing)
    async with service.best_effort(standing.record.id):
        game = scene.narrator.say(f"game.{standing.record.game}")
        await reply.post(Shown(scene.narrator.say("game.resumed", game=game)))
    await service.posting.begin_anew(standing.record.id)
    await service.deliver(reply, standing.record.id)


async def _archived_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    mine = await archive.archived_tables(service.sessions, interaction.user.id)
    narrator = Narrator(language_of(interaction), marked=False)
    return matching_offers([(table_label(narrator, record), record.id) for record in mine], begun)


def _thread_name(title: str, leader: str, taken: Collection[str]) -> str:
    name = f"{title} · {tame(leader)}"
    numbered = (clip(name, THREAD_NAME_LENGTH - len(end)) + end for end in chain([""], map(" ({})".format, count(2))))
    return next(name for name in numbered if name not in taken)


GROUP = registering.group(
    "game",
    (
        registering.command("game.new", _open, public=True, game=_game_offers, options=_rule_offers),
        registering.command("game.start", _start, public=True),
        registering.command("game.status", status, share="look"),
        registering.command("game.end", _end),
        registering.command("game.resume", _resume, public=True, table=_archived_offers),
        *seats.COMMANDS,
        registering.command("game.export", _export_game, share="copy"),
        registering.command("game.import", _import_file, share="copy"),
    ),
)
"""The command group ``/game``."""
