"""Taking back and bringing back: where to, what is lost by it, and who may.

Players may go back to the last die, draw or ruling at once; beyond it only the game master may, or the whole table
together. Where they play against each other, the same goes for whatever is not their own answer alone, or has reached
a rival since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from bot.acts.copies.formats import MOST_SEEDS
from bot.acts.undo_points import Point, has_chance, has_rivals, is_of_concern, move_to_end, point, points
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
from bot.table.events import BroughtBack, DiceResealed, TakenBack
from bot.table.records import Accepted, Address, EpochRow, GameRecord, Standing
from bot.table.votes import Vote, consent
from rules.kernel.answers import ASIDE
from rules.kernel.errors import Diverged, Refused
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, GM, PARTY, Seat

Why = Literal["", "chance", "rivals"]
"""Why the whole table has to agree: a die, a draw or a ruling is in it, or a rival is concerned; '': it has not."""
BY_ONE_LEFT = ("undo", "redo", "end")
"""What somebody may still propose who is left alone among rivals; each of these has a bound of its own."""
UNDO_REFUSED: Mapping[Why, str] = {"chance": "needs_consent", "rivals": "rivals_consent"}
REDO_REFUSED: Mapping[Why, str] = {"chance": "redo_consent", "rivals": "rivals_consent"}


async def undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int = 1, lost: int | None = None
) -> Accepted:
    """Take back the last ``steps`` answers of people; raises ``Refused`` (``UNDO_REFUSED``) where all have to agree.

    ``lost``: how many rows it would have taken when the person looked; raises ``Refused("undo_moved")`` if that has
    changed.
    """

    async def take_back(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        to = await point(sessions.store, action.rules, await action.standing(), user_id, steps)
        if lost is not None and len(to.lost) != lost:
            raise Refused("undo_moved")
        if why := await why_undo(sessions.store, action.rules, await action.standing(), user_id, to):
            raise Refused(UNDO_REFUSED[why])
        kept = await PAST.do(move_to_end, action.rules, to.page, to.beside)
        whole = msgspec.structs.replace(to, page=kept)
        await _go_back_with_fair_dice(sessions, action, whole, user_id, title(action.record, user_id))

    return await sessions.accept(game_id, interaction_id, take_back)


async def _go_back_with_fair_dice(
    sessions: Sessions, action: Transaction, to: Point, user_id: int, by: Seat = PARTY
) -> None:
    """Go back; a fresh seed throws from there where those who agreed are not all whom the dice concern."""
    empty = any(is_left(action.record, seat) for seat in action.record.seats)
    resealed = action.record.rivals and empty and bool(seats_of(action.record, user_id)) and has_chance(to.lost)
    if resealed:
        _reseal_dice(action, sessions.fresh_seed(), to.lost)
    await go_back(action, to, user_id, by)
    if resealed:
        action.tell(DiceResealed(action.record.commitment))


def _reseal_dice(action: Transaction, seed: bytes, lost: Sequence[Logged]) -> None:
    """Have a fresh seed throw; its own dice are not taken back, or somebody could throw until they like what falls."""
    newest = action.now.seal
    again = newest and any(row.answer.seat == CHANCE and row.seal == newest for row in lost)
    if again or newest + 1 >= MOST_SEEDS:
        raise Refused("undo_seeds")
    action.reseal(seed)


async def why_undo(store: Store, rules: Rules[Any], now: Standing, user_id: int, to: Point) -> Why:
    """Why this person may not go back there alone: as ``why_all``, and among rivals because it has reached one."""
    record, at = now.record, now.address
    why = why_all(rules, record, user_id, to.lost)
    if why or not has_rivals(rules, record, user_id):
        return why
    page = await store.page(record.id, at.epoch, at.stage)
    if to.answer.stage != at.stage or page is None:
        return "rivals"
    mine = seats_of(record, user_id)
    others = [seat.seat for seat in record.seats if seat.seat not in mine]
    reached = await PAST.do(_concerns_others, rules, to, page, others)
    return "rivals" if reached else ""


def _concerns_others(rules: Rules[Any], to: Point, now: Page, others: Sequence[Seat]) -> bool:
    return is_of_concern(rules, move_to_end(rules, to.page, to.beside), now, others)


def why_all(rules: Rules[Any], record: GameRecord, user_id: int, rows: Sequence[Logged]) -> Why:
    """Why this person may not take back, or bring back, these rows alone; raises ``Refused("not_seated")``.

    The game master always may, and so may whoever is there alone. Others may if there is no die, draw or ruling among
    the rows, and at a table of rivals only if all the answers are their own.
    """
    if is_master(record, user_id):
        return ""
    mine = seats_of(record, user_id)
    if not mine:
        raise Refused("not_seated")
    if len(consenters(record)) < 2:
        return ""
    if has_chance(rows):
        return "chance"
    return "rivals" if rules.rivals and any(row.answer.seat not in mine for row in rows) else ""


async def go_back(action: Transaction, to: Point, user_id: int, by: Seat = PARTY) -> None:
    """Go back to this point, as the seat ``by`` wants; the rows that are left stay under their epoch."""
    forget_house_rules(action, to.lost)
    await _go_to_pages(action, "undo", [to.page], TakenBack(to.steps, by), user_id)


async def _go_to_pages(
    action: Transaction, why: str, pages: Sequence[Page], event: TakenBack | BroughtBack, user_id: int, of: int = 0
) -> None:
    try:
        await action.go_to(why, pages, event, user_id, of)
    except Diverged as diverged:  # the rules of today cannot play what those of then have noted down
        raise Refused("undo_older") from diverged


def forget_house_rules(action: Transaction, lost: Iterable[Logged]) -> None:
    """Put back the house rules from before these rows, where they changed any."""
    if agreed_since := list(house_rules(row.answer for row in lost)):
        action.rewrite(options=agreed_since[0][0])


# Together --------------------------------------------------------------------------------------------------


def undo_proposal(to: Point, at: Address) -> str:
    """The matter of a vote on going back there, asked while the table stands at this address."""
    return f"undo/{to.before(at)}/{address_in_matter(at)}"


async def ask_for_undo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, steps: int, yes: bool, at: Address
) -> Accepted:
    """Give a voice for or against going back; once the whole table agrees, or the game master, it is done.

    ``at``: the question at which it was asked; ``steps``: how many answers back from there. Raises ``Refused("stale")``
    if another question is open by now.
    """

    async def vote(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        if action.address != at:
            raise Refused("stale")
        to = await point_before(sessions.store, game_id, at, steps)
        asked = f"undo/{steps}/{address_in_matter(at)}"
        if (yes and is_master(action.record, user_id)) or await gather_consent(
            sessions.store, action, user_id, asked, yes
        ):
            await _go_back_with_fair_dice(sessions, action, to, user_id)

    return await sessions.accept(game_id, interaction_id, vote)


async def point_before(store: Store, game_id: str, at: Address, steps: int) -> Point:
    """The point so many answers back from the question at this address; raises ``Refused("nothing_to_undo")``."""
    for earlier in await points(store, game_id, at):
        if steps > 0 and earlier.before(at) == steps:
            return earlier
    raise Refused("nothing_to_undo")


def address_in_matter(at: Address) -> str:
    """An address as part of a matter."""
    return f"{at.epoch}.{at.stage}.{at.step}"


async def gather_consent(store: Store, action: Transaction, user_id: int, matter: str, yes: bool) -> bool:
    """Note a person's voice on a matter that needs everybody's consent; True: all have agreed now.

    A voice against it closes the matter. A game master without a seat may propose a successor; the players consent.
    Raises ``Refused`` with not_seated, and with rivals_left where a rival's seat stands empty and nobody is left to
    agree.
    """
    mine = consenting_seats(action.record, user_id)
    if not mine and matter.startswith("gm/") and is_named_master(action.record, user_id):
        mine = (GM,)
    if not mine:
        raise Refused("not_seated")
    if is_left_alone(action.record) and not matter.startswith(BY_ONE_LEFT):
        raise Refused("rivals_left")
    cast = [Vote(seat, yes, action.at, user_id) for seat in mine]
    votes = [*(await store.votes(action.record.id)).get(matter, ()), *cast]
    outcome = consent(votes, consenters(action.record))
    if outcome is None:
        action.vote(matter, cast)
    else:
        action.close_matter(matter)
    return outcome is True


# Bringing back ---------------------------------------------------------------------------------------------


class Return(msgspec.Struct, frozen=True):
    """What can be brought back: the pages of the line that was left, and the rows on them that are missing here."""

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

    async def bring_back(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        back = await find_return(sessions.store, game_id, action.address)
        if why := why_all_return(action.rules, action.record, user_id, back):
            raise Refused(REDO_REFUSED[why])
        await _bring_back(action, back, user_id)

    return await sessions.accept(game_id, interaction_id, bring_back)


async def ask_for_redo(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, yes: bool, at: Address
) -> Accepted:
    """Give a voice for or against bringing back; once the whole table agrees, or the game master, it is done.

    ``at``: the question at which it was asked; raises ``Refused("stale")`` if another one is open by now.
    """

    async def vote(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        if action.address != at:
            raise Refused("stale")
        back = await find_return(sessions.store, game_id, at)
        why_all_return(action.rules, action.record, user_id, back)
        if (yes and is_master(action.record, user_id)) or await gather_consent(
            sessions.store, action, user_id, redo_proposal(at), yes
        ):
            await _bring_back(action, back, user_id)

    return await sessions.accept(game_id, interaction_id, vote)


def redo_proposal(at: Address) -> str:
    """The matter of a vote on bringing back, asked while the table stands at this address."""
    return f"redo/{address_in_matter(at)}"


def why_all_return(rules: Rules[Any], record: GameRecord, user_id: int, back: Return) -> Why:
    """Why this person may not bring it back alone, as ``why_all``.

    Raises ``Refused("not_gm")`` for what a game master took back.
    """
    why = why_all(rules, record, user_id, back.lost)
    if is_master(record, back.undone.user_id) and not is_master(record, user_id):
        raise Refused("not_gm")
    return why


async def find_return(store: Store, game_id: str, at: Address) -> Return:
    """What could be brought back to where the table stands now; raises ``Refused("nothing_to_redo")``."""
    undone = await _undo_to_reverse(store, game_id, at)
    whole = await _pages_on_line(store, game_id, undone.parent, undone.address.stage, undone.tip.stage)
    here = _rows_of_pages(
        await _pages_on_line(store, game_id, at.epoch, undone.address.stage, max(undone.tip.stage, at.stage))
    )
    known, kept = [_without_position(row) for row in _rows_of_pages(whole)], [_without_position(row) for row in here]
    if any(row.user_id != NOBODY and _without_position(row) not in known for row in here):
        raise Refused("nothing_to_redo")
    return Return(
        undone, tuple(whole), tuple(row for row in _rows_of_pages(whole) if _without_position(row) not in kept)
    )


def _without_position(row: Logged) -> Logged:
    """A row without its place in the stage: an undo that kept it may have moved it."""
    if row.user_id == NOBODY:
        return row
    beside = row.answer.part[:1] == ASIDE
    changes = {"part": "", "asked": ""} if beside else {}
    return msgspec.structs.replace(row, answer=msgspec.structs.replace(row.answer, step=0, **changes))


async def _bring_back(action: Transaction, back: Return, user_id: int) -> None:
    if agreed_then := list(house_rules(row.answer for row in _rows_of_pages(back.pages))):
        action.rewrite(options=agreed_then[-1][1])
    await _go_to_pages(action, "redo", back.pages, BroughtBack(back.answers), user_id, back.undone.parent)


async def _undo_to_reverse(store: Store, game_id: str, at: Address) -> EpochRow:
    """The undo to reverse: the one that began the present line, or, after redos, the line that they brought back."""
    rows = {row.epoch: row for row in await store.epochs(game_id)}
    row = rows.get(at.epoch)
    while row is not None and row.why in ("redo", "restored"):
        row = rows.get(row.parent)
    if row is None or row.why != "undo":
        raise Refused("nothing_to_redo")
    return row


async def _pages_on_line(store: Store, game_id: str, epoch: int, first: int, last: int) -> list[Page]:
    """The pages of these stages on the line that led to an epoch."""
    pages = [await store.page(game_id, epoch, stage) for stage in range(first, last + 1)]
    return [page for page in pages if page is not None]


def _rows_of_pages(pages: Sequence[Page]) -> list[Logged]:
    return [row for page in pages for row in page.answers]
