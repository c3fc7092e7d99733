"""Positions and named rules for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.chance import Pile, without
from rules.kernel.dice import typed_code
from rules.kernel.errors import BadTable
from rules.kernel.requests import Seat
from rules.kernel.scenario import Rule, among, played, read_position
from rules.kernel.table import Table
from rules.kernel.turns import pace_of, pass_on
from rules.labirynt_czarnoksieznika.arriving import appear, enter
from rules.labirynt_czarnoksieznika.characters.abilities import drift, use_ability
from rules.labirynt_czarnoksieznika.characters.wounds import fall, wound
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.equipment.packing import make_glove
from rules.labirynt_czarnoksieznika.exploration.exploring import do_tasks, explore
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.free_actions import name_ahead
from rules.labirynt_czarnoksieznika.model import (
    CRYSTAL,
    GLOVE,
    USUAL_ORDERS,
    ZOMBIE,
    Character,
    Game,
    Life,
    Orders,
    Team,
    Token,
)
from rules.labirynt_czarnoksieznika.options import read
from rules.labirynt_czarnoksieznika.stage import play_stage, set_up
from rules.labirynt_czarnoksieznika.tables import Tables
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Place, board_of, place
from rules.labirynt_czarnoksieznika.throws import earn
from rules.labirynt_czarnoksieznika.turn import begin, play_turn


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character or the Zombie in a scenario; without a place it stands in its Camp."""

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
    """The position of a scenario. Characters not named are asleep; bag, pool and stack hold the remaining tokens."""

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
    """Return the state that a file describes; raises ``BadTable`` with the key and what was expected."""
    game = Game(
        options=read(position.options),
        pace=pace_of(position.options),
        seats=position.seats,
        stage=position.stage,
    )
    game.play_with(tables)
    if not position.stage:
        return game
    _seat_teams(game, position)
    _lay_boards(game, position)
    _place_characters(game, position)
    _lay_things(game, position)
    game.order = list(position.seats)
    game.turn = game.order.index(among("setup.turn", position.turn, position.seats))
    game.paid, game.zombie_moved = position.paid, position.zombie_moved
    return game


# Teams, boards, characters -------------------------------------------------------------------------------------


def _seat_teams(game: Game, position: Position) -> None:
    """Assign teams in seat order: those named, else those of the named characters, else by the order of the table."""
    characters = game.tables.characters
    ids = [character_sheet.id for character_sheet in characters.character]
    for n, figure in enumerate(position.characters):
        among(f"setup.characters[{n}].id", figure.id, (*ids, ZOMBIE))
    there = [
        characters.of(game.raiser if character.id == ZOMBIE else character.id).team for character in position.characters
    ]
    for n, team in enumerate(position.teams):
        among(f"setup.teams[{n}]", team, characters.teams)
    teams = list(dict.fromkeys([*position.teams, *there, *characters.teams]))
    _check_seats(position)
    for seat, team in zip(position.seats, teams, strict=False):
        gems = position.gems.get(seat, game.tables.gems.start)
        orders = position.orders.get(seat, USUAL_ORDERS[game.pace])
        game.teams[seat] = Team(seat=seat, team=team, gems=gems, orders=orders)
        for character_sheet in (
            character_sheet for character_sheet in characters.character if character_sheet.team == team
        ):
            game.characters[character_sheet.id] = Character(id=character_sheet.id, seat=seat)


def _check_seats(position: Position) -> None:
    for name in ("gems", "store", "orders"):
        for seat in getattr(position, name):
            among(f"setup.{name}", seat, position.seats)


def _lay_boards(game: Game, position: Position) -> None:
    """Lay a board for each seat, and a third between two; by default the mild faces in the order of the table."""
    faces = game.tables.boards.board
    count = len(position.seats)
    usual = [face.id for face in faces if face.side == "mild"][: max(count, 3)]
    for n, face in enumerate(position.boards):
        among(f"setup.boards[{n}]", face, (board_face.id for board_face in faces))
    if position.boards and not count <= len(position.boards) <= count + 1:
        raise BadTable("scenario", "setup.boards", f"Expected {count} boards, or a neutral one more")
    game.boards = list(position.boards or usual)
    for number, team in enumerate(game.teams.values()):
        team.board = number


def _place_characters(game: Game, position: Position) -> None:
    for n, figure in enumerate(position.characters):
        key = f"setup.characters[{n}]"
        among(f"{key}.id", figure.id, (*game.characters, *([ZOMBIE] if game.raiser in game.characters else [])))
        character = game.characters.setdefault(
            figure.id,
            Character(id=ZOMBIE, seat=game.characters[game.raiser].seat if game.raiser in game.characters else ""),
        )
        _place_character(game, character, figure, key)


