"""Interpret button presses: seat, question, validity; and find the seats for which the autopilot answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bot.session.table_state import Progress
from bot.store import Store
from bot.table.authority import present_seats, speaker
from bot.table.habits import Person
from bot.table.records import Address, GameRecord, Press, Standing
from bot.table.timekeeping import AT_ONCE, Waited, may_be_called, players
from rules.kernel import requests
from rules.kernel.answers import ASIDE, Answer, Value, is_beside, is_waited_for, judge, part_beside
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.game import Rules
from rules.kernel.turns import ORDERS

_NOT_OPEN: Mapping[str, str] = {"lobby": "not_started", "ended": "game_over", "playing": "stale"}


def asker(table: Progress, press: Press) -> requests.Seat:
    """Return the seat that this press answers for.

    Raises ``Refused`` with not_seated, not_started, game_over, stale or already_answered.
    """
    named = first_named(press.value)
    seat = speaker(table.record, table.waiting, table.done, press.user_id, table.asked_at, named, press.seat)
    if seat is None:
        raise Refused("not_seated")
    if not table.waiting:
        raise Refused(_NOT_OPEN[table.record.phase])
    if press.address and not _is_press_valid(table, seat, press, press.address):
        raise Refused("stale")
    if seat in table.done:
        raise Refused("already_answered")
    return seat


def gives_orders(value: Value) -> bool:
    """Whether a value is standing orders."""
    return isinstance(value, list) and value[:1] == [ORDERS]


def must_change_orders(rules: Rules, standing: Standing, seat: requests.Seat, value: Value) -> None:
    """Raise ``Refused`` for unchanged standing orders, as nothing would be stored or could be undone."""
    if value == [ORDERS, standing_orders(rules, standing, seat)]:
        raise Refused("orders_unchanged")


def standing_orders(rules: Rules, standing: Standing, seat: requests.Seat) -> Value:
    """Return the seat's standing orders as they are, or None while they cannot be changed."""
    asked = standing.waiting
    own = asked.of(seat) if isinstance(asked, requests.NextAction) else ()
    ask = next((action.ask for action in own if action.option.id == ORDERS), None)
    return rules.autopilot(standing.state, ask, seat) if ask else None


def _is_press_valid(table: Progress, seat: requests.Seat, press: Press, then: Address) -> bool:
    """Whether a button counts: one of the open question, or an older one with the same actions.

    A seat may use an action button once after it was shown.
    """
    now, since = table.address, _rows_since(table.answers, seat, then.step, press.beside or 0)
    if then == now:
        return (
            press.usual
            or press.beside is None
            or not _was_used([row for row in since if _is_free_action(row)], seat, press)
        )
    if press.usual or not isinstance(table.waiting, requests.NextAction):
        return False
    if (then.epoch, then.stage) != (now.epoch, now.stage):
        return False
    same_question = bool(since) and since[0].step == then.step and since[0].asked == table.waiting.asked
    return same_question and not _was_used(since, seat, press)


def _rows_since(rows: Sequence[Answer], seat: requests.Seat, step: int, beside: int) -> list[Answer]:
    """Return the log from this step on, without the seat's first ``beside`` secret free actions there."""
    mine = [row for row in rows if row.step == step and row.seat == seat and _is_free_action(row)]
    return [row for row in rows if row.step >= step and row not in mine[:beside]]


def _is_free_action(row: Answer) -> bool:
    return row.part[:1] == ASIDE


def _was_used(rows: Iterable[Answer], seat: requests.Seat, press: Press) -> bool:
    return any(row.seat == seat and _option_id(row.value) == _option_id(press.value) for row in rows)


def _option_id(value: Value) -> Value:
    return value[0] if isinstance(value, list | tuple) and value else value


def first_named(value: Value) -> str:
    """Return the first option or action that an answer names; '' if it names none."""
    option = _option_id(value)
    return option if isinstance(option, str) else ""


def newly_told(before: Sequence[Told], after: Sequence[Told]) -> list[Told]:
    """Return the facts of ``after`` that are not in ``before``, in order; of equal facts only the additional ones."""
    known = list(before)
    news: list[Told] = []
    for fact in after:
        if fact in known:
            known.remove(fact)
        else:
            news.append(fact)
    return news


def first_asked(waiting: requests.Request | None, seats: Iterable[requests.Seat]) -> requests.Seat | None:
    """Return the first of these seats that the open question waits for."""
    if not waiting:
        return None
    return next((seat for seat in seats if is_waited_for(waiting, seat)), None)


def part(waiting: requests.Request | None, seat: requests.Seat) -> tuple[requests.Seat, requests.Request]:
    """Return the log key's part for this seat's answer, and the question put to the seat.

    Raises ``Refused`` with not_asked or stale.
    """
    if isinstance(waiting, requests.Everyone):
        if seat not in waiting.asks:
            raise Refused("not_asked")
        return seat, waiting.asks[seat]
    if not waiting:
        raise Refused("stale")
    return "", waiting


