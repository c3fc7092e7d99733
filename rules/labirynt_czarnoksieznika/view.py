"""What a seat may know of the game: the only thing that pictures and prompts see."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.requests import Seat
from rules.kernel.turns import Pace
from rules.kernel.words import Word

ChamberKind = Literal["camp", "teleport", "runes", "fire", "water", "air", "earth", "plain"]


class ChamberView(msgspec.Struct, frozen=True):
    """One chamber. ``name``: A1 (column A, row 1 = north) to D4; ``sides``: its open sides among n, e, s, w.

    ``digit`` None: the Encounter Table is never used here. ``floor``: tokens lying face up. ``token``: '' or trap,
    cloud, tree, and ``token_of`` whose it is. ``ways``: the letters of the steps that lead here, ``ways_from`` the
    chamber from which each of them leads.
    """

    name: str
    kind: ChamberKind
    sides: str
    digit: int | None
    floor: tuple[Word, ...] = ()
    token: Literal["", "trap", "cloud", "tree"] = ""
    token_of: Seat = ""
    ways: tuple[str, ...] = ()
    ways_from: tuple[str, ...] = ()


class PawnView(msgspec.Struct, frozen=True):
    """A character on a board. ``team``: undead, dwarves, ratmen or elves (colour and shape of the pawn).

    ``mark``: 1, 2 or 3, its place on the team's card; Z for the Zombie. ``moving``: it is the one that acts;
    ``held``: it may not be moved in this turn.
    """

    id: str
    seat: Seat
    team: str
    name: Word
    mark: str
    chamber: str
    moving: bool = False
    held: bool = False


class BoardView(msgspec.Struct, frozen=True):
    """A board: sixteen chambers row by row from the north-west. ``owner`` '': neutral.

    ``leads_to``: for each number of dice faces the board (its place among ``View.boards``) to which its Teleport leads.
    """

    id: str
    name: Word
    owner: Seat
    owner_team: str
    chambers: tuple[ChamberView, ...]
    pawns: tuple[PawnView, ...]
    leads_to: tuple[tuple[str, int], ...] = ()


class TokenView(msgspec.Struct, frozen=True):
    """A token. ``kind``: weapon, armour, elixir, scroll, crystal, glove; ``bonus`` of a weapon or of the Glove."""

    id: str
    name: Word
    kind: str
    bonus: int = 0


class CardView(msgspec.Struct, frozen=True):
    """A character's card. ``pack`` and ``rune`` are None for whoever may not see them; ``boxes``: size of the Backpack.

    ``carried``: how many tokens are in the Backpack. ``ability``: the key of its words. ``has_rune``: it carries one.
    ``goals``: board and chamber to which its Rune goes, or a Crystal; for whoever may see these.
    """

    id: str
    seat: Seat
    team: str
    name: Word
    mark: str
    state: Literal["active", "asleep", "dead", "gone"]
    at: str
    board: int
    strength: int
    life: int
    full_life: int
    boxes: int
    slots: int
    magic: tuple[str, ...]
    ability: Word
    hand: TokenView | None
    worn: tuple[TokenView, ...]
    carried: int
    has_rune: bool
    stunned: bool
    pack: tuple[TokenView, ...] | None = None
    rune: str | None = None
    goals: tuple[tuple[int, str], ...] = ()


class OrdersView(msgspec.Struct, frozen=True):
    """Standing orders by their names, each as the key of its value."""

    values: dict[str, str]


class GloveView(msgspec.Struct, frozen=True):
    """What a Glove of Doom costs a team (Gems, beside a token of each kind) and gives; ``lacks``: what is missing."""

    gems: int
    bonus: int
    wounds: int
    lacks: tuple[Word, ...]


class TeamView(msgspec.Struct, frozen=True):
    """A team. ``store`` and ``orders`` None: not for this viewer; ``stored``: how many tokens lie in the Camp.

    ``free_tokens``: special tokens that still lie on its cards, kind → how many. ``active``: it is its turn.
    ``glove``: None, too, where one is worn already.
    """

    seat: Seat
    team: str
    name: Word
    gems: int
    board: int
    cards: tuple[CardView, ...]
    stored: int
    active: bool
    out: bool
    has_glove: bool
    free_tokens: dict[str, int]
    store: tuple[TokenView, ...] | None = None
    orders: OrdersView | None = None
    glove: GloveView | None = None


class FighterView(msgspec.Struct, frozen=True):
    """A side of a fight. ``team`` '' for a monster; ``strength`` with everything but the die; ``die`` natural, or 0."""

    names: tuple[Word, ...]
    team: str
    ids: tuple[str, ...]
    strength: int
    die: int = 0
    shift: int = 0


class FightView(msgspec.Struct, frozen=True):
    """A clash: the attacker, the other side, which clash it is, and the scrolls cast so far."""

    attacker: FighterView
    other: FighterView
    clash: int
    cast: tuple[Word, ...] = ()


class View(msgspec.Struct, frozen=True):
    """All that a seat may know. ``viewer`` None: a spectator. ``outcome``: '' while the game goes on, else gems, last.

    ``goal``: Gems that win. ``left``: Finds in the bag, Runes in the pool, Crystals on the stack. ``takes``, ``lays``:
    what the viewer, who is asked what to carry, would take up here and lay down of its own as usual.
    """

    stage: int
    round: int
    viewer: Seat | None
    setting_up: bool
    outcome: str
    winner: Seat
    goal: int
    turn_of: Seat
    order: tuple[Seat, ...]
    boards: tuple[BoardView, ...]
    teams: tuple[TeamView, ...]
    left: dict[str, int]
    active: str = ""
    fight: FightView | None = None
    takes: tuple[Word, ...] = ()
    lays: tuple[Word, ...] = ()
    pace: Pace = "brisk"
