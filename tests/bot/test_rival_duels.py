"""A duel between people who are not there at the same time, in both rival games: who answers for whom."""

from __future__ import annotations

from pathlib import Path

from bot.acts.absence import go_away
from bot.discord.clockwork import keep_time
from bot.session.transaction import NOBODY, Transaction
from bot.table.habits import Habits, Person
from bot.table.timekeeping import waited_at
from tests.bot.a_channel import a_channel
from tests.bot.a_rival_game import DAY, DEFENDER, MASTER, RivalGame, a_mastered_duel, both_games, by_defender, told
from tests.bot.a_sorcerer import begun
from tests.bot.a_table import EWA, OLEK, a_house, an_interaction

pytestmark = both_games


async def test_who_cannot_react_is_not_asked(tmp_path: Path, rival: RivalGame) -> None:
    """The duel is over with Ala's word."""
    async with a_house(tmp_path / "db", rival.helpless()) as house:
        done = await rival.attacked(house, await begun(house))

        assert {*told(done)} & {*rival.outcomes}
        assert await by_defender(house, done.standing) == []


async def test_after_the_deadline_the_autopilot_defends(tmp_path: Path, rival: RivalGame) -> None:
    """Two days of silence: the autopilot answers for Olek, and nobody has lost a turn."""
    async with a_house(tmp_path / "db", rival.armed()) as house:
        asked = (await rival.attacked(house, await begun(house))).standing
        await house.store.put_person(Person(OLEK, "UTC", 0, 0))

        async def agree(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(remind_after=24, deadline_after=48, deadline_then="autopilot"))

        await house.sessions.change(asked.record.id, None, agree)
        house.clock.now += DAY
        reminded = await keep_time(house.sessions, asked.record.id)
        house.clock.now += DAY
        late = await keep_time(house.sessions, asked.record.id)

        assert waited_at(asked) == (DEFENDER,)
        assert told(reminded) == ["Reminded"]
        assert "Overdue" in told(late)
        assert (rival.question, NOBODY) in await by_defender(house, late.standing)


async def test_nobody_waits_for_who_is_away(tmp_path: Path, rival: RivalGame) -> None:
    """Olek is on a journey; the autopilot reacts for him at once."""
    async with a_house(tmp_path / "db", rival.armed()) as house:
        turn = await begun(house)
        await go_away(house.sessions, turn.record.id, OLEK, an_interaction(), house.clock.now + 3 * DAY)

        done = await rival.attacked(house, turn)
        answered = await by_defender(house, done.standing)

        assert {*told(done)} & {*rival.outcomes, rival.reaction_event}
        assert (rival.question, NOBODY) in answered
        assert {user for _, user in answered} == {NOBODY}


async def test_a_stand_in_defends(tmp_path: Path, rival: RivalGame) -> None:
    """Ewa answers in his place, and sees what he could cast."""
    async with a_house(tmp_path / "db", rival.armed()) as house:
        turn = await begun(house)
        await go_away(house.sessions, turn.record.id, OLEK, an_interaction(), house.clock.now + 3 * DAY, EWA)
        asked = (await rival.attacked(house, turn)).standing

        done = await house.press(asked, EWA, rival.reaction)

        assert rival.reaction_event in told(done)
        assert (rival.question, EWA) in await by_defender(house, done.standing)


async def test_a_duel_survives_a_restart(tmp_path: Path, rival: RivalGame) -> None:
    """The same question to the same person; an answer sent twice counts once."""
    async with a_house(tmp_path / "db", rival.armed()) as house:
        asked = (await rival.attacked(house, await begun(house))).standing
    async with a_house(tmp_path / "db", rival.armed()) as house:
        again = await house.sessions.standing_of(asked.record.id)
        number = an_interaction()
        first = await house.press(asked, OLEK, rival.reaction, interaction=number)
        twice = await house.press(asked, OLEK, rival.reaction, interaction=number)

        assert again == asked
        assert rival.reaction_event in told(first)
        assert (twice.repeated, twice.standing) == (True, first.standing)


async def test_a_game_master_goes_on_without_a_defender(tmp_path: Path, rival: RivalGame) -> None:
    """Bartek is asked; the autopilot answers for him, and the table is told so."""
    async with a_mastered_duel(tmp_path, rival.armed()) as channel:
        for deed in rival.deeds:
            await channel.answer("Ala", deed)
        await channel.hands.until(lambda: "Decyzja w tajemnicy" in channel.story())
        asked = [button.custom_id for message in channel.asking() for button in message.buttons]
        skipped = await channel.command(MASTER, "gm skip", sure=True)
        await channel.hands.settled()

        assert skipped.text == "Gra toczy się dalej."
        assert "nie czeka dłużej na odpowiedź: Bartek" in channel.story()
        assert asked
        assert asked != [button.custom_id for message in channel.asking() for button in message.buttons]


async def test_a_duel_with_real_dice(tmp_path: Path, rival: RivalGame) -> None:
    """Only duels go by hand: Ala presses what she threw, Bartek types his; the story shows both hands."""
    async with a_channel(tmp_path, rival.helpless()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        panel = await channel.command("Ala", "table")
        await channel.pick("Ala", panel.message, 5, rival.dice_of_duels)
        await channel.press("Bartek", "Za")
        for deed in rival.deeds:
            await channel.answer("Ala", deed)

        def dice_buttons() -> list[str]:
            newest = next((message for message in channel.asking()), None)
            labels = [button.label for button in newest.buttons] if newest else []
            return labels if "6" in labels else []

        labels = await channel.hands.until(dice_buttons)
        await channel.press("Ala", "6")
        await channel.command("Bartek", "dice", what="2")

        story = await channel.command("Ala", "story")

        assert labels[:6] == ["1", "2", "3", "4", "5", "6"]
        assert "**6** ✋" in story.text
        assert "**2** ✋" in story.text
        assert rival.total_of_six_and_two in channel.story()
