"""How what is long over is written small: snapshots by what they share with an earlier one, whole games as annals."""

from __future__ import annotations

import lzma
import zlib
from typing import Any

import msgspec

GROUP = 16
"""So many stages share the snapshot of the first of them: a snapshot needs one other one to be read, never more."""
WINDOW = 32 * 1024
"""How much of another snapshot deflate can point back to."""
GONE = -1
"""Whoever answered, once nobody needs to know any more: a person."""


def base_of(stage: int, first: int) -> int:
    """The stage on whose snapshot this one's rests, in an epoch that began with the stage ``first``."""
    return max(stage - stage % GROUP, first)


def pack(state: bytes, base: bytes = b"") -> bytes:
    """A snapshot's state without what it shares with that of its base."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, *([base[-WINDOW:]] if base else []))
    return press.compress(state) + press.flush()


def unpack(packed: bytes, base: bytes = b"") -> bytes:
    """The state that was packed."""
    return zlib.decompressobj(-15, *([base[-WINDOW:]] if base else [])).decompress(packed)


def state_in(stage: int, state: bytes, base: int | None, under: bytes | None, under_base: int | None) -> bytes:
    """The state of a snapshot from its row, and from the row of its base (state and base), which may be packed, too."""
    if base is None:
        return state
    if base == stage or under is None:
        return unpack(state)
    return unpack(state, under if under_base is None else unpack(under))


class Annals(msgspec.Struct, frozen=True, array_like=True):
    """A game's line: of each stage its snapshot and its answers, and every story; rows as the look-ups give them."""

    stages: dict[int, tuple[tuple[Any, ...], list[tuple[Any, ...]]]]
    stories: list[tuple[Any, ...]]


_decoder = msgspec.msgpack.Decoder(Annals)


def bind(annals: Annals) -> bytes:
    """Annals as they are kept."""
    return lzma.compress(msgspec.msgpack.encode(annals))


def unbind(data: bytes) -> Annals:
    """Annals that were kept."""
    return _decoder.decode(lzma.decompress(data))
