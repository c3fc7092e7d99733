"""Fights: with a monster of the Encounter Table, and between characters of two players [6]."""

from __future__ import annotations

from typing import Literal

from rules.kernel.table import Event, Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.clash import (
    OWN,
    THEIRS,
    Side,
    fight_of,
    fighters,
    gloved,
    names,
    opposite,
    scores,
    verdict,
)
from rules.labirynt_czarnoksieznika.events.fights import (
    Attacked,
    ClashLost,
    ClashTied,
    ClashWon,
    GemsWon,
    MonsterMet,
    SecondClash,
)
from rules.labirynt_czarnoksieznika.fight_dice import settle_dice
from rules.labirynt_czarnoksieznika.finds import draw_finds
from rules.labirynt_czarnoksieznika.model import Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter
from rules.labirynt_czarnoksieznika.tricks import beaten, loot, lost_to
from rules.labirynt_czarnoksieznika.window import open_window
from rules.labirynt_czarnoksieznika.winning import earn
from rules.labirynt_czarnoksieznika.wounds import wound

Result = Side | Literal["", "left"]
"""Who won, '' : nobody, or the fight was left before the dice."""


def meet(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """A monster is fought at once; it never stays on the board [5.4, 6.5]."""
    table.tell(MonsterMet(one.name, Word(f"foe.{row.id}"), row.total, row.strength))
    won = _fight_out(table, game, one, row)
    if won == OWN:
        game.tally.monsters_won += 1
        _reward(table, game, one, row)
    elif won == THEIRS:
        game.tally.monsters_lost += 1
        lost_to(table, game, one, row)
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
        beaten(table, game, one, row)


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
    fight, glove = fight_of(game), gloved(game, winner)
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
    who, other = names(game, OWN)[0], names(game, THEIRS)[0]
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
