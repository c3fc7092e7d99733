"""What a seat may know of the game; pictures and prompts use nothing else."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.requests import Seat
from rules.kernel.turns import Pace
from rules.kernel.words import Word

ChamberKind = Literal["camp", "teleport", "runes", "fire", "water", "air", "earth", "plain"]


class ChamberView(Struct, frozen=True):
    """One chamber. ``name``: A1 (column A, row 1 = north) to D4; ``sides``: its open sides among n, e, s, w.

    ``digit`` None: the Encounter Table is never used here. ``floor``: tokens lying face up. ``token``: '', trap, cloud
    or tree; ``token_of``: its owner. ``ways``: the letters of steps that lead here; ``ways_from``: the chamber where
    each begins.
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


class PawnView(Struct, frozen=True):
    """A character on a board. ``team``: undead, dwarves, ratmen or elves (colour and shape of the pawn).

    ``mark``: 1, 2 or 3, its place on the team's card; Z for the Zombie. ``moving``: it acts now; ``held``: it may not
    be moved in this turn.
    """

    id: str
    seat: Seat
    team: str
    name: Word
    mark: str
    chamber: str
    moving: bool = False
    held: bool = False


class BoardView(Struct, frozen=True):
    """A board: sixteen chambers row by row from the north-west. ``owner`` '': neutral.

    ``leads_to``: ranges of die faces, each with the board (index in ``View.boards``) to which the Teleport leads.
    """

    id: str
    name: Word
    owner: Seat
    owner_team: str
    chambers: tuple[ChamberView, ...]
    pawns: tuple[PawnView, ...]
    leads_to: tuple[tuple[str, int], ...] = ()


class TokenView(Struct, frozen=True):
    """A token. ``kind``: weapon, armour, elixir, scroll, crystal, glove; ``bonus`` of a weapon or of the Glove."""

    id: str
    name: Word
    kind: str
    bonus: int = 0


class CardView(Struct, frozen=True):
    """A character's card. ``pack`` and ``rune`` are None if hidden from the viewer; ``boxes``: size of the Backpack.

    ``carried``: the number of tokens in the Backpack. ``ability``: its catalogue key. ``has_rune``: it carries a Rune.
    ``goals``: boards and chambers for its Rune or Crystals, if the viewer may see these.
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


class OrdersView(Struct, frozen=True):
    """Standing orders by name; values are catalogue keys."""

    values: dict[str, str]


class GloveView(Struct, frozen=True):
    """The price of a Glove of Doom in Gems (besides a token of each kind), its values, and the missing parts in
    ``lacks``.
    """

    gems: int
    bonus: int
    wounds: int
    lacks: tuple[Word, ...]


class TeamView(Struct, frozen=True):
    """A team. ``store`` and ``orders`` are None if hidden from the viewer; ``stored``: the number of tokens in the
    Camp.

    ``free_tokens``: special tokens still on its cards, kind → number. ``active``: it is its turn. ``glove``: None also
    if a Glove is worn already. ``carrier``: the character that everybody saw win the Crystal which it carries.
    ``home``: its steps to the Camp, 0 on another board.
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
    carrier: Word | None = None
    home: int = 0


class FighterView(Struct, frozen=True):
    """A side of a fight. ``team``: '' for a monster; ``strength``: without the die; ``die``: natural face, or 0 before
    the roll.
    """

    names: tuple[Word, ...]
    team: str
    ids: tuple[str, ...]
    strength: int
    die: int = 0
    shift: int = 0


class FightView(Struct, frozen=True):
    """A clash: the attacker, the other side, the number of the clash, and the scrolls cast so far."""

    attacker: FighterView
    other: FighterView
    clash: int
    cast: tuple[Word, ...] = ()


class View(Struct, frozen=True):
    """All that a seat may know. ``viewer`` None: a spectator. ``outcome``: '' while the game goes on, else gems or
    last.

    ``goal``: Gems that win. ``left``: Finds in the bag, Runes in the pool, Crystals on the stack. ``takes``, ``lays``:
    tokens that default packing would take up and lay down, if the viewer is asked about packing.
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
    crystal: int = 0
    takes: tuple[Word, ...] = ()
    lays: tuple[Word, ...] = ()
    pace: Pace = "brisk"
