"""Exploration [3.1, 5, 9]: Encounter, Penetration, Runes and Tasks, and who could soon bring a Crystal home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.kernel.chance import put, take
from rules.kernel.grid import distances
from rules.kernel.offers import Offer, does, ending, ends
from rules.kernel.offers import take as offers_take
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, receive
from rules.labirynt_czarnoksieznika.events.fights import ChanceMet
from rules.labirynt_czarnoksieznika.events.finds import NoRuneLeft, RuneDrawn, RuneSeen, TaskDone
from rules.labirynt_czarnoksieznika.exploration import penetration
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.forecast import duel_facts, duel_odds, duel_stake, in_hundred, joint_odds
from rules.labirynt_czarnoksieznika.free_actions import quick_offers
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Encounter, Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.throws import throw_table


def do_tasks(table: Table, game: Game, one: Character) -> None:
    """A Rune on the own board, its Crystal on another; whoever lives does it, fight or no fight [9.1–9.4]."""
    if one.id == ZOMBIE:
        return
    at_home = board_of(one.at) == game.teams[one.seat].board
    kind = game.kind_at(one.at)
    if kind == "runes" and at_home and not one.rune:
        draw_rune(table, game, one)
    elif kind == one.rune and not at_home and game.crystals:
        fulfil(table, game, one)


def draw_rune(table: Table, game: Game, one: Character) -> None:
    """One, or for the reader of runes the better of two [9.1, 11]."""
    number = 2 if game.card(one.id).ability == "pick_rune" else 1
    drawn: list[str] = []
    while len(drawn) < number and game.runes:
        rune = table.draw(game.runes, "runes.draw", who=one.name)
        take(game.runes, rune)
        drawn.append(rune)
    if not drawn:
        table.tell(NoRuneLeft(one.name))
        return
    one.rune = _kept(table, game, one, drawn)
    drawn.remove(one.rune)
    for rune in drawn:
        put(game.runes, rune)
    seen = RuneSeen(one.name, Word(f"rune.{one.rune}"), *_named(game, goals_of(game, one.seat, one.rune)))
    table.tell(seen, to=(one.seat,), shadow=RuneDrawn(one.name))


def goals_of(game: Game, seat: Seat, rune: str) -> list[Place]:
    """Where a team can lay this Rune down: the chambers of its element on the boards of others [9.2]."""
    boards = (board for board in range(len(game.boards)) if board != game.teams[seat].board)
    places = (place(chamber, board) for board in boards for chamber in CHAMBERS)
    return [where for where in places if game.kind_at(where) == rune]


def _named(game: Game, places: Sequence[Place]) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """The boards of some places, and their chambers."""
    return tuple(game.board_name(board_of(where)) for where in places), tuple(map(chamber_of, places))


def _kept(table: Table, game: Game, one: Character, drawn: list[str]) -> str:
    options = tuple(_option(game, one, rune) for rune in dict.fromkeys(drawn))
    return table.ask(Choose(who=one.seat, why="runes.pick", options=options, secret=True, facts={"who": one.name}))


def _option(game: Game, one: Character, rune: str) -> Option:
    """A Rune, with where it would have to go."""
    goals = goals_of(game, one.seat, rune)
    boards, chambers = _named(game, goals)
    facts: dict[str, Fact] = {"rune": Word(f"rune.{rune}"), "boards": boards, "chambers": chambers}
    return Option(rune, "rune.keep", "rune.keep" if goals else "", facts)


def fulfil(table: Table, game: Game, one: Character) -> None:
    """The Rune returns to the pool, a Crystal goes into the Backpack, if need be in a token's place [9.3]."""
    table.tell(TaskDone(one.name, Word(f"rune.{one.rune}")))
    put(game.runes, one.rune)
    one.rune = ""
    game.teams[one.seat].crystal = one.id
    game.crystals -= 1
    game.tally.crystals += 1
    full = not boxes_left(game, one)
    receive(game, one, CRYSTAL)
    if full:
        penetration.pack(table, game, one, penetrating=True)


NEAR = 3
"""So few steps from the own Camp a rival who carries something is worth a warning."""


def threat(game: Game, seat: Seat) -> dict[str, Fact]:
    """The rival with the most Gems; where a Crystal would win, whose laden character is near the own Camp.

    ``far``: in how many steps; 0: none is. Only what everybody sees: what is in a Backpack counts nothing.
    """
    others = [game.teams[other] for other in game.order if other != seat and game.lives(other)]
    if not others:
        return {"rival": "", "far": 0}
    first = max(others, key=lambda team: team.gems)
    facts: dict[str, Fact] = {"rival": first.seat, "theirs": first.gems}
    homing = [(far, one) for team in others if is_close(game, team.gems) for far, one in _homing(game, team.seat)]
    if not homing:
        return facts | {"far": 0}
    far, one = min(homing, key=lambda way: way[0])
    return facts | {"far": far, "carrier": one.name}


def is_close(game: Game, gems: int) -> bool:
    """Whether one Crystal brought home wins, and somebody has one."""
    return is_on_the_way(game) and gems + game.tables.gems.crystal >= game.options.gems


def is_on_the_way(game: Game) -> bool:
    """Whether any Crystal is neither on the stack nor on a floor, which everybody can count: somebody carries one."""
    return _carried(game) > 0


def is_hidden_on_the_way(game: Game) -> bool:
    """Whether more Crystals are carried than those of which all know who won them."""
    return hidden_on_the_way(game) > 0


def hidden_on_the_way(game: Game) -> int:
    """How many Crystals are carried of which not all know who has them."""
    return max(0, _carried(game) - sum(bool(team.crystal) for team in game.teams.values()))


def _carried(game: Game) -> int:
    """Crystals neither on the stack nor on a floor."""
    lying = sum(tokens.count(CRYSTAL) for tokens in game.floor.values())
    return game.tables.gems.crystals - game.crystals - lying


def _homing(game: Game, seat: Seat) -> list[tuple[int, Character]]:
    """Who of a team carries something, near its Camp: in how many steps, if nobody stood in the way."""
    laden = [one for one in game.people_of(seat) if one.active and one.pack]
    ways = [(_steps_home(game, one), one) for one in laden if board_of(one.at) == game.teams[seat].board]
    return [(far, one) for far, one in ways if 0 < far <= NEAR]


def _steps_home(game: Game, one: Character) -> int:
    """Steps from where a character stands to its Camp; 0 where no way leads."""
    face, camp = game.face_at(one.at), chamber_of(game.camp_of(one.seat))

    def ways(chamber: str) -> list[str]:
        return [there for there in exits(face, chamber).values() if there != face.teleport]

    return distances(chamber_of(one.at), ways).get(camp, 0)


def explore(table: Table, game: Game, one: Character) -> None:
    """What a character does in the chamber that it has just entered."""
    for part in (encounter, penetration.penetrate, do_tasks):
        if one.active and not game.outcome:
            part(table, game, one)


def encounter(table: Table, game: Game, one: Character) -> None:
    """A rival may be attacked; where nobody else is, the digit's table decides [5.2, A1, A2]."""
    if meets_something(game, one):
        penetration.recover(table, game, one)
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
        if offers_take(table, "encounter.attack", rival_offers(game, one), secret=True, character=one.name):
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
    first: list[Offer[Any]] = [*penetration.arranging_offers(game, one), *penetration.sorting_offers(game, one.seat)]
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
