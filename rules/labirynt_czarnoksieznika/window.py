"""The magic window of a clash: the defender casts one scroll or passes, the attacker does, until both pass [7.4]."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.arriving import appear
from rules.labirynt_czarnoksieznika.casts import PASS, ask_cast
from rules.labirynt_czarnoksieznika.clash import OWN, SIDES, Side, fight_of, fighters, opposite
from rules.labirynt_czarnoksieznika.events.fights import FightLeft, WeaponRusted
from rules.labirynt_czarnoksieznika.joint import defend
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.places import Place, board_of, place
from rules.labirynt_czarnoksieznika.scrolls import cast
from rules.labirynt_czarnoksieznika.tricks import lose_weapon


def open_window(table: Table, game: Game) -> None:
    """Everything before the dice; ``game.fight`` is None after it when nobody is there to fight any more."""
    table.set_right()
    if not _all_stand(game):
        game.fight = None
    elif fight_of(game).foe:
        _cast_in_turn(table, game, OWN)
    else:
        first = defend(table, game)
        _carry_out(table, game, first)
        _cast_in_turn(table, game, OWN, passed=int(first == PASS))


def _all_stand(game: Game) -> bool:
    """Whether a game master left the fighters where they were."""
    fight = fight_of(game)
    people = [one for side in SIDES for one in fighters(game, fight, side) if one.active]
    return len(people) == 1 + len(fight.defenders) and all(one.at == people[0].at for one in people)


def _cast_in_turn(table: Table, game: Game, side: Side, passed: int = 0) -> None:
    """One after the other until both pass in a row; a monster always does, as does who has nothing to cast."""
    while passed < len(SIDES) and game.fight is not None:
        answer = ask_cast(table, game, side)
        _carry_out(table, game, answer)
        passed = passed + 1 if answer == PASS else 0
        side = opposite(side)


def _carry_out(table: Table, game: Game, answer: str) -> None:
    """A cast as it was answered takes effect; what adds to Strength is seen by ``clash``."""
    if answer == PASS:
        return
    scroll, caster, *aim = answer.split(":")
    one = game.characters[caster]
    cast(table, game, one, scroll)
    if scroll == "rust":
        _rust(table, game, game.characters[aim[0]])
    elif scroll == "teleport":
        _leave(table, game, one, place(aim[0], board_of(one.at)))


def _rust(table: Table, game: Game, one: Character) -> None:
    weapon = lose_weapon(game, one)
    table.tell(WeaponRusted(one.name, weapon))


def _leave(table: Table, game: Game, one: Character, where: Place) -> None:
    """The fight ends without result; no Encounter follows where the caster appears."""
    game.fight = None
    table.tell(FightLeft(one.name))
    appear(table, game, one, where)
