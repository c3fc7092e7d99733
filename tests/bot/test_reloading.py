"""A group edits its own tables while it plays: an open stage goes on as it began, the next one has the new tables."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.own_tables import load_own
from bot.run.start import Reloading
from rules.games import load
from tests.bot.a_channel import Channel, a_channel

pytestmark = pytest.mark.usefixtures("nothing_stays")

EXAMPLE = Path(__file__).parents[2] / "docs" / "own-tables"
GAME = "labirynt-smierci"
MONSTERS = Path("labirynt_smierci") / "monsters.toml"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A group's own folder."""
    shutil.copytree(EXAMPLE, tmp_path / "own")
    return tmp_path / "own"


@pytest.fixture
async def table(tmp_path: Path, tables: Path) -> AsyncIterator[Channel]:
    """A game with them has begun; its set-up is open."""
    async with a_channel(tmp_path / "there", load_own(GAME, tables)) as channel, channel.bot_up() as client:
        channel.client = client  # type: ignore[attr-defined]  # for the tests below
        await channel.opened("Ala")
        yield channel


def edit(tables: Path, before: str, after: str) -> None:
    """Save the monsters with other words in them."""
    file = tables / MONSTERS
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


async def test_the_next_stage_has_the_tables_that_were_saved(table: Channel, tables: Path) -> None:
    """The open one goes on with those it began with, whatever is asked in it."""
    said: list[dict[str, str]] = []
    sessions = table.client.service.sessions  # type: ignore[attr-defined]
    reloading = Reloading(tables, sessions, said.append)
    before = sessions.games[GAME].digest
    edit(tables, 'strength   = "1K6+3"', 'strength   = "1K6+4"')
    await reloading.look()
    entry = sessions.live()[0]
    pages = [await sessions.store.page(entry.id, 1, stage) for stage in (0, 1)]
    assert pages[1] is None
    while (page := await sessions.store.page(entry.id, 1, 1)) is None:
        await table.press("Ala", next(one for one in table.asking()[-1].buttons).label)

    assert sessions.games[GAME].digest != before
    assert (await sessions.store.page(entry.id, 1, 0)).snapshot.tables == before
    assert page.snapshot.tables == sessions.games[GAME].digest
    assert said == [{
        "pl": "Labirynt Śmierci: zmienione tabele obowiązują od następnego etapu każdej gry.",
        "en": "The Labyrinth of Death (Labirynt Śmierci): the changed tables are in force "
        "from each table's next stage on.",
    }]  # fmt: skip


async def test_what_cannot_be_read_changes_nothing(table: Channel, tables: Path) -> None:
    """Each fault is said in both languages, with its line and the group's own row; untouched, nothing is said."""
    said: list[dict[str, str]] = []
    sessions = table.client.service.sessions  # type: ignore[attr-defined]
    reloading, before = Reloading(tables, sessions, said.append), sessions.games[GAME]
    await reloading.look()
    edit(tables, "dexterity  = 4", 'dexterity  = "four and more"')
    edit(tables, "resistance = 2", "resistence = 2")
    await reloading.look()

    assert sessions.games[GAME] is before
    (told,) = said
    kept, first, second = told["pl"].split("\n")
    assert kept == "Tabele zostają, jakie były:"
    assert first.startswith("labirynt_smierci/monsters.toml, wiersz 7, monster drowner.dexterity: ma być liczba")
    assert second.startswith("labirynt_smierci/monsters.toml, wiersz 8, monster drowner.resistence: nie ma takiego")
    assert told["en"].split("\n")[1].startswith("labirynt_smierci/monsters.toml, line 7, monster drowner.dexterity:")


def test_an_edition_is_told_by_its_tables(tables: Path) -> None:
    """The shipped ones and the group's own differ."""
    assert load(GAME).digest != load_own(GAME, tables).digest
