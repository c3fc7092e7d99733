"""The state of a game: the maze, the party, the monsters met. Links by id, no sets, nothing derived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from rules.kernel.grid import Square
from rules.kernel.piles import Pile
from rules.kernel.requests import Ranks, Seat
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.options import Options
from rules.labirynt_smierci.sheets import COLOURS, Colour
from rules.labirynt_smierci.tables import Tables

Stance = Literal["hostile", "monsters_first", "truce"]
Outcome = Literal["", "defeat", "adventures", "home"]
SKILLS = ("negotiation", "traps", "gate")


class Character(msgspec.Struct, kw_only=True):
    """A hero or an apprentice. ``strength`` is the full one; ``wounds`` and ``spent`` are taken from it [10]."""

    id: str
    seat: Seat
    name: Term
    apprentice: bool = False
    race: str
    strength: int
    wounds: int = 0
    spent: int = 0
    potential: tuple[int, int, int] = (0, 0, 0)
    resistance: int
    dexterity: int
    weapons: list[str]
    in_hand: str
    weapon_skill: dict[str, int] = {}
    skills: dict[str, int] = {}
    known: list[str] = []
    usable: list[str] = []

    @property
    def strength_now(self) -> int:
        """Strength that is left; at 0 or less the character is dead."""
        return self.strength - self.wounds - self.spent

    @property
    def alive(self) -> bool:
        """Whether any strength is left."""
        return self.strength_now > 0

    def skill(self, name: str) -> int:
        """Negotiation, traps or gate; 0 without the skill."""
        return self.skills.get(name, 0)

    def spells_under(self, sun: Colour) -> int:
        """How many spells can be used in an adventure under this sun [4.1 D]."""
        return min(self.potential[COLOURS.index(sun)], len(self.known))


class Monster(msgspec.Struct, kw_only=True):
    """One monster. ``full`` is its rolled strength with the level's addition, ``skill`` that of its weapon."""

    id: str
    kind: str
    full: int
    wounds: int = 0
    skill: int = 0

    @property
    def strength(self) -> int:
        """Strength that is left."""
        return self.full - self.wounds

    @property
    def alive(self) -> bool:
        """Whether any strength is left."""
        return self.strength > 0

    @property
    def name(self) -> Word:
        """What it is called."""
        return Word(f"monster.{self.kind}")


class Group(msgspec.Struct, kw_only=True):
    """Monsters met together. ``gold`` is what they have (None: not rolled yet), ``bribe`` what they were given.

    ``front``: the order of their first rank as the party wants it, if it said so.
    """

    kind: str
    level: int
    resident: bool
    monsters: list[Monster]
    stance: Stance = "hostile"
    negotiated: bool = False
    bribed: bool = False
    gold: int | None = None
    bribe: int = 0
    front: tuple[str, ...] = ()

    @property
    def living(self) -> list[Monster]:
        """Those that are still alive."""
        return [monster for monster in self.monsters if monster.alive]

    @property
    def strongest(self) -> Monster:
        """The one whose strength counts for the bribe [8.8]; the first of equals."""
        return max(self.living, key=lambda monster: monster.strength)

    @property
    def name(self) -> Word:
        """What they are called."""
        return Word(f"monster.{self.kind}")


class Segment(msgspec.Struct, kw_only=True):
    """A placed segment: its sides as they lie (N, E, S, W), those that were sealed, who waits there."""

    kind: str
    sides: str
    visited: bool = False
    sealed: str = ""
    group: Group | None = None

    @property
    def is_room(self) -> bool:
        """A room has only doors and walls [2]; the entrance is a corridor."""
        return self.kind not in ("corridor", "entrance")


class Drawn(msgspec.Struct, kw_only=True):
    """A chit that is being laid: where, and in which of these ways (ids are the sides as they would lie)."""

    tile: str
    kind: str
    level: int
    square: Square
    ways: list[str]


class Fight(msgspec.Struct, kw_only=True):
    """A fight in progress: both formations by id, and the places (in half steps from the middle) of this round."""

    round: int = 1
    monsters: Ranks
    party_places: dict[str, int] = {}
    monster_places: dict[str, int] = {}
    thrown: list[str] = []


class Game(msgspec.Struct, kw_only=True, dict=True):
    """The whole state between two answers."""

    options: Options
    seats: dict[Seat, str]
    stage: int = 0
    outcome: Outcome = ""
    adventure: int = 1
    outside: bool = False
    sun: Colour | None = None
    characters: dict[str, Character] = {}
    heroes: Pile = {}
    formation: Ranks = ()
    purse: int = 0
    bag: Pile = {}
    levels: dict[int, dict[Square, Segment]] = {}
    gate_found: bool = False
    level: int = 1
    square: Square = Square(0, 0)
    entered_by: str | None = None
    drawn: Drawn | None = None
    fight: Fight | None = None

    @property
    def tables(self) -> Tables:
        """The rulebook tables in force; they are no part of what is saved."""
        tables: Tables = self.__dict__["tables_in_force"]
        return tables

    def play_with(self, tables: Tables) -> None:
        """Put the tables in force."""
        self.__dict__["tables_in_force"] = tables

    @property
    def here(self) -> Segment:
        """The segment that the party stands on."""
        return self.levels[self.level][self.square]

    @property
    def met(self) -> Group | None:
        """The monsters on the party's segment."""
        return self.here.group if self.levels else None

    @property
    def living(self) -> list[Character]:
        """The living members, in formation order while there is one."""
        order = [one for rank in self.formation for one in rank] or list(self.characters)
        return [self.characters[one] for one in order if self.characters[one].alive]

    def of_seat(self, seat: Seat) -> list[Character]:
        """A seat's living characters, in formation order."""
        return [one for one in self.living if one.seat == seat]

    def seats_alive(self) -> Iterator[tuple[Seat, list[Character]]]:
        """Each seat that has a living character, with them."""
        for seat in self.seats:
            if own := self.of_seat(seat):
                yield seat, own
