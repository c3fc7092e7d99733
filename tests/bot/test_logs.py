"""The log says which interaction did what at which table, and nothing that anybody typed or that opens a door."""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.stdlib import ProcessorFormatter

from bot.discord import logs
from bot.settings import Settings
from rules.kernel.answers import Value
from rules.kernel.requests import Request, Seat
from tests.bot.a_channel import Channel, a_channel
from tests.bot.a_rough_table import FULL, READ_ONLY, Disk, a_rough_table
from tests.bot.parlour import Parlour, ParlourRules, a_choice, a_text, an_amount

PEOPLE = ("Wierzchosława", "Bożydar-Ziemowit")
MOTTO = "Nigdy-wstecz"
NONSENSE = "Abrakadabra-hokus"
SENSITIVE = "MTAwMDAwMDAwMDAwMDAwMDAw.Gabcde.this-is-the-third-part-of-a-token"
REFUSALS = ["refused:not_understood", "refused:dice_code", "refused:game_over"]
TURN = ("game", "epoch", "stage", "step")

Line = dict[str, Any]


@pytest.fixture
def written() -> Iterator[StringIO]:
    """The log as lines of JSON, from now to the end of the test."""
    out = StringIO()
    logs.set_up(Settings(_env_file=None, log_format="json"), out)
    yield out
    structlog.reset_defaults()
    logging.captureWarnings(False)
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one.formatter, ProcessorFormatter)]


def lines(written: StringIO) -> list[Line]:
    """Every line, read as JSON."""
    return [json.loads(line) for line in written.getvalue().splitlines()]


def done(written: StringIO) -> list[Line]:
    """The lines of finished interactions."""
    return [line for line in lines(written) if line["event"] == "interaction.done"]


async def the_parlour_is_played(channel: Channel) -> list[str]:
    """Two people from an open table to the end, with mishaps; the ids of what they did."""
    one, two = PEOPLE
    did = [
        await channel.command(one, "game new"),
        await channel.press(two, "Dołącz"),
        await channel.press(one, "Zaczynamy"),
        await channel.answer(two, NONSENSE),
        await channel.press(one, "A · oak"),
        await channel.command(two, "roll", code=NONSENSE),
    ]
    form = await channel.press(one, "Wpisz")
    did += [form, await channel.submit(one, form, MOTTO), await channel.command(two, "game status")]
    channel.playground.faults.add(method="POST", route="*/callback", status=429, times=1)
    did.append(await channel.answer(two, "77"))
    await channel.hands.settled()  # Discord held it up; only when it has ended its line is written
    did.append(await channel.command(one, "answer", value=MOTTO))
    return [outcome.interaction_id for outcome in did]


@pytest.fixture
async def played(tmp_path: Path, written: StringIO) -> tuple[Channel, list[str]]:
    """A game that was played to its end while the log was kept."""
    async with a_channel(tmp_path, ParlourRules(a_choice, a_text, an_amount)) as channel:
        for name in PEOPLE:
            channel.playground.add_person(name, guild="Piwnica u Ali")
        async with channel.bot_up():
            did = await the_parlour_is_played(channel)
            assert "Ziarno losowania" in "\n".join(channel.texts(PEOPLE[0]))
        return channel, did


async def test_each_interaction_has_its_line(played: tuple[Channel, list[str]], written: StringIO) -> None:
    """One line each, in order, with the table and its turn, how it went, and how long the answer took."""
    told = done(written)

    assert [line["interaction"] for line in told] == played[1]
    assert all(line.keys() >= {*TURN, "command", "outcome", "milliseconds", "guild", "channel"} for line in told)
    assert len({line["game"] for line in told}) == 1
    assert [line["command"] for line in told][:3] == ["game new", "lobby", "lobby"]
    assert [line["step"] for line in told if line["command"] in ("usual", "type", "enter")] == [0, 1, 1]
    assert [line["outcome"] for line in told if line["outcome"] != "ok"] == REFUSALS


async def test_whatever_an_interaction_causes_names_it(played: tuple[Channel, list[str]], written: StringIO) -> None:
    """From the first to the last interaction no line is without the id of one, and of a table."""
    told = lines(written)
    in_play = [nth for nth, line in enumerate(told) if "interaction" in line]

    assert [line for line in told[in_play[0] : in_play[-1] + 1] if not line.keys() >= {"interaction", *TURN}] == []


async def test_no_line_holds_a_secret_or_a_word(played: tuple[Channel, list[str]], written: StringIO) -> None:
    """Neither the bot's token, nor those of interactions, nor names, nor what was typed."""
    channel, _ = played
    interactions = list(channel.playground.core.interactions)
    text = written.getvalue() + json.dumps(lines(written), ensure_ascii=False)

    assert len(interactions) > 8
    for secret in (channel.playground.token, *interactions, *PEOPLE, MOTTO, NONSENSE):
        assert secret not in text


