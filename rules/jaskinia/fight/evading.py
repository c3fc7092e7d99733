"""Evading: by an ability, or before a fight by a Spell; then there is nothing more between the two [6.1, A15]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.fights import Evaded, EvadingFailed
from rules.jaskinia.fight.odds import facts_of_fight
from rules.jaskinia.fight.scores import RIVAL_TYPES, THEIRS, behind
from rules.jaskinia.fight.spells import CAST, escape_spells, may_escape, spell_facts
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import may_hold
from rules.jaskinia.seeker.values import SIX, mods
from rules.jaskinia.tables.sheets import Mod
from rules.kernel.odds import faces_said
from rules.kernel.offers import Way
from rules.kernel.orders import window
from rules.kernel.requests import Option
from rules.kernel.table import Table

EVADE, STAND = "evade", "stand"
SURELY = "evade.surely"
"""The note of an ability that needs no die."""


def way_out(game: Game, one: Seeker, types: Sequence[str]) -> Mod | None:
    """The best ability that evades any opponents of these types."""
    ways = [mod for mod in mods(game, one, "evade") if any(type in mod.types for type in types)]
    return max(ways, key=lambda mod: len(mod.faces), default=None)


def faces_note(mod: Mod) -> str:
    """The note that says on which faces of the die an ability works."""
    return SURELY if len(mod.faces) == SIX else "evade.faces"


def slips_away(table: Table, one: Seeker, mod: Mod) -> bool:
    """Whether an ability works: by a die, unless it always does [12]."""
    if len(mod.faces) == SIX or int(table.roll("1K6", "evade.roll", character=one.name)) in mod.faces:
        return True
    table.tell(EvadingFailed(one.name))
    return False


# Somebody else's attack ----------------------------------------------------------------------------------------


class Escape(msgspec.Struct, frozen=True):
    """A way to slip away: by a Spell, or by an ability."""

    spell: str = ""
    mod: Mod | None = None


def evades(table: Table, game: Game, attacker: Seeker, other: Seeker) -> bool:
    """Whether who is attacked, or stolen from, slips away [6.1, 6.5].

    The ability, which everybody sees, comes before Spells unless its player is asked about both; who is asked about it
    and stands fast keeps the Spell, too.
    """
    tried = False
    while (way := _way(table, game, attacker, other, tried)) is not None:
        if _works(table, game, attacker, other, way):
            table.tell(Evaded(other.name, (attacker.name,)))
            return True
        tried = tried or way.mod is not None
    return False


def _way(table: Table, game: Game, attacker: Seeker, other: Seeker, tried: bool) -> Escape | None:
    """What is tried next: by standing orders, or as its player answers, who is asked about Spells whatever it holds."""
    orders = game.orders(other)
    mod = None if tried or orders.evade == "never" else way_out(game, other, RIVAL_TYPES)
    if mod is not None and orders.evade == "always":
        return Escape(mod=mod)
    asked = orders.defence == "ask" and may_hold(game, other) and may_escape(game)
    if mod is not None or asked:
        ways = [*([_by_ability(mod)] if mod is not None else []), *(_by_spells(game, other) if asked else [])]
        return _wanted(table, game, attacker, other, ways)
    losing = orders.defence == "losing" and game.fight is not None and behind(game, THEIRS) >= 0
    return next((way.meant for way in _by_spells(game, other)), None) if losing else None


def _by_ability(mod: Mod) -> Way[Escape]:
    return Way(Option(EVADE, "duel.evade", faces_note(mod), {"faces": faces_said(mod.faces)}), Escape(mod=mod))


def _by_spells(game: Game, other: Seeker) -> Iterator[Way[Escape]]:
    for spell in escape_spells(game, other):
        option = Option(f"{CAST}:{spell}", "duel.vanish", f"cavespell.{spell}", spell_facts(spell))
        yield Way(option, Escape(spell))


def _wanted(table: Table, game: Game, attacker: Seeker, other: Seeker, ways: Sequence[Way[Escape]]) -> Escape | None:
    facts = {"character": other.name, "attacker": attacker.name}
    odds = facts_of_fight(game, THEIRS) if game.fight is not None and ways else {}
    stand = Option(STAND, "duel.stand", "duel.stand" if odds else "", odds)
    return table.ask(window(other.seat, "duel.evade", stand, ways, facts))


def _works(table: Table, game: Game, attacker: Seeker, other: Seeker, way: Escape) -> bool:
    """The die for the ability falls well, or nobody cancels the Spell."""
    if way.mod is None:
        return cast(table, game, other, way.spell, target=other.seat, words=(attacker.name,), aimed=attacker.seat)
    away = slips_away(table, other, way.mod)
    game.trip.evaded += [other.seat] if away else []
    return away
