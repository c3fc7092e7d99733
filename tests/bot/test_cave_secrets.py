"""Spells in hand and standing orders are nobody else's business in the Cave."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from rules.games import load
from rules.jaskinia.model import Game, Orders
from rules.kernel.requests import Seat
from rules.kernel.turns import names, values_of
from tests.bot.a_cave import NEAR, Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, a_channel
from tests.bot.disguises import capricious, compared, must_look_the_same, what_is_seen
from tests.bot.test_secrets import seen_by

RULES = load("jaskinia")

# Every question of a whole game ------------------------------------------------------------------------------


def disguise(game: Game, viewer: Seat, luck: Random) -> None:
    """The same, but for what this viewer cannot see: other Spells, as many as before, and other orders."""
    known = [spell.id for spell in game.tables.spells.spell if not spell.set_aside]
    for player in (player for player in game.players.values() if player.seat != viewer):
        orders = {name: luck.choice(values_of(Orders, name)) for name in names(Orders)}
        player.orders = msgspec.convert({**orders, "deck": "ask"}, Orders)
        if player.seeker is not None:
            player.seeker.spells = [luck.choice(known) for _ in player.seeker.spells]


async def test_no_question_of_a_whole_game_depends_on_what_others_hide(tmp_path: Path) -> None:
    """A hundred turns and more: what each can read of every question is the same for any Spells of the others."""
    found = await compared(tmp_path / "db", RULES, disguise, 400, capricious(RULES, Random("capricious twice")))

    assert found["turn.start"] > 60
    assert {"arrival", "draw.deck", "fight.ready", "move.route"} < set(found)


# Two tables in the channel -----------------------------------------------------------------------------------

TURN = (("Ala", "go:C6"), ("Ala", "explore"), ("Ala", "cave"), ("Bartek", "roll:D6"))
THEN = (("Bartek", "cave"),)
"""What Ala and Bartek do, as far as everybody sees it."""


def a_table_with(spells: Sequence[str], **orders: str) -> Midcave:
    """Bartek's Alchemist holds this, beside what everybody knows."""
    own = a_figure("shaman", NEAR, spells=["clear_mind"], items=["sword"])
    return a_meeting(own, a_figure("alchemist", spells=list(spells), items=["rope"], endurance=3), orders=orders)


async def test_two_tables_look_the_same_whatever_a_rival_hides(tmp_path: Path) -> None:
    """Messages, pictures, chronicle, copies, completions: Ala and a guest see no difference; Bartek's are not equal."""
    bold = a_table_with(["thought_dart", "dispel"], defence="losing", spoils="gold", dispel="aimed")
    meek = a_table_with(["pass_through_stone", "knit_wounds"], defence="never", evade="never")

    one = await what_is_seen(tmp_path / "one", bold, TURN, THEN)
    other = await what_is_seen(tmp_path / "other", meek, TURN, THEN)

    must_look_the_same(one, other)


async def test_a_decision_in_secret_looks_the_same_whatever_is_decided(tmp_path: Path) -> None:
    """Ala attacks: Bartek may vanish by a Spell, or grow stronger by one; what she sees of either is one question."""
    attack = [("Ala", "go:C6"), ("Ala", "attack:s2")]
    vanishing, growing = (a_table_with([spell], defence="ask") for spell in ("stillness", "giant_might"))

    one = await what_is_seen(tmp_path / "one", vanishing, attack)
    other = await what_is_seen(tmp_path / "other", growing, attack)

    assert [part for part in one["Ala"] if "Decyzja w tajemnicy" in part]
    must_look_the_same(one, other)


ATTACK = [("Ala", "go:C6"), ("Ala", "attack:s2"), ("Bartek", "stand"), ("Bartek", "pass")]


@pytest.mark.parametrize("spells", [["stillness", "dispel"], ["giant_might", "thought_dart"]])
async def test_being_asked_does_not_name_the_spell(tmp_path: Path, spells: list[str]) -> None:
    """Bartek plays nothing, and wants to be asked: posts, pings, buttons and their number are as with other Spells."""
    one = await what_is_seen(tmp_path / "one", a_table_with(spells, defence="ask", spoils="gold"), ATTACK)
    other = await what_is_seen(
        tmp_path / "other", a_table_with(["pass_through_stone", "knit_wounds"], defence="ask", spoils="gold"), ATTACK
    )

    assert "Decyzja w tajemnicy" in str(one["Ala"])
    must_look_the_same(one, other)


async def test_being_asked_does_not_name_dispel(tmp_path: Path) -> None:
    """Ala casts; Bartek is asked with Dispel and without it, and lets it work."""
    dart = [("Ala", "cast:thought_dart:s2"), ("Bartek", "let")]
    tables = []
    for spell in ("dispel", "clear_mind"):
        own = a_figure("shaman", NEAR, spells=["thought_dart"])
        tables.append(a_meeting(own, a_figure("alchemist", spells=[spell], endurance=3), orders={"dispel": "ask"}))

    one, other = [await what_is_seen(tmp_path / str(nth), table, dart) for nth, table in enumerate(tables)]

    assert "Decyzja w tajemnicy" in str(one["Ala"])
    must_look_the_same(one, other)


async def test_as_usual_nothing_shows_that_there_was_nothing_to_play(tmp_path: Path) -> None:
    """Nobody is asked whether Dispel is there for a Spell that is not aimed at its holder, or whatever else is."""
    dart = [("Ala", "cast:knit_wounds:s1")]
    tables = []
    for spell in ("dispel", "clear_mind"):
        own = a_figure("shaman", NEAR, spells=["knit_wounds"], endurance=2)
        tables.append(a_meeting(own, a_figure("alchemist", spells=[spell], endurance=4)))

    one, other = [await what_is_seen(tmp_path / str(nth), table, dart) for nth, table in enumerate(tables)]

    assert "Decyzja w tajemnicy" not in str(one["Ala"])
    must_look_the_same(one, other)


# In one's own panel ------------------------------------------------------------------------------------------------


async def test_orders_on_the_second_page_are_kept(tmp_path: Path) -> None:
    """Bartek turns the page of his orders in Ala's turn; the attack is fought without him, and she learns nothing."""
    rules = a_meeting(a_figure("cannibal", NEAR), a_figure("miner", spells=["giant_might"]))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "Moje rzeczy…")
        await channel.pick("Bartek", channel.hands.messages(HERE, "Bartek")[-1], 0, "Stałe rozkazy…")
        await channel.press("Bartek", "Dalej")
        form = channel.hands.messages(HERE, "Bartek")[-1]
        heads = [select.options[0]["label"].partition(":")[0] for select in form.selects]
        await channel.pick("Bartek", form, heads.index("Czary w obronie"), "nigdy")
        await channel.press("Bartek", "Gotowe")
        things = await channel.command("Bartek", "things")
        await channel.answer("Ala", "go:C6")
        await channel.answer("Ala", "attack:s2")

        assert "Czary w obronie: nigdy" in things.text
        assert "Decyzja w tajemnicy" not in channel.story()
        assert "tajemnicy)" not in channel.story()
        assert [who for who in ("Ala", "Celina") if "olbrzyma" in seen_by(channel.playground, channel, who)] == []
