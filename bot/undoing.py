"""Taking back and bringing back: where to, what is lost by it, and who may.

Players may go back to the last die or draw at once; beyond it only the game master may, or the whole table together.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot import lobby
from bot.deciding import Vote, consent
from bot.events import BroughtBack, TakenBack
from bot.records import Accepted, Address, EpochRow, GameRecord
from bot.sessions import Sessions
from bot.store import Logged, Page, Store
from bot.turns import NOBODY, Turn
from bot.voices import present, seats_of
from rules.kernel.dice import is_code
from rules.kernel.errors import Refused
from rules.kernel.requests import CHANCE

MOST_POINTS = 25
"""How many answers back a person can look."""


class Point(msgspec.Struct, frozen=True):
    """A place to go back to: before this answer of a person, which was the ``steps``-th from the end.

    ``page`` is the log up to there, ``lost`` all that would be gone (answers, dice, draws), oldest first.
    """

    steps: int
    answer: Logged
    page: Page
    lost: tuple[Logged, ...]

    @property
    def past_chance(self) -> bool:
        """Whether a die fell or something was drawn since."""
        return any(by_chance(row) for row in self.lost)

    @property
    def matter(self) -> str:
        """The vote on going back here."""
        return f"undo/{self.steps}"


def by_chance(row: Logged) -> bool:
    """Whether a die or a draw answered, a die from somebody's hand too."""
    return row.answer.seat == CHANCE or is_roll(row)


def is_roll(row: Logged) -> bool:
    """Whether a row is dice: what is asked ends with their code."""
    return is_code(row.answer.asked.rpartition(" ")[2])


async def points(store: Store, game_id: str, at: Address, most: int = MOST_POINTS) -> list[Point]:
    """The places that this table can go back to, the nearest first."""
    found: list[Point] = []
    lost: list[Logged] = []
    for stage in range(at.stage, -1, -1):
        page = await store.page(game_id, at.epoch, stage)
        rows = page.answers if page else []
        for nth in range(len(rows) - 1, -1, -1):
            lost.insert(0, rows[nth])
            if page is not None and rows[nth].user_id != NOBODY:
                kept = Page(page.snapshot, rows[:nth])
                found.append(Point(len(found) + 1, rows[nth], kept, tuple(lost)))
                if len(found) == most:
                    return found
    return found


async def point(store: Store, game_id: str, at: Address, steps: int) -> Point:
    """The place so many answers of people back; raises ``Refused("nothing_to_undo")``."""
    if steps < 1:
        raise Refused("nothing_to_undo")
    found = await points(store, game_id, at, steps)
    if len(found) < steps:
        raise Refused("nothing_to_undo")
    return found[-1]


async def undo(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int = 1) -> Accepted:
    """Go back so many answers; raises ``Refused("needs_consent")`` where it is for the whole table to say."""

    async def take_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        to = await point(sessions.store, game_id, turn.address, steps)
        if not may_go(turn.record, user_id, to):
            raise Refused("needs_consent")
        go_back(turn, to, user_id)

    return await sessions.accept(game_id, interaction_id, take_back)


def may_go(record: GameRecord, user_id: int, to: Point) -> bool:
    """Whether a person may go back there alone: the game master always, a player not past a die; raises for others."""
    if user_id == record.gm_id:
        return True
    if not seats_of(record, user_id):
        raise Refused("not_seated")
    return not to.past_chance or len(present(record)) < 2


def go_back(turn: Turn, to: Point, user_id: int) -> None:
    """Go back there; the old tail stays under its epoch."""
    turn.go_to("undo", [to.page], TakenBack(to.steps), user_id)


async def ask_for_undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int, yes: bool, at: Address
) -> Accepted:
    """A voice for or against going back; when the whole table agrees, it happens. ``at``: where it was asked."""

    async def vote(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        if turn.address != at:
            raise Refused("stale")
        to = await point(sessions.store, game_id, turn.address, steps)
        if await agreed(sessions.store, turn, user_id, f"{to.matter}/{place(at)}", yes):
            go_back(turn, to, user_id)

    return await sessions.accept(game_id, interaction_id, vote)


def place(at: Address) -> str:
    """An address as part of a matter."""
    return f"{at.epoch}.{at.stage}.{at.step}"


async def agreed(store: Store, turn: Turn, user_id: int, matter: str, yes: bool) -> bool:
    """Note a person's voice on a matter that everybody must agree to; whether it is decided, for it, now.

    A voice against it ends the matter.
    """
    voters = present(turn.record)
    mine = [seat for seat in seats_of(turn.record, user_id) if seat in voters]
    if not mine:
        raise Refused("not_seated")
    cast = [Vote(seat, yes, turn.at, user_id) for seat in mine]
    votes = [*(await store.votes(turn.record.id)).get(matter, ()), *cast]
    outcome = consent(votes, voters)
    if outcome is None:
        turn.vote(matter, cast)
    else:
        turn.settle(matter)
    return outcome is True


async def redo(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None) -> Accepted:
    """Bring back what was taken back last, if nothing has happened since; raises ``Refused("nothing_to_redo")``."""

    async def bring_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        if user_id != turn.record.gm_id and not seats_of(turn.record, user_id):
            raise Refused("not_seated")
        undone = await _undone(sessions.store, turn)
        stages = range(undone.address.stage, undone.tip.stage + 1)
        pages = [await sessions.store.page(game_id, undone.parent, stage) for stage in stages]
        kept = await sessions.store.page(game_id, turn.address.epoch, turn.address.stage)
        whole = [page for page in pages if page is not None]
        answers = _people(whole) - _people([kept] if kept else [])
        turn.go_to("redo", whole, BroughtBack(answers), user_id, undone.parent)

    return await sessions.accept(game_id, interaction_id, bring_back)


async def _undone(store: Store, turn: Turn) -> EpochRow:
    """The undo that made the present line, when the table still stands where it left it."""
    rows = {row.epoch: row for row in await store.epochs(turn.record.id)}
    here = rows.get(turn.address.epoch)
    if here is None or await _moved(store, turn, here):
        raise Refused("nothing_to_redo")
    row: EpochRow | None = here
    while row is not None and row.why == "redo":
        row = rows.get(row.parent)
    if row is None or row.why != "undo":
        raise Refused("nothing_to_redo")
    return row


async def _moved(store: Store, turn: Turn, since: EpochRow) -> bool:
    if (turn.address.stage, turn.address.step) != (since.address.stage, since.address.step):
        return True
    page = await store.page(turn.record.id, turn.address.epoch, turn.address.stage)
    return any(row.at > since.at for row in (page.answers if page else ()))


def _people(pages: Sequence[Page]) -> int:
    return sum(row.user_id != NOBODY for page in pages for row in page.answers)
