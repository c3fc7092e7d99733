"""Undo and redo: targets, losses, permissions.

A player may go back to the last die, draw or ruling; beyond it only the game master or the whole table may. Among
rivals the same limit holds for others' answers and for facts that have reached a rival.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.acts import undo_points
from bot.acts.copies.formats import MOST_SEEDS
from bot.executors import PAST
from bot.session import lobby
from bot.session.history import house_rules
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store import Store
from bot.store.units import Logged, Page
from bot.table.authority import (
    consenters,
    consenting_seats,
    is_left,
    is_left_alone,
    is_master,
    is_named_master,
    seats_of,
    title,
)
from bot.table.events import BroughtBack, DiceResealed, EndWithdrawn, TakenBack
from bot.table.records import Accepted, Address, EpochRow, GameRecord, Standing
from bot.table.timekeeping import DAY
from bot.table.votes import Vote, consent
from rules.kernel.answers import ASIDE
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import Event
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, GM, PARTY, Seat

Why = Literal["", "chance", "rivals"]
"""Why the whole table must agree: chance (a die, draw or ruling) or a concerned rival; '': it need not."""
REOPENED = 7 * DAY
"""Seconds after the end of a game during which it can be taken back."""
BY_ONE_LEFT = ("undo", "redo", "end")
"""Proposals still open to the last player left among rivals; each has its own limit."""
UNDO_REFUSED: Mapping[Why, str] = {"chance": "needs_consent", "rivals": "rivals_consent"}
REDO_REFUSED: Mapping[Why, str] = {"chance": "redo_consent", "rivals": "rivals_consent"}


async def undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int = 1, lost: int | None = None
) -> Accepted:
    """Undo the last ``steps`` answers of people; raises ``Refused`` (``UNDO_REFUSED``) if all must agree.

    ``lost``: the number of rows lost in the preview; raises ``Refused("undo_moved")`` if it has changed.
    """

    async def take_back(action: Transaction) -> None:
        lobby.must_be_open(action, or_over=True)
        to = await undo_points.point(sessions.store, action.rules, await action.standing(), user_id, steps)
        if lost is not None and len(to.lost) != lost:
            raise Refused("undo_moved")
        if why := await why_undo(sessions.store, action.rules, await action.standing(), user_id, to):
            raise Refused(UNDO_REFUSED[why])
        kept = await PAST.do(undo_points.move_to_end, action.rules, to.page, to.beside)
        whole = replace(to, page=kept)
        await _go_back_with_fair_dice(action, whole, user_id, title(action.record, user_id))

    return await sessions.accept(game_id, interaction_id, take_back)


async def _go_back_with_fair_dice(
    action: Transaction, to: undo_points.Point, user_id: int, by: Seat = PARTY, *, voted: bool = False
) -> None:
    """Go back; a fresh seed takes over unless everybody concerned by the dice agreed, or after the end."""
    withdrawn = await withdraw_end(action, user_id, to.lost, voted=voted)
    empty = any(is_left(action.record, seat) for seat in action.record.seats)
    resealed = not withdrawn and (
        action.record.rivals and empty and bool(seats_of(action.record, user_id)) and undo_points.has_chance(to.lost)
    )
    if resealed:
        _reseal_dice(action, to.lost)
    await go_back(action, to, user_id, by)
    if resealed:
        withdrawn = (DiceResealed(action.record.commitment),)
    for event in withdrawn:
        action.tell(event)


async def withdraw_end(
    action: Transaction, user_id: int, lost: Sequence[Logged], *, voted: bool = False
) -> tuple[Event, ...]:
    """Open a finished game again with a fresh seed, as the old one is known; return what is to be told of it then.

    () if the game goes on anyway. Only in the channel's newest game, up to ``REOPENED`` seconds after its end; rivals,
    who have seen each other's hands, must have ``voted``. Raises ``Refused`` with game_over, rivals_consent or
    undo_seeds.
    """
    record = action.record
    if record.phase != "ended":
        return ()
    newest, ended_at = await action.store.newest_in(record.channel_id), max(row.at for row in lost)
    over = action.rules.over((await action.standing()).state)
    if not over or newest != record.id or action.at - ended_at > REOPENED:
        raise Refused("game_over")
    if not voted and must_all_agree_on_end(record, user_id):
        raise Refused(UNDO_REFUSED["rivals"])
    if action.now.seal + 1 >= MOST_SEEDS:
        raise Refused("undo_seeds")
    action.reseal()
    action.rewrite(phase="playing")
    return EndWithdrawn(), DiceResealed(action.record.commitment)


def must_all_agree_on_end(record: GameRecord, user_id: int) -> bool:
    """Whether only all people together may take the end back: among rivals, unless there is nobody else."""
    return record.rivals and not set(consenters(record)) <= set(consenting_seats(record, user_id))


def _reseal_dice(action: Transaction, lost: Sequence[Logged]) -> None:
    """Start a fresh seed; its own dice are not undone, or somebody could throw until they like the result."""
    newest = action.now.seal
    again = newest and any(row.answer.seat == CHANCE and row.seal == newest for row in lost)
    if again or newest + 1 >= MOST_SEEDS:
        raise Refused("undo_seeds")
    action.reseal()


async def why_undo(store: Store, rules: Rules, now: Standing, user_id: int, to: undo_points.Point) -> Why:
    """Return why this person may not go back alone: as ``why_all``, and among rivals because a fact has reached one."""
    record, at = now.record, now.address
    if record.phase == "ended" and must_all_agree_on_end(record, user_id):
        return "rivals"
    why = why_all(rules, record, user_id, to.lost)
    if why or not undo_points.has_rivals(rules, record, user_id):
        return why
    page = await store.page(record.id, at.epoch, at.stage)
    if to.answer.stage != at.stage or page is None:
        return "rivals"
    mine = seats_of(record, user_id)
    others = [seat.seat for seat in record.seats if seat.seat not in mine]
    reached = await PAST.do(
        lambda: undo_points.is_of_concern(rules, undo_points.move_to_end(rules, to.page, to.beside), page, others)
    )
    return "rivals" if reached else ""


def why_all(rules: Rules, record: GameRecord, user_id: int, rows: Sequence[Logged]) -> Why:
    """Return why this person may not undo or redo these rows alone; raises ``Refused("not_seated")``.

    The game master and a lone player always may. Others may without dice, draws or rulings among the rows, and among
    rivals only their own answers.
    """
    if is_master(record, user_id):
        return ""
    mine = seats_of(record, user_id)
    if not mine:
        raise Refused("not_seated")
    if len(consenters(record)) < 2:
        return ""
    if undo_points.has_chance(rows):
        return "chance"
    return "rivals" if rules.rivals and any(row.answer.seat not in mine for row in rows) else ""


async def go_back(action: Transaction, to: undo_points.Point, user_id: int, by: Seat = PARTY) -> None:
    """Go back to this point for the seat ``by``; the undone rows stay under their epoch."""
    forget_house_rules(action, to.lost)
    rulings = all(undo_points.is_ruling(row) for row in to.lost if row.user_id != NOBODY)
    await _go_to_pages(action, "undo", [to.page], TakenBack(to.steps, by, rulings), user_id)


async def _go_to_pages(
    action: Transaction, why: str, pages: Sequence[Page], event: TakenBack | BroughtBack, user_id: int, of: int = 0
) -> None:
    try:
        await action.go_to(why, pages, event, user_id, of)
    except Diverged as diverged:  # the rules of today cannot play what those of then have noted down
        raise Refused("undo_older") from diverged


def forget_house_rules(action: Transaction, lost: Iterable[Logged]) -> None:
    """Restore the house rules from before these rows."""
    if agreed_since := list(house_rules(row.answer for row in lost)):
        action.rewrite(options=agreed_since[0][0])


# Together --------------------------------------------------------------------------------------------------


def undo_proposal(to: undo_points.Point, at: Address) -> str:
    """Return the proposal to go back there, made at this address."""
    return f"undo/{to.before(at)}/{address_in_matter(at)}"


async def vote_on_undo(action: Transaction, user_id: int, steps: int) -> bool:
    """Vote for an undo of ``steps`` answers before the open question; return whether all agree, or the game master.

    Silent rulings, of which the table knows nothing, stay.
    """
    record = action.record
    to = await point_before(action.store, record.id, action.address, steps)
    asked = f"undo/{steps}/{address_in_matter(action.address)}"
    if not is_master(record, user_id) or (record.phase == "ended" and must_all_agree_on_end(record, user_id)):
        freed = await undo_points.freed_seat(action.store, action.rules, record)
        if freed is not None and undo_points.is_before_freed(to.answer, freed):
            raise Refused("undo_freed")
        if not await gather_consent(action, user_id, asked, True):
            return False
    to = undo_points.without_rows(
        to, to.steps, {undo_points.place_of(row) for row in to.lost if undo_points.is_silent(row)}
    )
    kept = await PAST.do(undo_points.move_to_end, action.rules, to.page, to.beside)
    await _go_back_with_fair_dice(action, replace(to, page=kept), user_id, voted=True)
    return True


async def point_before(store: Store, game_id: str, at: Address, steps: int) -> undo_points.Point:
    """Return the point ``steps`` answers before the question at this address; raises ``Refused("nothing_to_undo")``."""
    for earlier in await undo_points.points(store, game_id, at):
        if steps > 0 and earlier.before(at) == steps:
            return earlier
    raise Refused("nothing_to_undo")


def address_in_matter(at: Address) -> str:
    """Return an address as part of a proposal."""
    return f"{at.epoch}.{at.stage}.{at.step}"


async def gather_consent(action: Transaction, user_id: int, matter: str, yes: bool) -> bool:
    """Record a vote on a proposal that needs full consent; return whether all agree now.

    A vote against closes it. A game master without a seat may propose a successor. Raises ``Refused`` with not_seated,
    or rivals_left if a rival's seat is empty and nobody is left to agree.
    """
    mine = consenting_seats(action.record, user_id)
    if not mine and matter.startswith(("gm/", "undo/")) and is_named_master(action.record, user_id):
        mine = (GM,)
    if not mine:
        raise Refused("not_seated")
    if is_left_alone(action.record) and not matter.startswith(BY_ONE_LEFT):
        raise Refused("rivals_left")
    cast = [Vote(seat, yes, action.at, user_id) for seat in mine]
    votes = [*await action.votes_on(matter), *cast]
    outcome = consent(votes, consenters(action.record))
    if outcome is None:
        action.vote(matter, cast)
    else:
        action.close_matter(matter)
    return outcome is True


# Bringing back ---------------------------------------------------------------------------------------------


class Return(msgspec.Struct, frozen=True):
    """What can be redone: the pages of the abandoned line, and their rows that are missing now.

    ``beside``: silent rulings since the undo, which a redo keeps.
    """

    undone: EpochRow
    pages: tuple[Page, ...]
    lost: tuple[Logged, ...]
    beside: tuple[Logged, ...] = ()

    @property
    def answers(self) -> int:
        """Return the number of people's answers that come back."""
        return sum(row.user_id != NOBODY and not undo_points.is_silent(row) for row in self.lost)


