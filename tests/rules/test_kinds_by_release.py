"""Each kind of event is read by a named release; a new one is told a release later, so that all can read it."""

from __future__ import annotations

import json
from pathlib import Path

from bot.table.events import HOUSE_EVENTS
from rules.games import all_games, load

KINDS = json.loads(Path(__file__).with_name("kinds_by_release.json").read_text("utf-8"))


def test_every_kind_has_the_release_that_first_reads_it() -> None:
    """A new kind goes under the release in the making; the rules tell it after that release (docs/contributing.md)."""
    known = {kind for kinds in KINDS.values() for kind in kinds}
    now = {f"{name}.{kind.__name__}" for name in all_games() for kind in load(name).events}
    now |= {f"bot.{kind.__name__}" for kind in HOUSE_EVENTS}

    assert sorted(now - known) == []
    assert sorted(known - now) == [], "a kind that was stored once is readable for ever"
