"""The words of a question, of its options, and of an answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.discord.prompts.components import SEEN
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said, clip
from rules.kernel import requests
from rules.kernel.answers import Value, is_secret

LABEL = SEEN - len("⭐ ")
"""Characters of a button, so that a telephone shows all of it with the star of the usual answer, too."""
LEAST_NAMES = 10
"""Names are not cut to fewer characters."""
_SECTION = re.compile(r" \(§[^)]*\)|\n-# §[^\n]*")


def question(narrator: Narrator, request: requests.Request[Any], *, openly: bool = False) -> str:
    """What is asked, in words; ``openly``: for everybody's eyes, so that no secret fact is in them."""
    if openly and _has_secret_facts(request):
        return narrator.first_known(*_public_keys(narrator, request), **_public_facts(request))
    kind, facts = type(request).__name__, facts_of(request)
    if isinstance(request, requests.Draw):
        who = "ask.kind.Draw.player" if "player" in facts else "ask.kind.Draw"
        return narrator.say(who, **{**facts, "what": narrator.say(f"draws.{request.why}")})
    what = narrator.first_known(f"dice.{request.why}") if isinstance(request, requests.Roll) else Said()
    if what:
        return narrator.first_known(f"ask.{request.why}", **facts) or narrator.say(
            "ask.kind.Roll.what", **{**facts, "what": what}
        )
    return narrator.first_known(*keys(f"ask.{request.why}", facts), f"ask.kind.{kind}", **facts)


def beneath(narrator: Narrator, request: requests.Request[Any]) -> str:
    """A small line below a question that tells what whoever is asked has and is after; '' where there is none.

    Everybody reads it, so of a question with secret facts there is none; what is secret of actions is some of them.
    """
    if _has_secret_facts(request) and not isinstance(request, requests.NextAction):
        return ""
    facts = facts_of(request)
    said = narrator.first_known(*keys(f"beneath.{request.why}", facts), **facts)
    return f"-# {said}" if said else ""


def _public_keys(narrator: Narrator, request: requests.Request[Any]) -> Iterator[str]:
    """The keys of words for everybody: those meant for the others, else any that give no secret fact away.

    A secret choice has always the same words: which kind it is would already tell what somebody holds.
    """
    if not _may_be_public(request):
        yield "ask.secret"
        return
    key = f"ask.{request.why}"
    yield from keys(f"{key}.others", _public_facts(request))
    if narrator.is_bare(key):
        yield key
    yield f"ask.kind.{type(request).__name__}"


def _public_facts(request: requests.Request[Any]) -> dict[str, Any]:
    """What words for the others may tell: what is secret of actions is some of them, not what they are about."""
    return facts_of(request) if isinstance(request, requests.NextAction) else {}


def reason(narrator: Narrator, request: requests.Request[Any], *, openly: bool = False) -> str:
    """Why it is asked; '' where there are no words for it, or none for everybody.

    The section of the rulebook stands only in what is told ``openly``, behind the "?" of a question.
    """
    key = f"why.{request.why}"
    if openly and _has_secret_facts(request):
        return narrator.first_known(key) if _may_be_public(request) and narrator.is_bare(key) else ""
    facts = facts_of(request)
    said = narrator.first_known(*keys(key, facts), **facts)
    return said if openly else _SECTION.sub("", said)


def _may_be_public(request: requests.Request[Any]) -> bool:
    """Whether everybody sees what a hidden question is about: everyone is asked it, or it offers actions."""
    return isinstance(request, requests.Everyone | requests.NextAction)


def _has_secret_facts(request: requests.Request[Any]) -> bool:
    """Whether the facts of a question are not for everybody; one to everyone borrows those of its parts."""
    parts = request.asks.values() if isinstance(request, requests.Everyone) else ()
    return request.secret or any(part.secret for part in parts)


