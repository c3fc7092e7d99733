"""What brisk pace decides for somebody it says once, and a button turns that standing order to asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.prompts import story
from bot.playground import Message, Outcome
from bot.playground.discord_rules import COMPONENT
from bot.playground.wire import BUTTON
from bot.table.records import Address
from bot.words.narrator import Narrator
from rules.kernel.events import DecidedUnasked, Told
from rules.kernel.words import Word
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_sorcerer import a_duel
from tests.bot.test_bad_input import STALE
from tests.bot.test_fights import SEED, BeforeOrcs
from tests.bot.test_secrets import seen_by

ROUNDS, RANKS = "Pytaj: Kolejne rundy", "Pytaj: Szyk po rundzie"
TOLD = "🔸 Tempo żwawe: rundy tej walki rozgrywam bez pytania, aż coś się zmieni (Ala i Bartek)."
ASKED = "Kolejne rundy: Pytać w każdej rundzie"


async def fought(channel: Channel) -> None:
    """Both have given their orders once, Bartek last; the rest of the fight went by itself."""
    await channel.opened("Ala", "Bartek")
    await channel.press("Ala", "Walcz")
    await channel.press("Ala", "⭐")
    await channel.press("Bartek", "⭐")


def having(channel: Channel, who: str, label: str) -> list[Message]:
    """The messages for this person alone that have this button, oldest first."""
    messages = channel.hands.messages(HERE, who)
    return [one for one in messages if one.ephemeral and label in [button.label for button in one.buttons]]


def id_of(message: Message, label: str) -> str:
    """The address of this button."""
    return next(button.custom_id for button in message.buttons if button.label == label)


async def forged(channel: Channel, who: str, custom_id: str) -> Outcome:
    """A press of a button that is not before this person (any more)."""
    pressed = {"component_type": BUTTON, "custom_id": custom_id, "id": 1}
    outcome = await channel.hands._do(COMPONENT, who, channel.playground.world.channel(HERE), pressed)
    await channel.hands.settled()
    return outcome


async def test_it_is_said_to_all_and_the_button_is_for_who_pressed(tmp_path: Path) -> None:
    """Once each, in the result that all see; the button sets this order alone, and is gone from one's things."""
    async with a_channel(tmp_path, BeforeOrcs.with_tables()) as channel, channel.bot_up(lambda: SEED):
        await fought(channel)
        told = channel.story()
        before = await channel.command("Bartek", "things")
        done = await channel.press("Bartek", ROUNDS)
        things = await channel.command("Bartek", "things")

        assert told.count("🔸 Tempo żwawe") == 2
        assert TOLD in told
        assert having(channel, "Ala", ROUNDS) == []
        assert before.message is not None
        assert {ROUNDS, RANKS} <= {button.label for button in before.message.buttons}
        assert ASKED in done.text
        assert "Szyk po rundzie" not in done.text
        assert things.message is not None
        assert [button.label for button in things.message.buttons if "Pytaj" in button.label] == [RANKS]
        assert "📜 Nowe stałe rozkazy na walkę: Bartek." in channel.story()


async def test_who_did_not_press_finds_the_button_among_their_things(tmp_path: Path) -> None:
    """A second press changes nothing and says so; after a restart old buttons work, and nothing is said again."""
    async with a_channel(tmp_path, BeforeOrcs.with_tables()) as channel:
        async with channel.bot_up(lambda: SEED):
            await fought(channel)
            (bartek,) = having(channel, "Bartek", ROUNDS)
        async with channel.bot_up(lambda: SEED):
            things = (await channel.command("Ala", "things")).message
            assert things is not None
            pressed = await channel.press("Ala", ROUNDS)
            again = await forged(channel, "Ala", id_of(things, ROUNDS))
            late = await channel.hands.press("Bartek", bartek, id_of(bartek, ROUNDS))
            await channel.hands.settled()

            assert ASKED in pressed.text
            assert "Bez zmian: takie są już Twoje stałe rozkazy." in again.text
            assert ASKED in late.text
            assert channel.story().count(TOLD) == 1


