"""Whether to seek the Black Gate: by the odds of the fight before it, and how many adventures are left to grow in."""

from __future__ import annotations

from math import ceil, floor

from rules.kernel.dice import parse
from rules.labirynt_smierci.autopilot.marching import best_ranks
from rules.labirynt_smierci.autopilot.strength import champion
from rules.labirynt_smierci.combat.gate import GUARDS, NAMELESS
from rules.labirynt_smierci.combat.odds import fight_odds
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.party.traits import DEMON, GATE
from rules.labirynt_smierci.tables import usual_amount
from rules.labirynt_smierci.view import ProspectsView

FIGHTS = 16
SURE, SURER, SUREST = 0.55, 0.08, 0.9
"""How likely the Gate must fall before it is sought with one adventure left; more with each further; never more."""
TRIES = 10
"""People are told of so many tries."""
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


def is_last_segment(game: Game, level: int) -> bool:
    """Whether the next new segment of a level is the Gate."""
    gate = game.gate
    return gate is not None and not gate.found and gate.level == level and gate.segments_left == 1


def gate_is_close(game: Game) -> bool:
    """Whether the next new segment of its level is the Gate, wherever the party is: it does not turn back half-way."""
    return game.gate is not None and is_last_segment(game, game.gate.level)


def prospects_view(game: Game, *, pressed: bool = False) -> ProspectsView | None:
    """What everybody is told of the Gate: by the same odds as it is sought or left alone; None: there is nothing yet.

    Rounded so that odds which are not good enough never read as if they were.
    """
    gate, left = game.gate, adventures_left(game)
    if gate is None or gate.destroyed or not game.people:
        return None
    odds, enough = odds_at_the_gate(game, full=True), wanted_odds(left) if left > 0 else 0.0
    ready = odds >= enough
    now = odds_at_the_gate(game) if gate_is_close(game) or gate.found else odds
    return ProspectsView(
        healed=ceil(TRIES * odds) if ready else floor(TRIES * odds),
        now=floor(TRIES * now),
        enough=ceil(TRIES * enough),
        ready=ready,
        last=left <= 0,
        pressed=pressed and not ready,
    )
