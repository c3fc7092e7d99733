"""The worked example of own tables in the documents does what is printed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.run.cli import app

DOCS = Path(__file__).parents[2] / "docs"

pytestmark = pytest.mark.usefixtures("nothing_stays")


@pytest.mark.parametrize(("file", "locale"), [("game-masters.md", "en"), ("pl/game-masters.md", "pl")])
def test_the_worked_example_is_true(tmp_path: Path, file: str, locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file, the commands and their answers, and the fault of the slip."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    monkeypatch.setenv("LABIRYNT_TABLES", str(tmp_path))
    text = (DOCS / file).read_text("utf-8")
    (card,) = re.findall(r"```toml\n(extends.*?)```", text, re.DOTALL)
    consoles = re.findall(r"```console\n(\$ labirynt tables check.*?)```", text, re.DOTALL)
    cards = tmp_path / "jaskinia" / "cards.toml"
    cards.parent.mkdir()

    slip = card.replace("strength =", "strenght =")
    for written, console in zip((card, slip), consoles, strict=True):
        cards.write_text(written, "utf-8")
        for command in console.split("$ labirynt ")[1:]:
            line, _, answer = command.partition("\n")
            assert CliRunner().invoke(app, line.replace("FOLDER", str(tmp_path)).split()).stdout == answer
    refused = CliRunner().invoke(app, ["lookup", "troll"])
    assert refused.exit_code == 2
    assert f"✗ {refused.stderr}" in consoles[-1]
