"""The preview of a game master's ruling: what it would do, without doing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.acts.rulings import put_right
from bot.executors import RULES
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from rules.kernel.advance import Snapshot, play_on
from rules.kernel.answers import Answer, Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import entry, offered
from rules.kernel.errors import Refused, RuleBroken
from rules.kernel.events import Told
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Request
from rules.kernel.table import Table

Course: TypeAlias = tuple[bool, bool, bool]
"""Whether dice fall in it, another question comes, and the game ends."""


class Preview(Struct, frozen=True):
    """The effect of a ruling: facts told, next question, whether it can be silent.

    ``since``: the number of rulings at the open question. ``called``: it runs a part of the game, whose course is not
    told yet. ``courses``: how it may go.
    """

    told: tuple[Told, ...]
    asked: Request | None
    may_whisper: bool
    since: int
    called: bool
    courses: Sequence[Course]


COURSES = 24
"""The courses that are tried, with other dice than the table's own, which a preview must not tell."""


async def courses_of(rules: Rules, snapshot: Snapshot, answers: Sequence[Answer], asked: str = "") -> list[Course]:
    """Return how the game may go on after this log of a stage; ``asked``: the question that is open now."""

    def play() -> Iterator[Course]:
        for nth in range(COURSES):
            with suppress(RuleBroken):
                legs = play_on(rules, snapshot, answers, nth.to_bytes(32))
                waiting = legs[-1].position.waiting
                fell = [given.asked.endswith(" Draw") for leg in legs for given in leg.position.given]
                yield not all(fell), waiting is not None and waiting.asked != asked, waiting is None
                if not fell:  # all courses are the same
                    return

    return await RULES.do(lambda: list(play()) or [(True, True, False)])


async def preview(
    sessions: Sessions, game_id: str, user_id: int, what: str, answer: Value, *, called: bool = False
) -> Preview:
    """Return the effect of a ruling; raises ``Refused`` as the ruling would.

    ``called``: the ruling runs a part of the game; dice and questions that follow from it are not revealed.
    """
    seen: list[Preview] = []
    refused: list[Refused] = []

    async def look(action: Transaction) -> None:
        state = (await action.standing()).state
        try:
            since = await put_right(action, user_id, what, answer, bool(seen))
        except Refused as refusal:
            refused.append(refusal)
            raise
        told = tuple(action.heard)
        courses = [] if seen else await _courses_after(action, since, what, answer)
        if called or len(courses) > 1:  # what dice and draws bring is told when it has happened
            with suppress(Refused):
                told = told[: _count_told_by_correction(action.rules, state, what, answer)]
        seen.append(Preview(told, action.waiting, False, since, called, courses))
        raise Refused("only_looked")  # rolls the transaction back: a preview stores nothing

    for _ in ("openly", "silently"):
        async with sessions.work_out([game_id], look):
            pass
    if not seen:
        raise refused[0] if refused else Refused("gm_not_now")
    return replace(seen[0], may_whisper=len(seen) > 1)


async def _courses_after(action: Transaction, since: int, what: str, answer: Value) -> list[Course]:
    table = action.before
    if not (table.snapshot and table.waiting):
        return []
    log = (*table.answers, entry(table.address.step, since, what, answer))
    return await courses_of(action.rules, table.snapshot, log, table.waiting.asked)


def _count_told_by_correction(rules: Rules, state: Any, what: str, answer: Value) -> int:
    """Return how many facts a correction tells by itself, before the rules go on; the state is left as it is."""
    copy = rules.decode(rules.encode(state), rules.schema)
    table = Table((), Scripted({}))
    rules.correct(table, copy, judge(offered(rules, copy), [what, answer], GM))
    return len(table.story.told)
