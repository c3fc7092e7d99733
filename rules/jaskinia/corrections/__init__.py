"""The corrections that a game master may make.

An action's id is a verb and, after a colon, its object: ``endurance:s1``, ``open``, ``card``. A card comes into play
from its used pile, or else from its deck; a removed card goes to its used pile. A correction that would exceed a limit
is not offered. No correction ends a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.jaskinia.corrections import calls, cave, seekers
from rules.jaskinia.corrections.seekers import open_to_corrections
from rules.jaskinia.model import USUAL_ORDERS, Game
from rules.jaskinia.options import ALONE, changed
from rules.kernel.corrections import Deed
from rules.kernel.errors import Refused
from rules.kernel.requests import Action
from rules.kernel.turns import orders_at_pace, pace_of
from rules.kernel.words import Word

DEEDS: Mapping[str, Deed[Game]] = {**seekers.DEEDS, **cave.DEEDS, **calls.DEEDS}
"""Each correction, by the first word of its action's id."""
WAITING = tuple(seekers.DEEDS)
"""The corrections that may wait until no fight is under way."""


def put_to_rest(game: Game) -> None:
    """End the fight, in a copy."""
    game.fight = None


def corrections(game: Game) -> Sequence[Action]:
    """Return all corrections possible now: those of each Seeker, then of players and the cave."""
    if not open_to_corrections(game):
        return ()
    of_each = [
        action
        for seeker in game.seekers
        for offers in (
            seekers.guest_offers,
            seekers.trait_offers,
            seekers.seeker_offers,
            seekers.belonging_offers,
            seekers.feat_offers,
        )
        for action in offers(game, seeker)
    ]
    return (*of_each, *seekers.player_offers(game), *cave.offers(game), *calls.offers(game))


def agree(game: Game, given: Mapping[str, str]) -> None:
    """Change the house rules from now on; raises ``Refused`` for another place of the Cave, which is
    fixed for a game.
    """
    if "board" in given and (given["board"] == ALONE) != (game.beside is None):
        raise Refused("option_fixed", name=Word("house.board"))
    game.options = changed(game.options, given)
    pace = pace_of(given, game.pace)
    for player in game.players.values():
        player.orders = orders_at_pace(player.orders, USUAL_ORDERS[game.pace], USUAL_ORDERS[pace])
    game.pace = pace
