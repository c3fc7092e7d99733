"""Before the dice: the choice of defenders, and the magic window, in which sides cast until both pass
[6.7, 6.8, 7.4].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Literal

from msgspec import Struct

from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Field, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Fact, Facts, Word
from rules.labirynt_czarnoksieznika import forecast
from rules.labirynt_czarnoksieznika.arriving import appear
from rules.labirynt_czarnoksieznika.equipment.finds import FATE, can_cast, cast, casters, knows, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import lose_weapon
from rules.labirynt_czarnoksieznika.events.fights import FightLeft, JointDefence, WeaponRusted
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Place, chamber_of
from rules.labirynt_czarnoksieznika.ways import havens


class Cast(Struct, frozen=True):
    """A scroll cast in a fight: its caster and, where needed, the target of Rust or the destination."""

    caster: Character
    scroll: str
    target: Character | None = None
    where: Place = ""


def open_window(table: Table, game: Game) -> None:
    """Resolve everything before the dice; ``game.fight`` is None afterwards if the fight has ended."""
    table.set_right(lambda: game.fight is not None)
    if not game.fight:  # a game master broke it off
        return
    if not _are_fighters_in_place(game):
        game.fight = None
    elif forecast.fight_of(game).foe:
        _cast_in_turn(table, game, forecast.OWN)
    else:
        first = defend(table, game)
        _carry_out_cast(table, game, first)
        _cast_in_turn(table, game, forecast.OWN, passed=int(first is None))


def _are_fighters_in_place(game: Game) -> bool:
    """Whether no correction has moved the fighters apart."""
    fight = forecast.fight_of(game)
    people = [fighter for side in forecast.SIDES for fighter in forecast.fighters(game, fight, side) if fighter.active]
    return len(people) == 1 + len(fight.defenders) and all(person.at == people[0].at for person in people)


def _cast_in_turn(table: Table, game: Game, side: forecast.Side, passed: int = 0) -> None:
    """Let the sides cast in turns until both pass in a row; monsters always pass."""
    while passed < len(forecast.SIDES) and game.fight:
        answer = ask_cast(table, game, side)
        _carry_out_cast(table, game, answer)
        passed = 0 if answer else passed + 1
        side = forecast.opposite(side)


def _carry_out_cast(table: Table, game: Game, answer: Cast | None) -> None:
    if answer:
        cast(table, game, answer.caster, answer.scroll)
        IN_A_FIGHT[answer.scroll].effect(table, game, answer)


# Joint defence: whether a second character of the attacked player defends too [6.7, 6.8] -----------------------

JOINT, ALONE = "joint", "alone"


def defend(table: Table, game: Game) -> Cast | None:
    """Ask the defender in one form who defends and for the first cast; return the cast."""
    target = game.characters[forecast.fight_of(game).defenders[0]]
    mate = next(iter(game.mates_of(target)), None)
    order = game.teams[target.seat].orders.joint
    if mate and order == "ask":
        return _ask_defence(table, game, target, mate)
    if mate and order == "always":
        _join_defence(table, game, mate)
    return ask_cast(table, game, forecast.THEIRS)


def _ask_defence(table: Table, game: Game, target: Character, mate: Character) -> Cast | None:
    """Ask who defends, together with the first cast if the player is asked about scrolls at all."""
    facts: Facts = {**forecast.clash_facts(game), "who": target.name, "mate": mate.name}
    ways = (_defenders_way(game, ALONE, [target]), _defenders_way(game, JOINT, [target, mate]))
    together = choice(target.seat, "fight.joint", ways, facts, secret=True)
    if not (is_asked(game, forecast.THEIRS) and may_cast(game, [target, mate])):
        if mate in table.ask(together):
            _join_defence(table, game, mate)
        return ask_cast(table, game, forecast.THEIRS)
    offers = casts_of(game, [target, mate], forecast.fighters(game, forecast.fight_of(game), forecast.OWN))
    joint = Field("joint", together, Word("field.joint"))
    cast = Field("cast", cast_question(game, target.seat, offers), Word("field.cast"))
    form = Form(who=target.seat, why="fight.defence", fields=(joint, cast), facts=facts, secret=True)
    filled = table.ask(form)
    return _settle_joint_defence(table, game, mate, filled[joint], filled[cast])


def _defenders_way(game: Game, id: str, defenders: list[Character]) -> Way[list[Character]]:
    fight = Fight(attacker=forecast.fight_of(game).attacker, defenders=[defender.id for defender in defenders])
    facts: Facts = {"who": defenders[-1].name, "strength": forecast.strength_of(game, fight, forecast.THEIRS)}
    return Way(Option(id, f"joint.{id}", f"joint.{id}", facts | forecast.odds_of_defence(game, fight)), defenders)


def _settle_joint_defence(
    table: Table, game: Game, mate: Character, defenders: list[Character], cast: Cast | None
) -> Cast | None:
    """Apply the choice of defenders and return the cast; one by a mate who stands aside is dropped.

    Another question would reveal that there is a scroll.
    """
    if mate in defenders:
        _join_defence(table, game, mate)
        return cast
    return None if cast and cast.caster is mate else cast


def _join_defence(table: Table, game: Game, mate: Character) -> None:
    fight = forecast.fight_of(game)
    fight.defenders.append(mate.id)
    table.tell(JointDefence(game.characters[fight.defenders[0]].name, mate.name))


# What each side can cast, and what a standing order casts ------------------------------------------------------

PASSING = Option("pass", "magic.pass")


def casts(game: Game, side: forecast.Side) -> list[Way[Cast]]:
    """Return every useful cast of a side."""
    fight = forecast.fight_of(game)
    return casts_of(game, forecast.fighters(game, fight, side), forecast.fighters(game, fight, forecast.opposite(side)))


def casts_of(game: Game, people: Sequence[Character], others: Sequence[Character]) -> list[Way[Cast]]:
    """Return every useful cast of these characters."""
    return [
        way
        for scroll, row in IN_A_FIGHT.items()
        for person in people
        if can_cast(game, person, scroll)
        for way in row.aims(game, person, scroll, others)
    ]


def ask_cast(table: Table, game: Game, side: forecast.Side) -> Cast | None:
    """Return a side's cast or None, by its player's answer or standing order."""
    ways, seat = casts(game, side), forecast.seat_of(game, side)
    if not is_in_window(game, side) and not could_matter(game, side, [way.meant for way in ways]):
        return None
    if is_asked(game, side):
        return table.ask(cast_question(game, seat, [_cast_way_with_odds(game, side, way) for way in ways], side))
    helps = game.teams[seat].orders.scrolls in ("turn", "losing")
    return sensible_cast(game, side, [way.meant for way in ways]) if helps else None


def is_asked(game: Game, side: forecast.Side) -> bool:
    """Whether a side's player wants to be asked about scrolls: always, or in the own turn."""
    order = game.teams[forecast.seat_of(game, side)].orders.scrolls
    return order == "ask" or (order == "turn" and side == forecast.OWN)


