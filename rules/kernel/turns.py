"""Games whose stages are turns of one player after the other: who begins, and who is next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from rules.kernel.requests import Seat
from rules.kernel.table import Table


class InTurns(Protocol):
    """The state of a game played in turns. ``order``: the seats; ``turn``: the place in it of who is at turn."""

    stage: int
    order: list[Seat]
    turn: int

    @property
    def outcome(self) -> str:
        """'' while it goes on."""

    @property
    def tally(self) -> Any:
        """Numbers for reports, the rounds among them."""

    @property
    def active_seat(self) -> Seat:
        """Whose turn it is."""


G = TypeVar("G", bound=InTurns)


def highest_begins(table: Table, seats: Sequence[Seat], why: str) -> list[Seat]:
    """The seats in order of play: the highest 1K6 begins, ties roll again, the others follow clockwise."""
    tied = list(seats)
    while len(tied) > 1:
        rolled = {seat: int(table.roll("1K6", why, player=seat)) for seat in tied}
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    first = seats.index(tied[0])
    return [*seats[first:], *seats[:first]]


def in_turns(
    set_up: Callable[[Table, G], None], play_turn: Callable[[Table, G], None], lives: Callable[[G, Seat], bool]
) -> Callable[[Table, G], None]:
    """The stages of a game: stage 0 is the set-up, every other the turn of one player who ``lives``."""

    def play_stage(table: Table, game: G) -> None:
        if game.stage == 0:
            set_up(table, game)
        else:
            play_turn(table, game)
            pass_on(game, lives)
        if not game.outcome:
            game.stage += 1

    return play_stage


def pass_on(game: G, lives: Callable[[G, Seat], bool]) -> None:
    """The next player who is still in the game is at turn; the first one's turn begins a round."""
    for _ in game.order if not game.outcome else ():
        game.turn = (game.turn + 1) % len(game.order)
        if game.turn == 0:
            game.tally.rounds += 1
        if lives(game, game.active_seat):
            return
