"""Discord's own OpenAPI document as a judge of requests and replies (discord/discord-api-spec, MIT).

The repository holds what the tests need of it; ``LABIRYNT_DISCORD_SPEC`` may name a whole document instead.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from bot.playground import Recorded
from bot.playground.wire import JSON
from tests.playground.cut_spec import CUT, shape_of

SPEC = Path(os.environ.get("LABIRYNT_DISCORD_SPEC") or CUT)


@cache
def document() -> JSON:
    """The document, widened where Discord is known to accept more: attachment ids may be integers."""
    spec: JSON = json.loads(SPEC.read_text("utf-8"))
    spec["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    return spec


@cache
def validator(pointer: str) -> Any:
    components = {"components": document()["components"]}
    place: Any = document()
    for step in pointer.split("|"):
        place = place.get(step) if isinstance(place, dict) else None
    return None if place is None else jsonschema_rs.Draft202012Validator({**components, **place})


def judge_of(schema: JSON) -> Any:
    """A validator of a piece of the document."""
    return jsonschema_rs.Draft202012Validator({"components": document()["components"], **schema})


@cache
def schema_judge(name: str) -> Any:
    """A validator of the schema of this name."""
    return judge_of({"$ref": f"#/components/schemas/{name}"})


def path_of(route: str) -> str | None:
    """The document's path whose shape is the route's; its parameters may be called otherwise."""
    return _paths().get(shape_of(route))


@cache
def _paths() -> dict[str, str]:
    return {shape_of(path): path for path in document()["paths"]}


def faults(call: Recorded) -> list[str]:
    """What the document has against this request, and against our reply to it."""
    path = path_of(call.route)
    if path is None:
        return [f"{call.method} {call.route} is not in the document"]
    base = f"paths|{path}|{call.method.lower()}"
    checks = [("request", f"{base}|requestBody|content|application/json|schema", call.body)]
    if call.reply is not None and call.status < 300:
        checks.append(("reply", f"{base}|responses|{call.status}|content|application/json|schema", call.reply))
    found = []
    for side, pointer, value in checks:
        judge = validator(pointer)
        if judge is not None and value is not None:
            found += [f"{side} of {call.method} {call.route}: {explain(error)}" for error in judge.iter_errors(value)]
    return found


def explain(error: Any) -> str:
    return f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
