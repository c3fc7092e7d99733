"""``/story`` and ``/chronicle`` in a channel: what somebody missed, page by page, and all of it as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.commands.story import VERB, wanted_page
from bot.discord.prompts.components import read
from bot.playground import Outcome
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.events import Event
from rules.kernel.table import Table
from rules.labirynt_smierci.events.combat import RoundBegan
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_mastered_channel import a_mine
from tests.bot.parlour import Parlour, ParlourRules, a_choice

ON, BACK = "Dalej ▶", "◀ Wstecz"


class Rounds(ParlourRules):
    """Three questions; after each so many rounds are told: 1001, 1002, …, after the next 2001, …"""

    events: tuple[type[Event], ...] = (RoundBegan,)

    def stage(self, table: Table, state: Parlour) -> None:
        """Ask and tell."""
        for question in (1, 2, 3):
            table.ask(a_choice(state))
            for n in range(self._long):
                table.tell(RoundBegan(1000 * question + n + 1))
        state.over = True


async def looked(channel: Channel, who: str, command: str, **options: object) -> Outcome:
    """A command whose answer takes a moment."""
    outcome = await channel.hands.slash(who, HERE, command, dict(options))
    return await channel.hands.follow(outcome)


async def turned(channel: Channel, who: str, outcome: Outcome, label: str) -> Outcome:
    """Press a button of a message that only this person sees."""
    assert outcome.message is not None
    [button] = [button for button in outcome.message.buttons if button.label == label]
    shown, before = outcome.message, outcome.message.text
    pressed = await channel.hands.press(who, shown, button.custom_id)

    def is_turned() -> bool:
        """Whether the page has another text; its picture may take a moment."""
        return any(one.id == shown.id and one.text != before for one in channel.hands.messages(HERE, who))

    await channel.hands.until(is_turned)
    return await channel.hands.follow(pressed)


def told(outcome: Outcome) -> str:
    """What the person alone was shown."""
    assert outcome.message is not None
    assert outcome.message.ephemeral
    return outcome.message.text


def labels(outcome: Outcome) -> list[str]:
    """The buttons below it."""
    assert outcome.message is not None
    return [button.label for button in outcome.message.buttons]


async def test_the_story_since_i_last_acted_tells_what_the_others_did(tmp_path: Path) -> None:
    """Each reads first what came of the own answer; a spectator sees the last day; «wszystko» tells all."""
    async with a_table(tmp_path, Rounds(), "Ala", "Bartek") as channel:
        await channel.answer("Bartek", "A")
        await channel.answer("Ala", "B")

        bartek = told(await looked(channel, "Bartek", "story"))
        ala = told(await looked(channel, "Ala", "story"))
        celina = told(await looked(channel, "Celina", "story"))
        everything = told(await looked(channel, "Ala", "story", since="wszystko"))
        offered = await channel.hands.complete("Bartek", HERE, "story", {"since": ""}, focused="since")
        picked = told(await looked(channel, "Bartek", "story", since=offered[0].value))

        assert offered[0].name == "Od mojego ostatniego ruchu"
        assert picked == bartek
        assert "Od twojego ostatniego ruchu" in bartek
        assert [f"Runda {n}" in bartek for n in (1001, 2001)] == [True, True]
        assert [f"Runda {n}" in ala for n in (1001, 2001)] == [False, True]
        assert f"/{channel.asking()[-1].id})" in bartek
        assert "24 godziny" in celina
        assert "od samego początku" in everything
        assert all(f"Runda {n}" in page for n in (1001, 2001) for page in (celina, everything))


async def test_the_story_since_i_last_acted_tells_the_turns_of_all_computer_players(tmp_path: Path) -> None:
    """They follow the own turn in one action, and each is a stage."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        await channel.hands.slash("Ala", HERE, "game new", {"computers": 3})
        await channel.press("Ala", "Zaczynamy")
        await channel.hands.until(channel.is_asked)
        turns: list[str] = []
        while len(turns) < 3:  # that of somebody who lies wounded is passed over
            await channel.press("Ala", "⭐")
            since = told(await looked(channel, "Ala", "story"))
            turns = [line for line in since.split("\n") if line[:1] == "🔦"]
        posts = [one.text for one in channel.hands.messages(HERE, "Ala") if not one.ephemeral]
        shown = [line for line in "\n".join(posts).rpartition("**Ala** → ")[2].split("\n") if line[:1] in "👁🎁🤝🩸"]

        assert [line for line in shown if line and line not in since] == []


