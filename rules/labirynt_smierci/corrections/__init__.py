"""The corrections of a game master: values to set and things to place, with their consequences.

An action's id is a verb and, after a colon, its subject: ``strength:c2``, ``position:1``, ``lay:3,-1``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.corrections import Deed
from rules.kernel.requests import Action
from rules.kernel.turns import orders_at_pace, pace_of
from rules.labirynt_smierci.corrections import calls, members, places
from rules.labirynt_smierci.corrections.members import open_to_corrections
from rules.labirynt_smierci.model import USUAL_ORDERS, Game, Heap
from rules.labirynt_smierci.options import HOUSE_RULES, with_changes

DEEDS: Mapping[str, Deed[Game]] = {
    **members.DEEDS,
    **members.THING_DEEDS,
    **places.DEEDS,
    **places.MONSTER_DEEDS,
    **calls.DEEDS,
}
"""The corrections by the first word of the action's id."""


WAITING = (*members.DEEDS, *members.THING_DEEDS)
"""The corrections that may wait until nothing is under way."""


def put_to_rest(game: Game) -> None:
    """End whatever is under way, in a copy: a fight, a meeting, deaths and finds to settle, a segment to lay."""
    game.fight, game.drawn, game.fallen, game.heap = None, None, [], Heap()
    if game.met:
        game.met.stance = "truce"


def corrections(game: Game) -> Sequence[Action]:
    """Return all corrections possible now: grouped by character, then place and monsters."""
    if not open_to_corrections(game):
        return ()
    of_each = [
        action
        for character in list(game.characters.values())
        for action in (*members.member_offers(game, character), *members.thing_offers(game, character))
    ]
    return (
        *of_each,
        *members.party_offers(game),
        *calls.offers(game),
        *places.monster_offers(game),
        *places.place_offers(game),
    )


def agree(game: Game, given: Mapping[str, str]) -> None:
    """Change the house rules; with fewer adventures than before, the present or next one becomes the last.

    If spells can be cast only once from now on, spells that were cast more often count once.
    """
    pace = pace_of(given, game.pace)
    options = with_changes(game.options, given if pace == game.pace else {**HOUSE_RULES[pace], **given})
    if options.adventures:
        options = replace(options, adventures=max(options.adventures, game.adventure + game.outside))
    game.options = options
    for seat, orders in game.orders.items():
        game.orders[seat] = orders_at_pace(orders, USUAL_ORDERS[game.pace], USUAL_ORDERS[pace])
    game.pace = pace
    if options.spells == "once":
        for character in game.characters.values():
            character.cast = {spell: min(times, 1) for spell, times in character.cast.items()}
