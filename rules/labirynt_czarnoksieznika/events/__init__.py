"""All events of the game; their texts in the catalogues are under the class names."""

from __future__ import annotations

from rules.kernel.corrections import all_events
from rules.labirynt_czarnoksieznika.events import corrections, course, fights, finds

EVENTS = all_events(course, fights, finds, corrections)
