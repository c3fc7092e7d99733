"""How likely things go well, counted from all throws: one die for each side of a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec

from rules.kernel.words import Fact

FACES = range(1, 7)
THROWS = len(FACES) ** 2


class Odds(msgspec.Struct, frozen=True):
    """In how many of all throws of two dice one wins, and loses; the rest are ties."""

    wins: int
    losses: int

    @property
    def ties(self) -> int:
        """In how many nobody wins."""
        return THROWS - self.wins - self.losses

    @property
    def win(self) -> float:
        """The chance to win."""
        return self.wins / THROWS

    @property
    def loss(self) -> float:
        """The chance to lose."""
        return self.losses / THROWS


def counted(end: Callable[[int, int], int]) -> Odds:
    """``end``: how a fight ends with the own die and the other one; above 0 it is won, below lost."""
    ends = [end(own, other) for own in FACES for other in FACES]
    return Odds(sum(each_end > 0 for each_end in ends), sum(each_end < 0 for each_end in ends))


@lru_cache(maxsize=256)
def odds(lead: int) -> Odds:
    """The chances with this lead before the dice, where nothing else counts."""
    return counted(lambda own, other: lead + own - other)


# As facts of options -------------------------------------------------------------------------------------------


def odds_facts(own: int, theirs: int, chances: Odds) -> dict[str, Fact]:
    """Both sides' values, and the throws out of 36 that are won, tied and lost."""
    counts: dict[str, Fact] = {"wins": chances.wins, "ties": chances.ties, "losses": chances.losses}
    return {"own": own, "theirs": theirs, **counts}


def rethrow_note(key: str, ends: Sequence[int]) -> tuple[str, dict[str, Fact]]:
    """With which faces a die that is thrown again wins, and ties: the note's key, and its facts.

    ``ends``: of each face from 1 how the fight ends, as in ``counted``.
    """
    thrown = list(zip(FACES, ends, strict=True))
    wins, ties = (
        faces_said(face for face, end in thrown if end > 0),
        faces_said(face for face, end in thrown if not end),
    )
    what = ".".join(name for name, faces in (("wins", wins), ("ties", ties)) if faces)
    return f"{key}.{what or 'in_vain'}", {"winning": wins, "tying": ties}


def faces_said(faces: Iterable[int]) -> str:
    """Faces of a die in figures: ``4–6``, ``1, 3``; '' where there are none."""
    spans: list[list[int]] = []
    for face in faces:
        if spans and face == spans[-1][-1] + 1:
            spans[-1].append(face)
        else:
            spans.append([face])
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)
