"""The four Spells that are not cast in the Cave and do nothing to anybody in it [9.7]."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from rules.jaskinia.beside.marks import fold
from rules.kernel.errors import Refused

BARRED = (
    ("Teleportacja", "Teleportation"),
    ("Przyzwanie Burzy", "Summoning of a Storm"),
    ("Podmuch Wiatru", "Gust of Wind"),
    ("Błyskawica", "Lightning"),
)
"""In both languages."""
ALIKE = 0.8
"""So much of a name must be as it is written, so that slips are forgiven and forms of it are known."""


def refuse_barred(typed: str, field: str) -> None:
    """Refuses words that name one of them."""
    words = re.findall(r"\w+", fold(typed))
    for name in (one for both in BARRED for one in both):
        wanted = fold(name)
        size = len(wanted.split())
        runs = (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        if any(SequenceMatcher(None, run, wanted).ratio() >= ALIKE for run in runs):
            raise Refused("guest_barred_spell", field=field, spell=name)
