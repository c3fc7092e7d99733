"""Parse the line by which a game master calls an event in the Cave: «ork na Bolka», «psychika 4», «złoto 3 na E6»."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from bot.games import call_lines
from bot.words.matching import find_matches
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Option

MEET, OPPONENT, LAY, BAGS = "meet", "opponent", "card", "bags"
"""The ids of the corrections that a line may mean."""
CALLS = (MEET, OPPONENT, LAY, BAGS)
LAID = (LAY, BAGS)
EXAMPLE = "E6"
"""An area that a refusal names as an example."""


def read_call(narrator: Narrator, corrections: call_lines.Corrections, line: str) -> call_lines.Call:
    """Parse a line; raises ``Refused`` if it names nothing that may be called now."""
    pieces = [
        piece
        for piece in call_lines.called_pieces(line)
        if piece not in call_lines.SEPARATORS and piece not in call_lines.vocabulary("cave_filler")
    ]
    with call_lines.names_as_written(line):
        if _has_number_and(pieces, call_lines.vocabulary("cave_gold")):
            return _read_bags(corrections, pieces)
        if _has_number_and(pieces, call_lines.vocabulary("cave_psychic") | call_lines.vocabulary("cave_strength")):
            return _read_opponent(narrator, corrections, pieces)
        return _read_card(narrator, corrections, pieces)


def _has_number_and(pieces: Sequence[str], words: Collection[str]) -> bool:
    return any(piece.isdecimal() for piece in pieces) and any(piece in words for piece in pieces)


# Opponents -------------------------------------------------------------------------------------------------------


def _read_opponent(narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    kind = "psychic" if any(piece in call_lines.vocabulary("cave_psychic") for piece in pieces) else "fight"
    words = (
        call_lines.vocabulary("cave_psychic")
        | call_lines.vocabulary("cave_strength")
        | call_lines.vocabulary("cave_on")
    )
    value = next(int(piece[:9]) for piece in pieces if piece.isdecimal())
    left = [piece for piece in pieces if not (piece in words or piece.isdecimal())]
    options = call_lines.options_of(corrections, OPPONENT, "seeker")
    return OPPONENT, {"kind": kind, "value": value, **_seeker_field(narrator, options, left)}


def _seeker_field(narrator: Narrator, options: Sequence[Option], words: Sequence[str]) -> Mapping[str, Value]:
    """Return the named Seeker as a field; none if nobody is named, so that the Seeker at turn is meant."""
    if not words:
        return {}
    found, inside = _players_meant(narrator, options, words), {option.id for option in options}
    if len(found) != 1 or found[0] not in inside:
        meant_inside = inside.intersection(found)
        such: Any = tuple(option.facts["seeker"] for option in options if not meant_inside or option.id in meant_inside)
        raise Refused("no_such_seeker", name=" ".join(words), such=such)
    return {"seeker": found[0]}


def _players_meant(narrator: Narrator, options: Sequence[Option], words: Sequence[str]) -> list[str]:
    """Return the seats whose player or Seeker bears such a name, also of players without a Seeker in the Cave."""
    names = {seat: [str(name)] for seat, name in narrator.names.items()}
    for option in options:
        names[option.id] = [*names.get(option.id, []), *call_lines.forms_in_cases(option.facts["seeker"])]
    return call_lines.people_meant(names, " ".join(words)) or find_matches(names, " ".join(words))


# Cards -----------------------------------------------------------------------------------------------------------


def _read_card(narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    if not pieces:
        raise Refused("call_which_card")
    refusals: list[Refused] = []
    for card, target in _splits(pieces):
        try:
            if area := _area_named(corrections, LAY, target):
                cards = call_lines.options_of(corrections, LAY, "card")
                return LAY, {"card": _card_named(cards, card, suggest=not refusals), "where": area}
            cards = call_lines.options_of(corrections, MEET, "card")
            found = _card_named(cards, card, suggest=not refusals)
            return MEET, {
                "card": found,
                **_seeker_field(narrator, call_lines.options_of(corrections, MEET, "seeker"), target),
            }
        except Refused as refusal:
            refusals.append(refusal)
    raise next((refusal for refusal in refusals if refusal.reason == "no_such_seeker"), refusals[0])


def _splits(pieces: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the possible cards with their targets: at a preposition from the last on, without a target, at its end."""
    ats = [at for at in range(1, len(pieces) - 1) if pieces[at] in call_lines.vocabulary("cave_on")]
    yield from ((pieces[:at], pieces[at + 1 :]) for at in reversed(ats))
    yield pieces, ()
    if not ats:
        yield from ((pieces[:at], pieces[at:]) for at in range(len(pieces) - 1, 0, -1))


