"""Whether a question is asked anew after something was done first: nobody is told twice that it waits for them.

What was done in secret leaves the question where it stands, as if nothing had happened.
"""

from __future__ import annotations

import msgspec

from bot.discord.prompts.scene import Scene
from rules.kernel.requests import NextAction, Roll, Seat
from rules.kernel.words import Fact


class Asked(msgspec.Struct, frozen=True):
    """A question that was put into the channel: where it stands, about whom or what it is, to which seats it goes."""

    place: tuple[int, int]
    why: str
    about: tuple[tuple[str, Fact], ...]
    seats: frozenset[Seat]


def asked(scene: Scene) -> Asked | None:
    """What to remember of the open question; None when nothing is asked.

    Free actions are one question for a whole stage, and so are dice that are thrown by hand one after the other. Any
    other question is the same only at the same step, where an undo or a game master's ruling has it asked anew.
    """
    request, at = scene.waiting, scene.standing.address
    if request is None:
        return None
    seats = frozenset(scene.asked())
    if isinstance(request, Roll):
        return Asked((at.stage, -1), "dice", (), seats)
    about = tuple((name, fact) for name, fact in sorted(request.facts.items()) if not isinstance(fact, int))
    return Asked((at.stage, -1 if isinstance(request, NextAction) else at.step), request.why, about, seats)


def goes_on(before: Scene, after: Scene, by: Seat = "") -> bool:
    """Whether the same free actions are asked of the same seats after one of them was taken.

    ``by``: who took one in secret; where that seat alone is asked, it may go on with others.
    """
    was, now = before.standing, after.standing
    if not isinstance(was.waiting, NextAction) or not isinstance(now.waiting, NextAction):
        return False
    same_stage = (was.address.epoch, was.address.stage) == (now.address.epoch, now.address.stage)
    same_question = was.waiting.why == now.waiting.why or before.asked() == [by]
    return same_stage and same_question and before.asked() == after.asked()


def knowing(before: Asked | None, now: Asked | None) -> frozenset[Seat]:
    """The seats that know of a question already, as it is the one before asked anew; numbers in it may differ."""
    if before is None or now is None or msgspec.structs.replace(before, seats=now.seats) != now:
        return frozenset()
    return before.seats
