"""Types of the tables of spells, experience, finds, items and powers [10, 12–16], and of all tables together."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.kernel.tables import (
    DIE,
    AllTables,
    DiceCode,
    ManyDice,
    NamedRow,
    NumberOrDice,
    Pips,
    PlainId,
    Row,
    Sheet,
    SheetById,
    Small,
    band,
)
from rules.labirynt_smierci.tables import sheets

SpellKind = Literal["combat", "noncombat", "negotiation", "bribery", "special"]
# fmt: off
SpellId = Literal[
    "charm", "blast", "explosion", "lightning", "sleep", "redemption", "magic_shield", "hesitate", "cease_fire",
    "mental_attack", "lock", "mage_armor", "neutralize_poison", "stone_flesh", "strength", "heal", "rejuvenate",
    "teleport", "thief", "oratory", "cow", "daunt", "sway", "cajole", "wrath_of_god", "resurrection",
]
# fmt: on


class Spell(Row, kw_only=True):
    """The time and the cost in strength of a spell [10].

    ``amount``: dice or a number, of wounds or another effect; ``uses``: dice, the uses in one adventure; ``resisted``:
    its targets may resist [11].
    """

    id: SpellId
    kind: SpellKind
    cost: Small
    amount: NumberOrDice = ""
    uses: NumberOrDice = ""
    resisted: bool = False


class Spells(SheetById[Spell], kw_only=True):
    """The spells [10].

    ``lost``: a Resurrection fails for ever on these dice. ``daunted``, ``reluctant``: monsters of at least this
    reluctance are daunted only on these dice.
    """

    rows_of = "spell"

    spell: tuple[Spell, ...]
    lost: tuple[Pips, ...]
    daunted: tuple[Pips, ...]
    reluctant: Small

    @property
    def ordinary(self) -> tuple[Spell, ...]:
        """The spells that can be chosen at the start."""
        return tuple(spell for spell in self.spell if spell.kind != "special")


class Experience(Sheet, kw_only=True):
    """The values of the experience rules, in points and gold pieces [12, 17].

    ``factor``: a group's points are its rolled strengths times this; ``disarming``: points for a trap; ``ground``:
    explored segments for each group of wanderers that gives points; ``price``: points for one improvement;
    ``victory_points``, ``victory_gold``: needed for a personal victory.
    """

    factor: Small
    disarming: Small
    ground: Annotated[int, Meta(ge=1)] = 3
    price: Annotated[int, Meta(ge=1)]
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


class FindRow(Row, kw_only=True):
    """The result of examining a feature on these dice [13.9]; ``amount``: dice or a number."""

    told_by: ClassVar[tuple[str, ...]] = ("feature", "rolls")

    feature: Feature
    rolls: tuple[Pips, ...]
    id: FindId
    amount: str = ""


class MirrorRow(Row, kw_only=True):
    """The level of the Gate for these dice [13 mirrors]."""

    rolls: tuple[Pips, ...]
    level: Annotated[int, Meta(ge=1, le=3)]


class Finds(Sheet, kw_only=True, dict=True):
    """Finds by feature and 1K6 [13.9], and the results of mirrors.

    ``segments``: dice, the new segments to the Gate. ``room_residents``, ``bed_wanderers``, ``clavichord_wanderers``:
    monsters come on these dice. ``bottomless``: a pit is bottomless on these dice. ``leraje_arrows``: added to the die
    on the bow column, ``leraje_poison``: dice of additional wounds if it hits. ``altar_dizziness``: dexterity lost in
    this adventure. ``desk``: the type of treasure.
    """

    find: tuple[FindRow, ...]
    mirror: tuple[MirrorRow, ...]
    segments: ManyDice
    room_residents: tuple[Pips, ...]
    bed_wanderers: tuple[Pips, ...]
    clavichord_wanderers: tuple[Pips, ...]
    bottomless: tuple[Pips, ...]
    leraje_arrows: Small
    leraje_poison: DiceCode
    altar_dizziness: Small
    desk: sheets.Treasure

    def on(self, feature: str, roll: int) -> FindRow:
        """Return the find for this feature and die."""
        return self._by_dice[feature, roll]

    def level_on(self, roll: int) -> int:
        """Return the Gate's level by the first mirror for this die."""
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


class KindRow(Row, kw_only=True):
    """The kind of a magic item for these dice [14]."""

    rolls: tuple[Pips, ...]
    kind: Magic


class ItemRow(Row, kw_only=True):
    """The item of its kind for these dice [14]."""

    kind: Magic
    rolls: tuple[Pips, ...]
    name: ItemName


