"""The one question of a round: whom it is asked, and what all others do by their standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.orders import names
from rules.kernel.requests import Filled, Form, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.combat.odds import fight_odds, is_sure
from rules.labirynt_smierci.combat.orders import WHY, Order, orders_form
from rules.labirynt_smierci.fights import Fight, Orders, Seen
from rules.labirynt_smierci.model import Game, Group


def asked_seats(game: Game, group: Group) -> list[Seat]:
    """Who is asked in this round: of those who can do anything who wants to be, by what has changed."""
    return [
        seat
        for seat, _ in game.seats_alive()
        if wants_to_be_asked(game, group, seat) and orders_form(game, group, seat)
    ]


def wants_to_be_asked(game: Game, group: Group, seat: Seat) -> bool:
    """Whether a player's standing orders say so: in the first round, in each, or as something has changed since."""
    assert game.fight is not None
    orders, seen = game.orders_of(seat), game.fight.seen.get(seat)
    if orders.rounds == "each":
        return True
    if seen is None:
        return orders.first == "ask" or (orders.first == "doubt" and not is_sure(fight_odds(game, group)))
    changed = orders.rounds == "changed"
    return (
        ((changed or orders.rounds == "hurt") and is_badly_hurt(game, seat, int(orders.hurt)))
        or ((changed or orders.rounds == "new") and len(game.fight.shown) > seen.shown)
        or (changed and len(game.living) < seen.living)
    )


def is_badly_hurt(game: Game, seat: Seat, least: int) -> bool:
    """Whether one of the seat's has less strength than that, or none, and had more when it was asked last."""
    assert game.fight is not None
    before = game.fight.seen[seat].strength
    now = {one: game.characters[one].strength_now for one in before if one in game.characters}
    return any(strength < min(least, before[one]) for one, strength in now.items())


def ask_orders(table: Table, game: Game, group: Group, asked: Iterable[Seat]) -> dict[str, Order]:
    """What each character does: as its player says now, or as usual by its standing orders."""
    forms = {seat: form for seat, _ in game.seats_alive() if (form := orders_form(game, group, seat)) is not None}
    said = table.everyone(WHY, {seat: form for seat, form in forms.items() if seat in asked})
    for seat in game.seats:
        look(game, seat, anew=seat in said)
    return {one: order for seat, form in forms.items() for one, order in _given(table, game, seat, form, said).items()}


def _given(table: Table, game: Game, seat: Seat, form: Form, said: Mapping[Seat, Filled]) -> dict[str, Any]:
    """What a seat's characters do; what else was said holds until the fight ends."""
    assert game.fight is not None
    filled = said[seat] if seat in said else table.as_usual(form, seat)
    standing = {name: value for name, value in filled.values.items() if name in names(Orders)}
    game.fight.orders[seat] = msgspec.structs.replace(game.orders_of(seat), **standing)
    return {name: order for name, order in filled.values.items() if name not in standing}


def look(game: Game, seat: Seat, *, anew: bool) -> None:
    """A player sees how the fight stands: when it first could be asked, and whenever it is."""
    assert game.fight is not None
    if anew or seat not in game.fight.seen:
        strength = {one.id: one.strength_now for one in game.of_seat(seat)}
        game.fight.seen[seat] = Seen(strength, len(game.living), len(game.fight.shown))


def note_newcomers(fight: Fight, group: Group) -> None:
    """Whoever stands among the monsters has shown himself."""
    for monster in group.monsters:
        fight.show(monster.id)
