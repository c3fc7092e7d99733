"""The types of the table files; ids are also catalogue keys of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.kernel.grid import Square
from rules.kernel.tables import AllTables, NamedRow, Pips, Row, Sheet, SheetById, Small
from rules.kernel.words import Word

Element = Literal["fire", "water", "air", "earth"]
Magic = Literal["spell", "incantation"]
TeamId = Literal["undead", "dwarves", "ratmen", "elves"]
FindKind = Literal["weapon", "armour", "elixir", "scroll"]
Trick = Literal["steal_token", "steal_gem", "stun", "wins_ties", "dissolve_weapon", "ignore_weapon", "twice"]
Ability = Literal[
    "raise_zombie",
    "bone_body",
    "walk_through_walls",
    "trap",
    "no_auto_loss",
    "pick_rune",
    "acid_cloud",
    "loot_loser",
    "duel_bonus",
    "six_wins",
    "tree_of_life",
    "wins_ties",
]
ELEMENTS: tuple[Element, ...] = ("fire", "water", "air", "earth")
SPECIAL = ("camp", "teleport", "runes", *ELEMENTS)
"""Kinds of chambers that occur once on each face."""
Chamber = Annotated[str, Meta(pattern="^[A-D][1-4]$")]
Passage = Annotated[str, Meta(pattern="^[A-D][1-4]-[A-D][1-4]$")]
Some = Annotated[int, Meta(ge=1, le=99)]


class BoardFace(Row, kw_only=True, dict=True):
    """One side of a board: four by four chambers named A1 (north-west) to D4.

    ``passages``: pairs of neighbouring chambers without a wall. ``digits``: of ordinary and element chambers, added to
    the dice of the Encounter Table.
    """

    id: str
    board: str
    side: Literal["mild", "grim"]
    camp: Chamber
    teleport: Chamber
    runes: Chamber
    fire: Chamber
    water: Chamber
    air: Chamber
    earth: Chamber
    digits: dict[Chamber, Small]
    passages: tuple[Passage, ...]

    @cached_property
    def special(self) -> dict[Chamber, str]:
        """The chambers of the kinds in ``SPECIAL``: chamber → kind."""
        return {getattr(self, kind): kind for kind in reversed(SPECIAL)}


class Boards(SheetById[BoardFace], kw_only=True):
    """The boards table: all faces."""

    rows_of = "board"

    board: tuple[BoardFace, ...]


class CharacterSheet(Row, kw_only=True):
    """A character's card: Life Points, boxes of the Backpack, slots for worn Armour, kinds of scroll it may cast."""

    id: str
    team: TeamId
    strength: Small
    life: Some
    backpack: Small
    armour_slots: Annotated[int, Meta(ge=0, le=2)]
    magic: tuple[Magic, ...] = ()
    ability: Ability


class Characters(SheetById[CharacterSheet], kw_only=True):
    """The characters table, three to a team."""

    rows_of = "character"

    character: tuple[CharacterSheet, ...]

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams in the order of the table."""
        return tuple(dict.fromkeys(character_sheet.team for character_sheet in self.character))


class Encounter(NamedRow, kw_only=True):
    """An Encounter at a total of 2K6 + digit: a monster, or an event without a fight.

    ``wounds``: dealt by a victorious monster. ``finds``, ``gems``: the reward. ``effect``: ``n`` Finds drawn, or ``n``
    Life Points regained.
    """

    told_by: ClassVar[tuple[str, ...]] = ("total",)
    kind_of_name: ClassVar[str] = "foe"

    total: Small
    kind: Literal["monster", "event"]
    strength: Small = 0
    wounds: Small = 0
    finds: Small = 0
    gems: Small = 0
    special: tuple[Trick, ...] = ()
    effect: Literal["", "draw_finds", "heal"] = ""
    n: Small = 0


class Encounters(SheetById[Encounter], kw_only=True):
    """The Encounter Table."""

    rows_of = "encounter"

    encounter: tuple[Encounter, ...]

    def at(self, total: int) -> Encounter:
        """Return the row of a total; beyond the table's ends its first or last row."""
        rows = self.encounter
        return next((row for row in rows if row.total == total), rows[0] if total < rows[0].total else rows[-1])


class FindRow(NamedRow, kw_only=True):
    """A kind of Find and the number of its tokens.

    ``bonus``: of a weapon, or of a scroll in a clash. ``part``: of armour. ``heal``: Life Points. ``steps``: chambers.
    """

    kind_of_name: ClassVar[str] = "loot"

    kind: FindKind
    count: Small
    bonus: Annotated[int, Meta(ge=-99, le=99)] = 0
    part: Literal["", "helmet", "breastplate"] = ""
    magic: Literal["", "spell", "incantation"] = ""
    heal: Small = 0
    steps: Small = 0


