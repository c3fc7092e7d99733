"""Corners where several rules meet: full Teleport chambers, wounds on the way in, draughts while packing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.answers import Answer, Value
from rules.kernel.chance import Scripted
from rules.kernel.corrections import CORRECTION
from rules.kernel.errors import BadTable
from rules.kernel.requests import GM, NextAction
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.characters.wounds import fall
from rules.labirynt_czarnoksieznika.equipment.packing import Step, receive
from rules.labirynt_czarnoksieznika.events.finds import Armed, LifeRegained, MatesShared, TokensStored
from rules.labirynt_czarnoksieznika.exploration.exploring import explore
from rules.labirynt_czarnoksieznika.exploration.penetration import arrange, arranging_offers, penetrate
from rules.labirynt_czarnoksieznika.fight.clash import attack
from rules.labirynt_czarnoksieznika.model import Character, Game, Token
from rules.labirynt_czarnoksieznika.tables import FOLDER, load
from rules.labirynt_czarnoksieznika.tables.sheets import chamber_of
from rules.labirynt_czarnoksieznika.turn import play_turn
from rules.labirynt_czarnoksieznika.ways import steps
from tests.rules.a_ruling import Does
from tests.rules.labirynt_czarnoksieznika.builders import Play, a_game, finds, ordered, play, put

ROLL = "encounter.table"


def offered(played: Play) -> list[str]:
    """What the only question offered to do."""
    (asked,) = played.requests
    assert isinstance(asked, NextAction)
    return [action.option.id for action in asked.actions]


# Room ------------------------------------------------------------------------------------------------------------


def a_full_teleport(game: Game) -> Character:
    """Three stand in the Teleport chamber B2 of the first board; Eriald stands beside it."""
    for who in ("azghul", "osten", "taelin"):
        put(game, who, "B2@0")
    return put(game, "eriald", "B3@0")


def test_a_full_teleport_chamber_cannot_be_entered() -> None:
    """Not even to be gone from it at once [4.2]."""
    game = a_game()
    eriald = a_full_teleport(game)

    assert "B2" not in [chamber_of(where) for _, where in steps(game, eriald)]


def test_two_in_a_teleport_chamber_leave_room_for_a_third() -> None:
    """The chamber is open again when one of them is elsewhere [4.2]."""
    game = a_game()
    eriald = a_full_teleport(game)
    put(game, "taelin", "B3@0")

    assert "B2" in [chamber_of(where) for _, where in steps(game, eriald)]


# On the way in ---------------------------------------------------------------------------------------------------


def into_a_trap(game: Game, die: int, **answers: list[Value]) -> Play:
    """Eriald walks from B1 to the Trap in C1; two fives and the digit 1 are 11 on the table, the spring of life."""
    game.tokens["C1@0"] = Token(kind="trap", seat="s2")
    said = {why.replace("__", "."): values for why, values in answers.items()}
    dice: dict[str, list[Value]] = {"trap.roll": [die], ROLL: [(5, 5)]}
    return play(lambda table: play_turn(table, game), dice, {"turn.move": [["step:eriald:C1"]], **said})


def test_who_was_hurt_on_the_way_in_may_drink_before_the_table_is_rolled_on() -> None:
    """At any moment of the own turn, not inside a clash [7.3]: the elixir heals the Trap's wound, then the spring."""
    game = a_game()
    ordered(game, "s1", again="never", drink="ask", pack="full")
    eriald = put(game, "eriald", "B1@0", pack=["elixir"], life=2)

    played = into_a_trap(game, 2, arrange=[["drink:eriald"], ["done"]])

    assert [event.means.key for event in played.all(LifeRegained)] == ["loot.elixir", "foe.spring"]
    assert (eriald.life, eriald.pack, game.bag["elixir"]) == (3, [], 12)


def test_whether_who_was_hurt_carries_an_elixir_changes_no_question() -> None:
    """What is in a Backpack is hidden [7.6]: with a dagger in its place the same is asked."""
    asked = []
    for carried in ("elixir", "dagger"):
        game = a_game()
        ordered(game, "s1", again="never", drink="ask", pack="full")
        put(game, "eriald", "B1@0", hand="axe", pack=[carried])
        asked.append([why for _, why in into_a_trap(game, 2, arrange=[["done"]]).asked])

    assert asked[0] == asked[1]


def test_at_the_last_life_point_an_elixir_is_drunk_unasked() -> None:
    """By the usual standing order, before the table is rolled on [7.3]."""
    game = a_game()
    ordered(game, "s1", again="never", pack="full")
    put(game, "eriald", "B1@0", pack=["elixir"], life=2)

    played = into_a_trap(game, 2)

    assert [event.means.key for event in played.all(LifeRegained)] == ["loot.elixir", "foe.spring"]
    assert [why for _, why in played.asked] == ["turn.move"]


