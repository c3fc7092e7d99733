"""What the autopilot does at leisure: it makes characters, picks spells, heals, learns, puts on, examines."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.offers import Pick, answer_with, ids, picks
from rules.kernel.requests import Field, Form, NextAction, Seat
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.dangers import remedy, tester
from rules.labirynt_smierci.finds.features import MIRROR
from rules.labirynt_smierci.finds.outcomes import tells_of_the_gate
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.belongings import Belonging, attack_bonus, expected_wounds, is_usable
from rules.labirynt_smierci.party.experience import primary_weapon
from rules.labirynt_smierci.party.formation import rank_of
from rules.labirynt_smierci.treasure.items import is_sure_gain

FIT = 0.75
"""Below this health nobody looks for adventures in furniture."""
SHUNNED = ("fountain",)
"""Features that cost more than they give."""
HARMLESS = (MIRROR, "art")
"""Features that never bite."""
GATE_SKILL = 5
AHEAD = 2
"""So many improvements are looked ahead: the table of wounds has steps."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Value:
    """The next thing to do before moving; None: go on."""
    return (
        improvement(game, request, seat)
        or thing_to_wear(game, request, seat)
        or remedy(game, request, seat)
        or (examination(game, request, seat) if game.here.kind in HARMLESS else None)
        or strength.drawn_up(game, request, seat)
        or examination(game, request, seat)
    )


# Learning --------------------------------------------------------------------------------------------------------


def improvement(game: Game, request: NextAction, seat: Seat) -> Value:
    """Spend all experience there is."""
    for action in request.of(seat):
        if action.option.id == "improve" and isinstance(action.ask, Form):
            return answer_with(action, lessons(game, action.ask))
    return None


def lessons(game: Game, form: Form) -> dict[str, str]:
    """The champion learns the Gate's skill, the others arm and strength in turn."""
    return {field.name: _best_lesson(game, field) for field in form.fields}


def _best_lesson(game: Game, field: Field[Any]) -> str:
    """The champion learns the Gate's skill; else what adds most to strength times wounds dealt, in parts of each."""
    one_id, _, number = field.name.partition(":")
    character, already = game.characters[one_id], int(number or 1) - 1
    offered = ids(field.ask)  # type: ignore[arg-type]
    return next(what for what in _lessons_by_preference(game, character, already) if what in offered)


def _lessons_by_preference(game: Game, character: Character, already: int) -> list[str]:
    """After so many improvements by the same form."""
    if (
        character is strength.champion(game)
        and character.skills.get("gate", 0) + already < GATE_SKILL
        and character.bought + already >= 1
    ):
        return ["gate", "weapon", "strength"]
    more = _wounds_gained_by_skill(game, character, (already + 1) // 2) / max(strength.wounds_dealt(game), 1.0)
    return ["weapon", "strength"] if more > 1 / max(strength.party_strength(game), 1) else ["strength", "weapon"]


def _wounds_gained_by_skill(game: Game, character: Character, already: int) -> float:
    """What one more of weapon skill adds to his blows where he marches, on average of the next ones."""
    weapon = primary_weapon(character)
    if not is_usable(weapon, rank_of(game, character.id)):
        return 0.0
    bonus = attack_bonus(game, character, weapon) + already
    now, then = (expected_wounds(game.tables.combat, weapon, bonus + more) for more in (0, AHEAD))
    return (then - now) / AHEAD


# Things ----------------------------------------------------------------------------------------------------------


def thing_to_wear(game: Game, request: NextAction, seat: Seat) -> Value:
    """Put on what is not worn yet and better than what is."""
    for pick in picks(request, seat, "wear"):
        for way in pick.ways:
            thing: Belonging = way.meant
            if wants(game, thing.owner, thing.item):
                return pick.answer(way)
    return None


def wants(game: Game, character: Character, item: Item) -> bool:
    """Whether somebody should put on what he does not wear yet."""
    if item.worn:
        return False
    if item.kind in ("armour", "ring"):
        return is_sure_gain(game, character, item)
    worn = [other for other in character.items if other.worn and other.kind == item.kind]
    if not item.name and item.kind == "medallion":  # it may strangle: outside that heals at once
        return not worn and game.outside and character.strength_now > game.tables.items.strangling
    if not item.name:
        return not worn
    return len(worn) < game.tables.items.most_worn(item.kind) and item.name != "evil"


# Features --------------------------------------------------------------------------------------------------------


def examination(game: Game, request: NextAction, seat: Seat) -> Value:
    """Look into mirrors that have something to tell, take art; try what may bite only when fit.

    Trap doors only when ready for the Gate.
    """
    for action in request.of(seat):
        if action.option.id == "examine" and is_bold_enough(game, game.here.kind):
            among = [way.meant for way in action.ways] if isinstance(action, Pick) else game.people
            return answer_with(action, tester(game, among).id)
    return None


def is_bold_enough(game: Game, feature: str) -> bool:
    """Whether the party is fit to examine such a feature."""
    if feature == MIRROR:
        return bool(tells_of_the_gate(game, game.level))
    bold = feature in HARMLESS or strength.health(game) >= FIT
    if feature == "trapdoor":
        bold = strength.health(game) >= FIT and strength.ready_for_the_gate(game)
    return feature not in SHUNNED and bold


# Before the labyrinth, and outside it ----------------------------------------------------------------------------


RACES = ("dwarf", "human", "elf")
SIDEARM = {"dwarf": ["axe", "bow"], "elf": ["bow", "sword"], "human": ["sword", "bow"]}
# fmt: off
SPELLS = (
    "cow", "mage_armor", "sleep", "rejuvenate", "heal", "charm", "mental_attack", "lightning", "strength", "teleport",
    "lock", "blast", "thief", "neutralize_poison", "magic_shield", "oratory", "stone_flesh", "redemption", "cease_fire",
)
# fmt: on
"""The most useful first."""


def apprentices(fields: tuple[Field[Any], ...], seat: Seat) -> Value:
    """One of each race in turn, armed for both ranks."""
    filled: dict[str, Value] = {}
    for field in fields:
        kind, number = field.name.rstrip("0123456789"), int("".join(filter(str.isdigit, field.name)))
        race = RACES[number % len(RACES)]
        usual = {"race": race, "weapons": list(SIDEARM[race]), "better": "strength"}
        filled[field.name] = usual[kind] if kind in usual else plain(field.ask, seat)
    return filled


def most_useful(field: Field[Any]) -> list[str]:
    """The most useful ones first."""
    ids = [option.id for option in field.ask.options]  # type: ignore[attr-defined]
    return sorted(ids, key=uselessness)[: field.ask.least]  # type: ignore[attr-defined]


def uselessness(spell: str) -> int:
    """Sorts spells, the most useful first."""
    return SPELLS.index(spell) if spell in SPELLS else len(SPELLS)


def outside(game: Game, request: NextAction, seat: Seat) -> Value:
    """Take on a recruit when one is due, learn, put things on, then go in again."""
    for action in request.of(seat):
        if action.option.id == "recruit" and isinstance(action.ask, Form):
            return ["recruit", apprentices(action.ask.fields, seat)]
    return improvement(game, request, seat) or thing_to_wear(game, request, seat) or ["enter"]
