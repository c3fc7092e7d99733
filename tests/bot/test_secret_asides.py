"""What somebody does in secret beside a question leaves no trace that others could see: not what, that, or when."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from bot.acts import undo
from bot.acts.copies.exporting import export_own
from bot.acts.copies.formats import FullCopy, seal_copy
from bot.acts.copies.importing import check_copy
from bot.acts.copies.replaying import BadImport
from bot.discord.prompts.components import read
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import prompt
from bot.table.records import Accepted, Press, Standing
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Choose
from tests.bot.a_cave import NEAR, Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel
from tests.bot.a_copy import brought, masters_copy
from tests.bot.a_den import SONG, Den
from tests.bot.a_sorcerer import Midgame
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, House, a_house, an_interaction
from tests.bot.disguises import must_look_the_same, what_is_seen

THINGS, ORDERS, SENT = "🎒", "Stałe rozkazy…", "Gotowe"

# Twin tables: at one of them somebody is busy in secret -----------------------------------------------------------


async def sings(channel: Channel) -> None:
    """Bartek gives orders in the den."""
    await channel.answer("Bartek", f"orders {SONG}-atak")


async def drinks(channel: Channel) -> None:
    """Ala, at turn, drinks in the den."""
    await channel.answer("Ala", "drink red")


async def orders(channel: Channel) -> None:
    """Bartek gives standing orders in Ala's turn."""
    await channel.press("Bartek", THINGS)
    await channel.pick("Bartek", channel.hands.messages(HERE, "Bartek")[-1], 0, ORDERS)
    await channel.press("Bartek", SENT)


async def own_orders(channel: Channel) -> None:
    """Ala gives standing orders in her own turn."""
    await channel.press("Ala", THINGS)
    await channel.pick("Ala", channel.hands.messages(HERE, "Ala")[-1], 0, ORDERS)
    await channel.press("Ala", SENT)


async def packs(channel: Channel) -> None:
    """Ala looks what her people could hold or wear, and leaves all as it is."""
    await channel.press("Ala", THINGS)
    await channel.pick("Ala", channel.hands.messages(HERE, "Ala")[-1], 0, "Ekwipunek: Taelin…")
    await channel.press("Ala", "Ułóż jak najlepiej")


def a_cave() -> Midcave:
    """Ala's Shaman near Bartek's Alchemist."""
    own = a_figure("shaman", NEAR, spells=["clear_mind"], items=["sword"])
    return a_meeting(own, a_figure("alchemist", spells=["dispel"], items=["rope"], endurance=3))


TAELIN = {"id": "taelin", "at": "B4@0", "pack": ["axe", "weakness"], "rune": "air"}
MATES = [
    {"id": "liriel", "at": "D1@0", "pack": ["fireball"]},
    {"id": "haldra", "at": "B3@0", "pack": ["dagger"], "rune": "fire", "life": 2},
    {"id": "borgrim", "at": "D4@0", "worn": ["helmet"], "pack": ["crystal"]},
]


def a_maze(people: Sequence[dict[str, Any]] = (TAELIN, *MATES)) -> Midgame:
    """Ala's people have something to arrange."""
    return Midgame(characters=[*people], gems={"s1": 0, "s2": 0})


CAVE_TURN = (("Ala", "go:C6"),)
MAZE_TURN = (("Ala", "step:taelin:B3"),)
"""Without a die: other answers make other dice."""


async def test_a_rival_who_gives_orders_leaves_no_trace_in_the_den(tmp_path: Path) -> None:
    """Bartek orders twice, again and again, at one of two tables."""
    one = await what_is_seen(tmp_path / "one", Den(), [("Ala", "stay")], beside=sings)
    other = await what_is_seen(tmp_path / "other", Den(), [("Ala", "stay")])

    must_look_the_same(one, other, least=15)


async def test_who_is_at_turn_drinks_without_a_trace(tmp_path: Path) -> None:
    """Ala drinks before she goes on."""
    one = await what_is_seen(tmp_path / "one", Den(), [("Ala", "stay")], beside=drinks)
    other = await what_is_seen(tmp_path / "other", Den(), [("Ala", "stay")])

    must_look_the_same(one, other, "Ala", least=15)


