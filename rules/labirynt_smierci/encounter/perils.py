"""For whoever decides whether to fight: how it would go, and what monsters can do beyond their numbers [15]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.combat.odds import FIGHTS, fight_odds
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import GATE, may_be_talked_to

CAST = ("lightning", "magic_shield")
"""The spells that monsters use [15]."""
FEARED = {"grim": (0.25, 2.0), "risky": (0.05, 0.5)}
"""From which part of lost fights, or from how many fallen on average, a fight is called so."""


def outlook(game: Game, group: Group) -> dict[str, Fact]:
    """How this fight ends on paper: how many of so many are won, what they cost on average."""
    odds = fight_odds(game, group)
    feared = [name for name, (wiped, fallen) in FEARED.items() if odds.wiped >= wiped or odds.fallen >= fallen]
    return {
        "outlook": Word(f"outlook.{[*feared, 'good'][0]}"),
        "won": round(FIGHTS * (1 - odds.wiped)),
        "fights": FIGHTS,
        "rounds": max(round(odds.rounds), 1),
        "loss": round(odds.loss),
        "fallen": round(10 * odds.fallen),
    }


def is_sure(told: Mapping[str, Fact]) -> bool:
    """Whether an outlook leaves no doubt: all is won, and hardly anybody falls."""
    return told["won"] == told["fights"] and told["fallen"] == 0


def perils(game: Game, group: Group) -> tuple[Word, ...]:
    """The powers, spells and skills among these monsters, each once; at last whether they are deaf to words."""
    deaf = [] if may_be_talked_to(game, group) else ["peril.mute"]
    return tuple(map(Word, dict.fromkeys([*_known(game, group), *deaf])))


def _known(game: Game, group: Group) -> Iterator[str]:
    """From the sheets; whoever turned on the party has none."""
    for one in group.living:
        if one.kind == GATE:
            yield f"peril.{GATE}"
        elif not one.person:
            sheet = game.tables.monsters.of(one.kind)
            yield from [sheet.sentence] if sheet.sentence else []
            yield from [f"peril.{sheet.power}"] if sheet.power else []
            yield from (f"peril.{spell}" for spell in sheet.spells if spell in CAST)
            yield from ["peril.weapon_skill"] if sheet.weapon_skill else []
