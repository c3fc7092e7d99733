"""After the commit the bot speaks: nothing twice, nothing lost, few calls."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from bot.playground import Message, Refused
from bot.table.records import Standing
from tests.bot.a_channel import AS_USUAL, HERE, a_channel, a_clock_that_runs, a_table
from tests.bot.parlour import Parlour, ParlourRules, a_choice, a_song, an_amount, an_errand, everyones_form, heard

CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
SEND = ("POST", "/channels/{channel_id}/messages")
WITHDRAW = ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
"""A receipt goes, which Discord does not count, as the channel tells the same."""
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


class Galleries(ParlourRules):
    """The same stage again and again."""

    def over(self, state: Parlour) -> bool:
        """Never."""
        return False


async def test_a_pressed_answer_costs_two_calls(tmp_path: Path) -> None:
    """The callback tells the story and asks the next question; then the line that says since when the game waits."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), clock=a_clock_that_runs()) as channel:
        before = len(channel.posts())
        await channel.press("Ala", AS_USUAL)

        assert channel.posts()[before:] == [CALLBACK, EDIT]


async def test_a_typed_answer_costs_one_more(tmp_path: Path) -> None:
    """No message was pressed: the old one closes by an edit of its own, and what came of it stands below."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), clock=a_clock_that_runs()) as channel:
        before = len(channel.posts())
        await channel.answer("Ala", "A")

        assert channel.posts()[before:] == [CALLBACK, EDIT, SEND, WITHDRAW, EDIT]


async def test_a_ping_costs_two_more(tmp_path: Path) -> None:
    """The question that needs somebody else comes below: two lines that ping, which an edit turns into the layout."""
    rules = ParlourRules(a_choice, everyones_form)
    async with a_table(tmp_path, rules, "Ala", "Bartek", clock=a_clock_that_runs()) as channel:
        before = len(channel.posts())
        await channel.press("Ala", AS_USUAL)

        assert channel.posts()[before:] == [CALLBACK, SEND, EDIT, EDIT]  # the last one is the line of the status


async def test_a_sitting_is_one_message(tmp_path: Path) -> None:
    """Story upon story stands above the question, in the message that was there when the sitting began."""
    async with a_table(tmp_path, Galleries(a_choice)) as channel:
        first = channel.hands.messages(HERE, "Ala")[-1]
        for _ in range(3):
            await channel.press("Ala", "A · oak")
        now = channel.hands.messages(HERE, "Ala")[-1]

        assert now.id == first.id
        assert now.text.count("**Ala** → A · oak") == 3
        assert asked(now) == asked(first)


async def test_who_writes_below_begins_a_new_message(tmp_path: Path) -> None:
    """The story goes where people look: below what they wrote. What was pressed says what was chosen."""
    async with a_table(tmp_path, Galleries(a_choice)) as channel:
        first = channel.hands.messages(HERE, "Ala")[-1]
        await channel.hands.say("Ala", HERE, "idziemy")
        await channel.press("Ala", "A · oak")
        pressed = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == first.id)
        now = channel.hands.messages(HERE, "Ala")[-1]

        assert now.id != first.id
        assert "Heard" in now.text
        assert "**Ala** → A · oak" in pressed.text
        assert not pressed.buttons


async def test_a_full_message_begins_a_new_one(tmp_path: Path) -> None:
    """Nothing is left out of a sitting: what has no room stands in the next message."""
    async with a_table(tmp_path, Galleries(a_choice, long=100)) as channel:
        for _ in range(4):
            await channel.press("Ala", "A · oak")

        messages = [one for one in channel.hands.messages(HERE, "Ala") if "Heard" in one.text]
        assert len(messages) > 1
        assert heard(channel.story()) == 400
        assert [bool(one.buttons) for one in messages] == [False] * (len(messages) - 1) + [True]


async def test_what_is_taken_back_is_struck_out(tmp_path: Path) -> None:
    """After an undo the sitting's message shows what does not count any more."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        await channel.press("Ala", "A · oak")
        await channel.command("Ala", "undo", what="1")
        await channel.press("Ala", "Cofnij")
        now = channel.hands.messages(HERE, "Ala")[-1]

        assert "~~**Ala** → A · oak~~" in channel.story()
        assert now.buttons or now.ephemeral


async def test_what_could_not_be_sent_is_sent_at_the_next_start(tmp_path: Path) -> None:
    """Discord fails while the story is due; after a restart it is told once, and the question is asked."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala")
            await channel.hands.say("Ala", HERE, "no to dalej")
            await channel.playground.permit(HERE, send_messages=False)
            await channel.press("Ala", "A · oak")
            assert "Heard" not in channel.story()
            await channel.playground.permit(HERE, send_messages=True)
        async with channel.bot_up():
            await channel.hands.until(lambda: heard(channel.story()) > 0)
            await channel.hands.settled()

            assert heard(channel.story()) == 1


async def test_a_second_try_that_breaks_is_counted_as_a_fault(tmp_path: Path) -> None:
    """The line breaks, and then something of ours does: whoever runs the bot sees it."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as client:
        await channel.opened("Ala")
        client.posting.pauses = (0.0,)
        sessions = client.service.sessions
        standing_of, tries = sessions.standing_of, iter((OSError, ZeroDivisionError))

        async def broken(game_id: str) -> Standing | None:
            raise next(tries)

        sessions.standing_of = broken  # type: ignore[method-assign]
        await client.posting.deliver(sessions.live()[0].id)
        await channel.hands.settled()
        sessions.standing_of = standing_of  # type: ignore[method-assign]

        assert client.metrics.registry.get_sample_value("labirynt_faults_total") == 1


