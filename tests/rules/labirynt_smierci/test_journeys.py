"""Journeys over known ground: the same as pressing each step, in fewer answers; and who is asked how a segment lies."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest

from rules.kernel.advance import cut, play_on, run
from rules.kernel.answers import Answer, Value
from rules.kernel.chance import ByHand, Scripted
from rules.kernel.dice import parse
from rules.kernel.events import NOBODY, DecidedUnasked, DiceRolled, Event
from rules.kernel.grid import Square
from rules.kernel.offers import answer_with, ids, meanings, picks
from rules.kernel.requests import CHANCE, Choose, Draw, NextAction, Request, Roll, Seat
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from rules.labirynt_smierci.course import journeys
from rules.labirynt_smierci.course.journeys import TRAVEL, Goal, known_paths, next_step
from rules.labirynt_smierci.events.course import AllQuiet, Explored, MonstersMet, PartyMoved, Travelled
from rules.labirynt_smierci.model import Game, Journey
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.stage import play_stage
from tests.rules.playing import Play, play, question
from tests.sampled import first_of

RULES = LabiryntSmierci.with_tables()
STAGES = 60
CORRIDOR = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    *({"at": [0, -n], "sides": "CWCW"} for n in range(1, 5)),
]


def a_corridor(north: int, **setup: Any) -> Game:
    """A party so many steps north of the entrance, in a straight corridor."""
    game, _ = RULES.scene("stage", {"maze": CORRIDOR, "at": [0, -north], **setup})
    return game


# The same as by hand ---------------------------------------------------------------------------------------------


class Dice:
    """Dice that fall one after the other, whatever is answered: alike in two games where the same is thrown."""

    def __init__(self, n: int) -> None:
        self._luck = Random(n)

    def answer(self, request: Roll | Draw) -> Value:
        """What falls, or is drawn, next."""
        if isinstance(request, Draw):
            return self._luck.choice(sorted(request.pile))
        return [self._luck.randint(1, 6) for _ in range(parse(request.code).count)]

    def hear(self, request: Request[Any], seat: Seat, value: Value) -> None:
        """No answer changes what falls."""

    def note(self, seat: Seat, value: Value) -> None:
        """Nor does a correction."""


class Traveller:
    """Plays as usual, but every other time goes anywhere; keeps the same answers as they would be step by step."""

    def __init__(self, n: int, seats: int) -> None:
        self.people = Random(f"people {n}")
        self.state = RULES.begin([f"s{one + 1}" for one in range(seats)], {})
        self.by_hand: list[Value] = []
        self.journeys = 0

    def answer(self, request: Request[Any], seat: Seat) -> Value:
        """An answer, noted as it would be given by hand."""
        value = RULES.autopilot(self.state, request, seat)
        journeys = travels(request, seat)
        if journeys and self.people.randrange(2):
            value, _ = self.people.choice(self.people.choice(journeys))
        self.by_hand.append(self._step(journeys, value))
        return value

    def _step(self, journeys: list[list[tuple[Value, Goal]]], value: Value) -> Value:
        for answer, goal in chain(*journeys):
            if answer == value:
                self.journeys += 1
                paths = {path.to: path.first for path in known_paths(self.state)}
                return [paths.get(goal.to, goal.side)]
        return value

    def goes_on(self) -> None:
        """A stage begins; on a journey nobody is asked, but by hand they would be."""
        if self.state.journey is not None:
            self.by_hand.append([next_step(self.state, self.state.journey)])


def travels(request: Request[Any], seat: Seat) -> list[list[tuple[Value, Goal]]]:
    """The journeys that are offered, each button with its answers and their goals."""
    if not isinstance(request, NextAction):
        return []
    lettered = [[(pick.answer(way), way.meant) for way in pick.ways] for pick in picks(request, seat, TRAVEL)]
    places = [action for action in request.of(seat) if action.option.id == TRAVEL]
    return [*lettered, *([(answer_with(one, id), goal) for id, goal in meanings(one.ask).items()] for one in places)]


def as_seen(state: Game) -> bytes:
    """A state without the note of a journey, the count of lines that tell it, and for whom it laid segments."""
    kept = state.journey, state.events_told, state.decided
    state.journey, state.events_told, state.decided = None, {}, {}
    seen = RULES.encode(state)
    state.journey, state.events_told, state.decided = kept
    return seen


def untold(told: list[Any]) -> list[Event]:
    """What happened, but for the lines that tell a journey, and for whom segments were laid: for who set out."""
    return [one.event for one in told if not isinstance(one.event, Travelled | Explored | DecidedUnasked)]


@pytest.mark.parametrize("n", first_of(range(12), 4))
def test_travelling_is_the_same_as_pressing_each_step(n: int) -> None:
    """With dice scripted alike: stage by stage the same states and events, but for the line and the journey's note."""
    seats = 1 + n % 3
    traveller = Traveller(n, seats)
    walker, dice, same_dice = RULES.begin(traveller.state.seats, {}), Dice(n), Dice(n)
    for stage in range(STAGES):
        speaker = f"s{1 + stage % seats}"
        traveller.goes_on()
        there = run(RULES, traveller.state, (), dice, traveller.answer, speaker=speaker)
        here = run(RULES, walker, (), same_dice, lambda *_: traveller.by_hand.pop(0), speaker=speaker)

        assert untold(here.told) == untold(there.told), f"stage {stage}"
        assert as_seen(walker) == as_seen(traveller.state), f"stage {stage}"
        assert traveller.by_hand == []
        if RULES.over(walker):
            break
    assert traveller.journeys > 3


