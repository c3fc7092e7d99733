"""Coming and going while a game runs: who may sit down, what a table without people does, how a seat is freed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.acts import rulings, seating
from bot.acts.absence import go_away
from bot.acts.privacy import forget
from bot.acts.proposals import propose, speak
from bot.acts.seating import kick_proposal
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.table_words import status_line
from bot.session.transaction import Transaction
from bot.table.habits import Habits
from bot.table.records import Accepted, GameRecord, Standing
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice, a_form, an_amount, everyones_form

DAY = 24 * 3600.0


async def sit(house: House, game_id: str, user: int = STRANGER, seat: Seat = "") -> Accepted:
    """Somebody takes a free seat."""
    return await seating.join(house.sessions, game_id, user, "Iza", an_interaction(), seat)


async def get_up(house: House, game_id: str, user: int) -> Accepted:
    """Somebody leaves the running game."""
    return await seating.leave(house.sessions, game_id, user, an_interaction())


async def rewrite(house: House, game_id: str, **changes: object) -> Standing:
    """Change the table's record."""

    async def change(turn: Transaction) -> None:
        turn.rewrite(**changes)

    return await house.sessions.change(game_id, None, change)


async def arguing(house: House, *users: int) -> Standing:
    """A table that waits for everybody's vote."""
    standing = await house.mine(*users)
    return (await house.press(standing, users[0], "descend")).standing


class Watched:
    """The rules of Labirynt Śmierci; they note for whom a view was made."""

    def __init__(self, rules: Any) -> None:
        self.viewers: list[Seat | None] = []
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def view(self, state: Any, viewer: Seat | None) -> Any:
        """What the viewer may know."""
        self.viewers.append(viewer)
        return self._rules.view(state, viewer)


def people(record: GameRecord) -> list[int]:
    """The users of the seats."""
    return [one.user_id for one in record.seats]


def told(accepted: Accepted) -> list[str]:
    """The names of the events."""
    return [type(one.event).__name__ for one in accepted.told]


# Leaving and sitting down ------------------------------------------------------------------------------------


async def test_whoever_leaves_is_played_until_somebody_sits_down(tmp_path: Path) -> None:
    """Olek gets up: his part of the vote is the autopilot's; the next vote is the newcomer's."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        left = await get_up(house, voting.record.id, OLEK)
        below = (await house.press(left.standing, ALA, "keep")).standing

        joined = await sit(house, voting.record.id)

        assert told(left)[0] == "SeatLeft"
        assert left.standing.done == ("s2",)
        assert below.address.stage == 2
        assert told(joined) == ["SeatTaken"]
        assert people(joined.standing.record) == [ALA, STRANGER]
        again = (await house.press(joined.standing, ALA, "descend")).standing
        assert again.done == ()


async def test_the_lead_passes_to_somebody_who_is_there(tmp_path: Path) -> None:
    """Olek's seat plays by itself, so Ewa leads when Ala has gone."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        await house.on_autopilot(standing.record.id, "s2")

        left = await get_up(house, standing.record.id, ALA)

        assert left.standing.record.leader_id == EWA


async def test_the_lead_passes_to_somebody_who_is_away_rather_than_to_nobody(tmp_path: Path) -> None:
    """Ala leaves while Olek is away: he leads when he comes back, and she does not lead from outside."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        await go_away(house.sessions, standing.record.id, OLEK, an_interaction(), house.clock.now + DAY)

        left = await get_up(house, standing.record.id, ALA)

        assert left.standing.record.leader_id == OLEK


async def test_a_table_without_people_waits(tmp_path: Path) -> None:
    """Both get up: the autopilot does not play the game to its end; whoever sits down leads, and has all the time."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        await get_up(house, voting.record.id, OLEK)
        empty = (await get_up(house, voting.record.id, ALA)).standing
        house.clock.now += 9 * DAY
        joined = (await sit(house, voting.record.id)).standing

        assert empty.address == joined.address == voting.address
        assert empty.waiting is not None
        assert joined.record.leader_id == STRANGER
        assert joined.asked_at == house.clock.now
        assert (await house.press(joined, STRANGER, "keep")).standing.address.stage == 2


