"""Whatever people, Discord and the disk do wrong: one clear answer, nothing changed, and the game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.playground import Outcome
from bot.playground.core import TOKEN
from bot.playground.wire import TEXT
from bot.session import lobby
from bot.store import StoreUnavailable
from bot.store.errors import Unstorable
from bot.table.records import SeatRecord
from tests.bot.a_channel import HERE
from tests.bot.a_rough_table import FULL, READ_ONLY, WELL, Disk, RoughTable, a_rough_channel, a_rough_table
from tests.bot.store.some_units import a_record, an_opening
from tests.bot.store.test_sqlite import a_store

LONG = "**Zażółć** <@1> `x` 🐉 ~~gęślą~~ [tu](http://zlo.example)\u202e" + "ź" * 3950
USUAL, NORTH = "⭐", "A"
MARKED = 2**30
"""Component ids from here on belong to texts that tell stories."""
STALE = "ten przycisk jest już nieaktualny"
UNABLE = "Nie mogę teraz niczego zapisać"
SEND, EDIT, CALLBACK = "/channels/*/messages", "/channels/*/messages/*", "/interactions/*"


# People ----------------------------------------------------------------------------------------------------


async def test_a_double_click_goes_one_step(tmp_path: Path) -> None:
    """Ala clicks the same way twice: the party moves once."""
    async with a_rough_table(tmp_path) as table:
        message, button = table.hands.find_button(HERE, "Ala", NORTH)
        both = await asyncio.gather(*(table.hands.press("Ala", message, button.custom_id) for _ in range(2)))
        await table.hands.settled()

        assert sorted(one.kind for one in both) == ["ephemeral", "update"]
        assert people_said(table) == 1


async def test_two_who_go_the_same_way_go_it_once(tmp_path: Path) -> None:
    """Ala and Bartek press the same way in the same moment: one of them is told that the moment is past."""
    async with a_rough_table(tmp_path, "Ala", "Bartek") as table:
        message, button = table.hands.find_button(HERE, "Ala", NORTH)
        both = await asyncio.gather(*(table.hands.press(who, message, button.custom_id) for who in ("Ala", "Bartek")))
        await table.hands.settled()

        assert sorted(one.kind for one in both) == ["ephemeral", "update"]
        assert any(STALE in one.text for one in both)
        assert people_said(table) == 1


async def test_a_stranger_can_neither_press_nor_type(tmp_path: Path) -> None:
    """Celina has not joined: she is told so, and the log stays as it was."""
    async with a_rough_table(tmp_path) as table:
        before = table.log()
        pressed = await table.press("Celina", NORTH)
        moved = await table.command("Celina", "move", where="A")

        assert "nie ma dla ciebie miejsca" in pressed.text
        assert "nie ma dla ciebie miejsca" in moved.text
        assert table.log() == before


async def test_a_custom_id_of_another_guilds_table_opens_nothing(tmp_path: Path) -> None:
    """Erin forges presses of a table in a channel that she cannot see: refused, and nothing of it is shown to her."""
    async with a_rough_table(tmp_path) as table:
        before, game = table.log(), table.prompt_id()
        forged = [game, *(game.replace(":usual:", f":{verb}:") for verb in ("open", "type", "send", "page"))]
        outcomes = [await table.forge("Erin", "the-pit", custom_id) for custom_id in forged]

        assert all("seat" in one.text for one in outcomes)
        assert all(one.kind == "ephemeral" for one in outcomes)
        assert table.log() == before


@pytest.mark.parametrize("verb", ["join", "leave", "start", "quick"])
async def test_a_forged_lobby_button_touches_no_other_channel(tmp_path: Path, verb: str) -> None:
    """Erin forges the lobby button of Ala's table from her own channel: that table stays as it is."""
    async with a_rough_channel(tmp_path) as table, table.bot_up():
        await table.command("Ala", "game new")
        lobby = table.hands.find_button(HERE, "Ala", "Dołącz")[1].custom_id.rsplit(":", 1)[0]
        before = table.log()
        outcome = await table.forge("Erin", "the-pit", f"{lobby}:{verb}")

        assert outcome.kind == "ephemeral"
        assert table.log() == before


