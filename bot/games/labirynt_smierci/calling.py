"""Parse the line by which a game master runs a part of the game: «walka 2 trolle i zły mag, poziom 2».

The line may use words of every language in any form: first how the encounter begins, then the monsters or the victim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.games import call_lines
from bot.words.narrator import Narrator, all_narrators, fold
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Amount, Choose, Form
from rules.kernel.words import Word

MEETING, TRAP, TREASURE, FEATURE = "monsters", "trap", "treasure", "feature"
"""The ids of the corrections that a line may mean."""
CALLS = (MEETING, TRAP, TREASURE, FEATURE)
HOWS = ("fight", "talks", "bribe", "ambush", "meeting")
BANDS = (("kind", "number"), ("second", "second_number"), ("third", "third_number"))


class Band(Struct, frozen=True):
    """A number of monsters and their name as typed; None: not given."""

    number: int | None
    words: str


def _read(narrator: Narrator, corrections: call_lines.Corrections, pieces: list[str]) -> call_lines.Call:
    if call_lines.has_word(pieces, "treasure", "chest"):
        return _parse_treasure(call_lines.form_of(corrections, TREASURE), pieces)
    if FEATURE in corrections and (call := _parse_feature(narrator, corrections, pieces)):
        return call
    if call_lines.has_word(pieces, "trap"):
        return _parse_trap(narrator, corrections, pieces)
    return _parse_meeting(call_lines.form_of(corrections, MEETING), pieces)


# Monsters --------------------------------------------------------------------------------------------------------


def _parse_meeting(form: Form, pieces: list[str]) -> call_lines.Call:
    how = next((how for piece in pieces for how in HOWS if call_lines.has_word([piece], how)), "meeting")
    home = "wandering" if call_lines.has_word(pieces, "wandering") else "resident"
    said = (*HOWS, "wandering", "resident", "pieces", "on")
    left = [piece for piece in pieces if not call_lines.has_word([piece], *said)]
    level, left = _take_number_of("level", left, next(field.usual for field in form.fields if field.name == "level"))
    strength, left = _take_number_of("strength", left, 0)
    gold, left = _take_number_of("gold", left, 0)
    answer = {"gold": gold, "strength": strength, "level": level, "how": how, "home": home, "after": "go"}
    return MEETING, {**answer, **_band_fields(form, bands_of(left))}


def _take_number_of(kind: str, pieces: list[str], usual: int) -> tuple[int, list[str]]:
    """Return the number after or before such a word, and the pieces without both."""
    for n, piece in enumerate(pieces):
        if call_lines.has_word([piece], kind):
            for at in (n + 1, n - 1):
                if 0 <= at < len(pieces) and pieces[at].isdecimal():
                    return int(pieces[at][:9]), [*pieces[: min(at, n)], ",", *pieces[max(at, n) + 1 :]]
    return usual, pieces


def bands_of(pieces: Sequence[str]) -> list[Band]:
    """Split «2 trolle i zły mag» into bands with a number before or after the name; raises ``Refused``
    without a name.
    """
    bands: list[Band] = []
    number, words = None, list[str]()
    for piece in (*pieces, ","):
        counted = int(piece[:9]) if piece.isdecimal() else None if words else call_lines.number_words().get(piece)
        ends = piece in call_lines.SEPARATORS or piece in call_lines.vocabulary("and")
        if words and (ends or counted is not None):
            bands.append(Band(number, " ".join(words)))
            number, words = None, []
        elif ends and number is not None:
            bands[-1:] = [_band_with_number(bands, number)]
            number = None
        if counted is not None:
            number = counted
        elif not ends and piece not in call_lines.vocabulary("filler"):
            words.append(piece)
    return [Band(1, band.words) if band.number is None else band for band in bands]


def _band_with_number(bands: Sequence[Band], number: int) -> Band:
    if not bands or bands[-1].number is not None:
        raise Refused("call_whom")
    return Band(number, bands[-1].words)


def _band_fields(form: Form, bands: Sequence[Band]) -> Mapping[str, Value]:
    """Return the form fields of the monsters; if none is named, the monsters present."""
    kinds = form.fields[0].ask
    number = next(field.ask for field in form.fields if field.name == "number")
    assert isinstance(kinds, Choose)
    assert isinstance(number, Amount)
    if not bands:
        if any(option.id == "here" for option in kinds.options):
            return {"kind": "here", "number": 1}
        raise Refused("call_whom")
    if len(bands) > len(BANDS):
        raise Refused("monsters_kinds", most=len(BANDS))
    if (together := sum(band.number or 0 for band in bands)) > number.most:
        raise Refused("monsters_many", number=together, most=number.most)
    monsters = call_lines.things(kinds.options, "monster", "monster", forms_of)
    answer: dict[str, Value] = {}
    for (kind, count), band in zip(BANDS, bands, strict=False):
        answer |= {kind: monsters.pick([band.words]), count: band.number}
    return answer


def forms_of(word: Any) -> list[str]:
    """Return a monster's names in every language, in all forms, with its other names."""
    assert isinstance(word, Word)
    forms = [form for voice in all_narrators() for form in _name_forms(voice, word)]
    kind = word.key.rpartition(".")[2]
    others = [
        other for voice in all_narrators() for other in voice.first_known(f"call.name.{kind}").split(", ") if other
    ]
    return [kind.replace("_", " "), *dict.fromkeys([*forms, *others])]