async def test_a_forgotten_leader_is_replaced_by_whoever_sits_down(tmp_path: Path) -> None:
    """Ala, who played alone, wished to be forgotten; the game waits, and Iza can lead it on."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)
        await forget(house.sessions, ALA)

        joined = await sit(house, standing.record.id)

        assert joined.standing.address == standing.address
        assert joined.standing.record.leader_id == STRANGER


async def test_the_only_player_who_is_away_comes_back_to_the_same_question(tmp_path: Path) -> None:
    """A holiday is no reason to play somebody's whole game."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA)

        await go_away(house.sessions, standing.record.id, ALA, an_interaction(), house.clock.now + DAY)

        now = await house.sessions.standing(CHANNEL)
        assert now is not None
        assert now.address == standing.address


async def test_a_table_without_people_waits_across_a_restart(tmp_path: Path) -> None:
    """Nor does it begin to play when the bot comes up again."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA)
        await get_up(house, voting.record.id, ALA)

    async with a_house(tmp_path / "db") as house:
        standing = await house.sessions.standing(CHANNEL)

        assert standing is not None
        assert standing.address == voting.address
        assert (await sit(house, voting.record.id)).standing.record.leader_id == STRANGER


async def test_nobody_sits_on_somebodys_lap(tmp_path: Path) -> None:
    """No free seat, a seat that is taken, one that is not there, and two seats for one: all refused."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id = standing.record.id

        for user, seat, reason in (
            (STRANGER, "", "no_free_seat"),
            (STRANGER, "s2", "seat_taken"),
            (STRANGER, "s9", "no_such_seat"),
            (OLEK, "", "already_seated"),
        ):
            with pytest.raises(Refused, match=reason):
                await sit(house, game_id, user, seat)


async def test_a_seat_on_autopilot_is_free_unless_its_player_comes_back(tmp_path: Path) -> None:
    """Olek is away until tomorrow; Ewa has left her seat to the autopilot for good."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        game_id = standing.record.id
        await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + DAY)
        await house.on_autopilot(game_id, "s3")

        with pytest.raises(Refused, match="seat_taken"):
            await sit(house, game_id, seat="s2")
        joined = await sit(house, game_id)

        assert people(joined.standing.record) == [ALA, OLEK, STRANGER]


async def test_two_who_want_the_same_seat(tmp_path: Path) -> None:
    """One of them gets it, the other one hears that there is none."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        await get_up(house, standing.record.id, OLEK)

        both = await asyncio.gather(
            sit(house, standing.record.id, EWA), sit(house, standing.record.id, STRANGER), return_exceptions=True
        )

        assert sorted(type(one).__name__ for one in both) == ["Accepted", "Refused"]


async def test_the_same_interaction_leaves_once(tmp_path: Path) -> None:
    """Redelivered, it changes nothing, though somebody else sits there now."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        number = an_interaction()
        await seating.leave(house.sessions, standing.record.id, OLEK, number)
        await sit(house, standing.record.id)

        again = await seating.leave(house.sessions, standing.record.id, OLEK, number)

        assert again.repeated
        assert people(again.standing.record) == [ALA, STRANGER]


async def test_the_seat_of_the_fallen_is_their_players_to_give_up(tmp_path: Path) -> None:
    """All of Olek's characters are dead; the autopilot keeps his seat, but only a seat he has left can be taken."""
    async with a_house(tmp_path / "db", load("labirynt-smierci")) as house:
        await house.lobby(ALA, OLEK, heroes="2", apprentices="0")
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
        game_id = standing.record.id
        await _kill(house, game_id, "s2")
        await house.on_autopilot(game_id, "s2")

        with pytest.raises(Refused, match="seat_fallen"):
            await sit(house, game_id)
        await get_up(house, game_id, OLEK)

        assert people((await sit(house, game_id)).standing.record) == [ALA, STRANGER]


async def _kill(house: House, game_id: str, seat: Seat) -> None:
    """The game master has all characters of a seat drop dead."""
    standing = await rewrite(house, game_id, gm_id=EWA)
    for one in [one.id for one in standing.state.characters.values() if one.seat == seat]:
        await rulings.set_right(house.sessions, game_id, EWA, an_interaction(), f"strength:{one}", 0)
    await rewrite(house, game_id, gm_id=0)


