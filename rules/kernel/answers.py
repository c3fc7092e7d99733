"""Answers as the log stores them, and the check that an answer is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel import requests
from rules.kernel.dice import parse
from rules.kernel.errors import Diverged, Refused, RuleBroken
from rules.kernel.words import Word

T = TypeVar("T")

Value = Any
"""An answer in plain form: numbers, texts, lists and maps, as in JSON."""


class Answer(Struct, frozen=True, array_like=True):
    """One row of the log: step, part, question, seat and value.

    ``part`` is the seat in an ``Everyone``, begins with ``ASIDE`` for a secret free action, and is '' otherwise.
    """

    step: int
    part: requests.Seat
    asked: str
    seat: requests.Seat
    value: Value


ASIDE = "~"
"""Prefix of ``part`` for a secret free action; its row has the step of the open question and sorts before the answer.
"""


def part_beside(rows: Iterable[Answer], step: int) -> str:
    """Return the ``part`` for the next secret free action at this step."""
    return f"{ASIDE}{number_beside(rows, step):03}"


def done_beside(rows: Iterable[Answer], step: int) -> tuple[requests.Seat, ...]:
    """Return the seats that took secret free actions at this step, in order, once for each action."""
    return tuple(row.seat for row in rows if row.step == step and row.part[:1] == ASIDE)


def number_beside(rows: Iterable[Answer], step: int) -> int:
    """Return the number of free actions and corrections before the answer of this step."""
    return sum(row.step == step and row.part not in ("", row.seat) for row in rows)


def log_order(row: Answer) -> tuple[int, bool, str]:
    """Sort key for rows of a log: free actions and corrections come before the answer of their step."""
    return row.step, not row.part, row.part


def judge(request: requests.Request[T], value: Value, seat: requests.Seat) -> T:
    """Return the answer in the type of the question; raises ``Refused`` with the reason when it is not legal."""
    return cast("T", _judge(request, value, seat))


def refusal_of(request: requests.Request, value: Value, seat: requests.Seat) -> Refused | None:
    """Return the reason why this answer is not legal, or None if it is."""
    try:
        judge(request, value, seat)
    except Refused as refusal:
        return refusal
    return None


def may_answer(request: requests.Request, seat: requests.Seat) -> bool:
    """Whether this seat may answer the request."""
    match request:
        case requests.Everyone(asks=asks):
            return seat in asks
        case requests.NextAction(actions=actions):
            return seat != requests.CHANCE and any(action.who in (seat, requests.PARTY) for action in actions)
        case _:
            return request.who in (seat, requests.PARTY) and (seat != requests.CHANCE or request.who == requests.CHANCE)


def is_waited_for(request: requests.Request, seat: requests.Seat) -> bool:
    """Whether the game waits for this seat.

    It does not wait for a seat that only has free actions, and an idle question waits for nobody.
    """
    if isinstance(request, requests.NextAction):
        return (
            not request.idle
            and seat != requests.CHANCE
            and (seat in request.movers or requests.PARTY in request.movers)
        )
    return may_answer(request, seat)


def is_secret(request: requests.Request, value: Value, seat: requests.Seat) -> bool:
    """Whether only this seat may learn its answer; each action of a ``NextAction`` is secret or not by itself."""
    if not isinstance(request, requests.NextAction):
        return request.secret
    given = value[:1] if isinstance(value, list | tuple) else [value]
    taken = [action for action in request.of(seat) if [action.option.id] == list(given)]
    return taken[0].secret if taken else request.secret


def is_beside(request: requests.Request, value: Value, seat: requests.Seat) -> bool:
    """Whether the answer is a secret free action, which takes no step and is hidden from other seats."""
    if not isinstance(request, requests.NextAction):
        return False
    given = value[0] if isinstance(value, list | tuple) and value else value
    taken = [action for action in request.of(seat) if action.option.id == given]
    return bool(taken) and taken[0].aside and taken[0].secret


def in_the_open(request: requests.NextAction) -> requests.NextAction:
    """Return the request as everybody may see it: without secret actions and without numbers in its facts."""
    facts = {name: fact for name, fact in request.facts.items() if not isinstance(fact, int)}
    known = tuple(action for action in request.actions if not action.secret)
    return replace(request, actions=known, facts=facts)


def _judge(request: requests.Request, value: Value, seat: requests.Seat) -> object:
    if not isinstance(request, requests.Everyone) and not may_answer(request, seat):
        raise Refused("not_asked")
    match request:
        case requests.Choose(options=options, means=means):
            id = _checked_option_id(options, value)
            return id if means is None else means[id]
        case requests.Roll(code=code):
            return _checked_pips(code, value)
        case requests.Draw(pile=pile):
            return _checked_piece(pile, value)
        case requests.NextAction():
            return _checked_action(request, value, seat)
        case requests.Form():
            return _checked_form(request, value, seat)
        case requests.Amount():
            return _checked_amount(request, value, seat)
        case requests.ChooseSome(means=means):
            some = _checked_choices(request, value)
            return some if means is None else tuple(means[id] for id in some)
        case requests.Text():
            return _checked_text(request, value)
        case requests.Formation():
            return _checked_formation(request, value)
        case _:
            raise RuleBroken(f"no judge for {request.asked}")


def _value_in_refusal(value: Value) -> str:
    """Return the first 60 characters of a text, else the type's name, as a number may be too long to print."""
    return value[:60] if isinstance(value, str) else type(value).__name__


