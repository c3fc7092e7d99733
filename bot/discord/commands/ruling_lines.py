"""Find the correction that a typed line names, and its value: «Mira złoto 200», «złoto Mira 200», «Ork odchodzi»."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts import words
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.typed import SEVERAL, one_of, parse_answer
from bot.games.call_lines import people_meant
from bot.words.matching import (
    MOST_COMPARISONS,
    Budget,
    Names,
    begins_with_words,
    contains_words,
    count_meaningful_words,
    find_matches,
    most_words,
)
from bot.words.narrator import Narrator, Said, fold, fold_name
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Form, NextAction, Option

GIVEN = "="
"""Separates a correction's id from the value that its name implies: ``strength:larraka=0`` for "Larraka: death"."""
DEATH = "death"
BRACKETS = re.compile(r" \([^()]*\)")
"""The present value in a label: «Mira: siła (5 z 7)»."""
TYPED_BRACKETS = re.compile(r"^\([^()]*\)\s*")


class Subject(Struct, frozen=True):
    """Whom a correction concerns: a character or a player; '' for the party and the table. ``name``: as it is shown."""

    id: str
    name: str


class Lines(Struct, frozen=True):
    """The corrections by all their names.

    ``labels``: without present values, as a refusal shows them; ``subjects``: whom each concerns.
    """

    names: Names
    labels: Mapping[str, str]
    subjects: Mapping[str, Subject]
    actions: Mapping[str, Action]


class Unclear(Refused):
    """Words that several corrections fit, or that are nearly the name of one.

    ``meant``: what each may mean, by its name; ``value``: the rest of the line.
    """

    def __init__(
        self, lines: Lines, found: Sequence[str], value: str, typed: str, people: tuple[str, ...] = ()
    ) -> None:
        self.meant = {name: lines.labels[name] for name in found}
        self.value = "" if any(GIVEN in name for name in found) else value
        such = tuple(self.meant.values())
        such = people or (*such[:SEVERAL], *["…"] * (len(such) > SEVERAL))
        super().__init__("several_fit" if such[1:] else "did_you_mean", option=typed[:60], such=such)


