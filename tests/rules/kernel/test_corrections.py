"""What a game master sets right is an entry of the log: it has its place, its trace in the chain, and its limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.kernel.advance import Position, advance, play_on
from rules.kernel.answers import Answer
from rules.kernel.chance import ByHand, Hand, Sealed
from rules.kernel.corrections import AGAIN, HOUSE, Aloud, entry, offered
from rules.kernel.errors import Diverged
from rules.kernel.events import Told
from rules.kernel.proof import Chapter, check, prove
from rules.kernel.requests import GM
from rules.kernel.table import Table
from tests.rules.kernel.toy import SEED, Camp, Hills, Noted, a_fork, a_price, row, start

LEFT = row(0, "fork Choose s1", "s1", "left")
FOUR = row(1, "price Amount s1", "s1", 4)


def a_walk(table: Table, camp: Camp) -> None:
    """A way, a price, two throws in a storm; whatever is answered is noted at once."""
    table.set_right()
    camp.notes.append(table.ask(a_fork()))
    table.set_right()
    camp.notes.append(table.ask(a_price()))
    camp.notes += [int(table.roll("3K6", "storm.wind")), int(table.roll("3K6", "storm.rain"))]


def walked(*log: Answer) -> Position[Camp]:
    """Where the walk stands after these entries and answers."""
    return advance(Hills(a_walk), start(a_walk), log, Sealed(SEED))


def chain_after(*log: Answer) -> bytes:
    """The link of the chain after the walk."""
    chance = Sealed(SEED)
    advance(Hills(a_walk), start(a_walk), log, chance)
    return chance.chain


def storm_of(position: Position[Camp]) -> list[tuple[int, ...]]:
    """What each die of the two throws showed."""
    return [tuple(answer.value) for answer in position.given]


def test_an_entry_takes_effect_before_its_step() -> None:
    """After everything that the answer before it has done, and before the question is made."""
    position = walked(LEFT, entry(1, 0, "price", 7))

    assert position.state.notes == ["left", 7]
    assert position.waiting == a_price()


def test_what_a_game_master_sets_right_he_was_offered() -> None:
    """Before the first answer nothing is noted, so nothing can be struck out."""
    before, after = walked(), walked(LEFT)

    assert [one.option.id for one in offered(Hills(a_walk), before.state).actions] == ["price"]
    assert [one.option.id for one in offered(Hills(a_walk), after.state).actions] == ["price", "strike"]


def test_entries_before_the_same_step_take_effect_in_their_order() -> None:
    """Wherever they stand in the log: the store may keep them behind the answers."""
    entries = [entry(1, 0, "price", 7), entry(1, 1, "strike"), entry(1, 2, "price", 9)]

    position = walked(LEFT, FOUR, *entries)

    assert position.state.notes[:3] == ["left", 9, 4]


def test_an_entry_has_its_place_in_the_chain() -> None:
    """Another correction, other dice afterwards; the same one, the same dice."""
    plain, seven, eight = ([LEFT, *more, FOUR] for more in ([], [entry(1, 0, "price", 7)], [entry(1, 0, "price", 8)]))

    links = [chain_after(*log) for log in (plain, seven, eight, seven)]

    assert len(dict.fromkeys(links[:3])) == 3
    assert links[3] == links[1]


def test_a_proof_counts_what_was_set_right() -> None:
    """The dice are the seed's all the same."""
    log = [LEFT, entry(1, 0, "price", 7), FOUR]
    whole = [*log, *walked(*log).given]

    verdict = check(prove(Hills(a_walk), [SEED], [Chapter(start(a_walk), whole)]))

    assert (verdict.fair, verdict.human, verdict.corrections, verdict.faults) == (2, 0, 1, ())


@pytest.mark.parametrize(
    "wrong",
    [
        entry(0, 0, "strike"),
        entry(0, 0, "gold", 7),
        entry(0, 0, "price"),
        entry(0, 0, "price", 99),
        entry(0, 0, "price", "seven"),
        entry(0, 0, "price", 7, by="s1"),
        entry(9, 0, "price", 7),
    ],
    ids=["not open now", "unknown", "no answer", "too much", "no number", "a player's", "after the end"],
)
def test_a_malformed_entry_diverges(wrong: Answer) -> None:
    """It is no part of a game that the rules can play."""
    with pytest.raises(Diverged):
        walked(wrong, LEFT, FOUR)


def test_nothing_is_set_right_between_an_answer_and_its_effect() -> None:
    """Where dice wait to be thrown the rules are in the middle of something; the position says so."""
    by_hand = Hand(Sealed(SEED), ByHand(("storm",)))

    position = advance(Hills(a_walk), start(a_walk), [LEFT, FOUR], by_hand)

    assert (walked().rulable, walked(LEFT).rulable, position.rulable) == (True, True, False)
    with pytest.raises(Diverged):
        walked(LEFT, FOUR, entry(2, 0, "price", 7))


def test_the_same_die_can_be_asked_for_again() -> None:
    """What fell before stays; the throw falls anew, and anew at each further try."""
    first, again, once_more = (
        storm_of(walked(LEFT, FOUR, *(entry(3, nth, AGAIN) for nth in range(tries)))) for tries in range(3)
    )

    assert first[0] == again[0] == once_more[0]
    assert len(dict.fromkeys((first[1], again[1], once_more[1]))) == 3


def test_house_rules_hold_from_the_next_stage_on() -> None:
    """In the stage in which they are agreed on everything goes on as before."""
    log = [LEFT, entry(1, 0, HOUSE, {"stages": "2"})]

    waiting = walked(*log)
    legs = play_on(Hills(a_walk), start(a_walk), [*log, FOUR], SEED)

    assert waiting.state.last_stage == 0
    assert [leg.position.state.last_stage for leg in legs] == [1, 1]


def told_by(log: Sequence[Answer]) -> list[Told]:
    """What was told of notes."""
    return [one for one in walked(*log).told if isinstance(one.event, Noted)]


def test_a_whispered_correction_is_told_to_the_game_master_alone() -> None:
    """Said aloud it is told to everybody."""
    aloud, whispered = entry(1, 0, "price", 7), entry(1, 1, "price", 7, whispered=True)

    assert [one.to for one in told_by([LEFT, aloud, whispered])] == [None, (GM,)]


def test_a_correction_keeps_the_rules_secrets() -> None:
    """Who may learn what is different does, and the game master; all others see what they always see of it."""
    table = Table((), Sealed(SEED))

    Aloud(table).tell(Noted("a jewel"), to=("s1",), shadow=Noted("something"))

    assert table.story.told == [Told(Noted("a jewel"), ("s1", GM)), Told(Noted("something"))]


def test_what_is_whispered_only_the_game_master_hears() -> None:
    """Not even whose it is learns of it."""
    table = Table((), Sealed(SEED))

    Aloud(table, whispered=True).tell(Noted("a jewel"), to=("s1",), shadow=Noted("something"))

    assert table.story.told == [Told(Noted("a jewel"), (GM,))]
