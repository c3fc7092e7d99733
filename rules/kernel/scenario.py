"""Scenario files: tests of a rule written without Python, from a position and named rules. See
``docs/scenarios.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import asdict

from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.dice import typed_code
from rules.kernel.errors import BadTable, Refused
from rules.kernel.events import DiceRolled, Event
from rules.kernel.grid import Square
from rules.kernel.requests import Request, Seat
from rules.kernel.saving import State, as_plain, plain_number
from rules.kernel.table import Table, Waiting
from rules.kernel.text_files import blaming, parse_toml, read_text
from rules.kernel.turns import pace_of

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M", bound=Struct)
S = TypeVar("S", bound=State[Any])
Scene = Callable[[Table], None]
Rule = Callable[..., object]
"""A rule of a game that a scenario can name, played with the table, the game and the arguments."""
Reader = Callable[[G, str], Any]
"""Returns what an argument of a rule means in a position, or None if it has no such thing."""


def begin_position(
    raw: Mapping[str, Any], own: type[M], kind: type[S], options: Callable[[Mapping[str, str]], Any], tables: Any
) -> tuple[M, S]:
    """Return a position's own words, and the state with the fields that it names; raises ``BadTable``.

    ``options`` reads house rules.
    """
    position, fields = apart(raw, own)
    written = fresh(dict[str, str], fields.get("options", {}), "setup.options")
    state = fresh(kind, {"stage": 1, **fields, "options": options(written), "pace": pace_of(written)})
    state.play_with(tables)
    return position, state


def give_turn(game: Any, turn: Seat) -> None:
    """Put the seats of a position in order; the first one is at turn unless ``turn`` names another."""
    game.order = list(game.seats)
    game.turn = game.order.index(among("setup.turn", turn or game.order[0], game.order))


def apart(raw: Mapping[str, Any], own: type[M], key: str = "setup") -> tuple[M, dict[str, Any]]:
    """Return the words that are fields of ``own``, and all others; raises ``BadTable``."""
    words = {name: raw[name] for name in own.__struct_fields__ if name in raw}
    return fresh(own, words, key), {name: value for name, value in raw.items() if name not in words}


def fresh(kind: type[P], fields: Any, key: str = "setup") -> P:
    """Return a part of a state with these fields; raises ``BadTable`` for wrong and for unknown ones."""
    try:
        part = convert(fields, kind)
    except ValidationError as error:
        raise BadTable("scenario", key, str(error)) from error
    _refuse_unknown(fields, as_plain(part), key)
    return part


def changed(part: M, fields: Mapping[str, Any], key: str) -> M:
    """Return a part of a state with these fields changed; raises ``BadTable``."""
    return fresh(type(part), {**asdict(part), **fields}, key)


def _refuse_unknown(given: Any, plain: Any, key: str) -> None:
    if isinstance(given, Mapping):
        for name, value in given.items():
            if name not in plain:
                raise BadTable("scenario", key, f"Object contains unknown field `{name}`")
            _refuse_unknown(value, plain[name], f"{key}.{name}")
    elif isinstance(given, list | tuple):
        for n, (value, made) in enumerate(zip(given, plain, strict=True)):
            _refuse_unknown(value, made, f"{key}[{n}]")


def among(key: str, given: str, known: Iterable[str]) -> str:
    """Return the given word if it is known; raises ``BadTable`` with the key and the known words otherwise."""
    allowed = list(known)
    if given not in allowed:
        raise BadTable("scenario", key, f"Expected one of {', '.join(allowed)}, got {given!r}")
    return given


def all_among(key: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ``BadTable`` for the first word that is not known, with its place in a list."""
    allowed = list(known)
    for n, word in enumerate(given):
        among(f"{key}[{n}]" if isinstance(given, list) else key, word, allowed)


def check_limits(part: object, key: str, limits: Mapping[str, int]) -> None:
    """Raise ``BadTable`` if a list of this part of a state is longer than its limit."""
    for name, limit in limits.items():
        if len(getattr(part, name)) > limit:
            raise BadTable("scenario", f"{key}.{name}", f"Expected at most {limit}")


