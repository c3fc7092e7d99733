"""Parse the line by which a game master calls an event in LC: «minotaur w A4 dla Osten», «starcie Osten Haldra»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.games import call_lines
from bot.words.narrator import Narrator, fold
from rules.kernel.errors import Refused
from rules.kernel.requests import Option

ENCOUNTER, CLASH = "encounter", "clash"
"""The ids of the corrections that a line may mean."""
CALLS = (ENCOUNTER, CLASH)
HERE = "here"
ON = "lc_on"


def _read(narrator: Narrator, corrections: call_lines.Corrections, pieces: list[str]) -> call_lines.Call:
    read = _read_clash if call_lines.has_word(pieces, "lc_clash") else _read_encounter
    return read(narrator, corrections, call_lines.without(pieces, "lc_clash", "lc_filler"))


def _people(narrator: Narrator, options: Sequence[Option]) -> call_lines.Part:
    return call_lines.Part(options, "who", "no_such_character", narrator)


def _read_clash(narrator: Narrator, corrections: call_lines.Corrections, pieces: list[str]) -> call_lines.Call:
    options, words = call_lines.options_of(corrections, CLASH, "attacker"), call_lines.without(pieces, ON)
    if len(words) < 2:
        such: Any = tuple(option.facts["who"] for option in options)
        raise Refused("clash_of_whom", such=such)
    people = _people(narrator, options)
    attacker, attacked = call_lines.read_pair(words, people, people, ON)
    return CLASH, {"attacker": attacker, "attacked": attacked}


def _read_encounter(narrator: Narrator, corrections: call_lines.Corrections, pieces: list[str]) -> call_lines.Call:
    foes, people, places = (call_lines.options_of(corrections, ENCOUNTER, name) for name in ("foe", "who", "where"))
    chambers = {fold(str(option.facts["where"])) for option in places if option.id != HERE}
    chamber = next((piece for piece in pieces if piece in chambers), "")
    pieces = [piece for piece in pieces if piece != chamber]
    if not call_lines.without(pieces, ON):
        raise Refused("call_which_foe")
    foe_part = call_lines.things(foes, "foe", "foe", call_lines.forms_in_cases)
    foe, who = call_lines.read_pair(pieces, foe_part, _people(narrator, people), ON)
    who = who or _character_there(people, chamber)
    return ENCOUNTER, {"foe": foe, "who": who, "where": _chosen_place(people, places, who, chamber)}


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


def _say(narrator: Narrator, call: call_lines.Call, facts: Mapping[str, Any]) -> str:
    correction, answer = call
    there = ".there" if answer.get("where", HERE) != HERE else ""
    return narrator.say(f"call.said.lc.{correction}{there}", **facts)


def _names(narrator: Narrator, corrections: call_lines.Corrections, head: str) -> Iterator[str]:
    """Yield the beginnings of a line, or the characters that may follow."""
    if not head:
        yield f"{narrator.say('call.word.lc_clash').split(', ')[0]} …"
    name = "who" if head else "foe"
    for option in call_lines.options_of(corrections, ENCOUNTER, name) if ENCOUNTER in corrections else ():
        yield narrator.term(option.facts[name])


CALLING = call_lines.Calling(_read, _say, _names)
