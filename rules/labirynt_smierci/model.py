"""The state of a game: maze, party, monsters met, fight in progress. Links by id, no sets, nothing derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

import msgspec

from rules.kernel.chance import Pile
from rules.kernel.grid import Square
from rules.kernel.requests import PARTY, Ranks, Seat
from rules.kernel.saving import State, always_saved
from rules.kernel.turns import Pace
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.options import Options
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import COLOURS, Colour

ORDER_WORDS = "fightorders"
"""The head of their words."""


class Orders(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player wants done without being asked.

    ``first``: whether one is asked in the first round, or only where the fight is in ``doubt``. ``rounds``: after it
    one is asked when one of one's own is badly hurt, somebody falls or something new shows (``changed``), only for the
    first (``hurt``) or the last of these (``new``), never until the fight ends (``end``), or in ``each`` round.
    ``hurt``: who has less strength than that, and less than when one was asked last, is badly hurt. ``regroup``: after
    a round the badly hurt is relieved and one is asked where somebody fell (``usual``), one is asked after ``each``
    round, or one's own ``stay``. ``target``: whom one's own strike first; ``missiles``: they shoot and throw, keep the
    knives (``bows``), or ``hold`` fire; ``spells``: cast where it pays, or spare them. ``heal``: after a fight one's
    own healers cure whoever has less strength than that. ``sent``: whether others may send one's own to traps and
    features, put them in front, or spend their gold: ``always``, ``never``, or where it cannot kill and costs no gold.
    """

    first: Literal["doubt", "ask", "usual"] = "doubt"
    rounds: Literal["changed", "hurt", "new", "end", "each"] = "changed"
    hurt: Literal["2", "3", "4", "5", "6", "8"] = "3"
    regroup: Literal["usual", "each", "stay"] = "usual"
    target: Literal["weakest", "strongest", "threat", "magic", "casters"] = "weakest"
    missiles: Literal["loose", "bows", "hold"] = "loose"
    spells: Literal["usual", "spare"] = "usual"
    heal: Literal["never", "3", "4", "5", "6", "8"] = "never"
    sent: Literal["safe", "always", "never"] = "safe"


USUAL_ORDERS: Mapping[Pace, Orders] = {
    "brisk": Orders(),
    "book": Orders(first="ask", rounds="each", regroup="each"),
}
"""What holds for who has ordered nothing else."""


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a fight stood when a player was asked last: the own characters' strength, how many lived, what had shown."""

    strength: dict[str, int]
    living: int
    shown: int


class Hit(msgspec.Struct, frozen=True):
    """A blow that told: who dealt it with what, to whom (a monster's id), how many wounds, in which round."""

    who: str
    weapon: str
    target: str
    wounds: int
    round: int


class Unasked(msgspec.Struct, omit_defaults=True):
    """Rounds that ran by themselves and are still to be summed up: all wounds before them, who dealt how many.

    ``felled``: the dead by id, in the order in which they fell, with who did it in which round; ``best``: heaviest.
    """

    first: int
    last: int
    before: dict[str, int]
    dealt: dict[str, int] = {}
    felled: dict[str, tuple[str, int]] = {}
    best: Hit | None = None


