"""What is won and lost in a clash beside the victory, in words for whoever decides; only what everybody sees."""

from __future__ import annotations

from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter

WOUNDS = {1: "wound", 2: "wounds"}


def monster_stakes(row: Encounter) -> tuple[Word, ...]:
    """Wounds of a defeat, then what is special about the monster [6.5, 6.11]."""
    wounds = [WOUNDS.get(row.wounds, "many")] if row.wounds else []
    return tuple(Word(f"stake.foe.{one}") for one in (*wounds, *row.special)) or (Word("stake.foe.nothing"),)


def duel_stake(game: Game, one: Character, other: Character) -> Word:
    """What the loser suffers: death, what the Glove of Doom does, a robbery, or a wound [6.6, 8.6, 8.9]."""
    if GLOVE in (one.hand, other.hand):
        return Word("stake.doom" if other.hand == GLOVE else "stake.glove")
    mine, theirs = robs(game, one), robs(game, other)
    match is_last(one), is_last(other):
        case True, True:
            return Word("stake.both_fall")
        case False, True:
            return Word("stake.theirs_fall.loot" if theirs else "stake.theirs_fall")
        case True, False:
            return Word("stake.ours_fall.loot" if mine else "stake.ours_fall")
    return Word("stake.loot.ours" if mine else "stake.loot.theirs" if theirs else "stake.wound")


def robs(game: Game, one: Character) -> bool:
    """Whether it also takes a token from the Backpack of a character that it beats and that survives [6.7]."""
    return game.card(one.id).ability == "loot_loser"


def is_last(one: Character) -> bool:
    """Whether a wound would kill, as everybody sees: one Life Point left, and no Armour."""
    return one.life == 1 and not one.worn
