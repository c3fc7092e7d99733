"""Where people play against each other, nobody decides alone what affects an opponent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.acts import seating, table_settings, undo
from bot.acts.absence import come_back, go_away
from bot.acts.accountless_seats import seat_people
from bot.acts.archive import archive, resume
from bot.acts.game_master import appoint
from bot.acts.proposals import END, OBJECTION_HOLDS, OBJECTION_TIME, end_unopposed, propose, speak
from bot.acts.rulings import must_master
from bot.acts.seating import OFFER_LASTS
from bot.acts.table_settings import habits_proposal
from bot.acts.undo import address_in_matter
from bot.acts.undo_points import points, points_known_to
from bot.discord.clockwork import keep_time
from bot.session.transaction import Transaction
from bot.store.backups import back_up, put_back
from bot.table.authority import may_look
from bot.table.events import REST, DiceResealed, MasterBound, Overdue, TableClosed
from bot.table.habits import Habits, Person
from bot.table.records import GameRecord, SeatRecord, Standing
from bot.table.timekeeping import HOUR
from bot.table.votes import MARKS
from rules.kernel.errors import Refused
from rules.kernel.requests import CHANCE, NextAction
from rules.kernel.turns import ORDERS
from tests.bot.a_channel import Channel, a_channel, a_table
from tests.bot.a_sorcerer import a_duel, begun
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.toy_game import ToyRules

DAY = 24 * HOUR
IN_ROOM = Habits(in_person=True)


class Feud(ToyRules):
    """Miners who play against each other."""

    rivals = True


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A bot with that mine."""
    async with a_house(tmp_path / "db", Feud()) as house:
        for user in (ALA, OLEK, EWA):
            await house.store.put_person(Person(user, "UTC", 0, 0))
        yield house


async def rewrite(house: House, game_id: str, **changes: object) -> Standing:
    """A table as an older version of the bot may have left it."""

    async def put(action: Transaction) -> None:
        action.rewrite(**changes)

    await house.sessions.change(game_id, None, put)
    house.sessions._actors.forget(game_id)  # as after a restart
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    return standing


async def where(house: House, game_id: str) -> Standing:
    """Where the table stands."""
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    return standing


async def record_of(house: House, game_id: str) -> GameRecord:
    """The table's record."""
    return (await where(house, game_id)).record


# A game master who competes ----------------------------------------------------------------------------------


async def a_room(house: House, *names: str) -> str:
    """A lobby of people in a room, whose game master is Ala."""
    standing = await house.sessions.new(
        game="toy",
        channel_id=CHANNEL,
        guild_id=1,
        locale="pl",
        leader_id=ALA,
        leader_name="Ala",
        options={},
        habits=IN_ROOM,
        in_person=names,
        interaction_id=an_interaction(),
    )
    return standing.record.id


async def test_nobody_with_an_account_sits_down_against_people_in_a_room(house: House) -> None:
    await a_room(house, "Fred", "Tom")

    with pytest.raises(Refused, match="rivals_room"):
        await house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction())


async def test_nobody_in_a_room_sits_down_against_an_account(house: House) -> None:
    game_id = await a_room(house)
    await house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction())

    with pytest.raises(Refused, match="rivals_room"):
        await seat_people(house.sessions, game_id, ALA, an_interaction(), "Fred")


async def test_a_seat_in_the_room_is_handed_to_nobody_with_an_account(house: House) -> None:
    """Nor taken by one to whom it was offered before this rule."""
    game_id = await a_room(house, "Fred", "Tom")
    await house.sessions.start(CHANNEL, ALA, an_interaction())

    with pytest.raises(Refused, match="rivals_room"):
        await seating.offer(house.sessions, game_id, ALA, OLEK, an_interaction(), "s1")


async def test_all_may_sit_in_one_room_or_all_have_accounts(house: House) -> None:
    await a_room(house, "Fred", "Tom")
    started = await house.sessions.start(CHANNEL, ALA, an_interaction())
    must_master(started.standing.record, ALA)

    await house.sessions.end(CHANNEL, ALA, an_interaction())
    await a_room(house)
    await house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction())
    await house.sessions.join(CHANNEL, EWA, "Ewa", an_interaction())
    again = await house.sessions.start(CHANNEL, ALA, an_interaction())
    must_master(again.standing.record, ALA)


