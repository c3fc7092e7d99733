"""The state of a game: players, Seekers, decks, cards on areas. It links by id, uses no sets and stores nothing
derived.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from rules.jaskinia.options import Options
from rules.jaskinia.tables import Tables, sheets
from rules.jaskinia.tables.effects import FightKind as FightKind
from rules.kernel.chance import Pile
from rules.kernel.offers import Ahead
from rules.kernel.requests import Seat
from rules.kernel.saving import State, always_saved
from rules.kernel.turns import Pace
from rules.kernel.words import Term, Word

OWN = "own:"
"""The prefix of ids of things that are not from the box; the name follows."""


def own_id(name: str) -> str:
    """Return the id of a thing of the main game with this name."""
    return OWN + name


def is_own(id: str) -> bool:
    """Whether this id belongs to a thing of the main game."""
    return id.startswith(OWN)


def named(head: str, id: str) -> Term:
    """Return the name of a thing: its own, or the catalogue's word under ``head``."""
    if not id.startswith(OWN):
        return Word(f"{head}.{id}")
    return id.removeprefix(OWN) or Word(f"{head}.unnamed")


Outcome = Literal["", "crystal", "last", "lost", "table"]
"""The result: '' while the game goes on; won by the Crystal or as the last one, or lost by the only player [10.8,
10.9].

``table``: decided by the table, beside the main board.
"""
Trial = Literal["strength", "power", "wealth"]
TRIALS: tuple[Trial, ...] = ("strength", "power", "wealth")
CAVE, ADVENTURE, SPELLS = "cave", "adventure", "spells"
DECKS = (CAVE, ADVENTURE)
"""The decks for exploration."""
ORDER_WORDS = "caveorders"
"""The prefix of the words of standing orders."""