def test_whoever_has_nothing_to_make_it_good_with_is_not_asked() -> None:
    """A wound, a Weapon in hand and a free box are no question before the table [5.1]."""
    game = a_game()
    ordered(game, "s1", again="never")
    put(game, "eriald", "B1@0", hand="axe", life=2)

    assert [why for _, why in into_a_trap(game, 2).asked] == ["turn.move"]


def test_whoever_walks_in_unhurt_is_not_asked() -> None:
    """The Trap stays quiet: what could have been drunk before the Move is no question now."""
    game = a_game()
    ordered(game, "s1", again="never")
    put(game, "eriald", "B1@0", pack=["elixir", "dagger"], life=1)

    assert [why for _, why in into_a_trap(game, 5).asked] == ["turn.move"]


def test_a_weapon_eaten_on_the_way_in_is_replaced_before_the_table_is_rolled_on() -> None:
    """At the start of the Exploration the equipment may be rearranged [5.1]: the Cloud eats the axe, the sword wins."""
    game = a_game("elves", "ratmen")
    ordered(game, "s1", again="never")
    eriald = put(game, "eriald", "B1@0", hand="axe", pack=["sword"])
    game.tokens["C1@0"] = Token(kind="cloud", seat="s2")
    dice: dict[str, list[Value]] = {"cloud.roll": [3], ROLL: [(2, 1)], "fight.own": [3], "fight.other": [4]}
    dice["finds.draw"] = ["dagger"]
    answers = {"turn.move": [["step:eriald:C1"]], "arrange": [["usual"]], "pack": [["done"]]}

    played = play(lambda table: play_turn(table, game), dice, answers)

    assert [why for _, why in played.asked] == ["turn.move", "arrange", "pack"]
    assert (eriald.hand, eriald.pack) == ("sword", ["dagger"])


def test_the_cloud_into_which_a_defender_flees_is_no_question_for_the_explorer() -> None:
    """Azghul flees from Eriald into the ratmen's Cloud and loses his dagger; Eriald has lost nothing [5.1]."""
    game = a_game("elves", "undead", "ratmen")
    eriald = put(game, "eriald", "A3@0", pack=["sword"])
    azghul = put(game, "azghul", "A3@0", hand="dagger", pack=["teleport"])
    ordered(game, "s2", scrolls="ask")
    game.tokens["D4@0"] = Token(kind="cloud", seat="s3")
    game.entered = "eriald"

    def fight_and_look(table: Table) -> None:
        attack(table, game, eriald, azghul)
        penetrate(table, game, eriald)

    played = play(fight_and_look, {"cloud.roll": [4]}, {"fight.magic": ["teleport:azghul:D4"]})

    assert [why for _, why in played.asked] == ["fight.magic"]
    assert (azghul.at, azghul.hand) == ("D4@0", "")


# Draughts and Healing while packing ------------------------------------------------------------------------------


def test_a_found_elixir_can_be_drunk_out_of_a_full_backpack() -> None:
    """At any moment of the own turn [7.3]: what is drunk needs no box, and nothing is left behind [5.7]."""
    game = a_game()
    eriald = put(game, "eriald", "A1@0", pack=["sword", "sword", "sword"], life=1)
    receive(game, eriald, "elixir")
    game.bag["elixir"] -= 1
    game.entered = "eriald"

    played = play(lambda table: penetrate(table, game, eriald), {}, {"pack": [["drink:eriald"], ["done"]]})

    assert (eriald.life, eriald.pack, game.floor, finds(game)) == (2, ["sword"] * 3, {}, 88)
    assert played.one(LifeRegained).life == 2


def test_a_mate_is_healed_while_packing_and_nothing_is_said_to_be_shared() -> None:
    """Own turn, outside a clash [7.4]; only the scroll of who packs is gone."""
    game = a_game()
    eriald = put(game, "eriald", "A1@0", pack=["healing"])
    taelin = put(game, "taelin", "A1@0", life=1)
    game.entered = "eriald"

    played = play(lambda table: penetrate(table, game, eriald), {}, {"pack": [["heal:eriald:taelin"], ["done"]]})

    assert (taelin.life, eriald.pack, played.all(MatesShared)) == (2, [], [])


def test_a_mates_elixir_is_drunk_by_the_mate_at_another_moment() -> None:
    """While somebody packs only that one drinks: it would look as if something had been shared."""
    game = a_game()
    eriald = put(game, "eriald", "A1@0", life=2)
    put(game, "taelin", "A1@0", pack=["elixir"], life=1)
    game.entered = "eriald"

    played = play(lambda table: penetrate(table, game, eriald), {}, {"pack": [["done"]]})

    assert "get:elixir:taelin" in offered(played)
    assert [id for id in offered(played) if id.startswith("drink")] == []


