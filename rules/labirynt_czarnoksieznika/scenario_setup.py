"""Positions and named rules for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain
from typing import Any

from msgspec import Struct

from rules.kernel.chance import Pile, without
from rules.kernel.errors import BadTable
from rules.kernel.requests import Seat
from rules.kernel.scenario import (
    Reader,
    Rule,
    all_among,
    among,
    begin_position,
    changed,
    check_limits,
    give_turn,
    roll,
    set_scene,
)
from rules.kernel.table import Table
from rules.kernel.turns import pass_on
from rules.labirynt_czarnoksieznika.arriving import appear, enter
from rules.labirynt_czarnoksieznika.characters.abilities import drift, use_ability
from rules.labirynt_czarnoksieznika.characters.wounds import fall, wound
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.equipment.packing import make_glove
from rules.labirynt_czarnoksieznika.exploration.exploring import do_tasks, explore
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.free_actions import name_ahead
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, USUAL_ORDERS, ZOMBIE, Character, Game, Orders, Team
from rules.labirynt_czarnoksieznika.options import read
from rules.labirynt_czarnoksieznika.stage import play_stage, set_up
from rules.labirynt_czarnoksieznika.tables import Tables
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Place, board_of, place
from rules.labirynt_czarnoksieznika.throws import earn
from rules.labirynt_czarnoksieznika.turn import begin, play_turn


class Position(Struct, frozen=True, kw_only=True):
    """The position beside the fields of ``Game``; characters by the fields of ``Character``, others are asleep.

    Bag, pool and stack hold the remaining tokens.
    """

    teams: list[str] = []
    turn: Seat = ""
    characters: list[dict[str, Any]] = []
    gems: dict[Seat, int] = {}
    store: dict[Seat, list[str]] = {}
    orders: dict[Seat, Orders] = {}


def build(tables: Tables, raw: Mapping[str, Any]) -> Game:
    """Return the state that a file describes; raises ``BadTable`` with the key and what was expected."""
    position, game = begin_position({"seats": ("s1", "s2"), **raw}, Position, Game, read, tables)
    if not game.stage:
        return game
    _lay_boards(game)
    _seat_teams(game, position)
    for n, figure in enumerate(position.characters):
        _place_character(game, figure, f"setup.characters[{n}]")
    _check_things(game)
    _fill_bags(game, raw)
    give_turn(game, position.turn)
    return game


def _lay_boards(game: Game) -> None:
    """Lay a board for each seat, and a third between two; by default the mild faces in the order of the table."""
    faces = game.tables.boards.board
    count = len(game.seats)
    all_among("setup.boards", game.boards, (face.id for face in faces))
    if game.boards and not count <= len(game.boards) <= count + 1:
        raise BadTable("scenario", "setup.boards", f"Expected {count} boards, or a neutral one more")
    game.boards = game.boards or [face.id for face in faces if face.side == "mild"][: max(count, 3)]


def _seat_teams(game: Game, position: Position) -> None:
    """Assign teams in seat order: those named, else those of the named characters, else by the order of the table."""
    sheets = game.tables.characters
    team_of = {sheet.id: sheet.team for sheet in sheets.character}
    team_of[ZOMBIE] = team_of[game.raiser]
    named = [team_of[figure["id"]] for figure in position.characters if figure.get("id") in team_of]
    all_among("setup.teams", position.teams, sheets.teams)
    for name in ("gems", "store", "orders"):
        all_among(f"setup.{name}", getattr(position, name), game.seats)
    teams = dict.fromkeys([*position.teams, *named, *sheets.teams])
    for board, (seat, team) in enumerate(zip(game.seats, teams, strict=False)):
        game.teams[seat] = Team(
            seat=seat,
            team=team,
            board=board,
            gems=position.gems.get(seat, game.tables.gems.start),
            store=position.store.get(seat, []),
            orders=position.orders.get(seat, USUAL_ORDERS[game.pace]),
        )
        game.characters |= {
            id: Character(id=id, seat=seat) for id, its_team in team_of.items() if its_team == team and id != ZOMBIE
        }


def _place_character(game: Game, figure: Mapping[str, Any], key: str) -> None:
    zombie = {ZOMBIE: game.characters[game.raiser].seat} if game.raiser in game.characters else {}
    id = among(f"{key}.id", figure.get("id", ""), [*game.characters, *zombie])
    seat = zombie[ZOMBIE] if id == ZOMBIE else game.characters[id].seat
    usual = {"state": "active", "at": game.camp_of(seat), "life": game.card(id).life}
    character = changed(Character(id=id, seat=seat), {**usual, **figure}, key)
    if character.active:
        _check_character(game, character, key)
        game.characters[id] = character
    else:
        game.characters[id] = Character(id=id, seat=seat, state=character.state)


def _check_character(game: Game, character: Character, key: str) -> None:
    card, finds = game.card(character.id), game.tables.finds
    _check_places(game, f"{key}.at", [character.at])
    among(f"{key}.hand", character.hand, ("", GLOVE, *(find.id for find in finds.find if find.kind == "weapon")))
    all_among(f"{key}.worn", character.worn, (find.id for find in finds.find if find.kind == "armour"))
    check_limits(character, key, {"pack": card.backpack, "worn": card.armour_slots})
    for name in ("pack", "loot"):
        _check_tokens(game, f"{key}.{name}", getattr(character, name))
    if character.rune:
        among(f"{key}.rune", character.rune, (rune.id for rune in game.tables.runes.rune))
    if not 1 <= character.life <= card.life:
        raise BadTable("scenario", f"{key}.life", f"Expected 1 to {card.life}")


def _check_tokens(game: Game, key: str, tokens: Iterable[str]) -> None:
    all_among(key, tokens, (CRYSTAL, *(find.id for find in game.tables.finds.find)))


def _check_places(game: Game, key: str, places: Iterable[Place]) -> None:
    if any(where not in _places(game) for where in places):
        raise BadTable("scenario", key, f"Expected a place like 'A3@0' on boards 0 to {len(game.boards) - 1}")


def _places(game: Game) -> list[Place]:
    return [place(chamber, board) for board in range(len(game.boards)) for chamber in CHAMBERS]


def _check_things(game: Game) -> None:
    _check_places(game, "setup.floor", game.floor)
    _check_places(game, "setup.tokens", game.tokens)
    for where, tokens in game.floor.items():
        _check_tokens(game, f"setup.floor.{where}", tokens)
    for where, token in game.tokens.items():
        among(f"setup.tokens.{where}.seat", token.seat, game.seats)
    for team in game.teams.values():
        _check_tokens(game, f"setup.store.{team.seat}", team.store)


def _fill_bags(game: Game, raw: Mapping[str, Any]) -> None:
    """Put into bag, pool and stack what lies nowhere else, unless the file names what they hold."""
    characters, tables = game.characters.values(), game.tables
    lying = [*game.floor.values(), *(team.store for team in game.teams.values())]
    used = Counter(chain(*(character.tokens for character in characters), *lying))
    _fill_bag(game, raw, "bag", {find.id: find.count for find in tables.finds.find}, used)
    runes = Counter(character.rune for character in characters)
    _fill_bag(game, raw, "runes", {rune.id: rune.count for rune in tables.runes.rune}, runes)
    if "crystals" not in raw:
        game.crystals = tables.gems.crystals - used[CRYSTAL]


def _fill_bag(game: Game, raw: Mapping[str, Any], name: str, full: Pile, used: Pile) -> None:
    given = getattr(game, name)
    all_among(f"setup.{name}", given, full)
    setattr(game, name, without(given, {}) if name in raw else without(full, used))


def _read_actor(game: Game, word: str) -> Character | None:
    """Return the character that acts, and make it the explorer."""
    game.entered = word
    return game.characters.get(word)


def _read_place(game: Game, word: str) -> Place | None:
    """Return the place; a chamber alone is on the board of the character that acts."""
    actor = game.characters[game.entered]
    where = word if "@" in word else place(word, board_of(actor.at or game.camp_of(actor.seat)))
    return where if where in _places(game) else None


KINDS: Mapping[str, Reader[Game]] = {
    "WHO": _read_actor,
    "WHOM": lambda game, word: game.characters.get(word),
    "PLACE": _read_place,
    "FOE": lambda game, word: next((row for row in game.tables.encounters.encounter if row.id == word), None),
    "SEAT": lambda game, word: word if word in game.teams else None,
    "TOKEN": lambda game, word: word if game.tables.finds.has(word) else None,
    "ever": lambda game, word: word == "ever" or None,
}
"""What the arguments of rules mean."""


def _move(table: Table, game: Game, character: Character, where: Place) -> None:
    enter(table, game, character, where)
    explore(table, game, character)


def _name_move_ahead(table: Table, game: Game, character: Character, where: Place = "") -> None:
    name_ahead(table, game, character.seat, (character, where) if where else None)


RULES: Mapping[str, Rule] = {
    "set-up": set_up,
    "stage": play_stage,
    "turn": play_turn,
    "begin": lambda table, game: begin(table, game, game.active_seat),
    "drift": lambda table, game: drift(table, game, game.active_seat),
    "pass-on": lambda table, game: pass_on(game, Game.lives),
    "enter:WHO:PLACE": enter,
    "appear:WHO:PLACE": appear,
    "move:WHO:PLACE": _move,
    "explore:WHO": explore,
    "penetrate:WHO": penetrate,
    "tasks:WHO": do_tasks,
    "meet:WHO:FOE": meet_monster,
    "attack:WHO:WHOM": attack,
    "use:WHO:TOKEN": use_ability,
    "glove:WHO:TOKEN:TOKEN:TOKEN": lambda table, game, character, *tokens: make_glove(table, game, character, tokens),
    "finds:WHO:NUMBER": draw_finds,
    "earn:SEAT:NUMBER": earn,
    "wound:WHOM:NUMBER:[ever]": lambda table, game, character, count, ever=False: wound(
        table, game, character, count, final=ever
    ),
    "fall:WHOM:[ever]": lambda table, game, character, ever=False: fall(table, game, character, final=ever),
    "ahead:WHO:[PLACE]": _name_move_ahead,
    "roll:DICE": roll,
}
"""The rules that scenario files can play, by name and arguments; optional ones in brackets."""
scene = partial(set_scene, build, RULES, KINDS)
