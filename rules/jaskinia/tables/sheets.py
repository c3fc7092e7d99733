"""The type of each table file. Row ids are also the catalogue keys of the names."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from rules.jaskinia.tables.effects import Condition, Do, ModName, Some
from rules.kernel.tables import AllTables, NamedRow, Pips, PlainId, Row, Sheet, SheetById, Small

Deck = Literal["cave", "adventure"]
CardType = Literal[
    "event",
    "animal",
    "monster",
    "spirit",
    "stranger",
    "gold",
    "item",
    "magic_item",
    "follower",
    "place",
    "goal",
    "removed",
]
Compass = Literal["N", "E", "S", "W"]
AreaId = Annotated[str, Meta(pattern="^[A-I][1-7]$")]
Zone = Literal["outer", "inner"]
Alignment = Literal["good", "evil", "neutral"]
When = Literal["always", "fight", "fight_animal", "psychic", "psychic_spirit"]
OpponentType = Literal["animal", "monster", "spirit", "seeker"]
Window = Literal["own_turn", "before_fight", "before_psychic", "gate", "instead_of_move", "when_spell_cast", "table"]
Target = Literal["any_seeker", "other_seeker", "one_opponent", "self", "gate", "area_same_zone", "spell"]
AT_SEEKERS: tuple[Target, ...] = ("any_seeker", "other_seeker")
"""Targets of Spells that affect a Seeker."""


class Mod(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lasting effect of an Item, a Follower or an ability [12]."""

    mod: ModName
    n: Small = 0
    when: When = "always"
    faces: tuple[Pips, ...] = ()
    types: tuple[OpponentType, ...] = ()
    type: Literal["", "animal", "monster", "spirit"] = ""
    max_endurance: Small = 0


class Area(Row, kw_only=True):
    """One area of the board: a column A–I and a row 1 (north) to 7.

    ``name``: the key of its words. ``draw``: cards to draw. ``exits``: the area beyond each open side.
    ``instruction``: the id of a special area's instruction.
    """

    id: AreaId
    kind: Literal["entrance", "chamber", "corridor", "fork", "special"]
    zone: Zone
    name: str
    draw: Small
    exits: dict[Compass, AreaId]
    instruction: str = ""


class Gate(Row, kw_only=True):
    """A pair of Mighty Gates between two areas; ``open``: at the start."""

    id: str
    between: tuple[AreaId, AreaId]
    open: bool = False


class Special(Row, kw_only=True):
    """The instruction of a special area."""

    id: PlainId
    do: Do


class Board(SheetById[Area], kw_only=True):
    """The board. ``gate_target``: the least 1K6 + Strength or Power that opens Gates."""

    rows_of = "area"

    gate_target: Some
    area: tuple[Area, ...]
    gate: tuple[Gate, ...]
    special: tuple[Special, ...]

    def instruction(self, id: str) -> Special:
        """Return the instruction with this id."""
        return next(special for special in self.special if special.id == id)

    @cached_property
    def entrance(self) -> str:
        """The id of the area in which every Seeker starts."""
        return next(area.id for area in self.area if area.kind == "entrance")

    @cached_property
    def chambers(self) -> tuple[str, ...]:
        """The ids of the Chamber areas."""
        return tuple(area.id for area in self.area if area.kind == "chamber")


class Chamber(Row, kw_only=True):
    """A kind of Chamber: the die face that selects it and its effect."""

    face: Pips
    id: PlainId
    do: Do


class Chambers(Sheet, kw_only=True):
    """The kinds of Chambers."""

    chamber: tuple[Chamber, ...]

    def at(self, face: int) -> Chamber:
        """Return the kind of Chamber for this die face."""
        return next(chamber for chamber in self.chamber if chamber.face == face)


class Worth(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points for each bag of gold, Item and Magic Item in the Trial of Wealth."""

    gold: Annotated[int, Meta(ge=1, le=99)]
    item: Annotated[int, Meta(ge=1, le=99)]
    magic_item: Annotated[int, Meta(ge=1, le=99)]


class Crystal(Sheet, kw_only=True):
    """The search for the Crystal Chamber, and the numbers of the three trials [10]."""

    strength_guardian: Some
    power_guardian: Some
    wealth_points: Some
    wealth_value: Worth
    search_face: Pips
    second_die: tuple[Pips, ...]
    search_zone: Zone
    map_fragments: Some
    map_card: str


class Card(NamedRow, kw_only=True):
    """A card of the Cave or the Adventure deck. ``order``: its place among cards resolved together [5.6].

    ``copies``: the number in the deck. ``set_aside``: not in the deck of this mode. ``stays``: a Stranger or Place that
    remains. ``barred``: a Seeker who meets one of these conditions may not hold the card [3.6]. ``lose_instead``: paid
    instead of losing Endurance, if the payment is possible in full and the Enemy fights alone. ``text_pl``,
    ``text_en``: a group's own text of the card.
    """

    kind_of_name: ClassVar[str] = "cavecard"

    id: PlainId
    deck: Deck
    type: CardType
    order: Annotated[int, Meta(ge=0, le=6)]
    copies: Some = 1
    set_aside: bool = False
    strength: Small = 0
    power: Small = 0
    gold: Small = 0
    weapon: bool = False
    stays: bool = False
    mods: tuple[Mod, ...] = ()
    barred: tuple[Condition, ...] = ()
    do: Do = ()
    on_win: Do = ()
    on_lose: Do = ()
    lose_instead: Do = ()
    text_pl: str = ""
    text_en: str = ""


class Cards(SheetById[Card], kw_only=True):
    """Both decks."""

    rows_of = "card"

    card: tuple[Card, ...]

    @cached_property
    def goal(self) -> str:
        """The id of the Magic Crystal."""
        return next(card.id for card in self.card if card.type == "goal")


class Spell(NamedRow, kw_only=True):
    """A Spell: the moment to cast it, its target and its effect [7]."""

    kind_of_name: ClassVar[str] = "cavespell"

    id: PlainId
    copies: Some = 1
    set_aside: bool = False
    window: Window = "own_turn"
    target: Target = "self"
    do: Do = ()


class Spells(SheetById[Spell], kw_only=True):
    """The Spell deck. ``limit``: pairs of a total Power and the number of Spells that a Seeker may hold from it on."""

    rows_of = "spell"

    limit: tuple[tuple[Small, Small], ...]
    spell: tuple[Spell, ...]


class SeekerSheet(Row, kw_only=True):
    """A Seeker's card: starting values, and the number of Spells drawn at the start."""

    id: PlainId
    align: Alignment
    strength: Some
    power: Some
    gold: Small
    spells: Small
    abilities: tuple[Mod, ...]


class Seekers(SheetById[SeekerSheet], kw_only=True):
    """The Seekers, and the numbers that they share.

    ``endurance``: at the start. ``items``: the maximum to carry. ``free_power``: the total Power from which no die
    decides at forks. ``trophies``: the Strength of beaten Enemies for one own Strength. ``cards``: Cave cards for one
    own Power. ``healing_price``: gold for each Endurance at the Entrance.
    """

    rows_of = "seeker"

    endurance: Some
    items: Some
    free_power: Some
    trophies: Some
    cards: Some
    healing_price: Small
    go_on: tuple[Pips, ...]
    seeker: tuple[SeekerSheet, ...]


class Tables(AllTables, kw_only=True):
    """All tables in force; each field is read from the file of its name."""

    board: Board
    chambers: Chambers
    crystal: Crystal
    cards: Cards
    spells: Spells
    seekers: Seekers
