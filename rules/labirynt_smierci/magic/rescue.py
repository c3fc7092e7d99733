"""Chapter 10, at once: Neutralize Poison before its die is thrown [7, 13, 14], Resurrect right after a death."""

from __future__ import annotations

from typing import Any

from rules.kernel.offers import Offer, does_with, ends, one_way
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.events.magic import NotCalledBack, PoisonNeutralized, Raised
from rules.labirynt_smierci.magic.casting import NONE, Cast, casters, pay_for, refuses, spell_facts, volunteer
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.formation import with_newcomer
from rules.labirynt_smierci.tables import amount

# Poison ----------------------------------------------------------------------------------------------------------


NEUTRALIZE = "neutralize_poison"


def poison_wounds(table: Table, game: Game, victim: Character, code: str, why: str) -> int:
    """Wounds by poison: none with the medallion or when somebody neutralizes it at once, else by the dice [10]."""
    if victim.wears("medallion", "neutralize_poison"):
        table.tell(PoisonNeutralized(victim.name, medallion=True))
        return 0
    if neutralize(table, game, victim):
        table.tell(PoisonNeutralized(victim.name, medallion=False))
        return 0
    return amount(table, code, why)


def neutralize(table: Table, game: Game, victim: Character) -> bool:
    """Whether somebody who can casts the spell: all owners are asked at once, until one casts or all refuse."""
    offers = neutralizing_offers(game, victim)
    return volunteer(table, "poison", lambda: offers, [], victim=victim.name, strength=victim.strength_now)


def neutralizing_offers(game: Game, victim: Character) -> list[Offer[Any]]:
    """For each seat its casters, and the refusal."""
    offers: list[Offer[Any]] = []
    able = casters(game, NEUTRALIZE)
    for seat in game.seats:
        own = [one for one in able if one.seat == seat]
        offers += [_neutralizing(game, one, victim) for one in own]
        offers += [Offer(seat, Option(NONE, "poison.none"), do=refuses)] if own else []
    return offers


def _neutralizing(game: Game, one: Character, victim: Character) -> Offer[Any]:
    facts = {**spell_facts(game, NEUTRALIZE), "who": one.name, "strength": one.strength_now, "victim": victim.name}
    option = Option(f"neutralize:{one.id}", "poison.neutralize", "poison.cost", facts)
    return one_way(one.seat, NEUTRALIZE, option, Cast(one, NEUTRALIZE, victim), ends(does_with(cure_poison, game)))


def cure_poison(table: Table, game: Game, cast: Cast[Character]) -> None:
    """The victim takes no harm."""
    pay_for(table, game, cast, cast.target.name)


# The dead --------------------------------------------------------------------------------------------------------


RESURRECT = "resurrection"


def call_back(table: Table, game: Game) -> None:
    """Whoever can may call back one of those who just fell, one after the other.

    What the dead carried lies on the heap: it is divided after this, and the returned take part [5, house].
    """
    game.fallen = [one for one in game.fallen if not game.characters[one].fate]
    refused: list[Seat] = []
    while volunteer(table, "resurrection", lambda: raising_offers(game), refused, number=len(game.fallen)):
        continue
    game.fallen = []


def just_fallen(game: Game) -> list[Character]:
    """Those who just fell."""
    return [game.characters[one] for one in game.fallen]


def raising_offers(game: Game) -> list[Offer[Any]]:
    """For each seat that can cast it: whom its casters may call, and the refusal."""
    offers: list[Offer[Any]] = []
    able = casters(game, RESURRECT) if game.fallen else []
    for seat in game.seats:
        pairs = [(one, fallen) for one in able if one.seat == seat for fallen in just_fallen(game)]
        offers += [_raising(game, one, fallen) for one, fallen in pairs]
        offers += (
            [Offer(seat, Option(NONE, "resurrection.none", "resurrection.none.cost"), do=refuses)] if pairs else []
        )
    return offers


def _raising(game: Game, one: Character, fallen: Character) -> Offer[Any]:
    facts: dict[str, Fact] = {"who": one.name, "strength": one.strength_now, "dead": fallen.name}
    facts |= {**spell_facts(game, RESURRECT), "lost": game.tables.spells.lost}
    option = Option(f"raise:{one.id}>{fallen.id}", "resurrection.raise", "resurrection.cost", facts)
    return one_way(one.seat, RESURRECT, option, Cast(one, RESURRECT, fallen), ends(does_with(raise_up, game)))


def raise_up(table: Table, game: Game, cast: Cast[Character]) -> None:
    """Back at full strength, or by an unlucky die lost for ever [10]."""
    one = cast.target
    pay_for(table, game, cast, one.name)
    game.fallen.remove(one.id)
    rolled = int(table.roll("1K6", "resurrection.roll", who=one.name))
    if rolled in game.tables.spells.lost:
        one.fate = "lost"
        table.tell(NotCalledBack(one.name, rolled))
        return
    one.wounds = one.spent = 0
    game.formation = with_newcomer(game.formation, one.id)
    table.tell(Raised(one.name, rolled))
