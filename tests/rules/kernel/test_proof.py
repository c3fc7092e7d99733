"""With the seed revealed, every die of a finished game can be computed again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel.advance import Leg, Snapshot, advance, play_on
from rules.kernel.answers import Answer
from rules.kernel.chance import Hand, Sealed, commitment
from rules.kernel.proof import Proof, check, prove
from rules.kernel.requests import CHANCE
from rules.kernel.table import Table
from tests.rules.kernel.toy import SEED, Camp, Hills, a_fork, a_name, row, start

LOG = [row(0, "name Text s1", "s1", "Ala"), row(1, "fork Choose s1", "s1", "left")]
Stages = Sequence[tuple[Snapshot, Sequence[Answer]]]


def fishing(table: Table, camp: Camp) -> None:
    """A name, a way, two dice and three fish; the second stage is dice only."""
    if camp.stage == 0:
        table.ask(a_name())
        table.ask(a_fork())
    camp.notes.append(int(table.roll("2K6", "storm")))
    camp.notes += [table.draw({"carp": 4, "eel": 3, "pike": 2}, "fish") for _ in range(3)]


def a_game() -> list[tuple[Snapshot, list[Answer]]]:
    """Two stages as the log keeps them."""
    snapshot = start(fishing, Camp(last_stage=1))
    legs: list[Leg[Camp]] = play_on(Hills(fishing), snapshot, LOG, SEED)
    answers = [LOG, []]
    return [(leg.snapshot, [*answers[n], *leg.position.given]) for n, leg in enumerate(legs)]


def proof_of(stages: Stages) -> Proof:
    """The proof of these stages."""
    return prove(Hills(fishing), SEED, stages)


def test_an_honest_game_proves_itself() -> None:
    """Eight throws and draws in two stages; the proof can be written down and read again."""
    proof = msgspec.json.decode(msgspec.json.encode(proof_of(a_game())), type=Proof)

    verdict = check(proof)

    assert (verdict.fair, verdict.human, verdict.faults) == (8, 0, ())
    assert proof.commitment == commitment(SEED)


def test_words_that_people_typed_are_not_in_a_proof() -> None:
    """The proof shows choices and dice, and nobody's name."""
    assert b"Ala" not in msgspec.json.encode(proof_of(a_game()))


def test_a_changed_die_is_found() -> None:
    """Somebody improved a throw in the log."""
    stages = a_game()
    log = stages[0][1]
    log[2] = msgspec.structs.replace(log[2], value=[6, 6] if log[2].value != [6, 6] else [6, 5])

    verdict = check(proof_of(stages[:1]))

    assert any("storm shows" in fault for fault in verdict.faults)


def test_another_seed_is_found() -> None:
    """The seed that is shown must be the one that was promised."""
    proof = msgspec.structs.replace(proof_of(a_game()), seed=(b"x" * 32).hex())

    assert "the seed does not belong" in check(proof).faults[0]


def test_a_missing_stage_is_found() -> None:
    """A stage that does not begin where the one before ended."""
    proof = proof_of(a_game())
    first = proof.stages[0]
    shorter = msgspec.structs.replace(first, lines=first.lines[:-1])

    verdict = check(msgspec.structs.replace(proof, stages=(shorter, *proof.stages[1:])))

    assert any("does not follow" in fault for fault in verdict.faults)


def test_dice_from_a_human_hand_are_counted_apart() -> None:
    """What people threw themselves is said to be theirs; the seed's dice after them are still its own."""
    snapshot = start(fishing)
    log = [*LOG, row(2, "storm 2K6", "s2", [6, 6])]
    hand = Hand(Sealed(SEED), ["storm"])
    whole = [*log, *advance(Hills(fishing), snapshot, log, hand).given]

    verdict = check(proof_of([(snapshot, whole)]))

    assert (verdict.fair, verdict.human, verdict.faults) == (3, 1, ())
    assert [answer.seat for answer in whole[3:]] == [CHANCE] * 3
