"""What people who roll by hand are asked: who rolls, against whom or what for, and what the numbers mean."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import pytest

from bot.discord.prompts.words import question
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Draw, Roll
from rules.simulation import by_stages, seed_of

PLAYERS, STAGES = 2, 60


class Asking(Sealed):
    """Chance that keeps the rolls it was asked for."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.rolls: dict[str, list[Roll]] = defaultdict(list)

    def answer(self, request: Roll | Draw) -> Value:
        if isinstance(request, Roll):
            self.rolls[request.why].append(request)
        return super().answer(request)


@lru_cache
def asked_in(game: str) -> dict[str, list[Roll]]:
    rules, chance = load(game), Asking(seed_of(7, 0))
    state = rules.begin(seat_ids(PLAYERS), {})
    list(by_stages(rules, state, chance, lambda request, seat: rules.autopilot(state, request, seat), PLAYERS, STAGES))
    return chance.rolls


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("labirynt-czarnoksieznika", "fight.own", "fight.other"),
        ("jaskinia", "fight.own", "fight.foe"),
        ("jaskinia", "psychic.own", "psychic.foe"),
    ],
)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_die_in_a_fight_is_asked_for_with_both_sides_and_what_wins(
    game: str, first: str, second: str, language: str
) -> None:
    narrator, rolls = Narrator(language, marked=False), asked_in(game)
    for own, other in zip(rolls[first], rolls[second], strict=False):
        for roll in (own, other):
            said = question(narrator, roll).casefold()
            named = [*roll.facts["who"], *roll.facts["foes"]]
            assert all(narrator.term(name).casefold() in said for name in named)
            assert f" {roll.facts['strength']}" in said
            assert str(roll.facts["against"]) in said
        assert narrator.term(other.facts["needs"]).casefold() in question(narrator, other).casefold()
    assert rolls[first]


NEEDED = {
    "labirynt-czarnoksieznika": {"trap.roll": "bad", "ability.roll": "good"},
    "jaskinia": {"move.chamber": "on", "gate.force": "on", "effect.test": "on"},
}


@pytest.mark.parametrize("game", NEEDED)
def test_a_die_that_decides_is_asked_for_with_the_faces_that_decide(game: str) -> None:
    narrator, rolls = Narrator("pl", marked=False), asked_in(game)
    met = [roll for why in NEEDED[game] for roll in rolls[why]]
    assert met
    for roll in met:
        faces = roll.facts[NEEDED[game][roll.why]] or "niemożliwe"
        assert f"przy {faces}" in question(narrator, roll) or faces in question(narrator, roll)
