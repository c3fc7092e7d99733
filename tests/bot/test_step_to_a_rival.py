"""The button of a step to a rival's chamber: that one may attack there, not that one must."""

from __future__ import annotations

import pytest

from bot.discord.prompts.words import label
from bot.words.narrator import Narrator
from rules.labirynt_czarnoksieznika.turn import move_offers
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put


@pytest.mark.parametrize(("lang", "said"), [("pl", "(atak, jeśli chcesz: ⚔️"), ("en", "(attack if you like: ⚔️")])
def test_an_attack_is_offered_and_not_forced(lang: str, said: str) -> None:
    """With the odds behind it."""
    game = a_game()
    put(game, "liriel", "B3@0"), put(game, "osten", "C3@0")

    (step,) = [offer.option for offer in move_offers(game, "s1") if offer.option.id == "step:liriel:C3"]

    assert said in label(Narrator(lang, {"s1": "Ala", "s2": "Olek"}), step, short=True)
