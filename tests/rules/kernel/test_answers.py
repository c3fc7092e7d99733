"""What may be answered to each kind of question, and why the rest is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import requests
from rules.kernel.answers import Value, is_waited_for, judge, may_answer, only_answer, plain
from rules.kernel.autopilot import anything
from rules.kernel.errors import Refused, RuleBroken
from tests.rules.kernel.toy import a_bargain, a_fork, a_kit, a_march, a_name, a_pack, a_price, an_evening, some

HUGE = 10**5000
LONG = "x" * 100_000
NONSENSE = [None, True, 2.5, float("nan"), -1, 10**30, "", "🧭", "\x00", LONG, b"left", [], [[]], {}, {"way": 1}]
ONE_ROLL = requests.Roll(who=requests.CHANCE, why="storm", code="2K6")
ONE_DRAW = requests.Draw(who=requests.CHANCE, why="fish", pile={"carp": 2, "boot": 0})
QUESTIONS: list[requests.Request[Any]] = [
    a_fork(), a_pack(), a_price(), a_name(), a_march("s1"), a_kit(), a_bargain(), an_evening(), ONE_ROLL, ONE_DRAW,
]  # fmt: skip


def shape(value: Value) -> str:
    """A short name for a case."""
    return type(value).__name__


def refusal_of(request: requests.Request[Any], value: Value, seat: str = "s1") -> str:
    """The reason for a refusal; '' for an answer that is taken."""
    try:
        judge(request, value, seat)
    except Refused as refusal:
        return refusal.reason
    return ""


def refused(request: requests.Request[Any], value: Value, seat: str = "s1") -> str:
    """The reason why an answer may not be given."""
    with pytest.raises(Refused) as refusal:
        judge(request, value, seat)
    return refusal.value.reason


# One option, some options, a number ------------------------------------------------------------------------------


def test_ala_goes_left() -> None:
    """An option is taken by its id."""
    assert judge(a_fork(), "left", "s1") == "left"


@pytest.mark.parametrize("value", [*NONSENSE, "Left", "left ", 0, ["left"], ("left",)], ids=shape)
def test_there_is_no_such_way(value: Value) -> None:
    """What is not among the options is refused, whatever it is; the sentence quotes no more than it can hold."""
    assert refused(a_fork(), value) == "no_such_option"


def test_two_things_go_into_the_pack_in_the_order_they_were_named() -> None:
    """Several options are kept as they were chosen."""
    assert judge(a_pack(), ["lamp", "rope"], "s1") == ("lamp", "rope")
    assert judge(a_pack(), ("bread",), "s1") == ("bread",)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "choose_count"),
        (["rope", "lamp", "bread"], "choose_count"),
        (["rope"] * 1000, "choose_count"),
        ("rope", "choose_count"),
        (None, "choose_count"),
        ({"rope": 1}, "choose_count"),
        (["rope", "rope"], "choose_twice"),
        (["rope", "ladder"], "no_such_option"),
        (["rope", None], "no_such_option"),
        ([["rope"]], "no_such_option"),
    ],
    ids=shape,
)
def test_the_pack_takes_one_or_two_different_things(value: Value, reason: str) -> None:
    """Too few, too many, twice the same, and what is not there."""
    assert refused(a_pack(), value) == reason


@pytest.mark.parametrize("value", [1, 7, 10])
def test_a_price_within_the_bounds_is_taken(value: int) -> None:
    """Both bounds count."""
    assert judge(a_price(), value, "s1") == value


@pytest.mark.parametrize("value", [*NONSENSE, 0, 11, HUGE, -HUGE, 5.0, "5", [5]], ids=shape)
def test_a_price_out_of_bounds_or_no_number_is_refused(value: Value) -> None:
    """No true for one, no text for a number, no number with three thousand digits."""
    assert refused(a_price(), value) == "amount_range"


# Words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Żółw", "Żółw"),
        ("  Jan   III\tSobieski ", "Jan III Sobieski"),
        ("🐢", "🐢"),
        ("a\x00b\x1b[0m", "a b [0m"),
        ("first\nnext", "first next"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zero width"),
        ("\ud800half", "half"),
    ],
)
def test_a_name_is_one_line_that_can_be_shown(typed: str, kept: str) -> None:
    """Control characters, line ends, reversed writing and half characters become blanks; emoji stay."""
    assert judge(a_name(longest=20), typed, "s1") == kept


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "text_empty"),
        (" \t\r\n ", "text_empty"),
        ("\x00\x07\u200b\u202e", "text_empty"),
        ("thirteen long", "text_long"),
        ("🐢" * 13, "text_long"),
        ("x" * 1_000_000, "text_long"),
        (None, "text_expected"),
        (7, "text_expected"),
        (["Ala"], "text_expected"),
        (b"Ala", "text_expected"),
    ],
    ids=shape,
)
def test_a_name_is_neither_empty_nor_long(typed: Value, reason: str) -> None:
    """Nothing but blanks is no name; twelve characters are enough for everybody."""
    assert refused(a_name(), typed) == reason


@given(st.text(max_size=40))
def test_any_typed_text_is_shown_safely_or_refused(typed: str) -> None:
    """Whatever is typed, the name that is kept can be printed on one line and is no longer than allowed."""
    ask = a_name(longest=20)
    reason = refusal_of(ask, typed)

    assert reason in ("", "text_empty", "text_long")
    if not reason:
        name = judge(ask, typed, "s1")
        assert 0 < len(name) <= 20
        assert name.isprintable()


# A marching order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ranks",
    [
        [["ala", "bolek"], ["cela", "dyzio"]],
        [["dyzio", "cela", "bolek"], ["ala"]],
        [["ala", "bolek"], ["cela"], ["dyzio"]],
        [[], ["ala", "bolek"], [], ["cela", "dyzio"]],
    ],
)
def test_four_can_march_in_many_ways(ranks: Value) -> None:
    """Two or three in front, the others behind; empty ranks are no ranks."""
    assert judge(a_march(), ranks, "s1") == tuple(tuple(rank) for rank in ranks if rank)


@pytest.mark.parametrize(
    ("ranks", "reason"),
    [
        ([["ala", "bolek", "cela"]], "formation_members"),
        ([["ala", "bolek"], ["cela", "ala"]], "formation_members"),
        ([["ala", "bolek"], ["cela", "dyzio", "ewa"]], "formation_members"),
        ([], "formation_members"),
        (None, "formation_members"),
        (4, "formation_members"),
        ("ala", "formation_members"),
        ({"ala": 1}, "formation_members"),
        ([[["ala"]]], "formation_members"),
        ([["ala", "bolek", "cela", "dyzio"]], "formation_rank"),
        ([["ala"], ["bolek", "cela", "dyzio"]], "formation_front"),
    ],
)
def test_the_ranks_hold_everybody_once_and_keep_their_bounds(ranks: Value, reason: str) -> None:
    """Nobody is left behind or stands twice; at most three abreast, two in front."""
    assert refused(a_march(), ranks) == reason


def test_three_ranks_are_too_deep_for_a_corridor_of_two() -> None:
    """``deepest`` bounds the ranks."""
    assert refused(a_march(deepest=2), [["ala", "bolek"], ["cela"], ["dyzio"]]) == "formation_rank"


def test_the_last_two_survivors_both_stand_in_front() -> None:
    """While two live, two stand in front; one alone stands there as well as he can."""
    assert refused(a_march("s1", "ala", "bolek"), [["ala"], ["bolek"]]) == "formation_front"
    assert judge(a_march("s1", "ala"), [["ala"]], "s1") == (("ala",),)


# Sheets and actions -----------------------------------------------------------------------------------------


def test_a_sheet_is_filled_field_by_field() -> None:
    """Each field comes back with the type that it asks for."""
    kit = a_kit()

    filled = judge(kit, {"price": 3, "name": "  Ala ", "way": "right"}, "s1")

    assert [filled[field] for field in kit.fields] == ["Ala", "right", 3]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "form_incomplete"),
        ([], "form_incomplete"),
        ("name", "form_incomplete"),
        ({}, "form_incomplete"),
        ({"name": "Ala", "way": "left"}, "form_incomplete"),
        ({"name": "Ala", "way": "left", "price": 3, "tip": 1}, "form_incomplete"),
        ({"name": "", "way": "left", "price": 3}, "text_empty"),
        ({"name": "Ala", "way": "up", "price": 3}, "no_such_option"),
        ({"name": "Ala", "way": "left", "price": 11}, "amount_range"),
    ],
)
def test_a_sheet_with_a_gap_a_stain_or_a_wrong_field_is_refused(value: Value, reason: str) -> None:
    """Every field once, and each of them legal."""
    assert refused(a_kit(), value) == reason


def test_a_sheet_whose_fields_do_not_go_together_is_refused() -> None:
    """Its own check says why; two sheets that look alike are equal whatever checks them."""

    def cheap(filled: requests.Filled) -> None:
        if filled.values["price"] > 3:
            raise Refused("too_dear", field="price")

    kit = msgspec.structs.replace(a_kit(), check=cheap)

    assert refused(kit, {"price": 4, "name": "Ala", "way": "right"}) == "too_dear"
    assert judge(kit, {"price": 3, "name": "Ala", "way": "right"}, "s1").values["price"] == 3
    assert kit == a_kit()


def test_nobody_is_waited_for_in_an_idle_question() -> None:
    """Whoever likes may act all the same."""
    evening = msgspec.structs.replace(an_evening(), idle=True)

    assert [seat for seat in ("s1", "s2", "s3") if is_waited_for(evening, seat)] == []
    assert judge(evening, ["sing", "Rota"], "s1").id == "sing"


@pytest.mark.parametrize(
    ("seat", "value", "taken"),
    [
        ("s1", ["sing", "Rota"], ("sing", "Rota")),
        ("s2", ["pay", 4], ("pay", 4)),
        ("s3", ["sleep"], ("sleep", None)),
        ("s1", "sleep", ("sleep", None)),
    ],
)
def test_each_takes_the_actions_open_to_him(seat: str, value: Value, taken: tuple[str, Any]) -> None:
    """An action is taken together with what must be known to do it."""
    action = judge(an_evening(), value, seat)

    assert (action.seat, action.id, action.value) == (seat, *taken)


@pytest.mark.parametrize(
    ("seat", "value", "reason"),
    [
        ("s2", ["sing", "Rota"], "no_such_option"),
        ("s3", ["pay", 4], "no_such_option"),
        ("s1", ["dance"], "no_such_option"),
        ("s1", [], "no_such_option"),
        ("s1", None, "no_such_option"),
        ("s1", [["sing"], "Rota"], "no_such_option"),
        ("s1", {"sing": "Rota"}, "no_such_option"),
        ("s1", "sing", "action_incomplete"),
        ("s1", ["sing"], "action_incomplete"),
        ("s1", ["sing", "Rota", "twice"], "action_incomplete"),
        ("s1", ["sing", ""], "text_empty"),
        ("s2", ["pay", 11], "amount_range"),
    ],
)
def test_an_action_of_somebody_else_or_half_an_action_is_refused(seat: str, value: Value, reason: str) -> None:
    """Bolek cannot sing for Ala, and singing needs a song."""
    assert refused(an_evening(), value, seat) == reason


def test_nobody_acts_where_he_has_no_action() -> None:
    """Only Ala and Bolek have something to do; Cela is told that she was not asked."""
    private = requests.NextAction(
        who=requests.PARTY, why="watch", actions=(requests.Action("s1", requests.Option("wake", "wake")),)
    )

    assert refused(private, ["wake"], "s3") == "not_asked"


def test_the_same_action_of_two_seats_is_each_ones_own() -> None:
    """Both may ready their weapons; each sheet knows only its own people."""
    evening = requests.NextAction(
        who=requests.PARTY,
        why="evening",
        actions=tuple(
            requests.Action(
                seat,
                requests.Option("pack", "pack"),
                requests.Form(who=seat, why="pack", fields=(requests.Field(seat, a_fork(seat)),)),
            )
            for seat in ("s1", "s2")
        ),
    )

    taken = judge(evening, ["pack", {"s2": "left"}], "s2")

    assert taken.value.values == {"s2": "left"}
    assert refused(evening, ["pack", {"s2": "left"}], "s1") == "form_incomplete"


def test_an_action_that_asks_nothing_takes_nothing() -> None:
    """Sleeping with an appendix is refused: whatever is accepted goes into the log and into the dice."""
    assert refused(an_evening(), ["sleep", "with a whole novel behind it"]) == "action_incomplete"


# Dice and draws --------------------------------------------------------------------------------------------------


def test_natural_dice_are_taken() -> None:
    """Two dice with two faces."""
    assert judge(ONE_ROLL, [1, 6], requests.CHANCE) == (1, 6)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([3], "dice_count"),
        ([3, 3, 3], "dice_count"),
        (7, "dice_count"),
        ("34", "dice_count"),
        (None, "dice_count"),
        ([0, 3], "dice_pips"),
        ([3, 7], "dice_pips"),
        ([True, 3], "dice_pips"),
        ([3.0, 3], "dice_pips"),
        (["3", 3], "dice_pips"),
        ([HUGE, 3], "dice_pips"),
    ],
    ids=shape,
)
def test_dice_that_cannot_fall_so_are_refused(value: Value, reason: str) -> None:
    """As many dice as the code says, each with one to six."""
    assert refused(ONE_ROLL, value, requests.CHANCE) == reason


@pytest.mark.parametrize("value", [*NONSENSE, "boot", "pike", ["carp"], 1], ids=shape)
def test_what_is_not_in_the_water_cannot_be_drawn(value: Value) -> None:
    """A pile that has run out of boots gives none."""
    assert judge(ONE_DRAW, "carp", requests.CHANCE) == "carp"
    assert refused(ONE_DRAW, value, requests.CHANCE) == "not_in_pile"


# Who may answer --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "seat", "may"),
    [
        (a_fork("s1"), "s1", True),
        (a_fork("s1"), "s2", False),
        (a_fork("s1"), requests.CHANCE, False),
        (a_fork(requests.PARTY), "s3", True),
        (a_fork(requests.PARTY), requests.CHANCE, False),
        (ONE_ROLL, requests.CHANCE, True),
        (ONE_ROLL, "s1", False),
        (an_evening(), "s3", True),
        (requests.Everyone(who=requests.PARTY, why="vote", asks={"s1": a_fork("s1")}), "s1", True),
        (requests.Everyone(who=requests.PARTY, why="vote", asks={"s1": a_fork("s1")}), "s2", False),
    ],
)
def test_only_who_is_asked_may_answer(request_: requests.Request[Any], seat: str, may: bool) -> None:
    """The party's questions are anybody's at the table; the dice answer for themselves only."""
    assert may_answer(request_, seat) == may


@pytest.mark.parametrize(
    ("request_", "value", "facts"),
    [
        (ONE_ROLL, [3], {"count": 2, "code": "2K6"}),
        (ONE_ROLL, [3, 7], {"code": "2K6"}),
        (ONE_DRAW, "boot", {"piece": "boot"}),
        (a_fork(), "x" * 70, {"option": "x" * 60}),
        (a_fork(), HUGE, {"option": "int"}),
    ],
    ids=shape,
)
def test_a_refusal_says_what_was_wrong(request_: requests.Request[Any], value: Value, facts: dict[str, Any]) -> None:
    """What its sentence needs; of a text the beginning, of anything else its kind."""
    with pytest.raises(Refused) as refusal:
        judge(request_, value, request_.who)

    assert refusal.value.facts == facts


def test_the_wrong_seat_is_told_that_it_was_not_asked() -> None:
    """The seat is looked at before the value."""
    assert refused(a_fork("s1"), "left", "s2") == "not_asked"
    assert refused(ONE_ROLL, [3, 3], "s1") == "not_asked"


def test_the_dice_never_act_for_the_party() -> None:
    """Chance is no seat at the table."""
    assert not may_answer(an_evening(), requests.CHANCE)


def test_everyone_is_judged_part_by_part() -> None:
    """An answer to everybody's question as a whole is a fault of the caller, not of a player."""
    with pytest.raises(RuleBroken):
        judge(requests.Everyone(who=requests.PARTY, why="vote", asks={"s1": a_fork()}), {"s1": "left"}, "s1")


