"""Whole games are told in both languages without a missing word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import images
from bot.narrator import LOCALES, Narrator
from bot.prompts import words
from bot.prompts.pictures import battle_in_words, map_in_words
from bot.prompts.story import lines
from bot.records import Address
from rules import labirynt_smierci
from rules.games import load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Choose, ChooseSome, Everyone, Form, NextAction, Option, Request, Seat
from rules.kernel.words import Word

GAME = "labirynt-smierci"
STAGES = 60
PLAYERS = (("s1", "Ala"), ("s2", "Olek"), ("s3", "Ewa"))


def hear(narrator: Narrator, request: Request[Any]) -> None:
    """Say everything that a prompt for this question says; what is missing is logged."""
    words.question(narrator, request)
    words.reason(narrator, request)
    for option in options_of(request):
        assert words.label(narrator, option)
        words.note(narrator, option)
    if isinstance(request, Form):
        for field in request.fields:
            words.title(narrator, field)
    for inner in inside(request):
        hear(narrator, inner)


def needed(request: Request[Any]) -> Iterator[str]:
    """The keys without which some prompt for this question, or for a part of it, would lack words."""
    yield from (f"ask.{request.why}", f"why.{request.why}")
    for option in options_of(request):
        yield f"option.{option.label}"
        yield from [f"note.{option.note}"] * bool(option.note)
    if isinstance(request, Form):
        yield from (field.title.key for field in request.fields if isinstance(field.title, Word))
    for inner in inside(request):
        yield from needed(inner)


def options_of(request: Request[Any]) -> Sequence[Option]:
    """What can be chosen or done."""
    match request:
        case Choose(options=options) | ChooseSome(options=options):
            return options
        case NextAction(actions=actions):
            return [action.option for action in actions]
    return ()


def inside(request: Request[Any]) -> Iterator[Request[Any]]:
    """The questions that a question holds: of its seats, its fields, its actions."""
    match request:
        case Everyone(asks=asks):
            yield from asks.values()
        case Form(fields=fields):
            yield from (field.ask for field in fields)
        case NextAction(actions=actions):
            yield from (action.ask for action in actions if action.ask)


@pytest.mark.parametrize("locale", LOCALES)
def test_whole_games_have_words(locale: str) -> None:
    """Games of one, two and three players by the autopilot: every question says what and why, every choice its name."""
    narrator = Narrator(locale, dict(PLAYERS))
    rules = load(GAME)
    keys: set[str] = set()

    def people(request: Request[Any], seat: Seat) -> Value:
        keys.update(needed(request))
        hear(narrator, request)
        value = rules.autopilot(state, request, seat)
        assert words.described(narrator, request, value)
        return value

    with capture_logs() as logged:
        for players in range(1, len(PLAYERS) + 1):
            state = rules.begin(seat_ids(players), {"adventures": "2"})
            for stage in range(STAGES):
                if rules.over(state):
                    break
                position = run(rules, state, (), Sealed(bytes([players, stage] * 16)), people)
                lines(narrator, position.told, Address(0, stage, 0))
                look(narrator, rules.view(state, None))

    missing = [key for key in sorted(keys) if not narrator.knows(key)]
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"
    assert [entry for entry in logged if entry["event"].startswith("words.")] == []


ASKED = re.compile(
    r"""why="([\w.]+)"|"""
    r"""table\.(?:next_action|everyone)\(\s*"([\w.]+)"|"""
    r"""table\.(?:choose|choose_some|amount|text|formation|form)\(\s*[^,"]+,\s*"([\w.]+)\""""
)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_of_the_rules_has_its_reason(locale: str) -> None:
    """Also the questions that a careful autopilot never comes to are named in the catalogues, and say why."""
    narrator, folder = Narrator(locale), Path(labirynt_smierci.__file__).parent
    found = [ASKED.findall(file.read_text("utf-8")) for file in sorted(folder.glob("*.py"))]
    questions = {why for names in found for groups in names for why in groups if why}

    missing = [key for why in sorted(questions) for key in (f"ask.{why}", f"why.{why}") if not narrator.knows(key)]

    assert {"way", "encounter", "traps.delegate", "combat.order"} <= questions
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


def look(narrator: Narrator, view: Any) -> None:
    """Say what the pictures show."""
    map_in_words(narrator, view.here)
    if view.battle:
        battle_in_words(narrator, view.battle)


@pytest.mark.parametrize("locale", LOCALES)
def test_pictures_have_their_words(locale: str) -> None:
    """Every key that a picture says by name is in the catalogues."""
    folder = Path(images.__file__).parent
    said = {key for file in folder.glob("*.py") for key in re.findall(r'say\("([\w.]+)"', file.read_text("utf-8"))}

    assert said
    assert [key for key in sorted(said) if not Narrator(locale).knows(key)] == []
