"""Everything that people can look at works at every question of a game, from the set-up on."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from bot.games import face_of
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Request, Seat
from rules.simulation import by_stages, seed_of

STAGES = 12


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", all_games())
def test_words_for_whoever_looks(game: str, locale: str) -> None:
    """Own things, characters, maps, the course, sheets and plans: for everybody, and for each seat."""
    rules, face = load(game), face_of(game)
    seats = seat_ids(max(2, rules.seats[0]))
    narrator = Narrator(locale, {seat: seat for seat in seats})
    state, seen = rules.begin(seats, {}), 0

    def look(request: Request[Any], seat: Seat) -> Any:
        nonlocal seen
        seen += 1
        for eye in (None, *seats):
            view = rules.view(state, eye)
            weighed = face.weighed(state, view)
            face.mine(narrator, view)
            face.course(narrator, weighed)
            face.what_now(narrator, weighed, seats)
            face.standings(narrator, view, ())
            face.members(narrator, view)
            assert [face.has_nothing_hidden(view, one) in (True, False) for one in seats]
            assert all(name for _, name in face.maps(narrator, view))
            assert all(character.id for character in face.characters(narrator, view))
            list(face.filled_sheets(narrator, view))
        return rules.autopilot(state, request, seat)

    for _ in islice(by_stages(rules, state, Sealed(seed_of(3, 0)), look, len(seats), STAGES), STAGES):
        pass

    assert seen > STAGES
