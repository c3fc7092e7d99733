"""The texts of a question, its options and its answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.discord.prompts.components import SEEN, TITLE
from bot.table.consent import PREPARE
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said, clip
from rules.kernel import requests
from rules.kernel.answers import Value, is_secret
from rules.kernel.dice import parse

LABEL = SEEN - len("⭐ ")
"""Maximum characters of a button that a phone shows in full, with the star of the usual answer."""
LEAST_NAMES = 10
"""Minimum number of characters to which names are shortened."""
SKULL = " ☠️"
_SENTENCE = re.compile(r"[^.?!]*[.?!]?")
_SECTION = re.compile(r" \(§[^)]*\)|\n-# §[^\n]*")


def question(narrator: Narrator, request: requests.Request, *, openly: bool = False) -> str:
    """Return the question in words; ``openly``: for everybody, without secret facts."""
    if openly and _has_secret_facts(request):
        return narrator.first_known(*_public_keys(narrator, request), **_public_facts(request))
    kind, facts = type(request).__name__, facts_of(request)
    if isinstance(request, requests.Draw):
        who = "ask.kind.Draw.player" if "player" in facts else "ask.kind.Draw"
        return narrator.say(who, **{**facts, "what": narrator.say(f"draws.{request.why}", **facts)})
    if isinstance(request, requests.Roll):
        how = {"code": request.code, "count": parse(request.code).count}
        return " ".join(
            filter(None, (purpose(narrator, request), narrator.first_known(*keys("ask.kind.Roll", how), **how)))
        )
    return narrator.first_known(*keys(f"ask.{request.why}", facts), f"ask.kind.{kind}", **facts)


def form_title(narrator: Narrator, request: requests.Request) -> str:
    """Return the first sentence of the question as the title of its modal; one without room becomes a general one."""
    facts, first = facts_of(request), _SENTENCE.match(question(narrator, request))
    if first and len(first[0]) <= TITLE:
        return first[0]
    return narrator.first_known(*keys(f"ask.kind.{type(request).__name__}", facts), **facts)


def purpose(narrator: Narrator, roll: requests.Roll) -> str:
    """Return who rolls, at whom or what for, and which result is needed; '' if there is no text."""
    facts = facts_of(roll)
    return narrator.first_known(*keys(f"ask.{roll.why}", facts), **facts)


def beneath(narrator: Narrator, request: requests.Request) -> str:
    """Return a small line below a question with the state and aims of the asked players; '' if there is none.

    It is public, so a question with secret facts has none; of actions only some are secret, not the facts.
    """
    if _has_secret_facts(request) and not isinstance(request, requests.NextAction):
        return ""
    facts = facts_of(request)
    said = narrator.first_known(*keys(f"beneath.{request.why}", facts), **facts)
    return f"-# {said}" if said else ""


def _public_keys(narrator: Narrator, request: requests.Request) -> Iterator[str]:
    """Yield the keys of public texts: those meant for the others, else any without secret facts.

    A secret choice always has the same text, because its kind would reveal what a player holds.
    """
    if not _may_be_public(request):
        yield "ask.secret"
        return
    key = f"ask.{request.why}"
    yield from keys(f"{key}.others", _public_facts(request))
    if narrator.is_bare(key):
        yield key
    yield f"ask.kind.{type(request).__name__}"


def _public_facts(request: requests.Request) -> dict[str, Any]:
    """Return the facts for public texts; questions with actions hide only some actions, not their facts."""
    return facts_of(request) if isinstance(request, requests.NextAction) else {}


def reason(narrator: Narrator, request: requests.Request, *, openly: bool = False) -> str:
    """Return why a question is asked; '' if there is no text, or none for everybody.

    The rulebook section is included only if ``openly``, which is used behind the "?" button.
    """
    key = f"why.{request.why}"
    if openly and _has_secret_facts(request):
        return narrator.first_known(key) if _may_be_public(request) and narrator.is_bare(key) else ""
    facts = facts_of(request)
    said = narrator.first_known(*keys(key, facts), **facts)
    return said if openly else _SECTION.sub("", said)


def _may_be_public(request: requests.Request) -> bool:
    """Whether everybody may know the subject of a hidden question: it goes to everyone, or offers actions."""
    return isinstance(request, requests.Everyone | requests.NextAction)


def _has_secret_facts(request: requests.Request) -> bool:
    """Whether a question, or a part of one to everyone, has secret facts."""
    parts = request.asks.values() if isinstance(request, requests.Everyone) else ()
    return request.secret or any(part.secret for part in parts)


def facts_of(request: requests.Request) -> dict[str, Any]:
    """Return the facts for a question's text; a question to everyone uses those of its first part."""
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
    """Return an option's text, after its letter if it has one; ``short``: for a button below the picture."""
    return narrator.once(option, short, lambda: _label(narrator, option, short=short))


