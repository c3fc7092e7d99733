"""What a fight would cost: fought on paper some dozens of times, always with the same dice.

What a seat cannot know, the weapon skill of a monster, is taken at its mean.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle

import msgspec

from rules.kernel.dice import parse
from rules.kernel.requests import Ranks
from rules.labirynt_smierci.combat.lineup import guards_line_up
from rules.labirynt_smierci.combat.paper import FACES, HIGHEST, LOWEST, Foe, Ours, PaperFight, Powers
from rules.labirynt_smierci.combat.powers import WOUNDING, knows, sheet_of
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.traits import GATE, is_susceptible, resisted_faces, skill, spells_of
from rules.labirynt_smierci.party.weapons import FRONT_RANK, SECOND_RANK, attack_bonus, best_weapon
from rules.labirynt_smierci.tables import mean_amount, usual_amount

FIGHTS = 40
"""So many are fought on paper."""
HARDLY = 0.05
"""So few fallen on average are none."""
BOLTS = ("mental_attack", "lightning", "blast")


def _thrown(many: int) -> tuple[int, ...]:
    """Dice from 0 to 5, the same for ever: a linear congruential generator (Knuth's)."""
    state, dice = 1, []
    for _ in range(many):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        dice.append((state >> 33) % FACES)
    return tuple(dice)


DICE = _thrown(9973)


class Odds(msgspec.Struct, frozen=True):
    """How a fight ends on average: how likely nobody is left, how many are lost, what strength it costs, in rounds.

    ``fallen`` and ``loss`` are means over all fights on paper; ``loss`` counts what the lost had left.
    """

    wiped: float
    fallen: float
    loss: float
    rounds: float


def is_sure(odds: Odds) -> bool:
    """Whether a fight leaves no doubt: all are won, and hardly anybody ever falls."""
    return odds.wiped == 0 and odds.fallen < HARDLY


def fight_odds(
    game: Game,
    group: Group,
    *,
    ranks: Ranks = (),
    monsters_first: bool = False,
    fights: int = FIGHTS,
    full: bool = False,
) -> Odds:
    """Fight this group on paper, in these ranks or as the party marches now; ``full``: as if it were healed."""
    ids = [one.id for one in game.living]
    ours = tuple(member(game, game.characters[one], full=full) for one in ids)
    places = tuple(tuple(ids.index(one) for one in rank) for rank in (ranks or game.formation))
    return fought(ours, places, tuple(foes_of(game, group)), powers_of(game), monsters_first, fights)


@lru_cache(maxsize=256)
def fought(
    ours: tuple[Ours, ...],
    places: tuple[tuple[int, ...], ...],
    foes: tuple[Foe, ...],
    powers: Powers,
    monsters_first: bool,
    fights: int,
) -> Odds:
    """The mean of so many fights; remembered, as the same is asked at each step."""
    dice = cycle(DICE)
    ended = [PaperFight(ours, places, foes, powers, dice).fought(monsters_first=monsters_first) for _ in range(fights)]
    people = [n for n, one in enumerate(ours) if one.person]
    strength = sum(ours[n].strength for n in people)
    left = sum(max(end.left[n], 0) for end in ended for n in people if not end.lost)
    fallen = sum(end.lost or end.left[n] <= 0 for end in ended for n in people)
    return Odds(
        sum(end.lost for end in ended) / fights,
        fallen / fights,
        strength - left / fights,
        sum(end.rounds for end in ended) / fights,
    )


# The party -------------------------------------------------------------------------------------------------------


def member(game: Game, one: Character, *, full: bool = False) -> Ours:
    """A member as he would fight; ``full``: with all his strength."""
    front, behind = best_weapon(game, one, FRONT_RANK), best_weapon(game, one, SECOND_RANK)
    magic = spells_of(game, one) if one.usable or one.items else []
    able = [spell for spell in ("sleep", *BOLTS) if spell in magic and can_cast(game, one, spell)]
    bolt = next((spell for spell in BOLTS if spell in able), "")
    return Ours(
        strength=one.strength if full else one.strength_now,
        absorbs=one.absorbs,
        armour=one.armour,
        resists=resisted_faces(game, one),
        person=not one.ally,
        strike=_faces(game, one, front),
        shot=_faces(game, one, behind),
        reeling=_faces(game, one, front, -game.tables.powers.stench),
        hand=_numbers(game, front or one.in_hand, attack_bonus(game, one, front or one.in_hand)),
        sleep=game.tables.spells.of("sleep").cost if "sleep" in able else 0,
        bolt=_bolt(game, bolt) if bolt else (0, 0),
        gate=0 if one.ally else skill(game, one, "gate"),
        shielded=game.fight is not None and one.id in game.fight.shielded,
    )


def _faces(game: Game, one: Character, weapon: str | None, more: int = 0) -> tuple[int, ...]:
    """What each face of a die does with this weapon."""
    if weapon is None:
        return ()
    bonus = attack_bonus(game, one, weapon) + more
    return game.tables.combat.dealt(weapon, range(1 + bonus, FACES + 1 + bonus))


def _numbers(game: Game, weapon: str, bonus: int = 0) -> tuple[int, ...]:
    """Wounds for each attack number before this bonus."""
    return game.tables.combat.dealt(weapon, range(LOWEST + bonus, HIGHEST + bonus))


def _bolt(game: Game, spell: str) -> tuple[int, int]:
    sheet = game.tables.spells.of(spell)
    return sheet.cost, round(mean_amount(sheet.amount))


# Those against it ------------------------------------------------------------------------------------------------


def foes_of(game: Game, group: Group) -> list[Foe]:
    """The group in its order: the strongest in front, or as the Gate's guards stand."""
    living = {monster.id: monster for monster in group.living}
    if any(monster.kind == GATE for monster in group.living):
        order = [living[one] for rank in guards_line_up(group) for one in rank]
    else:
        order = sorted(living.values(), key=lambda monster: -monster.strength)
    threatened = any(can_cast(game, one, spell) for one in game.people if one.usable for spell in WOUNDING)
    return [foe(game, group.level, monster, threatened) for monster in order]


def foe(game: Game, level: int, monster: Monster, threatened: bool) -> Foe:
    """One of them; ``threatened``: who can, shields himself from spells."""
    asleep = game.fight is not None and monster.id in game.fight.asleep
    sheet = sheet_of(game, monster)
    if sheet is None:
        return _turned(game, monster) if monster.person else Foe(strength=monster.strength, minded=False, gate=True)
    return Foe(
        strength=monster.strength,
        wounds=monster.wounds,
        numbers=_numbers(game, sheet.weapon),
        bonus=sheet.dexterity + game.tables.levels.of(level).dexterity + usual_skill(game, monster),
        heads=sheet.heads,
        resists=resisted_faces(game, monster),
        power=sheet.power,
        lightning="lightning" in sheet.spells,
        shielded=threatened and knows(game, monster, "magic_shield"),
        minded=is_susceptible(game, monster),
        asleep=asleep,
    )


def usual_skill(game: Game, monster: Monster) -> int:
    """The weapon skill of its kind: nobody is told what this one's die was."""
    code = game.tables.monsters.of(monster.kind).weapon_skill
    return usual_amount(code) if code else 0


def _turned(game: Game, monster: Monster) -> Foe:
    one = game.characters[monster.person]
    bonus = attack_bonus(game, one, one.in_hand)
    return Foe(strength=monster.strength, numbers=_numbers(game, one.in_hand, bonus), resists=resisted_faces(game, one))


def powers_of(game: Game) -> Powers:
    """What the tables say of powers and the Gate."""
    powers, gate = game.tables.powers, game.tables.gate
    return Powers(
        shows=len(powers.die),
        casts=len(powers.casts),
        fire=_by_face(powers.fire),
        regeneration=powers.regeneration,
        blasts=gate.blasts,
        blast=_blast(game),
        gate_any=game.options.gate_front == "any",
    )


def _by_face(code: str) -> tuple[int, ...]:
    """Dice as one die would show them."""
    dice = parse(code)
    return tuple(dice.total((face,) * dice.count) for face in range(1, FACES + 1))


def _blast(game: Game) -> int:
    return round(mean_amount(game.tables.spells.of("blast").amount)) if game.tables.spells.has("blast") else 2
