"""Chapter 9: combat, round by round until one side is dead."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.blows import monsters_attack, party_attacks
from rules.labirynt_smierci.events import FightBegan, FightWon, RoundBegan
from rules.labirynt_smierci.formation import WIDEST, fill_front, in_ranks
from rules.labirynt_smierci.lineup import line_up
from rules.labirynt_smierci.model import Fight, Game, Group
from rules.labirynt_smierci.orders import ask_orders
from rules.labirynt_smierci.places import places
from rules.labirynt_smierci.regroup import party_reorganises
from rules.labirynt_smierci.treasure import take_treasure
from rules.labirynt_smierci.weapons import name_weapons


def fight(table: Table, game: Game, group: Group, monsters_first: bool = False) -> None:
    """The whole fight. After a spurned bribe the party's first attack phase is skipped [8.7]."""
    name_weapons(table, game)
    game.fight = Fight(monsters=line_up(game, group))
    table.tell(FightBegan(group.name, len(group.living), monsters_first))
    while group.living and game.living:
        combat_round(table, game, group, party_strikes=not monsters_first or game.fight.round > 1)
        game.fight.round += 1
    rounds = game.fight.round - 1
    game.fight = None
    if game.living:
        fill_front(game)
        table.tell(FightWon(group.name, len(group.monsters), rounds))
        take_treasure(table, game, group)
        game.here.group = None


def combat_round(table: Table, game: Game, group: Group, party_strikes: bool) -> None:
    """Party (if it strikes), monsters, (the Black Gate,) party reorganises, monsters reorganise [9.2]."""
    assert game.fight is not None
    table.tell(RoundBegan(game.fight.round))
    take_places(game)
    orders = ask_orders(table, game, group, party_strikes)
    party_attacks(table, game, group, orders.attacks)
    monsters_attack(table, game, group)
    if group.living and game.living:
        party_reorganises(table, game, orders.moves)
        monsters_reorganise(game, group)


def take_places(game: Game) -> None:
    """Ranks stand centred; the places are fixed for the round [9.1]."""
    assert game.fight is not None
    game.fight.party_places = places(game.formation[0])
    game.fight.monster_places = places(game.fight.monsters[0])


def monsters_reorganise(game: Game, group: Group) -> None:
    """The fallen leave the ranks; the first rank is filled to three by the strongest behind [9.2 phase 5]."""
    assert game.fight is not None
    alive = {monster.id: monster for monster in group.living}
    front = [one for one in game.fight.monsters[0] if one in alive]
    behind = [one for rank in game.fight.monsters[1:] for one in rank if one in alive]
    behind.sort(key=lambda one: -alive[one].strength)
    missing = WIDEST - len(front)
    game.fight.monsters = (tuple(front + behind[:missing]), *in_ranks(behind[missing:]))
