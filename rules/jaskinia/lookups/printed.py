"""Look-ups without dice: an entry of each table, by values known to a game master."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from rules.jaskinia.model import TRIALS
from rules.jaskinia.tables import Tables
from rules.jaskinia.tables.effects import Effect
from rules.jaskinia.tables.sheets import Spell
from rules.kernel.lookups import Facts, by_key, columns, sourced
from rules.kernel.tables import Row, band

NUMBERS: Mapping[str, str] = {
    "endurance": "4.1",
    "items": "5.3",
    "free_power": "11.2",
    "trophies": "1.4",
    "cards": "2.4",
    "healing_price": "4.6",
    "go_on": "11.4",
}
"""Numbers shared by all Seekers, with their sections of the rulebook."""
OF_CRYSTAL: Mapping[str, str] = {"search": "12.5", "map": "12.5", **dict.fromkeys(TRIALS, "goal")}
"""The parts of the Crystal's rules, with their sections of the rulebook."""
UNTOLD: tuple[object, ...] = ("", "self", 0, False, None, (), [], "always")
"""Default values that a row leaves out."""
OF_A_DECK = ("copies", "window", "target")
"""Fields that a row leaves out if it is set aside."""


def facts_of(row: Row) -> Facts:
    """Return a row without default values; of a card that is set aside also without what is said of a deck."""
    found: Facts = _without_untold(columns(row))
    return {name: value for name, value in found.items() if name not in OF_A_DECK or "set_aside" not in found}


def deed(op: Effect) -> Facts:
    """Return an operation without default values."""
    found: Facts = _without_untold(to_builtins(op))
    return found


def _without_untold(value: Any) -> Any:
    """The faces of a die stay, even if nothing happens on them."""
    match value:
        case Mapping():
            return {
                name: _without_untold(item) for name, item in value.items() if name[0].isdigit() or item not in UNTOLD
            }
        case list() | tuple():
            return [_without_untold(item) for item in value]
        case _:
            return value


def _spell_facts(row: Spell) -> Facts:
    return facts_of(row) | ({} if row.set_aside else {"window": row.window, "target": row.target})


card = by_key("cards", "card", facts_of, name="id")
spell = by_key("spells", "spell", _spell_facts, name="id")
seeker = by_key("seekers", "seeker", lambda row: facts_of(row) | {"spells": row.spells, "gold": row.gold}, name="id")


def limit(tables: Tables, power: int) -> Facts:
    """Return the number of Spells for a total Power [3.4]."""
    steps = tables.spells.limit
    at = band([least for least, _ in steps], power)
    return sourced({"power": power, "spells": 0 if at is None else steps[at][1]}, tables.spells)


def limit_rows(tables: Tables) -> list[Facts]:
    """Return the lowest Power for each number of Spells [3.4]."""
    return [sourced({"least": least, "spells": spells}, tables.spells) for least, spells in tables.spells.limit]


# Places --------------------------------------------------------------------------------------------------------


def chamber(tables: Tables, **asked: int | str) -> Facts:
    """Return a kind of Chamber by its name or its face of the die; of one face also the search [9.1, 10.3]."""
    found = by_key("chambers", "chamber", facts_of, name="id", face="face")(tables, **asked)
    sheet = tables.crystal
    searched = {"zone": sheet.search_zone, "crystal_on": sheet.second_die}
    return found | (searched if found["face"] == sheet.search_face else {})


def area(tables: Tables, id: str) -> Facts:
    """Return an area: its kind, the cards to draw, its exits and Gates [11]."""
    row = tables.board.of(id)
    found: Facts = {"area": row.id, "name": row.name, "kind": row.kind, "zone": row.zone, "draw": row.draw}
    found["ways"] = [f"{side} {beyond}" for side, beyond in row.exits.items()]
    found["gates"] = [gate.id for gate in tables.board.gate if id in gate.between]
    return sourced(found | ({"instruction": row.instruction} if row.instruction else {}), tables.board, row)


def special(tables: Tables, name: str) -> Facts:
    """Return the instruction of a special area, and its areas [11]."""
    row = tables.board.instruction(name)
    where = [area.id for area in tables.board.area if area.instruction == name]
    return sourced(facts_of(row) | {"areas": where}, tables.board, row)


def gate(tables: Tables, id: str) -> Facts:
    """Return the areas on both sides of Gates, and the number that opens them [4.8]."""
    row = next(row for row in tables.board.gate if row.id == id)
    found: Facts = {"gate": row.id, "areas": row.between, "gate_target": tables.board.gate_target}
    return sourced(found, tables.board, row)


# Numbers -------------------------------------------------------------------------------------------------------


def crystal(tables: Tables, part: str) -> Facts:
    """Return a way to find the Crystal Chamber, or the demands of a trial [10]."""
    sheet = tables.crystal
    worth = {f"per_{what}": getattr(sheet.wealth_value, what) for what in ("gold", "item", "magic_item")}
    found: dict[str, Facts] = {
        "search": {"zone": sheet.search_zone, "face": sheet.search_face, "on": sheet.second_die},
        "map": {"map_card": sheet.map_card, "number": sheet.map_fragments},
        "strength": {"strength": sheet.strength_guardian},
        "power": {"power": sheet.power_guardian},
        "wealth": {"points": sheet.wealth_points, **worth},
    }
    return sourced({"part": part} | found[part], sheet) | {"section": OF_CRYSTAL[part]}


def shared(tables: Tables, use: str) -> Facts:
    """Return a number shared by all Seekers, or the results of 1K6 that count [3, 4.9]."""
    name = "on" if use == "go_on" else "value"
    return sourced({"use": use, name: getattr(tables.seekers, use)}, tables.seekers) | {"section": NUMBERS[use]}
