"""Exploration [3.1, 5, 9]: Encounter, Penetration, Runes and Tasks; and which rivals may soon bring a Crystal home."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.chance import put, take_out
from rules.kernel.grid import distances
from rules.kernel.offers import Offer, does, ending, ends, take
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import draw_finds
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, receive
from rules.labirynt_czarnoksieznika.events.fights import ChanceMet
from rules.labirynt_czarnoksieznika.events.finds import NoRuneLeft, RuneDrawn, RuneSeen, TaskDone
from rules.labirynt_czarnoksieznika.exploration import penetration
from rules.labirynt_czarnoksieznika.fight.clash import attack, meet_monster
from rules.labirynt_czarnoksieznika.forecast import duel_facts, duel_odds, duel_stake, in_hundred, is_last, joint_odds
from rules.labirynt_czarnoksieznika.free_actions import quick_offers
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game, Team
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Encounter, Place, board_of, chamber_of, exits, place
from rules.labirynt_czarnoksieznika.throws import throw_table


def do_tasks(table: Table, game: Game, character: Character) -> None:
    """Draw a Rune on the own board, or gain its Crystal on another; any surviving character does so [9.1–9.4]."""
    if character.id == ZOMBIE:
        return
    at_home = board_of(character.at) == game.teams[character.seat].board
    kind = game.kind_at(character.at)
    if kind == "runes" and at_home and not character.rune:
        draw_rune(table, game, character)
    elif kind == character.rune and not at_home and game.crystals:
        fulfil(table, game, character)


def draw_rune(table: Table, game: Game, character: Character) -> None:
    """Draw a Rune, or for the reader of runes the better of two [9.1, 11]."""
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
    """Return the chambers of a Rune's element on other players' boards, where its Task can be done [9.2]."""
    boards = (board for board in range(len(game.boards)) if board != game.teams[seat].board)
    places = (place(chamber, board) for board in boards for chamber in CHAMBERS)
    return [where for where in places if game.kind_at(where) == rune]


def _boards_and_chambers(game: Game, places: Sequence[Place]) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    return tuple(game.board_name(board_of(where)) for where in places), tuple(map(chamber_of, places))


def _ask_rune_to_keep(table: Table, game: Game, character: Character, drawn: list[str]) -> str:
    options = tuple(_rune_option(game, character, rune) for rune in dict.fromkeys(drawn))
    return table.ask(
        Choose(who=character.seat, why="runes.pick", options=options, secret=True, facts={"who": character.name})
    )


def _rune_option(game: Game, character: Character, rune: str) -> Option:
    goals = goals_of(game, character.seat, rune)
    boards, chambers = _boards_and_chambers(game, goals)
    facts: Facts = {"rune": Word(f"rune.{rune}"), "boards": boards, "chambers": chambers}
    return Option(rune, "rune.keep", "rune.keep" if goals else "", facts)


def fulfil(table: Table, game: Game, character: Character) -> None:
    """Return the Rune to the pool and put a Crystal into the Backpack, if necessary in exchange for a token [9.3]."""
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
"""The greatest distance from the own Camp, in steps, at which a rival's carrier causes a warning."""


def threat(game: Game, seat: Seat) -> Facts:
    """Return the rival with the most Gems and, if a Crystal would win, its carrier near the own Camp, as facts.

    ``far``: the carrier's steps, 0 if there is no such carrier. Only public facts count, not contents of Backpacks.
    """
    others = [game.teams[other] for other in game.order if other != seat and game.lives(other)]
    if not others:
        return {"rival": "", "far": 0}
    first = max(others, key=lambda team: team.gems + game.tables.gems.crystal * bool(team.crystal))
    facts: Facts = {"rival": first.seat, "theirs": first.gems, "laden": bool(first.crystal)}
    homing = [
        (far, character)
        for team in others
        if _may_win_at_home(game, team)
        for far, character in _carriers_near_camp(game, team.seat)
    ]
    if not homing:
        return facts | {"far": 0}
    far, character = min(homing, key=lambda way: way[0])
    return facts | {"far": far, "carrier": character.name}


def _may_win_at_home(game: Game, team: Team) -> bool:
    """Whether the Crystals that a team may be carrying, as far as everybody knows, are enough to win."""
    most = bool(team.crystal) + hidden_on_the_way(game)
    return most > 0 and team.gems + most * game.tables.gems.crystal >= game.options.gems


def is_on_the_way(game: Game) -> bool:
    """Whether any Crystal is being carried; this is public, as the others are on the stack or on floors."""
    return _carried_crystals(game) > 0


def is_hidden_on_the_way(game: Game) -> bool:
    """Whether more Crystals are carried than those with publicly known carriers."""
    return hidden_on_the_way(game) > 0


