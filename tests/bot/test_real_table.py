"""A real table: people are names, the game master answers for all, nobody is called, tiles are drawn from the box."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.acts.absence import with_player_back
from bot.acts.accountless_seats import read_names
from bot.acts.copies.replaying import can_be_told
from bot.playground import Message, Outcome
from bot.table.events import HouseEvent, SeatRenamed, SeatSetAside, SeatTaken
from bot.table.records import GameRecord, SeatRecord
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Choose, Everyone, Request
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.parlour import DOORS, Parlour, ParlourRules

MASTER, FRIEND = "Ala", "Bartek"
FOR_ALL = "⭐ Wszyscy jak zwykle"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Channel]:
    """Fred and Ewa sit with Ala, who is their game master; the preparations are done, by the bot's dice."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command(MASTER, "game new", table=True, players="Fred, Ewa")
        await channel.command(MASTER, "table", **{"whose-dice": "bot"})
        await channel.press(MASTER, "Szybki start")
        yield channel


@pytest.fixture
async def rivals(tmp_path: Path) -> AsyncIterator[Channel]:
    """The same people as rivals, who hide things from each other."""
    async with a_channel(tmp_path, load("labirynt-czarnoksieznika")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command(MASTER, "game new", table=True, players="Fred, Ewa")
        await channel.command(MASTER, "table", **{"whose-dice": "bot"})
        await channel.press(MASTER, "Szybki start")
        yield channel


def newest(channel: Channel, who: str = MASTER) -> Message:
    """The newest message that can be answered."""
    return next(one for one in channel.hands.newest_first(HERE, who) if one.buttons or one.selects)


def asked(channel: Channel) -> Message:
    """The open question, as everybody sees it."""
    return next(one for one in channel.hands.newest_first(HERE, MASTER) if one.buttons and not one.ephemeral)


async def as_usual(channel: Channel, who: str = MASTER) -> Outcome:
    """Press the first button of the open question."""
    return await channel.press(who, asked(channel).buttons[0].label)


def labels(message: Message) -> list[str]:
    """What stands on its buttons."""
    return [button.label for button in message.buttons]


# Sitting down ------------------------------------------------------------------------------------------------


def test_names_are_read_as_people_write_them() -> None:
    """Commas, semicolons or lines; spaces do not count."""
    assert read_names(" Fred,  Mała  Ewa;Tom\n") == ["Fred", "Mała Ewa", "Tom"]
    assert read_names("") == []


@pytest.mark.parametrize(("typed", "reason"), [("Fred, fred", "name_twice"), ("F" * 4000, "name_long")])
def test_names_that_nobody_could_tell_apart_or_read_are_refused(typed: str, reason: str) -> None:
    """One of a kind, and no longer than Discord's own."""
    with pytest.raises(Refused) as refused:
        read_names(typed)
    assert refused.value.reason == reason


async def test_the_table_opens_with_its_people_and_without_a_seat_for_the_master(tmp_path: Path) -> None:
    """The lobby names them, says how it is played, and lets the game master write other names."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command(MASTER, "game new", table=True, players="Fred")
        names = await channel.press(MASTER, "👥 Kto gra…")
        await channel.submit(MASTER, names, "Fred, Ewa, Tom")
        lobby = newest(channel)
        stranger = await channel.press(FRIEND, "👥 Kto gra…")
        refused = await channel.submit(FRIEND, stranger, "Bartek")

        assert "Fred, Ewa i Tom" in lobby.text
        assert "nikogo nie wołam" in lobby.text
        assert "To może tylko mistrz gry" in refused.text


async def test_too_many_people_and_a_table_of_nobody_are_refused(tmp_path: Path) -> None:
    """Six can play, and somebody has to."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        many = await channel.command(MASTER, "game new", players="A, B, C, D, E, F, G")
        await channel.command(MASTER, "game new", table=True)
        nobody = await channel.press(MASTER, "Zaczynamy")

        assert "6" in many.text
        assert nobody.kind == "ephemeral"
        assert "jeszcze nikogo" in newest(channel).text


# Playing -----------------------------------------------------------------------------------------------------


async def test_the_master_answers_for_all_and_the_story_says_for_whom(table: Channel) -> None:
    """With a hand that shows who pressed; nobody is pinged, whatever happens."""
    await as_usual(table)

    assert "✍️ **" in table.story()
    assert all(not message.data.get("mentions") for message in table.hands.messages(HERE, MASTER))


async def test_a_stranger_cannot_answer_for_those_at_the_table(table: Channel) -> None:
    """Their seats are no free ones: nobody takes Fred's."""
    before = table.story()
    pressed = await as_usual(table, FRIEND)
    joined = await table.command(FRIEND, "game join", seat="Fred")

    assert {pressed.kind, joined.kind} == {"ephemeral"}
    assert table.story() == before


async def test_a_player_with_an_account_takes_over_what_the_master_offers(table: Channel) -> None:
    """From then on the seat is Bartek's, until he leaves; then Fred's chair is at the real table again."""
    await table.command(MASTER, "game hand", to=FRIEND, seat="Fred")
    await table.press(FRIEND, "Zajmij miejsce")
    pressed = await as_usual(table, FRIEND)
    warned = await table.command(FRIEND, "game leave")
    await table.press(FRIEND, "Wstaję od stołu")
    told = table.story()
    after = await as_usual(table)

    assert pressed.kind != "ephemeral"
    assert "za twoje miejsce odpowie znów mistrz gry" in warned.text
    assert after.kind != "ephemeral"
    assert "Bartek oddaje miejsce stołowi" in str(told)
    assert "Fred" in (await table.command(MASTER, "game status")).text


async def test_without_a_master_nobody_could_answer(table: Channel) -> None:
    """So the master cannot step down, only name another."""
    refused = await table.command(MASTER, "gm resign")

    assert "bez mistrza gry nikt by tego nie mógł" in refused.text


async def test_among_rivals_the_screen_is_turned_first(rivals: Channel) -> None:
    """What somebody hides is shown after a second press, which says for whose eyes it is."""
    gate = (await rivals.press(MASTER, "🎒")).message
    assert gate is not None
    shown = await rivals.press(MASTER, "🙈 Pokaż: Ewa")

    assert "tylko dla jednej pary oczu" in gate.text
    assert labels(gate) == ["🙈 Pokaż: Fred", "🙈 Pokaż: Ewa"]
    assert "Ewa" in shown.text


async def test_among_rivals_the_screen_beside_the_channel_tells_what_all_may_see(rivals: Channel) -> None:
    """It stands there while everybody looks; another command tells what each hides."""
    await rivals.command(MASTER, "gm screen")
    (screen,) = [one.text for one in rivals.hands.messages(HERE, MASTER) if "Ekran mistrza gry" in one.text]
    seen = await rivals.command(MASTER, "gm see")

    assert "Co ukrywa" not in screen
    assert "Taelin" in screen
    assert "`/mg podgląd` – najpierw obróć ekran" in screen
    assert "Co ukrywa Ewa" in seen.text


async def test_among_rivals_what_was_shown_to_one_goes_with_the_next_answer(rivals: Channel) -> None:
    """The next player looks at the same screen."""
    for _ in range(4):
        await rivals.press(MASTER, "🎒")
        await rivals.press(MASTER, "🙈 Pokaż: Ewa")
        shown = ["**Tylko dla ciebie:** Ewa" in one.text for one in rivals.hands.messages(HERE, MASTER)]
        await as_usual(rivals)
        left = ["**Tylko dla ciebie:** Ewa" in one.text for one in rivals.hands.messages(HERE, MASTER)]

        assert (any(shown), any(left)) == (True, False)


async def test_among_rivals_secret_results_wait_until_the_screen_is_turned(rivals: Channel) -> None:
    """A button says for whose eyes they are; only behind it they are told, and typing betrays nothing secret."""
    for _ in range(12):
        await as_usual(rivals)
        gates = [one for one in rivals.hands.messages(HERE, MASTER) if one.ephemeral]
        if gates:
            break
    offered = await rivals.hands.complete(MASTER, HERE, "answer", {"value": ""}, focused="value")
    shown = await rivals.press(MASTER, labels(gates[-1])[0])

    assert gates[-1].text == "🤫 Coś tylko dla jednej pary oczu: **Ewa**. Najpierw obróć ekran."
    assert "🎒 Taelin znajduje: **miecz i Ognistą kulę**." in shown.text
    assert not any("miecz" in choice.name.casefold() for choice in offered), offered


# Changing who plays ------------------------------------------------------------------------------------------


async def test_a_name_is_changed_during_the_game(table: Channel) -> None:
    """The story says so; older lines keep the name of then, and a giver's seat has its newest name again."""
    await as_usual(table)
    await rename(table, MASTER, "Ewa", "Hania")
    await as_usual(table)
    twice = await rename(table, MASTER, "Hania", "fred")
    stranger = await rename(table, FRIEND, "Hania", "Iza")
    await table.command(MASTER, "game hand", to=FRIEND, seat="Hania")
    await table.press(FRIEND, "Zajmij miejsce")
    await table.command(FRIEND, "game leave")
    await table.press(FRIEND, "Wstaję od stołu")

    assert "Na miejscu „Ewa” gra od teraz Hania" in table.story()
    assert "Bartek siada do stołu na miejscu „Hania”" in table.story()
    assert "Dwie osoby o imieniu" in twice.text
    assert stranger.kind == "ephemeral"
    assert "Hania oddaje" not in table.story()
    assert "✏️ Hania" in labels_of(await table.command(MASTER, "game hand"))


async def test_a_fifth_friend_shares_a_seat(table: Channel) -> None:
    """There are as many seats as at the beginning, and the refusal says what is possible."""
    full = await table.command(FRIEND, "game join")
    people = await table.command(MASTER, "game hand")
    offered = await table.command(MASTER, "game join")
    names = await table.press(MASTER, "✏️ Ewa")
    await table.submit(MASTER, names, "Ewa, Hania")

    assert "dzielić miejsce" in full.text
    assert "dzielić miejsce" in offered.text
    assert labels_of(offered) == labels_of(people)
    assert labels_of(people) == ["✏️ Fred", "💤 Fred: dziś nie gra", "✏️ Ewa", "💤 Ewa: dziś nie gra"]
    assert "grają od teraz razem: Ewa i Hania" in table.story()


async def test_somebody_is_absent_for_an_evening(table: Channel) -> None:
    """The autopilot answers, nobody else takes the seat, and the last one at the table cannot be absent."""
    await table.command(MASTER, "game hand", seat="Ewa", tonight=False)
    absent = asked(table).text
    await table.command(MASTER, "gm screen")
    screen = next(one for one in reversed(table.hands.messages(HERE, MASTER)) if "Ekran mistrza gry" in one.text)
    joined = await table.command(FRIEND, "game join", seat="Ewa")
    last = await table.command(MASTER, "game hand", seat="Fred", tonight=False)
    for _ in range(3):
        await as_usual(table)
    await table.command(MASTER, "game hand", seat="Ewa", tonight=True)
    again = await table.command(MASTER, "game hand", seat="Ewa", tonight=True)

    assert "Ewa dziś nie gra" in absent
    assert "💤 Dziś nie gra: **Ewa**; odpowiada automat." in screen.text
    assert "Ewa znów gra" in table.story()
    assert "**Fred:**" in absent
    assert "nikt by nie grał" in last.text
    assert joined.kind == "ephemeral"
    assert "przecież gra" in again.text


async def test_without_a_seat_the_master_hears_whose_there_are(table: Channel) -> None:
    """Instead of “there is no seat for you”."""
    refused = await table.command(MASTER, "game hand", to=FRIEND)

    assert "Czyje miejsce?" in refused.text
    assert "Fred i Ewa" in refused.text


async def rename(channel: Channel, who: str, seat: str, name: str) -> Outcome:
    """Type another name for a seat."""
    outcome = await channel.hands.slash(who, HERE, "game hand", {"seat": seat, "name": name})
    await channel.hands.settled()
    return outcome


def test_an_absence_ends_by_itself() -> None:
    """The game master answers again, as before."""
    absent = SeatRecord("s2", 0, "Ewa", autopilot=True, away_until=5.0)
    record = GameRecord("g", "x", 1, 1, "pl", "playing", {}, 0, (absent,), 1, "", 0.0)

    assert with_player_back(record, "s2") == (SeatRecord("s2", 0, "Ewa"),)


@pytest.mark.parametrize(
    ("event", "possible"),
    [
        (SeatRenamed("s1", "Ewa", "Hania"), True),
        (SeatRenamed("s9", "Ewa", "Hania"), False),
        (SeatRenamed("s1", "Ewa", "H" * 4000), False),
        (SeatTaken("s1", "Ewa"), True),
        (SeatTaken("s1"), True),
        (SeatTaken("s1", "E" * 4000), False),
        (SeatSetAside("s1"), True),
        (SeatSetAside("s9"), False),
    ],
)
def test_a_copy_may_claim_only_what_the_bot_could_have_told(event: HouseEvent, possible: bool) -> None:
    """Seats of the table, and names of a bearable length."""
    assert can_be_told(load("labirynt-smierci"), ("s1", "s2"), event) is possible


def labels_of(outcome: Outcome) -> list[str]:
    """What stands on the buttons of an answer."""
    assert outcome.message is not None
    return labels(outcome.message)


# Several people at once --------------------------------------------------------------------------------------


async def test_one_press_answers_as_usual_for_everybody_at_the_table(tmp_path: Path) -> None:
    """Where all are asked at once, each need not be pressed for; nobody else may."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command(MASTER, "game new", table=True, players="Fred, Ewa")
        await channel.command(MASTER, "table", **{"whose-dice": "bot"})
        await channel.press(MASTER, "Zaczynamy")
        for _ in range(40):
            if FOR_ALL in labels(asked(channel)):
                break
            await as_usual(channel)
        before = asked(channel).text
        stranger = await channel.press(FRIEND, FOR_ALL)
        await channel.press(MASTER, FOR_ALL)

        assert stranger.kind == "ephemeral"
        assert asked(channel).text != before
        assert "**Fred i Ewa:**" in before
        assert "**Fred i Ewa:**" in asked(channel).text  # the next question, and not what is left of this one


# The box -----------------------------------------------------------------------------------------------------


async def test_a_tile_is_drawn_from_the_real_cup(table: Channel) -> None:
    """What fits is offered in words; what is no such tile is refused with what would be; the bot may draw after all."""
    await table.hands.until(table.is_asked)
    panel = (await table.command(MASTER, "table")).message
    await table.pick(MASTER, panel, 5, "segmenty losujecie sami")
    await as_usual(table)
    question = asked(table)
    completed = await table.hands.complete(MASTER, HERE, "answer", {"value": ""}, focused="value")
    wrong = await table.command(MASTER, "answer", value="smok")
    await table.command(MASTER, "answer", value=completed[0].value)

    assert "Losujecie sami – segment z kubka, wyjście na północ: co wyszło?" in question.text
    assert "🎴 Niech losuje bot" in labels(question)
    assert [one["filename"] for one in question.attachments] == ["chits.png"]
    assert wrong.kind == "ephemeral"
    assert f"→ {completed[0].name}" in table.story()


async def test_the_bot_draws_after_all(table: Channel) -> None:
    """As provable as any die."""
    panel = (await table.command(MASTER, "table")).message
    await table.pick(MASTER, panel, 5, "segmenty losujecie sami")
    await as_usual(table)
    before = table.story()
    await table.press(MASTER, "🎴 Niech losuje bot")

    assert "Jak położyć nowy segment: korytarz?" not in before
    assert "Jak położyć nowy segment: korytarz?" in table.story()


async def test_who_draws_segments_lays_them(tmp_path: Path) -> None:
    """Chosen before the game it sets the house rule, too; taken back, the rule is as before."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command(MASTER, "game new")
        rules = [(await channel.command(MASTER, "house")).text]
        for choice in ("segmenty losujecie sami", "prawdziwymi kośćmi"):
            panel = (await channel.command(MASTER, "table")).message
            await channel.pick(MASTER, panel, 5, choice)
            rules.append((await channel.command(MASTER, "house")).text)

        before, drawn, after = rules
        assert "układanie segmentów: pytanie za każdym razem" in drawn
        assert before == after != drawn


async def test_the_master_answers_for_one_of_several_by_name(tmp_path: Path) -> None:
    """When everybody is asked: Ewa's answer is hers, though Fred is asked, too."""

    def everyones_choice(state: Parlour) -> Request[Any]:
        doors = {seat: Choose(who=seat, why="door", options=DOORS) for seat in state.seats}
        return Everyone(who=PARTY, why="door", asks=doors)

    rules = ParlourRules(everyones_choice)
    async with a_channel(tmp_path, rules) as channel, channel.bot_up() as client:
        await channel.command(MASTER, "game new", table=True, players="Fred, Ewa")
        await channel.press(MASTER, "Zaczynamy")
        standing = await client.service.sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
        assert standing
        ewa = next(seat.seat for seat in standing.record.seats if seat.name == "Ewa")
        await channel.hands.slash(MASTER, HERE, "game hand", {"seat": "Ewa", "name": "Ewa, Ola"})
        await channel.hands.settled()
        await channel.answer(MASTER, "ola: oak")
        after = await client.service.sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
        assert after
        assert after.done == (ewa,)
