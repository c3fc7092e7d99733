"""Fair dice: unbiased, the same on the same path, unforeseeable on another; from a script or a hand where wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from rules.kernel.advance import dealt
from rules.kernel.answers import Answer, Value
from rules.kernel.chance import START, ByHand, Hand, Scripted, Sealed, commitment, throw, thrower
from rules.kernel.errors import RuleBroken
from rules.kernel.events import DiceRolled
from rules.kernel.requests import CHANCE, PARTY, Action, Draw, Field, Form, NextAction, Option, Request, Roll
from rules.kernel.table import Table
from tests.rules.kernel import toy

ONE_IN_A_THOUSAND = {5: 20.52, 35: 66.62}
"""Chi-square by degrees of freedom: fair dice stay below it 999 times of 1000; the seeds here are fixed."""


def a_roll(code: str, why: str = "weather") -> Roll:
    """Dice for the weather."""
    return Roll(who=CHANCE, why=why, code=code)


def a_draw(pile: Mapping[str, int]) -> Draw:
    """A fish from the pond."""
    return Draw(who=CHANCE, why="fish", pile=pile)


def links(count: int) -> Iterable[bytes]:
    """As many places in a chain."""
    return (n.to_bytes(16, "big") for n in range(count))


def chi_square(seen: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """How far the counts are from what they should be."""
    return sum((seen.get(face, 0) - wanted) ** 2 / wanted for face, wanted in expected.items())


def dice_after(request: Request[Any], seat: str, value: Value, seed: bytes = toy.SEED) -> Value:
    """Twenty dice that fall after this answer."""
    chance = Sealed(seed)
    chance.hear(request, seat, value)
    return chance.answer(a_roll("20K6"))


# Unbiased --------------------------------------------------------------------------------------------------------


def test_every_face_falls_equally_often() -> None:
    """Four hundred thousand dice from one seed: enough to see a face that falls one percent too often."""
    seen = Counter(pip for link in links(20_000) for pip in Sealed(toy.SEED, link).answer(a_roll("20K6")))

    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    assert chi_square(seen, dict.fromkeys(range(1, 7), 400_000 / 6)) < ONE_IN_A_THOUSAND[5]


def test_two_dice_of_a_throw_know_nothing_of_each_other() -> None:
    """All thirty-six pairs fall equally often, over many seeds too."""
    seen = Counter(tuple(Sealed(b"seed" + link).answer(a_roll("2K6"))) for link in links(14_400))

    assert chi_square(seen, {(a, b): 400 for a in range(1, 7) for b in range(1, 7)}) < ONE_IN_A_THOUSAND[35]


def test_a_throw_tells_nothing_of_the_next_one() -> None:
    """Dice one after the other, as a game rolls them."""
    chance, fallen = Sealed(toy.SEED), []
    for _ in range(14_400):
        request = a_roll("1K6")
        value = chance.answer(request)
        chance.hear(request, CHANCE, value)
        fallen.append(value[0])
    seen = Counter(pairwise(fallen))

    assert chi_square(seen, {(a, b): 400 for a in range(1, 7) for b in range(1, 7)}) < ONE_IN_A_THOUSAND[35]


def test_draws_follow_what_is_in_the_pile() -> None:
    """Each of six kinds is drawn as often as its share; what has run out never."""
    pile = {"carp": 1, "pike": 2, "eel": 3, "boot": 0, "tench": 4, "perch": 5, "roach": 15}
    seen = Counter(Sealed(toy.SEED, link).answer(a_draw(pile)) for link in links(12_000))

    assert seen["boot"] == 0
    assert chi_square(seen, {fish: 400 * count for fish, count in pile.items() if count}) < ONE_IN_A_THOUSAND[5]


def test_how_a_pile_is_written_down_changes_no_draw() -> None:
    """The same pieces in another order are the same pile."""
    carp_first = Sealed(toy.SEED).answer(a_draw({"carp": 3, "eel": 4, "pike": 5}))
    pike_first = Sealed(toy.SEED).answer(a_draw({"pike": 5, "eel": 4, "carp": 3}))

    assert carp_first == pike_first


@pytest.mark.parametrize("pile", [{}, {"carp": 0}])
def test_an_empty_pile_is_a_fault_of_the_rules(pile: dict[str, int]) -> None:
    """Nothing can be drawn from nothing."""
    with pytest.raises(RuleBroken):
        Sealed(toy.SEED).answer(a_draw(pile))


# The same path ---------------------------------------------------------------------------------------------------


def test_the_same_path_gives_the_same_dice_and_another_path_others() -> None:
    """Undo and the same answer: the same dice. Another answer, another seat, another seed: others."""
    usual = dice_after(toy.a_fork(PARTY), "s1", "left")

    assert dice_after(toy.a_fork(PARTY), "s1", "left") == usual
    assert dice_after(toy.a_fork(PARTY), "s1", "right") != usual
    assert dice_after(toy.a_fork(PARTY), "s2", "left") != usual
    assert dice_after(toy.a_fork(PARTY), "s1", "left", b"another seed") != usual


def test_asking_twice_gives_the_same_dice_until_they_are_heard() -> None:
    """A replay after a crash rolls what was rolled; the next throw is another one."""
    chance, request = Sealed(toy.SEED), a_roll("20K6")
    first, again = chance.answer(request), chance.answer(request)
    chance.hear(request, CHANCE, first)

    assert first == again
    assert chance.answer(request) != first


def test_the_chain_at_a_stages_end_is_where_the_next_one_begins() -> None:
    """Cutting the game into stages changes no die."""
    whole = Sealed(toy.SEED)
    whole.hear(toy.a_fork(), "s1", "left")
    cut = Sealed(toy.SEED, whole.chain)
    for chance in (whole, cut):
        chance.hear(toy.a_price(), "s1", 3)

    assert whole.chain == cut.chain != START
    assert whole.answer(a_roll("20K6")) == cut.answer(a_roll("20K6"))


def test_words_that_people_type_change_no_die() -> None:
    """A name, a name on a sheet, a song: whatever it is called, the dice fall alike."""
    assert dice_after(toy.a_name(), "s1", "Ala") == dice_after(toy.a_name(), "s1", "Zażółć gęślą")
    assert dice_after(toy.a_kit(), "s1", {"name": "Ala", "way": "left", "price": 2}) == dice_after(
        toy.a_kit(), "s1", {"name": "Ola", "way": "left", "price": 2}
    )
    assert dice_after(toy.an_evening(), "s1", ["sing", "Rota"]) == dice_after(
        toy.an_evening(), "s1", ["sing", "Bogurodzica"]
    )


def test_what_people_choose_beside_their_words_changes_the_dice() -> None:
    """The price on the same sheet is a choice."""
    assert dice_after(toy.a_kit(), "s1", {"name": "Ala", "way": "left", "price": 2}) != dice_after(
        toy.a_kit(), "s1", {"name": "Ala", "way": "left", "price": 3}
    )


def test_a_name_inside_a_sheet_inside_an_action_changes_no_die() -> None:
    """Words are left out however deep they stand."""
    sheet = Form(who="s1", why="recruit", fields=(Field("kit", toy.a_kit()), Field("price", toy.a_price())))
    hire = NextAction(who=PARTY, why="inn", actions=(Action("s1", Option("hire", "hire"), sheet),))

    def hired(name: str) -> Value:
        return dice_after(hire, "s1", ["hire", {"kit": {"name": name, "way": "left", "price": 1}, "price": 2}])

    assert hired("Ala") == hired("Ola")


def test_the_order_in_which_a_sheet_was_filled_changes_no_die() -> None:
    """First the way or first the price: the same sheet, or one could undo and shuffle fields for better dice."""
    assert dice_after(toy.a_bargain(), "s1", {"way": "left", "price": 2}) == dice_after(
        toy.a_bargain(), "s1", {"price": 2, "way": "left"}
    )


@pytest.mark.parametrize(
    ("request_", "one", "other"),
    [
        (toy.an_evening(), "sleep", ["sleep"]),
        (toy.a_bargain(), {"way": "left", "price": 2}, {"price": 2, "way": "left"}),
        (toy.a_name(), "Ala", "  Ala\n"),
        (toy.a_march("s1"), [["ala", "bolek"], ["cela", "dyzio"]], [["ala", "bolek"], [], ["cela", "dyzio"]]),
    ],
    ids=["an action bare or in a list", "fields in any order", "blanks around a name", "an order with an empty rank"],
)
def test_two_ways_to_write_the_same_answer_change_no_die(request_: Request[Any], one: Value, other: Value) -> None:
    """A button and a typed command that mean the same are the same path."""

    def alone(table: Table, camp: toy.Camp) -> None:
        table.ask(request_)
        camp.notes.append(list(table.roll("20K6", "dreams").pips))

    def with_others(table: Table, camp: toy.Camp) -> None:
        table.everyone("together", {"s1": request_, "s2": toy.a_fork("s2", ids=["left"])})
        camp.notes.append(list(table.roll("20K6", "dreams").pips))

    def dreams(plot: toy.Plot, value: Value, part: str) -> list[Any]:
        return toy.played(plot, [toy.row(0, request_.asked, "s1", value, part)]).state.notes

    assert dreams(alone, one, "") == dreams(alone, other, "")
    assert dreams(with_others, one, "s1") == dreams(with_others, other, "s1")


def test_two_seats_with_sheets_of_their_own_under_one_action() -> None:
    """Bolek's sheet is read by Bolek's fields, though Ala's action has the same name."""
    hire = NextAction(
        who=PARTY,
        why="inn",
        actions=tuple(
            Action(
                seat,
                Option("name", "name"),
                Form(who=seat, why="name", fields=(Field(f"name-{seat}", toy.a_name(seat)),)),
            )
            for seat in ("s1", "s2")
        ),
    )

    assert dice_after(hire, "s2", ["name", {"name-s2": "Bolek"}]) == dice_after(
        hire, "s2", ["name", {"name-s2": "Leszek"}]
    )