# One answer, one line --------------------------------------------------------------------------------------------


def test_a_journey_is_one_answer_and_one_line() -> None:
    """Stages on the way hold no answer of a person: an undo goes back to where the party set out."""
    game, seed = a_corridor(4), bytes(32)
    first = cut(RULES, game, game.stage)
    asked = play_on(RULES, first, (), seed)[-1]
    row = Answer(asked.position.step, "", asked.position.waiting.asked, "s1", ["go:1:0:0"])

    legs = play_on(RULES, first, [row], seed)

    assert len(legs) > 2
    assert [one for leg in legs for one in leg.position.given if one.seat != CHANCE] == []
    openly = [one.event for leg in legs for one in leg.position.told if one.to is None]
    assert next(type(one) for one in openly) is Travelled
    assert sum(isinstance(one, Travelled) for one in openly) == 1


def test_exploring_on_is_told_in_one_line_up_to_where_something_happens() -> None:
    """Two corridors where nothing stirs, then monsters in the third: they alone are told at length."""
    game = a_corridor(4)
    meeting = {"monsters.kind": [[5, 3]], "monsters.number": [[1]], "monsters.strength": [[1]]}
    dice = {"exploration.draw": ["j", "j", "j"], "monsters.check": [[4], [4], [1]], **meeting}
    table = Table((Answer(0, "", "way NextAction party", "s1", ["explore"]),), Scripted(dice))

    with pytest.raises(Waiting) as waiting:
        [play_stage(table, game) for _ in range(3)]

    openly = [one.event for one in table.story.told if one.to is None]
    assert waiting.value.request.why == "encounter"
    assert [type(one) for one in openly if not isinstance(one, DiceRolled)] == [Explored, MonstersMet]
    assert openly[0] == Explored(3, 3, Word("side.n"), Word("course.straight"))


def test_a_table_that_lays_the_segments_itself_explores_one_at_a_time() -> None:
    """The party of `test_exploring_on…` stops after the first corridor: its players look at what they have laid."""
    game = a_corridor(4, options={"laying": "asked"})
    dice = {"exploration.draw": ["j"], "monsters.check": [[4]]}
    table = Table((Answer(0, "", "way NextAction party", "s1", ["explore"]),), Scripted(dice))

    with pytest.raises(Waiting) as waiting:
        [play_stage(table, game) for _ in range(3)]

    assert waiting.value.request.why == "way"
    assert table.set_right_at == waiting.value.step


def test_quiet_steps_are_told_to_nobody_with_their_dice() -> None:
    """A journey that nothing interrupts tells its line, and nothing else."""
    game = a_corridor(2)
    begun: dict[str, list[Value]] = {"way": ["go:1:0:0"]}

    told = [one for answers in (begun, {}) for one in a_stage(game, [3], answers).table.story.told]

    assert [type(one.event) for one in told if one.to is None] == [Travelled]
    assert [type(one.event) for one in told if one.to == NOBODY] == 2 * [PartyMoved, DiceRolled, AllQuiet]
    assert (game.square.y, game.journey) == (0, None)


def a_stage(game: Game, checks: list[Value], answers: dict[str, list[Value]]) -> Play:
    """A stage with its check for monsters."""
    return play(lambda table: play_stage(table, game), {"monsters.check": checks}, answers)


def test_the_die_that_ends_a_journey_is_told_after_its_line() -> None:
    """First how far they came, then the die on which monsters came, then who; the journey is over at once."""
    game = a_corridor(3)
    game.journey = Journey(level=1, square=Square(0, 0))
    dice = {"monsters.check": [[1]], "monsters.kind": [[5, 3]], "monsters.number": [[1]], "monsters.strength": [[1]]}
    table = Table((), Scripted(dice))

    with pytest.raises(Waiting) as waiting:
        play_stage(table, game)

    openly = [one.event for one in table.story.told if one.to is None]
    assert waiting.value.request.why == "encounter"
    assert [type(one) for one in openly] == [Travelled, *4 * [DiceRolled], MonstersMet]
    assert openly[1].why == "monsters.check"
    assert game.journey is None


