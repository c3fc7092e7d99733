"""A move named ahead: what a player's next turn shall begin with, named in secret while others play.

When the turn comes it is done without asking, as long as everything looks as it did when it was named: so a turn waits
for nobody who knew what to do. What has to look the same is what everybody sees, as the others see who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rules.kernel.offers import Offer
from rules.kernel.requests import Option

AHEAD = "ahead"
"""The id of the offer to name one, and the head of its words."""
NONE = "none"
"""The answer of whoever wants to be asked."""


class Ahead(msgspec.Struct, frozen=True):
    """``move``: the id of the offer that is taken; ``seen``: what its player went by, all of it known to everybody."""

    move: str
    seen: tuple[str, ...]


def offer_named(
    named: Ahead | None, offers: Sequence[Offer[Any]], seen: Callable[[Offer[Any]], tuple[str, ...]]
) -> Offer[Any] | None:
    """What was named, of what is offered now, if its player sees the same as then; None: it is to be asked."""
    move = next((offer for offer in offers if named and offer.option.id == named.move), None)
    return move if named is not None and move is not None and seen(move) == named.seen else None


def ahead_option(now: Ahead | None) -> Option:
    """The offer to name one; it says whether one is named already."""
    return Option(AHEAD, "ahead.named" if now else AHEAD)


def none_option(now: Ahead | None) -> Option:
    """To be asked: as it is, or again."""
    return Option(NONE, "ahead.drop" if now else "ahead.none")