GARBLED = (
    "v1",
    "v1:usual",
    "🐉" * 25,
    "v2:usual:{game}:1:1:0::",
    "v1:usual:{game}:-1:1:0::",
    "v1:usual:{game}:1:1:x::",
    "v1:usual:{game}:1:1:0:",
    "v1:usual:{game}:²:1:0::",
    "v1:usual:{game}:1:1:99999999999999999999::",
    "v1:usual:nosuchgame:1:1:0::",
    "v1:conjure:{game}:1:1:0::",
    "v1:pick:{game}:1:1:0::dragon",
    "v1:pick:{game}:1:1:0:await:x",
    "v1:pick:{game}:1:1:0:f:x",
    "v1:some:{game}:1:1:0::",
    "v1:send:{game}:1:1:0::",
    "v1:who:{game}:1:1:0:aformation:",
    "v1:place:{game}:1:1:0:aformation:99999999",
    "v1:page:{game}:1:1:0:aformation:99999999",
    "v1:enter:{game}:1:1:0::",
    "v1:lobby:{game}:0:0:0::start",
)


async def test_garbled_custom_ids_are_refused_kindly(tmp_path: Path) -> None:
    """Another version, unknown verbs, games, options, places, huge numbers: one sentence each, no fault of ours."""
    async with a_rough_table(tmp_path) as table:
        before, game = table.log(), table.prompt_id().split(":")[2]
        outcomes = {id: await table.forge("Ala", HERE, id.format(game=game)) for id in GARBLED}

        assert [id for id, one in outcomes.items() if one.kind != "ephemeral"] == []
        assert [id for id, one in outcomes.items() if is_our_fault(one)] == []
        assert table.log() == before


async def test_a_custom_id_with_a_number_left_out_is_stale(tmp_path: Path) -> None:
    """No epoch, and no step: as stale as any other nonsense."""
    async with a_rough_table(tmp_path) as table:
        game = table.prompt_id().split(":")[2]
        outcomes = [await table.forge("Ala", HERE, f"v1:usual:{game}:{place}::") for place in (":1:0", "1:1:")]

        assert not any(is_our_fault(one) for one in outcomes)


async def test_a_form_without_its_fields_changes_nothing(tmp_path: Path) -> None:
    """A modal that comes back empty, with a label and no field, or with a field of another name."""
    async with a_rough_table(tmp_path) as table:
        await table.as_usual_until("Przekup")
        before = table.log()
        place = table.prompt_id().replace(":usual:", ":enter:").removesuffix(":") + "abribe:"
        odd = ([], [{"type": 18, "id": 1}], [{"type": 18, "component": {"type": 4, "custom_id": "x"}}])
        outcomes = [await table.forge_form("Ala", place, *components) for components in odd]

        assert all(one.kind == "ephemeral" for one in outcomes)
        assert not any(is_our_fault(one) for one in outcomes)
        assert table.log() == before


async def test_a_bribe_must_be_a_number_in_its_range(tmp_path: Path) -> None:
    """Nothing, less than nothing, more than there is, words, odd digits: refused; the question stays open."""
    async with a_rough_table(tmp_path) as table:
        await table.as_usual_until("Przekup")
        before = table.log()
        typed = ("0", "-1", "999999", "9" * 400, "dużo", "1e3", "²", "0x10", "3; DROP TABLE games")
        outcomes = {gold: await table.command("Ala", "bribe", gold=gold) for gold in typed}

        assert [gold for gold, one in outcomes.items() if one.kind != "ephemeral" or is_our_fault(one)] == []
        assert table.log() == before
        assert table.hands.find_button(HERE, "Ala", "Przekup")


