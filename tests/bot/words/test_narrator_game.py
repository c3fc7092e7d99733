"""Whole games are told in both languages without a missing word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

import images
from bot.discord.prompts import words
from bot.discord.prompts.story import lines, private
from bot.games.jaskinia import words as jaskinia_words
from bot.games.jaskinia.places import cave_in_words, surroundings_in_words
from bot.games.labirynt_czarnoksieznika.words import boards_in_words, fight_in_words
from bot.games.labirynt_smierci.words import battle_in_words, map_in_words
from bot.table.records import Address
from bot.words.narrator import LOCALES, Narrator
from rules import jaskinia, labirynt_czarnoksieznika, labirynt_smierci
from rules.games import all_games, load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Choose, ChooseSome, Everyone, Form, NextAction, Option, Request, Seat
from rules.kernel.words import Word

STAGES = 60
PLAYERS = (("s1", "Ala"), ("s2", "Olek"), ("s3", "Ewa"), ("s4", "Jan"))


def look_at_maze(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of a party in the maze show."""
    map_in_words(narrator, view.here)
    if view.battle:
        battle_in_words(narrator, view.battle)


def look_at_boards(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of rivals on their boards show."""
    boards_in_words(narrator, view)
    if view.fight:
        fight_in_words(narrator, view.fight)


def look_at_cave(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of Seekers in the Cave show."""
    cave_in_words(narrator, view)
    for one in view.seekers:
        surroundings_in_words(narrator, view, one.at)
    if view.fight:
        jaskinia_words.fight_in_words(narrator, view.fight)


class Played(msgspec.Struct, frozen=True):
    """How a game is listened to. ``asked``: some of its questions, so that none are looked for in vain."""

    package: ModuleType
    players: Sequence[int]
    options: Mapping[str, str]
    look: Callable[[Narrator, Any], None]
    asked: tuple[str, ...]


PLAYED: Mapping[str, Played] = {
    "labirynt-smierci": Played(
        labirynt_smierci,
        (1, 2, 3),
        {"adventures": "2"},
        look_at_maze,
        ("way", "encounter", "traps.delegate", "combat.order"),
    ),
    "labirynt-czarnoksieznika": Played(
        labirynt_czarnoksieznika,
        (2, 4),
        {"teams": "chosen"},
        look_at_boards,
        ("turn.move", "fight.magic", "wound.shield", "runes.pick"),
    ),
    "jaskinia": Played(
        jaskinia,
        (1, 4),
        {"seekers": "chosen"},
        look_at_cave,
        ("turn.start", "duel.defence", "chamber.map", "effect.way"),
    ),
}


def test_every_game_is_listened_to() -> None:
    """A new game does not stay unheard."""
    assert list(PLAYED) == list(all_games())


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


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("locale", LOCALES)
def test_whole_games_have_words(locale: str, game: str) -> None:
    """Games by the autopilot: every question says what and why, every choice its name, every event what happened."""
    rules = load(game)

    heard = listened(locale, rules, STAGES, rules.autopilot)

    missing = [key for key in sorted(heard) if not Narrator(locale).knows(key)]
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


def listened(
    locale: str, rules: Rules[Any], stages: int, answer: Callable[[Any, Request[Any], Seat], Value]
) -> set[str]:
    """The keys that games of several sizes need; fails where something that is said has no words or lacks a fact.

    A turn with secrets whose words name facts has others for those whom they do not concern.
    """
    narrator, played = Narrator(locale, dict(PLAYERS)), PLAYED[rules.name]
    keys: set[str] = set()

    def people(request: Request[Any], seat: Seat) -> Value:
        keys.update(needed(request))
        hear(narrator, request)
        if isinstance(request, NextAction) and request.secret and not narrator.is_bare(f"ask.{request.why}"):
            keys.add(f"ask.{request.why}.others")
        value = answer(state, request, seat)
        assert words.described(narrator, request, value, seat)
        return value

    with capture_logs() as logged:
        for players in played.players:
            state = rules.begin(seat_ids(players), played.options)
            for stage in range(stages):
                if rules.over(state):
                    break
                told = run(rules, state, (), Sealed(bytes([players, stage] * 16)), people).told
                lines(narrator, told, Address(0, stage, 0))
                for seat in seat_ids(players):
                    private(narrator, told, seat, Address(0, stage, 0))
                played.look(narrator, rules.view(state, None))

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
    return keys


ASKED = re.compile(
    r"""why="([\w.]+)"|"""
    r"""table\.(?:next_action|everyone)\(\s*"([\w.]+)"|"""
    r"""\btake\(\s*table,\s*"([\w.]+)"|"""
    r"""(?:window|choice|choice_of_some)\([^,"]+,\s*"([\w.]+)"|"""
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

    missing = [key for why in sorted(questions) for key in (f"ask.{why}", f"why.{why}") if not narrator.knows(key)]

    assert set(PLAYED[game].asked) <= questions
    assert not missing, f"no words in {locale} for: {', '.join(missing)}"


@pytest.mark.parametrize("locale", LOCALES)
def test_pictures_have_their_words(locale: str) -> None:
    """Every key that a picture says by name is in the catalogues."""
    folder = Path(images.__file__).parent
    said = {key for file in folder.rglob("*.py") for key in re.findall(r'say\("([\w.]+)"', file.read_text("utf-8"))}

    assert said
    assert [key for key in sorted(said) if not Narrator(locale).knows(key)] == []
