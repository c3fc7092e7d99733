"""How a clash is likely to end, as everybody can work it out: nothing in a Backpack counts [6.2, 6.3]."""

from __future__ import annotations

from functools import lru_cache

from rules.kernel.odds import Odds, counted
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.forecast.scores import (
    LOSES,
    THEIRS,
    WINS,
    Side,
    ability_of,
    fight_of,
    might,
    opposite,
    strength_of,
)
from rules.labirynt_czarnoksieznika.model import Character, Fight, Game


@lru_cache(maxsize=4096)
def odds(lead: int, own: str = "", theirs: str = "") -> Odds:
    """The chances with this lead in Strength, and with these abilities of the two sides."""
    return counted(lambda mine, other: _end(lead, mine, other, own, theirs))


def _end(lead: int, mine: int, other: int, own: str, theirs: str) -> int:
    """Above 0: won, below: lost."""
    if mine == other == LOSES:
        return 0
    sixes = (mine == WINS and own == "six_wins") - (other == WINS and theirs == "six_wins")
    ones = (other == LOSES and theirs != "no_auto_loss") - (mine == LOSES and own != "no_auto_loss")
    ties = (own == "wins_ties") - (theirs == "wins_ties")
    return sixes or ones or lead + mine - other or ties


def duel_odds(game: Game, one: Character, other: Character) -> Odds:
    """The chances of one character against another, each with what it has in hand."""
    return odds(might(game, one) - might(game, other), game.card(one.id).ability, game.card(other.id).ability)


def joint_odds(game: Game, one: Character, other: Character, mate: Character) -> Odds:
    """Against two who defend together: their Strengths are added, their abilities on the die are off [6.7, 6.9]."""
    return odds(might(game, one) - might(game, other) - might(game, mate), game.card(one.id).ability)


# As facts of options -------------------------------------------------------------------------------------------


def duel_facts(game: Game, one: Character, other: Character) -> dict[str, Fact]:
    """Both Strengths, and how many of a hundred such clashes are won, tied and lost."""
    return _told(might(game, one), might(game, other), duel_odds(game, one, other))


def odds_of_defence(game: Game, fight: Fight) -> dict[str, Fact]:
    """The same for those who defend in a fight that has only begun."""
    return _facts_of(game, fight, THEIRS, 0)


def clash_odds_facts(game: Game, side: Side, gain: int = 0) -> dict[str, Fact]:
    """The same for a side of the clash that is fought, before the dice; ``gain``: how much better it stands then."""
    return _facts_of(game, fight_of(game), side, gain)


def _facts_of(game: Game, fight: Fight, side: Side, gain: int) -> dict[str, Fact]:
    own, theirs = (strength_of(game, fight, one) for one in (side, opposite(side)))
    abilities = (ability_of(game, fight, one) for one in (side, opposite(side)))
    return _told(own, theirs, odds(own - theirs + gain, *abilities))


def _told(own: int, theirs: int, chances: Odds) -> dict[str, Fact]:
    won, lost = in_hundred(chances.win), in_hundred(chances.loss)
    return {"own": own, "theirs": theirs, "wins": won, "ties": 100 - won - lost, "losses": lost}


def in_hundred(chance: float) -> int:
    """A chance as people are told it, in per cent."""
    return round(100 * chance)
