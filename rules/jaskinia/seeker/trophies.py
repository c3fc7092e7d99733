"""Trophies: killed Animals and Monsters, given up for own Strength [3.2]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.jaskinia.cards import card_word, discard
from rules.jaskinia.events.finds import TrophiesTraded
from rules.jaskinia.model import Game, Note, Seeker
from rules.jaskinia.seeker.belongings import lift
from rules.jaskinia.seeker.notes import note, note_each
from rules.kernel.offers import Way
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

MOST_LOOKED_AT = 9
"""Of more trophies than so many only the strongest are put together in sets; all of them are one set, too."""
MOST_OFFERED = 20
"""Sets that are offered: those that waste least."""

Set = tuple[str, ...]


def keep_trophies(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """Killed Enemies leave the area and are trophies; a standing order trades them in."""
    for card in cards:
        lift(game, one.at, card)
        one.trophies.append(card)
    while game.orders(one).trophies == "at_once" and (sets := exchanges(game, one)):
        trade(table, game, one, sets[0])


def points(game: Game, cards: Sequence[str]) -> int:
    """What cards are worth as trophies."""
    return sum(game.card(card).strength for card in cards)


def gain(game: Game, cards: Sequence[str]) -> int:
    """The own Strength that a set gives."""
    return points(game, cards) // game.tables.seekers.trophies


def waste(game: Game, cards: Sequence[str]) -> int:
    """The points of a set that are lost when it is given up."""
    return points(game, cards) % game.tables.seekers.trophies


def exchanges(game: Game, one: Seeker) -> list[Set]:
    """Sets that can be given up and from which no card could be spared, the least wasteful first [A22]."""
    if not gain(game, one.trophies):
        return []
    sets = dict.fromkeys([*_sets(game, one), tuple(sorted(one.trophies))])
    return sorted(sets, key=lambda some: (waste(game, some), -gain(game, some), len(some), some))[:MOST_OFFERED]


def _sets(game: Game, one: Seeker) -> Iterator[Set]:
    cards = sorted(one.trophies, key=lambda card: (-game.card(card).strength, card))[:MOST_LOOKED_AT]
    needed = game.tables.seekers.trophies
    for size in range(1, min(len(cards), needed) + 1):
        for some in combinations(cards, size):
            if gain(game, some) and not any(_spare(game, some, card) for card in some):
                yield tuple(sorted(some))


def _spare(game: Game, some: Sequence[str], card: str) -> bool:
    """Whether a set gives as much without this card."""
    left = points(game, some) - game.card(card).strength
    return left // game.tables.seekers.trophies == gain(game, some)


def trade_ways(game: Game, one: Seeker) -> list[Way[Set]]:
    """The trophies that may be given up together; nothing where they are not enough."""
    return [Way(_option(game, str(nth), some), some) for nth, some in enumerate(exchanges(game, one))]


def _option(game: Game, id: str, cards: Set) -> Option:
    spare = waste(game, cards)
    facts: dict[str, Fact] = {"cards": tuple(map(card_word, cards)), "gained": gain(game, cards), "lost": spare}
    return Option(id, "trophies.set", "trophies.lost" if spare else "", facts)


def trade(table: Table, game: Game, one: Seeker, cards: Set) -> None:
    """A set of trophies for own Strength; what is over is lost [3.2]."""
    gained, lost = gain(game, cards), waste(game, cards)
    for card in cards:
        one.trophies.remove(card)
        discard(game, card)
    one.strength += gained
    note(game, one, Note("strength", Word("exit.trophies"), gained))
    note_each(game, one, (Note("traded", card) for card in cards))
    game.tally.trophy_strength += gained
    table.tell(TrophiesTraded(one.name, tuple(map(card_word, cards)), gained, one.strength, lost))