def test_a_token_is_blanked_wherever_it_stands(written: StringIO) -> None:
    """In a fact, in a list, in a record, in a line of somebody else's library."""
    structlog.get_logger().warning("odd", seen=f"Bot {SENSITIVE}", all=[SENSITIVE], headers={"Auth": SENSITIVE})
    logging.getLogger("discord.http").warning("rate limited: /webhooks/1/%s/messages", "x" * 128)

    assert [line.get("why") for line in lines(written)] == [None, "rate limited: /webhooks/1/…/messages"]
    assert lines(written)[0] | {"seen": "Bot …", "all": ["…"], "headers": {"Auth": "…"}} == lines(written)[0]


def test_what_a_library_logs_is_an_event_of_its_own(written: StringIO) -> None:
    """Its logs and its warnings: one line each, found by the event, with the text beside it."""
    logging.getLogger("psycopg.pool").warning("error connecting in %r: %s", "pool-1", "refused\n")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("this is old", DeprecationWarning, stacklevel=1)
    pool, old = lines(written)

    assert (pool["event"], pool["logger"], pool["level"]) == ("library.logged", "psycopg.pool", "warning")
    assert pool["why"] == "error connecting in 'pool-1': refused"
    assert (old["event"], old["logger"]) == ("library.logged", "py.warnings")
    assert "DeprecationWarning: this is old" in old["why"]


@pytest.mark.parametrize("key", ["name", "leader_name", "text", "interaction_token", "content"])
def test_words_are_blanked_by_their_key(written: StringIO, key: str) -> None:
    """Whatever a name or a text is called, it is not written down; a record within an event is no hiding place."""
    structlog.get_logger().info("odd", **{key: NONSENSE}, inside={key: NONSENSE}, turn=3)

    assert lines(written)[0] | {key: "…", "inside": {key: "…"}, "turn": 3} == lines(written)[0]


@pytest.mark.parametrize("form", ["json", "console"])
def test_an_exception_is_told_by_kind_and_place(form: str) -> None:
    """What it says may quote a person."""
    out = StringIO()
    logs.set_up(Settings.model_validate({"log_format": form}), out)
    try:
        int(NONSENSE)
    except ValueError:
        structlog.get_logger().exception("odd")
    structlog.reset_defaults()

    assert "ValueError" in out.getvalue()
    assert Path(__file__).name in out.getvalue()
    assert NONSENSE not in out.getvalue()


class Speechless(ParlourRules):
    """Rules with a fault: they stumble over a word when they are asked what is usual."""

    def autopilot(self, state: Parlour, request: Request[Any], seat: Seat) -> Value:
        """Say a word that must not be heard."""
        raise ValueError(NONSENSE)


async def test_a_fault_is_one_line_of_its_interaction(tmp_path: Path, written: StringIO) -> None:
    """The reference that the person was told, the kind and the place are in the log; what the exception says is not."""
    async with a_channel(tmp_path, Speechless(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Zaczynamy")
    fault = next(line for line in lines(written) if line["event"] == "interaction.fault")

    assert fault["interaction"] == done(written)[-1]["interaction"]
    assert fault["reference"] in "\n".join(channel.texts())
    assert fault["exception"].endswith("ValueError")
    assert done(written)[-1]["outcome"] == "fault"
    assert NONSENSE not in written.getvalue()


async def test_why_nothing_can_be_kept_is_said(tmp_path: Path, written: StringIO) -> None:
    """A disk that is full, and one that may only be read, look different to whoever runs the bot."""
    async with a_rough_table(tmp_path) as table:
        for Disk.trouble in (FULL, READ_ONLY):
            await table.press("Ala", "⭐")
        Disk.trouble, Disk.where = FULL, "outbox SET posted"  # the story is told, and that it was cannot be noted
        await table.press("Ala", "⭐")
        table_well = await table.command("Ala", "roll", code="1K6")

    assert [(line["outcome"], line.get("reason")) for line in done(written)][-4:] == [
        ("store", "full"),
        ("store", "read_only"),
        ("ok", None),
        ("ok", None),
    ]
    failed = [line["reason"] for line in lines(written) if line["event"] == "post.failed"]
    assert failed[0] == "full"
    assert table_well.kind != "failed"


async def test_a_background_task_is_at_no_table(written: StringIO) -> None:
    """Without an interaction a table that was looked at last is not taken for the one of the next line."""
    logs.bind_table("somewhere", logs.Address(0, 1, 2))
    structlog.get_logger().info("odd")

    assert lines(written)[0].keys() == {"event", "level", "timestamp"}


async def test_a_line_that_is_lost_and_found_is_two_lines(
    tmp_path: Path, written: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it went and when it was back; no page of the library's for each try in between."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up() as client:
        tries, heard = list[int](), client.on_disconnect

        async def count() -> None:
            tries.append(1)
            await heard()

        monkeypatch.setattr(client, "on_disconnect", count)
        await channel.playground.stop()
        await channel.hands.until(lambda: len(tries) > 1, timeout=60)
        await channel.playground.start()
        await channel.hands.until(lambda: "discord.back" in written.getvalue(), timeout=60)
    told = [line for line in lines(written) if line["event"].startswith("discord.")]

    assert [(line["event"], line["level"]) for line in told] == [("discord.lost", "warning"), ("discord.back", "info")]
    assert [line for line in lines(written) if "exception" in line or "reconnect" in line["event"]] == []
