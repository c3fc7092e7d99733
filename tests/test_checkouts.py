"""The folder may lie on other systems: lines may end as on Windows, and names may differ in more than their case."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

import pytest

from bot.settings import Settings
from bot.words import catalogues
from images import artwork
from rules.games import all_games, load

ROOT = Path(__file__).parent.parent
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?|.*[. ]|.*[<>:\"\\|?*\x00-\x1f].*")
"""What no file can be called on Windows."""
LONGEST = 160
"""Signs of a path below this folder: Windows has 260 with what it lies in."""


def as_on_windows(folder: Path, to: Path, ending: str) -> int:
    """Copy text files with line ends as on Windows; says how many."""
    found = sorted(folder.rglob(f"*.{ending}"))
    for file in found:
        copy = to / file.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    return len(found)


def test_every_file_can_lie_on_every_system() -> None:
    """No two names differ in case alone, none is reserved, none is too long."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    names = [PurePosixPath(name) for name in listed.split("\0") if name]
    folded = Counter(str(one).casefold() for one in {*names, *(up for name in names for up in name.parents)})

    assert [name for name, times in folded.items() if times > 1] == []
    assert [str(name) for name in names if any(map(RESERVED.fullmatch, name.parts))] == []
    assert [str(name) for name in names if len(str(name)) > LONGEST or not str(name).isascii()] == []


@pytest.mark.parametrize("game", all_games())
def test_tables_are_the_same_with_other_line_ends(game: str, tmp_path: Path) -> None:
    """A game may go on, and be verified, on another system: the digest of its tables is the same."""
    package = game.replace("-", "_")
    assert as_on_windows(ROOT / "rules" / package / "data", tmp_path / package, "toml")

    assert load(game, tmp_path).digest == load(game).digest


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_catalogues_are_the_same_with_other_line_ends(
    locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a word has a sign too many."""
    ours = list(catalogues.entries_of(locale))
    assert as_on_windows(ROOT / "bot" / "locale", tmp_path, "po")
    monkeypatch.setattr(catalogues, "FOLDERS", [tmp_path])
    theirs = list(catalogues.entries_of(locale))

    assert ours == theirs


@pytest.mark.usefixtures("nothing_stays")
def test_drawings_are_the_same_with_other_line_ends(tmp_path: Path) -> None:
    """What is read for the renderer has no other line ends."""
    names = [file.relative_to(artwork.FOLDER).with_suffix("").as_posix() for file in artwork.FOLDER.rglob("*.svg")]
    ours = {name: artwork._read_drawing(name) for name in names}
    assert as_on_windows(artwork.FOLDER, tmp_path, "svg") == len(names)
    artwork.hang(tmp_path)

    assert {name: artwork._read_drawing(name) for name in names} == ours


def test_settings_may_have_been_written_on_windows(tmp_path: Path) -> None:
    """With a byte order mark before the first name, and other line ends."""
    file = tmp_path / ".env"
    file.write_bytes(b"\xef\xbb\xbfLABIRYNT_UNDO_STAGES=7\r\nLABIRYNT_DATA=dane\r\n")
    settings = Settings(_env_file=file)

    assert (settings.undo_stages, settings.data) == (7, Path("dane"))
