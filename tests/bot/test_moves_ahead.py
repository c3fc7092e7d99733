"""A move named ahead: nobody but its player learns of it, and when the turn comes nobody is waited for."""

from __future__ import annotations

from pathlib import Path

from bot.table.timekeeping import waited_at
from rules.kernel.requests import Choose, NextAction
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_sorcerer import a_duel, begun
from tests.bot.a_table import OLEK, a_house
from tests.bot.test_secrets import seen_by


async def test_a_move_is_named_while_others_think(tmp_path: Path) -> None:
    """In Ala's turn Olek says where Haldra goes next: Ala is asked the same as before, at the same step."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        assert isinstance(turn.waiting, NextAction)
        ask = turn.waiting.ask_of("s2", "ahead")
        assert isinstance(ask, Choose)

        done = await house.press(turn, OLEK, ["ahead", ask.options[0].id])

        assert [(one.to, type(one.event).__name__) for one in done.told] == [(("s2",), "MoveNamed")]
        assert waited_at(done.standing) == waited_at(turn) == ("s1",)
        assert done.standing.address == turn.address


async def test_only_its_player_reads_of_it(tmp_path: Path) -> None:
    """From the button with the bag; the others see nothing of it."""
    async with a_channel(tmp_path, a_duel()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "🎒")
        panel = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.pick("Bartek", panel, 0, "Zapowiedz swój następny ruch…")
        menu = channel.hands.messages(HERE, "Bartek")[-1]

        assert "Od czego ma się zacząć twoja następna tura?" in menu.text
        assert [who for who in ("Ala", "Celina") if "Od czego ma" in seen_by(channel.playground, channel, who)] == []
