"""Taking back and bringing back: where to, what is lost by it, and who may.

Players may go back to the last die, draw or ruling at once; beyond it only the game master may, or the whole table
together. Where they play against each other, the same goes for whatever is not their own answer alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from bot.events import BroughtBack, TakenBack
from bot.history import house_rules
from bot.records import Accepted, Address, EpochRow, GameRecord
from bot.seats import lobby
from bot.sessions import Sessions
from bot.store import Logged, Page, Store
from bot.together.deciding import Vote, consent
from bot.together.voices import agreeing, consenters, is_master, seats_of, title
from bot.turns import NOBODY, Turn
from rules.kernel.corrections import CORRECTION
from rules.kernel.dice import is_code
from rules.kernel.errors import Diverged, Refused
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, PARTY, Seat

Why = Literal["", "chance", "rivals"]
"""Why it is for all to say: something fell or was ruled, or rivals have answered; '' where it is not."""
UNDO_REFUSED: Mapping[Why, str] = {"chance": "needs_consent", "rivals": "rivals_consent"}
REDO_REFUSED: Mapping[Why, str] = {"chance": "redo_consent", "rivals": "rivals_consent"}
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
        return past_chance(self.lost)

    def before(self, at: Address) -> int:
        """How many of the steps lead back from the question at this address; parts of its answer are not counted.

        So a vote on going back means the same place while others go on answering the open question.
        """
        return sum(row.user_id != NOBODY and not _is_part(row, at) for row in self.lost)


def past_chance(rows: Iterable[Logged]) -> bool:
    """Whether there is a die, a draw or a ruling of a game master among these rows."""
    return any(by_chance(row) or is_ruling(row) for row in rows)


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
    """Go back so many answers; raises ``Refused`` (``UNDO_REFUSED``) where it is for the whole table to say.

    ``lost``: how many rows that took when the person looked; raises ``Refused("undo_moved")`` when it is other ones.
    """

    async def take_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        to = await point(sessions.store, game_id, turn.address, steps)
        if lost is not None and len(to.lost) != lost:
            raise Refused("undo_moved")
        if why := why_all(turn.rules, turn.record, user_id, to.lost):
            raise Refused(UNDO_REFUSED[why])
        await go_back(turn, to, user_id, title(turn.record, user_id))

    return await sessions.accept(game_id, interaction_id, take_back)


def why_all(rules: Rules[Any], record: GameRecord, user_id: int, rows: Sequence[Logged]) -> Why:
    """Why it is not for this person alone that these rows go or come back; raises for strangers.

    It always is for the game master, for a player not past a die, and among rivals only what is all their own.
    """
    if is_master(record, user_id):
        return ""
    mine = seats_of(record, user_id)
    if not mine:
        raise Refused("not_seated")
    if len(consenters(record)) < 2:
        return ""
    if past_chance(rows):
        return "chance"
    return "rivals" if rules.rivals and any(row.answer.seat not in mine for row in rows) else ""


async def go_back(turn: Turn, to: Point, user_id: int, by: Seat = PARTY) -> None:
    """Go back there, as this seat wants; the old tail stays under its epoch."""
    forget_house_rules(turn, to.lost)
    await _go(turn, "undo", [to.page], TakenBack(to.steps, by), user_id)


async def _go(
    turn: Turn, why: str, pages: Sequence[Page], event: TakenBack | BroughtBack, user_id: int, of: int = 0
) -> None:
    try:
        await turn.go_to(why, pages, event, user_id, of)
    except Diverged as diverged:  # the rules of today cannot play what those of then have noted down
        raise Refused("undo_older") from diverged


def forget_house_rules(turn: Turn, lost: Iterable[Logged]) -> None:
    """What was agreed on in these rows is not any more."""
    if agreed_since := list(house_rules(row.answer for row in lost)):
        turn.rewrite(options=agreed_since[0][0])


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
            await go_back(turn, to, user_id)

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
    mine = agreeing(turn.record, user_id)
    if not mine:
        raise Refused("not_seated")
    cast = [Vote(seat, yes, turn.at, user_id) for seat in mine]
    votes = [*(await store.votes(turn.record.id)).get(matter, ()), *cast]
    outcome = consent(votes, consenters(turn.record))
    if outcome is None:
        turn.vote(matter, cast)
    else:
        turn.settle(matter)
    return outcome is True


# Bringing back ---------------------------------------------------------------------------------------------


class Return(msgspec.Struct, frozen=True):
    """What can be brought back: the pages of the line that was left, and those of its rows that are gone from here."""

    undone: EpochRow
    pages: tuple[Page, ...]
    lost: tuple[Logged, ...]

    @property
    def answers(self) -> int:
        """How many answers of people come back."""
        return sum(row.user_id != NOBODY for row in self.lost)


async def redo(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None) -> Accepted:
    """Bring back what was taken back last, if nothing has happened since; raises ``Refused("nothing_to_redo")``.

    Where dice, draws or rulings come back with it, or answers of rivals, it is for the whole table: raises ``Refused``
    (``REDO_REFUSED``).
    """

    async def bring_back(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        back = await returning(sessions.store, game_id, turn.address)
        if why := why_all_return(turn.rules, turn.record, user_id, back):
            raise Refused(REDO_REFUSED[why])
        await _bring(turn, back, user_id)

    return await sessions.accept(game_id, interaction_id, bring_back)


async def ask_for_redo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, yes: bool, at: Address
) -> Accepted:
    """A voice for or against bringing back, where it was asked; all together may do it, the game master at once."""

    async def vote(turn: Turn) -> None:
        lobby.must_be_open(turn.record, turn.waiting)
        if turn.address != at:
            raise Refused("stale")
        back = await returning(sessions.store, game_id, at)
        why_all_return(turn.rules, turn.record, user_id, back)
        if (yes and is_master(turn.record, user_id)) or await agreed(
            sessions.store, turn, user_id, redo_matter(at), yes
        ):
            await _bring(turn, back, user_id)

    return await sessions.accept(game_id, interaction_id, vote)


def redo_matter(at: Address) -> str:
    """The vote on bringing back, asked while the table stands at this address."""
    return f"redo/{place(at)}"


def why_all_return(rules: Rules[Any], record: GameRecord, user_id: int, back: Return) -> Why:
    """Why a person may not bring it back alone, as for ``why_all``; raises for strangers to it."""
    why = why_all(rules, record, user_id, back.lost)
    if is_master(record, back.undone.user_id) and not is_master(record, user_id):
        raise Refused("not_gm")
    return why


async def returning(store: Store, game_id: str, at: Address) -> Return:
    """What could be brought back to where the table stands now; raises ``Refused("nothing_to_redo")``."""
    undone = await _undone(store, game_id, at)
    whole = await _line(store, game_id, undone.parent, undone.address.stage, undone.tip.stage)
    here = _rows(await _line(store, game_id, at.epoch, undone.address.stage, max(undone.tip.stage, at.stage)))
    if any(row.user_id != NOBODY and row not in _rows(whole) for row in here):
        raise Refused("nothing_to_redo")
    return Return(undone, tuple(whole), tuple(row for row in _rows(whole) if row not in here))


async def _bring(turn: Turn, back: Return, user_id: int) -> None:
    if agreed_then := list(house_rules(row.answer for row in _rows(back.pages))):
        turn.rewrite(options=agreed_then[-1][1])
    await _go(turn, "redo", back.pages, BroughtBack(back.answers), user_id, back.undone.parent)


async def _undone(store: Store, game_id: str, at: Address) -> EpochRow:
    """The undo whose line is to be restored: that which made the present line, or the one before those restored."""
    rows = {row.epoch: row for row in await store.epochs(game_id)}
    row = rows.get(at.epoch)
    while row is not None and row.why == "redo":
        row = rows.get(row.parent)
    if row is None or row.why != "undo":
        raise Refused("nothing_to_redo")
    return row


async def _line(store: Store, game_id: str, epoch: int, first: int, last: int) -> list[Page]:
    """The pages of these stages on the line that led to an epoch."""
    pages = [await store.page(game_id, epoch, stage) for stage in range(first, last + 1)]
    return [page for page in pages if page is not None]


def _rows(pages: Sequence[Page]) -> list[Logged]:
    return [row for page in pages for row in page.answers]
