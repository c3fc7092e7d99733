"""How a map grew, for those who look back: the moving picture, the finished map, what stands below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.executors import WHOLE
from bot.games.face import Grown
from bot.games.pictures import Picture, draw_picture
from bot.words.narrator import Said

V = TypeVar("V")
M = TypeVar("M")

FEWEST = 3
"""Moments that are worth a moving picture."""


class Film(NamedTuple, Generic[V, M]):
    """How a game films a map: which moments are shown, and they as a GIF."""

    choose: Callable[[Sequence[V]], list[M]]
    draw: Callable[[Sequence[M]], bytes]


async def moments_of(film: Callable[[], Film[V, M]], views: Sequence[V]) -> list[M]:
    """The moments that are shown; none where hardly anything happened. ``film``: reads what films, in a thread."""
    shown = await WHOLE.do(lambda: film().choose(views))
    return shown if len(shown) >= FEWEST else []


async def grown_map(
    name: str,
    film: Callable[[], Film[V, M]],
    shown: Sequence[M],
    still: Awaitable[Picture | None],
    caption: Said,
    alt: Said,
) -> list[Grown]:
    """The moving picture with the finished map; nothing when it cannot be drawn.

    ``name``: of the file, without its ending; ``alt``: what moves, before the words of the finished map.
    """
    finished = await still
    words = f"{alt} {finished.alt}" if finished else alt
    moving = await draw_picture(f"{name}.gif", lambda: film().draw(shown), words)
    return [Grown(moving, finished, caption)] if moving else []
