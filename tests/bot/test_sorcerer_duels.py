"""A duel between people who are not there at the same time: who is asked, who is not, and who answers for whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.acts import rulings
from bot.acts.absence import go_away
from bot.discord.clockwork import keep_time
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt
from bot.games import face_of
from bot.session.transaction import NOBODY, Transaction
from bot.table.habits import Habits, Person
from bot.table.records import Accepted, Press, Standing
from bot.table.timekeeping import HOUR, waited_at
from bot.words.narrator import Narrator
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import ClashWon
from rules.labirynt_czarnoksieznika.model import Orders
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.a_sorcerer import Midgame, a_duel, attacked, begun
from tests.bot.a_table import EWA, OLEK, House, a_house, an_interaction
from tests.bot.test_secrets import seen_by

ATTACKER, DEFENDER = "s1", "s2"
DAY = 24 * HOUR


async def by_defender(house: House, standing: Standing) -> list[Any]:
    """All that was answered for Olek's seat so far, with who did it."""
    pages = [await house.store.page(standing.record.id, 1, stage) for stage in range(standing.address.stage + 1)]
    rows = [row for page in pages if page for row in page.answers if row.answer.seat == DEFENDER]
    return [(row.answer.asked.partition(" ")[0], row.user_id) for row in rows]


def told(accepted: Accepted) -> list[str]:
    """What happened, by kind."""
    return [type(one.event).__name__ for one in accepted.told]


def is_fought(accepted: Accepted) -> bool:
    """Whether the clash is over."""
    return any(name in ("ClashWon", "ClashLost", "ClashTied") for name in told(accepted))


async def as_usual(house: House, asked: Standing) -> Accepted:
    """Olek's first button."""
    return await house.sessions.answer(Press(asked.record.id, OLEK, an_interaction(), None, asked.address, True))


# Who is asked ------------------------------------------------------------------------------------------------


async def test_who_cannot_react_is_not_asked(tmp_path: Path) -> None:
    """Haldra stands alone and has no scroll: the duel is over with Ala's word."""
    async with a_house(tmp_path / "db", a_duel(pack=["dagger"])) as house:
        done = await attacked(house, await begun(house))

        assert is_fought(done)
        assert await by_defender(house, done.standing) == []


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
        done = await as_usual(house, asked)
        done = done if is_fought(done) else await as_usual(house, done.standing)

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


# Who answers for whom ------------------------------------------------------------------------------------------


async def test_after_the_deadline_the_autopilot_defends(tmp_path: Path) -> None:
    """Two days of silence: the duel is fought, and nobody has lost a turn."""
    async with a_house(tmp_path / "db", a_duel(together=True, pack=["dagger"], scrolls="ask")) as house:
        asked = (await attacked(house, await begun(house))).standing
        await house.store.put_person(Person(OLEK, "UTC", 0, 0))

        async def agree(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(remind_after=24, deadline_after=48, deadline_then="autopilot"))

        await house.sessions.change(asked.record.id, None, agree)
        house.clock.now += DAY
        reminded = await keep_time(house.sessions, asked.record.id)
        house.clock.now += DAY
        late = await keep_time(house.sessions, asked.record.id)

        assert told(reminded) == ["Reminded"]
        assert "Overdue" in told(late)
        assert is_fought(late)
        assert ("fight.defence", NOBODY) in await by_defender(house, late.standing)


async def test_nobody_waits_for_who_is_away(tmp_path: Path) -> None:
    """Olek is on a journey; the autopilot throws the fireball for him at once."""
    async with a_house(tmp_path / "db", a_duel(pack=["fireball"], scrolls="ask")) as house:
        turn = await begun(house)
        await go_away(house.sessions, turn.record.id, OLEK, an_interaction(), house.clock.now + 3 * DAY)

        done = await attacked(house, turn)

        assert is_fought(done)
        assert await by_defender(house, done.standing) == [*[("fight.magic", NOBODY)] * 2, ("turn.move", NOBODY)]


async def test_as_usual_nobody_waits_for_a_scroll(tmp_path: Path) -> None:
    """The fireball flies by itself, as Haldra is not ahead: Olek is not asked, and nobody waits."""
    async with a_house(tmp_path / "db", a_duel(pack=["fireball"])) as house:
        done = await attacked(house, await begun(house))

        assert is_fought(done)
        assert "ScrollCast" in told(done)
        assert await by_defender(house, done.standing) == []


async def test_a_stand_in_defends(tmp_path: Path) -> None:
    """Ewa answers in his place, and sees what he could cast."""
    async with a_house(tmp_path / "db", a_duel(pack=["fireball"], scrolls="ask")) as house:
        turn = await begun(house)
        await go_away(house.sessions, turn.record.id, OLEK, an_interaction(), house.clock.now + 3 * DAY, EWA)
        asked = (await attacked(house, turn)).standing

        done = await house.press(asked, EWA, "fireball:haldra")

        assert "ScrollCast" in told(done)
        assert await by_defender(house, done.standing) == [("fight.magic", EWA)]


async def test_the_game_master_skips_a_defence(tmp_path: Path) -> None:
    """The sensible answer is given in Olek's place; the fight goes on."""
    async with a_house(tmp_path / "db", a_duel(together=True, pack=["fireball"])) as house:
        asked = (await attacked(house, await begun(house))).standing

        async def name_a_master(turn: Transaction) -> None:
            turn.rewrite(gm_id=EWA)

        await house.sessions.change(asked.record.id, None, name_a_master)
        done = await rulings.skip(house.sessions, asked.record.id, EWA, an_interaction())

        assert is_fought(done)


async def test_a_duel_survives_a_restart(tmp_path: Path) -> None:
    """The same question to the same person; an answer sent twice counts once."""
    rules = a_duel(pack=["fireball"], scrolls="ask")
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house))).standing
    async with a_house(tmp_path / "db", rules) as house:
        again = await house.sessions.standing_of(asked.record.id)
        number = an_interaction()
        first = await house.press(asked, OLEK, "fireball:haldra", interaction=number)
        twice = await house.press(asked, OLEK, "fireball:haldra", interaction=number)

        assert again == asked
        assert "ScrollCast" in told(first)
        assert (twice.repeated, twice.standing) == (True, first.standing)


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

        assert asked.text.startswith(
            f"<@{channel.playground.world.person('Bartek')['user']['id']}> **Decyzja w tajemnicy**"
        )
        assert "zwój" not in asked.text
        assert len(asked.data["mentions"]) == 1
        assert [button.label for button in asked.buttons] == [AS_USUAL, "Wybierz po swojemu…", "Moje rzeczy…", "?"]
        assert "kogo innego" in opened.text
        assert completed == []
        assert guessed.text == "Teraz czekamy na: Bartek."
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
        assert "rzuca Ognistą kulę" in channel.story()


async def test_orders_are_changed_from_ones_own_panel(tmp_path: Path) -> None:
    """In Ala's turn, under the button with the bag; she is still the one who is asked, and learns nothing of it."""
    async with a_channel(tmp_path, a_duel(pack=["fireball"])) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "Moje rzeczy…")
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
        await channel.press("Bartek", "Moje rzeczy…")
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
        panels = [(await channel.press(who, "Moje rzeczy…")).text for who in ("Ala", "Bartek")]

        assert ["na ziemi" in panel for panel in panels] == [True, False]
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