@pytest.mark.parametrize("code", ["0K6", "999999K6", "1K6;DROP", "", "21K6", "K", "1K6" * 100, "-1K6", "1К6", "½"])
async def test_a_dice_code_that_is_none_is_explained(tmp_path: Path, code: str) -> None:
    """Twenty dice at most, of three or six faces, in Latin letters."""
    async with a_rough_channel(tmp_path) as table, table.bot_up():
        outcome = await table.command("Ala", "roll", code=code or " ")

        assert outcome.kind == "ephemeral"
        assert "1K6, 2K6+1" in outcome.text


async def test_a_display_name_of_four_thousand_letters_plays(tmp_path: Path) -> None:
    """Markdown, a mention, a link, an emoji and no end: the table opens, the game begins, the sheets can be seen."""
    async with a_rough_channel(tmp_path) as table, table.bot_up():
        table.playground.add_person(LONG)
        await table.set_out("Ala", LONG)
        looks = [await table.command(LONG, name) for name in ("game status", "party", "hero")]
        await table.press("Ala", NORTH)

        assert not any(is_our_fault(one) or one.kind == "failed" for one in looks)
        assert people_said(table) == 1
        assert max(map(len, table.texts())) <= 4000
        assert "~~gęślą~~ [tu](" not in table.story()


async def test_an_apprentices_name_of_four_thousand_letters_is_refused(tmp_path: Path) -> None:
    """Typed in full: too long, in one sentence; shortened, with emoji and Markdown: taken and shown harmlessly."""
    async with a_rough_channel(tmp_path) as table, table.bot_up():
        await table.command("Ala", "game new", options="heroes=1 apprentices=1")
        await table.command("Ala", "game start")
        await table.hands.until(table.is_asked)
        before, modal = table.log(), await a_name_form(table)
        refused = await table.forge_form("Ala", modal, typed_in(LONG))
        taken = await table.forge_form("Ala", modal, typed_in("**Żuk** 🐉 @here"))

        assert refused.kind == "ephemeral"
        assert not is_our_fault(refused)
        assert "**Żuk**" not in taken.text
        assert not is_our_fault(taken)
        assert table.log() == before


# Discord ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", ["send_messages", "view_channel"])
async def test_what_a_missing_permission_holds_up_comes_when_it_is_back(tmp_path: Path, right: str) -> None:
    """The answer counts; its story waits for the permission, and then comes with the next look at the table."""
    async with a_rough_table(tmp_path) as table:
        await table.hands.say("Ala", HERE, "to idziemy")  # so a new message is needed
        await table.playground.permit(HERE, **{right: False})
        await table.press("Ala", NORTH)
        held_up = unposted(table)
        await table.playground.permit(HERE, **{right: True})
        await table.command("Ala", "game status")
        await table.hands.until(table.is_asked)

        assert (held_up, unposted(table)) == (1, 0)
        assert people_said(table) == 1
        assert live_prompts(table) == 1


async def test_a_missing_permission_is_told_to_the_one_who_acts(tmp_path: Path) -> None:
    """Without the right to write, whoever answers learns why the table is silent."""
    async with a_rough_table(tmp_path) as table:
        await table.hands.say("Ala", HERE, "to idziemy")  # so a new message is needed
        await table.playground.permit(HERE, send_messages=False)
        await table.press("Ala", NORTH)

        assert any("Wysyłanie wiadomości" in text for text in table.texts("Ala"))


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.parametrize(("method", "route"), [("POST", SEND), ("PATCH", EDIT), ("POST", CALLBACK)])
async def test_a_call_that_discord_fails_once_is_made_again(
    tmp_path: Path, status: int, method: str, route: str
) -> None:
    """The answer is stored once, its story told once, and the next question asked."""
    async with a_rough_table(tmp_path) as table:
        table.playground.faults.add(method=method, route=route, status=status)
        await table.hands.slash("Ala", HERE, "move", {"where": "A"})
        await table.hands.until(lambda: unposted(table) == 0 and is_whole(table), timeout=8)

        assert people_said(table) == 1
        assert live_prompts(table) == 1


