"""What fights are worth, in Moves: what a wound costs, whom to attack, and where rivals could come in."""

from __future__ import annotations

from rules.kernel.odds import Odds
from rules.labirynt_czarnoksieznika.forecast.odds import duel_odds, joint_odds
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import Place, board_of, chamber_of, exits

CARRIED, ON_A_TASK, FREE = 12.0, 5.0, 2.5
"""What dying costs, in Moves: with a Crystal, with a Rune, with neither."""
HURT, KILLED = 0.6, 2.0
"""What a rival's wound is worth, and what its death is worth besides."""
ATTACKED = 0.5
"""How likely a rival who could come in with good odds does so."""


def fear_of(one: Character) -> float:
    """What a wound costs a character now, in Moves."""
    return fear(one, CARRIED if CRYSTAL in one.tokens else ON_A_TASK if one.rune else FREE)


def open_fear_of(one: Character) -> float:
    """The same as far as everybody knows: that a Rune is carried, not whether a Crystal is."""
    return fear(one, ON_A_TASK if one.rune else FREE)


def fear(one: Character, stake: float) -> float:
    """The same when so much is at stake: the more, the nearer a wound brings death."""
    return stake / max(1, one.life + len(one.worn))


def attack_worth(game: Game, one: Character, rival: Character, afraid: float | None = None) -> float:
    """What attacking a rival brings on average, if it defends itself as is best for it; above 0: good odds.

    ``afraid``: what a wound costs, where that is not all that is known.
    """
    afraid = fear_of(one) if afraid is None else afraid
    alone = _worth(game, [rival], duel_odds(game, one, rival), afraid)
    mates = game.mates_of(rival)
    return min([alone, *(_worth(game, [rival, mate], joint_odds(game, one, rival, mate), afraid) for mate in mates)])


def _worth(game: Game, rivals: list[Character], chances: Odds, afraid: float) -> float:
    if chances.win <= chances.loss:
        return min(0.0, chances.win - chances.loss)
    wounds = game.tables.powers.glove.wounds if any(rival.hand == GLOVE for rival in rivals) else 1
    return chances.win * sum(_gain(rival) for rival in rivals) - chances.loss * wounds * afraid


def _gain(rival: Character) -> float:
    return HURT + (KILLED if rival.life == 1 and not rival.worn else 0.0)


def danger(game: Game, one: Character, where: Place) -> float:
    """What rivals beside a chamber could do to a character that stands there when their turn comes."""
    if game.kind_at(where) == "camp" or one.id == ZOMBIE:
        return 0.0
    beside = exits(game.face_at(where), chamber_of(where)).values()
    rivals = [other for other in game.characters.values() if other.active and other.seat != one.seat]
    near = [other for other in rivals if board_of(other.at) == board_of(where) and chamber_of(other.at) in beside]
    chances = [duel_odds(game, other, one) for other in near]
    return ATTACKED * fear_of(one) * sum(chance.win for chance in chances if chance.win > chance.loss)
