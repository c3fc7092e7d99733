"""The autopilot's free actions: drinking, healing, arming, the Zombie, abilities, the Glove, a Gem for another Move."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.answers import Value
from rules.kernel.offers import answer_with, ids
from rules.kernel.requests import Action, Choose, Field, Form, NextAction, Seat
from rules.labirynt_czarnoksieznika.autopilot.moving import choose_board
from rules.labirynt_czarnoksieznika.autopilot.plans import crystals_of, distance, plan_of
from rules.labirynt_czarnoksieznika.characters.abilities import Ability
from rules.labirynt_czarnoksieznika.equipment import usual
from rules.labirynt_czarnoksieznika.equipment.packing import GloveMaking, in_camp, is_kind, weapon_bonus
from rules.labirynt_czarnoksieznika.exploration.penetration import Arranging
from rules.labirynt_czarnoksieznika.forecast import duel_odds
from rules.labirynt_czarnoksieznika.free_actions import Cure
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import board_of, chamber_of
from rules.labirynt_czarnoksieznika.ways import Stepping

SURPLUS = 7
"""A token with at most this worth may be given up for an ability."""
CLOSE = 2
"""The distance, in Moves, at which a rival endangers a Crystal that is almost home."""
POOR_ARM = 1
"""A Weapon with at most this bonus may be used for a Glove."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Value:
    """Return the answer for the first free action worth taking, or None; each action removes its own reason."""
    for action in request.of(seat):
        answer = _free_action_answer(game, action)
        if answer is not None:
            return answer
    return None


def _free_action_answer(game: Game, action: Action) -> Value:
    match action:
        case Cure():
            return answer_with(action)
        case Arranging():
            as_usual = next(way for way in action.ways if not way.meant)
            return action.answer(as_usual) if could_arm_better(game, action.character) else None
        case Stepping(aside=True):
            return _lead_zombie(game, action)
        case Ability():
            return _use_ability(game, action)
        case GloveMaking():
            return _make_glove(game, action)
        case _:
            return None


# Arming --------------------------------------------------------------------------------------------------------


def could_arm_better(game: Game, character: Character) -> bool:
    """Whether the usual packing would change the hand or the Armour."""
    if not usual.can_arm(character):
        return False
    tokens = [*character.pack, *(usual.wanted_of_store(game, character) if in_camp(game, character) else [])]
    if any(weapon_bonus(game, token) > weapon_bonus(game, character.hand) for token in tokens):
        return True
    free = game.card(character.id).armour_slots > len(character.worn)
    return free and any(
        usual.is_part(game, token, part) for token in tokens for part in usual.missing_parts(game, character)
    )


# The Zombie ----------------------------------------------------------------------------------------------------


def _lead_zombie(game: Game, step: Stepping) -> Value:
    """Lead the Zombie home with a Crystal, to a Crystal or at a rival that it can beat; else it stays."""
    zombie = step.character
    if crystals_of(zombie) or _is_crystal_on_board(game, zombie):
        goes = chamber_of(step.where) == _step_towards_goal(game, zombie)
    else:
        rivals = [character for character in game.inside(step.where) if character.seat != zombie.seat]
        chances = [duel_odds(game, zombie, rival) for rival in rivals]
        goes = any(chance.win > chance.loss for chance in chances)
    return answer_with(step, choose_board(game, zombie, step.ask)) if goes else None


def _is_crystal_on_board(game: Game, zombie: Character) -> bool:
    board = board_of(zombie.at)
    return any(CRYSTAL in tokens and board_of(where) == board for where, tokens in game.floor.items())


def _step_towards_goal(game: Game, zombie: Character) -> str:
    plan, here = plan_of(game, zombie), chamber_of(zombie.at)
    face, home = game.face_at(zombie.at), game.teams[zombie.seat].board == board_of(zombie.at)
    ways = [to for to in plan.costs if distance(face, here, to, home=home) == 1]
    return min(ways, key=plan.through, default="") if here != plan.goal else ""


# Abilities and the Glove ---------------------------------------------------------------------------------------


def _use_ability(game: Game, offer: Ability) -> Value:
    """Use an ability if a useless token can pay for it; the Tree of Life only on the own board."""
    character = offer.character
    at_home = board_of(character.at) == game.teams[character.seat].board
    if game.card(character.id).ability == "tree_of_life" and not at_home:
        return None
    cost = least_missed(game, character, [way.meant for way in offer.ways])
    return answer_with(offer, cost) if _token_loss(game, character, cost) <= SURPLUS else None


