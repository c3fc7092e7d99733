"""Chapter 15 before the fight: what monsters can do beyond their numbers, for whoever decides whether to fight."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.words import Word
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import GATE, may_be_talked_to

CAST = ("lightning", "magic_shield")
"""The spells that monsters use [15]."""


def perils(game: Game, group: Group) -> tuple[Word, ...]:
    """The powers, spells and skills among these monsters, each once; at last whether they are deaf to words."""
    deaf = [] if may_be_talked_to(game, group) else ["mute"]
    return tuple(Word(f"peril.{one}") for one in dict.fromkeys([*_known(game, group), *deaf]))


def _known(game: Game, group: Group) -> Iterator[str]:
    """From the sheets; whoever turned on the party has none."""
    for one in group.living:
        if one.kind == GATE:
            yield GATE
        elif not one.person:
            sheet = game.tables.monsters.of(one.kind)
            yield from [sheet.power] if sheet.power else []
            yield from (spell for spell in sheet.spells if spell in CAST)
            yield from ["weapon_skill"] if sheet.weapon_skill else []