async def test_standing_orders_of_a_rival_leave_no_trace_in_the_cave(tmp_path: Path) -> None:
    """Posts, edits, pings, ids, status, lists, copies are those of a table at which Bartek slept."""
    one = await what_is_seen(tmp_path / "one", a_cave(), CAVE_TURN, beside=orders)
    other = await what_is_seen(tmp_path / "other", a_cave(), CAVE_TURN)

    must_look_the_same(one, other)


async def test_ones_own_standing_orders_leave_no_trace_in_the_cave(tmp_path: Path) -> None:
    """So it is with Ala's, who is at turn."""
    one = await what_is_seen(tmp_path / "one", a_cave(), CAVE_TURN, beside=own_orders)
    other = await what_is_seen(tmp_path / "other", a_cave(), CAVE_TURN)

    must_look_the_same(one, other, "Ala")


async def test_standing_orders_of_a_rival_leave_no_trace_in_the_labyrinth(tmp_path: Path) -> None:
    """Posts, edits, pings, ids, status, lists, copies are those of a table at which Bartek slept."""
    one = await what_is_seen(tmp_path / "one", a_maze(), MAZE_TURN, beside=orders)
    other = await what_is_seen(tmp_path / "other", a_maze(), MAZE_TURN)

    must_look_the_same(one, other)


async def test_who_packs_and_changes_nothing_that_others_see_leaves_no_trace_in_the_labyrinth(tmp_path: Path) -> None:
    """That Ala opens Taelin's Backpack, and leaves it as it was, is seen by nobody."""
    people = [{"id": "taelin", "at": "B4@0", "hand": "axe", "pack": ["weakness", "dagger"]}, *MATES]
    one = await what_is_seen(tmp_path / "one", a_maze(people), MAZE_TURN, beside=packs)
    other = await what_is_seen(tmp_path / "other", a_maze(people), MAZE_TURN)

    must_look_the_same(one, other, "Ala")


# Nothing twice, nothing lost -----------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A bot that is up."""
    async with a_house(tmp_path / "db", Den()) as one:
        yield one


