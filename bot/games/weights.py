"""How heavy events are: what stays on a full screen, is told in bold, and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.table.events import HouseEvent
from rules.kernel.corrections import RulingDropped, RulingTakenBack, RulingWaits
from rules.kernel.events import DecidedUnasked, Event

Weight: TypeAlias = int | Callable[[Any], int]
"""How heavy an event is, perhaps by its facts.

1: a death, the end of the game, a Crystal or the Gate won or lost; 2: an attack on or by a player, a friend charmed or
freed, a chamber or the Gate discovered, a trial; 3: an enemy felled, a Rune, a level, magic found; 4: wounds, and whom
one meets; 5: finds and gold; 6: routine.
"""
RULED = (RulingWaits, RulingDropped, RulingTakenBack)
ALWAYS_TOLD, GREAT, ROUTINE = 2, 3, 6
"""The weights up to which an event is never left out of the screen, and is great; and the lightest."""


def weights_by_name(classes: Mapping[Weight, str]) -> dict[str, Weight]:
    """Return the weight of each event class from the names of the classes of each weight."""
    return {name: weight for weight, names in classes.items() for name in names.split()}


class Weighing:
    """The weights of a game's events; without a table all is routine."""

    weights: Mapping[str, Weight] = {}
    """The weight of each event class by its name."""
    warnings: Sequence[str] = ()
    """The names of event classes that are always told, but happen only later."""
    burials: Sequence[str] = ()
    """The names of event classes that find, once, where a character of an earlier game may lie."""

    def weight(self, event: Event) -> int:
        """Return how heavy a public event is, from 1 (a death) to ``ROUTINE``."""
        if isinstance(event, HouseEvent):
            return event.weight
        if isinstance(event, RULED):
            return ALWAYS_TOLD
        weight = self.weights.get(type(event).__name__, ROUTINE)
        return weight if isinstance(weight, int) else weight(event)

    def is_great(self, event: Event) -> bool:
        """Whether an event of the game is told in bold and begins a new message."""
        noted = isinstance(event, (HouseEvent, DecidedUnasked, *RULED)) or type(event).__name__ in self.warnings
        return not noted and self.weight(event) <= GREAT
