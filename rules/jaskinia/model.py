"""The state of a game: players, Seekers, decks, what lies where. Links by id, no sets, nothing derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rules.jaskinia.options import Options
from rules.jaskinia.tables import Tables
from rules.jaskinia.tables.sheets import Alignment, Area, Card, CardType, Mod, SeekerSheet, Spell
from rules.kernel.chance import Pile
from rules.kernel.offers import Ahead
from rules.kernel.requests import Seat
from rules.kernel.saving import State, always_saved
from rules.kernel.turns import Pace
from rules.kernel.words import Term, Word

OWN = "own:"
"""How the ids of what is no part of the box begin; its name follows."""


def own_id(name: str) -> str:
    """The id of something that is called so."""
    return OWN + name


def is_own(id: str) -> bool:
    """Whether this came from the main board."""
    return id.startswith(OWN)


def named(head: str, id: str) -> Term:
    """What something is called: ``head`` is that of the catalogue's words; without a name it is unnamed."""
    if not id.startswith(OWN):
        return Word(f"{head}.{id}")
    return id.removeprefix(OWN) or Word(f"{head}.unnamed")


Outcome = Literal["", "crystal", "last", "lost", "table"]
"""'' while the game goes on; won by the Crystal, as the last one, or lost by the only player [10.8, 10.9].

``table``: beside the main board, as the table says.
"""
FightKind = Literal["fight", "psychic"]
Trial = Literal["strength", "power", "wealth"]
TRIALS: tuple[Trial, ...] = ("strength", "power", "wealth")
CAVE, ADVENTURE, SPELLS = "cave", "adventure", "spells"
"""The decks."""
DECKS = (CAVE, ADVENTURE)
"""From which exploring Seekers draw."""