async def test_leaving_the_lobby_keeps_what_was_agreed(tmp_path: Path) -> None:
    """The game master and the table's habits stay when somebody gets up before the game."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.lobby(ALA, OLEK)
        await rewrite(house, standing.record.id, gm_id=EWA, habits=Habits(remind_after=5))

        left = await house.sessions.leave(CHANNEL, ALA, an_interaction())

        assert (left.record.gm_id, left.record.habits.remind_after, left.record.leader_id) == (EWA, 5, OLEK)


async def test_a_table_where_nobody_sits_says_so(tmp_path: Path) -> None:
    """Whom it waits for and until when means nothing there; what helps is a seat to take."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id = standing.record.id
        await rewrite(house, game_id, habits=Habits(deadline_after=24))
        await get_up(house, game_id, ALA)
        left = (await get_up(house, game_id, OLEK)).standing

        said = status_line(Scene(left, house.sessions.games["toy"]))

        assert "nikogo nie ma" in said
        assert "`/gra dołącz`" in said
        assert "czekamy" not in said
        assert "Termin" not in said
        assert "<t:" not in said


# Handing over ------------------------------------------------------------------------------------------------


async def test_a_seat_is_handed_to_one_friend(tmp_path: Path) -> None:
    """Ala, who leads, offers her seat to Ewa: Ewa alone can take it, and leads then."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id = standing.record.id
        await seating.offer(house.sessions, game_id, ALA, EWA, an_interaction())

        with pytest.raises(Refused, match="hand_over"):
            await seating.hand_over(house.sessions, game_id, "s1", STRANGER, "Iza", an_interaction())
        taken = await seating.hand_over(house.sessions, game_id, "s1", EWA, "Ewa", an_interaction())

        assert people(taken.standing.record) == [EWA, OLEK]
        assert taken.standing.record.leader_id == EWA
        assert told(taken) == ["SeatTaken"]


async def test_an_offer_ends_when_the_seat_changes_hands(tmp_path: Path) -> None:
    """Olek offers his seat, leaves all the same, and Iza sits down: the offer holds no more."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id = standing.record.id
        await seating.offer(house.sessions, game_id, OLEK, EWA, an_interaction())
        await get_up(house, game_id, OLEK)
        await sit(house, game_id)

        with pytest.raises(Refused, match="hand_over"):
            await seating.hand_over(house.sessions, game_id, "s2", EWA, "Ewa", an_interaction())


async def test_nobody_is_handed_a_second_seat(tmp_path: Path) -> None:
    """Olek sits at the table already."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)

        with pytest.raises(Refused, match="hand_seated"):
            await seating.offer(house.sessions, standing.record.id, ALA, OLEK, an_interaction())


# Somebody is gone --------------------------------------------------------------------------------------------


async def kick(house: House, game_id: str, by: int, seat: Seat, yes: bool = True) -> Accepted:
    """A voice on an absent player's seat."""
    if yes:
        return await propose(house.sessions, game_id, by, an_interaction(), kick_proposal(seat))
    return await speak(house.sessions, game_id, by, an_interaction(), kick_proposal(seat), yes)


async def test_most_of_the_others_free_the_seat_of_somebody_who_is_gone(tmp_path: Path) -> None:
    """For a day the table has waited for Ewa's vote; Ala and Olek decide, and the game goes on."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK, EWA)
        game_id = voting.record.id
        await house.press(voting, ALA, "keep")
        await house.press(voting, OLEK, "keep")
        house.clock.now += DAY
        first = await kick(house, game_id, ALA, "s3")
        second = await kick(house, game_id, OLEK, "s3")

        assert people(first.standing.record) == [ALA, OLEK, EWA]
        assert people(second.standing.record) == [ALA, OLEK, 0]
        assert told(second)[0] == "SeatLeft"
        assert second.standing.address.stage == 2


async def test_one_who_would_rather_wait_is_enough_among_two(tmp_path: Path) -> None:
    """Half of the voices is no majority: the vote is over, and can be held again."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK, EWA)
        house.clock.now += DAY
        await kick(house, voting.record.id, ALA, "s3")

        against = await kick(house, voting.record.id, OLEK, "s3", yes=False)

        assert people(against.standing.record) == [ALA, OLEK, EWA]
        assert "kick/s3" not in await house.store.votes(voting.record.id)


