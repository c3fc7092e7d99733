"""Free actions allowed in anybody's turn: trading trophies for Strength, laying things down, a guest's own actions
[A25].
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.jaskinia.beside.outside import guest_offers
from rules.jaskinia.cards import Held, card_ways, cards_of
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.belongings import leave_behind, trade, trade_ways
from rules.kernel.offers import Offer, Pick, choice_of_some, does_with
from rules.kernel.requests import Option
from rules.kernel.table import Table


def any_time_offers(game: Game) -> Iterator[Offer]:
    """Return the free actions of every player, in anybody's turn and before the dice of a fight [A25]."""
    for seeker in game.seekers:
        yield from _trade_offers(game, seeker)
        yield from _drop_offers(game, seeker)
    if game.beside:
        yield from guest_offers(game, calm=game.fight is None)


def _trade_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    if ways := tuple(trade_ways(game, seeker)):
        option, facts, do = Option("trade", "turn.trade"), {"character": seeker.name}, does_with(trade, game, seeker)
        beside = seeker.seat != game.active_seat
        yield Pick(
            seeker.seat, option, aside=True, secret=beside, ways=ways, why="turn.trade", facts=facts, always=True, do=do
        )


def _drop_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    carried = [*seeker.items, *seeker.followers]
    if carried:
        ask = choice_of_some(seeker.seat, "turn.drop", card_ways(carried), least=1, most=len(carried))
        beside, do = seeker.seat != game.active_seat, does_with(drop_some, game, seeker)
        yield Offer(seeker.seat, Option("drop", "turn.drop"), ask, aside=True, secret=beside, do=do)


def drop_some(table: Table, game: Game, seeker: Seeker, chosen: tuple[Held, ...]) -> None:
    """Leave the chosen things on the Seeker's area."""
    leave_behind(table, game, seeker, cards_of(chosen))