class Orders(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's standing orders.

    ``deck``: the deck to draw from; usually the first one named is kept. ``items``: with too many Items ask, or leave
    the new ones. ``meet``: ask about a Seeker on the area where the move ended, or explore.

    ``trophies``: trade the least wasteful set at once; ask in turns that brought trophies if points would be lost; or
    only on the player's request. ``end``: at the end of the turn ask about own-turn Spells with a new effect, about
    all, or never.

    ``dispel``: cancel only Spells that hurt the own Seeker, ask at every Spell, or never. ``evade``: evade attackers by
    an ability. ``defence``: when attacked, cast Spells that help if the own side is not ahead, ask always, or never.

    ``ready``: before an own fight ask a holder of Spells who is not ahead or may die, always, or never. ``reroll``:
    throw the die of a duel again that is not won. ``spoils``: what a beaten attacker pays.
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
"""The standing orders of players who gave none, by pace."""


class Seeker(Struct, kw_only=True, omit_defaults=True):
    """A Seeker in the cave. ``strength``, ``power``: own values; ``level``: the Endurance up to which wounds heal.

    ``items``, ``followers``, ``spells``, ``trophies``: ids of cards in the order in which they came. ``cards``: Cave
    cards counted since they last gave own Power [3.3]. ``trials``: trials passed. ``slow``: own turns with a move of
    one area; ``lost``: own turns still to be missed.
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
        """The Seeker's name."""
        return named("seeker", self.id)


class Named(Ahead, frozen=True, omit_defaults=True):
    """A move named in advance; ``deck``: the deck to draw from; ``towards``: the area to go towards on a free route."""

    deck: str
    towards: str = ""


class Player(Struct, kw_only=True, omit_defaults=True):
    """A player. ``seeker`` None: it died, and a new one comes on the next turn unless the player is ``out`` [8.5].

    ``last``: the Seeker that died last. ``deaths``: number of deaths. ``ahead``: the named beginning of the next turn.
    ``deck``: the deck named aloud, used unless standing orders differ.
    """

    seat: Seat
    seeker: Seeker | None = None
    out: bool = False
    last: str = ""
    deaths: int = 0
    orders: Orders = always_saved(Orders())
    ahead: Named | None = None
    deck: str = ""


class Trip(Struct, kw_only=True, omit_defaults=True):
    """The state of one turn. ``power``: total Power at its beginning [A8]; ``path``: areas used in this turn.

    ``slow``: the move is one area only [4.11]. ``over``: the turn has ended. ``moved``: an effect moved the Seeker,
    which explores anew. ``explored``: this area is already explored. ``evaded``: cards and seats on this area that are
    out of play. ``offered``: the actions at the beginning of the turn. ``choice``: the areas to which an effect may
    lead.

    ``deck``, ``towards``: deck and direction of a move named in advance. ``left``: cards that the Seeker has laid down
    here.
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


class Fight(Struct, kw_only=True, omit_defaults=True):
    """A fight. The active Seeker is the attacker, ``own``.

    Exactly one opponent is set. ``foes``: Enemies by card id; ``rival``: the seat of an attacked Seeker; ``guardian``:
    the word key of any other opponent, with its Strength or Power in ``value``. ``bonus``: the Spells' bonus of each
    side (``own``, ``theirs``); ``dice``: natural faces once thrown.
    """

    kind: FightKind
    foes: list[str] = []
    rival: Seat = ""
    guardian: str = ""
    value: int = 0
    bonus: dict[str, int] = {}
    dice: dict[str, int] = {}


class Tally(Struct, kw_only=True, omit_defaults=True):
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


class Thing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the main game that a visitor brought. ``marks``: its effects as typed."""

    type: sheets.CardType
    weapon: bool = False
    mods: tuple[sheets.Mod, ...] = ()
    strength: int = 0
    marks: str = ""

    def card(self, id: str) -> sheets.Card:
        """Return the thing as an Adventure card with this id."""
        return sheets.Card(
            id=id, deck="adventure", type=self.type, order=0, weapon=self.weapon, mods=self.mods, strength=self.strength
        )


class Note(Struct, frozen=True, omit_defaults=True):
    """An entry for the exit card: its kind, its card or cause, its amount, its place."""

    what: Literal["strength", "power", "used", "lies", "taken", "won", "traded", "spirit", "cast"]
    of: Term = ""
    number: int = 0
    where: Term = ""


class Visitor(Struct, kw_only=True, omit_defaults=True):
    """A Seeker of the main game: the values on its card, and its state outside the Cave.

    ``id``: its own name, or a Seeker of the box. ``strength``, ``power``: at the start; ``lowered``: those that a card
    of the main game holds lower [B9]. ``said``: abilities that no mod expresses. ``kept``: the Seeker while outside.
    ``came``: its way in. ``coming``: it enters on its next turn. ``before``: the Seeker as it entered; ``notes``:
    entries of this visit.
    """

    id: str
    kind: str = ""
    align: sheets.Alignment = "neutral"
    strength: int = 0
    power: int = 0
    lowered: tuple[str, ...] = ()
    abilities: tuple[sheets.Mod, ...] = ()
    marks: str = ""
    said: str = ""
    kept: Seeker | None = None
    came: str = always_saved("rocks")
    coming: bool = False
    before: Seeker | None = None
    notes: list[Note] = []


class Annex(Struct, kw_only=True, omit_defaults=True):
    """The state that exists only beside the main board: visitors by seat, their things by id.

    ``taken``: the Crystal is not in its Chamber. ``dead``: seats without a Seeker; ``unasked``: those for which the
    question about the Crown's area is open; ``crown``: its answer given in advance. ``dealt``: Spells are dealt from
    the box. ``again``: this seat has another turn. ``numbers``: bonuses to a seat's next die.
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
    """The whole state of a game.

    ``decks``, ``used``: piles by the deck's name. ``lying``, ``gold``: cards face up and gold of the dead, by area.
    ``gates``: the open ones. ``crystal``: the area of the Crystal Chamber once it is found. ``round``: from 1.
    ``calls_open``: a game master may call an event, as the Seeker at turn has not moved yet. ``annex``: set only beside
    the main board.
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
    trip: Trip = field(default_factory=Trip)
    fight: Fight | None = None
    tally: Tally = field(default_factory=Tally)
    calls_open: bool = False
    annex: Annex | UnsetType = UNSET

    @property
    def beside(self) -> Annex | None:
        """The state beside the main board; None in a game of the Cave alone."""
        return None if self.annex is UNSET else self.annex

    def visitor(self, seeker: Seeker) -> Visitor | None:
        """Return the Seeker's state outside the Cave; None for a Seeker of this game."""
        return None if self.annex is UNSET else self.annex.visitors.get(seeker.seat)

    @property
    def active_seat(self) -> Seat:
        """The seat at turn."""
        return self.order[self.turn]

    @property
    def active(self) -> Seeker | None:
        """The Seeker at turn; None if it just died."""
        return self.players[self.active_seat].seeker

    @property
    def seekers(self) -> list[Seeker]:
        """All Seekers in the cave, in the order of play."""
        return [seeker for seat in self.order if (seeker := self.players[seat].seeker)]

    def seeker_of(self, seat: Seat) -> Seeker:
        """Return the Seeker of a seat, which must have one."""
        seeker = self.players[seat].seeker
        assert seeker
        return seeker

    def alive(self, seeker: Seeker) -> bool:
        """Whether this Seeker is still in the cave."""
        return self.players[seeker.seat].seeker is seeker

    def others_at(self, seeker: Seeker) -> list[Seeker]:
        """Return other players' Seekers on the same area, in the order of play."""
        return [other for other in self.seekers if other.at == seeker.at and other.seat != seeker.seat]

    def sheet(self, seeker: Seeker) -> sheets.SeekerSheet:
        """Return the Seeker's card."""
        if self.annex is UNSET:
            return self.tables.seekers.of(seeker.id)
        return card_of(self.tables, self.annex.visitors[seeker.seat])

    def area(self, id: str) -> sheets.Area:
        """Return an area of the board."""
        return self.tables.board.of(id)

    def card(self, id: str) -> sheets.Card:
        """Return a card of either deck, or of the main game."""
        return (
            self.tables.cards.of(id)
            if self.annex is UNSET
            else (self.annex.things[id].card(id) if is_own(id) else self.tables.cards.of(id))
        )

    def spell(self, id: str) -> sheets.Spell:
        """Return a Spell; the table applies a Spell of the main game."""
        return sheets.Spell(id=id, window="table") if is_own(id) else self.tables.spells.of(id)

    def mods(self, seeker: Seeker) -> list[sheets.Mod]:
        """Return all modifiers of a Seeker: abilities, Items and Followers, with all Weapons."""
        cards = [self.card(id) for id in (*seeker.items, *seeker.followers)]
        return [*self.sheet(seeker).abilities, *(mod for card in cards for mod in card.mods)]

    def goes_on(self, seeker: Seeker) -> bool:
        """Whether the Seeker's turn goes on on the present area."""
        return self.alive(seeker) and not (self.trip.over or self.trip.moved or self.outcome)

    def orders(self, seeker: Seeker) -> Orders:
        """Return the standing orders of the Seeker's player."""
        return self.players[seeker.seat].orders


def card_of(tables: Tables, guest: Visitor) -> sheets.SeekerSheet:
    """Return a visitor's card: its own values, and its abilities if it is a Seeker of the box."""
    abilities = guest.abilities if is_own(guest.id) else tables.seekers.of(guest.id).abilities
    return sheets.SeekerSheet(
        id=guest.id,
        align=guest.align,
        strength=guest.strength,
        power=guest.power,
        gold=0,
        spells=0,
        abilities=abilities,
    )
