"""What the autopilot answers: what a careful friend would press."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.requests import NextAction
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.autopilot import answer, who_sleeps
from rules.labirynt_czarnoksieznika.exploration.exploring import encounter
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.fight.clash import attack
from rules.labirynt_czarnoksieznika.forecast import OWN, THEIRS, odds, verdict
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Fight, Game
from rules.labirynt_czarnoksieznika.options import Options
from rules.labirynt_czarnoksieznika.stage import make_ready, share_teams
from rules.labirynt_czarnoksieznika.turn import go_and_explore, go_on
from tests.rules.labirynt_czarnoksieznika.builders import a_game, ordered, put
from tests.rules.playing import question

FACES = range(1, 7)


def moves(game: Game) -> Value:
    """The Move that the first seat's autopilot takes."""
    return answer(game, question(lambda table: go_and_explore(table, game, "s1")), "s1")


def ends(game: Game) -> Value:
    """What it does at the end of the first seat's turn."""
    return answer(game, question(lambda table: go_on(table, game, "s1")), "s1")


# With nothing to use ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "dice", "no"),
    [("scrolls", {}, "pass"), ("fate", {"fight.own": [[5]], "fight.other": [[3]]}, "keep"),
     ("shield", {"fight.own": [[6]], "fight.other": [[2]]}, "take")],
)  # fmt: skip
def test_who_is_asked_without_a_scroll_says_no(why: str, dice: dict[str, Any], no: str) -> None:
    """Azghul, attacked by Liriel: before the dice, behind by two, and wounded."""
    game = a_game()
    ordered(game, "s2", **{why: "ask"})
    liriel, azghul = put(game, "liriel"), put(game, "azghul")

    request = question(lambda table: attack(table, game, liriel, azghul), dice)

    assert (request.who, answer(game, request, "s2")) == ("s2", no)


# Errands ---------------------------------------------------------------------------------------------------------


def test_who_carries_a_crystal_goes_home_before_a_mate_moves() -> None:
    """Taelin stands beside the Camp of the Dungeons with a Crystal; Eriald beside the Runes has nothing yet."""
    game = a_game()
    put(game, "taelin", "B4@0", pack=[CRYSTAL])
    put(game, "eriald", "C2@0")

    assert moves(game) == ["step:taelin:A4"]


def test_a_rune_is_carried_to_its_element_on_another_board() -> None:
    """Fire lies beside the Teleport of the Catacombs."""
    game = a_game()
    put(game, "taelin", "B3@1", rune="fire")

    assert moves(game) == ["step:taelin:B2"]


def test_without_a_rune_the_way_leads_to_the_runes() -> None:
    """C3 of the own Dungeons, one step from C2."""
    game = a_game()
    put(game, "taelin", "C2@0")

    assert moves(game) == ["step:taelin:C3"]


def test_no_way_leads_on_through_a_teleport() -> None:
    """From A2 of the Dungeons the Runes in C3 are three steps by the Teleport in B2; but that leads away [4.4]."""
    game = a_game()
    put(game, "taelin", "A2@0")

    assert moves(game) == ["step:taelin:A1"]


def test_of_two_equal_ways_the_safer_one_is_taken() -> None:
    """From B3 of the Dungeons home by A3 with the digit 0, not by B4 with the digit 1."""
    game = a_game()
    put(game, "liriel", "B3@0", life=1, pack=[CRYSTAL])

    assert moves(game) == ["step:liriel:A3"]


def test_a_crystal_that_lies_about_is_worth_a_step() -> None:
    """Somebody died beside Taelin, who carries nothing."""
    game = a_game()
    put(game, "taelin", "D2@1")
    game.floor["C2@1"] = [CRYSTAL]
    game.crystals -= 1

    assert moves(game) == ["step:taelin:C2"]


def test_the_die_chooses_the_board_unless_the_game_is_won_by_choosing() -> None:
    """Two Gems of six are dear; of fifteen, with a Crystal in the Backpack, they are spare."""
    answers = []
    for gems in (6, 15):
        game = a_game("elves", "undead", "dwarves")
        game.teams["s1"].gems = gems
        put(game, "taelin", "A3@1", pack=[CRYSTAL])
        answers.append(moves(game))

    assert answers == [["step:taelin:B3", "die"], ["step:taelin:B3", "0"]]


def test_a_teleport_scroll_is_read_when_it_saves_moves() -> None:
    """From the far corner of the Dungeons home with a Crystal."""
    game = a_game()
    put(game, "taelin", "D1@0", pack=[CRYSTAL, "teleport"])

    assert moves(game) == ["jump:taelin", "A4"]