async def redo(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None) -> Accepted:
    """Redo the last undo, if nothing has happened since; raises ``Refused("nothing_to_redo")``.

    Dice, draws, rulings or rivals' answers among the rows need the whole table: raises ``Refused`` (``REDO_REFUSED``).
    """

    async def bring_back(action: Transaction) -> None:
        lobby.must_be_open(action)
        back = await _allowed_return(action, user_id)
        if why := why_all_return(action.rules, action.record, user_id, back):
            raise Refused(REDO_REFUSED[why])
        await _bring_back(action, back, user_id)

    return await sessions.accept(game_id, interaction_id, bring_back)


async def vote_on_redo(action: Transaction, user_id: int) -> bool:
    """Vote for a redo at the open question; return whether all agree, or the game master."""
    back = await _allowed_return(action, user_id)
    why_all_return(action.rules, action.record, user_id, back)
    asked = redo_proposal(action.address)
    if not (is_master(action.record, user_id) or await gather_consent(action, user_id, asked, True)):
        return False
    await _bring_back(action, back, user_id)
    return True


def redo_proposal(at: Address) -> str:
    """Return the proposal to redo, made at this address."""
    return f"redo/{address_in_matter(at)}"


def why_all_return(rules: Rules, record: GameRecord, user_id: int, back: Return) -> Why:
    """Return why this person may not redo alone, as ``why_all``.

    Raises ``Refused("not_gm")`` for an undo by a game master.
    """
    why = why_all(rules, record, user_id, back.lost)
    if is_master(record, back.undone.user_id) and not is_master(record, user_id):
        raise Refused("not_gm")
    return why


