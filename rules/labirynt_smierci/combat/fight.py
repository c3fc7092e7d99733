"""Chapter 9: combat, round by round until one side is dead."""

from __future__ import annotations

from functools import partial

from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.combat.asking import ask_orders, asked_seats, note_newcomers
from rules.labirynt_smierci.combat.blows import monsters_attack, party_attacks
from rules.labirynt_smierci.combat.danger import lives_at_risk
from rules.labirynt_smierci.combat.gate import gate_blasts
from rules.labirynt_smierci.combat.lineup import awake, line_up
from rules.labirynt_smierci.combat.powers import POSSESSED, regenerate, shield_mages, spread_stench
from rules.labirynt_smierci.combat.regroup import party_reorganises
from rules.labirynt_smierci.combat.summary import begin_unasked, sum_up
from rules.labirynt_smierci.events.combat import FightBegan, FightWon, RoundBegan
from rules.labirynt_smierci.events.magic import FightStopped, FightTired, SleepersSlain
from rules.labirynt_smierci.fights import Fight
from rules.labirynt_smierci.magic.rescue import call_back
from rules.labirynt_smierci.magic.wayside import heal_by_orders
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.experience import share_experience
from rules.labirynt_smierci.party.formation import WIDEST, fill_front, in_ranks, places_in
from rules.labirynt_smierci.party.losses import release, slay
from rules.labirynt_smierci.party.mood import mood, mood_after_fight
from rules.labirynt_smierci.party.weapons import name_weapons
from rules.labirynt_smierci.treasure.hoards import take_treasure
from rules.labirynt_smierci.treasure.loot import divide

LONGEST_IDLE = 10
"""Rounds without a wound, after which both sides have had enough."""


def fight(table: Table, game: Game, group: Group, monsters_first: bool = False) -> None:
    """The whole fight. After a spurned bribe the party's first attack phase is skipped [8.7]."""
    group.stance = "hostile"
    name_weapons(table, game)
    game.fight = Fight(monsters=line_up(game, group))
    game.tally.fights += 1
    table.tell(FightBegan(group.name, group.number, monsters_first, mood(game)))
    shield_mages(table, game, group)
    spread_stench(table, game, group)
    while goes_on(game, group):
        combat_round(table, game, group, party_strikes=not monsters_first or game.fight.round > 1)
        game.fight.round += 1
    end(table, game, group)


def goes_on(game: Game, group: Group) -> bool:
    """Whether both sides have somebody who fights, and nobody called for peace."""
    return bool(awake(game, group) and game.people) and group.stance != "truce"


def combat_round(table: Table, game: Game, group: Group, party_strikes: bool) -> None:
    """Party (if it strikes), monsters, the Black Gate, party reorganises, monsters reorganise [9.2]."""
    assert game.fight is not None
    blood = game.tally.wounds_dealt + game.tally.wounds_taken
    asked = begin_round(table, game, group, party_strikes)
    standing = game.living
    if party_strikes:
        party_attacks(table, game, group, ask_orders(table, game, group, asked))
    if goes_on(game, group):
        monsters_attack(table, game, group)
        gate_blasts(table, game, group)
    if goes_on(game, group):
        fell = not all(one.alive for one in standing)
        party_reorganises(table, game, fell, partial(sum_up, table, game, group))
        regenerate(table, game, group)
        monsters_reorganise(game, group)
        tire(table, game, group, blood)


def begin_round(table: Table, game: Game, group: Group, party_strikes: bool) -> list[Seat]:
    """The places are taken; who is asked for orders in this round. Without anybody it runs by itself."""
    assert game.fight is not None
    game.tally.rounds += 1
    take_places(game)
    note_newcomers(game.fight, group)
    asked = asked_seats(game, group) if party_strikes else []
    if asked:
        sum_up(table, game, group)
        table.tell(RoundBegan(game.fight.round))
        table.set_right()
        take_places(game)
        for warning in lives_at_risk(game, group):
            table.tell(warning)
    else:
        begin_unasked(table, game, group)
    return asked


def tire(table: Table, game: Game, group: Group, blood: int) -> None:
    """After ten rounds in which nobody could wound anybody both sides let be; else it would never end [house].

    ``blood``: all wounds before the round.
    """
    assert game.fight is not None
    unhurt = blood == game.tally.wounds_dealt + game.tally.wounds_taken
    game.fight.idle = game.fight.idle + 1 if unhurt else 0
    if game.fight.idle >= LONGEST_IDLE:
        group.stance = "truce"
        table.tell(FightTired(group.name, group.number, LONGEST_IDLE))


def take_places(game: Game) -> None:
    """Ranks stand centred; the places are fixed for the round [9.1]."""
    assert game.fight is not None
    game.fight.party_places = places_in(game.formation[0])
    game.fight.monster_places = places_in(game.fight.monsters[0])


def monsters_reorganise(game: Game, group: Group) -> None:
    """The fallen leave the ranks; the first rank is filled to three by the strongest behind [9.2 phase 5]."""
    assert game.fight is not None
    alive = {monster.id: monster for monster in group.living}
    front = [one for one in game.fight.monsters[0] if one in alive]
    behind = [one for rank in game.fight.monsters[1:] for one in rank if one in alive]
    behind.sort(key=lambda one: -alive[one].strength)
    missing = WIDEST - len(front)
    game.fight.monsters = (tuple(front + behind[:missing]), *in_ranks(behind[missing:]))


def end(table: Table, game: Game, group: Group) -> None:
    """Sleepers are killed; who was charmed comes back; then experience, the dead, the treasure [5 C, 10, 12]."""
    assert game.fight is not None
    sum_up(table, game, group)
    rounds = game.fight.round - 1
    if game.people and group.stance != "truce":
        finish_sleepers(table, game, group)
    for monster in [one for one in group.living if one.person and game.people]:
        release(table, game, group, monster)
    lay_down_weapons(game)
    if game.people:
        after_the_fight(table, game, group, rounds)


def lay_down_weapons(game: Game) -> None:
    """The fight is over, and what was for one fight with it."""
    game.fight = None
    fill_front(game)
    for one in game.characters.values():
        one.might, one.charming = 0, ""


def after_the_fight(table: Table, game: Game, group: Group, rounds: int) -> None:
    """Experience, the dead who are called back, the treasure; a group that was stopped keeps its own."""
    if group.stance == "truce" and group.living:
        table.tell(FightStopped(group.name, group.number))
    elif group.title != POSSESSED:
        number = sum(not one.person for one in group.monsters)
        table.tell(FightWon(group.name, number, rounds, mood_after_fight(game)))
        share_experience(table, game, group)
    if not group.living:
        game.here.group = None
    call_back(table, game)
    heal_by_orders(table, game)
    if group.stance != "truce" and group.title != POSSESSED:
        take_treasure(table, game, group)
    divide(table, game)


def finish_sleepers(table: Table, game: Game, group: Group) -> None:
    """When nobody is awake the sleepers are killed without a roll [10]; a member who sleeps comes to himself."""
    sleepers = [one for one in group.living if not one.person]
    for monster in sleepers:
        slay(table, game, group, monster)
    if sleepers:
        table.tell(SleepersSlain(group.name, len(sleepers)))
