"""All events of the game, as facts; the narrator finds the words under the class's name."""

from __future__ import annotations

from rules.jaskinia.events import beside, cards, corrections, course, fights
from rules.kernel.corrections import RulingDropped, RulingTakenBack, RulingWaits
from rules.kernel.events import DecidedUnasked, DiceRolled, Event

EVENTS: tuple[type[Event], ...] = (
    DiceRolled,
    DecidedUnasked,
    RulingWaits,
    RulingDropped,
    RulingTakenBack,
    *(
        kind
        for chapter in (course, cards, fights, corrections, beside)
        for kind in vars(chapter).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == chapter.__name__
    ),
)
