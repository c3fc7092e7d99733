"""Guests who fight each other: the attacked may name a number as well, and each may refuse the other's [5.6]."""

from __future__ import annotations

from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.beside.sayings import refusal
from rules.jaskinia.beside.sheets import annex_of
from rules.jaskinia.fight.scores import fight_facts
from rules.jaskinia.model import Game, Seeker
from rules.kernel.offers import Offer, ending, take
from rules.kernel.requests import Option
from rules.kernel.table import Table


def stand_ready(table: Table, game: Game, one: Seeker, other: Seeker) -> None:
    """The attacked is asked, unless by order never; then the attacker about the other's number, if there is one."""
    if game.orders(other).defence != "never":
        _ask(table, game, other)
    if other.seat in annex_of(game).numbers:
        let = Offer(one.seat, Option("let", "guest.let"), do=ending)
        take(
            table, "guest.refuse", [let, refusal(game, other, one.seat, aside=False)], secret=True, **fight_facts(game)
        )


def _ask(table: Table, game: Game, other: Seeker) -> None:
    while True:
        table.set_right()
        stand = Offer(other.seat, Option("stand", "duel.stand"), do=ending)
        if take(table, "duel.ready", [stand, *any_time_offers(game)], secret=True, **fight_facts(game)):
            return
