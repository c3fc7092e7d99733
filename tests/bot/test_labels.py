"""Words of buttons: what a phone shows of them is enough to choose by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.run.print_words import options_of, questions_inside
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Option, Request, Seat

STAGES = 40
PRESS = 12
"""Characters of the button beside a choice."""
SEATS = {"s1": "Ala", "s2": "Olek", "s3": "Ewa"}


def asked(game: str) -> Iterator[tuple[Any, Request[Any], Seat]]:
    """The questions of games that the autopilot plays, with the state in which the stage began."""
    rules = load(game)
    for players in (3, 2):
        found: list[tuple[Any, Request[Any], Seat]] = []
        state = rules.begin(seat_ids(players), {})

        def people(request: Request[Any], seat: Seat) -> Value:
            found.append((state, request, seat))  # noqa: B023 -- used at once
            return rules.autopilot(state, request, seat)  # noqa: B023

        for stage in range(STAGES):
            if rules.over(state):
                break
            found.clear()
            run(rules, state, (), Sealed(bytes([players, stage] * 16)), people)
            yield from found


def options_inside(request: Request[Any]) -> Iterator[Option]:
    """The options of a question and of the questions inside it."""
    yield from options_of(request)
    for inner in questions_inside(request):
        yield from options_inside(inner)


@pytest.mark.parametrize("game", all_games())
def test_choices_with_a_price_have_short_buttons(game: str) -> None:
    """Each option with odds, price or stakes has words for the button beside it, and they fit."""
    options = {
        option.label: option
        for _, request, _ in asked(game)
        for option in options_inside(request)
        if option.note and not option.label.startswith("gm.")
    }
    assert len(options) > 10

    with capture_logs() as logged:
        said = {
            (locale, label): Narrator(locale, SEATS, marked=False).first_known(f"press.{label}", **option.facts)
            for locale in LOCALES
            for label, option in options.items()
        }

    assert [key for key, words in said.items() if not words] == []
    assert [(key, words) for key, words in said.items() if len(words) > PRESS] == []
    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
