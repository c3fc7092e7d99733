"""After the commit the bot speaks: nothing twice, nothing lost, few calls."""

from __future__ import annotations

from pathlib import Path

from bot.playground import Message
from tests.bot.a_channel import AS_USUAL, HERE, a_channel, a_table
from tests.bot.parlour import Parlour, ParlourRules, a_choice, a_song, an_amount, an_errand

CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


class Galleries(ParlourRules):
    """The same stage again and again."""

    def over(self, state: Parlour) -> bool:
        """Never."""
        return False


async def test_a_pressed_answer_costs_four_calls(tmp_path: Path) -> None:
    """The callback that closes the prompt, the story, the next prompt; then the line that says whom the game awaits."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        before = len(channel.posts())
        await channel.press("Ala", AS_USUAL)

        assert channel.posts()[before:] == [CALLBACK, SEND, SEND, EDIT]


async def test_a_typed_answer_costs_one_more(tmp_path: Path) -> None:
    """The prompt above has to lose its buttons by an edit of its own."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        before = len(channel.posts())
        await channel.answer("Ala", "A")

        assert channel.posts()[before:] == [CALLBACK, EDIT, SEND, SEND, EDIT]


async def test_what_could_not_be_sent_is_sent_at_the_next_start(tmp_path: Path) -> None:
    """Discord fails while the story is due; after a restart it is told once, and the question is asked."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala")
            await channel.playground.permit(HERE, send_messages=False)
            await channel.press("Ala", "A · oak")
            assert "Heard" not in channel.story()
            await channel.playground.permit(HERE, send_messages=True)
        async with channel.bot_up():
            await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)

            assert channel.story().count("Heard") == 1


async def test_a_lost_reply_posts_nothing_twice(tmp_path: Path) -> None:
    """The line breaks after Discord has taken the story: the retry carries the same nonce."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        channel.playground.faults.add(method="POST", route="*/messages", lost_reply=True, times=1)
        await channel.hands.press_label("Ala", HERE, "A · oak")
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        await channel.hands.settled()

        assert channel.story().count("Heard") == 1


async def test_a_long_story_fills_several_messages(tmp_path: Path) -> None:
    """Two thousand lines do not fit into one message; none of them is lost."""
    async with a_table(tmp_path, ParlourRules(a_choice, long=2000)) as channel:
        await channel.hands.press_label("Ala", HERE, "A · oak")
        await channel.hands.until(lambda: channel.story().count("Heard") >= 2000)
        await channel.hands.settled()

        assert channel.story().count("Heard") == 2000
        assert max(len(text) for text in channel.texts()) <= 4000


async def test_the_end_shows_the_seed_behind_the_seal(tmp_path: Path) -> None:
    """What was sealed at the start is opened at the end."""
    async with a_table(tmp_path, ParlourRules(a_choice)) as channel:
        await channel.press("Ala", AS_USUAL)
        await channel.hands.until(lambda: "Ziarno, z którego wyrosły kości: `" in channel.story())

        assert "Pieczęć kości: `" in channel.story()


async def test_only_those_who_are_asked_are_pinged(tmp_path: Path) -> None:
    """The one who has just acted is here; the other one is notified."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        await channel.press("Ala", AS_USUAL)

        prompt = channel.hands.messages(HERE, "Ala")[-1]
        bartek = next(one["id"] for one in prompt.data["mentions"])
        assert f"<@{bartek}>" in prompt.content
        assert len(prompt.data["mentions"]) == 1


async def test_whoever_was_asked_is_not_pinged_again_after_an_aside(tmp_path: Path) -> None:
    """Ala polishes first; the question stands at the bottom again, it alone has buttons, and Bartek has peace."""
    async with a_table(tmp_path, ParlourRules(an_errand, an_errand, an_amount), "Ala", "Bartek") as channel:
        first = channel.hands.messages(HERE, "Ala")[-1]
        await channel.pick("Ala", first, 0, "polish")
        again = channel.hands.messages(HERE, "Ala")[-1]
        await channel.press("Ala", "north")
        new = channel.hands.messages(HERE, "Ala")[-1]

        assert [len(one.data["mentions"]) for one in (first, again, new)] == [1, 0, 1]
        assert asked(again) == asked(first)
        assert [one.id for one in channel.hands.messages(HERE, "Ala") if one.buttons] == [new.id]


def asked(prompt: Message) -> list[str]:
    """The lines of a prompt, save the last: since when it is asked."""
    return prompt.content.splitlines()[:-1]


async def test_the_next_vote_pings_although_it_is_called_the_same(tmp_path: Path) -> None:
    """Only actions are asked anew; a choice that comes twice is two questions."""
    async with a_table(tmp_path, ParlourRules(a_choice, a_choice), "Ala", "Bartek") as channel:
        await channel.press("Ala", "A · oak")

        assert len(channel.hands.messages(HERE, "Ala")[-1].data["mentions"]) == 1


async def test_another_stage_is_another_question(tmp_path: Path) -> None:
    """The same actions in the next gallery: whoever is asked is told."""
    async with a_table(tmp_path, Galleries(a_song), "Ala", "Bartek") as channel:
        await channel.press("Ala", "listen")

        assert len(channel.hands.messages(HERE, "Ala")[-1].data["mentions"]) == 1
