"""Where the autopilot goes: far ways as one journey, and on into the unknown in one answer."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.answers import Value
from rules.kernel.grid import SIDES
from rules.kernel.requests import NextAction
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.ways import is_at_a_loss
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.stage import play_stage
from tests.rules.playing import question

RULES = LabiryntSmierci.with_tables()
CORRIDOR = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "sides": "CDCW"},
    {"at": [0, -2], "sides": "CWCW"},
    {"at": [0, -3], "sides": "CWCW"},
]
CORRIDOR_WITHOUT_DOOR = [one | {"sides": "CWCW"} if one["sides"] == "CDCW" else one for one in CORRIDOR]
ALTAR = {"at": [1, -1], "kind": "altar", "sides": "WWWD"}


def goes(north: int, *more: dict[str, Any], wounds: int = 0, **setup: Any) -> Value:
    """What the autopilot answers so many steps north of the entrance."""
    party = [{"hero": "almuric", "wounds": wounds}, {"hero": "gislan", "wounds": wounds}]
    game, _ = RULES.scene("stage", {"maze": [*CORRIDOR, *more], "at": [0, -north], "party": party, **setup})
    return RULES.autopilot(game, question(lambda table: play_stage(table, game)), "s1")


def test_it_explores_on_where_it_stands() -> None:
    """The opening is beside the party."""
    assert goes(3, {**ALTAR, "examined": True}) == ["explore"]


def test_it_explores_on_from_afar() -> None:
    """Three steps there, and through: one answer."""
    assert goes(0, {**ALTAR, "examined": True}) == ["explore"]


def test_badly_hurt_it_goes_home_in_one_journey() -> None:
    """Three steps."""
    assert goes(3, {**ALTAR, "examined": True}, wounds=6) == ["go:1:0:0"]


def test_one_step_is_no_journey() -> None:
    """The entrance lies beside the party."""
    assert goes(1, {**ALTAR, "examined": True}, wounds=6) == ["s"]


@pytest.mark.parametrize(("north", "wounds", "expected"), [(0, 0, ["travel", "1:1:-1"]), (1, 3, ["explore"])])
def test_fit_again_it_examines_what_it_passes(north: int, wounds: int, expected: Value) -> None:
    """An altar on the way on, which was left alone in bad days."""
    assert goes(north, ALTAR, wounds=wounds) == expected


@pytest.mark.parametrize(("wounds", "expected"), [(3, ["out"]), (2, ["explore"])])
def test_who_came_home_to_heal_goes_out(wounds: int, expected: Value) -> None:
    """It does not turn round at the door, to come back a few steps later [4.1, 10]."""
    assert goes(0, {**ALTAR, "examined": True}, wounds=wounds) == expected


NEAR_HOME = [
    {"at": [0, 0], "kind": "entrance", "sides": "CCWW"},
    *CORRIDOR_WITHOUT_DOOR[1:],
    {"at": [1, 0], "sides": "WCWC"},
]
"""Openings three steps north of the entrance, and one step east of it."""


@pytest.mark.parametrize(
    ("wounds", "expected"),
    [
        (3, [["explore"], ["explore"], ["go:1:1:0:e"]]),
        (4, [["go:1:1:0:e"]] * 3),
        (5, [["go:1:0:0"], ["go:1:0:0"], ["s"]]),
    ],
)
def test_who_turns_back_keeps_to_it_on_the_way(wounds: int, expected: list[Value]) -> None:
    """Hurt for far ways alone it explores near home, and says so at once; badly hurt it goes home [4.1, 10]."""
    party = [{"hero": hero, "wounds": wounds} for hero in ("almuric", "gislan")]
    said = []
    for north in (3, 2, 1):
        game, _ = RULES.scene("stage", {"maze": NEAR_HOME, "at": [0, -north], "party": party})
        said.append(RULES.autopilot(game, question(lambda table: play_stage(table, game)), "s1"))  # noqa: B023

    assert said == expected


@pytest.mark.parametrize(("stance", "expected"), [("truce", ["explore"]), (None, ["explore"])])
def test_past_those_who_let_it_be_it_goes_on_as_from_an_empty_place(stance: str | None, expected: Value) -> None:
    """Peace was bought to go on: not to turn back to a door near home, as if they were still to be met."""
    monsters = {"monsters": {"kind": "black_knight", "strengths": [9], "stance": stance}} if stance else {}
    assert goes(3, **monsters) == expected


MIRROR = {"at": [1, -1], "kind": "mirror", "sides": "WWWD"}


@pytest.mark.parametrize(
    ("gate", "there", "note", "expected"),
    [
        (None, ["travel", "1:1:-1"], "level", ["examine"]),
        ({"level": 1}, ["travel", "1:1:-1"], "segments", ["examine"]),
        ({"level": 2}, ["explore"], "nothing", ["explore"]),
        ({"level": 1, "segments_left": 4}, ["explore"], "nothing", ["explore"]),
    ],
)
def test_only_mirrors_that_tell_something_are_looked_into(
    gate: dict[str, Any] | None, there: Value, note: str, expected: Value
) -> None:
    """The first of the game names the level, the first on that level counts the segments, later ones nothing [13]."""
    game, _ = RULES.scene("way", {"maze": [*CORRIDOR, MIRROR], "at": [1, -1], "gate": gate})
    (offer,) = examining_offers(game)

    assert goes(0, MIRROR, gate=gate) == there
    assert RULES.autopilot(game, question(lambda table: play_stage(table, game)), "s1") == expected
    assert offer.option.note == f"examine.mirror.{note}"


@pytest.mark.parametrize(("taught", "wounds", "expected"), [(9, 0, ["n"]), (9, 5, ["go:1:0:0"]), (0, 0, ["s"])])
def test_where_nothing_is_left_to_grow_by_it_goes_to_the_gate(taught: int, wounds: int, expected: Value) -> None:
    """Healed before, and not while wanderers still teach [12, 13, 16]: to patrol known ground makes nobody stronger."""
    assert before_the_gate(strength=FAIR, taught=taught, wounds=wounds) == expected


def test_where_wanderers_teach_again_it_patrols() -> None:
    """By the usual house rule, once every opening leads to the Gate [17]."""
    assert before_the_gate(strength=FAIR, options={"wanderers": "gate"}) == ["s"]


@pytest.mark.parametrize("adventure", [1, 3])
def test_it_never_goes_to_a_gate_that_would_hardly_fall(adventure: int) -> None:
    """Not with nothing else left, and not in the last adventure: it goes home alive [16, 17]."""
    assert before_the_gate(adventure=adventure, strength=10) == ["go:1:0:0"]


def test_in_the_last_adventure_poor_odds_are_enough() -> None:
    """Two adventures before the end it would rather meet wanderers, who teach."""
    assert before_the_gate(adventure=3, strength=FAIR, taught=0) == ["n"]
    assert before_the_gate(adventure=1, strength=FAIR, taught=0) == ["s"]


@pytest.mark.parametrize(("winner", "lost"), [("gislan", False), ("", True)])
def test_at_a_loss_is_who_can_only_go_home_and_wins_nothing(winner: str, lost: bool) -> None:
    """In the last adventure, before a Gate that would not fall; with a victory of one's own home is a good way."""
    setup = {"maze": CORRIDOR_WITHOUT_DOOR, "at": [0, -3], "gate": {"level": 1, "segments_left": 1}, "taught": 9}
    setup["options"] = {"wanderers": "explored"}
    party = [{"hero": "almuric"}, {"hero": "gislan"}]
    game, _ = RULES.scene("stage", {**setup, "party": party, "winners": [winner] if winner else []})

    assert not is_at_a_loss(game)
    game.adventure = 3
    assert is_at_a_loss(game) is lost


