"""``--help`` and what is wrong with a command line, on a Polish terminal."""

from __future__ import annotations

from pathlib import Path

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
        ("play --port abc", "--port: to nie jest liczba całkowita\nPomoc: labirynt play --help\n"),
        ("play --port 70000", "--port: za dużo; dozwolone: 65535 albo mniej\nPomoc: labirynt play --help\n"),
        ("backup --keep 0", "--keep: za mało; dozwolone: 1 albo więcej\nPomoc: labirynt backup --help\n"),
        (
            "games --phase śpi",
            "--phase: nie ma takiej wartości; dozwolone: live, lobby, playing, put_away, ended, all\n"
            "Pomoc: labirynt games --help\n",
        ),
        (
            "move --to mysql://x",
            "--to: adres zaczyna się od postgresql://, na przykład postgresql://nazwa@serwer/baza\n"
            "Pomoc: labirynt move --help\n",
        ),
        ("verify nic.json", "FILE: ta wartość nie pasuje\nPomoc: labirynt verify --help\n"),
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


def test_wrong_settings_are_named_in_polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by its name, with what is allowed; nothing of pydantic's own English, and never the value."""
    (tmp_path / "empty").touch()
    wrong = {
        "SHARDS": "many", "UNDO_STAGES": "0", "HEALTH_PORT": "70000", "LOG_LEVEL": "loud", "KEEP_DAYS": "long",
        "DATABASE": "mysql://secret@x", "TOKEN_FILE": str(tmp_path / "empty"),
    }  # fmt: skip
    for name, value in wrong.items():
        monkeypatch.setenv(f"LABIRYNT_{name}", value)

    said = CliRunner().invoke(app, "doctor").stdout.splitlines()

    assert sorted(line.removeprefix("✗ ") for line in said) == [
        "LABIRYNT_DATABASE: adres zaczyna się od postgresql://, na przykład postgresql://nazwa@serwer/baza",
        "LABIRYNT_HEALTH_PORT: za dużo; dozwolone: 65535 albo mniej",
        "LABIRYNT_KEEP_DAYS: to nie jest pasująca liczba; dozwolone: liczby od 0.0 do ∞",
        "LABIRYNT_LOG_LEVEL: nie ma takiej wartości; dozwolone: debug, info, warning, error",
        "LABIRYNT_SHARDS: to nie jest pasująca liczba; dozwolone: liczby całkowite od 1 do 16384",
        f"LABIRYNT_TOKEN_FILE: plik {tmp_path / 'empty'} jest pusty",
        "LABIRYNT_UNDO_STAGES: za mało; dozwolone: 1 albo więcej",
    ]
