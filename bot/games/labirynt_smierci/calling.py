"""Parse the line by which a game master runs a part of the game: «walka 2 trolle i zły mag, poziom 2».

The line may use words of every language in any form: first how the encounter begins, then the monsters or the victim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.games import call_lines
from bot.words.matching import find_matches
from bot.words.narrator import Narrator, Said, all_narrators, fold
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Amount, Choose, Form, Option
from rules.kernel.words import Word

MEETING, TRAP, TREASURE, FEATURE = "monsters", "trap", "treasure", "feature"
"""The ids of the corrections that a line may mean."""
HOWS = ("fight", "talks", "bribe", "ambush", "meeting")
BANDS = (("kind", "number"), ("second", "second_number"), ("third", "third_number"))


class Band(Struct, frozen=True):
    """A number of monsters and their name as typed; None: not given."""

    number: int | None
    words: str


def read_call(narrator: Narrator, corrections: call_lines.Corrections, line: str) -> call_lines.Call:
    """Parse a line; raises ``Refused`` if it names nothing that may be called now."""
    pieces = call_lines.called_pieces(line)
    with call_lines.names_as_written(line):
        if any(piece in call_lines.vocabulary("treasure") | call_lines.vocabulary("chest") for piece in pieces):
            return _parse_treasure(_correction_form(corrections, TREASURE), pieces)
        if FEATURE in corrections and (
            call := _parse_feature(narrator, _correction_form(corrections, FEATURE), pieces)
        ):
            return call
        if any(piece in call_lines.vocabulary("trap") for piece in pieces):
            return _parse_trap(
                narrator,
                _correction_form(corrections, TRAP),
                [piece for piece in pieces if piece not in call_lines.vocabulary("trap")],
            )
        return _parse_meeting(_correction_form(corrections, MEETING), pieces)


def _correction_form(corrections: call_lines.Corrections, what: str) -> Form:
    ask = corrections[what].ask if what in corrections else None
    if not isinstance(ask, Form):
        raise Refused("gm_not_now")
    return ask


# Monsters --------------------------------------------------------------------------------------------------------


def _parse_meeting(form: Form, pieces: list[str]) -> call_lines.Call:
    how = next((how for piece in pieces for how in HOWS if piece in call_lines.vocabulary(how)), "meeting")
    home = "wandering" if any(piece in call_lines.vocabulary("wandering") for piece in pieces) else "resident"
    said = (*HOWS, "wandering", "resident", "pieces", "on")
    left = [piece for piece in pieces if not any(piece in call_lines.vocabulary(kind) for kind in said)]
    level, left = _take_number_of("level", left, next(field.usual for field in form.fields if field.name == "level"))
    strength, left = _take_number_of("strength", left, 0)
    gold, left = _take_number_of("gold", left, 0)
    answer = {"gold": gold, "strength": strength, "level": level, "how": how, "home": home, "after": "go"}
    return MEETING, {**answer, **_band_fields(form, bands_of(left))}


def _take_number_of(kind: str, pieces: list[str], usual: int) -> tuple[int, list[str]]:
    """Return the number after or before such a word, and the pieces without both."""
    for n, piece in enumerate(pieces):
        if piece in call_lines.vocabulary(kind):
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
    found = [(monster_named(kinds.options, band.words), band.number) for band in bands]
    return {
        name: value
        for pair, this_pair in zip(BANDS, found, strict=False)
        for name, value in zip(pair, this_pair, strict=True)
    }


def monster_named(options: Sequence[Option], text: str) -> str:
    """Return the kind of monster that the words name in any form; raises ``Refused`` with suggestions."""
    names = {option.id: forms_of(option.facts["monster"]) for option in options if option.id != "here"}
    found = call_lines.meant(names, text)
    if len(found) == 1:
        return found[0]
    near = found or find_matches(names, text) or call_lines.neighbours(names, text)
    such = tuple(Word(f"monster.{kind}") for kind in near)
    raise Refused("monster_near" if such else "monster_unknown", name=text, such=such)


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


MOST_TRAP_WORDS = 6
"""The most words in a trap's name."""


