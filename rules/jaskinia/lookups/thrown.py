"""Look-ups with dice: the results on a card, in a Chamber, on a special area, in a trial."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rules.jaskinia.lookups import printed
from rules.jaskinia.tables import Tables
from rules.jaskinia.tables import effects as e
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Throws

ONE = "1K6"
ENEMIES = ("animal", "monster", "spirit")


def chamber(tables: Tables, throws: Throws, **asked: int | str) -> Facts:
    """Return a Chamber and the result of its die; without a name or face the kind is thrown, too [9.1]."""
    found = printed.chamber(tables, **(asked or {"face": int(throws.roll(ONE, "chamber"))}))
    return found | (_first_dice_facts(tables.chambers.at(found["face"]).do, throws) or {})


def area(tables: Tables, throws: Throws, id: str) -> Facts:
    """Return an area and the result of its instruction's die [5.4]."""
    instruction = tables.board.of(id).instruction
    do = tables.board.instruction(instruction).do if instruction else ()
    return printed.area(tables, id) | _dice_facts(do, throws, "area")


def special(tables: Tables, throws: Throws, name: str) -> Facts:
    """Return a special area and the result of its die [5.4]."""
    return printed.special(tables, name) | _dice_facts(tables.board.instruction(name).do, throws, "special")


def card(tables: Tables, throws: Throws, name: str) -> Facts:
    """Return a card with its die: an Enemy's score, whether an Item saves, or the card's effect [6.2, 12]."""
    row = tables.cards.of(name)
    found = printed.card(tables, name=name)
    if row.type in ENEMIES:
        return found | {"theirs": row.strength + row.power + throws.roll(ONE, "enemy")}
    if faces := [face for mod in row.mods if mod.mod == "save" for face in mod.faces]:
        return found | {"saved": throws.roll(ONE, "save") in faces}
    return found | _dice_facts(row.do, throws, "card")


def gate(tables: Tables, throws: Throws, id: str) -> Facts:
    """Return the Strength or Power that opens the Gates with this die [4.8]."""
    found = printed.gate(tables, id)
    return found | {"needed": max(0, found["gate_target"] - throws.roll(ONE, "gate"))}


def crystal(tables: Tables, throws: Throws, part: str) -> Facts:
    """Return a guardian's score with its die, or whether a search finds the Chamber [10.3, 10.6].

    Raises ``Refused`` for a part without dice.
    """
    found = printed.crystal(tables, part)
    if part == "search":
        return found | {"hits": throws.roll(ONE, part) in found["on"]}
    if part not in found:
        raise Refused("lookup_dice", table="crystal")
    return found | {"theirs": found[part] + throws.roll(ONE, "guardian")}


def shared(tables: Tables, throws: Throws, use: str) -> Facts:
    """Return whether the die allows a move to go on [4.9]; raises ``Refused`` for a number without dice."""
    found = printed.shared(tables, use)
    if "on" not in found:
        raise Refused("lookup_dice", table="number")
    return found | {"hits": throws.roll(ONE, use) in found["on"]}


# What dice decide ----------------------------------------------------------------------------------------------


def _dice_facts(do: e.Do, throws: Throws, table: str) -> Facts:
    found = _first_dice_facts(do, throws)
    if found is None:
        raise Refused("lookup_dice", table=table)
    return found


def _first_dice_facts(do: e.Do, throws: Throws) -> Facts | None:
    """Return the result of the first operation with a die; None if there is no die."""
    for op in do:
        match op:
            case e.RollTable():
                return _roll_table_facts(op, throws)
            case e.Test():
                return {"stat": op.stat, "needed": max(0, op.target - throws.roll(ONE, "effect"))}
            case e.Fight() | e.Psychic():
                return {"theirs": op.against[1] + throws.roll(ONE, "enemy")}
            case _:
                pass
        if (found := _first_dice_facts(_nested_operations(op), throws)) is not None:
            return found
    return None


def _roll_table_facts(op: e.RollTable, throws: Throws) -> Facts:
    return {"comes": _operation_facts(op.do_at(int(throws.roll(ONE, "effect"))))}


def _nested_operations(op: e.Effect) -> e.Do:
    if isinstance(op, e.If):
        return (*op.otherwise, *op.then)
    return tuple(chain.from_iterable(way.do for way in op.options)) if isinstance(op, e.ChooseWay) else ()


def _operation_facts(do: Sequence[e.Effect]) -> list[Facts]:
    """An empty list is shown as ``nothing``."""
    return [printed.deed(op) for op in do] or [{"op": "nothing"}]