async def test_only_who_is_waited_for_in_vain_loses_the_seat(tmp_path: Path) -> None:
    """Not within the day, not after an answer, not one's own seat, not a seat of nobody; strangers have no voice."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK, EWA)
        game_id = voting.record.id
        with pytest.raises(Refused, match="kick_present"):
            await kick(house, game_id, ALA, "s2")
        await house.press(voting, OLEK, "keep")
        house.clock.now += DAY
        for by, seat, reason in (
            (ALA, "s2", "kick_present"),
            (EWA, "s3", "kick_yourself"),
            (STRANGER, "s3", "not_seated"),
            (ALA, "s8", "no_such_seat"),
        ):
            with pytest.raises(Refused, match=reason):
                await kick(house, game_id, by, seat)
        await get_up(house, game_id, EWA)
        with pytest.raises(Refused, match="kick_"):
            await kick(house, game_id, ALA, "s3")


async def test_a_deadline_that_is_over_is_absence_enough(tmp_path: Path) -> None:
    """The table plays fast: an hour after its deadline nobody has to wait for the day."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        house.clock.now += 3600
        late = house.sessions.clock()
        seats = tuple(
            seating.SeatRecord(one.seat, one.user_id, one.name, overdue_at=late) for one in voting.record.seats
        )
        await rewrite(house, voting.record.id, seats=seats)

        freed = await kick(house, voting.record.id, ALA, "s2")

        assert people(freed.standing.record) == [ALA, 0]


async def test_the_game_master_decides_alone(tmp_path: Path) -> None:
    """Ewa does not play along, and frees the seat of one of three."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        await rewrite(house, voting.record.id, gm_id=EWA)
        house.clock.now += DAY

        freed = await kick(house, voting.record.id, EWA, "s1")

        assert people(freed.standing.record) == [0, OLEK]
        assert freed.standing.record.leader_id == OLEK


async def test_votes_on_an_absence_that_is_over_count_no_more(tmp_path: Path) -> None:
    """Ewa came back after Ala's vote; when she is gone again, Olek's voice alone frees nothing."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK, EWA)
        game_id = voting.record.id
        house.clock.now += DAY
        await kick(house, game_id, ALA, "s3")
        for user in (ALA, OLEK, EWA):
            standing = (await house.press(voting, user, "keep")).standing
        standing = (await house.press(standing, ALA, "descend")).standing
        house.clock.now += 2 * DAY

        again = await kick(house, game_id, OLEK, "s3")

        assert people(again.standing.record) == [ALA, OLEK, EWA]


async def test_a_newcomer_is_not_late_at_once(tmp_path: Path) -> None:
    """The question has been open for two days; whoever has just sat down has a day of their own for it."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        house.clock.now += 2 * DAY
        await seating.offer(house.sessions, voting.record.id, OLEK, EWA, an_interaction())
        await seating.hand_over(house.sessions, voting.record.id, "s2", EWA, "Ewa", an_interaction())

        with pytest.raises(Refused, match="kick_of_two"):
            await kick(house, voting.record.id, ALA, "s2")


async def test_a_reminder_alone_is_not_absence(tmp_path: Path) -> None:
    """The refusal speaks of a day, and that is what it takes, whoever was reminded after six hours."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK, EWA)
        house.clock.now += 6 * 3600
        seats = tuple(replace(one, reminded_at=house.clock.now) for one in voting.record.seats)
        await rewrite(house, voting.record.id, seats=seats)
        with pytest.raises(Refused, match="kick_present"):
            await kick(house, voting.record.id, ALA, "s3")
        house.clock.now += DAY
        await kick(house, voting.record.id, ALA, "s3")

        assert "kick/s3" in await house.store.votes(voting.record.id)


@pytest.mark.parametrize(("hours", "days"), [(72.0, None), (0.0, 7)])
async def test_with_two_at_the_table_one_takes_no_seat_before_the_deadline(
    tmp_path: Path, hours: float, days: int | None
) -> None:
    """Most of one is one: it takes the deadline, or a week where the table has agreed on none."""
    async with a_house(tmp_path / "db") as house:
        voting = await arguing(house, ALA, OLEK)
        await rewrite(house, voting.record.id, habits=replace(voting.record.habits, deadline_after=hours))
        house.clock.now += 6 * DAY
        with pytest.raises(Refused, match="kick_of_two"):
            await kick(house, voting.record.id, ALA, "s2")
        house.clock.now += DAY
        if days is None:
            with pytest.raises(Refused, match="kick_of_two"):
                await kick(house, voting.record.id, ALA, "s2")
        else:
            freed = await kick(house, voting.record.id, ALA, "s2")
            assert people(freed.standing.record) == [ALA, 0]


