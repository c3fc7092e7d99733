"""A fight as two people see it in their channel: one question, the rest in short, everything in ``/story``."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.prompts import words
from bot.words.narrator import Narrator
from rules.kernel.requests import Everyone
from rules.kernel.table import Table
from rules.kernel.turns import Pace
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.encounter.monsters import encounter
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.rules.playing import question

SEED = bytes([5]) * 32
SETUP: dict[str, Any] = {
    "party": [
        {"hero": "lord_dil"}, {"hero": "gilith", "in_hand": "bow"},
        {"hero": "zareth", "seat": "s2"}, {"hero": "weldron", "seat": "s2"},
    ],
    "formation": [["lord_dil", "zareth"], ["gilith", "weldron"]],
    "maze": [{"at": [0, 0], "sides": "CCWW"}, {"at": [0, -1], "sides": "CWCW"}],
    "monsters": {"kind": "orc", "strengths": [5, 6], "gold": 10},
    "sun": "red",
}  # fmt: skip


class BeforeOrcs(LabiryntSmierci):
    """Two players, two characters each, before two Orcs."""

    def begin(self, seats: Any, options: Any) -> Game:
        """The scene; everybody wants to be asked when a fight begins, else standing orders are as at the beginning."""
        game, _ = self.scene(
            "encounter", {**SETUP, "seats": list(seats), "orders": {seat: {"first": "ask"} for seat in seats}}
        )
        return game

    @staticmethod
    def stage(table: Table, state: Game) -> None:
        """The encounter; then the usual course."""
        if state.met is not None and state.met.living:
            encounter(table, state, state.met)
            state.stage += 1
        else:
            LabiryntSmierci.stage(table, state)


@contextlib.asynccontextmanager
async def a_fight(folder: Path, *people: str) -> AsyncIterator[Channel]:
    """Orcs stand before these people; with these dice one round is not enough."""
    async with a_channel(folder, BeforeOrcs.with_tables()) as channel, channel.bot_up(lambda: SEED):
        await channel.opened(*people)
        yield channel


async def test_a_fight_is_one_question_and_a_short_story(tmp_path: Path) -> None:
    """From the decision to the loot everybody presses once; the single dice stand in ``/story``."""
    async with a_fight(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", "Walcz")
        asked = channel.story()
        await channel.press("Ala", "⭐")
        await channel.press("Bartek", "⭐")
        told = channel.story().removeprefix(asked)
        whole = (await channel.hands.follow(await channel.hands.slash("Ala", HERE, "story", {}))).message

    assert "jak zwykle: Lord Dil " in asked
    assert "Kolejne rundy" not in asked
    assert told.count("jakie rozkazy") <= 1  # the question that was answered
    assert "Runda 2**\n" not in told
    assert re.search(r"\*\*⚔️ .*\*\*", told)  # how it ended, in bold
    assert "`/opowieść`" in told  # what a telephone's screen has no room for
    assert "Dokąd teraz?" in told
    assert whole is not None
    assert "**Runda 2**\n" in whole.text


async def test_the_orders_form_shows_what_matters_first(tmp_path: Path) -> None:
    """The characters and when to be asked again on the first page; what is as it is elsewhere is not said twice."""
    async with a_fight(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", "Walcz")
        first = (await channel.press("Ala", "Wybierz po swojemu…")).message
        assert first is not None
        assert [select.placeholder for select in first.selects] == [
            "Lord Dil", "Gilith", "Kolejne rundy", "Szyk po rundzie",
        ]  # fmt: skip
        assert "Cel" not in first.text

        await channel.pick("Ala", first, 2, "Pytać w każdej rundzie")
        await channel.press("Ala", "Gotowe")
        await channel.press("Bartek", "⭐")

        assert re.search(r"Runda 2 \((2 orki|ork)\): jakie rozkazy\?", channel.story())
        assert "**Bartek**, jak zwykle" not in channel.texts()[-1]


async def test_orders_are_typed_in_short(tmp_path: Path) -> None:
    """``/attack`` takes what differs from the usual, the standing orders for this fight among it."""
    async with a_fight(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", "Walcz")
        await channel.command("Ala", "attack", orders="Gilith: Czeka; Kolejne rundy: do końca walki")
        await channel.command("Bartek", "attack", orders="cel: najsilniejszego")

        assert "Dokąd teraz?" in channel.story()


async def test_orders_are_typed_as_people_write(tmp_path: Path) -> None:
    """Without signs and with commas; what cannot be done is said with what can, what means nothing with an example."""
    async with a_fight(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", "Walcz")
        nothing = await channel.command("Ala", "attack", orders="naprzód")
        sword = await channel.command("Ala", "attack", orders="Lord Dil: strzał")
        await channel.command("Ala", "attack", orders="dil czeka, gilith strzał B")

        assert nothing.text.startswith("Pisz na przykład „Lord Dil: Cios w orka")
        assert "Cios w orka" in sword.text
        assert "Gilith celuje z łuku w orka B" in channel.texts()[-1]


async def test_orders_are_completed_one_after_the_other(tmp_path: Path) -> None:
    """As usual first, then each order; after a semicolon the next one, with what is written kept."""
    async with a_fight(tmp_path, "Ala", "Bartek") as channel:
        await channel.press("Ala", "Walcz")
        first = await channel.hands.complete("Ala", HERE, "attack", {"orders": ""}, focused="orders")
        then = await channel.hands.complete(
            "Ala", HERE, "attack", {"orders": "Gilith: Czeka; cel: najsil"}, focused="orders"
        )

        assert first[0].name.startswith("Lord Dil ")
        assert "Gilith: Czeka" in [one.name for one in first]
        assert [one.name for one in then] == ["Gilith: Czeka; Cel: Najsilniejszego"]


@pytest.mark.parametrize(
    ("pace", "polish", "english"),
    [
        ("brisk", "Dalej walka toczy się sama, aż coś się zmieni", "the fight runs by itself until something changes"),
        ("book", "ci, którzy jeszcze nie uderzyli, wybierają od nowa", "The fight stops in every round"),
    ],
)
def test_the_help_of_the_orders_says_how_the_fight_goes_on_at_this_pace(pace: Pace, polish: str, english: str) -> None:
    """The «?» of the question, which all see, and the form of one's own [9.2]."""
    game = BeforeOrcs.with_tables().begin(["s1", "s2"], {})
    game.pace = pace
    group = game.met
    assert group is not None
    asked = question(lambda table: fight(table, game, group))
    assert isinstance(asked, Everyone)

    for one in (asked, asked.asks["s2"]):
        assert polish in words.reason(Narrator("pl"), one, openly=True)
        assert english in words.reason(Narrator("en"), one, openly=True)
