"""Exploration [3.1, 5, 9]: Encounter, Penetration, Runes and Tasks, and who could soon bring a Crystal home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.kernel.chance import put, take_out
from rules.kernel.grid import distances
from rules.kernel.offers import Offer, does, ending, ends, take
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
from rules.labirynt_czarnoksieznika.forecast import duel_facts, duel_odds, duel_stake, in_hundred, is_last, joint_odds
from rules.labirynt_czarnoksieznika.free_actions import quick_offers
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Encounter, Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.throws import throw_table


def do_tasks(table: Table, game: Game, character: Character) -> None:
    """A Rune on the own board, its Crystal on another; whoever lives does it, fight or no fight [9.1–9.4]."""
    if character.id == ZOMBIE:
        return
    at_home = board_of(character.at) == game.teams[character.seat].board
    kind = game.kind_at(character.at)
    if kind == "runes" and at_home and not character.rune:
        draw_rune(table, game, character)
    elif kind == character.rune and not at_home and game.crystals:
        fulfil(table, game, character)


def draw_rune(table: Table, game: Game, character: Character) -> None:
    """One, or for the reader of runes the better of two [9.1, 11]."""
    number = 2 if game.card(character.id).ability == "pick_rune" else 1
    drawn: list[str] = []
    while len(drawn) < number and game.runes:
        rune = table.draw(game.runes, "runes.draw", who=character.name)
        take_out(game.runes, rune)
        drawn.append(rune)
    if not drawn:
        table.tell(NoRuneLeft(character.name))
        return
    character.rune = _ask_rune_to_keep(table, game, character, drawn)
    drawn.remove(character.rune)
    for rune in drawn:
        put(game.runes, rune)
    seen = RuneSeen(
        character.name,
        Word(f"rune.{character.rune}"),
        *_boards_and_chambers(game, goals_of(game, character.seat, character.rune)),
    )
    table.tell(seen, to=(character.seat,), shadow=RuneDrawn(character.name))


def goals_of(game: Game, seat: Seat, rune: str) -> list[Place]:
    """Where a team can lay this Rune down: the chambers of its element on the boards of others [9.2]."""
    boards = (board for board in range(len(game.boards)) if board != game.teams[seat].board)
    places = (place(chamber, board) for board in boards for chamber in CHAMBERS)
    return [where for where in places if game.kind_at(where) == rune]


def _boards_and_chambers(game: Game, places: Sequence[Place]) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """The boards of some places, and their chambers."""
    return tuple(game.board_name(board_of(where)) for where in places), tuple(map(chamber_of, places))


def _ask_rune_to_keep(table: Table, game: Game, character: Character, drawn: list[str]) -> str:
    options = tuple(_rune_option(game, character, rune) for rune in dict.fromkeys(drawn))
    return table.ask(
        Choose(who=character.seat, why="runes.pick", options=options, secret=True, facts={"who": character.name})
    )


def _rune_option(game: Game, character: Character, rune: str) -> Option:
    """A Rune, with where it would have to go."""
    goals = goals_of(game, character.seat, rune)
    boards, chambers = _boards_and_chambers(game, goals)
    facts: dict[str, Fact] = {"rune": Word(f"rune.{rune}"), "boards": boards, "chambers": chambers}
    return Option(rune, "rune.keep", "rune.keep" if goals else "", facts)


def fulfil(table: Table, game: Game, character: Character) -> None:
    """The Rune returns to the pool, a Crystal goes into the Backpack, if need be in a token's place [9.3]."""
    table.tell(TaskDone(character.name, Word(f"rune.{character.rune}")))
    put(game.runes, character.rune)
    character.rune = ""
    game.teams[character.seat].crystal = character.id
    game.crystals -= 1
    game.tally.crystals += 1
    full = not boxes_left(game, character)
    receive(game, character, CRYSTAL)
    if full:
        penetration.pack(table, game, character, penetrating=True)


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
    homing = [
        (far, character)
        for team in others
        if is_close(game, team.gems)
        for far, character in _carriers_near_camp(game, team.seat)
    ]
    if not homing:
        return facts | {"far": 0}
    far, character = min(homing, key=lambda way: way[0])
    return facts | {"far": far, "carrier": character.name}


def is_close(game: Game, gems: int) -> bool:
    """Whether one Crystal brought home wins, and somebody has one."""
    return is_on_the_way(game) and gems + game.tables.gems.crystal >= game.options.gems


def is_on_the_way(game: Game) -> bool:
    """Whether any Crystal is neither on the stack nor on a floor, which everybody can count: somebody carries one."""
    return _carried_crystals(game) > 0


def is_hidden_on_the_way(game: Game) -> bool:
    """Whether more Crystals are carried than those of which all know who won them."""
    return hidden_on_the_way(game) > 0


def hidden_on_the_way(game: Game) -> int:
    """How many Crystals are carried of which not all know who has them."""
    return max(0, _carried_crystals(game) - sum(bool(team.crystal) for team in game.teams.values()))


