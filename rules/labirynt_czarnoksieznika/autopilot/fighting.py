"""The autopilot in fights: attacks, joint defence, scrolls, rethrows, Change of Fate and the Force shield."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.answers import Value, plain
from rules.kernel.autopilot import Advice
from rules.kernel.odds import Odds
from rules.kernel.offers import answer_with, ids, meanings
from rules.kernel.requests import Choose, NextAction, Seat
from rules.kernel.words import Word, phrase
from rules.labirynt_czarnoksieznika import forecast
from rules.labirynt_czarnoksieznika.autopilot.plans import attack_worth, crystals_of, fear_of, open_fear_of, spare, toll
from rules.labirynt_czarnoksieznika.characters.wounds import IGNORES, TAKE
from rules.labirynt_czarnoksieznika.equipment.finds import FATE, SHIELD
from rules.labirynt_czarnoksieznika.exploration.exploring import Attack
from rules.labirynt_czarnoksieznika.fight.magic import ALONE, JOINT, Cast, sensible_cast
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.throws import KEEP, Fate

GOOD_FACE = 4
"""An own die with at least this face is kept; the opponent's is rethrown first."""


def choose_rival(game: Game, request: NextAction, *, openly: bool) -> Advice:
    """Attack the rival with the best worth, if that is positive; else keep the peace.

    ``openly``: use public facts only.
    """
    character = game.characters[game.entered]
    attacks = [action for action in request.actions if isinstance(action, Attack)]
    afraid = open_fear_of(character) if openly else fear_of(character)
    worths = [attack_worth(game, character, attack.whom, afraid) for attack in attacks]
    best = max(worths, default=0.0)
    if best > 0:
        return Advice(answer_with(attacks[worths.index(best)]), phrase("usual.for.attack"))
    return Advice(["peace"], phrase("usual.for.peace"))


def defend_together(game: Game) -> str:
    """Choose joint defence if its expected result is better; both defenders are wounded in a defeat [6.7]."""
    fight = forecast.fight_of(game)
    attacker, target = game.characters[fight.attacker], game.characters[fight.defenders[0]]
    mate = next(iter(game.mates_of(target)))
    together = forecast.odds(
        forecast.might(game, target) + forecast.might(game, mate) - forecast.might(game, attacker),
        "",
        game.card(attacker.id).ability,
    )
    return JOINT if _odds_worth(together, 2) > _odds_worth(forecast.duel_odds(game, target, attacker), 1) else ALONE


def _odds_worth(chances: Odds, wounds: int) -> float:
    return chances.win - wounds * chances.loss


# Scrolls -------------------------------------------------------------------------------------------------------


def side_of(game: Game, seat: Seat) -> forecast.Side:
    """Return the side of the fight for which a player answers."""
    return forecast.OWN if forecast.seat_of(game, forecast.OWN) == seat else forecast.THEIRS


def cast(game: Game, request: Choose[Cast | None], seat: Seat) -> Value:
    """Teleport home with a Crystal, else cast the least sufficient scroll if the side is not ahead."""
    casts = [cast for cast in meanings(request).values() if cast]
    home = next((cast for cast in casts if (bool(crystals_of(cast.caster)) and cast.where == game.camp_of(seat))), None)
    return plain(request, home or sensible_cast(game, side_of(game, seat), casts), seat)


def rethrow(game: Game, offered: list[str], seat: Seat) -> str:
    """Rethrow to save a Crystal from death or when Gems are spare: a low own die, else the opponent's."""
    side = side_of(game, seat)
    people = forecast.fighters(game, forecast.fight_of(game), side)
    if not any(_is_reroll_worth_gems(game, person) for person in people):
        return KEEP
    low = forecast.fight_of(game).dice[side] < GOOD_FACE
    return next((die for die in (("own", "other") if low else ("other", "own")) if die in offered), KEEP)


def _is_reroll_worth_gems(game: Game, character: Character) -> bool:
    return bool(crystals_of(character)) and (
        forecast.is_last(character) or spare(game, character) >= game.tables.gems.reroll
    )


def fate_in_fight(game: Game, ids: list[str], seat: Seat) -> str:
    """Use Change of Fate if it improves the result of the fight."""
    own, theirs = forecast.scores(game) if side_of(game, seat) == forecast.OWN else reversed(forecast.scores(game))
    shifted = own + game.tables.finds.of(FATE).bonus
    helps = shifted > theirs if own == theirs else shifted >= theirs > own
    return next((id for id in ids if id != KEEP), KEEP) if helps else KEEP


# Other dice and wounds -----------------------------------------------------------------------------------------


GOOD: Mapping[str, Callable[[Game, int], bool]] = {
    "dice.trap.roll": lambda game, face: face not in game.tables.powers.trap.springs,
    "dice.cloud.roll": lambda game, face: face not in game.tables.powers.cloud.wounds,
    "dice.ability.roll": lambda game, face: face in game.tables.powers.success,
    "dice.bones.roll": lambda game, face: face == IGNORES,
}
"""Tells whether a face is good, by the purpose of the die."""


ENCOUNTER = "dice.encounter.table"
SCROLL = 1.0
"""The least gain, in Moves, for which Change of Fate is cast at an Encounter roll."""


DEADLY = ("dice.trap.roll", "dice.cloud.roll")
"""Rolls that wound on a bad face."""


def throw_again(game: Game, request: Choose, seat: Seat) -> Value:
    """Pay Gems for a rethrow only to save a Crystal's carrier from death."""
    roll = request.facts["roll"]
    hurt = next((person for person in game.people_of(seat) if person.name == request.facts.get("who")), None)
    if not hurt or not isinstance(roll, Word) or roll.key not in DEADLY:
        return KEEP
    bad = not GOOD[roll.key](game, int(str(request.facts["face"])))
    return plain(request, bool(bad and crystals_of(hurt) and forecast.is_last(hurt)), seat)


def change_fate(game: Game, request: Choose[Fate | None], seat: Seat) -> Value | Advice:
    """Use Change of Fate if it turns a bad face into a good one or improves the Encounter."""
    roll = request.facts["roll"]
    if isinstance(roll, Word) and roll.key == ENCOUNTER:
        return _choose_encounter_fate(game, request, seat)
    good = GOOD.get(roll.key) if isinstance(roll, Word) else None
    if not good or good(game, int(str(request.facts["face"]))):
        return KEEP
    fates = [fate for fate in meanings(request).values() if fate]
    return plain(request, next((fate for fate in fates if good(game, fate.face)), None), seat)


def _choose_encounter_fate(game: Game, request: Choose[Fate | None], seat: Seat) -> Advice:
    character, now = game.characters[game.entered], int(str(request.facts["face"]))
    fates = [fate for fate in meanings(request).values() if fate]
    tolls = {fate.face: toll(forecast.met_at(game, character, fate.face), fear_of(character)) for fate in fates}
    best = min(fates, key=lambda fate: tolls[fate.face])
    gained = toll(forecast.met_at(game, character, now), fear_of(character)) - tolls[best.face]
    if gained < SCROLL:
        return Advice(KEEP, phrase("usual.for.keep"))
    return Advice(plain(request, best, seat), phrase("usual.for.fate"))


def shield(game: Game, request: Choose, seat: Seat) -> str:
    """Use the Force shield only for a character without Armour, which would absorb the wound as well."""
    hurt = next(person for person in game.people_of(seat) if person.name == request.facts["who"])
    return TAKE if hurt.worn or SHIELD not in ids(request) else SHIELD
