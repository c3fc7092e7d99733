"""The position of a scenario file, from what it names to the state of a game; what it leaves out is as usual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from rules.kernel.errors import BadTable
from rules.kernel.piles import Pile, without
from rules.kernel.requests import Seat
from rules.kernel.scenes import among
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game, Life, Orders, Team, Token
from rules.labirynt_czarnoksieznika.options import read
from rules.labirynt_czarnoksieznika.tables import Tables
from rules.labirynt_czarnoksieznika.tables.places import CHAMBERS, Place, place


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character, or the Zombie; without a place it stands in its Camp."""

    id: str
    at: Place = ""
    life: int | None = None
    hand: str = ""
    worn: list[str] = []
    pack: list[str] = []
    loot: list[str] = []
    rune: str = ""
    state: Life = "active"
    stunned: bool = False
    held: bool = False


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole position. Characters that are not named are asleep; bag, pool and stack hold what lies nowhere else."""

    seats: tuple[Seat, ...] = ("s1", "s2")
    options: dict[str, str] = {}
    stage: int = 1
    teams: list[str] = []
    boards: list[str] = []
    turn: Seat = "s1"
    characters: list[Figure] = []
    gems: dict[Seat, int] = {}
    store: dict[Seat, list[str]] = {}
    orders: dict[Seat, Orders] = {}
    floor: dict[Place, list[str]] = {}
    tokens: dict[Place, Token] = {}
    bag: Pile | None = None
    runes: Pile | None = None
    crystals: int | None = None
    paid: bool = False
    zombie_moved: bool = False


def build(tables: Tables, position: Position) -> Game:
    """The state that a file describes; raises ``BadTable`` with the key, and what was expected there."""
    game = Game(options=read(position.options), seats=position.seats, stage=position.stage)
    game.play_with(tables)
    if not position.stage:
        return game
    _seat_teams(game, position)
    _lay_boards(game, position)
    _stand_up(game, position)
    _lay_things(game, position)
    game.order = list(position.seats)
    game.turn = game.order.index(among("setup.turn", position.turn, position.seats))
    game.paid, game.zombie_moved = position.paid, position.zombie_moved
    return game


# Teams, boards, characters -------------------------------------------------------------------------------------


def _seat_teams(game: Game, position: Position) -> None:
    """Teams in seat order: as named, else those of the characters as they are named, else those of the table."""
    characters = game.tables.characters
    ids = [one.id for one in characters.character]
    for n, figure in enumerate(position.characters):
        among(f"setup.characters[{n}].id", figure.id, (*ids, ZOMBIE))
    there = [characters.of(game.raiser if one.id == ZOMBIE else one.id).team for one in position.characters]
    for n, team in enumerate(position.teams):
        among(f"setup.teams[{n}]", team, characters.teams)
    teams = list(dict.fromkeys([*position.teams, *there, *characters.teams]))
    _per_seat(position)
    for seat, team in zip(position.seats, teams, strict=False):
        gems = position.gems.get(seat, game.tables.gems.start)
        orders = position.orders.get(seat, Orders())
        game.teams[seat] = Team(seat=seat, team=team, gems=gems, orders=orders)
        for one in (one for one in characters.character if one.team == team):
            game.characters[one.id] = Character(id=one.id, seat=seat)


def _per_seat(position: Position) -> None:
    for name in ("gems", "store", "orders"):
        for seat in getattr(position, name):
            among(f"setup.{name}", seat, position.seats)


def _lay_boards(game: Game, position: Position) -> None:
    """One for each seat, and a third one between two; the mild faces in the order of the table if none is named."""
    faces = game.tables.boards.board
    count = len(position.seats)
    usual = [face.id for face in faces if face.side == "mild"][: max(count, 3)]
    for n, face in enumerate(position.boards):
        among(f"setup.boards[{n}]", face, (one.id for one in faces))
    if position.boards and not count <= len(position.boards) <= count + 1:
        raise BadTable("scenario", "setup.boards", f"Expected {count} boards, or a neutral one more")
    game.boards = list(position.boards or usual)
    for number, team in enumerate(game.teams.values()):
        team.board = number


def _stand_up(game: Game, position: Position) -> None:
    for n, figure in enumerate(position.characters):
        key = f"setup.characters[{n}]"
        among(f"{key}.id", figure.id, (*game.characters, *([ZOMBIE] if game.raiser in game.characters else [])))
        one = game.characters.setdefault(figure.id, Character(id=ZOMBIE, seat=_master_seat(game)))
        _stand(game, one, figure, key)


def _master_seat(game: Game) -> Seat:
    return game.characters[game.raiser].seat if game.raiser in game.characters else ""


def _stand(game: Game, one: Character, figure: Figure, key: str) -> None:
    one.state = figure.state
    if not one.active:
        return
    one.at = _place(game, f"{key}.at", figure.at) if figure.at else game.camp_of(one.seat)
    one.life = game.card(one.id).life if figure.life is None else figure.life
    one.hand, one.worn, one.pack, one.loot = figure.hand, list(figure.worn), list(figure.pack), list(figure.loot)
    one.rune, one.stunned, one.held = figure.rune, figure.stunned, figure.held
    _fits(game, one, key)


def _fits(game: Game, one: Character, key: str) -> None:
    """What a card does not allow is told here, rather than by something odd later."""
    card, finds = game.card(one.id), game.tables.finds
    hands = ("", GLOVE, *(find.id for find in finds.find if find.kind == "weapon"))
    among(f"{key}.hand", one.hand, hands)
    for n, token in enumerate(one.worn):
        among(f"{key}.worn[{n}]", token, (find.id for find in finds.find if find.kind == "armour"))
    if len(one.pack) > card.backpack:
        raise BadTable("scenario", f"{key}.pack", f"Expected at most {card.backpack} tokens")
    if len(one.worn) > card.armour_slots:
        raise BadTable("scenario", f"{key}.worn", f"Expected at most {card.armour_slots} tokens")
    for name in ("pack", "loot"):
        _tokens(game, f"{key}.{name}", getattr(one, name))
    if one.rune:
        among(f"{key}.rune", one.rune, (rune.id for rune in game.tables.runes.rune))
    if not 1 <= one.life <= card.life:
        raise BadTable("scenario", f"{key}.life", f"Expected 1 to {card.life}")


def _tokens(game: Game, key: str, tokens: Sequence[str]) -> None:
    for n, token in enumerate(tokens):
        among(f"{key}[{n}]", token, (CRYSTAL, *(find.id for find in game.tables.finds.find)))


def _place(game: Game, key: str, where: Place) -> Place:
    places = [place(chamber, board) for board in range(len(game.boards)) for chamber in CHAMBERS]
    if where not in places:
        raise BadTable("scenario", key, f"Expected a place like 'A3@0' on boards 0 to {len(game.boards) - 1}")
    return where


# What lies where -----------------------------------------------------------------------------------------------


def _lay_things(game: Game, position: Position) -> None:
    for where, tokens in position.floor.items():
        _tokens(game, f"setup.floor.{where}", tokens)
        game.floor[_place(game, "setup.floor", where)] = list(tokens)
    for where, token in position.tokens.items():
        among(f"setup.tokens.{where}.seat", token.seat, game.seats)
        game.tokens[_place(game, "setup.tokens", where)] = token
    for seat, stored in position.store.items():
        _tokens(game, f"setup.store.{seat}", stored)
        game.teams[seat].store = list(stored)
    tables = game.tables
    used = Counter(_in_play(game))
    finds = {find.id: find.count for find in tables.finds.find}
    game.bag = _rest("bag", position.bag, finds, used)
    runes = Counter(one.rune for one in game.characters.values() if one.rune)
    game.runes = _rest("runes", position.runes, {rune.id: rune.count for rune in tables.runes.rune}, runes)
    game.crystals = tables.gems.crystals - used[CRYSTAL] if position.crystals is None else position.crystals


def _rest(name: str, given: Pile | None, all_of_them: Pile, used: Counter[str]) -> Pile:
    """What lies in a bag: what the file says, else everything that is not somewhere else."""
    for id in given or ():
        among(f"setup.{name}", id, all_of_them)
    return without(all_of_them, used) if given is None else {id: count for id, count in given.items() if count}


def _in_play(game: Game) -> Iterator[str]:
    """Every Find and Crystal that lies or is carried somewhere."""
    for one in game.characters.values():
        yield from one.tokens
    for tokens in (*game.floor.values(), *(team.store for team in game.teams.values())):
        yield from tokens