def _carried_crystals(game: Game) -> int:
    """Crystals neither on the stack nor on a floor."""
    lying = sum(tokens.count(CRYSTAL) for tokens in game.floor.values())
    return game.tables.gems.crystals - game.crystals - lying


def _carriers_near_camp(game: Game, seat: Seat) -> list[tuple[int, Character]]:
    """Who of a team carries something, near its Camp: in how many steps, if nobody stood in the way."""
    laden = [person for person in game.people_of(seat) if person.active and person.pack]
    ways = [
        (_steps_home(game, character), character)
        for character in laden
        if board_of(character.at) == game.teams[seat].board
    ]
    return [(far, character) for far, character in ways if 0 < far <= NEAR]


def _steps_home(game: Game, character: Character) -> int:
    """Steps from where a character stands to its Camp; 0 where no way leads."""
    face, camp = game.face_at(character.at), chamber_of(game.camp_of(character.seat))

    def ways(chamber: str) -> list[str]:
        return [there for there in exits(face, chamber).values() if there != face.teleport]

    return distances(chamber_of(character.at), ways).get(camp, 0)


def explore(table: Table, game: Game, character: Character) -> None:
    """What a character does in the chamber that it has just entered."""
    for part in (encounter, penetration.penetrate, do_tasks):
        if character.active and not game.outcome:
            part(table, game, character)


def encounter(table: Table, game: Game, character: Character) -> None:
    """A rival may be attacked; where nobody else is, the digit's table decides [5.2, A1, A2]."""
    if meets_something(game, character):
        penetration.recover(table, game, character)
    if game.rivals_at(character):
        face_rivals(table, game, character)
    elif meets_something(game, character):
        roll_on_table(table, game, character, game.digit_at(character.at) or 0)


def meets_something(game: Game, character: Character) -> bool:
    """Whether the table decides what is met: a digit, and nobody else there [5.2, 5.3]."""
    alone = character.active and len(game.inside(character.at)) == 1 and character.id != ZOMBIE
    return alone and game.digit_at(character.at) is not None


def face_rivals(table: Table, game: Game, character: Character) -> None:
    """Attack one of them, or none; before that the equipment may be rearranged [5.1, 5.2]."""
    while not game.outcome:
        table.set_right()
        if not game.rivals_at(character):  # a game master has parted them
            return
        if take(table, "encounter.attack", rival_offers(game, character), secret=True, character=character.name):
            return


class Attack(Offer[None], frozen=True, eq=False, kw_only=True):
    """To attack another player's character."""

    whom: Character


def rival_offers(game: Game, character: Character) -> list[Offer[Any]]:
    """Each rival who stands there, peace, and what may be done first."""
    rivals = [
        Attack(
            character.seat,
            _rival_option(game, character, other),
            whom=other,
            do=ends(does(attack, game, character, other)),
        )
        for other in game.rivals_at(character)
    ]
    peace = Offer(character.seat, Option("peace", "encounter.peace"), do=ending)
    first: list[Offer[Any]] = [
        *penetration.arranging_offers(game, character),
        *penetration.sorting_offers(game, character.seat),
    ]
    return [*rivals, peace, *first, *quick_offers(game, character.seat)]


def _rival_option(game: Game, character: Character, other: Character) -> Option:
    """With what everybody sees of both: Strength with what is in hand, the odds, Life Points, what a defeat means."""
    facts: dict[str, Fact] = {"whom": other.name, "of": other.seat, "stake": duel_stake(game, character, other)}
    facts["deadly"] = is_last(character)
    facts |= duel_facts(game, character, other)
    mate = next(iter(game.mates_of(other)), None)
    alone = duel_odds(game, character, other)
    joint = alone if mate is None else joint_odds(game, character, other, mate)
    if mate is None or joint.win >= alone.win:
        return Option(f"attack:{other.id}", "encounter.attack", "encounter.attack", facts)
    worse: dict[str, Fact] = {"mate": mate.name, "joint": in_hundred(joint.win), "lost": in_hundred(joint.loss)}
    return Option(f"attack:{other.id}", "encounter.attack.joint", "encounter.attack.joint", facts | worse)


def roll_on_table(table: Table, game: Game, character: Character, digit: int) -> None:
    """2K6 + digit on the Encounter Table: a monster, or luck [5.2, 12]."""
    game.tally.table_rolls += 1
    total = throw_table(table, game, character, digit)
    row = game.tables.encounters.at(total)
    if row.kind == "monster":
        meet_monster(table, game, character, row)
        return
    table.tell(ChanceMet(character.name, Word(f"foe.{row.id}"), total))
    by_chance(table, game, character, row)


def by_chance(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Finds, or a spring of life."""
    if row.effect == "draw_finds":
        draw_finds(table, game, character, row.n)
    else:
        heal(table, game, character, row.n, Word(f"foe.{row.id}"))
