"""Words of the line by which a game master calls an event, in every language and any form; shared by the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from msgspec import Struct

from bot.words.matching import Names, find_matches, spend
from bot.words.narrator import Narrator, all_narrators, fold, fold_name
from rules.kernel.answers import Value
from rules.kernel.dice import use_ascii_signs
from rules.kernel.errors import Refused
from rules.kernel.requests import Action, Choose, Form, Option
from rules.kernel.words import Word

Corrections = Mapping[str, Action]
"""The corrections that are possible now, by id."""
Call = tuple[str, dict[str, Value]]
"""A correction's id and its answer."""
Completion = tuple[str, str]
"""What a completion shows, and the line that it stands for."""
SEPARATORS = ",;+&"
MOST_NUMBER_WORD = 6
STEM = 3
"""The fewest initial letters that two forms of a word share."""
ENDING = 4
"""The most letters that an ending may add."""
NEIGHBOURS = 3
MOST_SUGGESTED = 8
LIKE = 70
"""The least similarity (0–100) of a name that is suggested."""
PIECE = re.compile(r"[0-9]+|[^\W\d_][\w'’-]*|[" + re.escape(SEPARATORS) + "]")
NEGATIVE = re.compile(r"(?<!\w)-[0-9]+")
CASES = ("", "acc", "gen", "dat", "inst", "loc")
CASE_ENDINGS = frozenset(("", "a", "e", "i", "y", "o", "u", "owi", "em", "iem", "ie", "ego", "emu", "im"))
"""The endings of Polish names in all cases, without accents."""
FLEETING_E = re.compile(r"e([^aeiouy])$")
"""The vowel that a Polish name drops in its other forms: Bolek, Bolka; Paweł, Pawła."""


def pieces_of(line: str) -> list[str]:
    """Return the words, numbers and separators of a line, folded for comparison."""
    return [fold(piece) for piece in PIECE.findall(line)]


def as_written(line: str, name: str) -> str:
    """Return the words of a line that match a folded name, as they were typed."""
    found, wanted = list(PIECE.finditer(line)), name.split()
    folded, many = [fold(piece[0]) for piece in found], len(wanted)
    at = next((n for n in range(len(found)) if folded[n : n + many] == wanted), None)
    return name if at is None else line[found[at].start() : found[at + many - 1].end()]


@contextmanager
def _names_as_written(line: str) -> Iterator[None]:
    """Let a refusal repeat the name as it was typed, and not as it was folded."""
    try:
        yield
    except Refused as refusal:
        if name := str(refusal.facts.get("name", "")):
            written = as_written(line, name)
            raise Refused(refusal.reason, **{**refusal.facts, "name": written, "option": written}) from refusal
        raise


class Calling(Struct, frozen=True):
    """The calls of a game: how it reads the pieces of a line, says a call, and goes on with a line.

    ``say`` gets the correction's id with its answer and the fields in words; ``names`` yields what may follow the
    beginning of a line, with «…» where more must follow.
    """

    read: Callable[[Narrator, Corrections, list[str]], Call]
    say: Callable[[Narrator, Call, Mapping[str, Any]], str]
    names: Callable[[Narrator, Corrections, str], Iterator[str]]

    def read_line(self, narrator: Narrator, corrections: Corrections, line: str) -> Call:
        """Return what a line calls; raises ``Refused`` if it names nothing that may be called now."""
        if found := NEGATIVE.search(use_ascii_signs(line)):
            raise Refused("call_negative", number=found[0][:10])
        with _names_as_written(line):
            return self.read(narrator, corrections, pieces_of(line))

    def complete(self, narrator: Narrator, corrections: Corrections, begun: str) -> list[Completion]:
        """Return completions: the line as understood or corrected, then what may follow."""
        offers: list[Completion] = []
        try:
            call = self.read_line(narrator, corrections, begun)
            offers.append((self.say(narrator, call, _fields_in_words(narrator, corrections, call)), begun.strip()))
        except Refused as refusal:
            said, such = str(refusal.facts.get("name", "")), refusal.facts.get("such", ())
            if said and isinstance(such, tuple):
                head, _, rest = begun.partition(said)
                lines = [f"{head}{counted_name(narrator, name, head)}{rest}" for name in such]
                offers += zip(lines, lines, strict=True)
        for head, last in (("", begun.strip()), begun.rpartition(" ")[::2]):
            for name in self.names(narrator, corrections, head):
                if fold(name).startswith(fold(last)):
                    offers.append((line := f"{head} {name}".strip(), line.removesuffix("…")))
        return list(dict.fromkeys(offers))