def test_haste_goes_as_far_as_it_helps() -> None:
    """With a Crystal in C3 of the Dungeons Eriald is three steps from the Camp, and takes them all."""
    game = a_game()
    put(game, "eriald", "C3@0", pack=[CRYSTAL, "haste"])

    go_and_explore(Table((), Scripted({}), people=lambda request, seat: answer(game, request, seat)), game, "s1")

    assert game.characters["eriald"].at == "A4@0"
    assert game.teams["s1"].gems == 6


# Asides ----------------------------------------------------------------------------------------------------------


def test_an_elixir_is_drunk_before_the_move() -> None:
    """By who is hurt; a healthy one keeps it."""
    hurt, healthy = a_game(), a_game()
    put(hurt, "taelin", "C2@0", life=1, pack=["elixir"])
    put(healthy, "taelin", "C2@0", pack=["elixir"])

    assert moves(hurt) == ["drink:taelin"]
    assert moves(healthy) == ["step:taelin:C3"]


def test_a_better_weapon_comes_out_of_the_backpack_once() -> None:
    """An axe is better than a dagger; a dagger not better than an axe."""
    worse, better = a_game(), a_game()
    put(worse, "taelin", "C2@0", hand="dagger", pack=["axe"])
    put(better, "taelin", "C2@0", hand="axe", pack=["dagger"])

    assert moves(worse) == ["arrange:taelin", "usual"]
    assert moves(better) == ["step:taelin:C3"]


def test_who_awakens_in_the_camp_takes_up_the_sword_that_lies_there() -> None:
    """What the dead had left at home is of use to the next."""
    game = a_game()
    put(game, "taelin", "A4@0")
    game.teams["s1"].store = ["sword"]

    assert moves(game) == ["arrange:taelin", "usual"]


def test_what_is_found_is_packed_as_usual() -> None:
    """Penetration has one button for it."""
    game = a_game()
    one = put(game, "taelin", "C2@0")
    one.loot = ["dagger"]

    assert answer(game, question(lambda table: penetrate(table, game, one)), "s1") == ["usual"]


def test_a_find_that_heals_is_drunk_before_packing() -> None:
    """So that nothing is left lying for want of a box [7.3]."""
    game = a_game()
    one = put(game, "taelin", "C2@0", life=1, pack=["dagger", "dagger"])
    one.loot = ["elixir"]

    assert answer(game, question(lambda table: penetrate(table, game, one)), "s1") == ["drink:taelin"]


def test_who_is_not_at_turn_keeps_the_orders() -> None:
    """All that the second seat may do now is to change them."""
    game = a_game()
    put(game, "taelin", "C2@0")
    request = question(lambda table: go_and_explore(table, game, "s1"))

    value = answer(game, request, "s2")

    assert value[0] == "orders"
    assert value[1]["joint"] == "ask"
    judge(request, value, "s2")


def test_an_ability_costs_only_what_is_of_no_use() -> None:
    """Azghul gives up a second dagger for the Zombie, an elixir never."""
    answers = []
    for token in ("dagger", "elixir"):
        game = a_game("undead", "elves")
        put(game, "azghul", "C2@0", hand="sword", pack=[token])
        game.entered = "azghul"
        answers.append(ends(game))

    assert answers == [["use:azghul", "dagger"], ["done"]]


def test_gems_are_kept_unless_they_win() -> None:
    """One more Move is paid for by who wins with the Crystal in the Backpack, not with twelve Gems."""
    answers = []
    for gems in (8, 14):
        game = a_game()
        game.teams["s1"].gems = gems
        put(game, "taelin", "C2@0", pack=[CRYSTAL])
        answers.append(ends(game))

    assert answers == [["done"], ["again"]]


@pytest.mark.parametrize(("won_by", "openly"), [("taelin", "again"), ("", "done")])
def test_before_everybody_a_gem_is_paid_for_the_move_that_wins_where_all_know_of_the_crystal(
    won_by: str, openly: str
) -> None:
    """Of eight Gems five, a Crystal one step from the Camp: 5 − 1 + 5 [3.3, 8.2, 8.4]."""
    game = a_game()
    game.options = Options(gems=8)
    game.teams["s1"].gems, game.teams["s1"].crystal = 5, won_by
    put(game, "taelin", "B4@0", pack=[CRYSTAL])
    request = question(lambda table: go_on(table, game, "s1"))
    assert isinstance(request, NextAction)
    shown = msgspec.structs.replace(request, actions=tuple(one for one in request.actions if not one.secret))

    assert answer(game, request, "s1") == ["again"]
    assert answer(game, shown, "s1") == [openly]


