"""Types of the rulebook's tables: one for each file in ``data/``, one for each kind of row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal, assert_never

from msgspec import Meta, Struct

from rules.kernel.tables import DiceCode, NamedRow, NumberOrDice, Pips, PlainDice, Row, Sheet, SheetById, Small, band

Colour = Literal["red", "yellow", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "blue")
Kind = Literal[
    "corridor",
    "room",
    "stairs",
    "mirror",
    "fountain",
    "statue",
    "trapdoor",
    "furniture",
    "altar",
    "art",
    "entrance",
    "gate",
]
Race = Literal["human", "elf", "dwarf", "halfcronk"]
WeaponKind = Literal["sword", "hammer", "axe", "dagger", "bow", "knife"]
Column = Literal["sword", "hammer", "axe", "dagger", "bow", "knife", "monsters"]
WEAPONS: tuple[WeaponKind, ...] = ("sword", "hammer", "axe", "dagger", "bow", "knife")
Treasure = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
TREASURES = "ABCDEFGHIJKL"
Three = tuple[Small, Small, Small]


Resistance = Annotated[int, Meta(ge=0, le=5)]
"""The highest result of a die that resists a spell; a six never does [11]."""


class Tile(Row, kw_only=True):
    """A segment as printed: its sides N, E, S, W (C corridor, D door, W wall) and its number [2]."""

    id: str
    kind: Kind
    sides: Annotated[str, Meta(pattern="^[CDW]{4}$")]
    count: Small


class Tiles(SheetById[Tile], kw_only=True):
    """All segments of the game [2]."""

    rows_of = "tile"

    tile: tuple[Tile, ...]


class Level(Row, kw_only=True):
    """The level's additions to the monsters' values [6.7]."""

    level: Annotated[int, Meta(ge=1, le=3)]
    strength: Small
    dexterity: Small
    reluctance: Small
    number: Small
    treasure_shift: Small
    experience: Small


class Levels(Sheet, kw_only=True, dict=True):
    """The three levels of the labyrinth [6.7]."""

    level: tuple[Level, ...]

    def of(self, number: int) -> Level:
        """Return the row of this level (1–3)."""
        return self._by_number[number]

    @cached_property
    def _by_number(self) -> dict[int, Level]:
        return {row.level: row for row in self.level}


class Hero(Row, kw_only=True):
    """A hero's sheet [4.3]; ``potential`` under the red, yellow and blue sun."""

    id: str
    race: Race
    strength: Small
    potential: Three
    resistance: Resistance
    dexterity: Small
    weapons: tuple[WeaponKind, WeaponKind]
    weapon_skill: Mapping[WeaponKind, int] = {}
    gate: Small = 0
    traps: Small = 0
    negotiation: Small = 0


class Heroes(Sheet, kw_only=True):
    """The heroes [4.3]."""

    hero: tuple[Hero, ...]

    def of(self, hero_id: str) -> Hero:
        """Return the hero with this id."""
        return next(hero for hero in self.hero if hero.id == hero_id)


class Apprentice(Row, kw_only=True):
    """The initial values of an apprentice of a race [4.1 B3]."""

    race: Race
    strength: Small
    resistance: Resistance
    dexterity: Small
    weapon: WeaponKind
    weapon_skill: Small
    gate: Small = 0
    traps: Small = 0
    negotiation: Small = 0


class PotentialRow(Row, kw_only=True):
    """An apprentice's magic potential on 1K6 [4.4]."""

    rolls: tuple[Pips, ...]
    potential: Three


class Apprentices(Sheet, kw_only=True):
    """Apprentices by race, their magic potential, and default names [4.1, 4.4]."""

    apprentice: tuple[Apprentice, ...]
    potential: tuple[PotentialRow, ...]
    names: tuple[Annotated[str, Meta(min_length=1, max_length=32)], ...] = ("?",)

    def of(self, race: str) -> Apprentice:
        """Return the apprentice of this race."""
        return next(row for row in self.apprentice if row.race == race)

    def potential_on(self, roll: int) -> Three:
        """Return the magic potential for this die."""
        return next(row.potential for row in self.potential if roll in row.rolls)


