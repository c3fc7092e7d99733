"""Binds the chronicle of a table: fetches what was told and seen, has it drawn, and hands it over as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from io import BytesIO
from typing import Any

import discord
import msgspec
import structlog

from bot.discord.prompts.scene import Scene
from bot.discord.telling.chronicle import Chapter, Pictures, Tale, chapters, happened, html
from bot.executors import WHOLE
from bot.games.face import SET_UP, Face, Grown, Parts
from bot.games.pictures import Picture
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.timekeeping import clock_of
from bot.words.narrator import Narrator
from rules.kernel.advance import Snapshot
from rules.kernel.chance import commitment
from rules.kernel.errors import BadSave, Refused
from rules.kernel.game import Rules

LARGEST = 10 * 1024 * 1024 - 64 * 1024
"""Bytes that Discord takes as an attachment, with something to spare for the rest of the message."""

Games = Mapping[str, Rules[Any]]
_log = structlog.get_logger(__name__)


class Bound(msgspec.Struct, frozen=True):
    """The chronicle as a file, and how the maps in it grew.

    ``entire``: no picture had to be left out because it would have become too large.
    """

    name: str
    data: bytes
    entire: bool
    grown: Sequence[Grown] = ()

    def file(self) -> discord.File:
        """The chronicle as an upload."""
        return discord.File(BytesIO(self.data), self.name)


async def chronicle_within(
    sessions: Sessions, games: Games, game_id: str, largest: int = LARGEST, reader: int = 0
) -> Bound:
    """The chronicle of a table as spectators may know it; raises ``Refused`` when it has not begun.

    ``reader``: the person in whose time its hours are; 0: in the table's, as many read it.
    """
    standing = await sessions.standing_of(game_id)
    if standing is None:
        raise Refused("no_game")
    if standing.state is None:
        raise Refused("not_started")
    scene = Scene(standing, games[standing.record.game])
    tale = await _told(sessions, scene)
    clock = await _clock(sessions, reader, standing.record.leader_id)
    return await bind_within(scene.narrator, tale, clock, largest)


async def bind_within(narrator: Narrator, tale: Tale, clock: tzinfo, largest: int) -> Bound:
    """With all its pictures, else without those that move, else without any."""
    pictures = await draw_pictures(narrator, tale)
    for shown in (pictures, msgspec.structs.replace(pictures, grown=()), Pictures()):
        data = await WHOLE.do(html, narrator, tale, shown, clock)
        if len(data) <= largest:
            return Bound(f"labirynt-{tale.record.id}.html", data, shown is pictures, pictures.grown)
    raise Refused("chronicle_too_large")


# What was told and seen ----------------------------------------------------------------------------------------


async def _told(sessions: Sessions, scene: Scene) -> Tale:
    record, now = scene.standing.record, scene.rules.view(scene.standing.state, None)
    over = record.phase == "ended"
    began = await _began(sessions, scene)
    rows = await sessions.chronicle(record.id)
    sitters = await sessions.store.sitters(record.id)
    told = await WHOLE.do(chapters, scene.face, scene.narrator, rows, began, now, over, sitters)
    deeds = await WHOLE.do(happened, rows)
    seals = [commitment(seed) for seed in await sessions.store.seeds(record.id)]
    seeds = await _seeds(sessions, record.id) if over else []
    stages = scene.standing.address.stage + 1
    return Tale(scene.face, record, told, tuple(began.values()), now, seeds, sitters, seals, deeds, stages)


async def _seeds(sessions: Sessions, game_id: str) -> list[bytes]:
    """The seeds, unless the same dice are still to fall at another table."""
    try:
        return await sessions.revealed_seeds(game_id)
    except Refused:
        return []


async def _began(sessions: Sessions, scene: Scene) -> dict[int, Any]:
    """What everybody saw when a stage began, for all stages on the line that led to the present."""
    at = scene.standing.address
    pages = [await sessions.store.page(scene.standing.record.id, at.epoch, stage) for stage in range(at.stage + 1)]
    return await WHOLE.do(views_at_stages, scene.rules, [page.snapshot for page in pages if page is not None])


def views_at_stages(rules: Rules[Any], snapshots: Iterable[Snapshot]) -> dict[int, Any]:
    """What everybody saw when each of these stages began; a stage of too old a game is left out."""
    seen: dict[int, Any] = {}
    for snapshot in snapshots:
        try:
            seen[snapshot.stage] = rules.view(rules.decode(snapshot.state, snapshot.schema), None)
        except BadSave:  # its words are there, its map is not
            _log.warning("chronicle.stage_unreadable", stage=snapshot.stage, schema=snapshot.schema)
    return seen


async def _clock(sessions: Sessions, reader: int, leader: int) -> tzinfo:
    """The reader's clock, if it is known; else the leader's, which is the table's."""
    people = await sessions.store.people([reader, leader])
    return clock_of(people.get(reader) or people.get(leader) or Person(leader))


# Pictures ------------------------------------------------------------------------------------------------------


async def draw_pictures(narrator: Narrator, tale: Tale) -> Pictures:
    """What is worth a picture: how maps grew, the maps as each chapter left them, the whole cast and its cards."""
    face = tale.face
    return Pictures(
        grown=await face.growth(narrator, (*tale.began, tale.now)),
        maps={one.number: await _left(face, narrator, one) for one in tale.chapters if one.number != SET_UP},
        cast=_pictures(await face.overview(narrator, tale.now)),
        cards={one.id: await _cards(face, narrator, tale.now, one.id) for one in face.characters(narrator, tale.now)},
    )


async def _left(face: Face, narrator: Narrator, chapter: Chapter) -> list[Picture]:
    return await face.changed_maps(narrator, chapter.before, chapter.after, done=chapter.done)


async def _cards(face: Face, narrator: Narrator, now: Any, id: str) -> list[Picture]:
    return [picture for parts in await face.sheets(narrator, now, [id]) for picture in _pictures(parts)]


def _pictures(parts: Parts) -> list[Picture]:
    return [part for part in parts if isinstance(part, Picture)]
