"""How strong the party is: its health, its champion, whether it should face the Gate, and what a fight would cost."""

from __future__ import annotations

import msgspec

from rules.labirynt_smierci.combat.lineup import awake
from rules.labirynt_smierci.combat.odds import usual_skill
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.formation import rank_of
from rules.labirynt_smierci.party.traits import GATE, combat_column, dexterity, is_susceptible, resistance, skill
from rules.labirynt_smierci.party.weapons import SECOND_RANK, attack_bonus, best_weapon, expected_wounds
from rules.labirynt_smierci.tables import mean_amount

FRONT = 3
WASTE = 0.85
"""Of the wounds dealt so many are not wasted on the dead."""
LONGEST = 30
LASTING_LOSS = 8.0
"""What a member turned to stone or charmed away is worth, in wounds."""


class Forecast(msgspec.Struct, frozen=True):
    """What a fight would take: rounds, and wounds to the party."""

    rounds: float
    loss: float


def health(game: Game) -> float:
    """The party's strength now, as a part of its full strength."""
    return party_strength(game) / max(sum(one.strength for one in game.people), 1)


def party_strength(game: Game) -> int:
    """The strength of all living members."""
    return sum(one.strength_now for one in game.people)


def champion(game: Game) -> Character:
    """Who shall destroy the Gate."""
    return max(game.people, key=lambda one: (skill(game, one, "gate"), one.strength_now, one.id))


# A fight ---------------------------------------------------------------------------------------------------------


def wounds_dealt_by(game: Game, one: Character) -> float:
    """Mean wounds of a round by somebody's best weapon for the rank."""
    weapon = best_weapon(game, one, rank_of(game, one.id))
    return expected_wounds(game.tables.combat, weapon, attack_bonus(game, one, weapon)) if weapon else 0.0


def wounds_dealt(game: Game) -> float:
    """Mean wounds that the party deals in a round."""
    return WASTE * sum(wounds_dealt_by(game, one) for one in game.living)


def wounds_threatened_by(game: Game, group: Group, monster: Monster) -> float:
    """Mean wounds that a monster of the first rank deals in a round; its power counts."""
    if monster.kind == GATE:
        return wounds_by_blasts(game)
    if monster.person:
        one = game.characters[monster.person]
        return expected_wounds(game.tables.combat, one.in_hand, attack_bonus(game, one, one.in_hand))
    bonus = dexterity(game, group, monster) + usual_skill(game, monster) - round(_armour(game))
    blow = expected_wounds(game.tables.combat, combat_column(game, monster), bonus)
    return blow + _power(game, monster)


def _armour(game: Game) -> float:
    front = [game.characters[one].armour for one in game.formation[0]]
    return sum(front) / len(front)


def _power(game: Game, monster: Monster) -> float:
    sheet = game.tables.monsters.of(monster.kind)
    chance = len(game.tables.powers.die) / 6 * _failing(game)
    if sheet.power == "fire_breath":
        return chance * mean_amount(game.tables.powers.fire) * len(game.formation[0])
    if sheet.power in ("petrification", "charm"):
        return chance * LASTING_LOSS
    return _failing(game) * 2 if sheet.spells else 0.0


def _failing(game: Game) -> float:
    """How likely a member fails to resist."""
    people = game.people
    return 1 - sum(resistance(game, one) for one in people) / (6 * len(people))


def wounds_by_blasts(game: Game) -> float:
    """Mean wounds of the Gate's Blasts in a round."""
    return 2 * game.tables.gate.blasts * _failing(game)


def forecast(game: Game, group: Group) -> Forecast:
    """Round by round: the party's mean wounds fell the first rank, the survivors strike back."""
    foes = sorted(awake(game, group), key=lambda monster: -monster.strength)
    threats = {monster.id: wounds_threatened_by(game, group, monster) for monster in foes}
    left = {monster.id: float(monster.strength) for monster in foes}
    ours, loss, rounds = wounds_dealt(game) - _regrowth(game, foes), 0.0, 0
    if ours <= 0:
        return Forecast(LONGEST, float(party_strength(game)))
    sleeping = _sleep(game, foes)
    while left and rounds < LONGEST:
        rounds += 1
        _strike(left, ours)
        loss += sum(threats[one] for one in list(left)[:FRONT])
        if sleeping and rounds >= sleeping:
            break
    return Forecast(rounds, loss)


def _strike(left: dict[str, float], wounds: float) -> None:
    """The wounds of a round, on the weakest of the first rank first."""
    for one in sorted(list(left)[:FRONT], key=lambda one: left[one]):
        taken = min(wounds, left[one])
        left[one] -= taken
        wounds -= taken
        if left[one] <= 0:
            del left[one]


def _regrowth(game: Game, foes: list[Monster]) -> float:
    trolls = [one for one in foes if not one.person and one.kind != GATE]
    powers = [game.tables.monsters.of(one.kind).power for one in trolls]
    return float(game.tables.powers.regeneration if "regeneration" in powers else 0)


def _sleep(game: Game, foes: list[Monster]) -> float:
    """After how many rounds all would sleep, by who can cast it from the second rank; 0: never."""
    sleepers = [one for one in game.people if rank_of(game, one.id) == SECOND_RANK and can_cast(game, one, "sleep")]
    if not sleepers or not all(is_susceptible(game, monster) for monster in foes):
        return 0.0
    casts = sum(6 / (6 - resistance(game, monster)) for monster in foes)
    affordable = sum((one.strength_now - 1) // game.tables.spells.of("sleep").cost for one in sleepers)
    return casts / len(sleepers) if casts <= affordable else 0.0
