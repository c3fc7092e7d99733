"""What one message of a sitting tells: folding, what an undo took back, and what stands below it in the channel."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.discord import sitting
from bot.discord.prompts.components import CONTENT
from bot.discord.prompts.story import words
from bot.discord.screen_story import says_no_more
from bot.discord.sitting import Newest, compose, is_young, taken_back
from bot.table.events import Stories
from bot.table.records import Address, EpochRow, OutboxRow
from bot.words.narrator import Narrator
from rules.kernel.events import Told
from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import PartyMoved, StairsTaken
from tests.bot.told_in_channel import stories

SNOWFLAKE_EPOCH = 1_420_070_400.0


def row(id: int, epoch: int, stage: int, step: int) -> OutboxRow:
    """A story that ended at this question."""
    return OutboxRow(id, "game", 1, Address(epoch, stage, step), ())


def begun(epoch: int, parent: int, stage: int, step: int) -> EpochRow:
    """An epoch that goes on from this question of another."""
    at = Address(epoch, stage, step)
    return EpochRow(epoch, "undo", parent, at, at, 0.0, 1)


def heard(**channel: object) -> str:
    """An interaction as the gateway tells of it."""
    return json.dumps({"t": "INTERACTION_CREATE", "op": 0, "d": {"id": "9", "channel": channel}}, separators=(",", ":"))


def test_the_story_stands_above_the_question() -> None:
    """With a line between them; where nothing was told the question stands alone."""
    assert compose("told", "asked") == "told\n\nasked"
    assert compose("", "asked") == "asked"
    assert compose("told", "") == "told"


def test_of_a_long_sitting_the_older_lines_are_left_out() -> None:
    """The question is whole, and so is the newest line; the message is as long as Discord takes."""
    told = "\n".join(f"line {n}" for n in range(500))
    made = compose(told, "asked")

    assert len(told) + len("asked") > CONTENT
    assert len(made) <= CONTENT
    assert made.startswith("…\nline ")
    assert made.endswith("line 499\n\nasked")


def test_a_question_that_fills_the_message_stands_there_alone() -> None:
    """Nothing of what is told has room above it, not even the empty line."""
    asked = "?" * CONTENT

    assert compose("told\n" * 9, asked) == asked


def test_what_an_undo_took_back_is_known() -> None:
    """Of the first epoch only what lay before the question to which the undo went back still counts."""
    rows = [row(1, 1, 1, 0), row(2, 1, 1, 2), row(3, 1, 2, 0), row(4, 2, 1, 1)]

    assert taken_back(rows, 2, [begun(2, 1, 1, 1)]) == {2, 3}


def test_what_was_brought_back_counts_again() -> None:
    """The third epoch goes on from the first where the second had left it."""
    rows = [row(1, 1, 1, 0), row(2, 1, 1, 2), row(3, 2, 1, 1)]

    assert taken_back(rows, 3, [begun(2, 1, 1, 0), begun(3, 1, 1, 2)]) == {3}


def test_the_newest_message_is_heard_with_an_interaction() -> None:
    """Discord says it in text; a channel without messages, and other events, say nothing."""
    newest = Newest()
    newest.hear(heard(id="5", last_message_id="700"))
    newest.hear(heard(id="6", last_message_id=None))
    newest.hear(heard(id="7"))
    newest.hear('{"t":"GUILD_CREATE","op":0,"d":{"id":"1"}}')
    newest.note(5, 650)

    assert [newest.of(channel) for channel in (5, 6, 7)] == [700, 0, 0]


def test_few_channels_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was heard of least lately is forgotten, and then counts as unknown."""
    monkeypatch.setattr(sitting, "KNOWN_CHANNELS", 2)
    newest = Newest()
    for channel in (1, 2, 1, 3):
        newest.note(channel, 10)

    assert [newest.of(channel) for channel in (1, 2, 3)] == [10, 0, 10]


def test_a_message_is_young_for_fifty_minutes() -> None:
    """Discord takes few edits of one that is older than an hour."""
    written = (3600 * 1000) << 22
    now = SNOWFLAKE_EPOCH + 3600

    assert is_young(written, now)
    assert not is_young(written, now + sitting.YOUNG)


def test_an_event_that_cannot_be_read_says_nothing() -> None:
    """A broken one must not end the connection."""
    newest = Newest()
    newest.hear('{"t":"INTERACTION_CREATE"')
    newest.hear('{"t":"INTERACTION_CREATE","d":7}')

    assert newest.of(7) == 0


@pytest.mark.parametrize("locale", ["pl", "en"])
def test_a_line_that_only_repeats_the_answer_is_left_out(locale: str) -> None:
    """The stairs up say no more than the answer above them; stairs down and steps have words of their own."""
    narrator = Narrator(locale)
    answers = {
        StairsTaken(up=True, level=1): narrator.say("option.way.up", level=1),
        StairsTaken(up=False, level=2): narrator.say("option.way.down", level=2),
        PartyMoved(Word("segment.corridor"), Word("side.n"), known=False): narrator.say(
            "option.way.corridor", side=Word("side.n")
        ),
    }

    repeated = [says_no_more(words(narrator, event, 0), f"E · {answer}") for event, answer in answers.items()]

    assert repeated == [True, False, False]


def test_who_judges_the_channel_knows_which_line_the_answer_replaces() -> None:
    """The stairs up are wanted in the channel only where no answer above them says the same."""
    told = Stories((StairsTaken,)).encode([Told(StairsTaken(up=True, level=1))])
    line = "Schodami w górę, na poziom 1."
    rows = [(0, 1, 1, told, 5, lead) for lead in ("", f"E · {line[:-1]}")]

    def ask(query: str, *_: object) -> list[tuple[Any, ...]]:
        return [("labirynt-smierci", "pl")] if "games" in query else rows if "outbox" in query else []

    assert list(stories(ask, "game")) == [(5, [line]), (5, [])]
