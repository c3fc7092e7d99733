"""Dice outside a clash, with rethrows for Gems and Change of Fate; and uses of Gems [8.2, 8.3]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct

from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Facts, Word
from rules.labirynt_czarnoksieznika.equipment.finds import FATE, casters, change_fate
from rules.labirynt_czarnoksieznika.events.course import GameWon
from rules.labirynt_czarnoksieznika.events.fights import DieRethrown
from rules.labirynt_czarnoksieznika.forecast import met_note
from rules.labirynt_czarnoksieznika.model import Character, Game, Outcome


def earn(table: Table, game: Game, seat: Seat, gems: int) -> None:
    """Give Gems to a player, who wins at once with enough of them [E1]."""
    game.teams[seat].gems += gems
    if game.teams[seat].gems >= game.options.gems:
        win(table, game, seat, "gems")


def win(table: Table, game: Game, seat: Seat, how: Outcome) -> None:
    """End the game with this winner, unless it is over already."""
    if game.outcome:
        return
    game.outcome, game.winner = how, seat
    team = game.teams[seat]
    table.tell(GameWon(seat, Word(f"team.{team.team}"), Word(f"outcome.{how}"), team.gems))


# Another throw -------------------------------------------------------------------------------------------------

KEEP = "keep"


def wants_asking(order: str, losing: bool, dying: bool = False) -> bool:
    """Whether a player with this standing order is asked about a roll; ``losing``: the roll is bad.

    ``dying``: the roll costs somebody the last Life Point.
    """
    return order == "ask" or (order == "losing" and losing) or (order == "dying" and losing and dying)


def can_pay(game: Game, seat: Seat) -> bool:
    """Whether a player has the Gems for a rethrow [8.2]."""
    return game.teams[seat].gems >= game.tables.gems.reroll


def may_rethrow(game: Game, seat: Seat, losing: bool, dying: bool = False) -> bool:
    """Whether a player can pay for a rethrow and wants to be asked [8.2]."""
    return can_pay(game, seat) and wants_asking(game.teams[seat].orders.reroll, losing, dying)


def price_facts(game: Game, seat: Seat) -> Facts:
    """Return the price of a rethrow and the player's Gems."""
    return {"price": game.tables.gems.reroll, "gems": game.teams[seat].gems}


def again_option(game: Game, seat: Seat, id: str, label: str, face: int, note: str = "reroll", **facts: Fact) -> Option:
    """Return the option of a rethrow; ``face`` is the present face, ``note`` tells what the rethrow can achieve."""
    return Option(id, label, note, {"face": face, **price_facts(game, seat), **facts})


def rethrow(table: Table, game: Game, seat: Seat, before: int, why: str, **facts: Fact) -> int:
    """Pay Gems and rethrow a die; return the new face [8.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.reroll
    game.tally.rerolls += 1
    after = int(table.roll("1K6", why, **facts))
    table.tell(DieRethrown(seat, before, after, team.gems))
    return after


W = TypeVar("W")
Note = tuple[str, Facts]
"""A note's catalogue key and facts."""
LIMITS = (1, 6)
SIGNS: Mapping[str, int] = {"more": +1, "less": -1}
TABLE = "encounter.table"
AGAIN = "encounter.again"
DICE = ("first", "second")


class _Roll(Struct, frozen=True):
    """A roll of the active player: its purpose, its bad results, and the limits for Change of Fate.

    ``gems``, ``fate``: when to ask the player, as values of standing orders. ``met``: returns the note of a result.
    """

    why: str
    seat: Seat
    bad: Callable[[int], bool]
    limits: tuple[int, int]
    facts: Facts
    gems: str
    fate: str
    met: Callable[[int], Note] | None = None

    def note(self, result: int) -> Note:
        """Return the note of a result: the Encounter, else good or bad if results differ."""
        if self.met:
            return self.met(result)
        return (f"roll.{'bad' if self.bad(result) else 'good'}", {}) if any(map(self.bad, FACES)) else ("", {})


