"""Whose own a decision of the party concerns outside fights, and whether their standing orders consent [5, 7, 8.7]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from rules.kernel.requests import Consent, Seat
from rules.labirynt_smierci.model import Character, Game

Stake = Literal["safe", "gold", "death"]
"""What is at stake for an owner: neither gold nor a possible death, gold, or a possible death."""


def consents(game: Game, touched: Iterable[tuple[Character, Stake]]) -> dict[Seat, Consent]:
    """The consent that each owner's standing orders give; of several stakes of one owner the worst counts."""
    found: dict[Seat, Consent] = {}
    for character, stake in touched:
        sent = game.orders_of(character.seat).sent
        covered = sent == "always" or (sent == "safe" and stake == "safe")
        if not covered:
            found[character.seat] = "refused" if sent == "never" else "asked"
        found.setdefault(character.seat, "given")
    return found


def sending(game: Game, character: Character, *, deadly: bool) -> Callable[[Any], Mapping[Seat, Consent]]:
    """Of an offer that sends this character somewhere."""

    def owners(_: object) -> dict[Seat, Consent]:
        return consents(game, [(character, "death" if deadly else "safe")])

    return owners


def paying(game: Game, parts: Callable[[int], Mapping[str, int]]) -> Callable[[int], Mapping[Seat, Consent]]:
    """Of a sum that the party pays: whose gold is spent. ``parts``: what each character pays of a sum (pieces)."""

    def owners(gold: int) -> dict[Seat, Consent]:
        return consents(game, [(game.characters[payer], "gold") for payer in parts(gold)])

    return owners
