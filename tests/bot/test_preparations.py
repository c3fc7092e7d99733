"""Several advised preparations in Labirynt Śmierci are one entry of the menu, with one press for all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.kernel.requests import Seat
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.tables import load
from tests.bot.a_channel import HERE, a_channel
from tests.bot.test_improvements import BELT
from tests.bot.test_journeys import MAZE, QUIET

DO_ALL = "Zrób to wszystko"


class Unready(LabiryntSmierci):
    """The rules, whose games begin inside with bad ranks and things in the bag."""

    def begin(self, seats: Sequence[Seat], options: dict[str, str]) -> Game:  # type: ignore[override]
        """The first player owns a talisman and an armour, the second a talisman."""
        party = [
            {"hero": "lord_dil", "seat": seats[0], "items": [BELT, {"kind": "armour", "plus": 1}]},
            {"hero": "alric", "seat": seats[-1], "items": [BELT]},
            {"hero": "eodred", "seat": seats[0]},
            {"hero": "gilith", "seat": seats[-1]},
        ]
        setup = {"maze": MAZE, "at": [0, -3], "seats": seats, "options": options, "party": party}
        game: Game = self.scene("stage", setup)[0]
        return game


@pytest.mark.parametrize(("people", "own"), [(["Ala"], 4), (["Ala", "Bartek"], 3)])
async def test_one_entry_shows_ones_own_preparations_and_does_them_all(
    tmp_path: Path, people: list[str], own: int
) -> None:
    """The entry counts everybody's, the list is one's own; what is left for others needs no entry."""
    async with a_channel(tmp_path, Unready(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened(*people)
        asked = channel.asking()[-1]
        assert asked.selects[0].options[0]["label"] == "🧰 Przygotujcie się (4)…"
        await channel.pick("Ala", asked, 0, "🧰 Przygotujcie się (4)…")
        _, *lines = channel.hands.messages(HERE, "Ala")[-1].text.splitlines()
        assert len(lines) == own
        assert lines[0].startswith("- Zmień szyk: Lord Dil, Alryk")
        await channel.press("Ala", DO_ALL)

        story = channel.story()
        assert "**Ala** → 🧰 Przygotowania" in story
        assert "**Lord Dil** zakłada **magiczną zbroję**" in story
        assert not [option for option in channel.asking()[-1].selects[0].options if "🧰" in option["label"]]


async def test_where_the_table_votes_the_party_s_ranks_are_no_preparation(tmp_path: Path) -> None:
    """One press may not decide for all."""
    async with a_channel(tmp_path, Unready(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened("Ala", "Bartek")
        await channel.command("Ala", "table", deciding="vote")
        await channel.pick("Ala", channel.asking()[-1], 0, "🧰 Przygotujcie się (3)…")

        _, *lines = channel.hands.messages(HERE, "Ala")[-1].text.splitlines()
        assert lines == ["- Lord Dil zakłada nieznany talizman", "- Lord Dil zakłada magiczną zbroję"]


async def test_who_has_nothing_to_prepare_is_told_so(tmp_path: Path) -> None:
    """Bartek has no hero, and no voice about the ranks alone."""
    async with a_channel(tmp_path, Unready(load())) as channel, channel.bot_up(lambda: QUIET):
        await channel.opened("Ala", "Bartek", "Celina")
        await channel.command("Ala", "table", deciding="vote")
        await channel.pick("Bartek", channel.asking()[-1], 0, "🧰 Przygotujcie się (3)…")

        assert channel.texts("Bartek")[-1] == "🧰 Na razie nie masz nic do przygotowania."