# A script, a hand ------------------------------------------------------------------------------------------------


def storm(table: Table, camp: toy.Camp) -> None:
    """Two dice for the storm, one for the wind, and a fish."""
    camp.notes.append(int(table.roll("2K6", "storm")))
    camp.notes.append(int(table.roll("1K6", "wind")))
    camp.notes.append(table.draw({"carp": 2}, "fish"))


def test_a_script_gives_its_values_in_turn() -> None:
    """Each question has a queue of its own."""
    script = Scripted({"storm": [[3, 4]], "wind": [[1]], "fish": ["carp"]})

    position = toy.played(storm, chance=script)

    assert position.state.notes == [7, 1, "carp"]
    assert script.queues == {"storm": [], "wind": [], "fish": []}


def test_a_human_throws_real_dice() -> None:
    """The rules wait for the party to type what the dice showed; then they go on, and name the thrower."""
    waiting = toy.played(storm, chance=Hand(Sealed(toy.SEED), ByHand(())))
    log = [toy.row(0, "storm 2K6", "s2", [6, 5])]
    thrown = toy.played(storm, log, Hand(Sealed(toy.SEED), ByHand(())))

    assert isinstance(waiting.waiting, Roll)
    assert waiting.waiting.who == PARTY
    assert waiting.waiting.asked == "storm 2K6"
    assert thrown.state.notes == [11]
    assert thrown.told[0].event == DiceRolled("storm", "2K6", (6, 5), 11, "s2")


