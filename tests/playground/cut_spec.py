"""Cuts what the tests need out of Discord's OpenAPI document.

``python -m tests.playground.cut_spec openapi.json COMMIT`` writes ``discord_openapi.json``, with the document of this
commit of https://github.com/discord/discord-api-spec. It keeps the JSON bodies and replies of the requests that the
playground serves, the schemas that they refer to, and no descriptions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.playground import Playground
from bot.playground.rest import API
from bot.playground.wire import JSON

CUT = Path(__file__).with_name("discord_openapi.json")
SCHEMAS = "#/components/schemas/"


def served_routes() -> set[tuple[str, str]]:
    """Return method and path of every request to Discord's API that the playground answers."""
    with TemporaryDirectory() as folder:
        playground = Playground(Path(folder))
        routes = [(route.method, route.resource) for route in playground._api().router.routes()]
        playground.world.store.close()
    served = {(method, resource.canonical) for method, resource in routes if resource is not None}
    return {(method, path.removeprefix(API)) for method, path in served if path.startswith(API) and method != "*"}


def shape_of(path: str) -> str:
    """Return a path without the names of its parameters, which need not be Discord's."""
    return "/".join("{}" if step.startswith("{") else step for step in path.split("/"))


def references(value: Any) -> Iterator[str]:
    """Yield the name of every schema that a piece of the document refers to."""
    match value:
        case {"$ref": str(reference)}:
            yield reference.removeprefix(SCHEMAS)
        case dict():
            for inner in value.values():
                yield from references(inner)
        case list():
            for inner in value:
                yield from references(inner)


def cut(document: JSON) -> JSON:
    """Return the part that the tests need; raises KeyError if a schema is missing."""
    served = {(method.lower(), shape_of(path)) for method, path in served_routes()}
    paths: JSON = {}
    for path, operations in sorted(document["paths"].items()):
        for method, operation in sorted(operations.items()):
            if (method, shape_of(path)) in served:
                paths.setdefault(path, {})[method] = _without_descriptions(_json_only(operation))
    schemas: JSON = {}
    missing = set(references(paths))
    while missing:
        found = {name: _without_descriptions(document["components"]["schemas"][name]) for name in missing}
        schemas |= found
        missing = set(references(found)) - schemas.keys()
    return {"info": document["info"], "paths": paths, "components": {"schemas": dict(sorted(schemas.items()))}}


def _json_only(operation: JSON) -> JSON:
    """Return the JSON body of a request and the JSON replies to it where it succeeds."""
    replies = {status: reply for status, reply in operation["responses"].items() if status.startswith("2")}
    kept: JSON = {"responses": {status: {"content": _json_content(reply)} for status, reply in replies.items()}}
    if body := _json_content(operation.get("requestBody", {})):
        kept["requestBody"] = {"content": body}
    return kept


def _json_content(message: JSON) -> JSON:
    kind = "application/json"
    return {kind: message["content"][kind]} if kind in message.get("content", {}) else {}


def _without_descriptions(value: Any) -> Any:
    """Drop the texts for people; a property that is called description stays."""
    if isinstance(value, list):
        return [_without_descriptions(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_descriptions(inner)
        for key, inner in value.items()
        if key != "description" or not isinstance(inner, str)
    }


def text_of(document: JSON) -> str:
    """Return the document as JSON with one request or schema a line, so that changes can be read."""
    paths = (f"{_line(path)}: {_lines(operations)}" for path, operations in document["paths"].items())
    parts = [
        f'"info": {_line(document["info"])}',
        f'"paths": {_block(paths)}',
        f'"components": {{"schemas": {_lines(document["components"]["schemas"])}}}',
    ]
    return _block(parts) + "\n"


def _lines(values: JSON) -> str:
    return _block(f"{_line(key)}: {_line(value)}" for key, value in values.items())


def _block(members: Iterable[str]) -> str:
    return "{\n" + ",\n".join(members) + "\n}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(whole: Path, commit: str) -> None:
    """Write the cut; its ``info`` tells which document it comes from."""
    data = whole.read_bytes()
    document = json.loads(data)
    document["info"] = {
        "title": document["info"]["title"],
        "version": document["info"]["version"],
        "license": document["info"]["license"],
        "x-source": f"https://github.com/discord/discord-api-spec/blob/{commit}/specs/openapi.json",
        "x-source-sha256": sha256(data).hexdigest(),
    }
    print(CUT.name, CUT.write_bytes(text_of(cut(document)).encode()), "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