def _card_named(options: Sequence[Option], words: Sequence[str], *, suggest: bool) -> str:
    """Return the card that the words name in any form; raises ``Refused``, with suggestions if they are wanted."""
    text = " ".join(words)
    names = {
        option.id: [option.id.replace("_", " "), *call_lines.forms_in_cases(option.facts["card"])] for option in options
    }
    found = call_lines.meant(names, text)
    if len(found) == 1:
        return found[0]
    near = found or (find_matches(names, text) or call_lines.neighbours(names, text) if suggest else [])
    such: Any = tuple(option.facts["card"] for option in options if option.id in near[:8])
    raise Refused("card_near" if near else "card_unknown", name=text, such=such)


def _read_bags(corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    number = next(piece for piece in pieces if piece.isdecimal())
    words = call_lines.vocabulary("cave_gold") | call_lines.vocabulary("cave_on")
    area = _area_named(corrections, BAGS, [piece for piece in pieces if piece != number and piece not in words])
    if not area:
        raise Refused("bags_where", number=number[:4], such=(EXAMPLE,))
    return BAGS, {"where": area, "amount": int(number[:9])}


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


def complete_call(narrator: Narrator, corrections: call_lines.Corrections, begun: str) -> list[call_lines.Completion]:
    """Return completions: the line as understood or corrected, then the cards and Seekers that may follow."""
    offers = [*_understood_offers(narrator, corrections, begun), *_following_offers(narrator, corrections, begun)]
    return list(dict.fromkeys(offers))


def _understood_offers(
    narrator: Narrator, corrections: call_lines.Corrections, begun: str
) -> Iterator[call_lines.Completion]:
    try:
        correction, answer = read_call(narrator, corrections, begun)
    except Refused as refusal:
        yield from call_lines.corrected_lines(begun, refusal, narrator.term)
        return
    facts: dict[str, Any] = dict(answer)
    facts["seeker"] = ""
    for name in ("card", "seeker", "where"):
        if name in answer:
            option = next(
                each for each in call_lines.options_of(corrections, correction, name) if each.id == answer[name]
            )
            facts[name] = option.facts[name] if name != "where" else option.id
    key = f"call.said.cave.{answer['kind']}" if correction == OPPONENT else f"call.said.cave.{correction}"
    yield narrator.say(key, **facts), begun.strip()


def _following_offers(
    narrator: Narrator, corrections: call_lines.Corrections, begun: str
) -> Iterator[call_lines.Completion]:
    if MEET not in corrections and LAY not in corrections:
        return
    head, _, last = begun.rpartition(" ")
    pieces = call_lines.pieces_of(head)
    if MEET in corrections and pieces and pieces[-1] in call_lines.vocabulary("cave_on"):
        for option in call_lines.options_of(corrections, MEET, "seeker"):
            for said in (narrator.term(option.facts["seeker"], "acc"), narrator.names.get(option.id, "")):
                if said and fold(said).startswith(fold(last)):
                    yield (whole := f"{head} {said}"), whole
        return
    more = "" if MEET in corrections else f" {narrator.say('call.word.cave_on').split(', ')[0]} "
    for option in call_lines.options_of(corrections, MEET if MEET in corrections else LAY, "card"):
        said = narrator.term(option.facts["card"])
        if fold(said).startswith(fold(begun.strip())):
            yield f"{said}{more}…" if more else str(said), f"{said}{more}"
