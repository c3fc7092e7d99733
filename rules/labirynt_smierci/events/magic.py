"""What spells and the monsters' special powers do, as facts [10, 11, 15]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word


class SpellCast(Event, frozen=True):
    """A spell was cast, and at whom ('' : nobody in particular); the strength it cost, and that is left.

    Monsters cast at no cost.
    """

    who: Term
    spell: Word
    target: Term
    cost: int = 0
    left: int = 0


class UsesCounted(Event, frozen=True):
    """How often somebody can cast a limited spell in this adventure [10]."""

    who: Term
    spell: Word
    uses: int


class Resisted(Event, frozen=True):
    """Somebody resisted: a monster's mark if it has company, what was rolled, and the resistance."""

    who: Term
    mark: str
    rolled: int
    limit: int


class SpellStruck(Event, frozen=True):
    """A spell wounds its target, a monster by its mark or a member of the party."""

    spell: Word
    target: Term
    killed: bool
    mark: str
    wounds: int


class ShieldHeld(Event, frozen=True):
    """A spell that wounds did nothing: its target is under Magic Shield [10]."""

    target: Term
    mark: str


class ArmorAbsorbed(Event, frozen=True):
    """Mage Armor took these wounds; ``left``: it can take so many more."""

    who: Term
    wounds: int
    left: int


class FellAsleep(Event, frozen=True):
    """A monster sleeps [10]."""

    monster: Term
    mark: str


class SleepersSlain(Event, frozen=True):
    """Nobody was awake any more: those asleep are killed without a roll [10]."""

    monster: Word
    number: int


class CharmDrunk(Event, frozen=True):
    """The potion of charm works for its drinker, who tries it on a monster [14]."""

    who: Term
    monster: Term
    mark: str


class MonsterCharmed(Event, frozen=True):
    """A monster marches with the party from now on, with so much strength left [10]."""

    who: Term
    monster: Term
    mark: str
    strength: int


class AllyPlaced(Event, frozen=True):
    """A charmed monster stands in the party's formation, in this rank from the front [10]."""

    who: Term
    rank: int


class KnifeLost(Event, frozen=True):
    """A fight was stopped: a thrown knife stays on the other side [9.5]."""

    name: Term


class FightTired(Event, frozen=True):
    """So many rounds passed without a wound: both sides let be."""

    monster: Word
    number: int
    rounds: int


class FightStopped(Event, frozen=True):
    """The weapons rest: the monsters let the party be [10 Cease Fire]."""

    monster: Word
    number: int


# Talks -----------------------------------------------------------------------------------------------------------


class MonstersCowed(Event, frozen=True):
    """They give way as if intimidated [10 Cow]."""

    monster: Word
    number: int


class MonstersDaunted(Event, frozen=True):
    """They give way and pay half their gold and all magic items [10 Daunt]."""

    monster: Word
    number: int


class DauntFailed(Event, frozen=True):
    """They are too reluctant to be daunted: what was rolled [10 Daunt]."""

    monster: Word
    number: int
    rolled: int


class DoorLocked(Event, frozen=True):
    """The party stands before the door again, which never opens any more; the monsters stay behind it [10 Lock]."""

    monster: Word
    number: int
    side: Word


# By the wayside --------------------------------------------------------------------------------------------------


class Healed(Event, frozen=True):
    """So many wounds are cured; the strength that is left."""

    who: Term
    wounds: int
    strength: int


class MightGiven(Event, frozen=True):
    """So much is added to somebody's melee attack numbers in the next fight [10 Strength]."""

    who: Term
    might: int


class ArmorGiven(Event, frozen=True):
    """Mage Armor lies on somebody: it takes so many wounds."""

    who: Term
    absorbs: int


class FleshAgain(Event, frozen=True):
    """Stone is flesh again, with the strength somebody had [10 Stone Flesh]."""

    who: Term
    strength: int


class PartyTeleported(Event, frozen=True):
    """The party stands on another explored segment of the level [10 Teleport]."""

    kind: Word


class PoisonNeutralized(Event, frozen=True):
    """Poison does nothing to somebody: by the spell, or by the medallion that is worn [10, 14]."""

    victim: Term
    medallion: bool


class ThiefDisarmed(Event, frozen=True):
    """The spell disarms a trap at once; nobody learns anything by it [10 Thief]."""

    what: Word


class Raised(Event, frozen=True):
    """One of the dead lives again, at full strength [10 Resurrect]."""

    who: Term
    rolled: int


class NotCalledBack(Event, frozen=True):
    """The dead does not come back, not now and not ever [10 Resurrect]."""

    who: Term
    rolled: int


# Powers ----------------------------------------------------------------------------------------------------------


class MagesShielded(Event, frozen=True):
    """Evil Mages stand under Magic Shield: no spell wounds them [15]."""

    monster: Word
    number: int


class StenchSpread(Event, frozen=True):
    """The Cronks stink [15.2]."""

    monster: Word
    number: int


class Reeling(Event, frozen=True):
    """These did not resist the stench: ``penalty`` is taken from their attack numbers in this fight.

    ``everybody``: they are the whole party.
    """

    who: tuple[Term, ...]
    penalty: int
    everybody: bool = False


class FireBreathed(Event, frozen=True):
    """A Chimera breathes fire at the whole first rank [15.1]."""

    monster: Term
    mark: str


class Burnt(Event, frozen=True):
    """Fire got at somebody."""

    who: Term
    wounds: int


class GazeMet(Event, frozen=True):
    """A Medusa looks somebody in the eyes [15.3]."""

    monster: Term
    mark: str
    target: Term


class TurnedToStone(Event, frozen=True):
    """Somebody is stone, and stays where he stands."""

    who: Term


class Whispered(Event, frozen=True):
    """A Vampire tries its charm on somebody [15.5]."""

    monster: Term
    mark: str
    target: Term


class CharmProof(Event, frozen=True):
    """No charm can work on this one."""

    who: Term


class TurnedOnParty(Event, frozen=True):
    """A member stands among the enemies now."""

    who: Term


class CameToSenses(Event, frozen=True):
    """A member who had turned on the party is back in its ranks."""

    who: Term


class Regenerated(Event, frozen=True):
    """A Troll's wounds close [15.4]."""

    monster: Term
    mark: str
    wounds: int