def facts_of(request: requests.Request[Any]) -> dict[str, Any]:
    """The facts for a question's words; a question to everyone borrows those of its first part."""
    facts: dict[str, Any] = dict(request.facts)
    match request:
        case requests.Everyone(asks=asks) if asks and not facts:
            facts = facts_of(next(iter(asks.values())))
        case requests.Amount(least=least, most=most) | requests.ChooseSome(least=least, most=most):
            facts = {"least": least, "most": most, **facts}
        case requests.Roll(code=code):
            facts = {"code": code, **facts}
        case requests.Text(longest=longest):
            facts = {"longest": longest, **facts}
    return facts


def label(narrator: Narrator, option: requests.Option, *, short: bool = False) -> str:
    """An option's words, its letter in front where it has one; ``short``: for a button, below the picture."""
    keys = ([f"short.{option.label}"] if short else []) + [f"option.{option.label}"]
    words = narrator.first_known(*keys, **option.facts) or option.label.rpartition(".")[2]
    letter = option.facts.get("letter")
    said = f"{letter} · {words}" if letter and letter != words else words
    return _within_a_button(said) if short else said


def _within_a_button(said: str) -> str:
    """Shorten what a label has in brackets at its end to what a telephone shows, even with a star before it."""
    head, _, names = said.removesuffix(")").partition(" (")
    deadly = " ☠️" if "☠️" in names else ""
    room = LABEL - len(f"{head} ({deadly})")
    if len(said) <= LABEL or not said.endswith(")") or room < LEAST_NAMES:
        return said
    return f"{head} ({clip(names.replace(' ☠️', ''), room)}{deadly})"


def note(narrator: Narrator, option: requests.Option) -> str:
    """What an option costs or brings; '' when nothing is to be said."""
    return narrator.first_known(*keys(f"note.{option.note}", option.facts), **option.facts) if option.note else ""


def brief(narrator: Narrator, option: requests.Option) -> str:
    """The note as it stands below a question; «?» has the whole of it. A blank one: the button says enough."""
    short = narrator.first_known(*keys(f"brief.{option.note}", option.facts), **option.facts) if option.note else ""
    return short.strip() if short else note(narrator, option)


def mark(narrator: Narrator, option: requests.Option) -> str:
    """What an option is called in a note that several share: its letter, or a name as short; '' where it has none."""
    letter = str(option.facts.get("letter", ""))
    return letter or narrator.first_known(f"mark.{option.label}", **option.facts)


def press(narrator: Narrator, option: requests.Option) -> str:
    """An option in at most a dozen letters, for a small button; '' where it has no such words."""
    return narrator.first_known(f"press.{option.label}", **option.facts)


def title(narrator: Narrator, field: requests.Field[Any]) -> str:
    """What a form's field is called."""
    return narrator.term(field.title) if field.title else question(narrator, field.ask)


def answer_in_words(
    narrator: Narrator,
    request: requests.Request[Any],
    value: Value,
    seat: requests.Seat = requests.PARTY,
    *,
    openly: bool = False,
    short: bool = False,
) -> Said:
    """An answer in words.

    ``seat``: who answers, as seats may have different actions of the same id. ``openly``: for everybody's eyes, so that
    what is secret in it is not said. ``short``: as the button says it that one press answers by.
    """
    if (
        short
        and (option := option_of_answer(request, value, seat))
        and not (openly and is_secret(request, value, seat))
    ):
        return Said(label(narrator, option, short=True))
    if openly and is_secret(request, value, seat):
        return narrator.say("answer.hidden")
    return Said(_value_in_words(narrator, request, value, seat, openly))


def option_of_answer(request: requests.Request[Any], value: Value, seat: requests.Seat) -> requests.Option | None:
    """The option that is the whole of an answer; None: it has parts, or no button."""
    match request, value:
        case requests.NextAction(), [wanted]:
            action = _action_of_id(request, wanted, seat)
            return action.option if action is not None else None
        case requests.Choose(options=options) | requests.Draw(offered=options), _:
            return next((option for option in options if option.id == value), None)
    return None


