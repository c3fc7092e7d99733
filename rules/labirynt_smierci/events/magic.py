"""Events of spells and the monsters' special powers [10, 11, 15]."""

from __future__ import annotations

from rules.kernel.events import Event
from rules.kernel.words import Term, Word


class SpellCast(Event, frozen=True):
    """A spell was cast, with its target ('' for none), its cost in strength, and the strength left.

    Monsters cast at no cost.
    """

    who: Term
    spell: Word
    target: Term
    cost: int = 0
    left: int = 0


class UsesCounted(Event, frozen=True):
    """The number of uses of a character's limited spell in this adventure [10]."""

    who: Term
    spell: Word
    uses: int


class Resisted(Event, frozen=True):
    """A character or monster resisted: its mark if it is not alone, the roll, and the resistance."""

    who: Term
    mark: str
    rolled: int
    limit: int


class SpellStruck(Event, frozen=True):
    """A spell wounds its target: a monster, by its mark, or a member of the party."""

    spell: Word
    target: Term
    killed: bool
    mark: str
    wounds: int


class ShieldHeld(Event, frozen=True):
    """A wounding spell did nothing, because its target is under Magic Shield [10]."""

    target: Term
    mark: str


class ArmorAbsorbed(Event, frozen=True):
    """Mage Armor absorbed these wounds; ``left``: the wounds it can still absorb."""

    who: Term
    wounds: int
    left: int


class FellAsleep(Event, frozen=True):
    """A monster falls asleep [10]."""

    monster: Term
    mark: str


class SleepersSlain(Event, frozen=True):
    """The sleeping monsters are killed without a roll, because none is awake [10]."""

    monster: Word
    number: int


class CharmDrunk(Event, frozen=True):
    """A potion of charm works for its drinker, who can try it on a monster [14]."""

    who: Term
    monster: Term
    mark: str


class MonsterCharmed(Event, frozen=True):
    """A monster joins the party, with this strength left [10]."""

    who: Term
    monster: Term
    mark: str
    strength: int


class AllyPlaced(Event, frozen=True):
    """A charmed monster takes its place in the party, in this rank from the front [10]."""

    who: Term
    rank: int


class KnifeLost(Event, frozen=True):
    """A thrown knife is lost, because the fight was stopped [9.5]."""

    name: Term


class FightTired(Event, frozen=True):
    """Both sides end the fight after this many rounds without a wound."""

    monster: Word
    number: int
    rounds: int


class FightStopped(Event, frozen=True):
    """The fight stops, and the monsters let the party be [10 Cease Fire]."""

    monster: Word
    number: int


# Talks -----------------------------------------------------------------------------------------------------------


class MonstersCowed(Event, frozen=True):
    """The monsters give way as if intimidated [10 Cow]."""

    monster: Word
    number: int


class MonstersDaunted(Event, frozen=True):
    """The monsters give way and pay half their gold and all magic items [10 Daunt]."""

    monster: Word
    number: int


class DauntFailed(Event, frozen=True):
    """The monsters are too reluctant to be daunted, by this roll [10 Daunt]."""

    monster: Word
    number: int
    rolled: int


class DoorLocked(Event, frozen=True):
    """The party is back before the door, which is locked for ever; the monsters stay behind it [10 Lock]."""

    monster: Word
    number: int
    side: Word


# By the wayside --------------------------------------------------------------------------------------------------


class Healed(Event, frozen=True):
    """This many wounds are cured; the strength that is left."""

    who: Term
    wounds: int
    strength: int


class MightGiven(Event, frozen=True):
    """A bonus is added to a character's melee attack numbers in the next fight [10 Strength]."""

    who: Term
    might: int


class ArmorGiven(Event, frozen=True):
    """A character gets Mage Armor that absorbs this many wounds."""

    who: Term
    absorbs: int


class FleshAgain(Event, frozen=True):
    """A petrified character is flesh again, with his former strength [10 Stone Flesh]."""

    who: Term
    strength: int


class PartyTeleported(Event, frozen=True):
    """The party is teleported to another explored segment of the level [10 Teleport]."""

    kind: Word


class PoisonNeutralized(Event, frozen=True):
    """Poison has no effect on a character, by the spell or by a worn medallion [10, 14]."""

    victim: Term
    medallion: bool


class ThiefDisarmed(Event, frozen=True):
    """The spell disarms a trap at once and gives no experience [10 Thief]."""

    what: Word


class Raised(Event, frozen=True):
    """A dead character lives again, at full strength [10 Resurrect]."""

    who: Term
    rolled: int


class NotCalledBack(Event, frozen=True):
    """A dead character does not come back and never will [10 Resurrect]."""

    who: Term
    rolled: int


# Powers ----------------------------------------------------------------------------------------------------------


class MagesShielded(Event, frozen=True):
    """Evil Mages are under Magic Shield: no spell wounds them [15]."""

    monster: Word
    number: int


class StenchSpread(Event, frozen=True):
    """The Cronks stink [15.2]."""

    monster: Word
    number: int


class Reeling(Event, frozen=True):
    """These members failed to resist the stench: ``penalty`` is subtracted from their attack numbers in this fight.

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
    """Fire wounded a character."""

    who: Term
    wounds: int


class GazeMet(Event, frozen=True):
    """A Medusa looks a character in the eyes [15.3]."""

    monster: Term
    mark: str
    target: Term


class TurnedToStone(Event, frozen=True):
    """A character turns to stone and stays where he stands."""

    who: Term


class Whispered(Event, frozen=True):
    """A Vampire tries its charm on a character [15.5]."""

    monster: Term
    mark: str
    target: Term


class CharmProof(Event, frozen=True):
    """A character is immune to charm."""

    who: Term


class TurnedOnParty(Event, frozen=True):
    """A member joins the enemies."""

    who: Term


class CameToSenses(Event, frozen=True):
    """A member who had turned on the party is back in its ranks."""

    who: Term


class Regenerated(Event, frozen=True):
    """A Troll's wounds close [15.4]."""

    monster: Term
    mark: str
    wounds: int