async def find_return(store: Store, game_id: str, at: Address) -> Return:
    """Return what can be redone at this address; raises ``Refused("nothing_to_redo")``."""
    undone = await _undo_to_reverse(store, game_id, at)
    whole = await _pages_on_line(store, game_id, undone.parent, undone.address.stage, undone.tip.stage)
    here = _rows_of_pages(
        await _pages_on_line(store, game_id, at.epoch, undone.address.stage, max(undone.tip.stage, at.stage))
    )
    known, kept = [_without_position(row) for row in _rows_of_pages(whole)], [_without_position(row) for row in here]
    fresh = [row for row in here if row.user_id != NOBODY and _without_position(row) not in known]
    if not all(undo_points.is_silent(row) for row in fresh):
        raise Refused("nothing_to_redo")
    lost = tuple(row for row in _rows_of_pages(whole) if _without_position(row) not in kept)
    return Return(undone, tuple(whole), lost, tuple(fresh))


async def _allowed_return(action: Transaction, user_id: int) -> Return:
    """Return what can be redone; raises ``Refused("undo_freed")`` if a rival's seat was freed since the undo."""
    back = await find_return(action.store, action.record.id, action.address)
    freed = await undo_points.freed_seat(action.store, action.rules, action.record)
    if freed is not None and back.undone.at <= freed.at and not is_master(action.record, user_id):
        raise Refused("undo_freed")
    return back