def throw(
    table: Table, game: Game, why: str, *, bad: Callable[[int], bool], who: Character | None = None, **about: Fact
) -> int:
    """Roll one die in the active player's turn, with rethrows and Change of Fate; return the final face.

    ``bad``: faces that are bad for ``who``, and so good for an active player who opposes it. A bad result matters for
    standing orders such as ``losing``. ``about``: further facts for the question to people who roll by hand.
    """
    seat = game.active_seat
    rival = who is not None and who.seat != seat
    orders = game.teams[seat].orders
    facts: Facts = {**({"who": who.name} if who else {}), **about}
    facts |= {"bad": faces_said(filter(bad, FACES)), "good": faces_said(face for face in FACES if not bad(face))}
    roll = _Roll(why, seat, lambda face: bad(face) != rival, LIMITS, facts, orders.reroll, orders.fate)
    face = int(table.roll("1K6", why, **roll.facts))
    return _offer_fate_changes(table, game, roll, _offer_rethrow(table, game, roll, face))


def _offer_rethrow(table: Table, game: Game, roll: _Roll, face: int) -> int:
    if not (can_pay(game, roll.seat) and wants_asking(roll.gems, roll.bad(face))):
        return face
    note, facts = _good_faces_note(roll)
    again = again_option(game, roll.seat, "again", "roll.again", face, note, **facts)
    ways = [Way(_keep_option(roll, face), False), Way(again, True)]
    if not table.ask(_roll_choice(game, roll, "roll.reroll", face, ways)):
        return face
    return rethrow(table, game, roll.seat, face, roll.why, **roll.facts)


def _good_faces_note(roll: _Roll) -> Note:
    good = [face for face in FACES if not roll.bad(face)]
    return ("reroll.good", {"good": faces_said(good)}) if 0 < len(good) < len(FACES) else ("reroll", {"good": ""})


# The Encounter roll --------------------------------------------------------------------------------------------


def throw_table(table: Table, game: Game, character: Character, digit: int) -> int:
    """Roll 2K6 + digit on the Encounter Table, each die rethrown at most once; return the final total [5.2, 8.2, 8.3].

    Totals are bad only above the number in the player's standing order; without one no total is.
    """
    order = game.teams[game.active_seat].orders.encounter
    roll = _table_roll(game, character, digit)
    dice = list(table.roll("2K6", TABLE, plus=digit, **roll.facts).pips)
    if order.isdecimal():
        return _improve_by_orders(table, game, roll, dice, digit)
    _offer_table_rethrows(table, game, roll, dice, digit)
    return _offer_fate_changes(table, game, roll, _within_limits(roll, sum(dice) + digit))


def _table_roll(game: Game, character: Character, digit: int) -> _Roll:
    """Return the roll with the player's settings; in a planned turn the player is away."""
    rows, orders = game.tables.encounters.encounter, game.teams[game.active_seat].orders
    gems, fate = orders.reroll, orders.fate
    match orders.encounter:
        case "ask" | "never" as said:
            gems = fate = said
        case "fate" if not (game.ahead or fate == "never"):
            fate = "ask"
    worst = int(orders.encounter) if orders.encounter.isdecimal() else rows[-1].total
    facts: Facts = {"who": character.name, "digit": digit}
    limits = (rows[0].total, rows[-1].total)
    met = partial(met_note, game, character)
    return _Roll(TABLE, game.active_seat, lambda total: total > worst, limits, facts, gems, fate, met)


def _improve_by_orders(table: Table, game: Game, roll: _Roll, dice: list[int], digit: int) -> int:
    """Improve a bad total by standing order: Change of Fate if sufficient, else a rethrow of the higher die, then
    again.
    """
    total = _change_fate_if_enough(table, game, roll, sum(dice) + digit)
    if not roll.bad(total) or not can_pay(game, roll.seat):
        return total
    die = dice.index(max(dice))
    dice[die] = rethrow(table, game, roll.seat, dice[die], AGAIN, **roll.facts)
    return _change_fate_if_enough(table, game, roll, sum(dice) + digit)


