"""Wounds: a bony body, a Force shield and Armour come before Life Points [7.1]."""

from __future__ import annotations

from rules.kernel.offers import Way
from rules.kernel.orders import window
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.characters.dying import fall
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.scrolls import SHIELD, can_cast, cast, knows
from rules.labirynt_czarnoksieznika.events.fights import ArmourBroke, Wounded, WoundIgnored, WoundShielded
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.throws import throw

IGNORES = 6
"""The face on which a bony body feels nothing."""
TAKE = "take"


def wound(table: Table, game: Game, one: Character, count: int, *, monster: bool = False, final: bool = False) -> None:
    """So many wounds, one after the other, as long as the character stands.

    ``monster``: it deals them; ``final``: whom they kill is finally dead [8.9].
    """
    for left in range(count, 0, -1):
        if one.active and not _avoided(table, game, one, left, monster):
            _lose_life(table, game, one, final)


def _avoided(table: Table, game: Game, one: Character, left: int, monster: bool) -> bool:
    """Whether something takes the wound: the bony body first, then the scroll, then Armour."""
    if monster and _ignores(table, game, one):
        table.tell(WoundIgnored(one.name))
        return True
    return _shielded(table, game, one, left) or _armoured(table, game, one)


def _ignores(table: Table, game: Game, one: Character) -> bool:
    if game.card(one.id).ability != "bone_body":
        return False
    return throw(table, game, "bones.roll", bad=lambda face: face != IGNORES, who=one) == IGNORES


def _shielded(table: Table, game: Game, one: Character, left: int) -> bool:
    """The caster's own wound, in its player's turn or when it is attacked; ``left``: how many wounds there are."""
    if not knows(game, one, SHIELD) or not _may_react(game, one) or not _wants_shield(table, game, one, left):
        return False
    cast(table, game, one, SHIELD)
    table.tell(WoundShielded(one.name))
    return True


def _may_react(game: Game, one: Character) -> bool:
    attacked = game.fight is not None and one.id in game.fight.defenders
    return attacked or one.seat == game.active_seat


def _wants_shield(table: Table, game: Game, one: Character, left: int) -> bool:
    """Who wants to be asked is, in the own turn, too, whether or not there is a scroll."""
    order, has = game.teams[one.seat].orders.shield, can_cast(game, one, SHIELD)
    if order != "ask":
        return has and (order == "always" or (order == "life" and not one.worn))
    uses = [Way(Option(SHIELD, "wound.shield", token_word(SHIELD).key), SHIELD)] if has else []
    facts: dict[str, Fact] = {"who": one.name, "life": one.life, "wounds": left}
    return table.ask(window(one.seat, "wound.shield", Option(TAKE, "wound.take"), uses, facts)) is not None


def _armoured(table: Table, game: Game, one: Character) -> bool:
    """A worn piece is gone, by the owner's choice; Armour in the Backpack does not help [7.1, A5]."""
    if not one.worn:
        return False
    armour = _broken(table, game, one)
    one.worn.remove(armour)
    discard(game, armour)
    game.rearrange |= one.id == game.entered
    table.tell(ArmourBroke(one.name, token_word(armour)))
    return True


def _broken(table: Table, game: Game, one: Character) -> str:
    """Which piece breaks: the one of the standing order if it is worn."""
    order = game.teams[one.seat].orders.armour
    ordered = [worn for worn in one.worn if game.tables.finds.of(worn).part == order]
    options = [Option(worn, "wound.armour", facts={"armour": token_word(worn)}) for worn in ordered or one.worn]
    return table.choose(one.seat, "wound.armour", options, character=one.name)


def _lose_life(table: Table, game: Game, one: Character, final: bool) -> None:
    one.life -= 1
    table.tell(Wounded(one.name, one.life))
    if one.life <= 0:
        fall(table, game, one, final=final)