def _parse_trap(narrator: Narrator, form: Form, pieces: list[str]) -> call_lines.Call:
    """Parse «4 na Mirę»: the trap, the victim, whether it can be disarmed."""
    end = "disarm" if any(piece in call_lines.vocabulary("disarm") for piece in pieces) else "sprung"
    left = [piece for piece in pieces if not any(piece in call_lines.vocabulary(kind) for kind in ("disarm", "filler"))]
    left = [word for word in left if word not in call_lines.SEPARATORS]
    at = next((n for n, word in enumerate(left) if word in call_lines.vocabulary("on")), None)
    before, after = (left, []) if at is None else (left[:at], left[at + 1 :])
    who, kinds = form.fields[0].ask, form.fields[1].ask
    assert isinstance(who, Choose)
    assert isinstance(kinds, Choose)
    for end_of_row in range(min(len(before), MOST_TRAP_WORDS), 0, -1):
        if kind := _find_trap(kinds, before[:end_of_row]):
            return TRAP, {"who": _find_victim(narrator, who, [*before[end_of_row:], *after]), "trap": kind, "end": end}
    return TRAP, {"who": _find_victim(narrator, who, [*before, *after]), "trap": "dice", "end": end}


def _find_trap(kinds: Choose, words: Sequence[str]) -> str:
    """Return the trap of this number or name; '' if there is none."""
    rolls = {str(option.facts["roll"]): option.id for option in kinds.options if "roll" in option.facts}
    if len(words) == 1 and words[0].isdecimal():
        if words[0] not in rolls:
            raise Refused("amount_range", least=1, most=len(rolls))
        return rolls[words[0]]
    traps = {option.id: option.facts["trap"] for option in kinds.options if "trap" in option.facts}
    found = call_lines.meant(
        {id: [str(voice.term(trap)) for voice in all_narrators()] for id, trap in traps.items()}, " ".join(words)
    )
    return found[0] if len(found) == 1 else ""


def _find_victim(narrator: Narrator, who: Choose, words: Sequence[str]) -> str:
    """Return the named victim; if nobody is named, the party sends somebody."""
    if not words or words[0] in call_lines.vocabulary("party"):
        return "party"
    text = " ".join(words)
    people = {option.id: option.facts["who"] for option in who.options if "who" in option.facts}
    found = call_lines.people_named(narrator, who.options, text)
    if len(found) != 1:
        such: Any = tuple(people[id] for id in found or people)
        raise Refused("no_such_victim", name=text, such=such)
    return found[0]


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


def _parse_feature(narrator: Narrator, form: Form, pieces: Sequence[str]) -> call_lines.Call | None:
    """Parse «fontanna», «ołtarz dla Miry»; None if the line names no feature first."""
    features, people = (field.ask for field in form.fields)
    assert isinstance(features, Choose)
    assert isinstance(people, Choose)
    left = [
        piece
        for piece in pieces
        if piece not in (*call_lines.SEPARATORS, *call_lines.vocabulary("filler"), *call_lines.vocabulary("on"))
    ]
    for end in (2, 1):
        named = " ".join(left[:end])
        for option in features.options if len(left) >= end else ():
            if named in call_lines.vocabulary(f"feature_{option.id}"):
                tester = _find_victim(narrator, people, left[end:])
                return FEATURE, {"feature": option.id} | ({} if tester == "party" else {"tester": tester})
    return None


# Completion ------------------------------------------------------------------------------------------------------


def complete_call(narrator: Narrator, corrections: call_lines.Corrections, begun: str) -> list[call_lines.Completion]:
    """Return completions: the line as understood or corrected, its possible beginnings and continuations."""
    return list(
        dict.fromkeys(
            [*_understood_offers(narrator, corrections, begun), *_continuation_offers(narrator, corrections, begun)]
        )
    )


