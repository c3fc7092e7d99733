"""How a new segment of Labirynt Śmierci lies is asked from whoever chose the way; the others read whom it asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.kernel.requests import Seat
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import load
from tests.bot.a_channel import a_channel
from tests.bot.test_journeys import QUIET

LINKING = [{"at": [0, 0], "sides": "WCWC"}, {"at": [2, 1], "sides": "WCWC"}]
"""East of here most segments fit in more than one way."""


class Asked(LabiryntSmierci):
    """The rules, whose games begin inside and always ask how a segment lies."""

    def begin(self, seats: Sequence[Seat], options: dict[str, str]) -> Game:  # type: ignore[override]
        """Two heroes of different players."""
        party = [{"hero": "lord_dil", "seat": seats[0]}, {"hero": "alric", "seat": seats[-1]}]
        setup = {"maze": LINKING, "seats": seats, "options": {**options, "laying": "asked"}, "party": party}
        game: Game = self.scene("stage", setup)[0]
        return game


async def test_who_may_not_lay_reads_by_name_whose_question_it_is(tmp_path: Path) -> None:
    """Neither the usual answer nor another one is taken from Ala; Bartek goes on."""
    async with a_channel(tmp_path, Asked(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "🔦")
        asked = channel.asking()[-1]
        assert "Jak położyć nowy segment" in asked.text
        for button in asked.buttons[:2]:
            refused = await channel.press("Ala", button.label)
            assert refused.text == "To pytanie nie do ciebie – czekamy na: Bartek."
        laid = await channel.press("Bartek", asked.buttons[0].label)

        assert "To pytanie nie do ciebie" not in laid.text