def test_a_human_throws_only_the_dice_that_were_agreed_on() -> None:
    """The storm is rolled at the table, everything else by the seed; draws are never the hand's."""
    position = toy.played(storm, [toy.row(0, "storm 2K6", "s1", [1, 1])], Hand(Sealed(toy.SEED), ByHand(("storm",))))

    assert position.waiting is None
    assert position.state.notes[0] == 2
    assert [answer.seat for answer in position.given] == [CHANCE, CHANCE]


FISH = Draw(who=CHANCE, why="fish", pile={"carp": 1}, pieces="fish")
UNSEEN = Draw(who=CHANCE, why="fish", pile={"carp": 1})


@pytest.mark.parametrize(
    ("own", "request_", "peoples"),
    [
        (ByHand(), a_roll("1K6", "combat.attack"), False),
        (ByHand(()), a_roll("1K6", "combat.attack"), True),
        (ByHand(("combat",)), a_roll("1K6", "combat.attack.again"), True),
        (ByHand(("combat",)), a_roll("1K6", "combatant"), False),
        (ByHand(("attack",)), a_roll("1K6", "combat.attack"), False),
        (ByHand(()), FISH, False),
        (ByHand(draws=("fish",)), FISH, True),
        (ByHand(draws=("fish",)), UNSEEN, False),
        (ByHand(draws=("bird",)), FISH, False),
        (ByHand(draws=("fish",)), a_roll("1K6", "fish"), False),
    ],
)
def test_whose_a_die_or_a_piece_is(own: ByHand, request_: Roll | Draw, peoples: bool) -> None:
    """Rolls by the first part of what they are for, draws by all of it; what nobody may see is the bot's."""
    assert own.is_peoples(request_) == peoples


