"""What a fight leaves behind, and whom its powers pass by, where no scenario file looks [9.2, 14, 15.5]."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.events import Event
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat import powers
from rules.labirynt_smierci.combat.blows import strike
from rules.labirynt_smierci.combat.fight import after_the_fight, lay_down_weapons, take_places
from rules.labirynt_smierci.combat.lineup import as_ally, line_up
from rules.labirynt_smierci.combat.odds import death_by, lives_at_risk
from rules.labirynt_smierci.combat.orders import is_thrown, targets
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.events.finds import ExperienceGained
from rules.labirynt_smierci.events.magic import CharmProof, KnifeLost, Whispered
from rules.labirynt_smierci.model import Fight, Game, Group, Monster
from rules.labirynt_smierci.party.belongings import attack_bonus
from rules.labirynt_smierci.party.experience import share_experience
from rules.labirynt_smierci.party.losses import bury
from tests.rules.labirynt_smierci.set_right import a_game, orcs


def a_fight(monsters: dict[str, Any], **setup: Any) -> tuple[Game, Group]:
    """The party and these monsters face each other; no round has begun."""
    game = a_game(monsters=monsters, **setup)
    group = game.met
    assert group is not None
    game.fight = Fight(monsters=line_up(game, group))
    take_places(game)
    return game, group


def a_table(**dice: list[list[int]]) -> Table:
    """A table where chance throws these, by their why with two strokes for a dot."""
    return Table((), Scripted({why.replace("__", "."): throws for why, throws in dice.items()}))


def told(table: Table) -> list[Event]:
    """Everything that was told to anybody."""
    return [entry.event for entry in table.story.told]


# The warning of death --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("absorbs", "chance"), [(0, 0.5), (1, 0.2), (2, 0.0)])
def test_as_many_wounds_as_there_is_strength_left_are_death(absorbs: int, chance: float) -> None:
    """[9.5] With three left, three wounds kill, and two do not; Mage Armor takes some of them first [10]."""
    almuric = a_game().characters["almuric"]
    almuric.wounds, almuric.absorbs = almuric.strength - 3, absorbs

    assert death_by({0: 0.1, 2: 0.4, 3: 0.3, 4: 0.2}, almuric) == pytest.approx(chance)


@pytest.mark.parametrize("gate", [True, False])
def test_before_the_gate_whoever_stands_behind_may_fall_too(gate: bool) -> None:
    """[9.2, 16] Its Blasts meet anybody, other monsters the first rank alone."""
    party = [{"hero": "almuric"}, {"hero": "weldron"}, {"hero": "zareth"}]
    game, group = a_fight(orcs(20), party=party, formation=[["almuric", "weldron"], ["zareth"]])
    if gate:
        group.monsters.append(Monster(id="gate-2", kind="gate", full=10, wounds=0))
    zareth = game.characters["zareth"]
    zareth.wounds = zareth.strength - 1

    assert (zareth.name in [warning.who for warning in lives_at_risk(game, group)]) is gate


# Charm -----------------------------------------------------------------------------------------------------------


def test_a_vampire_charms_no_monster_that_is_charmed_already() -> None:
    """[15.5] The party's own charmed Orc stays with it, and no die falls for it."""
    game, group = a_fight({"kind": "vampire", "strengths": [12]}, party=[{"hero": "almuric"}])
    ally = as_ally(game, group, Monster(id="orc-1", kind="orc", full=6), "s1")
    game.characters[ally.id] = ally
    game.formation = ((ally.id,), ("almuric",))
    take_places(game)
    table = a_table()

    powers.charm(table, game, group, group.monsters[0])

    assert [type(event) for event in told(table)] == [Whispered, CharmProof]
    assert (ally.fate, game.formation[0]) == ("", (ally.id,))


