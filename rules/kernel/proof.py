"""The proof of fair dice: with the seed revealed, every die and draw of a finished game can be computed again.

The chain needs only seats and values, so a proof is checked without the rules that asked; words people typed are
not in it. Several seeds may have thrown in turn: a fresh one is sealed when somebody may know the one before.
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
"""Proofs of the first format have one seed; they are read like those of today."""


class Chapter(msgspec.Struct, frozen=True):
    """A stage as the log keeps it; ``seals``: whose seed's each of chance's answers is, in order; none: the first's."""

    snapshot: Snapshot
    answers: Sequence[Answer]
    seals: Sequence[int] = ()


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer in the order the rules used it; ``code`` for dice, ``pile`` for a draw, ``seal``: which seed threw."""

    why: str
    seat: Seat
    value: Value
    code: str = ""
    pile: Mapping[str, int] = {}
    seal: int = 0


class StageProof(msgspec.Struct, frozen=True):
    """A stage: the link of the chain with which it began (hexadecimal), and its answers."""

    stage: int
    chain: str
    lines: tuple[Line, ...]


class Seal(msgspec.Struct, frozen=True):
    """The hash of a seed, as it was shown, and the seed that was kept secret (both hexadecimal)."""

    commitment: str
    seed: str


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A game's dice: the hash that was shown at the start, the seed that was kept secret, every answer.

    ``later``: the seeds that took over one after the other, with the hashes that were shown then.
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
        """All seeds with their hashes, in the order in which they threw."""
        return (Seal(self.commitment, self.seed), *self.later)


class Verdict(msgspec.Struct, frozen=True):
    """Result of a check: the numbers of dice and draws by origin, and a sentence for each fault.

    ``fair``: from the seeds and right. ``human``: thrown or drawn by hand, not computed. ``corrections``: rulings,
    dice thrown again and changes of house rules. ``seals``: every seed with its hash, to be compared with the messages
    in the channel. ``begun_at``: when the game began (Unix seconds), if the file says so. ``by_rules``: the whole game
    was played again, so that the rules did ask for these dice. ``untold``: where the story in the file differs from the
    one that today's program tells.
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
    """Sealed chance that writes down what it hears; ``seals``: which seed threw each of chance's answers, in order."""

    def __init__(self, seeds: Sequence[bytes], chain: bytes, seals: Sequence[int] = ()) -> None:
        self._sealed = Seals(seeds, chain)
        self._seals = iter(seals)
        self.lines: list[Line] = []

    def answer(self, request: Roll | Draw) -> Value | None:
        """Nothing: what is not in the log did not fall, such as a die that a hand had yet to throw."""
        return None

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Write the answer down, without words that people typed."""
        heard = without_text(request, seat, value)
        code = request.code if isinstance(request, Roll) else ""
        pile = dict(request.pile) if isinstance(request, Draw) else {}
        line = Line(request.why, seat, heard, code, pile, next(self._seals, 0) if seat == CHANCE else 0)
        self.weigh(request, line)
        self._sealed.note(seat, heard)
        self.lines.append(line)

    def weigh(self, request: Request[Any], line: Line) -> None:
        """Look at an answer before it goes into the chain; whoever only records believes it."""

    def note(self, seat: Seat, value: Value) -> None:
        """Write an entry down that set something right."""
        self._sealed.note(seat, value)
        self.lines.append(Line(CORRECTION, seat, value))


def prove(rules: Rules[Any], seeds: Sequence[bytes], chapters: Sequence[Chapter]) -> Proof:
    """The proof of a game from its snapshots and logs; needs the rules' version of the game."""
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
    """Compute every die and draw again from the seeds and the chain."""
    return _Check(proof).verdict()


class _Check:
    """Goes through a proof; ``_newest`` is the seed that threw last, as none throws after its successor has."""

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
        """Return the number of the first stage, noting a fault unless it is stage 0 with the first link.

        A game that went on from an imported copy holds all its stages, so it begins in the same way.
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
        """The link belongs to a seed still in force; the seeds before that one throw no more."""
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
