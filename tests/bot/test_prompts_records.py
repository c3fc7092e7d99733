"""What the prompts keep of an answer: who chose what, in the words of the seat that chose, never an id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord.prompts import words
from bot.words.narrator import Narrator
from rules.kernel.answers import Value
from rules.kernel.requests import PARTY, Action, Choose, NextAction, Option, Request, Seat
from tests.bot.a_channel import HERE, a_table
from tests.bot.parlour import Parlour, ParlourRules
from tests.sampled import first_of
from tests.soak.journeys import Game, labyrinth, play, sensible, wild

RULES = labyrinth()
ID = re.compile(r"\bc\d+(:i\d+)?\b")
PURSES = {"s1": ("c1", "Zareth"), "s2": ("c2", "Gilith")}


def a_gift(state: Parlour) -> Request[Any]:
    """Everybody may lend from their own character: one id, but another question for each seat; or go on."""
    return NextAction(who=PARTY, why="gift", actions=(Action(PARTY, Option("on", "on")), *map(_giving, state.seats)))


def _giving(seat: Seat) -> Action[Any]:
    id, name = PURSES[seat]
    purse = Choose(who=seat, why="purse", options=(Option(id, name), Option(f"{id}:i1", f"{name}-ring")))
    return Action(seat, Option("lend", "lend"), purse, aside=True)


def described(game: Game, budget: int) -> Iterator[str]:
    """Every answer of a game as its prompt would keep it."""
    said: list[str] = []

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        value = game.player(state, request, seat)
        said.append(words.answer_in_words(Narrator("pl"), request, value, seat))
        return value

    for _ in play(msgspec.structs.replace(game, player=player), budget):
        yield from said
        said.clear()


@pytest.mark.parametrize("games", first_of((range(3), range(3, 12)), 1))
@pytest.mark.parametrize("make", [sensible, wild])
def test_no_answer_is_kept_by_its_ids(make: Any, games: range) -> None:
    """Whole games of two to four people, careful and reckless: names, things and ranks, and never ``c2:i1``."""
    answers = [said for n in games for said in described(make(RULES, n, 2 + n % 3), 60)]

    assert len(answers) > 500 * len(games) // 12
    assert [said for said in answers if ID.search(said)] == []
    assert [said for said in answers if Narrator("pl").say("answer.gone") in said] == []


async def test_what_bartek_lends_is_told_in_his_words(tmp_path: Path) -> None:
    """Ala has an action of the same id before his; the closed prompt and his own note name his ring."""
    async with a_table(tmp_path, ParlourRules(a_gift), "Ala", "Bartek") as channel:
        typed = await channel.answer("Bartek", "lend Gilith-ring")

        assert typed.text == "✔ Zapisane: lend: Gilith-ring"
        assert "**Bartek** → lend: Gilith-ring" in channel.story()
        assert not ID.search(channel.hands.messages(HERE, "Ala")[-1].text)


def test_what_is_gone_has_no_id_either() -> None:
    """Somebody was faster, and the options that are left do not hold it."""
    gift = a_gift(Parlour({"s1": "Ala", "s2": "Bartek"}))

    said = [words.answer_in_words(Narrator("pl"), gift, value, "s2") for value in (["lend", "c1:i9"], ["take:c1:i9"])]

    assert said == ["lend: coś, czego już nie ma", "coś, czego już nie ma"]
