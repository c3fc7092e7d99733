"""Chambers: a kind by the die every time anew, until the Crystal Chamber is found [9, 10.2–10.4]."""

from __future__ import annotations

from rules.jaskinia.effects import OPERATIONS, Work, run
from rules.jaskinia.events.course import CrystalFound
from rules.jaskinia.events.ways import ChamberRolled, MapFits
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.outlook import chamber_stakes, chances_of_trials
from rules.jaskinia.places import area_facts, area_word
from rules.jaskinia.seeker.belongings import lose_items
from rules.jaskinia.seeker.values import bonus
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

MAP, ROLL = "use", "roll"


def enter_chamber(table: Table, game: Game, one: Seeker) -> None:
    """A Map shows that this is the Crystal Chamber, or the die says what it is [9.1, 10.2, 10.3]."""
    game.tally.chambers += 1
    if _has_map(game, one) and _uses_map(table, game, one):
        lose_items(table, game, one, [game.tables.crystal.map_card] * _needed(game, one), paid=True)
        find_crystal(table, game, one, "map")
        return
    face = int(table.roll("1K6", "chamber.kind", character=one.name))
    if face == game.tables.crystal.search_face and _searched(table, game, one):
        game.tally.searched += 1
        find_crystal(table, game, one, "search")
    else:
        carry_out(table, game, one, face)


def carry_out(table: Table, game: Game, one: Seeker, face: int) -> None:
    """The instruction of a kind of Chamber."""
    kind = game.tables.chambers.at(face)
    word = Word(f"chamberkind.{kind.id}")
    table.tell(ChamberRolled(one.name, word, area_word(game, one.at), one.at))
    run(table, game, Work(one, word), kind.do)


def _needed(game: Game, one: Seeker) -> int:
    return max(1, game.tables.crystal.map_fragments - bonus(game, one, "map_need"))


def _has_map(game: Game, one: Seeker) -> bool:
    return not game.crystal and one.items.count(game.tables.crystal.map_card) >= _needed(game, one)


def _uses_map(table: Table, game: Game, one: Seeker) -> bool:
    """Whether it is used here and now; what that means for all is told before [8.5]."""
    guests = game.beside is not None
    table.tell(MapFits(one.name, area_word(game, one.at), one.at, guests))
    chances = {**chances_of_trials(game, one), "out": one.endurance <= 1 and not guests, "guests": guests}
    found = Option(MAP, "chamber.map", "chamber.map", chances)
    if guests:
        found = Option(MAP, "chamber.map.guests", "chamber.map", chances)
    options = (found, Option(ROLL, "chamber.roll", "chamber.roll", chamber_stakes(game, one)))
    facts: dict[str, Fact] = {"character": one.name, **area_facts(game, one.at), "guests": guests}
    return table.ask(Choose(who=one.seat, why="chamber.map", options=options, facts=facts)) == MAP


def _searched(table: Table, game: Game, one: Seeker) -> bool:
    """A second die behind the Gates, as long as the Crystal Chamber is not found [10.3]."""
    if game.crystal or game.area(one.at).zone != game.tables.crystal.search_zone:
        return False
    return int(table.roll("1K6", "crystal.second", character=one.name)) in game.tables.crystal.second_die


def find_crystal(table: Table, game: Game, one: Seeker, means: str) -> None:
    """This is the Crystal Chamber, to the end of the game; the turn ends [10.4]."""
    game.crystal, game.trip.over = one.at, True
    game.tally.found = game.tally.rounds
    where = area_word(game, one.at)
    table.tell(CrystalFound(one.name, where, one.at, Word(f"cavemeans.{means}"), game.beside is not None))


def do_draw_cards(table: Table, game: Game, work: Work, op: e.DrawCards) -> Do:
    """The area is explored with n cards to draw."""
    explore(table, game, work.one, op.n)
    return ()


OPERATIONS[e.DrawCards] = do_draw_cards
