"""The autopilot: a sensible answer to every question of this game, for absent players, «as usual» buttons and
simulation.

It fetches Runes, carries each to its element on another board and brings the Crystals home. Team-mates take turns, and
a Crystal's carrier goes first. It avoids chambers that cost more than they give, and rivals with good odds; it attacks
if that pays on average.

It gives things to the team-mate who can use them best, drinks when wounded, and uses scrolls when not ahead. It keeps
the Gems unless they win the game.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, as_advice, plain
from rules.kernel.offers import answer_with, ids, may_name_ahead, may_only_order
from rules.kernel.requests import Choose, Form, NextAction, Request, Seat
from rules.kernel.words import phrase
from rules.labirynt_czarnoksieznika.autopilot import fighting, moving
from rules.labirynt_czarnoksieznika.autopilot.free_actions import first_thing, goes_on, least_missed, parts_of_glove
from rules.labirynt_czarnoksieznika.equipment.usual import worth_keeping
from rules.labirynt_czarnoksieznika.free_actions import Naming
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import CharacterSheet


def answer(game: Game, request: Request, seat: Seat) -> Value:
    """Return a careful player's answer for this seat."""
    return advise(game, request, seat).value


def advise(game: Game, request: Request, seat: Seat) -> Advice:
    """Return a careful player's answer for this seat, with its reason where none follows from the plan."""
    return as_advice(_answer_request(game, request, seat))


def _answer_request(game: Game, request: Request, seat: Seat) -> Value | Advice:
    match request:
        case NextAction():
            return _choose_action(game, request, seat)
        case Choose():
            return _choose_option(game, request, seat)
        case Form(why="orders", fields=fields):
            orders = game.teams[seat].orders
            return {field.name: getattr(orders, field.name) for field in fields}
        case Form(why="glove", fields=fields):
            return parts_of_glove(game, _asked_character(game, request, seat), fields)
        case Form(fields=fields):
            return {field.name: answer(game, field.ask, seat) for field in fields}
        case _:
            return plain(request, seat)


def _is_asked_openly(request: NextAction) -> bool:
    return not any(action.secret for action in request.actions)


def _choose_action(game: Game, request: NextAction, seat: Seat) -> Value | Advice:
    naming = may_name_ahead(request, seat)
    if isinstance(naming, Naming) and not game.teams[seat].ahead:
        return moving.name_step(game, naming)
    if order := may_only_order(request, seat):
        return answer_with(order, answer(game, order.ask, seat) if order.ask else None)
    if request.why == "turn.end" and _is_asked_openly(request):
        return ["again" if goes_on(game, request, seat, openly=True) else "done"]
    if (first := first_thing(game, request, seat)) is not None:
        return first
    if request.why in ("pack", "arrange"):
        return ["usual"]
    if request.why == "turn.move":
        return moving.choose_move(game, request, seat)
    if request.why == "turn.end":
        return ["again" if goes_on(game, request, seat) else "done"]
    return (
        fighting.choose_rival(game, request, openly=_is_asked_openly(request))
        if request.why == "encounter.attack"
        else plain(request, seat)
    )


def _choose_option(game: Game, request: Choose[Any], seat: Seat) -> Value | Advice:
    offered = ids(request)
    match request.why:
        case "setup.team":
            return best_team(game, offered)
        case "setup.side":
            return best_side(game, offered)
        case "setup.asleep":
            return who_sleeps(game, offered)
        case "turn.haste":
            return Advice(moving.hasten(game, request, seat), phrase("usual.for.haste"))
        case "teleport.choose":
            return moving.choose_board(game, _asked_character(game, request, seat), request)
        case "turn.jump":
            return moving.choose_haven(game, _asked_character(game, request, seat), request)
        case "ahead":
            return moving.step_ahead(game, request)
        case "runes.pick":
            return moving.pick_rune(game, _asked_character(game, request, seat), offered)
        case "loot.leave":
            return min(offered, key=lambda token: worth_keeping(game, _asked_character(game, request, seat), token))
        case "ability.cost":
            return least_missed(game, _asked_character(game, request, seat), offered)
        case _:
            return _choose_in_fight(game, request, seat)


def _asked_character(game: Game, request: Request, seat: Seat) -> Character:
    name = request.facts.get("who", request.facts.get("character"))
    named = next((person for person in game.people_of(seat) if person.name == name), None)
    return named or game.characters[game.entered]


def _choose_in_fight(game: Game, request: Choose[Any], seat: Seat) -> Value | Advice:
    offered = ids(request)
    match request.why:
        case "fight.joint":
            return fighting.defend_together(game)
        case "fight.magic":
            return fighting.cast(game, request, seat)
        case "fight.reroll":
            return fighting.rethrow(game, offered, seat)
        case "fight.fate":
            return fighting.fate_in_fight(game, offered, seat)
        case "roll.reroll":
            return fighting.throw_again(game, request, seat)
        case "roll.fate":
            return fighting.change_fate(game, request, seat)
        case "wound.shield":
            return fighting.shield(game, request, seat)
        case _:
            return plain(request, seat)


# The set-up: a team, a side of the board, who sleeps -----------------------------------------------------------

SPELL = "spell"
ON_DICE = ("six_wins", "wins_ties", "no_auto_loss")
"""Abilities that win fights at equal Strength."""
WORTH = 2.0
"""The worth of each ability in ``ON_DICE``, in Strength."""


def best_team(game: Game, teams: list[str]) -> str:
    """Return the team with the best two characters."""
    cards = game.tables.characters.character
    return max(teams, key=lambda team: sum(sorted(_character_value(card) for card in cards if card.team == team)[1:]))


def best_side(game: Game, faces: list[str]) -> str:
    """Return the milder side of a board, as its owner walks there most and wins more often in simulations."""
    return min(faces, key=lambda face: sum(game.tables.boards.of(face).digits.values()))


def who_sleeps(game: Game, ids: list[str]) -> str:
    """Return the weakest character, but never the team's only reader of Spells, whose scrolls would be useless."""
    readers = [id for id in ids if SPELL in game.card(id).magic]
    others = [id for id in ids if readers != [id]]
    return min(others or ids, key=lambda id: _character_value(game.card(id)))


def _character_value(character_sheet: CharacterSheet) -> float:
    body = (
        character_sheet.strength
        + character_sheet.life / 2
        + character_sheet.armour_slots / 2
        + len(character_sheet.magic) / 4
    )
    return body + (WORTH if character_sheet.ability in ON_DICE else 0.0)