def test_a_charmed_monster_that_falls_is_no_comrade_lost() -> None:
    """[15.5] Its death is told, but it has no grave, nobody can call it back, and it counts for no killer."""
    game, group = a_fight({"kind": "vampire", "strengths": [12]}, party=[{"hero": "almuric"}])
    ally = as_ally(game, group, Monster(id="orc-1", kind="orc", full=6), "s1")
    game.characters[ally.id] = ally
    game.formation = ((ally.id,), ("almuric",))
    table = a_table()

    bury(table, game, ally)

    assert told(table)[0] == CharacterDied(ally.name)
    assert (game.fallen, game.graves, game.tally.killers) == ([], [], {})


@pytest.mark.parametrize("potion", ["person", "monster"])
def test_a_potion_of_charm_works_in_one_fight_only(potion: Any) -> None:
    """[14] Whoever did not try it in the fight has drunk it for nothing."""
    game, _ = a_fight(orcs(4))
    game.characters["almuric"].charming = potion

    lay_down_weapons(game)

    assert game.characters["almuric"].charming == ""


# Missiles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "left"), [("bow", ["bow", "knife"]), ("knife", ["bow"])])
def test_a_knife_is_thrown_once_in_a_fight_and_a_shot_with_the_bow_costs_no_knife(weapon: str, left: list[str]) -> None:
    """[9.2] The knife comes back after a victory; whoever has shot can still throw it."""
    archer = {"hero": "gislan", "weapons": ["bow", "knife"], "in_hand": weapon}
    game, group = a_fight(orcs(20), party=[{"hero": "almuric"}, archer], formation=[["almuric"], ["gislan"]])
    gislan = game.characters["gislan"]

    strike(a_table(combat__attack=[[1]]), game, group, gislan, "orc-1")

    assert [missile for missile in gislan.weapons if not is_thrown(game, gislan, missile)] == left
    assert targets(game, group, gislan) == (["orc-1"] if weapon == "bow" else [])


def test_a_knife_of_ones_own_and_a_magic_one_are_two_throws() -> None:
    """[9.5, 14] The better one flies first; after both there is none."""
    magic = {"kind": "weapon", "name": "knife", "plus": 2}
    thrower = {"hero": "gislan", "weapons": ["bow", "knife"], "in_hand": "knife", "items": [magic]}
    game, group = a_fight(orcs(20), party=[{"hero": "almuric"}, thrower], formation=[["almuric"], ["gislan"]])
    gislan = game.characters["gislan"]
    first = attack_bonus(game, gislan, "knife")

    strike(a_table(combat__attack=[[1]]), game, group, gislan, "orc-1")
    assert targets(game, group, gislan) == ["orc-1"]
    assert attack_bonus(game, gislan, "knife") == first - 2

    strike(a_table(combat__attack=[[1]]), game, group, gislan, "orc-1")
    assert targets(game, group, gislan) == []


def test_after_a_truce_only_the_living_lose_their_thrown_knives() -> None:
    """[9.5] What a dead character carried lies on the floor already, and nobody is told of that knife."""
    throwers = [{"hero": hero, "weapons": ["bow", "knife"]} for hero in ("gislan", "zareth")]
    game, group = a_fight(orcs(20, stance="truce"), party=[{"hero": "almuric"}, *throwers])
    game.characters["zareth"].wounds = 99
    lay_down_weapons(game)
    table = a_table()

    after_the_fight(table, game, group, 1, ["zareth", "gislan"], {})

    assert [event.name for event in told(table) if isinstance(event, KnifeLost)] == [Word("hero.gislan")]
    assert [game.characters[hero].weapons for hero in ("gislan", "zareth")] == [["bow"], ["bow", "knife"]]


@pytest.mark.parametrize("resident", [True, False])
def test_each_kill_teaches_once(resident: bool) -> None:
    """[5 C5] Of a band that a Cease Fire stopped, whoever falls later teaches later, and nobody a second time."""
    game, group = a_fight(orcs(2, 4), options={"wanderers": "explored"})
    group.resident, table = resident, a_table()
    shared = []
    for monster in group.monsters:
        monster.wounds = monster.full
        share_experience(table, game, group)
        shared.append([event.points for event in told(table) if isinstance(event, ExperienceGained)])

    assert [len(points) for points in shared] == [1, 2]
    assert shared[-1][1] == 2 * shared[-1][0]
    assert game.taught == (not resident)
