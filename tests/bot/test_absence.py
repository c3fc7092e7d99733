"""Who is away, who plays meanwhile, what waits for whom, and when people sleep."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from bot.acts import absence
from bot.discord.client import Labirynt
from bot.discord.prompts import story
from bot.session.transaction import Transaction
from bot.store import StoreUnavailable
from bot.store.units import Unit
from bot.table.events import CameBack, WentAway
from bot.table.habits import Habits, Person
from bot.table.records import Standing
from bot.words.narrator import LOCALES, Narrator
from rules.kernel.errors import Refused
from rules.kernel.requests import NextAction, Request
from tests.bot.a_channel import AS_USUAL, HERE, UNSAID, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import Parlour, ParlourRules, a_choice, an_amount, everyones_form
from tests.bot.toy_game import equipped

DAY = 24 * 3600.0


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A bot that is up."""
    async with a_house(tmp_path / "db") as one:
        yield one


async def leaves(house: House, standing: Standing, user: int, stand_in: int = 0) -> bool:
    """Go away for three days."""
    until = house.clock.now + 3 * DAY
    return await absence.go_away(house.sessions, standing.record.id, user, an_interaction(), until, stand_in)


async def forms(house: House, *users: int) -> Standing:
    """Everybody is asked to fill in a form."""
    await house.lobby(*users)
    return (await house.sessions.start(CHANNEL, users[0], an_interaction())).standing


async def now(house: House, standing: Standing) -> Standing:
    """The table as it stands now."""
    found = await house.sessions.standing_of(standing.record.id)
    assert found is not None
    return found


# Away --------------------------------------------------------------------------------------------------------


async def test_who_goes_away_in_the_middle_of_a_question_keeps_nobody_waiting(house: House) -> None:
    """Ala has filled in her form; Olek leaves, and the autopilot fills in his at once."""
    open_form = await forms(house, ALA, OLEK)
    await house.press(open_form, ALA, equipped("Ala"))

    await leaves(house, open_form, OLEK)

    assert isinstance((await now(house, open_form)).waiting, NextAction)


async def test_while_somebody_is_there_the_autopilot_does_not_decide(house: House) -> None:
    """Olek is away, Ala is at the table: the way on is hers."""
    mine = await house.mine(ALA, OLEK)

    await leaves(house, mine, OLEK)

    assert (await now(house, mine)).address == mine.address


async def test_a_friend_answers_in_ones_place(house: House) -> None:
    """A stranger fills in Olek's form, and not Ala's."""
    open_form = await forms(house, ALA, OLEK)

    await leaves(house, open_form, OLEK, STRANGER)
    filled = await house.press(open_form, STRANGER, equipped("Olek"))

    assert filled.seat == "s2"
    assert filled.standing.done == ("s2",)


@pytest.mark.parametrize(("friend", "stand_in"), [(ALA, ("s1",)), (STRANGER, ()), (0, ())])
async def test_a_friend_who_plays_at_the_table_is_named(house: House, friend: int, stand_in: tuple[str, ...]) -> None:
    """By the seat, whose name every language and every time knows."""
    mine = await house.mine(ALA, OLEK)

    await leaves(house, mine, OLEK, friend)

    told = [one.event for row in await house.sessions.chronicle(mine.record.id) for one in row.told]
    (away,) = [event for event in told if isinstance(event, WentAway)]
    for locale in LOCALES:
        said = story.words(Narrator(locale, {"s1": "Ala", "s2": "Olek"}), away, 0)
        assert (": Ala." in said) == bool(stand_in)
        assert "?" not in said
    assert (away.friend, away.stand_in) == (bool(friend), stand_in)


async def test_back_again_one_answers_oneself(house: House) -> None:
    """The stand-in has nothing to say any more, and the table hears of both."""
    open_form = await forms(house, ALA, OLEK)
    await leaves(house, open_form, OLEK, STRANGER)
    await absence.come_back(house.sessions, open_form.record.id, OLEK, an_interaction())

    with pytest.raises(Refused, match="not_seated"):
        await house.press(open_form, STRANGER, equipped("Olek"))
    filled = await house.press(open_form, OLEK, equipped("Olek"))

    told = [one.event for row in await house.sessions.chronicle(open_form.record.id) for one in row.told]
    assert filled.seat == "s2"
    assert [type(event) for event in told if isinstance(event, WentAway | CameBack)] == [WentAway, CameBack]


