"""Every link from paper to paper leads somewhere."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.papers.outer import addresses
from tests.papers.pages import PAPERS, ROOT, anchors, links

OUTSIDE = ("http://", "https://", "mailto:")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_inner_links_lead_somewhere(paper: Path) -> None:
    """A file or folder that is there; a heading that it has."""
    for link in links(paper):
        if link.startswith(OUTSIDE):
            continue
        file, _, heading = unquote(link).partition("#")
        there = (paper.parent / file) if file else paper

        assert there.exists(), link
        assert not heading or heading in anchors(there), link


def test_outer_links_are_known() -> None:
    """``make links`` finds them to be asked for."""
    assert "https://keepachangelog.com/en/1.1.0/" in addresses()