async def test_together_people_in_a_room_and_far_away_play_as_before(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db", ToyRules()) as house:
        await a_room(house, "Fred")
        joined = await house.sessions.join(CHANNEL, OLEK, "Olek", an_interaction())

    assert joined.record.seat_of(OLEK)


async def test_a_master_who_competes_already_is_announced_and_sees_and_rules_nothing(house: House) -> None:
    """A running table from before: Ala answers for Fred in her room, and for nobody else, against Olek."""
    game_id = (await house.mine(EWA, OLEK)).record.id
    seats = (SeatRecord("s1", 0, "Fred"), (await record_of(house, game_id)).seats[1])
    await rewrite(house, game_id, gm_id=ALA, leader_id=ALA, habits=IN_ROOM, seats=seats)
    record = await record_of(house, game_id)
    again = await record_of(house, game_id)

    told = [one.event for row in await house.sessions.chronicle(game_id) for one in row.told]
    assert told.count(MasterBound()) == 1
    assert record == again
    with pytest.raises(Refused, match="gm_bound"):
        must_master(record, ALA)
    assert may_look(record, ALA, "s1")
    assert not may_look(record, ALA, "s2")


async def test_a_seat_that_is_left_in_a_room_is_the_autopilots_against_an_account(house: House) -> None:
    game_id = await a_room(house)
    for user, name in ((OLEK, "Olek"), (EWA, "Ewa")):
        await house.sessions.join(CHANNEL, user, name, an_interaction())
    await house.sessions.start(CHANNEL, ALA, an_interaction())

    left = await seating.leave(house.sessions, game_id, EWA, an_interaction())

    assert [one.autopilot for one in left.standing.record.seats] == [False, True]
    must_master(left.standing.record, ALA)


async def test_a_rival_with_the_guilds_role_names_no_master_alone(house: House) -> None:
    game_id = (await house.mine(ALA, OLEK)).record.id

    with pytest.raises(Refused, match="gm_ballot"):
        await appoint(house.sessions, game_id, ALA, EWA, an_interaction(), may=True)
    named = await appoint(house.sessions, game_id, STRANGER, EWA, an_interaction(), may=True)

    assert named.standing.record.gm_id == EWA


async def leaves(channel: Channel, who: str) -> None:
    """This person gets up for good."""
    sure = await channel.command(who, "game leave")
    assert sure.message is not None
    await channel.hands.press(who, sure.message, sure.message.buttons[0].custom_id)
    await channel.hands.settled()


# The leader --------------------------------------------------------------------------------------------------


async def test_the_leader_answers_for_no_late_rival(house: House) -> None:
    """Running tables on which that was agreed: the autopilot answers."""
    with pytest.raises(Refused, match="rivals_then"):
        await table_settings.change_habits(
            house.sessions, (await house.lobby(ALA, OLEK)).record.id, ALA, an_interaction(), deadline_then="leader"
        )
    await house.sessions.start(CHANNEL, ALA, an_interaction())
    game_id = await house.sessions.at(CHANNEL)
    habits = Habits(remind_after=0, deadline_after=12, deadline_then="leader")
    await rewrite(house, game_id, habits=habits)
    house.clock.now += 13 * HOUR

    done = await keep_time(house.sessions, game_id)

    overdue = next(one.event for one in done.told if isinstance(one.event, Overdue))
    assert overdue.then == REST  # both are late: the autopilot answers this once
    assert done.standing.address.stage > 0


async def test_the_leader_cannot_press_for_a_late_rival(house: House) -> None:
    game_id = (await house.mine(ALA, OLEK)).record.id
    habits = Habits(remind_after=0, deadline_after=12, deadline_then="leader")
    seats = (await record_of(house, game_id)).seats
    late = tuple(msgspec.structs.replace(one, overdue_at=house.clock.now + 1) for one in seats)
    standing = await rewrite(house, game_id, habits=habits, seats=late)

    with pytest.raises(Refused):
        await house.press(standing, ALA, ["dig-s2"])


HARDER = [{"deadline_after": 12.0}, {"deadline_then": "autopilot"}, {"deciding": "leader"}, {"dice": "hand"}]


@pytest.mark.parametrize("changes", HARDER)
async def test_rivals_agree_on_what_puts_pressure_on_them(house: House, changes: dict[str, object]) -> None:
    game_id = (await house.mine(ALA, OLEK)).record.id
    await rewrite(house, game_id, habits=Habits(remind_after=6))
    with pytest.raises(Refused, match="habits_ballot"):
        await table_settings.change_habits(house.sessions, game_id, ALA, an_interaction(), **changes)
    matter = habits_proposal(changes)

    await propose(house.sessions, game_id, ALA, an_interaction(), matter)
    before = (await record_of(house, game_id)).habits
    agreed = await speak(house.sessions, game_id, OLEK, an_interaction(), matter, True)

    (habit, value), *_ = changes.items()
    assert getattr(before, habit) != value
    assert getattr(agreed.standing.record.habits, habit) == value


async def test_rivals_do_not_vote_on_what_is_ruled_out(tmp_path: Path) -> None:
    """The leader answers for no rival, so that is refused at once."""
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        refused = await channel.command("Ala", "table", then="leader")

        assert "odpowiada tylko automat" in refused.text
        assert "🗳" not in channel.story()


async def test_nobody_gives_themselves_more_time(house: House) -> None:
    """A leader who loses could wait for ever; reminders alone are changed as before."""
    game_id = (await house.mine(ALA, OLEK)).record.id
    await rewrite(house, game_id, habits=Habits(deadline_after=36, deadline_then="autopilot"))

    for changes in ({"deadline_after": 1440.0}, {"deadline_after": 0.0}, {"deadline_then": "nothing"}):
        with pytest.raises(Refused, match="habits_ballot"):
            await table_settings.change_habits(house.sessions, game_id, ALA, an_interaction(), **changes)
    done = await table_settings.change_habits(house.sessions, game_id, ALA, an_interaction(), remind_after=6.0)

    assert done.standing.record.habits.remind_after == 6


# The end -----------------------------------------------------------------------------------------------------


async def proposed(house: House) -> str:
    """Ala, who leads, would end the game against Olek."""
    game_id = (await house.mine(ALA, OLEK, depth="3")).record.id
    for may in (False, True):
        with pytest.raises(Refused, match="end_ballot"):
            await house.sessions.end(CHANNEL, ALA, an_interaction(), may=may)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    assert (await record_of(house, game_id)).phase == "playing"
    return game_id


async def test_all_rivals_end_a_game_at_once(house: House) -> None:
    game_id = await proposed(house)

    ended = await speak(house.sessions, game_id, OLEK, an_interaction(), END, True)

    assert ended.standing.record.phase == "ended"
    assert TableClosed("s1") in [one.event for one in ended.told]


async def test_a_game_ends_after_a_day_without_an_objection(house: House) -> None:
    game_id = await proposed(house)
    house.clock.now += OBJECTION_TIME - 1
    assert await end_unopposed(house.sessions) == []
    house.clock.now += 2

    assert await end_unopposed(house.sessions) == [game_id]
    assert (await record_of(house, game_id)).phase == "ended"
    assert await end_unopposed(house.sessions) == []


async def test_one_objection_keeps_a_game_going(house: House) -> None:
    game_id = await proposed(house)
    await speak(house.sessions, game_id, OLEK, an_interaction(), END, False)
    house.clock.now += 2 * OBJECTION_TIME

    assert await end_unopposed(house.sessions) == []
    assert (await record_of(house, game_id)).phase == "playing"


async def objected(house: House) -> str:
    """Olek has objected to Ala's proposal to end the game."""
    game_id = await proposed(house)
    await speak(house.sessions, game_id, OLEK, an_interaction(), END, False)
    house.sessions._actors.forget(game_id)  # as after a restart
    return game_id


async def test_for_a_week_after_an_objection_silence_is_no_consent(house: House) -> None:
    """However long the table waits; everybody's vote still ends the game."""
    game_id = await objected(house)
    house.clock.now += OBJECTION_HOLDS - 1
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    house.clock.now += 30 * DAY
    assert await end_unopposed(house.sessions) == []
    assert (await record_of(house, game_id)).phase == "playing"

    await speak(house.sessions, game_id, OLEK, an_interaction(), END, True)

    assert (await record_of(house, game_id)).phase == "ended"


async def test_after_that_week_the_end_is_proposed_anew_and_silence_is_consent(house: House) -> None:
    """Also where an older proposal, which needs all, is still open."""
    game_id = await objected(house)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    house.clock.now += OBJECTION_HOLDS
    anew = await propose(house.sessions, game_id, ALA, an_interaction(), END)
    house.clock.now += OBJECTION_TIME - 1
    assert await end_unopposed(house.sessions) == []
    house.clock.now += 2

    assert anew.ballot == "opened"
    assert await end_unopposed(house.sessions) == [game_id]


async def test_an_absence_does_not_make_silence_consent(house: House) -> None:
    """The time to object begins anew when Olek is back, more than a week after his objection."""
    game_id = await objected(house)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + 20 * DAY)
    house.clock.now += 8 * DAY
    await come_back(house.sessions, game_id, OLEK, an_interaction())
    house.clock.now += 2 * DAY

    assert await end_unopposed(house.sessions) == []


