"""Public forecasts: scores and odds of a clash, stakes, results of Encounters [5.2, 6.2]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from rules.kernel.odds import FACES, THROWS, Odds, counted
from rules.kernel.requests import Seat
from rules.kernel.words import Fact, Facts, Phrase, Word, phrase
from rules.labirynt_czarnoksieznika.equipment.packing import weapon_bonus
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Ability, Encounter, Encounters

WOUNDS = {1: "wound", 2: "wounds"}


def monster_stakes(row: Encounter) -> tuple[Word, ...]:
    """Return the consequences of a defeat by a monster: wounds, then specials [6.5, 6.11]."""
    wounds = [WOUNDS.get(row.wounds, "many")] if row.wounds else []
    return tuple(Word(f"stake.foe.{wound}") for wound in (*wounds, *row.special)) or (Word("stake.foe.nothing"),)


def duel_stake(game: Game, character: Character, other: Character) -> Phrase:
    """Return what the loser of a duel suffers on either side, and what the attacked one carries [6.6,
    8.6, 8.9, 10.1].
    """
    won, lost = _beaten_in_duel(game, [character], other), _beaten_in_duel(game, [other], character)
    if carried := carried_openly(game, other):
        return phrase("stake.duel.carrier", who=other.name, carried=carried, won=won, lost=lost)
    return phrase("stake.duel", won=won, lost=lost)


def carried_openly(game: Game, character: Character) -> tuple[Word, ...]:
    """Return the things that everybody saw the character take and that it still carries: a Crystal, a Rune."""
    crystal = [Word("stake.crystal")] if game.teams[character.seat].crystal == character.id else []
    return (*crystal, *([Word("stake.rune")] if character.rune else []))


def _beaten_in_duel(game: Game, winners: Sequence[Character], loser: Character) -> Phrase:
    """Return what the loser suffers: a wound, two by the Glove; the cutpurse also robs a survivor [6.6, 8.9, 10.1]."""
    glove = any(winner.hand == GLOVE for winner in winners)
    wounds = game.tables.powers.glove.wounds if glove else 1
    beaten = _wounded(game, loser, wounds, final=glove)
    robber = robber_of(game, winners)
    if not robber or not loser.pack or _life_after(loser, wounds) <= 0:
        return beaten
    return phrase("stake.robbed", what=beaten, by=robber.name)


def _wounded(game: Game, character: Character, wounds: int, *, final: bool = False) -> Phrase:
    """Return the effect of wounds by public facts: each worn piece of Armour absorbs one."""
    left = _life_after(character, wounds)
    if left <= 0:
        head = "stake.final" if final else "stake.falls"
        carrier = game.teams[character.seat].crystal == character.id
        return phrase(f"{head}.crystal" if carrier else head, who=character.name)
    if left == character.life:
        return phrase("stake.armour", who=character.name)
    return phrase("stake.life", who=character.name, life=character.life, left=left)


def is_last(character: Character) -> bool:
    """Whether a wound would kill: one Life Point left and no Armour."""
    return _life_after(character, 1) <= 0


def _life_after(character: Character, wounds: int) -> int:
    return character.life - max(wounds - len(character.worn), 0)


Side = Literal["own", "theirs"]
"""``own``: the active character, who attacks or meets a monster; ``theirs``: the defenders or the monster."""
OWN: Side = "own"
THEIRS: Side = "theirs"
SIDES = (OWN, THEIRS)
DUEL_BONUS = 1
"""The Strength that the ability ``duel_bonus`` adds in fights with characters."""
LOSES, WINS = 1, 6
"""The natural faces that can decide a clash."""


class Verdict(Struct, frozen=True):
    """The winner of a clash ('': a tie), and whether a natural six or one decided it."""

    winner: Side | Literal[""]
    six: bool = False
    natural_one: bool = False


def fight_of(game: Game) -> Fight:
    """Return the current clash."""
    assert game.fight  # only asked while there is one
    return game.fight


def opposite(side: Side) -> Side:
    """Return the other side."""
    return THEIRS if side == OWN else OWN


def foe_of(game: Game, fight: Fight) -> Encounter | None:
    """Return the monster of a fight, or None."""
    return game.tables.encounters.of(fight.foe) if fight.foe else None


def fighters(game: Game, fight: Fight, side: Side) -> list[Character]:
    """Return the characters of a side; a monster's side has none."""
    ids = [fight.attacker] if side == OWN else fight.defenders
    return [game.characters[id] for id in ids if id in game.characters]


def side_of(fight: Fight, id: str) -> Side:
    """Return the side for which a character fights or casts."""
    return THEIRS if id in fight.defenders else OWN


