"""What rivals hide from each other stays hidden: games side by side that differ in nothing but hidden things."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.games import load
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game, Orders, Team
from tests.bot.a_sorcerer import Midgame
from tests.bot.disguises import compared, must_look_the_same, what_is_seen

HIDDEN = ("elixir", "dagger", "helmet", "teleport", "fate", "fireball", "haste", "weakness", "healing", CRYSTAL)
ELEMENTS = ("fire", "water", "air", "earth")


# Every question of a whole game ------------------------------------------------------------------------------


def disguise(game: Game, viewer: Seat, luck: Random) -> None:
    """The same, but for what this viewer cannot see: other tokens, other Runes, other orders, as many as before."""
    for team in (team for team in game.teams.values() if team.seat != viewer):
        _disguise(game, team, luck)


def _disguise(game: Game, team: Team, luck: Random) -> None:
    team.orders = Orders(joint=luck.choice(("ask", "always")), scrolls=luck.choice(("losing", "never")), armour="ask")
    team.store = [luck.choice(HIDDEN) for _ in team.store]
    for one in game.cards_of(team.seat):
        one.pack = [luck.choice(HIDDEN) for _ in one.pack]
        one.rune = luck.choice(ELEMENTS) if one.rune else ""


async def test_no_question_of_a_whole_game_depends_on_what_others_hide(tmp_path: Path) -> None:
    """A hundred turns and more: what each can read of every question is the same for any Backpacks of the others."""
    found = await compared(tmp_path / "db", load("labirynt-czarnoksieznika"), disguise, 400)

    assert found["turn.move"] > 100
    assert {"turn.end", "pack", "encounter.attack"} < set(found)


# Two tables in the channel -----------------------------------------------------------------------------------

TURN = (("Ala", "step:taelin:B3"), ("Ala", "peace"), ("Bartek", "step:borgrim:C4"))
THEN = (("Ala", "step:liriel:C1"),)
"""What Ala and Bartek do, as far as everybody sees it."""


def a_table_with(pack: Sequence[str], rune: str, store: Sequence[str], hand: str = "", **orders: str) -> Midgame:
    """Bartek's Haldra carries this, beside what everybody knows."""
    people: list[dict[str, Any]] = [
        {"id": "taelin", "at": "B4@0", "pack": ["axe", "weakness"], "rune": "air"},
        {"id": "liriel", "at": "D1@0"},
        {"id": "haldra", "at": "B3@0", "pack": list(pack), "rune": rune, "life": 2, "hand": hand},
        {"id": "borgrim", "at": "D4@0", "worn": ["helmet"], "pack": ["crystal"]},
    ]
    given = {"s2": Orders(**orders)}  # type: ignore[arg-type]  # as they are typed
    return Midgame(characters=people, store={"s2": list(store)}, orders=given, gems={"s1": 0, "s2": 0})


async def test_two_tables_look_the_same_whatever_a_rival_hides(tmp_path: Path) -> None:
    """Messages, pictures, chronicle, copies, completions: Ala and a guest see no difference; Bartek's are not equal."""
    bold = a_table_with(["fireball", "dagger"], "fire", ["axe", "elixir"], scrolls="losing", joint="always")
    meek = a_table_with(["teleport", "sword"], "water", ["helmet", "helmet"], scrolls="never", reroll="never")

    one = await what_is_seen(tmp_path / "one", bold, TURN, THEN)
    other = await what_is_seen(tmp_path / "other", meek, TURN, THEN)

    must_look_the_same(one, other)


# Asked by rivals' deeds ------------------------------------------------------------------------------------------

NEEDLESS = [("Ala", "step:taelin:B3"), ("Ala", "attack:haldra"), ("Bartek", "pass")]
ASKED_ON = [("Bartek", "take")]
WANTS_TO_BE_ASKED = {"scrolls": "ask", "shield": "ask", "fate": "ask", "reroll": "never"}


@pytest.mark.parametrize("pack", [["fireball", "shield"], ["fate", "teleport"]])
async def test_being_asked_does_not_name_the_scroll(tmp_path: Path, pack: list[str]) -> None:
    """Bartek casts nothing, and wants to be asked about scrolls and wounds: all looks as with other tokens."""
    bold, meek = (a_table_with(tokens, "fire", ["axe"], **WANTS_TO_BE_ASKED) for tokens in (pack, ["dagger", "elixir"]))

    one = await what_is_seen(tmp_path / "one", bold, NEEDLESS, ASKED_ON)
    other = await what_is_seen(tmp_path / "other", meek, NEEDLESS, ASKED_ON)

    assert str(one["Ala"]).count("Decyzja w tajemnicy") > 1
    must_look_the_same(one, other)


async def test_as_usual_nothing_shows_that_there_was_nothing_to_cast(tmp_path: Path) -> None:
    """Haldra's side is ahead with the axe: the bot casts no scroll, as there is none at the other table."""
    attack = NEEDLESS[:2]
    tables = [a_table_with(pack, "fire", ["axe"], hand="axe") for pack in (["fireball"], ["elixir"])]

    one, other = [await what_is_seen(tmp_path / str(nth), table, attack) for nth, table in enumerate(tables)]

    assert "Decyzja w tajemnicy" not in str(one["Ala"])
    must_look_the_same(one, other)