async def test_an_edit_that_discord_fails_for_good_holds_up_nothing(tmp_path: Path) -> None:
    """discord.py does not repeat a call that ends in 503; the old prompt is closed by the delivery that follows."""
    async with a_rough_table(tmp_path) as table:
        table.playground.faults.add(method="PATCH", route=EDIT, status=503)
        await table.hands.slash("Ala", HERE, "move", {"where": "A"})
        await table.hands.until(lambda: is_whole(table), timeout=10)

        assert people_said(table) == 1


async def test_an_answer_whose_acknowledgement_is_refused_is_told_all_the_same(tmp_path: Path) -> None:
    """Discord has given the interaction up; the answer counts, its story and the next question come."""
    async with a_rough_table(tmp_path) as table:
        table.playground.faults.add(method="POST", route=CALLBACK, status=404, times=2)
        pressing = asyncio.create_task(table.hands.press_label("Ala", HERE, NORTH))
        await table.hands.until(lambda: people_said(table) == 1)
        await table.hands.until(lambda: is_whole(table), timeout=10)
        pressing.cancel()

        assert live_prompts(table) == 1


async def test_a_start_whose_acknowledgement_is_refused_is_told_all_the_same(tmp_path: Path) -> None:
    """Discord has given the interaction up; the game has begun, so its first question comes."""
    async with a_rough_channel(tmp_path) as table, table.bot_up():
        await table.command("Ala", "game new")
        table.playground.faults.add(method="POST", route=CALLBACK, status=404, times=2)
        pressing = asyncio.create_task(table.hands.press_label("Ala", HERE, "Zaczynamy"))
        await table.hands.until(lambda: is_whole(table), timeout=10)
        pressing.cancel()


async def test_a_deleted_prompt_is_no_loss(tmp_path: Path) -> None:
    """Somebody deletes the question; it can be answered by a command, and the next one stands in the channel."""
    async with a_rough_table(tmp_path) as table:
        await delete_newest(table)
        answered = await table.command("Ala", "move", where="A")
        await table.hands.until(lambda: is_whole(table))

        assert "✔" in answered.text
        assert live_prompts(table) == 1


async def test_a_deleted_channel_stops_no_other_table(tmp_path: Path) -> None:
    """The channel goes while a story waits for it; after a restart the other table is served as ever."""
    async with a_rough_channel(tmp_path) as table:
        async with table.bot_up():
            await table.set_out("Ala")
            await table.set_out("Bartek", channel="jaskinia")
            for who, channel in (("Ala", HERE), ("Bartek", "jaskinia")):
                await table.hands.say(who, channel, "to idziemy")
            await table.playground.permit("jaskinia", send_messages=False)
            await table.playground.permit(HERE, send_messages=False)
            await table.hands.press_label("Bartek", "jaskinia", NORTH)
            await table.hands.press_label("Ala", HERE, NORTH)
            await table.hands.settled()
        table.playground.world.drop_channel(table.playground.world.channel("jaskinia")["id"])
        await table.playground.permit(HERE, send_messages=True)
        async with table.bot_up():
            await table.hands.until(lambda: live_prompts(table) == 1)
            moved = await table.press("Ala", USUAL)

        assert moved.kind == "update"


async def test_the_last_prompt_of_an_ended_game_is_closed_after_a_restart(tmp_path: Path) -> None:
    """Discord refuses to change the question when the game is closed; the next start does it."""
    async with a_rough_channel(tmp_path) as table:
        async with table.bot_up():
            await table.set_out("Ala")
            await table.hands.until(lambda: live_prompts(table) == 1)
            table.playground.faults.add(route=EDIT, status=503, times=9)
            await table.command("Ala", "game end", sure=True)
            left = live_prompts(table)
        table.playground.faults.clear()
        async with table.bot_up():
            await table.hands.until(lambda: live_prompts(table) == 0)

        assert left == 1


