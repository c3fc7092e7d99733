"""A duel between people who are not there at the same time: who is asked, who is not, and who answers for whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt
from bot.games import face_of
from bot.table.records import Accepted
from bot.table.timekeeping import waited_at
from bot.words.narrator import Narrator
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import ClashWon
from rules.labirynt_czarnoksieznika.model import Orders
from tests.bot.a_channel import HERE, UNSAID, Channel, a_channel
from tests.bot.a_rival_game import ATTACKER, DEFENDER, SORCERER, as_usual, by_defender, told
from tests.bot.a_sorcerer import Midgame, a_duel, attacked, begun
from tests.bot.a_table import OLEK, a_house
from tests.bot.test_secrets import seen_by


def is_fought(accepted: Accepted) -> bool:
    """Whether the clash is over."""
    return bool({*told(accepted)} & {*SORCERER.outcomes})


# Who is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("together", "pack", "why"),
    [(False, ["fireball"], "fight.magic"), (True, [], "fight.joint"), (True, ["fireball"], "fight.defence")],
)
async def test_who_can_react_is_asked_in_secret(tmp_path: Path, together: bool, pack: list[str], why: str) -> None:
    """A scroll, a companion, or both in one answer; Olek alone is waited for, and he alone is called.

    After a cast he is asked once more, whether or not there is another scroll.
    """
    rules = a_duel(together=together, pack=pack, scrolls="ask" if pack else "turn")
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house))).standing
        done = await house.sessions.answer(as_usual(asked, OLEK))
        done = done if is_fought(done) else await house.sessions.answer(as_usual(done.standing, OLEK))

        assert asked.waiting is not None
        assert asked.waiting.why == why
        assert waited_at(asked) == (DEFENDER,)
        assert prompt(Scene(asked, rules)).ping == [OLEK]
        assert is_fought(done)


@pytest.mark.parametrize("scrolls", ["losing", "never"])
async def test_orders_given_in_the_others_turn_keep_the_duel_from_waiting(tmp_path: Path, scrolls: str) -> None:
    """Olek orders what to do while Ala thinks about her move; the attack finds him asleep, and it is fought out."""
    async with a_house(tmp_path / "db", a_duel(together=True, pack=["fireball", "shield"])) as house:
        turn = await begun(house)
        orders = {"joint": "always", "scrolls": scrolls, "shield": "always", "reroll": "losing", "fate": "never"}
        orders |= {"armour": "helmet", "again": "ask", "ability": "ask", "pack": "never"}
        ordered = (await house.press(turn, OLEK, ["orders", orders])).standing

        done = await attacked(house, ordered)

        assert waited_at(ordered) == (ATTACKER,)
        assert is_fought(done)
        assert "JointDefence" in told(done)
        assert await by_defender(house, done.standing) == [("turn.move", OLEK)]


async def test_as_usual_nobody_waits_for_a_scroll(tmp_path: Path) -> None:
    """The fireball flies by itself, as Haldra is not ahead: Olek is not asked, and nobody waits."""
    async with a_house(tmp_path / "db", a_duel(pack=["fireball"])) as house:
        done = await attacked(house, await begun(house))

        assert is_fought(done)
        assert "ScrollCast" in told(done)
        assert await by_defender(house, done.standing) == []


# In the channel ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def a_channel_with_a_duel(folder: Path, rules: Midgame) -> AsyncIterator[Channel]:
    """Ala has attacked; Bartek is asked, Celina looks on."""
    async with a_channel(folder, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.answer("Ala", "step:taelin:B3")
        await channel.answer("Ala", "attack:haldra")
        await channel.hands.until(channel.is_asked)
        yield channel


async def test_the_channel_learns_that_somebody_decides_and_not_what(tmp_path: Path) -> None:
    """Bartek is called; nobody else reads of scrolls, can open the question, or complete it."""
    async with a_channel_with_a_duel(tmp_path, a_duel(pack=["fireball"], scrolls="ask")) as channel:
        asked = channel.hands.messages(HERE, "Celina")[-1]
        opened = await channel.press("Ala", "Wybierz po swojemu…")
        completed = await channel.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
        guessed = await channel.answer("Ala", "kula")

        bartek = channel.playground.world.person("Bartek")["user"]["id"]
        assert f"<@{bartek}> **Decyzja w tajemnicy**" in asked.text
        assert "zwój" not in asked.text
        assert len(asked.data["mentions"]) == 1
        labels = [button.label or button.emoji for button in asked.buttons]
        assert labels == [UNSAID, "Wybierz po swojemu…", "Rzeczy", "?"]
        assert opened.text == "To pytanie nie do ciebie – czekamy na: Bartek."
        assert completed == []
        assert guessed.text == "To pytanie nie do ciebie – czekamy na: Bartek."
        assert [who for who in ("Ala", "Celina") if "gnist" in seen_by(channel.playground, channel, who)] == []


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "pressed"])
async def test_the_defender_answers_by_word_or_by_button(tmp_path: Path, typed: bool) -> None:
    """The fireball is seen when it flies."""
    async with a_channel_with_a_duel(tmp_path, a_duel(pack=["fireball"], scrolls="ask")) as channel:
        if typed:
            offered = await channel.hands.complete("Bartek", HERE, "answer", {"value": "ogn"}, focused="value")
            await channel.answer("Bartek", offered[0].value)
        else:
            await channel.press("Bartek", "Wybierz po swojemu…")
            await channel.press("Bartek", "Haldra: Ognista kula")

        assert "**Bartek** → (w tajemnicy)" in channel.story()
        assert "Ognistą kulę" in channel.story()


async def test_orders_are_changed_from_ones_own_panel(tmp_path: Path) -> None:
    """In Ala's turn, under the button with the bag; she is still the one who is asked, and learns nothing of it."""
    async with a_channel(tmp_path, a_duel(pack=["fireball"])) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "🎒")
        panel = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.pick("Bartek", panel, 0, "Stałe rozkazy…")
        form = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.pick("Bartek", form, 1, "nigdy nie rzucaj")
        await channel.press("Bartek", "Gotowe")
        things = await channel.command("Bartek", "things")
        await channel.answer("Ala", "step:taelin:B3")
        await channel.answer("Ala", "attack:haldra")

        assert [button.label for button in panel.buttons] == ["Moje rzeczy teraz"]
        assert "Zwoje w walce: nigdy nie rzucaj" in things.text
        assert "tajemnicy)" not in channel.story()
        assert "Decyzja w tajemnicy" not in channel.story()
        assert [who for who in ("Ala", "Celina") if "nie rzucaj" in seen_by(channel.playground, channel, who)] == []


