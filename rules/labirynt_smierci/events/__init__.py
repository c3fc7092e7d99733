"""The events of the game as facts; the narration finds their words by the class's name."""

from __future__ import annotations

from rules.kernel.corrections import RulingDropped, RulingTakenBack, RulingWaits
from rules.kernel.events import DecidedUnasked, DiceRolled, Event
from rules.labirynt_smierci.events import combat, corrections, course, finds, magic

EVENTS: tuple[type[Event], ...] = (
    DiceRolled,
    DecidedUnasked,
    RulingWaits,
    RulingDropped,
    RulingTakenBack,
    *(
        kind
        for chapter in (course, combat, magic, finds, corrections)
        for kind in vars(chapter).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == chapter.__name__
    ),
)
