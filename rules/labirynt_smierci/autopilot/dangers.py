"""The autopilot's answers to traps, poison, dying characters and features, and its magic between fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.offers import Pick, Way, picks
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.strength import adventures_left, fit_for_the_gate, odds_at_the_gate
from rules.labirynt_smierci.exploration import gate_is_next
from rules.labirynt_smierci.finds.features import death_by_pit, death_of_tester
from rules.labirynt_smierci.magic.casting import NONE, Cast
from rules.labirynt_smierci.magic.wayside import WAYSIDE
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.belongings import FRONT_RANK, Belonging
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.risk import is_deadly
from rules.labirynt_smierci.party.traits import resistance, skill
from rules.labirynt_smierci.tables import mean_amount
from rules.labirynt_smierci.traps import NOBODY, SIX, death_by_trap, death_of_sent

WORTH_HEALING = 3
WORTH_A_POTION = 4
"""A healing potion is drunk from this number of wounds."""
RESERVE = 3
SPARE = 0.5
"""A caster of Mage Armor keeps this part of the full strength."""
WORTH_CASTING = 0.05
"""The chance to destroy the Gate that a spell cast in advance must gain."""
BRAVE = 4
"""Before the Gate, characters with this strength drink unknown potions."""


def casts(request: NextAction, seat: Seat, spell: str) -> Iterator[Pick[Cast[Any]]]:
    """Yield the picks by which this seat can cast the spell."""
    for action in request.of(seat):
        if isinstance(action, Pick) and isinstance(action.ways[0].meant, Cast) and action.ways[0].meant.spell == spell:
            yield action


def cure(game: Game, request: NextAction, seat: Seat) -> Value:
    """Drink a healing potion or cast a healing spell; None if nothing is worth it."""
    return _drink_healing_potion(game, request, seat) or healing(game, request, seat)


# Cures -----------------------------------------------------------------------------------------------------------


def healing(game: Game, request: NextAction, seat: Seat) -> Value:
    """Cast a healing spell on the most hurt character, or turn stone back to flesh; None if no cast is worth it."""
    for spell in ("stone_flesh", "rejuvenate", "heal"):
        for pick in casts(request, seat, spell):
            if ways := [way for way in pick.ways if _is_worth_casting(game, way.meant)]:
                return pick.answer(max(ways, key=lambda way: use_of(way.meant)))
    return None


def use_of(cast: Cast[Character]) -> tuple[int, int]:
    """The sort key of a cast: the target's wounds, then the caster's strength."""
    return _wounds_of_target(cast), cast.caster.strength_now


def _is_worth_casting(game: Game, cast: Cast[Character]) -> bool:
    least = {"stone_flesh": 0, "heal": WORTH_HEALING, "rejuvenate": 2 * WORTH_HEALING}[cast.spell]
    return strength_after(game, cast) >= RESERVE and _wounds_of_target(cast) >= least


def strength_after(game: Game, cast: Cast[Any]) -> int:
    """The caster's strength after paying for the spell."""
    return cast.caster.strength_now - game.tables.spells.of(cast.spell).cost


def _wounds_of_target(cast: Cast[Any]) -> int:
    return cast.target.wounds if isinstance(cast.target, Character) else 0


# Potions ---------------------------------------------------------------------------------------------------------


def appraise_potion(game: Game, request: NextAction, seat: Seat) -> Value:
    """Name a potion; None if none can be named."""
    return next((pick.answer(pick.ways[0]) for pick in picks(request, seat, "appraise")), None)


def _drink_healing_potion(game: Game, request: NextAction, seat: Seat) -> Value:
    for pick in picks(request, seat, "drink"):
        for way in pick.ways:
            potion: Belonging = way.meant
            if potion.item.name == "healing" and potion.owner.wounds >= WORTH_A_POTION:
                return pick.answer(way)
    return None


# Armour and might ------------------------------------------------------------------------------------------------


def arm(game: Game, request: NextAction, seat: Seat) -> Value:
    """Arm the first rank, or strengthen it before the Gate; None if nothing is worth it."""
    return (_strengthen_before_gate if gate_is_next(game) else _cast_mage_armor)(game, request, seat)


def _cast_mage_armor(game: Game, request: NextAction, seat: Seat) -> Value:
    if len(game.levels[1]) == 1:  # a new group first wants to see the labyrinth
        return None
    ways = _ways_to_strengthen(game, request, seat, "mage_armor", SPARE)
    return next((pick.answer(way) for pick, way in ways), None)


def _ways_to_strengthen(
    game: Game, request: NextAction, seat: Seat, spell: str, spare: float
) -> Iterator[tuple[Pick[Cast[Any]], Way[Cast[Any]]]]:
    """Yield the casts on the first rank, the weakest first, by those who keep this part of their full strength."""
    for pick in casts(request, seat, spell):
        for way in sorted(pick.ways, key=lambda way: (way.meant.target.strength_now, -strength_after(game, way.meant))):
            least = max(RESERVE, spare * way.meant.caster.strength)
            if way.meant.target.id in game.formation[FRONT_RANK] and strength_after(game, way.meant) >= least:
                yield pick, way


