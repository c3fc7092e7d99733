"""The map of the README: of the example that the page offers, as today's program draws it."""

from __future__ import annotations

from pathlib import Path

from bot.acts.copies.importing import read_copy
from bot.acts.copies.replaying import replay
from bot.games.labirynt_smierci.pictures import map_picture
from bot.words.narrator import Narrator
from rules.games import load

PAGE = Path(__file__).parents[2] / "bot/playground/page"


async def draw_plan(locale: str) -> bytes:
    """The level on which the example's party stands."""
    copy = read_copy((PAGE / f"example-{locale}.json.gz").read_bytes())
    rules = load(copy.game)
    state = replay(rules, copy).position.state
    picture = await map_picture(Narrator(locale), rules.view(state, None).here)
    assert picture is not None
    return picture.data
