"""Displayed against actual odds of the fights of Labirynt Śmierci: the fast simulator beside the real rule.

``python -m tests.soak.fights 2000`` prints so many real fights of each match-up beside what is told.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import msgspec

from rules.kernel.chance import Sealed
from rules.kernel.table import Table
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.odds import Odds, fight_odds
from rules.labirynt_smierci.combat.powers import POSSESSED
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.simulation import seed_of

RULES = LabiryntSmierci.with_tables()
Party = Sequence[Mapping[str, Any]]
ARCHER = {"hero": "gilith", "in_hand": "bow"}
TWO: Party = ({"hero": "zareth"}, {"hero": "lord_dil"})
THREE: Party = ({"hero": "zareth"}, {"hero": "lord_dil", "wounds": 4}, ARCHER)
FOUR: Party = ({"hero": "lord_dil"}, {"hero": "almuric"}, {"hero": "zareth"}, ARCHER)
SIX: Party = (*FOUR, {"hero": "linfalas"}, {"hero": "eodred"})
BEHIND = ("gilith", "linfalas", "eodred")


def against(kind: str, strengths: list[int], party: Party) -> dict[str, Any]:
    """The setup of a match-up: archers and casters stand behind."""
    heroes = [str(member["hero"]) for member in party]
    ranks = [[hero for hero in heroes if (hero in BEHIND) is behind] for behind in (False, True)]
    maze = [{"at": [0, 0], "kind": "entrance", "sides": "CWWW"}]
    return {
        "party": list(party),
        "formation": [rank for rank in ranks if rank],
        "maze": maze,
        "monsters": {"kind": kind, "strengths": strengths},
    }


GRID: Mapping[str, dict[str, Any]] = {
    "5 cronks, three": against("cronk", [4, 5, 5, 3, 6], THREE),
    "ogre, three": against("ogre", [6], THREE),
    "3 orcs, three": against("orc", [3, 4, 5], THREE),
    "hydra, four": against("hydra", [9], FOUR),
    "gargoyle, four": against("gargoyle", [12], FOUR),
    "minotaur, four": against("minotaur", [10], FOUR),
    "4 wargs, four": against("warg", [3, 4, 3, 4], FOUR),
    "vampire, four": against("vampire", [10], FOUR),
    "3 trolls, six": against("troll", [8, 9, 7], SIX),
    "2 evil mages, six": against("evil_mage", [8, 7], SIX),
    "medusa, six": against("medusa", [8], SIX),
    "4 chimeras, six": against("chimera", [9, 8, 10, 9], SIX),
}
"""Match-ups that are mostly won."""
CASES: Mapping[str, tuple[Party, Mapping[str, Sequence[int]]]] = {
    "two": (
        TWO,
        {
            "cronk": [5, 6, 4, 5, 5],
            "orc": [5, 4, 6, 5, 5],
            "ogre": [6, 7, 5],
            "vampire": [11],
            "evil_mage": [7, 6, 8],
            "medusa": [8, 8],
            "chimera": [11, 9],
            "evil_hero": [8, 8],
            "wraith": [7, 6, 8, 7, 7],
            "demon": [6, 5, 7, 6],
        },
    ),
    "three": (
        THREE,
        {
            "cronk": [5, 6, 4, 5, 5, 6],
            "ogre": [6, 7, 5, 6],
            "hydra": [10, 11, 9, 10],
            "gargoyle": [12, 11],
            "minotaur": [11, 9],
            "troll": [10, 11],
            "evil_mage": [7, 6, 8],
            "medusa": [8, 9, 7],
            "evil_hero": [9, 8],
            "wight": [8, 7, 9, 8],
        },
    ),
    "four": (
        FOUR,
        {
            "gargoyle": [12, 13, 11],
            "minotaur": [11, 10, 12],
            "vampire": [11, 12],
            "wight": [8, 7, 9, 8, 8, 7, 9],
            "chimera": [10, 9, 11, 10],
        },
    ),
    "six": (
        SIX,
        {
            "minotaur": [11, 12, 10, 11],
            "vampire": [11, 10, 12],
            "troll": [10, 9, 11, 10, 10, 9],
            "chimera": [10, 9, 11, 10, 10, 9],
            "evil_hero": [8, 9, 7, 8, 8, 7],
        },
    ),
}
OPEN: Mapping[str, dict[str, Any]] = {
    f"{size} against {len(strengths)} {kind}": against(kind, list(strengths), party)
    for size, (party, foes) in CASES.items()
    for kind, strengths in foes.items()
}
"""Thirty match-ups whose end is open."""


class Compared(msgspec.Struct, frozen=True):
    """What the simulator tells of a match-up, and what the real rule did."""

    name: str
    told: Odds
    real: Odds


def compare(name: str, fights: int) -> Compared:
    """Fight a match-up so often by the real rule."""
    game = _placed(name)
    assert game.met is not None
    ends = [_fight_for_real(name, n) for n in range(fights)]
    return Compared(name, fight_odds(game, game.met), Odds(*(fmean(column) for column in zip(*ends, strict=True))))


def _placed(name: str) -> Game:
    game, _ = RULES.scene("fight", {**GRID, **OPEN}[name])
    assert isinstance(game, Game)
    return game


def _fight_for_real(name: str, n: int) -> tuple[float, float, float, float]:
    """Whether all fell, how many did, the strength lost, the rounds; without a treasure, whose chest may wound."""
    game = _placed(name)
    group = game.met
    assert group is not None
    group.title = POSSESSED
    strength, people = sum(person.strength_now for person in game.people), len(game.people)
    table = Table((), Sealed(seed_of(73, n)), people=lambda request, seat: RULES.autopilot(game, request, seat))
    if code := game.tables.monsters.of(group.kind).weapon_skill:
        for monster in group.monsters:
            monster.skill = int(table.roll(code, "monsters.skill", nth=0, monster=monster.name))
    fight(table, game, group)
    left = sum(person.strength_now for person in game.people)
    return float(not game.people), people - len(game.people), strength - left, game.tally.rounds


def print_table(rows: list[Compared]) -> None:
    """Print lost fights in per cent, the fallen, the strength lost and the rounds, told and real."""
    print(f"{'match-up':26} {'lost %':>13} {'fallen':>13} {'strength':>13} {'rounds':>13}")
    for row in rows:
        pairs = [(100 * row.told.wiped, 100 * row.real.wiped), (row.told.fallen, row.real.fallen)]
        pairs += [(row.told.loss, row.real.loss), (row.told.rounds, row.real.rounds)]
        print(f"{row.name:26} " + " ".join(f"{told:6.2f} {real:6.2f}" for told, real in pairs))


if __name__ == "__main__":
    print_table([compare(name, int(sys.argv[1])) for name in OPEN])
