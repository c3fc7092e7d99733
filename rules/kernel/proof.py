"""The proof of fair dice: with the revealed seeds, every die and draw of a finished game can be recomputed.

The chain contains only seats and values, no typed texts, so a proof is checked without the game's rules. Several seeds
may follow one another: a fresh one is sealed when the current one may be known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.advance import Snapshot, advance
from rules.kernel.answers import Answer, Value
from rules.kernel.chance import START, Seals, commitment, without_text
from rules.kernel.corrections import CORRECTION
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Draw, Request, Roll, Seat

FORMAT = 2
"""The version of the proof format; proofs of version 1 have one seed and are still read."""


class Chapter(msgspec.Struct, frozen=True):
    """A logged stage; ``seals``: the index of the seed for each answer of chance, in order; empty
    means the first seed.
    """

    snapshot: Snapshot
    answers: Sequence[Answer]
    seals: Sequence[int] = ()


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer in the order the rules used it; ``code`` for dice, ``pile`` for a draw, ``seal`` for the index of the
    seed.
    """

    why: str
    seat: Seat
    value: Value
    code: str = ""
    pile: Mapping[str, int] = {}
    seal: int = 0


class StageProof(msgspec.Struct, frozen=True):
    """One stage: the chain's link at its beginning (hexadecimal) and its answers."""

    stage: int
    chain: str
    lines: tuple[Line, ...]


class Seal(msgspec.Struct, frozen=True):
    """A seed and its hash as shown in the channel (both hexadecimal)."""

    commitment: str
    seed: str


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A game's dice: the hash shown at the start, the revealed seed and every answer.

    ``later``: the seeds that followed, in order, with their hashes.
    """

    format: int = FORMAT
    game: str
    version: int
    commitment: str
    seed: str
    stages: tuple[StageProof, ...]
    later: tuple[Seal, ...] = ()

    @property
    def seals(self) -> tuple[Seal, ...]:
        """All seeds with their hashes, in the order of their use."""
        return (Seal(self.commitment, self.seed), *self.later)


class Verdict(msgspec.Struct, frozen=True):
    """The result of a check: the numbers of rolls and draws by origin, and a sentence for each fault.

    ``fair``: from the seeds and correct. ``human``: made by hand, not recomputed. ``corrections``: rulings, repeated
    rolls and changes of house rules. ``seals``: every seed with its hash, to compare with the channel's messages.

    ``begun_at``: the start of the game (Unix seconds), if the file has it. ``by_rules``: the game was replayed, so the
    rules did ask for these dice. ``untold``: differences between the file's story and a replay's.
    """

    fair: int
    human: int
    faults: tuple[str, ...]
    corrections: int = 0
    seeds: int = 1
    stages: int = 0
    seals: tuple[Seal, ...] = ()
    begun_at: float | None = None
    by_rules: bool = False
    untold: str = ""


class Recorder:
    """Sealed chance that records what it hears; ``seals``: the index of the seed for each answer of
    chance, in order.
    """

    def __init__(self, seeds: Sequence[bytes], chain: bytes, seals: Sequence[int] = ()) -> None:
        self._sealed = Seals(seeds, chain)
        self._seals = iter(seals)
        self.lines: list[Line] = []

    def answer(self, request: Roll | Draw) -> Value | None:
        """Return None: a roll that is not in the log was not made."""
        return None

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Record the answer without texts that people typed."""
        heard = without_text(request, seat, value)
        code = request.code if isinstance(request, Roll) else ""
        pile = dict(request.pile) if isinstance(request, Draw) else {}
        line = Line(request.why, seat, heard, code, pile, next(self._seals, 0) if seat == CHANCE else 0)
        self.weigh(request, line)
        self._sealed.note(seat, heard)
        self.lines.append(line)

    def weigh(self, request: Request[Any], line: Line) -> None:
        """Check an answer before it enters the chain; this class accepts all."""

    def note(self, seat: Seat, value: Value) -> None:
        """Record a correction."""
        self._sealed.note(seat, value)
        self.lines.append(Line(CORRECTION, seat, value))