class SunRow(Row, kw_only=True):
    """The sun for these dice [4.1 D]."""

    rolls: tuple[Pips, ...]
    colour: Colour


class Suns(Sheet, kw_only=True):
    """The dominant sun of an adventure, on 1K6 [4.1 D]."""

    sun: tuple[SunRow, ...]

    def on(self, roll: int) -> Colour:
        """Return the dominant sun for this die [4.1 D]."""
        return next(row.colour for row in self.sun if roll in row.rolls)


Power = Literal["fire_breath", "petrification", "stench", "regeneration", "charm", "heads"]


class Monster(NamedRow, kw_only=True):
    """A monster's characteristics [8.2]. No ``reluctance``: no talks, no bribe. ``heads``: dexterity by 15.6."""

    kind_of_name: ClassVar[str] = "monster"

    strength: PlainDice
    dexterity: Small = 0
    heads: bool = False
    resistance: Resistance
    reluctance: Small | None = None
    weapon: Column = "monsters"
    weapon_skill: DiceCode = ""
    spells: tuple[str, ...] = ()
    resident: Treasure
    wandering: Treasure
    power: Power | Literal[""] = ""


class Monsters(SheetById[Monster], kw_only=True):
    """The monsters [8.2]."""

    rows_of = "monster"

    monster: tuple[Monster, ...]


class Meeting(Row, kw_only=True):
    """The monsters for the first die and any of the second dice, and the dice of their number [8.3]."""

    told_by: ClassVar[tuple[str, ...]] = ("first", "second")

    first: Pips
    second: tuple[Pips, ...]
    monster: str
    number: NumberOrDice


class Meetings(Sheet, kw_only=True, dict=True):
    """Encounters with residents or wanderers, by two dice [8.3]."""

    meeting: tuple[Meeting, ...]

    def on(self, first: int, second: int) -> Meeting:
        """Return the cell for these two dice."""
        return self._by_dice[first, second]

    @cached_property
    def _by_dice(self) -> dict[tuple[int, int], Meeting]:
        return {(cell.first, second): cell for cell in self.meeting for second in cell.second}


Outcome = Literal["failure", "agreement", "intimidation"]


class TalkRow(Row, kw_only=True):
    """The result of talks from a total of ``least`` upwards [8.5]."""

    least: int
    result: Outcome


class Negotiation(Sheet, kw_only=True, dict=True):
    """The results of 2K6 − reluctance + skill; a row holds from ``least`` upwards [8.5]."""

    below: Outcome
    row: tuple[TalkRow, ...]

    def result(self, total: int) -> Outcome:
        """Return the result of talks with this total."""
        at = band(self._bounds, total)
        return self.below if at is None else self.row[at].result

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        return tuple(row.least for row in self.row)


class BribeRow(Row, kw_only=True):
    """The limits on 1K6 for a bribe of at least this much gold, by column [8.9]."""

    gold: Annotated[int, Meta(ge=1)]
    limits: tuple[Annotated[int, Meta(ge=0, le=6)], ...]


class Bribe(Sheet, kw_only=True):
    """The bribe table: columns by the least sum of strength and reluctance, rows by the least gold [8.9]."""

    sums: tuple[int, ...]
    row: tuple[BribeRow, ...]

    def limit(self, total: int, gold: int) -> int:
        """Return the highest result of 1K6 on which the bribe is taken; 0: never."""
        column, row = band(self.sums, total), band([row.gold for row in self.row], gold)
        return 0 if row is None else self.row[row].limits[column or 0]

    def price(self, total: int, limit: int) -> int | None:
        """Return the least gold that reaches this limit; None if no sum does."""
        return next((row.gold for row in self.row if row.limits[band(self.sums, total) or 0] >= limit), None)


class CombatRow(Row, kw_only=True):
    """Wounds for an attack number of at least ``least``, by weapon [9.9]."""

    least: int
    wounds: tuple[Small, ...]


