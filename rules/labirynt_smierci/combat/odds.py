"""The cost of a fight by simulated fights, and the danger of the next monsters' phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, permutations
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.dice import parse
from rules.kernel.odds import FACES
from rules.kernel.requests import Ranks
from rules.labirynt_smierci.combat import fight_simulator
from rules.labirynt_smierci.combat.lineup import awake, line_up
from rules.labirynt_smierci.combat.powers import WOUNDING, blast_code, gate_of, knows, sheet_of
from rules.labirynt_smierci.events.combat import LifeAtRisk
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.belongings import FRONT_RANK, KNIFE, SECOND_RANK, attack_bonus, best_weapon, knives_of
from rules.labirynt_smierci.party.formation import nearest_opponents, places_in
from rules.labirynt_smierci.party.risk import Chances, death_by
from rules.labirynt_smierci.party.traits import GATE, is_susceptible, resisted_faces, skill, spells_of
from rules.labirynt_smierci.tables import chances_of, mean_amount

SHORT, LONG = 54, 240
"""The number of simulated fights of sure and of doubtful odds, in blocks of ``FACES``."""
HARDLY = 0.05
"""A mean of fewer fallen than this counts as none."""
BOLTS = ("mental_attack", "lightning", "blast")


def _random_numbers(many: int) -> Iterator[int]:
    """Yield numbers by Knuth's linear congruential generator, which are the same every time."""
    state = 1
    for _ in range(many):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def _fixed_dice_rolls(many: int) -> tuple[tuple[int, ...], ...]:
    """Return dice for blocks of ``FACES`` fights: the n-th dice of a block show each face once."""
    orders = tuple(permutations(range(fight_simulator.FACES)))
    return tuple(zip(*(orders[number % len(orders)] for number in _random_numbers(many)), strict=True))


MANY_DICE = 9973
DICE, BLOCK = _fixed_dice_rolls(MANY_DICE), 97
"""``BLOCK``: how far the dice of two blocks of fights are apart; all dice last for ``LONG`` fights."""


class Odds(Struct, frozen=True):
    """The mean result of a fight: the chance that the party is wiped out, members lost, strength lost, rounds.

    ``fallen`` and ``loss`` are means over all simulated fights; ``loss`` includes the strength of the lost.
    ``most``: one fight in ten costs this much strength or more.
    """

    wiped: float
    fallen: float
    loss: float
    rounds: float
    most: int = 0


def is_sure(odds: Odds) -> bool:
    """Whether the party wins every simulated fight with hardly a member lost."""
    return odds.wiped == 0 and odds.fallen < HARDLY


def fight_odds(
    game: Game,
    group: Group,
    *,
    ranks: Ranks = (),
    monsters_first: bool = False,
    fights: int = LONG,
    full: bool = False,
) -> Odds:
    """Simulate a fight with this group.

    ``ranks``: the order of march, empty for the present one; ``full``: with full strength.
    """
    return fought(_sides(game, group, ranks, full=full), monsters_first, fights)


def _sides(game: Game, group: Group, ranks: Ranks = (), *, full: bool = False) -> fight_simulator.Sides:
    ids = [character.id for character in game.living]
    ours = tuple(member(game, game.characters[each_member], full=full) for each_member in ids)
    places = tuple(tuple(ids.index(member) for member in rank) for rank in (ranks or game.formation))
    return ours, places, tuple(foes_of(game, group, ranks or game.formation)), powers_of(game)


@lru_cache(maxsize=256)
def fought(sides: fight_simulator.Sides, monsters_first: bool, fights: int) -> Odds:
    """Return the mean of the simulated fights; cached, because the same fight is asked for at each step.

    There are fewer than ``fights`` of them where the first ones are all won or all lost.
    """
    begun = _begun(sides, monsters_first)
    fight, ended = fight_simulator.PaperFight(sides), [*begun[0]]  # its own: several threads may ask at once
    for n in range(len(ended), fights):
        if n == SHORT and len({end.lost for end in ended}) == 1:
            break
        block, nth = divmod(n, len(FACES))
        dice = cycle(DICE[nth][block * BLOCK : (block + 2) * BLOCK])
        ended.append(fight.fought(dice, monsters_first=monsters_first))
    begun[0] = ended
    return _mean(sides[0], ended[:fights])


@lru_cache(maxsize=16)
def _begun(sides: fight_simulator.Sides, monsters_first: bool) -> list[Sequence[fight_simulator.Ended]]:
    """Return a list that holds the fights of two sides so far, to be replaced by more of the same."""
    return [()]