async def test_a_seat_that_changes_hands_keeps_its_history(tmp_path: Path) -> None:
    """What Bartek mined is told as Bartek's, though Celina sits there now; both have played."""
    async with a_mine(tmp_path, master=False) as channel:
        await channel.command("Bartek", "answer", value="rest")
        sure = await channel.command("Bartek", "game leave")
        assert sure.message is not None
        await channel.hands.press("Bartek", sure.message, sure.message.buttons[0].custom_id)
        await channel.hands.settled()
        await channel.command("Celina", "game join")

        everything = told(await looked(channel, "Ala", "story", since="all"))
        shown = await looked(channel, "Ala", "chronicle")
        undo = await channel.command("Ala", "undo")

        assert "Miejsce „Bartek” jest wolne" in everything
        assert "Celina siada" in everything
        assert files(shown)[0].endswith(".html")
        assert undo.message is not None
        labels = [option["label"] for option in undo.message.selects[0].options]
        assert any("– Bartek: rest" in label for label in labels)
        assert not any("Celina: rest" in label for label in labels)


async def test_a_long_story_is_turned_page_by_page(tmp_path: Path) -> None:
    """Forwards and back; what is told meanwhile does not come into it."""
    async with a_table(tmp_path, Rounds(long=400), "Ala", "Bartek") as channel:
        await channel.answer("Ala", "A")
        first = await looked(channel, "Bartek", "story", since="all")
        shown = told(first)

        await channel.answer("Ala", "B")
        second = await turned(channel, "Bartek", first, ON)
        last, ways = told(second), labels(second)
        again = await turned(channel, "Bartek", second, BACK)

        assert labels(first) == [ON]
        assert ways == [BACK]
        assert "Runda 1400" in last
        assert "Runda 2001" not in last
        assert told(again) == shown


@pytest.mark.parametrize("address", ["all/0/x:1", "never/0/9:1", "all/0/9:-1", "all/0/9:", ":1", "all/0:1"])
def test_an_address_that_is_not_ours_is_stale(address: str) -> None:
    """Somebody else's button, or one of another version."""
    id = read(f"v1:{VERB}:abcdefgh:0:0:0:{address}")

    assert id is not None
    with pytest.raises(Refused, match="stale"):
        wanted_page(id)


async def test_a_moment_that_nobody_can_read_is_refused_in_words(tmp_path: Path) -> None:
    """And quotes what was typed."""
    async with a_table(tmp_path, Rounds()) as channel:
        refused = told(await channel.command("Ala", "story", since="kiedyś"))

        assert "kiedyś" in refused
        assert "wczoraj" in refused


async def test_since_is_completed_in_the_tables_language(tmp_path: Path) -> None:
    """The near moments, and whatever else is typed as it is."""
    async with a_table(tmp_path, Rounds()) as channel:
        near = await channel.hands.complete("Ala", HERE, "story", {"since": "wcz"}, focused="since")
        typed = await channel.hands.complete("Ala", HERE, "story", {"since": "2027-01-13"}, focused="since")

        assert [(one.name, one.value) for one in near] == [("Od wczoraj", "yesterday")]
        assert [one.value for one in typed] == ["2027-01-13"]


async def test_the_newest_map_and_the_whole_chronicle(tmp_path: Path) -> None:
    """The story ends with a picture; the chronicle is a file, whispered or shown to the channel."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
        unbegun = [told(await looked(channel, "Ala", command)) for command in ("story", "chronicle")]
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)

        missed = await looked(channel, "Celina", "story")
        whispered = await looked(channel, "Ala", "chronicle")
        shown = await looked(channel, "Ala", "chronicle", public=True)

        assert all("jeszcze nie zaczęła" in one for one in unbegun)
        assert files(missed) == ["map.png"]
        assert [name.partition(".")[2] for name in files(whispered) + files(shown)] == ["html", "html"]
        assert "Kronika" in told(whispered)
        assert shown.message
        assert not shown.message.ephemeral


def files(outcome: Outcome) -> list[str]:
    """The names of what came with it."""
    assert outcome.message is not None
    return [file["filename"] for file in outcome.message.attachments]
