"""What scenario files can set up and play: boards, teams, characters and tokens, and a rule by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.dice import typed_code
from rules.kernel.scenes import Rule, played, read_position
from rules.kernel.table import Table
from rules.kernel.turns import pass_on
from rules.labirynt_czarnoksieznika.ahead import name
from rules.labirynt_czarnoksieznika.arriving import appear, enter
from rules.labirynt_czarnoksieznika.characters.abilities import drift, use_ability
from rules.labirynt_czarnoksieznika.characters.dying import fall
from rules.labirynt_czarnoksieznika.characters.wounds import wound
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.equipment.glove import make_glove
from rules.labirynt_czarnoksieznika.exploration.exploring import explore
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.exploration.tasks import do_tasks
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.gems import earn
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.positions import Position, build
from rules.labirynt_czarnoksieznika.stage import play_stage, set_up
from rules.labirynt_czarnoksieznika.tables import Tables
from rules.labirynt_czarnoksieznika.tables.places import CHAMBERS, Place, board_of, place
from rules.labirynt_czarnoksieznika.turn import begin, play_turn


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """The position, and the rule (or several, ``a, b``) to be played on it; raises ``BadTable`` for what is unknown."""
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
"""What may stand behind the name of a rule."""


# The rules -----------------------------------------------------------------------------------------------------


def _who(game: Game, about: list[str]) -> Character:
    """The character that acts; it counts as the one that explores now."""
    game.entered = about[0]
    return game.characters[about[0]]


def _where(one: Character, word: str) -> Place:
    """A place as it is written; a chamber alone is one of the same board."""
    return word if "@" in word else place(word, board_of(one.at))


def _enter(table: Table, game: Game, about: list[str]) -> None:
    one = _who(game, about)
    enter(table, game, one, _where(one, about[1]))


def _appear(table: Table, game: Game, about: list[str]) -> None:
    one = _who(game, about)
    appear(table, game, one, _where(one, about[1]))


def _move(table: Table, game: Game, about: list[str]) -> None:
    _enter(table, game, about)
    explore(table, game, game.characters.get(about[0], Character(id=about[0], seat="")))


def _meet(table: Table, game: Game, about: list[str]) -> None:
    one = _who(game, about)
    meet_monster(table, game, one, game.tables.encounters.of(about[1]))


def _attack(table: Table, game: Game, about: list[str]) -> None:
    attack(table, game, _who(game, about), game.characters[about[1]])


def _wound(table: Table, game: Game, about: list[str]) -> None:
    wound(table, game, game.characters[about[0]], int(about[1]), final=about[2:] == ["ever"])


def _use(table: Table, game: Game, about: list[str]) -> None:
    use_ability(table, game, _who(game, about), about[1])


def _glove(table: Table, game: Game, about: list[str]) -> None:
    make_glove(table, game, _who(game, about), about[1:])


def _ahead(table: Table, game: Game, about: list[str]) -> None:
    one = _who(game, about)
    name(table, game, one.seat, (one, _where(one, about[1])) if about[1:] else None)


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
    "explore": lambda table, game, about: explore(table, game, _who(game, about)),
    "penetrate": lambda table, game, about: penetrate(table, game, _who(game, about)),
    "tasks": lambda table, game, about: do_tasks(table, game, _who(game, about)),
    "meet": _meet,
    "attack": _attack,
    "use": _use,
    "glove": _glove,
    "finds": lambda table, game, about: draw_finds(table, game, _who(game, about), int(about[1])),
    "earn": lambda table, game, about: earn(table, game, about[0], int(about[1])),
    "wound": _wound,
    "fall": lambda table, game, about: fall(table, game, game.characters[about[0]], final=about[1:] == ["ever"]),
    "ahead": _ahead,
    "roll": _roll,
}
"""The rules that scenario files can play, by name."""
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
"""What stands behind the names, in brackets what may be left out."""