# The disk --------------------------------------------------------------------------------------------------


async def test_a_disk_that_fails_after_the_answer_tells_no_lie(tmp_path: Path) -> None:
    """The answer is stored and told; only the note that it was told fails: nobody reads that nothing has changed."""
    async with a_rough_table(tmp_path) as table:
        Disk.trouble, Disk.where = FULL, "UPDATE outbox"
        await table.press("Ala", NORTH)
        Disk.trouble = WELL
        await table.hands.until(lambda: is_whole(table), timeout=10)

        assert not any(UNABLE in text for text in table.texts("Ala"))
        assert people_said(table) == 1


async def test_a_story_that_was_told_and_not_noted_is_not_told_again_with_the_next(tmp_path: Path) -> None:
    """The note that a story was told is lost; the next answer adds a story of its own, and each is told once."""
    async with a_rough_table(tmp_path) as table:
        Disk.trouble, Disk.where = FULL, "UPDATE outbox"
        await table.press("Ala", NORTH)
        told = stories(table)
        Disk.trouble = WELL
        await table.command("Ala", "answer", value="A")
        await table.hands.until(lambda: is_whole(table))

        assert told
        assert [line for line in lines_of(told) if "\n".join(stories(table)).count(line) != 1] == []


async def test_a_story_told_in_another_life_is_not_told_again_with_the_next(tmp_path: Path) -> None:
    """The note is lost with the process; in the next life somebody answers before the bot has looked at its outbox."""
    async with a_rough_channel(tmp_path, guild_ready_timeout=1.0) as table:
        async with table.bot_up():
            await table.set_out("Ala")
            Disk.trouble, Disk.where = FULL, "UPDATE outbox"
            await table.press("Ala", NORTH)
            told = stories(table)
        async with table.bot_up(in_a_hurry=True):
            await table.hands.slash("Ala", HERE, "answer", {"value": "A"})
            await table.hands.until(lambda: is_whole(table))

        assert [line for line in lines_of(told) if "\n".join(stories(table)).count(line) != 1] == []


async def test_a_question_that_nobody_noted_can_be_pressed(tmp_path: Path) -> None:
    """The bot dies when it has posted and not noted it; in the next life somebody presses it before all else."""
    async with a_rough_channel(tmp_path, guild_ready_timeout=1.0) as table:
        async with table.bot_up():
            await table.set_out("Ala")
            await table.hands.say("Ala", HERE, "to idziemy")  # so a new message is needed
            Disk.trouble, Disk.where = FULL, "INTO prompts"
            await table.press("Ala", NORTH)
            told = stories(table)
        async with table.bot_up(in_a_hurry=True):
            await table.hands.press_label("Ala", HERE, NORTH)
            await table.hands.until(lambda: is_whole(table))
            await table.command("Ala", "answer", value="A")  # so that the message ends, and tells all that it told
            await table.hands.until(lambda: is_whole(table))

        assert len(told) > 1
        assert [line for line in lines_of(told) if "\n".join(stories(table)).count(line) != 1] == []
        assert live_prompts(table) == 1


async def test_a_damaged_table_stops_no_other(tmp_path: Path) -> None:
    """Two tables wait for their stories; one of them cannot be read any more: the other one is told all the same."""
    async with a_rough_channel(tmp_path) as table:
        async with table.bot_up():
            await table.set_out("Ala")
            await table.set_out("Bartek", channel="jaskinia")
            for who, channel in (("Ala", HERE), ("Bartek", "jaskinia")):
                await table.hands.say(who, channel, "to idziemy")
                await table.playground.permit(channel, send_messages=False)
                await table.hands.press_label(who, channel, NORTH)
            await table.hands.settled()
        for channel in (HERE, "jaskinia"):
            await table.playground.permit(channel, send_messages=True)
        first = min(table.rows("SELECT id FROM games"))[0]
        table.write("UPDATE snapshots SET state = x'00' WHERE game = ?", first)
        async with table.bot_up():
            await table.hands.until(lambda: unposted(table) == 1, timeout=10)


