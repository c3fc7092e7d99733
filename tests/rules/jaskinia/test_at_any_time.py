"""At any time trophies are traded, Items and Followers laid down, in whosever turn, and nobody waits for it [A25]."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.jaskinia.autopilot import answer
from rules.jaskinia.events.cards import CardsLeft, TrophiesTraded
from rules.jaskinia.exploration.arriving import act_here
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.fight.encounters import attack
from rules.jaskinia.model import Game, Named, Trip
from rules.jaskinia.turn import set_out
from rules.kernel.answers import is_waited_for, judge
from rules.kernel.chance import Scripted
from rules.kernel.requests import NextAction
from rules.kernel.table import Table
from tests.rules.jaskinia.builders import a_game, give
from tests.rules.playing import question

Scene = Callable[[Table, Game], object]


def two_with_things() -> Game:
    """The Rogue, whose turn it is, and the Gladiatrix: both with trophies for one Strength, and things."""
    game = a_game("rogue", "gladiatrix")
    give(game, "s1", "cave_bear", "giant_bat", "rope", "stillness")
    give(game, "s2", "ogre", "blind_snake", "sword", "porter")
    game.trip = Trip(power=4, path=["B6"])
    return game


def sets_out(table: Table, game: Game) -> object:
    """The turn begins."""
    return set_out(table, game, game.seeker_of("s1"))


def arrives(table: Table, game: Game) -> object:
    """The move has ended beside the other."""
    return act_here(table, game, game.seeker_of("s1"))


def draws(table: Table, game: Game) -> object:
    """A deck has to be named."""
    return explore(table, game, game.seeker_of("s1"), 1)


def attacks(table: Table, game: Game) -> object:
    """Before the dice the attacker could still do something."""
    return attack(table, game, game.seeker_of("s1"), game.seeker_of("s2"), "fight")


def can_cast(game: Game) -> None:
    """The attacker has Giant's might in hand, so that there is a question before the dice."""
    give(game, "s1", "giant_might")


@pytest.mark.parametrize("scene", [sets_out, arrives, draws, attacks])
def test_everybody_may_do_so_beside_every_question(scene: Scene) -> None:
    """Whose turn it is in the open, the other among their own things; the game waits for the one at turn alone."""
    game = two_with_things()
    can_cast(game)

    request = question(lambda table: scene(table, game))

    assert isinstance(request, NextAction)
    assert [is_waited_for(request, seat) for seat in ("s1", "s2")] == [True, False]
    for seat in ("s1", "s2"):
        beside = {one.option.id: one for one in request.of(seat) if one.aside}
        assert beside["trade"].secret == beside["drop"].secret == (seat == "s2")


def test_who_has_nothing_is_offered_nothing() -> None:
    """Neither trophies that are enough nor things."""
    game = a_game("rogue", "gladiatrix")
    give(game, "s2", "goblin")

    request = question(lambda table: sets_out(table, game))

    assert isinstance(request, NextAction)
    assert not [one for one in request.actions if one.option.id in ("trade", "drop")]


def test_the_attacked_is_stronger_by_its_trophies_before_the_dice() -> None:
    """The Gladiatrix trades in before the Rogue's dice: 5 and not 4, and the ogre is in its used pile."""
    game = two_with_things()
    can_cast(game)
    request = question(lambda table: attacks(table, game))
    assert isinstance(request, NextAction)
    trade, drop = (next(one for one in request.of("s2") if one.option.id == id) for id in ("trade", "drop"))

    table = Table((), Scripted({}))
    for action, value in ((trade, "0"), (drop, ["sword:0", "porter:1"])):
        action.do(table, judge(action.ask, value, "s2"))  # type: ignore[attr-defined]  # offers have deeds

    assert game.seeker_of("s2").strength == 5
    assert (game.used["cave"]["ogre"], game.lying["B6"]) == (1, ["sword", "porter"])
    assert [type(one.event) for one in table.story.told] == [TrophiesTraded, CardsLeft]


def test_what_others_lay_down_is_no_thing_of_who_explores() -> None:
    """It lies there for anybody, and counts as a card that lies there."""
    game = two_with_things()
    request = question(lambda table: draws(table, game))
    assert isinstance(request, NextAction)
    drop = next(one for one in request.of("s2") if one.option.id == "drop")

    drop.do(Table((), Scripted({})), judge(drop.ask, ["porter:1"], "s2"))  # type: ignore[attr-defined]

    assert game.trip.left == []


def test_the_autopilot_of_who_is_not_at_turn_answers_beside_the_question() -> None:
    """It trades as in its own turn; with nothing to trade it leaves all as it is, and never moves the game on."""
    game = two_with_things()
    game.players["s2"].ahead = Named("go:C6", (), deck="ordered")
    request = question(lambda table: sets_out(table, game))

    assert answer(game, request, "s2")[0] == "trade"

    game.seeker_of("s2").trophies = []
    request = question(lambda table: sets_out(table, game))
    assert answer(game, request, "s2")[0] == "orders"
