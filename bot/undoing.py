"""Taking back and bringing back: where to, what is lost by it, and who may.

Players may go back to the last die, draw or ruling at once; beyond it only the game master may, or the whole table
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot import lobby
from bot.deciding import Vote, consent
from bot.events import BroughtBack, TakenBack
from bot.records import Accepted, Address, EpochRow, GameRecord
from bot.sessions import Sessions
from bot.store import Logged, Page, Store
from bot.turns import NOBODY, Turn
from bot.voices import present, seats_of
from rules.kernel.corrections import CORRECTION, HOUSE
from rules.kernel.dice import is_code
from rules.kernel.errors import Diverged, Refused
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
        """Whether a die fell, something was drawn or a game master ruled since."""
        return any(by_chance(row) or is_ruling(row) for row in self.lost)

    def before(self, at: Address) -> int:
        """How many of the steps lead back from the question at this address; parts of its answer are not counted.

        So a vote on going back means the same place while others go on answering the open question.
        """
        return sum(row.user_id != NOBODY and not _is_part(row, at) for row in self.lost)


def by_chance(row: Logged) -> bool:
    """Whether a die or a draw answered, a die from somebody's hand too."""
    return row.answer.seat == CHANCE or is_roll(row)


def is_roll(row: Logged) -> bool:
    """Whether a row is dice: what is asked ends with their code."""
    return is_code(row.answer.asked.rpartition(" ")[2])


def is_ruling(row: Logged) -> bool:
    """Whether a row sets something right."""
    return row.answer.asked == CORRECTION


def _is_part(row: Logged, at: Address) -> bool:
    return (row.stage, row.answer.step) == (at.stage, at.step) and not is_ruling(row)


async def points(
    store: Store, game_id: str, at: Address, most: int | None = MOST_POINTS, first: int = 0
) -> list[Point]:
    """The places that this table can go back to, the nearest first; none before the ``first`` stage."""
    found: list[Point] = []
    lost: list[Logged] = []
    for stage in range(at.stage, first - 1, -1):
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


async def stage_begun(store: Store, game_id: str, at: Address) -> Point:
    """The place before the first answer of the present stage, or of the last one in which anybody has answered."""
    for stage in range(at.stage, -1, -1):
        if found := await points(store, game_id, at, None, stage):
            return found[-1]
    raise Refused("nothing_to_undo")


async def undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int = 1, lost: int | None = None
) -> Accepted:
    """Go back so many answers; raises ``Refused("needs_consent")`` where it is for the whole table to say.

    ``lost``: how many rows that took when the person looked; raises ``Refused("undo_moved")`` when it is other ones.
    """

    async def take_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        to = await point(sessions.store, game_id, turn.address, steps)
        if lost is not None and len(to.lost) != lost:
            raise Refused("undo_moved")
        if not may_go(turn.record, user_id, to):
            raise Refused("needs_consent")
        go_back(turn, to, user_id)

    return await sessions.accept(game_id, interaction_id, take_back)


def may_go(record: GameRecord, user_id: int, to: Point) -> bool:
    """Whether a person may go back there alone: the game master always, a player not past a die; raises for others."""
    if is_master(record, user_id):
        return True
    if not seats_of(record, user_id):
        raise Refused("not_seated")
    return not to.past_chance or len(present(record)) < 2


def is_master(record: GameRecord, user_id: int) -> bool:
    """Whether this is the table's game master."""
    return bool(record.gm_id) and user_id == record.gm_id


def go_back(turn: Turn, to: Point, user_id: int) -> None:
    """Go back there; the old tail stays under its epoch."""
    forget_house_rules(turn, to.lost)
    _go(turn, "undo", [to.page], TakenBack(to.steps), user_id)


def _go(turn: Turn, why: str, pages: Sequence[Page], event: TakenBack | BroughtBack, user_id: int, of: int = 0) -> None:
    try:
        turn.go_to(why, pages, event, user_id, of)
    except Diverged as diverged:  # the rules of today cannot play what those of then have noted down
        raise Refused("undo_older") from diverged