def _name_forms(voice: Narrator, word: Word) -> Iterator[str]:
    yield from (voice.count_in_words(number, f"~{word.key}") for number in (1, 2, 5))
    yield voice.term(word, "acc")


# Traps -----------------------------------------------------------------------------------------------------------


def _victims(narrator: Narrator, corrections: call_lines.Corrections, correction: str, field: str) -> call_lines.Part:
    return call_lines.Part(call_lines.options_of(corrections, correction, field), "who", "no_such_victim", narrator)


def _parse_trap(narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]) -> call_lines.Call:
    """Parse «4 na Mirę»: the trap, the victim, whether it can be disarmed; if nobody is named, the party chooses."""
    options = call_lines.options_of(corrections, TRAP, "trap")
    rolls = {str(option.facts["roll"]): option.id for option in options if "roll" in option.facts}
    victims = _victims(narrator, corrections, TRAP, "who")
    words = call_lines.without(pieces, "trap", "disarm", "party", "filler")
    if words and words[0].isdecimal():
        if words[0] not in rolls:
            raise Refused("amount_range", least=1, most=len(rolls))
        trap, who = rolls[words[0]], victims.pick(call_lines.without(words[1:], "on"))
    else:
        traps = call_lines.things(options, "trap", "trap", call_lines.forms_in_cases)
        trap, who = call_lines.read_pair(words, traps, victims, "on", optional=True)
    end = "disarm" if call_lines.has_word(pieces, "disarm") else "sprung"
    return TRAP, {"who": who or "party", "trap": trap or "dice", "end": end}


# Treasure and features -------------------------------------------------------------------------------------------


USUAL_CHEST = "J"
"""The type of a chest without a type: the least treasure that lies in chests."""


def _parse_treasure(form: Form, pieces: Sequence[str]) -> call_lines.Call:
    """Parse «skarb K», «skrzynia K», «skrzynia»; raises ``Refused`` for words besides."""
    ask = form.fields[0].ask
    assert isinstance(ask, Choose)
    types = {fold(option.id): option.id for option in ask.options}
    chest = any(piece in call_lines.vocabulary("chest") for piece in pieces)
    named = [types[piece] for piece in pieces if piece in types]
    if not (named or chest):
        raise Refused("treasure_type", such=", ".join(types.values()))
    known = (
        *types,
        *call_lines.SEPARATORS,
        *(word for kind in ("chest", "treasure", "filler") for word in call_lines.vocabulary(kind)),
    )
    if rest := [piece for piece in pieces if piece not in known]:
        raise Refused("treasure_rest", rest=" ".join(rest))
    return TREASURE, {"type": (named or [USUAL_CHEST])[-1], "lying": "chest" if chest else "open"}


def _parse_feature(
    narrator: Narrator, corrections: call_lines.Corrections, pieces: Sequence[str]
) -> call_lines.Call | None:
    """Parse «fontanna», «ołtarz dla Miry»; None if the line names no feature first."""
    words = call_lines.without(pieces, "filler", "on")
    for option in call_lines.options_of(corrections, FEATURE, "feature"):
        for end in (2, 1):
            if call_lines.has_word([" ".join(words[:end])], f"feature_{option.id}"):
                tester = _victims(narrator, corrections, FEATURE, "tester").pick(words[end:])
                return FEATURE, {"feature": option.id} | ({"tester": tester} if tester else {})
    return None


# Completion ------------------------------------------------------------------------------------------------------


def _say(narrator: Narrator, call: call_lines.Call, facts: Mapping[str, Any]) -> str:
    correction, answer = call
    if answer.get("kind") == "here":
        return f"{facts['how']}: {facts['kind']}"
    bands = [pair for pair in BANDS if pair[0] in answer]
    monsters = tuple(Word(f"monster.{answer[kind]}") for kind, _ in bands)
    numbers = tuple(answer[number] for _, number in bands)
    return narrator.say(f"call.said.{correction}", **{"tester": "", **facts, "monsters": monsters, "numbers": numbers})


def _names(narrator: Narrator, corrections: call_lines.Corrections, head: str) -> Iterator[str]:
    """Yield the beginnings of a call, then what may follow a keyword or a number, in the form for the number."""
    pieces = call_lines.pieces_of(head)
    before, last = pieces[-2:-1], pieces[-1:]
    goes_on = "".join(last).isdecimal() or call_lines.has_word(last, *HOWS, "trap", "and", "on", "filler")
    if not head:
        for word in (*HOWS, "trap", "treasure", "chest"):
            yield f"{narrator.say(f'call.word.{word}').split(', ')[0]} …"
    elif not goes_on or call_lines.has_word(before, "level", "strength"):
        return
    trap = call_lines.has_word(pieces, "trap")
    field, fact = ("who", "who") if trap else ("kind", "monster")
    for option in call_lines.options_of(corrections, TRAP if trap else MEETING, field):
        if fact in option.facts and option.id != "here":
            yield call_lines.counted_name(narrator, option.facts[fact], head)


CALLING = call_lines.Calling(_read, _say, _names)
