"""A table that has lost its channel rests, and its people bring it back elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts import archive
from bot.discord.clockwork import keep_time
from bot.session.transaction import NOBODY, Transaction
from bot.table.events import TableMoved
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_table import ALA, CHANNEL, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice, an_amount, heard
from tests.bot.store.a_server import run_sql

ELSEWHERE = 777
CELLAR = "Piwnica u Ali"
DAY = 24 * 3600.0


async def resume(house: House, game_id: str, user: int = ALA, channel: int = ELSEWHERE) -> object:
    """Somebody brings a table back."""
    return await archive.resume(house.sessions, game_id, channel, 2, user, an_interaction())


async def test_a_table_goes_on_where_it_was(tmp_path: Path) -> None:
    """The channel is deleted; in another one, after a restart, the same question is open and can be answered."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        await house.sessions.note_prompt(standing.record.id, standing.address, "prompt", 4711)
        await archive.archive_channel(house.sessions, CHANNEL)

        assert await house.sessions.standing(CHANNEL) is None
        assert await house.sessions.outbox() == []

    async with a_house(tmp_path / "db") as house:
        await resume(house, standing.record.id, OLEK)
        back = await house.sessions.standing(ELSEWHERE)

        assert back is not None
        assert (back.address, back.record.guild_id, back.record.archived) == (standing.address, 2, False)
        assert await house.store.prompts(back.record.id) == []
        assert (await house.sessions.outbox())[-1].told[0].event == TableMoved()
        assert (await house.press(back, ALA, "rest")).standing.address > back.address


async def test_time_begins_anew_when_a_table_comes_back(tmp_path: Path) -> None:
    """Nobody could answer for a month: nobody is reminded at once, and while it rested no clock rang."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id = standing.record.id
        await archive.archive(house.sessions, game_id)
        house.clock.now += 30 * DAY
        resting = await house.store.due(house.clock.now, 9)
        await resume(house, game_id)
        kept = await keep_time(house.sessions, game_id)
        house.clock.now += 2 * DAY

        assert resting == []
        assert kept.told == ()
        assert await house.store.due(house.clock.now, 9) == [game_id]


async def test_only_its_people_bring_a_table_back(tmp_path: Path) -> None:
    """A stranger does not, and nobody moves a table that is where it belongs."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        with pytest.raises(Refused, match="not_archived"):
            await resume(house, standing.record.id)
        await archive.archive(house.sessions, standing.record.id)
        with pytest.raises(Refused, match="not_your_table"):
            await resume(house, standing.record.id, STRANGER)

        assert await archive.archived_tables(house.sessions, STRANGER) == []
        assert [one.id for one in await archive.archived_tables(house.sessions, OLEK)] == [standing.record.id]


async def test_a_live_prompt_is_not_forgotten_by_a_vain_attempt(tmp_path: Path) -> None:
    """A stranger who asks for somebody's table changes nothing."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await house.sessions.note_prompt(standing.record.id, standing.address, "prompt", 4711)

        with pytest.raises(Refused):
            await resume(house, standing.record.id, STRANGER)

        assert len(await house.store.prompts(standing.record.id)) == 1


async def test_messages_that_a_crash_left_behind_do_not_keep_the_question_from_being_asked(tmp_path: Path) -> None:
    """The bot died after it had put the table away and before it forgot the old messages."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await archive.archive(house.sessions, standing.record.id)
        await house.sessions.note_prompt(standing.record.id, standing.address, "prompt", 4711)

    async with a_house(tmp_path / "db") as house:
        await resume(house, standing.record.id)

        assert await house.store.prompts(standing.record.id) == []


async def test_two_tables_do_not_share_a_channel(tmp_path: Path) -> None:
    """Where another game is on, the old one cannot move in; the next channel is free."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await archive.archive(house.sessions, standing.record.id)
        await house.lobby(OLEK, channel=ELSEWHERE)
        await house.sessions.note_prompt(standing.record.id, standing.address, "prompt", 4711)

        with pytest.raises(Refused, match="channel_taken"):
            await resume(house, standing.record.id)
        assert [one.message_id for one in await house.store.prompts(standing.record.id)] == [4711]
        await resume(house, standing.record.id, channel=CHANNEL)

        assert await house.sessions.at(CHANNEL) == standing.record.id


async def test_as_many_are_offered_as_discord_shows(tmp_path: Path) -> None:
    """The newest of them, and none of the others is even looked at."""
    async with a_house(tmp_path / "db") as house:
        for channel in range(600, 600 + archive.OFFERED + 2):
            house.clock.now += 60
            standing = await house.lobby(ALA, channel=channel)
            await archive.archive(house.sessions, standing.record.id)

        offered = await archive.archived_tables(house.sessions, ALA)

        assert [one.channel_id for one in offered] == [*range(601 + archive.OFFERED, 601, -1)]


async def test_a_redelivered_resume_moves_nothing_twice(tmp_path: Path) -> None:
    """The same interaction once more is answered with the table as it is."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await archive.archive(house.sessions, standing.record.id)
        number = an_interaction()
        place = (standing.record.id, ELSEWHERE, 2, ALA, number)
        first = await archive.resume(house.sessions, *place)

        assert await archive.resume(house.sessions, *place) == first
        assert sum(isinstance(one.event, TableMoved) for row in await house.sessions.outbox() for one in row.told) == 1