async def test_a_ballot_after_an_objection_says_that_it_needs_all(tmp_path: Path) -> None:
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        await channel.command("Ala", "game end", sure=True)
        await channel.press("Bartek", "Przeciw")
        await channel.command("Ala", "game end", sure=True)

        text = channel.texts("Bartek")[-1]
        assert "milczenie nie oznacza zgody" in text
        assert "stół zamknie się" not in text


async def who_vanishes(house: House, deadlines: int) -> str:
    """Olek objects, and then misses deadlines; Ala proposes the end again."""
    game_id = await objected(house)
    await rewrite(house, game_id, habits=Habits(remind_after=0, deadline_after=12, deadline_then="autopilot"))
    for _ in range(deadlines):
        now = await where(house, game_id)
        # In a gallery the game waits for either of them; where nobody answers, the table rests.
        await house.press(now, ALA, ["dig-s1"] if isinstance(now.waiting, NextAction) else "keep")
        for hours in (13, 1):  # whoever was not pinged is called first
            house.clock.now += hours * HOUR
            await keep_time(house.sessions, game_id)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    return game_id


@pytest.mark.parametrize("deadlines", [2, 3])
async def test_nobody_waits_for_a_rival_who_misses_three_deadlines_in_a_row(house: House, deadlines: int) -> None:
    """They have their day to object, as everybody."""
    game_id = await who_vanishes(house, deadlines)
    house.clock.now += OBJECTION_TIME - 1
    assert await end_unopposed(house.sessions) == []
    house.clock.now += 2

    assert await end_unopposed(house.sessions) == ([game_id] if deadlines == 3 else [])


