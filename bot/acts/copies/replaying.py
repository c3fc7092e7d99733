"""Replay of a copy: every answer must follow from its seeds and rules, and its bot events must be possible."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from math import inf
from time import monotonic
from typing import Any, TypeVar

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from bot.acts.copies.formats import LATEST, FullCopy, Line, Stage
from bot.acts.table_settings import MENUS, value_term
from bot.table import events
from bot.words.narrator import LONGEST_PASSAGE
from rules.kernel.advance import Position, Snapshot, advance, cut, play_on
from rules.kernel.answers import ASIDE, Value, log_order
from rules.kernel.chance import START, Scripted, Seals, commitment
from rules.kernel.corrections import CORRECTION, HOUSE, LATER
from rules.kernel.dice import is_code
from rules.kernel.errors import Diverged
from rules.kernel.events import Told
from rules.kernel.game import Rules, seat_ids
from rules.kernel.proof import request_of_line
from rules.kernel.recording import Line as ProofLine
from rules.kernel.recording import Recorder
from rules.kernel.requests import CHANCE, GM, PARTY, Seat
from rules.kernel.tables import is_visible
from rules.kernel.words import Word

KEEPER = "keeper"
_SEAL = re.compile(r"[0-9a-f]{64}")
_HABIT = re.compile(r"(habit|rolls|drawn)\.[\w.]{1,60}")
MOST_PIPS = 99
"""The most dice in one throw."""
LONGEST_SEAT_NAME = 100
"""The most characters of a name at the table, with the username behind it."""
MOST_WORDS = 64
"""The most words in a habit."""


def can_be_told(rules: Rules, seats: Sequence[Seat], event: events.HouseEvent) -> bool:
    """Whether the bot could have told this event at a table with these rules and seats."""
    match event:
        case events.DiceResealed(seal=seal):
            return _SEAL.fullmatch(seal) is not None
        case events.HouseRuleChanged(switch=switch, value=value):
            return any(
                switch == Word(f"house.{name}") and value in [value_term(name, each_value) for each_value in values]
                for name, values in rules.switches.items()
            )
        case events.HabitChanged(habit=habit, value=words):
            known = habit in [Word(f"habit.{name}") for name in MENUS]
            return known and len(words) <= MOST_WORDS and all(_HABIT.fullmatch(word.key) for word in words)
        case events.GraveFound():
            return False  # no rule can check who fell on another server
        case events.RollForced(pips=pips):
            return len(pips) <= MOST_PIPS and all(1 <= pip <= 6 for pip in pips) and 0 <= event.answers <= LATEST
        case events.MasterTold(text=text):
            return len(text) <= LONGEST_PASSAGE and is_visible(text)
        case events.SeatTaken(seat=seat, before=before):
            return seat in seats and (not before or _is_name(before))
        case events.SeatRenamed(seat=seat, before=before, name=name):
            return seat in seats and _is_name(before) and _is_name(name)
        case events.Overdue(then=then):
            right = then in [Word(f"then.{name}") for name in ("autopilot", "leader", "nothing", "rest")]
            return right and _are_seats(seats, event.seats)
    return all(_is_table_fact(seats, fact) for fact in asdict(event).values())


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST_SEAT_NAME and is_visible(text)


def _is_table_fact(seats: Sequence[Seat], fact: Any) -> bool:
    """Whether a fact is a sayable number, or one or several seats of the table."""
    match fact:
        case int():
            return 0 <= fact <= LATEST
        case str():
            return fact in (*seats, GM, PARTY, KEEPER)
        case tuple():
            return _are_seats(seats, fact)
    return False


def _are_seats(seats: Sequence[Seat], some: Sequence[Seat]) -> bool:
    """Whether these are seats of the table, no more than it has; the bound limits the cost of a story."""
    return len(some) <= len(seats) and all(name in seats for name in some)


T = TypeVar("T")


class BadImport(Exception):
    """An invalid copy: the reason (``import.why.<why>`` in the catalogues), stage and step.

    ``step`` None: the whole stage; ``stage`` None: outside the stages. ``facts`` fill the sentence.
    """

    def __init__(self, why: str, stage: int | None = None, step: int | None = None, **facts: Any) -> None:
        self.why = why
        self.stage = stage
        self.step = step
        self.facts = facts
        super().__init__(f"{self.place}: {why} {facts or ''}".rstrip())

    @property
    def place(self) -> str:
        """Return the place in the file, in short English."""
        if self.stage is None:
            return "file"
        return f"stage {self.stage}" if self.step is None else f"stage {self.stage}, step {self.step}"


class Replayed(Struct, frozen=True):
    """A valid copy: snapshots and answers as these rules write them, told events, final position.

    ``proof``: the lines of each stage's proof. ``options``: the final house rules. ``fair``, ``human``,
    ``corrections``: the number of dice and draws from the seeds, dice thrown by hand, and rulings.
    """

    snapshots: list[Snapshot]
    answers: list[list[Line]]
    proof: list[list[ProofLine]]
    told: list[Told]
    position: Position
    options: dict[str, str]
    fair: int
    human: int
    corrections: int


class _NotTheSeeds(Exception):
    """A die or draw that differs from the seed's."""

    def __init__(self, nth: int, value: Value, right: Value) -> None:
        super().__init__()
        self.nth = nth
        self.value = value
        self.right = right


