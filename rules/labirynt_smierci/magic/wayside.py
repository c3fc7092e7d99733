"""Chapter 10 between two fights: healing, strengthening, stone to flesh, Teleport."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.kernel.grid import Square, distances
from rules.kernel.requests import Action, Option, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.magic import ArmorGiven, FleshAgain, Healed, MightGiven, PartyTeleported
from rules.labirynt_smierci.exploration import entrance_in, joined_squares, open_exits, reach
from rules.labirynt_smierci.magic.casting import cast_actions, cast_of, pay_for, roll_amount
from rules.labirynt_smierci.magic.known import catch_up
from rules.labirynt_smierci.model import Character, Game, Segment
from rules.labirynt_smierci.party.formation import with_newcomer
from rules.labirynt_smierci.party.losses import cure

HEALING = ("heal", "rejuvenate")


def wayside_actions(game: Game) -> list[Action[Any]]:
    """Every spell that can be cast now, before the party moves on."""
    strengthening = [action for spell in ("strength", "mage_armor", "stone_flesh") for action in _actions(game, spell)]
    return [*healing_actions(game), *strengthening]


def healing_actions(game: Game) -> list[Action[Any]]:
    """Healing spells that can be cast now."""
    return [action for spell in HEALING for action in _actions(game, spell)]


def _actions(game: Game, spell: str) -> Iterator[Action[Any]]:
    options = [_target(spell, one) for one in whom_it_helps(game, spell)]
    yield from cast_actions(game, spell, lambda _: options) if options else ()


def _target(spell: str, one: Character) -> Option:
    note = "cast.wounded" if spell in HEALING else ""
    return Option(one.id, "cast.at", note, {"target": one.name, "wounds": one.wounds, "strength": one.strength_now})


def whom_it_helps(game: Game, spell: str) -> list[Character]:
    """The wounded; who has no such strength or armour on him yet; who stands here as stone."""
    match spell:
        case "heal" | "rejuvenate":
            return [one for one in game.living if one.wounds]
        case "strength":
            return [one for one in game.living if not one.might]
        case "mage_armor":
            return [one for one in game.living if not one.absorbs]
    here = (game.level, game.square)
    return [one for one in game.characters.values() if one.fate == "stone" and one.stone_at == here]


def cast_wayside(table: Table, game: Game, taken: Taken) -> None:
    """Cast what was taken."""
    cast = cast_of(game, taken)
    target = game.characters[cast.target]
    pay_for(table, game, cast, target.name)
    EFFECTS[cast.spell](table, game, cast.spell, target)


def heal(table: Table, game: Game, spell: str, target: Character) -> None:
    """Wounds are cured, strength spent on spells is not [10]."""
    cured = cure(target, roll_amount(table, game, spell))
    table.tell(Healed(target.name, cured, target.strength_now))


def give_might(table: Table, game: Game, spell: str, target: Character) -> None:
    """More to melee attack numbers, in the next fight."""
    target.might = roll_amount(table, game, spell)
    table.tell(MightGiven(target.name, target.might))


def give_armor(table: Table, game: Game, spell: str, target: Character) -> None:
    """It takes the next wounds, until it is used up or the adventure ends."""
    target.absorbs = roll_amount(table, game, spell)
    table.tell(ArmorGiven(target.name, target.absorbs))


def stone_to_flesh(table: Table, game: Game, spell: str, target: Character) -> None:
    """Alive again with the strength he had, at the end of the formation."""
    del spell  # the only one of its kind
    target.fate, target.stone_at = "", None
    game.formation = with_newcomer(game.formation, target.id)
    table.tell(FleshAgain(target.name, target.strength_now))
    if not target.usable:  # stone since another adventure, under another sun
        catch_up(table, game, target)


Effect = Callable[[Table, Game, str, Character], None]

EFFECTS: Mapping[str, Effect] = {
    "heal": heal,
    "rejuvenate": heal,
    "strength": give_might,
    "mage_armor": give_armor,
    "stone_flesh": stone_to_flesh,
}


# Teleport --------------------------------------------------------------------------------------------------------


TELEPORT = "teleport"
MOST_TARGETS = 25
PLAIN = ("corridor", "room")


def teleport_actions(game: Game) -> list[Action[Any]]:
    """Teleport to a segment that matters; of many the nearest are offered."""
    return list(cast_actions(game, TELEPORT, lambda _: [square_option(game, square) for square in worth_going(game)]))


def worth_going(game: Game) -> list[Square]:
    """Entrance, stairs, the Gate, features not examined, open exits, monsters, stone; the nearest first, then the rest.

    Nowhere from where locked doors cut off the way home [house].
    """
    level = game.levels[game.level]
    exits = [square for square, _ in open_exits(level)]
    stones = [one.stone_at[1] for one in game.characters.values() if one.stone_at and one.stone_at[0] == game.level]
    steps = distances(game.square, lambda here: joined_squares(level, here))

    def worth(square: Square) -> tuple[bool, int, Square]:
        plain = not (is_worth_a_visit(level[square]) or square in exits or square in stones)
        return plain, steps.get(square, len(level)), square

    there = sorted((square for square in level if square != game.square), key=worth)
    if can_go_home(game, game.square):
        there = [square for square in there[: 2 * MOST_TARGETS] if can_go_home(game, square)]
    return there[:MOST_TARGETS]


def can_go_home(game: Game, square: Square) -> bool:
    """Whether the entrance can be reached from there."""
    return entrance_in(game, reach(game, (game.level, square)))


def is_worth_a_visit(segment: Segment) -> bool:
    """Whether a segment has something that one comes back for."""
    if segment.kind in ("entrance", "stairs", "gate") or segment.group is not None:
        return True
    return segment.kind not in PLAIN and not segment.examined


def square_option(game: Game, square: Square, level: int = 0) -> Option:
    """What lies there on the party's level, or on another, and where that is, counted from the party."""
    segment = game.levels[level or game.level][square]
    where, facts = bearings(game, square)
    facts["kind"] = Word(f"segment.{segment.kind}")
    waiting = len(segment.group.living) if segment.group else 0
    if segment.group and waiting:
        facts |= {"monster": segment.group.name, "number": waiting}
    return Option(f"{square.x},{square.y}", f"cast.to.{where}", "cast.waiting" if waiting else "", facts)


def bearings(game: Game, square: Square) -> tuple[str, dict[str, Fact]]:
    """Where a square is, counted from the party: straight across the map, straight along it, or both."""
    east, south = square.x - game.square.x, square.y - game.square.y
    facts: dict[str, Fact] = {"across": abs(east), "along": abs(south)}
    facts |= {"side": Word(f"side.{'e' if east > 0 else 'w'}"), "other": Word(f"side.{'s' if south > 0 else 'n'}")}
    return "across" if not south else "along" if not east else "both", facts


def teleport(table: Table, game: Game, taken: Taken) -> None:
    """The party is there; by no door, so that every door is another way [5B]."""
    cast = cast_of(game, taken)
    pay_for(table, game, cast)
    game.square = Square(*(int(number) for number in cast.target.split(",")))
    game.entered_by = game.left_by = None
    game.here.visited = True
    table.tell(PartyTeleported(Word(f"segment.{game.here.kind}")))
