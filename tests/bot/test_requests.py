"""What is counted of requests to Discord: by route, without anybody's id or token."""

from __future__ import annotations

import pytest
from yarl import URL

from bot.discord.requests import is_counted, route_of, scope_of
from bot.discord.retry_queue import PendingDelivery, RetryQueue

API = "https://discord.com/api/v10"


@pytest.mark.parametrize(
    ("method", "path", "route", "counted"),
    [
        ("POST", "/channels/123/messages", "POST /channels/{id}/messages", True),
        ("PATCH", "/channels/123/messages/456?x=1", "PATCH /channels/{id}/messages/{id}", True),
        ("PUT", "/channels/1/pins/%F0%9F%8E%B2/@me", "PUT /channels/{id}/pins/{id}/@me", True),
        ("GET", "/gateway/bot", "GET /gateway/bot", True),
        ("PUT", "/applications/9/commands", "PUT /applications/{id}/commands", True),
        ("POST", "/interactions/7/aW50ZXJh/callback", "POST /interactions/{id}/{token}/callback", False),
        ("POST", "/interactions/7/lowercase/callback", "POST /interactions/{id}/{token}/callback", False),
        ("PATCH", "/webhooks/9/aW50/messages/@original", "PATCH /webhooks/{id}/{token}/messages/@original", False),
        ("POST", "/webhooks/9/token", "POST /webhooks/{id}/{token}", False),
    ],
)  # fmt: skip
def test_a_route_names_nobody(method: str, path: str, route: str, counted: bool) -> None:
    """And says whether Discord counts it among the fifty a second."""
    url = URL(f"{API}{path}")

    assert route_of(method, url) == route
    assert is_counted(url) is counted


@pytest.mark.parametrize(("said", "scope"), [("global", "global"), ("shared", "shared"), ("new", "unknown")])
def test_whose_limit_it_was(said: str, scope: str) -> None:
    """By Discord's own word."""
    assert scope_of({"X-RateLimit-Scope": said}) == scope
    assert scope_of({}) == "unknown"


def test_debts_by_what_stands_in_the_way() -> None:
    """What was tried and failed by its cause, what was not tried yet as unknown."""
    retry_queue = RetryQueue()
    retry_queue.note("one", PendingDelivery("shut"))
    retry_queue.note("two", PendingDelivery("shut"))
    unfinished = {"one": 1.0, "two": 2.0, "three": 3.0}
    retry_queue.round(unfinished)
    retry_queue.round(unfinished)

    assert retry_queue.causes == {"shut": 2, "unknown": 1}