async def test_an_answer_begins_the_count_anew(house: House) -> None:
    game_id = await who_vanishes(house, 3)
    house.clock.now += 1
    await house.press(await where(house, game_id), OLEK, "keep")
    house.clock.now += 2 * OBJECTION_TIME

    assert await end_unopposed(house.sessions) == []


@IN_A_FILE
async def test_a_backup_put_back_keeps_the_objection(tmp_path: Path) -> None:
    """And the moment at which a seat was freed; the votes of then are asked for again."""
    file, copy = tmp_path / "db", tmp_path / "copy"
    async with a_house(file, Feud()) as house:
        game_id = await objected(house)
        await propose(house.sessions, game_id, ALA, an_interaction(), END)
        await seating.leave(house.sessions, game_id, OLEK, an_interaction())
        before = await house.store.votes(game_id)
        await asyncio.to_thread(back_up, file, copy)
    await asyncio.to_thread(put_back, copy, file)

    async with a_house(file, Feud()) as house:
        after = await house.store.votes(game_id)

    assert {*before} == {END, *MARKS}
    assert after == {matter: before[matter] for matter in MARKS}


@pytest.mark.parametrize("channel", [CHANNEL, CHANNEL + 1])
async def test_a_table_that_returns_is_not_ended_at_once(house: House, channel: int) -> None:
    """While it was away nobody could object; in another channel nobody sees that there is something to object to."""
    game_id = await proposed(house)
    await archive(house.sessions, game_id)
    with pytest.raises(Refused, match="ballot_over"):
        await speak(house.sessions, game_id, OLEK, an_interaction(), END, False)
    house.clock.now += OBJECTION_TIME
    await resume(house.sessions, game_id, channel, 1, ALA, an_interaction())
    house.clock.now += OBJECTION_TIME - 1

    assert await end_unopposed(house.sessions) == []
    assert (END in await house.store.votes(game_id)) == (channel == CHANNEL)


