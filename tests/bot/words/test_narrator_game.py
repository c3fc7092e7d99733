"""Whole games are told in both languages without a missing word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import images
from bot.discord.prompts import words
from bot.discord.prompts.story import lines, private_lines
from bot.run.print_words import options_of, questions_inside, say_question
from bot.table.records import Address
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Form, NextAction, Request, Seat
from rules.kernel.words import Word
from tests.of_each_game import of_each_game

STAGES = 60
PLAYERS = (("s1", "Ala"), ("s2", "Olek"), ("s3", "Ewa"), ("s4", "Jan"))


PLAYED = {game: module.HEARD for game, module in of_each_game("tests.bot.words.heard.{}").items()}


def test_every_game_is_listened_to() -> None:
    """A new game does not stay unheard."""
    assert list(PLAYED) == list(all_games())


def needed(request: Request[Any]) -> Iterator[str]:
    """The keys without which some prompt for this question, or for a part of it, would lack words."""
    yield from (f"ask.{request.why}", f"why.{request.why}")
    for option in options_of(request):
        yield f"option.{option.label}"
        yield from [f"note.{option.note}"] * bool(option.note)
    if isinstance(request, Form):
        yield from (field.title.key for field in request.fields if isinstance(field.title, Word))
    for inner in questions_inside(request):
        yield from needed(inner)


@pytest.mark.parametrize("game", PLAYED)
def test_whole_games_have_words(game: str) -> None:
    """Games by the autopilot: every question says what and why, every choice its name, every event what happened."""
    rules = load(game)

    heard = listened(rules, STAGES, rules.autopilot)

    assert without_words(heard) == []


def without_words(keys: Iterable[str]) -> list[str]:
    """The keys without words, each with the language that lacks them."""
    return [f"{locale}: {key}" for locale in LOCALES for key in sorted(keys) if not Narrator(locale).has_words(key)]


def listened(rules: Rules[Any], stages: int, answer: Callable[[Any, Request[Any], Seat], Value]) -> set[str]:
    """The keys that games of several sizes need; fails where what is said lacks words or a fact in a language.

    A turn with secrets whose words name facts has others for those whom they do not concern.
    """
    narrators, played = [Narrator(locale, dict(PLAYERS)) for locale in LOCALES], PLAYED[rules.name]
    keys: set[str] = set()

    def people(request: Request[Any], seat: Seat) -> Value:
        keys.update(needed(request))
        value = answer(state, request, seat)
        for narrator in narrators:
            say_question(narrator, request)
            if isinstance(request, NextAction) and request.secret and not narrator.is_bare(f"ask.{request.why}"):
                keys.add(f"ask.{request.why}.others")
            assert words.answer_in_words(narrator, request, value, seat)
        return value

    with capture_logs() as logged:
        for players in played.players:
            state = rules.begin(seat_ids(players), played.options)
            for stage in range(stages):
                if rules.over(state):
                    break
                told = run(rules, state, (), Sealed(bytes([players, stage] * 16)), people).told
                view = rules.view(state, None)
                for narrator in narrators:
                    lines(narrator, told, Address(0, stage, 0))
                    for seat in seat_ids(players):
                        private_lines(narrator, told, seat, Address(0, stage, 0))
                    played.look(narrator, view)

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
    return keys


ASKED = re.compile(
    r"""why="([\w.]+)"|"""
    r"""table\.(?:next_action|everyone)\(\s*"([\w.]+)"|"""
    r"""take\(\s*table,\s*"([\w.]+)"|"""
    r"""(?:choice|choice_of_some|volunteer)\(\s*[^,"]+,\s*"([\w.]+)"|"""
    r"""window\([^,"]+,\s*"([\w.]+)"|"""
    r"""table\.(?:choose|choose_some|amount|text|formation|form)\(\s*[^,"]+,\s*"([\w.]+)\""""
)


def found(game: str, pattern: re.Pattern[str]) -> set[str]:
    """What the sources of a game name where the pattern has a group."""
    sources = [
        file.read_text("utf-8") for file in sorted(Path(str(PLAYED[game].package.__file__)).parent.rglob("*.py"))
    ]
    return {match[match.lastindex or 0] for source in sources for match in pattern.finditer(source)}


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_of_the_rules_has_its_reason(locale: str, game: str) -> None:
    """Also the questions that a careful autopilot never comes to are named in the catalogues, and say why."""
    narrator, questions = Narrator(locale), found(game, ASKED)

    missing = [key for why in sorted(questions) for key in (f"ask.{why}", f"why.{why}") if not narrator.has_words(key)]

    assert set(PLAYED[game].asked) <= questions
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


@pytest.mark.parametrize("locale", LOCALES)
def test_pictures_have_their_words(locale: str) -> None:
    """Every key that a picture says by name is in the catalogues."""
    folder = Path(images.__file__).parent
    said = {key for file in folder.rglob("*.py") for key in re.findall(r'say\("([\w.]+)"', file.read_text("utf-8"))}

    assert said
    assert [key for key in sorted(said) if not Narrator(locale).has_words(key)] == []
