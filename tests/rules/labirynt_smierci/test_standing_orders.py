"""Standing orders in fights: rounds that run by themselves are the same rounds, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from rules.games import load
from rules.kernel.advance import run
from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.dice import parse
from rules.kernel.events import DecidedUnasked, Event
from rules.kernel.requests import Draw, Form, Request, Roll, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.combat import fight
from rules.labirynt_smierci.events.combat import Blow, FightWon, LifeAtRisk, RoundBegan, RoundRan, RoundsFought
from rules.labirynt_smierci.free_actions import standing_offers
from rules.labirynt_smierci.model import Game, Orders
from tests.rules.labirynt_smierci.set_right import a_game
from tests.sampled import first_of

RULES = load("labirynt-smierci")
SEATS = ("s1", "s2", "s3")
STAGES = 50
MINOTAUR = {"kind": "minotaur", "strengths": [9], "gold": 0}
BY_HAND = Orders(rounds="each", regroup="each")
UNASKED = Orders(first="usual", rounds="end")


class Deaf:
    """Dice in the order in which they fall, whatever people answered."""

    def __init__(self, seed: str) -> None:
        self._luck = Random(seed)

    def answer(self, request: Roll | Draw) -> Value:
        """Any dice, any piece of the pile."""
        if isinstance(request, Roll):
            return [self._luck.randint(1, 6) for _ in range(parse(request.code).count)]
        pieces = sorted(request.pile)
        return self._luck.choices(pieces, [request.pile[piece] for piece in pieces])[0]

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Nothing is heard."""

    def note(self, seat: Seat, value: Value) -> None:
        """Nothing is heard."""


def played(seed: str, orders: Orders) -> tuple[list[bytes], list[Event], dict[str, int]]:
    """A game in which everybody has these orders and answers as usual: its states, what was told, who was asked."""
    state, dice, told = RULES.begin(SEATS, {}), Deaf(seed), list[Event]()
    asked: dict[str, int] = {}
    states = []
    state.orders = dict.fromkeys(SEATS, orders)

    def people(request: Request[Any], seat: Seat) -> Value:
        asked[request.why] = asked.get(request.why, 0) + 1
        return RULES.autopilot(state, request, seat)

    for _ in range(STAGES):
        told += [one.event for one in run(RULES, state, (), dice, people, "s1").told]
        states.append(encoded_without_orders(state))
        if RULES.over(state):
            break
    return states, told, asked


def encoded_without_orders(state: Game) -> bytes:
    """What the state is apart from what was ordered, how many lines told it, and what was decided unasked."""
    kept = state.orders, state.events_told, state.decided
    state.orders, state.events_told, state.decided = {}, {}, {}
    written = RULES.encode(state)
    state.orders, state.events_told, state.decided = kept
    return written


def in_full(told: list[Event]) -> list[Event]:
    """Everything but summaries, warnings to who is asked and news to who is not; a round is a round."""
    rounds = (RoundBegan(one.round) if isinstance(one, RoundRan) else one for one in told)
    return [one for one in rounds if one.fold != "sum" and not isinstance(one, LifeAtRisk | DecidedUnasked)]


@pytest.mark.parametrize("n", first_of(range(4), 2))
@pytest.mark.parametrize("orders", [UNASKED, Orders(), Orders(rounds="hurt", hurt="6"), Orders(rounds="new")])
def test_rounds_that_run_by_themselves_are_those_pressed_by_hand(orders: Orders, n: int) -> None:
    """With the same dice the same states and events, but for the summaries."""
    by_hand, pressed, all_asked = played(f"fights {n}", BY_HAND)
    unasked, ran, few_asked = played(f"fights {n}", orders)

    assert unasked == by_hand
    assert in_full(ran) == in_full(pressed)
    assert all_asked["combat.orders"] > few_asked.get("combat.orders", 0)
    assert any(isinstance(one, RoundsFought) for one in ran)


def a_fight(orders: dict[str, dict[str, str]], **setup: Any) -> tuple[Game, Callable[..., Any]]:
    """Three players, one fighter each, before two Wargs, or others."""
    party = [
        {"hero": "lord_dil"}, {"hero": "zareth", "seat": "s2"}, {"hero": "weldron", "seat": "s3"},
    ]  # fmt: skip
    wargs = {"kind": "warg", "strengths": [5, 5], "gold": 0}
    return RULES.scene("encounter", {"seats": SEATS, "party": party, "monsters": wargs, "orders": orders, **setup})


