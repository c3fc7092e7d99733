"""What the chronicle of Jaskinia shows of the cave: as it was later, and how it became known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.games.face import Grown
from bot.games.growing import Film, grown_map, moments_of
from bot.games.jaskinia.pictures import cave_picture
from bot.words.narrator import Narrator
from rules.jaskinia.view import View


def seen_later(view: View) -> View:
    """The cave without the path of a turn that is over."""
    return msgspec.structs.replace(view, path=())


def _film() -> Film[View, Any]:
    from images.jaskinia.growth import growth, stages

    return Film(stages, growth)


async def grown_cave(narrator: Narrator, views: Sequence[View]) -> list[Grown]:
    """How the cave became known; nothing where hardly anything happened."""
    shown = await moments_of(_film, views)
    if not shown:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await grown_map(
        "growth",
        _film,
        shown,
        cave_picture(narrator, seen_later(last.view)),
        plain.say("cave.grown", first=first.view.round, last=last.view.round),
        plain.say("cave.alt.grown", first=len(first.found), last=len(last.found)),
    )
