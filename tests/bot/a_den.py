"""A den where rivals keep things from each other: what each drinks, orders, hides is nobody else's business.

Everything that is secret there sings: ``SONG`` begins the words of all potions, orders, places, and the facts told of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.table.events import HouseRuleChanged
from rules.kernel.events import Event
from rules.kernel.requests import PARTY, Action, Choose, NextAction, Option, Request, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Word
from tests.bot.parlour import Parlour, ParlourRules, said

SONG = "Kanarek"
POTIONS = (Option("red", f"{SONG}-czerwony"), Option("blue", f"{SONG}-niebieski"))
PLACES = (Option("hole", f"{SONG}-dziura"), Option("roof", f"{SONG}-dach"))
ACTIVE = "s1"


def turn_of(seats: Sequence[Seat]) -> NextAction:
    """The first seat goes on or waits, or drinks first; each of the others may give orders meanwhile."""
    drink = Choose(who=ACTIVE, why="den.potion", options=POTIONS, secret=True)
    orders = (Action(seat, Option("orders", "orders"), _orders(seat), True, True) for seat in seats if seat != ACTIVE)
    actions = (
        *orders,
        Action(ACTIVE, Option("drink", f"{SONG}-pije"), drink, aside=True, secret=True),
        Action(ACTIVE, Option("go", "go")),
        Action(ACTIVE, Option("stay", "stay")),
    )
    return NextAction(who=PARTY, why="den.turn", actions=actions, facts={"at": f"{SONG}-tu"}, secret=True)


def _orders(seat: Seat) -> Request[str]:
    return Text(who=seat, why="den.orders", longest=60, usual=f"{SONG}-stać")


def heard(what: str) -> Event:
    """An event whose words repeat what they are given."""
    return HouseRuleChanged(Word("house.adventures"), what)


class Den(ParlourRules):
    """A turn of the first seat, which then hides something."""

    rivals = True

    def stage(self, table: Table, state: Parlour) -> None:
        """Actions until the first seat goes; then the question where to hide it all."""
        while (taken := table.ask(turn_of(state.seats))).id not in ("go", "stay"):
            table.tell(heard(f"{SONG}-{taken.seat}-{taken.id}-{said(taken.value)}"), to=(taken.seat,))
        place = table.choose(ACTIVE, "den.hide", PLACES, secret=True, what=f"{SONG}-jajo")
        table.tell(heard(f"{SONG}-{place}"), to=(ACTIVE,), shadow=heard("schowane"))
        state.over = True

    def view(self, state: Parlour, viewer: Seat | None) -> Any:
        """Nothing is on the table."""
        return Parlour(state.seats)
