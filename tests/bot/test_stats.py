"""What finished games leave for ``/stats``: each counted once, private things to oneself, nothing across servers."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.acts import undo
from bot.acts.absence import come_back, go_away
from bot.acts.copies.exporting import export_all
from bot.acts.copies.importing import check_copy, read_copy
from bot.acts.housekeeping import RESULTS_KEPT, Housekeeping
from bot.acts.privacy import forget
from bot.acts.undo_points import points
from bot.games.face import Face, Happened
from bot.session import results as counting
from bot.session import sessions as tables
from bot.session.transaction import Transaction
from bot.table.events import GameBrought
from bot.table.habits import Habits
from bot.table.records import Standing
from bot.table.results import Feats, Luck, Result, Tally
from bot.table.timekeeping import DAY
from rules.games import load
from rules.kernel.events import DiceRolled
from rules.kernel.proof import Proof
from rules.kernel.requests import CHANCE
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from tests.bot.a_channel import a_channel
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, House, a_house, an_interaction
from tests.bot.store.a_server import IN_A_FILE, run_sql
from tests.bot.test_endings import Ending
from tests.bot.test_endings import told as over
from tests.bot.test_whole_game import LUCKY, as_usual_to_the_end, file_of, seated

GUILD = 1
PEOPLE = ("Ala", "Bartek", "Celina")


async def played(house: House, *people: int, channel: int = CHANNEL) -> Standing:
    """A game of one stage whose last question is open: how to share."""
    standing = await house.mine(*people, channel=channel, depth="1")
    return (await house.press(standing, people[0], ["descend"])).standing


async def ended(house: House, standing: Standing, *people: int) -> Standing:
    """Everybody shares, and the game is over."""
    for user in people:
        standing = (await house.press(standing, user, "share")).standing
    assert standing.record.phase == "ended"
    return standing


async def taken_back(house: House, over: Standing) -> Standing:
    """The end is undone: the last to share is asked again."""

    async def go_back(turn: Transaction) -> None:
        turn.rewrite(phase="playing")
        await undo.go_back(turn, (await points(house.store, over.record.id, turn.address, 1))[-1], ALA)

    return await house.sessions.change(over.record.id, None, go_back)


async def counted(house: House, user: int = 0, guild: int = GUILD) -> list[int]:
    """Who is counted in this guild's results."""
    return [result.user_id for result in await house.store.results(guild, user)]


# Once ----------------------------------------------------------------------------------------------------------


async def test_a_game_counts_once_whatever_is_taken_back(tmp_path: Path) -> None:
    """Not while it is played, once at its end, not while its end is taken back, once at its second end."""
    async with a_house(tmp_path / "db") as house:
        last = await played(house, ALA, OLEK)
        before = await counted(house)
        over = await ended(house, last, ALA, OLEK)
        once = await counted(house)
        again = await taken_back(house, over)
        undone = await counted(house)
        await ended(house, again, OLEK)
        twice = await counted(house)
        await played(house, ALA, OLEK)

        assert (before, once, undone, twice) == ([], [ALA, OLEK], [], [ALA, OLEK])
        assert await counted(house) == twice


async def test_two_processes_and_a_repeated_press_count_once(tmp_path: Path) -> None:
    """The last answer arrives at two processes of one database; one row for each seat."""
    async with a_house(tmp_path / "db") as house, a_house(tmp_path / "db") as other:
        last = (await house.press(await played(house, ALA, OLEK), ALA, "share")).standing
        await other.sessions.open()
        press = an_interaction()
        await asyncio.gather(*(each.press(last, OLEK, "share", interaction=press) for each in (house, other)))

        assert await counted(house) == [ALA, OLEK]


async def test_what_is_closed_early_or_brought_from_a_file_does_not_count(tmp_path: Path) -> None:
    """Only the rules end a game that counts, and only one that was played here."""
    async with a_house(tmp_path / "db") as house:
        await played(house, ALA, OLEK)
        await house.sessions.end(CHANNEL, ALA, an_interaction())
        last = await played(house, ALA, channel=CHANNEL + 1)

        async def claim(turn: Transaction) -> None:
            turn.tell(GameBrought((), 1))

        await house.sessions.change(last.record.id, None, claim)
        await ended(house, last, ALA)

        assert await counted(house) == []


