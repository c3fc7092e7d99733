"""What a seat may know of the game: the only thing that pictures and prompts see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.kernel.events import Event
from rules.kernel.requests import Seat
from rules.kernel.turns import Pace
from rules.kernel.words import Phrase, Term, Word


class CardView(Struct, frozen=True):
    """A card of either deck, face up. ``rank``: its Strength or Power, its gold; 0 where it has none.

    ``text``: the key of what it says. ``type``: event, animal, monster, spirit, stranger, gold, item, magic_item,
    follower, place. ``deck``: cave or adventure. ``marks``: what a card of the main game does, as it was typed.
    ``own_text``: a group's own words for it, by language. ``bare``: an Enemy of whom there is nothing else to say.
    """

    id: str
    name: Term
    deck: str
    type: str
    rank: int
    text: str
    weapon: bool = False
    marks: str = ""
    own_text: Mapping[str, str] = {}
    bare: bool = False


class SpellView(Struct, frozen=True):
    """A Spell in hand; ``text``: the key of what it does; ``window``: when it may be cast, as in the table."""

    id: str
    name: Term
    text: str
    window: str


class AreaView(Struct, frozen=True):
    """One area. ``id``: E7 (column A–I from the west, row 1–7 from the north). ``kind``: as in the table.

    ``exits``: compass side (N, E, S, W) → the area beyond, closed Gates included. ``chamber``: K1 … K7, '' elsewhere.
    ``draw``: cards to draw. ``cards``: lying face up; ``gold``: of the dead. ``crystal``: it is the Crystal Chamber.
    """

    id: str
    kind: Literal["entrance", "chamber", "corridor", "fork", "special"]
    zone: Literal["outer", "inner"]
    name: Term
    exits: dict[str, str]
    draw: int
    chamber: str = ""
    instruction: str = ""
    cards: tuple[CardView, ...] = ()
    gold: int = 0
    crystal: bool = False


class GateView(Struct, frozen=True):
    """Mighty Gates between two areas."""

    id: str
    between: tuple[str, str]
    open: bool


class SeekerView(Struct, frozen=True):
    """A Seeker and its sheet. ``mark``: its number 1–6 in the order of seats, for colour and shape of the pawn.

    ``own_strength``, ``own_power``: counters; ``strength``, ``power``: totals with what always counts. ``start_…``: on
    the card. ``limit``: the most Spells, ``room``: the most Items. ``spells`` None: not for this viewer. ``trophies``
    with their Strength as rank, ``points``: all of it, ``points_needed`` for one own Strength; ``cave_cards`` of
    ``cave_cards_needed`` for one own Power, 0 where they do not count. ``ability``: the key of what its card says, or
    ``said`` what a guest's player typed; ``visit``: what its exit card would tell now. ``aim``: the next thing on
    the way to the Crystal. ``outside``: a guest on the main board, whose place is not known here.
    """

    id: str
    seat: Seat
    mark: int
    name: Term
    align: str
    at: str
    place: Word
    own_strength: int
    own_power: int
    strength: int
    power: int
    start_strength: int
    start_power: int
    endurance: int
    level: int
    gold: int
    items: tuple[CardView, ...]
    followers: tuple[CardView, ...]
    trophies: tuple[CardView, ...]
    points: int
    points_needed: int
    cave_cards: int
    cave_cards_needed: int
    trials: tuple[str, ...]
    room: int
    limit: int
    spells_held: int
    ability: str
    aim: Phrase
    slow: int = 0
    lost: int = 0
    active: bool = False
    spells: tuple[SpellView, ...] | None = None
    said: str = ""
    visit: tuple[Event, ...] = ()
    outside: bool = False


class PlayerView(Struct, frozen=True):
    """A player. ``seeker`` None: dead; ``out``: for good; ``last``: who died last.

    ``orders``: each by its name; None: not for this viewer. ``guest``: whose Seeker is outside, ``coming``: in its next
    turn, ``outside``: its sheet.
    """

    seat: Seat
    mark: int
    seeker: SeekerView | None
    out: bool
    deaths: int
    last: Term | None = None
    orders: dict[str, str] | None = None
    guest: Term | None = None
    coming: bool = False
    outside: SeekerView | None = None


class SideView(Struct, frozen=True):
    """A side of a fight. ``value``: everything but the die, ``bonus`` of it by Spells; ``die``: natural, or 0.

    ``mark``, ``seeker``: of a Seeker, else 0 and ''; ``cards``: Enemies.
    """

    names: tuple[Term, ...]
    value: int
    die: int = 0
    bonus: int = 0
    mark: int = 0
    seeker: str = ""
    cards: tuple[CardView, ...] = ()


class FightView(Struct, frozen=True):
    """A fight (Strength) or psychic combat (Power)."""

    kind: Literal["fight", "psychic"]
    own: SideView
    other: SideView


class View(Struct, frozen=True):
    """All that a seat may know. ``viewer`` None: a spectator. ``outcome``: '' while the game goes on.

    ``left``: how many cards the decks (cave, adventure, spells) hold. ``crystal``: the area of the Crystal Chamber, ''
    until it is found; ``goal``: how many trials win it. ``path``: areas used in this turn. ``used``: what lies face up
    in the used piles of both decks. ``choice``: areas among which somebody chooses. ``beside``: the Cave lies beside
    the main board; ``turn_of`` '': nobody is inside.
    """

    stage: int
    round: int
    viewer: Seat | None
    setting_up: bool
    outcome: str
    winner: Seat
    turn_of: Seat
    order: tuple[Seat, ...]
    areas: tuple[AreaView, ...]
    gates: tuple[GateView, ...]
    players: tuple[PlayerView, ...]
    left: dict[str, int]
    crystal: str
    goal: int = 3
    path: tuple[str, ...] = ()
    used: tuple[CardView, ...] = ()
    fight: FightView | None = None
    beside: bool = False
    choice: tuple[str, ...] = ()
    pace: Pace = "brisk"

    @property
    def seekers(self) -> tuple[SeekerView, ...]:
        """Everybody in the cave."""
        return tuple(player.seeker for player in self.players if player.seeker)