async def test_rivals_who_are_away_have_their_say(house: House) -> None:
    """The others do not end the game without them, and they can object."""
    game_id = (await house.mine(ALA, OLEK, EWA)).record.id
    await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + DAY)
    for user in (ALA, EWA):
        await propose(house.sessions, game_id, user, an_interaction(), END)
    assert (await record_of(house, game_id)).phase == "playing"
    await speak(house.sessions, game_id, OLEK, an_interaction(), END, False)

    assert END not in await house.store.votes(game_id)


async def test_who_got_up_for_a_moment_decides_nothing_alone(house: House) -> None:
    """Ala has the guild's rights, and could take her seat again afterwards."""
    game_id = (await house.mine(ALA, OLEK)).record.id
    await seating.leave(house.sessions, game_id, ALA, an_interaction())

    with pytest.raises(Refused, match="end_ballot"):
        await house.sessions.end(CHANNEL, ALA, an_interaction(), may=True)
    with pytest.raises(Refused, match="gm_by_table"):
        await appoint(house.sessions, game_id, ALA, EWA, an_interaction(), may=True)


async def test_whoever_does_not_compete_still_ends_a_game(house: House) -> None:
    """Who looks after the channel; and whoever plays against computers alone."""
    await house.mine(ALA, OLEK)
    closed = await house.sessions.end(CHANNEL, STRANGER, an_interaction(), may=True)
    await house.mine(ALA)
    alone = await house.sessions.end(CHANNEL, ALA, an_interaction())

    assert closed.record.phase == alone.record.phase == "ended"


async def test_the_proposal_is_a_ballot_that_everybody_sees(tmp_path: Path) -> None:
    """By command and buttons; against it, the game goes on."""
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        await channel.command("Ala", "game end", sure=True)
        ballot = channel.texts("Bartek")[-1]
        await channel.press("Bartek", "Przeciw")

        assert "Zakończyć grę?" in ballot
        assert "stół zamknie się <t:" in ballot
        assert "Nie ma zgody" in channel.story()
        assert "w toku" in channel.story() or channel.asking()


# Taking back -------------------------------------------------------------------------------------------------


async def test_an_undo_past_dice_beside_an_empty_seat_seals_a_fresh_seed(house: House) -> None:
    """Ala, alone since Olek left, cannot look for the dice that she likes by going back and forth."""
    standing = await house.mine(ALA, OLEK)
    game_id = standing.record.id
    await seating.leave(house.sessions, game_id, OLEK, an_interaction())
    standing = await house.sessions.standing_of(game_id)
    assert standing is not None
    await house.press(standing, ALA, ["dig-s1"])
    seal = (await record_of(house, game_id)).commitment

    back = await undo.undo(house.sessions, game_id, ALA, an_interaction())
    again = (await house.press(back.standing, ALA, ["dig-s1"])).standing.address

    page = await house.store.page(game_id, again.epoch, again.stage)
    assert page is not None
    fresh = (await record_of(house, game_id)).commitment
    assert fresh != seal
    assert DiceResealed(fresh) in [one.event for one in back.told]
    assert {row.seal for row in page.answers if row.answer.seat == CHANCE} == {1}  # a find may throw once more


async def test_so_does_an_undo_that_those_who_are_left_agree_on(house: House) -> None:
    standing = await house.mine(ALA, EWA, OLEK)
    game_id = standing.record.id
    await seating.leave(house.sessions, game_id, OLEK, an_interaction())
    at = (await house.press(standing, ALA, ["dig-s1"])).standing.address
    matter = f"undo/1/{address_in_matter(at)}"

    await propose(house.sessions, game_id, ALA, an_interaction(), matter)
    back = await speak(house.sessions, game_id, EWA, an_interaction(), matter, True)

    assert DiceResealed(back.standing.record.commitment) in [one.event for one in back.told]


