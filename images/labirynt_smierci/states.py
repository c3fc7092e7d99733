"""What holds for a fighter: asleep, shielded, on the other side; the same for pictures and for words."""

from __future__ import annotations

from typing import Final

from images.emblems import is_monster
from rules.kernel.words import Word
from rules.labirynt_smierci.view import FighterView

STATES: Final = ("asleep", "shielded", "charmed", "turned")


def states_of(fighter: FighterView, ours: bool) -> list[str]:
    """What holds for a fighter, among the party or not, in the order of STATES."""
    monster = _is_monster(fighter)
    holds = (fighter.asleep, fighter.shielded, ours and monster, not ours and not monster)
    return [state for state, is_so in zip(STATES, holds, strict=True) if is_so]


def _is_monster(fighter: FighterView) -> bool:
    """By its kind, or by its name where the kind is one that a table of its own brought in."""
    called = fighter.name.key if isinstance(fighter.name, Word) else ""
    return is_monster(fighter.kind) or called.startswith("monster.")
