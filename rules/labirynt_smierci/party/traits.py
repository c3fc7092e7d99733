"""The present values of characters and monsters: sheets with the effects of level, items and spells [6.7–14]."""

from __future__ import annotations

from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import BITTER, DEEP, FIRST, HURT, USUAL
from rules.labirynt_smierci.model import Character, Game, Group, Monster

DEEPEST = 3


def mood(game: Game) -> Word:
    """Return the party's mood for the words at its present place."""
    if game.here.kind == "entrance" and game.entered_by is None and game.left_by is None:
        return FIRST
    people = game.people
    if 2 * sum(2 * person.strength_now <= person.strength for person in people) >= len(people):
        return HURT
    return DEEP if game.level == DEEPEST else USUAL


def mood_after_fight(game: Game) -> Word:
    """Return the mood after a fight: bitter if a member fell, else the usual one."""
    return BITTER if game.fallen else mood(game)


DEMON = "demon"
GATE = "gate"
"""The kind of the Black Gate, which stands among its guards [16]."""

MOST_RESISTANCE = 5
MOST_TRAPS = 5
RINGS = {"resistance_1": 1, "resistance_2": 2}
RING_SPELLS = ("sleep", "neutralize_poison", "heal", "resurrection")
"""The spells that worn rings of these names allow [14]."""
SCRIPT = "wrath_of_god"
"""The spell that the manuscript allows [13]."""


def dexterity(game: Game, group: Group, monster: Monster) -> int:
    """A monster's dexterity for the attack number; a Hydra's is half its strength, rounded up [15.6].

    The Black Gate strikes no blows and has 0.
    """
    if monster.person:
        return dexterity_of(game, game.characters[monster.person])
    if monster.kind == GATE:
        return 0
    sheet = game.tables.monsters.of(monster.kind)
    own = (monster.strength + 1) // 2 if sheet.heads else sheet.dexterity
    return own + game.tables.levels.of(group.level).dexterity


def dexterity_of(game: Game, character: Character) -> int:
    """A member's dexterity: less after strong drink, more with the medallion; a charmed Hydra's follows its heads."""
    heads = bool(character.ally) and game.tables.monsters.of(character.ally).heads
    own = character.dexterity + ((character.strength_now + 1) // 2 if heads else 0)
    return own - character.dizzy + (game.tables.items.dexterity if character.wears("medallion", "dexterity") else 0)


def combat_column(game: Game, monster: Monster) -> str:
    """The column of the combat table for a fighter among the monsters [9.9]."""
    if monster.person:
        return game.characters[monster.person].in_hand
    return game.tables.monsters.of(monster.kind).weapon


def resistance(game: Game, target: Character | Monster) -> int:
    """The resistance to spells, with rings; at most five [11, 14]."""
    if isinstance(target, Monster):
        if target.person:
            return resistance(game, game.characters[target.person])
        own = game.tables.gate.resistance if target.kind == GATE else game.tables.monsters.of(target.kind).resistance
        return min(own, MOST_RESISTANCE)
    rings = sum(RINGS.get(item.name, 0) for item in target.items if item.worn and item.kind == "ring")
    return min(target.resistance + rings, MOST_RESISTANCE)


def resisted_faces(game: Game, target: Character | Monster) -> int:
    """The number of die faces on which the target resists; 0 by house rule [11]."""
    return resistance(game, target) if game.options.resistance else 0


def skill(game: Game, character: Character, name: str) -> int:
    """The skill in negotiation (oratory helps [14]), traps (at most five [7.3]) or gate; 0 without it."""
    own = character.skills.get(name, 0)
    if name == "negotiation" and character.wears("medallion", "oratory"):
        return own + game.tables.items.oratory
    return min(own, MOST_TRAPS) if name == "traps" else own


def reluctance(game: Game, group: Group) -> int:
    """The reluctance to negotiate, with the level's addition [6.7]; only for monsters that talk."""
    own = game.tables.monsters.of(group.kind).reluctance
    return (own or 0) + game.tables.levels.of(group.level).reluctance


def may_be_talked_to(game: Game, group: Group) -> bool:
    """Whether the group negotiates and takes bribes; Nameless, Demon, Gate and turned members do not [8.4, 8.7]."""
    return not group.mute and game.tables.monsters.of(group.kind).reluctance is not None


def is_susceptible(game: Game, monster: Monster) -> bool:
    """Whether Charm, Sleep and similar spells can work; never on Nameless, Demon or Gate [10]."""
    if monster.person:
        return True
    return monster.kind != GATE and game.tables.monsters.of(monster.kind).reluctance is not None


def spells_of(game: Game, character: Character) -> list[str]:
    """The spells that the character can cast in this adventure: usable ones, those of rings, the manuscript's."""
    rings = [item.name for item in character.items if item.kind == "ring" and item.worn and item.name in RING_SPELLS]
    script = [SCRIPT] if any(item.kind == "manuscript" for item in character.items) else []
    return [spell for spell in dict.fromkeys([*character.usable, *rings, *script]) if in_force(game, spell)]


def has_spell(game: Game, character: Character, spell: str) -> bool:
    """Whether the character can cast this spell in this adventure."""
    known = (
        spell in character.usable
        or (
            spell in RING_SPELLS
            and any(item.worn and (item.kind, item.name) == ("ring", spell) for item in character.items)
        )
        or (spell == SCRIPT and any(item.kind == "manuscript" for item in character.items))
    )
    return known and in_force(game, spell)


def in_force(game: Game, spell: str) -> bool:
    """Whether the table of spells has this spell; a group may remove spells."""
    return game.tables.spells.has(spell)
