"""Choices that need no button, and those that come first."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import face_of
from rules.games import load
from rules.kernel.advance import run
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Option, Request, Seat
from rules.labirynt_smierci.view import View


@pytest.mark.parametrize(
    ("game", "option", "idle"),
    [
        ("labirynt-smierci", Option("n", "encounter.negotiate.hopeless", "encounter.negotiate.cost"), True),
        ("labirynt-smierci", Option("n", "encounter.negotiate", "encounter.negotiate.cost"), False),
        ("labirynt-smierci", Option("e", "examine.mirror", "examine.mirror.nothing"), True),
        ("labirynt-smierci", Option("e", "examine.mirror", "examine.mirror.level"), False),
        ("labirynt-czarnoksieznika", Option("a", "encounter.attack", "encounter.attack", {"wins": 0}), True),
        ("labirynt-czarnoksieznika", Option("a", "encounter.attack", "encounter.attack", {"wins": 3}), False),
        ("jaskinia", Option("a", "arrival.attack", "arrival.attack", {"wins": 0}), True),
        ("jaskinia", Option("f", "ready.fight", "ready.fight", {"wins": 0}), False),
        ("jaskinia", Option("g", "gate.force", "gate.force", {"faces": 0}), True),
    ],
)
def test_what_has_no_chance_or_effect_is_idle(game: str, option: Option, idle: bool) -> None:
    """A fight that nobody can decline is not."""
    assert face_of(game).is_idle(option) is idle


OUT, HOME, ON = Option("out", "way.out"), Option("go", "way.to.entrance.level"), Option("a", "way.door")


def test_the_way_home_comes_first_when_the_party_is_hurt() -> None:
    """Not while it is well; the exit not before the first step."""
    view, face = _at_the_entrance(), face_of("labirynt-smierci")
    weak = tuple(msgspec.structs.replace(character, strength=1) for character in view.party.characters)
    hurt = msgspec.structs.replace(view, party=msgspec.structs.replace(view.party, characters=weak))

    assert [face.comes_first(view, option) for option in (OUT, HOME, ON)] == [False, False, False]
    assert [face.comes_first(hurt, option) for option in (OUT, HOME, ON)] == [True, True, False]


def _at_the_entrance() -> View:
    rules = load("labirynt-smierci")
    state = rules.begin(seat_ids(2), {})

    def people(request: Request[object], seat: Seat) -> Value:
        return rules.autopilot(state, request, seat)

    run(rules, state, (), Sealed(bytes(32)), people)
    seen = rules.view(state, None)
    assert isinstance(seen, View)
    return seen
