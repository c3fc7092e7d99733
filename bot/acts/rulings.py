"""The game master's rulings: corrections, forced dice, skipped seats, notes, and their preview."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import structlog
from msgspec.structs import replace

from bot.acts.table_settings import value_term
from bot.acts.undo import forget_house_rules, gather_consent, withdraw_end
from bot.games import face_of
from bot.session import lobby
from bot.session.history import is_roll
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store import Store
from bot.store.units import Logged, Page
from bot.table.authority import is_master, is_named_master, seats_of, speaker
from bot.table.events import HouseRuleChanged, MasterTold, RolledAgain, RollForced, Skipped
from bot.table.records import Accepted, Address, GameRecord, Standing
from bot.words.narrator import LONGEST_PASSAGE
from rules.kernel.answers import Answer, Value, is_waited_for, judge, number_beside
from rules.kernel.corrections import AGAIN, HOUSE, entry, waits
from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, GM, PARTY, Draw, Everyone, Roll, Seat
from rules.kernel.tables import is_visible
from rules.kernel.words import Word

_log = structlog.get_logger(__name__)
MOST_LEFT = 60
"""The most rolls that one press leaves to the bot."""
LONGEST_NOTE = 1000
"""The most characters of a note."""


Place: TypeAlias = tuple[int, int]
"""A stage and a step in it."""
MOST_ROLLS = 25
"""The most dice to choose from for a ruling: what a menu holds."""


class Thrown(msgspec.Struct, frozen=True):
    """Dice that were thrown: the log up to them, their row, and all later rows."""

    page: Page
    fell: Logged
    lost: tuple[Logged, ...]

    @property
    def place(self) -> Place:
        """Return the stage and the step of the dice."""
        return self.fell.stage, self.fell.answer.step

    @property
    def code(self) -> str:
        """Return the code of the dice."""
        return self.fell.answer.asked.rpartition(" ")[2]

    @property
    def answers(self) -> int:
        """Return the number of people's answers and rulings after the dice."""
        return sum(row.user_id != NOBODY for row in self.lost)


def must_master(record: GameRecord, user_id: int) -> None:
    """Raise ``Refused``: not_gm for anybody but the game master, gm_bound for one who competes."""
    if not is_master(record, user_id):
        raise Refused("gm_bound" if is_named_master(record, user_id) else "not_gm")


async def set_right(
    sessions: Sessions,
    game_id: str,
    user_id: int,
    interaction_id: int,
    what: str,
    answer: Value,
    whispered: bool = False,
    since: int | None = None,
    reason: str = "",
) -> Accepted:
    """Apply a correction; it becomes a row of the log.

    ``what``: the correction's id; ``answer``: the answer to its question; ``whispered``: only the game master is told;
    ``since``: the number of rulings at its preview; ``reason``: told after it. Raises ``Refused`` as ``put_right``.
    """

    async def correct(action: Transaction) -> None:
        await put_right(action, user_id, what, answer, whispered, since)
        _tell_reason(action, reason, whispered=whispered)

    return await sessions.accept(game_id, interaction_id, correct, GM)


async def put_right(
    action: Transaction,
    user_id: int,
    what: str,
    answer: Value,
    whispered: bool = False,
    since: int | None = None,
) -> int:
    """Apply a correction within a transaction, as ``set_right``; return the number of earlier rulings there.

    Raises ``Refused`` with not_gm, gm_not_now and others, if the rules reject the change, and with gm_unwhispered,
    gm_public or stale.
    """
    must_master(action.record, user_id)
    lobby.must_be_open(action)
    standing = await action.standing()
    waiting = waits(action.rules, standing.state, what, answer, now=standing.rulable)
    if whispered and face_of(action.rules.name).runs(what):  # a part of the game is played by everybody
        raise Refused("gm_unwhispered")
    if whispered and (waiting or what.partition(":")[0] in face_of(action.rules.name).open_verbs):
        raise Refused("gm_public")
    rows, step = await _log_of_stage(action), action.address.step
    there = number_beside((row.answer for row in rows), step)
    if since not in (None, there):
        raise Refused("stale")
    row = entry(step, there, what, answer, whispered=whispered, waits=waiting)
    await _enter_ruling(action, user_id, row, rows, whispered=whispered)
    return there