async def test_a_fault_in_counting_keeps_no_game_from_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is over, and not counted."""

    async def fails(*_: object) -> list[Result]:
        raise RuntimeError("a grave that nobody dug")

    monkeypatch.setattr(tables, "results_of", fails)
    async with a_house(tmp_path / "db") as house:
        await ended(house, await played(house, ALA), ALA)

        assert await counted(house) == []


class Digging(Face):
    """Counts every die as the first seat's."""

    def tally(self, view: object, told: Sequence[Happened]) -> Tally:
        """Return the numbers that were told."""
        return Tally({"s1": [item.event.total for item in told if isinstance(item.event, DiceRolled)]})


async def test_dice_that_are_undone_or_thrown_by_hand_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three only the one that the bot threw and nobody took back."""
    monkeypatch.setattr(counting, "face_of", lambda _: Digging())
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, depth="1")
        await house.press(standing, ALA, ["dig-s1"])
        standing = await house.undo(standing.record.id)
        standing = (await house.press(standing, ALA, ["dig-s1"])).standing

        async def by_hand(turn: Transaction) -> None:
            turn.rewrite(habits=Habits(dice="hand"))

        await house.sessions.change(standing.record.id, None, by_hand)
        standing = (await house.press(standing, ALA, ["dig-s1"])).standing
        standing = (await house.press(standing, ALA, [1, 1])).standing
        standing = (await house.press(standing, ALA, ["descend"])).standing
        await ended(house, standing, ALA)
        thrown = [event.total for event in await told(house, standing.record.id)]
        (result,) = await house.store.results(GUILD)

    assert len(thrown) == 2
    assert dict(result.luck.dice) == {thrown[0]: 1}


async def told(house: House, game_id: str) -> list[DiceRolled]:
    """The dice of the stories in force."""
    rows = await house.sessions.chronicle(game_id)
    return [fact.event for row in rows for fact in row.told if isinstance(fact.event, DiceRolled)]


async def test_twins_with_other_secrets_have_the_same_statistics_before_the_end(tmp_path: Path) -> None:
    """What is hidden differs, what is counted does not: nothing."""
    twins = []
    for luck in range(2):
        async with a_house(tmp_path / f"db{luck}", seeds=lambda luck=luck: bytes([luck]) * 32) as house:
            standing = await house.mine(ALA, OLEK)
            await house.press(standing, ALA, ["dig-s1"])
            twins.append([await house.store.results(GUILD, user) for user in (0, ALA, OLEK)])

    assert twins == [[[], [], []]] * 2


# Whose ---------------------------------------------------------------------------------------------------------


async def test_the_forgotten_and_those_who_will_not_be_counted_have_no_name(tmp_path: Path) -> None:
    """Their rows lose person, dice and times at once; the game stays for the records, and later games are nobody's."""
    async with a_house(tmp_path / "db") as house:
        await ended(house, await played(house, ALA, OLEK), ALA, OLEK)
        await forget(house.sessions, ALA)
        forgotten = await house.store.results(GUILD)
        await house.store.count_person(OLEK, False)
        left = await house.store.results(GUILD)
        await ended(house, await played(house, OLEK), OLEK)
        out, is_counted = await counted(house), await house.store.is_counted(OLEK)
        await house.store.count_person(OLEK, True)
        await ended(house, await played(house, OLEK), OLEK)

        assert [result.user_id for result in forgotten] == [0, OLEK]
        assert [result.luck == Luck() for result in forgotten] == [True, False]
        assert [(result.user_id, result.luck) for result in left] == [(0, Luck()), (0, Luck())]
        assert (out, is_counted) == ([0, 0, 0], False)
        assert sorted(await counted(house)) == [0, 0, 0, OLEK]


@IN_A_FILE
async def test_forgetting_leaves_no_id_in_the_rows(tmp_path: Path) -> None:
    """Nor among those who will not be counted."""
    async with a_house(tmp_path / "db") as house:
        await ended(house, await played(house, ALA), ALA)
        await house.store.count_person(ALA, False)
        await forget(house.sessions, ALA)

    assert run_sql(tmp_path / "db", "SELECT user_id FROM results UNION SELECT user_id FROM uncounted") == [(0,)]


