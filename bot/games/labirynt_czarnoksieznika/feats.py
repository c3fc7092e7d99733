"""Extract the clashes and deaths of Labirynt Czarnoksiężnika from the told events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from bot.games.face import Bout, Grave, Happened
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome, Side
from rules.kernel.events import Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.events.course import Appeared, Awakened, Died, DiedForEver, Moved, TurnBegan

Ended = fights.ClashWon | fights.ClashLost | fights.ClashTied
CLASH_BEGINS = (TurnBegan, Moved, fights.MonsterMet, fights.Attacked, fights.SecondClash)
"""Events that begin something new, so that later pictures do not show the clash before."""


def ended_clash(events: Iterable[Event]) -> Outcome | None:
    """Return the last clash of this turn, Move and fight: sums, winner, wounds since; None if none was told."""
    return _last_clash_outcome(events, CLASH_BEGINS)


def latest_clash(events: Iterable[Event]) -> Outcome | None:
    """Return the last clash of all events, whatever happened after it."""
    return _last_clash_outcome(events, ())


def _last_clash_outcome(events: Iterable[Event], begins: tuple[type[Event], ...]) -> Outcome | None:
    clash: Ended | None = None
    hurt: set[Word] = set()
    for event in events:
        if isinstance(event, Ended):
            clash, hurt = event, set()
        elif isinstance(event, begins):
            clash = None
        elif isinstance(event, fights.Wounded | Died | DiedForEver):
            hurt.add(event.who)
    if clash is None:
        return None
    return Outcome(
        Side((clash.who,), clash.own, isinstance(clash, fights.ClashWon), clash.who in hurt),
        Side((clash.other,), clash.theirs, isinstance(clash, fights.ClashLost), clash.other in hurt),
    )


Clash: TypeAlias = fights.ClashWon | fights.ClashLost | fights.ClashTied
ELSEWHERE = (TurnBegan, Moved, Appeared)
"""Events after which wounds no longer belong to the clash before."""
BEGINS = (fights.MonsterMet, fights.Attacked, *ELSEWHERE)


def bouts(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Bout]:
    """Yield every encounter or attack decided by dice."""
    clashes: list[Clash] = []
    wounds = stage = might = 0
    for event in told:
        if isinstance(event.event, BEGINS):
            if clashes:
                yield _bout_of_clashes(narrator, stage, clashes, wounds, might)
            clashes, wounds = [], 0
            might = event.event.strength if isinstance(event.event, fights.MonsterMet) else 0
        elif isinstance(event.event, fights.ClashWon | fights.ClashLost | fights.ClashTied):
            clashes, stage = [*clashes, event.event], event.stage
        elif isinstance(event.event, fights.Wounded):
            wounds += 1
    if clashes:
        yield _bout_of_clashes(narrator, stage, clashes, wounds, might)


def _bout_of_clashes(narrator: Narrator, stage: int, clashes: list[Clash], wounds: int, might: int) -> Bout:
    """Build a bout; ``might``: the monster's Strength without its die, 0 against a rival's character."""
    last = clashes[-1]
    said = narrator.say("sorcerer.feat", clashes=len(clashes)) if len(clashes) > 1 else Said()
    decided = not (isinstance(last, fights.ClashTied) or last.natural_six or last.natural_one)
    lead = abs(last.own - last.theirs) if decided else None
    return Bout(stage, last, said, len(clashes), wounds, lead, might if isinstance(last, fights.ClashWon) else 0)


def graves(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Grave]:
    """Yield every death, also those after which another character of the team awakened."""
    since: dict[Word, int] = {}
    foes: dict[Word, Word] = {}
    joint: dict[Word, Word] = {}
    for stage, event in ((each_event.stage, each_event.event) for each_event in told):
        if isinstance(event, Awakened):
            since[event.who] = stage
        elif isinstance(event, fights.ClashLost | fights.ClashWon):
            loser, winner = (
                (event.who, event.other) if isinstance(event, fights.ClashLost) else (event.other, event.who)
            )
            foes[loser] = foes[joint.get(loser, loser)] = winner
        elif isinstance(event, fights.JointDefence):
            joint[event.first] = event.second
        elif isinstance(event, ELSEWHERE):
            foes, joint = {}, {}
        elif isinstance(event, Died | DiedForEver):
            by = narrator.term(foes[event.who]) if event.who in foes else Said()
            yield Grave(narrator.term(event.who), since.pop(event.who, 0), stage, event, by)