def _tell_reason(action: Transaction, reason: str, *, whispered: bool) -> None:
    if reason:
        action.tell(MasterTold(reason[:LONGEST_PASSAGE]), (GM,) if whispered else None)


async def _enter_ruling(
    action: Transaction, user_id: int, row: Answer, rows: Sequence[Logged], *, whispered: bool = False
) -> None:
    """Add the ruling to the log; raises ``Refused`` if the rules reject it there."""
    try:
        await action.set_right(Logged(action.address.stage, row, action.at, user_id), rows, whispered=whispered)
    except Refused:
        raise
    except Exception as error:  # the change may break a rule that is half run; nothing is stored
        _log.info("correction.refused", game=action.record.id, what=row.value[0], raised=type(error).__name__)
        raise Refused("gm_not_now") from error


async def _log_of_stage(action: Transaction) -> list[Logged]:
    page = await action.store.page(action.record.id, action.address.epoch, action.address.stage)
    return page.answers if page else []


# House rules -----------------------------------------------------------------------------------------------


async def change_house_rule(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, switch: str, value: str
) -> Accepted:
    """Change a house rule from the next stage on, as the game master."""

    async def change(action: Transaction) -> None:
        must_master(action.record, user_id)
        await vote_on_house_rule(action, user_id, switch, value)

    return await sessions.accept(game_id, interaction_id, change, GM)


async def vote_on_house_rule(action: Transaction, user_id: int, switch: str, value: str) -> bool:
    """Vote for a house rule, which changes from the next stage on once all agree; return whether it does.

    The game master changes it at once.
    """
    lobby.must_be_open(action)
    options = lobby.with_house_rule(action.record, action.rules.switches, switch, value)
    state = action.rules.decode(action.rules.encode((await action.standing()).state), action.rules.schema)
    action.rules.agree(state, options)  # refuses what cannot change any more
    by = GM if is_master(action.record, user_id) else PARTY
    if by == PARTY and not await gather_consent(action, user_id, f"house/{switch}/{value}", True):
        return False
    # An undo needs the house rules from before the change.
    rows, step = await _log_of_stage(action), action.address.step
    row = entry(step, number_beside((row.answer for row in rows), step), HOUSE, options, by=by)
    row = replace(row, value=[*row.value, dict(action.record.options)])
    await _enter_ruling(action, user_id, row, rows)
    action.rewrite(options=options)
    action.tell(HouseRuleChanged(Word(f"house.{switch}"), value_term(switch, value)))
    return True


# Dice ------------------------------------------------------------------------------------------------------


async def roll(
    sessions: Sessions,
    game_id: str,
    user_id: int,
    interaction_id: int,
    pips: Sequence[int] | None = None,
    whispered: bool = False,
    reason: str = "",
    place: Place | None = None,
) -> Accepted:
    """Set dice to ``pips``, or throw them again (None); later answers are undone.

    An open roll of real dice cannot be set here; ``/dice`` answers it. ``whispered``: only the game master is told;
    ``reason``: told after it; ``place``: which dice (None: the last ones).
    """

    async def throw(action: Transaction) -> None:
        must_master(action.record, user_id)
        lobby.must_be_open(action, or_over=True)
        to = pick_roll(await rolls_of_stage(sessions.store, action.record.id, action.address), place)
        row = _thrown_again(to) if pips is None else ruled_roll(to, pips)
        forget_house_rules(action, to.lost)
        withdrawn = await withdraw_end(action, user_id, [to.fell, *to.lost])
        event = RollForced(tuple(pips), to.answers) if pips is not None else RolledAgain(to.answers)
        await action.roll_anew(
            to.page, Logged(to.page.snapshot.stage, row, action.at, user_id), event, (GM,) if whispered else None
        )
        for told in withdrawn:
            action.tell(told)
        _tell_reason(action, reason, whispered=whispered)

    return await sessions.accept(game_id, interaction_id, throw, GM)


