"""The state of a game: boards, teams, characters, tokens. It links by id and holds no sets and no derived values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from rules.kernel.chance import Pile
from rules.kernel.offers import Ahead
from rules.kernel.requests import Seat
from rules.kernel.saving import State, always_saved
from rules.kernel.turns import Pace
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.options import Options
from rules.labirynt_czarnoksieznika.tables import Tables, sheets

Outcome = Literal["", "gems", "last"]
"""The result: '' while the game goes on, ``gems`` for enough Gems, ``last`` for the last team [E1, E2]."""
Life = Literal["active", "asleep", "dead", "gone"]
"""A character's state. ``dead``: awakens at its player's next turn [8.8]; ``gone``: finally dead [8.9]."""
TokenKind = Literal["trap", "cloud", "tree"]
CRYSTAL = "crystal"
"""The id of a Crystal token in a Backpack or on the floor; other tokens are Finds by id."""
GLOVE = "glove"
"""The value of ``hand`` for a wearer of the Glove of Doom."""
ZOMBIE = "zombie"


class Orders(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's standing orders: decisions that are made without asking the player.

    ``joint``: two characters defend together. ``scrolls`` in a fight: ``turn`` asks in the own turn and casts helpful
    ones when attacked and not ahead; ``ask`` asks in both; ``losing`` casts helpful ones in both. ``shield``: use a
    Force shield when a wound costs Life (``life``), ask at every wound, use it at every wound, or never.

    ``reroll``: ask to pay for a rethrow after any roll, only if a clash is not won (``losing``), only if a defeat costs
    the last Life Point (``dying``), or never. ``fate``: ask about Change of Fate after any roll, for ``losing`` only if
    a clash is not won, or never; when attacked, ``losing`` casts it if it turns the clash.

    ``encounter``, for the Encounter roll: ``fate`` asks while somebody can cast Change of Fate, and about Gems only if
    ``reroll`` is ``ask``; ``ask`` asks about both; a number improves higher (worse) totals without asking, by the
    scroll if sufficient, else for Gems; ``never`` leaves it. ``armour``: the part that breaks first.

    ``again``: ask to pay for an extra Move before the turn ends, always, only if a Crystal's carrier is one step from
    the own Camp (``home``), or never. ``ability``: ask to pay for it always, only if a Find in the Backpack could
    (``spare``), or never.

    ``pack``: ask about packing if there is a choice, also just to put things down (``always``), only with a team-mate
    in the chamber (``mates``), only if not everything fits (``full``), or never; without asking, the best use decides.
    ``drink``: drink an elixir or cast Healing at one Life Point (``dying``), ask if somebody is hurt and carries
    anything, or only before the Move.
    """

    joint: Literal["ask", "always", "never"] = "ask"
    scrolls: Literal["turn", "ask", "losing", "never"] = "turn"
    shield: Literal["life", "ask", "always", "never"] = "life"
    reroll: Literal["dying", "ask", "losing", "never"] = "dying"
    fate: Literal["ask", "losing", "never"] = "losing"
    encounter: Literal["fate", "ask", "8", "11", "13", "never"] = "fate"
    armour: Literal["helmet", "breastplate", "ask"] = "helmet"
    again: Literal["home", "ask", "never"] = "home"
    ability: Literal["spare", "ask", "never"] = "spare"
    pack: Literal["full", "mates", "ask", "always", "never"] = "full"
    drink: Literal["dying", "ask", "never"] = "dying"


USUAL_ORDERS: Mapping[Pace, Orders] = {
    "brisk": Orders(),
    "book": Orders(
        scrolls="ask",
        shield="ask",
        reroll="ask",
        fate="ask",
        encounter="ask",
        armour="ask",
        again="ask",
        ability="ask",
        pack="ask",
        drink="ask",
    ),
}


