"""Checks of the tables beyond their types: complete rows, references between tables, and a board without dead ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.jaskinia.tables import checks_cards
from rules.jaskinia.tables import sheets as s
from rules.jaskinia.tables.sheets import Tables
from rules.kernel.errors import BadTable
from rules.kernel.grid import distances
from rules.kernel.tables import DIE, Fault, repeated
from rules.tables.checks import (
    Kinds,
    at_least,
    bad_tables,
    covers,
    each_row,
    fault,
    only_if,
    refers_to,
    some_results,
    unique,
    values_at,
    within,
)

FEWEST_SEEKERS = 6
"""One for each player of the largest game [2.1]."""


def faults(tables: Tables) -> Iterator[BadTable]:
    """Yield the faults of tables that are well-formed one by one."""
    known = checks_cards.Known.of(tables.cards, tables.seekers)
    found = {
        "board": board_faults(tables.board, known),
        "chambers": _chamber_faults(tables.chambers, known),
        "cards": checks_cards.card_faults(tables.cards, known),
        "spells": checks_cards.spell_faults(tables.spells, known),
        "seekers": _seeker_faults(tables.seekers, tables.crystal),
        "crystal": _crystal_faults(tables),
    }
    return bad_tables(found)


def _chamber_faults(sheet: s.Chambers, known: checks_cards.Known) -> Iterator[Fault]:
    yield from covers(sheet, "chamber[].face", DIE)
    yield from unique(sheet, "chamber[].id")
    yield from each_row(sheet, "chamber", _area_operation_faults, known)


def _area_operation_faults(row: s.Chamber | s.Special, known: checks_cards.Known) -> Iterator[Fault]:
    return within("do", checks_cards.operations(row.do, known, checks_cards.AREA_BARS))


def _seeker_faults(sheet: s.Seekers, crystal: s.Crystal) -> Iterator[Fault]:
    yield from unique(sheet, "seeker[].id")
    yield from at_least(sheet, "seeker", FEWEST_SEEKERS)
    yield from unique(sheet, "go_on[]")
    for key, mod in values_at(sheet, "seeker[].abilities[]"):
        yield from within(key, checks_cards.mod_faults(mod))
        # Nobody finds the Crystal Chamber without any Map [10.2].
        if mod.mod == "map_need" and mod.n >= crystal.map_fragments:
            template = "less than map_fragments ({map_fragments}), got {n}"
            yield fault("map_need", f"{key}.n", template, map_fragments=crystal.map_fragments, n=mod.n)


def _crystal_faults(tables: Tables) -> Iterator[Fault]:
    crystal, zone = tables.crystal, tables.crystal.search_zone
    yield from some_results(crystal, "second_die")
    if not any(tables.board.of(at).zone == zone for at in tables.board.chambers):
        template = "a zone of board.toml with a Chamber, got {search_zone!r}"
        yield fault("search_zone", "search_zone", template, search_zone=zone)
    # The Map needs this many copies of its Item [10.2].
    items = {card.id: card for card in tables.cards.card if card.type in checks_cards.CARRIED and not card.set_aside}
    yield from refers_to(crystal, "map_card", list(items))
    id, wanted = crystal.map_card, crystal.map_fragments
    if id in items and items[id].copies < wanted:
        template = "at most the {copies} copies of {map_card!r}, got {map_fragments}"
        yield fault("map_copies", "map_fragments", template, copies=items[id].copies, map_card=id, map_fragments=wanted)


# The board ------------------------------------------------------------------------------------------------------

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The change of column (eastwards) and row (southwards) by a step to each side."""
BACK: Mapping[str, str] = {"N": "S", "E": "W", "S": "N", "W": "E"}
FIELDS: Mapping[str, Kinds] = {"draw": ("corridor", "fork"), "instruction": ("special",)}
"""The kinds of areas that may have each field [5.4]."""
FEWEST_CHAMBERS = 2
FEWEST_AREAS = 2
"""Effects let a Seeker choose another Chamber, or another area of a zone."""


def board_faults(sheet: s.Board, known: checks_cards.Known) -> Iterator[Fault]:
    """Yield the faults of the board."""
    yield from unique(sheet, "area[].id")
    areas = {area.id: area for area in sheet.area}
    yield from each_row(sheet, "area", _area_faults, areas, [row.id for row in sheet.special])
    yield from _gate_faults(sheet, areas)
    yield from _zone_faults(sheet, areas)
    yield from _area_kind_faults(sheet)
    yield from unique(sheet, "special[].id")
    yield from each_row(sheet, "special", _area_operation_faults, known)


