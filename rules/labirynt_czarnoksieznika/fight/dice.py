"""The dice of a clash: both thrown, thrown again for Gems, changed by Change of Fate [6.12, 8.3, A23]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel.odds import FACES, rethrow_note
from rules.kernel.offers import Way, choice
from rules.kernel.orders import window
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.equipment.finds import token_word
from rules.labirynt_czarnoksieznika.equipment.scrolls import FATE, can_cast, casters, change_fate, knows
from rules.labirynt_czarnoksieznika.forecast.scores import (
    OWN,
    SIDES,
    THEIRS,
    Side,
    behind,
    by_nature,
    clash_facts,
    fight_of,
    fighter_names,
    fighters,
    opposite,
    seat_of,
    verdict,
    wins,
)
from rules.labirynt_czarnoksieznika.forecast.stakes import is_last
from rules.labirynt_czarnoksieznika.gems import KEEP, again_option, may_rethrow, price_facts, rethrow, wants_asking
from rules.labirynt_czarnoksieznika.model import Character, Game

BEYOND_DOUBT = 100


def settle_dice(table: Table, game: Game) -> None:
    """Both sides throw; the attacker may buy throws, then the defender; then Change of Fate [6.12]."""
    for side in SIDES:
        fight_of(game).dice[side] = int(table.roll("1K6", _why(side), who=fighter_names(game, side)[0]))
    left = list(SIDES)
    for side in SIDES:
        _buy_throws(table, game, side, left)
    _change_fates(table, game)


def _why(side: Side) -> str:
    return "fight.own" if side == OWN else "fight.other"


# Thrown again --------------------------------------------------------------------------------------------------


def _buy_throws(table: Table, game: Game, side: Side, left: list[Side]) -> None:
    """Each die that nobody has had thrown again yet, the own or the other's, as long as the player pays for it."""
    seat = seat_of(game, side)
    while left and seat and may_rethrow(game, seat, not wins(game, side), _is_last_life(game, side)):
        of_use = [die for die in (side, opposite(side)) if die in left and _could_help(game, side, die)]
        if not of_use:
            return
        ways = [Way(_keep(game, side), None), *(_again(game, side, die) for die in of_use)]
        facts = {**clash_facts(game), **price_facts(game, seat)}
        die = table.ask(choice(seat, "fight.reroll", ways, facts))
        if die is None:
            return
        left.remove(die)
        dice = fight_of(game).dice
        dice[die] = rethrow(table, game, seat, dice[die], _why(die), who=fighter_names(game, die)[0])


def _is_last_life(game: Game, side: Side) -> bool:
    """Whether a wound would kill somebody on this side, as everybody sees: one Life Point left, and no Armour."""
    return any(map(is_last, fighters(game, fight_of(game), side)))


def _could_help(game: Game, side: Side, die: Side) -> bool:
    """Whether any face of this die would be better for a side than how it lies."""
    return max(_by_face(game, side, die)) > _standing(game, side)


def _by_face(game: Game, side: Side, die: Side) -> list[tuple[int, int]]:
    """For each face of this die how a side would stand."""
    dice = fight_of(game).dice
    lies, faces = dice[die], []
    for face in FACES:
        dice[die] = face
        faces.append(_standing(game, side))
    dice[die] = lies
    return faces


def _standing(game: Game, side: Side) -> tuple[int, int]:
    """1: it wins, 0: nobody does, -1: it loses; and by how much, which is beyond doubt where natural faces decide."""
    winner = verdict(game).winner
    standing = 0 if not winner else 1 if winner == side else -1
    return standing, standing * BEYOND_DOUBT if by_nature(game) is not None else -behind(game, side)


def _again(game: Game, side: Side, die: Side) -> Way[Side]:
    """With which faces it would win."""
    id, face = "own" if die == side else "other", fight_of(game).dice[die]
    note, faces = rethrow_note("reroll", [standing for standing, _ in _by_face(game, side, die)])
    who = fighter_names(game, die)[0]
    return Way(again_option(game, seat_of(game, side), id, f"fight.{id}", face, note, who=who, **faces), die)


