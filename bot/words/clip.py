"""Texts no longer than they may be."""

from __future__ import annotations


def clip(text: str, longest: int) -> str:
    """A text of at most so many characters; what is cut off leaves an ellipsis.

    Where only the end of several lines is lost whole lines are cut, so that no Markdown is left open.
    """
    if len(text) <= longest:
        return text
    whole, _, begun = text[: longest - 1].rpartition("\n")
    return f"{whole}\n…" if whole and len(begun) < len(whole) else text[: longest - 1].rstrip() + "…"
