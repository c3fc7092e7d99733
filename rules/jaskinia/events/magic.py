"""Spells that are cast."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Word


class SpellAnnounced(Event, frozen=True):
    """A Spell is cast; ``target``: at whom or what, where it needs any."""

    who: Word
    spell: Word
    target: tuple[Word, ...]


class SpellCancelled(Event, frozen=True):
    """A Spell of ``who`` made another one come to nothing."""

    who: Word
    spell: Word


class BonusGained(Event, frozen=True):
    """So much more Strength or Power in this fight."""

    who: Word
    stat: Word
    n: int