def orders(house: House, standing: Standing) -> Any:
    """Those that Olek has given."""
    assert isinstance(standing.waiting, NextAction)
    ask = next(one.ask for one in standing.waiting.of("s2") if one.option.id == ORDERS)
    assert ask is not None
    return house.sessions.games["toy"].autopilot(standing.state, ask, "s2")


@pytest.mark.parametrize("joint", [(), ("always",), ("always", "never", "ask")])
async def test_no_undo_betrays_that_a_rival_changed_orders_at_the_next_question(
    tmp_path: Path, joint: tuple[str, ...]
) -> None:
    """It goes through however many there are, loses none of them, and is brought back."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        game_id = turn.record.id
        await house.press(turn, ALA, ["step:taelin:B3"])
        for how in joint:
            now = await where(house, game_id)
            await house.press(now, OLEK, [ORDERS, {**orders(house, now), "joint": how}])
        given = orders(house, await where(house, game_id))

        back = await undo.undo(house.sessions, game_id, ALA, an_interaction())
        again = await undo.redo(house.sessions, game_id, ALA, an_interaction())

        assert orders(house, back.standing) == orders(house, again.standing) == given


async def test_where_computers_play_from_the_beginning_the_seed_stays(house: House) -> None:
    standing = await house.mine(ALA)
    await house.press(standing, ALA, ["dig-s1"])

    back = await undo.undo(house.sessions, standing.record.id, ALA, an_interaction())

    assert not any(isinstance(one.event, DiceResealed) for one in back.told)


async def left_alone(house: House) -> Standing:
    """Ala, since Olek left."""
    standing = await house.mine(ALA, OLEK)
    return (await seating.leave(house.sessions, standing.record.id, OLEK, an_interaction())).standing


async def test_dice_that_fell_anew_are_not_taken_back_again(house: House) -> None:
    """Or whoever is alone could throw until they like what falls."""
    standing = await left_alone(house)
    await house.press(standing, ALA, ["dig-s1"])
    back = await undo.undo(house.sessions, standing.record.id, ALA, an_interaction())
    await house.press(back.standing, ALA, ["dig-s1"])

    with pytest.raises(Refused, match="undo_seeds"):
        await undo.undo(house.sessions, standing.record.id, ALA, an_interaction())


async def test_whoever_is_left_alone_decides_nothing_that_waits_for_a_rival(house: House) -> None:
    """No game master, no house rule, no deadline; the end waits a day, in which somebody may sit down and object."""
    game_id = (await left_alone(house)).record.id
    for matter in (f"gm/{EWA}", "house/depth/3", habits_proposal({"deadline_after": 30.0})):
        with pytest.raises(Refused, match="rivals_left"):
            await propose(house.sessions, game_id, ALA, an_interaction(), matter)

    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    assert (await record_of(house, game_id)).phase == "playing"
    await seating.join(house.sessions, game_id, OLEK, "Olek", an_interaction())
    await speak(house.sessions, game_id, OLEK, an_interaction(), END, False)
    house.clock.now += 2 * OBJECTION_TIME

    assert await end_unopposed(house.sessions) == []


async def test_whoever_is_left_alone_ends_the_game_in_a_day(house: House) -> None:
    """A second proposal does not put it off."""
    game_id = (await left_alone(house)).record.id
    first = await propose(house.sessions, game_id, ALA, an_interaction(), END)
    house.clock.now += OBJECTION_TIME - 1
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    assert await end_unopposed(house.sessions) == []
    house.clock.now += 2

    assert first.ballot == "opened"
    assert await end_unopposed(house.sessions) == [game_id]


async def test_whoever_is_left_alone_reads_when_the_game_ends(tmp_path: Path) -> None:
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        await leaves(channel, "Bartek")
        await channel.command("Ala", "game end", sure=True)

        text = channel.texts("Ala")[-1]
        assert "stół zamknie się <t:" in text
        assert "wolne miejsce" in text
        assert "Zgoda" not in text


async def test_a_game_does_not_end_while_somebody_who_has_not_spoken_is_away(house: House) -> None:
    """And once they are back, they have a day."""
    game_id = (await house.mine(ALA, OLEK)).record.id
    await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + 7 * DAY)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)
    house.clock.now += 3 * DAY
    await end_unopposed(house.sessions)
    assert (await record_of(house, game_id)).phase == "playing"

    await come_back(house.sessions, game_id, OLEK, an_interaction())
    house.clock.now += OBJECTION_TIME - 10
    assert await end_unopposed(house.sessions) == []
    house.clock.now += 20
    await end_unopposed(house.sessions)

    assert (await record_of(house, game_id)).phase == "ended"


async def test_a_stand_in_does_not_give_a_game_away(house: House) -> None:
    game_id = (await house.mine(ALA, OLEK)).record.id
    await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + 7 * DAY, EWA)
    await propose(house.sessions, game_id, ALA, an_interaction(), END)

    with pytest.raises(Refused, match="not_seated"):
        await speak(house.sessions, game_id, EWA, an_interaction(), END, True)


async def test_rivals_keep_to_the_deadline_that_they_agreed_on(house: House) -> None:
    """Two of three do not give the third one's seat away before it."""
    game_id = (await house.mine(ALA, OLEK, EWA)).record.id
    await rewrite(house, game_id, habits=Habits(deadline_after=96))
    house.clock.now += 48 * HOUR

    with pytest.raises(Refused, match="kick_present"):
        await propose(house.sessions, game_id, ALA, an_interaction(), "kick/s3")