def is_in_window(game: Game, side: forecast.Side) -> bool:
    """Whether an attacked side could cast anything by its cards; the active side is asked only if it can cast."""
    return side == forecast.THEIRS and may_cast(game, forecast.fighters(game, forecast.fight_of(game), side))


def could_matter(game: Game, side: forecast.Side, casts: Sequence[Cast]) -> bool:
    """Whether any of these casts could change the result of the active side's clash.

    Points of Strength do not matter if natural faces decide anyway. The question is always asked if the opponent could
    cast by its cards, or if the caster could leave the fight.
    """
    if not casts or any(cast.where for cast in casts):
        return bool(casts)
    if any(
        knows(game, fighter, scroll)
        for fighter in forecast.fighters(game, forecast.fight_of(game), forecast.opposite(side))
        for scroll in ANSWERS
    ):
        return True
    most = sum(gain(game, cast) for cast in casts) + _possible_fate_bonus(game, side)
    return forecast.clash_odds_facts(game, side, most) != forecast.clash_odds_facts(game, side)


def _possible_fate_bonus(game: Game, side: forecast.Side) -> int:
    held = sum(caster.pack.count(FATE) for caster in casters(game, forecast.seat_of(game, side), FATE))
    return held * game.tables.finds.of(FATE).bonus


def may_cast(game: Game, people: Sequence[Character]) -> bool:
    """Whether any of these characters could cast a fight scroll by its card."""
    return any(knows(game, person, scroll) for person in people for scroll in IN_A_FIGHT)


def cast_question(
    game: Game, seat: Seat, ways: Sequence[Way[Cast]], side: forecast.Side | Literal[""] = ""
) -> Choose[Cast | None]:
    """Return the question which scroll to cast; only the player learns whether there is one.

    ``side``: the side whose odds without a scroll are told; '' while the defenders are not settled.
    """
    passing = (
        Option("pass", "magic.pass", "magic.pass", forecast.clash_odds_facts(game, side)) if side and ways else PASSING
    )
    return window(seat, "fight.magic", passing, ways, forecast.clash_facts(game))


