"""Scenario files: tests of a rule written without Python, from a position and named rules. See
``docs/scenarios.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.errors import BadTable, Refused
from rules.kernel.events import DiceRolled, Event
from rules.kernel.grid import Square
from rules.kernel.requests import Request, Seat
from rules.kernel.saving import as_plain, plain_number
from rules.kernel.table import Table, Waiting
from rules.kernel.text_files import parse_toml, read_text

G = TypeVar("G")
P = TypeVar("P")
Rule = Callable[[Table, G, list[str]], object]
"""A rule of a game that a scenario can name; the list holds its arguments."""
Known = Callable[[G, str], bool]
"""Whether a position has a thing with this id."""


def read_position(raw: Mapping[str, Any], kind: type[P]) -> P:
    """Return the position from its written form; raises ``BadTable`` with the error."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadTable("scenario", "setup", str(error)) from error


def among(key: str, given: str, known: Iterable[str]) -> str:
    """Return the given word if it is known; raises ``BadTable`` with the key and the known words otherwise."""
    allowed = list(known)
    if given not in allowed:
        raise BadTable("scenario", key, f"Expected one of {', '.join(allowed)}, got {given!r}")
    return given


def played(
    game: G,
    written: str,
    rules: Mapping[str, Rule[G]],
    needs: Mapping[str, str],
    kinds: Mapping[str, Known[G]],
) -> Callable[[Table], None]:
    """Return a function that plays one rule or several, ``a, b``; raises ``BadTable`` for unknown ones.

    ``needs``: the arguments of a rule, such as ``WHO:[NUMBER]``, optional ones in brackets; ``kinds``: checks for each
    kind of argument.
    """
    steps = [_parse_rule(game, step.strip(), [*rules], needs, kinds) for step in written.split(",")]

    def play(table: Table) -> None:
        for name, about in steps:
            rules[name](table, game, about)

    return play


def _parse_rule(
    game: G, written: str, names: list[str], needs: Mapping[str, str], kinds: Mapping[str, Known[G]]
) -> tuple[str, list[str]]:
    name, *about = written.split(":")
    if name not in names:
        raise _rule_error(f"one of {', '.join(sorted(names))}, got {name!r}")
    needed = needs[name].split(":") if name in needs else []
    if not len([word for word in needed if not word.startswith("[")]) <= len(about) <= len(needed):
        raise _rule_error(f"{':'.join([name, *needed])}, got {written!r}")
    for word, kind in zip(about, needed, strict=False):
        known = kinds.get(kind.strip("[]"))
        if known is not None and not known(game, word):
            raise _rule_error(f"{_with_article(kind)} that the position has, got {word!r}")
    return name, about


def _with_article(kind: str) -> str:
    plain = kind.strip("[]").lower()
    return f"{'an' if plain[0] in 'aeiou' else 'a'} {plain}"


def _rule_error(expected: str) -> BadTable:
    return BadTable("scenario", "rule", expected)


Scene = Callable[[Table], None]
UNNAMED = "scenario"
"""The placeholder for the file's name in a ``BadTable``."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario: the fact that it tests, its section, the position, the queues and the expected results."""

    fact: str
    section: str
    game: str
    rule: str
    setup: dict[str, Any] = {}
    chance: dict[str, list[Any]] = {}
    answers: dict[str, list[Any]] = {}
    speaker: Seat = "s1"
    expect: list[dict[str, Any]] = []
    never: list[str] = []
    state: dict[str, Any] = {}
    waits: str = ""
    refused: str = ""


