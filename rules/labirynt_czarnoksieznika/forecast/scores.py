"""What a clash comes to: Strength, scores, and who wins; nothing here is asked or thrown [6.2, 6.3, 6.9]."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.requests import Seat
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.packing import weapon_bonus
from rules.labirynt_czarnoksieznika.forecast.stakes import monster_stakes, robs
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Ability, Encounter

Side = Literal["own", "theirs"]
"""``own``: the active character's, who attacks or meets a monster; ``theirs``: the defenders' or the monster's."""
OWN: Side = "own"
THEIRS: Side = "theirs"
SIDES: tuple[Side, Side] = (OWN, THEIRS)
DUEL_BONUS = 1
"""What the ability of that name adds in fights with characters."""
LOSES, WINS = 1, 6
"""The natural faces that can decide a clash alone."""


class Verdict(msgspec.Struct, frozen=True):
    """Who wins a clash ('' : a tie), and whether a natural six or one decided it."""

    winner: Side | Literal[""]
    six: bool = False
    one: bool = False


def fight_of(game: Game) -> Fight:
    """The clash that is being fought."""
    assert game.fight is not None  # only asked while there is one
    return game.fight


def opposite(side: Side) -> Side:
    """The other side."""
    return THEIRS if side == OWN else OWN


def foe_of(game: Game, fight: Fight) -> Encounter | None:
    """The monster, if it is one."""
    return game.tables.encounters.of(fight.foe) if fight.foe else None


def fighters(game: Game, fight: Fight, side: Side) -> list[Character]:
    """The characters of a side; nobody on a monster's."""
    ids = [fight.attacker] if side == OWN else fight.defenders
    return [game.characters[id] for id in ids if id in game.characters]


def side_of(fight: Fight, id: str) -> Side:
    """For which side a character fights or casts."""
    return THEIRS if id in fight.defenders else OWN


def seat_of(game: Game, side: Side) -> Seat:
    """The player of a side; '' of a monster."""
    people = fighters(game, fight_of(game), side)
    return people[0].seat if people else ""


# Strength ------------------------------------------------------------------------------------------------------


def side_values(game: Game) -> tuple[int, int]:
    """Both sides' Strength with everything but the dice: the attacker's, then the other's."""
    fight = fight_of(game)
    return strength_of(game, fight, OWN), strength_of(game, fight, THEIRS)


def strength_of(game: Game, fight: Fight, side: Side) -> int:
    """Strength with Weapons, abilities and scrolls; that of two who defend together is added [6.2, 6.7]."""
    foe = foe_of(game, fight)
    bare = foe.strength if foe and side == THEIRS else 0
    return bare + sum(might(game, one, foe) for one in fighters(game, fight, side)) + _magic(game, fight, side)


def might(game: Game, one: Character, foe: Encounter | None = None) -> int:
    """Strength of a character with what it has in hand, against a monster, or in a fight with characters."""
    card = game.card(one.id)
    duel = DUEL_BONUS if foe is None and card.ability == "duel_bonus" else 0
    return card.strength + arms_bonus(game, one, foe) + duel


def arms_bonus(game: Game, one: Character, foe: Encounter | None) -> int:
    """What the Weapon in hand adds, or the Glove, which no monster can ignore [10.11]."""
    if one.hand == GLOVE:
        return game.tables.powers.glove.bonus
    ignored = foe is not None and "ignore_weapon" in foe.special
    return 0 if ignored or not one.hand else weapon_bonus(game, one.hand)


def _magic(game: Game, fight: Fight, side: Side) -> int:
    """Fireballs of this side, and Weakness that the other cast at it."""
    return sum(
        game.tables.finds.of(scroll).bonus
        for caster, scroll in fight.cast
        if (scroll == "fireball" and side_of(fight, caster) == side)
        or (scroll == "weakness" and side_of(fight, caster) != side)
    )


