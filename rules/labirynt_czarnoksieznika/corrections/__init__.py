"""What a game master may set right or place, and what comes of it.

An action's id is a verb and, after a colon, whom or what it is about: ``life:osten``, ``gems:s1``, ``token:trap``.
A token that comes into play is taken from the bag, one that goes lies there again. No correction ends a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.corrections import Deed, carry_out
from rules.kernel.requests import Action, Taken
from rules.kernel.table import Table
from rules.kernel.turns import orders_at_pace, pace_of
from rules.labirynt_czarnoksieznika.corrections import boards, members
from rules.labirynt_czarnoksieznika.corrections.boards import open_to_corrections
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, Game
from rules.labirynt_czarnoksieznika.options import CHOICES, changed

DEEDS: Mapping[str, Deed[Game]] = {**members.DEEDS, **members.THING_DEEDS, **boards.TEAM_DEEDS, **boards.DEEDS}
"""Each correction by the first word of its action's id."""
GOALS: tuple[int, ...] = tuple(int(gems) for gems in CHOICES["gems"])
"""How many Gems may win."""


def corrections(game: Game) -> Sequence[Action[Any]]:
    """Everything that may be set right now: what concerns one character stands together, then teams and boards."""
    if not open_to_corrections(game):
        return ()
    of_each = [
        action
        for character in list(game.characters.values())
        for action in (*members.member_offers(game, character), *members.thing_offers(game, character))
    ]
    return (*of_each, *boards.team_offers(game), *boards.board_offers(game))


def correct(table: Table, game: Game, taken: Taken) -> None:
    """Set it right."""
    carry_out(DEEDS, table, game, taken)


def agree(game: Game, given: Mapping[str, str]) -> None:
    """Other house rules from now on; a goal that somebody has reached already is the next one above [E1]."""
    options = changed(game.options, given)
    most = max((team.gems for team in game.teams.values()), default=0)
    if options.gems <= most:
        options = msgspec.structs.replace(options, gems=min(goal for goal in GOALS if goal > most))
    game.options = options
    pace = pace_of(given, game.pace)
    for team in game.teams.values():
        team.orders = orders_at_pace(team.orders, USUAL_ORDERS[game.pace], USUAL_ORDERS[pace])
    game.pace = pace
