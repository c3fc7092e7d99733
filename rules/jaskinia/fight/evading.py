"""Evading: by an ability, or before a fight by a Spell; then there is nothing more between the two [6.1, A15]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.fights import Evaded, EvadingFailed
from rules.jaskinia.fight.scores import RIVAL_TYPES, THEIRS, behind
from rules.jaskinia.fight.spells import CAST, escape_spells, may_escape, spell_facts
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import may_hold
from rules.jaskinia.seeker.values import SIX, mods
from rules.jaskinia.tables.sheets import Mod
from rules.kernel.orders import in_window
from rules.kernel.requests import Option
from rules.kernel.table import Table

EVADE, STAND = "evade", "stand"


def way_out(game: Game, one: Seeker, types: Sequence[str]) -> Mod | None:
    """The best ability that evades any opponents of these types."""
    ways = [mod for mod in mods(game, one, "evade") if any(type in mod.types for type in types)]
    return max(ways, key=lambda mod: len(mod.faces), default=None)


def faces_note(mod: Mod) -> str:
    """The note that says on which faces of the die an ability works."""
    return "evade.surely" if len(mod.faces) == SIX else "evade.faces"


def slips_away(table: Table, one: Seeker, mod: Mod) -> bool:
    """Whether an ability works: by a die, unless it always does [12]."""
    if len(mod.faces) == SIX or int(table.roll("1K6", "evade.roll", character=one.name)) in mod.faces:
        return True
    table.tell(EvadingFailed(one.name))
    return False


# Somebody else's attack ----------------------------------------------------------------------------------------


def evades(table: Table, game: Game, attacker: Seeker, other: Seeker) -> bool:
    """Whether who is attacked, or stolen from, slips away [6.1, 6.5].

    The ability, which everybody sees, comes before Spells unless its player is asked about both; who is asked about it
    and stands fast keeps the Spell, too.
    """
    tried = False
    while True:
        way = _way(table, game, attacker, other, tried)
        if way == STAND:
            return False
        if _works(table, game, attacker, other, way):
            table.tell(Evaded(other.name, (attacker.name,)))
            return True
        tried = tried or way == EVADE


def _way(table: Table, game: Game, attacker: Seeker, other: Seeker, tried: bool) -> str:
    """What is tried next: by standing orders, or as its player answers, who is asked about Spells whatever it holds."""
    orders = game.orders(other)
    able = not tried and orders.evade != "never" and way_out(game, other, RIVAL_TYPES) is not None
    if able and orders.evade == "always":
        return EVADE
    window = orders.defence == "ask" and may_hold(game, other) and may_escape(game)
    if able or window:
        ways = [*([EVADE] if able else []), *(_spells(game, other) if window else [])]
        return _wanted(table, game, attacker, other, ways)
    losing = orders.defence == "losing" and game.fight is not None and behind(game, THEIRS) >= 0
    return next(_spells(game, other), STAND) if losing else STAND


def _spells(game: Game, other: Seeker) -> Iterator[str]:
    return (f"{CAST}:{spell}" for spell in escape_spells(game, other))


def _wanted(table: Table, game: Game, attacker: Seeker, other: Seeker, ways: Sequence[str]) -> str:
    facts = {"character": other.name, "attacker": attacker.name}
    options = [_option(game, other, way) for way in ways]
    return table.ask(in_window(other.seat, "duel.evade", Option(STAND, "duel.stand"), options, facts))


def _option(game: Game, other: Seeker, way: str) -> Option:
    verb, _, spell = way.partition(":")
    mod = way_out(game, other, RIVAL_TYPES)
    if verb == EVADE and mod is not None:
        return Option(way, "duel.evade", faces_note(mod), {"faces": mod.faces})
    return Option(way, "duel.vanish", f"cavespell.{spell}", spell_facts(spell))


def _works(table: Table, game: Game, attacker: Seeker, other: Seeker, way: str) -> bool:
    """The die for the ability falls well, or nobody cancels the Spell."""
    verb, _, spell = way.partition(":")
    if verb == CAST:
        return cast(table, game, other, spell, target=other.seat, words=(attacker.name,), aimed=attacker.seat)
    mod = way_out(game, other, RIVAL_TYPES)
    away = mod is not None and slips_away(table, other, mod)
    game.trip.evaded += [other.seat] if away else []
    return away
