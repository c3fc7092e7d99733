"""With the seed revealed, every die of a finished game can be computed again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rules.kernel.advance import Leg, advance, cut, play_on
from rules.kernel.chance import ByHand, Hand, Sealed, Seals, commitment
from rules.kernel.corrections import CORRECTION
from rules.kernel.proof import Chapter, Proof, Seal, check, prove
from rules.kernel.recording import Line
from rules.kernel.requests import CHANCE
from rules.kernel.table import Table
from tests.rules.kernel.toy import SEED, Camp, Hills, a_fork, a_name, row, start

LOG = [row(0, "name Text s1", "s1", "Ala"), row(1, "fork Choose s1", "s1", "left")]
FRESH = bytes(range(1, 33))
Stages = Sequence[Chapter]


def fishing(table: Table, camp: Camp) -> None:
    """A name, a way, two dice and three fish; the second stage is dice only."""
    if camp.stage == 0:
        table.ask(a_name())
        table.ask(a_fork())
    camp.notes.append(int(table.roll("2K6", "storm")))
    camp.notes += [table.draw({"carp": 4, "eel": 3, "pike": 2}, "fish") for _ in range(3)]


def a_game() -> list[Chapter]:
    """Two stages as the log keeps them."""
    snapshot = start(fishing, Camp(last_stage=1))
    legs: list[Leg[Camp]] = play_on(Hills(fishing), snapshot, LOG, SEED)
    answers = [LOG, []]
    return [Chapter(leg.snapshot, [*answers[n], *leg.position.given]) for n, leg in enumerate(legs)]


def a_game_of_two_seeds(kept: int) -> list[Chapter]:
    """The same, but after so many dice and draws of the first stage a fresh seed throws."""
    rules, snapshot = Hills(fishing), start(fishing, Camp(last_stage=1))
    first = play_on(rules, snapshot, LOG, SEED)[0].position.given[:kept]
    legs: list[Leg[Camp]] = play_on(rules, snapshot, [*LOG, *first], FRESH)
    answers = [[*LOG, *first, *legs[0].position.given], legs[1].position.given]
    seals = [[0] * kept + [1] * (4 - kept), [1] * 4]
    return [Chapter(leg.snapshot, answers[n], seals[n]) for n, leg in enumerate(legs)]


def proof_of(stages: Stages, *seeds: bytes) -> Proof:
    """The proof of these stages."""
    return prove(Hills(fishing), seeds or (SEED,), stages)


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
    log = list(stages[0].answers)
    log[2] = msgspec.structs.replace(log[2], value=[6, 6] if log[2].value != [6, 6] else [6, 5])

    verdict = check(proof_of([Chapter(stages[0].snapshot, log)]))

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
    hand = Hand(Sealed(SEED), ByHand(("storm",)))
    whole = [*log, *advance(Hills(fishing), snapshot, log, hand).given]

    verdict = check(proof_of([Chapter(snapshot, whole)]))

    assert (verdict.fair, verdict.human, verdict.faults) == (3, 1, ())
    assert [answer.seat for answer in whole[3:]] == [CHANCE] * 3


def test_every_hand_and_every_correction_is_counted() -> None:
    """Two stages with a throw by hand each, and two entries of a game master."""
    first = a_game()[0]
    by_hand = [msgspec.structs.replace(row, seat="s2") if "storm" in row.asked else row for row in first.answers]
    proof = proof_of([Chapter(first.snapshot, by_hand)])
    lines = (Line(CORRECTION, "gm", ["set", 1]), *proof.stages[0].lines, Line(CORRECTION, "gm", ["set", 2]))
    stages = tuple(msgspec.structs.replace(proof.stages[0], stage=n, lines=lines) for n in range(2))

    verdict = check(msgspec.structs.replace(proof, stages=stages))

    assert (verdict.human, verdict.corrections) == (2, 4)


def test_a_hash_for_every_seed() -> None:
    """A fault names the beginning of the hash that was shown, and of that one alone."""
    proof = proof_of(a_game_of_two_seeds(1), SEED, FRESH)
    later = (msgspec.structs.replace(proof.later[0], commitment=commitment(SEED)),)

    verdict = check(msgspec.structs.replace(proof, later=later))

    assert verdict.faults == (f"the seed does not belong to the hash that was shown ({commitment(SEED)[:16]}…)",)


@pytest.mark.parametrize("kept", [0, 1, 3, 4])
def test_a_fresh_seed_may_take_over_in_the_middle_of_a_stage(kept: int) -> None:
    """Every die is that of the seed in force when it fell, and each seed belongs to the hash that was shown."""
    proof = msgspec.json.decode(msgspec.json.encode(proof_of(a_game_of_two_seeds(kept), SEED, FRESH)), type=Proof)

    verdict = check(proof)

    assert (verdict.fair, verdict.faults, verdict.seeds) == (8, (), 2)
    assert [proof.commitment, *(one.commitment for one in proof.later)] == [commitment(SEED), commitment(FRESH)]


def test_a_die_of_the_seed_before_is_found() -> None:
    """After the fresh seed was promised the old one, which somebody knows, throws no more."""
    chapters = a_game()
    known = [Chapter(chapters[0].snapshot, chapters[0].answers, [0, 1, 1, 1]), *chapters[1:]]

    verdict = check(proof_of(known, SEED, FRESH))

    assert any("fish shows" in fault for fault in verdict.faults)
    assert any("stage 1 does not follow" in fault for fault in verdict.faults)


@pytest.mark.parametrize("seals", [[0, 1, 0, 1], [0, 0, 0, 2], [0, 0, 0, -1]])
def test_no_die_is_of_a_seed_that_was_not_in_force(seals: list[int]) -> None:
    """Seeds follow each other, and there are no more than were promised."""
    chapters = a_game_of_two_seeds(1)

    verdict = check(proof_of([Chapter(chapters[0].snapshot, chapters[0].answers, seals)], SEED, FRESH))

    assert any("not in force" in fault for fault in verdict.faults)


def test_another_later_seed_is_found() -> None:
    """Each seed that is shown must be the one that was promised."""
    proof = proof_of(a_game_of_two_seeds(2), SEED, FRESH)
    later = (msgspec.structs.replace(proof.later[0], seed=(b"x" * 32).hex()),)

    assert "the seed does not belong" in check(msgspec.structs.replace(proof, later=later)).faults[0]


def test_a_proof_of_one_seed_is_written_as_ever() -> None:
    """Files of the first format are read, and have neither later seeds nor a word on whose die it was."""
    raw = msgspec.json.decode(msgspec.json.encode(proof_of(a_game())))

    assert "seal" not in str(raw["stages"])
    verdict = check(msgspec.convert({**raw, "format": 1}, Proof))
    assert (verdict.fair, verdict.faults, verdict.seeds) == (8, (), 1)


# What a host could try -------------------------------------------------------------------------------------------


def replaced(proof: Proof, nth: int, **changes: Any) -> Proof:
    """Return the proof with one of its stages changed."""
    stages = list(proof.stages)
    stages[nth] = msgspec.structs.replace(stages[nth], **changes)
    return msgspec.structs.replace(proof, stages=tuple(stages))


def proof_from_link(link: bytes) -> Proof:
    """Prove a game whose dice all follow from a chosen first link."""
    snapshot = msgspec.structs.replace(start(fishing, Camp(last_stage=1)), chain=link)
    legs: list[Leg[Camp]] = play_on(Hills(fishing), snapshot, LOG, SEED)
    answers = [LOG, []]
    return proof_of([Chapter(leg.snapshot, [*answers[n], *leg.position.given]) for n, leg in enumerate(legs)])


def test_a_proof_without_its_first_stages_is_refused() -> None:
    proof = proof_of(a_game())

    verdict = check(msgspec.structs.replace(proof, stages=proof.stages[1:]))

    assert verdict.faults == ("the file begins with stage 1: what came before it is missing",)


@pytest.mark.parametrize("link", [bytes([7]) * 16, bytes(32), b""])
def test_a_first_link_of_the_hosts_choice_is_refused(link: bytes) -> None:
    """A host could otherwise try links until the deal suits them."""
    assert check(proof_from_link(link)).faults == ("stage 0 does not begin with the link of 16 zero bytes",)


def test_first_stages_cannot_be_hidden_by_new_numbers() -> None:
    proof = proof_of(a_game())
    shorter = msgspec.structs.replace(proof, stages=proof.stages[1:])

    assert check(replaced(shorter, 0, stage=0)).faults == ("stage 0 does not begin with the link of 16 zero bytes",)


def test_stages_are_numbered_without_gaps() -> None:
    assert check(replaced(proof_of(a_game()), 1, stage=4)).faults == ("stage 4 stands where stage 1 belongs",)


def test_a_proof_without_stages_is_refused() -> None:
    verdict = check(msgspec.structs.replace(proof_of(a_game()), stages=()))

    assert verdict.faults == ("the file has no stages",)


def test_the_verdict_has_the_number_of_stages_and_every_seed_with_its_hash() -> None:
    proof = proof_of(a_game_of_two_seeds(2), SEED, FRESH)

    verdict = check(proof)

    assert verdict.stages == 2
    assert verdict.seals == (Seal(commitment(SEED), SEED.hex()), Seal(commitment(FRESH), FRESH.hex()))


def test_a_link_of_a_later_seed_ends_the_throws_of_the_seed_before() -> None:
    """Otherwise a later seed could be chosen so that its link gives the earlier seed the dice that are wished for."""
    snapshot = start(fishing, Camp(last_stage=1))
    first = play_on(Hills(fishing), snapshot, LOG, SEED)[0]
    later = Seals([SEED, FRESH])
    for line in proof_of([Chapter(first.snapshot, [*LOG, *first.position.given])]).stages[0].lines:
        later.note(line.seat, line.value)
    second = msgspec.structs.replace(cut(Hills(fishing), first.position.state, 1), chain=later.chain(1))
    thrown = play_on(Hills(fishing), second, [], SEED)[0].position.given

    verdict = check(proof_of([Chapter(snapshot, [*LOG, *first.position.given]), Chapter(second, thrown)], SEED, FRESH))

    assert verdict.faults[0] == "stage 1: storm is of a seed that was not in force (number 0)"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (Line("storm", CHANCE, [6, 6]), "storm is neither a roll nor a draw from a pile"),
        (Line("fish", CHANCE, "eel", pile={"eel": 0}), "fish is neither a roll nor a draw from a pile"),
        (Line("fish", CHANCE, "eel", pile={"eel": 3, "carp": -1}), "fish is neither a roll nor a draw from a pile"),
        (Line(CORRECTION, CHANCE, [6, 6]), "a correction stands in place of a die"),
        (Line(CORRECTION, "gm", [6, 6], "2K6"), "a correction stands in place of a die"),
    ],
)
def test_what_the_bot_never_writes_is_refused(line: Line, fault: str) -> None:
    proof = proof_of(a_game()[:1])

    verdict = check(replaced(proof, 0, lines=(*proof.stages[0].lines, line)))

    assert verdict.faults == (f"stage 0: {fault}",)
