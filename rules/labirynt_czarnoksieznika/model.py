"""The state of a game: boards, teams, characters, what lies where. Links by id, no sets, nothing derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.kernel.chance import Pile
from rules.kernel.offers import Ahead
from rules.kernel.requests import Seat
from rules.kernel.saving import State, always_saved
from rules.kernel.turns import Pace
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.options import Options
from rules.labirynt_czarnoksieznika.tables import Tables, sheets

Outcome = Literal["", "gems", "last"]
"""'' while the game goes on; who won had enough Gems, or was the last [E1, E2]."""
Life = Literal["active", "asleep", "dead", "gone"]
"""``dead``: awakens at its player's next turn [8.8]; ``gone``: finally dead [8.9]."""
TokenKind = Literal["trap", "cloud", "tree"]
CRYSTAL = "crystal"
"""The token of a Crystal in a Backpack or on the floor; all other tokens are Finds by their id."""
GLOVE = "glove"
"""What stands in the hand of the wearer of the Glove of Doom."""
ZOMBIE = "zombie"


class Orders(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player wants done without being asked.

    ``joint``: two defend together. ``scrolls``: cast in a fight: asked in the own turn, and when attacked those that
    help when not ahead (``turn``); asked in both; in both those that help (``losing``); never. ``shield``: a Force
    shield when a wound would cost Life (``life``), as one is asked at every wound, at every wound, never. ``reroll``:
    to pay for a re-roll one is asked after any roll, only when a clash is not won (``losing``), only when a lost one
    costs the last Life Point (``dying``), or never. ``fate``: the
    same for Change of Fate in the own turn; when attacked one is asked after any roll, or it is cast where it turns the
    clash (``losing``), or never. ``encounter``: of the Encounter roll one is asked while somebody can cast Change of
    Fate (``fate``), about Gems only if ``reroll`` is to ask; asked about both; one worse than a number is made better
    unasked, by the scroll where that is enough, else for Gems; or it stands as it falls. ``armour``: which part breaks
    first. ``again``: asked whether to pay for an extra Move before the turn ends: always, when the own Camp is one step
    away for who carries a Crystal (``home``), or never. ``ability``: asked whether to pay for it always, when a Find in
    the Backpack could (``spare``), or never. ``pack``: asked what to carry
    whenever there is anything to decide, also where one could only put down what one has (``always``), only when a
    team-mate stands by (``mates``) or not all finds room (``full``), or never; as usual it is packed by the best use.
    ``drink``: an elixir is drunk, or Healing cast, when one Life Point is left (``dying``), or one is asked when
    somebody is hurt and carries anything, or only before the Move.
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
"""What holds for who has ordered nothing else."""


class Character(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One of a team, or the Zombie. ``life``: Life Points left; ``hand``: a Weapon, the Glove, or ''.

    ``worn``: Armour in force; ``pack``: Finds and Crystals in the Backpack. ``rune`` is kept apart and takes no box.
    ``loot``: won, and not stowed yet. ``stunned``: may not be moved in its player's next turn, ``held``: nor in this
    one [3.6].
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
        """What it is called."""
        return Word(f"character.{self.id}")

    @property
    def active(self) -> bool:
        """Whether it stands on a board."""
        return self.state == "active"

    @property
    def tokens(self) -> list[str]:
        """Everything that it carries save the Rune and the Glove: hand, Armour, Backpack, what is not stowed yet."""
        weapon = [self.hand] if self.hand not in ("", GLOVE) else []
        return [*weapon, *self.worn, *self.pack, *self.loot]


class Team(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player's team. ``team``: which one; ``board``: the number of its board; ``store``: tokens in its Camp.

    ``ahead``: the step that its next turn begins with, if one was named. ``moved``: who made its latest Moves.
    ``crystal``: who won a Crystal that, as everybody could see, is still with the team.
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


class Token(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A special token in a chamber, and whose it is [10]."""

    kind: TokenKind
    seat: Seat


class Fight(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The clash that is being fought, for views and for whoever decides. The attacker is the active character.

    ``foe``: a monster by its id, or '' when ``defenders`` are characters. ``cast``: what was cast, by whom, in order.
    ``dice``: the natural face of each side (``own``, ``theirs``) once thrown; ``shift`` what Change of Fate has added
    to a side's die.
    """

    attacker: str
    defenders: list[str] = []
    foe: str = ""
    clash: int = 1
    cast: list[tuple[str, str]] = []
    dice: dict[str, int] = {}
    shift: dict[str, int] = {}


class Tally(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Numbers for reports. ``moves``: how many each character made."""

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
    """Everything. ``boards``: face ids, in seat order, a neutral board last. ``order``: seats as they take turns.

    ``turn``: whose turn it is, as a place in ``order``. ``floor``: tokens lying face up. ``entered``: which character
    is exploring. ``rearrange``: it lost what it held or wore, or was hurt on the way, and may want to make that good.
    ``paid``: the extra Move of this turn is paid. ``zombie_moved``: it had its Move in this turn.
    ``ability_used``: the explorer has used an ability with a cost. ``ahead``: this turn's Move was named ahead.
    ``sorting``: its player wants to be asked what to carry when this turn's chamber is penetrated. ``packing``: who is
    asked that just now.
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
    tally: Tally = msgspec.field(default_factory=Tally)

    @property
    def active_seat(self) -> Seat:
        """Whose turn it is."""
        return self.order[self.turn]

    def card(self, id: str) -> sheets.CharacterSheet:
        """The values of a character; the Zombie's from its own table [10.6]."""
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
        """Who can raise the Zombie."""
        return next(
            character_sheet.id
            for character_sheet in self.tables.characters.character
            if character_sheet.ability == "raise_zombie"
        )

    def face(self, board: int) -> sheets.BoardFace:
        """The face of a board that lies upwards."""
        return self.tables.boards.of(self.boards[board])

    def board_name(self, board: int) -> Word:
        """What a board is called in play; of which side it shows nobody speaks any more."""
        return Word(f"board.{self.face(board).board}")

    def spot(self, where: sheets.Place) -> tuple[str, Word]:
        """A place for the words of an event: its chamber, and its board."""
        return sheets.chamber_of(where), self.board_name(sheets.board_of(where))

    def face_at(self, where: sheets.Place) -> sheets.BoardFace:
        """The face on which a place is."""
        return self.face(sheets.board_of(where))

    def kind_at(self, where: sheets.Place) -> str:
        """What a chamber is: camp, teleport, runes, an element, or plain."""
        return sheets.kind_of(self.face_at(where), sheets.chamber_of(where))

    def digit_at(self, where: sheets.Place) -> int | None:
        """The digit of a chamber; None where there is none [5.3]."""
        return self.face_at(where).digits.get(sheets.chamber_of(where))

    def camp_of(self, seat: Seat) -> sheets.Place:
        """The Camp of a team."""
        board = self.teams[seat].board
        return sheets.place(self.face(board).camp, board)

    def owner_of(self, board: int) -> Seat:
        """Whose board it is; '' of the neutral one."""
        return next((team.seat for team in self.teams.values() if team.board == board), "")

    def inside(self, where: sheets.Place) -> list[Character]:
        """Who stands in a chamber."""
        return [character for character in self.characters.values() if character.at == where and character.active]

    def people_of(self, seat: Seat) -> list[Character]:
        """A team's characters on the boards, the Zombie last."""
        return [character for character in self.characters.values() if character.seat == seat and character.active]

    def cards_of(self, seat: Seat) -> list[Character]:
        """The three characters of a team, in whatever state they are."""
        return [
            character for character in self.characters.values() if character.seat == seat and character.id != ZOMBIE
        ]

    def lives(self, seat: Seat) -> bool:
        """Whether a team still has a character that is not finally dead [8.10]."""
        return any(card.state != "gone" for card in self.cards_of(seat))

    def mates_of(self, character: Character) -> list[Character]:
        """Team-mates in the same chamber, the Zombie included."""
        return [
            other for other in self.inside(character.at) if other.seat == character.seat and other.id != character.id
        ]

    def rivals_at(self, character: Character) -> list[Character]:
        """Other players' characters in the same chamber."""
        return [other for other in self.inside(character.at) if other.seat != character.seat]
