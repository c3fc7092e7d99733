"""Moods: what the words of an event may fit, beside what happens; each has words of its own in the catalogues.

Only of what everybody sees: a Backpack is hidden, and with it who carries a Crystal [7.6].
"""

from __future__ import annotations

from typing import Final

from rules.kernel.words import Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first Move of a team."""
HURT: Final = Word("mood.hurt")
"""One Life Point is left."""
TASK: Final = Word("mood.task")
"""A Rune is carried over somebody else's board."""
SOMEWHERE: Final = Word("board.some")
"""The board of events that older games told without it."""