class Combat(Sheet, kw_only=True, dict=True):
    """Wounds by weapon and modified die; a row holds from ``least`` upwards, below the first there are none [9.9]."""

    weapons: tuple[Column, ...]
    row: tuple[CombatRow, ...]

    def wounds(self, weapon: str, roll: int) -> int:
        """The wounds for this attack number."""
        at = band(self._bounds, roll)
        return 0 if at is None else self._columns[weapon][at]

    def needed(self, weapon: str) -> int:
        """The least attack number that wounds; 0 if no number does."""
        return next((row for row, wounds in zip(self._bounds, self._columns[weapon], strict=True) if wounds), 0)

    def dealt(self, weapon: str, numbers: range) -> tuple[int, ...]:
        """The wounds for each of these attack numbers."""
        found = self._dealt.get((weapon, numbers))
        if found is None:
            found = self._dealt[weapon, numbers] = tuple(self.wounds(weapon, number) for number in numbers)
        return found

    def mean_wounds(self, weapon: str, bonus: int) -> float:
        """The mean wounds of one attack with this bonus."""
        return sum(self.dealt(weapon, range(1 + bonus, 7 + bonus))) / 6

    @cached_property
    def _dealt(self) -> dict[tuple[str, range], tuple[int, ...]]:
        return {}

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        return tuple(row.least for row in self.row)

    @cached_property
    def _columns(self) -> dict[str, tuple[int, ...]]:
        return {weapon: tuple(row.wounds[n] for row in self.row) for n, weapon in enumerate(self.weapons)}


TrapKind = Literal["arrows", "poisoned_arrows", "gas", "explosion", "oil", "twice"]


class TrapRow(Row, kw_only=True):
    """The kind of trap on 1K6 [7.1]; ``Traps.effect`` says what it does."""

    roll: Pips
    id: TrapKind


class TrapEffect(Struct, frozen=True, kw_only=True):
    """The effect of a trap [7.2], used for the rule, worst case, odds and look-up.

    ``column``: 1K6 on this column of the combat table wounds. ``wounds``, ``poison``: dice or a number; an arrow's
    poison works only if it hits. ``everyone``: everybody takes the wounds. ``rolls``: the number of other traps that
    replace it.
    """

    column: str = ""
    wounds: str = ""
    poison: str = ""
    everyone: bool = False
    rolls: int = 0


class Traps(Sheet, kw_only=True):
    """The traps and their wounds, as dice or a number; ``trapped``: a door is trapped on these dice [7]."""

    trapped: tuple[Pips, ...]
    arrow_column: Column
    gas: DiceCode
    oil: DiceCode
    poison: DiceCode
    explosion: Small
    trap: tuple[TrapRow, ...]

    def on(self, roll: int) -> TrapKind:
        """Return the kind of trap for this die."""
        return next(row.id for row in self.trap if row.roll == roll)

    def effect(self, kind: TrapKind) -> TrapEffect:
        """Return the effect of this kind of trap."""
        match kind:
            case "arrows":
                return TrapEffect(column=self.arrow_column)
            case "poisoned_arrows":
                return TrapEffect(column=self.arrow_column, poison=self.poison)
            case "gas":
                return TrapEffect(poison=self.gas)
            case "oil":
                return TrapEffect(wounds=self.oil)
            case "explosion":
                return TrapEffect(wounds=str(self.explosion), everyone=True)
            case "twice":
                return TrapEffect(rolls=2)
            case _:
                assert_never(kind)


class Find(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a treasure: present on 1K6 up to ``chance``, with this amount as dice."""

    chance: Pips
    amount: DiceCode


class FoundItems(Find, frozen=True, forbid_unknown_fields=True):
    """The items of a treasure, with their amount as dice or a number."""

    amount: NumberOrDice


class TreasureRow(Row, kw_only=True):
    """The possible gold, jewels and items of a treasure type."""

    type: Treasure
    gold: Find | None = None
    jewels: Find | None = None
    items: FoundItems | None = None


class Treasures(Sheet, kw_only=True, dict=True):
    """The treasure types A to L [14.9]."""

    treasure: tuple[TreasureRow, ...]

    def of(self, kind: str, shift: int = 0) -> TreasureRow:
        """Return the row of a treasure type, shifted by the level; it stops at L [6.7]."""
        letter = TREASURES[min(TREASURES.index(kind) + shift, len(TREASURES) - 1)]
        return self._by_type[letter]

    @cached_property
    def _by_type(self) -> dict[str, TreasureRow]:
        return {row.type: row for row in self.treasure}
