"""What a game master is offered, and what comes of it, has its words in both languages."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.discord.prompts.story import lines, private_lines
from bot.games import face_of
from bot.run.print_words import say_question
from bot.table.records import Address
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.requests import GM
from tests.bot.words.test_narrator_game import PLAYERS, needed, without_words
from tests.rules.contract.witnesses import WITNESSES
from tests.soak.meddling import Meddler

FIRST_GAME = 798
FIRST = {
    "labirynt-smierci": "option.gm.strength",
    "labirynt-czarnoksieznika": "option.gm.life",
    "jaskinia": "option.gm.endurance",
}


@pytest.mark.parametrize("game", all_games())
@pytest.mark.long
def test_corrections_have_words(game: str) -> None:
    """Each action its label, each question what is asked and why, each event its line, each group its panel."""
    narrators, face = [Narrator(locale, dict(PLAYERS)) for locale in LOCALES], face_of(game)
    keys: dict[str, None] = {}

    with capture_logs() as logged:
        for n in range(3):
            meddler = Meddler(WITNESSES[game].wild(FIRST_GAME + n), WITNESSES[game].badly_shown)
            for stage in meddler.play(30):
                address = Address(0, stage.snapshot.stage, 0)
                for narrator in narrators:
                    lines(narrator, stage.end.told, address)
                    private_lines(narrator, stage.end.told, GM, address)
            for offers in meddler.offers[::5]:
                groups = dict.fromkeys(face.group(action) for action in offers.actions)
                keys |= dict.fromkeys(f"{part}.{group}" for group in groups for part in ("option", "ask", "why"))
                keys |= dict.fromkeys(needed(offers))
                for narrator in narrators:
                    say_question(narrator, offers)

    assert FIRST[game] in keys
    assert without_words(keys) == []
    assert [one for one in logged if one["event"].startswith("words.")] == []


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_roll_has_a_name(locale: str, game: str) -> None:
    """A table picks by it which dice it throws by hand."""
    assert [kind for kind in load(game).rolls if not Narrator(locale).has_words(f"rolls.{kind}")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_it_is_said_what_cannot_be_changed_any_more(locale: str) -> None:
    """House rules that made the party."""
    assert "heroes" in Narrator(locale).say("refused.option_fixed", name="heroes")
