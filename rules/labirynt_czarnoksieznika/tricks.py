"""What comes of a won or lost fight besides wounds: monsters' specials, and the loot of a cutpurse [6, 11]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.piles import Pile, put
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.events.fights import (
    GemStolen,
    Looted,
    SomethingLooted,
    SomethingStolen,
    Stunned,
    TokenStolen,
    WeaponDissolved,
)
from rules.labirynt_czarnoksieznika.finds import discard, leave, named
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Game
from rules.labirynt_czarnoksieznika.packing import let_go, receive
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter
from rules.labirynt_czarnoksieznika.wounds import wound

Trick = Callable[[Table, Game, Character], None]


def lost_to(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """The monster's wounds, then its specials, as long as the character stands [6.5]."""
    wound(table, game, one, row.wounds, monster=True)
    for special in row.special:
        if special in ON_LOSS and one.active and not game.outcome:
            ON_LOSS[special](table, game, one)


def _steal_token(table: Table, game: Game, one: Character) -> None:
    """From the Backpack; the Rune is safe, an empty Backpack too."""
    if not one.pack:
        table.tell(SomethingStolen(one.name, nothing=True))
        return
    token = _draw(table, one, "theft.token")
    discard(game, token)
    table.tell(TokenStolen(one.name, named(token)), to=(one.seat,), shadow=SomethingStolen(one.name, nothing=False))


def _steal_gem(table: Table, game: Game, one: Character) -> None:
    """A Gem of the player, or a wound where there is none."""
    team = game.teams[one.seat]
    if not team.gems:
        wound(table, game, one, 1, monster=True)
        return
    team.gems -= 1
    table.tell(GemStolen(one.seat, team.gems))


def _stun(table: Table, game: Game, one: Character) -> None:
    """Not moved in its player's next turn [3.6]."""
    one.stunned = True
    table.tell(Stunned(one.name))


ON_LOSS: Mapping[str, Trick] = {"steal_token": _steal_token, "steal_gem": _steal_gem, "stun": _stun}


def beaten(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """After the reward: acid eats the Weapon that was used, never the Glove."""
    if "dissolve_weapon" in row.special and one.hand not in ("", GLOVE):
        table.tell(WeaponDissolved(one.name, lose_weapon(game, one)))


def lose_weapon(game: Game, one: Character) -> Word:
    """The Weapon in hand goes to the bag; what it was."""
    weapon, one.hand = one.hand, ""
    discard(game, weapon)
    game.rearrange |= one.id == game.entered
    return named(weapon)


# The cutpurse --------------------------------------------------------------------------------------------------


def loot(table: Table, game: Game, winners: Sequence[Character], losers: Sequence[Character]) -> None:
    """Who has the ability takes a token from a beaten Backpack, never the Rune; the dead carry nothing any more."""
    looter = next((one for one in winners if game.card(one.id).ability == "loot_loser"), None)
    victim = next((one for one in losers if one.pack), None)
    if looter is None or victim is None:
        return
    token = _draw(table, victim, "loot.token")
    receive(game, looter, token)
    seen = Looted(looter.name, victim.name, named(token))
    table.tell(seen, to=(looter.seat, victim.seat), shadow=SomethingLooted(looter.name, victim.name))
    if looter.id != game.entered:
        _make_room(table, game, looter)


def _make_room(table: Table, game: Game, one: Character) -> None:
    """Who does not explore now leaves at once, by its own choice, what does not fit [5.7]."""
    if not one.loot:
        return
    options = tuple(Option(token, "loot.leave", facts={"token": named(token)}) for token in _different(one))
    facts: dict[str, Fact] = {"character": one.name}
    ask = Choose(who=one.seat, why="loot.leave", options=options, facts=facts, secret=True, always=True)
    token = table.ask(ask)  # whoever is not asked has nothing but such tokens
    let_go(one, token)
    leave(table, game, one, [token])
    one.pack, one.loot = [*one.pack, *one.loot], []


def _different(one: Character) -> Sequence[str]:
    return tuple(dict.fromkeys([*one.loot, *one.pack]))


def _draw(table: Table, one: Character, why: str) -> str:
    """A token leaves a Backpack by chance."""
    pile: Pile = {}
    for token in one.pack:
        put(pile, token)
    token = table.draw(pile, why, who=one.name)
    one.pack.remove(token)
    return token
