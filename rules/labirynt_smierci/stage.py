"""The course of a stage [5]: A segment, B door, C monsters, D feature."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.grid import OPPOSITE
from rules.kernel.requests import PARTY, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.powers import guards
from rules.labirynt_smierci.course import journeys
from rules.labirynt_smierci.course.leaving import leave, outside, tell_chronicle
from rules.labirynt_smierci.course.setup import set_up
from rules.labirynt_smierci.course.ways import choose_way
from rules.labirynt_smierci.encounter.monsters import look_for_monsters, meet_newcomers
from rules.labirynt_smierci.events.course import PartyDefeated, PartyMoved, StairsTaken
from rules.labirynt_smierci.exploration import STAIRS, explore, side_of
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.model import Game, Segment
from rules.labirynt_smierci.party.traits import mood
from rules.labirynt_smierci.traps import search


def play_stage(table: Table, game: Game) -> None:
    """Play one stage; stage 0 is the set-up, and a stage outside the labyrinth is the time between adventures."""
    if game.stage == 0:
        set_up(table, game)
    elif game.outside:
        outside(table, game)
    else:
        crawl(table, game)
    game.fallen = []
    if not game.outcome and not game.people:
        game.outcome = "defeat"
        table.tell(PartyDefeated(game.stage))
    if game.outcome:
        tell_chronicle(table, game)
    if not game.outcome:
        game.stage += 1


def crawl(table: Table, game: Game) -> None:
    """Take free actions, then move one segment on [5]."""
    chosen, before = choose_way(table, game), len(table.story.told)
    if chosen.way == "out":
        leave(table, game)
    elif chosen.way in STAIRS:
        climb(table, game, chosen.way)
    elif chosen.way:
        walk(table, game, chosen.way, chosen.by)
    if chosen.onward:
        journeys.explore_on(table, game, chosen.by, before)


def climb(table: Table, game: Game, way: str) -> None:
    """Take stairs to the next level: no door, and the arrival counts as entering a room [6.6]."""
    game.level += STAIRS[way]
    game.left_by, game.entered_by = game.entered_by, None
    table.tell(StairsTaken(way == "up", game.level))
    arrive(table, game)


def walk(table: Table, game: Game, side: str, by: Seat = PARTY) -> None:
    """Leave through one side: lay the segment beyond, search the door, move, look for monsters [5 A–C].

    Events are told in the order in which the party lives them. ``by``: the seat that chose the way.
    """
    target = game.square.beyond(side)
    known, seen = target in game.levels[game.level], list[Event]()
    if not known:
        journeys.end_before_the_unknown(table, game)
        found = explore(table, game, side, by)
        if found is None:
            return
        seen = found
    beyond = game.levels[game.level][target]
    table.tell(PartyMoved(Word(f"segment.{beyond.kind}"), Word(f"side.{side}"), known, mood(game)))
    if door_is_searched(game, game.here, beyond, side):
        search_door(table, game)
    if not game.people:
        return
    game.left_by, game.entered_by, game.square = game.entered_by, OPPOSITE[side], target
    game.door_open = side_of(beyond, OPPOSITE[side]) == "D"
    if not known and beyond.kind not in journeys.PLAIN:
        table.story.speak_up()
    for event in seen:
        table.tell(event)
    arrive(table, game)


def door_is_searched(game: Game, left: Segment, entered: Segment, side: str) -> bool:
    """Whether the door leads into an unvisited room, or out of a room by another side than the entered one [5 B]."""
    if side_of(left, side) != "D":
        return False
    another_way = left.is_room and side != game.entered_by
    return another_way or (entered.is_room and not entered.visited)


def search_door(table: Table, game: Game) -> None:
    """Search a door, then call back the dead and share their things."""
    search(table, game, "door")
    settle(table, game)


def arrive(table: Table, game: Game) -> None:
    """Check for monsters on the segment just entered [5 C]; at the Black Gate its guards wait [16]."""
    first_visit = not game.here.visited
    game.here.visited = True
    journeys.count_step(game, first_visit=first_visit)
    if game.here.kind == "gate" and first_visit:
        meet_newcomers(table, game, guards(table, game))
    else:
        look_for_monsters(table, game, first_visit)
    journeys.arrive_on_journey(table, game, first_visit=first_visit)