def test_a_fight_without_surprises_is_asked_about_once() -> None:
    """From the decision to fight to its end: one question to all three; what was asked in between is nothing."""
    game, rule = a_fight({seat: {"first": "ask"} for seat in SEATS})
    questions: list[str] = []
    dice = {"combat.attack": [1, 1, 1] * 2 + [6] * 6, "combat.target": [1, 6] * 9, "combat.monster_attack": [1] * 18}

    def people(request: Request[Any], seat: Seat) -> Value:
        questions.append(request.why)
        return ["fight"] if request.why == "encounter" else RULES.autopilot(game, request, seat)

    told = tell(rule, dice, people, game)

    assert questions == ["encounter", *["combat.orders"] * 3]
    (won,) = [one for one in told if isinstance(one, FightWon)]
    assert won.rounds >= 3


def test_a_fight_that_leaves_no_doubt_is_fought_without_a_question() -> None:
    """Two Wargs of one against three fighters; somebody who wants to be asked is."""
    for first, asked in (("doubt", 0), ("ask", 1)):
        orders = {seat: {"first": first} if seat == "s1" else {} for seat in SEATS}
        game, rule = a_fight(orders, monsters={"kind": "warg", "strengths": [1, 1], "gold": 0})
        questions: list[str] = []

        def people(request: Request[Any], seat: Seat, now: Game = game, put: list[str] = questions) -> Value:
            put.append(request.why)
            return ["fight"] if request.why == "encounter" else RULES.autopilot(now, request, seat)

        told = tell(rule, {"combat.attack": [6] * 6, "combat.target": [1] * 4}, people, game)

        assert questions == ["encounter", *["combat.orders"] * asked]
        assert any(isinstance(one, FightWon) for one in told)


def test_whether_a_fight_is_surely_won_is_worked_out_once_for_all_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players want to be asked in doubt."""
    looked: list[bool] = []
    monkeypatch.setattr(fight, "is_surely_won", lambda *_: looked.append(True) or True)
    wargs = {"kind": "warg", "strengths": [1, 1], "gold": 0}
    game, rule = a_fight({seat: {"first": "doubt"} for seat in SEATS}, monsters=wargs)

    def people(request: Request[Any], seat: Seat) -> Value:
        return ["fight"] if request.why == "encounter" else RULES.autopilot(game, request, seat)

    tell(rule, {"combat.attack": [6] * 6, "combat.target": [1] * 4}, people, game)

    assert looked == [True]


def test_who_may_fall_is_told_before_orders_are_given() -> None:
    """Lord Dil has two left, and a Minotaur strikes before anybody knows whether it falls first."""
    ranks = [["lord_dil", "zareth"], ["weldron"]]
    game, rule = a_fight({seat: {"first": "ask"} for seat in SEATS}, formation=ranks, monsters=MINOTAUR)
    game.characters["lord_dil"].wounds = game.characters["lord_dil"].strength - 2
    questions: list[str] = []

    def people(request: Request[Any], seat: Seat) -> Value:
        questions.append(request.why)
        return ["fight"] if request.why == "encounter" else RULES.autopilot(game, request, seat)

    told = tell(
        rule, {"combat.attack": [6] * 9, "combat.target": [1] * 4, "combat.monster_attack": [1] * 9}, people, game
    )

    warned = [one for one in told if isinstance(one, LifeAtRisk)]
    assert (warned[0].strength, warned[0].full) == (2, game.characters["lord_dil"].strength)
    assert 3 <= warned[0].percent <= 97
    assert told.index(warned[0]) < next(n for n, one in enumerate(told) if isinstance(one, Blow))


def tell(rule: Any, dice: dict[str, list[int]], people: Any, game: Game) -> list[Event]:
    """What a rule tells, with these dice."""
    chance = Scripted({why: [[pip] for pip in pips] for why, pips in dice.items()})
    table = Table((), chance, people, "s1", usual=partial(RULES.autopilot, game))
    rule(table)
    return [one.event for one in table.story.told]


@pytest.mark.parametrize("begun_before", [True, False])
def test_games_begun_before_an_order_came_are_not_asked_for_it(begun_before: bool) -> None:
    """[6.2] Else the chain of their dice would change with each answer that gave orders without it."""
    game = a_game()
    game.orders_laying = not begun_before
    (offer,) = standing_offers(game)
    assert isinstance(offer.ask, Form)

    assert ("laying" not in [field.name for field in offer.ask.fields]) == begun_before
    assert judge(offer.ask, RULES.autopilot(game, offer.ask, "s1"), "s1")