class Auditor(Recorder):
    """Checks during a replay that dice and draws come from the seeds; ``heard``: their chains after everything
    replayed.
    """

    def __init__(self, seeds: Sequence[bytes], chain: bytes, seals: Sequence[int]) -> None:
        super().__init__(Scripted({}), seals)
        self.heard = Seals(seeds, chain)
        self.fair = 0

    def add(self, line: ProofLine) -> None:
        """Recompute a die or draw and stop the replay if the seed gives another value."""
        if line.seat == CHANCE:
            right = self.heard.answer(line.seal, request_of_line(line))
            if right != line.value:
                raise _NotTheSeeds(self.fair, line.value, right)
            self.fair += 1
        self.heard.note(line.seat, line.value)
        super().add(line)


Steps = Generator[None, None, T]
"""Work that can be paused at each ``yield``."""


def run_for(steps: Steps[T], seconds: float) -> T | None:
    """Run the work for about ``seconds``; return its result, or None if it is not done."""
    until = monotonic() + seconds
    try:
        while True:
            next(steps)
            if monotonic() >= until:
                return None
    except StopIteration as done:
        result: T = done.value
        return result


def run_all(steps: Steps[T]) -> T:
    """Run the work to its end and return its result."""
    result = run_for(steps, inf)
    assert result is not None
    return result


def replay(rules: Rules, copy: FullCopy) -> Replayed:
    """Replay a copy from its first stage to its last; raises ``BadImport`` at the first fault."""
    return run_all(replay_in_steps(rules, copy))


def replay_in_steps(rules: Rules, copy: FullCopy) -> Steps[Replayed]:
    """Replay as ``replay`` does, in pausable steps."""
    try:
        return (yield from _Replay(rules, copy).whole())
    except BadImport as bad:
        if bad.stage is None or (copy.version, copy.tables) == (rules.version, rules.digest):
            raise
        raise BadImport("other_rules", bad.stage, bad.step, version=copy.version, ours=rules.version) from bad


