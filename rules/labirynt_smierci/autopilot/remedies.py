"""What the autopilot casts and drinks between two fights: cures, armour, and what only helps before the Gate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.offers import Pick
from rules.kernel.requests import NextAction, Seat
from rules.kernel.taking import picks
from rules.labirynt_smierci.exploration import gate_is_next
from rules.labirynt_smierci.magic.casting import Cast
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.belongings import Belonging
from rules.labirynt_smierci.party.weapons import FRONT_RANK

WORTH_HEALING = 3
WORTH_A_POTION = 4
"""So many wounds are worth the potion that cures them."""
RESERVE = 3
"""Strength that a healer keeps."""
SPARE = 0.5
"""Armour is given by who keeps this part of his strength: more may be needed for worse."""
BRAVE = 4
"""Who has so much strength drinks what nobody knows, before the Gate."""


def casts(request: NextAction, seat: Seat, spell: str) -> Iterator[Pick[Cast[Any]]]:
    """The spell of this name, as this seat can cast it."""
    for one in request.of(seat):
        if isinstance(one, Pick) and isinstance(one.ways[0].meant, Cast) and one.ways[0].meant.spell == spell:
            yield one


def remedy(game: Game, request: NextAction, seat: Seat) -> Value:
    """Name potions, cure the wounded, flesh for stone, armour for the first rank, all that helps at the Gate."""
    return (
        _named(request, seat)
        or _drunk(game, request, seat)
        or healing(game, request, seat)
        or _armour(game, request, seat)
        or (_before_the_gate(game, request, seat) if gate_is_next(game) else None)
    )


# Cures -----------------------------------------------------------------------------------------------------------


def healing(game: Game, request: NextAction, seat: Seat) -> Value:
    """Cure whoever is hurt most, flesh for stone."""
    for spell in ("stone_flesh", "rejuvenate", "heal"):
        for pick in casts(request, seat, spell):
            if ways := [way for way in pick.ways if _worth_it(game, way.meant)]:
                return pick.answer(max(ways, key=lambda way: use_of(way.meant)))
    return None


def use_of(cast: Cast[Character]) -> tuple[int, int]:
    """How good a cast is: the one who is hurt most, by the caster who can best bear the price."""
    return _wounds(cast), cast.caster.strength_now


def _worth_it(game: Game, cast: Cast[Character]) -> bool:
    least = {"stone_flesh": 0, "heal": WORTH_HEALING, "rejuvenate": 2 * WORTH_HEALING}[cast.spell]
    return strength_after(game, cast) >= RESERVE and _wounds(cast) >= least


def strength_after(game: Game, cast: Cast[Any]) -> int:
    """The strength that its caster keeps."""
    return cast.caster.strength_now - game.tables.spells.of(cast.spell).cost


def _wounds(cast: Cast[Any]) -> int:
    return cast.target.wounds if isinstance(cast.target, Character) else 0


# Potions ---------------------------------------------------------------------------------------------------------


def _named(request: NextAction, seat: Seat) -> Value:
    """Have every potion named: that is free."""
    return next((pick.answer(pick.ways[0]) for pick in picks(request, seat, "appraise")), None)


def _drunk(game: Game, request: NextAction, seat: Seat) -> Value:
    """Drink what is known to heal, when it is worth it."""
    for pick in picks(request, seat, "drink"):
        for way in pick.ways:
            potion: Belonging = way.meant
            if potion.item.name == "healing" and potion.owner.wounds >= WORTH_A_POTION:
                return pick.answer(way)
    return None


# Armour and might ------------------------------------------------------------------------------------------------


def _armour(game: Game, request: NextAction, seat: Seat) -> Value:
    """Mage Armor for the weakest of the first rank, from who can spare the strength."""
    for pick in casts(request, seat, "mage_armor"):
        ways = [way for way in pick.ways if way.meant.target.id in game.formation[FRONT_RANK]]
        if ways := [way for way in ways if _spares(game, way.meant)]:
            return pick.answer(
                min(ways, key=lambda way: (way.meant.target.strength_now, -strength_after(game, way.meant)))
            )
    return None


def _spares(game: Game, cast: Cast[Any]) -> bool:
    return strength_after(game, cast) >= max(RESERVE, SPARE * cast.caster.strength)


def _before_the_gate(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next step leads to the Gate: strength for the fighters, by magic or potions, known or not."""
    front = game.formation[FRONT_RANK]
    for pick in casts(request, seat, "strength"):
        if ways := [
            way for way in pick.ways if way.meant.target.id in front and strength_after(game, way.meant) >= RESERVE
        ]:
            return pick.answer(ways[0])
    for drink in picks(request, seat, "drink"):
        for sip in drink.ways:
            if _strengthens(sip.meant) and sip.meant.owner.id in front and not sip.meant.owner.might:
                return drink.answer(sip)
    return None


def _strengthens(potion: Belonging) -> bool:
    return potion.item.name == "strength" or (not potion.item.name and potion.owner.strength_now >= BRAVE)
