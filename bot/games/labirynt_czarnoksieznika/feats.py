"""Extract the clashes and deaths of Labirynt Czarnoksiężnika from the told events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from bot.games.face import Bout, Grave, Happened
from bot.games.labirynt_czarnoksieznika.words import all_cards
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome, Side, last_great
from rules.kernel.events import DiceRolled, Event
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.events.course import Appeared, Awakened, Died, DiedForEver, Moved, TurnBegan
from rules.labirynt_czarnoksieznika.view import View

Ended: TypeAlias = fights.ClashWon | fights.ClashLost | fights.ClashTied
CLASH_BEGINS = (TurnBegan, Moved, fights.MonsterMet, fights.Attacked, fights.SecondClash)
"""Events that begin something new, so that later pictures do not show the clash before."""


def clashes(events: Iterable[Event]) -> list[Outcome | None]:
    """Return the clashes in order, each with its dice and the wounds since; None where something new begins."""
    found: list[Outcome | None] = [None]
    dice = Counter[str]()
    for event in events:
        last = found[-1]
        if isinstance(event, DiceRolled):
            dice[event.why] = event.total
        elif isinstance(event, Ended):
            own = Side((event.who,), event.own, isinstance(event, fights.ClashWon), die=dice["fight.own"])
            other = Side((event.other,), event.theirs, isinstance(event, fights.ClashLost), die=dice["fight.other"])
            found.append(Outcome(own, other))
        elif isinstance(event, CLASH_BEGINS):
            found.append(None)
        elif last and isinstance(event, fights.Wounded | Died | DiedForEver):
            found[-1] = last.wounded(event.who, fallen=not isinstance(event, fights.Wounded))
    return found


def telling_clash(view: View, events: Iterable[Event]) -> Outcome | None:
    """Return the last clash between players, with a death or on a last Life Point; else this turn's last one."""
    found = clashes(events)
    weak = {card.name for card in all_cards(view) if card.life == 1}
    return last_great(found, "character.", weak) or found[-1]


ELSEWHERE = (TurnBegan, Moved, Appeared)
"""Events after which wounds no longer belong to the clash before."""
BEGINS = (fights.MonsterMet, fights.Attacked, *ELSEWHERE)


def bouts(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Bout]:
    """Yield every encounter or attack decided by dice."""
    clashes: list[Ended] = []
    wounds = stage = might = 0
    for event in told:
        if isinstance(event.event, BEGINS):
            if clashes:
                yield _bout_of_clashes(narrator, stage, clashes, wounds, might)
            clashes, wounds = [], 0
            might = event.event.strength if isinstance(event.event, fights.MonsterMet) else 0
        elif isinstance(event.event, Ended):
            clashes, stage = [*clashes, event.event], event.stage
        elif isinstance(event.event, fights.Wounded):
            wounds += 1
    if clashes:
        yield _bout_of_clashes(narrator, stage, clashes, wounds, might)


def _bout_of_clashes(narrator: Narrator, stage: int, clashes: list[Ended], wounds: int, might: int) -> Bout:
    """Build a bout; ``might``: the monster's Strength without its die, 0 against a rival's character."""
    last = clashes[-1]
    said = narrator.say("sorcerer.feat", clashes=len(clashes)) if len(clashes) > 1 else Said()
    decided = not (isinstance(last, fights.ClashTied) or last.natural_six or last.natural_one)
    lead = abs(last.own - last.theirs) if decided else None
    might = might if isinstance(last, fights.ClashWon) else 0
    return Bout(stage, last, said, len(clashes), wounds, lead, might, last.other, last.who)


def graves(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Grave]:
    """Yield every death, also those after which another character of the team awakened."""
    since: dict[Word, int] = {}
    foes: dict[Word, Word] = {}
    joint: dict[Word, Word] = {}
    for item in told:
        event = item.event
        if isinstance(event, Awakened):
            since[event.who] = item.stage
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
            yield Grave(narrator.term(event.who), since.pop(event.who, 0), item.stage, event, by)