async def test_a_guild_takes_its_tables_with_it(tmp_path: Path) -> None:
    """Both tables of the guild rest; the one of another guild does not."""
    async with a_house(tmp_path / "db") as house:
        for channel in (CHANNEL, ELSEWHERE):
            await house.lobby(ALA, channel=channel)
        await house.sessions.new(
            game="toy",
            channel_id=9,
            guild_id=2,
            locale="en",
            leader_id=ALA,
            leader_name="Ala",
            options={},
            interaction_id=an_interaction(),
        )

        await archive.archive_strays(house.sessions, [2])

        assert [entry.channel_id for entry in house.sessions.live()] == [9]
        assert len(await archive.archived_tables(house.sessions, ALA)) == 2


# At the playground -------------------------------------------------------------------------------------------


async def resumed(channel: Channel, place: str) -> str:
    """Ala brings her table back in this channel; what stands there at the bottom then."""
    await channel.hands.slash("Ala", place, "game resume")
    await channel.hands.settled()
    return channel.hands.messages(place, "Ala")[-1].text


async def test_a_deleted_channel_archives_its_game(tmp_path: Path) -> None:
    """The game is offered with its date and people, goes on in another channel, and is played there."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala", "Bartek")
        await channel.playground.remove_channel(HERE)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        mine = await channel.hands.slash("Ala", "jaskinia", "mine")
        (offered,) = await channel.hands.complete("Ala", "jaskinia", "game resume", {"table": ""}, focused="table")
        asked = await resumed(channel, "jaskinia")
        answered = await channel.hands.slash("Bartek", "jaskinia", "answer", {"value": "A"})

        assert mine.text.startswith("Na tym serwerze nic na ciebie nie czeka.\n💤")
        assert "Ala i Bartek" in mine.text
        assert "/gra wznów" in mine.text
        assert "Ala i Bartek" in offered.name
        assert "Co wybieracie" in asked
        assert answered.text.startswith("✔")


async def test_nobody_resumes_what_is_not_theirs(tmp_path: Path) -> None:
    """Celina has no such game, and Ala's goes on where it is."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala") as channel:
        nothing = await channel.command("Celina", "game resume")
        live = await channel.command("Ala", "game resume")

        assert "nie ma czego wznawiać" in nothing.text
        assert "nie ma czego wznawiać" in live.text


async def test_a_channel_deleted_while_the_bot_was_down(tmp_path: Path) -> None:
    """It comes up, does not find the channel, and the game waits to be resumed."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala")
        await channel.playground.remove_channel(HERE)
        async with channel.bot_up() as bot:
            await channel.hands.until(lambda: not bot.service.sessions.live())

            assert "Co wybieracie" in await resumed(channel, "jaskinia")


async def test_a_story_that_meets_no_channel_archives_the_game(tmp_path: Path) -> None:
    """Discord has not told that the channel is gone; writing to it does."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala")
        (entry,) = bot.service.sessions.live()
        world = channel.playground.world
        world.drop_channel(world.channel(HERE)["id"])
        await bot.service.sessions.change(entry.id, None, as_usual)
        debt = await bot.posting.deliver(entry.id)

        assert debt is not None
        assert (debt.why, debt.code) == ("shut", archive.UNKNOWN_CHANNEL)
        assert bot.service.sessions.live() == []
        assert "Ile?" in await resumed(channel, "jaskinia")


async def test_a_broken_table_keeps_no_other_from_being_put_away(tmp_path: Path) -> None:
    """Both channels are deleted while the bot is down, and one of the tables cannot be read any more."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        async with channel.bot_up() as bot:
            await channel.opened("Ala")
            await channel.hands.slash("Bartek", "jaskinia", "game new")
            await channel.hands.settled()
            games = {entry.channel_id: entry.id for entry in bot.service.sessions.live()}
        world = channel.playground.world
        places = [world.channel(name)["id"] for name in (HERE, "jaskinia")]
        broken, whole = [games[int(place)] for place in places]
        run_sql(channel.settings.sqlite_file, "UPDATE snapshots SET state = ? WHERE game = ?", b"\0", broken)
        for place in places:
            world.drop_channel(place)
        async with channel.bot_up() as bot:
            await channel.hands.until(lambda: whole not in [entry.id for entry in bot.service.sessions.live()])


async def as_usual(turn: Transaction) -> None:
    """The autopilot answers for the first seat."""
    await turn.give("s1", await turn.usual("s1"), NOBODY)


async def test_a_bot_that_was_thrown_out_and_comes_back(tmp_path: Path) -> None:
    """Out of the guild all its tables rest; invited again, they go on where they were, without a word from anybody."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala")
        await channel.playground.throw_out(CELLAR)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        await channel.playground.throw_out(CELLAR, back=True)
        await channel.hands.until(lambda: bool(bot.service.sessions.live()))
        await channel.hands.settled()
        asked = channel.hands.messages(HERE, "Ala")[-1]
        answered = await channel.press("Ala", "A · oak")

        assert "Gra wraca do życia" in channel.story()
        assert "Co wybieracie" in asked.text
        assert answered.kind == "update"
        assert len(channel.asking()) == 1