async def test_nobody_presses_it_for_another(tmp_path: Path) -> None:
    """Bartek forges the address of Ala's button, a stranger that of Bartek's, and one of an order that is none."""
    async with a_channel(tmp_path, BeforeOrcs.with_tables()) as channel, channel.bot_up(lambda: SEED):
        await fought(channel)
        (mine,) = having(channel, "Bartek", ROUNDS)
        id = id_of(mine, ROUNDS)
        other = await forged(channel, "Bartek", id.replace("@s2", "@s1"))
        stranger = await forged(channel, "Celina", id)
        no_order = await forged(channel, "Bartek", id.replace(":rounds", ":sword"))
        no_question = await forged(channel, "Bartek", id.replace(":rounds", ":sent"))

        assert other.text == "Teraz może to zrobić tylko Ala."
        assert stranger.text == "Teraz może to zrobić tylko Bartek."
        assert STALE in no_order.text
        assert STALE in no_question.text
        assert "Nowe stałe rozkazy" not in channel.story()


async def test_in_the_middle_of_a_fight_it_says_when_it_works(tmp_path: Path) -> None:
    """The next fight has begun: nothing is lost, and the button stays where it is."""
    async with a_channel(tmp_path, BeforeOrcs.with_tables()) as channel, channel.bot_up(lambda: SEED):
        await channel.opened("Ala", "Bartek")
        await channel.press("Ala", "Walcz")
        game = next(iter(channel.asking()[-1].buttons)).custom_id.split(":")[2]
        outcome = await forged(channel, "Ala", f"v1:askme:{game}:1:0:1@s1::rounds")

        assert outcome.text.startswith("📜 Teraz nie można zmienić stałych rozkazów.")


async def test_what_the_button_did_is_taken_back_like_any_answer(tmp_path: Path) -> None:
    """Then one's things have the button again."""
    async with a_channel(tmp_path, BeforeOrcs.with_tables()) as channel, channel.bot_up(lambda: SEED):
        await fought(channel)
        await channel.press("Bartek", ROUNDS)
        await channel.command("Bartek", "undo", what="1")
        await channel.press("Bartek", "Cofnij")
        things = await channel.command("Bartek", "things")

        assert things.message is not None
        assert ROUNDS in [button.label for button in things.message.buttons]


@pytest.mark.parametrize(
    ("order", "polish", "english"),
    [
        ("fightorders.rounds", "rundy tej walki rozgrywam bez pytania", "I fight the rounds for Ala and Olek"),
        ("fightorders.regroup", "o szyk po rundzie dbam bez pytania", "ranks after a round for Ala and Olek"),
        ("fightorders.laying", "układam go bez pytania", "I lay it for Ala and Olek"),
        ("caveorders.deck", "z tej samej talii, bez pytania", "drawing from this deck for Ala and Olek"),
        ("orders.again", "o jeszcze jeden Ruch za Klejnot nie pytam", "do not ask Ala and Olek about one more Move"),
        ("orders.pack", "Co nieść", "without asking Ala and Olek"),
    ],
)
def test_each_decision_has_words_in_both_languages(order: str, polish: str, english: str) -> None:
    """One short sentence; an order without one of its own is named."""
    told = [Told(DecidedUnasked(("s1", "s2"), Word(order)))]
    names = {"s1": "Ala", "s2": "Olek"}
    (in_polish,), (in_english,) = (story.lines(Narrator(of, names), told, Address(1, 1, 1)) for of in ("pl", "en"))

    assert polish in in_polish
    assert "(Ala i Olek)" in in_polish
    assert english in in_english


async def test_among_rivals_only_who_is_concerned_has_the_button(tmp_path: Path) -> None:
    """All read that Ala was not asked about a Move for a Gem; her button asks from then on, and nobody hears of it."""
    async with a_channel(tmp_path, a_duel()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.answer("Ala", "step:liriel:D2")
        before = channel.story()
        done = await channel.press("Ala", "Pytaj: Jeszcze jeden Ruch za Klejnoty")
        things = await channel.command("Ala", "things")

        assert before.count("🔸 Tempo żwawe: o jeszcze jeden Ruch za Klejnot nie pytam (Ala).") == 1
        assert "Jeszcze jeden Ruch za Klejnoty: pytaj mnie" in done.text
        assert "Jeszcze jeden Ruch za Klejnoty: pytaj mnie" in things.text
        assert channel.story() == before
        assert [who for who in ("Bartek", "Celina") if "Pytaj: " in seen_by(channel.playground, channel, who)] == []