class Fight(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A fight in progress: both formations by id, and the places (in half steps from the middle) of this round.

    ``asleep``, ``shielded``: ids of monsters and characters [10]; ``reeling``: characters under the stench [15.2].
    ``idle``: rounds in a row in which nobody was wounded. ``orders``: the standing orders for this fight, ``seen``: how
    it stood when a player was asked last, ``shown``: the powers, spells and newcomers that have shown so far;
    ``unasked``: rounds that ran by themselves and are not summed up yet. ``began``: the party's strength before it.
    """

    round: int = 1
    monsters: Ranks
    party_places: dict[str, int] = {}
    monster_places: dict[str, int] = {}
    thrown: list[str] = []
    asleep: list[str] = []
    shielded: list[str] = []
    reeling: list[str] = []
    idle: int = 0
    orders: dict[Seat, Orders] = {}
    seen: dict[Seat, Seen] = {}
    shown: list[str] = []
    unasked: Unasked | None = None
    began: dict[str, int] = {}

    def show(self, what: str) -> None:
        """Something shows that had not before: a power, a spell, somebody among the monsters."""
        if what not in self.shown:
            self.shown.append(what)


Stance = Literal["hostile", "monsters_first", "truce"]
Outcome = Literal["", "victory", "defeat", "adventures", "home"]
Fate = Literal["", "stone", "turned", "lost"]
ItemKind = Literal["weapon", "armour", "potion", "talisman", "medallion", "ring", "manuscript", "jewel", "art"]
SKILLS = ("negotiation", "traps", "gate")


class Item(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something found [13, 14]. ``name`` '' : nobody knows yet what it does; its die is thrown when it shows.

    ``plus``: of a weapon or armour. ``worth``: gold pieces, of jewels and art. ``shone``: the adventure in which a
    talisman of a sun last gave spells.
    """

    id: str
    kind: ItemKind
    name: str = ""
    plus: int = 0
    worth: int = 0
    worn: bool = False
    shone: int = 0

    @property
    def title(self) -> Word:
        """What it is called: ``item.ring.heal``, ``item.potion`` while nobody knows."""
        return Word(f"item.{self.kind}.{self.name}" if self.name else f"item.{self.kind}")


class Heap(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What lies on the floor to be divided; gold in pieces."""

    gold: int = 0
    items: list[Item] = []

    def __bool__(self) -> bool:
        return bool(self.gold or self.items)


class Character(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A hero or an apprentice. ``strength`` is the full one; ``wounds`` and ``spent`` are taken from it [10].

    ``fate``: turned to stone, turned on the party, or lost for ever. ``ally``: the kind of a charmed monster that
    marches with the party. ``dizzy``: dexterity lost until the adventure ends; ``absorbs``: wounds that Mage Armor
    still takes; ``might``: added to melee attack numbers in the next fight; ``charming``: a potion of charm works in
    the next fight; ``uses``: how often a limited spell may be cast in this adventure, ``cast``: how often it was.
    ``lent``: weapons held as magic ones only. ``kills``: monsters felled; ``joined``: in which adventure.
    """

    id: str
    seat: Seat
    name: Term
    apprentice: bool = False
    race: str
    strength: int
    wounds: int = 0
    spent: int = 0
    potential: tuple[int, int, int] = always_saved((0, 0, 0))
    resistance: int
    dexterity: int
    weapons: list[str]
    in_hand: str
    lent: list[str] = []
    weapon_skill: dict[str, int] = {}
    skills: dict[str, int] = {}
    known: list[str] = []
    usable: list[str] = []
    experience: int = 0
    bought: int = 0
    gold: int = 0
    items: list[Item] = []
    fate: Fate = ""
    stone_at: tuple[int, Square] | None = None
    ally: str = ""
    dizzy: int = 0
    absorbs: int = 0
    might: int = 0
    charming: Literal["", "person", "monster"] = ""
    uses: dict[str, int] = {}
    cast: dict[str, int] = {}
    kills: int = 0
    joined: int = 1

    @property
    def strength_now(self) -> int:
        """Strength that is left; at 0 or less the character is dead."""
        return self.strength - self.wounds - self.spent

    @property
    def alive(self) -> bool:
        """Whether any strength is left, and the body is flesh and the party's."""
        return self.strength > self.wounds + self.spent and not self.fate

    def wears(self, kind: ItemKind, name: str) -> bool:
        """Whether such an item is worn, and its nature known."""
        return any(item.worn and item.kind == kind and item.name == name for item in self.items)

    @property
    def armour(self) -> int:
        """What is taken from attack numbers against the wearer [14, house]."""
        return sum(item.plus for item in self.items if item.worn and item.kind == "armour")

    @property
    def wealth(self) -> int:
        """Gold, and the price of jewels and art, in gold pieces [17]."""
        return self.gold + sum(item.worth for item in self.items)

    def spells_under(self, sun: Colour) -> int:
        """How many spells can be used in an adventure under this sun [4.1 D]."""
        return min(self.potential[COLOURS.index(sun)], len(self.known))


class Monster(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One monster. ``full`` is its rolled strength with the level's addition, ``skill`` that of its weapon.

    ``person``: a character who turned on the party and stands among them; ``title`` is that one's name, ``master``
    the monster that charmed it ('' : none).
    """

    id: str
    kind: str
    full: int
    wounds: int = 0
    skill: int = 0
    person: str = ""
    title: Term = ""
    master: str = ""

    @property
    def strength(self) -> int:
        """Strength that is left."""
        return self.full - self.wounds

    @property
    def alive(self) -> bool:
        """Whether any strength is left."""
        return self.strength > 0

    @property
    def name(self) -> Term:
        """What it is called."""
        return self.title or Word(f"monster.{self.kind}")


class Hoard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What monsters have, rolled once when it first matters [14.9]: gold, and how many jewels and magic items.

    What a jewel is worth and what an item is shows when it changes hands.
    """

    gold: int = 0
    jewels: int = 0
    items: int = 0


class Group(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Monsters met together. ``hoard`` is what they have (None: not rolled yet), ``bribe`` what they were given.

    ``front``: the order of their first rank as the party wants it, if it said so. ``title``: the key of a name of
    their own. ``paid``: they were afraid in this meeting and gave their share [8.6]. ``persuasion``, ``appeal``: what
    spells add to the talk and to the bribe's number [10]. ``mute``: no talks with these, whatever their kind.
    """

    kind: str
    level: int
    resident: bool
    monsters: list[Monster]
    stance: Stance = "hostile"
    negotiated: bool = False
    bribed: bool = False
    hoard: Hoard | None = None
    paid: bool = False
    bribe: int = 0
    persuasion: int = 0
    appeal: int = 0
    front: tuple[str, ...] = ()
    title: str = ""
    mute: bool = False

    @property
    def living(self) -> list[Monster]:
        """Those that are still alive."""
        return [monster for monster in self.monsters if monster.alive]

    @property
    def number(self) -> int:
        """How many are left of the kind that gives them their name: without members who turned on the party."""
        return sum(not monster.person for monster in self.living) or len(self.living)

    @property
    def strongest(self) -> Monster:
        """The one whose strength counts for the bribe [8.8]; the first of equals."""
        return max(self.living, key=lambda monster: monster.strength)

    @property
    def name(self) -> Word:
        """What they are called."""
        return Word(f"monster.{self.title or self.kind}")


class Segment(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A placed segment: its sides as they lie (N, E, S, W), those that were sealed, who waits there."""

    kind: str
    sides: str
    visited: bool = False
    sealed: str = ""
    examined: bool = False
    group: Group | None = None

    @property
    def is_room(self) -> bool:
        """A room has only doors and walls [2]; the entrance is a corridor."""
        return self.kind not in ("corridor", "entrance")


class Drawn(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A chit that is being laid: where, and in which of these ways (ids are the sides as they would lie)."""

    tile: str
    kind: str
    level: int
    square: Square
    ways: list[str]


class Journey(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where the party is going over known ground until something happens: to a place, or through its opening ``side``.

    ``onward``: then to the next opening, and so on. ``by``: the seat that chose it; ``gone``: segments entered since,
    ``sides``: by which side each of the new ones among them, ``rooms``: how many of these are rooms.
    """

    level: int
    square: Square
    side: str = ""
    onward: bool = False
    by: Seat = always_saved(PARTY)
    gone: int = 0
    sides: str = ""
    rooms: int = 0


class Gate(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The Black Gate, as far as it is known [13 mirrors, 16]. ``level``: on which it lies.

    ``segments_left``: so many new segments of that level, the last is the Gate; None: no mirror told yet.
    ``square``: where it is, once it is found (a trap door may lead to it from an ordinary segment).
    """

    level: int
    segments_left: int | None = None
    square: Square | None = None
    found: bool = False
    destroyed: bool = False


class Grave(msgspec.Struct, frozen=True):
    """Where somebody fell, by the character's id."""

    level: int
    square: Square
    who: str


class Tally(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The chronicle in numbers. ``killers``: who brought death to how many: a kind of monster, or ``perils``."""

    fights: int = 0
    rounds: int = 0
    kills: int = 0
    wounds_dealt: int = 0
    wounds_taken: int = 0
    gold: int = 0
    spells: int = 0
    traps: int = 0
    killers: dict[str, int] = {}


_LIVING = "living_for_now"


class Game(State[Tables], kw_only=True, dict=True):
    """The whole state between two answers.

    ``heap``: what was found and not divided yet; ``fallen``: who died in what goes on now and may still be called
    back; ``winners``: characters with a personal victory [17]; ``things``: how many items were made so far;
    ``entered_by``: the side by which the party's segment was entered, ``left_by`` the same of the segment before it;
    ``door_open``: that side is a door, just opened, and nobody has looked about yet [10 Lock]. ``orders``: the standing
    orders of those who ever gave some. ``taught``: groups of wanderers that brought experience; ``recruited``: the
    adventure after which somebody last was taken on. ``graves``: where they fell who died, called back or not.
    """

    options: Options
    seats: tuple[Seat, ...]
    stage: int = 0
    outcome: Outcome = ""
    adventure: int = 1
    outside: bool = False
    sun: Colour | None = None
    characters: dict[str, Character] = {}
    heroes: Pile = {}
    formation: Ranks = ()
    heap: Heap = msgspec.field(default_factory=Heap)
    fallen: list[str] = []
    winners: list[str] = []
    things: int = 0
    tally: Tally = msgspec.field(default_factory=Tally)
    bag: Pile = {}
    levels: dict[int, dict[Square, Segment]] = {}
    gate: Gate | None = None
    level: int = 1
    square: Square = always_saved(Square(0, 0))
    entered_by: str | None = None
    left_by: str | None = None
    door_open: bool = False
    journey: Journey | None = None
    drawn: Drawn | None = None
    fight: Fight | None = None
    orders: dict[Seat, Orders] = {}
    taught: int = 0
    recruited: int = 0
    graves: list[Grave] = []

    @property
    def gate_found(self) -> bool:
        """Whether the Gate is found: from then on dead ends may close the maze [6.4]."""
        return self.gate is not None and self.gate.found

    @property
    def purse(self) -> int:
        """The gold of all living members together, in pieces."""
        return sum(person.gold for person in self.people)

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
        """The living members, charmed monsters among them, in formation order while there is one."""
        known: list[Character] | None = self.__dict__.get(_LIVING)
        return self._living() if known is None else list(known)

    def _living(self) -> list[Character]:
        known = self.characters
        marching = [known[member] for rank in self.formation for member in rank] or known.values()
        return [character for character in marching if character.alive]

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """While offers are made, or the autopilot thinks, nothing changes: who lives is looked up once."""
        self.__dict__[_LIVING] = self._living()
        try:
            yield
        finally:
            self.__dict__.pop(_LIVING, None)

    @property
    def people(self) -> list[Character]:
        """The living members without charmed monsters, in formation order."""
        return [character for character in self.living if not character.ally]

    def of_seat(self, seat: Seat) -> list[Character]:
        """A seat's living characters, in formation order."""
        return [character for character in self.living if character.seat == seat]

    def orders_of(self, seat: Seat) -> Orders:
        """What a player ordered: for this fight, else at all."""
        given = self.fight.orders if self.fight else {}
        return given.get(seat) or self.orders.get(seat) or USUAL_ORDERS[self.pace]

    def seats_alive(self) -> Iterator[tuple[Seat, list[Character]]]:
        """Each seat that has a living character, with them."""
        for seat in self.seats:
            if own := self.of_seat(seat):
                yield seat, own