# Whatever comes --------------------------------------------------------------------------------------------------

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["left", "sing"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.sampled_from(QUESTIONS), plain_values, st.sampled_from(["s1", "s2", requests.PARTY, requests.CHANCE, "", "s99"])
)
def test_any_value_of_any_shape_is_an_answer_or_is_refused(
    request_: requests.Request[Any], value: Value, seat: str
) -> None:
    """A forged interaction changes nothing and breaks nothing: no other error comes of it."""
    refusal_of(request_, value, seat)


@pytest.mark.parametrize(
    ("request_", "value"),
    [(a_fork(), HUGE), (an_evening(), HUGE), (a_march("s1"), [[HUGE]]), (a_pack(), [HUGE])],
    ids=shape,
)
def test_a_number_too_long_to_write_down_is_refused(request_: requests.Request[Any], value: Value) -> None:
    """A number of five thousand digits where an option is expected is refused like any other nonsense."""
    assert refused(request_, value) in ("no_such_option", "formation_members")


def test_a_sheet_whose_fields_are_numbered_is_refused() -> None:
    """Fields are named by text; the number 1 is not the field «1»."""
    sheet = requests.Form(who="s1", why="sheet", fields=(requests.Field("1", a_fork()),))

    assert refused(sheet, {1: "left"}) == "form_incomplete"


