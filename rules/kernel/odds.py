"""The odds of a fight with one die on each side, counted over all 36 throws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from rules.kernel.words import Facts

FACES = range(1, 7)
THROWS = len(FACES) ** 2


class Odds(Struct, frozen=True):
    """The number of throws of two dice, out of 36, that win and lose; the rest are ties."""

    wins: int
    losses: int

    @property
    def ties(self) -> int:
        """The number of throws, out of 36, that tie."""
        return THROWS - self.wins - self.losses

    @property
    def win(self) -> float:
        """The chance to win, 0–1."""
        return self.wins / THROWS

    @property
    def loss(self) -> float:
        """The chance to lose, 0–1."""
        return self.losses / THROWS


def counted(end: Callable[[int, int], int]) -> Odds:
    """Count the odds; ``end`` returns a positive number for a win and a negative one for a loss, given both dice."""
    ends = [end(own, other) for own in FACES for other in FACES]
    return Odds(sum(each_end > 0 for each_end in ends), sum(each_end < 0 for each_end in ends))


@lru_cache(maxsize=256)
def odds(lead: int) -> Odds:
    """Return the odds of a side that leads by this much before the dice."""
    return counted(lambda own, other: lead + own - other)


# As facts of options -------------------------------------------------------------------------------------------


def odds_facts(own: int, theirs: int, chances: Odds) -> Facts:
    """Return both sides' values and the throws, out of 36, that win, tie and lose."""
    counts: Facts = {"wins": chances.wins, "ties": chances.ties, "losses": chances.losses}
    return {"own": own, "theirs": theirs, **counts}


def rethrow_note(key: str, ends: Sequence[int]) -> tuple[str, Facts]:
    """Return a note's key and facts: the faces with which a rethrown die wins or ties.

    ``ends`` holds the outcome of each face from 1, as in ``counted``.
    """
    thrown = list(zip(FACES, ends, strict=True))
    wins, ties = (
        faces_said(face for face, end in thrown if end > 0),
        faces_said(face for face, end in thrown if not end),
    )
    what = ".".join(name for name, faces in (("wins", wins), ("ties", ties)) if faces)
    return f"{key}.{what or 'in_vain'}", {"winning": wins, "tying": ties}


def faces_said(faces: Iterable[int]) -> str:
    """Return die faces as text, such as ``4–6`` or ``1, 3``; '' if empty."""
    spans: list[list[int]] = []
    for face in faces:
        if spans and face == spans[-1][-1] + 1:
            spans[-1].append(face)
        else:
            spans.append([face])
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)
