"""The fights and the dead of Labirynt Śmierci, out of what was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.feats import Bout, Grave, Happened
from bot.words.narrator import Narrator
from rules.kernel.table import Event
from rules.kernel.words import Term
from rules.labirynt_smierci.events.combat import (
    Blow,
    CharacterDied,
    FightBegan,
    FightWon,
    MonsterBlow,
    RoundBegan,
    RoundRan,
)
from rules.labirynt_smierci.events.course import ApprenticeJoined, HeroDealt, MonstersMet, PartyDefeated
from rules.labirynt_smierci.events.finds import LostForEver
from rules.labirynt_smierci.events.magic import FightStopped, FightTired

ENDS = (FightWon, FightTired, FightStopped, PartyDefeated)


class _Fight:
    """What is counted from the first blow to the last."""

    def __init__(self, began: FightBegan, might: int) -> None:
        self.began, self.might = began, might
        self.rounds = self.dealt = self.taken = self.fallen = 0

    def count(self, event: Event) -> None:
        """One more round, or blow."""
        self.rounds += isinstance(event, RoundBegan | RoundRan)
        self.dealt += event.wounds if isinstance(event, Blow) else 0
        self.taken += event.wounds if isinstance(event, MonsterBlow) else 0
        self.fallen += isinstance(event, CharacterDied)

    def bout(self, narrator: Narrator, stage: int, last: Event) -> Bout:
        """How it ended, and what it is remembered for."""
        facts = {"monster": self.began.monster, "number": self.began.number, "rounds": self.rounds}
        said = narrator.say("feat.fight", **facts, dealt=self.dealt, taken=self.taken)
        close = self.fallen or self.taken >= self.dealt
        lead = abs(self.dealt - self.taken) if self.taken > 1 and close else None
        return Bout(stage, last, said, self.rounds, self.taken, lead, self.might if isinstance(last, FightWon) else 0)


def bouts(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Bout]:
    """Every fight that came to an end."""
    might, fight = 0, None
    for stage, event in ((one.stage, one.event) for one in told):
        if isinstance(event, MonstersMet):
            might = sum(event.strengths)
        elif isinstance(event, FightBegan):
            fight = _Fight(event, might)
        elif fight is not None:
            fight.count(event)
            if isinstance(event, ENDS):
                yield fight.bout(narrator, stage, event)
                fight = None


def graves(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Grave]:
    """Who died, or fell for ever; charmed monsters have no grave."""
    since: dict[Term, int] = {}
    for stage, event in ((one.stage, one.event) for one in told):
        if isinstance(event, HeroDealt | ApprenticeJoined):
            since[event.hero if isinstance(event, HeroDealt) else event.name] = stage
        elif isinstance(event, LostForEver) or (isinstance(event, CharacterDied) and event.adventure):
            yield Grave(narrator.term(event.who), since.get(event.who, 0), stage, event)
