"""Fights: evading, Spells, throwing again, what a beaten Seeker has to pay."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.autopilot.worth import GOLD, LIFE, odds, use_of
from rules.jaskinia.effects.spells import DISPEL, LET
from rules.jaskinia.fight.clash import FIGHT
from rules.jaskinia.fight.encounters import DEVOUR, KEEP, REROLL, WOUND
from rules.jaskinia.fight.evading import EVADE, STAND
from rules.jaskinia.fight.scores import OWN, THEIRS, behind, fight_of
from rules.jaskinia.fight.spells import helpful_spells, sensible_cast
from rules.jaskinia.model import Game, Seeker
from rules.kernel.answers import Value
from rules.kernel.requests import Action, Choose, NextAction, Seat
from rules.kernel.taking import about, ids, verb_of

POOR = 0.4
"""With a smaller chance Enemies are evaded; with the last Endurance unless it is as good as sure."""
GOOD, SURE = 0.5, 0.85
"""With a smaller chance a Spell is spent on a fight with Enemies, on one with a guardian or a Seeker."""
GRUDGE = 2.0
"""How much more a rival's wound is worth once the Crystal Chamber is found."""
LOW = 3
"""A die that most throws better."""
FAINT, STEADY = 1, 3
"""The last Endurance; and with how much of it a lost fight with Enemies is no harm."""


def make_ready(game: Game, request: NextAction, seat: Seat) -> Value:
    """Before the dice: evade when the chance is poor, cast what helps when it is not good, else fight."""
    actions = {action.option.id: action for action in request.of(seat)}
    chance, poor = odds(-behind(game, OWN)).win, SURE if game.seeker_of(seat).endurance <= FAINT else POOR
    if chance < poor and EVADE in actions:
        return [EVADE]
    helps = [id for id, action in actions.items() if verb_of(action) == "cast"]
    aimed = [id for id in helps if ":" in about(actions[id])]
    if chance < poor and aimed and not _can_help(game, seat):
        return [max(aimed, key=lambda id: _rank(game, actions[id]))]
    gains = [id for id in helps if id not in aimed]
    return [gains[0]] if gains and _worth_casting(game, seat, chance) else [FIGHT]


def _rank(game: Game, action: Action[Any]) -> int:
    return game.card(about(action).partition(":")[2]).strength


def _can_help(game: Game, seat: Seat) -> bool:
    return bool(helpful_spells(game, game.seeker_of(seat)))


def _worth_casting(game: Game, seat: Seat, chance: float) -> bool:
    endurance = game.seeker_of(seat).endurance
    if not fight_of(game).foes or endurance <= FAINT:
        return chance < SURE
    return chance < GOOD and endurance < STEADY


# Attacked --------------------------------------------------------------------------------------------------------


def slip_away(game: Game, request: Choose, seat: Seat) -> str:
    """By the ability when losing is likelier than winning; by a Spell then, too; who has neither stands fast."""
    ways = [id for id in ids(request) if id != STAND]
    chances = odds(-behind(game, THEIRS)) if game.fight is not None else odds(0)
    return ways[0] if ways and (game.fight is None or chances.loss >= chances.win) else STAND


def defend(game: Game, seat: Seat) -> str:
    """The least Spell that brings ahead, if that is not so already."""
    return sensible_cast(game, helpful_spells(game, game.seeker_of(seat)))


def throw_again(game: Game, seat: Seat) -> str:
    """When the duel is lost, or a tie that a better die could turn."""
    side = OWN if seat == game.active_seat else THEIRS
    die = fight_of(game).dice[side]
    return REROLL if behind(game, side) > 0 or die <= LOW else KEEP


def choose_spoils(game: Game, request: Choose, seat: Seat) -> str:
    """The life of the beaten, if it can be had; else what is worth most to the winner."""
    one, offered = game.seeker_of(seat), ids(request)
    if DEVOUR in offered:
        return DEVOUR
    endurance = request.facts["endurance"]
    assert isinstance(endurance, int)  # of the beaten, whose wounds everybody sees
    return max(offered, key=lambda id: _spoil(game, one, id, endurance))


def _spoil(game: Game, one: Seeker, id: str, endurance: int) -> float:
    """A wound is worth more when the beaten has few left, and when the dead do not come again."""
    verb, _, card = id.partition(":")
    if verb == WOUND:
        return (GRUDGE if game.crystal else 1.0) * LIFE / endurance
    return use_of(game, one, card) if card else GOLD


def dispel(game: Game, request: Choose, seat: Seat) -> str:
    """Only a Spell that is aimed at the own Seeker is cancelled, with Dispel in hand."""
    aimed = request.facts.get("aimed") == game.seeker_of(seat).name
    return DISPEL if aimed and DISPEL in ids(request) else LET
