"""What people draw from a real box: each such draw says what may come of it, in words, and the game takes that."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.prompts.words import question
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.chance import ByHand, Hand, Sealed
from rules.kernel.requests import Draw, Option, Request, Roll, Seat
from rules.simulation import by_stages, seed_of

PLAYERS, STAGES = 3, 40
SELDOM = {"seeker.next", "cards.adventure"}
"""After a death, and where somebody prefers that deck."""


class Box:
    """People who draw by hand, always what is offered last; dice, and what is not theirs, are the seed's."""

    def __init__(self, draws: tuple[str, ...]) -> None:
        self._hand = Hand(Sealed(seed_of(7, 1)), ByHand(None, draws))
        self.drawn: dict[str, Option] = {}
        self.thrown: dict[str, Roll] = {}

    def answer(self, request: Roll | Draw) -> Value | None:
        """What the seed says, or the last piece that is offered."""
        value = self._hand.answer(request)
        if isinstance(request, Roll):
            self.thrown[request.why] = request
        if value is None:
            assert isinstance(request, Draw)
            self.drawn[request.why] = request.offered[-1]
            value = request.offered[-1].id
        return value

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """Pass on."""
        self._hand.hear(request, seat, value)

    def note(self, seat: Seat, value: Value) -> None:
        """Pass on."""
        self._hand.note(seat, value)


@pytest.mark.parametrize("game", all_games())
def test_a_game_is_played_from_a_real_box(game: str) -> None:
    """Each draw that may be made by hand is met, and its pieces have names in both languages."""
    rules = load(game)
    state, box = rules.begin([f"s{n + 1}" for n in range(PLAYERS)], {}), Box(rules.draws)
    for _ in by_stages(rules, state, box, lambda request, seat: rules.autopilot(state, request, seat), PLAYERS, STAGES):
        pass

    assert set(rules.draws) - SELDOM <= set(box.drawn)
    for narrator in map(Narrator, LOCALES):
        for option in box.drawn.values():
            assert narrator.has_words(f"option.{option.label}")
            said = narrator.say(f"option.{option.label}", **option.facts)
            assert said
            assert option.id not in said.split()


@pytest.mark.parametrize("game", all_games())
def test_every_roll_can_be_asked_for(game: str) -> None:
    """Whatever facts it carries: a question that cannot be worded would keep the whole table waiting."""
    rules = load(game)
    state, box = rules.begin([f"s{n + 1}" for n in range(PLAYERS)], {}), Box(())
    for _ in by_stages(rules, state, box, lambda request, seat: rules.autopilot(state, request, seat), PLAYERS, STAGES):
        pass

    assert box.thrown
    for narrator in map(Narrator, LOCALES):
        for request in box.thrown.values():
            assert question(narrator, request)


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_every_draw_by_hand_has_a_name(locale: str, game: str) -> None:
    """In the question, and where a table picks what it draws."""
    keys = [f"{head}.{why}" for why in load(game).draws for head in ("draws", "drawn")]
    assert [key for key in keys if not Narrator(locale).has_words(key)] == []


def test_what_nobody_may_see_is_drawn_by_the_bot() -> None:
    """Without names for its pieces a draw is not people's, whatever they wish."""
    hidden = Draw(who="chance", why="runes.draw", pile={"rune": 1})
    assert not ByHand(None, ("runes.draw",)).is_peoples(hidden)
