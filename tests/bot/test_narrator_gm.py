"""What a game master is offered, and what comes of it, has its words in both languages."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.narrator import LOCALES, Narrator
from bot.prompts.story import lines
from bot.records import Address
from rules.games import load
from tests.bot.test_narrator_game import GAME, hear, needed
from tests.soak.journeys import wild
from tests.soak.labyrinth import badly_shown
from tests.soak.meddling import Meddler

PLAYERS = {"s1": "Ala", "s2": "Olek", "s3": "Ewa", "s4": "Jan"}


@pytest.mark.parametrize("locale", LOCALES)
def test_corrections_have_words(locale: str) -> None:
    """Each action its label, each question what is asked and why, each event its line."""
    narrator = Narrator(locale, PLAYERS)
    keys: dict[str, None] = {}

    with capture_logs() as logged:
        for n in range(3):
            meddler = Meddler(wild(load(GAME), 800 + n), badly_shown)
            for stage in meddler.play(30):
                lines(narrator, stage.end.told, Address(0, stage.snapshot.stage, 0))
            for offers in meddler.offers[::5]:
                keys |= dict.fromkeys(needed(offers))
                hear(narrator, offers)

    assert "option.gm.strength" in keys
    assert [key for key in keys if not narrator.knows(key)] == []
    assert [one for one in logged if one["event"].startswith("words.")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_roll_has_a_name(locale: str) -> None:
    """A table picks by it which dice it throws by hand."""
    assert [kind for kind in load(GAME).rolls if not Narrator(locale).knows(f"rolls.{kind}")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_it_is_said_what_cannot_be_changed_any_more(locale: str) -> None:
    """House rules that made the party."""
    assert "heroes" in Narrator(locale).say("refused.option_fixed", name="heroes")
