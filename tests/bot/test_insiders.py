"""Where people play against each other nobody knows two hands: one seat for each person, and no player masters it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts import seating
from bot.acts.absence import go_away, with_player_back
from bot.acts.copies.exporting import export_all
from bot.acts.game_master import appoint, step_down
from bot.acts.proposals import propose
from bot.acts.rulings import must_master
from bot.session.transaction import Transaction
from bot.table.events import MasterPlays
from bot.table.records import Accepted
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from tests.bot.a_cave import NEAR, Midcave, a_figure
from tests.bot.a_channel import a_table
from tests.bot.a_den import Den
from tests.bot.a_sorcerer import a_duel
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice

DAY = 24 * 3600.0


async def a_den(house: House, *users: int) -> str:
    """Rivals in the middle of a game."""
    await house.lobby(*users)
    return (await house.sessions.start(CHANNEL, users[0], an_interaction())).standing.record.id


async def master(house: House, game_id: str, user: int, *, by: int = 0, may: bool = True) -> Accepted:
    """Somebody becomes the game master, by the guild's role."""
    return await appoint(house.sessions, game_id, by or user, user, an_interaction(), may=may)


async def sit(house: House, game_id: str, user: int, seat: Seat = "") -> Accepted:
    """Somebody takes a free seat."""
    return await seating.join(house.sessions, game_id, user, "Iza", an_interaction(), seat)


async def get_up(house: House, game_id: str, user: int) -> Accepted:
    """Somebody leaves the running game."""
    return await seating.leave(house.sessions, game_id, user, an_interaction())


async def must_be_kept_out(house: House, game_id: str) -> None:
    """A stranger who has seen every hand gets no free seat, no seat of Olek's, and does not stand in for him."""
    with pytest.raises(Refused, match="seat_after_gm"):
        await sit(house, game_id, STRANGER)
    with pytest.raises(Refused, match="hand_insider"):
        await seating.offer(house.sessions, game_id, OLEK, STRANGER, an_interaction())
    with pytest.raises(Refused, match="stand_in_insider"):
        await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + DAY, STRANGER)


# Master or player --------------------------------------------------------------------------------------------


async def test_a_leader_cannot_master_the_game_that_they_will_play(tmp_path: Path) -> None:
    """Neither by leading the table nor by the guild's role; the way is to leave the seat first."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = (await house.lobby(ALA, OLEK, EWA)).record.id
        for may in (False, True):
            with pytest.raises(Refused, match="gm_plays"):
                await master(house, game_id, ALA, may=may)
        await house.sessions.leave(CHANNEL, ALA, an_interaction())
        named = await master(house, game_id, ALA, by=OLEK, may=False)

    assert named.standing.record.gm_id == ALA


async def test_a_master_in_the_lobby_does_not_sit_down(tmp_path: Path) -> None:
    """Whoever would rather play resigns first; before the game nothing was seen, so that is all it takes."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = (await house.lobby(ALA, OLEK)).record.id
        await master(house, game_id, EWA)
        with pytest.raises(Refused, match="gm_joins"):
            await house.sessions.join(CHANNEL, EWA, "Ewa", an_interaction())
        await step_down(house.sessions, game_id, EWA, an_interaction())
        joined = await house.sessions.join(CHANNEL, EWA, "Ewa", an_interaction())

    assert joined.record.seat_of(EWA) == "s3"