async def test_a_redelivered_command_is_told_once(house: House) -> None:
    """Discord sends the same interaction twice."""
    mine = await house.mine(ALA, OLEK)
    once, until = an_interaction(), house.clock.now + DAY

    first = await absence.go_away(house.sessions, mine.record.id, OLEK, once, until)
    second = await absence.go_away(house.sessions, mine.record.id, OLEK, once, until)

    assert (first, second) == (True, False)


async def test_what_cannot_be(house: House) -> None:
    """Nobody stands in for themselves, a stranger has no seat, and who is there cannot come back."""
    mine = await house.mine(ALA, OLEK)

    for reason, user, friend in (("stand_in_self", OLEK, OLEK), ("not_seated", STRANGER, 0)):
        with pytest.raises(Refused, match=reason):
            await leaves(house, mine, user, friend)
    with pytest.raises(Refused, match="not_away"):
        await absence.come_back(house.sessions, mine.record.id, OLEK, an_interaction())


async def test_what_one_table_refuses_is_done_at_the_others(house: House) -> None:
    """The first table is over: Olek is away from the two others, and hears of which he is not."""
    tables = [(await house.mine(ALA, OLEK, channel=channel)).record.id for channel in (1, 2, 3)]
    await house.sessions.end(1, ALA, an_interaction())
    once, until = an_interaction(), house.clock.now + DAY

    async def leave(game_id: str, interaction_id: int | None) -> bool:
        return await absence.go_away(house.sessions, game_id, OLEK, interaction_id, until)

    done, left = await absence.change_everywhere(tables, leave, once)
    again = await absence.change_everywhere(tables, leave, once)

    assert done == tables[1:]
    assert {game_id: str(why) for game_id, why in left.items()} == {tables[0]: "game_over"}
    assert again == ([], {})
    with pytest.raises(Refused, match="game_over"):
        await absence.change_everywhere(tables[:1], leave, an_interaction())


async def test_two_wishes_at_once_are_both_kept(house: House) -> None:
    """Ala sets her hours on one telephone and her pings on another."""
    await asyncio.gather(
        absence.set_rest(house.sessions, ALA, "", "23-7"), absence.set_rest(house.sessions, ALA, "", "", "never")
    )

    assert await absence.person_of(house.store, ALA) == Person(ALA, quiet_from=23 * 60, quiet_to=7 * 60, pings="never")


# What waits for me -------------------------------------------------------------------------------------------


async def test_only_what_waits_for_me_is_mine(house: House) -> None:
    """Of three tables one waits for others, one for Ala, and one for a friend in whose place she sits; oldest first."""
    friends = await house.mine(OLEK, channel=1)
    await leaves(house, friends, OLEK, ALA)
    house.clock.now += 60
    hers = await house.mine(ALA, channel=2)
    house.clock.now += 60
    await house.lobby(ALA, OLEK, channel=3)
    half = (await house.sessions.start(3, ALA, an_interaction())).standing
    await house.press(half, ALA, equipped("Ala"))

    assert [one.record.id for one in await absence.tables_waiting_for(house.sessions, ALA)] == [
        friends.record.id,
        hers.record.id,
    ]
    assert [one.record.id for one in await absence.tables_waiting_for(house.sessions, OLEK)] == [half.record.id]
    assert [one.record.id for one in await absence.tables_played(house.sessions, ALA, 1)] == [
        hers.record.id,
        half.record.id,
    ]


async def test_the_leader_sees_whose_time_is_up(house: House) -> None:
    """When the leader answers for who is late, that waits for the leader."""
    open_form = await forms(house, ALA, OLEK)
    await house.press(open_form, ALA, equipped("Ala"))
    assert await absence.tables_waiting_for(house.sessions, ALA) == []

    async def late(turn: Transaction) -> None:
        first, second = turn.record.seats
        strict = Habits(deadline_then="leader")
        turn.rewrite(habits=strict, seats=(first, type(second)("s2", OLEK, "Olek", overdue_at=turn.at + 1)))

    await house.sessions.change(open_form.record.id, None, late)

    assert len(await absence.tables_waiting_for(house.sessions, ALA)) == 1


