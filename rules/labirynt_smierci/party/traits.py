"""What characters and monsters can do now: sheets, with what level, items and effects change, and spells [6.7–14]."""

from __future__ import annotations

from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import BITTER, DEEP, FIRST, HURT, USUAL
from rules.labirynt_smierci.model import Character, Game, Group, Monster

DEEPEST = 3
"""The level below all others."""


def mood(game: Game) -> Word:
    """The most telling thing about the party where it stands."""
    if game.here.kind == "entrance" and game.entered_by is None and game.left_by is None:
        return FIRST
    if 2 * sum(2 * person.strength_now <= person.strength for person in game.people) >= len(game.people):
        return HURT
    return DEEP if game.level == DEEPEST else USUAL


def mood_after_fight(game: Game) -> Word:
    """The same, when none of the party fell in it."""
    return BITTER if game.fallen else mood(game)


DEMON = "demon"
GATE = "gate"
"""The kind of the Black Gate itself, which stands among its guards [16]."""

MOST_RESISTANCE = 5
MOST_TRAPS = 5
RINGS = {"resistance_1": 1, "resistance_2": 2}
RING_SPELLS = ("sleep", "neutralize_poison", "heal", "resurrection")
"""What a worn ring of this name lets its bearer cast [14]."""
SCRIPT = "wrath_of_god"
"""What the manuscript lets its bearer cast [13]."""


def dexterity(game: Game, group: Group, monster: Monster) -> int:
    """Dexterity for the attack number; a Hydra's follows its heads: half its strength, rounded up [15.6].

    The Black Gate strikes no blows.
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
    """The column of the combat table by which somebody among the monsters strikes [9.9]."""
    if monster.person:
        return game.characters[monster.person].in_hand
    return game.tables.monsters.of(monster.kind).weapon


def resistance(game: Game, target: Character | Monster) -> int:
    """Resistance to spells, with rings; five at most [11, 14]."""
    if isinstance(target, Monster):
        if target.person:
            return resistance(game, game.characters[target.person])
        own = game.tables.gate.resistance if target.kind == GATE else game.tables.monsters.of(target.kind).resistance
        return min(own, MOST_RESISTANCE)
    rings = sum(RINGS.get(item.name, 0) for item in target.items if item.worn and item.kind == "ring")
    return min(target.resistance + rings, MOST_RESISTANCE)


def resisted_faces(game: Game, target: Character | Monster) -> int:
    """On how many faces of a die it resists; by house rule nobody ever does [11]."""
    return resistance(game, target) if game.options.resistance else 0


def skill(game: Game, character: Character, name: str) -> int:
    """Negotiation, traps (five at most [7.3]) or gate; 0 without it. The medallion of oratory helps [14]."""
    own = character.skills.get(name, 0)
    if name == "negotiation" and character.wears("medallion", "oratory"):
        return own + game.tables.items.oratory
    return min(own, MOST_TRAPS) if name == "traps" else own


def reluctance(game: Game, group: Group) -> int:
    """Reluctance to negotiate, with the level's addition [6.7]; only for those that talk at all."""
    own = game.tables.monsters.of(group.kind).reluctance
    return (own or 0) + game.tables.levels.of(group.level).reluctance


def may_be_talked_to(game: Game, group: Group) -> bool:
    """Nameless, Demon and Gate neither negotiate nor take bribes [8.4, 8.7]; nor does who turned on the party."""
    return not group.mute and game.tables.monsters.of(group.kind).reluctance is not None


def is_susceptible(game: Game, monster: Monster) -> bool:
    """Whether Charm, Sleep and the like can work at all: never on Nameless, Demon or Gate [10]."""
    if monster.person:
        return True
    return monster.kind != GATE and game.tables.monsters.of(monster.kind).reluctance is not None


def spells_of(game: Game, character: Character) -> list[str]:
    """What a character can cast in this adventure: the usable spells, those of rings, Wrath of God with the script."""
    rings = [item.name for item in character.items if item.kind == "ring" and item.worn and item.name in RING_SPELLS]
    script = [SCRIPT] if any(item.kind == "manuscript" for item in character.items) else []
    return [spell for spell in dict.fromkeys([*character.usable, *rings, *script]) if in_force(game, spell)]


def has_spell(game: Game, character: Character, spell: str) -> bool:
    """Whether a spell is among those that a character can cast in this adventure."""
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
    """Whether the table of spells has it: a group may take spells away."""
    return game.tables.spells.has(spell)
