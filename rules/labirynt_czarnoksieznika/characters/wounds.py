"""Wounds, death, awakening and the last team that is left [7.1, 8.6–8.10]."""

from __future__ import annotations

from rules.kernel.chance import put
from rules.kernel.offers import Way
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.characters.abilities import LAYS
from rules.labirynt_czarnoksieznika.equipment.finds import SHIELD, can_cast, cast, discard, knows, lay_down, token_word
from rules.labirynt_czarnoksieznika.events import course
from rules.labirynt_czarnoksieznika.events.fights import ArmourBroke, Wounded, WoundIgnored, WoundShielded
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import board_of
from rules.labirynt_czarnoksieznika.throws import throw, win


def fall(table: Table, game: Game, one: Character, *, final: bool = False) -> None:
    """A character without Life Points is removed; its tokens stay in the chamber, and another awakens at home."""
    tokens = one.tokens
    remove(game, one)
    one.state = "gone" if final else "dead"
    if one.id == ZOMBIE:
        del game.characters[ZOMBIE]
        table.tell(course.ZombieFell(one.seat))
        return
    game.tally.deaths += 1
    table.tell((course.DiedForEver if final else course.Died)(one.name, one.seat, len(tokens)))
    withdraw(table, game, one)
    _awaken_another(table, game, one)
    if not game.lives(one.seat):
        table.tell(course.TeamOut(one.seat))
        look_for_the_last(table, game)


def remove(game: Game, one: Character) -> None:
    """From the board with it: tokens to the floor, the Rune to the pool, a Glove is destroyed [8.6]."""
    lay_down(game, one.at, one.tokens)
    game.teams[one.seat].crystal = ""
    if one.rune:
        put(game.runes, one.rune)
    one.worn, one.pack, one.loot = [], [], []
    one.hand, one.rune, one.at, one.life, one.stunned, one.held = "", "", "", 0, False, False


def withdraw(table: Table, game: Game, one: Character) -> None:
    """Its special tokens and its Zombie leave the board with it [8.6, 10.4]."""
    kind = LAYS.get(game.card(one.id).ability)
    game.tokens = {where: token for where, token in game.tokens.items() if (token.kind, token.seat) != (kind, one.seat)}
    zombie = game.characters.get(ZOMBIE)
    if zombie is not None and one.id == game.raiser:
        fall(table, game, zombie)


def _awaken_another(table: Table, game: Game, dead: Character) -> None:
    """The sleeper awakens at once, and who died sleeps in its place; none asleep: see ``awaken_dead`` [8.7, 8.8]."""
    sleeper = next((one for one in game.cards_of(dead.seat) if one.state == "asleep"), None)
    if sleeper is None:
        return
    if dead.state == "dead":
        dead.state = "asleep"
    awaken(table, game, sleeper)


def awaken_dead(table: Table, game: Game, seat: Seat) -> None:
    """At the start of its player's turn a dead character that nobody replaces awakens itself [8.8]."""
    for one in game.cards_of(seat):
        if one.state == "dead":
            awaken(table, game, one)


def awaken(table: Table, game: Game, one: Character) -> None:
    """It stands in its Camp again, and all are told."""
    stand_up(game, one)
    table.tell(course.Awakened(one.name, one.seat, *game.spot(one.at)))


def stand_up(game: Game, one: Character) -> None:
    """In its Camp with full Life Points [2.7, 8.7]."""
    one.state, one.life, one.at = "active", game.card(one.id).life, game.camp_of(one.seat)


def look_for_the_last(table: Table, game: Game) -> None:
    """When all other teams are finally dead the one that is left wins, whoever struck [E2]."""
    left = [seat for seat in game.order if game.lives(seat)]
    if len(left) == 1:
        win(table, game, left[0], "last")


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


def mood(game: Game, one: Character) -> Word:
    """The most telling thing that everybody sees of a character on its way."""
    team = game.teams[one.seat]
    if len(team.moved) <= 1:
        return course.FIRST
    if one.life == 1 < game.card(one.id).life:
        return course.HURT
    return course.TASK if one.rune and board_of(one.at) != team.board else course.USUAL
