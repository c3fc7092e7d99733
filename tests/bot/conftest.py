"""Everybody may be called at whatever hour the tests run, unless a test is about quiet hours."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nobody_sleeps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("night") is None:
        monkeypatch.setattr("bot.discord.sitting.awake_at", lambda person, moment: moment)