AS_IT_LIES = {1: "fight.won", 0: "fight.tied", -1: "fight.lost"}
"""How a side stands, as a note."""
WITH_FATE = {1: "fate.won", 0: "fate.tied", -1: "fate.lost"}
"""How it would stand after a cast."""


def _keep(game: Game, side: Side) -> Option:
    """With what comes of it as the dice lie."""
    dice, (standing, _) = fight_of(game).dice, _standing(game, side)
    decided = by_nature(game)
    because = "" if decided is None else ".six" if decided.six else ".one"
    note = f"{AS_IT_LIES[standing]}{because}"
    return Option(KEEP, "fight.keep", note, {"own_die": dice[OWN], "other_die": dice[THEIRS]})


# Change of Fate ------------------------------------------------------------------------------------------------


def _change_fates(table: Table, game: Game) -> None:
    """In turns, the defender first, until both pass in a row; where natural faces decide it can do nothing [A6]."""
    side, passed = THEIRS, 0
    while passed < len(SIDES) and by_nature(game) is None:
        passed = 0 if _changes_fate(table, game, side) else passed + 1
        side = opposite(side)


def _changes_fate(table: Table, game: Game, side: Side) -> bool:
    """One cast of a side, which counts so much more then; less for the other side would be the same."""
    caster = _fate_in_defence(table, game) if side == THEIRS else _fate_in_attack(table, game)
    if caster is None:
        return False
    shift = fight_of(game).shift
    shift[side] = shift.get(side, 0) + change_fate(table, game, caster, +1)
    return True


def _fate_in_attack(table: Table, game: Game) -> Character | None:
    """Who casts it; the player at turn is asked who can, and wants to be asked as the dice lie."""
    ways = _fates(game, OWN) if wants_asking(game.teams[game.active_seat].orders.fate, not wins(game, OWN)) else []
    return table.ask(_fate_asked(game, OWN, ways)) if ways else None


def _fate_in_defence(table: Table, game: Game) -> Character | None:
    """Who is attacked is asked, whatever it holds, or by standing order casts it where it turns the clash."""
    people = fighters(game, fight_of(game), THEIRS)
    if not any(knows(game, one, FATE) for one in people):
        return None
    match game.teams[people[0].seat].orders.fate:
        case "ask":
            return table.ask(_fate_asked(game, THEIRS, _fates(game, THEIRS)))
        case "losing" if _turns(game, THEIRS):
            return next((way.meant for way in _fates(game, THEIRS)), None)
    return None


def _fate_asked(game: Game, side: Side, ways: Sequence[Way[Character]]) -> Choose[Character | None]:
    keep = _keep(game, side) if ways else msgspec.structs.replace(_keep(game, side), note="")
    return window(seat_of(game, side), "fight.fate", keep, ways, clash_facts(game))


def _turns(game: Game, side: Side) -> bool:
    """Whether one cast makes a victory or a tie of what is none."""
    return _with_fate(game, side) > _standing(game, side)[0]


def _with_fate(game: Game, side: Side) -> int:
    """How a side would stand after one cast more."""
    shift = fight_of(game).shift
    before = dict(shift)
    shift[side] = shift.get(side, 0) + game.tables.finds.of(FATE).bonus
    then, _ = _standing(game, side)
    fight_of(game).shift = before
    return then


def _fates(game: Game, side: Side) -> list[Way[Character]]:
    """A cast by each who can, if all their scrolls could help."""
    people = _fate_casters(game, side)
    bonus = game.tables.finds.of(FATE).bonus
    enough = bonus * sum(one.pack.count(FATE) for one in people) >= behind(game, side)
    note = WITH_FATE[_with_fate(game, side)]
    return [_fate(one, bonus, note) for one in people] if enough else []


def _fate(one: Character, bonus: int, note: str) -> Way[Character]:
    facts: dict[str, Fact] = {"who": one.name, "scroll": token_word(FATE), "bonus": bonus}
    return Way(Option(f"{FATE}:{one.id}", "fight.fate", note, facts), one)


def _fate_casters(game: Game, side: Side) -> list[Character]:
    """Anybody of the active player, wherever on the boards; of an attacked player only who is attacked [7.4]."""
    if side == OWN:
        return casters(game, game.active_seat, FATE)
    return [one for one in fighters(game, fight_of(game), side) if can_cast(game, one, FATE)]
