"""The table of chapter 10: the spells."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from rules.kernel.tables import Pips, Row, Sheet, Small

SpellKind = Literal["combat", "noncombat", "negotiation", "bribery", "special"]
# fmt: off
SpellId = Literal[
    "charm", "blast", "explosion", "lightning", "sleep", "redemption", "magic_shield", "hesitate", "cease_fire",
    "mental_attack", "lock", "mage_armor", "neutralize_poison", "stone_flesh", "strength", "heal", "rejuvenate",
    "teleport", "thief", "oratory", "cow", "daunt", "sway", "cajole", "wrath_of_god", "resurrection",
]
# fmt: on


class Spell(Row, frozen=True, kw_only=True):
    """When a spell can be cast, and the strength it costs [10].

    ``amount``: dice or a number, of wounds or what else it gives; ``uses``: dice, how often in one adventure.
    ``resisted``: its targets may resist [11].
    """

    id: SpellId
    kind: SpellKind
    cost: Small
    amount: str = ""
    uses: str = ""
    resisted: bool = False


class Spells(Sheet, frozen=True, kw_only=True, dict=True):
    """The spells [10].

    ``lost``: a Resurrection fails for ever on these dice. ``daunted``, ``reluctant``: monsters of at least this
    reluctance are daunted only on these dice.
    """

    spell: tuple[Spell, ...]
    lost: tuple[Pips, ...]
    daunted: tuple[Pips, ...]
    reluctant: Small

    def of(self, spell_id: str) -> Spell:
        """The spell of this id."""
        return self._by_id[spell_id]

    def has(self, spell_id: str) -> bool:
        """Whether there is such a spell: a group may take spells away."""
        return spell_id in self._by_id

    @cached_property
    def _by_id(self) -> dict[str, Spell]:
        return {str(spell.id): spell for spell in self.spell}

    @property
    def ordinary(self) -> tuple[Spell, ...]:
        """Those that can be chosen at the start."""
        return tuple(spell for spell in self.spell if spell.kind != "special")