def _thrown_again(to: Thrown) -> Answer:
    step = to.fell.answer.step
    return entry(step, number_beside((row.answer for row in to.page.answers), step), AGAIN)


async def preview_rolls(store: Store, rules: Rules, standing: Standing, user_id: int) -> list[Thrown]:
    """Return the dice that ``roll`` can set, the newest first, with what that would undo; [] if none fell."""
    must_master(standing.record, user_id)
    lobby.must_be_undoable(rules, standing)
    return await rolls_of_stage(store, standing.record.id, standing.address)


def pick_roll(rolls: Sequence[Thrown], place: Place | None = None) -> Thrown:
    """Return the dice that fell at this place (None: the last ones); raises ``Refused`` with no_roll or stale."""
    found = next((thrown for thrown in rolls if place in (None, thrown.place)), None)
    if found is None:
        raise Refused("stale" if rolls else "no_roll")
    return found


async def rolls_of_stage(store: Store, game_id: str, at: Address) -> list[Thrown]:
    """Return the dice of this stage, or of the one before if none fell yet, newest first, up to ``MOST_ROLLS``."""
    lost: list[Logged] = []
    for stage in range(at.stage, max(at.stage - 2, -1), -1):
        page = await store.page(game_id, at.epoch, stage)
        rows = page.answers if page else []
        fell = [nth for nth in range(len(rows) - 1, -1, -1) if is_roll(rows[nth])][:MOST_ROLLS]
        if page is not None and fell:
            return [Thrown(Page(page.snapshot, rows[:nth]), rows[nth], (*rows[nth + 1 :], *lost)) for nth in fell]
        lost = [*rows, *lost]
    return []


def judge_pips(to: Thrown, pips: Sequence[int]) -> None:
    """Raise ``Refused`` for pips that these dice cannot show."""
    judge(Roll(who=CHANCE, why=to.fell.answer.asked.rpartition(" ")[0], code=to.code), list(pips), CHANCE)


def ruled_roll(to: Thrown, pips: Sequence[int]) -> Answer:
    """Return the row of the log with which these dice show ``pips``."""
    judge_pips(to, pips)
    fell = to.fell.answer
    return Answer(fell.step, "", fell.asked, GM, list(pips))


async def type_dice(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, pips: Sequence[int]
) -> tuple[Accepted, list[Roll]]:
    """Answer the open roll with real dice (1–6 each); surplus dice answer the following rolls.

    Also returns the rolls that were answered. Raises ``Refused`` with no_dice_wanted, too_many_dice or too_few_dice;
    then none of them count.
    """
    asked: list[Roll] = []

    async def throw(action: Transaction) -> None:
        lobby.must_be_open(action)
        asked.clear()
        left = list(pips)
        while left:
            count = _dice_count_needed(action, len(pips) - len(left))
            if len(left) < count and len(left) < len(pips) and isinstance(action.waiting, Roll):
                raise Refused("too_few_dice", used=len(pips) - len(left), code=action.waiting.code, left=len(left))
            asked.extend([action.waiting] if isinstance(action.waiting, Roll) else [])
            await action.give(_ruling_seat(action, user_id), left[:count], user_id)
            left = left[count:]

    return await sessions.accept(game_id, interaction_id, throw), asked


async def let_fall(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, at: Address, *, rest: bool = False
) -> Accepted:
    """Let the seed answer the open roll or draw, as provable as all its dice; raises ``Refused("stale")``.

    ``at``: the address of the question that the person saw. ``rest``: also all dice until somebody must decide.
    """

    async def throw(action: Transaction) -> None:
        if action.address != at:
            raise Refused("stale")
        if not isinstance(action.waiting, Draw):
            _dice_count_needed(action)
        _ruling_seat(action, user_id)
        asked = action.waiting
        await action.let_fall()
        while isinstance(asked, Draw) and action.waiting == asked:  # a piece that does not fit goes back into the pile
            await action.let_fall()
        for _ in range(MOST_LEFT if rest else 0):
            await action.set_up()  # after a quick start the bot chooses between the dice
            if not isinstance(action.waiting, Roll):
                break
            await action.let_fall()

    return await sessions.accept(game_id, interaction_id, throw, CHANCE)


