"""Twelve safeguards are taken away one by one, and a test notices. Whoever moves one says here where it is now."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sampled import first_of
from tests.short_form import sized

ROOT = Path(__file__).parents[2]
PARTS = ("bot", "rules", "images", "tests", "docs", "pyproject.toml")
CAUGHT = 1
"""What pytest ends with where tests fail; broken ones end otherwise."""


class Safeguard(NamedTuple):
    """A piece of code that protects something, what is left without it, and the tests that must notice."""

    file: str
    code: str
    without: str
    tests: str


SAFEGUARDS = {
    "the revision: who acts on an old state is refused": Safeguard(
        "bot/store/sql.py",
        'WHERE id = ? AND revision = ?",\n',
        'WHERE id = ? AND ? IS NOT NULL",\n',
        "tests/bot/store/test_contract.py",
    ),
    "a press that was stored counts once": Safeguard(
        "bot/store/sql.py",
        '(id, game, at) VALUES (?, ?, ?)", clash=Repeated',
        '(id, game, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"',
        "tests/bot/store/test_contract.py",
    ),
    "a message has a nonce": Safeguard(
        "bot/discord/channels.py",
        '{"nonce": message.nonce[:NONCE], **message.how}',
        "{**message.how}",
        "tests/bot/test_posting.py tests/bot/test_follow_ups.py",
    ),
    "a story is kept until it is posted": Safeguard(
        "bot/store/sql.py",
        "    lines.extend((TOLD, _story_row(game, at, story)) for story in unit.stories)\n",
        "",
        "tests/bot/store/test_contract.py",
    ),
    "a commit waits for the disk": Safeguard(
        "bot/store/sqlite.py", "PRAGMA synchronous = FULL", "PRAGMA synchronous = OFF", "tests/bot/store/test_sqlite.py"
    ),
    "an old button is refused": Safeguard(
        "bot/session/asking.py",
        "if press.address and not _is_press_valid(table, seat, press, press.address):",
        "if False:",
        "tests/bot/test_bad_input.py",
    ),
    "a seat answers once": Safeguard(
        "bot/session/asking.py",
        "    if seat in table.done:\n",
        "    if False:\n",
        "tests/bot/test_sessions_answers.py",
    ),
    "only the game master rules": Safeguard(
        "bot/acts/rulings.py",
        "    if not is_master(record, user_id):\n",
        "    if False:\n",
        "tests/bot/test_rulings.py",
    ),
    "what one seat is told no other hears": Safeguard(
        "rules/kernel/table.py",
        "        self.story.tell(Told(event, to))\n",
        "        self.story.tell(Told(event))\n",
        "tests/bot/test_secrets.py",
    ),
    "who sleeps is not called": Safeguard(
        "bot/discord/sitting.py",
        " and awake_at(person, now) == now]",
        "]",
        "tests/bot/test_endings.py",
    ),
    "a typed name is only text": Safeguard(
        "bot/words/narrator.py",
        "                return Said(make_harmless(term) if self.marked else tame(term))\n",
        "                return Said(term)\n",
        "tests/bot/words",
    ),
    "one process a folder": Safeguard(
        "bot/run/data_folder.py",
        "                held.enter_context(_hold_lock(made, lock, patience))\n",
        "                held.callback(_hold_lock, made, lock, patience)\n",
        "tests/bot/test_running.py",
    ),
}


@pytest.mark.parametrize("name", first_of(sized([*SAFEGUARDS], ["only the game master rules"]), 0))
def test_a_missing_safeguard_is_noticed(tmp_path: Path, name: str) -> None:
    """In a copy of the program, by the tests that are named."""
    guard = SAFEGUARDS[name]
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tmp_path / part)
    file = tmp_path / guard.file
    text = file.read_text("utf-8")
    file.write_text(text.replace(guard.code, guard.without), "utf-8")

    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *guard.tests.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == CAUGHT, run.stdout[-2000:]
