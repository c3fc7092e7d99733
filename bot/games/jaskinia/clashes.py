"""How the last of the told fights ended."""

from __future__ import annotations

from collections.abc import Iterable

from images.clashes import Outcome, Side
from rules.jaskinia.events.course import SeekerDied
from rules.jaskinia.events.effects import EnduranceLost
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, FightEven, RivalBeaten, RivalsEven
from rules.kernel.table import DiceRolled, Event
from rules.kernel.words import Term


def ended_fight(events: Iterable[Event]) -> Outcome | None:
    """With both sums, who won, and who lost Endurance since; None where no fight was decided."""
    found: Outcome | None = None
    hurt: set[Term] = set()
    psychic = False
    for event in events:
        if isinstance(event, DiceRolled):
            psychic = event.why.startswith("psychic.")
        elif decided := _decided(event):
            found, hurt = Outcome(*(side._replace(psychic=psychic) for side in decided)), set()
        elif isinstance(event, EnduranceLost | SeekerDied):
            hurt.add(event.who)
    return Outcome(*(side._replace(hurt=not hurt.isdisjoint(side.names)) for side in found)) if found else None


def _decided(event: Event) -> Outcome | None:
    """The sums that an event tells."""
    match event:
        case EnemiesBeaten(who=who, enemies=enemies, own=own, theirs=theirs):
            return Outcome(Side((who,), own, won=True), Side(enemies, theirs))
        case EnemiesWon(who=who, enemies=enemies, own=own, theirs=theirs):
            return Outcome(Side((who,), own), Side(enemies, theirs, won=True))
        case FightEven(who=who, enemies=enemies, total=total):
            return Outcome(Side((who,), total), Side(enemies, total))
        case RivalBeaten(who=who, whom=whom, own=own, theirs=theirs):
            return Outcome(Side((who,), own, won=True), Side((whom,), theirs))
        case RivalsEven(who=who, whom=whom, total=total):
            return Outcome(Side((who,), total), Side((whom,), total))
        case _:
            return None
