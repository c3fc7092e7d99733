"""The tables of chapters 10 and 12 to 16: spells, experience, finds, items, powers; and all tables together."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.kernel.tables import AllTables, Pips, Row, Sheet, Small, band
from rules.labirynt_smierci.tables import sheets

SpellKind = Literal["combat", "noncombat", "negotiation", "bribery", "special"]
# fmt: off
SpellId = Literal[
    "charm", "blast", "explosion", "lightning", "sleep", "redemption", "magic_shield", "hesitate", "cease_fire",
    "mental_attack", "lock", "mage_armor", "neutralize_poison", "stone_flesh", "strength", "heal", "rejuvenate",
    "teleport", "thief", "oratory", "cow", "daunt", "sway", "cajole", "wrath_of_god", "resurrection",
]
# fmt: on


class Spell(Row, frozen=True, kw_only=True):
    """When a spell can be cast, and the strength it costs [10].

    ``amount``: dice or a number, of wounds or what else it gives; ``uses``: dice, how often in one adventure.
    ``resisted``: its targets may resist [11].
    """

    id: SpellId
    kind: SpellKind
    cost: Small
    amount: str = ""
    uses: str = ""
    resisted: bool = False


class Spells(Sheet, frozen=True, kw_only=True, dict=True):
    """The spells [10].

    ``lost``: a Resurrection fails for ever on these dice. ``daunted``, ``reluctant``: monsters of at least this
    reluctance are daunted only on these dice.
    """

    spell: tuple[Spell, ...]
    lost: tuple[Pips, ...]
    daunted: tuple[Pips, ...]
    reluctant: Small

    def of(self, spell_id: str) -> Spell:
        """The spell of this id."""
        return self._by_id[spell_id]

    def has(self, spell_id: str) -> bool:
        """Whether there is such a spell: a group may take spells away."""
        return spell_id in self._by_id

    @cached_property
    def _by_id(self) -> dict[str, Spell]:
        return {str(spell.id): spell for spell in self.spell}

    @property
    def ordinary(self) -> tuple[Spell, ...]:
        """Those that can be chosen at the start."""
        return tuple(spell for spell in self.spell if spell.kind != "special")


class Experience(Sheet, frozen=True, kw_only=True):
    """What experience is worth [12, 17]: points and gold pieces.

    ``factor``: a group's points are so many times its rolled strengths; ``disarming``: points for a trap; ``ground``:
    explored segments for each group of wanderers that brings points; ``price``: points for one improvement;
    ``victory_points``, ``victory_gold``: needed for a personal victory.
    """

    factor: Small
    disarming: Small
    ground: Annotated[int, msgspec.Meta(ge=1)] = 3
    price: Annotated[int, msgspec.Meta(ge=1)]
    victory_points: int
    victory_gold: int


Feature = Literal["fountain", "statue", "trapdoor", "furniture", "altar", "art"]
FEATURES: tuple[Feature, ...] = ("fountain", "statue", "trapdoor", "furniture", "altar", "art")
# fmt: off
FindId = Literal[
    "poison", "potion", "alcohol", "jewel", "water", "blood",
    "medusa", "jewels", "medallion", "demon", "talisman", "nameless",
    "trap", "room", "pit", "gate",
    "coffin", "bookcase", "desk", "bed", "clavichord", "mirror",
    "alloces", "vassago", "avnas", "melthus", "leraje", "asmoday",
    "tapestry", "painting", "statuette", "glass", "icon", "manuscript",
]
# fmt: on


class FindRow(Row, frozen=True, kw_only=True):
    """What the examination of a feature brings on these dice [13.9]; ``amount``: dice code or number of it."""

    told_by: ClassVar[tuple[str, ...]] = ("feature", "rolls")

    feature: Feature
    rolls: tuple[Pips, ...]
    id: FindId
    amount: str = ""


class MirrorRow(Row, frozen=True, kw_only=True):
    """The level of the Gate for these dice [13 mirrors]."""

    rolls: tuple[Pips, ...]
    level: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Finds(Sheet, frozen=True, kw_only=True, dict=True):
    """Finds by feature and 1K6 [13.9], and what mirrors show.

    ``segments``: dice, how many new segments to the Gate. ``room_residents``, ``bed_wanderers``,
    ``clavichord_wanderers``: monsters come on these dice. ``bottomless``: a pit is so on these dice.
    ``leraje_arrows``: added to the die on the bow column, ``leraje_poison``: dice of more wounds if it hits.
    ``altar_dizziness``: dexterity lost in this adventure. ``desk``: type of treasure.
    """

    find: tuple[FindRow, ...]
    mirror: tuple[MirrorRow, ...]
    segments: str
    room_residents: tuple[Pips, ...]
    bed_wanderers: tuple[Pips, ...]
    clavichord_wanderers: tuple[Pips, ...]
    bottomless: tuple[Pips, ...]
    leraje_arrows: Small
    leraje_poison: str
    altar_dizziness: Small
    desk: sheets.Treasure

    def on(self, feature: str, roll: int) -> FindRow:
        """What is found."""
        return self._by_dice[feature, roll]

    def level_on(self, roll: int) -> int:
        """The level that the first mirror names."""
        return next(row.level for row in self.mirror if roll in row.rolls)

    @cached_property
    def _by_dice(self) -> dict[tuple[str, int], FindRow]:
        return {(row.feature, roll): row for row in self.find for roll in row.rolls}


Magic = Literal["weapon", "armour", "potion", "talisman", "medallion", "ring"]
MAGIC: tuple[Magic, ...] = ("weapon", "armour", "potion", "talisman", "medallion", "ring")
# fmt: off
ItemName = Literal[
    "sword", "hammer", "axe", "bow", "dagger", "knife", "armour",
    "poison", "strength", "charm_person", "charm_monster", "healing",
    "mind", "yellow_sun", "blue_sun", "red_sun", "all_suns", "evil",
    "neutralize_poison", "appraisal", "oratory", "dexterity", "strangling",
    "resistance_1", "resistance_2", "sleep", "heal", "resurrection",
]
# fmt: on


class KindRow(Row, frozen=True, kw_only=True):
    """The kind of a magic item for these dice [14]."""

    rolls: tuple[Pips, ...]
    kind: Magic


class ItemRow(Row, frozen=True, kw_only=True):
    """Which item of its kind it is on these dice [14]."""

    kind: Magic
    rolls: tuple[Pips, ...]
    name: ItemName


class PlusRow(Row, frozen=True, kw_only=True):
    """The bonus of a weapon or an armour on these dice; ``twice``: roll two more times and add [14]."""

    kind: Literal["weapon", "armour"]
    rolls: tuple[Pips, ...]
    plus: Small = 0
    twice: bool = False


class WornRow(Row, frozen=True, kw_only=True):
    """How many of a kind can be worn at once [14, house]."""

    kind: Magic
    most: Small


class Items(Sheet, frozen=True, kw_only=True, dict=True):
    """Magic items: kind by 1K6, which one by 1K6, bonuses, what they do [14].

    ``poison``, ``healing``: dice of wounds given or cured by these potions; ``might``: added to melee attack numbers
    by the potion of strength; ``sun``: dice, more usable spells by a talisman of the dominant sun; ``evil``: taken
    from the party's talks; ``oratory``, ``dexterity``: what these medallions add; ``strangling``: wounds.
    """

    kind: tuple[KindRow, ...]
    item: tuple[ItemRow, ...]
    plus: tuple[PlusRow, ...]
    worn: tuple[WornRow, ...]
    poison: str
    healing: str
    might: Small
    sun: str
    evil: Small
    oratory: Small
    dexterity: Small
    strangling: Small

    def kind_on(self, roll: int) -> Magic:
        """The kind of a magic item."""
        return next(row.kind for row in self.kind if roll in row.rolls)

    def name_on(self, kind: str, roll: int) -> str:
        """Which item of the kind it is; of an armour there is one kind only."""
        return next((row.name for row in self.item if row.kind == kind and roll in row.rolls), kind)

    def faces_of(self, kind: str, name: str) -> int:
        """On how many faces of a die a thing of the kind is this one."""
        return sum(len(row.rolls) for row in self.item if (row.kind, row.name) == (kind, name))

    def plus_on(self, kind: str, roll: int) -> PlusRow:
        """The bonus of a weapon or an armour."""
        return next(row for row in self.plus if row.kind == kind and roll in row.rolls)

    def most_worn(self, kind: str) -> int:
        """How many of this kind can be worn at once; 0: it is not worn."""
        return next((row.most for row in self.worn if row.kind == kind), 0)


class JewelRow(Row, frozen=True, kw_only=True):
    """A jewel's value in gold pieces from this total of 2K6 upwards [14]."""

    least: int
    worth: int


