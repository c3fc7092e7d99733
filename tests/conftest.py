"""What tests of several parts share: a real browser, a log with short tracebacks, and what a run says at its end."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import structlog

from bot.words.catalogues import adopt
from bot.words.matching import Budget
from images import artwork
from rules.games import all_games
from tests import order
from tests.bot.store.a_server import PG_CTL, Server, everywhere, kept_at, the_server
from tests.short_form import SHORT

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first draws no windows and needs half of the others' time."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
ELSEWHERE = {
    "soak": "more of the same: make soak",
    "fleet": "several processes as one bot: make postgres",
    "postgres": "PostgreSQL: make postgres",
    "pythons": "another Python: make package",
}
"""Where the tests with these markers run that ``make test`` leaves out."""
_left_out: Counter[str] = Counter()
_seconds: Counter[str] = Counter()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick``: see `_sampled`; ``--short``: see `short_form`, which the soaks read as they are imported."""
    parser.addoption("--quick", action="store_true", help="of each long property the first numbered example")
    parser.addoption("--remember-durations", action="store_true", help="write down which tests are long")
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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the long tests first. Without a browser or PostgreSQL their tests are skipped, but in CI they may not be."""
    if config.getoption("--quick"):
        items[:] = _sampled(items)
    for item in items:
        if item.get_closest_marker("postgres") and not PG_CTL and not os.environ.get("CI"):
            item.add_marker(pytest.mark.skip(reason="no PostgreSQL on this machine"))
        if item.get_closest_marker("browser"):
            if isinstance(item, pytest.Function) and iscoroutinefunction(item.function):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)  # of the browser
            if not CHROMIUM and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason="no chromium on this machine"))
    if worker := getattr(config, "workerinput", None):
        items[:] = order.dealt(items, worker["workercount"], order.remembered())


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays for the whole run: modules and tests; a fifth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count what is left out, by the first marker that says where it runs."""
    for item in items:
        _left_out.update([marker for marker in ELSEWHERE if item.get_closest_marker(marker)][:1])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the seconds of each test with those of its fixtures."""
    _seconds[report.nodeid] += report.duration


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker says what it has left out; who starts them writes down what was long."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(_left_out)
    elif session.config.getoption("--remember-durations"):
        order.remember(_seconds)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Each worker leaves out the same."""
    _left_out.update(Counter(getattr(node, "workeroutput", {}).get("left_out", {})) - _left_out)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Nothing is left out silently."""
    for marker, count in _left_out.items():
        terminalreporter.write_line(f"Not run here: {count} tests of {ELSEWHERE[marker]}")


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
    """One Chromium for the browser tests of a worker: on a busy machine it sometimes does not start at once."""
    from playwright import async_api as library  # slow to import, and only browser tests need it

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
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets of comparisons that the test has used, filled as it goes on."""
    used: list[Budget] = []
    enter = Budget.__enter__

    def noted(budget: Budget) -> Budget:
        used.append(budget)
        return enter(budget)

    monkeypatch.setattr(Budget, "__enter__", noted)
    return used


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