async def test_a_table_of_before_with_a_master_who_sits_does_not_begin(tmp_path: Path) -> None:
    """Lobbies may have been filled before this was so."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = (await house.lobby(ALA, OLEK)).record.id

        async def both(turn: Transaction) -> None:
            turn.rewrite(gm_id=ALA)

        await house.sessions.change(game_id, None, both)
        with pytest.raises(Refused, match="gm_both"):
            await house.sessions.start(CHANNEL, ALA, an_interaction())


async def test_nobody_masters_a_game_that_they_have_played(tmp_path: Path) -> None:
    """Seated, after leaving, by the role, by the table's vote: they can still win."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        with pytest.raises(Refused, match="gm_played"):
            await master(house, game_id, OLEK)
        with pytest.raises(Refused, match="gm_played"):
            await propose(house.sessions, game_id, ALA, an_interaction(), f"gm/{OLEK}")
        await get_up(house, game_id, OLEK)
        with pytest.raises(Refused, match="gm_played"):
            await master(house, game_id, OLEK)
        standing = await house.sessions.standing_of(game_id)

    assert standing is not None
    with pytest.raises(Refused, match="not_gm"):
        must_master(standing.record, OLEK)


async def test_nobody_plays_a_game_that_they_have_mastered(tmp_path: Path) -> None:
    """Neither as the master nor after resigning: not at a free seat, not by a friend's offer, not as a stand-in."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await master(house, game_id, STRANGER)
        await get_up(house, game_id, EWA)
        with pytest.raises(Refused, match="seat_after_gm"):
            await sit(house, game_id, STRANGER)
        await step_down(house.sessions, game_id, STRANGER, an_interaction())
        await must_be_kept_out(house, game_id)
        back = await master(house, game_id, STRANGER)

    assert back.standing.record.gm_id == STRANGER


async def test_a_master_named_after_the_offer_does_not_take_the_seat(tmp_path: Path) -> None:
    """What counts is what they know when they sit down."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK)
        await seating.offer(house.sessions, game_id, OLEK, STRANGER, an_interaction())
        await master(house, game_id, STRANGER)
        with pytest.raises(Refused, match="seat_after_gm"):
            await seating.hand_over(house.sessions, game_id, "s2", STRANGER, "Iza", an_interaction())


async def test_where_all_play_together_a_player_may_master_and_it_is_told(tmp_path: Path) -> None:
    """They may look at everything, and everybody knows."""
    async with a_house(tmp_path / "db", ParlourRules(a_choice)) as house:
        game_id = await a_den(house, ALA, OLEK)
        named = await master(house, game_id, ALA)
        await step_down(house.sessions, game_id, ALA, an_interaction())
        await master(house, game_id, STRANGER)
        await get_up(house, game_id, OLEK)
        sat = await sit(house, game_id, STRANGER)

    assert MasterPlays("s1") in [one.event for one in named.told]
    assert MasterPlays("s2") in [one.event for one in sat.told]


async def test_the_seed_is_out_of_a_players_reach(tmp_path: Path) -> None:
    """Take the game, copy everything, resign, play on: refused at each step, and nothing has changed."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        game_id = await a_den(house, ALA, OLEK)
        with pytest.raises(Refused, match="gm_played"):
            await master(house, game_id, ALA)
        with pytest.raises(Refused, match="copy_of_secrets"):
            await export_all(house.sessions, game_id, ALA, an_interaction())

        assert len(await house.store.seeds(game_id)) == 1


async def test_whoever_is_out_may_master_the_rest(tmp_path: Path) -> None:
    """Olek's Miner is dead for good; Ala, who can still win, may not."""
    people = [a_figure("cannibal", NEAR, seat="s1"), a_figure("friar", "H2", seat="s3")]
    rules = Midcave(seekers=people, dead={"s2": "miner"}, out=["s2"], crystal="A2")
    async with a_house(tmp_path / "db", rules) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        with pytest.raises(Refused, match="gm_played"):
            await master(house, game_id, ALA)
        named = await master(house, game_id, OLEK)

    assert named.standing.record.gm_id == OLEK


# One seat ----------------------------------------------------------------------------------------------------