class _Replay:
    def __init__(self, rules: Rules, copy: FullCopy) -> None:
        self._rules = rules
        self._copy = copy
        self._seeds = copy.seeds
        self._newest = 0
        self._seats = [seat.seat for seat in copy.seats]
        self._snapshots: list[Snapshot] = []
        self._answers: list[list[Line]] = []
        self._proof: list[list[ProofLine]] = []
        self._told: list[Told] = []
        self._fair = 0

    def whole(self) -> Steps[Replayed]:
        self._must_be_a_table()
        try:
            options = self._opening_options()
            snapshot, heard = cut(self._rules, self._rules.begin(self._seats, options), 0), None
        except Exception as error:
            raise BadImport("opening", 0) from error
        last = self._copy.stages[-1]
        for nth, stage in enumerate(self._copy.stages):
            yield
            snapshot = self._begun(stage, nth, snapshot, heard)
            lines = self._lines(stage)
            position, heard = self._played(snapshot, lines)
            if stage is last:
                self._must_rest(snapshot, lines, position)
            elif position.waiting or self._rules.over(position.state):
                raise BadImport("cut_short", nth, position.step)
            else:
                snapshot = cut(self._rules, position.state, nth + 1)
        return self._summed_up(position, options)

    def _summed_up(self, position: Position, options: dict[str, str]) -> Replayed:
        lines = [line for stage in self._answers for line in stage]
        agreed = [options, *(line.value[1] for line in lines if _changes_house_rules(line))]
        return Replayed(
            snapshots=self._snapshots,
            answers=self._answers,
            proof=self._proof,
            told=self._told,
            position=position,
            options=agreed[-1],
            fair=self._fair,
            human=sum(is_code(line.asked.rpartition(" ")[2]) and line.seat != CHANCE for line in lines),
            corrections=sum(line.asked == CORRECTION for line in lines),
        )

    # Around the stages -------------------------------------------------------------------------------------

    def _must_be_a_table(self) -> None:
        least, most = self._rules.seats
        if self._seats != list(seat_ids(len(self._seats))) or not least <= len(self._seats) <= most:
            raise BadImport("seats")
        if commitment(self._seeds[0]) != self._copy.commitment:
            raise BadImport("commitment")

    def _opening_options(self) -> dict[str, str]:
        """Return the initial house rules: today's, or those before the first change."""
        changes = (line.value for stage in self._copy.stages for line in stage.answers if _changes_house_rules(line))
        first = next(changes, None)
        return self._copy.options if first is None else convert(first[3], dict[str, str])

    # A stage -----------------------------------------------------------------------------------------------

    def _begun(self, stage: Stage, nth: int, snapshot: Snapshot, heard: Seals | None) -> Snapshot:
        """Return our snapshot with the file's chain link, if a seed in force leads to it."""
        wrong = BadImport("state" if nth else "opening", nth)
        try:  # values, not bytes: the writing version may have had fewer fields, or stored defaults, too
            same = stage.state == snapshot.state or self._rules.matches(
                self._rules.decode(snapshot.state, snapshot.schema), stage.state, stage.schema
            )
        except Exception as error:
            raise wrong from error
        if not same:
            raise wrong
        if stage.stage != nth:
            raise BadImport("stage_number", nth, found=stage.stage)
        self._must_follow(stage, nth, heard)
        begun = replace(snapshot, chain=stage.chain)
        self._snapshots.append(begun)
        return begun

    def _must_follow(self, stage: Stage, nth: int, heard: Seals | None) -> None:
        """Raise ``BadImport`` unless the link is that of the first stage or of a seed in force.

        Once a seed made a link, earlier seeds are out of force.
        """
        if not heard:
            if stage.chain != START:
                raise BadImport("chain", nth)
            return
        seed = heard.seed_leading_to(stage.chain, self._newest)
        if seed is None:
            raise BadImport("chain", nth)
        self._newest = seed

    def _lines(self, stage: Stage) -> list[Line]:
        """Return the log in the order in which the rules read it."""
        lines = sorted(stage.answers, key=lambda line: log_order(line.answer))
        places = Counter((line.step, line.part) for line in lines)
        for line in lines:
            if places[line.step, line.part] > 1 or not self._may_stand(line):
                raise BadImport("line", stage.stage, line.step)
            if line.seat == CHANCE:
                self._must_be_in_force(stage, line)
        self._answers.append(lines)
        return lines

    def _must_be_in_force(self, stage: Stage, line: Line) -> None:
        """A seed is out of force once a later one has thrown."""
        if not self._newest <= line.seal < len(self._seeds):
            raise BadImport("seed_order", stage.stage, line.step)
        self._newest = line.seal

    def _may_stand(self, line: Line) -> bool:
        if line.seal and line.seat != CHANCE:
            return False
        if line.asked == CORRECTION:
            return line.seat in (GM, PARTY) and line.person and _is_correction_entry(line.value)
        if line.seat == CHANCE:
            return not line.part and not line.person
        return line.seat in (*self._seats, GM) and (line.part in ("", line.seat) or _is_free_action_row(line))

    def _played(self, snapshot: Snapshot, lines: Sequence[Line]) -> tuple[Position, Seals]:
        seals = [line.seal for line in lines if line.seat == CHANCE]
        auditor, number = Auditor(self._seeds, snapshot.chain, seals), snapshot.stage
        try:
            position = advance(self._rules, snapshot, [line.answer for line in lines], auditor)
        except _NotTheSeeds as wrong:
            step = [line.step for line in lines if line.seat == CHANCE][wrong.nth]
            raise BadImport(
                "dice", number, step, shown=_shortened_value(wrong.value), right=_shortened_value(wrong.right)
            ) from wrong
        except Diverged as diverged:
            raise BadImport("answer", number, diverged.step) from diverged
        except Exception as error:  # whatever the rules make of answers that nobody could have given
            raise BadImport("answer", number, _last_heard_step(lines, auditor)) from error
        self._told.extend(position.told)
        self._proof.append(auditor.lines)
        self._fair += auditor.fair
        return position, auditor.heard

    def _must_rest(self, snapshot: Snapshot, lines: Sequence[Line], position: Position) -> None:
        """The last stage must wait for a person or be over; a closed table may stop anywhere."""
        answers = [line.answer for line in lines]
        try:
            legs = play_on(self._rules, snapshot, answers, self._seeds[-1], self._copy.habits.hands)
            self._must_agree(lines, legs[0].position.state)
        except Exception as error:
            raise BadImport("answer", snapshot.stage, position.step) from error
        if len(legs) > 1 or legs[0].position.given:
            raise BadImport("cut_short", snapshot.stage, position.step)
        if not position.waiting and self._copy.phase != "ended":
            raise BadImport("over", snapshot.stage, position.step)

    def _must_agree(self, lines: Sequence[Line], state: Any) -> None:
        """Raise if agreed house rules cannot come into force."""
        for line in lines:
            if _changes_house_rules(line):
                spare = self._rules.decode(self._rules.encode(state), self._rules.schema)
                self._rules.agree(spare, convert(line.value[1], dict[str, str]))