async def dug_and_left(house: House) -> Standing:
    """Ala has dug, and so has Olek, who left then."""
    standing = await house.mine(ALA, OLEK, EWA)
    await house.press(standing, ALA, ["dig-s1"])
    await house.press(await where(house, standing.record.id), OLEK, ["dig-s2"])
    house.clock.now += 1
    left = await seating.leave(house.sessions, standing.record.id, OLEK, an_interaction())
    house.clock.now += 1
    return left.standing


async def test_no_undo_goes_back_before_a_rivals_seat_was_freed(house: House) -> None:
    """Neither by oneself, nor together, nor after somebody else sat down; a later answer is taken back as ever."""
    left = await dug_and_left(house)
    game_id, store, rules = left.record.id, house.store, house.sessions.games["toy"]
    assert await points_known_to(store, rules, left, ALA) == []
    with pytest.raises(Refused, match="undo_freed"):
        await undo.undo(house.sessions, game_id, ALA, an_interaction())
    with pytest.raises(Refused, match="undo_freed"):
        await propose(house.sessions, game_id, ALA, an_interaction(), f"undo/1/{address_in_matter(left.address)}")
    await seating.join(house.sessions, game_id, STRANGER, "Iza", an_interaction())
    now = (await house.press(await where(house, game_id), ALA, ["rest"])).standing

    assert len(await points(store, game_id, now.address)) > 3
    assert [one.steps for one in await points_known_to(store, rules, now, ALA)] == [1]
    with pytest.raises(Refused, match="undo_freed"):
        await undo.undo(house.sessions, game_id, ALA, an_interaction(), steps=2)
    back = await undo.undo(house.sessions, game_id, ALA, an_interaction())
    assert back.standing.state == left.state


async def test_a_game_master_still_goes_back_before_it(house: House) -> None:
    left = await dug_and_left(house)
    await appoint(house.sessions, left.record.id, STRANGER, STRANGER, an_interaction(), may=True)

    back = await undo.undo(house.sessions, left.record.id, STRANGER, an_interaction(), steps=2)

    assert back.standing.address.epoch > left.address.epoch


async def test_a_vote_on_an_undo_is_over_when_a_rivals_seat_is_freed(house: House) -> None:
    """Olek agreed to nothing; those who are left do not go on without him."""
    standing = await house.mine(ALA, OLEK, EWA)
    at = (await house.press(standing, ALA, ["dig-s1"])).standing.address
    game_id, matter = standing.record.id, f"undo/1/{address_in_matter(at)}"
    await propose(house.sessions, game_id, ALA, an_interaction(), matter)
    await seating.leave(house.sessions, game_id, OLEK, an_interaction())

    with pytest.raises(Refused, match="undo_freed"):
        await speak(house.sessions, game_id, EWA, an_interaction(), matter, True)


