"""Corrections of the labyrinth: the party's place, segments, the dominant sun, monsters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.kernel.corrections import Deed, action
from rules.kernel.grid import SIDES, Square
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci import exploration
from rules.labirynt_smierci.corrections.members import STRONGEST, count_usual_uses, is_between_rounds, is_calm, is_quiet
from rules.labirynt_smierci.course.setup import ENTRANCE
from rules.labirynt_smierci.encounter.monsters import forget
from rules.labirynt_smierci.events import corrections
from rules.labirynt_smierci.events.course import MonstersStillThere
from rules.labirynt_smierci.magic.wayside import bearings, square_option
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.party.losses import leave_group, release_charmed, slay
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.tables import usual_amount
from rules.labirynt_smierci.tables.sheets import COLOURS, Colour

MOST_ADVENTURES = 99


def place_offers(game: Game) -> Iterator[Action]:
    """Yield the corrections of the party's place, exits, the sun and the number of the adventure."""
    if is_calm(game) and not game.outside:
        yield from _position_actions(game)
    if is_quiet(game):
        if not game.outside:
            yield from _lay_actions(game)
            yield from _sun_action(game)
        yield from _adventure_action(game)


def segment_option(game: Game, level: int, square: Square) -> Option:
    """Return the option for a segment: its kind, its place from the party, its monsters."""
    option = square_option(game, square, level)
    label = "gm.at.same" if square == game.square else option.label.replace("cast.to", "gm.at")
    return replace(option, label=label)


def _position_actions(game: Game) -> Iterator[Action]:
    """Only segments with an open way home are offered, and not an unmet Gate."""
    known = list(exploration.reach(game, (1, ENTRANCE)))
    for level in sorted(game.levels):
        there = [square for number, square in known if number == level and (level, square) != (game.level, game.square)]
        there.sort(key=lambda square: (_distance_to_party(game, square), square))
        options = tuple(
            segment_option(game, level, square) for square in there if not _is_unmet_gate(game, level, square)
        )
        if options:
            ask = Choose(who=GM, why="gm.position", options=options, facts={"level": level})
            yield action("position", str(level), ask, level=level)


def _distance_to_party(game: Game, square: Square) -> int:
    return abs(square.x - game.square.x) + abs(square.y - game.square.y)


def _is_unmet_gate(game: Game, level: int, square: Square) -> bool:
    segment = game.levels[level][square]
    return segment.kind == exploration.GATE and not segment.visited


def _lay_actions(game: Game) -> Iterator[Action]:
    level = game.levels[game.level]
    squares = dict.fromkeys(square.beyond(side) for square, side in exploration.open_exits(level))
    for square in sorted(squares, key=lambda square: (_distance_to_party(game, square), square)):
        options = [
            _laid_chit_option(game, chit, way)
            for chit in exploration.fitting_chits(game, game.level, square)
            for way in exploration.ways_to_lie(game, chit, game.level, square)
        ]
        if options:
            where, facts = bearings(game, square)
            ask = Choose(who=GM, why="gm.lay", options=tuple(options), facts=facts)
            option = Option(f"lay:{square.x},{square.y}", f"gm.lay.{where}", facts=facts)
            yield Action(GM, option, ask)


def _laid_chit_option(game: Game, chit: str, sides: str) -> Option:
    openings: Any = tuple(
        Word(f"opening.{what}.{side}") for side, what in zip(SIDES, sides, strict=True) if what != exploration.WALL
    )
    facts: Facts = {"kind": Word(f"segment.{game.tables.tiles.of(chit).kind}"), "openings": openings}
    return Option(f"{chit}:{sides}", "gm.lying", facts=facts)


def _sun_action(game: Game) -> Iterator[Action]:
    options = tuple(Option(sun, "gm.sun.one", facts={"sun": Word(f"sun.{sun}")}) for sun in COLOURS if sun != game.sun)
    facts = {"sun": Word(f"sun.{game.sun}")}
    yield action("sun", "", Choose(who=GM, why="gm.sun", options=options, facts=facts), **facts)


