"""What the tables' types cannot say: rows that must be complete, in order, and know each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.jaskinia.tables import checks_board, checks_cards, checks_spells
from rules.jaskinia.tables.checks_effects import AREA_BARS, Known, operations
from rules.jaskinia.tables.checks_mods import every_mod
from rules.kernel.checks import DIE, Fault, among, once_each, plain_keys, some_results, unique
from rules.kernel.errors import BadTable

if TYPE_CHECKING:  # the tables call these checks
    from rules.jaskinia.tables import Tables
    from rules.jaskinia.tables import sheets as s

FEWEST_SEEKERS = 6
"""One for each of the most players [2.1]."""
WORTH = ("gold", "item", "magic_item")


def faults(tables: Tables) -> Iterator[BadTable]:
    """All that is wrong with tables which are well-formed each for itself."""
    known = Known.of(tables.cards)
    found: dict[str, Iterator[Fault]] = {
        "board": checks_board.faults(tables.board, known),
        "chambers": _chambers(tables.chambers, known),
        "cards": checks_cards.faults(tables.cards, known),
        "spells": checks_spells.faults(tables.spells, known),
        "seekers": _seekers(tables.seekers, tables.crystal),
        "crystal": _crystal(tables),
    }
    for name, wrong in found.items():
        yield from (BadTable(f"{name}.toml", key, f"Expected {expected}") for key, expected in wrong)


def _chambers(sheet: s.Chambers, known: Known) -> Iterator[Fault]:
    yield from once_each("chamber[{}].face", [row.face for row in sheet.chamber], "chamber", DIE)
    yield from plain_keys("chamber[{}].id", [row.id for row in sheet.chamber])
    for n, row in enumerate(sheet.chamber):
        yield from operations(f"chamber[{n}].do", row.do, known, AREA_BARS)


def _seekers(sheet: s.Seekers, crystal: s.Crystal) -> Iterator[Fault]:
    yield from plain_keys("seeker[{}].id", [one.id for one in sheet.seeker])
    if len(sheet.seeker) < FEWEST_SEEKERS:
        yield "seeker", f"at least {FEWEST_SEEKERS} Seekers, one for each player, got {len(sheet.seeker)}"
    yield from unique("go_on", sheet.go_on)
    for n, one in enumerate(sheet.seeker):
        yield from every_mod(f"seeker[{n}].abilities", one.abilities)
        yield from _needs_map(f"seeker[{n}].abilities", one, crystal)


def _needs_map(key: str, one: s.SeekerSheet, crystal: s.Crystal) -> Iterator[Fault]:
    """Nobody finds the Crystal Chamber without any Map [10.2]."""
    for n, mod in enumerate(one.abilities):
        if mod.mod == "map_need" and mod.n >= crystal.map_fragments:
            yield f"{key}[{n}].n", f"less than map_fragments ({crystal.map_fragments}), got {mod.n}"


def _crystal(tables: Tables) -> Iterator[Fault]:
    crystal = tables.crystal
    yield from some_results("second_die", crystal.second_die)
    for name in (name for name in WORTH if not getattr(crystal.wealth_value, name)):
        yield f"wealth_value.{name}", "at least one point"
    if not any(tables.board.of(at).zone == crystal.search_zone for at in tables.board.chambers):
        yield "search_zone", f"a zone of board.toml with a Chamber, got {crystal.search_zone!r}"
    yield from _map(crystal, tables.cards)


def _map(crystal: s.Crystal, cards: s.Cards) -> Iterator[Fault]:
    """There are enough of the Items that make the Map [10.2]."""
    items = {card.id: card for card in cards.card if card.type in checks_cards.CARRIED and not card.set_aside}
    yield from among("map_card", [crystal.map_card], tuple(items))
    if crystal.map_card in items and items[crystal.map_card].copies < crystal.map_fragments:
        copies = items[crystal.map_card].copies
        yield "map_fragments", f"at most the {copies} copies of {crystal.map_card!r}, got {crystal.map_fragments}"
