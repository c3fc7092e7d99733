"""Evading: by an ability, or before a fight by a Spell; then there is nothing more between the two [6.1, A15]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.jaskinia.events.fights import Evaded, EvadingFailed
from rules.jaskinia.fight_spells import CAST, about, escaping
from rules.jaskinia.fight_values import RIVAL_TYPES, THEIRS, behind
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.spells import cast
from rules.jaskinia.tables.sheets import Mod
from rules.jaskinia.values import SIX, mods
from rules.kernel.requests import Option
from rules.kernel.table import Table

EVADE, STAND = "evade", "stand"


def way_out(game: Game, one: Seeker, types: Sequence[str]) -> Mod | None:
    """The best ability that evades any opponents of these types."""
    ways = [mod for mod in mods(game, one, "evade") if any(type in mod.types for type in types)]
    return max(ways, key=lambda mod: len(mod.faces), default=None)


def chances(mod: Mod) -> str:
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
    """Whether who is attacked, or stolen from, slips away; its player is asked only if there is a way [6.1, 6.5]."""
    gone: list[str] = []
    while ways := [way for way in _ways(game, other) if way not in gone]:
        asked = [way for way in ways if _is_asked(game, other, way)]
        way = _wanted(table, game, attacker, other, asked) if ways[0] in asked else ways[0]
        if way == STAND:
            gone += asked
        elif _works(table, game, attacker, other, way):
            table.tell(Evaded(other.name, (attacker.name,)))
            return True
        elif way == EVADE:
            gone.append(way)
    return False


def _ways(game: Game, other: Seeker) -> Iterator[str]:
    """The ability, then Spells, as far as standing orders allow them."""
    orders = game.orders(other)
    if orders.evade != "never" and way_out(game, other, RIVAL_TYPES) is not None:
        yield EVADE
    for spell in escaping(game, other):
        if orders.defence == "ask" or (orders.defence == "losing" and behind(game, THEIRS) >= 0):
            yield f"{CAST}:{spell}"


def _is_asked(game: Game, other: Seeker, way: str) -> bool:
    orders = game.orders(other)
    return (orders.evade if way == EVADE else orders.defence) == "ask"


def _wanted(table: Table, game: Game, attacker: Seeker, other: Seeker, ways: Sequence[str]) -> str:
    options = [Option(STAND, "duel.stand"), *(_option(game, other, way) for way in ways)]
    facts = {"character": other.name, "attacker": attacker.name}
    return table.choose(other.seat, "duel.evade", options, secret=True, **facts)


def _option(game: Game, other: Seeker, way: str) -> Option:
    verb, _, spell = way.partition(":")
    mod = way_out(game, other, RIVAL_TYPES)
    if verb == EVADE and mod is not None:
        return Option(way, "duel.evade", chances(mod), {"faces": mod.faces})
    return Option(way, "duel.vanish", f"cavespell.{spell}", about(spell))


def _works(table: Table, game: Game, attacker: Seeker, other: Seeker, way: str) -> bool:
    """The die for the ability falls well, or nobody cancels the Spell."""
    verb, _, spell = way.partition(":")
    if verb == CAST:
        return cast(table, game, other, spell, target=other.seat, words=(attacker.name,), aimed=attacker.seat)
    mod = way_out(game, other, RIVAL_TYPES)
    away = mod is not None and slips_away(table, other, mod)
    game.trip.evaded += [other.seat] if away else []
    return away
