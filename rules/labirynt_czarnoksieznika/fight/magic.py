"""Before the dice: who defends, and the magic window, in which each side casts until both pass [6.7, 6.8, 7.4]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.kernel.orders import in_window
from rules.kernel.requests import Choose, Field, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.arriving import appear
from rules.labirynt_czarnoksieznika.equipment.finds import token_word
from rules.labirynt_czarnoksieznika.equipment.packing import lose_weapon
from rules.labirynt_czarnoksieznika.equipment.scrolls import can_cast, cast, knows
from rules.labirynt_czarnoksieznika.events.fights import FightLeft, JointDefence, WeaponRusted
from rules.labirynt_czarnoksieznika.fight.scores import (
    OWN,
    SIDES,
    THEIRS,
    Side,
    arms_bonus,
    behind,
    clash_facts,
    fight_of,
    fighters,
    opposite,
    seat_of,
    strength_of,
)
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.places import Place, board_of, chamber_of, place
from rules.labirynt_czarnoksieznika.ways import havens


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
    """A cast as it was answered takes effect; what adds to Strength is seen to by ``fight.scores``."""
    if answer == PASS:
        return
    scroll, caster, *aim = answer.split(":")
    one = game.characters[caster]
    cast(table, game, one, scroll)
    if scroll == "rust":
        target = game.characters[aim[0]]
        table.tell(WeaponRusted(target.name, lose_weapon(game, target)))
    elif scroll == "teleport":
        _leave(table, game, one, place(aim[0], board_of(one.at)))


def _leave(table: Table, game: Game, one: Character, where: Place) -> None:
    """The fight ends without result; no Encounter follows where the caster appears."""
    game.fight = None
    table.tell(FightLeft(one.name))
    appear(table, game, one, where)


# Joint defence: whether a second character of the attacked player defends too [6.7, 6.8] -----------------------

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
    options = (_defenders_option(game, ALONE, [target]), _defenders_option(game, JOINT, [target, mate]))
    together = Choose(who=target.seat, why="fight.joint", options=options, facts=facts, secret=True)
    if not (is_asked(game, THEIRS) and may_cast(game, [target, mate])):
        if table.ask(together) == JOINT:
            _join(table, game, mate)
        return ask_cast(table, game, THEIRS)
    offers = casts_of(game, [target, mate], fighters(game, fight_of(game), OWN))
    joint = Field("joint", together, Word("field.joint"))
    cast = Field("cast", cast_question(game, target.seat, offers), Word("field.cast"))
    form = Form(who=target.seat, why="fight.defence", fields=(joint, cast), facts=facts, secret=True)
    filled = table.ask(form)
    return _answered(table, game, mate, filled[joint], filled[cast])


def _defenders_option(game: Game, id: str, defenders: list[Character]) -> Option:
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


# What each side can cast, and what a standing order casts ------------------------------------------------------

PASS = "pass"
PASSING = Option(PASS, "magic.pass")

Aims = Callable[[Game, Character, str, Sequence[Character]], Iterator[Option]]
"""The ways in which a character can cast a scroll at these opponents."""


def casts(game: Game, side: Side) -> list[Option]:
    """Every cast that is open to a side now and does something."""
    fight = fight_of(game)
    return casts_of(game, fighters(game, fight, side), fighters(game, fight, opposite(side)))


def casts_of(game: Game, people: Sequence[Character], others: Sequence[Character]) -> list[Option]:
    """Every useful cast of these characters: ``SCROLL:CASTER``, with the target or the chamber behind it if any."""
    return [
        option
        for scroll, aims in AIMS.items()
        for one in people
        if can_cast(game, one, scroll)
        for option in aims(game, one, scroll, others)
    ]


def _at_the_clash(game: Game, one: Character, scroll: str, others: Sequence[Character]) -> Iterator[Option]:
    yield _option(one, scroll, "magic.cast", bonus=game.tables.finds.of(scroll).bonus)


def _at_a_weapon(game: Game, one: Character, scroll: str, others: Sequence[Character]) -> Iterator[Option]:
    """Rust does nothing to monsters, empty hands and the Glove."""
    for other in others:
        if other.hand not in ("", GLOVE):
            about: dict[str, Fact] = {"weapon": token_word(other.hand), "bonus": -arms_bonus(game, other, None)}
            yield _option(one, scroll, "magic.rust", other.id, whom=other.name, **about)


def _away(game: Game, one: Character, scroll: str, others: Sequence[Character]) -> Iterator[Option]:
    for where in havens(game, one):
        kind = Word(f"chamber.{game.kind_at(where)}")
        yield _option(one, scroll, "magic.teleport", chamber_of(where), where=chamber_of(where), chamber=kind)


def _option(one: Character, scroll: str, label: str, *aim: str, **facts: Fact) -> Option:
    about = {"who": one.name, "scroll": token_word(scroll), **facts}
    return Option(":".join((scroll, one.id, *aim)), label, f"magic.{scroll}", about)


AIMS: Mapping[str, Aims] = {
    "fireball": _at_the_clash,
    "weakness": _at_the_clash,
    "rust": _at_a_weapon,
    "teleport": _away,
}


def ask_cast(table: Table, game: Game, side: Side) -> str:
    """One cast of a side or ``PASS``, as its player answers, or a standing order in the player's place."""
    options, seat = casts(game, side), seat_of(game, side)
    if not options and not is_in_window(game, side):
        return PASS
    if is_asked(game, side):
        return table.ask(cast_question(game, seat, options))
    return sensible_cast(game, side, options) if game.teams[seat].orders.scrolls in ("turn", "losing") else PASS


def is_asked(game: Game, side: Side) -> bool:
    """Whether a side's player wants to be asked about scrolls: always, or in the own turn only."""
    order = game.teams[seat_of(game, side)].orders.scrolls
    return order == "ask" or (order == "turn" and side == OWN)


def is_in_window(game: Game, side: Side) -> bool:
    """Whether an attacked side could have something to cast, by its cards; who is at turn is asked if it has."""
    return side == THEIRS and may_cast(game, fighters(game, fight_of(game), side))


def may_cast(game: Game, people: Sequence[Character]) -> bool:
    """Whether any of these could cast something, whatever they have."""
    return any(knows(game, one, scroll) for one in people for scroll in AIMS)


def cast_question(game: Game, seat: Seat, options: Sequence[Option]) -> Choose:
    """The question which scroll is cast now, or none; only its player learns whether there is one."""
    return in_window(seat, "fight.magic", PASSING, options, clash_facts(game))


def sensible_cast(game: Game, side: Side, options: Sequence[Option]) -> str:
    """What a side casts that is not ahead: the least that brings it ahead, else the most; it does not flee."""
    missing = behind(game, side)
    gains = {option.id: gain(game, option.id) for option in options}
    useful = [id for id in gains if gains[id] > 0]
    if missing < 0 or not useful:
        return PASS
    enough = [id for id in useful if gains[id] > missing]
    return min(enough, key=gains.__getitem__) if enough else max(useful, key=gains.__getitem__)


def gain(game: Game, cast: str) -> int:
    """By how much a cast changes the difference between the sides."""
    scroll, _, *aim = cast.split(":")
    if scroll == "rust":
        return arms_bonus(game, game.characters[aim[0]], None)
    return abs(game.tables.finds.of(scroll).bonus)