def _checked_member_id(value: Value) -> str:
    if not isinstance(value, str):
        raise TypeError("a character is named by a text")
    return value


def _checked_option_id(options: tuple[requests.Option, ...], value: Value) -> str:
    for option in options:
        if option.id == value:
            return option.id
    raise Refused("no_such_option", option=_value_in_refusal(value))


def _checked_pips(code: str, value: Value) -> tuple[int, ...]:
    dice = parse(code)
    if not isinstance(value, list | tuple) or len(value) != dice.count:
        raise Refused("dice_count", count=dice.count, code=code)
    if any(type(pip) is not int or not 1 <= pip <= 6 for pip in value):
        raise Refused("dice_pips", code=code)
    return tuple(value)


def _checked_piece(pile: Mapping[str, int], value: Value) -> str:
    if not isinstance(value, str) or pile.get(value, 0) <= 0:
        raise Refused("not_in_pile", piece=_value_in_refusal(value))
    return value


def _checked_amount(request: requests.Amount, value: Value, seat: requests.Seat) -> int:
    amount, *helpers = value if isinstance(value, list | tuple) and value and request.purses else [value]
    if type(amount) is not int or not request.least <= amount <= request.most:
        raise Refused("amount_range", least=request.least, most=request.most)
    if any(helper not in request.purses for helper in helpers):
        raise Refused("not_asked")
    return requests.Paid(amount, seat, tuple(helpers)) if request.purses else amount


def _checked_choices(request: requests.ChooseSome[Any], value: Value) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not request.least <= len(value) <= request.most:
        raise Refused("choose_count", least=request.least, most=request.most)
    chosen = tuple(_checked_option_id(request.options, item) for item in value)
    if len(dict.fromkeys(chosen)) != len(chosen):
        raise Refused("choose_twice")
    return chosen


JOINER = "\u200d"
"""The zero-width joiner of emoji families, the only invisible character allowed in a name."""


def _checked_text(request: requests.Text, value: Value) -> str:
    if not isinstance(value, str):
        raise Refused("text_expected")
    words = " ".join("".join(c if c.isprintable() or c == JOINER else " " for c in value).split()).strip(JOINER)
    if not words:
        raise Refused("text_empty")
    if len(words) > request.longest:
        raise Refused("text_long", longest=request.longest)
    return words


def _checked_formation(request: requests.Formation, value: Value) -> requests.Ranks:
    try:
        ranks = tuple(tuple(_checked_member_id(member) for member in rank) for rank in value if rank)
    except TypeError:
        raise Refused("formation_members") from None
    everybody = [member for rank in ranks for member in rank]
    if sorted(everybody) != sorted(member.id for member in request.members):
        raise Refused("formation_members")
    if len(ranks) > request.deepest or any(len(rank) > request.widest for rank in ranks):
        raise Refused("formation_rank", widest=request.widest)
    if len(ranks[0]) < min(request.front, len(everybody)):
        raise Refused("formation_front", front=min(request.front, len(everybody)))
    if request.change and ranks == request.now:
        raise Refused("formation_same")
    return ranks


