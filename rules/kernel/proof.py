"""The proof of fair dice: with the revealed seeds, every die and draw of a finished game can be recomputed.

The chain contains only seats and values, no typed texts, so a proof is checked without the game's rules. Several seeds
may follow one another: a fresh one is sealed when the current one may be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules.kernel.advance import Snapshot, advance
from rules.kernel.answers import Answer
from rules.kernel.chance import START, Scripted, Seals, commitment
from rules.kernel.corrections import CORRECTION
from rules.kernel.game import Rules
from rules.kernel.recording import Line, Recorder
from rules.kernel.requests import CHANCE, Draw, Roll

FORMAT = 3
"""The version of the proof format. Proofs of version 1 have one seed, those of 1 and 2 no unchecked stages; all are
read."""
SHOWS = "The seeds give these dice. That the rules asked for them is shown by a copy of the game (/game export)."


class Chapter(Struct, frozen=True):
    """A logged stage; ``seals``: the index of the seed for each answer of chance, in order; empty
    means the first seed. ``lines``: what was recorded while the stage was played; empty if it was not.
    """

    snapshot: Snapshot
    answers: Sequence[Answer]
    seals: Sequence[int] = ()
    lines: Sequence[Line] = ()


class StageProof(Struct, frozen=True, omit_defaults=True):
    """One stage: the chain's link at its beginning (hexadecimal) and its answers.

    ``unchecked``: the version of the rules that played a stage without lines; 0: the stage has its lines.
    """

    stage: int
    chain: str
    lines: tuple[Line, ...]
    unchecked: int = 0


class Seal(Struct, frozen=True):
    """A seed and its hash as shown in the channel (both hexadecimal)."""

    commitment: str
    seed: str


class Proof(Struct, frozen=True, kw_only=True):
    """A game's dice: the hash shown at the start, the revealed seed and every answer.

    ``later``: the seeds that followed, in order, with their hashes.
    """

    format: int = FORMAT
    shows: str = SHOWS
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

    @property
    def unchecked(self) -> Mapping[int, int]:
        """The number of stages without lines, by the version of the rules that played them."""
        return Counter(stage.unchecked for stage in self.stages if stage.unchecked)


class Verdict(Struct, frozen=True):
    """The result of a check: the numbers of rolls and draws by origin, and a sentence for each fault.

    ``fair``: from the seeds and correct. ``human``: made by hand, not recomputed. ``corrections``: rulings, repeated
    rolls and changes of house rules. ``seals``: every seed with its hash, to compare with the channel's messages.

    ``begun_at``: the start of the game (Unix seconds), if the file has it. ``by_rules``: the game was replayed, so the
    rules did ask for these dice. ``untold``: differences between the file's story and a replay's. ``unchecked``: the
    number of stages by the version of the rules that played them, for stages of which the file has no dice.
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
    unchecked: Mapping[int, int] = {}


def replayed_lines(
    rules: Rules[Any], chapter: Chapter, following: Snapshot | None, seeds: Sequence[bytes]
) -> list[Line]:
    """Return the lines of a stage from a replay; none if these rules do not lead to the ``following`` stage.

    Raises whatever the rules raise on a log that they cannot play.
    """
    recorder = Recorder(Scripted({}), chapter.seals)
    advance(rules, chapter.snapshot, chapter.answers, recorder)
    return recorder.lines if are_complete(chapter, following, seeds, recorder.lines) else []


Replay = Callable[[Rules[Any], Chapter, Snapshot | None, Sequence[bytes]], list[Line]]


def prove(
    rules: Rules[Any], seeds: Sequence[bytes], chapters: Sequence[Chapter], replay: Replay = replayed_lines
) -> Proof:
    """Return the proof of a game from the lines recorded in each stage.

    A stage without complete lines is replayed by these rules; if that gives none, it stands in the proof as unchecked.
    """
    proofs = []
    for chapter, after in zip(chapters, [*chapters[1:], None], strict=True):
        snapshot, following = chapter.snapshot, after.snapshot if after else None
        lines = chapter.lines
        if not are_complete(chapter, following, seeds, lines):
            lines = replay(rules, chapter, following, seeds)
        unchecked = 0 if lines or not chapter.answers else snapshot.version
        proofs.append(StageProof(snapshot.stage, snapshot.chain.hex(), tuple(lines), unchecked))
    first, *later = (Seal(commitment(seed), seed.hex()) for seed in seeds)
    return Proof(
        game=rules.name,
        version=rules.version,
        commitment=first.commitment,
        seed=first.seed,
        stages=tuple(proofs),
        later=tuple(later),
    )


def are_complete(chapter: Chapter, following: Snapshot | None, seeds: Sequence[bytes], lines: Sequence[Line]) -> bool:
    """Whether these lines are all of a stage: they lead to the link of the ``following`` stage.

    The last stage has no such link; there every answer must have a line.
    """
    if not following:
        given = Counter(answer.seat == CHANCE for answer in chapter.answers)
        heard = Counter(line.seat == CHANCE for line in lines)
        return heard[True] == given[True] and heard[False] >= given[False]
    chance = Seals(seeds, chapter.snapshot.chain)
    for line in lines:
        chance.note(line.seat, line.value)
    return chance.seed_leading_to(following.chain, 0) is not None


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
            if before:
                self._check_link(stage, before)
            checked = self._checked(stage)
            before = None if stage.unchecked else checked  # what an unchecked stage leads to cannot be known
            expected = stage.stage + 1
        return Verdict(
            self._fair,
            self._human,
            tuple(self._faults),
            self._corrections,
            len(self._seeds),
            len(self._proof.stages),
            self._proof.seals,
            unchecked=self._proof.unchecked,
        )

    def _first_number(self) -> int:
        """Return the number of the first stage; any other than stage 0 with the first link is a fault.

        A game continued from an imported copy holds all its stages, so it begins at stage 0, too.
        """
        first = self._proof.stages[0] if self._proof.stages else None
        if not first:
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
        right = chance.answer(line.seal, request_of_line(line))
        return "" if right == line.value else f"{line.why} shows {line.value}, the seed gives {right}"


def request_of_line(line: Line) -> Roll | Draw:
    """Return the roll or draw that a line of chance answers."""
    if line.code:
        return Roll(who=CHANCE, why=line.why, code=line.code)
    return Draw(who=CHANCE, why=line.why, pile=line.pile)
