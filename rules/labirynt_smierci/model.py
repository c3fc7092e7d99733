"""The state of a game: labyrinth, party, monsters, fight. Links are ids; sets and derived values are not stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct, field

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


class Orders(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's standing orders, for everything that needs no question.

    ``first``: the first round asks, or only a fight in ``doubt``. ``rounds``: later rounds ask when an own character is
    badly hurt, somebody falls or something new shows (``changed``), only for the first (``hurt``) or last (``new``) of
    these reasons, never (``end``), or in ``each`` round. ``hurt``: a character with less strength than this, and less
    than at the last question, is badly hurt. ``regroup``: the badly hurt are relieved and the player is asked after a
    fall (``usual``), is asked after ``each`` round, or own characters ``stay``. ``target``: the preferred targets.
    ``missiles``: shoot and throw, keep the knives (``bows``), or ``hold`` fire. ``spells``: cast where it pays, or
    spare them. ``heal``: after a fight own healers cure characters with less strength than this. ``sent``: whether
    others may risk own characters and spend their gold: ``always``, ``never``, or where it hardly ever kills (see
    ``DEADLY``) and costs no gold. ``laying``: whether whoever chose the way is asked how a segment lies.
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
    laying: Literal["usual", "ask"] = "usual"


USUAL_ORDERS: Mapping[Pace, Orders] = {
    "brisk": Orders(),
    "book": Orders(first="ask", rounds="each", regroup="each"),
}
"""The standing orders of players who have given none."""


class Seen(Struct, frozen=True, omit_defaults=True):
    """The fight at a player's last question: own characters' strength, the number of living, what had shown."""

    strength: dict[str, int]
    living: int
    shown: int


class Hit(Struct, frozen=True):
    """A blow with wounds; ``target``: a monster's id."""

    who: str
    weapon: str
    target: str
    wounds: int
    round: int


class Unasked(Struct, omit_defaults=True):
    """Rounds without a question that are not summed up yet; ``felled``: the dead in order, with killer and round."""

    first: int
    last: int
    before: dict[str, int]
    dealt: dict[str, int] = {}
    felled: dict[str, tuple[str, int]] = {}
    best: Hit | None = None


class Fight(Struct, kw_only=True, omit_defaults=True):
    """A fight in progress: both formations by id, and the places (in half steps from the middle) of this round.

    ``asleep``, ``shielded``: ids of monsters and characters [10]; ``reeling``: characters under the stench [15.2].
    ``idle``: rounds in which nobody grew weaker. ``orders``: the standing orders for this fight. ``seen``: the fight at
    each player's last question. ``shown``: powers, spells and newcomers that have shown so far. ``unasked``: rounds
    without a question that are not summed up yet. ``began``: the party's strength before the fight.
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
        """Record that a power, a spell or a monster has shown."""
        if what not in self.shown:
            self.shown.append(what)


Stance = Literal["hostile", "monsters_first", "truce"]
Outcome = Literal["", "victory", "defeat", "adventures", "home"]
Fate = Literal["", "stone", "turned", "lost"]
ItemKind = Literal["weapon", "armour", "potion", "talisman", "medallion", "ring", "manuscript", "jewel", "art"]


class Item(Struct, kw_only=True, omit_defaults=True):
    """A found item [13, 14]. ``name`` '': its effect is unknown, and its die is thrown when it shows.

    ``called``: the id of a group's own item with the effect of ``name``. ``plus``: the bonus of a weapon or armour.
    ``worth``: the price of jewels and art in gold. ``shone``: when a talisman of a sun last gave spells (adventure).
    """

    id: str
    kind: ItemKind
    name: str = ""
    plus: int = 0
    worth: int = 0
    worn: bool = False
    shone: int = 0
    called: str = ""

    @property
    def title(self) -> Word:
        """The item's name: ``item.ring.heal``, or ``item.potion`` while it is unknown."""
        return Word(f"item.{self.kind}.{self.called or self.name}" if self.name else f"item.{self.kind}")


class Heap(Struct, kw_only=True, omit_defaults=True):
    """Gold (in pieces) and things on the floor that are not divided yet."""

    gold: int = 0
    items: list[Item] = []

    def __bool__(self) -> bool:
        return bool(self.gold or self.items)


class Character(Struct, kw_only=True, omit_defaults=True):
    """A hero or an apprentice. ``strength`` is the full one; ``wounds`` and ``spent`` are subtracted from it [10].

    ``fate``: turned to stone, turned on the party, or lost for ever. ``ally``: the kind of a charmed monster in the
    party. ``dizzy``: dexterity lost until the adventure ends. ``absorbs``: wounds that Mage Armor still absorbs.
    ``might``: the bonus to melee attack numbers in the next fight. ``charming``: a potion of charm works in the next
    fight. ``uses``: uses of a limited spell in this adventure, ``cast``: how often a spell was cast. ``lent``: weapons
    held only as magic ones. ``kills``: monsters felled. ``joined``: the adventure of joining.
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
        """The strength that is left; at 0 or less the character is dead."""
        return self.strength - self.wounds - self.spent

    @property
    def alive(self) -> bool:
        """Whether any strength is left and no other fate removed the character from the party."""
        return self.strength > self.wounds + self.spent and not self.fate

    def wears(self, kind: ItemKind, name: str) -> bool:
        """Whether the character wears this item and knows its nature."""
        return (kind, name) in [(item.kind, item.name) for item in self.items if item.worn]

    @property
    def armour(self) -> int:
        """The number subtracted from attack numbers against the wearer [14, house]."""
        return sum([item.plus for item in self.items if item.worn and item.kind == "armour"])

    @property
    def wealth(self) -> int:
        """Gold and the price of jewels and art, in gold pieces [17]."""
        return self.gold + sum(item.worth for item in self.items)

    def spells_under(self, sun: Colour) -> int:
        """The number of usable spells in an adventure under this sun [4.1 D]."""
        return min(self.potential[COLOURS.index(sun)], len(self.known))


class Monster(Struct, kw_only=True, omit_defaults=True):
    """One monster; ``full``: its rolled strength with the level's addition; ``taught``: its death gave experience.

    ``person``: the id of a character who turned on the party; ``title``: his name; ``master``: who charmed him.
    """

    id: str
    kind: str
    full: int
    wounds: int = 0
    skill: int = 0
    person: str = ""
    title: Term = ""
    master: str = ""
    taught: bool = False

    @property
    def strength(self) -> int:
        """The strength that is left."""
        return self.full - self.wounds

    @property
    def alive(self) -> bool:
        """Whether any strength is left."""
        return self.strength > 0

    @property
    def name(self) -> Term:
        """The monster's name."""
        return self.title or Word(f"monster.{self.kind}")


