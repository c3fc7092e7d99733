"""Words of the line by which a game master calls an event, in every language and any form; shared by the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from bot.words.matching import Names, find_matches, spend
from bot.words.narrator import Narrator, all_narrators, fold, fold_name
from rules.kernel.answers import Value
from rules.kernel.dice import use_ascii_signs
from rules.kernel.errors import Refused
from rules.kernel.requests import Action, Choose, Form, Option

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


def called_pieces(line: str) -> list[str]:
    """Return the pieces of a line that calls an event; raises ``Refused`` for a negative number."""
    if found := NEGATIVE.search(use_ascii_signs(line)):
        raise Refused("call_negative", number=found[0][:10])
    return pieces_of(line)


def as_written(line: str, name: str) -> str:
    """Return the words of a line that match a folded name, as they were typed."""
    found, wanted = list(PIECE.finditer(line)), name.split()
    folded, many = [fold(piece[0]) for piece in found], len(wanted)
    at = next((n for n in range(len(found)) if folded[n : n + many] == wanted), None)
    return name if at is None else line[found[at].start() : found[at + many - 1].end()]


@contextmanager
def names_as_written(line: str) -> Iterator[None]:
    """Let a refusal repeat the name as it was typed, and not as it was folded."""
    try:
        yield
    except Refused as refusal:
        if name := str(refusal.facts.get("name", "")):
            raise Refused(refusal.reason, **{**refusal.facts, "name": as_written(line, name)}) from refusal
        raise


def corrected_lines(begun: str, refusal: Refused, say: Callable[[Any], str]) -> Iterator[Completion]:
    """Yield the line with each name that a refusal suggests in place of the unknown one."""
    said, such = str(refusal.facts.get("name", "")), refusal.facts.get("such", ())
    if said and isinstance(such, tuple):
        head, _, rest = begun.partition(said)
        for name in such:
            yield (line := f"{head}{say(name)}{rest}"), line


def options_of(corrections: Corrections, correction: str, field: str) -> Sequence[Option]:
    """Return the options of a form's field; raises ``Refused("gm_not_now")`` if the correction is not available."""
    ask = corrections[correction].ask if correction in corrections else None
    if not isinstance(ask, Form):
        raise Refused("gm_not_now")
    choose = next(each_field.ask for each_field in ask.fields if each_field.name == field)
    assert isinstance(choose, Choose)
    return choose.options


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
    typed = fold(text)
    spend(sum(map(len, names.values())))
    exact = [id for id, known in names.items() if typed in map(fold_name, known)]
    for fits in (_is_declined, _may_be_declined):
        exact = exact or [id for id, known in names.items() if any(fits(typed.split(), name) for name in known)]
    return exact or meant(names, text)


def people_named(narrator: Narrator, options: Iterable[Option], text: str) -> list[str]:
    """Return the options whose character, or whose player, bears this name in any form."""
    people = [option for option in options if "who" in option.facts]
    own = {option.id: forms_in_cases(option.facts["who"]) for option in people}
    seats = {seat: str(name) for seat, name in narrator.names.items()}
    players = {option.id: [seats[seat]] for option in people if (seat := str(option.facts.get("player"))) in seats}
    found = (people_meant(names, text) or find_matches(names, text) for names in (own, players))
    return next(filter(None, found), [])


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
    typed = fold(text)
    spend(sum(map(len, names.values())))
    exact = [id for id, known in names.items() if typed in map(fold_name, known)]
    if exact or len(text) < STEM:
        return exact
    return find_matches(names, text, slips=False) or [
        id
        for id, known in names.items()
        if any(_is_inflected_name(typed.split(), fold_name(name).split()) for name in known)
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
