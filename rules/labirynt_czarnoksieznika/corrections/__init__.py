"""The corrections that a game master may make, and their effects.

An action's id is a verb and, after a colon, its subject: ``life:osten``, ``gems:s1``, ``token:trap``. A token that
comes into play is taken from the bag, one that leaves play returns there. No correction ends a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.corrections import Deed
from rules.kernel.requests import Action
from rules.kernel.turns import orders_at_pace, pace_of
from rules.labirynt_czarnoksieznika.corrections import boards, calls, members
from rules.labirynt_czarnoksieznika.corrections.boards import open_to_corrections
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, Game
from rules.labirynt_czarnoksieznika.options import CHOICES, changed

DEEDS: Mapping[str, Deed[Game]] = {
    **members.DEEDS,
    **boards.TEAM_DEEDS,
    **boards.DEEDS,
    **calls.DEEDS,
}
"""The function of each correction, by the verb of its action's id."""
WAITING = (*members.DEEDS, *boards.TEAM_DEEDS)
"""The corrections that may wait until no fight is under way."""
GOALS = tuple(int(gems) for gems in CHOICES["gems"])


def put_to_rest(game: Game) -> None:
    """End the fight, in a copy."""
    game.fight = None


def corrections(game: Game) -> Sequence[Action]:
    """Return all corrections available now: grouped by character, then teams and boards."""
    if not open_to_corrections(game):
        return ()
    of_each = [
        action
        for character in list(game.characters.values())
        for action in (*members.member_offers(game, character), *members.thing_offers(game, character))
    ]
    return (*of_each, *boards.team_offers(game), *boards.board_offers(game), *calls.offers(game))


def agree(game: Game, given: Mapping[str, str]) -> None:
    """Change the house rules; a goal that somebody has reached already becomes the next one above [E1]."""
    options = changed(game.options, given)
    most = max((team.gems for team in game.teams.values()), default=0)
    if options.gems <= most:
        options = replace(options, gems=min(goal for goal in GOALS if goal > most))
    game.options = options
    pace = pace_of(given, game.pace)
    for team in game.teams.values():
        team.orders = orders_at_pace(team.orders, USUAL_ORDERS[game.pace], USUAL_ORDERS[pace])
    game.pace = pace
