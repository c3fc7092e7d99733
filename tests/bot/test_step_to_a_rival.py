"""The button of a step to a rival's chamber: the odds of an attack, and that one need not attack."""

from __future__ import annotations

import pytest

from bot.discord.prompts.words import label
from bot.words.narrator import Narrator
from rules.labirynt_czarnoksieznika.turn import move_offers
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put


@pytest.mark.parametrize(("lang", "said"), [("pl", "atak nie jest obowiązkowy"), ("en", "you need not")])
def test_an_attack_is_offered_and_not_forced(lang: str, said: str) -> None:
    """With the odds behind it."""
    game = a_game()
    put(game, "liriel", "B3@0"), put(game, "osten", "C3@0")

    (step,) = [offer.option for offer in move_offers(game, "s1") if offer.option.id == "step:liriel:C3"]

    narrator = Narrator(lang, {"s1": "Ala", "s2": "Olek"})
    assert "C3 ⚔️22% 🩸67%" in label(narrator, step, short=True)
    assert said in narrator.say(f"legend.{step.label}")
