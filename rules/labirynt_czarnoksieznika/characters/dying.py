"""Death, awakening, final death, and the last team that is left [8.6–8.10, E2]."""

from __future__ import annotations

from rules.kernel.piles import put
from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.characters.abilities import LAYS
from rules.labirynt_czarnoksieznika.equipment.finds import lay_down
from rules.labirynt_czarnoksieznika.events.course import Awakened, Died, DiedForEver, TeamOut, ZombieFell
from rules.labirynt_czarnoksieznika.gems import win
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game


def fall(table: Table, game: Game, one: Character, *, final: bool = False) -> None:
    """A character without Life Points is removed; its tokens stay in the chamber, and another awakens at home."""
    tokens = one.tokens
    remove(game, one)
    one.state = "gone" if final else "dead"
    if one.id == ZOMBIE:
        del game.characters[ZOMBIE]
        table.tell(ZombieFell(one.seat))
        return
    game.tally.deaths += 1
    table.tell((DiedForEver if final else Died)(one.name, one.seat, len(tokens)))
    withdraw(table, game, one)
    _awaken_another(table, game, one)
    if not game.lives(one.seat):
        table.tell(TeamOut(one.seat))
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
    table.tell(Awakened(one.name, one.seat, *game.spot(one.at)))


def stand_up(game: Game, one: Character) -> None:
    """In its Camp with full Life Points [2.7, 8.7]."""
    one.state, one.life, one.at = "active", game.card(one.id).life, game.camp_of(one.seat)


def look_for_the_last(table: Table, game: Game) -> None:
    """When all other teams are finally dead the one that is left wins, whoever struck [E2]."""
    left = [seat for seat in game.order if game.lives(seat)]
    if len(left) == 1:
        win(table, game, left[0], "last")
