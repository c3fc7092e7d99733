"""Setting right what the table said of a guest: a number for the next die [5.6]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.jaskinia.beside.sayings import refuse_number
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.seeker.values import number_named
from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Seat
from rules.kernel.table import Table


def offers(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """To refuse it."""
    if number := number_named(game, one):
        yield action("unnumber", one.seat, who=one.name, number=number)


def refuse(table: Table, game: Game, about: Seat, _: None) -> None:
    """Nothing is added."""
    refuse_number(table, game, game.seeker_of(about), GM)


DEEDS: Mapping[str, Deed[Game]] = {"unnumber": refuse}
