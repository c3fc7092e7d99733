"""House rules as named switches (§2.3 invites them); chosen when the game is opened."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.kernel.errors import Refused


class Options(msgspec.Struct, kw_only=True, frozen=True):
    """The switches in force.

    ``heroes``, ``apprentices``: how many make up the party (six together at most) [4.1].
    ``adventures``: the party loses when it would need one more; 0: unlimited.
    ``recruits``: a seat without a living character draws a new apprentice when the party comes out.
    ``level3_numbers``: 2, as the table of levels has it, or 1, for kinder games on level 3 [6.7].
    """

    heroes: int = 3
    apprentices: int = 3
    adventures: int = 6
    recruits: bool = True
    level3_numbers: int = 2


CHOICES: Mapping[str, tuple[str, ...]] = {
    "heroes": ("0", "1", "2", "3", "4", "5", "6"),
    "apprentices": ("0", "1", "2", "3", "4", "5", "6"),
    "adventures": ("6", "1", "2", "3", "4", "8", "10", "12", "0"),
    "recruits": ("yes", "no"),
    "level3_numbers": ("2", "1"),
}
"""Each switch with its possible values."""

MOST_CHARACTERS = 6


def read(given: Mapping[str, str]) -> Options:
    """The options from their written form; refuses unknown names and values, and parties of none or of seven."""
    for name, value in given.items():
        if name not in CHOICES or value not in CHOICES[name]:
            raise Refused("option", name=name[:40], values=CHOICES.get(name, tuple(CHOICES)))
    plain = {name: value == "yes" if name == "recruits" else int(value) for name, value in given.items()}
    options = msgspec.convert(plain, Options)
    if not 1 <= options.heroes + options.apprentices <= MOST_CHARACTERS:
        raise Refused("party_size", most=MOST_CHARACTERS)
    return options
