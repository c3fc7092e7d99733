"""Whether to seek the Black Gate: by the odds of the fight before it, and how many adventures are left to grow in."""

from __future__ import annotations

from rules.kernel.dice import parse
from rules.labirynt_smierci.autopilot.marching import best_ranks
from rules.labirynt_smierci.autopilot.strength import champion
from rules.labirynt_smierci.combat.gate import GUARDS, NAMELESS
from rules.labirynt_smierci.combat.odds import fight_odds
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.party.traits import DEMON, GATE
from rules.labirynt_smierci.tables import usual_amount

FIGHTS = 16
SURE, SURER, SUREST = 0.55, 0.08, 0.9
"""How likely the Gate must fall before it is sought with one adventure left; more with each further; never more."""
MANY = 6
"""So many adventures seem to be left where there is no end of them."""


def adventures_left(game: Game) -> int:
    """How many adventures there are after this one."""
    return game.options.adventures - game.adventure if game.options.adventures else MANY


def odds_at_the_gate(game: Game, *, full: bool = False) -> float:
    """How likely the Gate falls: the party as it is now, or healed, against the usual guards."""
    guards = usual_guards(game, game.gate.level if game.gate else game.level)
    ranks = best_ranks(game, first=champion(game), full=full)
    return 1 - fight_odds(game, guards, ranks=ranks, fights=FIGHTS, full=full).wiped


def usual_guards(game: Game, level: int) -> Group:
    """As many guards as there may be, of usual strength [16]: on paper nobody makes mistakes."""
    added, monsters = game.tables.levels.of(level).strength, []
    kinds = [*[DEMON] * parse(game.tables.gate.demons).most, NAMELESS]
    for n, kind in enumerate(kinds, start=1):
        full = usual_amount(game.tables.monsters.of(kind).strength) + added
        monsters.append(Monster(id=f"{kind}-{n}", kind=kind, full=full))
    monsters.append(Monster(id=f"{GATE}-{len(kinds) + 1}", kind=GATE, full=game.tables.gate.strength))
    return Group(kind=DEMON, title=GUARDS, level=level, resident=True, monsters=monsters, mute=True)


def ready_for_the_gate(game: Game) -> bool:
    """Whether the party, healed, should seek it; in its last adventure it must."""
    left = adventures_left(game)
    return left <= 0 or odds_at_the_gate(game, full=True) >= wanted_odds(left)


def fit_for_the_gate(game: Game) -> bool:
    """Whether it should go there as it is now."""
    left = adventures_left(game)
    return left <= 0 or odds_at_the_gate(game) >= wanted_odds(left)


def wanted_odds(left: int) -> float:
    """The odds that are good enough, with so many adventures left to get better ones."""
    return min(SURE + SURER * (left - 1), SUREST)
