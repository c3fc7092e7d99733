"""Operations at work on a Seeker, for the tests of the primitives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.jaskinia.effects import Work, run
from rules.jaskinia.model import Game
from rules.jaskinia.tables.effects import Do
from rules.kernel.answers import Value
from rules.kernel.requests import Seat
from rules.kernel.words import Word
from tests.rules.playing import Play, play

SOURCE = Word("cavecard.blind_hermit")
NOTHING: Mapping[str, Sequence[Value]] = {}


def done(
    game: Game,
    *ops: dict[str, Any],
    seat: Seat = "",
    dice: Mapping[str, Sequence[Value]] = NOTHING,
    answers: Mapping[str, Sequence[Value]] = NOTHING,
    card: str = "",
    target: str = "",
) -> Play:
    """These operations at work on the Seeker of a seat, or on the one at turn."""
    work = Work(game.seeker_of(seat or game.active_seat), SOURCE, card=card, target=target)
    return play(lambda table: run(table, game, work, msgspec.convert(ops, Do)), dice, answers)
