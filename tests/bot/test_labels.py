"""Words of buttons: what a phone shows of them is enough to choose by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.discord.prompts import words
from bot.run.print_words import options_of, questions_inside
from bot.words.catalogues import LOCALES, entries_of
from bot.words.narrator import Narrator, Said
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Choose, Draw, NextAction, Option, Request, Seat

STAGES = 40
PRESS = 12
"""Characters of the button beside a choice."""
SEEN = 34
"""Characters of a button that every phone shows."""
USUAL = "⭐ "
"""What stands before the usual answer."""
MOST = 20
"""More options than this are a menu."""
ODDS = re.compile(r"\d+%")
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
        (option.label, str(option.facts)): option
        for _, request, _ in asked(game)
        for option in options_inside(request)
        if option.note and not option.label.startswith("gm.")
    }
    assert len(options) > 10

    with capture_logs() as logged:
        said = {
            (locale, key): Narrator(locale, SEATS, marked=False).first_known(f"press.{option.label}", **option.facts)
            for locale in LOCALES
            for key, option in options.items()
        }

    assert [key for key, press in said.items() if not press] == []
    assert [(key, press) for key, press in said.items() if len(press) > PRESS] == []
    assert [entry for entry in logged if entry["event"].startswith("words.")] == []


def buttons(request: Request[Any]) -> list[Option]:
    """What everybody may press at a question."""
    match request:
        case NextAction(actions=actions):
            offered = [action.option for action in actions if not (action.aside or action.secret)]
        case Choose(options=options) | Draw(offered=options):
            offered = list(options)
        case _:
            offered = []
    unique = list({option.id: option for option in offered}.values())
    return unique if len(unique) <= MOST else []


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_a_cut_label_still_tells_its_choice(locale: str, game: str) -> None:
    """The buttons of one question differ in what a phone shows of them, which is all of it."""
    narrator = Narrator(locale, SEATS, marked=False)
    alike, cut, long, questions = list[tuple[str, str]](), set[str](), set[str](), 0

    for _, request, _ in asked(game):
        seen: dict[str, str] = {}
        questions += 1
        for option in buttons(request):
            label = USUAL + words.label(narrator, option, short=True)
            if label[:SEEN] in seen:
                alike.append((seen[label[:SEEN]], label))
            seen[label[:SEEN]] = label
            if any(odds.end() > SEEN for odds in ODDS.finditer(label)):
                cut.add(label)
            if len(label) > SEEN:
                long.add(label)

    assert questions > STAGES
    assert alike == []
    assert cut == set()
    assert long == set()


@pytest.mark.parametrize("deadly", ["", " ☠️"])
def test_names_give_way_to_odds_and_danger(deadly: str) -> None:
    """A button keeps where to, the odds and the skull; of two names as much as there is room for."""
    brief = Said(f"D1 ⚔️0% (Niedźwiedź jaskiniowy i Troll głębinowy{deadly})")
    option = Option("way", "route.through", facts={"through": (), "brief": brief})

    label = words.label(Narrator("pl", marked=False), option, short=True)

    assert "D1 ⚔️0% (Niedźw" in label
    assert label.endswith(f"…{deadly})")
    assert len(USUAL + label) <= SEEN


@pytest.mark.parametrize("locale", LOCALES)
def test_exploring_on_has_room_for_its_aim(locale: str) -> None:
    """The usual answer of Labirynt Śmierci says what it is for on the button itself."""
    narrator = Narrator(locale, marked=False)
    aims = {entry.key for entry in entries_of(locale) if entry.key.startswith("aim.short.")}
    explore = narrator.say("option.way.explore")

    labels = [f"{USUAL}{explore} · {narrator.say(key, level=3)}" for key in sorted(aims) if not key.endswith(".here")]

    assert len(labels) > 5
    assert [label for label in labels if len(label) > SEEN] == []