def least_missed(game: Game, character: Character, tokens: Sequence[str]) -> str:
    """Return the token that the character needs least."""
    return min(tokens, key=lambda token: _token_loss(game, character, token))


def _token_loss(game: Game, character: Character, token: str) -> int:
    """Return the worth of a token to its carrier; a token in use is too dear to give up."""
    in_use = token not in (*character.pack, *character.loot)
    return 2 * SURPLUS if in_use else _token_use(game, character, token)


def _token_use(game: Game, character: Character, token: str) -> int:
    """Return the worth of a token in the Backpack; second Weapons, unwearable Armour and unreadable scrolls have
    little.
    """
    if is_kind(game, token, "armour"):
        return usual.worth_keeping(game, character, token) if game.card(character.id).armour_slots else 1
    return 2 if is_kind(game, token, "weapon") else usual.worth_keeping(game, character, token)


def _make_glove(game: Game, offer: GloveMaking) -> Value:
    """Make the Glove if its Gems do not cost another Crystal for victory, and the Weapon is poor."""
    character = offer.character
    assert isinstance(offer.ask, Form)  # it asks of which tokens
    # Near the end a few Gems from monsters may be enough.
    gems, price, goal = game.teams[character.seat].gems, game.tables.gems.glove, game.options.gems
    far = goal - gems > game.tables.gems.crystal
    if (
        not (far and _crystals_to_win(game, gems - price) == _crystals_to_win(game, gems))
        or weapon_bonus(game, character.hand) > POOR_ARM
    ):
        return None
    return answer_with(offer, parts_of_glove(game, character, offer.ask.fields))


def parts_of_glove(game: Game, character: Character, fields: Sequence[Field]) -> Value:
    """Choose the least useful token of each kind for the Glove, one not in use among equals."""
    asks = {field.name: field.ask for field in fields if isinstance(field.ask, Choose)}
    in_use = [character.hand, *character.worn]

    def use(token: str) -> tuple[int, bool]:
        return usual.worth_keeping(game, character, token), token in in_use

    return {name: min(ids(ask), key=use) for name, ask in asks.items()}


def _crystals_to_win(game: Game, gems: int) -> int:
    return -((gems - game.options.gems) // game.tables.gems.crystal)


# One more Move -------------------------------------------------------------------------------------------------


def goes_on(game: Game, request: NextAction, seat: Seat, *, openly: bool = False) -> bool:
    """Whether to pay a Gem for another Move: to win, or to save a Crystal that is almost home.

    ``openly``: count only the Crystal that everybody knows of.
    """
    if not any(action.option.id == "again" for action in request.of(seat)):
        return False
    people = [person for person in game.people_of(seat) if not person.held and person.id != ZOMBIE]
    known = game.teams[seat].crystal
    carried = {person.id: int(known == person.id) if openly else crystals_of(person) for person in people}
    return any(
        carried[person.id]
        and (
            _has_winning_crystals(game, person, carried[person.id])
            or (is_a_step_from_camp(game, person) and _is_threatened(game, person))
        )
        for person in people
    )


def can_win(game: Game, character: Character) -> bool:
    """Whether the character's Crystals would win at home, after paying a Gem for another Move."""
    return not character.held and _has_winning_crystals(game, character, crystals_of(character))


def _has_winning_crystals(game: Game, character: Character, crystals: int) -> bool:
    gems = game.tables.gems
    return (
        crystals > 0
        and game.teams[character.seat].gems - gems.extra_move + crystals * gems.crystal >= game.options.gems
    )


def is_a_step_from_camp(game: Game, character: Character) -> bool:
    """Whether the character's own Camp is the next chamber."""
    camp = game.camp_of(character.seat)
    if board_of(camp) != board_of(character.at):
        return False
    return distance(game.face_at(camp), chamber_of(character.at), chamber_of(camp), home=True) == 1


def _is_threatened(game: Game, character: Character) -> bool:
    face, here = game.face_at(character.at), chamber_of(character.at)
    rivals = [other for other in game.characters.values() if other.active and other.seat != character.seat]
    near = [other for other in rivals if board_of(other.at) == board_of(character.at)]
    return any(
        distance(face, chamber_of(other.at), here) <= CLOSE and duel_odds(game, other, character).win > 1 / 2
        for other in near
    )