async def test_orders_that_change_nothing_are_not_written(tmp_path: Path) -> None:
    """Who looks at them and is done reads so, and has nothing to take back."""
    async with a_channel(tmp_path, a_duel(pack=["fireball"])) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "🎒")
        panel = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.pick("Bartek", panel, 0, "Stałe rozkazy…")
        done = await channel.press("Bartek", "Gotowe")
        undo = await channel.command("Bartek", "undo")

        assert "Bez zmian: takie są już Twoje stałe rozkazy." in done.text
        assert "ozkaz" not in undo.text


async def test_who_may_only_give_orders_reads_whom_the_table_waits_for(tmp_path: Path) -> None:
    """Taelin packs what lay beside Liriel; that is asked in Ala's panel, and nothing of it in Bartek's."""
    people = [{"id": "taelin", "at": "B4@0"}, {"id": "liriel", "at": "B3@0"}, {"id": "haldra", "at": "D4@1"}]
    rules = Midgame(characters=people, floor={"B3@0": ["dagger", "sword"]}, orders={"s1": Orders(pack="mates")})
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.answer("Ala", "step:taelin:B3")
        panels = [(await channel.press(who, "🎒")).text for who in ("Ala", "Bartek")]

        assert ["na posadzce" in panel for panel in panels] == [True, False]
        assert "Przegląd łupów i Plecaka" not in panels[1]
        assert panels[1].endswith("⏳ Czekamy na: Ala. Tymczasem możesz:")


async def test_how_a_fight_ended_takes_the_place_of_its_picture() -> None:
    """A message that goes on beyond a fight shows both sums; where no clash was decided its picture stays."""
    face, narrator = face_of("labirynt-czarnoksieznika"), Narrator("en", {})
    won = ClashWon(
        Word("character.taelin"), Word("foe.troll"), own=9, theirs=8, natural_six=False, natural_one=False, tie=False
    )

    shown = await face.afterwards(narrator, [won, TurnBegan("s2")])

    assert [picture.name for picture in shown] == ["ended.png"]
    assert await face.afterwards(narrator, [TurnBegan("s2")]) == []
    assert "fight.png" in face.passing
