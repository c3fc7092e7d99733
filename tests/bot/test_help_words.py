"""``--help`` and what is wrong with a command line, on a Polish terminal."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from bot.run.cli import app, main


@pytest.fixture(autouse=True)
def _polish(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--help", "Rzuca kośćmi."),
        ("--help", "Pokazuje tę pomoc."),
        ("tables --help", "Zakłada katalog"),
        ("tables check --help", "Katalog z LABIRYNT_TABLES."),
        ("print --help", "Plik PDF"),
        ("lookup --help", "Sprawdza coś w tabelach gier"),
        ("lookup --help", "W której grze; inaczej we wszystkich."),
        ("shell --help", "Sprawdza i rzuca wiersz po wierszu"),
    ],
)
def test_help_is_polish(line: str, said: str) -> None:
    """Of commands, and of their options."""
    assert said in CliRunner().invoke(app, line).stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tables chek", "Nie ma polecenia „chek” – może „check”?\nPomoc: labirynt tables --help\n"),
        ("tables check", "Brakuje FOLDER\nPomoc: labirynt tables check --help\n"),
        ("print jaskinia --papr a4", "Nie ma opcji --papr – może „--paper”?\nPomoc: labirynt print --help\n"),
        ("play --port abc", "--port: ta wartość nie pasuje\nPomoc: labirynt play --help\n"),
        ("roll 1k6 2", "Nie da się tego zrozumieć: roll 1k6 2\nPomoc: labirynt roll --help\n"),
    ],
)
def test_a_wrong_line_is_described_in_polish(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what was probably meant, and the command that helps."""
    monkeypatch.setattr("sys.argv", ["labirynt", *line.split()])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert capsys.readouterr().err == said
