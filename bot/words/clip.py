"""Texts no longer than they may be."""

from __future__ import annotations


def clip(text: str, longest: int) -> str:
    """A text of at most so many characters; what is cut off leaves an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
