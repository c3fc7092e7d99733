"""Offers: what may be done knows what it does; ids are text at the log's edge alone."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from rules.kernel.answers import judge, plain
from rules.kernel.errors import RuleBroken
from rules.kernel.offers import Offer, Pick, Result, Way, does, does_with, ending, ends, take, taken_of
from rules.kernel.orders import NOTHING, change_offer, ordered, window
from rules.kernel.requests import PARTY, Action, Amount, Choose, Filled, Form, NextAction, Option, Taken
from rules.kernel.table import Table
from tests.rules.playing import play

SWORD, AXE = {"name": "sword"}, {"name": "axe"}
PURSE = Amount(who=PARTY, why="bribe", least=0, most=9)


def weapons(*named: dict[str, str]) -> tuple[Way[dict[str, str]], ...]:
    """Ways to take something in hand."""
    return tuple(Way(Option(one["name"], "weapon"), one) for one in named)


def an_armoury(held: list[Any], *named: dict[str, str]) -> Pick[dict[str, str]]:
    """Something may be held: what is taken comes into this list."""

    def hold(table: Table, weapon: dict[str, str]) -> None:
        held.append(weapon)

    return Pick("s1", Option("hold", "hold"), ways=weapons(*named), why="which", do=hold)


# A deed ----------------------------------------------------------------------------------------------------------


def test_there_is_no_offer_without_a_deed() -> None:
    """What nobody does cannot be offered."""
    with pytest.raises(TypeError, match="do"):
        Offer(PARTY, Option("sing", "sing"))  # type: ignore[call-arg]  # that is the point


def test_what_is_taken_is_done_and_says_whether_the_game_goes_on() -> None:
    """Gold is offered, then they fight: the loop ends with what ends it."""
    paid: list[int] = []

    def pay(table: Table, purse: list[int], gold: int) -> None:
        purse.append(gold)

    def fight(table: Table, purse: list[int]) -> str:
        return f"after {len(purse)} bribes"

    def encounter(table: Table) -> Result:
        offers: list[Offer[Any]] = [
            Offer(PARTY, Option("bribe", "bribe"), PURSE, do=does_with(pay, paid)),
            Offer(PARTY, Option("fight", "fight"), do=does(fight, paid)),
        ]
        while (said := take(table, "encounter", offers)) is None:
            continue
        return said

    played = play(encounter, {}, {"encounter": [["bribe", 5], ["bribe", 3], ["fight"]]})

    assert (paid, played.came_of_it) == ([5, 3], "after 2 bribes")


def test_a_deed_that_ends_the_question_is_done_first() -> None:
    """``ends`` and ``ending`` say so whatever the rule returns."""
    done: list[str] = []

    def go(table: Table) -> None:
        done.append("go")

    assert ends(does(go))(Table((), None), None) is True  # type: ignore[arg-type]  # no chance is needed
    assert ending(Table((), None), None) is True  # type: ignore[arg-type]
    assert done == ["go"]


def test_seats_may_share_an_id() -> None:
    """Who took it decides whose deed it is."""
    mine = Offer("s1", Option("drink", "drink"), do=ending)
    yours = Offer("s2", Option("drink", "drink"), do=ending)
    all_may = Offer(PARTY, Option("go", "go"), do=ending)

    assert taken_of([mine, yours, all_may], Taken("s2", "drink")) is yours
    assert taken_of([mine, yours, all_may], Taken("s2", "go")) is all_may
    with pytest.raises(RuleBroken, match="nobody offered fly"):
        taken_of([mine], Taken("s1", "fly"))


# Ways ------------------------------------------------------------------------------------------------------------


def test_what_is_picked_is_the_thing_and_the_log_keeps_its_id() -> None:
    """Judged it is the sword itself; in plain form its id."""
    held: list[Any] = []
    armoury = an_armoury(held, SWORD, AXE)
    request = NextAction(who=PARTY, why="arm", actions=(armoury,))

    taken = judge(request, ["hold", "axe"], "s1")
    take_one = play(lambda table: take(table, "arm", [armoury]), {}, {"arm": [["hold", "axe"]]})

    assert taken.value is AXE
    assert plain(request, taken, "s1") == ["hold", "axe"]
    assert (held, take_one.came_of_it) == ([AXE], None)


def test_one_way_only_is_no_question() -> None:
    """The deed gets it all the same."""
    held: list[Any] = []
    armoury = an_armoury(held, SWORD)

    play(lambda table: take(table, "arm", [armoury]), {}, {"arm": [["hold"]]})

    assert (armoury.asks, armoury.ask, held) == (False, None, [SWORD])
    assert armoury.answer(armoury.ways[0]) == ["hold"]


def test_one_way_may_be_asked_for_all_the_same() -> None:
    """Where it is to be said in any case."""
    held: list[Any] = []
    armoury = msgspec.structs.replace(an_armoury(held, SWORD), always=True)

    play(lambda table: take(table, "arm", [armoury]), {}, {"arm": [["hold", "sword"]]})

    assert (armoury.asks, held) == (True, [SWORD])
    assert armoury.answer(armoury.ways[0]) == ["hold", "sword"]


def test_its_question_is_made_once_and_only_when_looked_at() -> None:
    """Whether there is one can be known without."""
    armoury = an_armoury([], SWORD, AXE)

    assert armoury.asks
    assert "_made" not in vars(armoury)
    assert armoury.ask is armoury.ask


def test_actions_are_equal_when_nobody_sees_a_difference() -> None:
    """Deeds are made anew each time; they are not compared."""
    assert an_armoury([], SWORD, AXE) == an_armoury([], SWORD, AXE)
    assert an_armoury([], SWORD) != an_armoury([], AXE, SWORD)
    assert Offer("s1", Option("go", "go"), do=ending) == Action[None]("s1", Option("go", "go"))
    assert Offer("s1", Option("go", "go"), do=ending) != Offer("s2", Option("go", "go"), do=ending)


# Typed answers ---------------------------------------------------------------------------------------------------


def test_a_choice_may_mean_things() -> None:
    """In a form, too; two things that look alike are told apart by which they are."""
    twin = dict(SWORD)
    options = (Option("a", "weapon"), Option("b", "weapon"))
    ask = Choose(who="s1", why="which", options=options, means={"a": SWORD, "b": twin})

    assert judge(ask, "b", "s1") is twin
    assert plain(ask, SWORD, "s1") == "a"
    assert ask.asked == "which Choose s1"
    assert judge(Choose(who="s1", why="which", options=options), "b", "s1") == "b"


def test_a_window_tells_what_is_used_or_nothing() -> None:
    """Asked, too, of who has nothing to use."""
    no = Option("pass", "pass")
    ask = window("s1", "magic", no, weapons(SWORD), {})
    empty = window("s1", "magic", no, [], {})

    assert judge(ask, "sword", "s1") is SWORD
    assert judge(ask, "pass", "s1") is None
    assert plain(ask, None, "s1") == "pass"
    assert (ask.secret, ask.always) == (True, True)
    assert (ask.options[0].note, empty.options[0].note) == ("", NOTHING)


def test_changed_orders_are_kept() -> None:
    """By whoever may change them; the deed gets the filled form."""

    class Orders(msgspec.Struct, frozen=True):
        scrolls: Literal["ask", "never"] = "ask"

    kept: list[Orders] = []

    def keep(table: Table, filled: Filled) -> None:
        kept.append(ordered(Orders, filled))

    offer = change_offer(Orders, "s1", "orders", keep)
    play(lambda table: take(table, "turn", [offer]), {}, {"turn": [["orders", {"scrolls": "never"}]]})

    assert kept == [Orders("never")]
    assert (offer.aside, offer.secret) == (True, True)


def test_a_form_gives_what_its_choices_mean() -> None:
    """The plain form has the ids."""
    from rules.kernel.requests import Field

    options = (Option("a", "weapon"), Option("b", "weapon"))
    field = Field("hand", Choose(who="s1", why="which", options=options, means={"a": SWORD, "b": AXE}))
    form = Form(who="s1", why="arms", fields=(field,))

    filled = judge(form, {"hand": "b"}, "s1")

    assert filled[field] is AXE
    assert plain(form, filled, "s1") == {"hand": "b"}


def test_another_copy_has_its_own_question() -> None:
    """``replace`` makes a new one before it was looked at."""
    armoury = an_armoury([], SWORD, AXE)
    more = msgspec.structs.replace(armoury, ways=weapons(SWORD, AXE, {"name": "bow"}))

    assert more.ask is not None
    assert len(more.ways) == 3