async def begun(house: House) -> Standing:
    """Ala's turn."""
    await house.lobby(ALA, OLEK, EWA)
    return (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing


async def pressed(house: House, seen: Standing, user: int, value: Value, beside: int) -> Accepted:
    """Press a button of a panel that was drawn when so much had been done."""
    return await house.sessions.answer(
        Press(seen.record.id, user, an_interaction(), value, seen.address, beside=beside)
    )


async def test_a_button_does_its_deed_once(house: House) -> None:
    """A second press of the same panel is stale; one of the panel that came after it is not, nor is another deed."""
    turn = await begun(house)

    await pressed(house, turn, ALA, ["drink", "red"], 0)
    with pytest.raises(Refused, match="stale"):
        await pressed(house, turn, ALA, ["drink", "blue"], 0)
    again = await pressed(house, turn, ALA, ["drink", "blue"], 1)
    with pytest.raises(Refused, match="stale"):
        await pressed(house, turn, ALA, ["drink", "blue"], 1)
    gone = await pressed(house, turn, ALA, ["stay"], 0)

    assert again.standing.beside == ("s1", "s1")
    assert gone.standing.address.step == turn.address.step + 1


async def test_what_a_rival_does_leaves_ones_own_panel_good(house: House) -> None:
    """Olek's panel is as good as it was, however often Ala drinks; and she counts hers alone."""
    turn = await begun(house)

    for nth in range(3):
        await pressed(house, turn, ALA, ["drink", "red"], nth)
    ordered = await pressed(house, turn, OLEK, ["orders", "stać"], 0)

    assert ordered.standing.beside == ("s1", "s1", "s1", "s2")
    assert (ordered.standing.address, ordered.standing.asked_at) == (turn.address, turn.asked_at)


async def test_a_private_button_says_how_much_was_done_a_public_one_never(house: House) -> None:
    """Its id goes with the step, and is read again."""
    turn = await begun(house)
    turn = (await pressed(house, turn, ALA, ["drink", "red"], 0)).standing
    scene = Scene(turn, Den())
    assert turn.waiting is not None

    own = [one.custom_id for one in panel(scene, turn.waiting, (), "s1", {}).view.children if one.custom_id]  # type: ignore[attr-defined]
    public = [one.custom_id for one in prompt(scene).view.children if one.custom_id]  # type: ignore[attr-defined]
    his = [one.custom_id for one in panel(scene, turn.waiting, (), "s2", {}).view.children if one.custom_id]  # type: ignore[attr-defined]

    assert all(":0:0+1:" in one for one in own)
    assert not any("+" in one for one in public + his)
    assert [str(read(one)) for one in own] == own
    assert [read(one).beside for one in own] == [1] * len(own)  # type: ignore[union-attr]


async def test_a_table_wakes_where_it_was(tmp_path: Path) -> None:
    """After a restart it is the same question, and what was done beside it is as it was."""
    async with a_house(tmp_path / "db", Den()) as one:
        turn = await begun(one)
        for value in ("red", "blue"):
            turn = (await one.press(turn, ALA, ["drink", value])).standing
        turn = (await one.press(turn, OLEK, ["orders", "stać"])).standing
    async with a_house(tmp_path / "db", Den()) as two:
        woken = await two.sessions.standing(CHANNEL)
        assert woken is not None
        gone = await two.press(woken, ALA, ["go"])

    assert (woken.address, woken.beside) == (turn.address, ("s1", "s1", "s2"))
    assert isinstance(gone.standing.waiting, Choose)


async def test_a_copy_with_asides_goes_on_elsewhere(house: House) -> None:
    """Written, read and played again; and a part that is none of theirs is refused."""
    turn = await begun(house)
    for user, value in ((ALA, ["drink", "red"]), (OLEK, ["orders", "stać"]), (ALA, ["go"])):
        turn = (await house.press(turn, user, value)).standing
    copy = {**json.loads(await masters_copy(house, turn.record.id)), "chronicle": []}  # the den's is no bot's own
    there = await brought(house, msgspec.json.encode(seal_copy(msgspec.convert(copy, FullCopy))))
    places = [(line["step"], line["part"]) for line in copy["stages"][0]["answers"]]
    copy["stages"][0]["answers"][2]["part"] = "~002"

    assert places == [(0, "~000"), (0, "~001"), (0, "")]
    assert (there.address.step, there.waiting) == (turn.address.step, turn.waiting)
    with pytest.raises(BadImport):
        check_copy(seal_copy(msgspec.convert(copy, FullCopy)), Den(), house.clock())


async def test_what_is_taken_back_is_gone_from_ones_own_story(house: House) -> None:
    """Ala takes back her second drink: the first is told still, and Olek's orders; brought back, all are."""
    turn = await begun(house)
    for user, value in ((ALA, ["drink", "red"]), (OLEK, ["orders", "stać"]), (ALA, ["drink", "blue"])):
        house.clock.now += 60
        turn = (await house.press(turn, user, value)).standing
    game_id = turn.record.id

    await undo.undo(house.sessions, game_id, ALA, an_interaction())
    left = await house.sessions.chronicle(game_id)
    await undo.redo(house.sessions, game_id, ALA, an_interaction())
    back = await house.sessions.chronicle(game_id)

    assert [row.by[1] for row in left if row.by] == [["drink", "red"], ["orders", "stać"]]
    assert [row.by[1] for row in back if row.by] == [["drink", "red"], ["orders", "stać"], ["drink", "blue"]]


async def test_an_own_copy_has_no_gap_where_rivals_did_something(house: House) -> None:
    """Neither a row, nor a time, nor a step; the doer's has all of theirs."""
    turn = await begun(house)
    for user, value in ((ALA, ["drink", "red"]), (ALA, ["drink", "red"]), (OLEK, ["orders", "stać"])):
        house.clock.now += 60
        turn = (await house.press(turn, user, value)).standing

    hers, his, third = [json.loads(await export_own(house.sessions, turn.record.id, one)) for one in ("s1", "s2", "s3")]

    assert [len(one["answers"]) for one in (hers, his, third)] == [2, 1, 0]
    assert [len([tale for tale in one["chronicle"] if tale["by"]]) for one in (hers, his, third)] == [2, 1, 0]
    assert [tale for tale in third["chronicle"] if not tale["told"]] == []
    assert (third["step"], third["stage"]) == (0, 0)
