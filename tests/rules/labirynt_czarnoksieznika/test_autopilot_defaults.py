"""What the autopilot answers where only a part of something is asked: never merely the first of a list."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.offers import ids
from rules.kernel.requests import NextAction, Request
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.arriving import settle_in
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.exploration.exploring import draw_rune
from rules.labirynt_czarnoksieznika.fight.clash import loot
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game, Token
from rules.labirynt_czarnoksieznika.turn import go_and_explore, go_on
from tests.rules.labirynt_czarnoksieznika.builders import a_game, ordered, put
from tests.rules.playing import question


def asked_within(request: Request[Any], id: str, seat: str = "s1") -> Any:
    """What an action of this id asks."""
    assert isinstance(request, NextAction)
    return next(action.ask for action in request.of(seat) if action.option.id == id)


def the_move(game: Game) -> Request[Any]:
    """What the first seat is asked before its Move."""
    return question(lambda table: go_and_explore(table, game, "s1"))


@pytest.mark.parametrize(("carried", "best"), [({"pack": ["teleport", CRYSTAL]}, "A4"), ({"pack": ["teleport"]}, "C3")])
def test_a_teleport_scroll_leads_where_least_is_left_to_do(carried: dict[str, Any], best: str) -> None:
    """Home with a Crystal, else to the Runes; A1 is the first of the list [7.4]."""
    game = a_game()
    put(game, "taelin", "D1@0", **carried)

    where = asked_within(the_move(game), "jump:taelin")

    assert (ids(where)[0], answer(game, where, "s1")) == ("A1", best)


def test_the_teleport_leads_whoever_is_named_home_with_what_wins() -> None:
    """Nobody explores yet while it is chosen; Taelin has the Crystal, and the Gems for it are spare [4.6]."""
    game = a_game("elves", "undead", "dwarves")
    game.teams["s1"].gems = 15
    put(game, "taelin", "A3@1", pack=[CRYSTAL])
    put(game, "eriald", "A3@1")
    request = the_move(game)

    boards = [asked_within(request, f"step:{who}:B3") for who in ("taelin", "eriald")]

    assert [answer(game, board, "s1") for board in boards] == ["0", "die"]


def test_a_move_named_ahead_is_the_one_that_is_made_as_usual() -> None:
    """Velsa, with a Rune in the own Catacombs, stands beside the Teleport [house]."""
    game = a_game()
    put(game, "taelin", "C2@0")
    put(game, "velsa", "C3@1", rune="fire")

    named = asked_within(the_move(game), "ahead", "s2")

    assert answer(game, named, "s2") == "step:velsa:B3" != ids(named)[0]


def test_the_better_of_two_runes_has_the_shorter_and_safer_task() -> None:
    """Water of the Catacombs is beside a Camp, and its digit is low; Earth is in the far corner, with a five [11]."""
    game = a_game("dwarves", "undead")
    haldra = put(game, "haldra", "C3@0")
    game.entered = "haldra"

    request = question(lambda table: draw_rune(table, game, haldra), {"runes.draw": ["earth", "fire"]})

    assert answer(game, request, "s1") == "fire"


def test_of_an_ability_its_carrier_gives_up_what_it_can_do_without() -> None:
    """Azghul cannot cast the incantation, and has a sword in hand; the elixir is worth more [10.1]."""
    game = a_game("undead", "elves")
    put(game, "osten", "A1@1")
    put(game, "azghul", "C2@0", hand="sword", pack=["elixir", "dagger"])
    game.entered = "azghul"

    cost = asked_within(question(lambda table: go_on(table, game, "s1")), "use:azghul")

    assert answer(game, cost, "s1") == "dagger"


def test_a_glove_is_made_of_what_its_maker_needs_least() -> None:
    """Of two Weapons the weaker one, of two scrolls the one that Liriel cannot cast [10.10]."""
    game = a_game()
    game.teams["s1"].gems = 6
    put(game, "taelin", "A4@0")
    put(game, "liriel", "A4@0", pack=["axe", "helmet", "rust", "dagger", "fireball"])

    parts = asked_within(the_move(game), "glove:liriel")
    value = answer(game, parts, "s1")

    assert isinstance(value, dict)
    assert value["weapon"] == "dagger"


def test_who_robs_leaves_what_it_needs_least_itself() -> None:
    """Ryjek knows incantations, Skrzyk, the first of the team, does not [5.7, 11]."""
    game = a_game("ratmen", "elves")
    put(game, "skrzyk", "A1@0")
    ryjek = put(game, "ryjek", "C2@1", pack=["elixir", "elixir", "elixir", "rust", "weakness"])
    victim = put(game, "taelin", "C2@1", pack=["axe"])
    game.entered = "taelin"

    request = question(lambda table: loot(table, game, [ryjek], [victim]), {"loot.token": ["axe"]})

    assert (request.why, answer(game, request, "s1")) == ("loot.leave", "axe")


@pytest.mark.parametrize(("pack", "again"), [([CRYSTAL], "again"), ([], "keep")])
def test_gems_buy_another_throw_where_a_trap_would_kill_who_carries_a_crystal(pack: list[str], again: Value) -> None:
    """Two Gems against five that would lie there [8.2, 10.5]."""
    game = a_game("elves", "dwarves")
    ordered(game, "s1", reroll="losing")
    game.teams["s1"].gems = 4
    taelin = put(game, "taelin", "C2@0", life=1, pack=pack)
    game.tokens["C2@0"] = Token(kind="trap", seat="s2")
    springs = min(game.tables.powers.trap.springs)

    request = question(lambda table: settle_in(table, game, taelin), {"trap.roll": [[springs]]})

    assert (request.why, answer(game, request, "s1")) == ("roll.reroll", again)


def test_the_usual_move_is_the_same_however_it_is_asked() -> None:
    """The scroll with its goal in one answer is what the question for its goal alone would be answered."""
    game = a_game()
    put(game, "taelin", "D1@0", pack=[CRYSTAL, "teleport"])
    request = the_move(game)

    whole = answer(game, request, "s1")

    assert whole == ["jump:taelin", answer(game, asked_within(request, "jump:taelin"), "s1")]
    go_and_explore(Table((), Scripted({}), people=lambda asked, seat: answer(game, asked, seat)), game, "s1")
    assert game.teams["s1"].gems == 6