def _checked_form(request: requests.Form, value: Value, seat: requests.Seat) -> requests.Filled:
    if not isinstance(value, Mapping) or not value.keys() <= {field.name for field in request.fields}:
        raise Refused("form_incomplete", missing=())
    filled = {field.name: value.get(field.name, field.usual) for field in request.fields}
    if None in filled.values():
        missing = [field.title for field in request.fields if filled[field.name] is None]
        raise Refused("form_incomplete", missing=tuple(title for title in missing if isinstance(title, Word)))
    answer = requests.Filled({field.name: judge(field.ask, filled[field.name], seat) for field in request.fields})
    if request.check:
        request.check(answer)
    return answer


def _checked_action(request: requests.NextAction, value: Value, seat: requests.Seat) -> requests.Taken:
    given = value if isinstance(value, list | tuple) else [value]
    for action in request.actions:
        if action.who in (seat, requests.PARTY) and given and action.option.id == given[0]:
            if len(given) != (2 if action.asks else 1):
                raise Refused("action_incomplete")
            if not action.ask:
                return requests.Taken(seat, action.option.id)
            return requests.Taken(seat, action.option.id, judge(action.ask, given[1], seat))
    raise Refused("no_such_option", option=_value_in_refusal(given[0] if given else ""))


def plain(request: requests.Request, answer: object, seat: requests.Seat) -> Value:
    """Return a judged answer in its canonical plain form, with a form's fields in the form's order."""
    match request, answer:
        case requests.Form(fields=fields), requests.Filled(values=values):
            return {field.name: plain(field.ask, values[field.name], seat) for field in fields}
        case requests.NextAction(), requests.Taken(id=taken, value=value):
            ask = request.ask_of(seat, taken)
            return [taken, plain(ask, value, seat)] if ask else [taken]
        case requests.Choose(means=means), _ if means is not None:
            return _option_id_of(means, answer)
        case requests.ChooseSome(means=means), tuple() if means is not None:
            return [_option_id_of(means, item) for item in answer]
        case requests.Formation(), tuple():
            return [list(rank) for rank in answer]
        case requests.Amount(), requests.Paid(helpers=helpers):
            return [int(answer), *helpers] if helpers else int(answer)
        case _, tuple():
            return list(answer)
        case _:
            return answer


def _option_id_of(means: Mapping[str, object], answer: object) -> str:
    """Return the id of the identical value, else of an equal one."""
    same = (id for id, meant in means.items() if meant is answer)
    return next(same, None) or next(id for id, meant in means.items() if meant == answer)


def only_answer(request: requests.Request) -> Value | None:
    """Return the only legal answer to a question, or None; such a question is not asked."""
    match request:
        case requests.Choose(options=(this_option,), always=False):
            return this_option.id
        case requests.Amount(least=least, most=most) if least == most:
            return least
        case requests.ChooseSome(options=options, least=least) if least >= len(options):
            return [option.id for option in options]
        case requests.ChooseSome(most=0):
            return []
        case requests.Formation(members=(this_option,)):
            return [[this_option.id]]
        case requests.Form(fields=fields) if all(only_answer(field.ask) is not None for field in fields):
            return {field.name: only_answer(field.ask) for field in fields}
    return None


def recorded(row: Answer, request: requests.Request[T], seat: requests.Seat) -> T:
    """Return the answer of a logged row; raises ``Diverged`` when it answers another question or is no longer legal."""
    aside = row.part[:1] == ASIDE
    if row.asked != request.asked or (aside and not is_beside(request, row.value, seat)):
        raise Diverged(row.step, row.asked, request.asked)
    try:
        return judge(request, row.value, seat)
    except Refused as refusal:
        raise Diverged(row.step, f"{row.asked} = {row.value!r}", f"{request.asked} ({refusal})") from refusal