# Before an attack ------------------------------------------------------------------------------------------------


def test_who_carries_nothing_is_not_offered_to_arrange_it() -> None:
    """Before an attack only what can be changed is offered [5.1, 5.2]."""
    game = a_game()
    eriald = put(game, "eriald", "A1@0")
    put(game, "azghul", "A1@0")
    game.entered = "eriald"

    played = play(lambda table: explore(table, game, eriald), {}, {"encounter.attack": [["peace"]]})

    assert offered(played) == ["attack:azghul", "peace", "orders", "orders"]


def test_equipment_is_arranged_before_the_move_a_step_at_a_time() -> None:
    """The sword goes into the hand, the axe into its box [5.1, 7.2]; everybody sees what is in hand, no more."""
    game = a_game()
    ordered(game, "s1", again="never")
    eriald = put(game, "eriald", "B1@0", hand="axe", pack=["sword", "dagger"])

    moves: list[Value] = [["arrange:eriald", "hold:sword"], ["step:eriald:C1"]]
    dice: dict[str, list[Value]] = {ROLL: [(5, 5)]}
    played = play(lambda table: play_turn(table, game), dice, {"turn.move": moves})

    assert (eriald.hand, sorted(eriald.pack)) == ("sword", ["axe", "dagger"])
    assert [[thing.key for thing in event.things] for event in played.all(Armed)] == [["loot.sword"]]


def test_what_no_box_is_free_for_stays_in_the_camp() -> None:
    """Room is made first, by leaving something there [5.7, 8.5]; how much is stored is told, not what."""
    game = a_game()
    taelin = put(game, "taelin", "A4@0", pack=["rust", "fireball"])
    game.teams["s1"].store = ["elixir"]

    before = ways_to_arrange(game, taelin)
    left = play(lambda table: arrange(table, game, taelin, Step("leave", "rust")))
    after = ways_to_arrange(game, taelin)

    assert before == ["usual", "leave:rust", "leave:fireball"]
    assert after == ["usual", "leave:fireball", "take:elixir", "take:rust"]
    assert [event.number for event in left.all(TokensStored)] == [2]


def ways_to_arrange(game: Game, one: Character) -> list[str]:
    """How somebody's things could be arranged."""
    (offer,) = arranging_offers(game, one)
    return [way.option.id for way in offer.ways]


# What a group changes, and a game master ---------------------------------------------------------------------------


def test_an_elixir_under_another_name_is_no_elixir(tmp_path: Path) -> None:
    """A table with a potion that nobody could drink is told of, rather than played with [7.3]."""
    text = (FOLDER / "finds.toml").read_text("utf-8")
    (tmp_path / "finds.toml").write_text(text.replace('"elixir",      kind', '"potion",      kind'), "utf-8")

    with pytest.raises(BadTable, match="one of elixir, got 'potion'"):
        load(tmp_path)


def test_another_goal_is_a_house_rule_and_no_number_of_the_table(tmp_path: Path) -> None:
    """A table that says so is told of, rather than passed over in silence [E1]."""
    text = (FOLDER / "gems.toml").read_text("utf-8")
    (tmp_path / "gems.toml").write_text(text.replace("win          = 18", "win          = 12"), "utf-8")

    with pytest.raises(BadTable, match="Expected 18: players who want another goal agree on the house rule"):
        load(tmp_path)


def test_a_dead_sapper_takes_his_own_traps_along_and_nobody_elses() -> None:
    """In a group's own tables two teams may have one; the other's Trap stays [10.4]."""
    game = a_game("dwarves", "undead")
    wolsung = put(game, "wolsung")
    game.tokens = {"B1@0": Token(kind="trap", seat="s1"), "C1@0": Token(kind="trap", seat="s2")}

    play(lambda table: fall(table, game, wolsung))

    assert list(game.tokens) == ["C1@0"]


def test_whoever_is_struck_down_while_packing_is_asked_no_more() -> None:
    """Set right before the question: Eriald's things lie in the chamber, and nobody is asked what to do with them."""
    game = a_game()
    eriald = put(game, "eriald", "A1@0", pack=["sword"])
    game.floor["A1@0"] = ["helmet"]
    game.entered = "eriald"
    entry = Answer(0, "gm000", CORRECTION, GM, None)
    table = Table((), Scripted({}), correct=Does(lambda table, _: fall(table, game, eriald)), corrections=[entry])

    penetrate(table, game, eriald)

    assert (eriald.state, game.floor["A1@0"], game.bag["helmet"]) == ("asleep", ["helmet", "sword"], 10)
