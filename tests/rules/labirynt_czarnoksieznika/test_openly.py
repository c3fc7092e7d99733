"""What the usual Move is for, and what of it everybody can tell: Runes and Backpacks are secret [7.6]."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.requests import NextAction
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.autopilot.openly import Aim, aim_of, foretold
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game
from rules.labirynt_czarnoksieznika.options import Options
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS
from rules.labirynt_czarnoksieznika.turn import go_and_explore, go_on
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put
from tests.rules.playing import play, question


def the_move(game: Game) -> NextAction:
    """The first seat's Move, without what is secret of it."""
    request = question(lambda table: go_and_explore(table, game, "s1"))
    assert isinstance(request, NextAction)
    return msgspec.structs.replace(request, actions=tuple(one for one in request.actions if not one.secret))


@pytest.mark.parametrize("rune", ELEMENTS)
def test_everybody_can_tell_that_a_rune_at_home_goes_to_the_teleport(rune: str) -> None:
    """Whichever it is: from B3 of the Dungeons there is one step to it; nothing is different afterwards."""
    game = a_game()
    one = put(game, "taelin", "B3@0", rune=rune, pack=["dagger"])

    assert foretold(game, the_move(game), "s1") == (["step:taelin:B2"], Aim("teleport", "B2", reached=True))
    assert (one.rune, one.pack) == (rune, ["dagger"])


@pytest.mark.parametrize("rune", ELEMENTS)
def test_nobody_can_tell_where_a_rune_goes_on_another_board(rune: str) -> None:
    """From the Teleport of the Catacombs to four elements by different ways."""
    game = a_game()
    put(game, "taelin", "B3@1", rune=rune)

    assert foretold(game, the_move(game), "s1") is None


def test_a_crystal_that_nobody_knows_of_is_not_told() -> None:
    """One is on its way, and Taelin's Backpack has room for it; where all see who won it, they can tell."""
    told = []
    for won_by in ("", "taelin"):
        game = a_game()
        put(game, "taelin", "B4@0", pack=[CRYSTAL])
        game.teams["s1"].crystal = won_by
        told.append(foretold(game, the_move(game), "s1"))

    assert told == [None, (["step:taelin:A4"], Aim("camp", "A4", reached=True))]


@pytest.mark.parametrize(("gems", "what"), [(3, "win"), (2, "camp")])
def test_everybody_can_tell_a_move_that_wins(gems: int, what: str) -> None:
    """With the Crystal that all saw won, and eight Gems to be had [8.2, 8.4]."""
    game = a_game()
    put(game, "taelin", "B4@0", pack=[CRYSTAL])
    game.options = Options(gems=8)
    game.teams["s1"].gems, game.teams["s1"].crystal = gems, "taelin"

    assert foretold(game, the_move(game), "s1") == (["step:taelin:A4"], Aim(what, "A4", reached=True))


@pytest.mark.parametrize("won_by", ["taelin", ""])
def test_the_gem_that_buys_the_winning_move_says_so(won_by: str) -> None:
    """To its player always; to everybody where all know of the Crystal [3.3]."""
    game = a_game()
    put(game, "taelin", "B4@0", pack=[CRYSTAL])
    game.options = Options(gems=8)
    game.teams["s1"].gems, game.teams["s1"].crystal = 5, won_by
    request = question(lambda table: go_on(table, game, "s1"))
    assert isinstance(request, NextAction)
    shown = msgspec.structs.replace(request, actions=tuple(one for one in request.actions if not one.secret))
    win = Aim("win", "A4", reached=True)

    assert aim_of(game, request, answer(game, request, "s1")) == win
    assert foretold(game, shown, "s1") == ((["again"], win) if won_by else (["done"], None))


@pytest.mark.parametrize(
    ("at", "rune", "pack", "aim"),
    [
        ("C2@0", "", [], Aim("runes", "C3", reached=True)),
        ("C1@0", "", [], Aim("runes", "C3", reached=False)),
        ("B3@1", "fire", [], Aim("rune", "B2", reached=True)),
        ("C3@1", "fire", [], Aim("rune", "B2", reached=False)),
        ("B3@0", "", [CRYSTAL], Aim("camp", "A4", reached=False)),
        ("C3@1", "", [CRYSTAL], Aim("teleport", "B3", reached=True)),
    ],
)
def test_its_player_is_told_what_the_move_is_for(at: str, rune: str, pack: list[str], aim: Aim) -> None:
    """By Runes and Crystals of which the others do not know."""
    game = a_game()
    put(game, "taelin", at, rune=rune, pack=pack)
    request = the_move(game)

    assert aim_of(game, request, answer(game, request, "s1")) == aim


def test_a_scroll_is_read_for_the_same_errand() -> None:
    """By the Teleport scroll from the far corner into the Camp [7.4, 8.4]."""
    game = a_game()
    put(game, "taelin", "D1@0", pack=[CRYSTAL, "teleport"])
    request = question(lambda table: go_and_explore(table, game, "s1"))
    assert isinstance(request, NextAction)

    assert aim_of(game, request, answer(game, request, "s1")) == Aim("camp", "A4", reached=True)


def test_when_two_have_shared_their_things_nobody_knows_who_has_the_crystal() -> None:
    """Taelin won it, and may have handed it over [5.6, 7.6]."""
    game = a_game()
    taelin = put(game, "taelin", "B3@0", pack=[CRYSTAL], life=1)
    put(game, "eriald", "B3@0")
    game.teams["s1"].crystal = "taelin"

    play(lambda table: penetrate(table, game, taelin), {}, {"pack": [["usual"]]})

    assert (CRYSTAL in taelin.pack, game.teams["s1"].crystal) == (False, "")
