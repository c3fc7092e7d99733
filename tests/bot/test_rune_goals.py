"""A Rune is secret: where it goes is marked on a picture for its player alone."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bot.games.labirynt_czarnoksieznika.words import rune_goals
from bot.playground import Message
from rules.labirynt_czarnoksieznika.view import View
from tests.bot.a_channel import AS_USUAL, HERE, a_table
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


async def test_ones_own_things_are_dated_and_follow_the_game(tmp_path: Path) -> None:
    """They say as of when they are; answered by, they drop the old picture; a button shows them as they are now."""
    people = [{"id": "taelin", "at": "C2@0", "rune": "air"}, {"id": "haldra", "at": "A1@1"}]
    async with a_table(tmp_path, Midgame(characters=people), "Ala", "Bartek") as channel:
        await channel.command("Ala", "things")
        before = channel.hands.messages(HERE, "Ala")[-1]
        assert "· runda 1, tura: Ala" in before.text
        assert before.attachments

        await channel.hands.press("Ala", before, _move_of(before))
        await channel.hands.settled()
        answered = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == before.id)
        assert not answered.attachments
        assert [button.label for button in answered.buttons] == [NOW]

        await channel.press("Ala", NOW)
        now = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == before.id)
        assert [one["filename"] for one in now.attachments] == ["goals.png"]
        assert "Taelin" in now.text
        assert "C2" not in now.text.splitlines()[2]


NOW = "Moje rzeczy teraz"


def _move_of(message: Message) -> str:
    """The control by which the Move is made as usual."""
    return next(button.custom_id for button in message.buttons if button.label.startswith(AS_USUAL))


async def test_whoever_looks_at_their_own_things_learns_what_a_glove_takes(tmp_path: Path) -> None:
    """What it gives, and what is missing to it; Ala has a weapon and a scroll [10.10]."""
    people = [{"id": "taelin", "at": "B4@0", "pack": ["sword", "fate"]}, {"id": "haldra", "at": "B3@0"}]
    async with a_table(tmp_path, Midgame(characters=people), "Ala", "Bartek") as channel:
        hers, his = [(await channel.command(who, "things")).text for who in ("Ala", "Bartek")]

        assert "🧤 Rękawica Zagłady (Siła +3, rany po 2" in hers
        assert "Brakuje: Klejnoty i Zbroja." in hers
        assert "Brakuje: Klejnoty, Zbroja, Broń i Zwój." in his
