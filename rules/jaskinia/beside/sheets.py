"""A guest's sheet as typed by its player, and the guests of a scenario file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from rules.jaskinia.beside.marks import NONE, parted, read_abilities, read_thing
from rules.jaskinia.cards import card_ways, card_word, cards_of, discard
from rules.jaskinia.events.beside import CardsOutGone
from rules.jaskinia.model import OWN, Annex, Game, Seeker, Thing, Visitor, is_own, own_id
from rules.jaskinia.seeker.belongings import CARRIED, FOLLOWER
from rules.jaskinia.seeker.dying import seeker_option
from rules.jaskinia.seeker.values import barred_things, item_limit, power, spell_limit
from rules.jaskinia.tables.sheets import Alignment, CardType
from rules.kernel.answers import Value
from rules.kernel.errors import BadTable, Refused
from rules.kernel.offers import choice_of_some
from rules.kernel.requests import Amount, Choose, Field, Filled, Form, Option, Request, Seat, Text
from rules.kernel.scenario import among, apart, changed, check_limits
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word

SHEET = "guest.sheet"
MOST = 99
MOST_TURNS = 9
LONGEST, NAME, PAIR = 300, 32, 8
OWN_CARD = "own"
"""The Seeker is not from the box."""
CAME = ("rocks", "card")
"""The ways in: the Rocks, or the area with the Adventure card Jaskinia [11.1]."""
TYPED = ("items", "followers", "trophies")
BLANKS = ("item", "magic_item", FOLLOWER)
"""Types of blank cards that a group has filled in for the main game; a guest may bring them."""
TYPES: Mapping[str, CardType] = {"items": "item", "followers": "follower"}


def sheet_form(game: Game, seat: Seat) -> Form:
    """Return the form of a guest's sheet; fields left out keep the values of its last exit."""
    kept = as_kept(game, seat)
    fields = tuple(replace(field, usual=kept.get(field.name, field.usual)) for field in _sheet_fields(game, seat))
    return Form(who=seat, why=SHEET, fields=fields, check=partial(check, game, seat))


def _sheet_fields(game: Game, seat: Seat) -> Iterator[Field]:
    def choose(name: str, options: Sequence[str]) -> Choose[str]:
        return Choose(who=seat, why=f"guest.{name}", options=tuple(Option(id, f"guest.{name}.{id}") for id in options))

    def typed(name: str, longest: int, usual: str = NONE) -> Text:
        return Text(who=seat, why=f"guest.{name}", longest=longest, usual=usual)

    def number(name: str, most: int) -> Amount:
        return Amount(who=seat, why=f"guest.{name}", least=0, most=most)

    seekers = (Option(OWN_CARD, "guest.card.own"), *(seeker_option(game, id) for id in _free_seekers(game, seat)))
    yield _sheet_field("came", choose("came", CAME), CAME[0])
    yield _sheet_field("name", Text(who=seat, why="guest.name", longest=NAME), NONE)
    yield _sheet_field("kind", typed("kind", NAME), NONE)
    yield _sheet_field("card", Choose(who=seat, why="guest.card", options=seekers), OWN_CARD)
    yield _sheet_field("align", choose("align", ("good", "neutral", "evil")))
    for name in ("strength", "power"):
        yield _sheet_field(name, typed(name, PAIR, "1"))
    yield _sheet_field("endurance", typed("endurance", PAIR, str(game.tables.seekers.endurance)), "4")
    yield _sheet_field("gold", number("gold", MOST), 0)
    for name in TYPED:
        yield _sheet_field(name, typed(name, LONGEST), NONE)
    if ways := card_ways(cards_at_hand(game, seat)):
        yield _sheet_field("cards", choice_of_some(seat, "guest.cards", ways, least=0, most=len(ways)), [])
    yield _sheet_field("spells", number("spells", MOST_TURNS), 0)
    yield _sheet_field("abilities", typed("abilities", LONGEST), NONE)
    yield _sheet_field("lost", number("lost", MOST_TURNS), 0)


def _sheet_field(name: str, ask: Request, usual: Any = None) -> Field:
    return Field(name, ask, Word(f"field.guest.{name}"), usual)


def _free_seekers(game: Game, seat: Seat) -> list[str]:
    played = [guest.id for other, guest in annex_of(game).visitors.items() if other != seat]
    return [sheet.id for sheet in game.tables.seekers.seeker if sheet.id not in played]


def annex_of(game: Game) -> Annex:
    """Return the state of a game beside the main board."""
    assert game.beside
    return game.beside