def _value_in_words(
    narrator: Narrator, request: requests.Request[Any], value: Value, seat: requests.Seat, openly: bool
) -> str:
    match request:
        case requests.Choose(options=options) | requests.Draw(offered=options):
            return _option_in_words(narrator, options, value)
        case requests.ChooseSome(options=options):
            return narrator.join_words([_option_in_words(narrator, options, item) for item in value]) or narrator.say(
                "answer.nothing"
            )
        case requests.Formation():
            return ranks(narrator, request, value)
        case requests.Form(fields=fields):
            told = [field for field in fields if value.get(field.name, field.usual) != field.usual] or fields
            return "; ".join(_field_in_words(narrator, field, value, openly) for field in told)
        case requests.NextAction():
            return _action_in_words(narrator, request, value, seat, openly)
        case requests.Text():
            return narrator.passage(value)
    return narrator.term(tuple(value) if isinstance(value, list) else value)


def ranks(narrator: Narrator, request: requests.Formation, value: Value) -> str:
    """A formation: ranks from the front, parted by strokes."""
    names = {member.id: narrator.term(member.name) for member in request.members}
    return " / ".join(", ".join(names.get(member, member) for member in rank) for rank in value)


def _option_in_words(narrator: Narrator, options: tuple[requests.Option, ...], value: Value) -> str:
    return next((label(narrator, option) for option in options if option.id == value), _gone_option_text(narrator))


def _field_in_words(narrator: Narrator, field: requests.Field[Any], value: Value, openly: bool) -> str:
    given = value.get(field.name, field.usual)
    who = title(narrator, field)
    hidden = openly and is_secret(field.ask, given, requests.PARTY)
    whole = "" if hidden else _choice_sentence(narrator, field.ask, given, {"who": who})
    return whole or f"{who}: {answer_in_words(narrator, field.ask, given, openly=openly)}"


def _choice_sentence(narrator: Narrator, request: requests.Request[Any], value: Value, more: Mapping[str, Any]) -> str:
    """A choice as a whole sentence with these facts besides its own; '' where the catalogues have none."""
    options = request.options if isinstance(request, requests.Choose) else ()
    chosen = next((option for option in options if option.id == value), None)
    if chosen is None:
        return ""
    facts = {**more, **chosen.facts}
    return narrator.first_known(*keys(f"said.{chosen.label}", facts), **facts)


def _action_in_words(
    narrator: Narrator, request: requests.NextAction, value: Value, seat: requests.Seat, openly: bool
) -> str:
    given = value if isinstance(value, list | tuple) else [value]
    action = _action_of_id(request, given[0], seat)
    if action is None:
        return _gone_option_text(narrator)
    said = label(narrator, action.option)
    if not action.ask or not given[1:]:
        return said
    if whole := _choice_sentence(narrator, action.ask, given[1], action.option.facts):
        return whole
    meant = answer_in_words(narrator, action.ask, given[1], seat, openly=openly)
    if seat != requests.GM:
        return f"{said}: {meant}"
    changed = narrator.first_known(f"changed.{action.option.label}", **action.option.facts, after=meant)
    return changed or f"{said} → {meant}"  # the name of a correction has its colon already


def action_of_answer(request: requests.NextAction, value: Value, seat: requests.Seat) -> requests.Option | None:
    """The action that an answer takes, without what it is given; None: it is gone."""
    action = _action_of_id(request, value[0] if isinstance(value, list | tuple) else value, seat)
    return None if action is None else action.option


def _action_of_id(request: requests.NextAction, wanted: Value, seat: requests.Seat) -> requests.Action[Any] | None:
    """The action of this id that is open to the seat, else that of anybody."""
    named = [action for action in request.actions if action.option.id == wanted]
    return next((action for action in named if action.who in (seat, requests.PARTY)), named[0] if named else None)


def _gone_option_text(narrator: Narrator) -> str:
    """What stands for an option that is no longer there: never its id."""
    return narrator.say("answer.gone")