def _change_fate_if_enough(table: Table, game: Game, roll: _Roll, total: int) -> int:
    total = _within_limits(roll, total)
    casts = [way.meant for caster in casters(game, roll.seat, FATE) for way in _fate_ways_of(game, roll, total, caster)]
    enough = [fate for fate in casts if not roll.bad(fate.face)]
    if not roll.bad(total) or not enough:
        return total
    return _within_limits(roll, total + change_fate(table, game, enough[0].caster, enough[0].sign))


def _offer_table_rethrows(table: Table, game: Game, roll: _Roll, dice: list[int], digit: int) -> None:
    left = [0, 1]
    while left and can_pay(game, roll.seat) and wants_asking(roll.gems, losing=False):
        ways = [Way(again_option(game, roll.seat, DICE[n], f"roll.{DICE[n]}", dice[n]), n) for n in left]
        total = sum(dice) + digit
        die = table.ask(_roll_choice(game, roll, "roll.reroll", total, [Way(_keep_option(roll, total), None), *ways]))
        if die is None:
            return
        left.remove(die)
        dice[die] = rethrow(table, game, roll.seat, dice[die], AGAIN, **roll.facts)


# Change of Fate ------------------------------------------------------------------------------------------------


def _offer_fate_changes(table: Table, game: Game, roll: _Roll, face: int) -> int:
    """Ask about Change of Fate until the active player passes; a player without scrolls is not asked."""
    while ways := _fate_ways(game, roll, face):
        fate = table.ask(_roll_choice(game, roll, "roll.fate", face, [Way(_keep_option(roll, face), None), *ways]))
        if not fate:
            break
        face = _within_limits(roll, face + change_fate(table, game, fate.caster, fate.sign))
    return face


class Fate(Struct, frozen=True):
    """A cast of Change of Fate: its caster, the sign of the change (+1 or -1) and the resulting face."""

    caster: Character
    sign: int
    face: int


def _fate_ways(game: Game, roll: _Roll, face: int) -> list[Way[Fate]]:
    if not wants_asking(roll.fate, roll.bad(face)) or not _may_fate_matter(game, roll, face):
        return []
    return [way for caster in casters(game, roll.seat, FATE) for way in _fate_ways_of(game, roll, face, caster)]


def _may_fate_matter(game: Game, roll: _Roll, face: int) -> bool:
    """Whether all scrolls together could turn a bad face good or a good one bad; an Encounter has more than two
    outcomes.
    """
    if roll.met or not 0 < sum(map(roll.bad, FACES)) < len(FACES):
        return True
    held = sum(caster.pack.count(FATE) for caster in casters(game, roll.seat, FATE))
    reach = held * game.tables.finds.of(FATE).bonus
    return any(roll.bad(_within_limits(roll, face + shift)) != roll.bad(face) for shift in range(-reach, reach + 1))


def _fate_ways_of(game: Game, roll: _Roll, face: int, character: Character) -> Iterator[Way[Fate]]:
    for word, sign in SIGNS.items():
        changed = _within_limits(roll, face + sign * game.tables.finds.of(FATE).bonus)
        if changed != face:
            note, about = roll.note(changed)
            facts: Facts = {"who": character.name, "before": face, "after": changed, **about}
            option = Option(f"{word}:{character.id}", f"roll.{word}", note, facts)
            yield Way(option, Fate(character, sign, changed))


def _within_limits(roll: _Roll, number: int) -> int:
    lowest, highest = roll.limits
    return min(max(number, lowest), highest)


def _keep_option(roll: _Roll, face: int) -> Option:
    note, facts = roll.note(face)
    return Option(KEEP, "roll.keep", note, {"face": face, **facts})


def _roll_choice(game: Game, roll: _Roll, why: str, face: int, ways: Sequence[Way[W]]) -> Choose[W]:
    facts: Facts = {
        **roll.facts,
        **price_facts(game, roll.seat),
        "roll": Word(f"dice.{roll.why}"),
        "face": face,
    }
    return choice(roll.seat, why, ways, facts, secret=why == "roll.fate")
