"""Setting monsters right: who waits elsewhere, who goes away, how strong they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action
from rules.kernel.grid import Square
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.corrections.members import STRONGEST, is_quiet
from rules.labirynt_smierci.corrections.places import segment_option
from rules.labirynt_smierci.events.corrections import MonstersPlaced, MonstersRemoved, MonsterStrengthSet
from rules.labirynt_smierci.exploration import GATE
from rules.labirynt_smierci.marks import mark_in_words
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.tables import usual_amount

MOST_MONSTERS = 16
"""As many as the tables ever bring together [6.8]."""
AS_USUAL = 0
"""A strength that is left to the table of monsters."""


def offers(game: Game) -> Iterator[Action[Any]]:
    """Inside the labyrinth: who is met grows stronger or goes; others wait elsewhere on the level."""
    if game.outside:
        return
    if game.met is not None:
        yield from (_strength(game, one) for one in game.met.living if not one.person)
        if is_quiet(game):
            yield action("dismiss", "", None, monster=game.met.name, number=len(game.met.living))
    if is_quiet(game) and (lairs := _lairs(game)):
        where = Field("where", Choose(who=GM, why="gm.where", options=lairs), Word("field.where"))
        yield action("lair", "", Form(who=GM, why="gm.lair", fields=(where, *_who_waits(game))))


def _strength(game: Game, one: Monster) -> Action[Any]:
    facts: dict[str, Fact] = {"monster": one.name, "mark": mark_in_words(game, one.id), "now": one.strength}
    ask = Amount(who=GM, why="gm.foe", least=1, most=STRONGEST, facts=facts)
    return action("foe", one.id, ask, **facts)


def _who_waits(game: Game) -> tuple[Field[Any], ...]:
    strength = Amount(who=GM, why="gm.strengths", least=AS_USUAL, most=STRONGEST)
    return (
        Field("kind", Choose(who=GM, why="gm.kind", options=kinds(game)), Word("field.kind")),
        Field("number", Amount(who=GM, why="gm.number", least=1, most=MOST_MONSTERS), Word("field.number")),
        Field("strength", strength, Word("field.strength")),
    )


def kinds(game: Game) -> tuple[Option, ...]:
    """All kinds of the table of monsters [8.2]."""
    return tuple(
        Option(sheet.id, "gm.monster", facts={"monster": Word(f"monster.{sheet.id}")})
        for sheet in game.tables.monsters.monster
    )


def _lairs(game: Game) -> tuple[Option, ...]:
    """Segments of the level where the party was and nobody is."""
    level = game.levels[game.level]
    free = [
        square
        for square, segment in level.items()
        if segment.visited and segment.group is None and square != game.square and segment.kind != GATE
    ]
    return tuple(segment_option(game, game.level, square) for square in sorted(free))


# What comes of it ------------------------------------------------------------------------------------------------


def place_there(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Monsters wait on another segment."""
    x, _, y = str(filled.values["where"]).partition(",")
    segment, values = game.levels[game.level][Square(int(x), int(y))], filled.values
    segment.group = group = gather(game, values["kind"], values["number"], values["strength"], segment.is_room)
    strengths = tuple(one.strength for one in group.monsters)
    table.tell(MonstersPlaced(group.name, len(strengths), strengths, Word(f"segment.{segment.kind}")))


def gather(game: Game, kind: str, number: int, strength: int, resident: bool) -> Group:
    """A group of so many; no die is thrown: strength and skill are the usual ones of kind and level, if not said."""
    sheet = game.tables.monsters.of(kind)
    full = strength or usual_amount(sheet.strength) + game.tables.levels.of(game.level).strength
    skill = usual_amount(sheet.weapon_skill) if sheet.weapon_skill else 0
    monsters = [Monster(id=f"{kind}-{n}", kind=kind, full=full, skill=skill) for n in range(1, number + 1)]
    return Group(kind=kind, level=game.level, resident=resident, monsters=monsters)


def dismiss(table: Table, game: Game, about: str, _: None) -> None:
    """The group that is met goes its way; whatever it had goes with it."""
    group = game.met
    assert group is not None  # it is offered only then
    group.stance = "truce"
    game.here.group = None
    table.tell(MonstersRemoved(group.name, len(group.living)))


def set_strength(table: Table, game: Game, about: str, now: int) -> None:
    """A monster's strength; more than it was born with raises that too."""
    assert game.met is not None  # it is offered only then
    one = next(one for one in game.met.living if one.id == about)
    before = one.strength
    one.full = max(one.full, now)
    one.wounds = one.full - now
    table.tell(MonsterStrengthSet(one.name, mark_in_words(game, one.id), before, now))


DEEDS: Mapping[str, Deed[Game]] = {
    "lair": place_there,
    "dismiss": dismiss,
    "foe": set_strength,
}
