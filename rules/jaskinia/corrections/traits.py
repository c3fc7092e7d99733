"""Setting a Seeker's numbers right: Endurance and level, own values, gold, Cave cards, turns to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rules.jaskinia.corrections.moments import fits
from rules.jaskinia.events.corrections import (
    BagsSet,
    CaveCardsSet,
    EnduranceSet,
    LevelSet,
    OwnValueSet,
    SlownessSet,
    TurnsToMissSet,
)
from rules.jaskinia.model import Game, Seeker
from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount, Seat
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word

MOST_GOLD = 99
STRONGEST = 30
"""The most that a value is set to."""
MOST_TURNS = 9


class Trait(msgspec.Struct, frozen=True):
    """A number of a Seeker: what it is called there, between what it may be set, and what is told."""

    field: str
    least: Callable[[Game, Seeker], int]
    most: Callable[[Game], int]
    told: Callable[[Seeker, int, int], Event]


def offers(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """Each number with what it is now."""
    for verb, trait in TRAITS.items():
        now = getattr(one, trait.field)
        facts: dict[str, Fact] = {"who": one.name, "now": now}
        most = max(now, trait.most(game))
        yield action(
            verb,
            one.seat,
            Amount(who=GM, why=f"gm.{verb}", least=trait.least(game, one), most=most, facts=facts),
            **facts,
        )


def least_power(game: Game, one: Seeker) -> int:
    """That of the card, or with how much all Spells in hand may still be held [3.1, 3.4]."""
    powers = range(game.sheet(one).power, one.power)
    return next((power for power in powers if fits(game, msgspec.structs.replace(one, power=power))), one.power)


TRAITS: Mapping[str, Trait] = {
    "endurance": Trait(
        "endurance",
        lambda game, one: 1,
        lambda game: STRONGEST,
        lambda one, before, now: EnduranceSet(one.name, before, now),
    ),
    "level": Trait(
        "level",
        lambda game, one: min(one.level, game.tables.seekers.endurance),
        lambda game: STRONGEST,
        lambda one, before, now: LevelSet(one.name, before, now),
    ),
    "might": Trait(
        "strength",
        lambda game, one: min(one.strength, game.sheet(one).strength),
        lambda game: STRONGEST,
        lambda one, before, now: OwnValueSet(one.name, Word("cavestat.strength"), before, now),
    ),
    "magic": Trait(
        "power",
        least_power,
        lambda game: STRONGEST,
        lambda one, before, now: OwnValueSet(one.name, Word("cavestat.power"), before, now),
    ),
    "purse": Trait(
        "gold",
        lambda game, one: 0,
        lambda game: MOST_GOLD,
        lambda one, before, now: BagsSet(one.name, before, now),
    ),
    "count": Trait(
        "cards",
        lambda game, one: 0,
        lambda game: game.tables.seekers.cards - 1,
        lambda one, before, now: CaveCardsSet(one.name, before, now),
    ),
    "slow": Trait(
        "slow",
        lambda game, one: 0,
        lambda game: MOST_TURNS,
        lambda one, before, now: SlownessSet(one.name, now),
    ),
    "missed": Trait(
        "lost",
        lambda game, one: 0,
        lambda game: MOST_TURNS,
        lambda one, before, now: TurnsToMissSet(one.name, now),
    ),
}
"""The numbers that can be set right, each by its verb."""


def _setting(trait: Trait) -> Deed[Game]:
    def set_right(table: Table, game: Game, about: Seat, now: int) -> None:
        one = game.seeker_of(about)
        table.tell(trait.told(one, getattr(one, trait.field), now))
        setattr(one, trait.field, now)

    return set_right


DEEDS: Mapping[str, Deed[Game]] = {verb: _setting(trait) for verb, trait in TRAITS.items()}