def _is_correction_entry(value: Value) -> bool:
    """Whether this has the shape of a correction; one on house rules, or that waits, has a fourth element."""
    shaped = isinstance(value, list) and len(value) in (3, 4) and isinstance(value[2], bool)
    return shaped and isinstance(value[0], str) and (len(value) == 4) == (value[0] == HOUSE or value[3:] == [LATER])


def _is_free_action_row(line: Line) -> bool:
    """Whether the part is that of a free action; the rules check whether it was one."""
    return line.part == f"{ASIDE}{line.part[-3:]}" and line.part[-3:].isdecimal()


def _changes_house_rules(line: Line) -> bool:
    return line.asked == CORRECTION and _is_correction_entry(line.value) and line.value[0] == HOUSE


def numbers_by_key(stories: events.Stories, replayed: Sequence[Told]) -> dict[bytes, list[int]]:
    """Return the numbers of all facts told by the rules, by key, in ascending order."""
    numbers = defaultdict[bytes, list[int]](list)
    for fact in replayed:
        numbers[stories.key(fact)].append(fact.nth)
    return numbers


def _shortened_value(value: Value) -> str:
    return ", ".join(map(str, value))[:60] if isinstance(value, list) else str(value)[:60]


def _last_heard_step(lines: Sequence[Line], auditor: Auditor) -> int | None:
    """Return the step of the first answer not replayed, for errors without a place."""
    heard = len(auditor.lines)
    return lines[min(heard, len(lines) - 1)].step if lines else None
