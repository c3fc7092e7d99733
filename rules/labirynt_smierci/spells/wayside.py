"""Chapter 10 between two fights: healing, strengthening, stone to flesh. Teleport is a way of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.kernel.requests import Action, Option, Taken
from rules.kernel.table import Table
from rules.labirynt_smierci.events.magic import ArmorGiven, FleshAgain, Healed, MightGiven
from rules.labirynt_smierci.formation import with_newcomer
from rules.labirynt_smierci.losses import cure
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.spells.casting import cast_actions, pay, roll_amount, taken_cast
from rules.labirynt_smierci.spells.known import catch_up

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
    cast = taken_cast(game, taken)
    target = game.characters[cast.target]
    pay(table, game, cast, target.name)
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