def _place_character(game: Game, character: Character, figure: Figure, key: str) -> None:
    character.state = figure.state
    if not character.active:
        return
    character.at = _checked_place(game, f"{key}.at", figure.at) if figure.at else game.camp_of(character.seat)
    character.life = game.card(character.id).life if figure.life is None else figure.life
    character.hand, character.worn, character.pack, character.loot = (
        figure.hand,
        list(figure.worn),
        list(figure.pack),
        list(figure.loot),
    )
    character.rune, character.stunned, character.held = figure.rune, figure.stunned, figure.held
    _check_character(game, character, key)


def _check_character(game: Game, character: Character, key: str) -> None:
    card, finds = game.card(character.id), game.tables.finds
    hands = ("", GLOVE, *(find.id for find in finds.find if find.kind == "weapon"))
    among(f"{key}.hand", character.hand, hands)
    for n, token in enumerate(character.worn):
        among(f"{key}.worn[{n}]", token, (find.id for find in finds.find if find.kind == "armour"))
    if len(character.pack) > card.backpack:
        raise BadTable("scenario", f"{key}.pack", f"Expected at most {card.backpack} tokens")
    if len(character.worn) > card.armour_slots:
        raise BadTable("scenario", f"{key}.worn", f"Expected at most {card.armour_slots} tokens")
    for name in ("pack", "loot"):
        _check_tokens(game, f"{key}.{name}", getattr(character, name))
    if character.rune:
        among(f"{key}.rune", character.rune, (rune.id for rune in game.tables.runes.rune))
    if not 1 <= character.life <= card.life:
        raise BadTable("scenario", f"{key}.life", f"Expected 1 to {card.life}")


def _check_tokens(game: Game, key: str, tokens: Sequence[str]) -> None:
    for n, token in enumerate(tokens):
        among(f"{key}[{n}]", token, (CRYSTAL, *(find.id for find in game.tables.finds.find)))


def _checked_place(game: Game, key: str, where: Place) -> Place:
    places = [place(chamber, board) for board in range(len(game.boards)) for chamber in CHAMBERS]
    if where not in places:
        raise BadTable("scenario", key, f"Expected a place like 'A3@0' on boards 0 to {len(game.boards) - 1}")
    return where


# What lies where -----------------------------------------------------------------------------------------------


def _lay_things(game: Game, position: Position) -> None:
    for where, tokens in position.floor.items():
        _check_tokens(game, f"setup.floor.{where}", tokens)
        game.floor[_checked_place(game, "setup.floor", where)] = list(tokens)
    for where, token in position.tokens.items():
        among(f"setup.tokens.{where}.seat", token.seat, game.seats)
        game.tokens[_checked_place(game, "setup.tokens", where)] = token
    for seat, stored in position.store.items():
        _check_tokens(game, f"setup.store.{seat}", stored)
        game.teams[seat].store = list(stored)
    tables = game.tables
    used = Counter(_tokens_in_play(game))
    finds = {find.id: find.count for find in tables.finds.find}
    game.bag = _bag_contents("bag", position.bag, finds, used)
    runes = Counter(character.rune for character in game.characters.values() if character.rune)
    game.runes = _bag_contents("runes", position.runes, {rune.id: rune.count for rune in tables.runes.rune}, runes)
    game.crystals = tables.gems.crystals - used[CRYSTAL] if position.crystals is None else position.crystals


def _bag_contents(name: str, given: Pile | None, all_of_them: Pile, used: Counter[str]) -> Pile:
    for id in given or ():
        among(f"setup.{name}", id, all_of_them)
    return without(all_of_them, used) if given is None else {id: count for id, count in given.items() if count}


def _tokens_in_play(game: Game) -> Iterator[str]:
    for character in game.characters.values():
        yield from character.tokens
    for tokens in (*game.floor.values(), *(team.store for team in game.teams.values())):
        yield from tokens


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """Return the position and a function that plays the named rules, ``a, b``; raises ``BadTable`` for unknown ones."""
    game = build(tables, read_position(raw, Position))
    return game, played(game, rule, RULES, NEEDS, KINDS)


def _is_place(game: Game, word: str) -> bool:
    chamber, at, board = word.partition("@")
    return chamber in CHAMBERS and (not at or board in [str(n) for n in range(len(game.boards))])


