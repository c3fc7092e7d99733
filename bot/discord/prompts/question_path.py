"""Finds a control's part of a question, and turns an answer to it into one to the whole question."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.discord.prompts import words
from bot.discord.prompts.components import Path, token
from bot.words.narrator import Narrator
from rules.kernel.answers import Value, may_answer
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Action, Everyone, Field, Form, NextAction, Option, Request, Seat


def part_of(request: Request, seat: Seat | None) -> Request:
    """Return the seat's part of a question; raises ``Refused("not_asked")`` if it has none or may not know it."""
    if isinstance(request, Everyone):
        if seat is None or seat not in request.asks:
            raise Refused("not_asked")
        part = request.asks[seat]
        return replace(part, secret=request.secret or part.secret)
    if request.secret and not isinstance(request, NextAction) and (seat is None or not may_answer(request, seat)):
        raise Refused("not_asked")
    return request


def question_at(request: Request, path: Path, seat: Seat) -> Request:
    """Return this seat's question at the end of this path; raises ``Refused("stale")`` if there is none."""
    for step in path:
        request = _follow_step(request, step, seat)
    return request


def _follow_step(request: Request, step: str, seat: Seat) -> Request:
    if isinstance(request, NextAction) and step[:1] == "a":
        ask = action_at(request, step[1:], seat).ask
        if ask:
            return ask
    if isinstance(request, Form) and step[:1] == "f":
        return field_at(request, step).ask
    raise Refused("stale")


def action_at(request: NextAction, wanted: str, seat: Seat) -> Action:
    """Return the action with this token; raises ``Refused`` with stale, or with not_your_action for other seats."""
    known = actions_known_to(request, seat)
    named = [action for action in known.actions if token(action.option.id) == wanted]
    if not named:
        raise Refused("stale")
    for action in named:
        if action.who in (seat, PARTY):
            return action
    raise _not_your_action_refusal(named)


def by_kind(plain: Narrator, options: Sequence[Option]) -> list[Option]:
    """Replace several options of a kind by one that opens them."""
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(words.kind(plain, option) or option.id, []).append(option)
    first = [(some[0].id.partition(":")[0], some) for some in kinds.values()]
    return [Option(f"@{kind}", f"menu.{kind}") if some[1:] else some[0] for kind, some in first]


def only_kind(request: NextAction, narrator: Narrator, wanted: str, seats: Sequence[Seat]) -> NextAction:
    """Keep only these seats' free actions of the kind of a menu entry, as main actions that nobody waits for.

    Raises ``Refused`` with stale, or with not_your_action if only other seats have them.
    """
    kind = words.kind(narrator, Option(wanted, ""))
    named = [action for action in request.actions if action.aside and words.kind(narrator, action.option) == kind]
    own = [action for action in named if action.who in (*seats, PARTY)]
    others = [action for action in named if not action.secret]
    if own:
        open_to_all = tuple(replace(action, who=PARTY, aside=False) for action in own)
        return replace(request, actions=open_to_all, idle=True)
    raise _not_your_action_refusal(others) if others else Refused("stale")


def _not_your_action_refusal(actions: Sequence[Action]) -> Refused:
    return Refused("not_your_action", who=tuple(dict.fromkeys(action.who for action in actions)))


def with_own_actions(request: Request, seat: Seat) -> Request:
    """Keep only the actions that this seat may take, else those that it may know; other questions are unchanged."""
    if isinstance(request, NextAction):
        return replace(request, actions=request.of(seat) or actions_known_to(request, seat).actions)
    return request


def without_secret_actions(request: Request) -> Request:
    """Return the question without its secret actions; raises ``Refused("not_asked")`` if the whole
    question is secret.
    """
    if isinstance(request, NextAction):
        return actions_known_to(request)
    if request.secret:
        raise Refused("not_asked")
    return request


def actions_known_to(request: NextAction, seat: Seat = "") -> NextAction:
    """Keep only the actions that the seat may know: public ones and its own; ``''``: only public ones."""
    known = tuple(action for action in request.actions if not action.secret or (seat and action.who in (seat, PARTY)))
    return replace(request, actions=known)


def field_at(form: Form, step: str) -> Field:
    """Return the form field of this path step; raises ``Refused("stale")`` if there is none."""
    for field in form.fields:
        if token(field.name) == step[1:]:
            return field
    raise Refused("stale")


def answer_to_whole(request: Request, path: Path, value: Value) -> Value:
    """Return an action's answer as one to the whole question: ``[action, value]`` for each step of the path."""
    for step in reversed(path):
        if step[:1] != "a" or not isinstance(request, NextAction):
            raise Refused("stale")
        value = [_action_id(request, step), value]
    return value


def _action_id(request: NextAction, step: str) -> str:
    for action in request.actions:
        if token(action.option.id) == step[1:]:
            return action.option.id
    raise Refused("stale")
