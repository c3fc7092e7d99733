"""The state of a game: players, Seekers, decks, what lies where. Links by id, no sets, nothing derived."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.jaskinia.options import Options
from rules.jaskinia.tables import Tables
from rules.jaskinia.tables.sheets import Area, Card, Mod, SeekerSheet
from rules.kernel.ahead import Ahead
from rules.kernel.piles import Pile
from rules.kernel.requests import Seat
from rules.kernel.state import State
from rules.kernel.words import Word

Outcome = Literal["", "crystal", "last", "lost"]
"""'' while the game goes on; won by the Crystal, as the last one, or lost by the only player [10.8, 10.9]."""
FightKind = Literal["fight", "psychic"]
Trial = Literal["strength", "power", "wealth"]
TRIALS: tuple[Trial, ...] = ("strength", "power", "wealth")
CAVE, ADVENTURE, SPELLS = "cave", "adventure", "spells"
"""The decks."""
DECKS = (CAVE, ADVENTURE)
"""From which exploring Seekers draw."""


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What a player wants done without being asked.

    ``deck``: from which one cards are drawn. ``items``: of too many Items one is asked, or the new ones stay where they
    lie. ``meet``: one is asked about meeting a Seeker where the move ended, or explores. ``trophies``: traded in at
    once, the set that wastes least; asked for in a turn that brought some; or only when the player says so. ``end``:
    before the turn ends one is asked about own-turn Spells that can do something new, about all, or never. ``dispel``:
    whether a Spell is cancelled: only one that hurts the own Seeker, asked at every Spell, never. ``evade``: evades
    attackers by an ability. ``defence``: Spells when attacked: those that help when the own side is not ahead, asked at
    every attack, never. ``reroll``: a die of a duel that was not won. ``spoils``: what a beaten attacker pays.
    """

    deck: Literal["ask", "cave", "adventure"] = "ask"
    items: Literal["ask", "keep"] = "ask"
    meet: Literal["ask", "never"] = "ask"
    trophies: Literal["ask", "at_once", "never"] = "ask"
    end: Literal["new", "ask", "never"] = "new"
    dispel: Literal["aimed", "ask", "never"] = "aimed"
    evade: Literal["ask", "always", "never"] = "ask"
    defence: Literal["losing", "ask", "never"] = "losing"
    reroll: Literal["ask", "always", "never"] = "ask"
    spoils: Literal["ask", "wound", "gold"] = "ask"


class Seeker(msgspec.Struct, kw_only=True):
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
    def name(self) -> Word:
        """What it is called."""
        return Word(f"seeker.{self.id}")


class Named(Ahead, frozen=True):
    """A move named ahead; from which ``deck`` is drawn then, and ``towards`` where one goes if the way is at choice."""

    deck: str
    towards: str = ""


class Player(msgspec.Struct, kw_only=True):
    """A player. ``seeker`` None: it died, a new one comes in the next turn, or the player is ``out`` [8.5].

    ``last``: the Seeker that died last. ``deaths``: how many died. ``ahead``: what the next turn begins with, if named.
    """

    seat: Seat
    seeker: Seeker | None = None
    out: bool = False
    last: str = ""
    deaths: int = 0
    orders: Orders = Orders()
    ahead: Named | None = None


class Trip(msgspec.Struct, kw_only=True):
    """What one turn keeps in mind. ``power``: total Power when it began [A8]; ``path``: areas used in this turn.

    ``slow``: this turn's move is one area only [4.11]. ``over``: nothing more happens in this turn. ``moved``: an
    effect moved the Seeker, which explores anew. ``explored``: this area was explored already. ``evaded``: cards and
    seats on this area with which there is no more interaction. ``offered``: what could be done when the turn began.
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
    deck: str = ""
    towards: str = ""
    left: list[str] = []


class Fight(msgspec.Struct, kw_only=True):
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


class Tally(msgspec.Struct, kw_only=True):
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


class Game(State[Tables], kw_only=True):
    """Everything that is played with.

    ``decks``, ``used``: piles by the deck's name. ``lying``, ``gold``: cards face up and gold of the dead, by area.
    ``gates``: those that stand open. ``crystal``: the area of the Crystal Chamber once it is found. ``round``: from 1.
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
        return [one for seat in self.order if (one := self.players[seat].seeker) is not None]

    def seeker_of(self, seat: Seat) -> Seeker:
        """The Seeker of a seat, which has one."""
        one = self.players[seat].seeker
        assert one is not None
        return one

    def alive(self, one: Seeker) -> bool:
        """Whether this very Seeker is still in the cave."""
        return self.players[one.seat].seeker is one

    def others_at(self, one: Seeker) -> list[Seeker]:
        """Other players' Seekers on the same area, in the order of play."""
        return [other for other in self.seekers if other.at == one.at and other.seat != one.seat]

    def sheet(self, one: Seeker) -> SeekerSheet:
        """The values on its card."""
        return self.tables.seekers.of(one.id)

    def area(self, id: str) -> Area:
        """An area of the board."""
        return self.tables.board.of(id)

    def card(self, id: str) -> Card:
        """A card of either deck."""
        return self.tables.cards.of(id)

    def mods(self, one: Seeker) -> list[Mod]:
        """Everything that changes a Seeker's doings: abilities, Items, Followers; of Weapons all of them."""
        cards = [self.card(id) for id in (*one.items, *one.followers)]
        return [*self.sheet(one).abilities, *(mod for card in cards for mod in card.mods)]

    def goes_on(self, one: Seeker) -> bool:
        """Whether this turn goes on for its Seeker where it stands."""
        return self.alive(one) and not (self.trip.over or self.trip.moved or self.outcome)

    def orders(self, one: Seeker) -> Orders:
        """What its player ordered."""
        return self.players[one.seat].orders
