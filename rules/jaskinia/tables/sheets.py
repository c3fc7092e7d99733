"""What each table file holds. Ids are the keys under which the catalogues keep the names."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.jaskinia.tables.effects import Condition, Do, Some
from rules.kernel.tables import AllTables, NamedRow, Pips, Row, Sheet, Small

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
AreaId = Annotated[str, msgspec.Meta(pattern="^[A-I][1-7]$")]
Zone = Literal["outer", "inner"]
Alignment = Literal["good", "evil", "neutral"]
ModName = Literal[
    "strength",
    "power",
    "save",
    "evade",
    "gate",
    "gate_auto",
    "free_turn",
    "carry",
    "spell_limit",
    "no_spells",
    "psychic_attack",
    "arena_friend",
    "devour",
    "heal_on_kill",
    "gold_bonus",
    "spirit_gold",
    "reroll_duel",
    "steal",
    "item_to_gold",
    "wealth_bonus",
    "map_need",
    "temple_bonus",
]
When = Literal["always", "fight", "fight_animal", "psychic", "psychic_spirit"]
OpponentType = Literal["animal", "monster", "spirit", "seeker"]
Window = Literal["own_turn", "before_fight", "before_psychic", "gate", "instead_of_move", "when_spell_cast", "table"]
Target = Literal["any_seeker", "other_seeker", "one_opponent", "self", "gate", "area_same_zone", "spell"]
AT_SEEKERS: tuple[Target, ...] = ("any_seeker", "other_seeker")
"""Targets of Spells that do something to a Seeker."""


class Mod(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an Item, a Follower or an ability changes as long as it is there [12]."""

    mod: ModName
    n: Small = 0
    when: When = "always"
    faces: tuple[Pips, ...] = ()
    types: tuple[OpponentType, ...] = ()
    type: Literal["", "animal", "monster", "spirit"] = ""
    max_endurance: Small = 0


class Area(Row, frozen=True, kw_only=True):
    """One area of the board: a column A–I and a row 1 (north) to 7.

    ``name``: the key of its words. ``draw``: cards to draw. ``exits``: the area beyond each open side.
    ``instruction``: the special area's own.
    """

    id: AreaId
    kind: Literal["entrance", "chamber", "corridor", "fork", "special"]
    zone: Zone
    name: str
    draw: Small
    exits: dict[Compass, AreaId]
    instruction: str = ""


class Gate(Row, frozen=True, kw_only=True):
    """Mighty Gates between two areas."""

    id: str
    between: tuple[AreaId, AreaId]
    open: bool = False


class Special(Row, frozen=True, kw_only=True):
    """The instruction of a special area."""

    id: str
    do: Do


class Board(Sheet, frozen=True, kw_only=True, dict=True):
    """The cave. ``gate_target``: what opens Gates."""

    gate_target: Some
    area: tuple[Area, ...]
    gate: tuple[Gate, ...]
    special: tuple[Special, ...]

    def of(self, id: str) -> Area:
        """An area by its id."""
        return self._by_id[id]

    @cached_property
    def _by_id(self) -> dict[str, Area]:
        return {area.id: area for area in self.area}

    def instruction(self, id: str) -> Special:
        """An instruction by its id."""
        return next(special for special in self.special if special.id == id)

    @cached_property
    def entrance(self) -> str:
        """Where everybody starts."""
        return next(area.id for area in self.area if area.kind == "entrance")

    @cached_property
    def chambers(self) -> tuple[str, ...]:
        """All Chambers."""
        return tuple(area.id for area in self.area if area.kind == "chamber")


class Chamber(Row, frozen=True, kw_only=True):
    """A kind of Chamber: the face that leads to it and what it does."""

    face: Pips
    id: str
    do: Do


class Chambers(Sheet, frozen=True, kw_only=True):
    """The kinds of Chambers."""

    chamber: tuple[Chamber, ...]

    def at(self, face: int) -> Chamber:
        """The kind of a face of the die."""
        return next(chamber for chamber in self.chamber if chamber.face == face)