def hidden_on_the_way(game: Game) -> int:
    """Return the number of carried Crystals whose carriers are not publicly known."""
    return max(0, _carried_crystals(game) - sum(bool(team.crystal) for team in game.teams.values()))


def _carried_crystals(game: Game) -> int:
    lying = sum(tokens.count(CRYSTAL) for tokens in game.floor.values())
    return game.tables.gems.crystals - game.crystals - lying


def _carriers_near_camp(game: Game, seat: Seat) -> list[tuple[int, Character]]:
    laden = [person for person in game.people_of(seat) if person.active and person.pack]
    ways = [(steps_home(game, character), character) for character in laden]
    return [(far, character) for far, character in ways if 0 < far <= NEAR]


def steps_home(game: Game, character: Character) -> int:
    """Return the steps to the own Camp, if it is on the same board; 0 if the character is there or has no way."""
    if board_of(character.at) != game.teams[character.seat].board:
        return 0
    face, camp = game.face_at(character.at), chamber_of(game.camp_of(character.seat))

    def ways(chamber: str) -> list[str]:
        return [there for there in exits(face, chamber).values() if there != face.teleport]

    return distances(chamber_of(character.at), ways).get(camp, 0)


def explore(table: Table, game: Game, character: Character) -> None:
    """Explore the chamber that a character has just entered."""
    for part in (encounter, penetration.penetrate, do_tasks):
        if character.active and not game.outcome:
            part(table, game, character)


def encounter(table: Table, game: Game, character: Character) -> None:
    """Let the character attack a rival; in a chamber with nobody else, roll on the Encounter Table [5.2, A1, A2]."""
    if meets_something(game, character):
        penetration.recover(table, game, character)
    if game.rivals_at(character):
        face_rivals(table, game, character)
    elif meets_something(game, character):
        roll_on_table(table, game, character, game.digit_at(character.at) or 0)


def meets_something(game: Game, character: Character) -> bool:
    """Whether the character rolls on the Encounter Table: the chamber has a digit, and nobody else is
    there [5.2, 5.3].
    """
    alone = character.active and len(game.inside(character.at)) == 1 and character.id != ZOMBIE
    return alone and game.digit_at(character.at) is not None


def face_rivals(table: Table, game: Game, character: Character) -> None:
    """Ask whether to attack a rival; the equipment may be rearranged first [5.1, 5.2]."""
    while not game.outcome:
        table.set_right(lambda: bool(game.rivals_at(character)))
        if not game.rivals_at(character):  # a game master has parted them
            return
        if take(table, "encounter.attack", rival_offers(game, character), secret=True, character=character.name):
            return


class Attack(Offer[None], frozen=True, eq=False, kw_only=True):
    """An offer to attack another player's character."""

    whom: Character


def rival_offers(game: Game, character: Character) -> list[Offer]:
    """Return the offers to attack each rival in the chamber, to keep the peace, and free actions."""
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
    first: list[Offer] = [
        *penetration.arranging_offers(game, character),
        *penetration.sorting_offers(game, character.seat),
    ]
    return [*rivals, peace, *first, *quick_offers(game, character.seat)]


def _rival_option(game: Game, character: Character, other: Character) -> Option:
    """Return the option to attack a rival, with public facts: Strength, odds, Life Points and the stakes."""
    facts: Facts = {"whom": other.name, "of": other.seat, "stake": duel_stake(game, character, other)}
    facts["deadly"] = is_last(character)
    facts |= duel_facts(game, character, other)
    mate = next(iter(game.mates_of(other)), None)
    alone = duel_odds(game, character, other)
    joint = joint_odds(game, character, other, mate) if mate else alone
    if not mate or joint.win >= alone.win:
        return Option(f"attack:{other.id}", "encounter.attack", "encounter.attack", facts)
    worse: Facts = {"mate": mate.name, "joint": in_hundred(joint.win), "lost": in_hundred(joint.loss)}
    return Option(f"attack:{other.id}", "encounter.attack.joint", "encounter.attack.joint", facts | worse)


def roll_on_table(table: Table, game: Game, character: Character, digit: int) -> None:
    """Roll 2K6 + digit on the Encounter Table and resolve the result [5.2, 12]."""
    game.tally.table_rolls += 1
    total = throw_table(table, game, character, digit)
    meet_row(table, game, character, game.tables.encounters.at(total))


def meet_row(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Resolve a row of the Encounter Table: fight its monster, or let its event happen."""
    if row.kind == "monster":
        meet_monster(table, game, character, row)
        return
    table.tell(ChanceMet(character.name, Word(f"foe.{row.id}"), row.total))
    by_chance(table, game, character, row)


def by_chance(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Resolve an Encounter without a monster: Finds, or a spring of life."""
    if row.effect == "draw_finds":
        draw_finds(table, game, character, row.n)
    else:
        heal(table, game, character, row.n, Word(f"foe.{row.id}"))