def forget_house_rules(turn: Turn, lost: Iterable[Logged]) -> None:
    """What was agreed on in these rows is not any more."""
    if agreed_since := list(_house_rules(lost)):
        turn.rewrite(options=agreed_since[0][0])


def _house_rules(rows: Iterable[Logged]) -> Iterable[tuple[Mapping[str, str], Mapping[str, str]]]:
    """The house rules agreed on in these rows: what was in force before, and what is from then on."""
    for row in rows:
        if is_ruling(row) and row.answer.value[0] == HOUSE:
            _, now, _, before = row.answer.value
            yield before, now


# Together --------------------------------------------------------------------------------------------------


def matter(to: Point, at: Address) -> str:
    """The vote on going back there, asked while the table stands at this address."""
    return f"undo/{to.before(at)}/{place(at)}"


async def ask_for_undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int, yes: bool, at: Address
) -> Accepted:
    """A voice for or against going back; when the whole table agrees, or the game master does, it happens.

    ``at``: where it was asked, ``steps``: how many answers back from the question there.
    """

    async def vote(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        if turn.address != at:
            raise Refused("stale")
        to = await point_before(sessions.store, game_id, at, steps)
        asked = f"undo/{steps}/{place(at)}"
        if (yes and is_master(turn.record, user_id)) or await agreed(sessions.store, turn, user_id, asked, yes):
            go_back(turn, to, user_id)

    return await sessions.accept(game_id, interaction_id, vote)


async def point_before(store: Store, game_id: str, at: Address, steps: int) -> Point:
    """The place so many answers back from the question at this address; raises ``Refused("nothing_to_undo")``."""
    for one in await points(store, game_id, at):
        if steps > 0 and one.before(at) == steps:
            return one
    raise Refused("nothing_to_undo")


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


# Bringing back ---------------------------------------------------------------------------------------------


async def redo(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None) -> Accepted:
    """Bring back what was taken back last, if nothing has happened since; raises ``Refused("nothing_to_redo")``."""

    async def bring_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        if not is_master(turn.record, user_id) and not seats_of(turn.record, user_id):
            raise Refused("not_seated")
        undone = await _undone(sessions.store, turn)
        last = max(undone.tip.stage, turn.address.stage)
        whole = await _line(sessions.store, turn.record.id, undone.parent, undone.address.stage, undone.tip.stage)
        here = await _line(sessions.store, turn.record.id, turn.address.epoch, undone.address.stage, last)
        if any(row not in _people(whole) for row in _people(here)):
            raise Refused("nothing_to_redo")
        if agreed_then := list(_house_rules(_people(whole))):
            turn.rewrite(options=agreed_then[-1][1])
        answers = len(_people(whole)) - len(_people(here))
        _go(turn, "redo", whole, BroughtBack(answers), user_id, undone.parent)

    return await sessions.accept(game_id, interaction_id, bring_back)


async def _undone(store: Store, turn: Turn) -> EpochRow:
    """The undo whose line is to be restored: that which made the present line, or the one before those restored."""
    rows = {row.epoch: row for row in await store.epochs(turn.record.id)}
    row = rows.get(turn.address.epoch)
    while row is not None and row.why == "redo":
        row = rows.get(row.parent)
    if row is None or row.why != "undo":
        raise Refused("nothing_to_redo")
    return row


async def _line(store: Store, game_id: str, epoch: int, first: int, last: int) -> list[Page]:
    """The pages of these stages on the line that led to an epoch."""
    pages = [await store.page(game_id, epoch, stage) for stage in range(first, last + 1)]
    return [page for page in pages if page is not None]


def _people(pages: Sequence[Page]) -> list[Logged]:
    return [row for page in pages for row in page.answers if row.user_id != NOBODY]
