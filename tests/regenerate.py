"""Writes anew what commands have written down, and prints what changed: ``make regenerate``.

``python -m tests.regenerate saves example`` does only these parts. What stays for good is never touched: the saves of
older versions of the rules and the databases of releases. Films want a browser: see docs/contributing.md.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Any

import structlog

from bot.discord import sitting
from rules.games import all_games, load
from tests.bot import test_library, test_newest_message
from tests.images import test_golden
from tests.papers import layers, origins, test_plan
from tests.playground import third_week
from tests.rules import same_games, state_defaults, table_digests
from tests.saves import make

ROOT = Path(__file__).parent.parent
PARTS = {
    "defaults": "default values of the states' fields: new fields are added, a changed default is refused",
    "tables": "digests of the tables: compare a changed table with its printed sheet",
    "origins": "which tables are ours, and how many of their rows, in the README and in both playing.md",
    "games": "digests of the same games",
    "saves": "a saved game of today's version of each game's rules",
    "example": "the playground's example, and the map of the README, which shows it",
    "library": "what people read in whole games and at each ending: read what has changed as a player would",
    "layers": "the picture of the layers in docs/architecture.md",
    "pictures": "golden pictures: look at each changed one",
}
Files = Mapping[str, tuple[int, str]]
"""Size and digest of each file, by its path."""


def files() -> Iterator[Path]:
    """Yield every file that may be written anew."""
    yield from (same_games.FILE, table_digests.FILE, state_defaults.FILE)
    yield from (make.file_of(load(game)) for game in all_games())
    yield from (ROOT / third_week.PAGE / f"example-{locale}.json.gz" for locale in third_week.FRIENDS)
    yield test_plan.PLAN
    yield from (test_newest_message.file_of(game, people) for game, people, *_ in test_newest_message.KEPT)
    yield from map(test_library.file_of, test_library.TALES)
    yield layers.FILE
    yield from origins.PAPERS
    yield from (test_golden.FOLDER / f"{name}.png" for name in test_golden.PICTURES)


def read_files() -> Files:
    """Return the files as they are now."""
    found = {file: file.read_bytes() for file in files() if file.exists()}
    return {str(file.relative_to(ROOT)): (len(data), sha256(data).hexdigest()[:12]) for file, data in found.items()}


def report(before: Files, now: Files) -> list[str]:
    """Return one line for each file that has changed: its size and digest, before and now."""
    return [
        f"{file}: {_described(before.get(file))} -> {_described(now.get(file))}"
        for file in sorted({*before, *now})
        if before.get(file) != now.get(file)
    ]


def _described(file: tuple[int, str] | None) -> str:
    return f"{file[0]} bytes ({file[1]})" if file else "nothing"


def write_save(game: str) -> None:
    """Write the save of a game by its name: rules are not handed to other processes."""
    make.write(load(game))


def jobs(parts: Sequence[str]) -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """Yield what can be done side by side, the longest first: its title, the function and its arguments."""
    if "example" in parts:
        yield from ((f"example, {locale}", third_week.write, (locale,)) for locale in third_week.FRIENDS)
    if "games" in parts:
        yield from ((f"games, {played}", same_games.digests, played) for played in same_games.PLAYED)
    if "saves" in parts:
        yield from ((f"save of {game}", write_save, (game,)) for game in all_games())
    if "library" in parts:
        yield from ((f"library, {game}", test_newest_message.write, (game,)) for game in all_games())
        yield from ((f"library, {tale}", test_library.write, (tale,)) for tale in test_library.TALES)
    if "pictures" in parts:
        yield from ((f"picture {name}", test_golden.write, (name,)) for name in test_golden.PICTURES)


def regenerate(parts: Sequence[str]) -> list[str]:
    """Write these parts anew, on all cores; return what has changed, as ``report``."""
    before = read_files()
    if "defaults" in parts:
        state_defaults.write()  # refuses a changed default before anything else is written
    changed_tables = table_digests.write() if "tables" in parts else []
    played = _work_off(list(jobs(parts)))
    if "games" in parts:
        same_games.write({stages: played[f"games, {stages}"] for stages in same_games.PLAYED})
    if "example" in parts:
        test_plan.write()
    if "origins" in parts:
        origins.write()
    if "layers" in parts:
        layers.FILE.write_text(layers.draw_layers(), encoding="utf-8")
    return [*report(before, read_files()), *(f"table {table} has changed" for table in changed_tables)]


def _work_off(todo: Sequence[tuple[str, Callable[..., Any], tuple[Any, ...]]]) -> dict[str, Any]:
    """Do the jobs in as many processes as there are cores; return their results by title."""
    began, results = time.monotonic(), dict[str, Any]()
    with ProcessPoolExecutor(initializer=_hush) as processes:
        titles: dict[Future[Any], str] = {processes.submit(job, *given): title for title, job, given in todo}
        for done in as_completed(titles):
            results[titles[done]] = done.result()
            print(f"[{len(results)}/{len(todo)}] {time.monotonic() - began:.0f} s: {titles[done]}", flush=True)
    return results


def _hush() -> None:
    """Log no step of the bot that plays the example; as in the tests, nobody sleeps, whatever the hour is."""
    sitting.awake_at = lambda person, moment: moment  # type: ignore[attr-defined]  # as in tests/bot/conftest.py
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.regenerate",
        description=__doc__,
        epilog="\n".join(f"  {name:10}{about}" for name, about in PARTS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("part", nargs="*", help="one of those below; without any, all of them")
    parts = parser.parse_args().part or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    os.chdir(ROOT)
    changed = regenerate(parts)
    print("\nChanged:" if changed else "\nNothing has changed.", *changed, sep="\n")


if __name__ == "__main__":
    main()
