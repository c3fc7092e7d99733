"""The fights and the dead of Jaskinia, out of what was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.feats import Bout, Grave, Happened
from bot.words.narrator import Narrator, Said
from rules.jaskinia.events.course import SeekerDied, SeekerTaken, SeekerTurn
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, RivalBeaten
from rules.kernel.requests import Seat
from rules.kernel.words import Term


def bouts(told: Iterable[Happened]) -> Iterator[Bout]:
    """Every fight that somebody won: with the Cave's own, or with each other."""
    for stage, event in ((one.stage, one.event) for one in told):
        if isinstance(event, EnemiesBeaten | EnemiesWon | RivalBeaten):
            might = 0 if isinstance(event, EnemiesWon) else event.theirs
            yield Bout(stage, event, lead=abs(event.own - event.theirs), might=might)


def graves(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Grave]:
    """Every Seeker that died."""
    since: dict[Seat, int] = {}
    foes: dict[Term, tuple[Term, ...]] = {}
    for stage, event in ((one.stage, one.event) for one in told):
        if isinstance(event, SeekerTaken):
            since[event.by] = stage
        elif isinstance(event, SeekerTurn):
            foes = {}
        elif isinstance(event, EnemiesWon):
            foes[event.who] = event.enemies
        elif isinstance(event, RivalBeaten):
            foes[event.whom] = (event.who,)
        elif isinstance(event, SeekerDied):
            by = narrator.term(foes[event.who]) if event.who in foes else Said()
            yield Grave(narrator.term(event.who), since.get(event.by, 0), stage, event, by)
