"""Whole games of rivals in which a game master meddles at random: nothing breaks or is lost, everything replays.

``tests/soak`` plays more of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

import pytest

from rules.jaskinia import corrections as cave_corrections
from rules.jaskinia.events import corrections as cave_events
from rules.kernel.events import Event
from rules.labirynt_czarnoksieznika import corrections as sorcerer_corrections
from rules.labirynt_czarnoksieznika.events import corrections as sorcerer_events
from tests.sampled import first_of
from tests.soak import cave, sorcerer
from tests.soak.meddling import meddled
from tests.soak.rivals import Rivals

pytestmark = pytest.mark.long

BUDGET = 24


class Meddling(NamedTuple):
    """Games of some rivals to meddle with; whatever can be set right in them, the events of it, and what is rare.

    The games are few, and such that everything is set right in one of them. Where a change of the rules leaves a thing
    out, one is added from those of ``tests/soak/test_meddling_soak.py`` in which it is set right.
    """

    rivals: Rivals
    games: Iterable[int]
    deeds: Iterable[str]
    events: ModuleType
    rare: tuple[str, ...] = ()


RECKLESS = {
    "sorcerer": Meddling(
        sorcerer.RIVALS,
        (500, 520, 682, 686, 697, 709),
        sorcerer_corrections.DEEDS,
        sorcerer_events,
        rare=("wake",),  # few of the dead wait to awaken
    ),
    "cave": Meddling(
        cave.RIVALS,
        (434, 506, 602, 634, 664),
        cave_corrections.DEEDS,
        cave_events,
        rare=("unnumber",),  # only beside the main board, which has tests of its own
    ),
}
CAREFUL = [
    *first_of(((sorcerer.RIVALS, n) for n in range(500, 503)), 1),
    *first_of(((cave.RIVALS, n) for n in range(600, 604)), 1),
]


@pytest.mark.parametrize("meddling", RECKLESS.values(), ids=RECKLESS)
def test_a_meddling_game_master_cannot_break_a_reckless_game(meddling: Meddling) -> None:
    """As few to as many as can play do anything that is legal, and so does the game master, wherever in a turn.

    Each kind of correction is taken in some game, but for what is rare, and each is told.
    """
    stories = [meddled(meddling.rivals, meddling.rivals.wild(n), BUDGET) for n in meddling.games]
    done = dict.fromkeys(verb for story in stories for verb in story.done)
    told = dict.fromkeys(event for story in stories for event in story.told)
    events = [one.__name__ for one in vars(meddling.events).values() if _is_event_of(meddling.events, one)]

    assert [wrong for story in stories for wrong in story.wrong] == []
    assert [verb for verb in meddling.deeds if verb not in (*done, *meddling.rare)] == []
    assert events
    assert [event for event in events if event not in told] == []


def _is_event_of(module: ModuleType, one: object) -> bool:
    return isinstance(one, type) and issubclass(one, Event) and one.__module__ == module.__name__


@pytest.mark.parametrize(("rivals", "n"), CAREFUL)
def test_a_meddling_game_master_cannot_break_a_careful_game(rivals: Rivals, n: int) -> None:
    """The autopilot bears everything that happens to those it plays for."""
    assert meddled(rivals, rivals.sensible(n), BUDGET).wrong == []
