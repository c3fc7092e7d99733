"""Binds the chronicle of a table: fetches what was told and seen, has it drawn, and hands it over as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from io import BytesIO
from typing import Any

import discord
import msgspec
import structlog

from bot.narrator import Narrator
from bot.prompts.pictures import Picture, map_in_words, of_card, of_map, of_party
from bot.prompts.scene import Scene
from bot.sessions import Sessions
from bot.telling.chronicle import Grown, Pictures, Tale, chapters, history, html, whole
from bot.weeks.habits import Person
from bot.weeks.timekeeping import clock_of
from rules.kernel.advance import Snapshot
from rules.kernel.errors import BadSave, Refused
from rules.kernel.game import Rules
from rules.labirynt_smierci.view import MapView, View

LARGEST = 10 * 1024 * 1024 - 64 * 1024
"""Bytes that Discord takes as an attachment, with something to spare for the rest of the message."""
FEWEST = 3
"""Frames that are worth an animation."""

Games = Mapping[str, Rules[Any]]
_log = structlog.get_logger(__name__)


class Bound(msgspec.Struct, frozen=True):
    """The chronicle as a file; ``entire``: no picture had to be left out because it would have become too large."""

    name: str
    data: bytes
    entire: bool

    def file(self) -> discord.File:
        """The chronicle as an upload."""
        return discord.File(BytesIO(self.data), self.name)


async def chronicle_file(sessions: Sessions, games: Games, game_id: str) -> discord.File:
    """The chronicle of a table as an upload; raises ``Refused`` when it has not begun."""
    return (await bound(sessions, games, game_id)).file()


async def bound(sessions: Sessions, games: Games, game_id: str, largest: int = LARGEST) -> Bound:
    """The chronicle of a table as spectators may know it; raises ``Refused`` when it has not begun."""
    standing = await sessions.standing_of(game_id)
    if standing is None:
        raise Refused("no_game")
    if standing.state is None:
        raise Refused("not_started")
    scene = Scene(standing, games[standing.record.game])
    tale = await _told(sessions, scene)
    clock = await _clock(sessions, standing.record.leader_id)
    return await bind(scene.narrator, tale, clock, largest)


async def bind(narrator: Narrator, tale: Tale, clock: tzinfo, largest: int) -> Bound:
    """With all its pictures, else without those that move, else without any."""
    pictures = await drawn(narrator, tale)
    for shown in (pictures, msgspec.structs.replace(pictures, grown=()), Pictures()):
        data = await asyncio.to_thread(html, narrator, tale, shown, clock)
        if len(data) <= largest:
            return Bound(f"labirynt-{tale.record.id}.html", data, shown is pictures)
    raise Refused("chronicle_too_large")


# What was told and seen ----------------------------------------------------------------------------------------


async def _told(sessions: Sessions, scene: Scene) -> Tale:
    record, now = scene.standing.record, scene.rules.view(scene.standing.state, None)
    over = record.phase == "ended"
    began = await _began(sessions, scene)
    rows = await sessions.chronicle(record.id)
    sitters = await sessions.store.sitters(record.id)
    told = await asyncio.to_thread(chapters, scene.narrator, rows, began, now, over, sitters)
    seed = await _seed(sessions, record.id) if over else None
    return Tale(record, told, history(began.values(), now), now, seed, sitters)


async def _seed(sessions: Sessions, game_id: str) -> bytes | None:
    """The seed, unless the same dice are still to fall at another table."""
    try:
        return await sessions.revealed(game_id)
    except Refused:
        return None


async def _began(sessions: Sessions, scene: Scene) -> dict[int, Any]:
    """What everybody saw when a stage began, for all stages on the line that led to the present."""
    at = scene.standing.address
    pages = [await sessions.store.page(scene.standing.record.id, at.epoch, stage) for stage in range(at.stage + 1)]
    return await asyncio.to_thread(seen_when, scene.rules, [page.snapshot for page in pages if page is not None])


def seen_when(rules: Rules[Any], snapshots: Iterable[Snapshot]) -> dict[int, Any]:
    """What everybody saw when each of these stages began; a stage of too old a game is left out."""
    seen: dict[int, Any] = {}
    for snapshot in snapshots:
        try:
            seen[snapshot.stage] = rules.view(rules.decode(snapshot.state, snapshot.schema), None)
        except BadSave:  # its words are there, its map is not
            _log.warning("chronicle.stage_unreadable", stage=snapshot.stage, schema=snapshot.schema)
    return seen


async def _clock(sessions: Sessions, user_id: int) -> tzinfo:
    """The leader's clock is the table's."""
    people = await sessions.store.people([user_id])
    return clock_of(people.get(user_id, Person(user_id)))


# Pictures ------------------------------------------------------------------------------------------------------


async def drawn(narrator: Narrator, tale: Tale) -> Pictures:
    """What is worth a picture: how levels grew, the map as each adventure left it, the party and its cards."""
    now = tale.now if isinstance(tale.now, View) else None
    return Pictures(
        grown=[grown for seen in tale.levels.values() if (grown := await _grown(narrator, seen))],
        maps={one.number: _there([await of_map(narrator, level) for level in one.maps]) for one in tale.chapters},
        party=await of_party(narrator, now.party) if now else None,
        cards=_there([await of_card(narrator, one) for one in now.party.characters]) if now else (),
    )


def _there(pictures: Sequence[Picture | None]) -> list[Picture]:
    return [picture for picture in pictures if picture is not None]


async def _grown(narrator: Narrator, seen: Sequence[MapView]) -> Grown | None:
    """How a level grew; None where hardly anything happened, or when the picture fails."""
    from images.growth import growth, steps

    shown = await asyncio.to_thread(steps, seen)
    if len(shown) < FEWEST:
        return None
    try:
        data = await asyncio.to_thread(growth, shown)
    except Exception:  # as with every picture: the words say it all
        _log.exception("picture.failed", picture="growth.png")
        return None
    first, last = shown[0], shown[-1]
    grew = narrator.plain.say("alt.growth", level=last.level, first=len(first.segments), last=len(last.segments))
    moving = Picture("growth.png", data, f"{grew} {map_in_words(narrator, whole(last))}")
    return Grown(last.level, moving, await of_map(narrator, whole(last)), first.stage, last.stage)
