"""The guide to scenario files, ``docs/scenarios.md``: what it tells about all games, and about one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text("utf-8")


def guide(game: str) -> str:
    """What holds for every game, and the chapter of one, by its title."""
    general, *chapters = re.split(r"^# ", GUIDE.removeprefix("# "), flags=re.MULTILINE)
    return general + next(chapter for chapter in chapters if chapter.startswith(game))


def words_of(text: str) -> set[str]:
    """Everything that a text shows as code, word by word, without its examples."""
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return set(re.findall(r"[\w.-]+", " ".join(re.findall(r"`([^`]+)`", plain))))


def names_of(rules: Iterable[str]) -> list[str]:
    """The names of rules, without their arguments."""
    return [rule.partition(":")[0] for rule in rules]


def examples() -> list[str]:
    """The scenarios that people are shown to copy."""
    return re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
