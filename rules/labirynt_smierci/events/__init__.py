"""The events of the game as facts; the narration finds their words by the class's name."""

from __future__ import annotations

from rules.kernel.corrections import all_events
from rules.labirynt_smierci.events import combat, corrections, course, finds, magic

EVENTS = all_events(course, combat, magic, finds, corrections)
