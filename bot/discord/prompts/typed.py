"""Parses typed answers for each kind of question, and offers autocomplete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from bot.discord.prompts import words
from bot.discord.prompts.components import CHOICE, PER_SELECT, token
from bot.words.matching import Names, count_meaningful_words, find_matches, matching_offers
from bot.words.narrator import Narrator, Said, clip
from rules.kernel import requests
from rules.kernel.answers import Value, refusal_of
from rules.kernel.dice import parse, typed_code, use_ascii_signs
from rules.kernel.errors import Refused
from rules.kernel.words import Word

ROUND = 5
FAR = 100
"""Width of a range above which numbers are offered in tens."""
HINTS = 3
"""Number of possible answers named when the typed words match none."""
SEVERAL = 5
"""Number of answers named when the typed words match several."""
EXAMPLE = 2
"""Number of form fields shown as an example."""
CODED = re.compile(r"\s*([0-9]*[DdKk][^\s:=]+)(?:\s*[:=]|\s|$)")
"""Matches a dice code before the pips."""
CASES = ("acc", "gen", "dat", "inst", "loc")
USUAL = "="
"""The autocomplete value for "as usual" when the words would be too long."""


def few_numbers(request: requests.Amount) -> list[int]:
    """Return numbers to offer: the rule's own, else all or some of the range; a game master gets nearby ones."""
    least, most = request.least, request.most
    rows, now = request.facts.get("rows"), request.facts.get("now")
    if isinstance(rows, tuple) and rows:
        return [row for row in rows if isinstance(row, int)]
    if most - least < ROUND:
        return list(range(least, most + 1))
    if request.who == requests.GM and isinstance(now, int):
        return list(_likely_amounts(request, now))
    return sorted({least, most, *(least + (most - least) * n // (ROUND - 1) for n in range(1, ROUND - 1))})


def _likely_amounts(request: requests.Amount, now: int) -> Iterator[int]:
    """Yield likely numbers for a game master: the least, the present one and its neighbours, and the full amount."""
    step = 10 if request.most - request.least > FAR else 1
    wanted = {request.least, now - step, now, now + step, now + 5 * step, request.facts.get("full", now)}
    yield from sorted(n for n in wanted if isinstance(n, int) and request.least <= n <= request.most)


def parse_answer(
    narrator: Narrator, request: requests.Request, typed: str, usual: Value = None, *, slips: bool = True
) -> Value:
    """Return the answer that the typed words mean, without checking whether it is legal.

    A typing error is never accepted; with ``slips`` the refusal names the nearest match.
    """
    text = typed.strip()
    match request:
        case requests.Choose(options=options):
            return _find_option(narrator, options, text, slips=slips)
        case requests.Draw(offered=options):
            return one_of(_option_names(narrator, options), text, slips=slips)
        case requests.ChooseSome(options=options):
            known = _option_names(narrator, options)
            return [one_of(known, name, slips=slips) for name in _split_names(text, most=len(options))]
        case requests.Amount():
            return _amount(request, text)
        case requests.Text():
            return text
        case requests.Roll():
            return pips(text, request.code)
        case requests.Formation():
            members = {member.id: [member.id, narrator.plain.term(member.name)] for member in request.members}
            ranks = text.split("/", maxsplit=len(members))
            return [
                [one_of(members, name, slips=slips) for name in _split_names(rank, most=len(members))] for rank in ranks
            ]
        case requests.Form():
            return _parse_form(narrator, request, text, usual, slips)
        case requests.NextAction():
            return _parse_action(narrator, request, text, slips)
    raise Refused("not_typed")


def with_hints(narrator: Narrator, request: requests.Request, refusal: Refused) -> Refused:
    """Add some possible answers to the refusal of unknown words, autocomplete matches first; keep other refusals."""
    if refusal.reason != "no_such_option":
        return refusal
    fields = request.fields if isinstance(request, requests.Form) else ()
    asked = next((field.ask for field in fields if field.name == refusal.facts.get("field")), request)
    option = str(refusal.facts["option"])
    near = complete_answer(narrator, asked, option)[:HINTS]
    known = near or complete_answer(narrator, asked, "")[:HINTS]
    such = Said("; ".join(narrator.term(str(said)) for said, _ in known))
    return Refused("did_you_mean" if near else "not_understood", option=option, such=such) if known else refusal


def with_code(text: str) -> tuple[str, str]:
    """Split a typed dice code from the pips, as in "2d6: 3 5"; the code is '' if there is none."""
    found = CODED.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def pips(text: str, asked: str = "") -> list[int]:
    """Return the pips of several dice; digits without separators count if there are as many as dice ``asked`` for.

    Refuses a dice code other than ``asked``.
    """
    code, shown = with_code(text)
    if code and asked and (meant := typed_code(code)) != asked:
        raise Refused("other_dice", code=meant, wanted=asked)
    bare = shown.strip()
    if asked and 1 < parse(asked).count == len(bare) and bare.isdecimal():
        return [int(digit) for digit in bare]
    return [number(name) for name in re.split(r"[\s,+;]+", shown) if name]


def number(text: str) -> int:
    """Return a typed whole number; refuses anything else."""
    digits = "".join(use_ascii_signs(text).split())
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", digits):
        raise Refused("number_expected", given=text[:40])
    return int(digits)


def _amount(request: requests.Amount, text: str) -> int:
    """Return a typed number; a game master's «+1» and «-1» mean one more and one less than now."""
    value, now = number(text), request.facts.get("now")
    if request.who != requests.GM or use_ascii_signs(text).strip()[0] not in "+-":
        return value
    if isinstance(now, int):
        return now + value
    if value > 0:
        raise Refused("number_expected", given=text[:40])
    return value


def _split_names(text: str, most: int) -> list[str]:
    names = [name.strip() for name in re.split(r"[,;]", text) if name.strip()]
    if len(names) > most:
        raise Refused("choose_count", least=1, most=most)
    return names


def _find_option(narrator: Narrator, options: Sequence[requests.Option], text: str, *, slips: bool) -> str:
    """Return the id of the named option; a name in another case counts if nothing else fits: «orka» for «ork»."""
    names = _option_names(narrator, options)
    if not find_matches(names, text, slips=False):
        declined = {
            option.id: [
                str(narrator.plain.term(fact, case))
                for fact in option.facts.values()
                if isinstance(fact, Word)
                for case in CASES
            ]
            for option in options
        }
        if len(found := find_matches(declined, text, slips=False)) == 1:
            return found[0]
    return one_of(names, text, slips=slips)


def _option_names(narrator: Narrator, options: Sequence[requests.Option]) -> Names:
    return {option.id: [option.id, token(option.id), *_names_of_option(narrator, option)] for option in options}


def _names_of_option(narrator: Narrator, option: requests.Option) -> Iterator[str]:
    if letter := option.facts.get("letter"):
        yield str(letter)
    yield clip(words.label(narrator.plain, option), CHOICE)
    yield words.label(narrator.plain, option)


def one_of(names: Names, text: str, *, slips: bool = True) -> str:
    """Return the id of the exact match, else of the only one that begins with the words, or contains them.

    A typing error is not accepted; with ``slips`` the refusal names the nearest match.
    """
    found = find_matches(names, text, slips=False)
    if len(found) == 1:
        return found[0]
    near = found or (find_matches(names, text) if slips else [])
    raise (
        _did_you_mean_refusal(names, near[0], text)
        if not found and len(near) == 1
        else _unclear_refusal(names, near, text)
    )


def find_shown(names: Names, text: str) -> str:
    """Return the id of the named thing, like ``one_of``, but accept typing errors, because it is only shown."""
    found = find_matches(names, text)
    if len(found) == 1:
        return found[0]
    raise _unclear_refusal(names, found, text)


def _did_you_mean_refusal(names: Names, id: str, text: str) -> Refused:
    return Refused("did_you_mean", option=text[:60], such=names[id][-1])


def _unclear_refusal(names: Names, found: Sequence[str], text: str) -> Refused:
    if not found:
        return Refused("no_such_option", option=text[:60])
    such = tuple(dict.fromkeys(names[id][-1] for id in found))
    return Refused("several_fit", option=text[:60], such=(*such[:SEVERAL], *["…"] * (len(such) > SEVERAL)))


def _parse_form(narrator: Narrator, form: requests.Form, text: str, usual: Value, slips: bool) -> dict[str, Value]:
    """Parse ``name: value; name: value``; missing fields take their usual values.

    Commas before a field's name also separate, and the colon is optional: ``Jaro A, Ela waits``. Free text keeps its
    commas.
    """
    filled = dict(usual or {})
    if text == USUAL:
        return filled
    parts = list(_form_parts(narrator, form, text))
    if len(parts) > len(form.fields):
        raise Refused("form_typed", such=_example_form(narrator, form))
    for part in parts:
        field, value = _find_field(narrator, form, part, slips)
        try:
            filled[field.name] = parse_answer(narrator, field.ask, value, slips=slips)
        except Refused as refusal:
            raise Refused(refusal.reason, **{**refusal.facts, "field": field.name}) from refusal
    return filled


def is_form_line(narrator: Narrator, form: requests.Request | None, text: str) -> bool:
    """Whether a text begins as a whole form does, such as ``Name: Bolek; Strength: 4/3``."""
    first, more, _ = text.partition(";")
    is_named = ":" in first or "=" in first
    return bool(more) and is_named and isinstance(form, requests.Form) and bool(_field_or_none(narrator, form, first))


def _form_parts(narrator: Narrator, form: requests.Form, text: str) -> Iterator[str]:
    most = len(form.fields)
    if text.count(";") > most:
        raise Refused("form_typed", such=_example_form(narrator, form))
    for part in filter(str.strip, text.split(";")):
        pieces = [piece.strip() for piece in part.split(",", maxsplit=most)]
        fields = [_field_or_none(narrator, form, piece) for piece in pieces]
        apart = all(fields) and not any(field and isinstance(field.ask, requests.Text) for field in fields[:-1])
        yield from pieces if apart else [part.strip()]


def _field_or_none(narrator: Narrator, form: requests.Form, piece: str) -> requests.Field | None:
    try:
        return _find_field(narrator, form, piece, slips=False)[0]
    except Refused:
        return None


def _find_field(narrator: Narrator, form: requests.Form, part: str, slips: bool) -> tuple[requests.Field, str]:
    titles = {field.name: [field.name, words.title(narrator.plain, field)] for field in form.fields}
    fields = {field.name: field for field in form.fields}
    name, sign, value = part.partition("=" if "=" in part else ":")
    if sign and len(found := find_matches(titles, name.strip(), slips=False)) == 1:
        return fields[found[0]], value
    for begun, rest in _word_splits(titles, part):
        if rest and len(found := find_matches(titles, begun, slips=False)) == 1:
            return fields[found[0]], rest
    if len(form.fields) == 1:
        return form.fields[0], part
    if not sign:
        raise Refused("form_typed", such=_example_form(narrator, form))
    return fields[one_of(titles, name.strip(), slips=slips)], value


def _example_form(narrator: Narrator, form: requests.Form) -> Said:
    plain, fields = narrator.plain, form.fields[:EXAMPLE]
    firsts = [
        (words.title(plain, field), next(_offers_for_request(plain, field.ask), ("…", ""))[0]) for field in fields
    ]
    return Said("; ".join(f"{narrator.term(str(title))}: {narrator.term(str(said))}" for title, said in firsts))


def find_action(narrator: Narrator, request: requests.NextAction, text: str) -> str:
    """Return the id of the named action; refuses if none or several match."""
    return _find_longest_action(narrator, request, text)[0].option.id


def _parse_action(narrator: Narrator, request: requests.NextAction, text: str, slips: bool) -> Value:
    try:
        action, rest = _find_action_or_near(narrator, request, text, slips)
    except Refused:
        forms = [action for action in request.actions if is_form_line(narrator, action.ask, text)]
        if len(forms) != 1:
            raise
        ask: Any = forms[0].ask
        return [forms[0].option.id, parse_answer(narrator, ask, text, slips=slips)]
    if not action.ask:
        return [action.option.id]
    if not rest:
        raise Refused("action_incomplete")
    return [action.option.id, parse_answer(narrator, action.ask, rest, slips=slips)]


def _find_action_or_near(
    narrator: Narrator, request: requests.NextAction, text: str, slips: bool
) -> tuple[requests.Action, str]:
    """Return the named action; with ``slips`` the refusal names the nearest match."""
    try:
        return _find_longest_action(narrator, request, text)
    except Refused as refusal:
        if not slips or refusal.reason != "no_such_option":
            raise
        near, _ = _find_longest_action(narrator, request, text, slips=True)
        raise _did_you_mean_refusal(_option_names(narrator, [near.option]), near.option.id, text) from refusal


def _find_longest_action(
    narrator: Narrator, request: requests.NextAction, text: str, *, slips: bool = False
) -> tuple[requests.Action, str]:
    """Return the action named by all the words, or by their longest beginning if it takes a value."""
    names = _option_names(narrator, [action.option for action in request.actions])
    by_id = {action.option.id: action for action in request.actions}
    unclear = _unclear_refusal(names, (), text)
    for begun, rest in _word_splits(names, text, slips=slips):
        found = find_matches(names, begun, slips=slips)
        if len(found) == 1 and (not rest or by_id[found[0]].ask):
            return by_id[found[0]], rest
        if unclear.reason == "no_such_option" and (not rest or any(by_id[id].ask for id in found)):
            unclear = _unclear_refusal(names, found, begun if found else text)
    raise unclear


def _word_splits(names: Names, text: str, *, slips: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the words split in two, the longest possible name first."""
    pieces = text.split()
    for end in range(count_meaningful_words(names, pieces, slips=slips), 0, -1):
        yield " ".join(pieces[:end]).rstrip(":"), " ".join(pieces[end:])


def complete_answer(
    narrator: Narrator, request: requests.Request, begun: str, usual: Value = None, *, slips: bool = True
) -> list[tuple[str, str]]:
    """Return at most 25 autocomplete offers as text and value of up to 100 characters; ``slips`` forgives mistyping."""
    written, mark, last = begun.rpartition(";") if isinstance(request, requests.Form) else ("", "", begun)
    head, wanted = f"{written.strip()}; " if mark else "", last.strip()
    offers = [] if head else list(_offers_for_request(narrator.plain, request, usual))
    if isinstance(request, requests.Form):
        offers += _field_offers(narrator.plain, request)
    if isinstance(request, requests.Amount) and wanted.isdecimal() and request.least <= int(wanted[:9]) <= request.most:
        offers.insert(0, (wanted, wanted))
    short = (offer for offer in dict.fromkeys(offers) if len(head + offer[1]) <= CHOICE)
    found = matching_offers(short, last, slips=slips)
    if isinstance(request, requests.Formation) and wanted:
        found = list(dict.fromkeys([*_typed_formation_offer(narrator.plain, request, wanted), *found]))
    return [(clip(head + said, CHOICE), head + value) for said, value in found[:PER_SELECT]]


def _offers_for_request(plain: Narrator, request: requests.Request, usual: Value = None) -> Iterator[tuple[str, str]]:
    match request:
        case requests.Choose(options=options) | requests.ChooseSome(options=options) | requests.Draw(offered=options):
            yield from ((words.label(plain, option), option.id) for option in options)
        case requests.Amount():
            yield from ((str(n), str(n)) for n in few_numbers(request))
        case requests.Text(usual=usual) if usual:
            yield usual, usual
        case requests.Form() if usual is not None:
            yield words.answer_in_words(plain, request, usual), USUAL
        case requests.Formation(now=now):
            yield from (
                _formation_offer(plain, request, ranks)
                for ranks in (now, usual)
                if not refusal_of(request, ranks, request.who)
            )
        case requests.NextAction(actions=actions):
            yield from _action_offers(plain, actions)


def _formation_offer(plain: Narrator, request: requests.Formation, ranks: Value) -> tuple[str, str]:
    return words.ranks(plain, request, ranks), " / ".join(", ".join(rank) for rank in ranks)


def _typed_formation_offer(plain: Narrator, request: requests.Formation, begun: str) -> Iterator[tuple[str, str]]:
    with suppress(Refused):
        ranks = parse_answer(plain, request, begun, slips=False)
        if not refusal_of(request, ranks, request.who):
            yield _formation_offer(plain, request, ranks)


def _field_offers(plain: Narrator, form: requests.Form) -> Iterator[tuple[str, str]]:
    for field in form.fields:
        title = words.title(plain, field)
        for said, value in _offers_for_request(plain, field.ask) if isinstance(field.ask, requests.Choose) else ():
            yield f"{title}: {said}", f"{field.name}: {value}"


def _action_offers(plain: Narrator, actions: Sequence[requests.Action]) -> Iterator[tuple[str, str]]:
    for action in sorted(actions, key=lambda action: action.aside):
        said = words.label(plain, action.option)
        if not action.ask:
            yield said, action.option.id
        else:
            for more, value in _offers_for_request(plain, action.ask):
                yield f"{said}: {more}", f"{action.option.id} {value}"
