"""Events of spells and the monsters' special powers [10, 11, 15]."""

from __future__ import annotations

from rules.kernel.events import CharacterEvent, Event
from rules.kernel.words import Term, Word


class SpellCast(CharacterEvent):
    """A spell was cast, with its target ('' for none), its cost in strength, and the strength left.

    Monsters cast at no cost.
    """

    spell: Word
    target: Term
    cost: int = 0
    left: int = 0


class UsesCounted(CharacterEvent):
    """The number of uses of a character's limited spell in this adventure [10]."""

    spell: Word
    uses: int


class Resisted(CharacterEvent):
    """A character or monster resisted: its mark if it is not alone, the roll, and the resistance."""

    mark: str
    rolled: int
    limit: int


class SpellStruck(Event):
    """A spell wounds its target: a monster, by its mark, or a member of the party."""

    spell: Word
    target: Term
    killed: bool
    mark: str
    wounds: int


class ShieldHeld(Event):
    """A wounding spell did nothing, because its target is under Magic Shield [10]."""

    target: Term
    mark: str


class ArmorAbsorbed(CharacterEvent):
    """Mage Armor absorbed these wounds; ``left``: the wounds it can still absorb."""

    wounds: int
    left: int


class FellAsleep(Event):
    """A monster falls asleep [10]."""

    monster: Term
    mark: str


class SleepersSlain(Event):
    """The sleeping monsters are killed without a roll, because none is awake [10]."""

    monster: Word
    number: int


class CharmDrunk(CharacterEvent):
    """A potion of charm works for its drinker, who can try it on a monster [14]."""

    monster: Term
    mark: str


class MonsterCharmed(CharacterEvent):
    """A monster joins the party, with this strength left [10]."""

    monster: Term
    mark: str
    strength: int


class AllyPlaced(CharacterEvent):
    """A charmed monster takes its place in the party, in this rank from the front [10]."""

    rank: int


class KnifeLost(Event):
    """A thrown knife is lost, because the fight was stopped [9.5]."""

    name: Term


class FightTired(Event):
    """Both sides end the fight after this many rounds without a wound."""

    monster: Word
    number: int
    rounds: int


class FightStopped(Event):
    """The fight stops, and the monsters let the party be [10 Cease Fire]."""

    monster: Word
    number: int


# Talks -----------------------------------------------------------------------------------------------------------


class MonstersCowed(Event):
    """The monsters give way as if intimidated [10 Cow]."""

    monster: Word
    number: int


class MonstersDaunted(Event):
    """The monsters give way and pay half their gold and all magic items [10 Daunt]."""

    monster: Word
    number: int


class DauntFailed(Event):
    """The monsters are too reluctant to be daunted, by this roll [10 Daunt]."""

    monster: Word
    number: int
    rolled: int


class DoorLocked(Event):
    """The party is back before the door, which is locked for ever; the monsters stay behind it [10 Lock]."""

    monster: Word
    number: int
    side: Word


# By the wayside --------------------------------------------------------------------------------------------------


class Healed(CharacterEvent):
    """This many wounds are cured; the strength that is left."""

    wounds: int
    strength: int


class MightGiven(CharacterEvent):
    """A bonus is added to a character's melee attack numbers in the next fight [10 Strength]."""

    might: int


class ArmorGiven(CharacterEvent):
    """A character gets Mage Armor that absorbs this many wounds."""

    absorbs: int


class FleshAgain(CharacterEvent):
    """A petrified character is flesh again, with his former strength [10 Stone Flesh]."""

    strength: int


class PartyTeleported(Event):
    """The party is teleported to another explored segment of the level [10 Teleport]."""

    kind: Word


class PoisonNeutralized(Event):
    """Poison has no effect on a character, by the spell or by a worn medallion [10, 14]."""

    victim: Term
    medallion: bool


class ThiefDisarmed(Event):
    """The spell disarms a trap at once and gives no experience [10 Thief]."""

    what: Word


class Raised(CharacterEvent):
    """A dead character lives again, at full strength [10 Resurrect]."""

    rolled: int


class NotCalledBack(CharacterEvent):
    """A dead character does not come back and never will [10 Resurrect]."""

    rolled: int


# Powers ----------------------------------------------------------------------------------------------------------


class MagesShielded(Event):
    """Evil Mages are under Magic Shield: no spell wounds them [15]."""

    monster: Word
    number: int


class StenchSpread(Event):
    """The Cronks stink [15.2]."""

    monster: Word
    number: int


class Reeling(Event):
    """These members failed to resist the stench: ``penalty`` is subtracted from their attack numbers in this fight.

    ``everybody``: they are the whole party.
    """

    who: tuple[Term, ...]
    penalty: int
    everybody: bool = False


class FireBreathed(Event):
    """A Chimera breathes fire at the whole first rank [15.1]."""

    monster: Term
    mark: str


class Burnt(CharacterEvent):
    """Fire wounded a character."""

    wounds: int


class GazeMet(Event):
    """A Medusa looks a character in the eyes [15.3]."""

    monster: Term
    mark: str
    target: Term


class TurnedToStone(CharacterEvent):
    """A character turns to stone and stays where he stands."""


class Whispered(Event):
    """A Vampire tries its charm on a character [15.5]."""

    monster: Term
    mark: str
    target: Term


class CharmProof(CharacterEvent):
    """A character is immune to charm."""


class TurnedOnParty(CharacterEvent):
    """A member joins the enemies."""


class CameToSenses(CharacterEvent):
    """A member who had turned on the party is back in its ranks."""


class Regenerated(Event):
    """A Troll's wounds close [15.4]."""

    monster: Term
    mark: str
    wounds: int
