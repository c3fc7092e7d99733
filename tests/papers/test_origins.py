"""What the papers say of the tables' origins: which are the rulebook's, which are published, which are ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.papers.origins import PAPERS, README, with_origins


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.parent.name))
def test_the_papers_say_which_tables_are_ours(paper: Path) -> None:
    """``make regenerate ARGS=origins`` writes it anew."""
    assert paper.read_text("utf-8") == with_origins(paper)


def test_a_wrong_count_is_written_anew(tmp_path: Path) -> None:
    """Whatever stands in the last cell."""
    paper = tmp_path / "README.md"
    paper.write_text(README.read_text("utf-8").replace("55 of 55", "54 of 55"), "utf-8")

    assert with_origins(paper) == README.read_text("utf-8")
