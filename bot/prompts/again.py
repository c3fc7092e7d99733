"""Whether a question is asked anew after something was done first: nobody is told twice that it waits for them."""

from __future__ import annotations

import msgspec

from bot.prompts.scene import Scene
from rules.kernel.requests import NextAction, Seat
from rules.kernel.words import Fact


class Asked(msgspec.Struct, frozen=True):
    """A question that was put into the channel: free actions of one stage, about whom or what, to which seats."""

    place: tuple[int, int]
    why: str
    about: tuple[tuple[str, Fact], ...]
    seats: frozenset[Seat]


def asked(scene: Scene) -> Asked | None:
    """What to remember of the open question; None for what is never the same question again: orders, votes, forms."""
    request, at = scene.waiting, scene.standing.address
    if not isinstance(request, NextAction):
        return None
    about = tuple((name, fact) for name, fact in sorted(request.facts.items()) if not isinstance(fact, int))
    return Asked((at.epoch, at.stage), request.why, about, frozenset(scene.asked()))


def knowing(before: Asked | None, now: Asked | None) -> frozenset[Seat]:
    """The seats that know of a question already, as it is the one before asked anew; numbers in it may differ."""
    if before is None or now is None or msgspec.structs.replace(before, seats=now.seats) != now:
        return frozenset()
    return before.seats
