"""Standing orders: each player may change the own ones, and is asked in windows what to use of what is hidden."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from rules.kernel.answers import judge, plain
from rules.kernel.offers import Way, take
from rules.kernel.orders import NOTHING, order_offers, window
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from tests.rules.playing import play


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may want done without being asked."""

    tea: Literal["ask", "always"] = "ask"


def test_who_changes_orders_changes_the_own() -> None:
    """Under one id each player has the own offer; what was ordered comes as the game's orders."""
    kept: list[tuple[Seat, Wishes]] = []

    def keep(table: Table, seat: Seat, orders: Wishes) -> None:
        kept.append((seat, orders))

    offers = order_offers(Wishes, ["s1", "s2"], "teatime", keep)
    after = play(lambda table: take(table, "tea", offers), {}, {"tea": [["orders", {"tea": "always"}]]})

    assert [(offer.who, offer.aside, offer.secret) for offer in offers] == [("s1", True, True), ("s2", True, True)]
    assert (kept, after.came_of_it) == ([("s1", Wishes(tea="always"))], None)


@pytest.mark.parametrize(("answer", "meant"), [("no", None), ("cup", "a cup")])
def test_a_window_is_answered_by_what_is_used(answer: str, meant: str | None) -> None:
    """Nothing is None; the log has the id of either."""
    ask = window("s1", "tea", Option("no", "tea.no"), [Way(Option("cup", "tea.cup"), "a cup")], {})

    assert judge(ask, answer, "s1") == meant
    assert plain(ask, judge(ask, answer, "s1"), "s1") == answer


def test_who_has_nothing_to_use_is_asked_all_the_same() -> None:
    """And learns why."""
    ask = window("s1", "tea", Option("no", "tea.no"), [], {})

    assert (ask.always, [option.note for option in ask.options]) == (True, [NOTHING])