def test_a_field_may_be_left_out_where_something_holds_anyway() -> None:
    """It is filled in, so that the log has the whole answer; any other field must be there."""
    sheet = requests.Form(
        who="s1", why="sheet", fields=(requests.Field("way", a_fork()), requests.Field("price", a_price(), usual=3))
    )

    assert plain(sheet, judge(sheet, {"way": "left"}, "s1"), "s1") == {"way": "left", "price": 3}
    assert refused(sheet, {"price": 3}) == "form_incomplete"
    assert refused(sheet, {"way": "left", "price": None}) == "form_incomplete"
    assert refused(sheet, {"way": "left", "weight": 3}) == "form_incomplete"


# The plain form -------------------------------------------------------------------------------------------------------

PERSONAL = [question for question in QUESTIONS if not isinstance(question, requests.Roll | requests.Draw)]


@given(st.sampled_from(PERSONAL), st.integers())
def test_the_plain_form_of_an_answer_means_the_same(request_: requests.Request[Any], seed: int) -> None:
    """What goes into the log and into the dice is legal, is the same answer, and is plain already."""
    answer = judge(request_, anything(request_, "s1", Random(seed).randrange), "s1")
    written = plain(request_, answer, "s1")

    assert judge(request_, written, "s1") == answer
    assert plain(request_, judge(request_, written, "s1"), "s1") == written


