"""Plays a plot with every kind of question and prints what came of it: the same under every order of hashes."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.advance import advance, cut
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.requests import PARTY, Request, Seat
from rules.kernel.saving import plain_number
from rules.kernel.table import Table
from tests.rules.kernel.toy import SEED, Camp, Hills, Noted, a_fork, a_kit, a_march, a_pack, a_price, an_evening

POND = {"carp": 3, "eel": 2, "pike": 1, "tench": 4}


def a_long_day(table: Table, camp: Camp) -> None:
    """Sheets, a march, actions, a vote, dice and fish."""
    camp.notes.append(table.everyone("kit", {seat: a_kit(seat) for seat in camp.seats})["s2"].values)
    camp.notes.append(table.ask(a_march(PARTY)))
    while (taken := table.ask(an_evening())).id != "sleep":
        camp.notes.append([taken.seat, taken.id, taken.value])
    camp.notes.append(table.ask(a_pack()))
    camp.notes.append(dict(table.everyone("price", {seat: a_price(seat) for seat in camp.seats})))
    camp.notes.append([table.draw(POND, "fish") for _ in range(8)])
    camp.notes.append(table.roll("20K6", "dreams").pips)
    table.tell(Noted(table.ask(a_fork())), to=("s1",), shadow=Noted("something"))


def outcome() -> bytes:
    """State, told events and answers of that day, as bytes."""
    rules = Hills(a_long_day)
    count = 0

    def people(request: Request[Any], seat: Seat) -> Any:
        def below(bound: int) -> int:
            nonlocal count
            count += 7
            return count % bound

        return anything(request, seat, below)

    snapshot = cut(rules, Camp(), 0)
    position = advance(rules, snapshot, (), Sealed(SEED), people)
    return msgspec.json.encode([snapshot.state, position.state, position.told, position.given], enc_hook=plain_number)


if __name__ == "__main__":
    print(outcome().decode())