def row_of(
    waiting: requests.Request | None, rows: Sequence[Answer], step: int, seat: requests.Seat, value: Value
) -> Answer:
    """Return the log row of this seat's answer in the open stage, ``rows``; raises ``Refused``."""
    named, ask = part(waiting, seat)
    judge(ask, value, seat)
    if is_beside(ask, value, seat):
        named = part_beside(rows, step)
    return Answer(step, named, ask.asked, seat, value)


def keeps_answers(request: requests.Request | None, other: requests.Request | None) -> bool:
    """Whether every answer to ``request`` is still possible in ``other``, by the same seats.

    Free actions and words may differ, and ``other`` may offer more.
    """
    return _is_same_part(request, other)


def _is_same_part(first: object, other: object) -> bool:
    """Whether a part of a question is unchanged apart from words and facts."""
    if type(first) is not type(other):
        return False
    match first, other:
        case (requests.NextAction(), requests.NextAction()):
            return first.asked == other.asked and _contains_all(_main_actions(first), _main_actions(other))
        case (requests.Amount(), requests.Amount()):
            return first.asked == other.asked and other.least <= first.least and first.most <= other.most
        case (requests.Choose(), requests.Choose()):
            return first.asked == other.asked and _contains_all(first.options, other.options)
    return _without_explanations(first) == _without_explanations(other)


def _main_actions(request: requests.NextAction) -> list[requests.Action]:
    return [action for action in request.actions if not action.aside]


def _contains_all(some: Sequence[Any], others: Sequence[Any]) -> bool:
    known = {_part_key(other): other for other in others}
    return all(_part_key(item) in known and _is_same_action(item, known[_part_key(item)]) for item in some)


def _part_key(option: requests.Option | requests.Action) -> tuple[requests.Seat, str]:
    return (option.who, option.option.id) if isinstance(option, requests.Action) else ("", option.id)


def _is_same_action(first: Any, other: Any) -> bool:
    return not isinstance(first, requests.Action) or (
        first.secret == other.secret and _is_same_part(first.ask, other.ask)
    )


def _without_explanations(part: object) -> object:
    """Return a question, or a part of one, without explanatory words and facts."""
    match part:
        case requests.Option(id=id) | requests.Member(id=id):
            return id
        case requests.NextAction():
            return part.asked, [
                (*_part_key(action), action.secret, _without_explanations(action.ask)) for action in _main_actions(part)
            ]
        case requests.Request() | requests.Field():
            shown = (name for name in part.__struct_fields__ if name not in ("facts", "means", "title"))
            return type(part), [_without_explanations(getattr(part, name)) for name in shown]
        case tuple():
            return [_without_explanations(item) for item in part]
        case Mapping():
            return {name: _without_explanations(item) for name, item in part.items()}
    return part


def absent_seat(record: GameRecord, waiting: requests.Request | None) -> requests.Seat | None:
    """Return the next seat for the autopilot; None if it must wait for people.

    It answers for its own seats in a question to everyone, and in any other question that no person can answer. At a
    table without present players it never answers.
    """
    kept = [seat.seat for seat in record.seats if not seat.autopilot]  # also for who has yet to sit down
    if not present_seats(record) or (not isinstance(waiting, requests.Everyone) and first_asked(waiting, kept)):
        return None
    return first_asked(waiting, (seat.seat for seat in record.seats if seat.autopilot))


async def whoever_sat(store: Store, record: GameRecord, waiting: requests.Request | None, asked_at: float) -> int:
    """Return the user whose answer led to a common question, so that others were not pinged; 0 for nobody.

    ``asked_at``: since when it is open (seconds).
    """
    if not may_be_called(record, waiting):
        return 0
    user_id, at = await store.last_answer(record.id)
    return user_id if abs(at - asked_at) < AT_ONCE else 0


async def people_of(store: Store, users: Collection[int]) -> list[Person]:
    """Return these users' settings; who has none has the defaults."""
    known = await store.people(users)
    return [known.get(user) or Person(user) for user in users]


async def waited_people(
    store: Store,
    record: GameRecord,
    waiting: requests.Request | None,
    asked_at: float,
    seats: Collection[requests.Seat],
) -> list[Waited]:
    """Return the players of these seats, and whether they were at the table when something was asked then."""
    who, sitter = players(record), await whoever_sat(store, record, waiting, asked_at)
    asked = [seat for seat in record.seats if seat.seat in seats and seat.seat in who]
    people = await people_of(store, [who[seat.seat] for seat in asked])
    return [
        Waited(
            seat.seat,
            person,
            seat.reminded_at,
            seat.overdue_at,
            seat.called_at,
            spared=sitter not in (0, person.user_id),
            present=await store.last_acted(record.id, person.user_id) > asked_at - AT_ONCE,
        )
        for seat, person in zip(asked, people, strict=True)
    ]
