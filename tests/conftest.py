"""What tests of several parts share: a real browser, and a log with short tracebacks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import structlog

from bot.words.catalogues import adopt
from images import artwork
from rules.games import all_games
from tests.bot.store.a_server import PG_CTL, Server, everywhere, kept_at, the_server
from tests.short_form import SHORT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick``: see `_sampled`; ``--short``: see `short_form`, which the soaks read as they are imported."""
    parser.addoption("--quick", action="store_true", help="of each long property the first numbered example")
    parser.addoption("--short", action="store_true", help="of each soak as little as can be, to its end")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled modules, and start the server if everything is kept in one: started processes find both.

    Some images forbid compiled modules (PYTHONDONTWRITEBYTECODE). Then each worker and each process that a test starts
    compiles all libraries and tests again, which takes it more than ten seconds.
    """
    if config.getoption("--short"):
        os.environ[SHORT] = "1"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if everywhere() and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        kept_at(Path("first"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Some tests share one Chromium or PostgreSQL; without it they are skipped, but in CI they may not be."""
    if config.getoption("--quick"):
        items[:] = _sampled(items)
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.xdist_group("postgres"))
            if not PG_CTL and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason="no PostgreSQL on this machine"))
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)  # of the browser
            if not CHROMIUM and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason="no chromium on this machine"))


def _sampled(items: list[pytest.Item]) -> list[pytest.Item]:
    """All tests, but of those marked as long the first of their numbered examples alone, or none."""
    return [item for item in items if not item.get_closest_marker("long") or item.name.endswith("[0]")]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test begins with a log of its own; short tracebacks, as all locals of a running bot fill the memory."""
    structlog.reset_defaults()
    printed = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], printed])


@pytest.fixture(scope="session")
def server() -> Server:
    """One PostgreSQL for all tests that need it."""
    return the_server()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Any]:
    """One Chromium for all browser tests: it takes long to start, on a busy machine sometimes more than once."""
    library = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    assert CHROMIUM, "there is no chromium on this machine"
    async with library.async_playwright() as api:
        for last in (False, False, True):
            try:
                started = await api.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=60_000)
                break
            except library.Error:
                if last:
                    raise
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Any) -> AsyncIterator[Any]:
    """A fresh profile in that Chromium."""
    context = await chromium.new_context(locale="pl-PL")
    yield context
    await context.close()


@pytest.fixture
def nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test has said or drawn with a group's own tables is as it was."""
    monkeypatch.setattr(artwork, "_hung", [])
    monkeypatch.setattr(artwork, "_stand_ins", {})
    artwork.there_are.cache_clear()
    yield
    artwork.there_are.cache_clear()
    for name in all_games():
        adopt(name, {})
