"""The ``/mine``, ``/follow``, ``/away``, ``/back`` and ``/quiet`` commands, for games played over days and weeks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import get_args

from babel.dates import format_datetime
from discord import Member, app_commands
from msgspec import convert

from bot.acts import absence, typed_times
from bot.acts.proposals import proposals_awaiting
from bot.acts.table_settings import settings_of
from bot.discord.commands import answering, registering
from bot.discord.commands.finding import language_of, link_to, own_scene
from bot.discord.commands.proposals import key_of, subject
from bot.discord.commands.service import TableService
from bot.discord.commands.status import resting_in_words
from bot.discord.commands.zones import ask_zone, zone_offers
from bot.discord.direct import say, scene_for
from bot.discord.live import PROMPT
from bot.discord.prompts.components import CONTENT, fit_lines, mention_user
from bot.discord.prompts.open_question import Scene, is_out
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.table_words import moment, since
from bot.discord.prompts.words import question
from bot.session.faults import OurFault
from bot.table.authority import is_master
from bot.table.habits import CallPlace, Follower, Following, Person, Pings
from bot.table.records import GameRecord, Standing
from bot.table.timekeeping import clock_of, deadline_of
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.errors import Refused

UNTIL = ("tomorrow", "1d", "3d", "sunday", "1w", "2w")
HOURS = ("22-7", "22-8", "23-9", "off")
LONGEST_QUESTION = 300
ELSEWHERE = 25
"""Maximum number of games on other servers, those that have waited longest."""
TYPED = 60
"""Maximum characters of typed text that are shown back."""


# What waits for me -------------------------------------------------------------------------------------------


async def _show_waiting_tables(service: TableService, reply: Reply) -> None:
    narrator = await service.voice(reply.interaction)
    user_id, guild_id = reply.user_id, reply.guild_id
    known = await absence.known_tables(service.sessions, user_id)
    here = [table for table in known if table.record.guild_id == guild_id]
    waiting = absence.those_waiting_for(here, user_id)
    lines = [await _waiting_table_line(service, narrator, standing, guild_id) for standing in waiting]
    for standing in here:
        lines += await _open_ballot_lines(service, narrator, standing, user_id)
    lines.insert(0, narrator.say("mine.head" if lines else "mine.nothing"))
    elsewhere = absence.those_waiting_for((table for table in known if table not in here), user_id)[:ELSEWHERE]
    lines += [await _waiting_table_line(service, narrator, standing, guild_id) for standing in elsewhere]
    lines += filter(None, [await resting_in_words(service, reply.interaction)])
    await reply.whisper(_lines_that_fit(narrator, lines))


async def _waiting_table_line(service: TableService, narrator: Narrator, standing: Standing, here: int) -> str:
    """Return the line of a game that waits; of one on another server than ``here`` without question and people."""
    record, end = standing.record, deadline_of(standing)
    place = Said(await link_to(service.sessions, standing, PROMPT))
    facts = {"place": place, "game": narrator.say(f"game.{record.game}"), "since": since(standing)}
    if record.guild_id != here:
        server = (await settings_of(service.store, record.guild_id)).name or narrator.say("mine.some_server")
        return narrator.say("mine.elsewhere", server=narrator.term(server), **facts)
    facts["question"] = Said(clip(_question_in_words(service, narrator, standing), LONGEST_QUESTION))
    return narrator.say("mine.line_until", **facts, end=moment(end)) if end else narrator.say("mine.line", **facts)


def _question_in_words(service: TableService, narrator: Narrator, standing: Standing) -> str:
    scene = scene_for(Scene(standing, service.games[standing.record.game]), narrator.locale)
    return question(scene.narrator, scene.waiting, openly=True)


async def _open_ballot_lines(service: TableService, narrator: Narrator, standing: Standing, user_id: int) -> list[str]:
    votes = await service.store.votes(standing.record.id)
    game = narrator.say(f"game.{standing.record.game}")
    lines: list[str] = []
    scene = scene_for(service.scene(standing), narrator.locale)
    for matter in proposals_awaiting(standing, votes, user_id):
        place = Said(await link_to(service.sessions, standing, key_of(matter)))
        lines.append(narrator.say("mine.ballot", place=place, game=game, what=subject(scene, matter)))
    return lines


def _lines_that_fit(narrator: Narrator, lines: Sequence[str]) -> str:
    shown = len(lines)
    while len("\n".join(lines[:shown])) > CONTENT - 100:
        shown -= 1
    more = [narrator.say("mine.more", number=len(lines) - shown)] if shown < len(lines) else []
    return "\n".join([*lines[:shown], *more])


# Away and back -----------------------------------------------------------------------------------------------


async def _go_away(
    service: TableService,
    reply: Reply,
    until: registering.ShortText,
    stand_in: Member | None = None,
    everywhere: bool = False,
) -> None:
    if stand_in and stand_in.bot:
        raise Refused("stand_in_bot")
    interaction, sessions = reply.interaction, service.sessions
    user, friend_id = reply.user_id, stand_in.id if stand_in else 0
    if stand_in:
        service.may_call_others(interaction)
    end = await absence.end_of(sessions, user, until)
    tables = await _affected_tables(service, interaction, everywhere)
    for record in tables.values():  # whom one table refuses is asked at none
        await absence.must_be_free_to_stand_in(sessions.store, service.games[record.game], record, user, friend_id)
    done, left = await absence.change_everywhere(
        [*tables],
        lambda game_id, once: absence.go_away(sessions, game_id, user, once, end, friend_id),
        reply.interaction_id,
    )
    narrator = await service.voice(interaction)
    facts = {"until": moment(end, "f"), "friend": mention_user(friend_id)}
    said = narrator.say("away.friend" if stand_in else "away.autopilot", **facts)
    if not (stand_in or everywhere) and is_out(await service.here(reply), user):
        said = narrator.say("away.out", **facts)
    if everywhere:
        said = Said(f"{said}\n{narrator.say('away.tables', number=len(tables) - len(left))}")
    await _whisper_and_deliver(service, reply, [said, *_unchanged_table_lines(narrator, tables, left)], done)
    if stand_in:
        await _ask_friend(service, interaction, friend_id, end, done)


async def _ask_friend(
    service: TableService, interaction: Interaction, friend_id: int, end: float, tables: Sequence[str]
) -> None:
    for game_id in tables:
        scene = await service.game(game_id)
        seat = scene.record.seat_of(interaction.user.id) or ""
        words = say("away.asked", seat=seat, until=moment(end, "f"))
        await service.posting.call(scene, words, friend_id, f"{interaction.id}.{game_id[:4]}")


async def _come_back(service: TableService, reply: Reply, everywhere: bool = False) -> None:
    sessions = service.sessions
    user = reply.user_id
    tables = await _affected_tables(service, reply.interaction, everywhere, only_away=everywhere)
    try:
        done, left = await absence.change_everywhere(
            [*tables], lambda game_id, once: absence.come_back(sessions, game_id, user, once), reply.interaction_id
        )
    except Refused as refusal:  # the absence may have ended by itself
        if everywhere or refusal.reason != "not_away":
            raise
        if not await answering.tell_meanwhile(service, reply, await service.here(reply)):
            raise
        return
    narrator = await service.voice(reply.interaction)
    await _whisper_and_deliver(
        service, reply, [narrator.say("away.back"), *_unchanged_table_lines(narrator, tables, left)], done
    )
    if not everywhere:
        await answering.tell_meanwhile(service, reply, await service.here(reply))


async def _affected_tables(
    service: TableService, interaction: Interaction, everywhere: bool, *, only_away: bool = False
) -> dict[str, GameRecord]:
    if not everywhere:
        record = (await service.here(interaction)).standing.record
        return {record.id: record}
    user = interaction.user.id
    found = await absence.tables_played(service.sessions, user, interaction.guild_id or 0)
    records = [standing.record for standing in found if not only_away or absence.is_away(standing.record, user)]
    if not records:
        raise Refused("not_away" if found else "no_tables")
    return {record.id: record for record in records}


def _unchanged_table_lines(
    narrator: Narrator, tables: Mapping[str, GameRecord], left: Mapping[str, Exception]
) -> Iterator[Said]:
    for game_id, hindrance in left.items():
        place = Said(f"<#{tables[game_id].channel_id}>")
        yield narrator.say("away.not_there", place=place, why=_hindrance_in_words(narrator, hindrance))


def _hindrance_in_words(narrator: Narrator, hindrance: Exception) -> Said:
    match hindrance:
        case Refused(reason=reason, facts=facts):
            return narrator.say(f"refused.{reason}", **facts)
        case OurFault(key=key, reference=reference):
            return narrator.say(key, reference=reference)
    return narrator.say("fault.store")


async def _whisper_and_deliver(service: TableService, reply: Reply, said: Sequence[str], tables: Sequence[str]) -> None:
    await reply.whisper(fit_lines(said))
    for game_id in tables:
        await service.deliver(reply, game_id)


async def _end_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    plain = (await service.voice(interaction)).plain
    person = await absence.person_of(service.store, interaction.user.id)
    usual = [(str(plain.say(f"until.{offer}")), offer) for offer in UNTIL]
    return [*_typed_end_offers(plain, begun, person, service.sessions.clock()), *matching_offers(usual, begun)]


def _typed_end_offers(plain: Narrator, begun: str, person: Person, now: float) -> list[tuple[str, str]]:
    try:
        end = datetime.fromtimestamp(typed_times.until(begun, person, now), clock_of(person))
    except Refused:
        return []
    shown = str(format_datetime(end, "EEEE d MMMM, HH:mm", locale=plain.locale))
    return [(plain.say("until.typed", typed=begun[:TYPED], end=shown), begun[:TYPED])]


# Nights ------------------------------------------------------------------------------------------------------


@app_commands.choices(
    pings=[registering.localised_choice(f"pings.{arg}", arg) for arg in get_args(Pings)],
    where=[registering.localised_choice(f"place.{arg}", arg) for arg in get_args(CallPlace)],
)
async def _set_quiet_hours(
    service: TableService,
    reply: Reply,
    zone: registering.ShortText = "",
    hours: registering.ShortText = "",
    pings: str = "",
    where: str = "",
) -> None:
    locale = language_of(reply.interaction)
    narrator, direct, user = Narrator(locale), service.posting.direct, reply.interaction.user
    dm = (await direct.open(user, narrator.say("dm.opened")), locale) if where in ("dm", "both") else (0, "")
    if not zone:
        await ask_zone(service, reply)
    person = await absence.set_rest(service.sessions, user.id, zone, hours, pings, where, dm)
    is_quiet = person.quiet_from != person.quiet_to
    key, pings_key = "quiet.set" if is_quiet else "quiet.never", f"quiet.pings.{person.pings}"
    facts = {"zone": person.zone, "first": _time_of_day(person.quiet_from), "last": _time_of_day(person.quiet_to)}
    lines = [
        narrator.say(key, **facts),
        narrator.say(pings_key) if is_quiet else narrator.first_known(f"{pings_key}.always", pings_key),
    ]
    lines += [narrator.say("quiet.next")] if person.pings == "next" and not person.dm_id else []
    lines += [narrator.say(f"quiet.place.{person.place}")] if person.pings != "never" else []
    lines += [] if zone or hours or pings or where else [narrator.say("quiet.how")]
    await reply.whisper("\n".join(lines))


def _time_of_day(minute: int) -> Said:
    return Said(f"{minute // 60}:{minute % 60:02}")


async def _hours_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    plain = (await service.voice(interaction)).plain
    usual = [(str(plain.say(f"hours.{offer}")), offer) for offer in HOURS]
    return matching_offers(usual, begun) or [(begun[:TYPED], begun[:TYPED])]


# Following ---------------------------------------------------------------------------------------------------


@app_commands.choices(
    how=[registering.localised_choice(f"follow.how.{arg}", arg) for arg in (*get_args(Following), "off")]
)
async def _follow(
    service: TableService, reply: Reply, how: registering.Picked = "morning", channel: bool = False
) -> None:
    scene, user_id = await service.here(reply), 0 if channel else reply.user_id
    record, narrator, bulletins = scene.record, own_scene(scene, reply).narrator, service.posting.bulletins
    if channel and not (record.seat_of(reply.user_id) or is_master(record, reply.user_id)):
        raise Refused("follow_player")
    if how == "off":
        await service.store.unfollow(user_id, record.id)
    elif record.phase == "ended":
        raise Refused("game_over")
    elif channel and how == "events":
        raise Refused("follow_here")
    else:
        direct = service.posting.direct
        known = [each.dm_id for each in await service.store.followers(record.id) if each.user_id == user_id]
        opened = narrator.say("follow.opened")
        dm_id = 0 if channel else next(iter(known), 0) or await direct.open(reply.interaction.user, opened)
        locale = "" if channel else narrator.locale
        await bulletins.follow(record, Follower(record.id, user_id, convert(how, Following), dm_id, locale))
    await reply.whisper(narrator.say(f"follow.{'here' if channel else 'own'}.{how}"))
    if not channel:
        await ask_zone(service, reply)


COMMANDS = (
    registering.command("follow", _follow, share="look"),
    registering.command("mine", _show_waiting_tables, share="look"),
    registering.command("away", _go_away, until=_end_offers),
    registering.command("back", _come_back),
    registering.command("quiet", _set_quiet_hours, zone=zone_offers, hours=_hours_offers),
)
"""The commands ``/follow``, ``/mine``, ``/away``, ``/back`` and ``/quiet``."""
