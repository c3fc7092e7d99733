"""The star tells its reason in a few words, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import face_of
from bot.words.narrator import LOCALES, Narrator
from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import NextAction, Request, Seat
from rules.simulation import by_stages, seed_of

LONGEST = 40
STAGES = 60
EXPLAINED = {
    "labirynt-smierci": ("way",),
    "labirynt-czarnoksieznika": ("turn.move", "encounter.attack"),
    "jaskinia": (),
}
"""Questions whose star always has a reason."""


def reasons_told(name: str, n: int, players: int) -> list[tuple[str, str, bool]]:
    """Return the questions of a game played as usual, each with its reason and whether it is that of a main action."""
    rules, face, told = load(name), face_of(name), list[tuple[str, str, bool]]()
    narrators = [Narrator(locale, marked=False) for locale in LOCALES]
    state = rules.begin(seat_ids(players), {})

    def answer(request: Request[Any], seat: Seat) -> Value:
        advice = rules.advise(state, request, seat)
        waited = isinstance(request, NextAction) and any(
            action.option.id == advice.value[0] and not action.aside for action in request.of(seat)
        )
        for narrator in narrators:
            said = face.usual_for(narrator, state, request, advice, seat, openly=False)
            told.append((request.why, str(said), waited))
        assert advice.value == rules.autopilot(state, request, seat)
        return advice.value

    list(by_stages(rules, state, Sealed(seed_of(3, n)), answer, players, STAGES))
    return told


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_reason_is_short_and_every_great_question_has_one(name: str) -> None:
    """As a player reads it on a phone beside ⭐."""
    told = [
        each
        for n, players in enumerate((1, 3) if name == "labirynt-smierci" else (3, 3))
        for each in reasons_told(name, n, players)
    ]

    assert {said for _, said, _ in told if len(said) > LONGEST} == set()
    assert {said for _, said, _ in told if said.startswith(("usual.", "aim.", "cave."))} == set()
    assert {why for why, said, waited in told if waited and not said and why in EXPLAINED[name]} == set()
    assert len({said for _, said, _ in told}) > len(LOCALES) * 3
