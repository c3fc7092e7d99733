"""A fight or psychic combat from the first word to the dice: with Enemies, guardians, and other Seekers [6.2, 6.3]."""

from __future__ import annotations

from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesFaced, EnemiesWon, FightEven
from rules.jaskinia.fight_ready import prepare
from rules.jaskinia.fight_values import (
    OWN,
    SIDES,
    THEIRS,
    Result,
    Side,
    fight_of,
    fighter,
    opponents,
    result,
    scores,
    value_of,
)
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.kernel.table import Event, Table
from rules.kernel.words import Word


def guardian(table: Table, game: Game, one: Seeker, kind: FightKind, value: int, guardian: str) -> Result:
    """A fight against a Strength or Power: no evading; what comes of it is seen to by whoever began it [10.6, 12]."""
    game.fight = Fight(kind=kind, guardian=f"caveguardian.{guardian}", value=value)
    meet(table, game, one)
    ended = decide(table, game, one)
    game.fight = None
    return ended


def meet(table: Table, game: Game, one: Seeker) -> None:
    """A fight begins; before the dice there are Spells, and Enemies may be evaded."""
    kind = Word(f"cavefight.{fight_of(game).kind}")
    table.tell(EnemiesFaced(one.name, kind, opponents(game), value_of(game, THEIRS)))
    prepare(table, game, one)


def decide(table: Table, game: Game, one: Seeker) -> Result:
    """One die each side, and who wins [6.2, 6.3]."""
    for side in SIDES:
        throw(table, game, side)
    table.tell(_told(game, one))
    return result(game)


def throw(table: Table, game: Game, side: Side) -> int:
    """The die of a side; its natural face stays with the fight."""
    fight, one = fight_of(game), fighter(game, side)
    what = "duel" if fight.rival else fight.kind
    why = f"{what}.own" if side == OWN else f"{what}.foe"
    fight.dice[side] = int(table.roll("1K6", why, who=opponents(game)[0] if one is None else one.name))
    return fight.dice[side]


def _told(game: Game, one: Seeker) -> Event:
    own, theirs = scores(game)
    match result(game):
        case "won":
            return EnemiesBeaten(one.name, opponents(game), own, theirs)
        case "lost":
            return EnemiesWon(one.name, opponents(game), own, theirs)
        case "tied":
            return FightEven(one.name, opponents(game), own)
