"""How a game's views are drawn, equal ones once; and how the growth of its map becomes an animation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from hashlib import blake2b
from importlib import import_module
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec

from bot.executors import WHOLE
from bot.games.face import Grown, Picture, draw_picture
from bot.words.narrator import Narrator, Said
from images.cache import Kept

if TYPE_CHECKING:
    from images.lettering import Say

P = ParamSpec("P")
V = TypeVar("V")

KEPT: Kept[bytes, bytes] = Kept(8 * 2**20)
"""The cache of drawn views, keyed by a digest of their input; about 150 pictures."""
FEWEST = 3
"""The fewest moments that are worth an animation."""


class Later:
    """A module of pictures, imported by the thread that first draws with it: the bot starts without Pillow."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        return partial(_run, f"images.{self._name}", function)


def _run(module: str, function: str, *shown: Any, **how: Any) -> Any:
    return getattr(import_module(module), function)(*shown, **how)


async def draw_view(
    name: str,
    draw: Callable[Concatenate[V, Say, P], bytes],
    alt: str,
    narrator: Narrator,
    view: V,
    *more: P.args,
    **how: P.kwargs,
) -> Picture | None:
    """Draw a view in the narrator's plain words; equal views, languages and names give the kept bytes."""
    whose = (narrator.locale, [*narrator.names.items()])
    key = blake2b(msgspec.msgpack.encode((str(draw), whose, view, more, how)), digest_size=20).digest()
    if data := KEPT.get(key):
        return Picture(name, data, alt)
    picture = await draw_picture(name, partial(draw, view, narrator.plain.say, *more, **how), alt)
    if picture:
        KEPT.put(key, picture.data, len(picture.data))
    return picture


async def moments_of(choose: Callable[[Sequence[Any]], list[V]], views: Sequence[Any]) -> list[V]:
    """Return the moments to show; empty if fewer than ``FEWEST``."""
    shown = await WHOLE.do(choose, views)
    return shown if len(shown) >= FEWEST else []


async def grown_map(
    name: str, draw: Callable[[], bytes], still: Awaitable[Picture | None], caption: Said, alt: Said
) -> list[Grown]:
    """Return the animation together with the finished map; empty if the animation cannot be drawn.

    ``name``: the file name without extension; ``alt``: what moves, put before the words of the finished map.
    """
    finished = await still
    moving = await draw_picture(f"{name}.gif", draw, f"{alt} {finished.alt}" if finished else alt)
    return [Grown(moving, finished, caption)] if moving else []