async def test_another_server_sees_nothing(tmp_path: Path) -> None:
    """Neither of a person nor of the server."""
    async with a_house(tmp_path / "db") as house:
        await ended(house, await played(house, ALA), ALA)

        assert await counted(house, ALA) == [ALA]
        assert (await counted(house, ALA, 2), await counted(house, 0, 2)) == ([], [])


async def test_a_server_that_has_removed_the_bot_for_a_month_loses_its_results(tmp_path: Path) -> None:
    """One that is still served keeps them for ever."""
    async with a_house(tmp_path / "db") as house:
        await ended(house, await played(house, ALA), ALA)
        served = [GUILD]
        keeper = Housekeeping(house.sessions, guilds=lambda: served)
        house.clock.now += 2 * RESULTS_KEPT
        await keeper.tidy()
        there = await counted(house)
        served.clear()
        house.clock.now += RESULTS_KEPT - DAY
        await keeper.tidy()
        still = await counted(house)
        house.clock.now += 2 * DAY
        await keeper.tidy()

        assert (there, still, await counted(house)) == ([ALA], [ALA], [])


async def test_games_with_computers_alone_and_in_a_room_are_marked(tmp_path: Path) -> None:
    """A computer has no row."""
    async with a_house(tmp_path / "db") as house:
        for change in ("computer", "room"):
            last = await played(house, ALA, OLEK)

            async def alter(turn: Transaction, change: str = change) -> None:
                seats = turn.record.seats
                if change == "computer":
                    turn.rewrite(seats=(seats[0], replace(seats[1], user_id=0, computer="easy", autopilot=True)))
                else:
                    turn.rewrite(habits=Habits(in_person=True))

            altered = await house.sessions.change(last.record.id, None, alter)
            await ended(house, altered, *((ALA,) if change == "computer" else (ALA, OLEK)))

        found = await house.store.results(GUILD)
        assert sorted((result.seat, result.mark) for result in found) == [
            ("s1", "alone"),
            ("s1", "room"),
            ("s2", "room"),
        ]


async def test_quiet_hours_and_absence_are_no_time_to_answer(tmp_path: Path) -> None:
    """Ala takes a day twice, of which ten hours are night; Olek answers a minute after he is back."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK, depth="1")
        house.clock.now += DAY
        standing = (await house.press(standing, ALA, ["dig-s1"])).standing
        house.clock.now += DAY
        last = (await house.press(standing, ALA, ["descend"])).standing
        await house.press(last, ALA, "share")
        await go_away(house.sessions, last.record.id, OLEK, an_interaction(), house.clock.now + 9 * DAY, EWA)
        house.clock.now += DAY
        await come_back(house.sessions, last.record.id, OLEK, an_interaction())
        house.clock.now += 60
        await ended(house, last, OLEK)
        waits = {result.user_id: result.luck.wait for result in await house.store.results(GUILD)}

    assert waits == {ALA: 25200.0, OLEK: 30.0}


# What people read ------------------------------------------------------------------------------------------------


async def test_a_whole_game_in_the_words_of_stats_is_as_the_log_has_it(tmp_path: Path) -> None:
    """Dice by an independent count of the proof; one's own to oneself, to others what the channel saw, before the end
    nothing, whatever is hidden."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: LUCKY) as client:
        await seated(channel, PEOPLE, "gate_front=any resistance=no")
        await channel.press("Ala", "Szybki start")
        before = [(await channel.command("Ala", "stats", **how)).text for how in ({}, {"server": True})]
        await as_usual_to_the_end(channel)
        own = {who: await channel.command(who, "stats") for who in PEOPLE}
        of_server = await channel.command("Ala", "stats", server=True)
        results = await client.service.store.results(client.guilds[0].id)
        proof = msgspec.json.decode(file_of(channel, ".json"), type=Proof)

    thrown = Counter(
        line.value[0]
        for stage in proof.stages
        for line in stage.lines
        if line.why == "combat.attack" and line.seat == CHANCE
    )
    said = Counter[int]()
    for outcome in own.values():
        said += Counter({int(face): int(number) for face, number in re.findall(r"^- (\d): (\d+)$", outcome.text, re.M)})
    assert all("żadnej policzonej gry" in text for text in before)
    assert said == thrown, own["Ala"].text
    assert sum((Counter(dict(result.luck.dice)) for result in results), Counter[int]()) == thrown
    assert all("gry: **1**, wygrane: **1**" in outcome.text for outcome in (*own.values(), of_server))
    assert all(outcome.message.ephemeral for outcome in (*own.values(), of_server))
    assert all("Mediana" in outcome.text for outcome in own.values())
    assert "Mediana" not in of_server.text
    assert re.search(r"Najszybsze zwycięstwo: .* – <@\d+>", of_server.text)
    assert len(re.findall(r"^- <@\d+>: gry 1, wygrane \*\*1\*\*$", of_server.text, re.M)) == len(PEOPLE)