def cards_at_hand(game: Game, seat: Seat) -> list[str]:
    """Return the cards of the box that a guest may bring: those it carried out, and blanks that the group has filled
    in.
    """
    guest = annex_of(game).visitors.get(seat)
    kept = guest.kept if guest else None
    out = [*kept.items, *kept.followers, *kept.trophies] if kept else []
    held = [card for card in out if not is_own(card)]
    blanks = [card.id for card in game.tables.cards.card if card.set_aside and card.type in BLANKS]
    return [*held, *(id for id in blanks if id not in held)]


# Read --------------------------------------------------------------------------------------------------------------


def check(game: Game, seat: Seat, filled: Filled) -> None:
    """Raise ``Refused`` for a sheet that breaks a limit [3]."""
    check_limits_of(*as_it_would_be(game, seat, filled.values))


def check_limits_of(there: Game, seeker: Seeker) -> None:
    """Raise ``Refused`` if a guest has more than its limits [3] allow."""
    limits = {"items": item_limit(there, seeker), "spells": spell_limit(there, seeker)}
    for name, limit in limits.items():
        held = len(getattr(seeker, name))
        if held > limit:
            facts: Facts = {
                "number": held,
                "most": limit,
                "spare": held - limit,
                "power": power(there, seeker),
            }
            raise Refused(f"guest_{name}", field=name, **facts)
    for card in barred_things(there, seeker):
        raise Refused("guest_barred", card=card_word(card))


def as_it_would_be(game: Game, seat: Seat, values: Mapping[str, Any]) -> tuple[Game, Seeker]:
    """Return a copy of the game with this guest inside, and the guest; the game itself stays unchanged."""
    annex = annex_of(game)
    things = dict(annex.things)
    items, followers = (_read_things(things, TYPES[name], values[name], name) for name in ("items", "followers"))
    trophies = _read_trophies(things, values["trophies"])
    seeker, guest = _guest_from_values(game, seat, values)
    brought = cards_of(values.get("cards", ()))
    seeker.items = [*items, *(id for id in brought if game.card(id).type in CARRIED)]
    seeker.followers = [*followers, *(id for id in brought if game.card(id).type == FOLLOWER)]
    seeker.trophies = [*trophies, *(id for id in brought if id not in (*seeker.items, *seeker.followers))]
    guest.kept = seeker
    there = replace(game, annex=replace(annex, things=things, visitors={**annex.visitors, seat: guest}))
    there.play_with(game.tables)
    return there, seeker


class _Typed(NamedTuple):
    """A value as typed on a sheet: now, at the start, and whether a card of the main game lowers it."""

    now: int
    start: int
    lowered: bool


def _guest_from_values(game: Game, seat: Seat, values: Mapping[str, Any]) -> tuple[Seeker, Visitor]:
    before = annex_of(game).visitors.get(seat)
    strength = _parse_value_pair(values, "strength", before.strength if before else None)
    magic = _parse_value_pair(values, "power", before.power if before else None)
    endurance = _parse_value_pair(values, "endurance", _usual_level(game, before))
    if not (endurance.now and endurance.start):
        raise Refused("guest_dead", field="endurance")
    pairs = {"strength": strength, "power": magic}
    for name, typed in pairs.items():
        if typed.now < typed.start and not typed.lowered:
            raise Refused("guest_lowered", field=name, now=typed.now, start=typed.start)
    mods, said = read_abilities(values["abilities"])
    guest = Visitor(
        id=_guest_id(values),
        kind="" if values["kind"] == NONE else values["kind"],
        align=values["align"],
        strength=strength.start,
        power=magic.start,
        lowered=tuple(name for name, typed in pairs.items() if typed.lowered),
        abilities=mods,
        marks=values["abilities"],
        said=said,
        came=values["came"],
        coming=True,
    )
    seeker = Seeker(
        id=guest.id,
        seat=seat,
        at=game.tables.board.entrance,
        strength=strength.now,
        power=magic.now,
        endurance=endurance.now,
        level=endurance.start,
        gold=values["gold"],
        spells=_guest_spells(before, values["spells"]),
        trials=list(before.kept.trials) if before and before.kept else [],
        lost=values["lost"],
    )
    return seeker, guest


def _usual_level(game: Game, before: Visitor | None) -> int:
    """Return the level of the last visit, else the usual one."""
    return before.kept.level if before and before.kept else game.tables.seekers.endurance


def _guest_id(values: Mapping[str, Any]) -> str:
    if values["card"] != OWN_CARD:
        return str(values["card"])
    if values["name"] == NONE:
        raise Refused("guest_name", field="name")
    return own_id(values["name"])


def _guest_spells(before: Visitor | None, number: int) -> list[str]:
    """Keep the names of Spells known from the last visit."""
    known = before.kept.spells if before and before.kept else []
    return [*known[:number], *[own_id("")] * (number - len(known[:number]))]


