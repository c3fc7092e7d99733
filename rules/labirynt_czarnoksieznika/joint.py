"""Joint defence: whether a second character of the attacked player defends too [6.7, 6.8]."""

from __future__ import annotations

from rules.kernel.requests import Choose, Field, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.casts import PASS, ask_cast, asked, casts_of, is_asked, may_cast
from rules.labirynt_czarnoksieznika.clash import OWN, THEIRS, clash_facts, fight_of, fighters, strength_of
from rules.labirynt_czarnoksieznika.events.fights import JointDefence
from rules.labirynt_czarnoksieznika.model import Character, Fight, Game

JOINT, ALONE = "joint", "alone"


def defend(table: Table, game: Game) -> str:
    """The defender settles who defends, and casts first or passes, in one answer; returned is the cast."""
    target = game.characters[fight_of(game).defenders[0]]
    mate = next(iter(game.mates_of(target)), None)
    order = game.teams[target.seat].orders.joint
    if mate is not None and order == "ask":
        return _ask(table, game, target, mate)
    if mate is not None and order == "always":
        _join(table, game, mate)
    return ask_cast(table, game, THEIRS)


def _ask(table: Table, game: Game, target: Character, mate: Character) -> str:
    """One form if scrolls are asked about, too, whatever there is to cast; else only who defends."""
    facts: dict[str, Fact] = {**clash_facts(game), "who": target.name, "mate": mate.name}
    options = (_option(game, ALONE, [target]), _option(game, JOINT, [target, mate]))
    together = Choose(who=target.seat, why="fight.joint", options=options, facts=facts, secret=True)
    if not (is_asked(game, THEIRS) and may_cast(game, [target, mate])):
        if table.ask(together) == JOINT:
            _join(table, game, mate)
        return ask_cast(table, game, THEIRS)
    offers = casts_of(game, [target, mate], fighters(game, fight_of(game), OWN))
    joint = Field("joint", together, Word("field.joint"))
    cast = Field("cast", asked(game, target.seat, offers), Word("field.cast"))
    form = Form(who=target.seat, why="fight.defence", fields=(joint, cast), facts=facts, secret=True)
    filled = table.ask(form)
    return _answered(table, game, mate, filled[joint], filled[cast])


def _option(game: Game, id: str, defenders: list[Character]) -> Option:
    """One or both, with the Strength that they would have."""
    fight = Fight(attacker=fight_of(game).attacker, defenders=[one.id for one in defenders])
    facts: dict[str, Fact] = {"who": defenders[-1].name, "strength": strength_of(game, fight, THEIRS)}
    return Option(id, f"joint.{id}", facts=facts)


def _answered(table: Table, game: Game, mate: Character, together: str, cast: str) -> str:
    """What was settled; who stands aside casts nothing. To ask anew would tell everybody that there is a scroll."""
    if together == JOINT:
        _join(table, game, mate)
    stands_aside = together == ALONE and mate.id in cast.split(":")[1:2]
    return PASS if stands_aside else cast


def _join(table: Table, game: Game, mate: Character) -> None:
    fight = fight_of(game)
    fight.defenders.append(mate.id)
    table.tell(JointDefence(game.characters[fight.defenders[0]].name, mate.name))
