"""What somebody does in secret beside a question leaves no trace that others could see: not what, that, or when."""

from __future__ import annotations

from pathlib import Path

from tests.bot.a_cave import NEAR, Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel
from tests.bot.a_den import SONG, Den
from tests.bot.a_sorcerer import Midgame
from tests.bot.disguises import must_look_the_same, what_is_seen

THINGS, ORDERS, SENT = "Moje rzeczy…", "Stałe rozkazy…", "Gotowe"

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


def a_cave() -> Midcave:
    """Ala's Shaman near Bartek's Alchemist."""
    own = a_figure("shaman", NEAR, spells=["clear_mind"], items=["sword"])
    return a_meeting(own, a_figure("alchemist", spells=["dispel"], items=["rope"], endurance=3))


def a_maze() -> Midgame:
    """Ala's people have something to arrange."""
    people = [
        {"id": "taelin", "at": "B4@0", "pack": ["axe", "weakness"], "rune": "air"},
        {"id": "liriel", "at": "D1@0", "pack": ["fireball"]},
        {"id": "haldra", "at": "B3@0", "pack": ["dagger"], "rune": "fire", "life": 2},
        {"id": "borgrim", "at": "D4@0", "worn": ["helmet"], "pack": ["crystal"]},
    ]
    return Midgame(characters=people, gems={"s1": 0, "s2": 0})


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