async def test_a_name_that_cannot_be_stored_refuses_only_itself(tmp_path: Path) -> None:
    """Half a character in a name: that table is not opened; those opened at the same moment are, and nobody hangs."""
    async with a_store(tmp_path / "db") as store:
        broken = msgspec.structs.replace(a_record("broken", 2), seats=lobby.seats([SeatRecord("", 10, "Ala \ud800")]))
        units = [an_opening("one", 1), lobby.opening_unit(broken, 5), an_opening("two", 3)]
        outcomes = await asyncio.gather(*map(store.commit, units), return_exceptions=True)

        assert [type(outcome) for outcome in outcomes] == [type(None), Unstorable, type(None)]
        assert {entry.id for entry in await store.index()} == {"one", "two"}


async def test_a_closed_database_leaves_nobody_waiting(tmp_path: Path) -> None:
    """Whatever breaks under the writer, everybody who waits is told."""
    async with a_store(tmp_path / "db", factory=Bursting) as store:
        units = [store.commit(an_opening(f"t{n}", n)) for n in range(1, 4)]
        outcomes = await asyncio.gather(*units, return_exceptions=True)

        assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 3
        assert await store.index() == []


# Starting --------------------------------------------------------------------------------------------------


async def test_a_broken_table_file_stops_the_start(tmp_path: Path) -> None:
    """The group's own bribe table has a word for a number: file, key and what was expected are named, and no more."""
    own = tmp_path / "labirynt_smierci" / "bribe.toml"
    own.parent.mkdir()
    shipped = files("rules.labirynt_smierci.data") / "bribe.toml"
    own.write_text(re.sub(r"gold = \d+", 'gold = "much"', shipped.read_text("utf-8"), count=1), "utf-8")
    code, said = await a_start(LABIRYNT_TABLES=str(tmp_path), LABIRYNT_DATA=str(tmp_path / "data"))

    assert code == 2
    assert re.search(r"bribe\.toml.*gold.*(int|number)", said), said
    assert "Traceback" not in said


async def test_a_newer_database_stops_the_start(tmp_path: Path) -> None:
    """A database of a later version: both versions are named, and the file stays as it is."""
    with contextlib.closing(sqlite3.connect(tmp_path / "labirynt.sqlite3")) as file:
        file.execute("PRAGMA user_version = 9999")
    before = (tmp_path / "labirynt.sqlite3").read_bytes()
    code, said = await a_start(LABIRYNT_DATA=str(tmp_path))

    assert code == 2
    assert re.search(r"9999.*up to \d+", said), said
    assert "Traceback" not in said
    assert (tmp_path / "labirynt.sqlite3").read_bytes() == before


async def a_start(**settings: str) -> tuple[int | None, str]:
    """``labirynt run`` with these settings: its exit code, and what it says."""
    program = (sys.executable, "-m", "bot.run", "run")
    environment = {**os.environ, "LABIRYNT_TOKEN": TOKEN, "LABIRYNT_SOCKET": "/nowhere", **settings}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program, env=environment, stdout=pipe, stderr=pipe)
    said = b"".join(await process.communicate())
    return process.returncode, said.decode()


class Bursting(sqlite3.Connection):
    """A disk that fails in a way that nobody has foreseen."""

    def executemany(self, sql: str, rows: Any, /) -> sqlite3.Cursor:
        """Burst."""
        raise RuntimeError("burst")


