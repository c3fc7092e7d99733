"""Whether the open question is one that people know already: nobody is pinged twice for the same question.

An aside, an undo or a ruling has the same question asked anew. A secret aside does not even that: the question stays
where it stands.
"""

from __future__ import annotations

import msgspec

from bot.discord.prompts.scene import Scene
from rules.kernel.requests import NextAction, Roll, Seat
from rules.kernel.words import Fact


class Asked(msgspec.Struct, frozen=True):
    """What identifies a question in the channel: stage and step, its key, what it is about, which seats are asked."""

    place: tuple[int, int]
    why: str
    about: tuple[tuple[str, Fact], ...]
    seats: frozenset[Seat]


def identify_question(scene: Scene) -> Asked | None:
    """What identifies the open question, so that a later one can be compared with it; None when nothing is asked.

    Actions count as one question for a whole stage, and so do dice that are thrown by hand one after the other
    (step -1). Any other question is the same only at the same step, where an undo or a ruling has it asked anew.
    """
    request, at = scene.waiting, scene.standing.address
    if request is None:
        return None
    seats = frozenset(scene.asked_seats())
    if isinstance(request, Roll):
        return Asked((at.stage, -1), "dice", (), seats)
    about = tuple((name, fact) for name, fact in sorted(request.facts.items()) if not isinstance(fact, int))
    return Asked((at.stage, -1 if isinstance(request, NextAction) else at.step), request.why, about, seats)


def is_same_choice(before: Scene, after: Scene, by: Seat = "") -> bool:
    """Whether, after an action was taken, the same seats choose among the same actions of the same stage.

    ``by``: the seat that acted in secret; where it alone is asked, its actions may be others by now.
    """
    was, now = before.standing, after.standing
    if not isinstance(was.waiting, NextAction) or not isinstance(now.waiting, NextAction):
        return False
    same_stage = (was.address.epoch, was.address.stage) == (now.address.epoch, now.address.stage)
    same_question = was.waiting.why == now.waiting.why or before.asked_seats() == [by]
    return same_stage and same_question and before.asked_seats() == after.asked_seats()


def seats_that_know(before: Asked | None, now: Asked | None) -> frozenset[Seat]:
    """The seats that were asked the same question before, and so know of it; numbers in its facts may differ."""
    if before is None or now is None or msgspec.structs.replace(before, seats=now.seats) != now:
        return frozenset()
    return before.seats
