"""By the book each right that the rulebook gives a player is asked for; briskly the game decides most of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

import rules.jaskinia.model as cave
import rules.labirynt_czarnoksieznika.model as sorcerer
from rules.games import load
from rules.jaskinia.corrections import agree as agree_in_the_cave
from rules.kernel.advance import advance
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.events import DecidedUnasked, Told
from rules.kernel.game import Rules, written
from rules.kernel.grid import Square
from rules.kernel.requests import Request, Seat
from rules.kernel.turns import orders_at_pace
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.corrections import agree
from rules.labirynt_czarnoksieznika.turn import go_on
from rules.labirynt_smierci.exploration import choose_lying
from rules.labirynt_smierci.model import USUAL_ORDERS, Orders
from rules.simulation import play_one, seed_of
from tests.rules.jaskinia.builders import a_game as a_cave
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put
from tests.rules.labirynt_smierci.set_right import a_game as a_party
from tests.rules.playing import play as playing
from tests.rules.same_games import GAMES
from tests.soak.journeys import play, sensible

BOOK = {"pace": "book"}
STAGES = {"labirynt-smierci": 40, "labirynt-czarnoksieznika": 150, "jaskinia": 150}
PLAYED = 10
"""Games of each pace."""
OFTEN = 1.5
"""So many times as often as in brisk games a question is asked that brisk games ask, too."""
RIGHTS = {
    "labirynt-smierci": ("exploration.lay", "combat.orders", "combat.regroup"),
    "labirynt-czarnoksieznika": (
        "turn.end",
        "fight.reroll",
        "roll.reroll",
        "pack",
        "wound.shield",
        "fight.magic, attacked",
    ),
    "jaskinia": ("draw.deck", "fight.ready", "turn.finish", "spell.dispel, attacked", "duel.defence, attacked"),
}
"""The questions behind the rights: how a segment lies [6.2], orders in each round and who leaves the ranks [9.2];
another Move, another throw, what to carry, magic of the attacked; the deck of each card [5.5], Spells [9.6]."""
ONLY_BY_THE_BOOK = (
    "roll.reroll",
    "wound.shield",
    "fight.magic, attacked",
    "spell.dispel, attacked",
    "duel.defence, attacked",
)
"""What brisk games never ask."""


def asked(game: str, options: dict[str, str]) -> Counter[str]:
    """How often each question is asked in seeded games of the autopilot, and how often of somebody not at turn."""
    rules, times, at_turn = load(game), Counter[str](), ""

    def listen(request: Request[Any], seat: Seat, value: Value) -> None:
        nonlocal at_turn
        if request.why in ("turn.move", "turn.start"):
            at_turn = seat
        times[f"{request.why}, attacked" if at_turn and seat != at_turn else request.why] += 1

    for n in range(PLAYED):
        play_one(rules, seed_of(1, n), STAGES[game], 3, options, listen)
    return times


@pytest.mark.parametrize("game", GAMES)
def test_each_right_is_asked_by_the_book(game: str) -> None:
    """And brisk games ask it never, or much less often."""
    brisk, book = asked(game, {}), asked(game, BOOK)

    assert [why for why in RIGHTS[game] if not book[why]] == []
    assert [why for why in RIGHTS[game] if book[why] < OFTEN * brisk[why]] == []
    assert [why for why in ONLY_BY_THE_BOOK if brisk[why]] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_brisk_game_is_saved_as_it_was_before_there_was_a_choice(game: str) -> None:
    """So that older games load as brisk ones."""
    rules = load(game)
    seats = ["s1", "s2"]

    assert b"pace" not in rules.encode(rules.begin(seats, {}))
    assert rules.encode(rules.begin(seats, {"pace": "brisk"})) == rules.encode(rules.begin(seats, {}))
    assert rules.decode(rules.encode(rules.begin(seats, BOOK)), rules.schema).pace == "book"


def test_what_a_player_ordered_takes_precedence() -> None:
    """Only what was as usual follows the pace, there and back."""
    own = Orders(rounds="end", target="magic")

    by_the_book = orders_at_pace(own, USUAL_ORDERS["brisk"], USUAL_ORDERS["book"])

    assert by_the_book == Orders(first="ask", rounds="end", regroup="each", target="magic")
    assert orders_at_pace(by_the_book, USUAL_ORDERS["book"], USUAL_ORDERS["brisk"]) == own


def house_rules(rules: Rules[Any], options: dict[str, str], *changes: dict[str, str]) -> dict[str, str]:
    """The house rules of the labyrinth that go with the pace, in a game that began with these and agreed on those."""
    state = rules.begin(["s1"], options)
    for change in changes:
        rules.agree(state, change)
    values = written(state.options)
    return {name: values[name] for name in ("laying", "wanderers", "adventures")}


def test_house_rules_of_the_labyrinth_follow_the_pace() -> None:
    """Save those on which the table has agreed otherwise; a change in mid-game takes them along, there and back."""
    rules = load("labirynt-smierci")
    brisk = {"laying": "matters", "wanderers": "gate", "adventures": "3"}
    book = {"laying": "asked", "wanderers": "always", "adventures": "0"}
    six = {"adventures": "6"}

    assert house_rules(rules, {}) == brisk
    assert house_rules(rules, BOOK) == book
    assert house_rules(rules, {**BOOK, **six}) == {**book, **six}
    assert house_rules(rules, {}, BOOK) == book
    assert house_rules(rules, six, {**six, **BOOK}) == {**book, **six}
    assert house_rules(rules, BOOK, {"pace": "brisk"}) == brisk
    assert house_rules(rules, BOOK, {**BOOK, "laying": "bot"}) == {**book, "laying": "bot"}


def test_orders_follow_the_pace_in_mid_game() -> None:
    """Of everybody, save what they ordered themselves, there and back."""
    game = a_game()
    own = sorcerer.Orders(shield="never")
    game.teams["s1"].orders, game.teams["s2"].orders = own, sorcerer.Orders()

    agree(game, BOOK)
    by_the_book = [game.teams[seat].orders for seat in ("s1", "s2")]
    agree(game, {"pace": "brisk"})

    book = sorcerer.USUAL_ORDERS["book"]
    assert by_the_book == [msgspec.structs.replace(book, shield="never"), book]
    assert [game.teams[seat].orders for seat in ("s1", "s2")] == [own, sorcerer.Orders()]


def test_deck_and_spells_are_asked_for_from_the_next_stage_on() -> None:
    """In the Cave, too."""
    game = a_cave("alchemist", "miner")

    agree_in_the_cave(game, BOOK)

    assert [player.orders for player in game.players.values()] == 2 * [cave.USUAL_ORDERS["book"]]


# What is decided unasked -----------------------------------------------------------------------------------------

UNASKED = {
    "labirynt-smierci": {"fightorders.rounds", "fightorders.regroup", "fightorders.laying"},
    "labirynt-czarnoksieznika": {"orders.again"},
    "jaskinia": {"caveorders.deck"},
}


def decided(game: str, options: dict[str, str]) -> tuple[list[tuple[Seat, str]], Any]:
    """What a game of the autopilot told of decisions without a question: for whom, by which order; and its state."""
    journey = msgspec.structs.replace(sensible(load(game), 3, 3), options=options)
    stages = [*play(journey, STAGES[game])]
    events = [fact.event for stage, _ in stages for fact in stage.told if fact.to is None]
    told = [event for event in events if isinstance(event, DecidedUnasked)]
    return [(seat, event.order.key) for event in told for seat in event.players], stages[-1][1]


@pytest.mark.parametrize("game", GAMES)
def test_what_brisk_games_decide_is_said_once_to_everybody(game: str) -> None:
    """Once for each player and order; a game that is loaded knows what was said, and one by the book says nothing."""
    rules = load(game)
    told, state = decided(game, {})
    loaded = rules.decode(rules.encode(state), rules.schema)

    assert {key for _, key in told} == UNASKED[game]
    assert sorted(told) == sorted({*told})
    known = [(seat, f"{rules.order_words}.{name}") for seat, names in loaded.decided.items() for name in names]
    assert sorted(known) == sorted(told)
    assert decided(game, BOOK)[0] == []


@pytest.mark.parametrize("game", GAMES)
def test_replayed_games_say_it_again_where_it_was_said(game: str) -> None:
    """From the snapshot and the answers of a stage comes what was told."""
    journey = sensible(load(game), 3, 3)
    stages = [stage for stage, _ in play(journey, STAGES[game]) if any(map(is_decided, stage.told))]

    again = [
        advance(journey.rules, stage.snapshot, stage.log, Sealed(journey.seed, stage.snapshot.chain))
        for stage in stages
    ]

    assert stages
    assert [position.told for position in again] == [stage.told for stage in stages]


def is_decided(fact: Told) -> bool:
    """Whether this says what was decided without a question."""
    return isinstance(fact.event, DecidedUnasked)


@pytest.mark.parametrize("order", ["home", "never"])
def test_another_move_is_not_asked_for_whatever_the_secret_order(order: str) -> None:
    """Nobody can tell from what is said which order it was; there must be a Gem to pay with, as all can see."""
    game, poor = a_game(), a_game()
    put(game, "taelin")
    put(poor, "taelin")
    game.teams["s1"].orders = sorcerer.Orders(again=order)  # type: ignore[arg-type]  # as it is typed
    first, second = (playing(lambda table: go_on(table, game, "s1")).told for _ in range(2))
    poor.teams["s1"].gems, poor.teams["s1"].orders = 0, game.teams["s1"].orders
    nothing = playing(lambda table: go_on(table, poor, "s1")).told

    assert first == [DecidedUnasked(("s1",), Word("orders.again"))]
    assert (second, nothing) == ([], [])


def laid(order: str, laying: str = "matters") -> tuple[list[str], list[Any]]:
    """A bend beyond a straight corridor, whose turn does not matter: who is asked what, and what is told."""
    maze = [{"at": [0, 0], "sides": "WCWC"}]
    game = a_party(maze=maze, at=[0, 0], options={"laying": laying}, orders={"s1": {"laying": order}})
    ways = {"exploration.lay": ["CWWC"]} if order == "ask" and laying != "bot" else {}
    came = playing(lambda table: choose_lying(table, game, "h", Square(1, 0), "s1"), {}, ways)
    return [why for _, why in came.asked], came.told


def test_who_wants_to_lay_a_segment_is_asked_wherever_there_is_a_choice() -> None:
    """[6.2] Where it does not matter, too; others are told that it was laid, unless the table left it to the bot."""
    assert laid("ask") == (["exploration.lay"], [])
    assert laid("usual") == ([], [DecidedUnasked(("s1",), Word("fightorders.laying"))])
    assert laid("ask", "bot") == laid("usual", "bot") == ([], [])
