"""Consent of owners, by their standing orders, to party decisions outside fights [5, 7, 8.7]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.kernel.requests import Consent, Seat
from rules.labirynt_smierci.model import Character, Game

Stake = Literal["safe", "gold", "death"]
"""An owner's stake: ``safe``, ``gold``, or a possible ``death``."""


def consents(game: Game, touched: Iterable[tuple[Character, Stake]]) -> dict[Seat, Consent]:
    """Return the consent that each owner's standing orders give; an owner's worst stake counts."""
    found: dict[Seat, Consent] = {}
    for character, stake in touched:
        sent = game.orders_of(character.seat).sent
        covered = sent == "always" or (sent == "safe" and stake == "safe")
        if not covered:
            found[character.seat] = "refused" if sent == "never" else "asked"
        found.setdefault(character.seat, "given")
    return found
