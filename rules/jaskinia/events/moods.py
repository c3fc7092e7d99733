"""Moods: what the words of an event may fit, beside what happens; each has words of its own in the catalogues."""

from __future__ import annotations

from typing import Final

from rules.kernel.words import Word

USUAL: Final = Word("mood.usual")
FIRST: Final = Word("mood.first")
"""The first Move of a Seeker with whom the game began."""
HURT: Final = Word("mood.hurt")
"""One point of Endurance is left."""
DEEP: Final = Word("mood.deep")
"""Behind the Gates."""
RACE: Final = Word("mood.race")
"""The Crystal Chamber is found, and this Seeker is on the way there."""
LADEN: Final = Word("mood.laden")
"""A guest has the Crystal in hand, and is on the way out."""
NEAR: Final = Word("mood.near")
"""The same, and the Entrance is near."""
