"""Records the answers of a stage in the order in which the rules use them: the lines of a proof of fair dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.chance import Chance, without_text
from rules.kernel.corrections import CORRECTION
from rules.kernel.requests import CHANCE, Draw, Request, Roll, Seat


class Line(Struct, frozen=True, omit_defaults=True):
    """One answer in the order the rules used it; ``code`` for dice, ``pile`` for a draw, ``seal`` for the index of the
    seed.
    """

    why: str
    seat: Seat
    value: Value
    code: str = ""
    pile: Mapping[str, int] = {}
    seal: int = 0


class Recorder:
    """Records what ``chance`` hears: the lines of a proof.

    ``seals``: the index of the seed for each answer of chance, in order; ``seal``: the index for all further ones.
    """

    def __init__(self, chance: Chance, seals: Sequence[int] = (), seal: int = 0) -> None:
        self._chance = chance
        self._seals = iter(seals)
        self._seal = seal
        self.lines: list[Line] = []

    def answer(self, request: Roll | Draw) -> Value | None:
        """Return the answer of ``chance``."""
        return self._chance.answer(request)

    def hear(self, request: Request, seat: Seat, value: Value) -> None:
        """Record the answer without texts that people typed."""
        code = request.code if isinstance(request, Roll) else ""
        pile = dict(request.pile) if isinstance(request, Draw) else {}
        seal = next(self._seals, self._seal) if seat == CHANCE else 0
        self.add(Line(request.why, seat, without_text(request, seat, value), code, pile, seal))

    def note(self, seat: Seat, value: Value) -> None:
        """Record a correction."""
        self.add(Line(CORRECTION, seat, value))

    def add(self, line: Line) -> None:
        """Add a line, and let later rolls depend on it."""
        self._chance.note(line.seat, line.value)
        self.lines.append(line)
