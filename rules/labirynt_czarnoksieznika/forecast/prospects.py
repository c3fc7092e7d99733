"""What the Encounter Table holds for a character, by the digit of a chamber [5.2, 12]."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.kernel.odds import FACES, THROWS
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.forecast.odds import in_hundred, odds
from rules.labirynt_czarnoksieznika.forecast.scores import arms_bonus
from rules.labirynt_czarnoksieznika.forecast.stakes import monster_stakes
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter, Encounters

HIGHEST_DIGIT = 12
TOTALS = range(2 * FACES[0], 2 * FACES[-1] + HIGHEST_DIGIT + 1)


class Prospect(msgspec.Struct, frozen=True):
    """What a roll on the Encounter Table brings on average: wounds, Finds, Gems.

    ``monster``, ``win``, ``loss``, ``rich``: the chances that it is a monster, that it is beaten, that it wins, and
    that it leaves Gems.
    """

    wounds: float
    finds: float
    gems: float
    monster: float = 0.0
    win: float = 0.0
    loss: float = 0.0
    rich: float = 0.0


def prospects_of(game: Game, one: Character) -> tuple[Prospect, ...]:
    """What each digit holds for a character as it is armed now, by the digit."""
    card = game.card(one.id)
    return prospects(game.tables.encounters, card.strength, arms_bonus(game, one, None), card.ability)


def met_at(game: Game, one: Character, total: int) -> Prospect:
    """What a total on the Encounter Table brings a character as it is armed now."""
    card = game.card(one.id)
    return _met(game.tables.encounters.at(total), card.strength, arms_bonus(game, one, None), card.ability)


@lru_cache(maxsize=1024)
def prospects(encounters: Encounters, strength: int, weapon: int, ability: str) -> tuple[Prospect, ...]:
    """The same of each digit for anybody of this Strength, weapon and ability."""
    rows = {row.total: _met(row, strength, weapon, ability) for row in encounters.encounter}
    by_total = {total: rows[encounters.at(total).total] for total in TOTALS}
    return tuple(_mean(by_total, digit) for digit in range(HIGHEST_DIGIT + 1))


def _mean(by_total: dict[int, Prospect], digit: int) -> Prospect:
    met = [by_total[first + second + digit] for first in FACES for second in FACES]
    return Prospect(*(sum(getattr(one, field) for one in met) / THROWS for field in Prospect.__struct_fields__))


def _met(row: Encounter, strength: int, weapon: int, ability: str) -> Prospect:
    if row.kind == "event":
        return Prospect(-row.n / 2 if row.effect == "heal" else 0, row.n if row.effect == "draw_finds" else 0, 0)
    lead = strength + (0 if "ignore_weapon" in row.special else weapon) - row.strength
    clash = odds(lead, ability, "wins_ties" if "wins_ties" in row.special else "")
    win, loss = (clash.win**2, clash.loss * (1 + clash.win)) if "twice" in row.special else (clash.win, clash.loss)
    stolen = ("steal_token" in row.special) * loss + ("dissolve_weapon" in row.special) * win
    felt = 1 - 1 / len(FACES) if ability == "bone_body" else 1
    gems = win * row.gems - loss * ("steal_gem" in row.special)
    chances = {"monster": 1.0, "win": win, "loss": loss, "rich": win if row.gems else 0.0}
    return Prospect(loss * row.wounds * felt, win * row.finds - stolen, gems, **chances)


# As facts of options -------------------------------------------------------------------------------------------


def digit_facts(game: Game, one: Character, digit: int) -> dict[str, Fact]:
    """Of a hundred Encounters of a character with this digit: monsters, victories, defeats, and those with Gems."""
    return _in_hundred(prospects_of(game, one)[digit])


def met_note(game: Game, one: Character, total: int) -> tuple[str, dict[str, Fact]]:
    """What a total on the Encounter Table means for a character: the key of a note, and its facts."""
    row = game.tables.encounters.at(total)
    facts: dict[str, Fact] = {"foe": Word(f"foe.{row.id}"), "strength": row.strength, "stake": monster_stakes(row)}
    return f"met.{row.kind}", facts | _in_hundred(met_at(game, one, total))


def _in_hundred(prospect: Prospect) -> dict[str, Fact]:
    chances = {"met": prospect.monster, "won": prospect.win, "lost": prospect.loss, "rich": prospect.rich}
    return {name: in_hundred(chance) for name, chance in chances.items()}
