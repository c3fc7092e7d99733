"""Wounds, death, awakening and victory of the last team [7.1, 8.6–8.10]."""

from __future__ import annotations

from rules.kernel.chance import put
from rules.kernel.offers import Way
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.characters.abilities import LAYS
from rules.labirynt_czarnoksieznika.equipment.finds import SHIELD, can_cast, cast, discard, knows, lay_down, token_word
from rules.labirynt_czarnoksieznika.events import course
from rules.labirynt_czarnoksieznika.events.fights import ArmourBroke, Wounded, WoundIgnored, WoundShielded
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import board_of
from rules.labirynt_czarnoksieznika.throws import throw, win


def fall(table: Table, game: Game, character: Character, *, final: bool = False) -> None:
    """Remove a character without Life Points; its tokens stay in the chamber, and another awakens at home."""
    tokens = character.tokens
    remove(game, character)
    character.state = "gone" if final else "dead"
    if character.id == ZOMBIE:
        del game.characters[ZOMBIE]
        table.tell(course.ZombieFell(character.seat))
        return
    game.tally.deaths += 1
    table.tell((course.DiedForEver if final else course.Died)(character.name, character.seat, len(tokens)))
    withdraw(table, game, character)
    _awaken_another(table, game, character)
    if not game.lives(character.seat):
        table.tell(course.TeamOut(character.seat))
        look_for_the_last(table, game)


def remove(game: Game, character: Character) -> None:
    """Take a character off the board: tokens to the floor, the Rune to the pool, a Glove is destroyed [8.6]."""
    lay_down(game, character.at, character.tokens)
    game.teams[character.seat].crystal = ""
    if character.rune:
        put(game.runes, character.rune)
    character.worn, character.pack, character.loot = [], [], []
    character.hand, character.rune, character.at, character.life, character.stunned, character.held = (
        "",
        "",
        "",
        0,
        False,
        False,
    )


def withdraw(table: Table, game: Game, character: Character) -> None:
    """Remove the special tokens and the Zombie of a removed character [8.6, 10.4]."""
    kind = LAYS.get(game.card(character.id).ability)
    game.tokens = {
        where: token for where, token in game.tokens.items() if (token.kind, token.seat) != (kind, character.seat)
    }
    zombie = game.characters.get(ZOMBIE)
    if zombie and character.id == game.raiser:
        fall(table, game, zombie)


def _awaken_another(table: Table, game: Game, dead: Character) -> None:
    """Awaken the sleeper at once; the dead character sleeps in its place. Without a sleeper see ``awaken_dead`` [8.7,
    8.8].
    """
    sleeper = next((card for card in game.cards_of(dead.seat) if card.state == "asleep"), None)
    if not sleeper:
        return
    if dead.state == "dead":
        dead.state = "asleep"
    awaken(table, game, sleeper)


def awaken_dead(table: Table, game: Game, seat: Seat) -> None:
    """Awaken a seat's dead characters without a sleeper at the start of its turn [8.8]."""
    for card in game.cards_of(seat):
        if card.state == "dead":
            awaken(table, game, card)


def awaken(table: Table, game: Game, character: Character) -> None:
    """Put a character back into its Camp, and tell it."""
    stand_up(game, character)
    table.tell(course.Awakened(character.name, character.seat, *game.spot(character.at)))


def stand_up(game: Game, character: Character) -> None:
    """Put a character into its Camp with full Life Points [2.7, 8.7]."""
    character.state, character.life, character.at = "active", game.card(character.id).life, game.camp_of(character.seat)


def look_for_the_last(table: Table, game: Game) -> None:
    """Let the last remaining team win when all others are finally dead [E2]."""
    left = [seat for seat in game.order if game.lives(seat)]
    if len(left) == 1:
        win(table, game, left[0], "last")


IGNORES = 6
"""The face on which a bony body ignores a wound."""
TAKE = "take"


def wound(
    table: Table, game: Game, character: Character, count: int, *, monster: bool = False, final: bool = False
) -> None:
    """Deal wounds one by one while the character stands.

    ``monster``: a monster deals them; ``final``: a death is final [8.9].
    """
    for left in range(count, 0, -1):
        if character.active and not _avoid_wound(table, game, character, left, monster):
            character.life -= 1
            table.tell(Wounded(character.name, character.life))
            if character.life <= 0:
                fall(table, game, character, final=final)


def _avoid_wound(table: Table, game: Game, character: Character, left: int, monster: bool) -> bool:
    """Whether something prevents the wound: the bony body first, then the scroll, then Armour."""
    if monster and _roll_to_ignore_wound(table, game, character):
        table.tell(WoundIgnored(character.name))
        return True
    return _shield_wound(table, game, character, left) or _break_armour(table, game, character)


def _roll_to_ignore_wound(table: Table, game: Game, character: Character) -> bool:
    if game.card(character.id).ability != "bone_body":
        return False
    return throw(table, game, "bones.roll", bad=lambda face: face != IGNORES, who=character) == IGNORES


def _shield_wound(table: Table, game: Game, character: Character, left: int) -> bool:
    """Use the caster's Force shield against its own wound, in its player's turn or when it is attacked; ``left``:
    remaining wounds.
    """
    if (
        not knows(game, character, SHIELD)
        or not _may_react(game, character)
        or not _wants_shield(table, game, character, left)
    ):
        return False
    cast(table, game, character, SHIELD)
    table.tell(WoundShielded(character.name))
    return True


def _may_react(game: Game, character: Character) -> bool:
    attacked = game.fight is not None and character.id in game.fight.defenders
    return attacked or character.seat == game.active_seat


def _wants_shield(table: Table, game: Game, character: Character, left: int) -> bool:
    """Whether the player uses the Force shield; a player who wants to be asked is asked even without a scroll."""
    order, has = game.teams[character.seat].orders.shield, can_cast(game, character, SHIELD)
    if order != "ask":
        return has and (order == "always" or (order == "life" and not character.worn))
    uses = [Way(Option(SHIELD, "wound.shield", token_word(SHIELD).key), SHIELD)] if has else []
    facts: Facts = {"who": character.name, "life": character.life, "wounds": left}
    return table.ask(window(character.seat, "wound.shield", Option(TAKE, "wound.take"), uses, facts)) is not None


def _break_armour(table: Table, game: Game, character: Character) -> bool:
    """Destroy a worn piece of the owner's choice; Armour in the Backpack does not help [7.1, A5]."""
    if not character.worn:
        return False
    order = game.teams[character.seat].orders.armour
    ordered = [worn for worn in character.worn if game.tables.finds.of(worn).part == order]
    options = [Option(worn, "wound.armour", facts={"armour": token_word(worn)}) for worn in ordered or character.worn]
    armour = table.choose(character.seat, "wound.armour", options, character=character.name)
    character.worn.remove(armour)
    discard(game, armour)
    game.rearrange |= character.id == game.entered
    table.tell(ArmourBroke(character.name, token_word(armour)))
    return True


def mood(game: Game, character: Character) -> Word:
    """Return the most telling public fact about a moving character."""
    team = game.teams[character.seat]
    if len(team.moved) <= 1:
        return course.FIRST
    if character.life == 1 < game.card(character.id).life:
        return course.HURT
    return course.TASK if character.rune and board_of(character.at) != team.board else course.USUAL