class Director(Protocol):
    """The interface of a game for scenario files."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """All event types that the rules may tell."""

    def autopilot(self, state: Any, request: Request[Any], seat: Seat) -> Value:
        """Return the answer for a seat that left a decision to its standing orders."""

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Scene]:
        """Return the state described by ``setup`` and the named rule; raises ``BadTable``."""


class NoAnswer(Exception):
    """Raised when the file has no answer to a question."""


class Script:
    """Answers of people from a queue for each ``why``."""

    def __init__(self, answers: Mapping[str, list[Any]]) -> None:
        self.queues = {why: list(values) for why, values in answers.items()}

    def __call__(self, request: Request[Any], seat: Seat) -> Value:
        """Return the next answer; raises ``NoAnswer`` when the queue is empty."""
        if queue := self.queues.get(request.why):
            return queue.pop(0)
        raise NoAnswer(request.why)


def read(file: Path) -> list[Scenario]:
    """Return the scenarios of a file: one at the top level, or several as ``[[scenario]]``; raises ``BadTable``."""
    try:
        raw = parse_toml(read_text(file))
        return msgspec.convert(raw.get("scenario", [raw]), list[Scenario])
    except OSError as error:
        raise BadTable(file.name, "", f"cannot be read: {error.strerror}") from error
    except msgspec.ValidationError as error:
        message, _, key = str(error).partition(" - at `")
        raise BadTable(file.name, key.strip("`").removeprefix("$."), message) from error
    except ValueError as error:
        raise BadTable(file.name, "", str(error)) from error


def play_file(file: Path, director_of: Callable[[str], Director]) -> list[str]:
    """Play every scenario of a file; return a sentence for each failed expectation. Raises ``BadTable``."""
    try:
        return [
            f"{file.name}: {scenario.fact!r}: {failure}"
            for scenario in read(file)
            for failure in play(scenario, director_of(scenario.game))
        ]
    except BadTable as bad:  # a director does not know the file's name
        raise BadTable(file.name if bad.file == UNNAMED else bad.file, bad.key, bad.expected) from bad


def play(scenario: Scenario, director: Director) -> list[str]:
    """Play one scenario; return a sentence for each failed expectation."""
    state, scene = director.scene(scenario.rule, scenario.setup)
    chance = Scripted(
        {
            why: [[value] if isinstance(value, int) else value for value in values]
            for why, values in scenario.chance.items()
        }
    )
    people = Script(scenario.answers)
    table = Table((), chance, people, scenario.speaker, usual=partial(director.autopilot, state))
    stopped = _run_scene(scene, table)
    told = [fact.event for fact in table.story.told]
    return [
        *_stop_failures(scenario, stopped),
        *_unknown_event_failures(scenario, director),
        *_unused_answer_failures("chance", chance.queues),
        *_unused_answer_failures("answers", people.queues),
        *_event_failures(scenario.expect, told),
        *(f"{name} was told" for name in scenario.never if any(type(event).__name__ == name for event in told)),
        *_state_failures(scenario.state, state),
    ]


def _run_scene(scene: Scene, table: Table) -> str:
    """Return how the scene stopped: '' at its end, ``waits:WHY`` or ``refused:REASON``."""
    try:
        scene(table)
    except NoAnswer as question:
        return f"waits:{question}"
    except Waiting as wait:
        return f"waits:{wait.request.why}"
    except Refused as refusal:
        return f"refused:{refusal.reason}"
    return ""


def _unknown_event_failures(scenario: Scenario, director: Director) -> Iterator[str]:
    known = [DiceRolled.__name__, *(kind.__name__ for kind in director.events)]
    for name in [*(str(wanted.get("event", "")) for wanted in scenario.expect), *scenario.never]:
        if name not in known:
            yield f"there is no event {name!r}"


def _stop_failures(scenario: Scenario, stopped: str) -> Iterator[str]:
    wanted = f"waits:{scenario.waits}" if scenario.waits else f"refused:{scenario.refused}" if scenario.refused else ""
    if stopped != wanted:
        yield f"it should {_describe_stop(wanted)}, but it did {_describe_stop(stopped)}"


def _describe_stop(stop: str) -> str:
    kind, _, what = stop.partition(":")
    return {"": "play to the end", "waits": f"wait for {what!r}", "refused": f"be refused with {what!r}"}[kind]


def _unused_answer_failures(kind: str, queues: Mapping[str, list[Any]]) -> Iterator[str]:
    for why, queue in queues.items():
        if queue:
            yield f"{kind} {why!r} was not used: {queue}"


def _event_failures(expected: list[dict[str, Any]], told: list[Event]) -> Iterator[str]:
    """Check that the expected events are told in this order; others may come between them."""
    left = iter(told)
    for wanted in expected:
        if not any(_matches(event, wanted) for event in left):
            same = [_event_as_dict(event) for event in told if type(event).__name__ == wanted.get("event")]
            yield f"{wanted} was not told (in this order); told of this kind: {same or 'nothing'}"
            return


def _matches(event: Event, wanted: Mapping[str, Any]) -> bool:
    facts = _event_as_dict(event)
    return all(facts.get(key) == value for key, value in wanted.items())


def _event_as_dict(event: Event) -> dict[str, Any]:
    """Return an event as a map with its name; phrases become their keys."""
    if isinstance(event, DiceRolled):
        return {
            "event": "DiceRolled",
            "why": event.why,
            "total": event.total,
            "pips": list(event.pips),
            "plus": event.plus,
        }
    facts = msgspec.to_builtins(event, enc_hook=plain_number)
    facts["event"] = facts.pop("type")
    return {key: _plain_word(value) for key, value in facts.items()}


def _plain_word(value: Any) -> Any:
    if isinstance(value, list | tuple):
        if len(value) == 1 and isinstance(value[0], str) and re.fullmatch(r"[a-z]+\.[a-z_0-9]+", value[0]):
            return value[0].partition(".")[2]
        return [_plain_word(item) for item in value]
    return value


def _state_failures(wanted: Mapping[str, Any], state: Any) -> Iterator[str]:
    for path, value in wanted.items():
        # Follow a dotted path through attributes, keys (numbers, ``x,y`` squares) and places in lists.
        here = state
        for name in path.split("."):
            here = _follow_path_step(here, name)
        found = as_plain(here)
        if found != value:
            yield f"{path} should be {value!r}, it is {found!r}"


def _follow_path_step(here: Any, name: str) -> Any:
    if isinstance(here, Mapping):
        keys: list[Any] = [name]
        keys += [int(name)] if name.isdigit() else []
        if square := re.fullmatch(r"(-?\d+),(-?\d+)", name):
            keys.append(Square(int(square[1]), int(square[2])))
        return next((here[key] for key in keys if key in here), None)
    if isinstance(here, list | tuple):
        return here[int(name)] if name.isdigit() and int(name) < len(here) else None
    return getattr(here, name, None)