def scores(game: Game) -> tuple[int, int]:
    """Both sides' Strength, die and what Change of Fate added, as far as the dice have fallen."""
    fight = fight_of(game)
    own, theirs = side_values(game)
    return own + _die(fight, OWN), theirs + _die(fight, THEIRS)


def behind(game: Game, side: Side) -> int:
    """How much a side's score is below the other's; less than 0 when it is above."""
    own, theirs = scores(game)
    return theirs - own if side == OWN else own - theirs


def _die(fight: Fight, side: Side) -> int:
    return fight.dice.get(side, 0) + fight.shift.get(side, 0)


def wears_glove(game: Game, side: Side) -> bool:
    """Whether somebody of a side wears the Glove of Doom [6.6, 6.7]."""
    return any(one.hand == GLOVE for one in fighters(game, fight_of(game), side))


# Who wins ------------------------------------------------------------------------------------------------------


def verdict(game: Game) -> Verdict:
    """Who wins as the dice lie: natural faces first, then scores, then who wins ties [6.2, 6.3, 6.12]."""
    if (decided := by_nature(game)) is not None:
        return decided
    own, theirs = scores(game)
    if own != theirs:
        return Verdict(OWN if own > theirs else THEIRS)
    tie_winners = [side for side in SIDES if _has(game, side, "wins_ties")]
    return Verdict(tie_winners[0] if len(tie_winners) == 1 else "")


def by_nature(game: Game) -> Verdict | None:
    """What the natural faces alone decide, whatever is added to them [6.3, A6, A7]; None: nothing."""
    dice = fight_of(game).dice
    ones = [side for side in SIDES if dice[side] == LOSES]
    if len(ones) == len(SIDES):
        return Verdict("", one=True)
    sixes = [side for side in SIDES if dice[side] == WINS and _has(game, side, "six_wins")]
    if len(sixes) == 1:
        return Verdict(sixes[0], six=True)
    losers = [side for side in ones if not _has(game, side, "no_auto_loss")]
    return Verdict(opposite(losers[0]), one=True) if losers else None


def wins(game: Game, side: Side) -> bool:
    """Whether a side wins as the dice lie."""
    return verdict(game).winner == side


def _has(game: Game, side: Side, ability: Ability) -> bool:
    """Whether a side's die has this ability."""
    return ability_of(game, fight_of(game), side) == ability


def ability_of(game: Game, fight: Fight, side: Side) -> Ability | Literal[""]:
    """The ability of a side's die; two who defend together have none, monsters at most that they win ties [6.9]."""
    foe, people = foe_of(game, fight), fighters(game, fight, side)
    if side == THEIRS and foe is not None:
        return "wins_ties" if "wins_ties" in foe.special else ""
    return game.card(people[0].id).ability if len(people) == 1 else ""


# For questions -------------------------------------------------------------------------------------------------


def fighter_names(game: Game, side: Side) -> tuple[Word, ...]:
    """What the fighters of a side are called."""
    fight = fight_of(game)
    if side == THEIRS and fight.foe:
        return (Word(f"foe.{fight.foe}"),)
    return tuple(one.name for one in fighters(game, fight, side))


def clash_facts(game: Game) -> dict[str, Fact]:
    """What the words of a question in a clash are filled with: who fights against whom, and how it stands."""
    own, theirs = scores(game)
    return {
        "attacker": fighter_names(game, OWN)[0],
        "defenders": fighter_names(game, THEIRS),
        "own": own,
        "theirs": theirs,
        "stake": _stake(game),
    }


def _stake(game: Game) -> Fact:
    """Against a monster all there is; for whoever fights somebody else what the loser suffers."""
    fight = fight_of(game)
    if foe := foe_of(game, fight):
        return monster_stakes(foe)
    if wears_glove(game, OWN) or wears_glove(game, THEIRS):
        return Word("stake.final")
    robbed = any(robs(game, one) for side in SIDES for one in fighters(game, fight, side))
    return Word("stake.robber" if robbed else "stake.wound")
