"""A fight in progress, and standing orders: what a player wants done in it without being asked each round.

As usual somebody is asked for orders in the first round, if it is not sure who wins, and then only when something has
changed, so that a fight without surprises takes one answer, and one that is no contest takes none. All else, the
preferences too, is what the button «as usual» would do.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.requests import Ranks, Seat

ORDER_WORDS = "fightorders"
"""The head of their words."""


class Orders(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player wants done without being asked.

    ``first``: whether one is asked in the first round, or only where the fight is in ``doubt``. ``rounds``: after it
    one is asked when one of one's own is badly hurt, somebody falls or something new shows (``changed``), only for the
    first (``hurt``) or the last of these (``new``), never until the fight ends (``end``), or in ``each`` round.
    ``hurt``: who has less strength than that, and less than when one was asked last, is badly hurt. ``regroup``: after
    a round the badly hurt is relieved and one is asked where somebody fell (``usual``), one is asked after ``each``
    round, or one's own ``stay``. ``target``: whom one's own strike first; ``missiles``: they shoot and throw, keep the
    knives (``bows``), or ``hold`` fire; ``spells``: cast where it pays, or spare them. ``heal``: after a fight one's
    own healers cure whoever has less strength than that.
    """

    first: Literal["doubt", "ask", "usual"] = "doubt"
    rounds: Literal["changed", "hurt", "new", "end", "each"] = "changed"
    hurt: Literal["2", "3", "4", "5", "6", "8"] = "3"
    regroup: Literal["usual", "each", "stay"] = "usual"
    target: Literal["weakest", "strongest", "threat", "magic", "casters"] = "weakest"
    missiles: Literal["loose", "bows", "hold"] = "loose"
    spells: Literal["usual", "spare"] = "usual"
    heal: Literal["never", "3", "4", "5", "6", "8"] = "never"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a fight stood when a player was asked last: the own characters' strength, how many lived, what had shown."""

    strength: dict[str, int]
    living: int
    shown: int


class Unasked(msgspec.Struct, omit_defaults=True):
    """Rounds that ran by themselves and are still to be summed up: all wounds before them, who dealt how many."""

    first: int
    last: int
    before: dict[str, int]
    dealt: dict[str, int] = {}


class Fight(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A fight in progress: both formations by id, and the places (in half steps from the middle) of this round.

    ``asleep``, ``shielded``: ids of monsters and characters [10]; ``reeling``: characters under the stench [15.2].
    ``idle``: rounds in a row in which nobody was wounded. ``orders``: the standing orders for this fight, ``seen``: how
    it stood when a player was asked last, ``shown``: the powers, spells and newcomers that have shown so far;
    ``unasked``: rounds that ran by themselves and are not summed up yet.
    """

    round: int = 1
    monsters: Ranks
    party_places: dict[str, int] = {}
    monster_places: dict[str, int] = {}
    thrown: list[str] = []
    asleep: list[str] = []
    shielded: list[str] = []
    reeling: list[str] = []
    idle: int = 0
    orders: dict[Seat, Orders] = {}
    seen: dict[Seat, Seen] = {}
    shown: list[str] = []
    unasked: Unasked | None = None

    def show(self, what: str) -> None:
        """Something shows that had not before: a power, a spell, somebody among the monsters."""
        if what not in self.shown:
            self.shown.append(what)
