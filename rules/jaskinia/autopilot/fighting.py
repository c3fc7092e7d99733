"""Fights: evading, Spells, throwing again, what a beaten Seeker has to pay."""

from __future__ import annotations

from rules.jaskinia.autopilot.worth import GOLD, LIFE, odds, use_of
from rules.jaskinia.effects.spells import DISPEL, LET
from rules.jaskinia.fight.clash import FIGHT
from rules.jaskinia.fight.encounters import DEVOUR, KEEP, PURSE, REROLL, WOUND, Spoil
from rules.jaskinia.fight.evading import EVADE, STAND, Escape
from rules.jaskinia.fight.scores import OWN, THEIRS, behind, fight_of
from rules.jaskinia.fight.spells import helpful_spells, sensible_cast
from rules.jaskinia.model import Game
from rules.kernel.answers import Value
from rules.kernel.offers import Pick
from rules.kernel.requests import Choose, NextAction, Seat
from rules.kernel.taking import ids, meanings, picks, take

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
    chance, poor = odds(-behind(game, OWN)).win, SURE if game.seeker_of(seat).endurance <= FAINT else POOR
    if chance < poor and any(offer.option.id == EVADE for offer in request.of(seat)):
        return [EVADE]
    vanishing, helping = picks(request, seat, "vanish"), picks(request, seat, "help")
    if chance < poor and vanishing and not helping:
        strongest = max(vanishing, key=lambda offer: _rank(game, offer))
        return take(strongest)
    return take(helping[0]) if helping and _worth_casting(game, seat, chance) else [FIGHT]


def _rank(game: Game, offer: Pick[str]) -> int:
    """How strong the Enemy is that is left out."""
    return game.card(offer.ways[0].meant).strength


def _worth_casting(game: Game, seat: Seat, chance: float) -> bool:
    endurance = game.seeker_of(seat).endurance
    if not fight_of(game).foes or endurance <= FAINT:
        return chance < SURE
    return chance < GOOD and endurance < STEADY


# Attacked --------------------------------------------------------------------------------------------------------


def slip_away(game: Game, request: Choose[Escape | None], seat: Seat) -> str:
    """By the ability when losing is likelier than winning; by a Spell then, too; who has neither stands fast."""
    ways = [id for id in ids(request) if id != STAND]
    chances = odds(-behind(game, THEIRS)) if game.fight is not None else odds(0)
    return ways[0] if ways and (game.fight is None or chances.loss >= chances.win) else STAND


def defend(game: Game, request: Choose[str | None], seat: Seat) -> str:
    """The least Spell that brings ahead, if that is not so already."""
    wanted = sensible_cast(game, helpful_spells(game, game.seeker_of(seat)))
    return next(id for id, spell in meanings(request).items() if spell == wanted)


def throw_again(game: Game, seat: Seat) -> str:
    """When the duel is lost, or a tie that a better die could turn."""
    side = OWN if seat == game.active_seat else THEIRS
    die = fight_of(game).dice[side]
    return REROLL if behind(game, side) > 0 or die <= LOW else KEEP


def choose_spoils(game: Game, request: Choose[Spoil], seat: Seat) -> str:
    """The life of the beaten, if it can be had; else what is worth most to the winner."""
    one, offered = game.seeker_of(seat), meanings(request)
    if DEVOUR in offered:
        return DEVOUR
    endurance = request.facts["endurance"]
    assert isinstance(endurance, int)  # of the beaten, whose wounds everybody sees
    # A wound is worth more when the beaten has few left, and when the dead do not come again.
    worth = {WOUND: (GRUDGE if game.crystal else 1.0) * LIFE / endurance, PURSE: GOLD}
    return max(offered, key=lambda id: worth[id] if id in worth else use_of(game, one, offered[id].item))


def dispel(game: Game, request: Choose, seat: Seat) -> str:
    """Only a Spell that is aimed at the own Seeker is cancelled, with Dispel in hand."""
    aimed = request.facts.get("aimed") == game.seeker_of(seat).name
    return DISPEL if aimed and DISPEL in ids(request) else LET
