"""Texts that are too long lose whole lines, where only the end of several is lost."""

from __future__ import annotations

from bot.words.narrator import clip


def test_whole_lines_are_cut_so_that_no_markdown_is_left_open() -> None:
    """The line that does not fit any more goes as a whole."""
    assert clip("- **one** – 1\n- **two** – 2\n- **three** – 3", 35) == "- **one** – 1\n- **two** – 2\n…"


def test_a_single_long_line_is_cut_within() -> None:
    """There is nothing else to keep."""
    assert clip("a very long line", 8) == "a very…"