class Hoard(Struct, kw_only=True, omit_defaults=True):
    """The monsters' treasure, rolled once when it first matters [14.9]: gold, numbers of jewels and magic items.

    The worth of jewels and the nature of items are rolled when they change hands.
    """

    gold: int = 0
    jewels: int = 0
    items: int = 0


class Group(Struct, kw_only=True, omit_defaults=True):
    """Monsters met together. ``hoard`` is their treasure (None: not rolled yet), ``bribe`` the bribe they took.

    ``front``: the order of their first rank, if the party chose it. ``title``: the key of the group's own name.
    ``paid``: they were intimidated in this meeting and gave their share [8.6]. ``persuasion``, ``appeal``: bonuses of
    spells to talks and to the bribe's limit [10]. ``mute``: they do not talk, whatever their kind.
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
        """The monsters that are still alive."""
        return [monster for monster in self.monsters if monster.alive]

    @property
    def number(self) -> int:
        """The number of living monsters, without members who turned on the party unless only they are left."""
        return sum(not monster.person for monster in self.living) or len(self.living)

    @property
    def name(self) -> Word:
        """The group's name."""
        return Word(f"monster.{self.title or self.kind}")


class Segment(Struct, kw_only=True, omit_defaults=True):
    """A placed segment: its sides as they lie (N, E, S, W), sealed sides, and its monsters."""

    kind: str
    sides: str
    visited: bool = False
    sealed: str = ""
    examined: bool = False
    group: Group | None = None

    @property
    def is_room(self) -> bool:
        """Whether it is a room, with only doors and walls [2]; the entrance is a corridor."""
        return self.kind not in ("corridor", "entrance")


class Drawn(Struct, kw_only=True, omit_defaults=True):
    """A chit that is being laid: its square and its legal orientations (the ids are the turned sides)."""

    tile: str
    kind: str
    level: int
    square: Square
    ways: list[str]


class Journey(Struct, kw_only=True, omit_defaults=True):
    """The party's journey over known segments until something happens: to a place, or through its opening ``side``.

    ``onward``: then to the next opening, and so on. ``by``: the seat that chose it. ``gone``: segments entered,
    ``sides``: the sides by which new ones were entered, ``rooms``: the number of rooms among the new ones.
    """

    level: int
    square: Square
    side: str = ""
    onward: bool = False
    by: Seat = always_saved(PARTY)
    gone: int = 0
    sides: str = ""
    rooms: int = 0


class Gate(Struct, kw_only=True, omit_defaults=True):
    """What is known of the Black Gate [13 mirrors, 16]. ``level``: its level.

    ``segments_left``: the number of new segments of that level up to the Gate; None: no mirror told it yet. ``square``:
    its place once it is found, which is an ordinary segment if a trap door leads to it.
    """

    level: int
    segments_left: int | None = None
    square: Square | None = None
    found: bool = False
    destroyed: bool = False


class Grave(Struct, frozen=True):
    """The place where a character fell, by id."""

    level: int
    square: Square
    who: str


class Tally(Struct, kw_only=True, omit_defaults=True):
    """The numbers of the chronicle. ``killers``: deaths by a kind of monster, or by ``perils``."""

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

    ``heap``: finds not divided yet. ``fallen``: the dead who may still be called back. ``winners``: characters with a
    personal victory [17]. ``things``: the number of items made so far. ``entered_by``: the side by which the party
    entered its segment, ``left_by``: the entered side of the segment before it. ``door_open``: the party has just
    opened the door on that side and has not met anybody yet [10 Lock]. ``orders_laying``: False in games before the
    order ``laying``, whose dice depend on answers without it. ``orders``: standing orders of players who gave
    some. ``taught``: groups of wanderers that gave experience. ``recruited``: the adventure after which somebody was
    last recruited. ``graves``: places of deaths, of members called back too.
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
    heap: Heap = field(default_factory=Heap)
    fallen: list[str] = []
    winners: list[str] = []
    things: int = 0
    tally: Tally = field(default_factory=Tally)
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
    orders_laying: bool = False
    taught: int = 0
    recruited: int = 0
    graves: list[Grave] = []

    @property
    def gate_found(self) -> bool:
        """Whether the Gate is found; from then on dead ends may close the labyrinth [6.4]."""
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
        """Cache the living members while the state does not change: for offers and the autopilot."""
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
        """Return a player's standing orders: those for this fight, else the general ones."""
        given = self.fight.orders if self.fight else {}
        return given.get(seat) or self.orders.get(seat) or USUAL_ORDERS[self.pace]

    def seats_alive(self) -> Iterator[tuple[Seat, list[Character]]]:
        """Yield each seat with its living characters, if it has any."""
        for seat in self.seats:
            if own := self.of_seat(seat):
                yield seat, own
