"""Dice outside a clash, thrown again for Gems or changed by Change of Fate; and what Gems buy [8.2, 8.3]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.finds import FATE, casters, change_fate
from rules.labirynt_czarnoksieznika.events.course import GameWon
from rules.labirynt_czarnoksieznika.events.fights import DieRethrown
from rules.labirynt_czarnoksieznika.forecast import met_note
from rules.labirynt_czarnoksieznika.model import Character, Game, Outcome


def earn(table: Table, game: Game, seat: Seat, gems: int) -> None:
    """Gems for a player, who wins with enough of them at once [E1]."""
    game.teams[seat].gems += gems
    if game.teams[seat].gems >= game.options.gems:
        win(table, game, seat, "gems")


def win(table: Table, game: Game, seat: Seat, how: Outcome) -> None:
    """The game is over, unless it was so before."""
    if game.outcome:
        return
    game.outcome, game.winner = how, seat
    team = game.teams[seat]
    table.tell(GameWon(seat, Word(f"team.{team.team}"), Word(f"outcome.{how}"), team.gems))


# Another throw -------------------------------------------------------------------------------------------------

KEEP = "keep"
"""The answer of whoever lets a roll stand."""


def wants_asking(order: str, losing: bool, dying: bool = False) -> bool:
    """Whether a player with this standing order wants to be asked about a roll; ``losing``: it is a bad one.

    ``dying``: and costs somebody the last Life Point.
    """
    return order == "ask" or (order == "losing" and losing) or (order == "dying" and losing and dying)


def can_pay(game: Game, seat: Seat) -> bool:
    """Whether a player has the Gems for another throw [8.2]."""
    return game.teams[seat].gems >= game.tables.gems.reroll


def may_rethrow(game: Game, seat: Seat, losing: bool, dying: bool = False) -> bool:
    """Whether a player can pay for another throw, and wants to be asked [8.2]."""
    return can_pay(game, seat) and wants_asking(game.teams[seat].orders.reroll, losing, dying)


def price_facts(game: Game, seat: Seat) -> dict[str, Fact]:
    """What another throw costs, and what the player has."""
    return {"price": game.tables.gems.reroll, "gems": game.teams[seat].gems}


def again_option(game: Game, seat: Seat, id: str, label: str, face: int, note: str = "reroll", **facts: Fact) -> Option:
    """Another throw as an option; ``face`` is what the die shows, ``note`` what the throw is good for."""
    return Option(id, label, note, {"face": face, **price_facts(game, seat), **facts})


def rethrow(table: Table, game: Game, seat: Seat, before: int, why: str, **facts: Fact) -> int:
    """The player pays, the die is thrown, the new face stands [8.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.reroll
    game.tally.rerolls += 1
    after = int(table.roll("1K6", why, **facts))
    table.tell(DieRethrown(seat, before, after, team.gems))
    return after


W = TypeVar("W")
Note = tuple[str, dict[str, Fact]]
"""The key of a note, and its facts."""
LIMITS = (1, 6)
SIGNS: Mapping[str, int] = {"more": +1, "less": -1}
TABLE = "encounter.table"
AGAIN = "encounter.again"
DICE = ("first", "second")


class _Roll(msgspec.Struct, frozen=True):
    """A roll of the active player: what for, what is bad, and between which numbers Change of Fate keeps it.

    ``gems``, ``fate``: about what the player is asked, by the words of a standing order. ``met``: what a result means.
    """

    why: str
    seat: Seat
    bad: Callable[[int], bool]
    limits: tuple[int, int]
    facts: dict[str, Fact]
    gems: str
    fate: str
    met: Callable[[int], Note] | None = None

    def note(self, result: int) -> Note:
        """What a result means: who is met, else whether it is good, where not all are alike."""
        if self.met is not None:
            return self.met(result)
        return (f"roll.{'bad' if self.bad(result) else 'good'}", {}) if any(map(self.bad, FACES)) else ("", {})


def throw(table: Table, game: Game, why: str, *, bad: Callable[[int], bool], who: Character | None = None) -> int:
    """One die in the active player's turn, with all that player may buy and cast for it; the face that counts.

    ``bad``: the faces that are bad for ``who`` throws, and so good for an active player who is its opponent; about
    bad ones a player is asked who wants to be asked about nothing else.
    """
    seat = game.active_seat
    rival = who is not None and who.seat != seat
    orders = game.teams[seat].orders
    facts: dict[str, Fact] = {"who": who.name} if who else {}
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
    """The faces that another throw is good for, where not all are alike."""
    good = [face for face in FACES if not roll.bad(face)]
    return ("reroll.good", {"good": faces_said(good)}) if 0 < len(good) < len(FACES) else ("reroll", {"good": ""})


# The Encounter roll --------------------------------------------------------------------------------------------


def throw_table(table: Table, game: Game, character: Character, digit: int) -> int:
    """2K6 + digit on the Encounter Table, each die thrown again once at most; the total that counts [5.2, 8.2, 8.3].

    What is a bad total, a player's standing order says; else none is, and who is asked about bad rolls only is not.
    """
    order = game.teams[game.active_seat].orders.encounter
    roll = _table_roll(game, character, digit)
    dice = list(table.roll("2K6", TABLE, plus=digit, **roll.facts).pips)
    if order.isdecimal():
        return _improve_by_orders(table, game, roll, dice, digit)
    _offer_table_rethrows(table, game, roll, dice, digit)
    return _offer_fate_changes(table, game, roll, _within_limits(roll, sum(dice) + digit))


def _table_roll(game: Game, character: Character, digit: int) -> _Roll:
    """With what its player wants to be asked about; who named the Move ahead is not at the table."""
    rows, orders = game.tables.encounters.encounter, game.teams[game.active_seat].orders
    gems, fate = orders.reroll, orders.fate
    match orders.encounter:
        case "ask" | "never" as said:
            gems = fate = said
        case "fate" if not (game.ahead or fate == "never"):
            fate = "ask"
    worst = int(orders.encounter) if orders.encounter.isdecimal() else rows[-1].total
    facts: dict[str, Fact] = {"who": character.name, "digit": digit}
    limits = (rows[0].total, rows[-1].total)
    met = partial(met_note, game, character)
    return _Roll(TABLE, game.active_seat, lambda total: total > worst, limits, facts, gems, fate, met)


def _improve_by_orders(table: Table, game: Game, roll: _Roll, dice: list[int], digit: int) -> int:
    """As ordered: Change of Fate where that is enough, else the higher die once more for Gems, then again so."""
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
    """Change of Fate, as often as the active player casts it; whoever has none is not asked."""
    while ways := _fate_ways(game, roll, face):
        fate = table.ask(_roll_choice(game, roll, "roll.fate", face, [Way(_keep_option(roll, face), None), *ways]))
        if fate is None:
            break
        face = _within_limits(roll, face + change_fate(table, game, fate.caster, fate.sign))
    return face


class Fate(msgspec.Struct, frozen=True):
    """A cast of Change of Fate: by whom; the roll counts more (+1) or less (-1), and then shows this face."""

    caster: Character
    sign: int
    face: int


def _fate_ways(game: Game, roll: _Roll, face: int) -> list[Way[Fate]]:
    """Casts that change anything, if the player wants to be asked at all."""
    if not wants_asking(roll.fate, roll.bad(face)) or not _may_fate_matter(game, roll, face):
        return []
    return [way for caster in casters(game, roll.seat, FATE) for way in _fate_ways_of(game, roll, face, caster)]


def _may_fate_matter(game: Game, roll: _Roll, face: int) -> bool:
    """Whether all scrolls together could make a bad face good, or a good one bad; a table has more than these two."""
    if roll.met is not None or not 0 < sum(map(roll.bad, FACES)) < len(FACES):
        return True
    held = sum(caster.pack.count(FATE) for caster in casters(game, roll.seat, FATE))
    reach = held * game.tables.finds.of(FATE).bonus
    return any(roll.bad(_within_limits(roll, face + shift)) != roll.bad(face) for shift in range(-reach, reach + 1))


def _fate_ways_of(game: Game, roll: _Roll, face: int, character: Character) -> Iterator[Way[Fate]]:
    for word, sign in SIGNS.items():
        changed = _within_limits(roll, face + sign * game.tables.finds.of(FATE).bonus)
        if changed != face:
            note, about = roll.note(changed)
            facts: dict[str, Fact] = {"who": character.name, "before": face, "after": changed, **about}
            option = Option(f"{word}:{character.id}", f"roll.{word}", note, facts)
            yield Way(option, Fate(character, sign, changed))


def _within_limits(roll: _Roll, number: int) -> int:
    lowest, highest = roll.limits
    return min(max(number, lowest), highest)


def _keep_option(roll: _Roll, face: int) -> Option:
    note, facts = roll.note(face)
    return Option(KEEP, "roll.keep", note, {"face": face, **facts})


def _roll_choice(game: Game, roll: _Roll, why: str, face: int, ways: Sequence[Way[W]]) -> Choose[W]:
    """A question about a roll; only about scrolls it is secret."""
    facts: dict[str, Fact] = {
        **roll.facts,
        **price_facts(game, roll.seat),
        "roll": Word(f"dice.{roll.why}"),
        "face": face,
    }
    return choice(roll.seat, why, ways, facts, secret=why == "roll.fate")
