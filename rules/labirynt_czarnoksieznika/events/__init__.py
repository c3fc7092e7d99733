"""All events of the game; their texts in the catalogues are under the class names."""

from __future__ import annotations

from rules.kernel.corrections import RulingDropped, RulingTakenBack, RulingWaits
from rules.kernel.events import DecidedUnasked, DiceRolled, Event
from rules.labirynt_czarnoksieznika.events import corrections, course, fights, finds

EVENTS: tuple[type[Event], ...] = (
    DiceRolled,
    DecidedUnasked,
    RulingWaits,
    RulingDropped,
    RulingTakenBack,
    *(
        kind
        for chapter in (course, fights, finds, corrections)
        for kind in vars(chapter).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == chapter.__name__
    ),
)