def seat_of(game: Game, side: Side) -> Seat:
    """Return the player of a side; '' for a monster."""
    people = fighters(game, fight_of(game), side)
    return people[0].seat if people else ""


# Strength ------------------------------------------------------------------------------------------------------


def side_values(game: Game) -> tuple[int, int]:
    """Return both sides' Strength without the dice, the attacker's first."""
    fight = fight_of(game)
    return strength_of(game, fight, OWN), strength_of(game, fight, THEIRS)


def strength_of(game: Game, fight: Fight, side: Side) -> int:
    """Return a side's Strength with Weapons, abilities and scrolls; two defenders are added up [6.2, 6.7]."""
    foe = foe_of(game, fight)
    bare = foe.strength if foe and side == THEIRS else 0
    return (
        bare
        + sum(might(game, fighter, foe) for fighter in fighters(game, fight, side))
        + _magic_bonus(game, fight, side)
    )


def might(game: Game, character: Character, foe: Encounter | None = None) -> int:
    """Return a character's Strength with its Weapon, against a monster or (None) a character."""
    card = game.card(character.id)
    duel = DUEL_BONUS if not foe and card.ability == "duel_bonus" else 0
    return card.strength + arms_bonus(game, character, ignored=foe is not None and _ignores_weapon(foe)) + duel


def _ignores_weapon(foe: Encounter) -> bool:
    return "ignore_weapon" in foe.special


def arms_bonus(game: Game, character: Character, *, ignored: bool = False) -> int:
    """Return the bonus of the Weapon in hand, unless ``ignored``, or of the Glove, which no monster ignores [10.11]."""
    if character.hand == GLOVE:
        return game.tables.powers.glove.bonus
    return 0 if ignored or not character.hand else weapon_bonus(game, character.hand)


def _magic_bonus(game: Game, fight: Fight, side: Side) -> int:
    return sum(
        game.tables.finds.of(scroll).bonus
        for caster, scroll in fight.cast
        if (scroll == "fireball" and side_of(fight, caster) == side)
        or (scroll == "weakness" and side_of(fight, caster) != side)
    )


def scores(game: Game) -> tuple[int, int]:
    """Return both sides' scores: Strength, die and Change of Fate, with dice not yet rolled left out."""
    fight = fight_of(game)
    own, theirs = side_values(game)
    return own + _shifted_die(fight, OWN), theirs + _shifted_die(fight, THEIRS)


def behind(game: Game, side: Side) -> int:
    """Return how much a side's score is below the other's; negative if above."""
    own, theirs = scores(game)
    return theirs - own if side == OWN else own - theirs


def _shifted_die(fight: Fight, side: Side) -> int:
    return fight.dice.get(side, 0) + fight.shift.get(side, 0)


def wears_glove(game: Game, side: Side) -> bool:
    """Whether a fighter of a side wears the Glove of Doom [6.6, 6.7]."""
    return any(fighter.hand == GLOVE for fighter in fighters(game, fight_of(game), side))


# Who wins ------------------------------------------------------------------------------------------------------


def verdict(game: Game) -> Verdict:
    """Return the winner by the present dice: natural faces first, then scores, then who wins ties [6.2, 6.3, 6.12]."""
    if decided := by_nature(game):
        return decided
    own, theirs = scores(game)
    if own != theirs:
        return Verdict(OWN if own > theirs else THEIRS)
    tie_winners = [side for side in SIDES if _has_die_ability(game, side, "wins_ties")]
    return Verdict(tie_winners[0] if len(tie_winners) == 1 else "")


def by_nature(game: Game) -> Verdict | None:
    """Return the verdict of natural faces alone, whatever is added to them, or None [6.3, A6, A7]."""
    dice = fight_of(game).dice
    ones = [side for side in SIDES if dice[side] == LOSES]
    if len(ones) == len(SIDES):
        return Verdict("", natural_one=True)
    sixes = [side for side in SIDES if dice[side] == WINS and _has_die_ability(game, side, "six_wins")]
    if len(sixes) == 1:
        return Verdict(sixes[0], six=True)
    losers = [side for side in ones if not _has_die_ability(game, side, "no_auto_loss")]
    return Verdict(opposite(losers[0]), natural_one=True) if losers else None


def wins(game: Game, side: Side) -> bool:
    """Whether a side wins by the present dice."""
    return verdict(game).winner == side


def _has_die_ability(game: Game, side: Side, ability: Ability) -> bool:
    return ability_of(game, fight_of(game), side) == ability


