"""Prints every sentence of the catalogues, filled with facts from whole games, for proofreading.

A sentence that no game used gets facts of the same names from other sentences; a gap without such a fact stays a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from string import Formatter
from typing import Any

from msgspec import Struct

from bot.discord.prompts import story, words
from bot.table.records import Address
from bot.words.catalogues import Entry, entries_of
from bot.words.narrator import Narrator, Said
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Choose, ChooseSome, Everyone, Form, NextAction, Option, Request, Seat
from rules.simulation import by_stages, seed_of

NAMES = dict(zip(seat_ids(6), ("Ala", "Bartek", "Celina", "Dominik", "Ewa", "Filip"), strict=True))
"""The players' names by seat."""
NUMBERS = (1, 2, 5, 22)
"""A number for each Polish plural form; 22 takes the form of 2."""
OTHER = re.compile(r"[@&](\w+)")
"""Finds the names of further facts in the format spec of a gap."""
EXAMPLES = 3
"""Maximum number of different sentences kept for each key."""


class Heard(Struct):
    """How often a key was said, and the first different sentences with their facts."""

    times: int = 0
    said: dict[str, Mapping[str, Any]] = {}


class Listener(Narrator):
    """A narrator that records its sentences and their facts."""

    def __init__(self, locale: str) -> None:
        super().__init__(locale, NAMES, marked=False)
        self.heard: dict[str, Heard] = {}
        self.facts: dict[tuple[str, str], Any] = {}

    @property
    def plain(self) -> Narrator:
        """Return itself, because this narrator adds no markup."""
        return self

    def say(self, key: str, /, **facts: Any) -> Said:
        """Return the sentence of a key and record it."""
        said = super().say(key, **facts)
        heard = self.heard.setdefault(key, Heard())
        heard.times += 1
        if len(heard.said) < EXAMPLES:
            heard.said.setdefault(said, facts)
        return said

    def fill(self, template: str, facts: Mapping[str, Any]) -> Said:
        """Fill the gaps and record the first fact for each kind of gap."""
        for gap in _template_gaps(self, template):
            if facts.get(gap[0]) not in (None, "", (), 0):
                self.facts.setdefault(gap, facts[gap[0]])
        return super().fill(template, facts)


def listen(rules: Rules, listener: Listener, seed: int, games: int) -> None:
    """Let the autopilot play games with each number of players in turn; say all their questions and events."""
    for n in range(games):
        least, most = rules.seats
        _play_game(rules, listener, seed_of(seed, n), least + n % (most - least + 1))


def _play_game(rules: Rules, listener: Listener, seed: bytes, players: int) -> None:
    state, chance = rules.begin(seat_ids(players), {}), Sealed(seed)

    def answer(request: Request, seat: Seat) -> Value:
        say_question(listener, request)
        value = rules.autopilot(state, request, seat)
        words.answer_in_words(listener, request, value, seat)
        return value

    for stage, position in enumerate(by_stages(rules, state, chance, answer, players, rules.budget)):
        story.lines(listener, position.told, Address(0, stage, 0), whole=True)
        for seat in seat_ids(players):
            story.private_lines(listener, position.told, seat, Address(0, stage, 0))


def say_question(narrator: Narrator, request: Request) -> None:
    """Say all texts of the prompt for this question and for the questions inside it."""
    words.question(narrator, request)
    words.beneath(narrator, request)
    words.reason(narrator, request)
    for option in options_of(request):
        words.label(narrator, option)
        words.mark(narrator, option)
        words.note(narrator, option)
        words.brief(narrator, option)
    if isinstance(request, Form):
        for field in request.fields:
            words.title(narrator, field)
    for inner in questions_inside(request):
        say_question(narrator, inner)


def options_of(request: Request) -> Sequence[Option]:
    """Return the options of a choice or of the offered actions."""
    match request:
        case Choose(options=options) | ChooseSome(options=options):
            return options
        case NextAction(actions=actions):
            return [action.option for action in actions]
    return ()


def questions_inside(request: Request) -> Iterator[Request]:
    """Yield the questions inside a question: of its seats, fields or actions."""
    match request:
        case Everyone(asks=asks):
            yield from asks.values()
        case Form(fields=fields):
            yield from (field.ask for field in fields)
        case NextAction(actions=actions):
            yield from (action.ask for action in actions if action.ask)


def rows(listener: Listener, head: str = "") -> Iterator[dict[str, Any]]:
    """Yield a row for each sentence whose key begins with ``head``: key, number of times said, sentence."""
    entries = list(entries_of(listener.locale))
    nouns = {entry.key for entry in entries if entry.is_counted}
    for entry in entries:
        if (key := entry.key) and key.startswith(head):
            name = f"{key} ({entry.context})" if entry.context else key
            heard = listener.heard.get(key, Heard())
            for sentence in _example_sentences(listener, entry, heard, nouns):
                yield {"key": name, "said": heard.times, "sentence": sentence}


def _example_sentences(listener: Listener, entry: Entry, heard: Heard, nouns: Set[str]) -> Iterator[str]:
    """Yield the recorded sentences and their variants with other numbers; for a counted noun its plural forms."""
    if entry.is_counted:
        yield "; ".join(listener.count_in_words(number, entry.key, entry.context) for number in NUMBERS)
    elif entry.context:
        yield entry.forms[0]
    else:
        yield from dict.fromkeys(
            [
                *(heard.said or [_fill_template(listener, entry.forms[0], {})]),
                *_counted_sentences(listener, entry.forms[0], heard, nouns),
            ]
        )


def _counted_sentences(listener: Listener, template: str, heard: Heard, nouns: Set[str]) -> Iterator[str]:
    """Yield the sentence with each of ``NUMBERS`` for each of its counted facts."""
    facts = next(iter(heard.said.values()), {})
    for name, spec in dict(_template_gaps(listener, template)).items():
        noun = spec.removesuffix("^").removeprefix("~").partition(":")[0]
        if noun in nouns or noun.startswith("@"):
            yield from (_fill_template(listener, template, {**facts, name: number}) for number in NUMBERS)


def _template_gaps(narrator: Narrator, template: str) -> list[tuple[str, str]]:
    """Return the facts of a template and of the templates inside it, each with its format spec.

    A fact that is named in another gap's spec gets that whole gap as its spec, because the same name can stand for a
    number in another sentence.
    """
    gaps = [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name]
    beside = [(other, f"{name}:{spec}") for name, spec in gaps for other in OTHER.findall(spec)]
    inside = [narrator.template(spec[1:]) for _, spec in gaps if spec.startswith("?")]
    return gaps + beside + [gap for inner in inside for gap in _template_gaps(narrator, inner)]


def _fill_template(listener: Listener, template: str, facts: Mapping[str, Any]) -> str:
    """Fill a template with its own facts and those of other sentences; return it unfilled if a fact is missing."""
    known = {gap[0]: listener.facts[gap] for gap in _template_gaps(listener, template) if gap in listener.facts} | dict(
        facts
    )
    complete = all(name in known for name, _ in _template_gaps(listener, template))
    return listener.fill(template, known) if complete else template
