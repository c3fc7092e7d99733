"""The words of a question, of its options, and of an answer to it."""

from __future__ import annotations

from typing import Any

from bot.narrator import Narrator, Said
from rules.kernel.answers import Value
from rules.kernel.requests import (
    Amount,
    Choose,
    ChooseSome,
    Everyone,
    Field,
    Form,
    Formation,
    NextAction,
    Option,
    Request,
    Roll,
    Text,
)


def question(narrator: Narrator, request: Request[Any]) -> str:
    """What is asked."""
    kind = type(request).__name__
    return narrator.first_known(f"ask.{request.why}", f"ask.kind.{kind}", **facts_of(request))


def reason(narrator: Narrator, request: Request[Any]) -> str:
    """Why it is asked, with the section of the rulebook; '' when nothing is to be said."""
    return narrator.first_known(f"why.{request.why}", **facts_of(request))


def facts_of(request: Request[Any]) -> dict[str, Any]:
    """The facts for a question's words; a question to everyone borrows those of its first part."""
    facts: dict[str, Any] = dict(request.facts)
    match request:
        case Everyone(asks=asks) if asks and not facts:
            facts = facts_of(next(iter(asks.values())))
        case Amount(least=least, most=most) | ChooseSome(least=least, most=most):
            facts = {"least": least, "most": most, **facts}
        case Roll(code=code):
            facts = {"code": code, **facts}
        case Text(longest=longest):
            facts = {"longest": longest, **facts}
    return facts


def label(narrator: Narrator, option: Option) -> str:
    """An option's words, its letter in front where it has one."""
    words = narrator.first_known(f"option.{option.label}", **option.facts) or option.label.rpartition(".")[2]
    letter = option.facts.get("letter")
    return f"{letter} · {words}" if letter and letter != words else words


def note(narrator: Narrator, option: Option) -> str:
    """What an option costs or brings; '' when nothing is to be said."""
    return narrator.first_known(f"note.{option.note}", **option.facts) if option.note else ""


def title(narrator: Narrator, field: Field[Any]) -> str:
    """What a form's field is about."""
    return narrator.term(field.title) if field.title else question(narrator, field.ask)


def described(narrator: Narrator, request: Request[Any], value: Value) -> Said:
    """An answer in words."""
    return Said(_described(narrator, request, value))


def _described(narrator: Narrator, request: Request[Any], value: Value) -> str:
    match request:
        case Choose(options=options):
            return _chosen(narrator, options, value)
        case ChooseSome(options=options):
            return narrator.listed([_chosen(narrator, options, one) for one in value]) or narrator.say("answer.nothing")
        case Formation():
            return ranks(narrator, request, value)
        case Form(fields=fields):
            return "; ".join(_field(narrator, field, value) for field in fields)
        case NextAction():
            return _action(narrator, request, value)
    return narrator.term(tuple(value) if isinstance(value, list) else value)


def ranks(narrator: Narrator, request: Formation, value: Value) -> str:
    """A formation: ranks from the front, parted by strokes."""
    names = {member.id: narrator.term(member.name) for member in request.members}
    return " / ".join(", ".join(names.get(one, one) for one in rank) for rank in value)


def _chosen(narrator: Narrator, options: tuple[Option, ...], value: Value) -> str:
    return next((label(narrator, option) for option in options if option.id == value), str(value))


def _field(narrator: Narrator, field: Field[Any], value: Value) -> str:
    return f"{title(narrator, field)}: {described(narrator, field.ask, value[field.name])}"


def _action(narrator: Narrator, request: NextAction, value: Value) -> str:
    given = value if isinstance(value, list | tuple) else [value]
    for action in request.actions:
        if action.option.id == given[0]:
            words = label(narrator, action.option)
            return f"{words}: {described(narrator, action.ask, given[1])}" if action.ask and given[1:] else words
    return str(given[0])
