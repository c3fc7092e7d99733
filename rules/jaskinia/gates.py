"""Mighty Gates: forced, opened by magic or by a key [4.8]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.jaskinia.effects import OPERATIONS, Work
from rules.jaskinia.events.ways import GateHeld, GateOpened
from rules.jaskinia.glimpses import glimpse_inside
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.places import gates_at, other_side
from rules.jaskinia.seeker.values import SIX, bonus, has, number_named, power, strength, use_number
from rules.jaskinia.tables.effects import Do, OpenGate
from rules.jaskinia.tables.sheets import Gate
from rules.kernel.offers import Pick, does_with, ends, one_way
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

Might = Callable[[Game, Seeker], int]

MIGHTS: Mapping[str, Might] = {
    "force": lambda game, one: strength(game, one) + bonus(game, one, "gate"),
    "magic": power,
}
"""What is added to the die by each way to open Gates."""
KEY = "key"


def gate_offers(game: Game, one: Seeker) -> Iterator[Pick[str]]:
    """The ways that may open Gates instead of moving: only a key where there is one, no die that cannot be enough."""
    for gate in gates_at(game, one.at):
        if has(game, one, "gate_auto"):
            yield _try(game, one, gate, KEY, f"gate.{KEY}", "gate.sure")
            return
        for means, might in MIGHTS.items():
            needed = game.tables.board.gate_target - might(game, one) - number_named(game, one)
            if needed <= SIX:
                label = f"gate.{means}" if needed > 1 else f"gate.{means}.sure"
                helped = ".helped" if means == "force" and bonus(game, one, "gate") else ""
                note = f"gate.{means}{helped}" if needed > 1 else "gate.sure"
                yield _try(game, one, gate, means, label, note, needed)


def _try(game: Game, one: Seeker, gate: Gate, means: str, label: str, note: str = "", needed: int = 1) -> Pick[str]:
    beyond = glimpse_inside(game, one, other_side(gate, one.at))
    facts: dict[str, Fact] = {"gate": gate.id, "beyond": beyond, "needed": max(1, needed)}
    facts["faces"] = SIX + 1 - max(1, needed)
    if means in MIGHTS:
        own, more = MIGHTS[means](game, one), bonus(game, one, "gate") if means == "force" else 0
        facts |= {"own": own - more, "bonus": more, "target": game.tables.board.gate_target}
    option = Option(f"gate:{means}", label, note, facts)
    return one_way(one.seat, "gate", option, means, ends(does_with(try_gate, game, one, gate)))


def try_gate(table: Table, game: Game, one: Seeker, gate: Gate, means: str) -> None:
    """One attempt; who succeeds stands behind the open Gates. A failure ends the turn [4.8, A5]."""
    game.tally.gates += 1
    if means != KEY and not _opens(table, game, one, gate, means):
        game.trip.over = True
        return
    open_gate(table, game, one, gate.id, means)


def _opens(table: Table, game: Game, one: Seeker, gate: Gate, means: str) -> bool:
    total = int(table.roll("1K6", f"gate.{means}", character=one.name)) + MIGHTS[means](game, one)
    total += use_number(game, one)
    target = game.tables.board.gate_target
    if total < target:
        table.tell(GateHeld(one.name, gate.id, total, target))
    return total >= target


def open_gate(table: Table, game: Game, one: Seeker, id: str, means: str) -> None:
    """Gates are open for all to the end of the game; who opened them steps through."""
    gate = next(gate for gate in game.tables.board.gate if gate.id == id)
    game.gates.append(id)
    table.tell(GateOpened(one.name, id, Word(f"cavemeans.{means}")))
    one.at = other_side(gate, one.at)
    game.trip.path.append(one.at)


def do_open_gate(table: Table, game: Game, work: Work, op: OpenGate) -> Do:
    """The Gates at which the Spell was aimed open."""
    open_gate(table, game, work.one, work.target, "word")
    return ()


OPERATIONS[OpenGate] = do_open_gate