def test_dice_thrown_by_hand_do_not_let_a_game_master_in_between() -> None:
    """While people throw for a journey's step nothing can be set right: the party is half-way."""
    game, first = a_corridor(4), b""
    game.journey = Journey(level=1, square=Square(0, 0))
    first = cut(RULES, game, game.stage)

    asked = play_on(RULES, first, (), bytes(32), by_hand=ByHand(()))[-1].position

    assert (asked.waiting.why, asked.rulable) == ("monsters.check", False)


# Who lays --------------------------------------------------------------------------------------------------------

LINKING = [{"at": [0, 0], "sides": "WCWC"}, {"at": [2, 1], "sides": "WCWC"}]
"""East of here a bend may turn to another opening, or away from it."""


def test_who_chose_the_way_is_asked_how_the_segment_lies() -> None:
    """Of two people the one who pressed the door, and nobody else."""
    game, _ = RULES.scene("stage", {"maze": LINKING, "seats": ["s1", "s2"]})
    table = Table((Answer(0, "", "way NextAction party", "s2", ["e"]),), Scripted({"exploration.draw": ["h"]}))

    with pytest.raises(Waiting) as waiting:
        play_stage(table, game)

    assert (waiting.value.request.why, waiting.value.request.who) == ("exploration.lay", "s2")


def test_who_named_the_opening_is_asked_at_the_end_of_the_journey() -> None:
    """Stages later it is still the same person."""
    ahead = [{"at": [-1, 0], "sides": "WCWC"}, {"at": [-2, 0], "sides": "WCWC"}]
    game, _ = RULES.scene("stage", {"maze": [*LINKING, *ahead], "at": [-2, 0], "seats": ["s1", "s2"]})
    quiet, bend = {"monsters.check": [[3], [3]]}, {"exploration.draw": ["h"]}
    table = Table((Answer(0, "", "way NextAction party", "s2", ["go:1:0:0:e"]),), Scripted({**quiet, **bend}))
    play_stage(table, game)

    asked = question(lambda now: [play_stage(now, game) for _ in range(2)], {**quiet, **bend})

    assert (asked.why, asked.who) == ("exploration.lay", "s2")


@pytest.mark.parametrize(("laying", "asked"), [("asked", True), ("matters", False), ("bot", False)])
def test_in_the_open_only_a_table_that_wants_it_is_asked(laying: str, asked: bool) -> None:
    """A bend that leads on alike whichever way it turns."""
    maze = [{"at": [0, 0], "sides": "WCWC"}]
    game, explore = RULES.scene("explore:e", {"maze": maze, "options": {"laying": laying}})
    table = Table((), Scripted({"exploration.draw": ["h"]}))

    if asked:
        with pytest.raises(Waiting):
            explore(table)
    else:
        explore(table)

    assert (game.drawn is not None) == asked


def test_what_is_one_step_away_is_offered_once() -> None:
    """Ways are no journeys, and what has a button of its own is not in the list of all places."""
    game = a_corridor(4)
    asked = question(lambda table: play_stage(table, game))
    assert isinstance(asked, NextAction)

    labels = [action.option.label for action in asked.actions if not action.aside]
    (everywhere,) = [action.ask for action in asked.actions if action.option.id == TRAVEL]

    assert labels == ["way.explore", "way.corridor", "way.corridor.known", "way.to.entrance", "way.travel"]
    assert isinstance(everywhere, Choose)
    assert ids(everywhere) == ["1:0:-3", "1:0:-2", "1:0:-1"]


def test_the_list_of_all_places_is_made_for_whom_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A careful player who explores on does not."""
    made = []
    monkeypatch.setattr(journeys, "_known_place_way", lambda _, path: made.append(path))
    game = a_corridor(4)
    asked = question(lambda table: play_stage(table, game))

    assert RULES.autopilot(game, asked, "s1") == ["explore"]
    assert made == []


def test_an_opening_of_another_level_is_named_by_its_own_side() -> None:
    """Not by where it lies from the party: it opens to the east, though it lies in the north [6.5]."""
    maze = [
        {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
        {"at": [0, -1], "kind": "stairs", "sides": "WWDW"},
        {"at": [0, -1], "kind": "stairs", "sides": "DWWW", "level": 2},
        {"at": [0, -2], "kind": "room", "sides": "WDDW", "level": 2},
    ]
    game, _ = RULES.scene("stage", {"maze": maze, "at": [0, 0]})

    asked = question(lambda table: play_stage(table, game))
    assert isinstance(asked, NextAction)
    (onward,) = [action.option for action in asked.actions if action.option.label == "way.onward.level"]

    assert onward.facts["side"] == Word("side.e")