def ability_of(game: Game, fight: Fight, side: Side) -> Ability | Literal[""]:
    """Return the ability of a side's die; joint defenders have none, monsters at most ``wins_ties`` [6.9]."""
    foe, people = foe_of(game, fight), fighters(game, fight, side)
    if side == THEIRS and foe:
        return "wins_ties" if "wins_ties" in foe.special else ""
    return game.card(people[0].id).ability if len(people) == 1 else ""


# For questions -------------------------------------------------------------------------------------------------


def fighter_names(game: Game, side: Side) -> tuple[Word, ...]:
    """Return the names of a side's fighters."""
    fight = fight_of(game)
    if side == THEIRS and fight.foe:
        return (Word(f"foe.{fight.foe}"),)
    return tuple(fighter.name for fighter in fighters(game, fight, side))


def first_fighters(game: Game) -> tuple[Word, Word]:
    """Return the name of the first fighter of each side, the attacker's first."""
    return fighter_names(game, OWN)[0], fighter_names(game, THEIRS)[0]


def robber_of(game: Game, winners: Sequence[Character]) -> Character | None:
    """Return the first winner with the cutpurse's ability."""
    return next((winner for winner in winners if game.card(winner.id).ability == "loot_loser"), None)


def clash_facts(game: Game) -> Facts:
    """Return the facts for a clash's questions: the fighters and their scores."""
    own, theirs = scores(game)
    return {
        "attacker": fighter_names(game, OWN)[0],
        "defenders": fighter_names(game, THEIRS),
        "own": own,
        "theirs": theirs,
        "stake": _fight_stake(game),
    }


def _fight_stake(game: Game) -> Fact:
    """Return the consequences of a defeat: for both sides of a duel, or against a monster with its specials."""
    fight = fight_of(game)
    own, theirs = fighters(game, fight, OWN), fighters(game, fight, THEIRS)
    if foe := foe_of(game, fight):
        tricks = tuple(phrase(f"stake.foe.{special}") for special in foe.special)
        lost = (phrase("stake.lost", lost=_wounded(game, own[0], foe.wounds)),) if foe.wounds else ()
        return (*lost, *tricks) or (phrase("stake.foe.nothing"),)
    won = tuple(_beaten_in_duel(game, own, loser) for loser in theirs)
    return phrase("stake.clash", who=own[0].name, won=won, lost=_beaten_in_duel(game, theirs, own[0]))


@lru_cache(maxsize=4096)
def odds(lead: int, own: str = "", theirs: str = "") -> Odds:
    """Return the odds with this lead in Strength and these abilities of the two sides."""
    return counted(lambda mine, other: _clash_margin(lead, mine, other, own, theirs))


def _clash_margin(lead: int, mine: int, other: int, own: str, theirs: str) -> int:
    """Return a positive number for a win, a negative one for a loss."""
    if mine == other == LOSES:
        return 0
    sixes = (mine == WINS and own == "six_wins") - (other == WINS and theirs == "six_wins")
    ones = (other == LOSES and theirs != "no_auto_loss") - (mine == LOSES and own != "no_auto_loss")
    ties = (own == "wins_ties") - (theirs == "wins_ties")
    return sixes or ones or lead + mine - other or ties


def duel_odds(game: Game, character: Character, other: Character) -> Odds:
    """Return the odds of a character against another, with the Weapons in hand."""
    return odds(
        might(game, character) - might(game, other), game.card(character.id).ability, game.card(other.id).ability
    )


def joint_odds(game: Game, character: Character, other: Character, mate: Character) -> Odds:
    """Return the odds against two joint defenders: Strength added, no abilities on the die [6.7, 6.9]."""
    return odds(might(game, character) - might(game, other) - might(game, mate), game.card(character.id).ability)


# As facts of options -------------------------------------------------------------------------------------------


def duel_facts(game: Game, character: Character, other: Character) -> Facts:
    """Return both Strengths and the percentages of wins, ties and losses."""
    return _odds_facts(might(game, character), might(game, other), duel_odds(game, character, other))


def odds_of_defence(game: Game, fight: Fight) -> Facts:
    """Return Strengths and percentages for the defenders of a fight that has just begun."""
    return _side_odds_facts(game, fight, THEIRS, 0)


def clash_odds_facts(game: Game, side: Side, gain: int = 0) -> Facts:
    """Return Strengths and percentages for a side of the clash before the dice; ``gain``: added to its lead."""
    return _side_odds_facts(game, fight_of(game), side, gain)