@pytest.mark.parametrize("route", ["*/messages", "*/callback", "*/messages/*"])
async def test_a_lost_reply_tells_nothing_twice(tmp_path: Path, route: str) -> None:
    """The line breaks after Discord has taken the story: a post carries the same nonce, an edit says the same."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        if route == "*/messages":
            await channel.hands.say("Ala", HERE, "idziemy")
        channel.playground.faults.add(route=route, lost_reply=True, times=1)
        with contextlib.suppress(Refused):
            await channel.hands.press_label("Ala", HERE, "A · oak")
        await channel.hands.until(lambda: heard(channel.story()))
        await channel.hands.settled()

        assert heard(channel.story()) == 1
        assert sum(bool(one.buttons) for one in channel.hands.messages(HERE, "Ala")) == 1


async def test_a_long_story_fills_several_messages(tmp_path: Path) -> None:
    """Two thousand lines do not fit into one message; none of them is lost."""
    async with a_table(tmp_path, ParlourRules(a_choice, long=2000)) as channel:
        await channel.hands.press_label("Ala", HERE, "A · oak")
        await channel.hands.until(lambda: heard(channel.story()) >= 2000)
        await channel.hands.settled()

        assert heard(channel.story()) == 2000
        assert max(len(text) for text in channel.texts()) <= 4000


async def test_the_end_shows_the_seed_behind_the_seal(tmp_path: Path) -> None:
    """What was sealed at the start is opened at the end."""
    async with a_table(tmp_path, ParlourRules(a_choice)) as channel:
        await channel.press("Ala", AS_USUAL)
        await channel.hands.until(lambda: "Ziarno losowania" in channel.story())

        assert "Pieczęć kości: `" in channel.story()


async def test_only_those_who_are_asked_are_pinged(tmp_path: Path) -> None:
    """The one who has just acted is here; the other one, whose answer is needed, too, is notified."""
    async with a_table(tmp_path, ParlourRules(a_choice, everyones_form), "Ala", "Bartek") as channel:
        await channel.press("Ala", AS_USUAL)

        prompt = channel.hands.messages(HERE, "Ala")[-1]
        bartek = next(one["id"] for one in prompt.data["mentions"])
        assert f"<@{bartek}>" in prompt.text
        assert len(prompt.data["mentions"]) == 1


async def test_nobody_is_pinged_for_a_party_at_which_somebody_sits(tmp_path: Path) -> None:
    """Any one of them may answer, and Ala is there: Bartek has peace, however many questions come."""
    async with a_table(tmp_path, Galleries(a_song), "Ala", "Bartek") as channel:
        first = channel.hands.messages(HERE, "Ala")[-1]
        for _ in range(3):
            await channel.press("Ala", "listen")
        now = channel.hands.messages(HERE, "Ala")[-1]

        assert (now.id, now.data["mentions"]) == (first.id, [])


async def test_whoever_wants_to_be_pinged_at_every_question_is(tmp_path: Path) -> None:
    """By their own wish, once for each; never who has just pressed."""
    async with a_table(tmp_path, Galleries(a_choice), "Ala", "Bartek") as channel:
        await channel.command("Bartek", "quiet", pings="every")
        await channel.press("Ala", "A · oak")
        now = channel.hands.messages(HERE, "Ala")[-1]

        assert [one["username"].casefold() for one in now.data["mentions"]] == ["bartek"]


@pytest.mark.parametrize("wish", ["daily", "never"])
async def test_whoever_wants_no_ping_gets_none(tmp_path: Path, wish: str) -> None:
    """The question names them and does not call them."""
    async with a_table(tmp_path, ParlourRules(a_choice, everyones_form), "Ala", "Bartek") as channel:
        await channel.command("Bartek", "quiet", pings=wish)
        await channel.press("Ala", AS_USUAL)

        assert channel.hands.messages(HERE, "Ala")[-1].data["mentions"] == []


async def test_whoever_was_asked_is_not_pinged_again_after_an_aside(tmp_path: Path) -> None:
    """Ala polishes first; the same question is asked again, in the same message."""
    async with a_table(tmp_path, ParlourRules(an_errand, an_errand, an_amount), "Ala", "Bartek") as channel:
        first = channel.hands.messages(HERE, "Ala")[-1]
        await channel.pick("Ala", first, 0, "polish")
        again = channel.hands.messages(HERE, "Ala")[-1]

        assert (again.id, again.data["mentions"]) == (first.id, [])
        assert asked(again) == asked(first)


def asked(prompt: Message) -> list[str]:
    """The bold lines of a message: what it asks."""
    return [line for line in prompt.text.splitlines() if line.endswith("?**")]


async def test_the_next_vote_pings_although_it_is_called_the_same(tmp_path: Path) -> None:
    """Only actions are asked anew; a choice that comes twice is two questions, and everybody's voice is needed."""
    async with a_table(tmp_path, Galleries(a_choice), "Ala", "Bartek") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Ala", "A · oak")

        asked = next(one for one in channel.hands.newest_first(HERE, "Ala") if one.buttons)
        assert len(asked.data["mentions"]) == 1