def test_there_is_one_plain_form() -> None:
    """Fields in the form's order, actions in a list, no empty ranks, no blanks around a name."""
    march = judge(a_march(), ((), ("ala", "bolek", "cela"), ("dyzio",)), "s1")
    kit = judge(a_kit(), {"price": 3, "name": " Ala ", "way": "left"}, "s1")

    assert plain(a_march(), march, "s1") == [["ala", "bolek", "cela"], ["dyzio"]]
    assert list(plain(a_kit(), kit, "s1").items()) == [("name", "Ala"), ("way", "left"), ("price", 3)]
    assert plain(an_evening(), judge(an_evening(), "sleep", "s3"), "s3") == ["sleep"]
    assert plain(an_evening(), judge(an_evening(), ("sing", " Rota "), "s1"), "s1") == ["sing", "Rota"]
    assert plain(ONE_ROLL, judge(ONE_ROLL, (3, 4), requests.CHANCE), requests.CHANCE) == [3, 4]


# The only answer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "only"),
    [
        (a_fork(ids=["left"]), "left"),
        (a_fork(), None),
        (requests.Choose(who="s1", why="window", options=some("no"), always=True), None),
        (a_price(least=4, most=4), 4),
        (a_price(least=0, most=0), 0),
        (a_price(), None),
        (a_pack(least=3, most=3), ["rope", "lamp", "bread"]),
        (requests.ChooseSome(who="s1", why="pack", options=some("rope"), least=0, most=0), []),
        (a_pack(least=0, most=3), None),
        (a_march("s1", "ala"), [["ala"]]),
        (a_march("s1", "ala", "bolek"), None),
        (a_name(), None),
        (an_evening(), None),
        (requests.Form(who="s1", why="sheet", fields=(requests.Field("way", a_fork(ids=["left"])),)), {"way": "left"}),
        (a_kit(), None),
        (ONE_ROLL, None),
    ],
)
def test_a_question_with_a_single_answer_answers_itself(request_: requests.Request[Any], only: Value | None) -> None:
    """One way, one price, the whole pack, nothing at all; not where being asked must tell nothing, nor words."""
    assert only_answer(request_) == only


@given(st.sampled_from(QUESTIONS), st.integers(0, 3), st.integers(0, 3))
def test_the_only_answer_is_always_legal(request_: requests.Request[Any], least: int, more: int) -> None:
    """What a question answers by itself, it would accept from a person."""
    pack = a_pack(least=min(least, 3), most=min(least + more, 3))
    for asked in (request_, pack):
        if (only := only_answer(asked)) is not None:
            judge(asked, only, asked.who)


def test_a_fork_with_no_way_at_all_is_asked_and_cannot_be_answered() -> None:
    """A question without options never invents one."""
    nowhere = requests.Choose(who="s1", why="fork", options=())

    assert only_answer(nowhere) is None
    assert refused(nowhere, "left") == "no_such_option"


def test_an_order_that_must_be_another_one() -> None:
    """Who marches as before has changed nothing; anything else that is legal is fine."""
    march = a_march("s1", "ala", "bolek", "cela", change=True)

    assert refused(march, [list(rank) for rank in march.now]) == "formation_same"
    assert judge(march, [["bolek", "ala"], ["cela"]], "s1") == (("bolek", "ala"), ("cela",))
    assert judge(march, anything(march, "s1", lambda bound: 0), "s1") != march.now