def _label(narrator: Narrator, option: requests.Option, *, short: bool) -> str:
    keys = ([f"short.{option.label}"] if short else []) + [f"option.{option.label}"]
    words = narrator.first_known(*keys, **option.facts) or option.label.rpartition(".")[2]
    letter = option.facts.get("letter")
    said = f"{letter} · {words}" if letter and letter != words else words
    if not short:
        return said
    return _within_a_button(narrator, said) + (SKULL if option.facts.get("percent") else "")


def kind(narrator: Narrator, option: requests.Option) -> str:
    """Return the catalogue name of a kind of free actions that one menu entry may stand for; '' if it has none.

    Ids begin with it, ``give:c1``; kinds with the same name share an entry.
    """
    return narrator.first_known(f"option.menu.{option.id.removeprefix('@').partition(':')[0]}")


def with_skull(narrator: Narrator, option: requests.Option, said: str) -> str:
    """Return the text of a small button or a menu entry, marked if its option may kill, as its short label is."""
    return said + SKULL if SKULL in label(narrator, option, short=True) and SKULL not in said else said


def _within_a_button(narrator: Narrator, said: str) -> str:
    """Shorten the list in brackets at the end of a label so that a phone shows it in full; what is left out is counted.

    A single name that is too long is cut.
    """
    head, _, names = said.removesuffix(")").partition(" (")
    skull = SKULL if SKULL in names else ""
    room = LABEL - len(f"{head} ({skull})")
    if len(said) <= LABEL or not said.endswith(")") or room < LEAST_NAMES:
        return said
    kept, *rest = names.replace(SKULL, "").replace(narrator.join_words(["", ""]), ", ").split(", ")
    while rest and len(f"{kept}, {rest[0]} +{len(rest) - 1}") <= room:
        kept = f"{kept}, {rest.pop(0)}"
    return f"{head} ({clip(f'{kept} +{len(rest)}' if rest else kept, room)}{skull})"


def note(narrator: Narrator, option: requests.Option) -> str:
    """Return an option's costs and gains; '' if there are none."""
    return narrator.first_known(*keys(f"note.{option.note}", option.facts), **option.facts) if option.note else ""


def brief(narrator: Narrator, option: requests.Option) -> str:
    """Return the short note below a question ("?" shows the full one); '' if the button says enough."""
    return narrator.once(option, brief, lambda: _brief(narrator, option))


def _brief(narrator: Narrator, option: requests.Option) -> str:
    short = narrator.first_known(*keys(f"brief.{option.note}", option.facts), **option.facts) if option.note else ""
    return short.strip() if short else note(narrator, option)


def mark(narrator: Narrator, option: requests.Option) -> str:
    """Return an option's letter or short name, used in a note that several options share; '' if it has none."""
    letter = str(option.facts.get("letter", ""))
    return letter or narrator.first_known(f"mark.{option.label}", **option.facts)


def press(narrator: Narrator, option: requests.Option) -> str:
    """Return an option in at most a dozen letters for a small button; '' if it has no short text."""
    return narrator.first_known(f"press.{option.label}", **option.facts)


def title(narrator: Narrator, field: requests.Field) -> str:
    """Return the title of a form's field."""
    return narrator.term(field.title) if field.title else question(narrator, field.ask)


def answer_in_words(
    narrator: Narrator,
    request: requests.Request,
    value: Value,
    seat: requests.Seat = requests.PARTY,
    *,
    openly: bool = False,
    short: bool = False,
) -> Said:
    """Return an answer in words.

    ``seat``: who answers, because seats may have different actions with one id. ``openly``: for everybody, without
    secrets. ``short``: as on the button that gives this answer.
    """
    if value == [PREPARE]:
        return narrator.say("answer.prepare")
    if openly and is_secret(request, value, seat):
        return narrator.say("answer.hidden")
    picked = options_of_answer(request, value, seat) if short else []
    if picked and (isinstance(value, str) or not value[1:]):
        return Said(label(narrator, picked[0], short=True))
    return Said(_value_in_words(narrator, request, value, seat, openly))


