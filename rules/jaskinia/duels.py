"""One Seeker attacks another: evading, Spells, dice, spoils; then the turn is over [6.1, 6.5–6.7]."""

from __future__ import annotations

from rules.jaskinia.clash import throw
from rules.jaskinia.events.fights import DuelDieRethrown, RivalBeaten, RivalsEven, SeekerAttacked
from rules.jaskinia.fight_defence import defend
from rules.jaskinia.fight_evading import evades
from rules.jaskinia.fight_ready import prepare
from rules.jaskinia.fight_spoils import take_spoils
from rules.jaskinia.fight_values import OWN, SIDES, THEIRS, Side, behind, fight_facts, fight_of, fighter, scores
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.values import has
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Word

KEEP, REROLL = "keep", "reroll"


def attack(table: Table, game: Game, one: Seeker, other: Seeker, kind: FightKind) -> bool:
    """Whether the other evaded, so that something else can be done here; a fight ends the turn [6.5, 6.6]."""
    game.fight = Fight(kind=kind, rival=other.seat)
    table.tell(SeekerAttacked(one.name, other.name, Word(f"cavefight.{kind}")))
    evaded = evades(table, game, one, other)
    if not evaded:
        game.tally.duels += 1
        _fight(table, game, one, other)
        game.trip.over = True
    game.fight = None
    return evaded


def _fight(table: Table, game: Game, one: Seeker, other: Seeker) -> None:
    """Spells of the attacker, then of the attacked; the dice; nothing comes of a tie [6.5, 6.7]."""
    prepare(table, game, one)
    defend(table, game, other)
    for side in SIDES:
        throw(table, game, side)
    _throw_again(table, game)
    own, theirs = scores(game)
    if own == theirs:
        table.tell(RivalsEven(one.name, other.name, own))
        return
    winner, loser = (one, other) if own > theirs else (other, one)
    table.tell(RivalBeaten(winner.name, loser.name, max(own, theirs), min(own, theirs)))
    take_spoils(table, game, winner, loser, fight_of(game).kind)


# The own die once more -----------------------------------------------------------------------------------------


def _throw_again(table: Table, game: Game) -> None:
    """Each who has the ability and has not won, once; the attacker first [12]."""
    left = list(SIDES)
    while side := next((side for side in left if _may_rethrow(game, side)), None):
        left.remove(side)
        if _wants_to(table, game, side):
            _rethrow(table, game, side)


def _may_rethrow(game: Game, side: Side) -> bool:
    """In a fight, not in psychic combat."""
    one = fighter(game, side)
    able = one is not None and has(game, one, "reroll_duel") and game.orders(one).reroll != "never"
    return able and fight_of(game).kind == "fight" and behind(game, side) >= 0


def _wants_to(table: Table, game: Game, side: Side) -> bool:
    one = _somebody(game, side)
    if game.orders(one).reroll == "always":
        return True
    dice = fight_of(game).dice
    facts = {"own_die": dice[side], "other_die": dice[_opposite(side)]}
    options = (Option(KEEP, "duel.keep", facts=facts), Option(REROLL, "duel.reroll", facts=facts))
    return table.ask(Choose(who=one.seat, why="duel.reroll", options=options, facts=fight_facts(game))) == REROLL


def _rethrow(table: Table, game: Game, side: Side) -> None:
    before = fight_of(game).dice[side]
    table.tell(DuelDieRethrown(_somebody(game, side).name, before, throw(table, game, side)))


def _opposite(side: Side) -> Side:
    return THEIRS if side == OWN else OWN


def _somebody(game: Game, side: Side) -> Seeker:
    """Whose die it is: on both sides of a duel there is somebody."""
    one = fighter(game, side)
    assert one is not None
    return one