def _area_faults(area: s.Area, areas: Mapping[str, s.Area], instructions: list[str]) -> Iterator[Fault]:
    """Check that each exit leads to the neighbour on its side, and back."""
    for side, beyond in area.exits.items():
        key, back = f"exits.{side}", BACK[side]
        if beyond != (wanted := next_to(area.id, side)):
            template = "the next area on that side ({next_to}), got {beyond}"
            yield fault("next_area", key, template, next_to=wanted, beyond=beyond)
        elif beyond not in areas:
            yield fault("known_area", key, "an area of the board, got {beyond}", beyond=beyond)
        elif areas[beyond].exits.get(back) != area.id:  # type: ignore[call-overload]  # a side, not any text
            template = "a way back: {back} of {beyond} does not lead to {id}"
            yield fault("way_back", key, template, back=back, beyond=beyond, id=area.id)
    yield from only_if(area, area.kind, FIELDS)
    if area.kind == "special":
        yield from refers_to(area, "instruction", instructions)


def next_to(id: str, side: str) -> str:
    """Return the id of the area beyond a side, which the board may not have."""
    east, south = STEPS[side]
    return f"{chr(ord(id[0]) + east)}{int(id[1]) + south}"


def _gate_faults(sheet: s.Board, areas: Mapping[str, s.Area]) -> Iterator[Fault]:
    yield from unique(sheet, "gate[].id")
    for key, gate in values_at(sheet, "gate[]"):
        name, other = gate.between
        if name not in areas or other not in areas[name].exits.values():
            template = "two neighbouring areas, got {name} and {other}"
            yield fault("neighbour_areas", f"{key}.between", template, name=name, other=other)
        if not (gate.id.isascii() and gate.id.isalnum()):
            yield fault("gate_id", f"{key}.id", "letters and digits, got {id!r}", id=gate.id)
    ends = [(key, area) for key, between in values_at(sheet, "gate[].between") for area in between]
    for key, area in repeated(ends):
        yield fault("one_gate", key, "one pair of Gates at an area, got two at {area}", area=area)


def _zone_faults(sheet: s.Board, areas: Mapping[str, s.Area]) -> Iterator[Fault]:
    """Check that only Gates join zones, and that each zone has several areas."""
    gates = [sorted(gate.between) for gate in sheet.gate]
    for key, area in values_at(sheet, "area[]"):
        for side, beyond in area.exits.items():
            if area.zone != areas.get(beyond, area).zone and sorted((area.id, beyond)) not in gates:
                template = "Gates between {id} and {beyond}: they are of different zones"
                yield fault("gates_between", f"{key}.exits.{side}", template, id=area.id, beyond=beyond)
    for zone, size in Counter(area.zone for area in sheet.area).items():
        if size < FEWEST_AREAS:
            template = "at least {fewest_areas} areas in a zone, got {size} in {zone!r}"
            yield fault("fewest_areas", "area", template, fewest_areas=FEWEST_AREAS, size=size, zone=zone)


def _area_kind_faults(sheet: s.Board) -> Iterator[Fault]:
    """Check that every area can be reached from the only Entrance, and that Chambers have different names."""
    entrances = [area.id for area in sheet.area if area.kind == "entrance"]
    if (number := len(entrances)) != 1:
        yield fault("one_entrance", "area", "one area of the kind 'entrance', got {number}", number=number)
    for start in entrances[:1]:
        yield from _unreachable_faults(sheet, start)
    chambers = [(f"{key}.name", area.name) for key, area in values_at(sheet, "area[]") if area.kind == "chamber"]
    for key, name in repeated(chambers):
        yield fault("chamber_name", key, "a name of its own for each Chamber, got {name!r} twice", name=name)
    if (number := len(chambers)) < FEWEST_CHAMBERS:
        template = "at least {fewest_chambers} Chambers, got {number}"
        yield fault("fewest_chambers", "area", template, fewest_chambers=FEWEST_CHAMBERS, number=number)


def _unreachable_faults(sheet: s.Board, start: str) -> Iterator[Fault]:
    exits = {area.id: list(area.exits.values()) for area in sheet.area}
    found = distances(start, lambda at: exits.get(at, []))
    for key, area in values_at(sheet, "area[]"):
        if area.id not in found:
            template = "a way from {start} to every area, {id} cannot be reached"
            yield fault("area_reached", key, template, start=start, id=area.id)
