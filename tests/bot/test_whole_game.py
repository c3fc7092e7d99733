"""A whole game of three people in the playground: from the lobby to the light of day, the Black Gate behind them."""

from __future__ import annotations

from pathlib import Path

from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel

PEOPLE = ("Ala", "Bartek", "Celina")
LUCKY = bytes([128]) * 32
"""With these dice and these house rules a careful party wins in some forty stages."""
MOST_PROMPTS = 400


async def test_three_people_play_from_the_lobby_to_victory(tmp_path: Path) -> None:
    """Everybody answers as usual; the end tells the chronicle in numbers, and the seed opens the seal."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: LUCKY):
        await channel.hands.slash("Ala", HERE, "game new", {"options": "gate_front=any resistance=no"})
        for one in PEOPLE[1:]:
            await channel.press(one, "Dołącz")
        await channel.press("Ala", "Szybki start")

        for _ in range(MOST_PROMPTS):
            await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
            if ended(channel):
                break
            await answer_as_usual(channel)

        assert "zwycięstwo drużyny" in channel.story()
        assert "Kronika wyprawy" in channel.story()
        assert LUCKY.hex() in channel.story()


def ended(channel: Channel) -> bool:
    """Whether the seed was told."""
    return "Ziarno" in channel.texts()[-1]


async def answer_as_usual(channel: Channel) -> None:
    """Whoever is asked presses the first button, until another question stands there."""
    asked = prompt_of(channel)
    for one in PEOPLE:
        if prompt_of(channel) != asked:
            return
        message = channel.hands.messages(HERE, "Ala")[-1]
        await channel.hands.press(one, message, asked)
        await channel.hands.settled(quiet=0.03)


def prompt_of(channel: Channel) -> str:
    """The custom id of the usual answer to the open question; '' while there is none."""
    buttons = channel.hands.messages(HERE, "Ala")[-1].buttons
    return next((button.custom_id for button in buttons if ":usual:" in button.custom_id), "")