class Character(Struct, kw_only=True, omit_defaults=True):
    """A character of a team, or the Zombie. ``life``: Life Points left; ``hand``: a Weapon, the Glove, or ''.

    ``worn``: Armour in use; ``pack``: Finds and Crystals in the Backpack; ``rune``: takes no box. ``loot``: tokens won
    but not stowed yet. ``stunned``: may not be moved in its player's next turn; ``held``: nor in this one [3.6].
    """

    id: str
    seat: Seat
    life: int = 0
    state: Life = "asleep"
    at: sheets.Place = ""
    hand: str = ""
    worn: list[str] = []
    pack: list[str] = []
    loot: list[str] = []
    rune: str = ""
    stunned: bool = False
    held: bool = False

    @property
    def name(self) -> Word:
        """The character's name."""
        return Word(f"character.{self.id}")

    @property
    def active(self) -> bool:
        """Whether the character stands on a board."""
        return self.state == "active"

    @property
    def tokens(self) -> list[str]:
        """All tokens in hand, worn, in the Backpack and not stowed yet, without the Rune and the Glove."""
        weapon = [self.hand] if self.hand not in ("", GLOVE) else []
        return [*weapon, *self.worn, *self.pack, *self.loot]


class Team(Struct, kw_only=True, omit_defaults=True):
    """A player's team. ``team``: its id; ``board``: the number of its board; ``store``: tokens in its Camp.

    ``ahead``: the planned first step of the next turn. ``moved``: the characters that made its latest Moves.
    ``crystal``: the character that publicly won a Crystal still with the team.
    """

    seat: Seat
    team: str = ""
    board: int = -1
    gems: int = 0
    store: list[str] = []
    orders: Orders = always_saved(Orders())
    ahead: Ahead | None = None
    moved: list[str] = []
    crystal: str = ""


class Token(Struct, kw_only=True, omit_defaults=True):
    """A special token in a chamber, with its owner's seat [10]."""

    kind: TokenKind
    seat: Seat


class Fight(Struct, kw_only=True, omit_defaults=True):
    """The current clash; the attacker is the active character.

    ``foe``: a monster's id, or '' against ``defenders``. ``cast``: scrolls cast, with their casters, in order.
    ``dice``: the natural face of each side (``own``, ``theirs``) once rolled; ``shift``: the change of a side's die by
    Change of Fate.
    """

    attacker: str
    defenders: list[str] = []
    foe: str = ""
    clash: int = 1
    cast: list[tuple[str, str]] = []
    dice: dict[str, int] = {}
    shift: dict[str, int] = {}


class Tally(Struct, kw_only=True, omit_defaults=True):
    """Counts for reports. ``moves``: the number for each character."""

    rounds: int = 0
    table_rolls: int = 0
    monsters_won: int = 0
    monsters_lost: int = 0
    monsters_tied: int = 0
    duels: int = 0
    duels_won: int = 0
    deaths: int = 0
    crystals: int = 0
    brought_home: int = 0
    gems_won: int = 0
    gloves: int = 0
    rerolls: int = 0
    scrolls: int = 0
    moves: dict[str, int] = {}