def _cast_way_with_odds(game: Game, side: forecast.Side, way: Way[Cast]) -> Way[Cast]:
    option, gained = way.option, gain(game, way.meant)
    if not gained:
        return way
    facts = {**option.facts, **forecast.clash_odds_facts(game, side, gained)}
    return Way(Option(option.id, option.label, f"{option.note}.odds", facts), way.meant)


def sensible_cast(game: Game, side: forecast.Side, casts: Sequence[Cast]) -> Cast | None:
    """Return the least cast that brings a trailing or tied side ahead, else the strongest, or None; it never flees."""
    missing = forecast.behind(game, side)
    useful = [(gained, cast) for cast in casts if (gained := gain(game, cast)) > 0]
    if missing < 0 or not useful:
        return None
    enough = [pair for pair in useful if pair[0] > missing]
    _, best = min(enough, key=itemgetter(0)) if enough else max(useful, key=itemgetter(0))
    return best


def gain(game: Game, cast: Cast) -> int:
    """Return the change of the difference in Strength by a cast."""
    return IN_A_FIGHT[cast.scroll].gain(game, cast)


# The scrolls of a fight: at what they can be cast, what they do, what they gain --------------------------------


def _bonus_cast_ways(game: Game, character: Character, scroll: str, others: Sequence[Character]) -> Iterator[Way[Cast]]:
    option = _cast_option(character, scroll, "magic.cast", bonus=game.tables.finds.of(scroll).bonus)
    yield Way(option, Cast(character, scroll))


def _rust_cast_ways(game: Game, character: Character, scroll: str, others: Sequence[Character]) -> Iterator[Way[Cast]]:
    """Return the casts of Rust, which does nothing to monsters, empty hands and the Glove."""
    for other in others:
        if other.hand not in ("", GLOVE):
            about: Facts = {
                "weapon": token_word(other.hand),
                "bonus": -forecast.arms_bonus(game, other),
            }
            option = _cast_option(character, scroll, "magic.rust", other.id, whom=other.name, **about)
            yield Way(option, Cast(character, scroll, target=other))


def _teleport_cast_ways(
    game: Game, character: Character, scroll: str, others: Sequence[Character]
) -> Iterator[Way[Cast]]:
    for where in havens(game, character):
        kind, chamber = Word(f"chamber.{game.kind_at(where)}"), chamber_of(where)
        option = _cast_option(character, scroll, "magic.teleport", chamber, where=chamber, chamber=kind)
        yield Way(option, Cast(character, scroll, where=where))


def _cast_option(character: Character, scroll: str, label: str, *aim: str, **facts: Fact) -> Option:
    """Return the option of a cast; its id has the scroll, the caster and the target."""
    about = {"who": character.name, "scroll": token_word(scroll), **facts}
    return Option(":".join((scroll, character.id, *aim)), label, f"magic.{scroll}", about)


def _do_nothing(table: Table, game: Game, cast: Cast) -> None:
    """Do nothing, as ``forecast.scores`` adds the scroll's bonus."""


def _rust_weapon(table: Table, game: Game, cast: Cast) -> None:
    assert cast.target  # it is cast at a Weapon
    table.tell(WeaponRusted(cast.target.name, lose_weapon(game, cast.target)))


def _leave_fight(table: Table, game: Game, cast: Cast) -> None:
    """End the fight without a result and move the caster; no Encounter follows."""
    game.fight = None
    table.tell(FightLeft(cast.caster.name))
    appear(table, game, cast.caster, cast.where)


def _scroll_bonus(game: Game, cast: Cast) -> int:
    return abs(game.tables.finds.of(cast.scroll).bonus)


def _rust_bonus(game: Game, cast: Cast) -> int:
    return forecast.arms_bonus(game, cast.target) if cast.target else 0


def _no_bonus(game: Game, cast: Cast) -> int:
    return 0


class InAFight(Struct, frozen=True):
    """A fight scroll: its possible casts, effect and gain."""

    aims: Callable[[Game, Character, str, Sequence[Character]], Iterator[Way[Cast]]]
    effect: Callable[[Table, Game, Cast], None]
    gain: Callable[[Game, Cast], int]


IN_A_FIGHT: Mapping[str, InAFight] = {
    "fireball": InAFight(_bonus_cast_ways, _do_nothing, _scroll_bonus),
    "weakness": InAFight(_bonus_cast_ways, _do_nothing, _scroll_bonus),
    "rust": InAFight(_rust_cast_ways, _rust_weapon, _rust_bonus),
    "teleport": InAFight(_teleport_cast_ways, _leave_fight, _no_bonus),
}
ANSWERS = (*IN_A_FIGHT, FATE)
"""Scrolls that the other side could cast before or after the dice."""
