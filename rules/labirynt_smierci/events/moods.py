"""Moods: what the words of an event may fit, beside what happens; each has words of its own in the catalogues."""

from __future__ import annotations

from typing import Final

from rules.kernel.words import Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first step of an adventure."""
HURT: Final = Word("mood.hurt")
"""Half of the party is at half its strength or less."""
DEEP: Final = Word("mood.deep")
"""The lowest level."""
HOME: Final = Word("mood.home")
"""The way out of the labyrinth."""
BITTER: Final = Word("mood.bitter")
"""Somebody of the party fell."""
