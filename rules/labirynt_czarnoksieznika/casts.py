"""Scrolls before the dice of a clash: what each side can cast, and what a standing order casts [7.4]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.kernel.orders import in_window
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.clash import (
    OWN,
    THEIRS,
    Side,
    armed,
    behind,
    clash_facts,
    fight_of,
    fighters,
    opposite,
    seat_of,
)
from rules.labirynt_czarnoksieznika.finds import named
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Game
from rules.labirynt_czarnoksieznika.places import chamber_of
from rules.labirynt_czarnoksieznika.scrolls import can_cast, knows
from rules.labirynt_czarnoksieznika.ways import havens

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
            about: dict[str, Fact] = {"weapon": named(other.hand), "bonus": -armed(game, other, None)}
            yield _option(one, scroll, "magic.rust", other.id, whom=other.name, **about)


def _away(game: Game, one: Character, scroll: str, others: Sequence[Character]) -> Iterator[Option]:
    for where in havens(game, one):
        kind = Word(f"chamber.{game.kind_at(where)}")
        yield _option(one, scroll, "magic.teleport", chamber_of(where), where=chamber_of(where), chamber=kind)


def _option(one: Character, scroll: str, label: str, *aim: str, **facts: Fact) -> Option:
    about = {"who": one.name, "scroll": named(scroll), **facts}
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
        return table.ask(asked(game, seat, options))
    return sensible(game, side, options) if game.teams[seat].orders.scrolls in ("turn", "losing") else PASS


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


def asked(game: Game, seat: Seat, options: Sequence[Option]) -> Choose:
    """The question which scroll is cast now, or none; only its player learns whether there is one."""
    return in_window(seat, "fight.magic", PASSING, options, clash_facts(game))


def sensible(game: Game, side: Side, options: Sequence[Option]) -> str:
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
        return armed(game, game.characters[aim[0]], None)
    return abs(game.tables.finds.of(scroll).bonus)
