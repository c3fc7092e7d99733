"""The party's strength, the best order of march, and the decision to seek the Black Gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from math import ceil, floor

from rules.kernel.answers import Value
from rules.kernel.dice import parse
from rules.kernel.offers import answer_with
from rules.kernel.requests import Form, NextAction, Ranks, Seat
from rules.labirynt_smierci.combat.odds import SHORT, fight_odds
from rules.labirynt_smierci.combat.powers import GUARDS, NAMELESS
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party import belongings, traits
from rules.labirynt_smierci.party.formation import FRONT_WIDTH, WIDEST, in_ranks, rank_of
from rules.labirynt_smierci.tables import mean_amount, usual_amount
from rules.labirynt_smierci.view import ProspectsView

Worths = Mapping[str, tuple[float, float]]
"""The worth of each member in the first and in the second rank."""
WASTE = 0.85
"""The part of the wounds dealt that does not fall on the dead."""
LASTING_LOSS = 8.0
"""The cost of a member turned to stone or charmed away, in wounds."""


def health(game: Game) -> float:
    """The party's present strength as a part of its full strength."""
    return party_strength(game) / max(sum(person.strength for person in game.people), 1)


def party_strength(game: Game) -> int:
    """The strength of all living members."""
    return sum(person.strength_now for person in game.people)


def champion(game: Game) -> Character:
    """The character who should destroy the Gate."""
    return max(
        game.people, key=lambda character: (traits.skill(game, character, "gate"), character.strength_now, character.id)
    )


# A fight ---------------------------------------------------------------------------------------------------------


def wounds_dealt_by(game: Game, character: Character) -> float:
    """The mean wounds per round of a character's best weapon in his rank."""
    return wounds_from(game, character, rank_of(game, character.id))


def wounds_dealt(game: Game) -> float:
    """The mean wounds that the party deals in a round."""
    return WASTE * sum(wounds_dealt_by(game, character) for character in game.living)


def wounds_threatened_by(game: Game, group: Group, monster: Monster) -> float:
    """The mean wounds that a monster of the first rank deals in a round, its power included."""
    if monster.kind == traits.GATE:
        return wounds_by_blasts(game)
    if monster.person:
        character = game.characters[monster.person]
        return belongings.wounds_with(game, character, character.in_hand)
    hidden = usual_amount(game.tables.monsters.of(monster.kind).weapon_skill or "0")  # players do not know the roll
    bonus = traits.dexterity(game, group, monster) + hidden - round(_mean_front_armour(game))
    blow = game.tables.combat.mean_wounds(traits.combat_column(game, monster), bonus)
    return blow + _wounds_by_monster_power(game, monster)


def _mean_front_armour(game: Game) -> float:
    front = [game.characters[member].armour for member in game.formation[0]]
    return sum(front) / len(front)


def _wounds_by_monster_power(game: Game, monster: Monster) -> float:
    sheet = game.tables.monsters.of(monster.kind)
    chance = len(game.tables.powers.die) / 6 * _chance_to_fail_resistance(game)
    if sheet.power == "fire_breath":
        return chance * mean_amount(game.tables.powers.fire) * len(game.formation[0])
    if sheet.power in ("petrification", "charm"):
        return chance * LASTING_LOSS
    return _chance_to_fail_resistance(game) * 2 if sheet.spells else 0.0


def _chance_to_fail_resistance(game: Game) -> float:
    people = game.people
    return 1 - sum(traits.resistance(game, person) for person in people) / (6 * len(people))


def wounds_by_blasts(game: Game) -> float:
    """The mean wounds of the Gate's Blasts in a round."""
    return 2 * game.tables.gate.blasts * _chance_to_fail_resistance(game)


MUCH_BETTER = 1.0
"""The worth that a new order of march must gain over the present one."""
STURDY = 10
"""Strength above this adds nothing to the worth in front."""
DYING = 3
"""Characters with at most this strength do not belong in front."""
BOLD = ("charm", "sleep", "mental_attack", "lightning", "blast", "explosion", "wrath_of_god", "redemption")
CASTER = 1.2
"""The worth of casting from the second rank, in wounds dealt."""
PER_STRENGTH, PER_ARMOUR, MISPLACED = 0.12, 0.3, 2.0
"""The worth of a point of strength and of armour in front, and the cost of who belongs behind."""
HURT = 0.5
"""Characters with less than this part of their full strength belong behind."""
WEAK, FRAIL = 5, 0.5
"""Characters who can take at most ``WEAK`` wounds cost ``FRAIL`` in front for each wound less."""


def drawn_up(game: Game, request: NextAction, seat: Seat, group: Group | None) -> Value:
    """Return a better order of march or better weapons in hand before a fight; None if neither is needed."""
    marching = any(action.option.id == "formation" for action in request.of(seat))
    if marching and (ranks := wanted_ranks(game, group)) is not None:
        return ["formation", ranks]
    return readied(game, request, seat)