KINDS: Mapping[str, Callable[[Game, str], bool]] = {
    "WHO": lambda game, word: word in game.characters,
    "WHOM": lambda game, word: word in game.characters,
    "PLACE": _is_place,
    "FOE": lambda game, word: any(row.id == word for row in game.tables.encounters.encounter),
    "SEAT": lambda game, word: word in game.teams,
    "TOKEN": lambda game, word: game.tables.finds.is_find(word),
    "NUMBER": lambda game, word: word.isdecimal(),
}


# The rules -----------------------------------------------------------------------------------------------------


def _acting_character(game: Game, about: list[str]) -> Character:
    """Return the character that acts, and make it the explorer."""
    game.entered = about[0]
    return game.characters[about[0]]


def _place_from_word(character: Character, word: str) -> Place:
    """Return the place that a word names; a chamber alone is on the character's board."""
    return word if "@" in word else place(word, board_of(character.at))


def _enter(table: Table, game: Game, about: list[str]) -> None:
    character = _acting_character(game, about)
    enter(table, game, character, _place_from_word(character, about[1]))


def _appear(table: Table, game: Game, about: list[str]) -> None:
    character = _acting_character(game, about)
    appear(table, game, character, _place_from_word(character, about[1]))


def _move(table: Table, game: Game, about: list[str]) -> None:
    _enter(table, game, about)
    explore(table, game, game.characters.get(about[0], Character(id=about[0], seat="")))


def _meet(table: Table, game: Game, about: list[str]) -> None:
    character = _acting_character(game, about)
    meet_monster(table, game, character, game.tables.encounters.of(about[1]))


def _attack(table: Table, game: Game, about: list[str]) -> None:
    attack(table, game, _acting_character(game, about), game.characters[about[1]])


def _wound(table: Table, game: Game, about: list[str]) -> None:
    wound(table, game, game.characters[about[0]], int(about[1]), final=about[2:] == ["ever"])


def _use(table: Table, game: Game, about: list[str]) -> None:
    use_ability(table, game, _acting_character(game, about), about[1])


def _make_glove_from(table: Table, game: Game, about: list[str]) -> None:
    make_glove(table, game, _acting_character(game, about), about[1:])


def _name_move_ahead(table: Table, game: Game, about: list[str]) -> None:
    character = _acting_character(game, about)
    name_ahead(table, game, character.seat, (character, _place_from_word(character, about[1])) if about[1:] else None)


def _roll(table: Table, game: Game, about: list[str]) -> None:
    del game  # dice know no game
    for code in about[0].split():
        table.roll(typed_code(code), "roll")


RULES: Mapping[str, Rule[Game]] = {
    "set-up": lambda table, game, _: set_up(table, game),
    "stage": lambda table, game, _: play_stage(table, game),
    "turn": lambda table, game, _: play_turn(table, game),
    "begin": lambda table, game, _: begin(table, game, game.active_seat),
    "drift": lambda table, game, _: drift(table, game, game.active_seat),
    "pass-on": lambda table, game, _: pass_on(game, Game.lives),
    "enter": _enter,
    "appear": _appear,
    "move": _move,
    "explore": lambda table, game, about: explore(table, game, _acting_character(game, about)),
    "penetrate": lambda table, game, about: penetrate(table, game, _acting_character(game, about)),
    "tasks": lambda table, game, about: do_tasks(table, game, _acting_character(game, about)),
    "meet": _meet,
    "attack": _attack,
    "use": _use,
    "glove": _make_glove_from,
    "finds": lambda table, game, about: draw_finds(table, game, _acting_character(game, about), int(about[1])),
    "earn": lambda table, game, about: earn(table, game, about[0], int(about[1])),
    "wound": _wound,
    "fall": lambda table, game, about: fall(table, game, game.characters[about[0]], final=about[1:] == ["ever"]),
    "ahead": _name_move_ahead,
    "roll": _roll,
}
NEEDS: Mapping[str, str] = {
    "enter": "WHO:PLACE",
    "appear": "WHO:PLACE",
    "move": "WHO:PLACE",
    "explore": "WHO",
    "penetrate": "WHO",
    "tasks": "WHO",
    "meet": "WHO:FOE",
    "attack": "WHO:WHOM",
    "use": "WHO:TOKEN",
    "glove": "WHO:TOKEN:TOKEN:TOKEN",
    "finds": "WHO:NUMBER",
    "earn": "SEAT:NUMBER",
    "wound": "WHO:NUMBER:[ever]",
    "fall": "WHO:[ever]",
    "ahead": "WHO:[PLACE]",
    "roll": "DICE",
}
"""The arguments of each rule, optional ones in brackets."""
