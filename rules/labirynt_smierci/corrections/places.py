"""Setting the labyrinth right: where the party stands, what lies at an exit, which sun dominates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel.corrections import Deed, action
from rules.kernel.grid import SIDES, Square
from rules.kernel.requests import GM, Action, Amount, Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.corrections.members import is_calm, is_quiet
from rules.labirynt_smierci.corrections.things import count_usual_uses
from rules.labirynt_smierci.course.setup import ENTRANCE
from rules.labirynt_smierci.encounter.monsters import forget
from rules.labirynt_smierci.events.corrections import AdventureSet, PartyPlaced, SegmentPlaced, SunSet
from rules.labirynt_smierci.events.course import MonstersStillThere
from rules.labirynt_smierci.exploration import GATE, fitting_chits, keep_open, put_down, reach, ways_to_lie
from rules.labirynt_smierci.magic.wayside import bearings, square_option
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.openings import WALL, open_exits
from rules.labirynt_smierci.tables.sheets import COLOURS, Colour

MOST_ADVENTURES = 99


def offers(game: Game) -> Iterator[Action[Any]]:
    """In the labyrinth: where the party stands, and every exit; the sun, and which adventure it is."""
    if is_calm(game) and not game.outside:
        yield from _positions(game)
    if is_quiet(game):
        if not game.outside:
            yield from _exits(game)
            yield from _suns(game)
        yield from _adventures(game)


def segment_option(game: Game, level: int, square: Square) -> Option:
    """A segment among the options: what it is, where from the party, who waits there."""
    option = square_option(game, square, level)
    label = "gm.at.same" if square == game.square else option.label.replace("cast.to", "gm.at")
    return msgspec.structs.replace(option, label=label)


def _positions(game: Game) -> Iterator[Action[Any]]:
    """One for each level, the nearest first; only where the way home is open, and not at the Gate unmet."""
    known = reach(game, (1, ENTRANCE))
    for level in sorted(game.levels):
        there = [square for number, square in known if number == level and (level, square) != (game.level, game.square)]
        there.sort(key=lambda square: (_steps(game, square), square))
        options = tuple(segment_option(game, level, square) for square in there if not _unmet_gate(game, level, square))
        if options:
            ask = Choose(who=GM, why="gm.position", options=options, facts={"level": level})
            yield action("position", str(level), ask, level=level)


def _steps(game: Game, square: Square) -> int:
    return abs(square.x - game.square.x) + abs(square.y - game.square.y)


def _unmet_gate(game: Game, level: int, square: Square) -> bool:
    segment = game.levels[level][square]
    return segment.kind == GATE and not segment.visited


def _exits(game: Game) -> Iterator[Action[Any]]:
    """One for each empty square behind an exit of the party's level, the nearest first, with all that fits there."""
    level = game.levels[game.level]
    squares = dict.fromkeys(square.beyond(side) for square, side in open_exits(level))
    for square in sorted(squares, key=lambda square: (_steps(game, square), square)):
        options = [
            _lying(game, chit, way)
            for chit in fitting_chits(game, game.level, square)
            for way in ways_to_lie(game, chit, game.level, square)
        ]
        if options:
            where, facts = bearings(game, square)
            ask = Choose(who=GM, why="gm.lay", options=tuple(options), facts=facts)
            option = Option(f"lay:{square.x},{square.y}", f"gm.lay.{where}", facts=facts)
            yield Action(GM, option, ask)


def _lying(game: Game, chit: str, sides: str) -> Option:
    openings: Any = tuple(
        Word(f"opening.{what}.{side}") for side, what in zip(SIDES, sides, strict=True) if what != WALL
    )
    facts: dict[str, Fact] = {"kind": Word(f"segment.{game.tables.tiles.of(chit).kind}"), "openings": openings}
    return Option(f"{chit}:{sides}", "gm.lying", facts=facts)


def _suns(game: Game) -> Iterator[Action[Any]]:
    options = tuple(Option(sun, "gm.sun.one", facts={"sun": Word(f"sun.{sun}")}) for sun in COLOURS if sun != game.sun)
    facts = {"sun": Word(f"sun.{game.sun}")}
    yield action("sun", "", Choose(who=GM, why="gm.sun", options=options, facts=facts), **facts)


def _adventures(game: Game) -> Iterator[Action[Any]]:
    """Outside another one is still to follow."""
    most = (game.options.adventures or MOST_ADVENTURES) - game.outside
    if most > 1:
        facts = {"now": game.adventure}
        yield action("adventure", "", Amount(who=GM, why="gm.adventure", least=1, most=most, facts=facts), **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def place_party(table: Table, game: Game, about: str, there: str) -> None:
    """The party is there, by no door; whoever is there is met anew."""
    game.level, game.square = int(about), _square(there)
    game.entered_by = game.left_by = None
    game.here.visited = True
    table.tell(PartyPlaced(Word(f"segment.{game.here.kind}"), game.level))
    if game.met is not None:
        forget(game.met)
        table.tell(MonstersStillThere(game.met.name, len(game.met.living)))


def _square(there: str) -> Square:
    return Square(*(int(number) for number in there.split(",")))


def place_segment(table: Table, game: Game, about: str, what: str) -> None:
    """A chit of the bag lies there; it does not bring the party nearer to the Gate."""
    chit, _, sides = what.partition(":")
    put_down(game, chit, _square(about), sides)
    table.tell(SegmentPlaced(Word(f"segment.{game.tables.tiles.of(chit).kind}"), game.level))
    for event in keep_open(game):
        table.tell(event)


def set_sun(table: Table, game: Game, about: str, sun: Colour) -> None:
    """Under another sun casters keep as many usable spells as it allows, and are given what is missing [4.1 D]."""
    game.sun = sun
    table.tell(SunSet(Word(f"sun.{sun}")))
    for one in game.people:
        one.usable = list(dict.fromkeys([*one.usable, *one.known]))[: one.spells_under(sun)]
        count_usual_uses(game, one)


def set_adventure(table: Table, game: Game, about: str, now: int) -> None:
    """Which adventure this is."""
    table.tell(AdventureSet(game.adventure, now))
    game.adventure = now


DEEDS: Mapping[str, Deed[Game]] = {
    "position": place_party,
    "lay": place_segment,
    "sun": set_sun,
    "adventure": set_adventure,
}