def _adventure_action(game: Game) -> Iterator[Action]:
    """Outside, another adventure must still follow."""
    most = (game.options.adventures or MOST_ADVENTURES) - game.outside
    if most > 1:
        facts = {"now": game.adventure}
        yield action("adventure", "", Amount(who=GM, why="gm.adventure", least=1, most=most, facts=facts), **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def place_party(table: Table, game: Game, about: str, there: str) -> None:
    """Teleport the party; monsters there are met anew."""
    game.level, game.square = int(about), _parse_square(there)
    game.entered_by = game.left_by = None
    game.here.visited = True
    table.tell(corrections.PartyPlaced(Word(f"segment.{game.here.kind}"), game.level))
    if game.met:
        forget(game.met)
        table.tell(MonstersStillThere(game.met.name, len(game.met.living)))


def _parse_square(there: str) -> Square:
    return Square(*(int(number) for number in there.split(",")))


def place_segment(table: Table, game: Game, about: str, what: str) -> None:
    """Lay a chit from the bag; it does not bring the party nearer to the Gate."""
    chit, _, sides = what.partition(":")
    exploration.put_down(game, chit, _parse_square(about), sides)
    table.tell(corrections.SegmentPlaced(Word(f"segment.{game.tables.tiles.of(chit).kind}"), game.level))
    for event in exploration.keep_open(game):
        table.tell(event)


def set_sun(table: Table, game: Game, about: str, sun: Colour) -> None:
    """Set the dominant sun; casters keep as many usable spells as it allows and get the missing ones [4.1 D]."""
    game.sun = sun
    table.tell(corrections.SunSet(Word(f"sun.{sun}")))
    for person in game.people:
        person.usable = list(dict.fromkeys([*person.usable, *person.known]))[: person.spells_under(sun)]
        count_usual_uses(game, person)


def set_adventure(table: Table, game: Game, about: str, now: int) -> None:
    """Set the number of the present adventure."""
    table.tell(corrections.AdventureSet(game.adventure, now))
    game.adventure = now


DEEDS: Mapping[str, Deed[Game]] = {
    "position": place_party,
    "lay": place_segment,
    "sun": set_sun,
    "adventure": set_adventure,
}


MOST_MONSTERS = 16
"""The largest number of monsters in the tables [6.8]."""
AS_USUAL = 0
"""The choice of a strength from the table of monsters."""


def monster_offers(game: Game) -> Iterator[Action]:
    """Yield the corrections of monsters: strength or removal of those met, new ones elsewhere on the level."""
    if game.outside:
        return
    if game.met:
        yield from (_monster_strength_action(game, monster) for monster in game.met.living if not monster.person)
        if is_quiet(game) or is_between_rounds(game):
            yield action("dismiss", "", monster=game.met.name, number=len(game.met.living))
            for monster in game.met.living:
                if not (monster.person or monster.kind == GATE):
                    mark = exploration.mark_in_words(game, monster.id)
                    yield action("leave", monster.id, monster=monster.name, mark=mark)
    if is_quiet(game) and (lairs := _free_lair_options(game)):
        where = Field("where", Choose(who=GM, why="gm.where", options=lairs), Word("field.where"))
        yield action("lair", "", Form(who=GM, why="gm.lair", fields=(where, *_waiting_monsters_fields(game))))


def _monster_strength_action(game: Game, monster: Monster) -> Action:
    facts: Facts = {
        "monster": monster.name,
        "mark": exploration.mark_in_words(game, monster.id),
        "now": monster.strength,
    }
    may_die = is_between_rounds(game) and monster.kind != GATE
    why, least = ("gm.foe.mortal", 0) if may_die else ("gm.foe", 1)
    ask = Amount(who=GM, why=why, least=least, most=STRONGEST, facts=facts)
    return action("foe", monster.id, ask, **facts)


def _waiting_monsters_fields(game: Game) -> tuple[Field, ...]:
    strength = Amount(who=GM, why="gm.strengths", least=AS_USUAL, most=STRONGEST)
    return (
        Field("kind", Choose(who=GM, why="gm.kind", options=kinds(game)), Word("field.kind")),
        Field("number", Amount(who=GM, why="gm.number", least=1, most=MOST_MONSTERS), Word("field.number")),
        Field("strength", strength, Word("field.strength")),
    )


def kinds(game: Game) -> tuple[Option, ...]:
    """Return all kinds of the table of monsters [8.2] as options."""
    return tuple(
        Option(sheet.id, "gm.monster", facts={"monster": Word(f"monster.{sheet.id}")})
        for sheet in game.tables.monsters.monster
    )


def _free_lair_options(game: Game) -> tuple[Option, ...]:
    level = game.levels[game.level]
    free = [
        square
        for square, segment in level.items()
        if segment.visited and not segment.group and square != game.square and segment.kind != exploration.GATE
    ]
    return tuple(segment_option(game, game.level, square) for square in sorted(free))


# What comes of it ------------------------------------------------------------------------------------------------


def place_there(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Place monsters on another segment."""
    x, _, y = str(filled.values["where"]).partition(",")
    segment, values = game.levels[game.level][Square(int(x), int(y))], filled.values
    segment.group = group = gather(game, values["kind"], values["number"], values["strength"], segment.is_room)
    strengths = tuple(monster.strength for monster in group.monsters)
    table.tell(corrections.MonstersPlaced(group.name, len(strengths), strengths, Word(f"segment.{segment.kind}")))


def gather(game: Game, kind: str, number: int, strength: int, resident: bool) -> Group:
    """Return a new group; strength (if 0) and skill are the usual ones of kind and level, without a die."""
    sheet = game.tables.monsters.of(kind)
    full = strength or usual_amount(sheet.strength) + game.tables.levels.of(game.level).strength
    skill = usual_amount(sheet.weapon_skill) if sheet.weapon_skill else 0
    monsters = [Monster(id=f"{kind}-{n}", kind=kind, full=full, skill=skill) for n in range(1, number + 1)]
    return Group(kind=kind, level=game.level, resident=resident, monsters=monsters)


def dismiss(table: Table, game: Game, about: str, _: None) -> None:
    """Remove the met group with its treasure."""
    group = game.met
    assert group  # it is offered only then
    group.stance = "truce"
    game.here.group = None
    table.tell(corrections.MonstersRemoved(group.name, len(group.living)))


def send_away(table: Table, game: Game, about: str, _: None) -> None:
    """Remove one monster of the met group; members whom it had charmed come back."""
    group = game.met
    assert group  # it is offered only then
    if len(group.living) == 1:
        dismiss(table, game, about, None)
        return
    monster = next(monster for monster in group.living if monster.id == about)
    table.tell(corrections.MonstersRemoved(monster.name, 1, exploration.mark_in_words(game, about)))
    leave_group(game, group, monster)
    release_charmed(table, game, group, monster)


def set_strength(table: Table, game: Game, about: str, now: int) -> None:
    """Set a monster's remaining strength; 0 is death, and a higher number raises its full strength too."""
    group = game.met
    assert group  # it is offered only then
    monster = next(monster for monster in group.living if monster.id == about)
    before = monster.strength
    monster.full = max(monster.full, now)
    monster.wounds = monster.full - now
    table.tell(corrections.MonsterStrengthSet(monster.name, exploration.mark_in_words(game, monster.id), before, now))
    if not monster.alive:
        slay(table, game, group, monster)


MONSTER_DEEDS: Mapping[str, Deed[Game]] = {
    "lair": place_there,
    "dismiss": dismiss,
    "leave": send_away,
    "foe": set_strength,
}