class Game(State[Tables], kw_only=True, dict=True):
    """The whole state. ``boards``: face ids in seat order, a neutral board last; ``order``: seats as they take turns.

    ``turn``: the index of the active seat in ``order``. ``floor``: tokens lying face up. ``entered``: the exploring
    character. ``rearrange``: it lost arms or was hurt on the way and may make up for it. ``paid``: this turn's extra
    Move is paid.

    ``zombie_moved``: the Zombie has moved in this turn. ``ability_used``: the explorer has used an ability with a cost.
    ``ahead``: this turn's Move was planned. ``sorting``: the player wants to be asked about packing in this turn.
    ``packing``: the character whose packing is being asked about. ``calls_open``: a game master may call an event, as
    the player at turn has not moved yet.
    """

    options: Options
    seats: tuple[Seat, ...]
    stage: int = 0
    outcome: Outcome = ""
    winner: Seat = ""
    boards: list[str] = []
    teams: dict[Seat, Team] = {}
    characters: dict[str, Character] = {}
    order: list[Seat] = []
    turn: int = 0
    bag: Pile = {}
    runes: Pile = {}
    crystals: int = 0
    floor: dict[sheets.Place, list[str]] = {}
    tokens: dict[sheets.Place, Token] = {}
    entered: str = ""
    rearrange: bool = False
    fight: Fight | None = None
    paid: bool = False
    zombie_moved: bool = False
    ability_used: bool = False
    ahead: bool = False
    sorting: bool = False
    packing: str = ""
    calls_open: bool = False
    tally: Tally = field(default_factory=Tally)

    @property
    def active_seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.order[self.turn]

    def card(self, id: str) -> sheets.CharacterSheet:
        """Return the values of a character; the Zombie's come from its own table [10.6]."""
        if id != ZOMBIE:
            return self.tables.characters.of(id)
        values = self.tables.powers.zombie
        return sheets.CharacterSheet(
            id=ZOMBIE,
            team=self.tables.characters.of(self.raiser).team,
            strength=values.strength,
            life=values.life,
            backpack=values.backpack,
            armour_slots=0,
            ability="raise_zombie",
        )

    @property
    def raiser(self) -> str:
        """The id of the character that can raise the Zombie."""
        return next(sheet.id for sheet in self.tables.characters.character if sheet.ability == "raise_zombie")

    def face(self, board: int) -> sheets.BoardFace:
        """Return the face of a board that lies up."""
        return self.tables.boards.of(self.boards[board])

    def board_name(self, board: int) -> Word:
        """Return the name of a board in play, without its side."""
        return Word(f"board.{self.face(board).board}")

    def spot(self, where: sheets.Place) -> tuple[str, Word]:
        """Return a place as facts for an event: chamber and board."""
        return sheets.chamber_of(where), self.board_name(sheets.board_of(where))

    def face_at(self, where: sheets.Place) -> sheets.BoardFace:
        """Return the board face of a place."""
        return self.face(sheets.board_of(where))

    def kind_at(self, where: sheets.Place) -> str:
        """Return the kind of a chamber: camp, teleport, runes, an element, or plain."""
        return sheets.kind_of(self.face_at(where), sheets.chamber_of(where))

    def digit_at(self, where: sheets.Place) -> int | None:
        """Return the digit of a chamber, or None [5.3]."""
        return self.face_at(where).digits.get(sheets.chamber_of(where))

    def camp_of(self, seat: Seat) -> sheets.Place:
        """Return the Camp of a team."""
        board = self.teams[seat].board
        return sheets.place(self.face(board).camp, board)

    def owner_of(self, board: int) -> Seat:
        """Return the seat that owns a board, '' for the neutral one."""
        return next((team.seat for team in self.teams.values() if team.board == board), "")

    def inside(self, where: sheets.Place) -> list[Character]:
        """Return the characters in a chamber."""
        return [character for character in self.characters.values() if character.at == where and character.active]

    def people_of(self, seat: Seat) -> list[Character]:
        """Return a team's characters on the boards, the Zombie last."""
        return [character for character in self.characters.values() if character.seat == seat and character.active]

    def cards_of(self, seat: Seat) -> list[Character]:
        """Return the three characters of a team, in any state."""
        return [
            character for character in self.characters.values() if character.seat == seat and character.id != ZOMBIE
        ]

    def lives(self, seat: Seat) -> bool:
        """Whether a team still has a character that is not finally dead [8.10]."""
        return any(card.state != "gone" for card in self.cards_of(seat))

    def mates_of(self, character: Character) -> list[Character]:
        """Return the team-mates in the character's chamber, including the Zombie."""
        return [
            other for other in self.inside(character.at) if other.seat == character.seat and other.id != character.id
        ]

    def rivals_at(self, character: Character) -> list[Character]:
        """Return other players' characters in the character's chamber."""
        return [other for other in self.inside(character.at) if other.seat != character.seat]