def _side_odds_facts(game: Game, fight: Fight, side: Side, gain: int) -> Facts:
    own, theirs = (strength_of(game, fight, name) for name in (side, opposite(side)))
    abilities = (ability_of(game, fight, name) for name in (side, opposite(side)))
    return _odds_facts(own, theirs, odds(own - theirs + gain, *abilities))


def _odds_facts(own: int, theirs: int, chances: Odds) -> Facts:
    won, lost = in_hundred(chances.win), in_hundred(chances.loss)
    return {"own": own, "theirs": theirs, "wins": won, "ties": 100 - won - lost, "losses": lost}


def in_hundred(chance: float) -> int:
    """Return a probability in per cent."""
    return round(100 * chance)


HIGHEST_DIGIT = 12
TOTALS = range(2 * FACES[0], 2 * FACES[-1] + HIGHEST_DIGIT + 1)


class Prospect(Struct, frozen=True):
    """The average result of a roll on the Encounter Table: wounds, Finds, Gems.

    ``monster``, ``win``, ``loss``, ``rich``: the probabilities of a monster, of beating it, of losing to it, and of
    Gems.
    """

    wounds: float
    finds: float
    gems: float
    monster: float = 0.0
    win: float = 0.0
    loss: float = 0.0
    rich: float = 0.0


def prospects_of(game: Game, character: Character) -> tuple[Prospect, ...]:
    """Return the prospect of each digit for a character with its present Weapon."""
    card = game.card(character.id)
    bare, armed = (card.strength + arms_bonus(game, character, ignored=ignored) for ignored in (True, False))
    return prospects(game.tables.encounters, bare, armed, card.ability)


def met_at(game: Game, character: Character, total: int) -> Prospect:
    """Return the prospect of a total on the Encounter Table for a character with its present Weapon."""
    row = game.tables.encounters.at(total)
    return _encounter_prospect(row, might(game, character, row), game.card(character.id).ability)


@lru_cache(maxsize=1024)
def prospects(encounters: Encounters, bare: int, armed: int, ability: str) -> tuple[Prospect, ...]:
    """Return the prospect of each digit for this ability and this Strength, ``bare`` where the Weapon is ignored."""
    rows = {
        row.total: _encounter_prospect(row, bare if _ignores_weapon(row) else armed, ability)
        for row in encounters.encounter
    }
    by_total = {total: rows[encounters.at(total).total] for total in TOTALS}
    return tuple(_mean_prospect(by_total, digit) for digit in range(HIGHEST_DIGIT + 1))


def _mean_prospect(by_total: dict[int, Prospect], digit: int) -> Prospect:
    met = [by_total[first + second + digit] for first in FACES for second in FACES]
    return Prospect(
        *(sum(getattr(prospect, field) for prospect in met) / THROWS for field in Prospect.__struct_fields__)
    )


def _encounter_prospect(row: Encounter, strength: int, ability: str) -> Prospect:
    if row.kind == "event":
        return Prospect(-row.n / 2 if row.effect == "heal" else 0, row.n if row.effect == "draw_finds" else 0, 0)
    clash = odds(strength - row.strength, ability, "wins_ties" if "wins_ties" in row.special else "")
    win, loss = (clash.win**2, clash.loss * (1 + clash.win)) if "twice" in row.special else (clash.win, clash.loss)
    stolen = ("steal_token" in row.special) * loss + ("dissolve_weapon" in row.special) * win
    felt = 1 - 1 / len(FACES) if ability == "bone_body" else 1
    gems = win * row.gems - loss * ("steal_gem" in row.special)
    chances = {"monster": 1.0, "win": win, "loss": loss, "rich": win if row.gems else 0.0}
    return Prospect(loss * row.wounds * felt, win * row.finds - stolen, gems, **chances)


# As facts of options -------------------------------------------------------------------------------------------


def digit_facts(game: Game, character: Character, digit: int) -> Facts:
    """Return the percentages of monsters, victories, defeats and Gems at this digit for a character."""
    return _prospect_percentages(prospects_of(game, character)[digit])


def met_note(game: Game, character: Character, total: int) -> tuple[str, Facts]:
    """Return a note's key and facts: the meaning of a total on the Encounter Table for a character."""
    row = game.tables.encounters.at(total)
    facts: Facts = {"foe": Word(f"foe.{row.id}"), "strength": row.strength, "stake": monster_stakes(row)}
    return f"met.{row.kind}", facts | _prospect_percentages(met_at(game, character, total))


def _prospect_percentages(prospect: Prospect) -> Facts:
    chances = {"met": prospect.monster, "won": prospect.win, "lost": prospect.loss, "rich": prospect.rich}
    return {name: in_hundred(chance) for name, chance in chances.items()}
