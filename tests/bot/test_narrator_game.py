"""Whole games are told in both languages without a missing word."""

from __future__ import annotations

import re
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
from rules.games import load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.requests import Choose, ChooseSome, Everyone, Form, NextAction, Request, Seat

GAME = "labirynt-smierci"
STAGES = 60


def hear(narrator: Narrator, request: Request[Any]) -> None:
    """Say everything that a prompt for this question says."""
    words.question(narrator, request)
    words.reason(narrator, request)
    match request:
        case Choose(options=options) | ChooseSome(options=options):
            for option in options:
                assert words.label(narrator, option)
                words.note(narrator, option)
        case Form(fields=fields):
            for field in fields:
                words.title(narrator, field)
                hear(narrator, field.ask)
        case NextAction(actions=actions):
            for action in actions:
                words.label(narrator, action.option)
                words.note(narrator, action.option)
                if action.ask:
                    hear(narrator, action.ask)


def asked_keys(request: Request[Any]) -> set[str]:
    """Questions that have no words of their own are found by this."""
    match request:
        case Everyone(asks=asks):
            return {f"ask.{request.why}"}.union(*map(asked_keys, asks.values()))
    return {f"ask.{request.why}"}


@pytest.mark.parametrize("locale", LOCALES)
def test_whole_games_have_words(locale: str) -> None:
    """Three games by the autopilot: no event, question, option, note or sheet without its words."""
    narrator = Narrator(locale, {"s1": "Ala", "s2": "Olek"})
    rules = load(GAME)
    questions: set[str] = set()

    def people(request: Request[Any], seat: Seat) -> Value:
        questions.update(asked_keys(request))
        hear(narrator, request)
        value = rules.autopilot(state, request, seat)
        assert words.described(narrator, request, value)
        return value

    with capture_logs() as logged:
        for game in range(3):
            state = rules.begin({"s1": "Ala", "s2": "Olek"}, {"adventures": "2"})
            for stage in range(STAGES):
                if rules.over(state):
                    break
                position = run(rules, state, (), Sealed(bytes([game, stage] * 16)), people)
                lines(narrator, position.told, Address(0, stage, 0))
                look(narrator, rules.view(state, None))

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
    assert [key for key in sorted(questions) if not narrator.knows(key)] == []


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
