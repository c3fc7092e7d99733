"""Fights with monsters and between characters, and what comes of them besides wounds: specials, loot [6, 11]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from rules.kernel.piles import Pile, put
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.characters.wounds import wound
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_finds, leave, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go, lose_weapon, receive
from rules.labirynt_czarnoksieznika.events.fights import (
    Attacked,
    ClashLost,
    ClashTied,
    ClashWon,
    GemStolen,
    GemsWon,
    Looted,
    MonsterMet,
    SecondClash,
    SomethingLooted,
    SomethingStolen,
    Stunned,
    TokenStolen,
    WeaponDissolved,
)
from rules.labirynt_czarnoksieznika.fight.dice import settle_dice
from rules.labirynt_czarnoksieznika.fight.magic import open_window
from rules.labirynt_czarnoksieznika.forecast.scores import (
    OWN,
    THEIRS,
    Side,
    fight_of,
    fighter_names,
    fighters,
    opposite,
    scores,
    verdict,
    wears_glove,
)
from rules.labirynt_czarnoksieznika.gems import earn
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter

Result = Side | Literal["", "left"]
"""Who won, '' : nobody, or the fight was left before the dice."""


def meet_monster(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """A monster is fought at once; it never stays on the board [5.4, 6.5]."""
    table.tell(MonsterMet(one.name, Word(f"foe.{row.id}"), row.total, row.strength))
    won = _fight_out(table, game, one, row)
    if won == OWN:
        game.tally.monsters_won += 1
        _reward(table, game, one, row)
    elif won == THEIRS:
        game.tally.monsters_lost += 1
        after_defeat(table, game, one, row)
    elif won == "":
        game.tally.monsters_tied += 1
    game.fight = None


def _fight_out(table: Table, game: Game, one: Character, row: Encounter) -> Result:
    """Some monsters must be beaten twice in a row [6.11, A21]."""
    won = clash(table, game, Fight(attacker=one.id, foe=row.id))
    if won == OWN and "twice" in row.special:
        table.tell(SecondClash(one.name, Word(f"foe.{row.id}")))
        won = clash(table, game, Fight(attacker=one.id, foe=row.id, clash=2))
    return won


def _reward(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """Finds and Gems of the row, then what the monster does to whoever beat it [6.5]."""
    draw_finds(table, game, one, row.finds)
    if row.gems:
        game.tally.gems_won += row.gems
        table.tell(GemsWon(one.seat, row.gems, game.teams[one.seat].gems + row.gems))
        earn(table, game, one.seat, row.gems)
    if not game.outcome:
        after_victory(table, game, one, row)


def attack(table: Table, game: Game, one: Character, target: Character) -> None:
    """A character that has just come in attacks another player's [6.1, 6.6–6.8]."""
    game.tally.duels += 1
    table.tell(Attacked(one.name, target.name, one.seat, target.seat))
    won = clash(table, game, Fight(attacker=one.id, defenders=[target.id]))
    if won in (OWN, THEIRS):
        game.tally.duels_won += won == OWN
        _strike(table, game, won)
    game.fight = None


def _strike(table: Table, game: Game, winner: Side) -> None:
    """Each of the beaten takes a wound, two of the Glove, which are final [6.6, 6.7, 8.9, A8]."""
    fight, glove = fight_of(game), wears_glove(game, winner)
    winners, losers = (fighters(game, fight, side) for side in (winner, opposite(winner)))
    for loser in losers:
        wound(table, game, loser, game.tables.powers.glove.wounds if glove else 1, final=glove)
    loot(table, game, winners, losers)


def clash(table: Table, game: Game, fight: Fight) -> Result:
    """Scrolls, dice, and who wins [6.12]; the fight stays in ``game`` for what comes of it."""
    game.fight = fight
    open_window(table, game)
    if game.fight is None:
        return "left"
    settle_dice(table, game)
    table.tell(_told(game))
    return verdict(game).winner


def _told(game: Game) -> Event:
    """How the clash ended, with the scores of both sides."""
    who, other = fighter_names(game, OWN)[0], fighter_names(game, THEIRS)[0]
    own, theirs = scores(game)
    decided = verdict(game)
    tie = own == theirs and not (decided.six or decided.one)
    match decided.winner:
        case "own":
            return ClashWon(who, other, own, theirs, natural_six=decided.six, natural_one=decided.one, tie=tie)
        case "theirs":
            return ClashLost(who, other, own, theirs, natural_one=decided.one, natural_six=decided.six, tie=tie)
        case _:
            return ClashTied(who, other, own, theirs, both_ones=decided.one)


# Monsters' specials --------------------------------------------------------------------------------------------

Trick = Callable[[Table, Game, Character], None]


def after_defeat(table: Table, game: Game, one: Character, row: Encounter) -> None:
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
    game.teams[one.seat].crystal = ""
    table.tell(
        TokenStolen(one.name, token_word(token)), to=(one.seat,), shadow=SomethingStolen(one.name, nothing=False)
    )


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


def after_victory(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """After the reward: acid eats the Weapon that was used, never the Glove."""
    if "dissolve_weapon" in row.special and one.hand not in ("", GLOVE):
        table.tell(WeaponDissolved(one.name, lose_weapon(game, one)))


# The cutpurse --------------------------------------------------------------------------------------------------


def loot(table: Table, game: Game, winners: Sequence[Character], losers: Sequence[Character]) -> None:
    """Who has the ability takes a token from a beaten Backpack, never the Rune; the dead carry nothing any more."""
    looter = next((one for one in winners if game.card(one.id).ability == "loot_loser"), None)
    victim = next((one for one in losers if one.pack), None)
    if looter is None or victim is None:
        return
    token = _draw(table, victim, "loot.token")
    receive(game, looter, token)
    game.teams[victim.seat].crystal = ""
    seen = Looted(looter.name, victim.name, token_word(token))
    table.tell(seen, to=(looter.seat, victim.seat), shadow=SomethingLooted(looter.name, victim.name))
    if looter.id != game.entered:
        _make_room(table, game, looter)


def _make_room(table: Table, game: Game, one: Character) -> None:
    """Who does not explore now leaves at once, by its own choice, what does not fit [5.7]."""
    if not one.loot:
        return
    tokens = dict.fromkeys([*one.loot, *one.pack])
    options = tuple(Option(token, "loot.leave", facts={"token": token_word(token)}) for token in tokens)
    facts: dict[str, Fact] = {"character": one.name}
    ask = Choose(who=one.seat, why="loot.leave", options=options, facts=facts, secret=True, always=True)
    token = table.ask(ask)  # whoever is not asked has nothing but such tokens
    let_go(one, token)
    leave(table, game, one, [token])
    one.pack, one.loot = [*one.pack, *one.loot], []


def _draw(table: Table, one: Character, why: str) -> str:
    """A token leaves a Backpack by chance."""
    pile: Pile = {}
    for token in one.pack:
        put(pile, token)
    token = table.draw(pile, why, who=one.name)
    one.pack.remove(token)
    return token
