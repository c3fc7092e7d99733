"""Bodies with one mistake each, made from a sound one by Discord's own description of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.playground.wire import JSON
from tests.playground.spec import document, judge_of, schema_judge

LONGEST = 10_000
"""Longer limits are Discord's way to say that there is none."""


class Mutant(NamedTuple):
    """A body with a mistake, and where and what it is."""

    place: str
    mistake: str
    body: Any


def mutants(name: str, sound: Any) -> Iterator[Mutant]:
    """Every mistake that the schema of this name knows and calls one."""
    judge = schema_judge(name)
    assert judge.is_valid(sound), [error.message for error in judge.iter_errors(sound)]
    for mutant in _spoilt({"$ref": f"#/components/schemas/{name}"}, sound, ""):
        if not judge.is_valid(mutant.body):
            yield mutant


def _spoilt(schema: JSON, sound: Any, place: str) -> Iterator[Mutant]:
    schema = _plain(schema, sound)
    for mistake, value in _mistakes(schema, sound):
        yield Mutant(place, mistake, value)
    if isinstance(sound, dict):
        for key, inner in sound.items():
            known = schema.get("properties", {}).get(key) or schema.get("additionalProperties")
            for mutant in _spoilt(known, inner, f"{place}.{key}") if isinstance(known, dict) else ():
                yield mutant._replace(body={**sound, key: mutant.body})
    elif isinstance(sound, list):
        for number, inner in enumerate(sound):
            for mutant in _spoilt(schema.get("items", {}), inner, f"{place}.{number}"):
                yield mutant._replace(body=[*sound[:number], mutant.body, *sound[number + 1 :]])


def _plain(schema: JSON, sound: Any) -> JSON:
    """Without references and alternatives: the one that the sound value is of."""
    while True:
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].split("/")[-1]]
        elif fitting := [one for key in ("oneOf", "anyOf") for one in schema.get(key, ()) if _fits(one, sound)]:
            schema = {**{key: value for key, value in schema.items() if key not in ("oneOf", "anyOf")}, **fitting[0]}
        else:
            return schema


def _fits(schema: JSON, sound: Any) -> bool:
    return bool(judge_of(schema).is_valid(sound))


def _mistakes(schema: JSON, sound: Any) -> Iterator[tuple[str, Any]]:
    wrong: list[Any] = [value for value in ("word", {"a": 1}, ["a"], True, 1.5) if type(value) is not type(sound)]
    yield from ((f"is {value!r}", value) for value in wrong)
    if isinstance(sound, str):
        yield from _texts(schema)
    elif isinstance(sound, list):
        yield from _lists(schema, sound)
    elif isinstance(sound, dict):
        without = [key for key in schema.get("required", ()) if key in sound]
        yield from ((f"no {key}", {name: one for name, one in sound.items() if name != key}) for key in without)
    elif isinstance(sound, int):
        yield from (("too small", schema.get("minimum", 0) - 1), ("too great", schema.get("maximum", 1 << 70) + 1))


def _texts(schema: JSON) -> Iterator[tuple[str, Any]]:
    yield "empty", ""
    if schema.get("maxLength", LONGEST) < LONGEST:
        yield "too long", "x" * (schema["maxLength"] + 1)


def _lists(schema: JSON, sound: list[Any]) -> Iterator[tuple[str, Any]]:
    if sound and schema.get("uniqueItems"):
        yield "twice the same", [*sound, sound[0]]
    if sound and schema.get("maxItems", LONGEST) < 1000:
        yield "too many", (sound * (schema["maxItems"] + 1))[: schema["maxItems"] + 1]
    yield "none", []
