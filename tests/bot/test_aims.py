"""What now: whoever looks at their own things reads what to go for next, in every game of rivals."""

from __future__ import annotations

import pytest

from bot.games import face_of
from bot.words.narrator import LOCALES, Narrator
from rules.jaskinia.rulebook import Jaskinia
from rules.labirynt_czarnoksieznika.exploration.tasks import goals_of
from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika
from rules.labirynt_czarnoksieznika.tables.places import board_of, chamber_of
from tests.rules.jaskinia import builders as cave
from tests.rules.labirynt_czarnoksieznika import builders as sorcerer

SORCERER, CAVE = LabiryntCzarnoksieznika.with_tables(), Jaskinia.with_tables()


def things(game: object, seat: str, locale: str = "en") -> str:
    """What the seat reads of its own things."""
    rules = CAVE if type(game).__module__.startswith("rules.jaskinia") else SORCERER
    return face_of(rules.name).mine(Narrator(locale), rules.view(game, seat))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_rune_is_told_where_it_goes(locale: str) -> None:
    """The chambers of its element on the others' boards, and only whose it is reads so [9.2]."""
    game = sorcerer.a_game("elves", "undead", "dwarves")
    sorcerer.put(game, "liriel", rune="fire")
    goals = goals_of(game, "s1", "fire")
    narrator = Narrator(locale)

    said = things(game, "s1", locale)

    assert goals
    assert all(board_of(where) != game.teams["s1"].board for where in goals)
    for where in goals:
        assert narrator.say("sorcerer.place", where=chamber_of(where), board=game.board_name(board_of(where))) in said


def test_nobody_else_learns_where_a_rune_goes() -> None:
    """Neither another player nor whoever looks on [7.6]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel", rune="fire")

    for viewer in ("s2", None):
        cards = [card for team in SORCERER.view(game, viewer).teams for card in team.cards if card.id == "liriel"]
        assert [card.goals for card in cards] == [()]


def test_who_has_no_rune_is_told_where_one_is() -> None:
    """In the Rune chamber of the own board; and how many Gems are missing to victory [9.1, E1]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel")
    game.teams["s1"].gems = game.options.gems - 5

    said = things(game, "s1")

    assert "a Rune from the Rune chamber" in said
    assert "5 Gems more" in said


def test_a_crystal_goes_home() -> None:
    """To the own Camp, where it becomes Gems [8.4]."""
    game = sorcerer.a_game()
    sorcerer.put(game, "liriel", pack=["crystal"])

    assert "brings the Crystal home" in things(game, "s1")
    assert chamber_of(game.camp_of("s1")) in things(game, "s1")


def test_a_seeker_is_told_what_is_missing() -> None:
    """Trophies to the next Strength; the Gates, then the search, then the trials [3.2, 10.2–10.8]."""
    game = cave.a_game("miner")
    one = game.seeker_of("s1")

    assert "7 points more for +1 Strength" in things(game, "s1")
    assert "through the Gates" in things(game, "s1")
    game.gates.append(game.tables.board.gate[0].id)
    assert "Chambers behind the Gates" in things(game, "s1")
    game.crystal, one.trials = game.tables.board.chambers[0], ["power"]
    assert "trials to pass: 2" in things(game, "s1")
    assert game.crystal in things(game, "s1")


def test_trophies_enough_are_to_be_traded() -> None:
    """Seven points are a Strength [3.2]."""
    game = cave.a_game("miner")
    cave.give(game, "s1", "cave_dragon")

    assert "trade them" in things(game, "s1")
