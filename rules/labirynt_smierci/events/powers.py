"""What the monsters' special powers do, as facts [15]."""

from __future__ import annotations

from rules.kernel.table import Event
from rules.kernel.words import Term, Word


class MagesShielded(Event, frozen=True):
    """Evil Mages stand under Magic Shield: no spell wounds them [15]."""

    monster: Word
    number: int


class StenchSpread(Event, frozen=True):
    """The Cronks stink [15.2]."""

    monster: Word
    number: int


class Reeling(Event, frozen=True):
    """These did not resist the stench: ``penalty`` is taken from their attack numbers in this fight."""

    who: tuple[Term, ...]
    penalty: int


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
