"""A game master moves a character from one player to another: who decides for it then, and who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Answer
from rules.kernel.chance import Sealed
from rules.kernel.corrections import Correcting, entry
from rules.kernel.requests import Everyone, Form, Request
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.course.leaving import lacks_a_recruit
from rules.labirynt_smierci.events.corrections import OwnerSet
from rules.labirynt_smierci.model import Game, Orders, Seen
from rules.labirynt_smierci.treasure.loot import sharers
from tests.rules.labirynt_smierci.set_right import RULES, a_game, of, open_now, orcs, question, set_right

SEATS = ("s1", "s2")
PEOPLE: list[dict[str, Any]] = [{"hero": "almuric"}, {"hero": "gislan", "seat": "s2"}]
ASKED, UNASKED = Orders(first="ask"), Orders(first="usual", rounds="end")


def two_players(**setup: Any) -> Game:
    """Almuric is s1's, Gislan is s2's."""
    return a_game(**{"seats": SEATS, "party": PEOPLE, **setup})


def orders_asked(entries: tuple[Answer, ...], **orders: Orders) -> dict[str, list[str]]:
    """The characters for whom each player is asked in the first round of a fight, after these corrections."""
    game = two_players(monsters=orcs(3, 4), orders=orders)
    assert game.met is not None
    table = Table((), Sealed(b"s" * 32), correct=Correcting(RULES, game), corrections=entries)
    with pytest.raises(Waiting) as wait:
        fight(table, game, game.met)
    request: Request[Any] = wait.value.request
    assert isinstance(request, Everyone)
    forms = {seat: form for seat, form in request.asks.items() if isinstance(form, Form)}
    return {
        seat: [field.name for field in form.fields if field.name in game.characters] for seat, form in forms.items()
    }


def test_a_character_goes_to_any_other_player_with_all_that_it_carries() -> None:
    game = two_players(party=[{"hero": "almuric", "gold": 7}, PEOPLE[1]])

    assert [option.id for option in question(game, "owner:almuric").options] == ["s2"]
    told = set_right(game, "owner:almuric", "s2")

    assert told == [OwnerSet(Word("hero.almuric"), "s1", "s2")]
    assert [member.id for member in game.of_seat("s2")] == ["almuric", "gislan"]
    assert of(game, "almuric").gold == 7
    assert [option.id for option in question(game, "owner:almuric").options] == ["s1"]


def test_nobody_is_there_to_take_a_character_of_the_only_player_or_a_dead_one() -> None:
    assert "owner:almuric" not in open_now(a_game())

    game = two_players(party=[*PEOPLE, {"hero": "zareth", "wounds": 99}])

    assert "owner:zareth" not in open_now(game)


def test_a_player_without_characters_shares_nothing_and_may_recruit() -> None:
    """Nobody waits for a seat that decides nothing."""
    game = two_players()

    set_right(game, "owner:almuric", "s2")

    assert sharers(game) == ["s2"]
    assert [seat for seat, _ in game.seats_alive()] == ["s2"]
    assert lacks_a_recruit(game, "s1")


def test_the_orders_of_a_fight_are_asked_of_the_new_player() -> None:
    """Though that player was not asked before, and the old one has nobody left."""
    before = orders_asked((), s1=ASKED, s2=UNASKED)
    after = orders_asked((entry(0, 0, "owner:almuric", "s2"),), s1=ASKED, s2=UNASKED)

    assert before == {"s1": ["almuric"]}
    assert after == {"s2": ["almuric", "gislan"]}


def test_a_wound_since_the_last_question_is_the_new_players_to_hear_of() -> None:
    """And no longer the old one's."""
    game = two_players(monsters=orcs(3, 4))
    assert game.met is not None
    with pytest.raises(Waiting):
        fight(Table((), Sealed(b"s" * 32)), game, game.met)
    assert game.fight is not None
    game.fight.seen = {"s1": Seen({"almuric": 6}, 2, 2), "s2": Seen({"gislan": 5}, 2, 2)}

    set_right(game, "owner:almuric", "s2")

    assert [seen.strength for seen in game.fight.seen.values()] == [{}, {"gislan": 5, "almuric": 6}]
