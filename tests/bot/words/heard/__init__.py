"""How each game is listened to: a module of its package's name for each, found as the games are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import msgspec

from bot.words.narrator import Narrator


class Played(msgspec.Struct, frozen=True):
    """How a game is listened to. ``asked``: some of its questions, so that none are looked for in vain."""

    package: ModuleType
    players: Sequence[int]
    options: Mapping[str, str]
    look: Callable[[Narrator, Any], None]
    asked: tuple[str, ...]


class Rivalry(msgspec.Struct, frozen=True, kw_only=True):
    """What is listened for. ``rare``, ``offered``, ``thrown``: some of it, so that nothing is looked for in vain.

    ``rolls``, ``options``: what the sources do not write out. ``head``: that of the words of the ``orders``.
    """

    rare: tuple[str, ...]
    offered: tuple[str, ...]
    thrown: tuple[str, ...]
    rolls: tuple[str, ...]
    options: tuple[str, ...]
    orders: type[msgspec.Struct]
    head: str