def find_correction(
    scene: Scene, offers: NextAction, typed: str, value: str = "", *, whole: bool = False
) -> tuple[Action, str]:
    """Return the correction that the typed words name, and its value; refuses if none or several fit.

    The value may stand behind the name or before it, or ``value`` may begin with a part of the name. With ``whole`` the
    typed words must be the name.
    """
    with Budget(MOST_COMPARISONS // 2):  # a line that is placed is read twice
        return _find_correction(scene, _read_offers(scene, offers), typed.strip(), value, whole)
    raise Refused("no_such_option", option=typed[:60])


def _find_correction(scene: Scene, lines: Lines, said: str, value: str, whole: bool) -> tuple[Action, str]:
    found = find_matches(lines.names, said, slips=False)
    known = lines.names[found[0]] if found else ()
    if said[-1:].isdecimal() and not any(contains_words(fold_name(name), fold(said)) for name in known):
        found = []  # the number is a value: «troll siła 1» is not «troll 1: siła»
    if len(found) != 1 and not whole:
        pieces = f"{said} {value}".split()
        readings = list(_readings(lines, pieces))
        for found, rest in readings:
            if len(fitting := _fitting(scene, lines, found, rest)) == 1:
                return _with_value(lines, fitting[0], rest)
        if readings:
            found, rest = readings[0]
            if about := _named_behind(lines, found, rest):
                found, rest = about, ""
            if len(found) > 1:
                raise _unclear_refusal(scene, lines, found, rest, f"{said} {value}".strip())
            if rest and GIVEN not in found[0] and not lines.actions[found[0]].ask:
                known = (words.label(scene.plain, lines.actions[found[0]].option), *lines.names[found[0]])
                if not any(contains_words(fold_name(name), fold(rest)) for name in known):
                    raise Refused("gm_no_value", what=lines.labels[found[0]], rest=rest[:60])
            return _with_value(lines, found[0], rest)
        with Budget(MOST_COMPARISONS // 2):
            _refuse_slips(lines, pieces)
    return _with_value(lines, one_of(lines.names, said), value)


def _named_behind(lines: Lines, found: Sequence[str], rest: str) -> list[str]:
    """Return those of the corrections whose subject the rest of the line names in any form: «zabij warga»."""
    who = {name: lines.subjects[name].name for name in found}
    return people_meant({name: [known, known.rpartition(" ")[0]] for name, known in who.items()}, rest) if rest else []


def _refuse_slips(lines: Lines, pieces: Sequence[str]) -> None:
    """Raise ``Refused`` with the corrections whose names the line begins with apart from a typing error, if any."""
    for count in range(min(len(pieces), most_words(lines.names)), 0, -1):
        typed = " ".join(pieces[:count])
        if near := find_matches(lines.names, typed):
            raise Unclear(lines, near, " ".join(pieces[count:]), typed)


def _with_value(lines: Lines, name: str, value: str) -> tuple[Action, str]:
    id, _, given = name.partition(GIVEN)
    return lines.actions[id], value or given


def _readings(lines: Lines, pieces: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield what the longest beginning names, then what the longest end names, each with the other words.

    The end names only what concerns nobody: «Ork odchodzi», but not «Borgrim wróć» for somebody else.
    """
    for count in range(count_meaningful_words(lines.names, pieces, slips=False), 0, -1):
        if found := _named(lines, " ".join(pieces[:count])):
            yield found, TYPED_BRACKETS.sub("", " ".join(pieces[count:]))
            break
    for start in range(max(1, len(pieces) - most_words(lines.names)), len(pieces)):
        if found := [id for id in _named(lines, " ".join(pieces[start:])) if not lines.subjects[id].id]:
            yield found, " ".join(pieces[:start])
            break


def _named(lines: Lines, text: str) -> list[str]:
    """Return what the words name; a single letter at their end must be a word: «w» does not begin «Wytrzymałość»."""
    found = find_matches(lines.names, text, slips=False)
    if len(text.split()[-1]) > 1:
        return found
    wanted = fold(text)
    return [id for id in found if any(begins_with_words(fold_name(name), wanted) for name in lines.names[id])]


def _fitting(scene: Scene, lines: Lines, found: Sequence[str], value: str) -> list[str]:
    """Return those of the corrections that can take this value; without a value the only one found."""
    if not value:
        return list(found) if len(found) == 1 else []
    fitting = [name for name in found if GIVEN not in name and may_be_value(scene, lines.actions[name], value)]
    return [name for name in fitting if not isinstance(lines.actions[name].ask, Form)] or fitting  # free text takes all


def may_be_value(scene: Scene, action: Action, value: str) -> bool:
    """Whether a correction can take this value; its bounds are judged later."""
    if not action.ask or not value:
        return action.ask is None and not value
    try:
        parse_answer(scene.narrator, action.ask, value, slips=False)
    except Refused:
        return False
    return True


# The names -------------------------------------------------------------------------------------------------------


def _read_offers(scene: Scene, offers: NextAction) -> Lines:
    """Return the names of the corrections: labels, also with a player's name, and other words of ``named_rulings``."""
    shown, players = _labels_without_values(scene.plain, offers), _players_of(scene, offers)
    names: dict[str, list[str]] = {}
    subjects: dict[str, Subject] = {}
    for action in offers.actions:
        id = action.option.id
        player, stands_for = players[_about(action)]
        subjects[id], other = _subject_of(scene.plain, action, shown[id], player)
        names[id] = _names_by_label(scene.plain, action.option, shown[id], subjects[id].name, other, stands_for)
        for key, known in _names_by_word(scene, action.option, shown[id], subjects[id].name, other):
            if key == DEATH and action.ask:
                dead = f"{id}{GIVEN}0"
                shown[dead], subjects[dead] = f"{subjects[id].name}: {_words_of(scene.plain, key)[0]}", subjects[id]
                names[dead] = [*known, shown[dead]]
            else:
                names[id] = [*known, *names[id]]
    return Lines(names, shown, subjects, {action.option.id: action for action in offers.actions})


def _labels_without_values(plain: Narrator, offers: NextAction) -> dict[str, str]:
    """Return the label of each correction, with the present value only where several are alike without it."""
    labels = {action.option.id: words.label(plain, action.option) for action in offers.actions}
    bare = {id: BRACKETS.sub("", label) for id, label in labels.items()}
    alike = Counter(bare.values())
    return {id: bare[id] if alike[bare[id]] == 1 else label for id, label in labels.items()}


def _players_of(scene: Scene, offers: NextAction) -> dict[str, tuple[str, bool]]:
    """Return the player's name for each subject, and whether the name means it.

    It means the characters in play, or the others if none is in play.
    """
    plain, view = scene.plain, scene.rules.view(scene.state, GM)
    seats = {character.id: character.seat for character in scene.face.characters(scene.narrator, view)}
    numbers = Counter(map(_about, offers.actions))
    playing = {seats.get(about, about) for about, number in numbers.items() if number > 1}  # others only come back
    found = {}
    for about, number in numbers.items():
        seat = seats.get(about, about)
        player = str(plain.seat(seat)) if seat in plain.names else ""
        found[about] = player, number > 1 or seat not in playing
    return found


def _subject_of(plain: Narrator, action: Action, label: str, player: str) -> tuple[Subject, str]:
    """Return the subject, and its other name: its player, or a monster with its number for a letter."""
    facts = action.option.facts
    who = str(plain.term(facts["who"])) if "who" in facts else player
    if "mark" in facts:
        who = label.partition(": ")[0]
    about = _about(action)
    other = f"{plain.term(facts['monster'])} {about.rpartition('-')[2]}" if facts.get("mark") else player
    return Subject(about if who else "", who), other


def _names_by_label(plain: Narrator, option: Option, label: str, who: str, other: str, stands_for: bool) -> list[str]:
    names = [label]
    if option.facts.get("mark"):
        names.insert(0, label.replace(who, other))
    if other and stands_for and "who" in option.facts:
        by_player = replace(option, facts={**option.facts, "who": other})
        names.insert(0, BRACKETS.sub("", words.label(plain, by_player)))
    return [option.id, *names]


def _names_by_word(scene: Scene, option: Option, label: str, who: str, other: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each key of ``named_rulings`` for this correction, with the names that it gives."""
    heads = [f"{name}: " for name in dict.fromkeys((other, who)) if name]
    heads = heads or ["", "".join(label.partition(": ")[:2])]
    for key, named in scene.face.named_rulings.items():
        if option.label in named:
            yield key, [f"{head}{word}" for head in heads for word in _words_of(scene.plain, key)]


def _about(action: Action) -> str:
    return action.option.id.partition(":")[2]


def _words_of(plain: Narrator, key: str) -> list[str]:
    return plain.say(f"gm.word.{key}").split(", ")


# Refusals --------------------------------------------------------------------------------------------------------


def _unclear_refusal(scene: Scene, lines: Lines, found: Sequence[str], rest: str, line: str) -> Refused:
    """Return the refusal of words that several corrections fit: it names the person, or the unknown word."""
    if scene.rules.rivals and set(map(fold, line.split())) & set(map(fold, _words_of(scene.plain, "player"))):
        return Refused("gm_seat_not_hero")
    people = _people_of(scene, lines, found)
    who = scene.plain.join_words(people)
    unknown = " ".join(takewhile(lambda word: not word.isdecimal(), rest.split()))
    if people and (key := _known_word(scene, unknown)):
        return _not_now_refusal(scene, key, who, unknown)
    if len(people) == 1 and unknown:
        return _unknown_field_refusal(lines, found, who, unknown)
    many = len(people) > 1 and len(found) > SEVERAL
    meant = _fitting(scene, lines, found, rest) or found
    return Unclear(lines, meant, rest, line, tuple(people) if many else ())


def _people_of(scene: Scene, lines: Lines, found: Sequence[str]) -> list[str]:
    """Return the names of the characters that these corrections concern, or of the players if they concern none."""
    named = {subject.id: subject.name for subject in map(lines.subjects.__getitem__, found) if subject.id}
    heroes = [name for id, name in named.items() if id not in scene.plain.names]
    return heroes or list(named.values())


def _not_now_refusal(scene: Scene, key: str, who: str, field: str) -> Refused:
    later = scene.face.later(scene.rules.view(scene.state, GM))
    reason = "gm_death" if key == DEATH else "gm_field_not_now"
    said = scene.narrator.say(later) if later else ""
    return Refused(f"{reason}.later" if later else reason, who=who, field=field[:60], later=said)


def _unknown_field_refusal(lines: Lines, found: Sequence[str], who: str, field: str) -> Refused:
    """Return the refusal of a word that names nothing of this subject; it lists what was found of it."""
    fields = dict.fromkeys(lines.labels[name].removeprefix(f"{who}: ") for name in found)
    subject = lines.subjects[found[0]].id
    about_nothing_else = len(found) == sum(subject == other.id for other in lines.subjects.values())
    reason = "gm_unknown_field" if about_nothing_else else "gm_unknown_value"
    return Refused(reason, who=who, field=field[:60], such=Said(", ".join(fields)))


def _known_word(scene: Scene, typed: str) -> str:
    """Return the key of ``named_rulings`` with a word that begins the typed words; '' if there is none."""
    for key in scene.face.named_rulings:
        for word in _words_of(scene.plain, key):
            if f"{fold(typed)} ".startswith(f"{fold(word)} "):
                return key
    return ""
