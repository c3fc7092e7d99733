"""Whole games in the playground: from the lobby to the end, where the seed is shown and every die is checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from bot.discord.farewell import MOVING, REMATCH
from bot.playground import Message
from rules.games import load
from rules.kernel.proof import Proof, check
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.sampled import first_of

PEOPLE = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Feliks")
NEIGHBOURS = PEOPLE[:4]
"""Who is in every playground."""
LUCKY = bytes([61]) * 32
"""With these dice and these house rules a party that answers as usual wins."""
MOST_PROMPTS = 400
SEND = ("POST", "/channels/{channel_id}/messages")


async def test_three_people_play_from_the_lobby_to_victory(tmp_path: Path) -> None:
    """Everybody answers as usual; the end tells the chronicle in numbers, and the seed opens the seal."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: LUCKY):
        await seated(channel, PEOPLE[:3], "gate_front=any resistance=no")
        await channel.press("Ala", "Szybki start")

        await as_usual_to_the_end(channel)

        assert "Czarne Wrota leżą w gruzach, a wy wróciliście" in channel.story()
        assert "Kronika wyprawy" in channel.story()
        assert LUCKY.hex() in channel.story()
        pressed = [call for call in channel.playground.requests if call.route.endswith("/callback")]
        posted = [call for call in channel.playground.requests if (call.method, call.route) == SEND]
        pings = sum(len((call.body or {}).get("allowed_mentions", {}).get("users", [])) for call in posted)
        assert len(posted) < len(pressed) / 2  # a sitting is one message
        assert pings < len(pressed) / 2  # and only who is needed is called


@pytest.mark.parametrize(("number", "luck"), first_of([(2, 42), (4, 76)], 1))
async def test_rivals_play_from_the_lobby_to_victory(tmp_path: Path, number: int, luck: int) -> None:
    """Two with a board that is nobody's between them, or four: one wins; the file of the dice accounts for each."""
    seed = bytes([luck]) * 32
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up(lambda: seed):
        await seated(channel, PEOPLE[:number], "gems=8")
        await channel.press("Ala", "Zaczynamy")

        await as_usual_to_the_end(channel)

        story = channel.story()
        assert ("leży plansza niczyja" in story) == (number == 2)
        assert "wygrywa" in story
        assert seed.hex() in story
        verdict = check(msgspec.json.decode(file_of(channel, ".json"), type=Proof))
        assert verdict.faults == ()
        assert f"(etapy: {verdict.stages})" in story
        assert f"Etapy w dowodzie kości: {verdict.stages}." in file_of(channel, ".html").decode()
        assert len(file_of(channel, ".gif")) <= MOVING
        chronicle = file_of(channel, ".html").decode()
        assert "data:image/png;base64," in chronicle
        assert all(one in chronicle for one in ("Rundy 1–10", "wygrywa", seed.hex(), *PEOPLE[:number]))


@pytest.mark.parametrize(("number", "luck"), first_of([(2, 38), (1, 253), (4, 186), (6, 197)], 1))
async def test_seekers_play_from_the_lobby_to_the_end(tmp_path: Path, number: int, luck: int) -> None:
    """Alone or up to six, for one trial behind open Gates: chronicle and dice account for how somebody won."""
    seed = bytes([luck]) * 32
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(lambda: seed):
        await seated(channel, PEOPLE[:number], "gates=open trials=1")
        await channel.press("Ala", "Zaczynamy")

        await as_usual_to_the_end(channel)

        story = channel.story()
        assert "wygrywa" in story
        assert seed.hex() in story
        assert check(msgspec.json.decode(file_of(channel, ".json"), type=Proof)).faults == ()
        assert len(file_of(channel, ".gif")) <= MOVING
        chronicle = file_of(channel, ".html").decode()
        assert "data:image/png;base64," in chronicle
        assert all(one in chronicle for one in ("Rundy 1–10", "wygrywa", seed.hex(), *PEOPLE[:number]))


async def seated(channel: Channel, people: Sequence[str], options: str) -> None:
    """An open table with these people and house rules."""
    for one in people[len(NEIGHBOURS) :]:
        channel.playground.add_person(one, guild="Piwnica u Ali")
    await channel.hands.slash(people[0], HERE, "game new", {"options": options})
    for one in people[1:]:
        await channel.press(one, "Dołącz")


async def as_usual_to_the_end(channel: Channel) -> None:
    """Whoever is asked presses the first button, until the seed is told."""
    for _ in range(MOST_PROMPTS):
        await channel.hands.until(lambda: prompt_of(channel) or ended(channel))
        if ended(channel):
            await channel.hands.settled()
            return
        await answer_as_usual(channel)


def newest(channel: Channel) -> Message:
    """The last message that everybody reads."""
    return next(one for one in channel.hands.newest_first(HERE, "Ala") if not one.ephemeral)


def ended(channel: Channel) -> bool:
    """Whether the last words stand there, with the button for another game."""
    return any(REMATCH in button.custom_id for button in newest(channel).buttons)


async def answer_as_usual(channel: Channel) -> None:
    """Whoever is asked presses the first button, until another question stands there."""
    asked = prompt_of(channel)
    for one in named(channel):
        if prompt_of(channel) != asked:
            return
        await channel.hands.press(one, newest(channel), asked)
        await channel.hands.settled()


def named(channel: Channel) -> list[str]:
    """Who is asked by the open question."""
    asked = re.findall(r"<@(\d+)>", newest(channel).text)
    if not asked:  # any one of the party may answer, and whoever sits there need not be named
        return ["Ala"]
    return [channel.playground.world.person(id)["user"]["global_name"] for id in asked]


def prompt_of(channel: Channel) -> str:
    """The custom id of the usual answer to the open question, or of an owner's consent; '' while there is none."""
    ids = [button.custom_id for button in newest(channel).buttons]
    return next((id for id in ids if ":usual:" in id or (":vote:" in id and id.endswith(":yes"))), "")


def file_of(channel: Channel, suffix: str) -> bytes:
    """One of the files that the end was told with."""
    messages = channel.hands.newest_first(HERE, "Ala")
    attached = next(file for one in messages for file in one.attachments if file["filename"].endswith(suffix))
    return channel.playground.world.store.file(attached["id"])
