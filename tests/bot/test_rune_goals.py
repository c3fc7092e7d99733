"""A Rune is secret: where it goes is marked on a picture for its player alone."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bot.games.labirynt_czarnoksieznika.goals import rune_goals
from rules.labirynt_czarnoksieznika.view import View
from tests.bot.a_channel import HERE, a_table
from tests.bot.a_sorcerer import Midgame
from tests.images.dungeons import a_late_game


def seen_by(seat: str | None, crystals: int = 3) -> View:
    """The first team carries two Runes, one of them water; the viewer's eyes change nothing else."""
    return msgspec.structs.replace(a_late_game(), viewer=seat, left={"crystals": crystals})


def test_goals_are_the_chambers_of_the_element_on_all_other_boards() -> None:
    """Never on the own board, where there is water as well; none without a Crystal to win; none for a spectator."""
    first = a_late_game().teams[0].seat
    goals = rune_goals(seen_by(first))
    own = next(board for board in a_late_game().boards if board.owner == first)

    kinds = {(board.id, one.name): one.kind for board in a_late_game().boards for one in board.chambers}
    assert {kinds[goal] for goal in goals} == {"water"}
    assert len({board for board, _ in goals}) == 3
    assert own.id not in {board for board, _ in goals}
    assert rune_goals(seen_by(first, crystals=0)) == rune_goals(seen_by(None)) == ()


async def test_whoever_looks_at_their_own_things_sees_where_the_rune_goes(tmp_path: Path) -> None:
    """Ala carries one: her things have the picture, with words; Bartek's have none, nor has the channel."""
    people = [{"id": "taelin", "at": "B4@0", "rune": "air"}, {"id": "haldra", "at": "B3@0"}]
    async with a_table(tmp_path, Midgame(characters=people), "Ala", "Bartek") as channel:
        before = {who: channel.hands.messages(HERE, who) for who in ("Ala", "Bartek")}
        for who in before:
            await channel.command(who, "things")
        hers, his = (channel.hands.messages(HERE, who)[-1] for who in before)

        assert [one["filename"] for one in hers.attachments] == ["goals.png"]
        assert "złote komnaty" in hers.attachments[0]["description"]
        assert not his.attachments
        public = [one["filename"] for message in before["Bartek"] for one in message.attachments]
        assert "goals.png" not in public
