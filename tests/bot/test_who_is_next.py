"""A question says who is asked next, and tells the last person everybody waits for, without a line more."""

from __future__ import annotations

from pathlib import Path

from bot.discord.prompts.layout import height_of
from rules.games import load
from tests.bot import parlour
from tests.bot.a_channel import HERE, a_channel, a_table


async def test_the_question_of_a_turn_names_the_next_person(tmp_path: Path) -> None:
    """On the line of the question or of the goal; a computer between them is no person."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Celina", "Dołącz")
        await channel.press("Ala", "🤖 Dodaj komputer")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        line = next(line for line in channel.asking()[-1].text.splitlines() if "potem " in line)

        assert "Ruch: kto i dokąd?" in line or line.startswith("-# 🎯"), "no line of its own"
        assert line.strip("*()").endswith((" potem Ala", "(potem Ala", " potem Bartek", " potem Celina"))


async def test_where_two_play_the_next_one_is_not_named(tmp_path: Path) -> None:
    """It is always the other; a computer asks for nobody's patience."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", computers=2)
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)

        assert "potem" not in channel.asking()[-1].text


async def test_the_last_one_everybody_waits_for_is_told_so(tmp_path: Path) -> None:
    """Beside the answers, when several were asked."""
    everyone = parlour.ParlourRules(parlour.everyones_secret)
    async with a_table(tmp_path, everyone, "Ala", "Bartek", "Celina") as channel:
        await channel.press("Ala", "Jak zwykle")
        two_left = channel.hands.messages(HERE, "Bartek")[-1].text
        await channel.press("Celina", "Jak zwykle")
        one_left = channel.hands.messages(HERE, "Bartek")[-1].text

        assert "na ciebie" not in two_left
        assert "✔ · **Bartek**, czekamy już tylko na ciebie" in one_left
        assert height_of(one_left) <= height_of(two_left) + 17


async def test_a_vote_may_say_why(tmp_path: Path) -> None:
    """Everybody reads it with what the person votes for; before one's vote there is nothing to give a reason for."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        early = await channel.command("Bartek", "vote", reason="bo tak")
        await channel.press("Bartek", "⭐")
        said = await channel.command("Bartek", "vote", reason="*lżej* na duszy")

        assert early.text == "Najpierw zagłosuj: powód pokazuję razem z głosem."
        assert said.message is not None
        assert not said.message.ephemeral
        assert said.text.startswith("🗳 Bartek, za: **")
        assert said.text.endswith("– „\\*lżej\\* na duszy”")