@pytest.mark.parametrize("trouble", [READ_ONLY, FULL])
async def test_a_disk_that_takes_nothing_changes_nothing(tmp_path: Path, trouble: tuple[str, ...]) -> None:
    """Read-only, and full: one clear sentence; when the disk is well again the same button is as good as ever."""
    async with a_rough_table(tmp_path) as table:
        before, Disk.trouble = table.log(), trouble
        refused = [await table.press("Ala", NORTH), await table.command("Ala", "move", where="A")]
        unchanged, Disk.trouble = table.log() == before, WELL
        moved = await table.press("Ala", NORTH)

        assert all(UNABLE in one.text for one in refused)
        assert unchanged
        assert moved.kind == "update"
        assert people_said(table) == 1


async def test_a_locked_database_is_waited_for_and_then_said(tmp_path: Path) -> None:
    """Another program writes and does not stop: one clear sentence; when it has stopped the button works."""
    async with a_rough_table(tmp_path) as table:
        before = table.log()
        other = sqlite3.connect(table.file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = await table.press("Ala", NORTH)
        other.execute("ROLLBACK")
        other.close()
        unchanged = table.log() == before
        moved = await table.press("Ala", NORTH)

        assert UNABLE in refused.text
        assert unchanged
        assert moved.kind == "update"


# ----------------------------------------------------------------------------------------------------------


def people_said(table: RoughTable) -> int:
    """How many answers of people are in the log since the set-up."""
    return int(table.rows("SELECT count(*) FROM answers WHERE user_id <> 0")[0][0])


def unposted(table: RoughTable) -> int:
    """How many stories wait to be told."""
    return int(table.rows("SELECT count(*) FROM outbox WHERE posted = 0")[0][0])


def is_whole(table: RoughTable) -> bool:
    """All is told, and the open question stands in the channel."""
    asked = "SELECT count(*) FROM prompts p JOIN games g ON g.id = p.game AND g.stage = p.stage AND g.step = p.step"
    return unposted(table) == 0 and table.rows(asked) == [(1,)] and live_prompts(table) == 1


def stories(table: RoughTable) -> list[str]:
    """What the messages of the channel tell of people's answers, each as a whole."""
    posted = [one for one in table.hands.messages(HERE, "Ala") if not one.ephemeral]
    texts = [part["content"] for one in posted for part in one.parts(TEXT) if part["id"] >= MARKED]
    texts += [one.content for one in posted if "** → " in one.content]
    told = [text.split("\n\n")[0].splitlines() for text in texts]
    said = [[line.split("  🎲")[0] for line in lines if "** → " not in line and "-# " not in line] for lines in told]
    return ["\n".join(lines) for lines in said if lines]


def lines_of(told: list[str]) -> list[str]:
    """The lines of these stories: while a message asks, it leaves some out between others."""
    return [line for text in told for line in text.splitlines()]


def live_prompts(table: RoughTable) -> int:
    """How many messages in the channel have live controls."""
    posted = [one for one in table.hands.messages(HERE, "Ala") if not one.ephemeral]
    return sum(any(":lobby:" not in button.custom_id for button in one.buttons) for one in posted)


def is_our_fault(outcome: Outcome) -> bool:
    """Whether the person was told that something of ours broke."""
    return "Coś się u mnie zepsuło" in outcome.text or "Something broke" in outcome.text


def typed_in(text: str) -> dict[str, object]:
    """A label with one text field, as a sent form has it."""
    return {"type": 18, "component": {"type": 4, "custom_id": "answer", "value": text}}


async def a_name_form(table: RoughTable) -> str:
    """The custom id of the form for an apprentice's name."""
    panel = await table.press("Ala", "Wybierz")
    assert panel.message is not None
    return panel.message.buttons[0].custom_id.replace(":type:", ":enter:")


async def delete_newest(table: RoughTable) -> None:
    """A moderator deletes the newest message of the channel."""
    world = table.playground.world
    posted = world.message(table.hands.messages(HERE, "Ala")[-1].id)
    world.drop_message(posted)
    await table.playground.core.announce("MESSAGE_DELETE", posted)
