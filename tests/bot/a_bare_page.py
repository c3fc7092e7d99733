"""The playground's page without a browser: its own HTTP, as Ala uses it in her first channel."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from bot.playground.wire import BUTTON, walk

AS_USUAL = "⭐"
"""What the button of the usual answer begins with."""
LONG = 60.0
"""Seconds after which something does not come any more."""


class APage:
    """The page's own HTTP, as Ala in her first channel."""

    def __init__(self, address: str) -> None:
        self._address = address
        world = json.loads(self.get("api/world"))
        channel = next(one["id"] for one in world["channels"] if one["type"] == 0)
        self._here = {"user": world["me"], "channel": channel}

    def plays(self) -> None:
        """From an empty channel to the first question of a game, with a picture."""
        assert self.get("").startswith(b"<!doctype html>")
        self.does("slash", command="game new", options={})
        self.presses("Szybki start")
        self.presses(AS_USUAL)
        self.waits_for("image/png")

    def get(self, path: str) -> bytes:
        """What is at this address."""
        with urlopen(self._address + path, timeout=LONG) as answer:
            body: bytes = answer.read()
            return body

    def does(self, verb: str, **more: Any) -> None:
        """One of the verbs; with a bot that is not there yet, or not quite, it is tried again."""
        body = json.dumps({**self._here, **more}).encode()
        for _ in until_it_is_late():
            request = Request(f"{self._address}api/{verb}", body, {"Content-Type": "application/json"})
            try:
                with urlopen(request, timeout=LONG) as answer:
                    if json.load(answer)["kind"] != "failed":
                        return
            except HTTPError as refused:
                refused.close()

    def presses(self, label: str) -> None:
        """The newest button whose label has these words, as soon as it is there."""
        for _ in until_it_is_late():
            buttons = [
                (message["id"], part["custom_id"])
                for message in self._messages()
                for _, part in walk(message["components"])
                if part["type"] == BUTTON and label in (part.get("label") or "")
            ]
            if buttons:
                self.does("press", message=buttons[-1][0], custom_id=buttons[-1][1])
                return

    def waits_for(self, words: str) -> None:
        """Until a message has these words in it."""
        for _ in until_it_is_late():
            if any(words in json.dumps(message, ensure_ascii=False) for message in self._messages()):
                return

    def _messages(self) -> list[Any]:
        messages: list[Any] = json.loads(self.get(f"api/messages?{urlencode(self._here)}"))["messages"]
        return messages


def until_it_is_late() -> Iterator[None]:
    """Another try, and another, with a breath between them."""
    late = time.monotonic() + LONG
    while time.monotonic() < late:
        yield
        time.sleep(0.1)
    raise AssertionError("it does not come")
