"""Guests in the position of a scenario file: what differs from a plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from rules.jaskinia.beside.marks import parted, read_abilities, read_thing
from rules.jaskinia.beside.sheets import annex_of
from rules.jaskinia.model import Game, Seeker, Thing, Visitor
from rules.jaskinia.names import own_id
from rules.jaskinia.seeker.values import item_limit, spell_limit
from rules.jaskinia.tables.sheets import Alignment, CardType
from rules.kernel.errors import BadTable, Refused
from rules.kernel.requests import Seat
from rules.kernel.scenes import among


class Guest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A visitor: inside where it is ``at`` an area, else outside. Without a seat it is the next one's.

    ``strength``, ``power``: own ones now; ``start_…``: on its card, left out: the same. Things are cards of the box by
    id, or typed as in a sheet; trophies typed with their Strength; Spells by what they are called, '' without a name.
    """

    name: str
    seat: Seat = ""
    at: str = ""
    kind: str = ""
    align: Alignment = "neutral"
    strength: int = 2
    power: int = 3
    start_strength: int | None = None
    start_power: int | None = None
    endurance: int = 4
    level: int = 4
    gold: int = 0
    items: list[str] = []
    followers: list[str] = []
    trophies: list[str] = []
    spells: list[str] = []
    abilities: str = "-"
    trials: list[str] = []
    slow: int = 0
    lost: int = 0
    came: Literal["rocks", "card"] = "rocks"
    coming: bool = False


def seats_of(guests: Sequence[Guest]) -> list[Seat]:
    """Whose they are."""
    return [guest.seat or f"s{n}" for n, guest in enumerate(guests, start=1)]


def seat_guests(game: Game, guests: Sequence[Guest]) -> None:
    """Each of them inside, or outside."""
    for n, (guest, seat) in enumerate(zip(guests, seats_of(guests), strict=True)):
        key = f"setup.guests[{n}]"
        among(f"{key}.seat", seat, game.seats)
        try:
            _seat(game, guest, seat, key)
        except Refused as refusal:
            raise BadTable("scenario", key, f"Expected a sheet as it is typed: {refusal}") from refusal


def _seat(game: Game, guest: Guest, seat: Seat, key: str) -> None:
    visitor = _visitor(guest)
    annex_of(game).visitors[seat] = visitor
    one = _seeker(game, guest, seat)
    if guest.at:
        one.at = among(f"{key}.at", guest.at, (area.id for area in game.tables.board.area))
        visitor.before = msgspec.convert(msgspec.to_builtins(one), Seeker)
        game.players[seat].seeker = one
    else:
        visitor.kept = one
    for name, limit in (("items", item_limit(game, one)), ("spells", spell_limit(game, one))):
        if len(getattr(one, name)) > limit:
            raise BadTable("scenario", f"{key}.{name}", f"Expected at most {limit}")


def _visitor(guest: Guest) -> Visitor:
    mods, said = read_abilities(guest.abilities)
    return Visitor(
        id=own_id(guest.name),
        kind=guest.kind,
        align=guest.align,
        strength=guest.strength if guest.start_strength is None else guest.start_strength,
        power=guest.power if guest.start_power is None else guest.start_power,
        abilities=mods,
        marks=guest.abilities,
        said=said,
        came=guest.came,
        coming=guest.coming,
    )


def _seeker(game: Game, guest: Guest, seat: Seat) -> Seeker:
    return Seeker(
        id=own_id(guest.name),
        seat=seat,
        at=game.tables.board.entrance,
        strength=guest.strength,
        power=guest.power,
        endurance=guest.endurance,
        level=guest.level,
        gold=guest.gold,
        items=[_thing(game, "item", typed) for typed in guest.items],
        followers=[_thing(game, "follower", typed) for typed in guest.followers],
        trophies=[_trophy(game, typed) for typed in guest.trophies],
        spells=[own_id(spell) for spell in guest.spells],
        trials=list(guest.trials),
        slow=guest.slow,
        lost=guest.lost,
    )


def _thing(game: Game, kind: CardType, typed: str) -> str:
    """A card of the box, or one of the main game."""
    if any(card.id == typed for card in game.tables.cards.card):
        return typed
    name, marks = next(iter(parted(typed)))
    annex_of(game).things[own_id(name)] = read_thing(kind, marks)
    return own_id(name)


def _trophy(game: Game, typed: str) -> str:
    if any(card.id == typed for card in game.tables.cards.card):
        return typed
    name, _, strength = typed.rpartition(" ")
    annex_of(game).things[own_id(name)] = Thing(type="monster", strength=int(strength))
    return own_id(name)
