"""From which deck a Seeker draws: asked once as usual, then kept to, and changed before a move [5.5]."""

from __future__ import annotations

from rules.jaskinia.decks import kept_deck, other_deck
from rules.jaskinia.exploration.exploring import draw_cards
from rules.jaskinia.model import Trip
from rules.jaskinia.places import neighbours
from rules.jaskinia.turn import set_out
from tests.rules.jaskinia.builders import a_game, ordered, played
from tests.rules.playing import play, question


def test_the_deck_that_is_named_first_is_kept_to() -> None:
    """One question for two cards, and none the next time."""
    game = a_game("miner")
    one = game.seeker_of("s1")

    came = play(
        lambda table: draw_cards(table, game, one, 2),
        {"cards.adventure": ["wolf", "sword"]},
        {"draw.deck": [["adventure"]]},
    )

    assert kept_deck(game, one) == "adventure"
    assert [why for _, why in came.asked] == ["draw.deck"]


def test_who_wants_to_be_asked_names_the_deck_before_each_card() -> None:
    """[5.5, A10] One deck, then the other."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    ordered(game, "s1", deck="ask")

    play(
        lambda table: draw_cards(table, game, one, 2),
        {"cards.adventure": ["wolf"], "cards.cave": ["orc"]},
        {"draw.deck": [["adventure"], ["cave"]]},
    )

    assert game.orders(one).deck == "ask"
    assert game.lying[one.at] == ["wolf", "orc"]


def test_a_deck_says_what_is_still_in_it() -> None:
    """All of its cards by kinds, and how many Cave cards are missing to the next Power [3.3]."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    one.cards = 5

    ask = question(lambda table: draw_cards(table, game, one, 1))

    cave, adventure = (option.facts for option in (ask.actions[0].option, ask.actions[1].option))
    for deck, facts in (("cave", cave), ("adventure", adventure)):
        kinds = [int(str(facts[kind])) for kind in ("foes", "finds", "events", "people")]
        assert sum(kinds) == facts["left"] == sum(game.decks[deck].values())
    assert cave["missing"] == 2


def test_before_the_move_one_may_turn_to_the_other_deck() -> None:
    """In public, as everybody sees which cards are drawn, and whatever was ordered."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at])
    assert not list(other_deck(game, one))
    game.players["s1"].deck = "cave"

    played(
        lambda table: set_out(table, game, one),
        **{"turn.start": [["deck:adventure"], ["go:" + next(iter(neighbours(game, one.at)))]]},
    )

    assert kept_deck(game, one) == "adventure"