class Jewels(Sheet, frozen=True, kw_only=True, dict=True):
    """What a jewel is worth, on 2K6 [14]."""

    jewel: tuple[JewelRow, ...]

    def worth(self, roll: int) -> int:
        """Gold pieces."""
        at = band(self._bounds, roll)
        return self.jewel[at or 0].worth

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        return tuple(row.least for row in self.jewel)


class Powers(Sheet, frozen=True, kw_only=True):
    """The monsters' special powers [15]: a first-rank monster uses its own on ``die`` of 1K6.

    ``fire``: dice of wounds by fire breath; ``stench``: taken from attack numbers; ``regeneration``: wounds cured in
    each round; ``casts``: a first-rank caster casts on these dice.
    """

    die: tuple[Pips, ...]
    fire: str
    stench: Small
    regeneration: Small
    casts: tuple[Pips, ...]


class BlackGate(Sheet, frozen=True, kw_only=True):
    """The Black Gate [16]: its strength and resistance, how many Blasts a round, dice of how many Demons guard it."""

    strength: Annotated[int, msgspec.Meta(ge=1)]
    resistance: Small
    blasts: Small
    demons: str


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    tiles: sheets.Tiles
    levels: sheets.Levels
    heroes: sheets.Heroes
    apprentices: sheets.Apprentices
    suns: sheets.Suns
    monsters: sheets.Monsters
    residents: sheets.Meetings
    wandering: sheets.Meetings
    negotiation: sheets.Negotiation
    bribe: sheets.Bribe
    combat: sheets.Combat
    traps: sheets.Traps
    treasures: sheets.Treasures
    spells: Spells
    items: Items
    jewels: Jewels
    finds: Finds
    experience: Experience
    powers: Powers
    gate: BlackGate
