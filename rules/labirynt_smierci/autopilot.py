"""A sensible answer to anything this game asks: for absent players, solo play, «as usual» buttons and simulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.grid import SIDES, Square, distances
from rules.kernel.requests import Choose, Field, Form, Formation, NextAction, Request, Seat
from rules.labirynt_smierci.bribe import bribe_sum
from rules.labirynt_smierci.exploration import WALL, joined, open_exits, side_of
from rules.labirynt_smierci.formation import first_through_the_door, front_worth, rank_of, sensible
from rules.labirynt_smierci.model import Character, Game, Group, Segment
from rules.labirynt_smierci.odds import party_would_win
from rules.labirynt_smierci.orders import REGROUP
from rules.labirynt_smierci.regroup import STAY
from rules.labirynt_smierci.traits import reluctance
from rules.labirynt_smierci.traps import NOBODY
from rules.labirynt_smierci.weapons import best_for

RACES = ("dwarf", "elf", "human")
SIDEARM = {"dwarf": ["axe", "bow"], "elf": ["bow", "sword"], "human": ["sword", "bow"]}
SPELLS = ("lightning", "heal", "explosion", "magic_shield", "charm", "sleep", "oratory", "mage_armor", "cow")
BADLY_HURT = 0.5
BRIBE_WORTH = 4
TALK_NEEDS = 7


def answer(game: Game, request: Request[Any], seat: Seat) -> Value:
    """What a careful player would answer for this seat."""
    match request:
        case NextAction(why="way"):
            return [choose_way(game)]
        case NextAction(why="encounter"):
            return meet(game, request)
        case NextAction(why="outside"):
            return outside(game, request, seat)
        case Choose(why="traps.delegate"):
            return delegate(game)
        case Formation():
            return [list(rank) for rank in sensible(game.living)]
        case Form(why="combat.orders" | "combat.surprised", fields=fields):
            return {field.name: order(game, field) for field in fields}
        case Form(why="setup.apprentices", fields=fields):
            return apprentices(fields, seat)
        case Form(fields=fields) if request.why in ("spells.known", "spells.usable"):
            return {field.name: spells(field) for field in fields}
    return plain(request, seat)


# Where to go ---------------------------------------------------------------------------------------------------


def choose_way(game: Game) -> str:
    """To the nearest unexplored exit past no known monsters; home to the entrance when badly hurt."""
    if wants_out(game):
        return toward(game, lambda square: game.level == 1 and square == Square(0, 0)) or "out"
    exits = {square for square, _ in open_exits(game.levels[game.level])}
    if game.square in exits:
        return next(side for square, side in open_exits(game.levels[game.level]) if square == game.square)
    return toward(game, lambda square: square in exits) or _anywhere(game)


def wants_out(game: Game) -> bool:
    """Whether the party is on level 1 and has lost so much that it should heal, with an adventure left to come back."""
    strength = sum(one.strength_now for one in game.living)
    full = sum(one.strength for one in game.living)
    last = game.adventure == game.options.adventures
    return not last and game.level == 1 and strength < BADLY_HURT * full


def toward(game: Game, wanted: Callable[[Square], bool]) -> str:
    """The first step to the nearest wanted square; round waiting monsters when there is a way round; '' if none."""
    return _step_to(game, wanted, _peaceful) or _step_to(game, wanted, _any)


def _step_to(game: Game, wanted: Callable[[Square], bool], passable: Callable[[Segment], bool]) -> str:
    level = game.levels[game.level]
    steps = distances(game.square, lambda here: [there for there in joined(level, here) if passable(level[there])])
    goals = [square for square in steps if square != game.square and wanted(square)]
    return _first_step(game, steps, min(goals, key=lambda square: (steps[square], square))) if goals else ""


def _peaceful(segment: Segment) -> bool:
    return segment.group is None or not segment.group.living


def _any(segment: Segment) -> bool:
    return True


def _first_step(game: Game, steps: dict[Square, int], goal: Square) -> str:
    """Back from the goal along falling distances to a neighbour of the party."""
    level = game.levels[game.level]
    here = goal
    while steps[here] > 1:
        here = min(there for there in joined(level, here) if steps.get(there, 10**6) == steps[here] - 1)
    return next(
        side for side, beyond in game.square.neighbours() if beyond == here and side_of(game.here, side) != WALL
    )


def _anywhere(game: Game) -> str:
    """Any way on from here: stairs before walking in circles."""
    if game.here.kind == "stairs":
        return "down" if game.level < 3 else "up"
    stairs = toward(game, lambda square: game.levels[game.level][square].kind == "stairs")
    if stairs:
        return stairs
    sides = [side for side in SIDES if side_of(game.here, side) != WALL]
    return sides[0] if sides else "out"


# Meeting monsters ------------------------------------------------------------------------------------------------


def meet(game: Game, request: NextAction) -> Value:
    """Fight what can be beaten; talk to or bribe the rest."""
    group = game.met
    offered = {action.option.id: action for action in request.actions}
    if group is None or party_would_win(game, group):
        return ["fight"]
    if "negotiate" in offered and talk_may_help(game, group):
        speaker = max(game.living, key=lambda one: (one.skill("negotiation"), one.id))
        return ["negotiate"] if offered["negotiate"].ask is None else ["negotiate", speaker.id]
    if "bribe" in offered and (gold := good_bribe(game, group)):
        return ["bribe"] if offered["bribe"].ask is None else ["bribe", gold]
    return ["fight"]


def talk_may_help(game: Game, group: Group) -> bool:
    """Whether 2K6 can reach an agreement at all."""
    best = max(one.skill("negotiation") for one in game.living)
    return 12 - reluctance(game, group) + best >= TALK_NEEDS


def good_bribe(game: Game, group: Group) -> int:
    """The least gold that is taken on 1–4, or the best that the purse can do; 0: not worth it."""
    total = bribe_sum(game, group)
    price = game.tables.bribe.price(total, BRIBE_WORTH)
    if price is not None and price <= game.purse:
        return price
    return game.purse if game.tables.bribe.limit(total, game.purse) else 0


def delegate(game: Game) -> str:
    """The best at traps; without the skill whoever can best bear it."""
    skilled = max(game.living, key=lambda one: (one.skill("traps"), one.strength_now, one.id))
    if skilled.skill("traps"):
        return skilled.id
    strongest = max(game.living, key=lambda one: (one.strength_now, one.id))
    return NOBODY if strongest == first_through_the_door(game) else strongest.id


# In a fight ------------------------------------------------------------------------------------------------------


def order(game: Game, field: Field[Any]) -> str:
    """Attack the weakest in reach; take a useful weapon when the one in hand is of no use; swap out the badly hurt."""
    options = [option.id for option in field.ask.options] if isinstance(field.ask, Choose) else []
    if field.name == REGROUP:
        return regroup(game, options)
    attacks = [option for option in options if option.startswith("attack:")]
    if attacks:
        return min(attacks, key=lambda option: _strength_of(game, option))
    one = game.characters[field.name]
    best = best_for(game, one, rank_of(game, one.id))
    change = f"change:{best}"
    return change if change in options else "hold"


def _strength_of(game: Game, option: str) -> tuple[int, str]:
    target = option.partition(":")[2]
    group = game.met
    strength = next((m.strength for m in group.monsters if m.id == target), 0) if group else 0
    return strength, target


def regroup(game: Game, options: list[str]) -> str:
    """Change the badly hurt of the first rank for the best of the second, when he would stand better there."""
    worst = min((game.characters[one] for one in game.formation[0]), key=_health)
    if _health(worst) >= BADLY_HURT or len(game.formation) < 2:
        return STAY
    fresh = [game.characters[one] for one in game.formation[1] if _health(game.characters[one]) > _health(worst)]
    for other in sorted(fresh, key=front_worth, reverse=True):
        for swap in (f"{worst.id}={other.id}", f"{other.id}={worst.id}"):
            if swap in options and front_worth(other) > 0:
                return swap
    return STAY


def _health(one: Character) -> float:
    return one.strength_now / one.strength


# Set-up and outside ----------------------------------------------------------------------------------------------


def apprentices(fields: tuple[Field[Any], ...], seat: Seat) -> Value:
    """One of each race in turn, armed for both ranks."""
    filled: dict[str, Value] = {}
    for field in fields:
        kind, number = field.name.rstrip("0123456789"), int("".join(filter(str.isdigit, field.name)))
        race = RACES[number % len(RACES)]
        usual = {"race": race, "weapons": list(SIDEARM[race]), "better": "strength"}
        filled[field.name] = usual[kind] if kind in usual else plain(field.ask, seat)
    return filled


def spells(field: Field[Any]) -> list[str]:
    """The most useful ones first."""
    ids = [option.id for option in field.ask.options]  # type: ignore[attr-defined]
    wanted = sorted(ids, key=lambda spell: SPELLS.index(spell) if spell in SPELLS else len(SPELLS))
    return wanted[: field.ask.least]  # type: ignore[attr-defined]


def outside(game: Game, request: NextAction, seat: Seat) -> Value:
    """Take on a recruit when one is due, then go in again."""
    for action in request.of(seat):
        if action.option.id == "recruit" and isinstance(action.ask, Form):
            return ["recruit", apprentices(action.ask.fields, seat)]
    return ["enter"]
