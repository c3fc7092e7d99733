"""House rules as named switches, chosen when the game is opened (§2.3 invites them)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.kernel.errors import Refused
from rules.kernel.game import Length, chosen, rewritten
from rules.kernel.turns import BOOK, BRISK, PACE, Pace, pace_of


class Options(Struct, kw_only=True, frozen=True):
    """The house rules in force.

    ``heroes``, ``apprentices``: their numbers in the party (six together at most) [4.1]. ``adventures``: the party
    loses when it would need one more; 0: unlimited. ``recruits``: a seat without a living character recruits an
    apprentice when the party comes out; a lone player recruits one when fewer than four come out. ``level3_numbers``:
    2, as in the table of levels, or 1, for kinder games on level 3 [6.7]. ``resistance``: targets of spells and powers
    roll to resist; no: they never resist [11]. ``treasure``: one roll for each group, or one for each of its monsters
    [14.9]. ``negotiation``: one member's skill counts, or those of all [8.4]. ``gate_front``: the skill destroys the
    Gate when no awake guard stands in front (cleared), or at any time [16]. ``chests``: treasure chests may be trapped
    like doors, or are safe [7.0]. ``wanderers``: one group of wanderers gives experience for every few segments
    explored (explored), all do once only the Gate is left to explore (gate), or all do (always) [12, 17].
    ``experience``: a group's points are shared by the survivors, or always by six [12]. ``sharing``: each player may
    wish for one thing of a find, and the rest is shared fairly: asked for known magic items (wishes), or always (all);
    or nobody is asked (fair). ``spells``: a usable spell may be cast again and again, or once in an adventure [10].
    ``laying``: the orientation of a new segment is asked for whenever there is a choice, when it matters (see
    ``laying``), or never, when the bot lays it [6.2].
    """

    heroes: int = 3
    apprentices: int = 3
    adventures: int = 3
    recruits: bool = True
    level3_numbers: int = 2
    resistance: bool = True
    treasure: str = "group"
    negotiation: str = "one"
    gate_front: str = "cleared"
    chests: str = "trapped"
    experience: str = "survivors"
    wanderers: str = "gate"
    sharing: str = "wishes"
    spells: str = "repeatable"
    laying: str = "matters"


CHOICES: Mapping[str, tuple[str, ...]] = {
    "heroes": ("3", "0", "1", "2", "4", "5", "6"),
    "apprentices": ("3", "0", "1", "2", "4", "5", "6"),
    "adventures": ("3", "1", "2", "4", "6", "8", "10", "12", "0"),
    "recruits": ("yes", "no"),
    "level3_numbers": ("2", "1"),
    "resistance": ("yes", "no"),
    "treasure": ("group", "monster"),
    "negotiation": ("one", "all"),
    "gate_front": ("cleared", "any"),
    "chests": ("trapped", "safe"),
    "experience": ("survivors", "six"),
    "wanderers": ("gate", "explored", "always"),
    "sharing": ("wishes", "all", "fair"),
    "spells": ("repeatable", "once"),
    "laying": ("matters", "asked", "bot"),
    PACE: (BRISK, BOOK),
}
"""The possible values of each switch, the usual one first."""
BY_THE_BOOK: Mapping[str, str] = {"laying": "asked", "wanderers": "always", "adventures": "0"}
"""The values by the book, unless the table agreed on others [6.2, 12, 17]."""
HOUSE_RULES: Mapping[Pace, Mapping[str, str]] = {
    "brisk": {name: CHOICES[name][0] for name in BY_THE_BOOK},
    "book": BY_THE_BOOK,
}

MOST_CHARACTERS = 6
ADVISED_CHARACTERS = 4
LENGTH = Length(
    "adventures",
    days={
        "brisk": {"3": {2: 6.7, 4: 7.7}, "6": {2: 6.7, 4: 12.0}, "0": {2: 6.7, 4: 12.5}},
        "book": {"3": {2: 38.7, 4: 72.6}, "6": {2: 39.3, 4: 72.6}, "0": {2: 39.7, 4: 72.6}},
    },
)
"""The measured days, seed 1. A longer game is never told to take fewer.

Brisk: for 2 players 50 games each with three and with six adventures, both 6.7 days; without a limit 24 games, 6.1,
which is no difference in so few; for 4 players 16 games each. By the book: 6 games each, a few days off; 4 players were
measured with three adventures only, and more take at least as long.
"""


FIXED = ("heroes", "apprentices")
"""Switches that cannot change during a game, because they made the party."""


def with_changes(now: Options, given: Mapping[str, str]) -> Options:
    """Return the options with changes in the middle of a game; raises ``Refused`` for switches that made the party."""
    return read_options(rewritten(now, given, FIXED))


def read_options(given: Mapping[str, str]) -> Options:
    """Return the options from their written form.

    Raises ``Refused`` for unknown names and values, and parties of none or of seven.
    """
    options = chosen(Options, CHOICES, {**HOUSE_RULES[pace_of(given)], **given})
    if not 1 <= options.heroes + options.apprentices <= MOST_CHARACTERS:
        raise Refused("party_size", most=MOST_CHARACTERS)
    return options