# At the playground -------------------------------------------------------------------------------------------


async def test_leaving_a_running_game_takes_a_second_word(tmp_path: Path) -> None:
    """Bartek is asked once more, by himself; he may stay. When he goes, the channel hears of it."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        asked = await channel.command("Bartek", "game leave")
        stayed = await channel.press("Bartek", "Zostaję")
        await channel.command("Bartek", "game leave")
        left = await channel.press("Bartek", "Wstaję od stołu")

        assert asked.kind == "ephemeral"
        assert "do czasu zagra na nim automat" in asked.text
        assert "po staremu" in stayed.text
        assert "Do zobaczenia" in left.text
        assert "Miejsce „Bartek” jest wolne" in channel.story()
        assert "Bartek" not in mentions(channel)


async def test_whoever_leaves_last_hears_beforehand_that_the_game_stops(tmp_path: Path) -> None:
    """Alone, Ala is not told that the autopilot plays on: nothing will happen until somebody sits down."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        asked = await channel.command("Ala", "game leave")
        left = await channel.press("Ala", "Wstaję od stołu")

        assert "gra stanie i poczeka, aż ktoś usiądzie" in asked.text
        assert "automat" not in asked.text
        assert "Gra czeka, aż ktoś usiądzie" in left.text


def mentions(channel: Channel) -> list[str]:
    """Whom the open question is for."""
    prompt = next(one for one in reversed(channel.hands.messages(HERE, "Ala")) if one.buttons and not one.ephemeral)
    names = {person["user"]["id"]: person["user"]["global_name"] for person in channel.playground.world.people.values()}
    return [name for user, name in names.items() if f"<@{user}>" in prompt.text]


async def test_a_double_click_leaves_once(tmp_path: Path) -> None:
    """The second click finds that Bartek has gone, and says so kindly."""
    async with a_table(tmp_path, ParlourRules(a_choice, an_amount), "Ala", "Bartek") as channel:
        asked = await channel.command("Bartek", "game leave")
        assert asked.message is not None
        button = asked.message.buttons[0].custom_id
        both = await asyncio.gather(*(channel.hands.press("Bartek", asked.message, button) for _ in range(2)))
        await channel.hands.settled()

        assert sorted(one.kind for one in both) == ["ephemeral", "update"]
        assert channel.story().count("jest wolne") == 1


async def test_a_newcomer_takes_the_free_seat_and_plays(tmp_path: Path) -> None:
    """Celina watches, hears that a seat is free, sits down, is named by the prompt, and answers."""
    async with a_table(tmp_path, ParlourRules(everyones_form, an_amount), "Ala", "Bartek") as channel:
        full = await channel.press("Celina", "⭐")
        await channel.command("Bartek", "game leave")
        await channel.press("Bartek", "Wstaję od stołu")
        await channel.press("Ala", "⭐")
        watching = await channel.answer("Celina", "1")
        offered = await channel.hands.complete("Celina", HERE, "game join", {"seat": ""}, focused="seat")
        joined = await channel.command("Celina", "game join", seat=offered[0].value)
        answered = await channel.answer("Celina", "1")

        assert "nie ma dla ciebie miejsca" in full.text
        assert "wolne miejsce: `/gra dołącz`" in watching.text
        assert [one.name for one in offered] == ["Bartek"]
        assert "Miejsce jest twoje" in joined.text
        assert "Celina siada do stołu" in channel.story()
        assert answered.text.startswith("✔")


async def test_a_prompt_names_whoever_sits_there_now(tmp_path: Path) -> None:
    """A form of the first seat is open when Ala hands the seat to Celina; nobody else can take it."""
    async with a_table(tmp_path, ParlourRules(a_form), "Ala", "Bartek") as channel:
        offer = await channel.command("Ala", "game hand", to="Celina")
        assert offer.message is not None
        button = offer.message.buttons[0].custom_id
        refused = await channel.hands.press("Bartek", offer.message, button)
        await channel.hands.press("Celina", offer.message, button)
        await channel.hands.settled()

        assert [one["username"] for one in offer.message.data["mentions"]] == ["celina"]
        assert "dla kogoś innego" in refused.text
        assert mentions(channel) == ["Celina"]
        assert "Celina siada do stołu" in channel.story()


