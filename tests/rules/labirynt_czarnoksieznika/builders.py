"""Teams on boards, and how a test plays one rule there with dice and answers of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.kernel.answers import Value
from rules.kernel.chance import take_out
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game, Orders, Team
from rules.labirynt_czarnoksieznika.options import Options
from rules.labirynt_czarnoksieznika.tables import load
from tests.rules.playing import Play, Rule, play

TABLES = load()


CURIOUS = Orders(reroll="losing", again="ask", pack="ask")
"""Who wants to be asked about bad rolls, about one more Move, and what to carry."""


def a_game(*teams: str, boards: Sequence[str] = ("1A", "2A", "3A", "4A")) -> Game:
    """A game of these teams in seat order, elves against undead unless something else is said; the first is at turn.

    Everybody sleeps until ``put`` somewhere; each player has the Gem of the beginning.
    """
    seats = tuple(f"s{n}" for n, _ in enumerate(teams or ("elves", "undead"), 1))
    game = Game(options=Options(), seats=seats, boards=list(boards[: len(seats)]), order=list(seats), stage=1)
    game.play_with(TABLES)
    game.bag = {find.id: find.count for find in TABLES.finds.find}
    game.runes = {rune.id: rune.count for rune in TABLES.runes.rune}
    game.crystals = TABLES.gems.crystals
    for board, (seat, team) in enumerate(zip(seats, teams or ("elves", "undead"), strict=True)):
        game.teams[seat] = Team(seat=seat, team=team, board=board, gems=TABLES.gems.start, orders=CURIOUS)
        of_team = (one.id for one in TABLES.characters.character if one.team == team)
        game.characters |= {id: Character(id=id, seat=seat) for id in of_team}
    return game


def put(
    game: Game, who: str, at: str = "A3@0", *, hand: str = "", worn: Sequence[str] = (), pack: Sequence[str] = (),
    life: int = 0, rune: str = "",
) -> Character:  # fmt: skip
    """A character awake in a chamber with these things, taken from the bag; with full Life unless it is said."""
    if who == ZOMBIE:
        game.characters[ZOMBIE] = Character(id=ZOMBIE, seat=game.characters[game.raiser].seat)
    one = game.characters[who]
    one.state, one.at, one.life, one.rune = "active", at, life or game.card(who).life, rune
    one.hand, one.worn, one.pack = hand, list(worn), list(pack)
    for token in one.tokens:
        if token == CRYSTAL:
            game.crystals -= 1
        else:
            take_out(game.bag, token)
    return one


def ordered(game: Game, seat: Seat, **orders: str) -> None:
    """A player's standing orders; what is not said stays as with all players here."""
    game.teams[seat].orders = msgspec.convert({**msgspec.to_builtins(CURIOUS), **orders}, Orders)


def meets(game: Game, who: str, foe: str, own: Sequence[int], other: Sequence[int], **more: Sequence[Value]) -> Play:
    """A character of the player at turn meets a monster; dice of both in order, answers and other dice by ``more``."""
    game.entered = who
    row = TABLES.encounters.of(foe)
    return _fights(lambda table: meet_monster(table, game, game.characters[who], row), own, other, more)


def attacks(game: Game, who: str, whom: str, own: Sequence[int], other: Sequence[int], **more: Sequence[Value]) -> Play:
    """A character of the player at turn attacks another's."""
    game.entered = who
    return _fights(lambda table: attack(table, game, game.characters[who], game.characters[whom]), own, other, more)


CHANCE = ("bones.roll", "finds.draw", "theft.token", "loot.token", "trap.roll")
"""What chance answers besides the dice of the clash; anything else is a person's answer."""


def _fights(rule: Rule, own: Sequence[int], other: Sequence[int], more: Mapping[str, Sequence[Value]]) -> Play:
    said = {why.replace("__", "."): values for why, values in more.items()}
    dice: dict[str, Sequence[Value]] = {"fight.own": own, "fight.other": other}
    dice |= {why: values for why, values in said.items() if why in CHANCE}
    return play(rule, dice, {why: values for why, values in said.items() if why not in CHANCE})


def finds(game: Game) -> int:
    """How many Finds there are in the whole game, wherever."""
    carried = [token for one in game.characters.values() for token in one.tokens if token != CRYSTAL]
    lying = [token for tokens in game.floor.values() for token in tokens if token != CRYSTAL]
    stored = [token for team in game.teams.values() for token in team.store if token != CRYSTAL]
    return sum(game.bag.values()) + len(carried) + len(lying) + len(stored)
