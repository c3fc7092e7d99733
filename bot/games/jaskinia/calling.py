"""Parse the line by which a game master calls an event in the Cave: «ork na Bolka», «psychika 4», «złoto 3 na E6»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.games import call_lines
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.errors import Refused

MEET, OPPONENT, LAY, BAGS = "meet", "opponent", "card", "bags"
"""The ids of the corrections that a line may mean."""
CALLS = (MEET, OPPONENT, LAY, BAGS)
LAID = (LAY, BAGS)
EXAMPLE = "E6"
"""An area that a refusal names as an example."""
ON = "cave_on"


def _read(narrator: Narrator, corrections: call_lines.Corrections, pieces: list[str]) -> call_lines.Call:
    words = call_lines.without(pieces, "cave_filler")
    number = next((piece for piece in words if piece.isdecimal()), "")
    if number and call_lines.has_word(words, "cave_gold"):
        left = call_lines.without(words, "cave_gold", ON)
        area = _area_named(corrections, BAGS, [piece for piece in left if piece != number])
        if not area:
            raise Refused("bags_where", number=number[:4], such=(EXAMPLE,))
        return BAGS, {"where": area, "amount": int(number[:9])}
    if number and call_lines.has_word(words, "cave_psychic", "cave_strength"):
        kind = "psychic" if call_lines.has_word(words, "cave_psychic") else "fight"
        left = call_lines.without(words, "cave_psychic", "cave_strength", ON)
        seeker = _seekers(narrator, corrections, OPPONENT).pick([piece for piece in left if not piece.isdecimal()])
        return OPPONENT, {"kind": kind, "value": int(number[:9])} | ({"seeker": seeker} if seeker else {})
    return _read_card(narrator, corrections, words)


def _seekers(narrator: Narrator, corrections: call_lines.Corrections, correction: str) -> call_lines.Part:
    """Return the part that names a Seeker; if nobody is named, the Seeker at turn is meant."""
    options = call_lines.options_of(corrections, correction, "seeker")
    return call_lines.Part(options, "seeker", "no_such_seeker", narrator)


def _cards(corrections: call_lines.Corrections, correction: str) -> call_lines.Part:
    options = call_lines.options_of(corrections, correction, "card")
    return call_lines.things(options, "card", "card", call_lines.forms_in_cases)


def _read_card(narrator: Narrator, corrections: call_lines.Corrections, words: Sequence[str]) -> call_lines.Call:
    if not words:
        raise Refused("call_which_card")
    for at in range(1, len(words)):
        if area := _area_named(corrections, LAY, call_lines.without(words[at:], ON)):
            return LAY, {"card": _cards(corrections, LAY).pick(call_lines.without(words[:at], ON)), "where": area}
    card, seeker = call_lines.read_pair(words, _cards(corrections, MEET), _seekers(narrator, corrections, MEET), ON)
    return MEET, {"card": card} | ({"seeker": seeker} if seeker else {})


def _area_named(corrections: call_lines.Corrections, correction: str, words: Sequence[str]) -> str:
    """Return the area that the words name by its letter and number, or by a name of its own; '' for none."""
    if not words or correction not in corrections:
        return ""
    areas = call_lines.options_of(corrections, correction, "where")
    text = "".join(words)
    if exact := next((area.id for area in areas if fold(area.id) == text), ""):
        return exact
    spoken = " ".join(words)
    found = [area.id for area in areas if spoken in map(fold_name, call_lines.forms_in_cases(area.facts["where"]))]
    return found[0] if len(found) == 1 else ""


# Completion ------------------------------------------------------------------------------------------------------


def _say(narrator: Narrator, call: call_lines.Call, facts: Mapping[str, Any]) -> str:
    correction, answer = call
    key = f"call.said.cave.{answer['kind'] if correction == OPPONENT else correction}"
    return narrator.say(key, **{"seeker": "", **facts, "where": answer.get("where", "")})


def _names(narrator: Narrator, corrections: call_lines.Corrections, head: str) -> Iterator[str]:
    """Yield the cards that may begin a line, or behind a preposition the Seekers and their players."""
    met = MEET in corrections
    if met and call_lines.has_word(call_lines.pieces_of(head)[-1:], ON):
        for option in call_lines.options_of(corrections, MEET, "seeker"):
            yield narrator.term(option.facts["seeker"], "acc")
            yield narrator.names.get(option.id, "…")
    elif not head and (met or LAY in corrections):
        more = "" if met else f" {narrator.say(f'call.word.{ON}').split(', ')[0]} …"
        for option in call_lines.options_of(corrections, MEET if met else LAY, "card"):
            yield f"{narrator.term(option.facts['card'])}{more}"


CALLING = call_lines.Calling(_read, _say, _names)
