"""Standing orders, and windows in which something hidden may be used."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.answers import judge, plain
from rules.kernel.offers import Way, take
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import NOTHING, order_offers, window
from tests.rules.playing import play


class Orders(msgspec.Struct, frozen=True):
    """What may be ordered here."""

    scrolls: Literal["ask", "never"] = "ask"


def test_a_window_tells_what_is_used_or_nothing() -> None:
    """Asked, too, of who has nothing to use."""
    no, scroll = Option("pass", "pass"), {"name": "rust"}
    ask = window("s1", "magic", no, [Way(Option("rust", "rust"), scroll)], {})
    empty = window("s1", "magic", no, [], {})

    assert judge(ask, "rust", "s1") is scroll
    assert judge(ask, "pass", "s1") is None
    assert plain(ask, None, "s1") == "pass"
    assert (ask.secret, ask.always) == (True, True)
    assert (ask.options[0].note, empty.options[0].note) == ("", NOTHING)


def test_changed_orders_are_kept() -> None:
    """Of the seat that changed them, in secret and without moving the game on."""
    kept: dict[Seat, Orders] = {}

    def keep(table: Table, seat: Seat, changed: Orders) -> None:
        kept[seat] = changed

    offers = order_offers(Orders(), ["s1", "s2"], "orders", keep)
    play(lambda table: take(table, "turn", offers[1:]), {}, {"turn": [["orders", {"scrolls": "never"}]]})

    assert kept == {"s2": Orders("never")}
    assert all(offer.aside and offer.secret for offer in offers)


def test_orders_need_not_be_secret() -> None:
    """In a game without secrets everybody may see that somebody changes them."""
    (offer,) = order_offers(Orders(), ["s1"], "orders", lambda table, seat, changed: None, secret=False)

    assert offer.aside
    assert not offer.secret
    assert offer.ask is not None
    assert not offer.ask.secret
