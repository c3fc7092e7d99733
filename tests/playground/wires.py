"""A bare REST client for what discord.py would never send, and answers that bodies are expected to get."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from bot.playground import Playground
from bot.playground.wire import JSON

Answer = tuple[int, Any]


async def ask(playground: Playground, method: str, path: str, body: Any = None, files: tuple[int, ...] = ()) -> Answer:
    """Status and JSON of one call; `files` are the sizes of files to upload with it."""
    headers = {"Authorization": f"Bot {playground.token}"}
    sent: Any = {"json": body} if body is not None else {}
    if files:
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for number, size in enumerate(files):
            form.add_field(f"files[{number}]", b"x" * size, filename=f"f{number}.png", content_type="image/png")
        sent = {"data": form}
    async with (
        aiohttp.ClientSession(connector=playground.connector()) as session,
        session.request(method, f"https://discord.com/api/v10{path}", headers=headers, **sent) as response,
    ):
        text = await response.text()
        return response.status, json.loads(text) if text else None


def error_codes(reply: JSON) -> dict[str, str]:
    """Where Discord's error shape complains, and with which code."""
    found: dict[str, str] = {}

    def search(place: JSON, path: str) -> None:
        for key, inner in place.items():
            if key == "_errors":
                found[path.strip(".")] = inner[0]["code"]
            else:
                search(inner, f"{path}.{key}")

    search(reply.get("errors") or {}, "")
    return found


def row(*parts: JSON) -> JSON:
    return {"type": 1, "components": list(parts)}


def button(custom_id: str | None = "b", **more: Any) -> JSON:
    return {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, **more}


def select(count: int = 2, **more: Any) -> JSON:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def words(content: str = "x") -> JSON:
    return {"type": 10, "content": content}


def section(accessory: JSON, *texts: str) -> JSON:
    return {"type": 9, "components": [words(text) for text in texts], "accessory": accessory}


def gallery(*names: str) -> JSON:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}} for name in names]}


def layout(*parts: JSON, **more: Any) -> JSON:
    return {"flags": 1 << 15, "components": list(parts), **more}


def label(component: JSON, **more: Any) -> JSON:
    return {"type": 18, "label": "l", "component": component, **more}


def text_input(custom_id: str = "t", **more: Any) -> JSON:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def modal(*parts: JSON, **more: Any) -> JSON:
    return {"custom_id": "m", "title": "T", "components": list(parts), **more}


def command(name: str = "gra", *options: JSON, **more: Any) -> JSON:
    return {"name": name, "description": "opis", "type": 1, "options": list(options), **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> JSON:
    return {"name": name, "description": "opis", "type": kind, **more}
