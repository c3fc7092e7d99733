"""A stage is played as far as the answers reach, and waits there."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from rules.kernel.advance import Position, play_on
from rules.kernel.answers import Answer
from rules.kernel.chance import Scripted, Sealed
from rules.kernel.errors import Refused
from rules.kernel.events import DiceRolled, Told
from rules.kernel.requests import CHANCE, PARTY, Amount, Everyone, Field, Form, Text
from rules.kernel.table import Table
from tests.rules.kernel import toy


def crossroads(table: Table, camp: toy.Camp) -> None:
    """Ala chooses the way, Bolek the price, and a die decides about the weather."""
    camp.notes.append(table.choose("s1", "fork", toy.some("left", "right")))
    camp.notes.append(table.ask(Amount(who="s2", why="price", least=1, most=10)))
    camp.notes.append(int(table.roll("1K6", "weather")))
    table.tell(toy.Noted("camp"))


def vote(table: Table, camp: toy.Camp) -> None:
    """All three name a price at once; then two dice fall."""
    named = table.everyone("price", {seat: toy.a_price(seat) for seat in camp.seats})
    camp.notes = [[seat, price] for seat, price in named.items()]
    camp.notes.append(int(table.roll("2K6", "weather")))


def evening(table: Table, camp: toy.Camp) -> None:
    """Actions until somebody sleeps; whoever pays rolls a die."""
    while (taken := table.ask(toy.an_evening())).id != "sleep":
        camp.notes.append([taken.seat, taken.id, taken.value])
        if taken.id == "pay":
            table.roll("1K6", "change")
    camp.notes.append(int(table.roll("20K6", "dreams")))


def facts(position: Position[toy.Camp]) -> tuple[Any, ...]:
    """What two positions must share to be the same."""
    ask = position.waiting
    return position.state, position.told, ask and ask.asked, position.step


# Waiting ---------------------------------------------------------------------------------------------------------


def test_without_an_answer_the_first_question_waits() -> None:
    """Nothing was answered yet, so Ala is asked, at step 0, and nothing has happened."""
    position = toy.played(crossroads)

    assert position.waiting == toy.a_fork()
    assert (position.step, position.told, position.given, position.state.notes) == (0, [], [], [])


def test_each_answer_leads_to_the_next_question() -> None:
    """The way is noted; now Bolek is asked, at step 1."""
    position = toy.played(crossroads, [toy.row(0, "fork Choose s1", "s1", "left")])

    assert position.waiting == toy.a_price("s2")
    assert (position.step, position.state.notes) == (1, ["left"])


def test_after_the_last_answer_the_dice_fall_and_the_stage_is_over() -> None:
    """Chance answers by itself; what it answered anew stands in the position, to be written into the log."""
    log = [toy.row(0, "fork Choose s1", "s1", "left"), toy.row(1, "price Amount s2", "s2", 4)]

    position = toy.played(crossroads, log, Scripted({"weather": [[5]]}))

    assert position.waiting is None
    assert position.state.notes == ["left", 4, 5]
    assert position.given == [Answer(2, "", "weather 1K6", CHANCE, [5])]
    assert position.told == [Told(DiceRolled("weather", "1K6", (5,), 5, CHANCE)), Told(toy.Noted("camp"))]


def test_a_finished_log_gives_the_same_stage_without_chance() -> None:
    """With the dice in the log nothing is rolled again."""
    log = [
        toy.row(0, "fork Choose s1", "s1", "left"),
        toy.row(1, "price Amount s2", "s2", 4),
        toy.row(2, "weather 1K6", CHANCE, [5]),
    ]

    position = toy.played(crossroads, log, Scripted({}))

    assert position.waiting is None
    assert position.given == []
    assert position.state.notes == ["left", 4, 5]


def test_the_snapshot_is_never_changed() -> None:
    """Playing on from a snapshot leaves it as it was: it can be played again."""
    log = [toy.row(0, "fork Choose s1", "s1", "left")]

    first = toy.played(crossroads, log)
    second = toy.played(crossroads, log)

    assert facts(first) == facts(second)
    assert first.state is not second.state


def test_a_fresh_answer_that_is_not_legal_is_refused() -> None:
    """In a simulation an impossible answer of the people is refused at once."""
    with pytest.raises(Refused):
        toy.played(crossroads, people=lambda request, seat: "up")


# All kinds of questions ------------------------------------------------------------------------------------------


def test_a_rule_can_ask_for_everything() -> None:
    """Each verb of the table comes back with the type that it promises."""

    def inventory(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(table.ask(toy.a_pack(least=1, most=2)))
        camp.notes.append(table.ask(Text(who="s1", why="name", longest=12)))
        camp.notes.append(table.ask(toy.a_march()))
        filled = table.ask(toy.a_bargain())
        camp.notes.append([filled[field] for field in toy.a_bargain().fields])
        camp.notes.append(table.next_action("evening", toy.an_evening().actions).id)
        camp.notes.append(table.draw({"carp": 1}, "fish"))

    log = [
        toy.row(0, "pack ChooseSome s1", "s1", ["lamp"]),
        toy.row(1, "name Text s1", "s1", " Ala "),
        toy.row(2, "march Formation party", "s2", [["ala", "bolek"], ["cela", "dyzio"]]),
        toy.row(3, "bargain Form s1", "s1", {"way": "left", "price": 2}),
        toy.row(4, "evening NextAction party", "s3", ["sleep"]),
    ]

    position = toy.played(inventory, log)

    assert position.waiting is None
    assert position.state.notes == [
        ("lamp",), "Ala", (("ala", "bolek"), ("cela", "dyzio")), ["left", 2], "sleep", "carp",
    ]  # fmt: skip


def test_a_question_with_one_answer_is_not_asked_and_takes_no_step() -> None:
    """One way, a fixed price, the whole pack, a march of one: nobody is bothered, nothing stands in the log."""

    def narrows(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(table.choose("s1", "fork", toy.some("left")))
        camp.notes.append(table.ask(Amount(who="s1", why="price", least=3, most=3)))
        camp.notes.append(table.ask(toy.a_pack(least=3, most=3)))
        camp.notes.append(table.ask(toy.a_march("s1", "ala")))
        camp.notes.append(table.ask(toy.a_fork()))

    position = toy.played(narrows)

    assert position.state.notes == ["left", 3, ("rope", "lamp", "bread"), (("ala",),)]
    assert position.waiting == toy.a_fork()
    assert position.step == 0


def test_what_a_seat_left_to_its_orders_is_answered_as_usual_and_not_in_the_log() -> None:
    """By whoever answers for it, judged like any other answer; else by the plain answer."""
    table = Table((), Scripted({}), usual=lambda request, seat: "right")

    assert table.as_usual(toy.a_fork("s1"), "s1") == "right"
    assert Table((), Scripted({})).as_usual(toy.a_fork("s1"), "s1") == "left"
    assert (table.log.given, table.log.step) == ([], 0)
    with pytest.raises(Refused):
        Table((), Scripted({}), usual=lambda request, seat: "up").as_usual(toy.a_fork("s1"), "s1")


def test_one_seat_of_three_with_a_single_answer_is_not_asked() -> None:
    """In a question to everyone only those who have a choice are waited for."""

    def plot(table: Table, camp: toy.Camp) -> None:
        asks = {"s1": toy.a_fork("s1"), "s2": toy.a_fork("s2", ids=["left"]), "s3": toy.a_fork("s3", ids=["right"])}
        camp.notes.append(dict(table.everyone("fork", asks)))

    waiting = toy.played(plot)
    done = toy.played(plot, [toy.row(0, "fork Choose s1", "s1", "right", part="s1")])

    assert isinstance(waiting.waiting, Everyone)
    assert list(waiting.waiting.asks) == ["s1"]
    assert done.state.notes == [{"s1": "right", "s2": "left", "s3": "right"}]


# Everyone at once ------------------------------------------------------------------------------------------------


def test_some_have_answered_and_the_others_are_waited_for() -> None:
    """Cela was quick; Ala and Bolek are still asked, and no die has fallen."""
    position = toy.played(vote, [toy.row(0, "price Amount s3", "s3", 7, part="s3")])

    assert isinstance(position.waiting, Everyone)
    assert list(position.waiting.asks) == ["s1", "s2"]
    assert (position.done, position.step, position.told) == (("s3",), 0, [])


@pytest.mark.parametrize("order", list(permutations(["s1", "s2", "s3"])), ids="-".join)
def test_the_order_of_arrival_changes_nothing(order: tuple[str, ...]) -> None:
    """Whoever answers first: the same position, the same dice, the answers in the order of the seats."""
    prices = {"s1": 1, "s2": 2, "s3": 3}
    usual = toy.played(
        vote, [toy.row(0, f"price Amount {seat}", seat, price, part=seat) for seat, price in prices.items()]
    )

    log: list[Answer] = []
    for seat in order:
        log = toy.answered(toy.played(vote, log), log, seat, prices[seat])
    arrived = toy.played(vote, log)

    assert facts(arrived) == facts(usual)
    assert arrived.given == usual.given
    assert arrived.state.notes[:3] == [["s1", 1], ["s2", 2], ["s3", 3]]


def test_free_actions_happen_in_the_order_in_which_they_were_accepted() -> None:
    """Bolek pays, Ala sings, Bolek pays again: so it is noted, until Cela sleeps."""
    log: list[Answer] = []
    for seat, value in [("s2", ["pay", 3]), ("s1", ["sing", "Rota"]), ("s2", ["pay", 1]), ("s3", ["sleep"])]:
        log = toy.answered(toy.played(evening, log), log, seat, value)

    position = toy.played(evening, log)

    assert position.waiting is None
    assert position.state.notes[:3] == [["s2", "pay", 3], ["s1", "sing", "Rota"], ["s2", "pay", 1]]


def test_the_order_of_free_actions_is_another_path() -> None:
    """Paying one and then two is not paying two and then one: other dice fall."""

    def dreams(*prices: int) -> list[Answer]:
        log: list[Answer] = []
        for value in [*(["pay", price] for price in prices), ["sleep"]]:
            log = toy.answered(toy.played(evening, log), log, "s2", value)
        return toy.played(evening, log).given

    assert dreams(1, 2) == dreams(1, 2)
    assert dreams(1, 2) != dreams(2, 1)


def test_a_sheet_is_one_answer() -> None:
    """A form of three fields is one step of the log."""

    def plot(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(table.ask(toy.a_kit()).values)
        camp.notes.append(table.ask(toy.a_name()))

    position = toy.played(plot, [toy.row(0, "kit Form s1", "s1", {"name": "Ala", "way": "left", "price": 2})])

    assert position.state.notes == [{"name": "Ala", "way": "left", "price": 2}]
    assert position.step == 1


def test_a_field_is_read_by_its_question() -> None:
    """``filled[field]`` is the answer to that field."""
    way = Field("way", toy.a_fork())

    def plot(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(table.ask(Form(who="s1", why="sheet", fields=(way, Field("price", toy.a_price()))))[way])

    position = toy.played(plot, [toy.row(0, "sheet Form s1", "s1", {"price": 2, "way": "right"})])

    assert position.state.notes == ["right"]


# Telling ---------------------------------------------------------------------------------------------------------


def test_a_secret_reaches_its_audience_and_leaves_a_shadow() -> None:
    """Ala hears what was whispered, all others that something was."""

    def plot(table: Table, camp: toy.Camp) -> None:
        table.tell(toy.Noted("the gold is under the oak"), to=("s1",), shadow=toy.Hushed())
        table.tell(toy.Noted("good night"))

    position = toy.played(plot)

    assert position.told == [
        Told(toy.Noted("the gold is under the oak"), ("s1",)),
        Told(toy.Hushed()),
        Told(toy.Noted("good night")),
    ]


def test_a_secret_may_leave_no_shadow() -> None:
    """Nobody else learns that anything was said."""
    position = toy.played(lambda table, camp: table.tell(toy.Noted("psst"), to=("s2",)))

    assert position.told == [Told(toy.Noted("psst"), ("s2",))]


# Several stages --------------------------------------------------------------------------------------------------


def test_stages_that_need_nobody_are_played_at_once() -> None:
    """Three stages of dice only: three legs, each beginning with the chain that the one before left, then the end."""

    def plot(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(int(table.roll("20K6", "weather")))

    legs = play_on(toy.Hills(plot), toy.start(plot, toy.Camp(last_stage=2)), (), toy.SEED)

    assert [leg.snapshot.stage for leg in legs] == [0, 1, 2]
    assert len({leg.snapshot.chain for leg in legs}) == 3
    assert [leg.position.waiting for leg in legs] == [None] * 3
    assert len(legs[-1].position.state.notes) == 3


def test_the_journey_stops_where_somebody_is_asked() -> None:
    """The stage is finished, the next one begins with a question, and there it stays."""
    snapshot = toy.start(crossroads, toy.Camp(last_stage=5))
    log = [toy.row(0, "fork Choose s1", "s1", "left"), toy.row(1, "price Amount s2", "s2", 4)]

    legs = play_on(toy.Hills(crossroads), snapshot, log, toy.SEED)

    assert [leg.snapshot.stage for leg in legs] == [0, 1]
    assert legs[0].position.waiting is None
    assert legs[1].position.waiting == toy.a_fork()
    assert legs[1].position.state.notes == legs[0].position.state.notes


def test_in_a_simulation_the_speaker_answers_for_the_party() -> None:
    """People answer at once; what is asked of the party is answered by one seat."""

    def plot(table: Table, camp: toy.Camp) -> None:
        camp.notes.append(table.ask(toy.a_fork(PARTY)))

    table = Table((), Sealed(toy.SEED), lambda request, seat: "right", speaker="s2")
    camp = toy.Camp()
    plot(table, camp)

    assert camp.notes == ["right"]
    assert table.log.given == [Answer(0, "", "fork Choose party", "s2", "right")]
