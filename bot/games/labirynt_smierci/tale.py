"""What the chronicle of Labirynt Śmierci shows of its levels: as an adventure left them, and how they grew."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.games.face import Grown
from bot.games.growing import Film, grown_map, moments_of
from bot.games.labirynt_smierci.pictures import map_picture
from bot.words.narrator import Narrator
from rules.labirynt_smierci.view import MapView, View

FEWEST = 8
"""Steps on a level that are worth a moving picture."""


def levels(seen: View) -> list[MapView]:
    """The levels that are known, from the uppermost."""
    return sorted((one for one in (seen.here, *seen.levels) if one is not None), key=lambda one: one.level)


def changed_levels(before: View | None, after: View, *, done: bool) -> list[MapView]:
    """The levels that became larger or different in the meantime; those of an adventure that is over without party."""
    known = {one.level: one.segments for one in levels(before)} if before else {}
    new = [one for one in levels(after) if one.segments != known.get(one.level)]
    return [without_party(one) for one in new] if done else new


def without_party(level: MapView) -> MapView:
    """A level without the party, so that all of it is shown."""
    ways = tuple(msgspec.structs.replace(way, letter="") for way in level.exits)
    return msgspec.structs.replace(level, party=None, exits=ways)


def history(views: Sequence[View]) -> dict[int, list[MapView]]:
    """Each level from its first sight to the present."""
    seen: dict[int, list[MapView]] = {}
    for view in views:
        for level in levels(view):
            seen.setdefault(level.level, []).append(level)
    return dict(sorted(seen.items()))


def _film() -> Film[MapView, MapView]:
    from images.labirynt_smierci.growth import growth, steps

    return Film(steps, growth)


async def grown_level(narrator: Narrator, seen: Sequence[MapView]) -> list[Grown]:
    """How a level grew; nothing of one on which the party hardly was."""
    shown = await moments_of(_film, seen)
    if sum(view.party is not None for view in shown) < FEWEST:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await grown_map(
        f"growth-{last.level}",
        _film,
        shown,
        map_picture(narrator, without_party(last)),
        plain.say("chronicle.grown", level=last.level, first=first.stage, last=last.stage),
        plain.say("alt.growth", level=last.level, first=len(first.segments), last=len(last.segments)),
    )
