"""``make regenerate`` writes today's files anew and leaves alone what stays for good."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.regenerate import PARTS, ROOT, files, jobs, main, regenerate, report
from tests.saves.release import RELEASES
from tests.saves.test_saves import OLD


def test_what_stays_for_good_is_not_among_what_is_written() -> None:
    """Databases of releases and saves of older versions."""
    written = list(files())

    assert len(OLD) > 5
    assert not {*written} & {*OLD}
    assert not [file for file in written if RELEASES in file.parents]
    assert [file for file in written if not file.exists()] == []


def test_each_part_has_its_jobs_or_is_done_at_once() -> None:
    """What takes long is done side by side, each under a title of its own."""
    at_once = {"defaults", "layers", "origins", "tables"}
    titles = [title for title, _, _ in jobs(list(PARTS))]

    assert {part for part in PARTS if not list(jobs([part]))} == at_once
    assert len({*titles}) == len(titles)


def test_it_prints_sizes_and_digests_of_what_has_changed() -> None:
    """A file that is new, gone, or another one; nothing of the others."""
    before = {"a": (1, "aa"), "b": (2, "bb"), "c": (3, "cc")}
    now = {"a": (1, "aa"), "b": (20, "b2"), "d": (4, "dd")}

    assert report(before, now) == [
        "b: 2 bytes (bb) -> 20 bytes (b2)",
        "c: 3 bytes (cc) -> nothing",
        "d: nothing -> 4 bytes (dd)",
    ]


def test_where_nothing_has_changed_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick parts, in place."""
    monkeypatch.chdir(ROOT)
    before = {file: file.stat().st_size for file in files()}

    assert regenerate(["defaults", "origins", "tables"]) == []
    assert {file: file.stat().st_size for file in files()} == before


def test_an_unknown_part_is_misuse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It names those that there are."""
    monkeypatch.setattr("sys.argv", ["regenerate", "saves", "databases"])

    with pytest.raises(SystemExit):
        main()
    assert "no such part: databases" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["docs/contributing.md", "docs/recipes.md", "tests/README.md"])
def test_the_papers_say_how(paper: str) -> None:
    """After a change that is meant."""
    assert re.search(r"\bmake regenerate\b", Path(ROOT / paper).read_text("utf-8"))