def _without_position(row: Logged) -> Logged:
    """Drop a row's position, as an undo that kept the row may have moved it."""
    if row.user_id == NOBODY:
        return row
    beside = row.answer.part[:1] == ASIDE or undo_points.is_silent(row)
    changes = {"part": "", "asked": ""} if beside else {}
    return replace(row, answer=replace(row.answer, step=0, **changes))


async def _bring_back(action: Transaction, back: Return, user_id: int) -> None:
    if agreed_then := list(house_rules(row.answer for row in _rows_of_pages(back.pages))):
        action.rewrite(options=agreed_then[-1][1])
    *earlier, last = back.pages
    pages = [*earlier, await PAST.do(undo_points.move_to_end, action.rules, last, back.beside)]
    await _go_to_pages(action, "redo", pages, BroughtBack(back.answers), user_id, back.undone.parent)


async def _undo_to_reverse(store: Store, game_id: str, at: Address) -> EpochRow:
    """Return the undo to reverse: that of the present line or, after redos, of the restored line."""
    rows = {row.epoch: row for row in await store.epochs(game_id)}
    row = rows.get(at.epoch)
    while row is not None and row.why in ("redo", "restored"):
        row = rows.get(row.parent)
    if row is None or row.why != "undo":
        raise Refused("nothing_to_redo")
    return row


async def _pages_on_line(store: Store, game_id: str, epoch: int, first: int, last: int) -> list[Page]:
    pages = [await store.page(game_id, epoch, stage) for stage in range(first, last + 1)]
    return [page for page in pages if page is not None]


def _rows_of_pages(pages: Sequence[Page]) -> list[Logged]:
    return [row for page in pages for row in page.answers]
