"""Endurance: lost, gained, healed; own Strength and Power; turns lost [3, 4.11, 4.12, 8]."""

from __future__ import annotations

from rules.jaskinia.events.effects import (
    HARM,
    NOTHING,
    EnduranceGained,
    EnduranceLost,
    LevelRaised,
    NothingHappens,
    PowerSapped,
    SlowedDown,
    TurnsLost,
    ValueGained,
    WoundsHealed,
)
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import trim_spells
from rules.jaskinia.seeker.dying import die
from rules.kernel.table import Table
from rules.kernel.words import Word


def nothing(one: Seeker, why: str = "") -> NothingHappens:
    """It has no effect on this Seeker: there are no wounds, no things, no gold; without ``why`` the die says so."""
    return NothingHappens(one.name, Word(f"{NOTHING.key}.{why}") if why else NOTHING)


def lose_endurance(table: Table, game: Game, one: Seeker, n: int, by: Word = HARM) -> None:
    """Endurance falls; at 0 the Seeker is dead [8.4]. ``by``: the kind of fight that was lost, if it was one."""
    lost = min(n, one.endurance)
    one.endurance -= lost
    table.tell(EnduranceLost(one.name, lost, one.endurance, by))
    if one.endurance == 0:
        die(table, game, one)


def gain_endurance(table: Table, one: Seeker, n: int) -> None:
    """Endurance rises, over the level too [3.5]."""
    one.endurance += n
    table.tell(EnduranceGained(one.name, n, one.endurance))


def raise_level(table: Table, one: Seeker, n: int) -> None:
    """The healing level rises, and Endurance with it [3.5]."""
    one.level += n
    one.endurance += n
    table.tell(LevelRaised(one.name, one.level, one.endurance))


def heal(table: Table, one: Seeker, n: int) -> None:
    """Wounds heal, up to the level; nothing happens to who has none [3.5]."""
    healed = max(0, min(n, one.level - one.endurance))
    one.endurance += healed
    table.tell(WoundsHealed(one.name, healed, one.endurance) if healed else nothing(one, "wounds"))


def gain_strength(table: Table, one: Seeker, n: int) -> None:
    """Own Strength rises."""
    one.strength += n
    table.tell(ValueGained(one.name, Word("cavestat.strength"), n, one.strength))


def gain_power(table: Table, one: Seeker, n: int) -> None:
    """Own Power rises."""
    one.power += n
    table.tell(ValueGained(one.name, Word("cavestat.power"), n, one.power))


def lose_power(table: Table, game: Game, one: Seeker, n: int) -> None:
    """Own Power falls, not below the starting value; surplus Spells go [3.1, 3.4]."""
    lost = max(0, min(n, one.power - game.sheet(one).power))
    one.power -= lost
    table.tell(PowerSapped(one.name, lost, one.power) if lost else nothing(one, "power"))
    trim_spells(table, game, one)


def lose_turns(table: Table, game: Game, one: Seeker, n: int) -> None:
    """In the own turn this one ends and is the first of them; else the next are skipped [4.12]."""
    own = one.seat == game.active_seat
    one.lost += n - 1 if own else n
    game.trip.over = game.trip.over or own
    table.tell(TurnsLost(one.name, n, at_once=own))


def slow(table: Table, one: Seeker, n: int) -> None:
    """One area only in the next turns; the larger number counts [4.11]."""
    one.slow = max(one.slow, n)
    table.tell(SlowedDown(one.name, one.slow))
