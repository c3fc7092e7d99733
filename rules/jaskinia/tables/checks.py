"""What the tables' types cannot say: rows that are complete, in order, and know each other; ways that lead back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.jaskinia.tables import checks_cards
from rules.jaskinia.tables import sheets as s
from rules.jaskinia.tables.sheets import Tables
from rules.kernel.errors import BadTable, expected
from rules.kernel.grid import distances
from rules.kernel.tables import DIE, Fault, among, bad_tables, once_each, plain_keys, repeated, some_results, unique

FEWEST_SEEKERS = 6
"""One for each of the most players [2.1]."""


def faults(tables: Tables) -> Iterator[BadTable]:
    """All that is wrong with tables which are well-formed each for itself."""
    known = checks_cards.Known.of(tables.cards, tables.seekers)
    found: dict[str, Iterator[Fault]] = {
        "board": board_faults(tables.board, known),
        "chambers": _chamber_faults(tables.chambers, known),
        "cards": checks_cards.card_faults(tables.cards, known),
        "spells": checks_cards.spell_faults(tables.spells, known),
        "seekers": _seeker_faults(tables.seekers, tables.crystal),
        "crystal": _crystal_faults(tables),
    }
    return bad_tables(found)


def _chamber_faults(sheet: s.Chambers, known: checks_cards.Known) -> Iterator[Fault]:
    yield from once_each("chamber[{}].face", [row.face for row in sheet.chamber], "chamber", DIE)
    yield from plain_keys("chamber[{}].id", [row.id for row in sheet.chamber])
    for n, row in enumerate(sheet.chamber):
        yield from checks_cards.operations(f"chamber[{n}].do", row.do, known, checks_cards.AREA_BARS)


def _seeker_faults(sheet: s.Seekers, crystal: s.Crystal) -> Iterator[Fault]:
    yield from plain_keys("seeker[{}].id", [seeker_sheet.id for seeker_sheet in sheet.seeker])
    if len(sheet.seeker) < FEWEST_SEEKERS:
        yield (
            "seeker",
            expected(
                "fewest_seekers",
                "at least {fewest_seekers} Seekers, one for each player, got {number}",
                fewest_seekers=FEWEST_SEEKERS,
                number=len(sheet.seeker),
            ),
        )
    yield from unique("go_on", sheet.go_on)
    for n, seeker_sheet in enumerate(sheet.seeker):
        yield from checks_cards.every_mod(f"seeker[{n}].abilities", seeker_sheet.abilities)
        yield from _map_need_faults(f"seeker[{n}].abilities", seeker_sheet, crystal)


def _map_need_faults(key: str, seeker_sheet: s.SeekerSheet, crystal: s.Crystal) -> Iterator[Fault]:
    """Nobody finds the Crystal Chamber without any Map [10.2]."""
    for n, mod in enumerate(seeker_sheet.abilities):
        if mod.mod == "map_need" and mod.n >= crystal.map_fragments:
            yield (
                f"{key}[{n}].n",
                expected(
                    "map_need",
                    "less than map_fragments ({map_fragments}), got {n}",
                    map_fragments=crystal.map_fragments,
                    n=mod.n,
                ),
            )


def _crystal_faults(tables: Tables) -> Iterator[Fault]:
    crystal = tables.crystal
    yield from some_results("second_die", crystal.second_die)
    if not any(tables.board.of(at).zone == crystal.search_zone for at in tables.board.chambers):
        yield (
            "search_zone",
            expected(
                "search_zone",
                "a zone of board.toml with a Chamber, got {search_zone!r}",
                search_zone=crystal.search_zone,
            ),
        )
    yield from _map_faults(crystal, tables.cards)


def _map_faults(crystal: s.Crystal, cards: s.Cards) -> Iterator[Fault]:
    """There are enough of the Items that make the Map [10.2]."""
    items = {card.id: card for card in cards.card if card.type in checks_cards.CARRIED and not card.set_aside}
    yield from among("map_card", [crystal.map_card], tuple(items))
    if crystal.map_card in items and items[crystal.map_card].copies < crystal.map_fragments:
        copies = items[crystal.map_card].copies
        yield (
            "map_fragments",
            expected(
                "map_copies",
                "at most the {copies} copies of {map_card!r}, got {map_fragments}",
                copies=copies,
                map_card=crystal.map_card,
                map_fragments=crystal.map_fragments,
            ),
        )


# The board: ways that lead back, Gates between neighbours, instructions that exist -----------------------------

STEPS: Mapping[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Columns eastwards and rows southwards of a step."""
BACK: Mapping[str, str] = {"N": "S", "E": "W", "S": "N", "W": "E"}
DRAWN = ("corridor", "fork")
"""Kinds of areas on which cards are drawn [5.4]."""
FEWEST_CHAMBERS = 2
FEWEST_AREAS = 2
"""Whoever may choose another Chamber, or another area of a zone, has to find one."""


def board_faults(sheet: s.Board, known: checks_cards.Known) -> Iterator[Fault]:
    """All that is wrong with the board."""
    yield from unique("area[{}].id", [area.id for area in sheet.area])
    areas = {area.id: area for area in sheet.area}
    for n, area in enumerate(sheet.area):
        yield from _exit_faults(f"area[{n}].exits", area, areas)
        yield from _area_field_faults(f"area[{n}]", area, sheet)
    yield from _gate_faults(sheet, areas)
    yield from _zone_faults(sheet, areas)
    yield from _area_kind_faults(sheet)
    yield from _special_area_faults(sheet, known)


# Ways ----------------------------------------------------------------------------------------------------------