# The order of march ----------------------------------------------------------------------------------------------


def wanted_ranks(game: Game, group: Group | None) -> list[list[str]] | None:
    """Return a better order of march, with the champion in front before the Gate; None if the present one will do."""
    at_the_gate = group is not None and any(monster.kind == traits.GATE for monster in group.living)
    first, worths = champion(game) if at_the_gate else None, worths_of(game)
    best = _ranks_by_worth(game, worths, first)
    if best == game.formation:
        return None
    front, better = game.formation[belongings.FRONT_RANK], best[belongings.FRONT_RANK]
    placed = not first or front[-1] == first.id
    spared = any(is_dying(game.characters[member]) and member not in better for member in front)
    if placed and not spared and worth(worths, best) < worth(worths, game.formation) + MUCH_BETTER:
        return None
    return [list(rank) for rank in best]


def best_ranks(game: Game, first: Character | None = None, *, full: bool = False) -> Ranks:
    """Return the best order of march.

    ``first``: a character who must stand in front, last in the order of action; ``full``: with full strength.
    """
    return _ranks_by_worth(game, worths_of(game, full=full), first)


def _ranks_by_worth(game: Game, worths: Worths, first: Character | None) -> Ranks:
    living, last = [character.id for character in game.living], first.id if first else ""
    front = _best_front(tuple((member, *worths[member]) for member in living), last)
    behind = [member for member in living if member not in front]
    second = sorted(behind, key=lambda member: -worths[member][belongings.SECOND_RANK])[:WIDEST]
    behind.sort(key=lambda member: member not in second)
    return (tuple(sorted(front, key=lambda member: member == last)), *in_ranks(behind))


@lru_cache(maxsize=256)
def _best_front(members: tuple[tuple[str, float, float], ...], first: str) -> tuple[str, ...]:
    """Return the best first rank of these members, each with the worth in front and behind; ``first`` is in it."""
    before, behind = ({id: worths[rank] for id, *worths in members} for rank in (0, 1))

    def worth_of(front: Sequence[str]) -> tuple[bool, float]:
        second = nlargest(WIDEST, (worth for member, worth in behind.items() if member not in front))
        return first in front, sum(before[member] for member in front) + sum(second)

    sizes = range(min(FRONT_WIDTH, len(members)), min(WIDEST, len(members)) + 1)
    return max((front for size in sizes for front in combinations(before, size)), key=worth_of)


def worths_of(game: Game, *, full: bool = False) -> Worths:
    """The worth of each member in the first and in the second rank; ``full``: with full strength."""
    marching = [game.characters[member] for rank in game.formation for member in rank] or game.living
    behind = [behind_worth(game, character) for character in marching]
    pairs = zip(marching, behind, strict=True)
    return {character.id: (front_worth(game, character, worth, full=full), worth) for character, worth in pairs}


def worth(worths: Worths, ranks: Ranks) -> float:
    """The worth of an order of march: what the first two ranks do in a round and how well they are placed."""
    return sum(worths[member][n] for n, rank in enumerate(ranks[:2]) for member in rank)


def front_worth(game: Game, character: Character, behind: float, *, full: bool = False) -> float:
    """The worth in the first rank: attacks, strength and armour, less the danger.

    Archers and casters, who do more from behind, and the badly hurt are misplaced there. ``behind``: the worth in the
    second rank.
    """
    takes = (character.strength if full else character.strength_now) + character.absorbs
    wounds = wounds_from(game, character, belongings.FRONT_RANK)
    misplaced = behind >= wounds or (is_hurt(character) and not full)
    body = PER_STRENGTH * min(takes, STURDY) + PER_ARMOUR * character.armour
    return wounds + body - MISPLACED * misplaced - FRAIL * max(0, WEAK + 1 - takes)


def is_hurt(character: Character) -> bool:
    """Whether the character belongs behind until the wounds heal."""
    return character.strength_now <= DYING or character.strength_now < HURT * character.strength


def is_dying(character: Character) -> bool:
    """Whether the next blow may kill the character."""
    return character.strength_now + character.absorbs <= DYING


def behind_worth(game: Game, character: Character) -> float:
    """The worth in the second rank: missiles or spells."""
    return max(
        wounds_from(game, character, belongings.SECOND_RANK), CASTER if _can_cast_bold_spell(game, character) else 0.0
    )


def _can_cast_bold_spell(game: Game, character: Character) -> bool:
    if game.sun is None:
        return any(spell in BOLD for spell in character.known)
    return bool(character.usable) and any(
        spell in BOLD and can_cast(game, character, spell) for spell in traits.spells_of(game, character)
    )


def wounds_from(game: Game, character: Character, rank: int) -> float:
    """The mean wounds of an attack with the best weapon for this rank."""
    weapon = belongings.best_weapon(game, character, rank)
    return belongings.wounds_with(game, character, weapon) if weapon else 0.0