async def test_nobody_sees_what_two_seats_hide(tmp_path: Path) -> None:
    """Ewa leaves, Olek gets up and would sit down there: only his own seat is his, and without a wish he gets it."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        await get_up(house, game_id, OLEK)
        with pytest.raises(Refused, match="seat_of_another") as refused:
            await sit(house, game_id, OLEK, "s3")
        again = await sit(house, game_id, OLEK)

    assert refused.value.facts["own"] == "s2"
    assert again.standing.record.seat_of(OLEK) == "s2"


async def test_a_spectator_who_sat_down_belongs_there(tmp_path: Path) -> None:
    """Sit, look, leave: no other seat, nobody else's place, no mastery; nor a friend's seat while the own is taken."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        await sit(house, game_id, STRANGER)
        await get_up(house, game_id, STRANGER)
        await get_up(house, game_id, OLEK)
        with pytest.raises(Refused, match="seat_of_another"):
            await sit(house, game_id, STRANGER, "s2")
        with pytest.raises(Refused, match="gm_played"):
            await master(house, game_id, STRANGER)
        with pytest.raises(Refused, match="hand_insider"):
            await seating.offer(house.sessions, game_id, ALA, STRANGER, an_interaction())
        with pytest.raises(Refused, match="stand_in_insider"):
            await go_away(house.sessions, game_id, ALA, an_interaction(), house.clock.now + DAY, STRANGER)
        await sit(house, game_id, EWA, "s3")
        with pytest.raises(Refused, match="seat_taken"):
            await sit(house, game_id, STRANGER)


async def test_a_stand_in_belongs_to_the_seat_they_have_seen(tmp_path: Path) -> None:
    """Also when the player is back: Ewa's place is not for whoever has held Ala's hand."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await go_away(house.sessions, game_id, ALA, an_interaction(), house.clock.now + DAY, STRANGER)

        async def come_back(turn: Transaction) -> None:
            turn.rewrite(seats=with_player_back(turn.record, "s1"))

        await house.sessions.change(game_id, None, come_back)
        await get_up(house, game_id, EWA)
        with pytest.raises(Refused, match="seat_of_another"):
            await sit(house, game_id, STRANGER, "s3")
        await go_away(house.sessions, game_id, ALA, an_interaction(), house.clock.now + DAY, STRANGER)


async def test_it_is_remembered_over_a_restart(tmp_path: Path) -> None:
    """What was seen is not forgotten with the process."""
    async with a_house(tmp_path / "db", Den()) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        await get_up(house, game_id, OLEK)
    async with a_house(tmp_path / "db", Den()) as house:
        with pytest.raises(Refused, match="seat_of_another"):
            await sit(house, game_id, OLEK, "s3")


async def test_where_all_play_together_anybody_sits_anywhere(tmp_path: Path) -> None:
    """Nothing is hidden from anybody."""
    async with a_house(tmp_path / "db", ParlourRules(a_choice)) as house:
        game_id = await a_den(house, ALA, OLEK, EWA)
        await get_up(house, game_id, EWA)
        await get_up(house, game_id, OLEK)
        sat = await sit(house, game_id, OLEK, "s3")

    assert sat.standing.record.seat_of(OLEK) == "s3"


# In the channel ----------------------------------------------------------------------------------------------


async def test_sitting_down_among_rivals_takes_a_second_word(tmp_path: Path) -> None:
    """Celina is asked once more, by herself; until then she has seen nothing. To come back takes no second word."""
    async with a_table(tmp_path, Den(), "Ala", "Bartek") as channel:
        await channel.command("Bartek", "game leave")
        await channel.press("Bartek", "Wstaję od stołu")
        asked = await channel.command("Celina", "game join")
        looked = await channel.press("Celina", "Tylko patrzę")
        nobody = channel.story().count("Celina")
        await channel.command("Celina", "game join")
        sat = await channel.press("Celina", "Siadam tu do końca")
        await channel.command("Celina", "game leave")
        await channel.press("Celina", "Wstaję od stołu")
        again = await channel.command("Celina", "game join")

        assert asked.kind == "ephemeral"
        assert "należy już tylko do niego" in asked.text
        assert "Patrzeć można dalej" in looked.text
        assert nobody == 0
        assert "Miejsce jest twoje" in sat.text
        assert "Miejsce jest twoje" in again.text