def test_a_stage_is_dealt_a_hand_where_there_is_one() -> None:
    """What people throw waits for them; the rest, and everything else, falls from the seed and the chain."""
    roll, draw = a_roll("2K6", "combat.attack"), a_draw({"carp": 1, "eel": 9})
    sealed = Sealed(toy.SEED, START)

    bots, hands = dealt(toy.SEED, START), dealt(toy.SEED, START, ByHand(()))

    assert (bots.answer(roll), bots.answer(draw)) == (sealed.answer(roll), sealed.answer(draw))
    assert (hands.answer(roll), hands.answer(draw)) == (None, sealed.answer(draw))


def test_what_a_human_threw_is_part_of_the_path() -> None:
    """The seed's next dice depend on the hand's, as on every answer."""

    def plot(table: Table, camp: toy.Camp) -> None:
        table.roll("1K6", "storm")
        camp.notes.append(list(table.roll("20K6", "wind").pips))

    def wind(pip: int) -> list[Any]:
        return toy.played(
            plot, [toy.row(0, "storm 1K6", "s1", [pip])], Hand(Sealed(toy.SEED), ByHand(("storm",)))
        ).state.notes

    assert wind(1) == wind(1)
    assert wind(1) != wind(2)


def test_a_roll_outside_any_game_is_made_of_fresh_bytes() -> None:
    """``/roll 3K6``: the same bytes the same dice, other bytes others."""
    assert throw("20K6", b"1" * 32) == throw("20K6", b"1" * 32) != throw("20K6", b"2" * 32)
    assert len(throw("3K6", b"1" * 32)) == 3


# The proof -------------------------------------------------------------------------------------------------------


def test_the_commitment_belongs_to_one_seed() -> None:
    """What is shown when the game begins fits the seed that is shown at its end, and no other; it does not change."""
    assert commitment(bytes(32)) == "f31dbaa789fe38aff48e69b5f520ead19bdc1c35640cc6ef25f720af498578c8"
    assert commitment(toy.SEED) != commitment(b"another seed")


def test_a_seeds_dice_never_change() -> None:
    """Games are stored without their future dice: these must be the same in every version of the program."""
    assert Sealed(bytes(32)).answer(a_roll("10K6")) == [2, 6, 3, 2, 3, 6, 4, 1, 2, 1]
    assert Sealed(bytes(32)).answer(a_draw({"carp": 3, "eel": 4, "pike": 5})) == "eel"
    assert dice_after(toy.a_fork(), "s1", "left", bytes(32))[:10] == [4, 1, 4, 6, 5, 2, 6, 6, 1, 3]


def recorded(plot: toy.Plot, log: list[Answer]) -> list[Answer]:
    """The whole log of a plot."""
    return [*log, *toy.played(plot, log).given]


def test_the_seed_hears_a_replayed_log_as_it_heard_the_game() -> None:
    """Dice from a log and dice from the seed lead to the same place in the chain."""

    def plot(table: Table, camp: toy.Camp) -> None:
        table.ask(toy.a_fork())
        table.roll("3K6", "weather")

    fresh, replayed = Sealed(toy.SEED), Sealed(toy.SEED)
    log = recorded(plot, [toy.row(0, "fork Choose s1", "s1", "left")])
    toy.played(plot, log[:1], fresh)
    toy.played(plot, log, replayed)

    assert fresh.chain == replayed.chain


def test_no_dice_means_that_every_die_waits() -> None:
    """Without seed, script and hand the rules wait for whoever types what fell."""
    assert toy.played(storm, chance=toy.no_dice()).waiting == Roll(who=PARTY, why="storm", code="2K6")


def test_a_seed_throws_one_die_after_the_other() -> None:
    """It is not one die, but many."""
    dice = thrower(b"seed")

    assert {int(dice("1K6")) for _ in range(60)} == {1, 2, 3, 4, 5, 6}
