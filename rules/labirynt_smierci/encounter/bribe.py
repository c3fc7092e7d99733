"""Chapter 8.7–8.9: gold instead of blood. One offer per group; the gold is gone either way."""

from __future__ import annotations

from typing import Any

from rules.kernel.offers import Offer, does, does_with
from rules.kernel.requests import PARTY, Amount, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.events.course import BribeSpurned, BribeTaken
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.traits import reluctance


def bribe_sum(game: Game, group: Group) -> int:
    """The column of the table: strength and reluctance of the strongest, level included [8.8]."""
    return group.strongest.strength + reluctance(game, group)


def bribe_limit(game: Game, group: Group, gold: int) -> int:
    """The number on 1K6 for an offer; spells raise it to six at most, a 0 stays 0 [8.9, 10]."""
    limit = game.tables.bribe.limit(bribe_sum(game, group), gold)
    return min(limit + group.appeal, 6) if limit else 0


def bribe_offer(game: Game, group: Group) -> Offer[Any]:
    """How much to offer; the prompt shows the least that buys each number on 1K6 which the party can pay."""
    affordable = [row.gold for row in game.tables.bribe.row if row.gold <= game.purse]
    rows = {limit: gold for gold in reversed(affordable) if (limit := bribe_limit(game, group, gold))}
    limits = sorted(rows, key=lambda limit: rows[limit])
    facts: dict[str, Fact] = {
        "purse": game.purse,
        "rows": tuple(rows[limit] for limit in limits),
        "limits": tuple(limits),
    }
    option = Option("bribe", "encounter.bribe" if limits else "encounter.bribe.hopeless", "encounter.bribe.cost", facts)
    if game.purse == 1:
        return Offer(PARTY, option, do=does(offer_bribe, game, group, 1))
    ask = Amount(who=PARTY, why="bribe.offer", least=1, most=game.purse, facts=facts)
    return Offer(PARTY, option, ask, do=does_with(offer_bribe, game, group))


def offer_bribe(table: Table, game: Game, group: Group, gold: int) -> None:
    """Taken on 1K6 up to the number of the table; spurned, the monsters attack first [8.7–8.9]."""
    group.bribed = True
    levy(game, gold)
    group.bribe += gold
    limit = bribe_limit(game, group, gold)
    rolled = int(table.roll("1K6", "bribe.roll"))
    number = len(group.living)
    if rolled <= limit:
        group.stance = "truce"
        table.tell(BribeTaken(group.name, number, gold, rolled, limit))
    else:
        group.stance = "monsters_first"
        table.tell(BribeSpurned(group.name, number, gold, rolled, limit))


def levy(game: Game, gold: int) -> None:
    """The party pays: as equal parts as the purses allow; at most what all have together."""
    left = min(gold, game.purse)
    while left:
        payers = sorted((one for one in game.people if one.gold), key=lambda one: -one.gold)
        part = max(left // len(payers), 1)
        for one in payers:
            paid = min(part, one.gold, left)
            one.gold -= paid
            left -= paid