def _strengthen_before_gate(game: Game, request: NextAction, seat: Seat) -> Value:
    if adventures_left(game) > 0 and not fit_for_the_gate(game):
        return None
    for spell, spare in (("mage_armor", SPARE), ("strength", 0.0)):
        for pick, way in _ways_to_strengthen(game, request, seat, spell, spare):
            if _gain_at_gate(game, way.meant) > WORTH_CASTING:
                return pick.answer(way)
    front = game.formation[FRONT_RANK]
    for drink in picks(request, seat, "drink"):
        for sip in drink.ways:
            if _may_strengthen(sip.meant) and sip.meant.owner.id in front and not sip.meant.owner.might:
                return drink.answer(sip)
    return None


def _gain_at_gate(game: Game, cast: Cast[Character]) -> float:
    """The chance to destroy the Gate that a cast on this target gains, its price deducted."""
    sheet = game.tables.spells.of(cast.spell)
    people = dict(game.characters)  # the state itself is shared with everybody who looks at the table
    for id, field, more in (
        (cast.target.id, WAYSIDE[cast.spell].raises, round(mean_amount(sheet.amount))),
        (cast.caster.id, "spent", sheet.cost),
    ):
        people[id] = replace(people[id], **{field: getattr(people[id], field) + more})
    after = replace(game, characters=people)
    after.play_with(game.tables)
    return odds_at_the_gate(after) - odds_at_the_gate(game)


def _may_strengthen(potion: Belonging) -> bool:
    return potion.item.name == "strength" or (not potion.item.name and potion.owner.strength_now >= BRAVE)


# Traps, poison, the dying, spoils: what cannot wait --------------------------------------------------------------


WOUNDS, DEATH, LESSON = 2.0, 20.0, 1.0
"""The mean cost of a trap, the extra cost of a death, and the value of a disarmed trap, in wounds [7.3, 12]."""
THIEF = 1.5


def delegate(game: Game, request: NextAction, seat: Seat) -> Value:
    """Send the character who risks least, first those whom it hardly ever kills; or cast Thief if it is cheaper."""
    offered = [action.option.id for action in request.of(seat)]
    people = [person for person in game.people if person.id in offered]
    if not people:
        return [NOBODY] if NOBODY in offered else plain(request, seat)
    best = min(
        people,
        key=lambda character: (
            is_deadly(death_of_sent(game, character)),
            price_of_trap(game, character),
            -character.strength_now,
            character.id,
        ),
    )
    if price_of_trap(game, best) > THIEF:
        for spell in casts(request, seat, "thief"):
            return spell.answer(spell.ways[0])
    if NOBODY in offered and not skill(game, best, "traps") and best == first_through_the_door(game):
        return [NOBODY]
    return [best.id]


def price_of_trap(game: Game, character: Character) -> float:
    """The mean cost of sending this character to a trap, in wounds; of the table it knows only the chance to die."""
    disarmed = skill(game, character, "traps") / SIX
    return (1 - disarmed) * (WOUNDS + DEATH * death_by_trap(game, character)) - disarmed * LESSON


def price_of_pit(game: Game, character: Character) -> float:
    """The mean cost of the pit below a lid, in wounds [13.9]."""
    row = next(row for row in game.tables.finds.find if row.id == "pit")
    return mean_amount(row.amount) + DEATH * death_by_pit(game, character, row)


def reply(game: Game, request: NextAction, seat: Seat) -> Value:
    """Cast Neutralize Poison or Resurrection if the caster can afford it; otherwise give the plain answer."""
    match request.why:
        case "poison":
            return _cast_if_affordable(game, request, seat, "neutralize_poison", reserve=3)
        case "resurrection":
            return _cast_if_affordable(game, request, seat, "resurrection", reserve=1)
        case _:
            return plain(request, seat)


def _cast_if_affordable(game: Game, request: NextAction, seat: Seat, spell: str, reserve: int) -> Value:
    for pick in casts(request, seat, spell):
        only = pick.ways[0]
        if only.meant.caster.strength_now - game.tables.spells.of(spell).cost >= reserve:
            return pick.answer(only)
    return [NONE]


def tester(game: Game, among: Iterable[Character]) -> Character:
    """Return who examines this room's feature: first those who hardly ever die, then by risk and gain, then by rank."""
    front = game.formation[FRONT_RANK]
    return max(
        among,
        key=lambda character: (
            not is_deadly(death_of_tester(game, character)),
            _tester_fitness(game, character),
            character.strength_now,
            character.id in front,
            character.id,
        ),
    )


def _tester_fitness(game: Game, character: Character) -> tuple[float, ...]:
    match game.here.kind:
        case "fountain":
            return (character.wears("medallion", "neutralize_poison"), character.strength_now)
        case "trapdoor":
            return (
                -2 * price_of_trap(game, character) - price_of_pit(game, character),
            )  # two results of the die, and one
        case "furniture":
            return (_can_learn(game, character), character.wounds)
        case _:
            return (resistance(game, character),)


def _can_learn(game: Game, character: Character) -> bool:
    return max(character.potential) > 0 and any(
        spell.id not in character.known for spell in game.tables.spells.ordinary
    )


def thirst(thing: Belonging) -> tuple[Any, ...]:
    """The sort key of a potion: known healing by its owner's wounds, unknown ones by the owner's strength."""
    healing = thing.item.name == "healing"
    return (thing.owner.wounds if healing else 0, not healing, thing.owner.strength_now)