def prove(rules: Rules[Any], seeds: Sequence[bytes], chapters: Sequence[Chapter]) -> Proof:
    """Return the proof of a game from its snapshots and logs; needs the game's version of the rules."""
    proofs = []
    for chapter in chapters:
        snapshot = chapter.snapshot
        recorder = Recorder(seeds, snapshot.chain, chapter.seals)
        advance(rules, snapshot, chapter.answers, recorder)
        proofs.append(StageProof(snapshot.stage, snapshot.chain.hex(), tuple(recorder.lines)))
    first, *later = (Seal(commitment(seed), seed.hex()) for seed in seeds)
    return Proof(
        game=rules.name,
        version=rules.version,
        commitment=first.commitment,
        seed=first.seed,
        stages=tuple(proofs),
        later=tuple(later),
    )


def check(proof: Proof) -> Verdict:
    """Recompute every die and draw from the seeds and the chain."""
    return _Check(proof).verdict()


class _Check:
    """A check of one proof; ``_newest`` is the index of the latest seed in use, as earlier ones may not be used
    again.
    """

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._seeds = [bytes.fromhex(seal.seed) for seal in proof.seals]
        self._faults: list[str] = []
        self._newest = self._fair = self._human = self._corrections = 0

    def verdict(self) -> Verdict:
        """Check the seeds, the order of the stages, their links and every die."""
        for seed, seal in zip(self._seeds, self._proof.seals, strict=True):
            if commitment(seed) != seal.commitment:
                self._faults.append(f"the seed does not belong to the hash that was shown ({seal.commitment[:16]}…)")
        if not self._proof.stages:
            self._faults.append("the file has no stages")
        before: Seals | None = None
        expected = self._first_number()
        for stage in self._proof.stages:
            if stage.stage != expected:
                self._faults.append(f"stage {stage.stage} stands where stage {expected} belongs")
            if before is not None:
                self._check_link(stage, before)
            before = self._checked(stage)
            expected = stage.stage + 1
        return Verdict(
            self._fair,
            self._human,
            tuple(self._faults),
            self._corrections,
            len(self._seeds),
            len(self._proof.stages),
            self._proof.seals,
        )

    def _first_number(self) -> int:
        """Return the number of the first stage; any other than stage 0 with the first link is a fault.

        A game continued from an imported copy holds all its stages, so it begins at stage 0, too.
        """
        first = self._proof.stages[0] if self._proof.stages else None
        if first is None:
            return 0
        if first.stage != 0:
            self._faults.append(f"the file begins with stage {first.stage}: what came before it is missing")
        elif bytes.fromhex(first.chain) != START:
            self._faults.append(f"stage 0 does not begin with the link of {len(START)} zero bytes")
        return first.stage

    def _check_link(self, stage: StageProof, before: Seals) -> None:
        """Check that the stage's link belongs to a seed still in use; earlier seeds are retired."""
        seed = before.seed_leading_to(bytes.fromhex(stage.chain), self._newest)
        if seed is None:
            self._faults.append(f"stage {stage.stage} does not follow from the one before")
        else:
            self._newest = seed

    def _checked(self, stage: StageProof) -> Seals:
        chance = Seals(self._seeds, bytes.fromhex(stage.chain))
        for line in stage.lines:
            if fault := self._fault(chance, line):
                self._faults.append(f"stage {stage.stage}: {fault}")
            elif line.why == CORRECTION:
                self._corrections += 1
            elif line.seat == CHANCE:
                self._fair += 1
            else:
                self._human += bool(line.code or line.pile)
            chance.note(line.seat, line.value)
        return chance

    def _fault(self, chance: Seals, line: Line) -> str:
        if line.why == CORRECTION:
            forged = line.seat == CHANCE or line.code or line.pile
            return "a correction stands in place of a die" if forged else ""
        if line.seat != CHANCE:
            return ""
        if not self._newest <= line.seal < len(self._seeds):
            return f"{line.why} is of a seed that was not in force (number {line.seal})"
        pieces = line.pile.values()
        if not line.code and not (sum(pieces) > 0 and min(pieces) >= 0):
            return f"{line.why} is neither a roll nor a draw from a pile"
        self._newest = line.seal
        right = chance.answer(line.seal, _request_of_line(line))
        return "" if right == line.value else f"{line.why} shows {line.value}, the seed gives {right}"


def _request_of_line(line: Line) -> Roll | Draw:
    if line.code:
        return Roll(who=CHANCE, why=line.why, code=line.code)
    return Draw(who=CHANCE, why=line.why, pile=line.pile)
