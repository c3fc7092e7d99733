"""How the growth of a game's map becomes an animation beside the finished map."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.executors import WHOLE
from bot.games.face import Grown, Picture, draw_picture
from bot.words.narrator import Said

V = TypeVar("V")
M = TypeVar("M")

FEWEST = 3
"""The fewest moments that are worth an animation."""


class Film(NamedTuple, Generic[V, M]):
    """How a game animates a map: ``choose`` picks the moments, ``draw`` makes the GIF."""

    choose: Callable[[Sequence[V]], list[M]]
    draw: Callable[[Sequence[M]], bytes]


async def moments_of(film: Callable[[], Film[V, M]], views: Sequence[V]) -> list[M]:
    """Return the moments to show; empty if fewer than ``FEWEST``. ``film``: loads the film code, in a thread."""
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
    """Return the animation together with the finished map; empty if the animation cannot be drawn.

    ``name``: the file name without extension; ``alt``: what moves, put before the words of the finished map.
    """
    finished = await still
    words = f"{alt} {finished.alt}" if finished else alt
    moving = await draw_picture(f"{name}.gif", lambda: film().draw(shown), words)
    return [Grown(moving, finished, caption)] if moving else []
