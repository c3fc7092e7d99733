"""The autopilot's free actions: characters, choice of spells, healing, learning, wearing items, features."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, plain
from rules.kernel.offers import Pick, answer_with, ids, picks
from rules.kernel.requests import Field, Form, NextAction, Seat
from rules.kernel.words import phrase
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.dangers import appraise_potion, arm, cure, tester
from rules.labirynt_smierci.finds.features import MIRROR
from rules.labirynt_smierci.finds.outcomes import tells_of_the_gate
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.belongings import Belonging, attack_bonus, best_weapon
from rules.labirynt_smierci.party.experience import primary_weapon
from rules.labirynt_smierci.party.formation import rank_of
from rules.labirynt_smierci.treasure.items import is_sure_gain

FIT = 0.75
"""The party examines furniture only above this part of its full strength."""
SHUNNED = ("fountain",)
"""Features that cost more than they give."""
HARMLESS = (MIRROR, "art")
GATE_SKILL = 5
AHEAD = 2
"""The number of improvements to look ahead, because the table of wounds has steps."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Advice | None:
    """Return the next free action before moving; None to go on. Ranks and weapons wait until monsters come."""
    for reason, advise in ADVISERS.items():
        if value := advise(game, request, seat):
            weakest = max(game.people, key=lambda person: person.wounds)
            facts = {"who": weakest.name, "now": weakest.strength_now, "full": weakest.strength}
            return Advice(value, phrase(f"usual.for.{reason}", **facts))
    return None


def preparations(game: Game, request: NextAction, seat: Seat) -> list[Value]:
    """Return what a careful player does before moving on: ranks or else weapons, things to wear, a remedy."""
    with game.unchanged():
        armed, worn = strength.drawn_up(game, request, seat, game.met), _things_to_wear(game, request, seat)
        remedies = (appraise_potion(game, request, seat), cure(game, request, seat), arm(game, request, seat))
        return [value for value in (armed, *worn, next(filter(None, remedies), None)) if value]


# Learning --------------------------------------------------------------------------------------------------------


def improvement(game: Game, request: NextAction, seat: Seat) -> Value:
    """Spend all experience; None if nothing can be bought."""
    for action in request.of(seat):
        if action.option.id == "improve" and isinstance(action.ask, Form):
            return answer_with(action, lessons(game, action.ask))
    return None


def lessons(game: Game, form: Form) -> dict[str, str]:
    """Fill in the form of improvements: the champion learns the Gate's skill, the others what helps them most."""
    return {field.name: _best_lesson(game, field) for field in form.fields}


def _best_lesson(game: Game, field: Field) -> str:
    one_id, _, number = field.name.partition(":")
    character, already = game.characters[one_id], int(number or 1) - 1
    offered = ids(field.ask)  # type: ignore[arg-type]
    return next(what for what in _lessons_by_preference(game, character, already) if what in offered)


def _lessons_by_preference(game: Game, character: Character, already: int) -> list[str]:
    """Only the skill of the best carried weapon may be worth more than strength.

    ``already``: improvements chosen earlier in the same form.
    """
    trained = character.skills.get("gate", 0) + already >= GATE_SKILL or character.bought + already < 1
    first = ["gate"] if character is strength.champion(game) and not trained else []
    weapon = primary_weapon(character)
    if weapon == best_weapon(game, character, rank_of(game, character.id)):
        more = _wounds_gained_by_skill(game, character, weapon, (already + 1) // 2)
        if more / max(strength.wounds_dealt(game), 1.0) > 1 / max(strength.party_strength(game), 1):
            first.append("weapon")
    return [*first, "strength"]


def _wounds_gained_by_skill(game: Game, character: Character, weapon: str, already: int) -> float:
    bonus = attack_bonus(game, character, weapon) + already
    now, then = (game.tables.combat.mean_wounds(weapon, bonus + more) for more in (0, AHEAD))
    return (then - now) / AHEAD


# Things ----------------------------------------------------------------------------------------------------------


def thing_to_wear(game: Game, request: NextAction, seat: Seat) -> Value:
    """Put on the first item that its owner wants to wear; None if there is no such item."""
    return next(_things_to_wear(game, request, seat), None)


def _things_to_wear(game: Game, request: NextAction, seat: Seat) -> Iterator[Value]:
    for pick in picks(request, seat, "wear"):
        for way in pick.ways:
            thing: Belonging = way.meant
            if wants(game, thing.owner, thing.item):
                yield pick.answer(way)


def wants(game: Game, character: Character, item: Item) -> bool:
    """Whether the character should put on an item that he is not wearing."""
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
    """Examine the feature here if the party is fit for it; None otherwise.

    Mirrors are examined while they can tell something, trap doors only when the party is ready for the Gate.
    """
    for action in request.of(seat):
        if action.option.id == "examine" and is_bold_enough(game, game.here.kind):
            among = [way.meant for way in action.ways] if isinstance(action, Pick) else game.people
            return answer_with(action, tester(game, among).id)
    return None


def _harmless_examination(game: Game, request: NextAction, seat: Seat) -> Value:
    return examination(game, request, seat) if game.here.kind in HARMLESS else None


ADVISERS: Mapping[str, Callable[[Game, NextAction, Seat], Value]] = {
    "lesson": improvement,
    "wear": thing_to_wear,
    "harmless": _harmless_examination,
    "name": appraise_potion,
    "hurt": cure,
    "armed": arm,
    "examine": examination,
}
"""What may come before the way, by its reason, the most pressing first."""


def is_bold_enough(game: Game, feature: str) -> bool:
    """Whether the party is fit to examine this feature."""
    if feature == MIRROR:
        return bool(tells_of_the_gate(game, game.level))
    bold = feature in HARMLESS or strength.health(game) >= FIT
    if feature == "trapdoor":
        bold = strength.health(game) >= FIT and strength.fit_for_the_gate(game)
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
"""Spells, the most useful first."""


def apprentices(fields: tuple[Field, ...], seat: Seat) -> Value:
    """Fill in the form for new characters: one of each race in turn, armed for both ranks."""
    filled: dict[str, Value] = {}
    for field in fields:
        kind, number = field.name.rstrip("0123456789"), int("".join(filter(str.isdigit, field.name)))
        race = RACES[number % len(RACES)]
        usual = {"race": race, "weapons": list(SIDEARM[race]), "better": "strength"}
        filled[field.name] = usual[kind] if kind in usual else plain(field.ask, seat)
    return filled


def most_useful(field: Field) -> list[str]:
    """Return the most useful options of the field, as many as it requires."""
    ids = [option.id for option in field.ask.options]  # type: ignore[attr-defined]
    return sorted(ids, key=uselessness)[: field.ask.least]  # type: ignore[attr-defined]


def uselessness(spell: str) -> int:
    """The sort key of a spell; 0 is the most useful."""
    return SPELLS.index(spell) if spell in SPELLS else len(SPELLS)


def outside(game: Game, request: NextAction, seat: Seat) -> Value:
    """Recruit if a recruit is due, learn, put items on, then enter again."""
    for action in request.of(seat):
        if action.option.id == "recruit" and isinstance(action.ask, Form):
            return ["recruit", apprentices(action.ask.fields, seat)]
    return improvement(game, request, seat) or thing_to_wear(game, request, seat) or ["enter"]
