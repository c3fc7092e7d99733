"""What a message told on the screen is not told anew when it ends, nor in the message that follows."""

from __future__ import annotations

from pathlib import Path

from tests.bot.a_channel import HERE, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount
from tests.bot.test_real_dice import DiceParlour, a_parlour

DICE = "Heard\n-# 🎲 1K6: **4** ✋"


async def test_dice_stand_below_the_newest_result_and_go_when_it_is_no_longer_the_newest(tmp_path: Path) -> None:
    """The words above them stay as they were."""
    async with a_channel(tmp_path, DiceParlour(["1K6", "1K3", "1K3"])) as channel, channel.bot_up():
        await a_parlour(channel)
        await channel.press("Ala", "4")
        newest = channel.asking()[-1].text
        await channel.press("Ala", "5")
        later = channel.asking()[-1].text

    assert DICE in newest
    assert "1K6: **4**" not in later
    assert "Heard\n-# 🎲 1K3: **3** ✋" in later


async def test_an_answer_closes_its_question_and_is_not_said_again_below(tmp_path: Path) -> None:
    """Where others wrote between them, so that the next question has a message of its own."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up():
        await channel.opened("Ala")
        asked = channel.asking()[-1]
        await channel.talk()
        await channel.press("Ala", "A · oak")
        closed = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == asked.id)

        assert closed.text.endswith("**Ala** → A · oak")
        assert channel.story().count("→ A · oak") == 1


async def test_the_end_of_a_story_that_is_told_apart_stands_with_the_question(tmp_path: Path) -> None:
    """So that both are in sight, however long the story is."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, long=500)) as channel, channel.bot_up():
        await channel.opened("Ala")
        await channel.talk()
        await channel.press("Ala", "A · oak")

        assert channel.asking()[-1].text.startswith("Heard ×500\n")


async def test_a_story_that_its_message_can_end_with_is_not_told_apart(tmp_path: Path) -> None:
    """Its end stands with the question, the whole of it in the same message once that is answered."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount, long=400)) as channel, channel.bot_up():
        await channel.opened("Ala")
        await channel.talk()
        await channel.press("Ala", "A · oak")
        asked = channel.asking()[-1]
        before = channel.story()
        await channel.talk()
        await channel.answer("Ala", "7")
        closed = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == asked.id)

        assert asked.text.startswith("Heard ×400\n")
        assert before.count("Heard") == 1
        assert closed.text.count("Heard") == 400
