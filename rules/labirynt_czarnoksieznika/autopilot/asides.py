"""What is done besides Moves: drinking, healing, arming, the Zombie, abilities, the Glove, one more Move for a Gem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, Form, NextAction, Seat
from rules.kernel.taking import about, ids, take, verb_of
from rules.labirynt_czarnoksieznika.autopilot.moving import choose_board
from rules.labirynt_czarnoksieznika.autopilot.odds import duel_odds
from rules.labirynt_czarnoksieznika.autopilot.plans import crystals_of, distance, plan_of, spare
from rules.labirynt_czarnoksieznika.equipment.packing import (
    PARTS,
    in_camp,
    is_kind,
    is_part,
    weapon_bonus,
    worth_keeping,
)
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import board_of, chamber_of, place

SURPLUS = 7
"""Tokens that a character wants no more than this may be given up for an ability."""
CLOSE = 2
"""So near a rival is a danger to a Crystal that is almost home."""
POOR_ARM = 1
"""Whose Weapon adds no more than this may put it into a Glove."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next thing worth doing before going on; None: nothing. Each changes what makes it worth doing."""
    for action in request.of(seat):
        wish = WISHES.get(verb_of(action))
        answer = wish(game, action) if wish is not None else None
        if answer is not None:
            return answer
    return None


def _at_once(game: Game, action: Action[Any]) -> Value:
    """Wounds are healed when they can be."""
    return take(action)


# Arming --------------------------------------------------------------------------------------------------------


def _arrange(game: Game, action: Action[Any]) -> Value:
    """When something better lies in the Backpack or the Camp than is in hand or worn."""
    return take(action, "usual") if could_arm_better(game, game.characters[about(action)]) else None


def could_arm_better(game: Game, one: Character) -> bool:
    """Whether the usual packing would change hand or Armour."""
    if one.hand == GLOVE or one.id == ZOMBIE:
        return False
    tokens = [*one.pack, *(game.teams[one.seat].store if in_camp(game, one) else [])]
    if any(weapon_bonus(game, token) > weapon_bonus(game, one.hand) for token in tokens):
        return True
    free = game.card(one.id).armour_slots > len(one.worn)
    parts = [part for part in PARTS if not any(is_part(game, worn, part) for worn in one.worn)]
    return free and any(is_part(game, token, part) for token in tokens for part in parts)


# The Zombie ----------------------------------------------------------------------------------------------------


def _lead_zombie(game: Game, action: Action[Any]) -> Value:
    """Home with a Crystal, to a Crystal, or at a rival whom it can beat; else it stays."""
    zombie, chamber = game.characters[ZOMBIE], about(action)
    if crystals_of(zombie) or _lying(game, zombie):
        goes = chamber == _nearest_step(game, zombie)
    else:
        rivals = [one for one in game.inside(place(chamber, board_of(zombie.at))) if one.seat != zombie.seat]
        chances = [duel_odds(game, zombie, rival) for rival in rivals]
        goes = any(chance.win > chance.loss for chance in chances)
    return take(action, choose_board(game, zombie, action.ask)) if goes else None


def _lying(game: Game, zombie: Character) -> bool:
    board = board_of(zombie.at)
    return any(CRYSTAL in tokens and board_of(where) == board for where, tokens in game.floor.items())


def _nearest_step(game: Game, zombie: Character) -> str:
    """The step towards its goal; '' where it stands on it already."""
    plan, here = plan_of(game, zombie), chamber_of(zombie.at)
    face, home = game.face_at(zombie.at), game.teams[zombie.seat].board == board_of(zombie.at)
    ways = [to for to in plan.costs if distance(face, here, to, home=home) == 1]
    return min(ways, key=plan.through, default="") if here != plan.goal else ""


# Abilities and the Glove ---------------------------------------------------------------------------------------


def _use_ability(game: Game, action: Action[Any]) -> Value:
    """With a token that is of no use to its carrier; the Tree of Life only where the own people pass."""
    one = game.characters[about(action)]
    assert isinstance(action.ask, Choose)  # it asks which Find is given up
    at_home = board_of(one.at) == game.teams[one.seat].board
    if game.card(one.id).ability == "tree_of_life" and not at_home:
        return None
    cost = min(ids(action.ask), key=lambda token: _loss(game, one, token))
    return take(action, cost) if _loss(game, one, cost) <= SURPLUS else None


def _loss(game: Game, one: Character, token: str) -> int:
    """What giving up a token takes from its carrier; what is in hand or worn is not given up."""
    in_use = token not in (*one.pack, *one.loot)
    return 2 * SURPLUS if in_use else _use_of(game, one, token)


def _use_of(game: Game, one: Character, token: str) -> int:
    """A second Weapon, Armour that cannot be worn and scrolls that cannot be cast are of little use."""
    if is_kind(game, token, "armour"):
        return worth_keeping(game, one, token) if game.card(one.id).armour_slots else 1
    return 2 if is_kind(game, token, "weapon") else worth_keeping(game, one, token)


def _make_glove(game: Game, action: Action[Any]) -> Value:
    """When its Gems do not cost one Crystal more on the way to victory, and the arm is poor."""
    one = game.characters[about(action)]
    assert isinstance(action.ask, Form)  # it asks of which tokens
    if not _free_of_charge(game, one) or weapon_bonus(game, one.hand) > POOR_ARM:
        return None
    asks = {field.name: field.ask for field in action.ask.fields if isinstance(field.ask, Choose)}
    return take(
        action, {name: min(ids(ask), key=lambda token: worth_keeping(game, one, token)) for name, ask in asks.items()}
    )


def _free_of_charge(game: Game, one: Character) -> bool:
    """Not close to the end, where a few Gems from monsters could be enough."""
    gems, price, goal = game.teams[one.seat].gems, game.tables.gems.glove, game.options.gems
    far = goal - gems > game.tables.gems.crystal
    return far and _crystals_to_win(game, gems - price) == _crystals_to_win(game, gems)


def _crystals_to_win(game: Game, gems: int) -> int:
    return -((gems - game.options.gems) // game.tables.gems.crystal)


WISHES: Mapping[str, Callable[[Game, Action[Any]], Value]] = {
    "drink": _at_once,
    "heal": _at_once,
    "arrange": _arrange,
    "zombie": _lead_zombie,
    "use": _use_ability,
    "glove": _make_glove,
}


# One more Move -------------------------------------------------------------------------------------------------


def goes_on(game: Game, request: NextAction, seat: Seat) -> bool:
    """Whether a Gem is paid for one more Move: to win, or to save a Crystal that is almost home."""
    if not any(action.option.id == "again" for action in request.of(seat)):
        return False
    carriers = [one for one in game.people_of(seat) if crystals_of(one) and not one.held and one.id != ZOMBIE]
    price = game.tables.gems.extra_move
    return any(spare(game, one) >= price or (_almost_home(game, one) and _threatened(game, one)) for one in carriers)


def _almost_home(game: Game, one: Character) -> bool:
    camp = game.camp_of(one.seat)
    if board_of(camp) != board_of(one.at):
        return False
    return distance(game.face_at(camp), chamber_of(one.at), chamber_of(camp), home=True) == 1


def _threatened(game: Game, one: Character) -> bool:
    """A rival on this board is near, and has fair odds."""
    face, here = game.face_at(one.at), chamber_of(one.at)
    rivals = [other for other in game.characters.values() if other.active and other.seat != one.seat]
    near = [other for other in rivals if board_of(other.at) == board_of(one.at)]
    return any(
        distance(face, chamber_of(other.at), here) <= CLOSE and duel_odds(game, other, one).win > 1 / 2
        for other in near
    )