def _parse_value_pair(values: Mapping[str, Any], name: str, usual: int | None) -> _Typed:
    """Parse ``4/3``: 4 now, 3 on the card; without the card's value, ``usual`` or the value now.

    ``!``: a card of the main game lowers the value.
    """
    read = re.fullmatch(r"(\d{1,2})(?:\s*/\s*(\d{1,2}))?\s*(!?)", values[name].strip())
    if not read:
        raise Refused("guest_pair", field=name, given=values[name])
    now = int(read[1])
    return _Typed(now, int(read[2]) if read[2] else now if usual is None else usual, bool(read[3]))


def with_item(game: Game, seeker: Seeker, typed: str) -> tuple[Game, Seeker, list[str]]:
    """Return copies of the game and of a guest with Items typed as on a sheet, and the new Items."""
    things = dict(annex_of(game).things)
    items = _read_things(things, "item", typed, "items")
    there = replace(game, annex=replace(annex_of(game), things=things))
    there.play_with(game.tables)
    return there, replace(seeker, items=[*seeker.items, *items]), items


def _read_things(things: dict[str, Thing], kind: CardType, typed: str, field: str) -> list[str]:
    try:
        return [_store_thing(things, name, read_thing(kind, marks)) for name, marks in parted(typed)]
    except Refused as refusal:
        raise Refused(refusal.reason, **{**refusal.facts, "field": field}) from refusal


def _store_thing(things: dict[str, Thing], name: str, thing: Thing) -> str:
    """Return the id of a thing; another thing of the same name gets a number."""
    names = [name[:NAME], *(f"{name[:NAME]} {n}" for n in range(2, MOST))]
    id = next(own_id(each_name) for each_name in names if things.get(own_id(each_name), thing) == thing)
    things[id] = thing
    return id


def _read_trophies(things: dict[str, Thing], typed: str) -> list[str]:
    """Each trophy is typed as its name followed by its Strength."""
    found = []
    for name, _ in parted(typed):
        read = re.fullmatch(r"(.*\S)\s+(\d{1,2})", name)
        if not read:
            raise Refused("guest_trophy", field="trophies", given=name[:60])
        found.append(_store_thing(things, read[1], Thing(type="monster", strength=int(read[2]))))
    return found


# Kept ------------------------------------------------------------------------------------------------------------


def put_down(table: Table, game: Game, seat: Seat, values: Mapping[str, Any]) -> Seeker:
    """Store the typed sheet; Cave cards that it no longer lists go to their used pile."""
    before = cards_at_hand(game, seat)
    there, seeker = as_it_would_be(game, seat, values)
    annex, now = annex_of(game), annex_of(there)
    annex.things, annex.visitors = now.things, now.visitors
    annex.dead = [other for other in annex.dead if other != seat]
    left = _missing_cards(game, before, [*seeker.items, *seeker.followers, *seeker.trophies])
    for card in left:
        discard(game, card)
    if left:
        table.tell(CardsOutGone(tuple(map(card_word, left))))
    return seeker


def _missing_cards(game: Game, before: Sequence[str], now: Sequence[str]) -> list[str]:
    left = list(now)
    missing = []
    for card in before:
        if card in left:
            left.remove(card)
        elif not game.card(card).set_aside or card == game.tables.cards.goal:
            missing.append(card)
    return missing


def as_kept(game: Game, seat: Seat) -> Mapping[str, Value]:
    """Return the values of the form after the last exit; empty for a new guest."""
    guest = annex_of(game).visitors.get(seat)
    if not guest or not guest.kept:
        return {}
    seeker, box = guest.kept, not is_own(guest.id)
    held = [way.meant for way in card_ways(cards_at_hand(game, seat))]
    carried = [card for card in (*seeker.items, *seeker.followers, *seeker.trophies) if not is_own(card)]
    return {
        "came": guest.came,
        "name": NONE if box else guest.id.removeprefix(OWN),
        "kind": guest.kind or NONE,
        "card": guest.id if box else OWN_CARD,
        "align": guest.align,
        "strength": _value_pair_text(seeker.strength, guest.strength, "strength" in guest.lowered),
        "power": _value_pair_text(seeker.power, guest.power, "power" in guest.lowered),
        "endurance": f"{seeker.endurance}/{seeker.level}",
        "gold": seeker.gold,
        "items": _own_cards_text(game, seeker.items),
        "followers": _own_cards_text(game, seeker.followers),
        "trophies": ", ".join(
            f"{_without_own_prefix(card)} {game.card(card).strength}" for card in _own_cards(seeker.trophies)
        )
        or NONE,
        **({"cards": [f"{held_card.id}:{held_card.place}" for held_card in held[: len(carried)]]} if held else {}),
        "spells": len(seeker.spells),
        "abilities": guest.marks or NONE,
        "lost": seeker.lost,
    }