def _exit_faults(key: str, area: s.Area, areas: Mapping[str, s.Area]) -> Iterator[Fault]:
    """Each leads to the neighbour on that side, and back."""
    for side, beyond in area.exits.items():
        if beyond != next_to(area.id, side):
            yield (
                f"{key}.{side}",
                expected(
                    "next_area",
                    "the next area on that side ({next_to}), got {beyond}",
                    next_to=next_to(area.id, side),
                    beyond=beyond,
                ),
            )
        elif beyond not in areas:
            yield f"{key}.{side}", expected("known_area", "an area of the board, got {beyond}", beyond=beyond)
        elif areas[beyond].exits.get(BACK[side]) != area.id:  # type: ignore[call-overload]  # a side, not any text
            yield (
                f"{key}.{side}",
                expected(
                    "way_back",
                    "a way back: {back} of {beyond} does not lead to {id}",
                    back=BACK[side],
                    beyond=beyond,
                    id=area.id,
                ),
            )


def next_to(id: str, side: str) -> str:
    """What an area beyond a side is called, be it on the board or not."""
    east, south = STEPS[side]
    return f"{chr(ord(id[0]) + east)}{int(id[1]) + south}"


def _gate_faults(sheet: s.Board, areas: Mapping[str, s.Area]) -> Iterator[Fault]:
    yield from unique("gate[{}].id", [gate.id for gate in sheet.gate])
    for n, gate in enumerate(sheet.gate):
        name, other = gate.between
        if name not in areas or other not in areas[name].exits.values():
            yield (
                f"gate[{n}].between",
                expected("neighbour_areas", "two neighbouring areas, got {name} and {other}", name=name, other=other),
            )
        if not (gate.id.isascii() and gate.id.isalnum()):
            yield f"gate[{n}].id", expected("gate_id", "letters and digits, got {id!r}", id=gate.id)
    ends = [(n, area) for n, gate in enumerate(sheet.gate) for area in gate.between]
    for n, area in repeated(ends):
        yield f"gate[{n}].between", expected("one_gate", "one pair of Gates at an area, got two at {area}", area=area)


def _zone_faults(sheet: s.Board, areas: Mapping[str, s.Area]) -> Iterator[Fault]:
    """Only Gates join the zones; each has more than one area."""
    gates = [tuple(sorted(gate.between)) for gate in sheet.gate]
    for n, area in enumerate(sheet.area):
        for side, beyond in area.exits.items():
            if area.zone != areas.get(beyond, area).zone and tuple(sorted((area.id, beyond))) not in gates:
                yield (
                    f"area[{n}].exits.{side}",
                    expected(
                        "gates_between",
                        "Gates between {id} and {beyond}: they are of different zones",
                        id=area.id,
                        beyond=beyond,
                    ),
                )
    for zone, size in Counter(area.zone for area in sheet.area).items():
        if size < FEWEST_AREAS:
            yield (
                "area",
                expected(
                    "fewest_areas",
                    "at least {fewest_areas} areas in a zone, got {size} in {zone!r}",
                    fewest_areas=FEWEST_AREAS,
                    size=size,
                    zone=zone,
                ),
            )


# Kinds ---------------------------------------------------------------------------------------------------------


def _area_kind_faults(sheet: s.Board) -> Iterator[Fault]:
    """One Entrance, from which everything can be reached when all Gates are open; Chambers with names of their own."""
    entrances = [area.id for area in sheet.area if area.kind == "entrance"]
    if len(entrances) != 1:
        yield "area", expected("one_entrance", "one area of the kind 'entrance', got {number}", number=len(entrances))
    for start in entrances[:1]:
        yield from _unreachable_faults(sheet, start)
    chambers = [(n, area.name) for n, area in enumerate(sheet.area) if area.kind == "chamber"]
    for n, name in repeated(chambers):
        yield (
            f"area[{n}].name",
            expected("chamber_name", "a name of its own for each Chamber, got {name!r} twice", name=name),
        )
    if len(chambers) < FEWEST_CHAMBERS:
        yield (
            "area",
            expected(
                "fewest_chambers",
                "at least {fewest_chambers} Chambers, got {number}",
                fewest_chambers=FEWEST_CHAMBERS,
                number=len(chambers),
            ),
        )


def _unreachable_faults(sheet: s.Board, start: str) -> Iterator[Fault]:
    exits = {area.id: list(area.exits.values()) for area in sheet.area}
    found = distances(start, lambda at: exits.get(at, []))
    for n, area in enumerate(sheet.area):
        if area.id not in found:
            yield (
                f"area[{n}]",
                expected(
                    "area_reached", "a way from {start} to every area, {id} cannot be reached", start=start, id=area.id
                ),
            )


def _area_field_faults(key: str, area: s.Area, sheet: s.Board) -> Iterator[Fault]:
    """Cards are drawn on some kinds of areas, an instruction is carried out on special ones [5.4]."""
    if area.draw and area.kind not in DRAWN:
        yield (
            f"{key}.draw",
            expected(
                "nothing_drawn",
                "0 for the kind {kind!r}: nothing is drawn there, got {draw}",
                kind=area.kind,
                draw=area.draw,
            ),
        )
    if area.kind == "special":
        yield from among(f"{key}.instruction", [area.instruction], tuple(row.id for row in sheet.special))
    elif area.instruction:
        yield (
            f"{key}.instruction",
            expected(
                "no_instruction",
                "none for the kind {kind!r}, got {instruction!r}",
                kind=area.kind,
                instruction=area.instruction,
            ),
        )


def _special_area_faults(sheet: s.Board, known: checks_cards.Known) -> Iterator[Fault]:
    yield from plain_keys("special[{}].id", [row.id for row in sheet.special])
    for n, row in enumerate(sheet.special):
        yield from checks_cards.operations(f"special[{n}].do", row.do, known, checks_cards.AREA_BARS)
