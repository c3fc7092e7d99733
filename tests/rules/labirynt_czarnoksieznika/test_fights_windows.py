"""Windows: what the attacked may use of a Backpack; being asked does not tell what is in it [6.12, 7.1, 7.4]."""

from __future__ import annotations

from typing import Any

from rules.labirynt_czarnoksieznika.events.fights import ClashWon, ScrollCast
from tests.rules.labirynt_czarnoksieznika.builders import a_game, attacks, ordered, put

MAGIC = "fight.magic"


def test_an_attacked_who_wants_to_be_asked_is_asked_without_a_scroll() -> None:
    """The question is the same, save for what only its player sees: there is nothing but to pass [7.4]."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "liriel")
    azghul = put(game, "azghul", pack=["dagger"])

    nothing = attacks(game, "liriel", "azghul", [3], [3], fight__magic=["pass"])
    azghul.pack = ["weakness"]
    put(game, "liriel")  # unhurt again
    something = attacks(game, "liriel", "azghul", [3], [3], fight__magic=["pass"])

    assert (nothing.options(MAGIC), something.options(MAGIC)) == (["pass"], ["pass", "weakness:azghul"])
    assert (nothing.asked, nothing.requests[0].facts) == (something.asked, something.requests[0].facts)


def test_whose_card_lists_no_scrolls_is_not_asked() -> None:
    """Everybody knows that Osten can cast none [7.4]."""
    game = a_game()
    ordered(game, "s2", scrolls="ask", shield="ask", fate="ask")
    put(game, "taelin"), put(game, "osten", pack=["fireball"])

    assert attacks(game, "taelin", "osten", [6], [2]).asked == []


def test_who_wants_to_be_asked_about_fate_is_asked_without_it() -> None:
    """The same question, with nothing but to keep the dice; not where natural faces decide [A6]."""
    game = a_game()
    ordered(game, "s2", fate="ask")
    put(game, "liriel"), put(game, "azghul")

    asked = attacks(game, "liriel", "azghul", [5], [4], fight__fate=["keep"])

    assert (asked.asked, asked.options("fight.fate")) == ([("s2", "fight.fate")], ["keep"])
    assert attacks(game, "liriel", "azghul", [5], [1]).asked == []


def test_a_scroll_that_turns_nothing_is_spared() -> None:
    """2 and Osten's axe and a six are eleven: two more than seven are not enough."""
    game = a_game("undead", "elves")
    put(game, "osten", hand="axe")
    liriel = put(game, "liriel", pack=["fate"])

    played = attacks(game, "osten", "liriel", [4], [2])

    assert (played.asked, liriel.pack) == ([], ["fate"])


def test_who_stands_aside_casts_nothing() -> None:
    """Alone, and yet Azghul's scroll: that is a pass. To ask anew would tell everybody that there is one."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin"), put(game, "osten")
    azghul = put(game, "azghul", pack=["fireball"])

    answer = {"joint": "alone", "cast": "fireball:azghul"}
    played = attacks(game, "taelin", "osten", [3], [2], fight__defence=[answer])

    assert (azghul.pack, played.all(ScrollCast), len(played.asked)) == (["fireball"], [], 1)


def test_who_stands_aside_leaves_the_other_to_cast_when_the_attacker_has() -> None:
    """Velsa has a scroll of her own, and is asked when it is her side's turn again."""
    game = a_game()
    ordered(game, "s2", scrolls="ask")
    put(game, "taelin", pack=["fireball"]), put(game, "azghul", pack=["fireball"])
    put(game, "velsa", pack=["weakness"])

    answers: dict[str, Any] = {
        "fight__defence": [{"joint": "alone", "cast": "fireball:azghul"}],
        "fight__magic": ["fireball:taelin", "weakness:velsa", "pass"],
    }
    played = attacks(game, "taelin", "velsa", [3], [2], **answers)

    assert played.options(MAGIC, 1) == ["pass", "weakness:velsa"]
    assert played.one(ClashWon).own == 8
