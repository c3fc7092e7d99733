"""Exploration: 1 Encounter, 2 Penetration, 3 Tasks [3.1, 5]."""

from __future__ import annotations

from typing import Any

from rules.kernel.offers import Offer, does, ending, ends, take
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.asides import quick_offers
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.events.fights import ChanceMet
from rules.labirynt_czarnoksieznika.exploration.penetration import (
    arranging_offers,
    penetrate,
    recover,
    sorting_offers,
)
from rules.labirynt_czarnoksieznika.exploration.tasks import do_tasks
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.forecast.odds import duel_facts, duel_odds, in_hundred, joint_odds
from rules.labirynt_czarnoksieznika.forecast.stakes import duel_stake
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter
from rules.labirynt_czarnoksieznika.throws import throw_table


def explore(table: Table, game: Game, one: Character) -> None:
    """What a character does in the chamber that it has just entered."""
    for part in (encounter, penetrate, do_tasks):
        if one.active and not game.outcome:
            part(table, game, one)


def encounter(table: Table, game: Game, one: Character) -> None:
    """A rival may be attacked; where nobody else is, the digit's table decides [5.2, A1, A2]."""
    if meets_something(game, one):
        recover(table, game, one)
    if game.rivals_at(one):
        face_rivals(table, game, one)
    elif meets_something(game, one):
        roll_on_table(table, game, one, game.digit_at(one.at) or 0)


def meets_something(game: Game, one: Character) -> bool:
    """Whether the table decides what is met: a digit, and nobody else there [5.2, 5.3]."""
    alone = one.active and len(game.inside(one.at)) == 1 and one.id != ZOMBIE
    return alone and game.digit_at(one.at) is not None


def face_rivals(table: Table, game: Game, one: Character) -> None:
    """Attack one of them, or none; before that the equipment may be rearranged [5.1, 5.2]."""
    while not game.outcome:
        table.set_right()
        if not game.rivals_at(one):  # a game master has parted them
            return
        if take(table, "encounter.attack", rival_offers(game, one), secret=True, character=one.name):
            return


class Attack(Offer[None], frozen=True, eq=False, kw_only=True):
    """To attack another player's character."""

    whom: Character


def rival_offers(game: Game, one: Character) -> list[Offer[Any]]:
    """Each rival who stands there, peace, and what may be done first."""
    rivals = [
        Attack(one.seat, _rival(game, one, other), whom=other, do=ends(does(attack, game, one, other)))
        for other in game.rivals_at(one)
    ]
    peace = Offer(one.seat, Option("peace", "encounter.peace"), do=ending)
    first: list[Offer[Any]] = [*arranging_offers(game, one), *sorting_offers(game, one.seat)]
    return [*rivals, peace, *first, *quick_offers(game, one.seat)]


def _rival(game: Game, one: Character, other: Character) -> Option:
    """With what everybody sees of both: Strength with what is in hand, the odds, Life Points, what a defeat means."""
    lives: dict[str, Fact] = {"own_life": one.life, "life": other.life, "stake": duel_stake(game, one, other)}
    facts = {"whom": other.name, "of": other.seat, **lives, **duel_facts(game, one, other)}
    mate = next(iter(game.mates_of(other)), None)
    alone = duel_odds(game, one, other)
    joint = alone if mate is None else joint_odds(game, one, other, mate)
    if mate is None or joint.win >= alone.win:
        return Option(f"attack:{other.id}", "encounter.attack", "encounter.attack", facts)
    worse: dict[str, Fact] = {"mate": mate.name, "joint": in_hundred(joint.win), "lost": in_hundred(joint.loss)}
    return Option(f"attack:{other.id}", "encounter.attack.joint", "encounter.attack.joint", facts | worse)


def roll_on_table(table: Table, game: Game, one: Character, digit: int) -> None:
    """2K6 + digit on the Encounter Table: a monster, or luck [5.2, 12]."""
    game.tally.table_rolls += 1
    total = throw_table(table, game, one, digit)
    row = game.tables.encounters.at(total)
    if row.kind == "monster":
        meet_monster(table, game, one, row)
        return
    table.tell(ChanceMet(one.name, Word(f"foe.{row.id}"), total))
    by_chance(table, game, one, row)


def by_chance(table: Table, game: Game, one: Character, row: Encounter) -> None:
    """Finds, or a spring of life."""
    if row.effect == "draw_finds":
        draw_finds(table, game, one, row.n)
    else:
        heal(table, game, one, row.n, Word(f"foe.{row.id}"))
