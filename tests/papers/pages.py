"""The project's papers, and what is in them: links, headings, lines to be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests/README.md"])
OURS = re.compile(r"^(?:sudo )?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(labirynt|make|python tasks\.py)(?: (.*))?$")
SLASH = re.compile(r"/\w[-\w]*( |$)")
"""Begins a slash command, and no path."""
SHELL = ("", "sh", "bash", "console")


def tokens(paper: Path) -> list[Token]:
    """A paper as Markdown reads it."""
    return MarkdownIt().enable("table").parse(paper.read_text("utf-8"))


def inline(paper: Path) -> Iterator[Token]:
    """Links, pictures, code within sentences."""
    for block in tokens(paper):
        yield from block.children or ()


def links(paper: Path) -> Iterator[str]:
    """Where the links and pictures of a paper lead."""
    for token in inline(paper):
        where = token.attrGet("href") or token.attrGet("src")
        if where:
            yield str(where)


def anchors(paper: Path) -> set[str]:
    """The headings of a paper as they are linked to."""
    told = tokens(paper)
    headings = [after.content for one, after in pairwise(told) if one.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def blocks(paper: Path) -> Iterator[str]:
    """Fenced blocks without a language, or with a shell's."""
    for token in tokens(paper):
        if token.type == "fence" and token.info.strip() in SHELL:
            yield token.content


def commands(paper: Path) -> Iterator[tuple[str, str]]:
    """``labirynt``, ``make`` or ``python tasks.py``, and what follows on the line, without what is said about it."""
    lines = [line for block in blocks(paper) for line in block.splitlines()]
    lines += [token.content for token in inline(paper) if token.type == "code_inline"]
    for line in lines:
        ours = OURS.match(line.strip())
        if ours:
            yield ours[1], re.split(r"\s{2,}|\s+#|;", ours[2] or "")[0].strip()


def slashes(paper: Path) -> Iterator[str]:
    """What the sentences of a paper tell one to type in Discord, from the ``/`` on."""
    for token in inline(paper):
        if token.type == "code_inline" and SLASH.match(token.content):
            yield token.content