def _understood_offers(
    narrator: Narrator, corrections: call_lines.Corrections, begun: str
) -> Iterator[call_lines.Completion]:
    try:
        yield call_in_words(narrator, corrections, read_call(narrator, corrections, begun)), begun.strip()
    except Refused as refusal:
        said, such = str(refusal.facts.get("name", "")), refusal.facts.get("such", ())
        head, _, rest = begun.partition(said) if said else ("", "", "")
        for word in such if isinstance(such, tuple) and rest + head else ():
            yield (other := f"{head}{_counted_name(narrator, word, head)}{rest}"), other


def _counted_name(narrator: Narrator, name: Any, head: str) -> str:
    """Return a name in the form for the number that ends ``head``."""
    pieces = call_lines.pieces_of(head)
    number = int(pieces[-1][:9]) if pieces and pieces[-1].isdecimal() else 1
    monster = isinstance(name, Word) and name.key.startswith("monster.")
    return narrator.count_in_words(number, f"~{name.key}") if monster else narrator.term(name)


def call_in_words(narrator: Narrator, corrections: call_lines.Corrections, call: call_lines.Call) -> str:
    """Say a call in short."""
    what, answer = call
    form = _correction_form(corrections, what)
    if what == TRAP:
        return narrator.say(
            "call.said.trap", **{name: _choice_in_words(narrator, form, name, answer) for name in answer}
        )
    if what in (TREASURE, FEATURE):
        said = {name: _choice_in_words(narrator, form, name, answer) for name in answer}
        return narrator.say(f"call.said.{what}", **{"tester": "", **said})
    how, bands = _choice_in_words(narrator, form, "how", answer), [pair for pair in BANDS if pair[0] in answer]
    if answer["kind"] == "here":
        return f"{how}: {_choice_in_words(narrator, form, 'kind', answer)}"
    monsters = tuple(Word(f"monster.{answer[kind]}") for kind, _ in bands)
    numbers = tuple(answer[number] for _, number in bands)
    return narrator.say("call.said.monsters", how=how, monsters=monsters, numbers=numbers, level=answer["level"])


def _choice_in_words(narrator: Narrator, form: Form, name: str, answer: Mapping[str, Value]) -> Said:
    ask = next(field.ask for field in form.fields if field.name == name)
    assert isinstance(ask, Choose)
    option = next(each_option for each_option in ask.options if each_option.id == answer[name])
    return narrator.say(f"option.{option.label}", **option.facts)


def _continuation_offers(
    narrator: Narrator, corrections: call_lines.Corrections, begun: str
) -> Iterator[call_lines.Completion]:
    """Yield beginnings of a call, then names that begin with the last word."""
    if len(begun.split()) < 2:
        firsts = [narrator.say(f"call.word.{word}").split(", ")[0] for word in (*HOWS, "trap", "treasure", "chest")]
        yield from ((f"{first} …", f"{first} ") for first in firsts if fold(first).startswith(fold(begun)))
    head, _, last = (begun.strip(), "", "") if _can_name_follow(begun) else begun.rpartition(" ")
    for said in _possible_names(narrator, corrections, head) if begun.strip() else ():
        if fold(said).startswith(fold(last)):
            yield (whole := f"{head} {said}".strip()), whole


def _can_name_follow(begun: str) -> bool:
    """Whether the last word is a keyword or a number, so that a name may follow."""
    before, last = ["", "", *call_lines.pieces_of(begun)][-2:]
    if before in call_lines.vocabulary("level") or before in call_lines.vocabulary("strength"):
        return False
    return last.isdecimal() or any(
        last in call_lines.vocabulary(kind) for kind in (*HOWS, "trap", "and", "on", "filler")
    )


def _possible_names(narrator: Narrator, corrections: call_lines.Corrections, head: str) -> Iterator[str]:
    """Yield the names that may follow ``head``, in the form for their number."""
    trap = any(piece in call_lines.vocabulary("trap") for piece in call_lines.pieces_of(head))
    ask = _correction_form(corrections, TRAP if trap else MEETING).fields[0].ask
    for option in ask.options if isinstance(ask, Choose) else ():
        named = option.facts.get("who" if trap else "monster")
        if named and option.id != "here":
            yield _counted_name(narrator, named, head)