class Worth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of the Trial of Wealth for each."""

    gold: Annotated[int, msgspec.Meta(ge=1, le=99)]
    item: Annotated[int, msgspec.Meta(ge=1, le=99)]
    magic_item: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Crystal(Sheet, frozen=True, kw_only=True):
    """The Crystal Chamber: how it is found, and the numbers of the three trials [10]."""

    strength_guardian: Some
    power_guardian: Some
    wealth_points: Some
    wealth_value: Worth
    search_face: Pips
    second_die: tuple[Pips, ...]
    search_zone: Zone
    map_fragments: Some
    map_card: str


class Card(NamedRow, frozen=True, kw_only=True):
    """A card of the Cave or the Adventure deck. ``order``: when it is resolved [5.6]; ``copies``: how many there are.

    ``set_aside``: not in the deck of this mode. ``stays``: a Stranger or Place that remains. ``barred``: of whom one of
    these is true may not hold it [3.6]. ``lose_instead`` stands in for the lost Endurance when it can be paid in full
    and the Enemy fights alone. ``text_pl``, ``text_en``: a group's own words, shown wherever the card is.
    """

    kind_of_name: ClassVar[str] = "cavecard"

    deck: Deck
    type: CardType
    order: Annotated[int, msgspec.Meta(ge=0, le=6)]
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


class Cards(Sheet, frozen=True, kw_only=True, dict=True):
    """Both decks."""

    card: tuple[Card, ...]

    @cached_property
    def goal(self) -> str:
        """The Magic Crystal."""
        return next(card.id for card in self.card if card.type == "goal")

    def of(self, id: str) -> Card:
        """A card by its id."""
        return self._by_id[id]

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.card}


class Spell(NamedRow, frozen=True, kw_only=True):
    """A Spell: when it may be cast, at whom, and what it does [7]."""

    kind_of_name: ClassVar[str] = "cavespell"

    copies: Some = 1
    set_aside: bool = False
    window: Window = "own_turn"
    target: Target = "self"
    do: Do = ()


class Spells(Sheet, frozen=True, kw_only=True, dict=True):
    """The Spell deck, and how many Spells each total Power holds: from which Power on, how many."""

    limit: tuple[tuple[Small, Small], ...]
    spell: tuple[Spell, ...]

    def of(self, id: str) -> Spell:
        """A Spell by its id."""
        return self._by_id[id]

    @cached_property
    def _by_id(self) -> dict[str, Spell]:
        return {spell.id: spell for spell in self.spell}


class SeekerSheet(Row, frozen=True, kw_only=True):
    """A Seeker's card: starting values, and Spells drawn at the start."""

    id: str
    align: Alignment
    strength: Some
    power: Some
    gold: Small
    spells: Small
    abilities: tuple[Mod, ...]


class Seekers(Sheet, frozen=True, kw_only=True, dict=True):
    """The Seekers, and the numbers that they share.

    ``endurance``: at the start. ``items``: the most that may be carried. ``free_power``: from which total Power on the
    move is free. ``trophies``: points of Strength for one own Strength. ``cards``: Cave cards for one own Power.
    ``healing_price``: gold for each Endurance at the Entrance.
    """

    endurance: Some
    items: Some
    free_power: Some
    trophies: Some
    cards: Some
    healing_price: Small
    go_on: tuple[Pips, ...]
    seeker: tuple[SeekerSheet, ...]

    def of(self, id: str) -> SeekerSheet:
        """A Seeker by its id."""
        return self._by_id[id]

    @cached_property
    def _by_id(self) -> dict[str, SeekerSheet]:
        return {seeker_sheet.id: seeker_sheet for seeker_sheet in self.seeker}


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    board: Board
    chambers: Chambers
    crystal: Crystal
    cards: Cards
    spells: Spells
    seekers: Seekers
