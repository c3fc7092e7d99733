"""The proof of fair dice: with the seed revealed, every die and draw of a finished game can be computed again.

The chain needs only seats and values, so a proof is checked without the rules that asked; words people typed are
not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.advance import Snapshot, advance
from rules.kernel.answers import Answer, Value
from rules.kernel.chance import Sealed, commitment, without_text
from rules.kernel.corrections import CORRECTION
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Draw, Request, Roll, Seat

FORMAT = 1


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer in the order the rules used it; ``code`` for dice, ``pile`` for a draw."""

    why: str
    seat: Seat
    value: Value
    code: str = ""
    pile: Mapping[str, int] = {}


class StageProof(msgspec.Struct, frozen=True):
    """A stage: the link of the chain with which it began (hexadecimal), and its answers."""

    stage: int
    chain: str
    lines: tuple[Line, ...]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A game's dice: the hash that was shown at the start, the seed that was kept secret, every answer."""

    format: int = FORMAT
    game: str
    version: int
    commitment: str
    seed: str
    stages: tuple[StageProof, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What the check found: thrown by the seed and right, thrown by human hands, and every fault as a sentence.

    ``corrections``: how often something was set right, thrown again, or a house rule changed.
    """

    fair: int
    human: int
    faults: tuple[str, ...]
    corrections: int = 0


class Recorder:
    """Sealed chance that writes down what it hears."""

    def __init__(self, seed: bytes, chain: bytes) -> None:
        self._sealed = Sealed(seed, chain)
        self.lines: list[Line] = []

    def answer(self, request: Roll | Draw) -> Value | None:
        """Nothing: what is not in the log did not fall, such as a die that a hand had yet to throw."""
        return None

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Write the answer down, without words that people typed."""
        heard = without_text(request, seat, value)
        self._sealed.note(seat, heard)
        code = request.code if isinstance(request, Roll) else ""
        pile = dict(request.pile) if isinstance(request, Draw) else {}
        self.lines.append(Line(request.why, seat, heard, code, pile))

    def note(self, seat: Seat, value: Value) -> None:
        """Write an entry down that set something right."""
        self._sealed.note(seat, value)
        self.lines.append(Line(CORRECTION, seat, value))


def prove(rules: Rules[Any], seed: bytes, stages: Sequence[tuple[Snapshot, Sequence[Answer]]]) -> Proof:
    """The proof of a game from its snapshots and logs; needs the rules' version of the game."""
    proofs = []
    for snapshot, answers in stages:
        recorder = Recorder(seed, snapshot.chain)
        advance(rules, snapshot, answers, recorder)
        proofs.append(StageProof(snapshot.stage, snapshot.chain.hex(), tuple(recorder.lines)))
    return Proof(
        game=rules.name,
        version=rules.version,
        commitment=commitment(seed),
        seed=seed.hex(),
        stages=tuple(proofs),
    )


def check(proof: Proof) -> Verdict:
    """Compute every die and draw again from the seed and the chain."""
    faults: list[str] = []
    fair = human = corrections = 0
    seed = bytes.fromhex(proof.seed)
    if commitment(seed) != proof.commitment:
        faults.append("the seed does not belong to the hash that was shown at the start")
    chain = bytes.fromhex(proof.stages[0].chain) if proof.stages else b""
    for stage in proof.stages:
        if chain.hex() != stage.chain:
            faults.append(f"stage {stage.stage} does not follow from the one before")
        chance = Sealed(seed, bytes.fromhex(stage.chain))
        for line in stage.lines:
            if line.why == CORRECTION:
                corrections += 1
            elif line.seat != CHANCE:
                human += bool(line.code)
            elif fault := _fault(chance, line):
                faults.append(f"stage {stage.stage}: {fault}")
            else:
                fair += 1
            chance.note(line.seat, line.value)
        chain = chance.chain
    return Verdict(fair, human, tuple(faults), corrections)


def _fault(chance: Sealed, line: Line) -> str:
    request = (
        Roll(who=CHANCE, why=line.why, code=line.code) if line.code else Draw(who=CHANCE, why=line.why, pile=line.pile)
    )
    right = chance.answer(request)
    return "" if right == line.value else f"{line.why} shows {line.value}, the seed gives {right}"
