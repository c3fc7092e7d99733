"""What the types of Items, Followers and abilities cannot say: each mod has just what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rules.kernel.checks import Fault, among, unique

if TYPE_CHECKING:  # the tables call these checks
    from rules.jaskinia.tables import sheets as s

NEEDS: Mapping[str, tuple[str, ...]] = {
    "strength": ("n", "when"),
    "power": ("n", "when"),
    "save": ("faces",),
    "evade": ("faces", "types"),
    "gate": ("n",),
    "gate_auto": (),
    "free_turn": (),
    "carry": ("n",),
    "spell_limit": ("n",),
    "no_spells": (),
    "psychic_attack": (),
    "arena_friend": (),
    "devour": ("max_endurance",),
    "heal_on_kill": ("n", "type"),
    "gold_bonus": ("n",),
    "spirit_gold": ("n",),
    "reroll_duel": (),
    "steal": ("faces",),
    "item_to_gold": ("n",),
    "wealth_bonus": ("n",),
    "map_need": ("n",),
    "temple_bonus": ("n",),
}
"""What each mod needs; it has nothing else [12]."""
WHEN: Mapping[str, tuple[str, ...]] = {
    "strength": ("always", "fight", "fight_animal"),
    "power": ("always", "psychic", "psychic_spirit"),
}
"""When Strength and Power can count."""
FIELDS = ("n", "when", "faces", "types", "type", "max_endurance")


def every_mod(key: str, mods: Sequence[s.Mod], *, of_item: bool = False) -> Iterator[Fault]:
    """All that is wrong with the mods of a card; only those of Items save the Endurance [6.2]."""
    for n, mod in enumerate(mods):
        yield from _mod(f"{key}[{n}]", mod)
        if mod.mod == "save" and not of_item:
            yield f"{key}[{n}].mod", "another mod than 'save': only Items save"


def _mod(key: str, mod: s.Mod) -> Iterator[Fault]:
    for name in FIELDS:
        given = getattr(mod, name) not in (0, "", (), "always")
        if name in NEEDS[mod.mod] and name != "when" and not given:
            yield f"{key}.{name}", f"{name} for {mod.mod!r}: without it it does nothing"
        if name not in NEEDS[mod.mod] and given:
            yield f"{key}.{name}", f"no {name} for {mod.mod!r}"
    if mod.mod in WHEN:
        yield from among(f"{key}.when", [mod.when], WHEN[mod.mod])
    yield from unique(f"{key}.faces", mod.faces)
    yield from unique(f"{key}.types", mod.types)
