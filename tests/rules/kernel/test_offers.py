"""Offers: what may be done knows what it does; ids are text at the log's edge alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel.answers import Answer, judge, plain
from rules.kernel.chance import Sealed
from rules.kernel.errors import RuleBroken
from rules.kernel.offers import (
    Asking,
    Offer,
    Offers,
    Pick,
    Result,
    Way,
    as_far_as_asked,
    best,
    choice,
    choice_of_some,
    does,
    does_with,
    ending,
    ends,
    one_way,
    picks,
    take,
    take_if_ever,
    taken_of,
)
from rules.kernel.requests import PARTY, Action, Amount, Choose, Form, NextAction, Option, Taken
from rules.kernel.table import Table
from tests.rules.kernel.toy import SEED, Camp, played
from tests.rules.playing import play

SWORD, AXE = {"name": "sword"}, {"name": "axe"}
PURSE = Amount(who=PARTY, why="bribe", least=0, most=9)


def weapons(*named: dict[str, str]) -> tuple[Way[dict[str, str]], ...]:
    """Ways to take something in hand."""
    return tuple(Way(Option(one["name"], "weapon"), one) for one in named)


def an_armoury(held: list[Any], *named: dict[str, str]) -> Pick[dict[str, str]]:
    """Something may be held: what is taken comes into this list."""
    return Pick("s1", Option("hold", "hold"), ways=weapons(*named), why="which", do=does_with(hold, held))


def hold(table: Table, held: list[Any], weapon: dict[str, str]) -> None:
    """A weapon is taken in hand."""
    held.append(weapon)


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


def test_nobody_is_waited_for_where_nobody_need_act() -> None:
    """The question is idle, and open to all unless it is said to be secret."""
    sing = Offer(PARTY, Option("sing", "sing"), do=ending)

    openly = play(lambda table: take_if_ever(table, "idle", [sing]), {}, {"idle": [["sing"]]}).requests[0]
    hidden = play(lambda table: take_if_ever(table, "idle", [sing], secret=True), {}, {"idle": [["sing"]]}).requests[0]

    assert isinstance(openly, NextAction)
    assert (openly.idle, openly.secret, hidden.secret) == (True, False, True)


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


def test_a_question_is_open_and_says_its_facts_unless_told_otherwise() -> None:
    """Of one thing, and of some."""
    ways, facts = weapons(SWORD, AXE), {"who": "Ala"}

    one, some = choice("s1", "which", ways, facts), choice_of_some("s1", "which", ways, facts, least=0, most=2)
    hidden = choice_of_some("s1", "which", ways, least=1, most=1, secret=True)

    assert [(asked.secret, asked.facts) for asked in (one, some, hidden)] == [
        (False, facts),
        (False, facts),
        (True, {}),
    ]
    assert judge(some, ["axe", "sword"], "s1") == (AXE, SWORD)


def test_one_way_only_is_no_question() -> None:
    """The deed gets it all the same."""
    held: list[Any] = []
    armoury = an_armoury(held, SWORD)

    play(lambda table: take(table, "arm", [armoury]), {}, {"arm": [["hold"]]})

    assert (armoury.asks, armoury.ask, held) == (False, None, [SWORD])
    assert armoury.answer(armoury.ways[0]) == ["hold"]


def test_one_way_may_be_a_question_all_the_same() -> None:
    """Where one is asked however few ways there are."""
    held: list[Any] = []
    armoury = msgspec.structs.replace(an_armoury(held, SWORD), always=True)

    play(lambda table: take(table, "arm", [armoury]), {}, {"arm": [["hold", "sword"]]})

    assert (armoury.asks, held) == (True, [SWORD])
    assert armoury.answer(armoury.ways[0]) == ["hold", "sword"]


def test_what_its_option_says_is_the_only_way() -> None:
    """It asks nothing; who reads the ways finds what it is about."""
    held: list[Any] = []
    grasp = one_way("s1", "grasp", Option("grasp:axe", "grasp"), AXE, does_with(hold, held))

    play(lambda table: take(table, "arm", [grasp]), {}, {"arm": [["grasp:axe"]]})

    assert (grasp.asks, held) == (False, [AXE])
    assert picks(NextAction(who=PARTY, why="arm", actions=(grasp,)), "s1", "grasp") == [grasp]
    assert picks(NextAction(who=PARTY, why="arm", actions=(grasp,)), "s1", "which") == []


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


def test_some_of_the_things_may_be_chosen() -> None:
    """Each by its id in plain form, twins apart."""
    twin = dict(SWORD)
    ways = [Way(Option("a", "weapon"), SWORD), Way(Option("b", "weapon"), twin), Way(Option("c", "weapon"), AXE)]
    ask = choice_of_some("s1", "which", ways, least=1, most=2)

    chosen = judge(ask, ["b", "c"], "s1")

    assert (chosen[0] is twin, chosen[1] is AXE) == (True, True)
    assert plain(ask, chosen, "s1") == ["b", "c"]
    assert ask.asked == "which ChooseSome s1"


def test_who_chooses_by_worth_reads_what_is_meant() -> None:
    """The first of what is worth most."""
    ask = choice("s1", "which", weapons(SWORD, AXE, {"name": "spear"}))

    assert best(ask, lambda weapon: len(weapon["name"])) == "sword"


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


def test_choices_are_equal_when_they_look_the_same() -> None:
    """What they mean are things of the state of their time."""
    options = (Option("a", "weapon"), Option("b", "weapon"))
    one = Choose(who="s1", why="which", options=options, means={"a": SWORD, "b": AXE})

    assert one == Choose(who="s1", why="which", options=options, means={"a": AXE, "b": SWORD})
    assert one == Choose(who="s1", why="which", options=options)
    assert one != Choose(who="s1", why="which", options=options, always=True)
    assert one != Amount(who="s1", why="which", least=0, most=1)


# What nobody looks at --------------------------------------------------------------------------------------------


def test_a_question_that_nobody_looks_at_is_never_made() -> None:
    """An offer that asks says so without its question; looked at, it is made once."""
    made: list[Amount] = []

    def make() -> Amount:
        made.append(PURSE)
        return PURSE

    offer = Asking(PARTY, Option("pay", "pay"), make=make, do=ending)
    assert offer.asks
    assert not made
    assert offer.ask is offer.ask is PURSE
    assert made == [PURSE]


def sung(made: list[str], *names: str) -> Offers:
    """Songs, each noted when it is offered."""
    for name in names:
        made.append(name)
        yield Offer("s1", Option(name, "sing"), do=ending)


def test_a_stage_that_is_run_again_offers_no_more_than_the_log_names() -> None:
    """Where somebody is asked, everything is offered; where the log knows what was taken, nothing behind it."""
    made: list[str] = []
    log = [Answer(0, "", "sing NextAction party", "s1", ["ballad"])]
    table = Table(log, Sealed(bytes(32)))

    again = as_far_as_asked(table, sung(made, "carol", "ballad", "dirge"))
    assert take(table, "sing", again) is True
    assert made == ["carol", "ballad"]

    fresh = as_far_as_asked(table, sung(made, "carol", "ballad", "dirge"))
    assert [one.option.id for one in fresh] == ["carol", "ballad", "dirge"]


def test_a_stage_that_is_run_again_still_asks_what_it_asked_before_a_secret_free_action() -> None:
    """What is done in secret leaves the question open at its step, although the log names it and another offer not."""

    def evening(table: Table, camp: Camp) -> None:
        while not take(table, "sing", as_far_as_asked(table, an_evening())):
            continue

    def an_evening() -> Offers:
        yield Offer("s1", Option("hum", "hum"), aside=True, secret=True, do=does(lambda table: None))
        yield Offer(PARTY, Option("carol", "carol"), do=ending)

    position = played(evening, [Answer(0, "~000", "sing NextAction party", "s1", ["hum"])])

    assert isinstance(position.waiting, NextAction)
    assert [action.option.id for action in position.waiting.actions] == ["hum", "carol"]
    assert position.step == 0


@pytest.mark.parametrize(("speaker", "answers"), [("s1", "s1"), ("s2", "s2"), ("s3", "s1")])
def test_where_nobody_need_act_the_speaker_answers_if_it_can(speaker: str, answers: str) -> None:
    """In a simulation; a speaker who can do nothing leaves it to the first who can."""
    asked: list[str] = []

    def people(request: Any, seat: str) -> list[str]:
        asked.append(seat)
        return ["sing"]

    songs = [Offer(seat, Option("sing", "sing"), do=ending) for seat in ("s1", "s2")]
    take_if_ever(Table((), Sealed(SEED), people, speaker), "idle", songs)

    assert asked == [answers]