async def test_a_seat_offered_before_a_restart_can_be_taken_after_it(tmp_path: Path) -> None:
    """The offer is in the store; after the seat has changed hands its button is no longer good."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
            offer = await channel.command("Bartek", "game hand", to="Celina")
        async with channel.bot_up():
            assert offer.message is not None
            taken = await channel.press("Celina", "Zajmij miejsce")

            assert "gra na nim teraz Celina" in taken.text
            assert not channel.hands.messages(HERE, "Ala")[-1].ephemeral


async def test_nobody_hands_a_seat_to_a_bot_or_kicks_who_is_there(tmp_path: Path) -> None:
    """Two kind sentences, for the one who asked alone."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek") as channel:
        bot = await channel.command("Ala", "game hand", to="Mistrz Labiryntu")
        offered = await channel.hands.complete("Ala", HERE, "game kick", {"player": ""}, focused="player")
        here = await channel.command("Ala", "game kick", player="Bartek")

        assert "Bot nie usiądzie" in bot.text
        assert [one.name for one in offered] == ["Bartek"]
        assert "dopiero, gdy minie termin" in here.text
        assert bot.kind == here.kind == "ephemeral"


async def test_the_others_vote_at_the_playground(tmp_path: Path) -> None:
    """The clock is a day further; Ala proposes, Bartek agrees, and Celina's seat is free."""
    async with a_channel(tmp_path, ParlourRules(everyones_form, an_amount)) as channel, channel.bot_up() as bot:
        await channel.opened("Ala", "Bartek", "Celina")
        sessions = bot.service.sessions
        now = sessions.clock()
        sessions.clock = lambda: now + DAY + 60
        proposed = await channel.command("Ala", "game kick", player="Celina")
        agreed = await channel.press("Bartek", "Za")

        assert "Zwolnić miejsce „Celina”?" in proposed.text
        assert "Zgoda" in agreed.text
        assert "Stół zdecydował" in channel.story()


async def test_who_left_just_before_the_bot_died_is_gone_after_it(tmp_path: Path) -> None:
    """The bot dies after the commit and before it says a word: the next life tells the channel, once."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up() as bot:
            await channel.opened("Ala", "Bartek")
            (entry,) = bot.service.sessions.live()
            bartek = int(channel.playground.world.person("Bartek")["user"]["id"])
            await seating.leave(bot.service.sessions, entry.id, bartek, an_interaction())
        async with channel.bot_up():
            await channel.hands.until(lambda: "jest wolne" in channel.story())
            await channel.hands.settled()

            assert channel.story().count("jest wolne") == 1
            assert "wolne miejsce" in (await channel.press("Bartek", "⭐")).text


async def test_a_spectator_sees_the_public_view_only(tmp_path: Path) -> None:
    """Celina asks for everything that there is to see; never is a seat's view made for her."""
    rules = Watched(load("labirynt-smierci"))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=1 apprentices=0")
        await channel.command("Ala", "game start", quick=True)
        rules.viewers.clear()
        for command, options in (
            ("game status", {}),
            ("map", {}),
            ("party", {}),
            ("hero", {}),
            ("story", {}),
        ):
            shown = await channel.hands.slash("Celina", HERE, command, options)
            await channel.hands.settled()
            assert (await channel.hands.follow(shown)).kind in ("ephemeral", "thinking"), command

        assert set(rules.viewers) == {None}


async def test_an_older_lobby_message_loses_its_buttons(tmp_path: Path) -> None:
    """After a typed join or a look the new message alone is live; after a typed start none is."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Bartek", "game join")
        await channel.command("Bartek", "game status")
        live = [bool(one.buttons) for one in channel.hands.messages(HERE, "Ala") if "Przy stole" in one.text]
        await channel.command("Celina", "game join")
        await channel.command("Celina", "game leave")
        await channel.command("Ala", "game start")
        lobbies = [one for one in channel.hands.messages(HERE, "Ala") if "Przy stole" in one.text]

        assert live == [False, False, True]
        assert [one.text for one in lobbies if one.buttons] == []