def _fields_in_words(narrator: Narrator, corrections: Corrections, call: Call) -> dict[str, Any]:
    """Return the answered fields of a call as facts: numbers, and the name or the label of each choice."""
    correction, answer = call
    facts = dict(answer)
    for field in form_of(corrections, correction).fields:
        if isinstance(field.ask, Choose) and field.name in answer:
            option = next(option for option in field.ask.options if option.id == answer[field.name])
            label = narrator.say(f"option.{option.label}", **option.facts)
            facts[field.name] = option.facts.get(field.name, option.facts.get("who", label))
    return facts


def counted_name(narrator: Narrator, name: Any, head: str) -> str:
    """Return a name; a monster's in the form for the number that ends ``head``."""
    if not (isinstance(name, Word) and name.key.startswith("monster.")):
        return narrator.term(name)
    number = next((int(piece[:9]) for piece in pieces_of(head)[-1:] if piece.isdecimal()), 1)
    return narrator.count_in_words(number, f"~{name.key}")


def form_of(corrections: Corrections, correction: str) -> Form:
    """Return the form of a correction; raises ``Refused("gm_not_now")`` if it is not available."""
    ask = corrections[correction].ask if correction in corrections else None
    if not isinstance(ask, Form):
        raise Refused("gm_not_now")
    return ask


def options_of(corrections: Corrections, correction: str, field: str) -> Sequence[Option]:
    """Return the options of a form's field; raises ``Refused("gm_not_now")`` if the correction is not available."""
    choose = next(each.ask for each in form_of(corrections, correction).fields if each.name == field)
    assert isinstance(choose, Choose)
    return choose.options


def without(pieces: Sequence[str], *kinds: str) -> list[str]:
    """Return the pieces that are no separators and no words of these kinds."""
    return [piece for piece in pieces if not (piece in SEPARATORS or has_word([piece], *kinds))]


def has_word(pieces: Iterable[str], *kinds: str) -> bool:
    """Whether some piece is a word of one of these kinds."""
    return any(piece in vocabulary(kind) for piece in pieces for kind in kinds)


@lru_cache(maxsize=128)
def vocabulary(kind: str) -> frozenset[str]:
    """Return the folded words of all languages for a kind of word."""
    return frozenset(fold(word) for voice in all_narrators() for word in voice.say(f"call.word.{kind}").split(", "))


@lru_cache(maxsize=1)
def number_words() -> Mapping[str, int]:
    """Return the number words of all languages, such as «a», «dwa», «three»."""
    return {word: n for n in range(1, MOST_NUMBER_WORD + 1) for word in vocabulary(str(n))}


@lru_cache(maxsize=1024)
def forms_in_cases(term: Any) -> Sequence[str]:
    """Return a name in every language and case."""
    return tuple(dict.fromkeys(str(voice.term(term, case)) for voice in all_narrators() for case in CASES))


def people_meant(names: Names, text: str) -> list[str]:
    """Return the ids of the people that a typed name means in any form: «Bolkowi» for «Bolek», «Alę» for «Ala»."""
    exact = _exactly_named(names, text)
    typed = fold(text).split()
    for fits in (_is_declined, _may_be_declined):
        exact = exact or [id for id, known in names.items() if any(fits(typed, name) for name in known)]
    return exact or meant(names, text)


def _exactly_named(names: Names, text: str) -> list[str]:
    spend(sum(map(len, names.values())))
    typed = fold(text)
    return [id for id, known in names.items() if typed in map(fold_name, known)]


def people_named(narrator: Narrator, options: Iterable[Option], text: str, fact: str = "who") -> list[str]:
    """Return the options whose character, given by this fact, or whose player bears this name in any form.

    A player with no option is known, too, so that the name means nobody else.
    """
    people = [option for option in options if fact in option.facts]
    own: Names = {option.id: forms_in_cases(option.facts[fact]) for option in people}
    if found := people_meant(own, text) or find_matches(own, text):
        return found
    players: Names = {seat: [str(name)] for seat, name in narrator.names.items()}
    seats = people_meant(players, text) or find_matches(players, text)
    return [option.id for option in people if option.facts.get("player") in seats]