# Weapons in hand -------------------------------------------------------------------------------------------------


def readied(game: Game, request: NextAction, seat: Seat) -> Value:
    """Draw the better weapons; None if nobody of the seat holds a worse one."""
    best = {character.id: belongings.better_weapon(game, character) for character in game.of_seat(seat)}
    better = {member: weapon for member, weapon in best.items() if weapon is not None}
    for action in request.of(seat) if better else ():
        if action.option.id == "weapons" and isinstance(action.ask, Form):
            fields = action.ask.fields
            return answer_with(
                action, {field.name: better.get(field.name, game.characters[field.name].in_hand) for field in fields}
            )
    return None


FIGHTS = 18
SURE, SURER, SUREST = 0.55, 0.08, 0.9
"""The chance to win that the Gate needs with one adventure left, its step for each further one, its limit."""
HOPELESS = 0.1
"""The Gate is left alone below this chance, whatever else is left."""
TRIES = 10
"""Players are told the odds out of this number of tries."""
MANY = 6
"""The assumed number of adventures left in a game without a limit."""


def adventures_left(game: Game) -> int:
    """The number of adventures after this one."""
    return game.options.adventures - game.adventure if game.options.adventures else MANY


def odds_at_the_gate(game: Game, *, full: bool = False, wanted: float | None = None) -> float:
    """The chance to destroy the Gate against its usual guards; ``full``: with a healed party.

    Doubtful odds are worked out by more fights, with ``wanted`` odds only while those may be reached or missed.
    """
    guards = usual_guards(game, game.gate.level if game.gate else game.level)
    ranks = best_ranks(game, first=champion(game), full=full)
    odds = 1 - fight_odds(game, guards, ranks=ranks, fights=FIGHTS, full=full).wiped
    least = odds * FIGHTS / SHORT  # if all fights that are left are lost
    if odds in (0, 1) or (wanted is not None and not least < wanted <= least + 1 - FIGHTS / SHORT):
        return odds
    return 1 - fight_odds(game, guards, ranks=ranks, fights=SHORT, full=full).wiped


def usual_guards(game: Game, level: int) -> Group:
    """Return the largest group of guards, of usual strength [16]; simulated fights make no mistakes."""
    added, monsters = game.tables.levels.of(level).strength, []
    kinds = [*[traits.DEMON] * parse(game.tables.gate.demons).most, NAMELESS]
    for n, kind in enumerate(kinds, start=1):
        full = usual_amount(game.tables.monsters.of(kind).strength) + added
        monsters.append(Monster(id=f"{kind}-{n}", kind=kind, full=full))
    monsters.append(Monster(id=f"{traits.GATE}-{len(kinds) + 1}", kind=traits.GATE, full=game.tables.gate.strength))
    return Group(kind=traits.DEMON, title=GUARDS, level=level, resident=True, monsters=monsters, mute=True)


def ready_for_the_gate(game: Game) -> bool:
    """Whether the party should seek the Gate: when healed, or as it is before the door of the last adventure."""
    left = adventures_left(game)
    wanted = wanted_odds(left)
    return odds_at_the_gate(game, full=left > 0 or not gate_is_close(game), wanted=wanted) >= wanted


def fit_for_the_gate(game: Game, *, pressed: bool = False) -> bool:
    """Whether the party should go to the Gate with its present strength; ``pressed``: nothing better is left."""
    wanted = wanted_odds(0 if pressed else adventures_left(game))
    return odds_at_the_gate(game, wanted=wanted) >= wanted


def wanted_odds(left: int) -> float:
    """The chance to win that suffices with this number of adventures left."""
    return min(SURE + SURER * (left - 1), SUREST) if left > 0 else HOPELESS


def is_last_segment(game: Game, level: int) -> bool:
    """Whether the next new segment of this level is the Gate."""
    gate = game.gate
    return gate is not None and not gate.found and gate.level == level and gate.segments_left == 1


def gate_is_close(game: Game) -> bool:
    """Whether the next new segment of the Gate's level is the Gate, wherever the party is."""
    return game.gate is not None and is_last_segment(game, game.gate.level)


def prospects_view(game: Game, *, pressed: bool = False) -> ProspectsView | None:
    """Return the odds at the Gate for the players; None before a mirror told its level or after its fall.

    They are rounded so that insufficient odds never look sufficient.
    """
    gate, left = game.gate, adventures_left(game)
    if not gate or gate.destroyed or not game.people:
        return None
    odds, enough = odds_at_the_gate(game, full=True), wanted_odds(left)
    ready = odds >= enough
    now = odds_at_the_gate(game) if gate_is_close(game) or gate.found else odds
    return ProspectsView(
        healed=ceil(TRIES * odds) if ready else floor(TRIES * odds),
        now=floor(TRIES * now),
        enough=ceil(TRIES * enough),
        ready=ready,
        last=left <= 0,
        pressed=pressed and not ready,
    )