async def usual_for_all(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, at: Address) -> Accepted:
    """Give the usual answer of each person at a real table for whom this person may answer and who has not answered.

    ``at``: the address of the question that the person saw. Raises ``Refused`` with stale or not_asked.
    """

    async def give(action: Transaction) -> None:
        if action.address != at:
            raise Refused("stale")
        own = seats_of(action.record, user_id)
        seats = [seat for seat in _asked_seats(await action.standing()) if seat in own]
        if not isinstance(action.waiting, Everyone) or not seats:
            raise Refused("not_asked")
        for seat in seats:
            await action.give(seat, await action.usual(seat), user_id)

    return await sessions.accept(game_id, interaction_id, give, GM)


# Going on --------------------------------------------------------------------------------------------------


async def skip(sessions: Sessions, game_id: str, user_id: int, interaction_id: int) -> Accepted:
    """Let the autopilot answer for everybody who was asked and has not answered.

    Raises ``Refused`` with not_gm, gm_bound, nobody_waited, and as ``must_be_open``.
    """

    async def go_on(action: Transaction) -> None:
        must_master(action.record, user_id)
        lobby.must_be_open(action)
        if isinstance(action.waiting, Roll | Draw):
            action.tell(Skipped(()))
            await action.let_fall()
            return
        now = await action.standing()
        seats = seats_to_answer(now)
        action.tell(Skipped(tuple(seats), anybody=anybody_may_answer(now)))
        for seat in seats:
            await action.give(seat, await action.usual(seat), user_id)

    return await sessions.accept(game_id, interaction_id, go_on, GM)


def seats_to_answer(standing: Standing) -> list[Seat]:
    """Return the seats that must answer next; if any of several may decide for all, only the first.

    Raises ``Refused("nobody_waited")``.
    """
    asked = _asked_seats(standing)
    if not asked:
        raise Refused("nobody_waited")
    return asked[:1] if anybody_may_answer(standing) else asked


def anybody_may_answer(standing: Standing) -> bool:
    """Whether any of several seats may answer the open question for all."""
    return len(_asked_seats(standing)) > 1 and not isinstance(standing.waiting, Everyone)


def _asked_seats(standing: Standing) -> list[Seat]:
    waiting = standing.waiting
    if waiting is None:
        return []
    asked = [seat.seat for seat in standing.record.seats if is_waited_for(waiting, seat.seat)]
    return [seat for seat in asked if not (isinstance(waiting, Everyone) and seat in standing.done)]


async def tell(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, text: str, seat: Seat = ""
) -> Accepted:
    """Add a line of the game master's own to the story and the chronicle; ``seat``: only this seat is told.

    Raises ``Refused`` with not_gm, gm_bound, or nothing_said for a text without a visible character.
    """

    async def say(action: Transaction) -> None:
        must_master(action.record, user_id)
        lobby.must_be_open(action)
        if not is_visible(text):
            raise Refused("nothing_said")
        action.tell(MasterTold(text[:LONGEST_PASSAGE]), (seat,) if seat else None)

    return await sessions.accept(game_id, interaction_id, say, GM)


async def note(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, text: str) -> None:
    """Store a private note with the game."""

    async def write(action: Transaction) -> None:
        must_master(action.record, user_id)
        action.note(text[:LONGEST_NOTE], user_id)

    await sessions.change(game_id, interaction_id, write)


def _dice_count_needed(action: Transaction, given: int = 0) -> int:
    """Return the number of dice that the open roll needs; ``given``: dice used by earlier rolls."""
    if not isinstance(action.waiting, Roll):
        raise Refused("too_many_dice", wanted=given) if given else Refused("no_dice_wanted")
    return parse(action.waiting.code).count


def _ruling_seat(action: Transaction, user_id: int) -> Seat:
    if is_master(action.record, user_id):
        return GM
    seat = speaker(action.record, action.waiting, (), user_id, 0.0)
    if seat is None:
        raise Refused("not_seated")
    return seat
