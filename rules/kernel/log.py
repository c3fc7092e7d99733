"""The log of a stage as it is read: the current step, the next unread answer and the next correction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.kernel.answers import ASIDE, Answer, Value, is_beside, part_beside
from rules.kernel.errors import Diverged
from rules.kernel.requests import Request, Seat


class Log:
    """The answers and corrections of a stage, read in order; ``given``: new answers of chance and simulations."""

    def __init__(self, answers: Sequence[Answer], corrections: Sequence[Answer]) -> None:
        self.step = 0
        self.given: list[Answer] = []
        self._answers = answers
        self._corrections = corrections
        self._read = 0
        self._corrected = 0

    @property
    def unread(self) -> Answer | None:
        """The first unread answer, or None."""
        return self._answers[self._read] if self._read < len(self._answers) else None

    @property
    def correction(self) -> Answer | None:
        """The next correction, or None."""
        return self._corrections[self._corrected] if self._corrected < len(self._corrections) else None

    @property
    def left(self) -> Answer | None:
        """The first unread row, or None."""
        return self.unread or self.correction

    @property
    def next_logged_step(self) -> int | None:
        """The step of the next unread row, or None at the log's end."""
        return min((row.step for row in (self.unread, self.correction) if row), default=None)

    def take_answer(self, request: Request) -> Answer | None:
        """Read the answer of the current step; None at the log's end. Raises ``Diverged`` if it has another step."""
        row = self.unread
        if row:
            self._read += 1
            if row.step != self.step:
                raise Diverged(row.step, row.asked, request.asked)
        return row

    def take_answers_of(self, seats: Collection[Seat], why: str) -> dict[Seat, Answer]:
        """Read the answers of the current step by seat; raises ``Diverged`` if another seat answered."""
        rows: dict[Seat, Answer] = {}
        while (row := self.unread) and row.step == self.step:
            if row.part not in seats:
                raise Diverged(row.step, f"{row.asked} of {row.part or row.seat}", f"{why} of {', '.join(seats)}")
            rows[row.part] = row
            self._read += 1
        return rows

    def take_correction(self) -> Answer | None:
        """Read the next correction if it is due at the current step, else return None."""
        row = self.correction
        if not row or row.step != self.step or self._has_free_action_before(row):
            return None
        self._corrected += 1
        return row

    def _has_free_action_before(self, correction: Answer) -> bool:
        row = self.unread
        if not row or row.step != correction.step or row.part[:1] != ASIDE:
            return False
        return row.part[-3:] < correction.part[-3:]

    def give(self, request: Request, value: Value, seat: Seat) -> str:
        """Add a new answer of the current step; return its ``part``."""
        part = ""
        if is_beside(request, value, seat):
            part = part_beside([*self._answers[: self._read], *self._corrections, *self.given], self.step)
        self.given.append(Answer(self.step, part, request.asked, seat, value))
        return part
