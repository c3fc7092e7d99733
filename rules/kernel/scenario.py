"""Scenario files: a rule checked without writing Python, from a position and by rules with names. See
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
from rules.kernel.grid import Square
from rules.kernel.requests import Request, Seat
from rules.kernel.saving import as_plain, plain_number
from rules.kernel.table import DiceRolled, Event, Table, Waiting
from rules.kernel.text_files import parse_toml, read_text

G = TypeVar("G")
P = TypeVar("P")
Rule = Callable[[Table, G, list[str]], object]
"""A rule of a game with what stands behind its name."""
Known = Callable[[G, str], bool]
"""Whether a position has such a thing."""


def read_position(raw: Mapping[str, Any], kind: type[P]) -> P:
    """The position as a game describes one; raises ``BadTable`` with what is wrong."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadTable("scenario", "setup", str(error)) from error


def among(key: str, given: str, known: Iterable[str]) -> str:
    """What is given, if it is known; else raises ``BadTable`` with the key and all that would do."""
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
    """The rule that is written, or several, ``a, b``; raises ``BadTable`` for what is unknown.

    ``needs``: what stands behind a name, ``WHO:[NUMBER]``, in brackets what may be left out; ``kinds``: what that is.
    """
    steps = [_parse_rule(game, step.strip(), [*rules], needs, kinds) for step in written.split(",")]

    def play(table: Table) -> None:
        for name, about in steps:
            rules[name](table, game, about)

    return play


def _parse_rule(
    game: G, written: str, names: list[str], needs: Mapping[str, str], kinds: Mapping[str, Known[G]]
) -> tuple[str, list[str]]:
    """A rule's name, and as many words behind it as it needs, of things that the position has."""
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
"""What directors call the file in a ``BadTable``."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file: the fact it states and its section, the scene, the queues, and what must come of it."""

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
    """What a game offers to scenario files."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event that can be told."""

    def autopilot(self, state: Any, request: Request[Any], seat: Seat) -> Value:
        """What is usual: for whoever left it to a standing order."""

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Scene]:
        """The state described by ``setup``, and the rule of this name to be played on it; raises ``BadTable``."""


class NoAnswer(Exception):
    """The file has no answer to a question."""


class Script:
    """Answers of people from queues."""

    def __init__(self, answers: Mapping[str, list[Any]]) -> None:
        self.queues = {why: list(values) for why, values in answers.items()}

    def __call__(self, request: Request[Any], seat: Seat) -> Value:
        """The next answer to this question; waits when there is none."""
        if queue := self.queues.get(request.why):
            return queue.pop(0)
        raise NoAnswer(request.why)


def read(file: Path) -> list[Scenario]:
    """The scenarios of a file: one at the top level, or several as ``[[scenario]]``; raises ``BadTable``."""
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
    """Play every scenario of a file; each expectation that does not hold, as a sentence. Raises ``BadTable``."""
    try:
        return [
            f"{file.name}: {scenario.fact!r}: {failure}"
            for scenario in read(file)
            for failure in play(scenario, director_of(scenario.game))
        ]
    except BadTable as bad:  # a director does not know the file's name
        raise BadTable(file.name if bad.file == UNNAMED else bad.file, bad.key, bad.expected) from bad


def play(scenario: Scenario, director: Director) -> list[str]:
    """Play one scenario; each expectation that does not hold, as a sentence."""
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
    told = [fact.event for fact in table.told]
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
    """How the scene stopped: '' at its end, ``waits:WHY``, or ``refused:REASON``."""
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
    """The expected events must be told in this order; others may stand between them."""
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
    """An event as a map with its name; words by their key."""
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