class Part(Struct, frozen=True):
    """The part of a line that names an option by this fact.

    Words that name none are refused with ``reason``: of people, for whom there is a ``narrator``, with all who may be
    meant; of things as ``REASON_near`` with similar ones, or ``REASON_unknown``.
    """

    options: Sequence[Option]
    fact: str
    reason: str
    narrator: Narrator | None = None
    names: Names = {}

    def find(self, words: Sequence[str]) -> list[str]:
        """Return the ids of the options that the words name in any form."""
        text = " ".join(words)
        return people_named(self.narrator, self.options, text, self.fact) if self.narrator else meant(self.names, text)

    def pick(self, words: Sequence[str]) -> str:
        """Return the id of the only option that the words name, '' for no words; raises ``Refused`` otherwise."""
        found, text = self.find(words) if words else [""], " ".join(words)
        if len(found) == 1:
            return found[0]
        named = {option.id: option.facts[self.fact] for option in self.options if self.fact in option.facts}
        if self.narrator:
            near, reason = found or list(named), self.reason
        else:
            near = (found or find_matches(self.names, text) or neighbours(self.names, text))[:MOST_SUGGESTED]
            reason = f"{self.reason}_{'near' if near else 'unknown'}"
        such: Any = tuple(named[id] for id in near)
        if found[1:]:
            raise Refused("several_fit", name=text, option=text, such=such)
        raise Refused(reason, name=text, such=such)


def things(options: Sequence[Option], fact: str, reason: str, forms: Callable[[Any], Sequence[str]]) -> Part:
    """Return the part that names a thing by its id or by these forms of its name."""
    named = {option.id: option.facts[fact] for option in options if fact in option.facts}
    return Part(options, fact, reason, names={id: [id.replace("_", " "), *forms(name)] for id, name in named.items()})


def read_pair(words: Sequence[str], first: Part, second: Part, on: str, *, optional: bool = False) -> tuple[str, str]:
    """Return what the beginning names and what the rest names, '' for nothing; ``on``: the kind of words between.

    Raises ``Refused`` for the part that nothing fits. ``optional``: the first may be missing.
    """
    rests = [without(words[at:], on) for at in range(len(words) + 1)]
    fitting = [at for at, rest in enumerate(rests) if not rest or len(second.find(rest)) == 1]
    begins = [at for at in range(len(words), 0, -1) if len(first.find(words[:at])) == 1] + [0] * optional
    cuts = [at for at in range(1, len(words)) if has_word([words[at]], on) or at in fitting]
    at = next((at for at in begins if at in fitting), [*begins, *cuts, len(words)][0])
    return first.pick(words[:at]), second.pick(rests[at])


def _is_declined(typed: Sequence[str], name: str) -> bool:
    """Whether each word is the name's stem with an ending: «Olę» for «Ola» but not for «Olek», who is «Olka»."""
    stems = [FLEETING_E.sub(r"\1", word).rstrip("aeo") for word in fold_name(name).split()]
    return len(typed) == len(stems) and all(
        word.startswith(stem) and word[len(stem) :] in CASE_ENDINGS for word, stem in zip(typed, stems, strict=True)
    )


def _may_be_declined(typed: Sequence[str], name: str) -> bool:
    known = [FLEETING_E.sub(r"\1", word) for word in fold_name(name).split()]
    return len(typed) == len(known) and all(
        word[: max(2, len(stem) - 1)] == stem[: max(2, len(stem) - 1)] and len(word) - len(stem) <= ENDING
        for word, stem in zip(typed, known, strict=True)
    )


def meant(names: Names, text: str) -> list[str]:
    """Return the ids that the words name exactly, else in another form; short words must match exactly."""
    exact = _exactly_named(names, text)
    if exact or len(text) < STEM:
        return exact
    typed = fold(text).split()
    return find_matches(names, text, slips=False) or [
        id for id, known in names.items() if any(_is_inflected_name(typed, fold_name(name).split()) for name in known)
    ]


def _is_inflected_name(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the words are the name with other endings: «złym magiem» for «zły mag»."""
    return len(typed) == len(name) and all(_shares_stem(*pair) for pair in zip(typed, name, strict=True))


def _shares_stem(typed: str, word: str) -> bool:
    shared = next(
        (n for n, (this_word, other) in enumerate(zip(typed, word, strict=False)) if this_word != other), None
    )
    shared = min(len(typed), len(word)) if shared is None else shared
    return shared >= max(STEM, len(word) - 1) and len(typed) - shared <= ENDING


def neighbours(names: Names, text: str) -> list[str]:
    """Return the ids with the most similar names, the most similar first."""
    from rapidfuzz.fuzz import ratio  # needed by slips alone

    typed = fold(text)
    spend(sum(map(len, names.values())))
    like = {id: max(ratio(typed, fold_name(name)) for name in known) for id, known in names.items()}
    best = sorted((id for id in like if like[id] >= LIKE), key=lambda id: -like[id])
    return best[:NEIGHBOURS]