def _mean(ours: Sequence[fight_simulator.Ours], ended: Sequence[fight_simulator.Ended]) -> Odds:
    people = [n for n, fighter in enumerate(ours) if fighter.person]
    strength = sum(ours[n].strength for n in people)
    left = [[] if end.lost else [end.left[n] for n in people if end.left[n] > 0] for end in ended]
    losses = sorted(strength - sum(alive) for alive in left)
    return Odds(
        wiped=fmean(end.lost for end in ended),
        fallen=len(people) - fmean(map(len, left)),
        loss=fmean(losses),
        rounds=fmean(end.rounds for end in ended),
        most=losses[-1 - len(losses) // 10],
    )


PLAIN_FIGHTS = 40
PLAIN_DICE = tuple(number % fight_simulator.FACES for number in _random_numbers(MANY_DICE))


def is_surely_won(game: Game, group: Group) -> bool:
    """Whether forty fights by plain dice are all won with hardly a member lost.

    The rules ask for orders by this: stored fights are replayed only while its dice and fights stay as they are.
    """
    return _is_won_by_plain_dice(_sides(game, group))


@lru_cache(maxsize=64)
def _is_won_by_plain_dice(sides: fight_simulator.Sides) -> bool:
    ours, places, foes, powers = sides
    if not any(foe.gate for foe in foes):
        foes = tuple(sorted(foes, key=lambda foe: -foe.strength))
    usual = tuple(replace(foe, skills=(), bonus=foe.bonus + int(fmean(foe.skills or (0,)) + 0.5)) for foe in foes)
    dice = cycle(PLAIN_DICE)
    fight = fight_simulator.PaperFight((ours, places, usual, powers))
    return is_sure(_mean(ours, [fight.fought(dice) for _ in range(PLAIN_FIGHTS)]))


# The party -------------------------------------------------------------------------------------------------------


def member(game: Game, character: Character, *, full: bool = False) -> fight_simulator.Ours:
    """Return a member for the simulator; ``full``: with full strength."""
    front, behind = best_weapon(game, character, FRONT_RANK), best_weapon(game, character, SECOND_RANK)
    magic = spells_of(game, character) if character.usable or character.items else []
    able = [spell for spell in ("sleep", *BOLTS) if spell in magic and can_cast(game, character, spell)]
    bolt = next((spell for spell in BOLTS if spell in able), "")
    hand = front or character.in_hand
    bonus, bonus_behind = (attack_bonus(game, character, weapon) if weapon else 0 for weapon in (hand, behind))
    stench = game.tables.powers.stench
    return fight_simulator.Ours(
        strength=character.strength if full else character.strength_now,
        absorbs=character.absorbs,
        armour=character.armour,
        resists=resisted_faces(game, character),
        person=not character.ally,
        strike=_wounds_by_face(game, front, bonus),
        shot=_wounds_by_face(game, behind, bonus_behind),
        reeling=_wounds_by_face(game, front, bonus - stench),
        shot_reeling=_wounds_by_face(game, behind, bonus_behind - stench),
        throws=knives_left(game, character) if behind == KNIFE else fight_simulator.UNLIMITED,
        draws=behind is not None and front != behind,
        caster=bool(magic),
        hand=_wounds_by_attack_number(game, hand, bonus),
        sleep=game.tables.spells.of("sleep").cost if "sleep" in able else 0,
        bolt=_spell_cost_and_wounds(game, bolt) if bolt else (0, 0),
        gate=0 if character.ally else skill(game, character, "gate"),
        shielded=game.fight is not None and character.id in game.fight.shielded,
    )


def knives_left(game: Game, character: Character) -> int:
    """The number of knives that a character can still throw in this fight."""
    return knives_of(character) - (game.fight.thrown.count(character.id) if game.fight else 0)


def _wounds_by_face(game: Game, weapon: str | None, bonus: int) -> tuple[int, ...]:
    if weapon is None:
        return ()
    return game.tables.combat.dealt(weapon, range(1 + bonus, fight_simulator.FACES + 1 + bonus))


def _wounds_by_attack_number(game: Game, weapon: str, bonus: int = 0) -> tuple[int, ...]:
    return game.tables.combat.dealt(weapon, range(fight_simulator.LOWEST + bonus, fight_simulator.HIGHEST + bonus))


def _spell_cost_and_wounds(game: Game, spell: str) -> tuple[int, int]:
    sheet = game.tables.spells.of(spell)
    return sheet.cost, round(mean_amount(sheet.amount))


# Those against it ------------------------------------------------------------------------------------------------


def foes_of(game: Game, group: Group, ranks: Ranks) -> list[fight_simulator.Foe]:
    """Return the group for the simulator in the order in which it stands against these ranks of the party."""
    lined_up = game.fight.monsters if game.fight and group is game.met else line_up(game, group, ranks)
    living = {monster.id: monster for monster in group.living}
    order = [living[id] for rank in lined_up for id in rank if id in living]
    threatened = any(can_cast(game, person, spell) for person in game.people if person.usable for spell in WOUNDING)
    return [foe(game, group.level, monster, threatened) for monster in order]


def foe(game: Game, level: int, monster: Monster, threatened: bool) -> fight_simulator.Foe:
    """Return a monster for the simulator; ``threatened``: those who can shield themselves from spells do so."""
    asleep = game.fight is not None and monster.id in game.fight.asleep
    sheet = sheet_of(game, monster)
    if not sheet:
        return (
            _foe_of_turned_member(game, monster)
            if monster.person
            else fight_simulator.Foe(strength=monster.strength, minded=False, gate=True)
        )
    return fight_simulator.Foe(
        strength=monster.strength,
        wounds=monster.wounds,
        numbers=_wounds_by_attack_number(game, sheet.weapon),
        bonus=sheet.dexterity + game.tables.levels.of(level).dexterity,
        skills=_totals_by_face(sheet.weapon_skill) if sheet.weapon_skill else (),
        heads=sheet.heads,
        resists=resisted_faces(game, monster),
        power=sheet.power,
        lightning="lightning" in sheet.spells,
        shielded=threatened and knows(game, monster, "magic_shield"),
        minded=is_susceptible(game, monster),
        asleep=asleep,
    )


def _foe_of_turned_member(game: Game, monster: Monster) -> fight_simulator.Foe:
    character = game.characters[monster.person]
    bonus = attack_bonus(game, character, character.in_hand)
    return fight_simulator.Foe(
        strength=monster.strength,
        numbers=_wounds_by_attack_number(game, character.in_hand, bonus),
        resists=resisted_faces(game, character),
    )


def powers_of(game: Game) -> fight_simulator.Powers:
    """Return the powers and the Gate from the tables."""
    powers, gate = game.tables.powers, game.tables.gate
    return fight_simulator.Powers(
        shows=len(powers.die),
        casts=len(powers.casts),
        fire=_totals_by_face(powers.fire),
        regeneration=powers.regeneration,
        blasts=gate.blasts,
        blast=round(mean_amount(blast_code(game))),
        gate_any=game.options.gate_front == "any",
    )


def _totals_by_face(code: str) -> tuple[int, ...]:
    dice = parse(code)
    return tuple(dice.total((face,) * dice.count) for face in FACES)


LEAST = 0.03
"""The least chance to fall that is told."""
HURT = 0.5
"""Players are warned about characters with at most this part of their full strength."""
STONE = 99
"""The number of wounds that stands for petrification."""


class Sides(Struct, frozen=True):
    """The ranks of the party and of the monsters, and the places of both first ranks [9.1]."""

    ours: Ranks
    theirs: Ranks
    our_places: Mapping[str, int]
    their_places: Mapping[str, int]


def sides_in_fight(game: Game) -> Sides:
    """Return the sides of the fight's round, in which the places are fixed."""
    assert game.fight
    return Sides(game.formation, game.fight.monsters, game.fight.party_places, game.fight.monster_places)


def sides_before_fight(ours: Ranks, theirs: Ranks) -> Sides:
    """Return the sides of a first round with these ranks."""
    return Sides(ours, theirs, places_in(ours[0]), places_in(theirs[0]))


def lives_at_risk(game: Game, group: Group) -> Iterator[LifeAtRisk]:
    """Yield the badly hurt characters of any rank who may fall in this round."""
    for character in [game.characters[id] for rank in game.formation for id in rank]:
        wounds = wounds_ahead(game, group, character, sides_in_fight(game))
        risk = death_by(wounds, character)
        if risk >= LEAST and character.strength_now <= HURT * character.strength:
            most = max(many for many, chance in wounds.items() if chance and many < STONE)
            yield LifeAtRisk(
                character.name,
                character.strength_now,
                character.strength,
                max(most - character.absorbs, 0),
                round(100 * risk),
            )


def deaths_ahead(game: Game, group: Group, sides: Sides) -> dict[str, float]:
    """The chance of each member to die in the monsters' phase of a round."""
    members = [game.characters[id] for rank in sides.ours for id in rank]
    return {member.id: death_by(wounds_ahead(game, group, member, sides), member) for member in members}


def wounds_ahead(game: Game, group: Group, character: Character, sides: Sides) -> Chances:
    """The wounds that all monsters may deal to one member in a round, armour counted.

    They attack the first rank only; the Black Gate's Blasts hit anybody [9.2, 16].
    """
    own, powers, standing = member(game, character), powers_of(game), [monster.id for monster in awake(game, group)]
    total = _blast_wound_chances(game, group, own)
    attacked = character.id in sides.ours[FRONT_RANK]
    for rank, ids in enumerate(sides.theirs[: SECOND_RANK + 1] if attacked else ()):
        for monster in [monster for monster in group.living if monster.id in ids and monster.id in standing]:
            if monster.kind != GATE:
                dealt = _attack_wound_chances(foe(game, group.level, monster, threatened=False), own, powers, rank)
                total = _summed_chances(
                    total, _weighted_chances(dealt, _chance_to_be_attacked(sides, monster.id, character, rank))
                )
    return total


def _blast_wound_chances(game: Game, group: Group, own: fight_simulator.Ours) -> Chances:
    total: Chances = {0: 1.0}
    if own.shielded or not gate_of(group):
        return total
    hits = (1 - own.resists / fight_simulator.FACES) / len(game.living)
    wounds = chances_of(blast_code(game))
    for _ in range(game.tables.gate.blasts):
        total = _summed_chances(total, _weighted_chances(wounds, hits))
    return total


def _chance_to_be_attacked(sides: Sides, monster: str, character: Character, rank: int) -> float:
    near = list(sides.ours[FRONT_RANK])
    if rank == FRONT_RANK:
        near = nearest_opponents(monster, sides.their_places, sides.our_places, near)
    return (character.id in near) / len(near)


def _attack_wound_chances(
    monster: fight_simulator.Foe, own: fight_simulator.Ours, powers: fight_simulator.Powers, rank: int
) -> Chances:
    fails = 1 - own.resists / fight_simulator.FACES
    bolt = _weighted_chances(_wound_chances(fight_simulator.LIGHTNING), 0.0 if own.shielded else fails)
    if rank != FRONT_RANK:
        return bolt if monster.lightning else {0: 1.0}
    blow = _wound_chances(
        [_blow_wounds(monster, own, face + skill) for skill in monster.skills or (0,) for face in FACES]
    )
    if monster.lightning:
        return _mixed_chances(bolt, blow, powers.casts / fight_simulator.FACES)
    match monster.power:
        case "petrification":
            return _mixed_chances(_weighted_chances({STONE: 1.0}, fails), blow, powers.shows / fight_simulator.FACES)
        case "fire_breath":
            return _mixed_chances(
                _weighted_chances(_wound_chances(powers.fire), fails), blow, powers.shows / fight_simulator.FACES
            )
        case _:
            return blow


def _blow_wounds(monster: fight_simulator.Foe, own: fight_simulator.Ours, face: int) -> int:
    heads = (monster.strength + 1) // 2 if monster.heads else 0
    number = face + monster.bonus + heads - own.armour
    return monster.numbers[
        min(max(number, fight_simulator.LOWEST), fight_simulator.HIGHEST - 1) - fight_simulator.LOWEST
    ]


def _wound_chances(wounds: Sequence[int]) -> Chances:
    """Each item is an equally likely number of wounds."""
    chances: defaultdict[int, float] = defaultdict(float)
    for many in wounds:
        chances[max(many, 0)] += 1 / len(wounds)
    return chances


def _weighted_chances(wounds: Chances, chance: float) -> Chances:
    return _mixed_chances(wounds, {0: 1.0}, chance)


def _mixed_chances(wounds: Chances, others: Chances, chance: float) -> Chances:
    many = {*wounds, *others}
    return {
        number: chance * wounds.get(number, 0.0) + (1 - chance) * others.get(number, 0.0) for number in sorted(many)
    }


def _summed_chances(wounds: Chances, others: Chances) -> Chances:
    chances: defaultdict[int, float] = defaultdict(float)
    for many, chance in wounds.items():
        for more, other in others.items():
            chances[min(many + more, STONE)] += chance * other
    return chances
