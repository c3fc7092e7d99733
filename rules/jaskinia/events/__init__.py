"""All events of the game, as facts; the narrator finds the words under the class's name."""

from __future__ import annotations

from rules.jaskinia.events import beside, cards, corrections, course, fights
from rules.kernel.corrections import all_events

EVENTS = all_events(course, cards, fights, corrections, beside)
