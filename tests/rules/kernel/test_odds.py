"""How likely a fight is won, counted from all throws, and how that is said."""

from __future__ import annotations

import pytest

from rules.kernel.odds import counted, faces_said, odds, odds_facts, rethrow_note


@pytest.mark.parametrize(("faces", "expected"), [((), ""), ((6,), "6"), ((4, 5, 6), "4–6"), ((1, 3, 4), "1, 3–4")])
def test_faces_are_said_in_figures(faces: tuple[int, ...], expected: str) -> None:
    """A span, or several."""
    assert faces_said(faces) == expected


@pytest.mark.parametrize("lead", range(-7, 8))
def test_plain_odds_are_counted_from_all_throws(lead: int) -> None:
    """Wins, ties and losses are 36 together, and the other side's the other way round."""
    mine, other = odds(lead), odds(-lead)

    assert mine == counted(lambda own, theirs: lead + own - theirs)
    assert (mine.wins, mine.losses) == (other.losses, other.wins)
    assert mine.wins + mine.ties + mine.losses == 36


def test_as_facts_they_stand_beside_both_values() -> None:
    """Strength 7 against 5: 26 of 36 are won."""
    facts = odds_facts(7, 5, odds(2))

    assert facts == {"own": 7, "theirs": 5, "wins": 26, "ties": 4, "losses": 6}


@pytest.mark.parametrize(
    ("ends", "note", "winning", "tying"),
    [
        ((-3, -2, -1, 0, 1, 2), "again.wins.ties", "5–6", "4"),
        ((1, 0, -1, -2, -3, -4), "again.wins.ties", "1", "2"),
        ((-1, 1, 2, 3, 4, 5), "again.wins", "2–6", ""),
        ((-5, -4, -3, -2, -1, 0), "again.ties", "", "6"),
        ((-6, -5, -4, -3, -2, -1), "again.in_vain", "", ""),
    ],
)
def test_a_throw_again_is_told_by_its_faces(ends: tuple[int, ...], note: str, winning: str, tying: str) -> None:
    """Those that win, and those that tie; the note's key says which of them there are."""
    assert rethrow_note("again", ends) == (note, {"winning": winning, "tying": tying})