def test_a_glove_is_made_when_its_gems_cost_no_crystal() -> None:
    """From six Gems three Crystals are needed, and from three as many; from eight two, from five three."""
    answers = []
    for gems in (6, 8):
        game = a_game()
        game.teams["s1"].gems = gems
        put(game, "liriel", "A4@0", pack=["dagger", "helmet", "rust"])
        game.entered = "liriel"
        answers.append(ends(game)[0])

    assert answers[0] == "glove:liriel"
    assert answers[1] != "glove:liriel"


# Fights ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "expected"), [("axe", "attack:velsa"), ("", "peace")])
def test_a_rival_is_attacked_when_the_odds_are_fair(hand: str, expected: str) -> None:
    """Liriel has Strength 2, Velsa 3 and a dagger: with an axe Liriel wins more often than not."""
    game = a_game()
    one = put(game, "liriel", "C2@1", hand=hand)
    put(game, "velsa", "C2@1", hand="dagger")
    game.entered = one.id

    assert answer(game, question(lambda table: encounter(table, game, one)), "s1") == [expected]


@pytest.mark.parametrize(("attacker", "expected"), [("gruzz", "joint"), ("skrzyk", "alone")])
def test_two_defend_together_against_who_is_strong(attacker: str, expected: str) -> None:
    """With swords Liriel and Eriald are a match for Gruzz with an axe; Skrzyk is none for Taelin alone."""
    game = a_game("ratmen", "elves")
    one = put(game, attacker, "C2@1", hand="axe" if attacker == "gruzz" else "")
    target = put(game, "taelin" if attacker == "skrzyk" else "liriel", "C2@1", hand="sword")
    put(game, "eriald", "C2@1", hand="sword" if attacker == "gruzz" else "")

    assert answer(game, question(lambda table: attack(table, game, one, target)), "s2") == expected


@pytest.mark.parametrize(("hand", "expected"), [("", "fireball:taelin"), ("axe", "pass")])
def test_a_scroll_is_cast_when_the_side_is_not_ahead(hand: str, expected: str) -> None:
    """Taelin (4) against Gruzz (4, and 1 against characters)."""
    game = a_game("elves", "ratmen")
    one, target = put(game, "taelin", "C2@1", hand=hand, pack=["fireball"]), put(game, "gruzz", "C2@1")

    assert answer(game, question(lambda table: attack(table, game, one, target)), "s1") == expected


@pytest.mark.parametrize("lead", range(-4, 5))
def test_the_odds_are_those_of_the_rules(lead: int) -> None:
    """For every pair of abilities that look at the dice: the same as counting how the rules judge all 36 throws."""
    game = a_game("elves", "dwarves")
    game.characters["gruzz"] = put(a_game("ratmen"), "gruzz")
    for own, theirs in product(("eriald", "taelin", "liriel", "borgrim"), repeat=2):
        if own == theirs:
            continue
        game.fight = Fight(attacker=own, defenders=[theirs])
        for one in (own, theirs):
            game.characters[one].hand = ""
        shift = lead - game.card(own).strength + game.card(theirs).strength
        game.fight.shift = {OWN: shift}
        won = lost = 0
        for mine, other in product(FACES, repeat=2):
            game.fight.dice = {OWN: mine, THEIRS: other}
            won += verdict(game).winner == OWN
            lost += verdict(game).winner == THEIRS

        chances = odds(lead, game.card(own).ability, game.card(theirs).ability)

        assert (round(36 * chances.win), round(36 * chances.loss)) == (won, lost), f"{own} against {theirs}"


# The beginning, and the whole game -------------------------------------------------------------------------------


def test_who_may_choose_takes_the_elves() -> None:
    """Two of them win clashes that others of their Strength do not."""
    game = a_game()
    game.options = Options(teams="chosen")
    request = question(lambda table: share_teams(table, game))

    assert answer(game, request, "s1") == "elves"


def test_the_weakest_character_sleeps_and_the_mild_side_lies_upwards() -> None:
    """Of the Elves Liriel, with Strength 2; the digits of 1A are lower than those of 1B."""
    game = a_game()
    game.boards = []
    request = question(lambda table: make_ready(table, game, {"s1": "dungeons", "s2": "mine"}))

    ready = answer(game, request.asks["s1"], "s1")  # type: ignore[attr-defined]  # everybody is asked at once

    assert ready["asleep"] == "liriel"
    assert ready["side"] == "1A"


@pytest.mark.parametrize(
    ("team", "asleep"), [("dwarves", "wolsung"), ("ratmen", "ryjek"), ("elves", "liriel"), ("undead", "velsa")]
)
def test_the_only_reader_of_spells_stays_awake(team: str, asleep: str) -> None:
    """Haldra and Skrzyk are the weakest of their teams, and nobody else there can cast a Spell."""
    game = a_game()
    cards = [card.id for card in game.tables.characters.character if card.team == team]

    assert who_sleeps(game, cards) == asleep