class Finds(SheetById[FindRow], kw_only=True):
    """The table of Finds."""

    rows_of = "find"

    find: tuple[FindRow, ...]


class RuneRow(Row, kw_only=True):
    """The number of Runes of an element."""

    id: Element
    count: Small


class Runes(Sheet, kw_only=True):
    """The table of Runes."""

    rune: tuple[RuneRow, ...]


class Gems(Sheet, kw_only=True):
    """Prices and rewards in Gems, and the number of Crystals [8]."""

    win: Some
    start: Small
    crystal: Some
    crystals: Some
    extra_move: Small
    reroll: Small
    choose_board: Small
    glove: Small


class TrapRow(Row, kw_only=True):
    """The number of Traps, and the faces of 1K6 on which one springs."""

    count: Small
    springs: tuple[Pips, ...]


class CloudRow(Row, kw_only=True):
    """The number of Acid Clouds, and the faces on which one dissolves the Weapon or wounds."""

    count: Small
    dissolves: tuple[Pips, ...]
    wounds: tuple[Pips, ...]


class TreeRow(Row, kw_only=True):
    """The number of Trees of Life, and the Life Points that one gives."""

    count: Small
    heal: Small


class ZombieRow(Row, kw_only=True):
    """The Zombie's values."""

    strength: Small
    life: Some
    backpack: Small


class GloveRow(Row, kw_only=True):
    """The Glove of Doom: its bonus to Strength, and the wounds it deals to characters."""

    bonus: Small
    wounds: Some


class Powers(Sheet, kw_only=True):
    """Special tokens, the Zombie and the Glove. ``success``: faces of 1K6 on which an ability with a cost works."""

    success: tuple[Pips, ...]
    trap: TrapRow
    cloud: CloudRow
    tree: TreeRow
    zombie: ZombieRow
    glove: GloveRow


class Tables(AllTables, kw_only=True):
    """All tables in force, each read from the file of its name, with a short hash."""

    boards: Boards
    characters: Characters
    encounters: Encounters
    finds: Finds
    runes: Runes
    gems: Gems
    powers: Powers


Place = str
"""A chamber of a board: ``A3@0`` is A3 of the first board."""
COLUMNS = "ABCD"
ROWS = "1234"
CHAMBERS = tuple(column + row for row in ROWS for column in COLUMNS)
"""All chambers of a board, row by row from the north-west."""


def place(chamber: str, board: int) -> Place:
    """Return the place of a chamber on the board of this number (from 0)."""
    return f"{chamber}@{board}"


def board_word(face: str) -> Word:
    """Return the name of a face by its id."""
    return Word(f"board.{face.lower()}")


def chamber_of(where: Place) -> str:
    """Return the chamber of a place."""
    return where.partition("@")[0]


def board_of(where: Place) -> int:
    """Return the board number of a place."""
    return int(where.partition("@")[2])


def square_of(chamber: str) -> Square:
    """Return column and row of a chamber, from 0."""
    return Square(COLUMNS.index(chamber[0]), ROWS.index(chamber[1]))


def neighbours(chamber: str) -> Iterator[tuple[str, str]]:
    """Return each side with the chamber beyond it, clockwise from the north, ignoring walls."""
    for side, square in square_of(chamber).neighbours():
        if 0 <= square.x < len(COLUMNS) and 0 <= square.y < len(ROWS):
            yield side, COLUMNS[square.x] + ROWS[square.y]


def exits(face: BoardFace, chamber: str) -> Mapping[str, str]:
    """Return each side without a wall and the chamber beyond it, clockwise from the north."""
    return exits_by(face.passages, chamber)


@lru_cache(maxsize=1024)
def exits_by(passages: tuple[str, ...], chamber: str) -> Mapping[str, str]:
    """Return the exits of a chamber on a face with these passages."""
    return {
        side: beyond
        for side, beyond in neighbours(chamber)
        if f"{chamber}-{beyond}" in passages or f"{beyond}-{chamber}" in passages
    }


def kind_of(face: BoardFace, chamber: str) -> str:
    """Return the kind of a chamber: camp, teleport, runes, fire, water, air, earth, or plain."""
    return face.special.get(chamber, "plain")


def sides_of(face: BoardFace, chamber: str) -> str:
    """Return the open sides of a chamber, clockwise from the north: ``ne``."""
    return "".join(exits(face, chamber))