def options_of_answer(request: requests.Request, value: Value, seat: requests.Seat) -> list[requests.Option]:
    """Return the chosen options of an answer: an action or an option, then what was chosen for the action."""
    match request, value:
        case requests.NextAction(), [wanted, *given]:
            action = _action_of_id(request, wanted, seat)
            if not action:
                return []
            more = options_of_answer(action.ask, given[0], seat) if action.ask and given else []
            return [action.option, *more]
        case requests.Choose(options=options) | requests.Draw(offered=options), _:
            return [option for option in options if option.id == value]
    return []


def _value_in_words(
    narrator: Narrator, request: requests.Request, value: Value, seat: requests.Seat, openly: bool
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
            if narrator.has_words(f"filled.{request.why}"):
                return _form_sentences(narrator, request, value, openly)
            told = (
                [field for field in fields if value.get(field.name, field.usual) != field.usual]
                or [field for field in fields if isinstance(field.title, str)]  # titles of standing orders are words
                or fields
            )
            return "; ".join(_field_in_words(narrator, field, value, openly) for field in told)
        case requests.NextAction():
            return _action_in_words(narrator, request, value, seat, openly)
        case requests.Text():
            return narrator.passage(value)
        case requests.Amount(purses=purses) if purses and isinstance(value, list):
            return narrator.term(value[0])
    return narrator.term(tuple(value) if isinstance(value, list) else value)


def ranks(narrator: Narrator, request: requests.Formation, value: Value) -> str:
    """Return a formation as text: ranks from the front, separated by slashes."""
    names = {member.id: narrator.term(member.name) for member in request.members}
    return " / ".join(", ".join(names.get(member, member) for member in rank) for rank in value)


def _option_in_words(narrator: Narrator, options: tuple[requests.Option, ...], value: Value) -> str:
    return next((label(narrator, option) for option in options if option.id == value), _gone_option_text(narrator))


def _field_in_words(narrator: Narrator, field: requests.Field, value: Value, openly: bool) -> str:
    given = value.get(field.name, field.usual)
    who = title(narrator, field)
    hidden = openly and is_secret(field.ask, given, requests.PARTY)
    whole = "" if hidden else _choice_sentence(narrator, field.ask, given, {"who": who})
    return whole or f"{who}: {answer_in_words(narrator, field.ask, given, openly=openly)}"


def _form_sentences(narrator: Narrator, form: requests.Form, value: Value, openly: bool) -> str:
    """Return a sentence for each group of fields; groups are numbered, ``race0`` and ``name0`` are of one group."""
    groups: dict[str, dict[str, Any]] = {}
    for field in form.fields:
        given, name = value.get(field.name, field.usual), field.name.rstrip("0123456789")
        groups.setdefault(field.name[len(name) :], {})[name] = _choice_sentence(
            narrator, field.ask, given, {}
        ) or answer_in_words(narrator, field.ask, given, openly=openly)
    return "; ".join(narrator.say(f"filled.{form.why}", **form.facts, **facts) for facts in groups.values())


def _choice_sentence(narrator: Narrator, request: requests.Request, value: Value, more: Mapping[str, Any]) -> str:
    options = request.options if isinstance(request, requests.Choose) else ()
    chosen = next((option for option in options if option.id == value), None)
    if not chosen:
        return ""
    facts = {**more, **chosen.facts}
    return narrator.first_known(*keys(f"said.{chosen.label}", facts), **facts)


def _action_in_words(
    narrator: Narrator, request: requests.NextAction, value: Value, seat: requests.Seat, openly: bool
) -> str:
    given = value if isinstance(value, list | tuple) else [value]
    action = _action_of_id(request, given[0], seat)
    if not action:
        return _gone_option_text(narrator)
    said = label(narrator, action.option)
    if not action.ask or not given[1:]:
        return said
    if whole := _choice_sentence(narrator, action.ask, given[1], action.option.facts):
        return whole
    meant = answer_in_words(narrator, action.ask, given[1], seat, openly=openly)
    changed = narrator.first_known(f"changed.{action.option.label}", **action.option.facts, after=meant)
    colon = " →" if seat == requests.GM else ":"  # the name of a correction has its colon already
    return changed or f"{said}{colon} {meant}"


def _action_of_id(request: requests.NextAction, wanted: Value, seat: requests.Seat) -> requests.Action | None:
    named = [action for action in request.actions if action.option.id == wanted]
    return next((action for action in named if action.who in (seat, requests.PARTY)), named[0] if named else None)


def _gone_option_text(narrator: Narrator) -> str:
    """Return the text for an option that no longer exists; its id is never shown."""
    return narrator.say("answer.gone")