def set_scene(
    build: Callable[[Any, Mapping[str, Any]], G],
    rules: Mapping[str, Rule],
    kinds: Mapping[str, Reader[G]],
    tables: Any,
    written: str,
    raw: Mapping[str, Any],
) -> tuple[G, Scene]:
    """Return the position that ``build`` makes, and a function that plays one rule or several on it, ``a, b``.

    ``rules``: by name and kinds of arguments, such as ``wound:WHO:[NUMBER]``, optional ones in brackets. Raises
    ``BadTable`` for unknown rules and arguments.
    """
    game = build(tables, raw)
    steps = [_parse_step(game, step.strip(), rules, {"NUMBER": _read_number, **kinds}) for step in written.split(",")]

    def play(table: Table) -> None:
        for rule, arguments in steps:
            rule(table, game, *(argument() for argument in arguments))

    return game, play


def _parse_step(
    game: G, written: str, rules: Mapping[str, Rule], readers: Mapping[str, Reader[G]]
) -> tuple[Rule, list[Callable[[], Any]]]:
    name, *words = written.split(":")
    signatures = {signature.partition(":")[0]: signature for signature in rules}
    if name not in signatures:
        raise BadTable("scenario", "rule", f"one of {', '.join(sorted(signatures))}, got {name!r}")
    kinds = signatures[name].split(":")[1:]
    if not sum(not kind.startswith("[") for kind in kinds) <= len(words) <= len(kinds):
        raise BadTable("scenario", "rule", f"{signatures[name]}, got {written!r}")
    arguments: list[Callable[[], Any]] = []
    for bracketed, word in zip(kinds, words, strict=False):
        kind = bracketed.strip("[]")
        arguments.append(partial(readers.get(kind, _read_word), game, word))
        if arguments[-1]() is None:
            article = "an" if kind[0] in "AEIOU" else "a"
            raise BadTable("scenario", "rule", f"{article} {kind.lower()} that the position has, got {word!r}")
    return rules[signatures[name]], arguments


def _read_word(game: object, word: str) -> str:
    del game
    return word


def _read_number(game: object, word: str) -> int | None:
    del game
    return int(word) if word.isdecimal() else None


def roll(table: Table, game: Any, codes: str) -> None:
    """Throw dice, each code in turn; a rule for scenarios of any game."""
    del game
    for code in codes.split():
        table.roll(typed_code(code), "roll")


UNNAMED = "scenario"
"""The placeholder for the file's name in a ``BadTable``."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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

    def autopilot(self, state: Any, request: Request, seat: Seat) -> Value:
        """Return the answer for a seat that left a decision to its standing orders."""

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Scene]:
        """Return the state described by ``setup`` and the named rule; raises ``BadTable``."""


class NoAnswer(Exception):
    """Raised when the file has no answer to a question."""


class Script:
    """Answers of people from a queue for each ``why``."""

    def __init__(self, answers: Mapping[str, list[Any]]) -> None:
        self.queues = {why: list(values) for why, values in answers.items()}

    def __call__(self, request: Request, seat: Seat) -> Value:
        """Return the next answer; raises ``NoAnswer`` when the queue is empty."""
        if queue := self.queues.get(request.why):
            return queue.pop(0)
        raise NoAnswer(request.why)


def read(file: Path) -> list[Scenario]:
    """Return the scenarios of a file: one at the top level, or several as ``[[scenario]]``; raises ``BadTable``."""
    scenarios: list[Scenario] = []
    with blaming(file):
        raw = parse_toml(read_text(file))
        scenarios += convert(raw.get("scenario", [raw]), list[Scenario])
    return scenarios


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
    chance = Scripted({why: [*map(_as_dice, values)] for why, values in scenario.chance.items()})
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


def _as_dice(value: Any) -> Any:
    return [value] if isinstance(value, int) else value


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
    facts = to_builtins(event, enc_hook=plain_number)
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