async def test_others_see_what_the_channel_saw_and_a_press_ends_the_counting(tmp_path: Path) -> None:
    """Bartek reads no times of Ala's; once she will not be counted, nobody reads anything of hers."""
    rules = Ending(LabiryntSmierci.with_tables().tables, "victory")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=1")
        await channel.command("Ala", "game start", quick=True)
        await over(channel)
        own = await channel.command("Ala", "stats")
        seen = await channel.command("Bartek", "stats", person="Ala")
        button, *_ = own.message.buttons if own.message else ()
        assert own.message is not None
        sure = await channel.hands.press("Ala", own.message, button.custom_id)
        assert sure.message is not None
        assert "wygrane: **1**" in (await channel.command("Ala", "stats")).text, "nothing is gone yet"
        gone = await channel.hands.press("Ala", sure.message, sure.message.buttons[0].custom_id)
        after = await channel.command("Ala", "stats")
        of_server = await channel.command("Ala", "stats", server=True)

    assert "Ala: gry na tym serwerze" in seen.text
    for text in (own.text, seen.text, of_server.text):
        assert "wygrane: **1**" in text
    assert ("Mediana" in own.text, "Mediana" in seen.text) == (True, False)
    assert button.label == "Nie licz mnie"
    assert "żadna twoja gra nie będzie już liczona" in gone.text
    assert "żadnej policzonej gry" in after.text
    assert after.message is not None
    assert after.message.buttons[0].label == "Licz mnie"


@pytest.mark.parametrize("named", [True, False, None])
async def test_a_later_game_passes_the_grave_of_the_fallen_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, named: bool | None
) -> None:
    """With the name only if the person wants that; it is of this server, of such a game, and of no game alone. The
    first game of a server (None) has none."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: LUCKY) as client:
        bartek = int(channel.playground.world.person("Bartek")["user"]["id"])
        died = Feats(lost=[('["Ziemowit"]', '[["monster.goblin"]]')])
        alone = Feats(lost=[('["Nikt"]', "")])
        fallen = Result("s1", bartek, 1.0, "", died, game="labirynt-smierci")
        others = [replace(fallen, feats=alone, mark="alone"), replace(fallen, feats=alone, game="jaskinia")]
        found = {client.guilds[0].id: others if named is None else [fallen, *others]}

        async def results(_: object, guild_id: int, user_id: int = 0) -> list[Result]:
            return found.get(guild_id, [])

        if named:
            own = await channel.command("Bartek", "stats")
            assert own.message
            (button,) = [each for each in own.message.buttons if "Wspominaj" in (each.label or "")]
            done = await channel.hands.press("Bartek", own.message, button.custom_id)
            assert "grób" in done.text
        monkeypatch.setattr(type(client.service.store), "results", results)
        await seated(channel, PEOPLE, "gate_front=any resistance=no")
        await channel.press("Ala", "Szybki start")
        await as_usual_to_the_end(channel)
        graves = [line for line in channel.story().splitlines() if "🪦" in line]
        [(game_id,)] = channel.file.rows("SELECT id FROM games")
        user = int(channel.playground.world.person("Ala")["user"]["id"])
        copy = await export_all(client.service.sessions, game_id, user, 1)
        taken = check_copy(read_copy(copy), load("labirynt-smierci"), time.time())

    assert taken
    assert b"GraveFound" not in copy, "it is of this server"
    assert len(graves) == (named is not None)
    if named is None:
        return
    assert ("Ziemowit" in graves[0], "nieznany bohater" in graves[0]) == (named, not named)
    assert "goblin" in graves[0]