async def test_nobody_brings_back_what_was_undone_before_a_rival_left(house: House) -> None:
    """Both agreed that the dig should go; alone Ala does not bring it back."""
    standing = await house.mine(ALA, OLEK)
    at = (await house.press(standing, ALA, ["dig-s1"])).standing.address
    game_id, matter = standing.record.id, f"undo/1/{address_in_matter(at)}"
    await propose(house.sessions, game_id, ALA, an_interaction(), matter)
    await speak(house.sessions, game_id, OLEK, an_interaction(), matter, True)
    await seating.leave(house.sessions, game_id, OLEK, an_interaction())

    with pytest.raises(Refused, match="undo_freed"):
        await undo.redo(house.sessions, game_id, ALA, an_interaction())


async def test_an_undo_that_stops_at_a_freed_seat_says_so(tmp_path: Path) -> None:
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        await leaves(channel, "Bartek")
        listed = await channel.command("Ala", "undo")
        typed = await channel.command("Ala", "undo", what="1")

        assert "zwolnił miejsce" in listed.text
        assert "zwolnił miejsce" in typed.text


# An offered seat ---------------------------------------------------------------------------------------------


async def offered(house: House) -> Standing:
    """Olek offers his seat to Ewa."""
    standing = await house.mine(ALA, OLEK)
    await seating.offer(house.sessions, standing.record.id, OLEK, EWA, an_interaction())
    house.clock.now += 60
    return standing


async def take(house: House, standing: Standing) -> None:
    """Ewa takes it."""
    await seating.hand_over(house.sessions, standing.record.id, "s2", EWA, "Ewa", an_interaction())


async def test_an_offered_seat_is_taken(house: House) -> None:
    standing = await offered(house)
    await take(house, standing)

    assert (await record_of(house, standing.record.id)).seat_of(EWA) == "s2"


async def test_an_offer_is_withdrawn(house: House) -> None:
    standing = await offered(house)
    with pytest.raises(Refused, match="not_seated"):
        await seating.withdraw_offer(house.sessions, standing.record.id, STRANGER, an_interaction())
    await seating.withdraw_offer(house.sessions, standing.record.id, OLEK, an_interaction())

    with pytest.raises(Refused, match="hand_over"):
        await take(house, standing)


async def test_an_offer_ends_after_three_days(house: House) -> None:
    standing = await offered(house)
    house.clock.now += OFFER_LASTS

    with pytest.raises(Refused, match="hand_over"):
        await take(house, standing)


async def test_an_offer_ends_when_its_player_answers(house: House) -> None:
    standing = await offered(house)
    await house.press(standing, OLEK, ["dig-s2"])

    with pytest.raises(Refused, match="hand_over"):
        await take(house, standing)


async def test_the_offer_has_a_button_to_withdraw_it(tmp_path: Path) -> None:
    """For whoever made it; whoever else presses it withdraws nothing. By command: the seat is offered to oneself."""
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        await channel.command("Bartek", "game hand", to="Celina")
        await channel.press("Ala", "Wycofaj")
        assert "nie jest już do wzięcia" not in channel.story()
        await channel.press("Bartek", "Wycofaj")
        assert "Miejsce „Bartek” nie jest już do wzięcia" in channel.story()
        await channel.command("Bartek", "game hand", to="Celina")
        await channel.command("Bartek", "game hand", to="Bartek")

        assert channel.story().count("nie jest już do wzięcia") == 2


# Who pressed -------------------------------------------------------------------------------------------------


async def test_the_story_names_whoever_presses_in_anothers_place(tmp_path: Path) -> None:
    """Here the game master."""
    async with a_channel(tmp_path, Feud()) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member="Celina")
        await channel.press("Ala", "Zaczynamy")
        for one in ("Ala", "Bartek"):
            await channel.press(one, "⭐")
        before = channel.story()
        await channel.answer("Celina", "dig-s1")

        assert "mistrz gry" not in before.split("Zaczynamy")[-1]
        assert "odpowiada mistrz gry" in channel.story()
