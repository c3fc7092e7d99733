"""The kernel's own autopilot: a legal answer to every question a person can be asked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.answers import Value, judge
from rules.kernel.autopilot import anything, careless, plain
from rules.kernel.errors import RuleBroken
from rules.kernel.requests import (
    CHANCE,
    PARTY,
    Action,
    Amount,
    Choose,
    ChooseSome,
    Everyone,
    Field,
    Form,
    NextAction,
    Option,
    Request,
    Roll,
    Text,
)  # fmt: skip
from tests.rules.kernel.toy import a_bargain, a_fork, a_kit, a_march, a_name, a_pack, a_price, an_evening, some

amounts = st.builds(
    lambda least, more: Amount(who="s1", why="price", least=least, most=least + more),
    st.integers(-50, 50),
    st.integers(0, 100),
)
forks = st.lists(st.text("abc", min_size=1, max_size=2), min_size=1, max_size=6, unique=True).map(
    lambda ids: a_fork(ids=ids)
)
packs = st.integers(0, 6).flatmap(
    lambda count: st.tuples(st.integers(0, count), st.integers(0, count)).map(
        lambda bounds: ChooseSome(
            who="s1", why="pack", options=some(*"abcdef"[:count]), least=min(bounds), most=max(bounds)
        )
    )
)
fields = st.lists(amounts | forks | packs, min_size=1, max_size=4)
sheets = fields.map(
    lambda asks: Form(who="s1", why="sheet", fields=tuple(Field(f"f{n}", ask) for n, ask in enumerate(asks)))
)
questions = st.one_of(
    amounts,
    forks,
    packs,
    sheets,
    st.sampled_from([a_name(), a_kit(), a_bargain(), a_march("s1"), a_march(), a_march("s1", "ala"), an_evening()]),
)


@given(questions)
def test_the_plain_answer_is_legal(request_: Request[Any]) -> None:
    """The first option, the least amount, the formation as it is: always something that may be answered."""
    judge(request_, plain(request_, "s1"), "s1")


@given(questions, st.integers())
def test_any_answer_that_is_picked_is_legal(request_: Request[Any], seed: int) -> None:
    """Random players never cheat."""
    judge(request_, anything(request_, "s1", Random(seed).randrange), "s1")


def test_the_plain_answer_is_the_first_and_the_least() -> None:
    """Nothing is spent, nobody moves, nobody is renamed."""
    assert plain(a_fork(), "s1") == "left"
    assert plain(a_price(), "s1") == 1
    assert plain(a_pack(), "s1") == ["rope"]
    assert plain(a_name(), "s1") == "Nobody"
    assert plain(a_march(), "s1") == [["ala", "bolek"], ["cela", "dyzio"]]
    assert plain(a_kit(), "s1") == {"name": "Nobody", "way": "left", "price": 1}
    assert plain(an_evening(), "s1") == ["sing", "Nobody"]


def test_each_seat_gets_an_action_of_its_own() -> None:
    """Cela can neither sing nor pay; she sleeps."""
    assert plain(an_evening(), "s3") == ["sleep"]


def test_every_way_is_taken_sooner_or_later() -> None:
    """Random playouts reach all options, amounts and actions."""
    below = Random(5).randrange

    assert {anything(a_fork(), "s1", below) for _ in range(40)} == {"left", "right"}
    assert {anything(a_price(), "s1", below) for _ in range(200)} == set(range(1, 11))
    assert {anything(an_evening(), "s2", below)[0] for _ in range(40)} == {"pay", "sleep"}


def test_a_name_that_has_no_usual_form_is_a_question_mark() -> None:
    """Even then something legal is typed."""
    assert judge(Text(who="s1", why="name", longest=5), plain(Text(who="s1", why="name", longest=5), "s1"), "s1") == "?"


@pytest.mark.parametrize(
    "request_",
    [Roll(who=CHANCE, why="storm", code="1K6"), Everyone(who=PARTY, why="vote", asks={"s1": a_fork()})],
    ids=["dice", "everyone at once"],
)
def test_nobody_answers_for_the_dice_or_for_all(request_: Request[Any]) -> None:
    """The autopilot sits in one seat and throws no dice."""
    with pytest.raises(RuleBroken):
        plain(request_, "s1")


@given(questions, st.integers(0))
def test_a_careless_answer_is_a_legal_one(request: Request[Any], seed: int) -> None:
    """Now and then it is another than the careful one, as long as that moves the game on."""
    luck, careful = Random(seed), plain(request, "s1")

    judge(request, careless(request, "s1", careful, luck.randrange), "s1")


def test_a_careless_player_thinks_twice_more_often_than_not() -> None:
    """It is easy to beat, not mad."""
    luck, fork = Random(3), a_fork(ids=["a", "b", "c", "d"])

    given = [careless(fork, "s1", "a", luck.randrange) for _ in range(300)]

    assert 200 < given.count("a") < 260
    assert set(given) == {"a", "b", "c", "d"}


def of_a_backpack(*ids: str) -> NextAction:
    """What may be done with a full Backpack: everything as usual, nothing more, or leave a thing."""
    actions = tuple(Action("s1", Option(id, "pack")) for id in ids)
    return NextAction(who="s1", why="pack", actions=actions)


HASTY = 100
"""So often is a careless player asked."""


@pytest.mark.parametrize(
    ("request_", "careful", "given"),
    [
        (of_a_backpack("usual", "done", "leave:crystal"), ["usual"], {"usual"}),
        (of_a_backpack("step:a", "step:b", "stay"), ["step:a"], {"step:a", "step:b"}),
        (
            Choose(who="s1", why="robbed", options=tuple(Option(id, "leave", facts={"token": id}) for id in "ab")),
            "a",
            {"a"},
        ),
        (
            Choose(
                who="s1",
                why="way",
                options=(
                    Option("a", "way", facts={"wins": 20, "losses": 12}),
                    Option("b", "way", facts={"won": 5, "lost": 60}),
                    Option("c", "way"),
                ),
            ),
            "a",
            {"a", "c"},
        ),
    ],
    ids=["a Crystal stays in the Backpack", "another step", "nothing is given up by accident", "no hopeless fight"],
)
def test_a_careless_player_throws_nothing_away(request_: Request[Any], careful: Value, given: set[str]) -> None:
    """Whatever the luck."""
    luck = Random(5)

    answers = [careless(request_, "s1", careful, luck.randrange) for _ in range(HASTY)]

    assert {answer[0] if isinstance(answer, list) else answer for answer in answers} == given