class Orders(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player wants done without being asked.

    ``deck``: from which one cards are drawn; as usual the one that is named first is kept to. ``items``: of too many
    Items one is asked, or the new ones stay where they lie. ``meet``: one is asked about a Seeker where the move
    ended, or explores. ``trophies``: traded in at
    once, the set that wastes least; asked for in a turn that brought some, where points would be lost; or only when the
    player says so. ``end``:
    before the turn ends one is asked about own-turn Spells that can do something new, about all, or never. ``dispel``:
    whether a Spell is cancelled: only one that hurts the own Seeker, asked at every Spell, never. ``evade``: evades
    attackers by an ability. ``defence``: Spells when attacked: those that help when the own side is not ahead, asked at
    every attack, never. ``ready``: before an own fight a holder of Spells is asked where it is not ahead or may die,
    always, never. ``reroll``: a die of a duel that was not won. ``spoils``: what a beaten attacker pays.
    """

    deck: Literal["first", "ask", "cave", "adventure"] = "first"
    items: Literal["ask", "keep"] = "ask"
    meet: Literal["ask", "never"] = "ask"
    trophies: Literal["ask", "at_once", "never"] = "ask"
    end: Literal["new", "ask", "never"] = "new"
    dispel: Literal["aimed", "ask", "never"] = "aimed"
    evade: Literal["ask", "always", "never"] = "ask"
    defence: Literal["losing", "ask", "never"] = "losing"
    ready: Literal["behind", "ask", "never"] = "behind"
    reroll: Literal["ask", "always", "never"] = "ask"
    spoils: Literal["ask", "wound", "gold"] = "ask"


USUAL_ORDERS: Mapping[Pace, Orders] = {
    "brisk": Orders(),
    "book": Orders(deck="ask", end="ask", dispel="ask", defence="ask", ready="ask"),
}
"""What holds for who has ordered nothing else."""


class Seeker(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A Seeker in the cave. ``strength``, ``power``: own values; ``level``: up to where wounds heal.

    ``items``, ``followers``, ``spells``, ``trophies``: cards by id, in the order in which they came. ``cards``: Cave
    cards counted since the last own Power for them [3.3]. ``trials``: those passed. ``slow``: own turns in which it
    moves one area only; ``lost``: own turns still to be skipped.
    """

    id: str
    seat: Seat
    at: str
    strength: int
    power: int
    endurance: int
    level: int
    gold: int
    items: list[str] = []
    followers: list[str] = []
    spells: list[str] = []
    trophies: list[str] = []
    cards: int = 0
    trials: list[str] = []
    slow: int = 0
    lost: int = 0

    @property
    def name(self) -> Term:
        """What it is called."""
        return named("seeker", self.id)


class Named(Ahead, frozen=True, omit_defaults=True):
    """A move named ahead; from which ``deck`` is drawn then, and ``towards`` where one goes if the way is at choice."""

    deck: str
    towards: str = ""


class Player(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player. ``seeker`` None: it died, a new one comes in the next turn, or the player is ``out`` [8.5].

    ``last``: the Seeker that died last. ``deaths``: how many died. ``ahead``: what the next turn begins with, if named.
    ``deck``: the one that was named aloud and is kept to, unless standing orders say something else.
    """

    seat: Seat
    seeker: Seeker | None = None
    out: bool = False
    last: str = ""
    deaths: int = 0
    orders: Orders = always_saved(Orders())
    ahead: Named | None = None
    deck: str = ""


class Trip(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What one turn keeps in mind. ``power``: total Power when it began [A8]; ``path``: areas used in this turn.

    ``slow``: this turn's move is one area only [4.11]. ``over``: nothing more happens in this turn. ``moved``: an
    effect moved the Seeker, which explores anew. ``explored``: this area was explored already. ``evaded``: cards and
    seats on this area with which there is no more interaction. ``offered``: what could be done when the turn began.
    ``choice``: areas among which somebody chooses who is led elsewhere.
    ``deck``, ``towards``: from which is drawn, and where one goes, if this turn's move was named ahead. ``left``: what
    the Seeker has laid down on the area where it explores.
    """

    power: int = 0
    path: list[str] = []
    slow: bool = False
    over: bool = False
    moved: bool = False
    explored: bool = False
    evaded: list[str] = []
    offered: list[str] = []
    choice: list[str] = []
    deck: str = ""
    towards: str = ""
    left: list[str] = []


class Fight(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is being fought, for views and for whoever decides. The active Seeker is the attacker: ``own``.

    ``foes``: Enemies by card id; ``rival``: the seat of an attacked Seeker; ``guardian``: the key of the words of
    whoever else is fought, with ``value`` its Strength or Power. Just one of the three is there. ``bonus``: what Spells
    add to a side (``own``, ``theirs``); ``dice``: natural faces, once thrown.
    """

    kind: FightKind
    foes: list[str] = []
    rival: Seat = ""
    guardian: str = ""
    value: int = 0
    bonus: dict[str, int] = {}
    dice: dict[str, int] = {}


class Tally(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Numbers for reports."""

    rounds: int = 0
    found: int = 0
    searched: int = 0
    fights_won: int = 0
    fights_lost: int = 0
    fights_tied: int = 0
    psychic_won: int = 0
    psychic_lost: int = 0
    psychic_tied: int = 0
    deaths: int = 0
    trophy_strength: int = 0
    card_power: int = 0
    healed: int = 0
    gates: int = 0
    chambers: int = 0
    duels: int = 0
    trials: int = 0
    spells: int = 0


# Beside the main board -----------------------------------------------------------------------------------------


class Thing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the main game that a visitor brought along. ``marks``: what it does, as it was typed."""

    type: CardType
    weapon: bool = False
    mods: tuple[Mod, ...] = ()
    strength: int = 0
    marks: str = ""

    def card(self, id: str) -> Card:
        """The same as a card, of the Adventure stack that is not in the Cave."""
        return Card(
            id=id, deck="adventure", type=self.type, order=0, weapon=self.weapon, mods=self.mods, strength=self.strength
        )


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something of a visit that the exit card tells: what it was, of which card or by what, how much of it, where."""

    what: Literal["strength", "power", "used", "lies", "taken", "won", "traded", "spirit", "cast"]
    of: Term = ""
    number: int = 0
    where: Term = ""


class Visitor(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A Seeker of the main game: what stands on its card, and how it was when nobody reckoned with it here.

    ``id``: the Seeker's, its own name or one of the box. ``strength``, ``power``: at the start; ``lowered``: which of
    them a card of the main game holds below that [B9]. ``said``: abilities that no mod says. ``kept``: as it is
    outside. ``came``: from where. ``coming``: its next turn is to come in. ``before``: as it came in; ``notes``: of
    this visit.
    """

    id: str
    kind: str = ""
    align: Alignment = "neutral"
    strength: int = 0
    power: int = 0
    lowered: tuple[str, ...] = ()
    abilities: tuple[Mod, ...] = ()
    marks: str = ""
    said: str = ""
    kept: Seeker | None = None
    came: str = always_saved("rocks")
    coming: bool = False
    before: Seeker | None = None
    notes: list[Note] = []


class Annex(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The Cave as an annex of the main board: visitors by seat, what they brought along by id.

    ``taken``: the Crystal is not in its Chamber. ``dead``: seats without a Seeker; ``unasked``: those of them of whom
    nobody said yet whether any Seeker stands on the Crown's area; ``crown``: what is said of that beforehand.
    ``dealt``: Spells are dealt from the box. ``again``: this seat has another turn. ``numbers``: what is added to a
    seat's next die.
    """

    visitors: dict[Seat, Visitor] = {}
    things: dict[str, Thing] = {}
    taken: bool = False
    dead: list[Seat] = []
    unasked: list[Seat] = []
    crown: Literal["", "yes", "no"] = ""
    dealt: bool = False
    again: Seat = ""
    numbers: dict[Seat, int] = {}


class Game(State[Tables], kw_only=True):
    """Everything that is played with.

    ``decks``, ``used``: piles by the deck's name. ``lying``, ``gold``: cards face up and gold of the dead, by area.
    ``gates``: those that stand open. ``crystal``: the area of the Crystal Chamber once it is found. ``round``: from 1.
    ``annex``: only there beside the main board.
    """

    options: Options
    seats: tuple[Seat, ...]
    stage: int = 0
    outcome: Outcome = ""
    winner: Seat = ""
    players: dict[Seat, Player] = {}
    order: list[Seat] = []
    turn: int = 0
    decks: dict[str, Pile] = {}
    used: dict[str, Pile] = {}
    lying: dict[str, list[str]] = {}
    gold: dict[str, int] = {}
    gates: list[str] = []
    crystal: str = ""
    trip: Trip = msgspec.field(default_factory=Trip)
    fight: Fight | None = None
    tally: Tally = msgspec.field(default_factory=Tally)
    annex: Annex | UnsetType = UNSET

    @property
    def beside(self) -> Annex | None:
        """What there is only beside the main board; None: the game stands alone."""
        return None if self.annex is UNSET else self.annex

    def visitor(self, seeker: Seeker) -> Visitor | None:
        """Who this is outside; None: nobody."""
        return None if self.annex is UNSET else self.annex.visitors.get(seeker.seat)

    @property
    def active_seat(self) -> Seat:
        """Whose turn it is."""
        return self.order[self.turn]

    @property
    def active(self) -> Seeker | None:
        """Whose turn it is; None when it just died."""
        return self.players[self.active_seat].seeker

    @property
    def seekers(self) -> list[Seeker]:
        """Everybody in the cave, in the order of play."""
        return [seeker for seat in self.order if (seeker := self.players[seat].seeker) is not None]

    def seeker_of(self, seat: Seat) -> Seeker:
        """The Seeker of a seat, which has one."""
        seeker = self.players[seat].seeker
        assert seeker is not None
        return seeker

    def alive(self, seeker: Seeker) -> bool:
        """Whether this very Seeker is still in the cave."""
        return self.players[seeker.seat].seeker is seeker

    def others_at(self, seeker: Seeker) -> list[Seeker]:
        """Other players' Seekers on the same area, in the order of play."""
        return [other for other in self.seekers if other.at == seeker.at and other.seat != seeker.seat]

    def sheet(self, seeker: Seeker) -> SeekerSheet:
        """The values on its card."""
        if self.annex is UNSET:
            return self.tables.seekers.of(seeker.id)
        return card_of(self.tables, self.annex.visitors[seeker.seat])

    def area(self, id: str) -> Area:
        """An area of the board."""
        return self.tables.board.of(id)

    def card(self, id: str) -> Card:
        """A card of either deck, or of the main game."""
        return (
            self.tables.cards.of(id)
            if self.annex is UNSET
            else (self.annex.things[id].card(id) if is_own(id) else self.tables.cards.of(id))
        )

    def spell(self, id: str) -> Spell:
        """A Spell; one of the main game does what the table says."""
        return Spell(id=id, window="table") if is_own(id) else self.tables.spells.of(id)

    def mods(self, seeker: Seeker) -> list[Mod]:
        """Everything that changes a Seeker's doings: abilities, Items, Followers; of Weapons all of them."""
        cards = [self.card(id) for id in (*seeker.items, *seeker.followers)]
        return [*self.sheet(seeker).abilities, *(mod for card in cards for mod in card.mods)]

    def goes_on(self, seeker: Seeker) -> bool:
        """Whether this turn goes on for its Seeker where it stands."""
        return self.alive(seeker) and not (self.trip.over or self.trip.moved or self.outcome)

    def orders(self, seeker: Seeker) -> Orders:
        """What its player ordered."""
        return self.players[seeker.seat].orders


def card_of(tables: Tables, guest: Visitor) -> SeekerSheet:
    """A visitor's card: its own values, and the abilities of the card where it is one of the box."""
    abilities = guest.abilities if is_own(guest.id) else tables.seekers.of(guest.id).abilities
    return SeekerSheet(
        id=guest.id,
        align=guest.align,
        strength=guest.strength,
        power=guest.power,
        gold=0,
        spells=0,
        abilities=abilities,
    )