async def test_a_bot_that_was_invited_again_while_it_was_down(tmp_path: Path) -> None:
    """It was told that it was out, and finds itself in the guild at its next start: a lobby is a lobby again."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        async with channel.bot_up() as bot:
            await channel.command("Ala", "game new")
            await channel.playground.throw_out(CELLAR)
            await channel.hands.until(lambda: not bot.service.sessions.live())
        await channel.playground.throw_out(CELLAR, back=True)
        async with channel.bot_up() as bot:
            await channel.hands.until(lambda: bool(bot.service.sessions.live()))
            await channel.hands.settled()
            await channel.press("Ala", "Zaczynamy")

            assert "Co wybieracie" in channel.texts()[-1]


async def test_a_table_in_an_archived_thread_comes_back_with_the_guild(tmp_path: Path) -> None:
    """Discord does not tell of archived threads; the bot asks."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await channel.command("Ala", "game new", thread=True)
        (entry,) = bot.service.sessions.live()
        await channel.playground.throw_out(CELLAR)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        channel.playground.world.channels[str(entry.channel_id)]["thread_metadata"]["archived"] = True
        await channel.playground.throw_out(CELLAR, back=True)
        await channel.hands.until(lambda: bool(bot.service.sessions.live()))
        await channel.hands.settled()

        assert "Przy stole" in channel.hands.messages(str(entry.channel_id), "Ala")[-1].text


async def test_a_returning_table_does_not_take_the_place_of_another(tmp_path: Path) -> None:
    """Two tables of one channel rest: the newer goes on, the older waits to be resumed elsewhere."""
    async with a_house(tmp_path / "db") as house:
        older = await house.lobby(ALA)
        await archive.archive(house.sessions, older.record.id)
        house.clock.now += 60
        newer = await house.lobby(OLEK)
        await archive.archive(house.sessions, newer.record.id)
        resting = [entry.id for entry in await house.store.resting()]
        back = [await archive.resume_in_place(house.sessions, game_id) for game_id in resting]

        assert resting == [newer.record.id, older.record.id]
        assert back == [True, False]


@pytest.mark.parametrize("how", ["button", "status"])
async def test_a_table_whose_return_nobody_told_comes_back_when_it_is_used(tmp_path: Path, how: str) -> None:
    """The bot put the table away and never heard that the channel is there; an old button shows it, and a look."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala")
        (entry,) = bot.service.sessions.live()
        await archive.archive(bot.service.sessions, entry.id)
        used = await (channel.press("Ala", "A · oak") if how == "button" else channel.command("Ala", "game status"))
        answered = await channel.press("Ala", "A · oak")

        assert ("wróciła na ten kanał" if how == "button" else "Co wybieracie") in used.text
        assert answered.kind == "update"
        assert heard(channel.story()) == 1


@pytest.mark.parametrize("name", ["game status", "game new"])
async def test_a_resting_table_is_named_to_its_people(tmp_path: Path, name: str) -> None:
    """Who plays in it learns of it and of the way back; a stranger does not."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala", "Bartek")
        await channel.playground.remove_channel(HERE)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        for person in ("Bartek", "Celina"):
            await channel.hands.slash(person, "jaskinia", name)
            await channel.hands.settled()
            await channel.hands.slash(person, "jaskinia", "game leave")
            await channel.hands.settled()
        told = {
            person: [one.text for one in channel.hands.messages("jaskinia", person) if "straciły kanał" in one.text]
            for person in ("Bartek", "Celina")
        }

        assert len(told["Bartek"]) == 1
        assert "Ala i Bartek" in told["Bartek"][0]
        assert "/gra wznów" in told["Bartek"][0]
        assert told["Celina"] == []


async def test_a_bot_thrown_out_while_it_was_down(tmp_path: Path) -> None:
    """It comes up in fewer guilds than it knew."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala")
        await channel.playground.throw_out(CELLAR)
        async with channel.bot_up() as bot:
            await channel.hands.until(lambda: not bot.service.sessions.live())


async def test_a_lobby_is_brought_back_as_a_lobby(tmp_path: Path) -> None:
    """A game that had not begun can begin elsewhere."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as bot:
        await channel.command("Ala", "game new")
        await channel.playground.remove_channel(HERE)
        await channel.hands.until(lambda: not bot.service.sessions.live())
        lobby = await resumed(channel, "jaskinia")
        await channel.hands.press_label("Ala", "jaskinia", "Zaczynamy")
        await channel.hands.settled()

        assert "Przy stole" in lobby
        assert "Co wybieracie" in channel.hands.messages("jaskinia", "Ala")[-1].text