def _value_pair_text(now: int, start: int, lowered: bool) -> str:
    return f"{now}/{start}{'!' if lowered else ''}"


def _without_own_prefix(card: str) -> str:
    return card.removeprefix(OWN)


def _own_cards(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if is_own(card)]


def _own_cards_text(game: Game, cards: Sequence[str]) -> str:
    things = annex_of(game).things
    said = [f"{_without_own_prefix(card)} ({things[card].marks})".removesuffix(" ()") for card in _own_cards(cards)]
    return ", ".join(said) or NONE


class Guest(Struct, frozen=True, kw_only=True):
    """A visitor beside the fields of ``Seeker``: inside if ``at`` names an area, else outside.

    ``start_…``: values on its card, the same as now if left out. Things are ids of cards of the box, or typed as in a
    sheet; those ``found`` came since the guest is inside. Trophies are typed with their Strength; Spells by name, ''
    without a name.
    """

    name: str
    at: str = ""
    kind: str = ""
    align: Alignment = "neutral"
    start_strength: int | None = None
    start_power: int | None = None
    items: list[str] = []
    found: list[str] = []
    followers: list[str] = []
    trophies: list[str] = []
    spells: list[str] = []
    abilities: str = "-"
    came: Literal["rocks", "card"] = "rocks"
    coming: bool = False


def seats_of(figures: Sequence[Mapping[str, Any]]) -> list[Seat]:
    """Return the seats of Seekers or guests; without a seat one gets the next one."""
    return [figure.get("seat") or f"s{n}" for n, figure in enumerate(figures, start=1)]


def seat_guests(game: Game, guests: Sequence[Mapping[str, Any]]) -> None:
    """Place each guest inside or outside; raises ``BadTable`` for a sheet that cannot be read."""
    for n, (guest, seat) in enumerate(zip(guests, seats_of(guests), strict=True)):
        key = f"setup.guests[{n}]"
        among(f"{key}.seat", seat, game.seats)
        try:
            _seat_guest(game, guest, seat, key)
        except Refused as refusal:
            raise BadTable("scenario", key, f"Expected a sheet as it is typed: {refusal}") from refusal


def _seat_guest(game: Game, written: Mapping[str, Any], seat: Seat, key: str) -> None:
    guest, fields = apart(written, Guest, key)
    mods, said = read_abilities(guest.abilities)
    seeker = changed(_guest_seeker(game, guest), {**fields, "seat": seat}, key)
    visitor = Visitor(
        id=seeker.id,
        kind=guest.kind,
        align=guest.align,
        strength=seeker.strength if guest.start_strength is None else guest.start_strength,
        power=seeker.power if guest.start_power is None else guest.start_power,
        abilities=mods,
        marks=guest.abilities,
        said=said,
        came=guest.came,
        coming=guest.coming,
    )
    annex_of(game).visitors[seat] = visitor
    if guest.at:
        seeker.at = among(f"{key}.at", guest.at, (area.id for area in game.tables.board.area))
        visitor.before = convert(to_builtins(seeker), Seeker)
        game.players[seat].seeker = seeker
        seeker.items += guest.found
    else:
        visitor.kept = seeker
    check_limits(seeker, key, {"items": item_limit(game, seeker), "spells": spell_limit(game, seeker)})


def _guest_seeker(game: Game, guest: Guest) -> Seeker:
    return Seeker(
        id=own_id(guest.name),
        seat="",
        at=game.tables.board.entrance,
        strength=2,
        power=3,
        endurance=4,
        level=4,
        gold=0,
        items=[_guest_card_id(game, "item", typed) for typed in guest.items],
        followers=[_guest_card_id(game, "follower", typed) for typed in guest.followers],
        trophies=[_guest_trophy_id(game, typed) for typed in guest.trophies],
        spells=[own_id(spell) for spell in guest.spells],
    )


def _guest_card_id(game: Game, kind: CardType, typed: str) -> str:
    """Return the id of a card of the box, or read the text as a card of the main game."""
    if any(card.id == typed for card in game.tables.cards.card):
        return typed
    name, marks = next(iter(parted(typed)))
    annex_of(game).things[own_id(name)] = read_thing(kind, marks)
    return own_id(name)


def _guest_trophy_id(game: Game, typed: str) -> str:
    if any(card.id == typed for card in game.tables.cards.card):
        return typed
    name, _, strength = typed.rpartition(" ")
    annex_of(game).things[own_id(name)] = Thing(type="monster", strength=int(strength))
    return own_id(name)
