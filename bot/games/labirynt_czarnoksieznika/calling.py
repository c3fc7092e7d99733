"""Parse the line by which a game master calls an event in LC: «minotaur w A4 dla Osten», «starcie Osten Haldra»."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.games import call_lines
from bot.words.matching import Names, find_matches
from bot.words.narrator import Narrator, fold
from rules.kernel.errors import Refused
from rules.kernel.requests import Option

ENCOUNTER, CLASH = "encounter", "clash"
"""The ids of the corrections that a line may mean."""
CALLS = (ENCOUNTER, CLASH)
HERE = "here"


def read_call(narrator: Narrator, corrections: call_lines.Corrections, line: str) -> call_lines.Call:
    """Parse a line; raises ``Refused`` if it names nothing that may be called now."""
    pieces = [piece for piece in call_lines.called_pieces(line) if piece not in call_lines.SEPARATORS]
    with call_lines.names_as_written(line):
        if any(piece in call_lines.vocabulary("lc_clash") for piece in pieces):
            return _read_clash(
                narrator, corrections, [piece for piece in pieces if piece not in call_lines.vocabulary("lc_clash")]
            )
        return _read_encounter(narrator, corrections, pieces)


def _without_fillers(pieces: Sequence[str]) -> list[str]:
    return [
        piece for piece in pieces if piece not in call_lines.vocabulary("lc_on") | call_lines.vocabulary("lc_filler")
    ]


def _unknown_character(options: Sequence[Option], words: Sequence[str]) -> Refused:
    such: Any = tuple(option.facts["who"] for option in options)
    return Refused("no_such_character", name=" ".join(words), such=such)


# Clashes ---------------------------------------------------------------------------------------------------------


def _read_clash(narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    options, words = call_lines.options_of(corrections, CLASH, "attacker"), _without_fillers(pieces)
    if len(words) < 2:
        such: Any = tuple(option.facts["who"] for option in options)
        raise Refused("clash_of_whom", such=such)
    for at in range(1, len(words)):
        first, other = (call_lines.people_named(narrator, options, " ".join(part)) for part in (words[:at], words[at:]))
        if len(first) == len(other) == 1:
            return CLASH, {"attacker": first[0], "attacked": other[0]}
    unknown = next((word for word in words if len(call_lines.people_named(narrator, options, word)) != 1), words[0])
    raise _unknown_character(options, [unknown])


# Encounters ------------------------------------------------------------------------------------------------------


def _read_encounter(narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    people, places = (
        call_lines.options_of(corrections, ENCOUNTER, "who"),
        call_lines.options_of(corrections, ENCOUNTER, "where"),
    )
    chambers = {fold(str(option.facts["where"])) for option in places if option.id != HERE}
    chamber = next((piece for piece in pieces if piece in chambers), "")
    words = _without_fillers([piece for piece in pieces if piece != chamber])
    if not words:
        raise Refused("call_which_foe")
    foe, who = _foe_and_character(narrator, call_lines.options_of(corrections, ENCOUNTER, "foe"), people, words)
    if not who:
        who = _character_there(people, chamber)
    return ENCOUNTER, {"foe": foe, "who": who, "where": _chosen_place(people, places, who, chamber)}


def _foe_and_character(
    narrator: Narrator, rows: Sequence[Option], people: Sequence[Option], words: Sequence[str]
) -> tuple[str, str]:
    """Return the row and the character ('' if none is named) at the first split of the words that fits."""
    refusals: list[Refused] = []
    for at in range(len(words), 0, -1):
        foes = call_lines.meant(_foe_names(rows), " ".join(words[:at]))
        if len(foes) == 1:
            characters = call_lines.people_named(narrator, people, " ".join(words[at:])) if words[at:] else [""]
            if len(characters) == 1:
                return foes[0], characters[0]
            refusals.append(_unknown_character(people, words[at:]))
    splits = range(1, len(words))
    named = next(
        (at for at in splits if len(call_lines.people_named(narrator, people, " ".join(words[at:]))) == 1), len(words)
    )
    raise refusals[0] if refusals else _unknown_foe(rows, words[:named])


def _foe_names(rows: Sequence[Option]) -> Names:
    return {
        option.id: [option.id.replace("_", " "), *call_lines.forms_in_cases(option.facts["foe"])] for option in rows
    }


def _unknown_foe(rows: Sequence[Option], words: Sequence[str]) -> Refused:
    names, text = _foe_names(rows), " ".join(words)
    near = call_lines.meant(names, text) or find_matches(names, text) or call_lines.neighbours(names, text)
    such: Any = tuple(option.facts["foe"] for option in rows if not near or option.id in near)
    return Refused("foe_near" if near else "foe_unknown", name=text, such=such)


def _place(character: Option) -> str:
    return str(character.facts["place"])


def _character_there(people: Sequence[Option], chamber: str) -> str:
    """Return the only character in a chamber of any board; raises ``Refused`` if there is none, or several."""
    there = [option for option in people if chamber and fold(_place(option).partition("@")[0]) == chamber]
    if len(there) == 1:
        return there[0].id
    such: Any = tuple(option.facts["who"] for option in there or people)
    raise Refused("call_for_whom", such=such)


def _chosen_place(people: Sequence[Option], places: Sequence[Option], who: str, chamber: str) -> str:
    """Return the chamber on the board where the character stands; HERE if none is named or it is there already."""
    at, _, board = next(_place(option) for option in people if option.id == who).partition("@")
    if not chamber or fold(at) == chamber:
        return HERE
    return next(
        option.id
        for option in places
        if option.id != HERE and fold(option.id.partition("@")[0]) == chamber and option.id.partition("@")[2] == board
    )


# Completion ------------------------------------------------------------------------------------------------------


def complete_call(narrator: Narrator, corrections: call_lines.Corrections, begun: str) -> list[call_lines.Completion]:
    """Return completions: the line as understood or corrected, then the names that may follow."""
    offers = [*_understood_offers(narrator, corrections, begun), *_following(narrator, corrections, begun)]
    return list(dict.fromkeys(offers))


def _understood_offers(
    narrator: Narrator, corrections: call_lines.Corrections, begun: str
) -> Iterator[call_lines.Completion]:
    try:
        correction, answer = read_call(narrator, corrections, begun)
    except Refused as refusal:
        yield from call_lines.corrected_lines(begun, refusal, narrator.term)
        return
    facts: dict[str, Any] = {"where": ""}
    for name, value in answer.items():
        option = next(each for each in call_lines.options_of(corrections, correction, name) if each.id == value)
        facts[name] = option.facts.get(name if name in ("foe", "where") else "who", "")
    key = "call.said.lc.encounter.there" if facts["where"] else f"call.said.lc.{correction}"
    yield narrator.say(key, **facts), begun.strip()


def _following(narrator: Narrator, corrections: call_lines.Corrections, begun: str) -> Iterator[call_lines.Completion]:
    """Yield the beginnings of a line, then the characters that may follow."""
    if ENCOUNTER not in corrections:
        return
    head, _, last = begun.rpartition(" ")
    if not head:
        clash = narrator.say("call.word.lc_clash").split(", ")[0]
        if fold(clash).startswith(fold(last)):
            yield f"{clash} …", f"{clash} "
        for option in call_lines.options_of(corrections, ENCOUNTER, "foe"):
            said = narrator.term(option.facts["foe"])
            if fold(said).startswith(fold(last)):
                yield str(said), str(said)
        return
    for option in call_lines.options_of(corrections, ENCOUNTER, "who"):
        said = narrator.term(option.facts["who"])
        if fold(said).startswith(fold(last)):
            yield (whole := f"{head} {said}"), whole