# The commands ------------------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def parlour(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala and Bartek are both asked; the bot is up."""
    async with a_channel(tmp_path, ParlourRules(everyones_form, an_amount, a_choice)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        yield channel


async def test_away_and_back(parlour: Channel) -> None:
    """Bartek leaves until tomorrow; the autopilot answers, the channel hears of it, and of his return."""
    await parlour.press("Ala", AS_USUAL)

    away = await parlour.command("Bartek", "away", until="jutro")
    back = await parlour.command("Bartek", "back")
    again = await parlour.command("Bartek", "back")

    assert "za ciebie gra automat" in away.text
    assert "Bartek robi przerwę do" in parlour.story()
    assert "Heard" in parlour.story()
    assert "znów odpowiadasz" in back.text
    assert "Bartek znów gra we własnej osobie" in parlour.story()
    assert "nie ma z czego wracać" in again.text


async def test_a_friend_at_all_my_tables(parlour: Channel) -> None:
    """Celina answers for Bartek, wherever he has a seat; the table waits for any of those who are there."""
    away = await parlour.command("Bartek", "away", until="3 dni", stand_in="Celina", all=True)
    await parlour.press("Celina", AS_USUAL)
    await parlour.press("Ala", AS_USUAL)
    said = parlour.story()
    back = await parlour.command("Bartek", "back", all=True)

    assert "odpowiada za ciebie" in away.text
    assert "1 stołu" in away.text
    assert "kogokolwiek z was" in said  # the line at the top; one answer of anybody is enough
    assert "znów odpowiadasz" in back.text


async def test_who_cannot_go_away_from_one_table_is_told_from_which(tmp_path: Path) -> None:
    """The disk is full when the second table is to be written: one has changed and one has not, and both are said."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        await channel.hands.slash("Bartek", "jaskinia", "game new")
        await channel.hands.press_label("Bartek", "jaskinia", "Zaczynamy")
        await channel.hands.settled()
        place = int(channel.playground.world.channel("jaskinia")["id"])
        full_for(client, place)
        away = await channel.command("Bartek", "away", until="jutro", all=True)

    assert "1 stołu" in away.text
    assert f"Przy stole <#{place}> nic się nie zmieniło" in away.text


def full_for(client: Labirynt, channel_id: int) -> None:
    """The store takes nothing for the table of this channel."""
    store = client.service.sessions.store
    commit = store.commit

    async def failing(unit: Unit) -> None:
        if unit.record.channel_id == channel_id:
            raise StoreUnavailable("full")
        await commit(unit)

    store.commit = failing  # type: ignore[method-assign]


async def test_the_friend_is_told_what_is_asked(parlour: Channel) -> None:
    """One line before everybody names and pings Celina: until when, and for whom; then she is named in his place."""
    await parlour.press("Ala", AS_USUAL)
    await parlour.command("Bartek", "away", until="3 dni", stand_in="Celina")

    (call,) = [one for one in parlour.hands.messages(HERE, "Ala") if "🤝" in one.text]
    status = next(one for one in parlour.hands.messages(HERE, "Ala") if one.text.startswith("📌"))
    prompt = next(one for one in parlour.hands.messages(HERE, "Ala") if one.buttons and "Bartek" in one.text)
    celina = parlour.playground.world.person("Celina")["user"]["id"]

    assert [one["id"] for one in call.data["mentions"]] == [celina]
    assert "<t:" in call.text
    assert "odpowiadasz w tej grze za: **Bartek**" in call.text
    assert f"czekamy na: **<@{celina}> (za: Bartek)**" in status.text
    assert f"<@{celina}> (za: Bartek)" in prompt.text


async def test_a_friends_answer_is_told_in_words(parlour: Channel) -> None:
    """Celina fills in Bartek's form: before Ala's answer it is only said who answers for him, then what."""
    await parlour.command("Bartek", "away", until="3 dni", stand_in="Celina")
    await parlour.press("Celina", AS_USUAL)
    half = parlour.asking()[-1].text
    await parlour.press("Ala", AS_USUAL)
    first = parlour.story()

    assert "Odpowiedzi: Bartek ✔ *(odpowiada zastępca)*" in half
    assert "**Bartek** → ✔ *(odpowiada zastępca)*" in half
    assert not set("{}") & set(first)


async def test_the_last_answer_is_a_friends_and_told_in_words(parlour: Channel) -> None:
    """Ala has answered; what Ala fills in for Bartek stands above the result, as sentences and not as stored."""
    await parlour.command("Bartek", "away", until="3 dni", stand_in="Ala")
    await parlour.press("Ala", AS_USUAL)
    half = parlour.asking()[-1].text
    await parlour.press("Ala", AS_USUAL)

    assert "Odpowiedzi: Ala ✔" in half
    assert re.search(r"\*\*Bartek\*\* → .*: .*; .* \*\(odpowiada Ala\)\*", parlour.story()), parlour.story()
    assert not set("{}'") & set(parlour.story())


def a_secret_form(state: Parlour) -> Request[Any]:
    """What only its seat may know."""
    return msgspec.structs.replace(everyones_form(state), secret=True)


async def test_a_friends_secret_answer_is_only_mentioned(tmp_path: Path) -> None:
    """Ala reads who has answered for Bartek, and not what."""
    async with a_channel(tmp_path, ParlourRules(a_secret_form, a_choice)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.command("Bartek", "away", until="3 dni", stand_in="Celina")
        await channel.press("Ala", UNSAID)
        await channel.press("Celina", UNSAID)

        assert "**Bartek** → (w tajemnicy) *(odpowiada zastępca)*" in channel.story()
        assert "tea" not in channel.story()


async def test_a_bot_does_not_stand_in(parlour: Channel) -> None:
    """Nor does one who cannot say until when."""
    bot = parlour.playground.world.bot["id"]

    refused = await parlour.command("Bartek", "away", until="jutro", stand_in=bot)
    unclear = await parlour.command("Bartek", "away", until="kiedyś")

    assert "Bot nie usiądzie do stołu" in refused.text
    assert "Nie wiadomo, do kiedy" in unclear.text


async def test_mine_leads_to_the_question(parlour: Channel) -> None:
    """A link to the message with the buttons; nothing for who has answered."""
    await parlour.press("Ala", AS_USUAL)
    prompt = next(one for one in reversed(parlour.hands.messages(HERE, "Ala")) if one.buttons)

    bartek = await parlour.command("Bartek", "mine")
    ala = await parlour.command("Ala", "mine")

    assert f"/{prompt.channel_id}/{prompt.id} " in bartek.text
    assert "<t:" in bartek.text
    assert "nic na ciebie nie czeka" in ala.text


async def test_nights_are_shown_and_set(parlour: Channel) -> None:
    """What is usual, what was typed, and a place that nobody knows."""
    usual = await parlour.command("Ala", "quiet")
    typed = await parlour.command("Ala", "quiet", zone="New York", hours="23:30-7")
    kept = await parlour.command("Ala", "quiet", hours="brak")
    unknown = await parlour.command("Ala", "quiet", zone="Nibylandia")

    assert "Europe/Warsaw" in usual.text
    assert "22:00" in usual.text
    assert "`/cisza" in usual.text
    assert "America/New" in typed.text
    assert "23:30" in typed.text
    assert "Bez godzin ciszy" in kept.text
    assert "Nibylandia" in unknown.text


async def test_what_is_begun_is_completed(parlour: Channel) -> None:
    """A few usual ends, what is typed with the day that it means; cities; nights."""
    ends = await parlour.hands.complete("Ala", HERE, "away", {"until": ""}, focused="until")
    typed = await parlour.hands.complete("Ala", HERE, "away", {"until": "piątek"}, focused="until")
    zones = await parlour.hands.complete("Ala", HERE, "quiet", {"zone": "Lond"}, focused="zone")
    hours = await parlour.hands.complete("Ala", HERE, "quiet", {"hours": "9-17"}, focused="hours")

    assert "tydzień" in [one.name for one in ends]
    assert typed[0].name.startswith("piątek – do piątek ")
    assert [one.value for one in zones] == ["Europe/London"]
    assert [one.value for one in hours] == ["9-17"]


async def test_a_wish_reaches_the_table_it_concerns(house: House) -> None:
    """Whoever changes the hours is looked at anew, so that no reminder comes into the new night."""
    await house.mine(ALA)
    house.clock.now += 60
    assert await house.store.due(house.clock.now, 9) == []

    await house.store.put_person(Person(ALA, "Asia/Tokyo"))

    assert len(await house.store.due(house.clock.now, 9)) == 1


async def test_what_waits_is_known_to_every_process(tmp_path: Path) -> None:
    """A game of another server, which another process plays: the list of what waits has it, as it stands now."""
    async with a_house(tmp_path / "db") as one, a_house(tmp_path / "db") as other:
        standing = await forms(one, ALA, OLEK)
        known = await absence.tables_waiting_for(other.sessions, ALA)
        await one.sessions.end(CHANNEL, ALA, an_interaction())
        after = await absence.tables_waiting_for(other.sessions, ALA)

        assert [found.record.id for found in known] == [standing.record.id]
        assert after == []
