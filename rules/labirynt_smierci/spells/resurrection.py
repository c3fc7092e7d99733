"""Chapter 10, Resurrect: the dead are called back right after the fight or event."""

from __future__ import annotations

from rules.kernel.requests import Action, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.events.magic import NotCalledBack, Raised
from rules.labirynt_smierci.formation import with_newcomer
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.spells.casting import NONE, Cast, casters, pay, spell_facts, volunteer

SPELL = "resurrection"


def call_back(table: Table, game: Game) -> None:
    """Whoever can may call back one of those who just fell, one after the other.

    What the dead carried lies on the heap: it is divided after this, and the returned take part [5, house].
    """
    game.fallen = [one for one in game.fallen if not game.characters[one].fate]
    refused: list[Seat] = []
    while taken := volunteer(table, "resurrection", lambda: raising_actions(game), refused, number=len(game.fallen)):
        caster, _, fallen = taken.partition(":")[2].partition(">")
        raise_up(table, game, Cast(game.characters[caster], SPELL, fallen))
    game.fallen = []


def dead(game: Game) -> list[Character]:
    """Those who just fell."""
    return [game.characters[one] for one in game.fallen]


def raising_actions(game: Game) -> list[Action[None]]:
    """For each seat that can cast it: whom its casters may call, and the refusal."""
    actions: list[Action[None]] = []
    able = casters(game, SPELL) if game.fallen else []
    for seat in game.seats:
        pairs = [(one, fallen) for one in able if one.seat == seat for fallen in dead(game)]
        actions += [_raise(game, one, fallen) for one, fallen in pairs]
        actions += [Action(seat, Option(NONE, "resurrection.none", "resurrection.none.cost"))] if pairs else []
    return actions


def _raise(game: Game, one: Character, fallen: Character) -> Action[None]:
    facts: dict[str, Fact] = {"who": one.name, "strength": one.strength_now, "dead": fallen.name}
    facts |= {**spell_facts(game, SPELL), "lost": game.tables.spells.lost}
    return Action(one.seat, Option(f"raise:{one.id}>{fallen.id}", "resurrection.raise", "resurrection.cost", facts))


def raise_up(table: Table, game: Game, cast: Cast) -> None:
    """Back at full strength, or by an unlucky die lost for ever [10]."""
    one = game.characters[cast.target]
    pay(table, game, cast, one.name)
    game.fallen.remove(one.id)
    rolled = int(table.roll("1K6", "resurrection.roll", who=one.name))
    if rolled in game.tables.spells.lost:
        one.fate = "lost"
        table.tell(NotCalledBack(one.name, rolled))
        return
    one.wounds = one.spent = 0
    game.formation = with_newcomer(game.formation, one.id)
    table.tell(Raised(one.name, rolled))