class OwnItem(NamedRow, kw_only=True):
    """A group's own magic item, with the effect of the item ``works_like`` of its kind.

    ``rolls``: the dice of its kind on which it takes that item's place; without them only a game master brings it.
    ``plus``: the fixed bonus of a weapon or an armour; 0: it is rolled.
    """

    kind_of_name: ClassVar[str] = "item"

    id: PlainId
    kind: Magic
    works_like: ItemName
    rolls: tuple[Pips, ...] = ()
    plus: Annotated[int, Meta(ge=0, le=9)] = 0

    @property
    def name(self) -> str:
        """The catalogue key of the name, which begins like those of its kind."""
        return f"{self.kind_of_name}.{self.kind}.{self.id}"

    @property
    def effect(self) -> str:
        """The catalogue key of the effect: the group's own sentence, or that of the item it works like."""
        return self.sentence or f"lookup.effect.item.{self.kind}.{self.works_like}"


class PlusRow(Row, kw_only=True):
    """The bonus of a weapon or an armour on these dice; ``twice``: roll two more times and add [14]."""

    kind: Literal["weapon", "armour"]
    rolls: tuple[Pips, ...]
    plus: Small = 0
    twice: bool = False


class WornRow(Row, kw_only=True):
    """The number of items of a kind that can be worn at once [14, house]."""

    kind: Magic
    most: Small


class Items(Sheet, kw_only=True, dict=True):
    """Magic items: kind by 1K6, name by 1K6, bonuses, effects [14].

    ``poison``, ``healing``: dice of wounds dealt or cured by these potions. ``might``: the bonus of the potion of
    strength to melee attack numbers. ``sun``: dice of additional usable spells by a talisman of the dominant sun.
    ``evil``: subtracted from the party's talks. ``oratory``, ``dexterity``: the bonuses of these medallions.
    ``strangling``: wounds. ``own``: a group's own items.
    """

    kind: tuple[KindRow, ...]
    item: tuple[ItemRow, ...]
    own: tuple[OwnItem, ...] = ()
    plus: tuple[PlusRow, ...]
    worn: tuple[WornRow, ...]
    poison: DiceCode
    healing: DiceCode
    might: Small
    sun: DiceCode
    evil: Small
    oratory: Small
    dexterity: Small
    strangling: Small

    def kind_on(self, roll: int) -> Magic:
        """Return the kind of a magic item for this die."""
        return next(row.kind for row in self.kind if roll in row.rolls)

    def name_on(self, kind: str, roll: int) -> str:
        """Return the name of the item for this kind and die, an own item's id first; armour has only one."""
        own = next((row.id for row in self.own if row.kind == kind and roll in row.rolls), "")
        return own or next((row.name for row in self.item if row.kind == kind and roll in row.rolls), kind)

    def own_item(self, kind: str, name: str) -> OwnItem | None:
        """Return the group's own item of this kind and id, if there is one."""
        return next((row for row in self.own if (row.kind, row.id) == (kind, name)), None)

    def effect_of(self, kind: str, name: str) -> str:
        """Return the name of the item whose effect this one has: its own, or what an own item works like."""
        own = self.own_item(kind, name)
        return own.works_like if own else name

    def faces_of(self, kind: str, effect: str) -> int:
        """The number of die faces on which an item of this kind has this effect."""
        return sum(self.effect_of(kind, self.name_on(kind, roll)) == effect for roll in DIE)

    def plus_on(self, kind: str, roll: int) -> PlusRow:
        """Return the row of the bonus of a weapon or an armour for this die."""
        return next(row for row in self.plus if row.kind == kind and roll in row.rolls)

    def most_worn(self, kind: str) -> int:
        """The number of this kind that can be worn at once; 0: it is not worn."""
        return next((row.most for row in self.worn if row.kind == kind), 0)


class JewelRow(Row, kw_only=True):
    """A jewel's value in gold pieces from this total of 2K6 upwards [14]."""

    least: int
    worth: Annotated[int, Meta(ge=0)]


class Jewels(Sheet, kw_only=True, dict=True):
    """The worth of a jewel in gold pieces, by 2K6 [14]."""

    jewel: tuple[JewelRow, ...]

    def worth(self, roll: int) -> int:
        """The worth in gold pieces for this total of 2K6."""
        at = band(self._bounds, roll)
        return self.jewel[at or 0].worth

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        return tuple(row.least for row in self.jewel)


class Powers(Sheet, kw_only=True):
    """The monsters' special powers [15]: a first-rank monster uses its own on ``die`` of 1K6.

    ``fire``: dice of wounds by fire breath; ``stench``: subtracted from attack numbers; ``regeneration``: wounds cured
    in each round; ``casts``: a first-rank caster casts on these dice.
    """

    die: tuple[Pips, ...]
    fire: DiceCode
    stench: Small
    regeneration: Small
    casts: tuple[Pips, ...]


class BlackGate(Sheet, kw_only=True):
    """The Black Gate [16]: its strength, resistance and Blasts per round, and the dice of its Demons' number."""

    strength: Annotated[int, Meta(ge=1)]
    resistance: sheets.Resistance
    blasts: Small
    demons: ManyDice


class Tables(AllTables, kw_only=True):
    """All tables in force, each read from the file of its name, with a short hash of them."""

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
