"""What people who roll by hand are asked: who rolls, against whom or what for, and what the numbers mean."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import cast

import pytest

from bot.discord.commands.play import lines_on_thrown_dice
from bot.discord.prompts.words import question
from bot.words.catalogues import entries_of
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.events import DiceRolled, Told
from rules.kernel.game import seat_ids
from rules.kernel.requests import Draw, Roll
from rules.kernel.words import Term
from rules.simulation import by_stages, seed_of

PLAYERS, STAGES = 2, 60
SEEDS = {"jaskinia": 6}
"""Games in which all that is asked for comes; others have it in the first one."""


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
    rules, chance = load(game), Asking(seed_of(7, SEEDS.get(game, 0)))
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
            named = [name for side in ("who", "foes") for name in cast("tuple[Term, ...]", roll.facts[side])]
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
        faces = str(roll.facts[NEEDED[game][roll.why]] or "niemożliwe")
        assert f"przy {faces}" in question(narrator, roll) or faces in question(narrator, roll)


NOT_ROLLED = {"code", "half", "typed", "fallen", "times", "resisted", "face", "needs", "level_adds", "whose"}
"""The texts about dice that are no reasons for a roll."""


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_roll_has_a_question_of_its_own_and_not_a_label(language: str) -> None:
    known = {entry.key for entry in entries_of(language)}
    texts = {key.removeprefix("dice.") for key in known if key.startswith("dice.")}
    texts -= {f"{text}.plus" for text in texts}
    reasons = {why for why in texts if why.partition(".")[0] not in NOT_ROLLED}
    assert len(reasons) > 70
    assert [why for why in sorted(reasons) if f"ask.{why}" not in known] == []
    played = [(game, why) for game in all_games() for why in asked_in(game)]
    assert [each for each in played if f"ask.{each[1]}" not in known] == []


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("game", all_games())
def test_no_question_for_a_die_lacks_a_fact(
    game: str, language: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    narrator = Narrator(language, {"s1": "Ala", "s2": "Bolek"}, marked=False)
    said = {question(narrator, roll) for rolls in asked_in(game).values() for roll in rolls}
    assert len(said) > 40
    assert not [each for each in said if " ? " in each or "()" in each or "  " in each]
    assert "missing" not in caplog.text + capsys.readouterr().out


def test_each_of_a_row_of_dice_is_noted_with_whose_it_was() -> None:
    rolls = asked_in("labirynt-czarnoksieznika")["fight.own"][:2]
    told = [
        Told(DiceRolled(roll.why, roll.code, (face,), face, "s1")) for roll, face in zip(rolls, (3, 5), strict=True)
    ]

    said = list(lines_on_thrown_dice(Narrator("pl"), [3, 5], told, rolls))

    assert said[1:] == [
        "- Walka, atak: rzuca Borgrim (Siła 4), przeciwnik: ożywiony pancerz (Siła 3). atak 1K6: **3** ✋",
        "- Walka, atak: rzuca Gruzz (Siła 4), przeciwnik: bliźniacze widma (Siła 3). atak 1K6: **5** ✋",
    ]