FAIR = 54
"""The strength of two heroes whom the Gate might let live."""


def before_the_gate(*, strength: int, wounds: int = 0, **setup: Any) -> Value:
    """What the autopilot answers where all that is left is the Gate."""
    setup = {"gate": {"level": 1, "segments_left": 1}, "taught": 9, "maze": CORRIDOR_WITHOUT_DOOR, **setup}
    setup = {"options": {"wanderers": "explored"}, **setup}
    party = [{"hero": hero, "strength": strength, "wounds": wounds} for hero in ("almuric", "gislan")]
    return goes(3, **setup, party=party)


@pytest.mark.parametrize(("left", "note"), [(1, "way.gate"), (2, ""), (None, "")])
def test_the_way_to_the_gate_is_marked(left: int | None, note: str) -> None:
    """Once a mirror has told that the next new segment is the Gate, every way into the unknown says so [13 mirrors]."""
    gate = {"level": 1} if left is None else {"level": 1, "segments_left": left}
    game, _ = RULES.scene("way", {"maze": [{"at": [0, 0], "sides": "WCWC"}], "gate": gate})

    asked = question(lambda table: play_stage(table, game))

    assert isinstance(asked, NextAction)
    new = [
        action.option for action in asked.of("s1") if action.option.id in SIDES and "known" not in action.option.label
    ]
    assert new
    assert {option.note for option in new} == {note}


def test_before_the_gate_is_known_nobody_works_out_a_fight_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way on is the same with any odds."""
    monkeypatch.setattr(strength, "odds_at_the_gate", lambda *_, **__: pytest.fail("worked out"))

    assert goes(3, {**ALTAR, "examined": True}) == ["explore"]


@pytest.mark.parametrize("wanted", [0.1, 0.55, 0.63, 0.9])
def test_odds_for_a_decision_are_as_good_as_exact_ones(wanted: float) -> None:
    """Whether enough of many fights are won is sometimes clear from few."""
    for strong in range(11, 20):
        party = [
            {"hero": hero, "strength": strong}
            for hero in ("almuric", "gislan", "dierdra", "eodred", "gerudirr", "larraka", "zurik")
        ]
        game, _ = RULES.scene("stage", {"maze": CORRIDOR, "at": [0, 0], "party": party})
        exact, roughly = (strength.odds_at_the_gate(game, wanted=least) for least in (None, wanted))
        assert (roughly >= wanted) == (exact >= wanted)


def test_whether_the_party_is_ready_for_the_gate_is_worked_out_once_for_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The goal, the turn home and what is said of it need it."""
    looked: list[bool] = []
    monkeypatch.setattr(strength, "ready_for_the_gate", lambda _: looked.append(True) is not None)

    assert goes(0, gate={"level": 1}) == ["explore"]
    assert looked == [True]


def test_the_worth_of_each_member_is_worked_out_once_for_an_order_of_march(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many orders of march are compared."""
    looked: list[str] = []
    worth = strength.behind_worth
    monkeypatch.setattr(strength, "behind_worth", lambda game, one: looked.append(one.id) or worth(game, one))
    party = [{"hero": "lord_dil"}, {"hero": "raman", "wounds": 7}, {"hero": "dierdra"}]
    game, _ = RULES.scene("stage", {"party": party, "formation": [["lord_dil", "raman"], ["dierdra"]]})

    assert strength.wanted_ranks(game, None)
    assert sorted(looked) == ["dierdra", "lord_dil", "raman"]
