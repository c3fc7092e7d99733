"""Extract the fights and deaths of Labirynt Śmierci from the told events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.face import Bout, Grave, Happened
from bot.words.narrator import Narrator, Said
from rules.kernel.events import Event
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events import combat, course, magic
from rules.labirynt_smierci.events.corrections import MemberReturned
from rules.labirynt_smierci.events.finds import LostForEver

ENDS = (combat.FightWon, magic.FightTired, magic.FightStopped, course.PartyDefeated)
GATE = Word("monster.gate")


def is_monster(name: Term) -> bool:
    """Whether a name is that of a monster, charmed ones included."""
    return isinstance(name, Word) and name.key.startswith("monster.")


def wounds_dealt(event: Event) -> int:
    """Return the wounds that the party dealt by a blow or a spell."""
    if isinstance(event, combat.Blow) or (isinstance(event, magic.SpellStruck) and is_monster(event.target)):
        return event.wounds
    return 0


def wounds_taken(event: Event) -> int:
    """Return the wounds that the party took in a fight; negative for wounds that Mage Armor absorbs."""
    if isinstance(event, magic.ArmorAbsorbed):
        return -event.wounds
    if isinstance(event, combat.MonsterBlow | magic.Burnt):
        return event.wounds
    return event.wounds if isinstance(event, magic.SpellStruck) and not is_monster(event.target) else 0


class _Fight:
    """Counts of one fight, from the first blow to the last."""

    def __init__(self, began: combat.FightBegan, might: int) -> None:
        self.began, self.might = began, might
        self.rounds = self.dealt = self.taken = self.fallen = 0

    def count(self, event: Event) -> None:
        """Add an event to the counts."""
        self.rounds += isinstance(event, combat.RoundBegan | combat.RoundRan)
        self.dealt += wounds_dealt(event)
        self.taken += wounds_taken(event)
        self.fallen += isinstance(event, combat.CharacterDied)

    def bout(self, narrator: Narrator, stage: int, last: Event) -> Bout:
        """Return the finished fight; a lost one never counts as close."""
        facts = {"monster": self.began.monster, "number": self.began.number, "rounds": self.rounds}
        said = narrator.say("feat.fight", **facts, dealt=self.dealt, taken=self.taken)
        lost = isinstance(last, course.PartyDefeated)
        close = not lost and self.taken > 1 and (self.fallen or self.taken >= self.dealt)
        lead = abs(self.dealt - self.taken) if close else None
        might = self.might if isinstance(last, combat.FightWon) else 0
        return Bout(stage, last, said, self.rounds, self.taken, lead, might, self.began.monster)


def bouts(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Bout]:
    """Yield every finished fight; ``might`` is the Strength of its strongest monster."""
    strongest: dict[Word, int] = {}  # by kind, from its last encounter
    fight: _Fight | None = None
    for item in told:
        event = item.event
        if isinstance(event, course.MonstersMet):
            strongest[event.monster] = max(event.strengths, default=0)
        elif isinstance(event, combat.FightBegan):
            fight = _Fight(event, strongest.get(event.monster, 0))
        elif fight:
            fight.count(event)
            if isinstance(event, ENDS):
                yield fight.bout(narrator, item.stage, event)
                fight = None


class Killers:
    """Tracks who dealt the last wound to each party member."""

    def __init__(self) -> None:
        self._source: Term = ""
        self._of: dict[Term, Term] = {}

    def note(self, event: Event) -> None:
        """Record who or what wounds whom."""
        match event:
            case combat.GateFires():
                self._source = GATE
            case magic.SpellCast(who=who):
                self._source = who
            case magic.FireBreathed(monster=monster):
                self._source = monster
            case combat.MonsterBlow(monster=monster, target=target):
                self._of[target] = monster
            case magic.SpellStruck(target=target):
                self._of[target] = self._source
            case magic.Burnt(who=who):
                self._of[who] = self._source
            case course.TrapSprung(trap=trap, victim=victim):
                self._of[victim] = trap
            case combat.FightBegan() | combat.FightWon() | course.PartyMoved():
                self._of = {}
            case _:
                pass

    def of(self, who: Term) -> Term:
        """Return who dealt this character's last wound; '' if the log does not tell."""
        return self._of.get(who, "")


def graves(narrator: Narrator, told: Iterable[Happened]) -> Iterator[Grave]:
    """Yield the party members who died or fell for ever, with their killers; charmed monsters are left out.

    Whoever a game master brought back has no grave.
    """
    since: dict[Term, int] = {}
    found: list[tuple[Term, Grave]] = []
    killers = Killers()
    for item in told:
        event = item.event
        killers.note(event)
        if isinstance(event, course.HeroDealt | course.ApprenticeJoined):
            since[event.hero if isinstance(event, course.HeroDealt) else event.name] = item.stage
        elif isinstance(event, LostForEver) or (isinstance(event, combat.CharacterDied) and event.adventure):
            killer: Term = ""
            if isinstance(event, combat.CharacterDied):  # before 1.1 it named only the monsters of the fight
                killer = event.by if event.adventures else killers.of(event.who)
            said = narrator.term(killer) if killer else Said()
            found.append((event.who, Grave(narrator.term(event.who), since.get(event.who, 0), item.stage, event, said)))
        elif isinstance(event, MemberReturned):
            last = max((n for n, (who, _) in enumerate(found) if who == event.who), default=None)
            found = [grave for n, grave in enumerate(found) if n != last]
    yield from (grave for _, grave in found)
